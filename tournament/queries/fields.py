"""What a movement is told before it draws: who is here, what was played, who rested, and whom the club keeps apart."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import combinations

from tournament.models import Apart, Enters, Event, Match, Rest, Side, Stage, State
from tournament.movements import MOVEMENTS
from tournament.movements.draw import Field, Past
from tournament.queries.hours import place_of
from tournament.queries.matches import with_sides
from tournament.queries.standings import standings_of
from tournament.queries.units import Unit, boards_of, key_of, ready, units_of


def field_of_round(event: Event, number: int, *, seed: int | None) -> Field[int]:
    """The field of stage `number`, by the numbers of its units. The first round of the evening is by lot from `seed`,
    that of a later part by the standings before it; later rounds start from the order of the first one of their part.
    """
    place = place_of(event, number)
    units = units_of(event)
    here = ready(event, units)
    began = Stage.objects.filter(event=event, number=place.first).first() if place.round > 1 else None
    if place.begins_later_part:
        here = _qualified(event, place.first - 1, here, place.part.enter)
    elif began is not None and place.first > 1 and place.part.enter:
        here = tuple(key for key in here if key in began.order)
    past = past_of(event, place.first, number)
    rested = rested_of(event, place.first, number)
    return Field(
        here,
        seed=None if place.begins_later_part else seed,
        table_size=event.table_size,
        round=place.round,
        rounds=place.part.rounds or MOVEMENTS[place.part.movement].rounds(len(here)).usual,
        order=tuple(began.order) if began else (),
        past=past,
        rested=rested,
        scores=scores_of(here, past, rested),
        apart=_kept_apart(event, units, is_first=number == 1),
        stays=_stays(event, units),
    )


def past_of(event: Event, first: int, number: int) -> tuple[Past[int], ...]:
    """The matches of the released stages from `first` to before `number`, those called off left out. The matches of
    two teams at several tables are one. Rounds are counted from `first`. Three queries."""
    matches = with_sides(
        Match.objects.filter(
            table__stage__event=event,
            table__stage__released_at__isnull=False,
            table__stage__number__gte=first,
            table__stage__number__lt=number,
        )
        .exclude(state=State.CALLED_OFF)
        .select_related("table__stage")
        .order_by("table__stage__number", "table__number", "pk")
    )
    boards = boards_of(event)
    together: dict[tuple[int, int], list[Match]] = defaultdict(list)
    for match in matches:
        together[match.table.stage.number - first + 1, (match.table.number - 1) // boards + 1].append(match)
    return tuple(_past(event, round, table, of) for (round, table), of in together.items())


def _past(event: Event, round: int, table: int, matches: Sequence[Match]) -> Past[int]:
    sides = [_units_of_side(event, side) for side in matches[0].sides.all()]
    won = [_won_by(match) for match in matches]
    ranked: tuple[int, ...] = ()
    if len(matches) == 1:
        winner = won[0]
        ranked = _ranked(matches[0])
    else:
        counted = Counter(place for place in won if place is not None)
        best = [place for place, times in counted.items() if times == max(counted.values())]
        winner = best[0] if len(best) == 1 and len(won) == sum(counted.values()) else None
    return Past(round, table, tuple(sides), winner, ranked)


def _units_of_side(event: Event, side: Side) -> tuple[int, ...]:
    return tuple(dict.fromkeys(key for entry in side.entries if (key := key_of(event, entry)) is not None))


def _won_by(match: Match) -> int | None:
    """The place of the side that has won: the one that came, else by games, else by points."""
    if match.walk_over is not None:
        return match.walk_over - 1
    for tallies in ([side.games for side in match.sides.all()], [side.points for side in match.sides.all()]):
        known = [tally for tally in tallies if tally is not None]
        if len(known) == len(tallies) and known.count(max(known)) == 1:
            return known.index(max(known))
    return None


def _ranked(match: Match) -> tuple[int, ...]:
    tallies = [(side.games or 0, side.points or 0) for side in match.sides.all()]
    return tuple(sorted(range(len(tallies)), key=lambda place: tallies[place], reverse=True))


def rested_of(event: Event, first: int, number: int) -> tuple[tuple[int, int], ...]:
    """Who rested in the stages from `first` to before `number`, with the round, from 1. One query."""
    rests = Rest.objects.filter(
        stage__event=event,
        stage__released_at__isnull=False,
        stage__number__gte=first,
        stage__number__lt=number,
    ).select_related("stage", "entry")
    found = {(rest.stage.number - first + 1, key_of(event, rest.entry)): None for rest in rests}
    return tuple((round, key) for round, key in sorted(found, key=str) if key is not None)


def scores_of(
    here: Sequence[int], past: Sequence[Past[int]], rested: Sequence[tuple[int, int]]
) -> Mapping[int, Fraction]:
    """What a Swiss round pairs by: 1 for a match won, or rested, and half for a level one."""
    scores = dict.fromkeys(here, Fraction(0))
    for match in past:
        for place, side in enumerate(match.sides):
            share = Fraction(1, 2) if match.winner is None else Fraction(int(place == match.winner))
            for key in side:
                scores[key] = scores.get(key, Fraction(0)) + share
    for _round, key in rested:
        scores[key] = scores.get(key, Fraction(0)) + 1
    return {key: score for key, score in scores.items() if key in set(here)}


def _qualified(event: Event, last: int, here: Sequence[int], enter: int) -> tuple[int, ...]:
    """Those here in the order of the standings after stage `last`, as many as go on; who has none yet comes last."""
    order = [placing.record.entry for placing in standings_of(event, hours=last).placings]
    ranked = [key for key in order if key in set(here)]
    everybody = (*ranked, *(key for key in here if key not in set(ranked)))
    return tuple(everybody[:enter] if enter else everybody)


def _kept_apart(event: Event, units: Mapping[int, Unit], *, is_first: bool) -> frozenset[frozenset[int]]:
    """Pairs of units with somebody who is kept apart from somebody of the other; in the first round club mates too."""
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


def _stays(event: Event, units: Mapping[int, Unit]) -> Mapping[int, int]:
    """Unit -> the table that one of its players cannot move from. Teams sit at several, and are not minded."""
    if event.enters == Enters.TEAMS:
        return {}
    stays: dict[int, int] = {}
    for key, unit in units.items():
        table = next((entry.stays_at for entry in unit.here if entry.stays_at is not None), None)
        if table is not None:
            stays[key] = table
    return stays
