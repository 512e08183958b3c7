"""The Swiss movement: every round, entries as near in score as possible meet, and nobody meets twice.

A round is the cheapest matching of the whole field, the rest included. Costs count in this order: no second rest;
nobody kept apart meets and nobody meets twice (else as few and as long ago as possible); the lowest score rests; the
least sum of differences in score; the last in rank rests and neighbours meet. The lot decides between equals.

With everybody in order of rank, two matches that overlap can always swap partners at no cost, unless that pairs
somebody with an opponent barred to them. So only near pairs have to be compared (`_near_pairs_of`).
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

from tournament.ranking.records import format_total

from .draw import (
    CannotSeat,
    Draw,
    E,
    Field,
    Movement,
    Rounds,
    Why,
    fits_from,
    number_in_order,
    rests_of,
    seat_sides,
    starting_order,
)
from .faults import opponents_in
from .matching import find_matching
from .rounds_of_pairs import find_rounds_of_pairs

FEWEST = 2
FINEST = 10**6
"""Scores are exact up to this common denominator."""
BITS = 120
"""How many bits a weight may have, of the 128 that the library has."""
LOT_BITS = 30

Edge = tuple[int, int, int]
Pair = tuple[int, int]
Matching = frozenset[Pair]


@dataclass(frozen=True)
class SwissField(Generic[E]):
    """The field as places from 0, the best first.

    With `halves` nobody has a score yet, and places alternate between the top and the bottom half. For each place,
    `met` has the round of the last meeting with others, and `apart` those to be kept apart from it. The place with the
    least of `rests` rests first.
    """

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
        """Returns an even number of places: the rest is a place after the last."""
        return len(self.order) + self.is_odd

    def free_pairs(self) -> frozenset[Pair]:
        """Returns all pairs without a fault, and rests of those who have not rested."""
        places = range(len(self.order))
        free = {(one, other) for one, other in combinations(places, 2) if other not in self.places_barred_to(one)}
        rests = {(place, len(self.order)) for place in places if self.is_odd and not self.rests[place][0]}
        return frozenset(free | rests)

    def places_barred_to(self, place: int) -> frozenset[int]:
        """Returns the places that this one should not meet."""
        return self.apart[place] | self.met[place].keys()


def room_of(field: Field[E]) -> SwissField[E]:
    order, halves = _order_by_score(field)
    places = {entry: place for place, entry in enumerate(order)}
    met: list[dict[int, int]] = [{} for _ in order]
    for past in sorted(field.past, key=lambda past: past.round):
        for one, other in opponents_in(past.sides):
            if one in places and other in places:
                met[places[one]][places[other]] = met[places[other]][places[one]] = past.round
    apart: list[set[int]] = [set() for _ in order]
    for pair in (*field.apart, *_pairs_apart(field)):
        for place, barred in permutations((places[entry] for entry in pair if entry in places), 2):
            apart[place].add(barred)
    scores = tuple(Fraction(field.scores.get(entry, 0)) for entry in order)
    common = min(lcm(*(score.denominator for score in scores)), FINEST)
    return SwissField(
        order,
        scores,
        tuple(int(score * common) for score in scores),
        tuple(met),
        tuple(map(frozenset, apart)),
        tuple(map(rests_of(field).__getitem__, order)),
        halves,
    )


def _order_by_score(field: Field[E]) -> tuple[tuple[E, ...], bool]:
    """Returns the entries by score, with equals by lot or by rank; before the first round of a ranked field, the two
    halves in turn."""
    entries = list(field.entries)
    if field.seed is not None:
        _chance_for(field).shuffle(entries)
    elif not field.past and not field.scores:
        half = len(entries) // 2
        in_turn = (entry for pair in zip(entries[:half], entries[half : 2 * half], strict=True) for entry in pair)
        return (*in_turn, *entries[2 * half :]), True
    return tuple(sorted(entries, key=lambda entry: field.scores.get(entry, Fraction()), reverse=True)), False


def _chance_for(field: Field[E]) -> random.Random:
    return random.Random(f"{field.seed} {field.round}")


def _pairs_apart(field: Field[E]) -> Iterator[frozenset[E]]:
    """Yields pairs that cannot meet because neither can leave their own table."""
    here = [entry for entry in field.entries if entry in field.stays]
    return (frozenset(pair) for pair in combinations(here, 2) if len({field.stays[entry] for entry in pair}) == 2)


def edges_of(room: SwissField[E], chance: random.Random) -> list[Edge]:
    """Returns every pair that may have to meet, with its weight. The place after the last is a rest."""
    n = len(room.order)
    costs = [(one, other, _cost_of_pair(room, one, other)) for one, other in _near_pairs_of(room)]
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


def _near_pairs_of(room: SwissField[E]) -> Iterator[tuple[int, int]]:
    """Yields all pairs that may have to meet in the best round. A match that begins or ends between the places of two
    who meet could swap partners with theirs at no cost, unless that pairs one of them with somebody barred. So there
    are at most twice as many places between the two as are barred to them, and one for a rest."""
    n = len(room.order)
    barred = [len(room.places_barred_to(place)) for place in range(n)]
    furthest = max(barred)
    for one in range(n):
        for other in range(one + 1, min(n, one + 2 * (barred[one] + furthest) + 2 + room.is_odd)):
            if other - one <= 2 * (barred[one] + barred[other]) + 1 + room.is_odd:
                yield one, other


def _cost_of_pair(room: SwissField[E], one: int, other: int) -> tuple[int, ...]:
    """Returns what a meeting costs. Each number outweighs all that come after it, over the whole round."""
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


def _cost_of_rest(room: SwissField[E], one: int) -> tuple[int, ...]:
    """Returns what a rest costs, comparable with `_cost_of_pair`."""
    ripeness, levels = sorted(set(room.rests)), sorted(set(room.units))
    last = len(room.order) - 1
    return (ripeness.index(room.rests[one]), 0, 0, 0, levels.index(room.units[one]), 0, last - one, 0)


def _leave_rounds(field: Field[E], room: SwissField[E], edges: Sequence[Edge], best: Matching) -> Matching:
    """Returns a matching after which the rounds left can still be played without a second meeting, if there is one: the
    best of all, else the best without one of its pairs, else a round of a plan of them all. Such a plan exists while
    everybody has yet to meet half of the field."""
    left = (field.rounds or 0) - field.round
    free = room.free_pairs()
    if left < 1 or not best <= free or min(Counter(chain.from_iterable(free)).values()) > room.places // 2:
        return best
    in_order = [entry for entry in starting_order(field) if entry in set(room.order)]
    labels = [in_order.index(entry) for entry in room.order] + [len(in_order)] * room.is_odd
    places = [labels.index(label) for label in range(room.places)]
    worth = {(one, other): weight for one, other, weight in edges}

    def plan(pairs: Iterable[Pair], rounds: int) -> list[Matching]:
        """Uses labels that stay, so that it finds the same plan again before the next round."""
        planned = find_rounds_of_pairs(room.places, _rename_pairs(pairs, labels), rounds)
        return [_rename_pairs(matching, places) for matching in planned]

    def total(matching: Matching) -> int:
        return sum(map(worth.__getitem__, matching))

    others = [find_matching(room.places, (edge for edge in edges if edge[:2] != pair)) for pair in sorted(best)]
    sound = [other for other in others if other <= free and len(other) == len(best)]
    for matching in (best, *sorted(sound, key=total, reverse=True)):
        if plan(free - matching, left):
            return matching
    return max(plan(free, left + 1), key=total, default=best)


def _rename_pairs(pairs: Iterable[Pair], names: Sequence[int]) -> Matching:
    return frozenset((min(pair), max(pair)) for pair in ((names[one], names[other]) for one, other in pairs))


def next_draws(field: Field[E]) -> tuple[Draw[E], ...]:
    """Returns the one round that can be known now. Tables are in order of score, except for those who cannot move."""
    if len(field.entries) < FEWEST:
        raise CannotSeat("too_few_sides")
    room = room_of(field)
    edges = edges_of(room, _chance_for(field))
    best = find_matching(room.places, edges)
    matching = _leave_rounds(field, room, edges, best)
    sit_out = len(room.order)  # whoever is matched with this place sits out
    pairs = [pair for pair in matching if sit_out not in pair]
    pairs.sort(key=lambda pair: (sorted(-room.units[place] for place in pair), pair))
    seats = [(room.order[one], room.order[other]) for one, other in pairs]
    numbers = number_in_order(seats, field.stays)
    tables = tuple(seat_sides(number, pair) for number, pair in sorted(zip(numbers, seats, strict=True)))
    resting = tuple(room.order[one] for one, other in matching if other == sit_out)
    meetings = sorted(meeting for pair in matching for meeting in (pair, pair[::-1]) if meeting[0] != sit_out)
    why = {room.order[one]: _explain_meeting(room, one, other, field) for one, other in meetings}
    paired_for_later = [pair for pair in pairs if pair not in best and room.units[pair[0]] != room.units[pair[1]]]
    for pair in paired_for_later:
        for one, other in (pair, pair[::-1]):
            points = {"points": format_total(room.scores[one]), "theirs": format_total(room.scores[other])}
            why[room.order[one]] = Why("swiss_for_later", {"opponent": room.order[other], **points})
    for table in tables:
        for entry in table.entries:
            if field.stays.get(entry) == table.number:
                why[entry] = Why("stays", {"table": table.number})
    return (Draw(tables, resting, why=why),)


def _explain_meeting(room: SwissField[E], one: int, other: int, field: Field[E]) -> Why:
    if other == len(room.order):
        return _explain_rest(room, one)
    opponent, points = room.order[other], format_total(room.scores[other])
    if other in room.apart[one]:
        return Why("swiss_not_apart", {"opponent": opponent})
    if other in room.met[one]:
        return Why("swiss_again", {"opponent": opponent, "round": room.met[one][other]})
    if (nearer := _find_nearest_barred(room, one, other)) is not None:
        if nearer in room.apart[one]:
            return Why("swiss_apart", {"entry": room.order[nearer], "opponent": opponent})
        before = {"entry": room.order[nearer], "round": room.met[one][nearer]}
        return Why("swiss_met", {**before, "opponent": opponent})
    if room.halves and {one % 2, other % 2} == {0, 1}:
        return Why("swiss_halves", {"opponent": opponent})
    if room.is_level and not field.past:
        return Why("lot")
    own = format_total(room.scores[one])
    if room.units[one] == room.units[other]:
        return Why("swiss_level", {"opponent": opponent, "points": own})
    code = "swiss_down" if one < other else "swiss_up"
    return Why(code, {"opponent": opponent, "points": own, "theirs": points})


def _find_nearest_barred(room: SwissField[E], one: int, other: int) -> int | None:
    """Returns a barred place that is nearer in score (or in rank, while there are no scores) than the opponent
    drawn."""
    if room.units[one] == room.units[other] and not room.halves:
        return None
    places = room.places_barred_to(one)
    away = {place: (abs(room.units[one] - room.units[place]), abs(one - place)) for place in (other, *places)}
    return min((place for place in places if away[place] < away[other]), key=away.__getitem__, default=None)


def _explain_rest(room: SwissField[E], one: int) -> Why:
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


def rounds_for(size: int) -> Rounds:
    """Returns usually one round more than it takes to find a single winner, and never so many that two would have to
    meet again."""
    most = max(1, size - 1 + size % 2)
    usual = most if size <= 4 else min((size - 1).bit_length() + 1, (size + 1) // 2)
    return Rounds(1, usual, most)


SWISS = Movement(
    "swiss", fits_from(FEWEST, "too_few_sides"), next_draws, rounds=rounds_for, wants_results=True, meets_once=True
)
