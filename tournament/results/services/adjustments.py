"""Points or games that the director takes off a competitor, or adds, and takes back."""

from datetime import datetime
from uuid import UUID

from tournament.event.queries.competitors import Competitor, competitors_of
from tournament.event.queries.hours import released_stage
from tournament.foundation.errors import CannotTakeBack, NeedsReason, NoAdjustment, NoMatchToAdjust
from tournament.foundation.writing import note, writing
from tournament.matches.services.settling import settle_match
from tournament.matches.services.versions import lock_match
from tournament.models import MOST_ADJUSTED, Account, Adjustment, Event, Side, State
from tournament.results.log_actions import ADJUST_POINTS, TAKE_BACK_ADJUSTMENT


def adjust_points(
    event: Event,
    competitor: int,
    points: int,
    games: int = 0,
    *,
    match_of: tuple[int, int] | None = None,
    reason: str,
    key: UUID,
    by: Account | None,
    now: datetime,
) -> Adjustment:
    """Adds points, or games won, to those of a competitor (`event.queries.competitors`), or takes them off if they are
    negative. They count with the hour or round that is on or, with `match_of` (a stage and a turn of it), in the
    competitor's match there: in its score, and in all that is made of it. Sent again with the same `key`, nothing is
    given twice. Raises NeedsReason, NoAdjustment, NoMatchToAdjust."""
    if not reason.strip():
        raise NeedsReason
    with writing(event) as current:
        known = Adjustment.objects.filter(entry__event=current, key=key).first()
        if known is not None:
            return known
        members = competitors_of(current).get(competitor)
        if members is None or not 1 <= abs(points or games) <= MOST_ADJUSTED or points and games:
            raise NoAdjustment
        stage = released_stage(current)
        side = _side_in(current, members, *match_of, games) if match_of else None
        given = Adjustment.objects.create(
            entry_id=members.entries[0].pk,
            side=side,
            hour=match_of[0] if match_of else stage.number if stage else 1,
            points=points,
            games=games,
            reason=reason.strip(),
            key=key,
            given_by=by,
            given_at=now,
        )
        _settle_match_of(given)
        note(current, ADJUST_POINTS, by=by, now=now, after=_for_log(given, members), reason=reason)
    return given


def take_back_adjustment(event: Event, pk: int, *, by: Account | None, now: datetime) -> None:
    """Takes back what was given; it stays in the log. Raises CannotTakeBack if it does not count any more."""
    with writing(event) as current:
        given = Adjustment.objects.filter(pk=pk, entry__event=current, superseded_at=None).first()
        if given is None:
            raise CannotTakeBack
        Adjustment.objects.filter(pk=pk).update(superseded_at=now)
        _settle_match_of(given)
        members = next(
            each for each in competitors_of(current).values() if given.entry_id in [entry.pk for entry in each.entries]
        )
        logged = _for_log(given, members)
        note(current, TAKE_BACK_ADJUSTMENT, by=by, now=now, after=logged, reason=given.reason)


def _side_in(event: Event, members: Competitor, stage: int, turn: int, games: int) -> Side:
    """Returns the competitor's side in the match of a turn. If there is none that was or is played, or it has not won
    the games that are taken off it, raises NoMatchToAdjust."""
    entries = [entry.pk for entry in members.entries]
    sides = Side.objects.filter(players__entry__in=entries, match__table__stage__event=event)
    drawn = sides.filter(match__table__stage__number=stage, match__round__number=turn, match__walk_over=None)
    for side in drawn.exclude(match__state=State.CALLED_OFF).order_by("-pk"):
        if games >= 0 or side.games is None or side.games + games >= 0:
            return side
    raise NoMatchToAdjust


def _settle_match_of(given: Adjustment) -> None:
    if given.side:
        settle_match(lock_match(given.side.match))


def _for_log(given: Adjustment, members: Competitor) -> dict[str, object]:
    playing = [entry.pk for entry in members.entries if entry.left_at is None]
    entries = playing or [entry.pk for entry in members.entries]
    figures = {"points": given.points, "games": given.games}
    match = {"match": given.side.match_id} if given.side else {}
    return {"adjustment": given.pk, "entries": entries, "hour": given.hour} | figures | match
