"""What a movement is given before it draws: who is here, what was played, who rested, and whom the club keeps apart."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations, groupby

from tournament.event.queries.competitors import Competitor, boards_of, competitors_of, competitors_ready, key_of
from tournament.event.queries.entry_rows import entry_rows
from tournament.event.queries.hours import StagePlace, parts_of, place_of
from tournament.matches.queries.match_rows import MatchRow, match_rows
from tournament.models import Apart, Enters, Event, Rest, Stage, State
from tournament.movements import MOVEMENTS
from tournament.movements.draw import Field, GroupPlace, PastMatch
from tournament.movements.faults import is_repeat as is_field_repeated
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
    units = competitors_of(event)
    here = competitors_ready(event, units) if here is None else here
    began = Stage.objects.filter(event=event, number=place.first).first() if place.round > 1 else None
    placed: Mapping[int, GroupPlace] = {}
    if place.begins_later_part and plays_in_groups(event, place.first - 1):
        here, placed = _qualified_of_groups(event, place.first - 1, here, place.part.enter)
    elif place.begins_later_part:
        here = _qualify(event, place.first - 1, here, place.part.enter)
    elif began is not None and place.first > 1 and place.part.enter:
        here = tuple(key for key in here if key in began.order)
    first = _first_counted(event, place)
    past = past_of(event, first, number)
    rested = rests_between(event, first, number)
    return Field(
        here,
        seed=None if place.begins_later_part else seed,
        table_size=event.table_size,
        round=number - first + 1,
        rounds=place.first - first + (place.part.rounds or MOVEMENTS[place.part.movement].rounds(len(here)).usual),
        order=tuple(began.order) if began else (),
        past=past,
        rested=rested,
        scores=scores_of(here, past, rested),
        apart=_pairs_apart(event, units, is_first=number == 1),
        stays=_fixed_tables_of(event, units),
        placed=placed,
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
    return PastMatch(round, table, tuple(sides), winner, ranked)


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
    return tuple(sorted(rests_of_keys, key=str))


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


def _qualify(event: Event, last: int, here: Sequence[int], enter: int) -> tuple[int, ...]:
    """Returns those here who go on, in the order of the standings after stage `last`. Those without a place in them
    come last."""
    order = [placing.record.entry for placing in standings_of(event, hours=last).placings]
    can_play = set(here)
    everybody = tuple(dict.fromkeys([*(key for key in order if key in can_play), *here]))
    return everybody[:enter] if enter else everybody


def _qualified_of_groups(
    event: Event, last: int, here: Sequence[int], enter: int
) -> tuple[tuple[int, ...], Mapping[int, GroupPlace]]:
    """Returns the best of each group, as many as go on, of those who are here: firsts, then seconds, each in the order
    of the standings of all groups. A tie there goes by the order of the groups. If everybody goes on, those who have
    not played yet come last."""
    rank_of = {placing.record.entry: placing.rank for placing in standings_of(event, hours=last).placings}
    placed: dict[int, GroupPlace] = {}
    can_play = set(here)
    for letter, lines in groupby(standings_of(event, hours=last, counting="groups").lines, key=lambda line: line.group):
        in_group = [(line.record.entry, place) for place, line in enumerate(lines, start=1)]
        going_on = [(entry, place) for entry, place in in_group if entry in can_play]
        placed |= {entry: GroupPlace(letter, place) for entry, place in going_on[: enter or None]}
    order = sorted(placed, key=lambda entry: (placed[entry].place, rank_of[entry], in_order(placed[entry].group)))
    others = () if enter else tuple(key for key in here if key not in placed)
    return (*order, *others), placed


def level_in_groups(event: Event, number: int) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Returns who is tied for a place from which the part that begins with stage `number` takes the best, by group
    letter with their names. Only if the evening's order has a cut or a play-off to break the tie, and it has not
    happened yet: a name must not decide who goes on."""
    place = place_of(event, number)
    criteria = criteria_of(event, hours=number - 1, counting="groups")
    parts = any(criterion.key in ("cut", "play_off") for criterion in criteria)
    if not (parts and place.begins_later_part and plays_in_groups(event, number - 1)):
        return ()
    lines = standings_of(event, hours=number - 1, counting="groups").lines
    shared: dict[tuple[str, int], list[str]] = defaultdict(list)
    for line in lines:
        if line.placing.shared and line.placing.rank <= (place.part.enter or len(lines)) and not line.left:
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
