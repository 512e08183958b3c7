"""Results of matches: sheets, agreement, disputes and rulings.

A sheet, a slip or finished hands make a result entered. It becomes agreed if both sheets are equal crosswise, two slips
are equal, or the director agrees it (a contradictory one only by itself). Whoever entered a result may replace it.
Unequal paper, or another version, makes an entered or agreed result disputed. The director may rule an entered, agreed
or disputed result, with a reason, or any match as a walk-over because one side did not come; a walk-over can be taken
back or ruled otherwise. A dispute stays until it is ruled, whatever is keyed again.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import datetime

from tournament.event.queries.rules import rules_of
from tournament.foundation.errors import (
    ImpossibleResult,
    MatchCalledOff,
    NeedsReason,
    NoSuchPart,
    NotDrawnTogether,
    NothingToAgree,
    NothingToWithdraw,
    NoWalkOver,
    SheetChanged,
)
from tournament.foundation.writing import note, writing
from tournament.matches.queries.matches import PARTS, length_of, may_walk_over, side_of, sides_of, with_sides
from tournament.matches.queries.results import (
    Tally,
    compare_sheets,
    contradictions_of,
    current_line_of,
    current_lines,
    current_ruling_of,
    hand_tally,
    tally_of,
)
from tournament.matches.result_checks import check_result
from tournament.models import Account, Entry, Event, Match, Ruling, SheetLine, Side, State, Table

TALLIES = tuple(tally.name for tally in fields(Tally))
BOXES = ("games", "mine", "theirs", "all_fours", "jacks_turned", "hang_jacks")


@dataclass(frozen=True)
class SheetEntry:
    """One line of a side's sheet as it was keyed, in its BOXES. None means an empty box."""

    match: int
    mine: int | None = None
    theirs: int | None = None
    all_fours: int | None = None
    jacks_turned: int | None = None
    games: int | None = None
    hang_jacks: int | None = None


def enter_sheet(entry: Entry, lines: Sequence[SheetEntry], *, by: Account | None, now: datetime) -> list[Match]:
    """Saves what a player's sheet says of their side, and checks it against the others' sheets and the recorded hands.

    It replaces what was filled in from the opponents' sheets, and what was filled in for an opponent from this sheet
    follows it. The same values again change nothing. Raises NotDrawnTogether for a match that is not this player's.
    """
    with writing(entry.event) as event:
        wanted = Match.objects.filter(pk__in=[line.match for line in lines], table__stage__event=event)
        matches = {match.pk: match for match in with_sides(wanted.select_related("table__stage"))}
        changed = []
        for line in lines:
            match = matches.get(line.match)
            side = side_of(match, entry.pk) if match else None
            if match is None or side is None:
                raise NotDrawnTogether
            match.table.stage.event = event
            if _enter_line(match, side, line, by=by, now=now):
                changed.append(match)
        if changed:
            note(event, "enter_sheet", by=by, now=now, after={"entry": entry.pk, "matches": [m.pk for m in changed]})
    return changed


def _enter_line(match: Match, side: Side, line: SheetEntry, *, by: Account | None, now: datetime) -> bool:
    values = {box: getattr(line, box) for box in BOXES}
    old = current_line_of(side)
    if old is not None:
        if not old.from_opponents and {box: getattr(old, box) for box in BOXES} == values:
            return False
        SheetLine.objects.filter(pk=old.pk).update(superseded_at=now)
    new = SheetLine.objects.create(side=side, **values, entered_by=by, entered_at=now)
    another_payload = old is not None and (match.state == State.AGREED or old.entered_by_id != (by.pk if by else None))
    if old is not None and old.from_opponents:
        another_payload = False
    filled_in = SheetLine.objects.filter(side__match=match, from_opponents=True, superseded_at=None)
    if old is not None and filled_in.update(superseded_at=now):
        _fill_in(match, new, by=by, now=now)
    match.checked_at = None
    settle_match(match, disputed=another_payload)
    return True


def take_from_opponents(event: Event, seen: Collection[int], *, by: Account | None, now: datetime) -> int:
    """Fills in lines of missing sheets from the opponents' sheets, and returns how many. `seen` are the ids of the
    opponents' lines that were shown. Such a result has only one source, so it is not cross-checked. If a sheet has come
    meanwhile, or was filled in already, nothing changes. Raises SheetChanged if one of the lines no longer counts."""
    with writing(event) as current:
        lines = SheetLine.objects.filter(
            pk__in=seen, slip=0, from_opponents=False, side__match__table__stage__event=current
        )
        found = list(lines.select_related("side").order_by("pk"))
        if len(found) < len(set(seen)) or any(line.superseded_at is not None for line in found):
            raise SheetChanged
        wanted = Match.objects.filter(pk__in={line.side.match_id for line in found})
        matches = {match.pk: match for match in with_sides(wanted.select_related("table__stage"))}
        filled: dict[int, list[int]] = {}
        for line in found:
            match = matches[line.side.match_id]
            match.table.stage.event = current
            other = _side_to_fill_in(match, line)
            if other is not None:
                _fill_in(match, line, by=by, now=now)
                settle_match(match)
                filled.setdefault(other.entries[0].pk, []).append(match.pk)
        for entry, pks in filled.items():
            note(current, "take_from_opponents", by=by, now=now, after={"entry": entry, "matches": pks})
    return sum(len(pks) for pks in filled.values())


def _side_to_fill_in(match: Match, line: SheetLine) -> Side | None:
    """Returns the other of two sides, as long as nothing else says what it won."""
    others = [side for side in sides_of(match) if side.pk != line.side_id]
    is_open = match.state in (State.WAITING, State.ENTERED, State.DISPUTED) and match.hands_finished_at is None
    if len(others) != 1 or line.theirs is None or not is_open:
        return None
    return None if SheetLine.objects.filter(side=others[0], superseded_at=None).exists() else others[0]


def _fill_in(match: Match, line: SheetLine, *, by: Account | None, now: datetime) -> None:
    """Saves what a sheet says of the other side as a line of that side; nothing if it does not say what that side
    won."""
    if line.theirs is not None:
        other = next(side for side in sides_of(match) if side.pk != line.side_id)
        values = {"mine": line.theirs, "theirs": line.mine, "from_opponents": True}
        SheetLine.objects.create(side=other, **values, entered_by=by, entered_at=now)


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
        note(event, "enter_slip", by=by, now=now, after=after | {"games": [line.games for line in lines]})
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
        note(event, "withdraw_slip", by=by, now=now, after={"match": current.pk, "slip": slip})


def _refuse_impossible(event: Event, match: Match, lines: Sequence[SlipLine]) -> None:
    names = [side.name for side in sides_of(match)]
    columns = [line.points for line in lines], [line.games for line in lines]
    found = check_result(rules_of(event), length_of(event), names, *columns)
    if impossible := [doubt.sentence for doubt in found if doubt.grade == "impossible"]:
        raise ImpossibleResult(" ".join(impossible))


def settle_match(match: Match, *, disputed: bool = False) -> None:
    """Derives a match's state and tallies from what is known about it. The caller holds the transaction."""
    lines = current_lines(match)
    ruling = current_ruling_of(match)
    hands = hand_tally(match)
    comparison = compare_sheets(match, lines, hands)
    match.cross_checked = comparison == "equal" or match.checked_at is not None
    if ruling is not None or match.walk_over is not None:
        match.state = State.RULED
    elif match.state == State.CALLED_OFF:
        pass
    elif disputed or match.state == State.DISPUTED or comparison == "unequal":
        match.state = State.DISPUTED
    elif comparison == "equal":
        match.state = State.AGREED
    elif match.state != State.AGREED:
        match.state = State.ENTERED if comparison != "nothing" else State.WAITING
    tally = tally_of(match, lines, hands, ruling)
    for place, side in enumerate(sides_of(match)):
        counted = {name: getattr(tally, name)[place] for name in TALLIES}
        if counted != {name: getattr(side, name) for name in TALLIES}:
            for name, value in counted.items():
                setattr(side, name, value)
            side.save(update_fields=TALLIES)
    match.save(update_fields=["state", "cross_checked", "checked_at", "walk_over"])


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
            note(current, "agree", by=by, now=now, before={"match": match.pk, "state": State.ENTERED.value})
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
    points: Sequence[int],
    games: Sequence[int] | None = None,
    reason: str,
    by: Account | None,
    now: datetime,
) -> Ruling:
    """Records the director's ruling on a match, whatever its sheets say: points for each side in order, and games if
    they count. An earlier ruling is kept beside it."""
    if not reason.strip():
        raise NeedsReason
    with writing(match.table.stage.event) as event:
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
        before = {"match": match.pk, "state": current.state, "points": list(current.points)}
        current.walk_over = None
        settle_match(current)
        note(event, "make_ruling", by=by, now=now, before=before, after={"points": list(points)}, reason=reason.strip())
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
        note(event, "call_off", by=by, now=now, before=before, reason=reason.strip())


def give_walk_over(match: Match, side: int, *, reason: str, by: Account | None, now: datetime) -> None:
    """Gives a walk-over because one of two sides did not come; `side` is the number of the one that did. Each gets the
    club's credit. An earlier ruling is kept beside it, and another ruling undoes it. Raises NoWalkOver if tables play
    on in turns, or more than two sides meet."""
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
        came = [entry.pk for entry in sides_of(current)[side - 1].entries]
        note(event, "give_walk_over", by=by, now=now, before=before, after={"came": came}, reason=reason.strip())


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
        note(event, "share_table", by=by, now=now, before=logged, after={"part": part}, reason=reason.strip())


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
        note(event, "take_back_walk_over", by=by, now=now, before={"match": match.pk}, reason=reason.strip())


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
        note(event, "take_back_decision", by=by, now=now, before={"match": match.pk})
