"""Sets restore points: how an evening stood before each large act. Going back to one is in the room `transfer`."""

from datetime import datetime

from tournament.event.snapshot import pack_event
from tournament.models import Account, Event, LogEntry, RestorePoint

MOST_POINTS = 40
"""Of an evening; the oldest go first."""


def set_restore_point(
    event: Event,
    act: str,
    *,
    hour: int | None = None,
    round: int | None = None,
    name: str = "",
    by: Account | None,
    now: datetime,
) -> RestorePoint:
    """Keeps the evening as it stands; `act` is what the log calls the act. Called by the service of a large act before
    it writes, in its transaction: an act that is refused leaves no point, and a press that does several leaves one."""
    newest = RestorePoint.objects.filter(event=event).defer("content").first()
    if newest is not None and (newest.action, newest.made_at) == (act, now):
        return newest
    last_line = LogEntry.objects.filter(event=event).order_by("-pk").values_list("pk", flat=True).first()
    point = RestorePoint.objects.create(
        event=event,
        made_at=now,
        made_by=by,
        action=act,
        hour=hour,
        round=round,
        name=name,
        last_line=last_line or 0,
        content=pack_event(event),
    )
    kept = RestorePoint.objects.filter(event=event).order_by("-pk").values_list("pk", flat=True)
    RestorePoint.objects.filter(pk__in=list(kept[MOST_POINTS:])).delete()
    return point
