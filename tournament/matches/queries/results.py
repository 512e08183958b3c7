"""What is known of a match: its sheets and slips, its hands, whether they agree, and what counts."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Literal, NamedTuple

from django.db.models import Sum

from scoring import RuleSet
from tournament.matches.queries.match_rows import MatchRow
from tournament.matches.queries.matches import current_hands, length_at, length_of_match, series_of, sides_of
from tournament.matches.result_checks import check_result, contradictions_in
from tournament.models import SETTLED, Adjustment, Event, Hand, Match, Ruling, SheetLine, State
from tournament.rules.queries.rules import counts_hang_jacks, rules_of

Counts = tuple[int | None, ...]
Comparison = Literal["nothing", "partial", "unchecked", "equal", "unequal"]


@dataclass(frozen=True)
class Tally:
    """The result of a match, by side, in order; None means unknown. Games are unknown without a target, hang jacks if
    they count no more than a Jack that was kept, payments and set-backs if the rules have none."""

    points: Counts
    all_fours: Counts
    jacks_turned: Counts
    games: Counts
    hang_jacks: Counts
    settlement: Counts
    set_backs: Counts


def unknown_counts(match: Match) -> Tally:
    """Returns the tally of a match about which nothing is known."""
    nothing = (None,) * len(match.all_sides)
    return Tally(*[nothing] * len(fields(Tally)))


def stored_tally(match: Match) -> Tally:
    sides = match.all_sides
    return Tally(**{tally.name: tuple(getattr(side, tally.name) for side in sides) for tally in fields(Tally)})


class CurrentPaper(NamedTuple):
    """What counts of the paper of a match: the lines of sheets and slips in order, the ruling, and what the director
    added or took off in it."""

    lines: list[SheetLine]
    ruling: Ruling | None
    adjustments: list[Adjustment]


def current_paper(matches: Iterable[Match]) -> dict[int, CurrentPaper]:
    """Returns the paper of each of these matches, by id. Three queries."""
    papers: dict[int, CurrentPaper] = {}
    match_of = {side.pk: match.pk for match in matches for side in match.all_sides}
    rulings = Ruling.objects.filter(match__in=set(match_of.values()), superseded_at=None).order_by("-pk")
    ruling_of = {ruling.match_id: ruling for ruling in rulings}
    for match in match_of.values():
        papers[match] = CurrentPaper([], ruling_of.get(match), [])
    for line in SheetLine.objects.filter(side__in=match_of, superseded_at=None).order_by("slip", "pk"):
        papers[match_of[line.side_id]].lines.append(line)
    for given in Adjustment.objects.filter(side__in=match_of, superseded_at=None):
        assert given.side_id is not None
        papers[match_of[given.side_id]].adjustments.append(given)
    return papers


def current_lines(match: Match) -> tuple[SheetLine, ...]:
    """Returns the lines that count, of all the match's paper."""
    return tuple(SheetLine.objects.filter(side__match=match, superseded_at=None).order_by("slip", "pk"))


def former_tally(match: Match) -> Tally:
    """Returns what counted before a decision about this match: what counts now or, if paper that was keyed again put it
    in dispute, what counted until then."""
    if match.state == State.DISPUTED:
        lines = list(SheetLine.objects.filter(side__match=match).order_by("slip", "pk"))
        keyed = max((line.entered_at for line in lines if line.superseded_at is None), default=None)
        if keyed is not None and any(line.superseded_at == keyed for line in lines):
            counted = [
                line
                for line in lines
                if line.entered_at < keyed and (line.superseded_at is None or line.superseded_at >= keyed)
            ]
            paper = CurrentPaper(counted, None, current_paper([match])[match.pk].adjustments)
            return tally_of(match, paper, hand_tally(match))
    return stored_tally(match)


def hand_tally(match: Match) -> Tally | None:
    """Adds up the hands of a finished match; None while it is being played, or if it was kept on paper."""
    if match.hands_finished_at is None:
        return None
    return finished_tally(match, rules_of(match.table.stage.event), current_hands(match))


def finished_tally(match: Match, rules: RuleSet, hands: Sequence[Hand]) -> Tally:
    """Returns the tally of all hands of a match, with hang jacks, payments, set-backs and games won, including a game
    that was cut short if it counts for somebody."""
    tally, keys = running_tally(match, hands), [side.key for side in match.all_sides]
    if counts_hang_jacks(rules):
        # From the awards, so that a Jack taken after the end of a game does not count.
        taken = [winner for hand in hands for kind, winner, _points in hand.awards["awards"] if kind == "hang_jack"]
        tally = replace(tally, hang_jacks=tuple(taken.count(key) for key in keys))
    if rules.target is None:
        return tally
    played = series_of(match, rules, hands, stopped=True)
    tally = replace(tally, games=tuple(played.games_won[key] for key in keys))
    if rules.settle_up is not None:
        tally = replace(tally, settlement=tuple(played.balance[key] for key in keys))
    if rules.auction is not None:
        tally = replace(tally, set_backs=tuple(played.set_backs[key] for key in keys))
    return tally


def running_tally(match: Match, hands: Sequence[Hand]) -> Tally:
    """Adds up points, All Fours and Jacks turned. Each hand stores its awards as [kind, side, points], and who made All
    Fours or turned Jacks."""
    keys = [side.key for side in match.all_sides]
    awards = [hand.awards for hand in hands]
    return replace(
        unknown_counts(match),
        points=tuple(
            sum(won for each in awards for _kind, winner, won in each["awards"] if winner == key) for key in keys
        ),
        all_fours=tuple(sum(each["all_fours"] == key for each in awards) for key in keys),
        jacks_turned=tuple(sum(each["jacks_turned"].get(key, 0) for each in awards) for key in keys),
    )


def compare_sheets(match: Match, lines: Sequence[SheetLine], hands: Tally | None) -> Comparison:
    """Checks whether all paper and hands of a match say the same.

    Between two sides: equal if both sheets are in and agree crosswise, unchecked if a "They won" is empty. Among more,
    each sheet reports only its own points, and only hands can check it. A slip reports the whole match: unchecked
    alone, equal beside another slip or the hands that say the same. Lines filled in from the opponent's sheet report
    nothing. More games than the match can have are unequal, whoever reports them.
    """
    sides = match.all_sides
    own = (line for line in lines if not line.slip and not line.from_opponents)
    sheets, slips = lines_by_side(own), slips_among(lines)
    claims = [claim_of(match, sheets[side.pk]) for side in sides if side.pk in sheets]
    claims += [_column_of(match, slip, "mine") for slip in slips]
    games = [_column_of(match, paper, "games") for paper in (sheets, *slips)]
    counts = [[_column_of(match, slip, box) for slip in slips] for box in ("all_fours", "jacks_turned", "hang_jacks")]
    if any(_is_impossible(match, column) for column in games):
        return "unequal"
    if hands:
        claims.append(hands.points)
        games.append(hands.games)
    for columns in (claims, games, *counts):
        for figures in zip(*columns, strict=True):
            if len({figure for figure in figures if figure is not None}) > 1:
                return "unequal"
    if not claims:
        return "nothing"
    if slips:
        return "equal" if hands or _slips_agree(slips) else "unchecked"
    if len(sheets) == len(sides):
        complete = len(sides) == 2 and all(line.theirs is not None for line in sheets.values())
        return "equal" if complete or hands else "unchecked"
    return "unchecked" if hands else "partial"


def lines_by_side(lines: Iterable[SheetLine]) -> dict[int, SheetLine]:
    return {line.side_id: line for line in lines}


def slips_among(lines: Sequence[SheetLine]) -> list[dict[int, SheetLine]]:
    """Returns each slip in order, as a mapping from side to its line."""
    numbers = sorted({line.slip for line in lines if line.slip})
    return [lines_by_side(line for line in lines if line.slip == number) for number in numbers]


def _column_of(match: Match, lines: Mapping[int, SheetLine], box: str) -> Counts:
    return tuple(getattr(lines[side.pk], box) if side.pk in lines else None for side in match.all_sides)


def _is_impossible(match: Match, games: Counts) -> bool:
    if all(won is None for won in games):
        return False
    rules = rules_of(match.table.stage.event)
    doubts = check_result(rules, length_of_match(match), [""] * len(games), unknown_counts(match).points, games)
    return any(doubt.grade == "impossible" for doubt in doubts)


def _slips_agree(slips: Sequence[Mapping[int, SheetLine]]) -> bool:
    """Returns whether two slips agree on a figure of every side, games or points."""
    if len(slips) < 2:
        return False
    first, second = slips[:2]
    return all(
        any(None not in (getattr(line, box), getattr(second[side], box)) for box in ("games", "mine"))
        for side, line in first.items()
        if side in second
    )


def contradictions_of(match: Match) -> tuple[str, ...]:
    """Returns the contradictions under the rules of the match's evening. No query if it was read with sides and
    event."""
    event = match.table.stage.event
    return contradictions_under(event, rules_of(event), match)


def contradictions_under(event: Event, rules: RuleSet, match: Match | MatchRow) -> tuple[str, ...]:
    """Returns what a result on paper contradicts, in sentences; nothing for a result that is counted from hands. One
    query if something contradicts it that may be what the director gave in the match."""
    if match.hands_are_in or match.state in (*SETTLED, State.CALLED_OFF):
        return ()
    sides = sides_of(match)
    points, games = tuple(side.points for side in sides), tuple(side.games for side in sides)
    if all(won is None for won in games):
        return ()
    length = length_at(event, match.table.number, is_decider=match.is_decider)
    names = [side.name for side in sides]
    found = contradictions_in(rules, length, names, points, games)
    if found and (not isinstance(match, MatchRow) or match.is_adjusted):
        sums = _sums_given_in(match)
        given = [sums.get(side.pk, (0, 0)) for side in sides]
        points = tuple(made if made is None else made - off for made, (off, _games) in zip(points, given, strict=True))
        games = tuple(won if won is None else won - off for won, (_points, off) in zip(games, given, strict=True))
        return contradictions_in(rules, length, names, points, games)
    return found


def _sums_given_in(match: Match | MatchRow) -> dict[int, tuple[int, int]]:
    """Returns side -> the points and games that the director gave them in this match. One query."""
    given = Adjustment.objects.filter(side__match=match.pk, superseded_at=None).order_by().values_list("side")
    return {side: (points, games) for side, points, games in given.annotate(Sum("points"), Sum("games"))}


def claim_of(match: Match, line: SheetLine) -> Counts:
    """Returns what a sheet says about every side: its own and, if two sides play, the other."""
    theirs = line.theirs if len(match.all_sides) == 2 else None
    return tuple(line.mine if side.pk == line.side_id else theirs for side in match.all_sides)


def tally_of(match: Match, paper: CurrentPaper, hands: Tally | None) -> Tally:
    """What counts for each side; the first of these that is there: a ruling, the side's own sheet, the first slip, the
    hands. All Fours and Jacks turned that none of them tell are 0 where the event counts empty boxes as none. Disputed
    and unchecked matches count too, for each player as their own sheet has it, so that the hall sees the evening move.
    Points and games that the director added or took off in the match are in it (D33), unless a later ruling replaced
    the result that they changed.
    """
    lines, ruling, adjustments = paper
    known = hands or unknown_counts(match)
    own = [[line for line in lines if line.side_id == side.pk] for side in match.all_sides]
    for of_side in own:
        of_side.sort(key=lambda line: line.slip)
    none_left = _empty_boxes_mean_none(match, own)
    points = tuple(ruling.points) if ruling else _counts_on_paper(own, "mine", known.points)
    games = tuple(ruling.games) if ruling and ruling.games else _counts_on_paper(own, "games", known.games)
    points_of, games_of = Counter[int | None](), Counter[int | None]()
    for given in adjustments:
        if ruling and given.given_at < ruling.ruled_at:
            continue
        points_of[given.side_id] += given.points
        games_of[given.side_id] += given.games
    by_side = list(zip(match.all_sides, points, games, strict=True))
    return Tally(
        points=tuple(made if made is None else made + points_of[side.pk] for side, made, _won in by_side),
        all_fours=_fill_empty_boxes(_counts_on_paper(own, "all_fours", known.all_fours), none_left),
        jacks_turned=_fill_empty_boxes(_counts_on_paper(own, "jacks_turned", known.jacks_turned), none_left),
        games=tuple(won if won is None else max(won + games_of[side.pk], 0) for side, _made, won in by_side),
        hang_jacks=_counts_on_paper(own, "hang_jacks", known.hang_jacks),
        settlement=known.settlement,
        set_backs=known.set_backs,
    )


def _empty_boxes_mean_none(match: Match, own: Sequence[Sequence[SheetLine]]) -> tuple[bool, ...]:
    """Returns for each side whether its paper says what it won, so that an empty box beside it means none (D26). A line
    filled in from the opponent's sheet says nothing about these boxes."""
    is_whole = tuple(any(line.mine is not None and not line.from_opponents for line in paper) for paper in own)
    if not any(is_whole):
        return is_whole
    event = match.table.stage.event
    return is_whole if event.kind.has_sheets and event.empty_means_none else (False,) * len(own)


def _fill_empty_boxes(counts: Counts, none_left: Sequence[bool]) -> Counts:
    return tuple(0 if count is None and is_none else count for count, is_none in zip(counts, none_left, strict=True))


def _counts_on_paper(own: Sequence[Sequence[SheetLine]], box: str, otherwise: Counts) -> Counts:
    """Returns what each side's paper says, from the first line that says anything; if none does, what the hands say."""
    on_paper = [next((value for line in paper if (value := getattr(line, box)) is not None), None) for paper in own]
    return tuple(known if value is None else value for value, known in zip(on_paper, otherwise, strict=True))
