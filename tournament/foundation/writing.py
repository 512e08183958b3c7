"""The write transaction of every service: one at a time in a club, all or nothing, with a log entry and a new revision
of the event."""

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from datetime import datetime
from functools import partial
from itertools import product
from typing import Any

from django.db import connection, transaction
from django.db.models import F, Func, TextField, Value

from tournament.foundation.authors import Author, Phone
from tournament.foundation.errors import EventBinned, EventLocked
from tournament.foundation.log_actions import LogAction
from tournament.models import SHOWN_CLUB, Account, Club, Event, League, LogEntry

WRITE_LOCK = threading.RLock()
WRITES_OF_CLUB = 37
"""The first of the two numbers of PostgreSQL's lock for the writes of a club; the second is the club."""

# Called with the event's id and the action, or None for a change of several events, after each commit. They run in the
# thread that wrote, so they have to be quick, such as waking another thread.
Listener = Callable[[int, LogAction | None], None]
LISTENERS: list[Listener] = []


@contextmanager
def write_transaction() -> Iterator[None]:
    """Opens a transaction in which somebody writes. Those of a club take turns, so that what one has read stays true
    until it ends: with PostgreSQL on all hosts, while other clubs write; with SQLite those of all clubs, by a plain
    lock, because SQLite's own waiting is unfair (a client may wait seconds behind later ones)."""
    with begin_write():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_xact_lock(%s, %s)", turn_of_club())
        yield


@contextmanager
def writing(event: Event, *, even_locked: bool = False) -> Iterator[Event]:
    """Opens a transaction on an event, whose row is locked and re-read. Raises EventLocked after the evening's end,
    EventBinned once it is in the bin.

    The club's turn is taken by the query that reads the row, which spares every hand one more: PostgreSQL computes a
    column before it locks the row, and reads the row anew if it waited."""
    with begin_write():
        rows = Event.with_binned.select_for_update().filter(pk=event.pk, binned_at=None)
        if connection.vendor == "postgresql":
            turn = Func(*map(Value, turn_of_club()), function="pg_advisory_xact_lock", output_field=TextField())
            rows = rows.annotate(turn=turn)
        current = rows.first()
        if current is None:
            raise EventBinned
        if current.locked_at and not even_locked:
            raise EventLocked
        yield current


@contextmanager
def begin_write() -> Iterator[None]:
    with WRITE_LOCK if connection.vendor == "sqlite" else nullcontext(), transaction.atomic():
        yield


def turn_of_club() -> tuple[int, int]:
    """The two numbers of PostgreSQL's lock for the writes of the club that is shown."""
    return WRITES_OF_CLUB, SHOWN_CLUB.get() or 0


def log(
    action: LogAction,
    *,
    by: Author | None,
    now: datetime,
    event: Event | None = None,
    league: League | None = None,
    club: int | None = None,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> None:
    """Adds a line to the log, inside the caller's transaction: to that of an evening (through `note`), of a league or,
    without either, of the `club`, by default the one that pages show. `before` and `after` hold what its sentence
    needs, as names rather than ids of rows that may be deleted; never a password or a code. For a phone, `after` has
    its table, its device and the side that it speaks for."""
    values = dict(after or {})
    if isinstance(by, Phone):
        values |= {"table": by.table_number, "device": by.device} | ({} if by.side is None else {"side": by.side})
    whose = event or league
    LogEntry.objects.create(
        club_id=whose.club_id
        if whose
        else club or SHOWN_CLUB.get() or Club.objects.order_by("pk").values_list("pk", flat=True).first(),
        event=event,
        league=league,
        at=now,
        by=by if isinstance(by, Account) else None,
        kind=action.kind,
        action=action.name,
        before=dict(before or {}),
        after=values,
        reason=reason.strip(),
    )


def note(
    event: Event,
    action: LogAction,
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


def tell_followers(events: Iterable[int], action: LogAction | None = None) -> None:
    """Raises the revision of these events and tells their followers, because their pages changed, perhaps without any
    action on the event itself: no page of an earlier revision is shown again."""
    pks = list(events)
    Event.with_binned.filter(pk__in=pks).update(revision=F("revision") + 1)
    for event, listener in product(pks, LISTENERS):
        transaction.on_commit(partial(listener, event, action))
