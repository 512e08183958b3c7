"""Points or games that the director takes off a competitor, or adds, and takes back."""

from datetime import datetime
from uuid import UUID

from tournament.event.queries.competitors import Competitor, competitors_of
from tournament.event.queries.hours import released_stage
from tournament.foundation.errors import CannotTakeBack, NeedsReason, NoAdjustment
from tournament.foundation.writing import note, writing
from tournament.models import MOST_ADJUSTED, Account, Adjustment, Event
from tournament.results.log_actions import ADJUST_POINTS, TAKE_BACK_ADJUSTMENT


def adjust_points(
    event: Event,
    competitor: int,
    points: int,
    games: int = 0,
    *,
    reason: str,
    key: UUID,
    by: Account | None,
    now: datetime,
) -> Adjustment:
    """Adds points, or games won, to those of a competitor (`event.queries.competitors`), or takes them off if they are
    negative. They count with the hour or round that is on. Sent again with the same `key`, nothing is given twice.
    Raises NeedsReason, NoAdjustment."""
    if not reason.strip():
        raise NeedsReason
    with writing(event) as current:
        known = Adjustment.objects.filter(key=key).first()
        if known is not None:
            return known
        members = competitors_of(current).get(competitor)
        if members is None or not 1 <= abs(points or games) <= MOST_ADJUSTED or points and games:
            raise NoAdjustment
        stage = released_stage(current)
        given = Adjustment.objects.create(
            entry_id=members.entries[0].pk,
            hour=stage.number if stage else 1,
            points=points,
            games=games,
            reason=reason.strip(),
            key=key,
            given_by=by,
            given_at=now,
        )
        note(current, ADJUST_POINTS, by=by, now=now, after=_for_log(given, members), reason=reason)
    return given


def take_back_adjustment(event: Event, pk: int, *, by: Account | None, now: datetime) -> None:
    """Takes back what was given; it stays in the log. Raises CannotTakeBack if it does not count any more."""
    with writing(event) as current:
        given = Adjustment.objects.filter(pk=pk, entry__event=current, superseded_at=None).first()
        if given is None:
            raise CannotTakeBack
        Adjustment.objects.filter(pk=pk).update(superseded_at=now)
        members = next(
            each for each in competitors_of(current).values() if given.entry_id in [entry.pk for entry in each.entries]
        )
        logged = _for_log(given, members)
        note(current, TAKE_BACK_ADJUSTMENT, by=by, now=now, after=logged, reason=given.reason)


def _for_log(given: Adjustment, members: Competitor) -> dict[str, object]:
    playing = [entry.pk for entry in members.entries if entry.left_at is None]
    entries = playing or [entry.pk for entry in members.entries]
    figures = {"points": given.points, "games": given.games}
    return {"adjustment": given.pk, "entries": entries, "hour": given.hour} | figures
