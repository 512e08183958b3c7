"""The write transaction of every service: one at a time, all or nothing, with a log entry and a new revision of the
event."""

import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from tournament.foundation.authors import Author, Phone
from tournament.foundation.errors import EventLocked
from tournament.models import Account, Event, LogEntry

# SQLite's own waiting is unfair (a client may wait seconds behind later ones); a plain lock is not, and is faster.
WRITE_LOCK = threading.RLock()

# Who wants to know what was written: called with the event's number and the action once it is committed, in the
# thread that wrote, so with no more than a word to somebody else.
Listener = Callable[[int, str], None]
LISTENERS: list[Listener] = []


@contextmanager
def writing(event: Event, *, even_locked: bool = False) -> Iterator[Event]:
    """A transaction on an event, whose row is locked and re-read; raises EventLocked after its end."""
    with WRITE_LOCK, transaction.atomic():
        current = Event.objects.select_for_update().get(pk=event.pk)
        if current.locked_at and not even_locked:
            raise EventLocked
        yield current


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
    """Add to the log, inside the caller's transaction, and tell followers that something changed. What a phone did
    says its table and device in `after`, and the side that it speaks for."""
    said = dict(after or {})
    if isinstance(by, Phone):
        said |= {"table": by.table_number, "device": by.device} | ({} if by.side is None else {"side": by.side})
    LogEntry.objects.create(
        event=event,
        at=now,
        by=by if isinstance(by, Account) else None,
        action=action,
        before=before or {},
        after=said,
        reason=reason,
    )
    _raise_revisions([event.pk], action)


def tell_followers(events: QuerySet[Event]) -> None:
    """What their pages show is different from now on, though perhaps nobody did anything to them: no page of an earlier
    revision is shown again."""
    _raise_revisions(list(events.values_list("pk", flat=True)))


def _raise_revisions(events: Sequence[int], action: str = "") -> None:
    Event.objects.filter(pk__in=events).update(revision=F("revision") + 1)
    for event in events:
        transaction.on_commit(partial(_tell, event, action))


def _tell(event: int, action: str) -> None:
    for listener in LISTENERS:
        listener(event, action)
