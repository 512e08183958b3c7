"""Sets restore points: the state of an evening before each large action. The room `transfer` goes back to one."""

from datetime import datetime

from tournament.event.snapshot import pack_event
from tournament.foundation.log_actions import LogAction
from tournament.models import Account, Event, LogEntry, RestorePoint

BY_HAND = "by_hand"
"""Stored as the action of a point that a director has set."""
MOST_POINTS = 40
"""The most restore points of an evening; the oldest are deleted first."""


def set_restore_point(
    event: Event,
    action: LogAction | None,
    *,
    hour: int | None = None,
    round: int | None = None,
    name: str = "",
    by: Account | None,
    now: datetime,
) -> RestorePoint:
    """Saves the evening as it is; `action` is None if a director sets the point by hand. The service of a large
    action calls this before it writes, in its transaction: a refused action leaves no point, and one press that does
    several leaves one."""
    before = action.name if action else BY_HAND
    newest = RestorePoint.objects.filter(event=event).defer("content").first()
    if newest is not None and (newest.action, newest.made_at) == (before, now):
        return newest
    last_line = LogEntry.objects.filter(event=event).order_by("-pk").values_list("pk", flat=True).first()
    point = RestorePoint.objects.create(
        event=event,
        made_at=now,
        made_by=by,
        action=before,
        hour=hour,
        round=round,
        name=name,
        last_line=last_line or 0,
        content=pack_event(event),
    )
    kept = RestorePoint.objects.filter(event=event).order_by("-pk").values_list("pk", flat=True)
    RestorePoint.objects.filter(pk__in=list(kept[MOST_POINTS:])).delete()
    return point
