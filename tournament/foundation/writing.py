"""The write transaction of every service: one at a time, all or nothing, with a log entry and a new revision of the
event."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from itertools import product
from typing import Any

from django.db import connection, transaction
from django.db.models import QuerySet

from tournament.foundation.authors import Author, Phone
from tournament.foundation.errors import EventBinned, EventLocked
from tournament.foundation.log_kinds import KINDS
from tournament.foundation.prepared_queries import prepare_query
from tournament.models import Account, Club, Event, League, LogEntry

# SQLite's own waiting is unfair (a client may wait seconds behind later ones); a plain lock is fair and faster.
WRITE_LOCK = threading.RLock()

# Called with the event's id and the action after each commit. They run in the thread that wrote, so they have to be
# quick, such as waking another thread.
Listener = Callable[[int, str], None]
LISTENERS: list[Listener] = []

RAISE_REVISION = f"UPDATE {Event._meta.db_table} SET revision = revision + 1 WHERE id = %s"
"""Part of every write; Django would take longer to build this statement than the database to run it."""


@contextmanager
def writing(event: Event, *, even_locked: bool = False) -> Iterator[Event]:
    """Opens a transaction on an event, whose row is locked and re-read. Raises EventLocked after the evening's end,
    EventBinned once it is in the bin."""
    with WRITE_LOCK, transaction.atomic():
        found = _lock_event(event.pk)
        if not found:
            raise EventBinned
        (current,) = found
        if current.locked_at and not even_locked:
            raise EventLocked
        yield current


@prepare_query
def _lock_event(pk: int) -> "QuerySet[Event]":
    return Event.with_binned.select_for_update().filter(pk=pk, binned_at=None)


def log(
    action: str,
    *,
    by: Author | None,
    now: datetime,
    event: Event | None = None,
    league: League | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> None:
    """Adds a line to the log, inside the caller's transaction: to that of an evening (through `note`), of a league or,
    without either, of the club. `before` and `after` hold what its sentence needs, as names rather than ids of rows
    that may be deleted; never a password or a code. For a phone, `after` has its table, its device and the side that it
    speaks for. The action has its kind in `foundation.log_kinds`."""
    values = dict(after or {})
    if isinstance(by, Phone):
        values |= {"table": by.table_number, "device": by.device} | ({} if by.side is None else {"side": by.side})
    whose = event or league
    LogEntry.objects.create(
        club_id=whose.club_id if whose else Club.objects.order_by("pk").values_list("pk", flat=True).first(),
        event=event,
        league=league,
        at=now,
        by=by if isinstance(by, Account) else None,
        kind=KINDS.get(action, LogEntry.Kind.EVENING),
        action=action,
        before=dict(before or {}),
        after=values,
        reason=reason.strip(),
    )


def note(
    event: Event,
    action: str,
    *,
    by: Author | None,
    now: datetime,
    before: dict[str, Any] | None = None,
    after: dict[str, Any] | None = None,
    reason: str = "",
) -> None:
    """Adds to the log of an evening as `log` does, and tells followers that something changed."""
    log(action, event=event, by=by, now=now, before=before, after=after, reason=reason)
    tell_followers([event.pk], action)


def tell_followers(events: Iterable[int], action: str = "") -> None:
    """Raises the revision of these events and tells their followers, because their pages changed, perhaps without any
    action on the event itself: no page of an earlier revision is shown again."""
    found = list(events)
    with connection.cursor() as cursor:
        cursor.executemany(RAISE_REVISION, [[event] for event in found])
    for event, listener in product(found, LISTENERS):
        transaction.on_commit(partial(listener, event, action))
