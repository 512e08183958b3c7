"""Undoes one press of the director's, as long as nothing depends on it."""

from collections.abc import Callable, Collection, Sequence
from datetime import datetime

from django.db.models import Max

from tournament.desk.log_actions import UNDO_STEP
from tournament.foundation.writing import note, writing
from tournament.models import Account, Event, LogEntry


def undo_once(
    event: Event,
    name: str,
    lines: Sequence[LogEntry],
    calls: Sequence[Callable[..., object]],
    *,
    opposite: Collection[str],
    by: Account,
    now: datetime,
) -> None:
    """Undoes a press by these calls, each of which is itself a press of the same kind, and marks both, so that neither
    can be undone again. `opposite` are the actions whose new lines are marked as well as `lines`."""
    with writing(event):
        log = LogEntry.objects.filter(event=event)
        latest = log.aggregate(latest=Max("pk"))["latest"]
        for call in calls:
            call(by=by, now=now)
        log.filter(pk__in=[line.pk for line in lines]).update(undone_at=now)
        log.filter(pk__gt=latest, action__in=opposite).update(undone_at=now)
        note(event, UNDO_STEP, by=by, now=now, after={"text": name})
