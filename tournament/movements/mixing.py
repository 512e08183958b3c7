"""The search that mixes people over the rounds to come: as few second partnerships, third times as opponents and second
meetings of any kind as its steps can find.

People are numbers from 0 here, and a round is its tables, seat by seat, and who rests. How often two have met is one
number, their tally: PARTNERS for each time as partners, OPPONENTS for each time as opponents.
"""

import math
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from rustworkx import PyGraph, max_weight_matching

Seats = tuple[int, ...]

MOST_TIMES = 256
PARTNERS, OPPONENTS = 1, MOST_TIMES
KEPT_APART = 100 * OPPONENTS
"""Who is to be kept apart counts as if they had met so often already."""

STEPS_A_SEAT, MOST_STEPS = 60, 8_000
HEATS = 3
LOOKS, TRIES = 100, 50
WARM, COLD = 1.5, 0.15


@dataclass(frozen=True)
class Plan:
    """Rounds in order, each its tables and who rests."""

    tables: tuple[tuple[Seats, ...], ...]
    resting: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Task:
    """What to plan: `sizes` are the tables of every round, and whoever is left over rests. `met` are the tallies of
    those who have met, `rested` how often each has rested. `known` is a plan of all rounds to begin from."""

    people: int
    rounds: int
    sizes: tuple[int, ...]
    in_pairs: bool
    apart: tuple[tuple[int, int], ...] = ()
    met: tuple[tuple[int, int, int], ...] = ()
    rested: tuple[int, ...] = ()
    known: Plan | None = None
    seed: int = 0


@dataclass(frozen=True)
class Change:
    """A step of the search: tables (round, table) with who sit there before and after, and people who change places
    among the resting (round, place, before, after)."""

    tables: tuple[tuple[int, int, Seats, Seats], ...]
    resting: tuple[tuple[int, int, int, int], ...] = ()

    @property
    def undone(self) -> "Change":
        return Change(
            tuple((round, table, after, before) for round, table, before, after in self.tables),
            tuple((round, place, after, before) for round, place, before, after in self.resting),
        )


@lru_cache(maxsize=1)
def costs() -> tuple[int, ...]:
    """What a tally costs: 40 for a second time as partners, 10 for each time as opponents beyond two, and for each
    meeting of any kind as much as there were before it, so that meetings spread evenly."""
    return tuple(
        40 * math.comb(partners, 2) + 10 * max(opponents - 2, 0) + math.comb(partners + opponents, 2)
        for opponents in range(MOST_TIMES)
        for partners in range(MOST_TIMES)
    )


@lru_cache(maxsize=16)
def relations(size: int, in_pairs: bool) -> tuple[tuple[int, int, int], ...]:
    """Every two seats of a table, and what those who sit there are to each other."""
    return tuple(
        (one, other, PARTNERS if in_pairs and (other - one) % 2 == 0 else OPPONENTS)
        for one, other in combinations(range(size), 2)
    )


@lru_cache(maxsize=64)
def planned(task: Task) -> Plan:
    """The best plan found within the search's steps; the same task always has the same."""
    search = _Search(task)
    if task.known:
        for tables, resting in zip(task.known.tables, task.known.resting, strict=True):
            search.append(tables, resting)
    else:
        for _ in range(task.rounds):
            search.append_best()
    return search.run()


class _Search:
    """Annealing from a first plan: people change seats, pairs change tables, and who rests changes with one whose turn
    it is as well. A step for the worse is taken the more seldom, the longer the search lasts."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.rng = random.Random(task.seed)
        self.costs = costs()
        self.tables: list[list[Seats]] = []
        self.resting: list[list[int]] = []
        self.turns: list[list[int]] = []
        self.rested = list(task.rested or (0,) * task.people)
        self.tally = [0] * task.people**2
        self.cost = self.fair = 0
        for one, other, tally in task.met:
            self.tally[self._place(one, other)] = tally
            self.cost += self.costs[tally]
        for one, other in task.apart:
            self.tally[self._place(one, other)] += KEPT_APART

    def append(self, tables: Sequence[Seats], resting: Sequence[int]) -> None:
        self.tables.append(list(tables))
        self.resting.append(list(resting))
        self.turns.append([self.rested[person] for person in resting])
        for person in resting:
            self.rested[person] += 1
        self.cost += sum(self._sit(seats, 1) for seats in tables)

    def append_best(self) -> None:
        """The next round as well as it can be for itself; whoever has rested least rests."""
        by_rests = sorted(range(self.task.people), key=lambda person: self.rested[person])
        resting = by_rests[: self.task.people - sum(self.task.sizes)]
        seated = [person for person in range(self.task.people) if person not in resting]
        self.rng.shuffle(seated)
        if self.task.in_pairs:
            self.append(self._in_pairs(seated), resting)
        else:
            remaining = iter(seated)
            self.append([tuple(next(remaining) for _ in range(size)) for size in self.task.sizes], resting)

    def _in_pairs(self, seated: Sequence[int]) -> list[Seats]:
        """First who are partners, then which pairs meet."""

        def as_partners(one: int, other: int) -> int:
            return self._price(seated[one], seated[other], PARTNERS)

        pairs = [(seated[one], seated[other]) for one, other in _matched(len(seated), as_partners)]

        def as_opponents(one: int, other: int) -> int:
            return sum(self._price(person, against, OPPONENTS) for person in pairs[one] for against in pairs[other])

        return [
            (pairs[one][0], pairs[other][0], pairs[one][1], pairs[other][1])
            for one, other in _matched(len(pairs), as_opponents)
        ]

    def run(self) -> Plan:
        least = self._least()
        best, found = self.cost, self._plan()
        to_try: list[tuple[int, int, int]] = []
        steps = min(STEPS_A_SEAT * self.task.rounds * sum(self.task.sizes), MOST_STEPS)
        for step in range(steps * HEATS):
            if best <= least or not (self.task.in_pairs or len(self.task.sizes) > 1):
                break
            to_try = to_try or self._worth_moving()
            change = self._change(*to_try.pop())
            if change is None:
                continue
            worse = self._make(change)
            if worse > 0 and self.rng.random() >= math.exp(-worse / (WARM * (COLD / WARM) ** (step % steps / steps))):
                self._make(change.undone)
            elif self.cost < best:
                best, found = self.cost, self._plan()
        return found

    def _plan(self) -> Plan:
        return Plan(tuple(map(tuple, self.tables)), tuple(map(tuple, self.resting)))

    def _least(self) -> int:
        """What nothing can be better than: all have met equally often, as near as can be."""
        met = self.task.rounds * sum(math.comb(size, 2) for size in self.task.sizes)
        met += sum(sum(divmod(tally, OPPONENTS)) for _one, _other, tally in self.task.met)
        twos = math.comb(self.task.people, 2)
        times, more = divmod(met, twos)
        self.fair = times
        return twos * math.comb(times, 2) + more * times

    def _place(self, one: int, other: int) -> int:
        return one * self.task.people + other if one < other else other * self.task.people + one

    def _price(self, one: int, other: int, relation: int) -> int:
        tally = self.tally[self._place(one, other)]
        return self.costs[tally + relation] - self.costs[tally]

    def _sit(self, seats: Seats, times: int) -> int:
        """Counts a table (1) or takes it back (-1), and says what that changes."""
        people, tally, costs = self.task.people, self.tally, self.costs
        cost = 0
        for one, other, relation in relations(len(seats), self.task.in_pairs):
            first, second = seats[one], seats[other]
            place = first * people + second if first < second else second * people + first
            before = tally[place]
            after = tally[place] = before + times * relation
            cost += costs[after] - costs[before]
        return cost

    def _make(self, change: Change) -> int:
        cost = 0
        for _round, _table, before, _after in change.tables:
            cost += self._sit(before, -1)
        for round, table, _before, seated in change.tables:
            cost += self._sit(seated, 1)
            self.tables[round][table] = seated
        for round, place, _other, resting in change.resting:
            self.resting[round][place] = resting
        self.cost += cost
        return cost

    def _worth_moving(self) -> list[tuple[int, int, int]]:
        """Some seats (round, table, seat) that cost more than their share; where there are none, any."""
        rng, tables = self.rng, self.tables
        looked_at = []
        for _ in range(LOOKS):
            round = rng.randrange(len(tables))
            table = rng.randrange(len(tables[round]))
            looked_at.append((round, table, rng.randrange(len(tables[round][table]))))
        dear = [seat for seat in looked_at if self._dearest(*seat) > self.fair]
        return ((dear or looked_at) * TRIES)[:TRIES]

    def _dearest(self, round: int, table: int, seat: int) -> int:
        """What the dearest meeting costs that this seat brings with it."""
        seats = self.tables[round][table]
        person, dearest = seats[seat], 0
        for place, other in enumerate(seats):
            if place != seat:
                relation = PARTNERS if self.task.in_pairs and (place - seat) % 2 == 0 else OPPONENTS
                tally = self.tally[self._place(person, other)]
                dearest = max(dearest, self.costs[tally] - self.costs[tally - relation])
        return dearest

    def _change(self, round: int, table: int, seat: int) -> Change | None:
        rng = self.rng
        kind = rng.random()
        if self.resting[round] and kind < 0.15:
            return self._rest_change(round, rng.randrange(len(self.tables)))
        other, place = rng.randrange(len(self.tables[round])), 0
        place = rng.randrange(len(self.tables[round][other]))
        here, there = list(self.tables[round][table]), list(self.tables[round][other])
        if other == table:
            if not self.task.in_pairs or (seat - place) % 2 == 0:
                return None
            here[seat], here[place] = here[place], here[seat]
            return Change(((round, table, self.tables[round][table], tuple(here)),))
        here[seat], there[place] = there[place], here[seat]
        if self.task.in_pairs and kind > 0.6:
            here[seat - 2], there[place - 2] = there[place - 2], here[seat - 2]
        return Change(
            (
                (round, table, self.tables[round][table], tuple(here)),
                (round, other, self.tables[round][other], tuple(there)),
            )
        )

    def _rest_change(self, round: int, other: int) -> Change | None:
        """Two who rest, each in the other's round, as long as both have the same turn to rest."""
        place, there = self.rng.randrange(len(self.resting[round])), self.rng.randrange(len(self.resting[other]))
        one, two = self.resting[round][place], self.resting[other][there]
        same_turn = self.turns[round][place] == self.turns[other][there]
        if one in self.resting[other] or two in self.resting[round] or not same_turn:
            return None
        return Change(
            (self._replaced(round, two, one), self._replaced(other, one, two)),
            ((round, place, one, two), (other, there, two, one)),
        )

    def _replaced(self, round: int, seated: int, by: int) -> tuple[int, int, Seats, Seats]:
        tables = self.tables[round]
        table = next(number for number, seats in enumerate(tables) if seated in seats)
        return round, table, tables[table], tuple(by if person == seated else person for person in tables[table])


def _matched(count: int, price: Callable[[int, int], int]) -> list[tuple[int, int]]:
    """All of an even number in twos, at the least price. The library names the two of an edge in any order."""
    graph: PyGraph[int, int] = PyGraph(multigraph=False)
    graph.add_nodes_from(range(count))
    graph.add_edges_from([(one, other, -price(one, other)) for one, other in combinations(range(count), 2)])
    return sorted((min(two), max(two)) for two in max_weight_matching(graph, max_cardinality=True, weight_fn=int))
