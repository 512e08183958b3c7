"""What the director decides of results: agreement, rulings and walk-overs.

A result that contradicts itself is agreed only by itself. The director may rule an entered, agreed or disputed result,
with a reason, or any match as a walk-over because one side did not come; a walk-over can be taken back or ruled
otherwise.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import partial

from tournament.event.services.events import open_correction
from tournament.foundation.errors import CannotTakeBack, NeedsReason, NoSuchPart, NothingToAgree, NoWalkOver
from tournament.foundation.writing import note, writing
from tournament.matches.log_actions import CALL_OFF, TAKE_BACK_AGREEMENT
from tournament.matches.queries.matches import PARTS, may_walk_over, sides_of, with_sides
from tournament.matches.queries.results import contradictions_of, former_tally
from tournament.matches.services.settling import settle_match
from tournament.models import Account, Event, Match, Ruling, Side, Stage, State, Table
from tournament.results.log_actions import (
    AGREE,
    GIVE_WALK_OVER,
    MAKE_RULING,
    SHARE_TABLE,
    TAKE_BACK_DECISION,
    TAKE_BACK_WALK_OVER,
)


def agree_matches(
    matches: Iterable[Match], *, event: Event, contradictory: bool = False, by: Account | None, now: datetime
) -> int:
    """Agrees, for the director, what is entered and complete. Returns how many matches changed. A result that
    contradicts itself is agreed only with `contradictory`, which is for a match by itself."""
    with writing(event) as current:
        moved = 0
        entered = Match.objects.filter(
            pk__in=[match.pk for match in matches], state=State.ENTERED, table__stage__event=current
        )
        reported = entered.exclude(sides__in=Side.objects.filter(points=None, games=None))
        for match in with_sides(reported.select_related("table__stage")):
            match.table.stage.event = current
            if not contradictory and contradictions_of(match):
                continue
            Match.objects.filter(pk=match.pk).update(state=State.AGREED)
            note(current, AGREE, by=by, now=now, before={"match": match.pk, "state": State.ENTERED.value})
            moved += 1
        if not moved:
            raise NothingToAgree
    return moved


def agree_table(table: Table, *, by: Account | None, now: datetime) -> int:
    """Agrees every entered result of a table at once."""
    return agree_matches(Match.objects.filter(table=table), event=table.stage.event, by=by, now=now)


def make_ruling(
    match: Match,
    *,
    points: Sequence[int | None],
    games: Sequence[int] | None = None,
    reason: str,
    even_locked: bool = False,
    by: Account | None,
    now: datetime,
) -> Ruling:
    """Records the director's ruling on a match, whatever its sheets say: points for each side in order, None where they
    are unknown, and games if they count. An earlier ruling is kept beside it. With `even_locked`, a locked evening is
    unlocked for it and locked again, which the log says."""
    if not reason.strip():
        raise NeedsReason
    opening = partial(open_correction, reason=reason, by=by, now=now) if even_locked else writing
    with opening(match.table.stage.event) as event:
        current = with_sides(Match.objects.select_for_update()).get(pk=match.pk)
        Ruling.objects.filter(match=current, superseded_at=None).update(superseded_at=now)
        ruling = Ruling.objects.create(
            match=current,
            points=list(points),
            games=list(games) if games else None,
            reason=reason.strip(),
            ruled_by=by,
            ruled_at=now,
        )
        former = former_tally(current)
        before = {"match": match.pk, "state": current.state, "points": former.points, "games": former.games}
        after = {"points": list(points), "games": list(games) if games else None}
        current.walk_over = None
        settle_match(current)
        note(event, MAKE_RULING, by=by, now=now, before=before, after=after, reason=reason.strip())
    return ruling


def call_off(match: Match, *, reason: str, by: Account | None, now: datetime) -> None:
    """Calls off a match that was not played after all: its players sit out that turn, with its credit. A ruling undoes
    it."""
    if not reason.strip():
        raise NeedsReason
    with writing(match.table.stage.event) as event:
        current = with_sides(Match.objects.select_for_update()).get(pk=match.pk)
        before = {"match": match.pk, "state": current.state, "points": list(current.points)}
        Ruling.objects.filter(match=current, superseded_at=None).update(superseded_at=now)
        current.state, current.walk_over = State.CALLED_OFF, None
        settle_match(current)
        note(event, CALL_OFF, by=by, now=now, before=before, reason=reason.strip())


def give_walk_over(match: Match, side: int, *, reason: str, by: Account | None, now: datetime) -> None:
    """Gives a walk-over because one of two sides did not come; `side` is the number of the one that did, 0 if neither
    did: then nobody goes on in a knock-out. Each gets the club's credit. An earlier ruling is kept beside it, and
    another ruling undoes it. Raises NoWalkOver if tables play on in turns, or more than two sides meet."""
    if not reason.strip():
        raise NeedsReason
    with writing(match.table.stage.event) as event:
        current = with_sides(Match.objects.select_for_update()).get(pk=match.pk)
        if not may_walk_over(event, current):
            raise NoWalkOver
        before = {"match": match.pk, "state": current.state, "points": list(current.points)}
        Ruling.objects.filter(match=current, superseded_at=None).update(superseded_at=now)
        current.walk_over = side
        settle_match(current)
        came = [entry.pk for entry in sides_of(current)[side - 1].entries] if side else []
        note(event, GIVE_WALK_OVER, by=by, now=now, before=before, after={"came": came}, reason=reason.strip())


def share_table(match: Match, part: str, *, reason: str, by: Account | None, now: datetime) -> None:
    """Records that a match could play only this part of its round (one of PARTS), because its table was shared; ""
    means all of it after all. Its result stays; the club's rules say what the missing part counts."""
    if not reason.strip():
        raise NeedsReason
    with writing(match.table.stage.event) as event:
        if part not in ("", *PARTS) or event.kind.has_free_chairs:
            raise NoSuchPart
        before = Match.objects.select_for_update().get(pk=match.pk).part
        if before == part:
            return
        Match.objects.filter(pk=match.pk).update(part=part)
        logged = {"match": match.pk, "part": before}
        note(event, SHARE_TABLE, by=by, now=now, before=logged, after={"part": part}, reason=reason.strip())


def take_back_walk_over(match: Match, *, reason: str, by: Account | None, now: datetime) -> None:
    """Takes a walk-over back because the side came after all. The match is open again, with whatever was reported of
    it."""
    if not reason.strip():
        raise NeedsReason
    with writing(match.table.stage.event) as event:
        current = with_sides(Match.objects.select_for_update()).get(pk=match.pk)
        if current.walk_over is None:
            return
        current.walk_over, current.state = None, State.WAITING
        settle_match(current)
        note(event, TAKE_BACK_WALK_OVER, by=by, now=now, before={"match": match.pk}, reason=reason.strip())


def take_back_decision(match: Match, *, decided_at: datetime, state: str, by: Account | None, now: datetime) -> None:
    """Undoes the ruling, walk-over or calling-off made at that moment: an earlier ruling counts again, else what was
    reported of the match, which was in this `state`. Nothing happens if something else was decided since."""
    with writing(match.table.stage.event) as event:
        current = with_sides(Match.objects.select_for_update()).get(pk=match.pk)
        later = Ruling.objects.filter(match=current, ruled_at__gt=decided_at)
        if current.state not in (State.RULED, State.CALLED_OFF) or later.exists():
            return
        Ruling.objects.filter(match=current, superseded_at=None).update(superseded_at=now)
        before = Ruling.objects.filter(match=current, superseded_at=decided_at).last()
        if before is not None:
            Ruling.objects.create(
                match=current,
                points=before.points,
                games=before.games,
                reason=before.reason,
                ruled_by=before.ruled_by,
                ruled_at=now,
            )
        current.walk_over = None
        current.state = State(state) if state in (State.AGREED, State.CALLED_OFF) else State.WAITING
        settle_match(current)
        note(event, TAKE_BACK_DECISION, by=by, now=now, before={"match": match.pk})


def take_back_agreement(event: Event, matches: Sequence[int], *, by: Account | None, now: datetime) -> None:
    """Undoes the agreement of results that were not cross-checked. Raises CannotTakeBack once a later stage is drawn,
    because these results seated people."""
    with writing(event) as current:
        agreed = Match.objects.filter(table__stage__event=current, pk__in=matches, state=State.AGREED)
        matches_agreed = list(agreed.filter(cross_checked=False).select_related("table__stage").order_by("pk"))
        latest = max((match.table.stage.number for match in matches_agreed), default=0)
        if matches_agreed and Stage.objects.filter(event=current, number__gt=latest).exists():
            raise CannotTakeBack
        for match in matches_agreed:
            Match.objects.filter(pk=match.pk).update(state=State.ENTERED)
            note(current, TAKE_BACK_AGREEMENT, by=by, now=now, before={"match": match.pk})
