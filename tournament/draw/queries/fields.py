"""What a movement is given before it draws: who is here, what was played, who rested, and whom the club keeps apart."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby
from typing import NamedTuple

from tournament.event.queries.competitors import Competitor, boards_of, competitors_of, competitors_ready, key_of
from tournament.event.queries.entry_rows import entry_rows
from tournament.event.queries.hours import parts_of, place_of
from tournament.formats.formats import StagePlace
from tournament.matches.queries.match_rows import MatchRow, match_rows
from tournament.models import Apart, Enters, Event, Rest, Stage, State
from tournament.movements import MOVEMENTS
from tournament.movements.draw import Field, GroupPlace, PastMatch
from tournament.movements.faults import is_repeat as is_field_repeated
from tournament.standings.queries.counted_matches import Counting
from tournament.standings.queries.groups import in_order, plays_in_groups
from tournament.standings.queries.standings import criteria_of, standings_of

ALL_MEET, BY_SCORE = "round-robin", "swiss"


def field_of_round(event: Event, number: int, *, seed: int | None, here: tuple[int, ...] | None = None) -> Field[int]:
    """Returns the field of stage `number`, by the ids of its units. The first round of the evening is drawn by lot from
    `seed`, the first round of a later part by the standings before it; other rounds start from the order of the first
    one of their part.

    `here` are those who can be seated; without it, those who can be seated now.
    """
    place = place_of(event, number)
    part, units = place.part, competitors_of(event)
    here = competitors_ready(event, units) if here is None else here
    began = Stage.objects.filter(event=event, number=place.first).first() if place.round > 1 else None
    placed: Mapping[int, GroupPlace] = {}
    second_cup = tuple(began.second_cup) if began else ()
    if place.begins_later_part:
        here, others, placed = _qualify(event, place, here)
        second_cup = others if part.second_cup and len(others) > 1 else ()
        here += second_cup
        placed = {key: at for key, at in placed.items() if key in set(here)}
    elif began is not None and place.first > 1 and part.enter:
        here = tuple(key for key in here if key in (*began.order, *second_cup))
    first = _first_counted(event, place)
    past = past_of(event, first, number)
    rested = rests_between(event, first, number)
    return Field(
        here,
        seed=None if place.begins_later_part else seed,
        table_size=event.table_size,
        round=number - first + 1,
        rounds=place.first - first + (part.rounds or part.usual_rounds(len(here) - len(second_cup), len(second_cup))),
        order=tuple(began.order) if began else (),
        past=past,
        rested=rested,
        scores=scores_of(here, past, rested),
        apart=_pairs_apart(event, units, is_first=number == 1),
        stays=_fixed_tables_of(event, units),
        placed=placed,
        second_cup=second_cup,
    )


def _first_counted(event: Event, place: StagePlace) -> int:
    """Returns the first stage that counts for who meets whom: that of the part, or of the part before where everybody
    goes on from all-meet-all to draws by score."""
    before = parts_of(event)[place.index - 1] if place.index else None
    if before is None or place.part.enter or (before.movement, place.part.movement) != (ALL_MEET, BY_SCORE):
        return place.first
    return place.first - max(before.rounds, 1)


def is_repeat(event: Event, number: int, *, here: int) -> bool:
    """Returns whether all who are here have met before a round in which all should meet for the first time; `here` is
    how many. No query in the rounds before that can be."""
    place = place_of(event, number)
    if place.part.movement != ALL_MEET or place.round < here:
        return False
    return is_field_repeated(MOVEMENTS[ALL_MEET], field_of_round(event, number, seed=None))


def past_of(event: Event, first: int, number: int) -> tuple[PastMatch[int], ...]:
    """Returns the matches of the released stages from `first` to before `number`, without those called off. The matches
    of two teams at several tables count as one. Rounds are counted from `first`. Four queries."""
    stages = Stage.objects.filter(
        event=event, released_at__isnull=False, number__gte=first, number__lt=number
    ).values_list("pk", "number")
    rounds = {stage: number - first + 1 for stage, number in stages}
    boards = boards_of(event)
    together: dict[tuple[int, int], list[MatchRow]] = defaultdict(list)
    for match in match_rows(entry_rows(event), table__stage__in=rounds) if rounds else ():
        if match.state != State.CALLED_OFF:
            together[rounds[match.table.stage_id], (match.table.number - 1) // boards + 1].append(match)
    return tuple(_past_of(event, round, table, together[round, table]) for round, table in sorted(together))


def _past_of(event: Event, round: int, table: int, matches: Sequence[MatchRow]) -> PastMatch[int]:
    sides = [
        tuple(dict.fromkeys(key for entry in side.entries if (key := key_of(event, entry)) is not None))
        for side in matches[0].sides
    ]
    won = [_winner_of(match) for match in matches if match.walk_over != 0]
    if not won:
        return PastMatch(round, table, tuple(sides), is_empty=True)
    ranked: tuple[int, ...] = ()
    if len(matches) == 1:
        winner = won[0]
        tallies = [(side.games or 0, side.points or 0) for side in matches[0].sides]
        ranked = tuple(sorted(range(len(tallies)), key=lambda place: tallies[place], reverse=True))
    elif all(side.games is not None for match in matches for side in match.sides) and len(won) == len(matches):
        games = [sum(match.sides[place].games or 0 for match in matches) for place in range(len(sides))]
        winner = games.index(max(games)) if games.count(max(games)) == 1 else None
    else:
        counted = Counter(place for place in won if place is not None)
        best = [place for place, times in counted.items() if times == max(counted.values())]
        winner = best[0] if len(best) == 1 and len(won) == sum(counted.values()) else None
    return PastMatch(round, table, tuple(sides), winner, ranked, score=_score_of(matches))


def _score_of(matches: Sequence[MatchRow]) -> tuple[int, ...]:
    """Returns the games of each side over the matches of two teams, or of a match of a single game the points; () if
    they are not known, or nobody had to play for them."""
    games = [[side.games for side in match.sides] for match in matches]
    points = [side.points for side in matches[0].sides]
    if any(match.walk_over is not None for match in matches):
        return ()
    if len(matches) == 1 and None not in points and max((each or 0 for each in games[0]), default=0) <= 1:
        return tuple(each or 0 for each in points)
    if any(each is None for of_match in games for each in of_match):
        return ()
    return tuple(sum(each or 0 for each in of_side) for of_side in zip(*games, strict=True))


def _winner_of(match: MatchRow) -> int | None:
    """Returns the index of the side that has won: the one that came, else by games, else by points."""
    if match.walk_over is not None:
        return match.walk_over - 1
    for tallies in ([side.games for side in match.sides], [side.points for side in match.sides]):
        known = [tally for tally in tallies if tally is not None]
        if len(known) == len(tallies) and known.count(max(known)) == 1:
            return known.index(max(known))
    return None


def rests_between(event: Event, first: int, number: int) -> tuple[tuple[int, int], ...]:
    """Returns who rested in the stages from `first` to before `number`, each with the round, from 1. One query."""
    rests = Rest.objects.filter(
        stage__event=event, stage__released_at__isnull=False, stage__number__gte=first, stage__number__lt=number
    ).values_list("stage__number", "entry" if event.enters == Enters.PLAYERS else "entry__team")
    rests_of_keys = {(stage - first + 1, key) for stage, key in rests if key is not None}
    return tuple(sorted(rests_of_keys))


def scores_of(
    here: Sequence[int], past: Sequence[PastMatch[int]], rested: Sequence[tuple[int, int]]
) -> Mapping[int, Fraction]:
    """Returns the scores by which a Swiss round pairs: 1 for a match won or a rest, and 0.5 for a tied match."""
    halves = dict.fromkeys(here, 0)
    for match in past:
        for place, side in enumerate(match.sides if not match.is_empty else ()):
            share = 1 if match.winner is None else 2 if place == match.winner else 0
            for key in side:
                if key in halves:
                    halves[key] += share
    for _round, key in rested:
        if key in halves:
            halves[key] += 2
    return {key: Fraction(count, 2) for key, count in halves.items()}


class Qualified(NamedTuple):
    """Who goes on into a later part and who does not, the best first; `placed` says from which place of which group."""

    going_on: tuple[int, ...]
    others: tuple[int, ...]
    placed: Mapping[int, GroupPlace]


def _qualify(event: Event, place: StagePlace, here: Sequence[int]) -> Qualified:
    """Returns who of those here goes on into the part that begins: the best of the standings before it or of each
    group. Those of groups are in the order firsts, then seconds, each as in the standings of all groups; the best of
    all groups together only as in these. A tie there goes by the order of the groups. Those without a place, who have
    not played yet, come last."""
    last, part = place.first - 1, place.part
    rank_of = {placing.record.entry: placing.rank for placing in standings_of(event, hours=last).placings}
    can_play = set(here)
    order, going_on, placed = [key for key in rank_of if key in can_play], set(here), dict[int, GroupPlace]()
    if plays_in_groups(event, last):
        lines = standings_of(event, hours=last, counting="groups").lines
        best = set[int]()
        for letter, of_group in groupby(lines, key=lambda line: line.group):
            in_group = [(line.record.entry, at) for at, line in enumerate(of_group, start=1)]
            able = {entry: GroupPlace(letter, at) for entry, at in in_group if entry in can_play}
            placed |= able
            best |= set([*able][: part.enter])
        row_of = {entry: 0 if part.of_all else at.place for entry, at in placed.items()}
        order = sorted(placed, key=lambda entry: (row_of[entry], rank_of[entry], in_order(placed[entry].group)))
        going_on = best if part.enter and not part.of_all else going_on
    order = list(dict.fromkeys([*order, *here]))
    if part.enter and (part.of_all or not placed):
        going_on = set(order[: part.enter])
    return Qualified(
        tuple(key for key in order if key in going_on), tuple(key for key in order if key not in going_on), placed
    )


def ties_at_the_cut(event: Event, number: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Returns who is tied for a place from which the part that begins with stage `number` takes the best: the letter of
    their group, "" if the best of all go on, with their names. Only if the evening's order has a cut or a play-off to
    break the tie, and it has not happened yet: a name must not decide who goes on."""
    place = place_of(event, number)
    if not place.begins_later_part:
        return ()
    in_groups, enter = plays_in_groups(event, number - 1), place.part.enter
    counting: Counting = "groups" if in_groups and not place.part.of_all else "entered"
    criteria = criteria_of(event, hours=number - 1, counting=counting)
    if all(criterion.key not in ("cut", "play_off") for criterion in criteria):
        return ()
    lines = [line for line in standings_of(event, hours=number - 1, counting=counting).lines if not line.left]
    if counting == "entered":
        rank = lines[enter].placing.rank if enter and len(lines) > enter else 0
        names = tuple(line.name for line in lines if line.placing.rank == rank)
        return (("", names),) if rank and lines[enter - 1].placing.rank == rank else ()
    shared: dict[tuple[str, int], list[str]] = defaultdict(list)
    for line in lines:
        if line.placing.shared and line.placing.rank <= (enter or len(lines)):
            shared[line.group, line.placing.rank].append(line.name)
    return tuple((group, tuple(names)) for (group, _rank), names in shared.items() if len(names) > 1)


def _pairs_apart(event: Event, units: Mapping[int, Competitor], *, is_first: bool) -> frozenset[frozenset[int]]:
    """Returns the pairs of units in which somebody of one is kept apart from somebody of the other. In the first round
    this includes members of the same club."""
    unit_of = {entry.pk: key for key, unit in units.items() for entry in unit.entries}
    wished = Apart.objects.filter(event=event).values_list("one", "other")
    pairs = {frozenset((unit_of[one], unit_of[other])) for one, other in wished if {one, other} <= unit_of.keys()}
    if is_first:
        clubs: dict[str, set[int]] = defaultdict(set)
        for key, unit in units.items():
            for entry in unit.entries:
                if entry.comes_from:
                    clubs[entry.comes_from.casefold()].add(key)
        pairs |= {frozenset(pair) for mates in clubs.values() for pair in combinations(sorted(mates), 2)}
    return frozenset(pair for pair in pairs if len(pair) == 2)


def _fixed_tables_of(event: Event, units: Mapping[int, Competitor]) -> Mapping[int, int]:
    """Returns, by unit, the table that one of its players cannot leave. Ignores teams, which sit at several tables."""
    if event.enters == Enters.TEAMS:
        return {}
    stays: dict[int, int] = {}
    for key, unit in units.items():
        table = next((entry.stays_at for entry in unit.here if entry.stays_at is not None), None)
        if table is not None:
            stays[key] = table
    return stays
