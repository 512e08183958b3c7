"""Slips: what was written of a whole match, as it was keyed. Whoever keyed a slip may replace it."""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime

from tournament.foundation.errors import ImpossibleResult, MatchCalledOff, NothingToWithdraw
from tournament.foundation.writing import note, writing
from tournament.matches.log_actions import WITHDRAW_SLIP
from tournament.matches.queries.matches import length_of_match, sides_of, with_sides
from tournament.matches.result_checks import check_result
from tournament.matches.services.settling import settle_match
from tournament.models import Account, Event, Match, SheetLine, State
from tournament.results.log_actions import ENTER_SLIP
from tournament.results.services.sheets import BOXES
from tournament.rules.queries.rules import rules_of


@dataclass(frozen=True)
class SlipLine:
    """What a slip says about one side, as it was keyed. None means an empty box: unknown."""

    points: int | None = None
    games: int | None = None
    all_fours: int | None = None
    jacks_turned: int | None = None
    hang_jacks: int | None = None

    @property
    def boxes(self) -> dict[str, int | None]:
        """The values under the field names of a SheetLine."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        return {"mine": values.pop("points"), "theirs": None, **values}


def enter_slip(match: Match, lines: Sequence[SlipLine], *, slip: int = 1, by: Account | None, now: datetime) -> bool:
    """Saves what a slip says of the whole match, a line for each side in order. A second `slip` checks the first.

    Returns False if the same slip comes again, which changes nothing. Raises MatchCalledOff, or ImpossibleResult with
    every reason why the result cannot have happened.
    """
    with writing(match.table.stage.event) as event:
        current = with_sides(Match.objects.select_for_update(of=("self",)).select_related("table__stage")).get(
            pk=match.pk
        )
        current.table.stage.event = event
        if current.state == State.CALLED_OFF:
            raise MatchCalledOff
        _refuse_impossible(event, current, lines)
        kept = SheetLine.objects.filter(side__match=current, slip=slip, superseded_at=None)
        old = {line.side_id: line for line in kept}
        boxes_of = {side.pk: line.boxes for side, line in zip(sides_of(current), lines, strict=True)}
        if old and boxes_of == {pk: {box: getattr(line, box) for box in BOXES} for pk, line in old.items()}:
            return False
        is_anothers = any(line.entered_by_id != (by.pk if by else None) for line in old.values())
        another_payload = bool(old) and (current.state == State.AGREED or is_anothers)
        kept.update(superseded_at=now)
        for pk, boxes in boxes_of.items():
            SheetLine.objects.create(side_id=pk, slip=slip, **boxes, entered_by=by, entered_at=now)
        current.checked_at = None
        settle_match(current, disputed=another_payload)
        after = {"match": current.pk, "slip": slip, "points": [line.points for line in lines]}
        note(event, ENTER_SLIP, by=by, now=now, after=after | {"games": [line.games for line in lines]})
    return True


def withdraw_slip(match: Match, *, slip: int = 1, by: Account | None, now: datetime) -> None:
    """Withdraws a slip that was keyed for the wrong match. What it said stays readable but counts no more. Only while
    the result is entered; raises NothingToWithdraw."""
    with writing(match.table.stage.event) as event:
        current = with_sides(Match.objects.select_for_update()).get(pk=match.pk)
        kept = SheetLine.objects.filter(side__match=current, slip=slip, superseded_at=None)
        is_last = not SheetLine.objects.filter(side__match=current, slip__gt=slip, superseded_at=None).exists()
        if current.state != State.ENTERED or not is_last or not kept.update(superseded_at=now):
            raise NothingToWithdraw
        current.state, current.checked_at = State.WAITING, None
        settle_match(current)
        note(event, WITHDRAW_SLIP, by=by, now=now, after={"match": current.pk, "slip": slip})


def _refuse_impossible(event: Event, match: Match, lines: Sequence[SlipLine]) -> None:
    names = [side.name for side in sides_of(match)]
    columns = [line.points for line in lines], [line.games for line in lines]
    doubts = check_result(rules_of(event), length_of_match(match), names, *columns)
    if impossible := [doubt.sentence for doubt in doubts if doubt.grade == "impossible"]:
        raise ImpossibleResult(" ".join(impossible))
