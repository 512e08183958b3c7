"""The Swiss movement: every round those as near in score as can be, and nobody twice.

A round is one matching of the whole field, the rest included, at the least cost: first no second rest, nobody who is
kept apart, no second meeting (else as few and as old as can be); then the lowest score rests; then the least sum of
differences in score, so that of several who are level the one rests without whom the others pair best; then the last
in rank rests and neighbours meet. What is still equal, the lot of the seed decides.

Sorted by rank, two whose partners lie across may always change them at no cost, unless they meet somebody barred to
them. So nobody need look further than `reach`, and the least sum over that window is the least of all.
"""

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, permutations
from math import lcm
from operator import mul
from typing import Generic

import rustworkx

from tournament.ranking.records import printed

from .draw import (
    CannotSeat,
    Draw,
    E,
    Field,
    Fit,
    Movement,
    Rounds,
    Why,
    rests_of,
    starting_order,
    two_sides,
    whole_stage,
)
from .faults import opponents_in
from .rounds_of_pairs import rounds_of_pairs
from .words import CANNOT_SEAT_TEXTS

FEWEST = 2
FINEST = 10**6
"""Scores are exact while their common denominator is no greater."""
BITS = 120
"""What a weight may hold, of the 128 that the library has."""
LOT_BITS = 30

Edge = tuple[int, int, int]
Pair = tuple[int, int]
Matching = frozenset[Pair]


@dataclass(frozen=True)
class Room(Generic[E]):
    """The field as a line of places from 0, the best first.

    `halves`: ranked but without a score yet; the line then goes down the top and the bottom half in turn. `met` has
    the round of the last meeting for each place, `apart` who is kept apart from it, `rests` how ripe each is for a
    rest: the least rests first."""

    order: tuple[E, ...]
    scores: tuple[Fraction, ...]
    units: tuple[int, ...]
    met: tuple[Mapping[int, int], ...]
    apart: tuple[frozenset[int], ...]
    rests: tuple[tuple[int, bool], ...]
    halves: bool

    @property
    def is_odd(self) -> bool:
        return len(self.order) % 2 == 1

    @property
    def is_level(self) -> bool:
        return len(set(self.units)) == 1

    @property
    def places(self) -> int:
        """An even number: who rests has the place after the last."""
        return len(self.order) + self.is_odd

    def free_pairs(self) -> frozenset[Pair]:
        """All who may meet without a fault, and who may rest and have not."""
        places = range(len(self.order))
        free = {(one, other) for one, other in combinations(places, 2) if other not in self.barred_to(one)}
        rests = {(place, len(self.order)) for place in places if self.is_odd and not self.rests[place][0]}
        return frozenset(free | rests)

    def barred_to(self, place: int) -> frozenset[int]:
        """Whom it should not meet."""
        return self.apart[place] | self.met[place].keys()


def room_of(field: Field[E]) -> Room[E]:
    order, halves = _line(field)
    places = {entry: place for place, entry in enumerate(order)}
    met: list[dict[int, int]] = [{} for _ in order]
    for past in sorted(field.past, key=lambda past: past.round):
        for one, other in opponents_in(past.sides):
            if one in places and other in places:
                met[places[one]][places[other]] = met[places[other]][places[one]] = past.round
    apart: list[set[int]] = [set() for _ in order]
    for pair in (*field.apart, *_fixed_apart(field)):
        for place, barred in permutations((places[entry] for entry in pair if entry in places), 2):
            apart[place].add(barred)
    scores = tuple(Fraction(field.scores.get(entry, 0)) for entry in order)
    common = min(lcm(*(score.denominator for score in scores)), FINEST)
    return Room(
        order,
        scores,
        tuple(int(score * common) for score in scores),
        tuple(met),
        tuple(map(frozenset, apart)),
        tuple(map(rests_of(field).__getitem__, order)),
        halves,
    )


def _line(field: Field[E]) -> tuple[tuple[E, ...], bool]:
    """By score, the level by lot or as they rank; ranked and without a score, the halves in turn."""
    entries = list(field.entries)
    if field.seed is not None:
        _chance(field).shuffle(entries)
    elif not field.past and not field.scores:
        half = len(entries) // 2
        in_turn = (entry for pair in zip(entries[:half], entries[half : 2 * half], strict=True) for entry in pair)
        return (*in_turn, *entries[2 * half :]), True
    return tuple(sorted(entries, key=lambda entry: field.scores.get(entry, Fraction()), reverse=True)), False


def _chance(field: Field[E]) -> random.Random:
    return random.Random(f"{field.seed} {field.round}")


def _fixed_apart(field: Field[E]) -> Iterator[frozenset[E]]:
    """Two who cannot move from different tables cannot meet."""
    here = [entry for entry in field.entries if entry in field.stays]
    return (frozenset(pair) for pair in combinations(here, 2) if len({field.stays[entry] for entry in pair}) == 2)


def edges_of(room: Room[E], chance: random.Random) -> list[Edge]:
    """Everybody with all whom he may have to meet, and what that is worth; the place after the last is a rest."""
    n = len(room.order)
    costs = [(one, other, _cost(room, one, other)) for one, other in _near(room)]
    if room.is_odd:
        costs += [(one, n, _cost_of_rest(room, one)) for one in range(n)]
    factors: list[int] = []
    factor = 1
    for tier in reversed(list(zip(*(cost for _one, _other, cost in costs), strict=True))):
        factors.insert(0, factor)
        factor *= max(tier) * (n // 2 + 1) + 1
    bits = max(0, min(LOT_BITS, BITS - (factor * n).bit_length()))
    lots = n << bits
    return [
        (one, other, (factor - sum(map(mul, cost, factors))) * lots + chance.getrandbits(bits))
        for one, other, cost in costs
    ]


def _near(room: Room[E]) -> Iterator[tuple[int, int]]:
    """All who may have to meet in the best round. Of the matches that begin or end between the places of two who meet,
    each could change partners with theirs at no cost and with less between them, unless that makes one of the two meet
    somebody barred to him; as both of a match may lie there, that is twice their barred, and perhaps one who rests."""
    n = len(room.order)
    barred = [len(room.barred_to(place)) for place in range(n)]
    furthest = max(barred)
    for one in range(n):
        for other in range(one + 1, min(n, one + 2 * (barred[one] + furthest) + 2 + room.is_odd)):
            if other - one <= 2 * (barred[one] + barred[other]) + 1 + room.is_odd:
                yield one, other


def _cost(room: Room[E], one: int, other: int) -> tuple[int, ...]:
    """What a meeting costs; what stands before outweighs all that come after it, over the whole round."""
    before = room.met[one].get(other, 0)
    return (
        0,
        other in room.apart[one],
        before > 0,
        before,
        0,
        room.units[one] - room.units[other],
        0,
        other - one,
    )


def _cost_of_rest(room: Room[E], one: int) -> tuple[int, ...]:
    """What a rest costs, beside `_cost`."""
    ripeness, levels = sorted(set(room.rests)), sorted(set(room.units))
    last = len(room.order) - 1
    return (ripeness.index(room.rests[one]), 0, 0, 0, levels.index(room.units[one]), 0, last - one, 0)


def _matching(room: Room[E], edges: Iterable[Edge]) -> Matching:
    """The best: every two by their places, the lower first; the place after the last is a rest."""
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph()
    graph.add_nodes_from(range(room.places))
    graph.add_edges_from(list(edges))
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return frozenset((min(pair), max(pair)) for pair in pairs)


def _leave_rounds(field: Field[E], room: Room[E], edges: Sequence[Edge], best: Matching) -> Matching:
    """A matching after which the rounds left can still be played without a second meeting, where there is one: the
    best of all, else the best without one of its pairs, else a round of a plan of them all. While everybody has yet to
    meet half of the field there is such a plan."""
    left = (field.rounds or 0) - field.round
    free = room.free_pairs()
    if left < 1 or not best <= free or min(Counter(chain.from_iterable(free)).values()) > room.places // 2:
        return best
    in_order = [entry for entry in starting_order(field) if entry in set(room.order)]
    labels = [in_order.index(entry) for entry in room.order] + [len(in_order)] * room.is_odd
    places = [labels.index(label) for label in range(room.places)]
    worth = {(one, other): weight for one, other, weight in edges}

    def plan(pairs: Iterable[Pair], rounds: int) -> list[Matching]:
        """By labels that stay, so that a plan that was found is found again before the next round."""
        planned = rounds_of_pairs(room.places, _renamed(pairs, labels), rounds)
        return [_renamed(matching, places) for matching in planned]

    def total(matching: Matching) -> int:
        return sum(map(worth.__getitem__, matching))

    others = [_matching(room, (edge for edge in edges if edge[:2] != pair)) for pair in sorted(best)]
    sound = [other for other in others if other <= free and len(other) == len(best)]
    for matching in (best, *sorted(sound, key=total, reverse=True)):
        if plan(free - matching, left):
            return matching
    return max(plan(free, left + 1), key=total, default=best)


def _renamed(pairs: Iterable[Pair], names: Sequence[int]) -> Matching:
    return frozenset((min(pair), max(pair)) for pair in ((names[one], names[other]) for one, other in pairs))


def next_draws(field: Field[E]) -> tuple[Draw[E], ...]:
    """The one round that can be known now. Tables are in order of score; a table is numbered for whoever stays."""
    if len(field.entries) < FEWEST:
        raise CannotSeat("too_few_sides")
    room = room_of(field)
    edges = edges_of(room, _chance(field))
    best = _matching(room, edges)
    matching = _leave_rounds(field, room, edges, best)
    partner = {one: other for pair in matching for one, other in (pair, pair[::-1])}
    n = len(room.order)
    pairs = [(one, partner[one]) for one in range(n) if one < partner[one] < n]
    pairs.sort(key=lambda pair: (-max(room.units[place] for place in pair), -sum(room.units[place] for place in pair)))
    seats = [(room.order[one], room.order[other]) for one, other in pairs]
    numbers = _numbers(seats, field.stays)
    tables = tuple(two_sides(number, pair) for number, pair in sorted(zip(numbers, seats, strict=True)))
    resting = tuple(room.order[one] for one in range(n) if partner[one] == n)
    why = {room.order[one]: _why(room, one, partner[one], field) for one in range(n)}
    for one, other in ((one, partner[one]) for pair in matching - best for one in pair if partner[one] < n > one):
        if room.units[one] != room.units[other]:
            points = {"points": printed(room.scores[one]), "theirs": printed(room.scores[other])}
            why[room.order[one]] = Why("swiss_for_later", {"opponent": room.order[other], **points})
    for table in tables:
        for entry in table.entries:
            if field.stays.get(entry) == table.number:
                why[entry] = Why("stays", {"table": table.number})
    return (Draw(tables, resting, why=why),)


def _numbers(seats: Sequence[tuple[E, E]], stays: Mapping[E, int]) -> list[int]:
    """A number for each table: that of whoever cannot move, and the others from 1 in the order given."""
    wanted: dict[int, int] = {}
    for table, pair in enumerate(seats):
        for entry in pair:
            if entry in stays and table not in wanted.values():
                wanted.setdefault(stays[entry], table)
    numbers = {table: number for number, table in wanted.items()}
    free = (number for number in range(1, 2 * len(seats) + 1) if number not in wanted)
    return [numbers[table] if table in numbers else next(free) for table in range(len(seats))]


def _why(room: Room[E], one: int, other: int, field: Field[E]) -> Why:
    if other == len(room.order):
        return _why_rests(room, one)
    opponent, points = room.order[other], printed(room.scores[other])
    if other in room.apart[one]:
        return Why("swiss_not_apart", {"opponent": opponent})
    if other in room.met[one]:
        return Why("swiss_again", {"opponent": opponent, "round": room.met[one][other]})
    if (nearer := _nearest_barred(room, one, other)) is not None:
        if nearer in room.apart[one]:
            return Why("swiss_apart", {"entry": room.order[nearer], "opponent": opponent})
        before = {"entry": room.order[nearer], "round": room.met[one][nearer]}
        return Why("swiss_met", {**before, "opponent": opponent})
    if room.halves and {one % 2, other % 2} == {0, 1}:
        return Why("swiss_halves", {"opponent": opponent})
    if room.is_level and not field.past:
        return Why("lot")
    own = printed(room.scores[one])
    if room.units[one] == room.units[other]:
        return Why("swiss_level", {"opponent": opponent, "points": own})
    code = "swiss_down" if one < other else "swiss_up"
    return Why(code, {"opponent": opponent, "points": own, "theirs": points})


def _nearest_barred(room: Room[E], one: int, other: int) -> int | None:
    """Whoever would have been nearer in score, or before there is one nearer in the line, than the opponent drawn."""
    if room.units[one] == room.units[other] and not room.halves:
        return None
    places = room.barred_to(one)
    away = {place: (abs(room.units[one] - room.units[place]), abs(one - place)) for place in (other, *places)}
    return min((place for place in places if away[place] < away[other]), key=away.__getitem__, default=None)


def _why_rests(room: Room[E], one: int) -> Why:
    first = min(room.rests)
    ripe = [place for place, rests in enumerate(room.rests) if rests == first]
    if room.units[one] > min(room.units[place] for place in ripe) or (room.halves and one != max(ripe)):
        return Why("swiss_rests_for")
    if room.is_level and not any(room.met):
        return Why("rests_odd")
    if first[0]:
        return Why("swiss_rests_again")
    some_came_later = any(came_later for rested, came_later in room.rests if not rested)
    return Why("swiss_rests_early" if some_came_later and not first[1] else "swiss_rests")


def fits(size: int) -> Fit:
    return Fit() if size >= FEWEST else Fit(CANNOT_SEAT_TEXTS["too_few_sides"])


def rounds(size: int) -> Rounds:
    """As a rule one more than find a single winner, and no more than are sure to need no second meeting."""
    most = max(1, size - 1 + size % 2)
    usual = most if size <= 4 else min((size - 1).bit_length() + 1, (size + 1) // 2)
    return Rounds(1, usual, most)


SWISS = Movement(
    "swiss",
    fits,
    next_draws,
    two_sides,
    whole_stage,
    sizes=(2,),
    turns=1,
    rounds=rounds,
    wants_results=True,
    meets_once=True,
)
