"""What is known of a match: its sheets, its hands, and whether they say the same."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from tournament.models import Hand, Match, Ruling, SheetLine

Pair = tuple[int | None, int | None]
Comparison = Literal["nothing", "partial", "unchecked", "equal", "unequal"]


@dataclass(frozen=True)
class Tally:
    """Of side a and side b; None is unknown."""

    points: Pair = (None, None)
    all_fours: Pair = (None, None)
    jacks_turned: Pair = (None, None)


def current_lines(match: Match) -> dict[int, SheetLine]:
    """Entry -> the line of its sheet that counts."""
    return {line.entry_id: line for line in match.sheet_lines.filter(superseded_at=None)}


def hand_tally(match: Match) -> Tally | None:
    """What the hands of a finished match add up to; None while it is being played or was kept on paper."""
    if match.hands_finished_at is None:
        return None
    return running_tally(match, list(match.hands.filter(superseded_at=None)))


def running_tally(match: Match, hands: list[Hand]) -> Tally:
    """Each hand keeps its awards as [kind, entry, points], and who made All Fours or turned Jacks."""
    sides = (match.entry_a_id, match.entry_b_id)
    points, fours, jacks = [0, 0], [0, 0], [0, 0]
    for hand in hands:
        for index, side in enumerate(sides):
            points[index] += sum(won for kind, winner, won in hand.awards["awards"] if winner == str(side))
            fours[index] += int(hand.awards["all_fours"] == str(side))
            jacks[index] += hand.awards["jacks_turned"].get(str(side), 0)
    return Tally((points[0], points[1]), (fours[0], fours[1]), (jacks[0], jacks[1]))


def compare(match: Match, lines: Mapping[int, SheetLine], hands: Tally | None) -> Comparison:
    """Both sheets in and equal crosswise is equal; a check box left empty is unchecked; hands are a third witness."""
    line_a, line_b = lines.get(match.entry_a_id), lines.get(match.entry_b_id)
    claims: list[Pair] = []
    if line_a:
        claims.append((line_a.mine, line_a.theirs))
    if line_b:
        claims.append((line_b.theirs, line_b.mine))
    if hands:
        claims.append(hands.points)
    for side in (0, 1):
        said = {claim[side] for claim in claims if claim[side] is not None}
        if len(said) > 1:
            return "unequal"
    if not claims:
        return "nothing"
    if line_a and line_b:
        complete = line_a.theirs is not None and line_b.theirs is not None
        return "equal" if complete or hands else "unchecked"
    return "unchecked" if hands else "partial"


def tally_of(match: Match, lines: Mapping[int, SheetLine], hands: Tally | None, ruling: Ruling | None) -> Tally:
    """What counts: a ruling's points before each player's own "I won" before the hands'."""
    known = hands or Tally()
    line_a, line_b = lines.get(match.entry_a_id), lines.get(match.entry_b_id)
    points = (line_a.mine if line_a else known.points[0], line_b.mine if line_b else known.points[1])
    if ruling:
        points = (ruling.points_a, ruling.points_b)
    return Tally(
        points=points,
        all_fours=(_said(line_a, "all_fours", known.all_fours[0]), _said(line_b, "all_fours", known.all_fours[1])),
        jacks_turned=(
            _said(line_a, "jacks_turned", known.jacks_turned[0]),
            _said(line_b, "jacks_turned", known.jacks_turned[1]),
        ),
    )


def _said(line: SheetLine | None, box: str, otherwise: int | None) -> int | None:
    said: int | None = getattr(line, box) if line else None
    return otherwise if said is None else said
