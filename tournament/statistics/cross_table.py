"""Who beat whom: everybody who played most against each other, in matches won. Pure."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import NamedTuple

from tournament.seasons.evening import PlayedMatch


class Meeting(NamedTuple):
    """How often somebody won and lost against somebody else."""

    won: int
    lost: int


@dataclass(frozen=True)
class CrossRow:
    """A person with what they `won` of all their `matches`, and for each person of the table in order how they met;
    None if they never did."""

    person: int
    matches: int
    won: int
    meetings: tuple[Meeting | None, ...]

    @property
    def percent_won(self) -> int:
        return round(100 * self.won / self.matches)


@dataclass(frozen=True)
class CrossTable:
    """The rows, the largest part won first, and how many `others` played less than these."""

    rows: tuple[CrossRow, ...]
    others: int


def make_cross_table(played: Iterable[PlayedMatch], most: int) -> CrossTable:
    """Returns a table of at most so many people. Matches whose winner is not known do not count."""
    won, met, matches, wins = Counter[tuple[int, int]](), set[tuple[int, int]](), Counter[int](), Counter[int]()
    for match in played:
        ranks = match.ranks
        if ranks is None or len(ranks) < 2:
            continue
        people = [match.people_at(place) for place in range(len(ranks))]
        for rank, side in zip(ranks, people, strict=True):
            matches.update(side)
            if rank == 1 and ranks.count(1) == 1:
                wins.update(side)
        for one, other in permutations(range(len(ranks)), 2):
            pairs = [(person, against) for person in people[one] for against in people[other]]
            met.update(pairs)
            won.update(pairs if ranks[one] < ranks[other] else ())
    often = sorted(matches, key=lambda person: (-matches[person], person))[:most]
    often.sort(key=lambda person: (-wins[person] / matches[person], -matches[person], person))
    rows = [
        CrossRow(person, matches[person], wins[person], tuple(_meetings_of(person, often, won, met)))
        for person in often
    ]
    return CrossTable(tuple(rows), len(matches) - len(often))


def _meetings_of(
    person: int, others: Sequence[int], won: Counter[tuple[int, int]], met: set[tuple[int, int]]
) -> Iterable[Meeting | None]:
    for other in others:
        pair = (person, other)
        yield Meeting(won[pair], won[pair[::-1]]) if pair in met and person != other else None
