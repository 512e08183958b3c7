"""Starts and stops the timer of a side that is late. What follows is the director's ruling, never automatic."""

from datetime import datetime

from tournament.foundation.writing import note, writing
from tournament.matches.queries.matches import sides_of, with_sides
from tournament.models import Account, Match, Side, State
from tournament.results.log_actions import MARK_LATE, STOP_WAITING


def mark_late(match: Match, side: int, *, by: Account | None, now: datetime) -> bool:
    """Starts the timer of a side; False if it runs already, the match has a result, or the evening has no timer."""
    with writing(match.table.stage.event) as event:
        if event.grace_minutes is None:
            return False
        current = with_sides(Match.objects.filter(pk=match.pk, state=State.WAITING)).first()
        found = [each for each in sides_of(current) if each.number == side] if current else []
        if not found or not Side.objects.filter(pk=found[0].pk, late_since=None).update(late_since=now):
            return False
        logged = {"match": match.pk, "side_late": side, "entries": [entry.pk for entry in found[0].entries]}
        note(event, MARK_LATE, by=by, now=now, after=logged)
        return True


def stop_waiting(match: Match, side: int, *, by: Account | None, now: datetime) -> bool:
    """Stops the timer because the side came; False if it does not run."""
    with writing(match.table.stage.event) as event:
        late = Side.objects.filter(match=match, number=side, late_since__isnull=False)
        if not late.update(late_since=None):
            return False
        entries = list(Side.objects.filter(match=match, number=side).values_list("players__entry", flat=True))
        note(event, STOP_WAITING, by=by, now=now, after={"match": match.pk, "side_late": side, "entries": entries})
        return True
