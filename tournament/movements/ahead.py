"""The rounds ahead of people who are mixed: a plan of the whole evening is followed as long as the evening goes as it
says, also where somebody who came late takes the place of one who has left; when others have come or left, or somebody
has been moved by hand, the rounds left are planned anew from what was played.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import permutations
from operator import getitem, itemgetter
from typing import Generic, NamedTuple

from tournament.movements.mixing import OPPONENTS, PARTNERS

from .draw import Draw, E, Field, TableDraw, Why, starting_order
from .faults import opponents_in, partners_in
from .mixing import Plan, Seats, Task, planned

Sides = Sequence[Sequence[E]]

SEATS_AHEAD = 5_000
"""That are planned at once: an evening that has more, people times rounds, is planned piece by piece."""
MOST_EXCHANGED = 3
"""For so many who took the places of others it is tried out which they took."""


@dataclass
class Met(Generic[E]):
    """In which rounds two were partners and opponents, and how often each has sat in which seat (from 0)."""

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


class Ahead(NamedTuple, Generic[E]):
    """Everybody here, and the rounds from the one that is asked for, in which people are their places among them.
    `instead` are those who came late and have the place of somebody who has left."""

    people: tuple[E, ...]
    plan: Plan
    instead: Mapping[E, E]


def rounds_ahead(field: Field[E], rounds: int, task_of: Callable[[int, int], Task]) -> Ahead[E]:
    """To the last of so many rounds, as far as can be planned at once. `task_of` so many people and rounds is what the
    movement would plan without a past. Rounds that were announced stay as far as they can: people have been told whom
    they meet next."""
    people = tuple(entry for entry in starting_order(field) if entry in set(field.entries))
    most = max(SEATS_AHEAD // len(people), 1)
    for order in _in_their_places(field) if field.round <= most else ():
        task = task_of(len(order), min(rounds, most))
        whole = planned(replace(task, apart=_apart(field, order)))
        if _is_as_planned(field, order, whole, task.in_pairs):
            ahead = Plan(whole.tables[field.round - 1 :], whole.resting[field.round - 1 :])
            first = field.order or order
            return Ahead(order, ahead, {now: gone for now, gone in zip(order, first, strict=True) if now != gone})
    anew = planned(
        replace(
            task_of(len(people), min(rounds, most)),
            rounds=min(rounds - field.round + 1, most),
            known=None,
            apart=_apart(field, people),
            met=_tallies(field, people),
            rested=tuple(_rests(field, people)),
            seed=field.seed or 0,
        )
    )
    return Ahead(people, anew, {})


def _in_their_places(field: Field[E]) -> Iterator[tuple[E, ...]]:
    """The first order, those who came late in the places of those who left; none where it is not one for one."""
    first, here = field.order or starting_order(field), set(field.entries)
    gone = [entry for entry in first if entry not in here]
    late = [entry for entry in field.entries if entry not in set(first)]
    if len(gone) == len(late):
        for taken in permutations(late) if len(late) <= MOST_EXCHANGED else [late]:
            instead = dict(zip(gone, taken, strict=True))
            yield tuple(instead.get(entry, entry) for entry in first)


def draws_ahead(
    field: Field[E],
    ahead: Ahead[E],
    table_of: Callable[[int, Sequence[E]], TableDraw[E]],
    why: Callable[[E, Sides[E], Met[E]], Why],
    rests: Why,
    in_pairs: bool,
) -> tuple[Draw[E], ...]:
    """The plan as draws. Everybody sits where he has sat least, and who cannot move at his table. `why` is asked before
    a round is counted."""
    people, plan, instead = ahead
    met: Met[E] = Met()
    for past in field.past:
        met.add(past.round, past.sides)
    draws = []
    for round, (planned_tables, resting) in enumerate(zip(plan.tables, plan.resting, strict=True), start=field.round):
        seated = [_arranged([people[person] for person in seats], met, in_pairs) for seats in planned_tables]
        numbers = _numbers(seated, field.stays)
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


def _apart(field: Field[E], people: Sequence[E]) -> tuple[tuple[int, int], ...]:
    """Also two who cannot move from two different tables."""
    places = {entry: place for place, entry in enumerate(people)}
    wanted = {frozenset(pair) for pair in field.apart if len(pair) == 2 and places.keys() >= set(pair)}
    staying = [entry for entry in people if entry in field.stays]
    wanted |= {frozenset((one, two)) for one in staying for two in staying if field.stays[one] != field.stays[two]}
    return tuple(sorted((min(two), max(two)) for two in ([places[entry] for entry in pair] for pair in wanted)))


def _is_as_planned(field: Field[E], order: Sequence[E], plan: Plan, in_pairs: bool) -> bool:
    place_of = {entry: place for people in (field.order, order) for place, entry in enumerate(people)}
    played = {
        (past.round, frozenset(frozenset(place_of.get(entry, -1) for entry in side) for side in past.sides))
        for past in field.past
    }
    return played == {
        (round, frozenset(frozenset(side) for side in _sides(seats, in_pairs)))
        for round, tables in enumerate(plan.tables[: field.round - 1], start=1)
        for seats in tables
    }


def _sides(seats: Seats, in_pairs: bool) -> tuple[Seats, ...]:
    return (seats[0::2], seats[1::2]) if in_pairs else tuple((person,) for person in seats)


def _tallies(field: Field[E], people: Sequence[E]) -> tuple[tuple[int, int, int], ...]:
    places = {entry: place for place, entry in enumerate(people)}
    tallies: Counter[tuple[int, int]] = Counter()
    for pairs_in, times in ((partners_in, PARTNERS), (opponents_in, OPPONENTS)):
        for one, other in (pair for past in field.past for pair in pairs_in(past.sides)):
            if one in places and other in places:
                tallies[min(places[one], places[other]), max(places[one], places[other])] += times
    return tuple((one, other, tally) for (one, other), tally in sorted(tallies.items()))


def _rests(field: Field[E], people: Sequence[E]) -> Iterator[int]:
    """How often each has rested; who came late counts as if the rounds that he missed had been rests."""
    rested = Counter(entry for _round, entry in field.rested)
    played = Counter({(past.round, entry) for past in field.past for entry in past.entries})
    rounds = Counter(entry for _round, entry in played)
    for entry in people:
        yield rested[entry] if (1, entry) in played else field.round - 1 - rounds[entry]


def _numbers(seated: Sequence[Sequence[E]], stays: Mapping[E, int]) -> list[int]:
    """Each table's number: that of somebody at it who cannot move, or the next that is free."""
    numbers: list[int] = []
    for seats in seated:
        numbers.append(next((stays[entry] for entry in seats if stays.get(entry, 0) not in (0, *numbers)), 0))
    free = (number for number in range(1, len(seated) + 1) if number not in numbers)
    return [number or next(free) for number in numbers]


def _arranged(seats: Sequence[E], met: Met[E], in_pairs: bool) -> tuple[E, ...]:
    """In the seats that they have had least; partners stay opposite each other."""
    worn = [[met.sat[entry, seat] ** 2 for seat in range(len(seats))] for entry in seats]
    orders = _orders(len(seats), in_pairs or len(seats) > 4)
    return tuple(
        seats[place]
        for place in min(orders, key=lambda order: sum(map(getitem, map(worn.__getitem__, order), range(len(order)))))
    )


@lru_cache(maxsize=16)
def _orders(size: int, turned_only: bool) -> tuple[Seats, ...]:
    """Ways to sit round a table: all, or those that leave everybody between the same two."""
    if not turned_only:
        return tuple(permutations(range(size)))
    turned = [tuple((place + by) % size for place in range(size)) for by in range(size)]
    return (*turned, *(order[::-1] for order in turned))
