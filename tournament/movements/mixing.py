"""Searches for a plan of rounds with as few second partnerships, third times as opponents and second meetings as
possible.

People are numbers from 0. A round is its tables, seat by seat, and those who rest. A *tally* counts how often two met.
"""

import math
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from operator import sub
from typing import NamedTuple

from .matching import find_matching

MOST_TIMES = 256


PARTNERS, OPPONENTS = 1, MOST_TIMES


KEPT_APART = 100 * OPPONENTS
"""The tally of two who are to be kept apart: as if they had met so often."""


@lru_cache(maxsize=1)
def costs_of_tallies() -> tuple[int, ...]:
    """Returns the cost of each tally: 40 for a second time as partners, 10 for each time as opponents beyond two, and
    for every meeting the number of meetings before it, so that meetings spread evenly."""
    return tuple(
        40 * math.comb(partners, 2) + 10 * max(opponents - 2, 0) + math.comb(partners + opponents, 2)
        for opponents in range(MOST_TIMES)
        for partners in range(MOST_TIMES)
    )


@lru_cache(maxsize=1)
def prices_of_tallies() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Returns the price of one more time as partners from each tally on, and that of one more time as opponents."""
    of_tallies = costs_of_tallies()
    return tuple(map(sub, of_tallies[PARTNERS:], of_tallies)), tuple(map(sub, of_tallies[OPPONENTS:], of_tallies))


@lru_cache(maxsize=16)
def relations_of_seats(size: int, in_pairs: bool) -> tuple[tuple[int, int, int], ...]:
    """Returns every two seats of a table, and whether they are partners or opponents."""
    return tuple(
        (one, other, PARTNERS if in_pairs and (other - one) % 2 == 0 else OPPONENTS)
        for one, other in combinations(range(size), 2)
    )


Seats = tuple[int, ...]

LOOKS, TRIES = 100, 50
STEPS_A_SEAT, MOST_STEPS = 120, 8_000
COOL, WARM, COLD = 1.0, 10.0, 0.1
FEW_SEATS = 60
"""A search begins cool, which improves a plan. If all rounds together have at most so many seats, a warm search
follows, which can leave a plan that no small step improves."""


@dataclass(frozen=True)
class MixingPlan:
    """Rounds in order: the tables of each, and those who rest."""

    tables: tuple[tuple[Seats, ...], ...]
    resting: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Task:
    """What to plan. `sizes` are the tables of every round; people left over rest. `met` has the tallies so far,
    `rested` how often each has rested. `known` is a plan of all rounds to start from."""

    people: int
    rounds: int
    sizes: tuple[int, ...]
    in_pairs: bool
    apart: tuple[tuple[int, int], ...] = ()
    met: tuple[tuple[int, int, int], ...] = ()
    rested: tuple[int, ...] = ()
    known: MixingPlan | None = None
    seed: int = 0


class SearchStep(NamedTuple):
    """One step of the search: its cost, the tables it changes (round, table, seats) and the rests (round, place,
    person)."""

    cost: int
    tables: tuple[tuple[int, int, Seats], ...]
    resting: tuple[tuple[int, int, int], ...] = ()


@lru_cache(maxsize=64)
def plan_rounds(task: Task) -> MixingPlan:
    """Returns the best plan found within the search's steps. The same task always gives the same plan."""
    search = _Search(task)
    if task.known:
        for tables, resting in zip(task.known.tables, task.known.resting, strict=True):
            search.append(tables, resting)
    else:
        for _ in range(task.rounds):
            search.append_best()
    return search.run()


class _Search:
    """Simulated annealing from a first plan. People swap seats, pairs swap tables, and a person who rests swaps with
    another whose turn to rest it could be. Steps for the worse become rarer as the search goes on."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.rng = random.Random(task.seed)
        self.costs = costs_of_tallies()
        self.to_partner, self.to_oppose = prices_of_tallies()
        self.tables: list[list[Seats]] = []
        self.resting: list[list[int]] = []
        self.turns: list[list[int]] = []
        self.seats: list[tuple[int, int, int]] = []
        self.rested = list(task.rested or (0,) * task.people)
        self.tally = [[0] * task.people for _ in range(task.people)]
        self.before = self.cost = sum(self.costs[tally] for _one, _other, tally in task.met)
        for one, other, tally in (*task.met, *((*pair, KEPT_APART) for pair in task.apart)):
            self.tally[one][other] += tally
            self.tally[other][one] += tally

    def append(self, tables: Sequence[Seats], resting: Sequence[int]) -> None:
        self.seats += [
            (len(self.tables), table, seat) for table, seats in enumerate(tables) for seat in range(len(seats))
        ]
        self.tables.append(list(tables))
        self.resting.append(list(resting))
        self.turns.append([self.rested[person] for person in resting])
        for person in resting:
            self.rested[person] += 1
        for seats in tables:
            self.cost += self._price(seats)
            self._count(seats, 1)

    def append_best(self) -> None:
        """Adds the next round that is best by itself. Those who have rested least rest."""
        by_rests = sorted(range(self.task.people), key=self.rested.__getitem__)
        resting = by_rests[: self.task.people - sum(self.task.sizes)]
        seated = sorted(by_rests[len(resting) :])
        self.rng.shuffle(seated)
        if self.task.in_pairs:
            self.append(self._in_pairs(seated), resting)
        else:
            remaining = iter(seated)
            self.append([tuple(next(remaining) for _ in range(size)) for size in self.task.sizes], resting)

    def _in_pairs(self, seated: Sequence[int]) -> list[Seats]:
        """Chooses partners first, then which pairs meet."""
        price = self.to_partner
        partners = _match_in_twos(
            [[price[tally[other]] for other in seated] for tally in map(self.tally.__getitem__, seated)]
        )
        pairs = [(seated[one], seated[other]) for one, other in partners]
        price = self.to_oppose
        both = [
            [(self.tally[one][person], self.tally[other][person]) for person in range(self.task.people)]
            for one, other in pairs
        ]
        opponents = _match_in_twos(
            [[sum([price[met] for person in pair for met in tallies[person]]) for pair in pairs] for tallies in both]
        )
        return [(pairs[one][0], pairs[other][0], pairs[one][1], pairs[other][1]) for one, other in opponents]

    def run(self) -> MixingPlan:
        least = self._least()
        best, plan = self.cost, self._plan()
        to_try: list[tuple[int, int, int]] = []
        chance = self.rng.random
        for warmth in self._warmths():
            if best <= least:
                break
            to_try = to_try or self._worth_moving()
            change = self._change(*to_try.pop())
            if change is None or (change.cost > 0 and chance() >= math.exp(-change.cost / warmth)):
                continue
            self._make(change)
            if self.cost < best:
                best, plan = self.cost, self._plan()
        return plan

    def _warmths(self) -> Iterator[float]:
        """Yields the warmth of each step. There are no steps if there is only one way to sit."""
        if self.task.in_pairs or len(self.task.sizes) > 1:
            steps = min(STEPS_A_SEAT * len(self.seats), MOST_STEPS)
            for warm in (COOL, WARM) if len(self.seats) <= FEW_SEATS else (COOL,):
                yield from (warm * (COLD / warm) ** (step / steps) for step in range(steps))

    def _plan(self) -> MixingPlan:
        return MixingPlan(tuple(map(tuple, self.tables)), tuple(map(tuple, self.resting)))

    def _least(self) -> int:
        """Returns a lower bound of the cost: the larger of two. In one everybody has met equally often, as near as
        possible; in the other the people of a table are spread over as many tables as possible in every other round."""
        met = self.task.rounds * sum(math.comb(size, 2) for size in self.task.sizes)
        met += sum(sum(divmod(tally, OPPONENTS)) for _one, _other, tally in self.task.met)
        twos = math.comb(self.task.people, 2)
        self.fair, more = divmod(met, twos)
        even = twos * math.comb(self.fair, 2) + more * self.fair
        joined = sorted(place // len(self.task.sizes) for size in self.task.sizes for place in range(size))
        in_two_rounds = sum(joined[: 2 * len(joined) - self.task.people])
        return max(even, self.before + math.comb(self.task.rounds, 2) * in_two_rounds)

    def _price(self, seats: Seats) -> int:
        """Returns what it would cost to seat these people together once more."""
        costs, tally, of_size = self.costs, self.tally, relations_of_seats(len(seats), self.task.in_pairs)
        met = [(tally[seats[one]][seats[other]], by) for one, other, by in of_size]
        return sum([costs[before + by] - costs[before] for before, by in met])

    def _count(self, seats: Seats, times: int) -> None:
        """Adds a table to the tallies (times=1) or takes it out again (times=-1)."""
        tally = self.tally
        for one, other, by in relations_of_seats(len(seats), self.task.in_pairs):
            tally[seats[one]][seats[other]] += times * by
            tally[seats[other]][seats[one]] += times * by

    def _make(self, change: SearchStep) -> None:
        for round, table, seats in change.tables:
            self._count(self.tables[round][table], -1)
            self._count(seats, 1)
            self.tables[round][table] = seats
        for round, place, resting in change.resting:
            self.resting[round][place] = resting
        self.cost += change.cost

    def _worth_moving(self) -> list[tuple[int, int, int]]:
        """Returns some seats (round, table, seat) that cost more than their share; any seats if it finds none."""
        chance, seats, count = self.rng.random, self.seats, len(self.seats)
        looked_at = [seats[int(chance() * count)] for _ in range(LOOKS)]
        dear = [seat for seat in looked_at if self._dearest(*seat) > self.fair]
        return ((dear or looked_at) * TRIES)[:TRIES]

    def _dearest(self, round: int, table: int, seat: int) -> int:
        """Returns the cost of this seat's dearest meeting."""
        seats, price = self.tables[round][table], self.to_oppose
        tally = self.tally[seats[seat]]
        if not self.task.in_pairs:
            return max([price[tally[other] - OPPONENTS] for other in _remove_seat(seats, seat)])
        return max(
            self.to_partner[tally[seats[seat - 2]] - PARTNERS],
            price[tally[seats[seat - 1]] - OPPONENTS],
            price[tally[seats[seat - 3]] - OPPONENTS],
        )

    def _change(self, round: int, table: int, seat: int) -> SearchStep | None:
        chance, in_pairs, tables = self.rng.random, self.task.in_pairs, self.tables[round]
        kind = chance()
        if kind < 0.15 and self.resting[round]:
            return self._rest_change(round, int(chance() * len(self.tables)))
        other = int(chance() * len(tables))
        here, there = tables[table], tables[other]
        place = int(chance() * len(there))
        if other == table:
            return self._swap_neighbours(round, table, seat, place) if in_pairs and (seat - place) % 2 else None
        one, two = here[seat], there[place]
        if in_pairs and kind > 0.6:
            mate, second = here[seat - 2], there[place - 2]
            beside, across = (here[seat - 1], here[seat - 3]), (there[place - 1], there[place - 3])
            cost = self._instead(one, two, beside) + self._instead(mate, second, beside)
            cost += self._instead(two, one, across) + self._instead(second, mate, across)
            left, right = (
                _with(_with(here, seat, two), seat - 2, second),
                _with(_with(there, place, one), place - 2, mate),
            )
        else:
            cost = self._instead_at(here, seat, two) + self._instead_at(there, place, one)
            left, right = _with(here, seat, two), _with(there, place, one)
        return SearchStep(cost, ((round, table, left), (round, other, right)))

    def _instead_at(self, seats: Seats, seat: int, coming: int) -> int:
        """Returns what it costs if somebody else comes to a seat."""
        leaving = seats[seat]
        if not self.task.in_pairs:
            return self._instead(leaving, coming, _remove_seat(seats, seat))
        partner, price = seats[seat - 2], self.to_partner
        cost = price[self.tally[coming][partner]] - price[self.tally[leaving][partner] - PARTNERS]
        return cost + self._instead(leaving, coming, (seats[seat - 1], seats[seat - 3]))

    def _instead(self, leaving: int, coming: int, opponents: Seats) -> int:
        price, old, new = self.to_oppose, self.tally[leaving], self.tally[coming]
        return sum([price[new[other]] - price[old[other] - OPPONENTS] for other in opponents])

    def _swap_neighbours(self, round: int, table: int, seat: int, place: int) -> SearchStep:
        """Returns the step in which two neighbours change seats, and so partners."""
        seats = self.tables[round][table]
        tables = ((round, table, _with(_with(seats, seat, seats[place]), place, seats[seat])),)
        return SearchStep(self._cost_of(tables), tables)

    def _cost_of(self, tables: Sequence[tuple[int, int, Seats]]) -> int:
        cost = 0
        for round, table, seats in tables:
            before = self.tables[round][table]
            self._count(before, -1)
            cost += self._price(seats) - self._price(before)
            self._count(seats, 1)
        for round, table, seats in tables:
            self._count(seats, -1)
            self._count(self.tables[round][table], 1)
        return cost

    def _rest_change(self, round: int, other: int) -> SearchStep | None:
        """Returns the step in which two who rest take each other's round, if both have the same turn to rest."""
        chance = self.rng.random
        place, there = int(chance() * len(self.resting[round])), int(chance() * len(self.resting[other]))
        one, two = self.resting[round][place], self.resting[other][there]
        same_turn = self.turns[round][place] == self.turns[other][there]
        if one in self.resting[other] or two in self.resting[round] or not same_turn:
            return None
        tables = (self._replace_seat(round, two, one), self._replace_seat(other, one, two))
        return SearchStep(self._cost_of(tables), tables, ((round, place, two), (other, there, one)))

    def _replace_seat(self, round: int, seated: int, by: int) -> tuple[int, int, Seats]:
        table, seats = next((table, seats) for table, seats in enumerate(self.tables[round]) if seated in seats)
        return round, table, _with(seats, seats.index(seated), by)


def _with(seats: Seats, at: int, person: int) -> Seats:
    changed = list(seats)
    changed[at] = person
    return tuple(changed)


def _remove_seat(seats: Seats, at: int) -> Seats:
    return seats[:at] + seats[at + 1 :]


def _match_in_twos(prices: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Pairs all of an even number at the least price."""
    edges = ((one, other, -prices[one][other]) for one, other in combinations(range(len(prices)), 2))
    return sorted(find_matching(len(prices), edges))
