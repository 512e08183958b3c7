"""Plans the rounds ahead for movements that mix people.

The whole evening is planned at once, and the plan holds as long as the evening follows it. A latecomer may take the
place of somebody who has left. Any other change (people come or leave, or somebody is moved by hand) means a new plan
for the remaining rounds.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import permutations
from operator import getitem, itemgetter
from typing import Generic, NamedTuple

from .draw import Draw, E, Field, TableDraw, Why, number_in_order, starting_order
from .faults import opponents_in, partners_in
from .mixing import OPPONENTS, PARTNERS, MixingPlan, Seats, Task, plan_rounds

Sides = Sequence[Sequence[E]]

SEATS_AHEAD = 5_000
"""The most seats (people times rounds) planned at once; a longer evening is planned piece by piece."""
MOST_EXCHANGED = 3
"""With at most so many latecomers, every way to give them the free places is tried."""


@dataclass
class EarlierMeetings(Generic[E]):
    """Who met in earlier rounds: the rounds in which two were partners or opponents, and how often each sat in which
    seat (from 0)."""

    partners: dict[frozenset[E], list[int]] = field(default_factory=dict)
    opponents: dict[frozenset[E], list[int]] = field(default_factory=dict)
    sat: Counter[tuple[E, int]] = field(default_factory=Counter)

    def add(self, round: int, sides: Sides[E]) -> None:
        for pair in partners_in(sides):
            self.partners.setdefault(frozenset(pair), []).append(round)
        for pair in opponents_in(sides):
            self.opponents.setdefault(frozenset(pair), []).append(round)
        for side, entries in enumerate(sides):
            self.sat.update((entry, side + place * len(sides)) for place, entry in enumerate(entries))


class PlannedRounds(NamedTuple, Generic[E]):
    """The plan from the field's round on. It numbers people by their index in `people`. `instead` maps each latecomer
    to the person whose place they took."""

    people: tuple[E, ...]
    plan: MixingPlan
    instead: Mapping[E, E]


def plan_rounds_ahead(field: Field[E], rounds: int, task_of: Callable[[int, int], Task]) -> PlannedRounds[E]:
    """Plans up to the last of so many rounds, or as many as are planned at once. `task_of(people, rounds)` is the
    movement's task for a new evening. Announced rounds stay as they are if possible, because people know whom they meet
    next."""
    people = tuple(entry for entry in starting_order(field) if entry in set(field.entries))
    most = max(SEATS_AHEAD // len(people), 1)
    for order in _substituted_orders(field) if field.round <= most else ():
        task = task_of(len(order), min(rounds, most))
        whole = plan_rounds(replace(task, apart=_find_pairs_apart(field, order)))
        if _has_followed_plan(field, order, whole, task.in_pairs):
            ahead = MixingPlan(whole.tables[field.round - 1 :], whole.resting[field.round - 1 :])
            first = field.order or order
            return PlannedRounds(
                order, ahead, {now: gone for now, gone in zip(order, first, strict=True) if now != gone}
            )
    anew = plan_rounds(
        replace(
            task_of(len(people), min(rounds, most)),
            rounds=min(rounds - field.round + 1, most),
            known=None,
            apart=_find_pairs_apart(field, people),
            met=_tallies_of(field, people),
            rested=tuple(_count_rests(field, people)),
            seed=field.seed or 0,
        )
    )
    return PlannedRounds(people, anew, {})


def _substituted_orders(field: Field[E]) -> Iterator[tuple[E, ...]]:
    """Yields the first order with latecomers in the places of those who left; nothing if the two numbers differ."""
    first, here = field.order or starting_order(field), set(field.entries)
    gone = [entry for entry in first if entry not in here]
    late = [entry for entry in field.entries if entry not in set(first)]
    if len(gone) == len(late):
        for taken in permutations(late) if len(late) <= MOST_EXCHANGED else [late]:
            instead = dict(zip(gone, taken, strict=True))
            yield tuple(instead.get(entry, entry) for entry in first)


def draw_rounds_ahead(
    field: Field[E],
    ahead: PlannedRounds[E],
    table_of: Callable[[int, Sequence[E]], TableDraw[E]],
    why: Callable[[E, Sides[E], EarlierMeetings[E]], Why],
    rests: Why,
    in_pairs: bool,
) -> tuple[Draw[E], ...]:
    """Turns the plan into draws. Everybody takes the seat they have had least; those who cannot move stay at their
    table. `why` is called for a round before that round is counted."""
    people, plan, instead = ahead
    met: EarlierMeetings[E] = EarlierMeetings()
    for past in field.past:
        met.add(past.round, past.sides)
    draws = []
    for round, (planned_tables, resting) in enumerate(zip(plan.tables, plan.resting, strict=True), start=field.round):
        seated = [_arrange_seats([people[person] for person in seats], met, in_pairs) for seats in planned_tables]
        numbers = number_in_order(seated, field.stays)
        tables = [
            table_of(number, seats) for number, seats in sorted(zip(numbers, seated, strict=True), key=itemgetter(0))
        ]
        matches = [match for table in tables for turn in table.turns for match in turn.matches]
        reasons = {entry: why(entry, match.sides, met) for match in matches for entry in match.entries}
        reasons |= {entry: Why("takes_place", {"entry": gone}) for entry, gone in instead.items()}
        reasons |= {people[person]: rests for person in resting}
        draws.append(Draw(tuple(tables), tuple(people[person] for person in resting), why=reasons))
        for match in matches:
            met.add(round, match.sides)
    return tuple(draws)


def _find_pairs_apart(field: Field[E], people: Sequence[E]) -> tuple[tuple[int, int], ...]:
    """Returns the pairs that must not meet: those the club keeps apart, and any two who cannot move from two different
    tables."""
    places = {entry: place for place, entry in enumerate(people)}
    wanted = {frozenset(pair) for pair in field.apart if len(pair) == 2 and places.keys() >= set(pair)}
    staying = [entry for entry in people if entry in field.stays]
    wanted |= {frozenset((one, two)) for one in staying for two in staying if field.stays[one] != field.stays[two]}
    return tuple(sorted((min(two), max(two)) for two in ([places[entry] for entry in pair] for pair in wanted)))


def _has_followed_plan(field: Field[E], order: Sequence[E], plan: MixingPlan, in_pairs: bool) -> bool:
    """Returns whether the rounds so far had the matches of this plan, for people in this order."""
    place_of = {entry: place for people in (field.order, order) for place, entry in enumerate(people)}
    played = {
        (past.round, frozenset(frozenset(place_of.get(entry, -1) for entry in side) for side in past.sides))
        for past in field.past
    }
    return played == {
        (round, frozenset(frozenset(side) for side in _sides_of(seats, in_pairs)))
        for round, tables in enumerate(plan.tables[: field.round - 1], start=1)
        for seats in tables
    }


def _sides_of(seats: Seats, in_pairs: bool) -> tuple[Seats, ...]:
    return (seats[0::2], seats[1::2]) if in_pairs else tuple((person,) for person in seats)


def _tallies_of(field: Field[E], people: Sequence[E]) -> tuple[tuple[int, int, int], ...]:
    places = {entry: place for place, entry in enumerate(people)}
    tallies: Counter[tuple[int, int]] = Counter()
    for pairs_in, times in ((partners_in, PARTNERS), (opponents_in, OPPONENTS)):
        for one, other in (pair for past in field.past for pair in pairs_in(past.sides)):
            if one in places and other in places:
                tallies[min(places[one], places[other]), max(places[one], places[other])] += times
    return tuple((one, other, tally) for (one, other), tally in sorted(tallies.items()))


def _count_rests(field: Field[E], people: Sequence[E]) -> Iterator[int]:
    """Yields how often each person has rested. Rounds that a latecomer missed count as rests."""
    rested = Counter(entry for _round, entry in field.rested)
    played = Counter({(past.round, entry) for past in field.past for entry in past.entries})
    rounds = Counter(entry for _round, entry in played)
    for entry in people:
        yield rested[entry] if (1, entry) in played else field.round - 1 - rounds[entry]


def _arrange_seats(seats: Sequence[E], met: EarlierMeetings[E], in_pairs: bool) -> tuple[E, ...]:
    """Puts people into the seats they have had least; partners stay opposite each other."""
    worn = [[met.sat[entry, seat] ** 2 for seat in range(len(seats))] for entry in seats]
    orders = _orders_round_table(len(seats), in_pairs or len(seats) > 4)
    return tuple(
        seats[place]
        for place in min(orders, key=lambda order: sum(map(getitem, map(worn.__getitem__, order), range(len(order)))))
    )


@lru_cache(maxsize=16)
def _orders_round_table(size: int, turned_only: bool) -> tuple[Seats, ...]:
    """Returns the orders in which people can sit round a table: all of them, or only those that keep everybody's
    neighbours."""
    if not turned_only:
        return tuple(permutations(range(size)))
    turned = [tuple((place + by) % size for place in range(size)) for by in range(size)]
    return (*turned, *(order[::-1] for order in turned))
