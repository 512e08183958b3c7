"""Fixtures of a league: who meets whom in which round, and who is at home. Pure.

All meet once a cycle, by the circle of a round robin with homes in de Werra's order, so that nobody is at home, or
away, more than twice in a row. Which team gets which slot of the circle is searched for in bounded steps: teams that
share a venue or have a derby are at home in turn, derbies are not too early, and rounds that a team has blocked are
missed. The same teams make the same fixtures.
"""

import random
from collections.abc import Callable, Collection, Hashable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import combinations

from tournament.movements.round_robin import circle_of

STARTS, MOST_SWAPS = 24, 60_000
"""How many orders the search begins with, and how many swaps it looks at in all."""
MOST_WEEKS_OFF = 60
"""After so many intervals with a day off, no more are looked for."""


@dataclass(frozen=True)
class FixtureTeam:
    """What the search knows of a team: its `home`, a venue where one match can be played in a night (None if it does
    not matter), its `night` (None if it has none), and when it is `blocked`: rounds from 1, each with a night on which
    it cannot play there, at home or away. In rounds that are `taken` another league plays at its home."""

    home: Hashable | None = None
    night: int | None = None
    blocked: frozenset[tuple[int, int | None]] = frozenset()
    taken: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Derby:
    """Teams, by their index, no two of which are at home on one night, and that do not meet before a round."""

    teams: tuple[int, ...]
    first_round: int = 1


Pairing = tuple[int, int | None]
"""The home team and the away team by their index; a bye without the latter."""


def search_fixtures(
    teams: Sequence[FixtureTeam], meetings: int, derbies: Sequence[Derby] = (), *, seed: int = 1
) -> list[list[Pairing]]:
    """Returns the pairings of each round."""
    size = len(teams) + len(teams) % 2
    rounds = slot_rounds(len(teams), meetings)
    table = _SlotTable(teams, rounds, size, derbies)
    lot, best, least = random.Random(seed), list(range(size)), -1
    for start in range(STARTS if table.has_limits else 0):
        slot_of = list(range(size))
        if start:
            seats = slot_of[: len(teams)]  # the bye stays in its slot, so that all others keep to their turns
            lot.shuffle(seats)
            slot_of[: len(teams)] = seats
        cost = table.improve(slot_of)
        if least < 0 or cost < least:
            best, least = slot_of, cost
        if not least:
            break
    team_in = {slot: team for team, slot in enumerate(best) if team < len(teams)}
    return [
        [(team_in[home], team_in.get(away)) if home in team_in else (team_in[away], None) for home, away in drawn]
        for drawn in rounds
    ]


def slot_rounds(teams: int, meetings: int) -> list[list[tuple[int, int]]]:
    """Returns the pairs of slots in each round, the home side first; if the number is odd, the last slot is the bye. In
    a cycle each slot is at home and away in turn, but for one round at most. Every second cycle turns the homes round,
    and begins a round later if the number is even: else somebody would be at home three times where cycles meet."""
    size = teams + teams % 2
    slots = [size - 1, *range(size - 1)]  # the slot that stays, which is the bye if there is one
    rounds: list[list[tuple[int, int]]] = []
    for cycle in range(meetings):
        drawn = []
        for number, pairs in enumerate(circle_of(size)):
            named = [(slots[one], slots[other]) for one, other in pairs]
            drawn.append([pair if (at or number) % 2 != cycle % 2 else pair[::-1] for at, pair in enumerate(named)])
        begins = cycle % 2 if size == teams else 0
        rounds += drawn[begins:] + drawn[:begins]
    return rounds


def find_round_days(
    first: date, days_between: int, count: int, nights: Collection[int], is_off: Callable[[date], bool]
) -> list[date]:
    """Returns a day for each round. If a match of the round could fall on a day off, on one of the `nights` of the days
    after it, the round is played one interval later."""
    days: list[date] = []
    day, last = first, first + timedelta(days=days_between * (count + MOST_WEEKS_OFF))
    while len(days) < count:
        if day > last or not any(is_off(each) for each in {day, *(find_night(day, night) for night in nights)}):
            days.append(day)
        day += timedelta(days=days_between)
    return days


def find_night(day: date, night: int | None) -> date:
    """Returns the first day from `day` on that is this weekday; `day` itself without one."""
    return day if night is None else day + timedelta(days=(night - day.weekday()) % 7)


class _SlotTable:
    """What an order of teams in the slots costs: teams at home together that share a venue or have a derby, derbies
    that are too early, matches on blocked nights, and at homes that another league has taken."""

    def __init__(
        self,
        teams: Sequence[FixtureTeam],
        rounds: Sequence[Sequence[tuple[int, int]]],
        size: int,
        derbies: Sequence[Derby],
    ) -> None:
        self.teams, self.swaps_left = teams, MOST_SWAPS
        bye = size - 1 if size > len(teams) else -1
        self.at_home = at_home = [set[int]() for _slot in range(size)]
        self.host_in: list[dict[int, int]] = [{} for _slot in range(size)]
        """The slot at whose home each slot plays, by round; without byes."""
        self.met: list[list[list[int]]] = [[[] for _slot in range(size)] for _slot in range(size)]
        """The rounds in which two slots meet."""
        for number, drawn in enumerate(rounds, start=1):
            for home, away in drawn:
                if bye not in (home, away):
                    at_home[home].add(number)
                    self.host_in[home][number] = self.host_in[away][number] = home
                    self.met[home][away].append(number)
                    self.met[away][home].append(number)
        self.together = [[len(one & other) for other in at_home] for one in at_home]
        self.apart: list[set[int]] = [set() for _team in teams]
        """The teams with which each is not to be at home."""
        self.later: list[list[tuple[int, int]]] = [[] for _team in teams]
        """The teams that each is not to meet before a round."""
        for one, other in combinations(range(len(teams)), 2):
            of_both = [each for each in derbies if {one, other} <= {*each.teams}]
            is_shared = teams[one].home is not None and teams[one].home == teams[other].home
            if (is_shared or of_both) and _can_be_one_night(teams[one].night, teams[other].night):
                self.apart[one].add(other)
                self.apart[other].add(one)
            first_round = max((each.first_round for each in of_both), default=1)
            if first_round > 1:
                self.later[one].append((other, first_round))
                self.later[other].append((one, first_round))
        self.limited = [number for number, team in enumerate(teams) if team.blocked or team.taken]
        self.has_limits = bool(self.limited) or any(self.apart) or any(self.later)

    def improve(self, slot_of: list[int]) -> int:
        """Swaps teams as long as it helps; returns what is left."""
        team_in = {slot: team for team, slot in enumerate(slot_of)}
        blocked = self._count_all_blocked(slot_of, team_in)
        is_better = True
        while is_better and self.swaps_left > 0:
            is_better = False
            for one, other in combinations(range(len(self.teams)), 2):
                before = self._count_clashes_of(one, other, slot_of) + blocked
                if not before:
                    continue
                self.swaps_left -= 1
                _swap(one, other, slot_of, team_in)
                would_be_blocked = self._count_all_blocked(slot_of, team_in)
                if self._count_clashes_of(one, other, slot_of) + would_be_blocked < before:
                    is_better, blocked = True, would_be_blocked
                else:
                    _swap(one, other, slot_of, team_in)
        return blocked + sum(self._count_clashes(team, slot_of) for team in range(len(self.teams)))

    def _count_all_blocked(self, slot_of: Sequence[int], team_in: dict[int, int]) -> int:
        return sum(self._count_blocked(team, slot_of, team_in) for team in self.limited)

    def _count_clashes_of(self, one: int, other: int, slot_of: Sequence[int]) -> int:
        return self._count_clashes(one, slot_of) + self._count_clashes(other, slot_of)

    def _count_clashes(self, team: int, slot_of: Sequence[int]) -> int:
        together, met = self.together[slot_of[team]], self.met[slot_of[team]]
        clashes = sum(together[slot_of[other]] for other in self.apart[team])
        for other, first_round in self.later[team]:
            clashes += sum(number < first_round for number in met[slot_of[other]])
        return clashes

    def _count_blocked(self, team: int, slot_of: Sequence[int], team_in: dict[int, int]) -> int:
        host_in = self.host_in[slot_of[team]]
        return 2 * len(self.teams[team].taken & self.at_home[slot_of[team]]) + sum(
            2
            for number, night in self.teams[team].blocked
            if number in host_in and self.teams[team_in[host_in[number]]].night == night
        )


def _can_be_one_night(one: int | None, other: int | None) -> bool:
    return one is None or other is None or one == other


def _swap(one: int, other: int, slot_of: list[int], team_in: dict[int, int]) -> None:
    slot_of[one], slot_of[other] = slot_of[other], slot_of[one]
    team_in[slot_of[one]], team_in[slot_of[other]] = one, other
