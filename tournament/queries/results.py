"""What is known of a match: its sheets, its hands, and whether they say the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal

from scoring import RuleSet
from tournament.models import Hand, Match, Ruling, SheetLine
from tournament.queries.rules import counts_hang_jacks, rules_of
from tournament.queries.series import current_hands, series_of

Counts = tuple[int | None, ...]
Comparison = Literal["nothing", "partial", "unchecked", "equal", "unequal"]


@dataclass(frozen=True)
class Tally:
    """Of each side, in order; None is unknown, and so are games where there is no target to reach, hang jacks where
    these count no more than a Jack that was kept, and payments and set-backs in a game that knows none."""

    points: Counts
    all_fours: Counts
    jacks_turned: Counts
    games: Counts
    hang_jacks: Counts
    settlement: Counts
    set_backs: Counts


def unknown(match: Match) -> Tally:
    """Of a match of which nothing is known."""
    nothing = (None,) * len(match.sides.all())
    return Tally(*[nothing] * len(fields(Tally)))


def stored_tally(match: Match) -> Tally:
    sides = match.sides.all()
    return Tally(**{tally.name: tuple(getattr(side, tally.name) for side in sides) for tally in fields(Tally)})


def current_lines(match: Match) -> dict[int, SheetLine]:
    """Side -> the line of its sheet that counts."""
    return {line.side_id: line for line in SheetLine.objects.filter(side__match=match, superseded_at=None)}


def hand_tally(match: Match) -> Tally | None:
    """What the hands of a finished match add up to; None while it is being played or was kept on paper."""
    if match.hands_finished_at is None:
        return None
    return finished_tally(match, rules_of(match.table.stage.event), current_hands(match))


def finished_tally(match: Match, rules: RuleSet, hands: Sequence[Hand]) -> Tally:
    """Of all hands of a match, with the hang jacks, payments and set-backs, and the games won: also one that was cut
    short, where it counts for somebody."""
    tally = running_tally(match, hands)
    if counts_hang_jacks(rules):
        tally = replace(tally, hang_jacks=_hang_jacks(match, hands))
    if rules.target is None:
        return tally
    played = series_of(match, rules, hands, stopped=True)
    keys = [side.key for side in match.sides.all()]
    tally = replace(tally, games=tuple(played.games_won[key] for key in keys))
    if rules.settle_up is not None:
        tally = replace(tally, settlement=tuple(played.balance[key] for key in keys))
    if rules.auction is not None:
        tally = replace(tally, set_backs=tuple(played.set_backs[key] for key in keys))
    return tally


def _hang_jacks(match: Match, hands: Sequence[Hand]) -> Counts:
    taken = [winner for hand in hands for kind, winner, _points in hand.awards["awards"] if kind == "hang_jack"]
    return tuple(taken.count(side.key) for side in match.sides.all())


def running_tally(match: Match, hands: Sequence[Hand]) -> Tally:
    """Of points, All Fours and Jacks turned alone. Each hand keeps its awards as [kind, side, points], and who made All
    Fours or turned Jacks."""
    keys = [side.key for side in match.sides.all()]
    awards = [hand.awards for hand in hands]
    return replace(
        unknown(match),
        points=tuple(
            sum(won for each in awards for _kind, winner, won in each["awards"] if winner == key) for key in keys
        ),
        all_fours=tuple(sum(each["all_fours"] == key for each in awards) for key in keys),
        jacks_turned=tuple(sum(each["jacks_turned"].get(key, 0) for each in awards) for key in keys),
    )


def compare(match: Match, lines: Mapping[int, SheetLine], hands: Tally | None) -> Comparison:
    """All sheets in, and equal crosswise between two, is equal; a check box left empty is unchecked; hands are one
    more witness. Where more than two play, a sheet alone says its own points, and only hands can check it."""
    sides = match.sides.all()
    claims = [claim_of(match, lines[side.pk]) for side in sides if side.pk in lines]
    if hands:
        claims.append(hands.points)
    games = tuple(lines[side.pk].games if side.pk in lines else None for side in sides)
    counted = hands.games if hands else unknown(match).games
    for said in (*zip(*claims, strict=True), *zip(games, counted, strict=True)):
        if len({value for value in said if value is not None}) > 1:
            return "unequal"
    if not claims:
        return "nothing"
    if len(lines) == len(sides):
        complete = len(sides) == 2 and all(line.theirs is not None for line in lines.values())
        return "equal" if complete or hands else "unchecked"
    return "unchecked" if hands else "partial"


def claim_of(match: Match, line: SheetLine) -> Counts:
    """What a sheet says of every side: of its own, and between two of the other."""
    theirs = line.theirs if len(match.sides.all()) == 2 else None
    return tuple(line.mine if side.pk == line.side_id else theirs for side in match.sides.all())


def tally_of(match: Match, lines: Mapping[int, SheetLine], hands: Tally | None, ruling: Ruling | None) -> Tally:
    """What counts: a ruling before each side's own "I won" before the hands."""
    known = hands or unknown(match)
    own = [lines.get(side.pk) for side in match.sides.all()]
    return Tally(
        points=tuple(ruling.points) if ruling else _said(own, "mine", known.points),
        all_fours=_said(own, "all_fours", known.all_fours),
        jacks_turned=_said(own, "jacks_turned", known.jacks_turned),
        games=tuple(ruling.games) if ruling and ruling.games else _said(own, "games", known.games),
        hang_jacks=_said(own, "hang_jacks", known.hang_jacks),
        settlement=known.settlement,
        set_backs=known.set_backs,
    )


def _said(own: Sequence[SheetLine | None], box: str, otherwise: Counts) -> Counts:
    """What each side's own line says; where it says nothing, what the hands do."""
    said = [getattr(line, box) if line else None for line in own]
    return tuple(known if value is None else value for value, known in zip(said, otherwise, strict=True))
