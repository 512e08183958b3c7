"""The criteria that rank, each asked for the values of those still level; a higher value stands higher.

A value of None means unknown, and unknown for one is skipped for all who are still level. Labels and explanations are
plain English that pages translate. Which criteria an evening uses, and in which order, its format says.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Protocol

from .records import Record


class Comparable(Protocol):
    def __lt__(self, other: Any, /) -> bool: ...


@dataclass(frozen=True)
class Criterion:
    key: str
    label: str
    explanation: str
    value_of: Callable[[Record[Any], Sequence[Record[Any]]], Comparable | None]


CUT_ORDER = (3, 2, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4)
"""Ranks from the best: 004, "Cutting for deal" puts the three and the two above the ace (K12)."""


def _adjusted(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable:
    return record.adjusted


def _hour(number: int) -> Criterion:
    def adjusted(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable:
        hour = record.hours[number - 1] if len(record.hours) >= number else None
        return hour.adjusted if hour else 0

    return Criterion(
        f"hour_{number}",
        f"Hour {number}",
        f"Most points in hour {number}; where somebody sat out, as if for the whole hour.",
        adjusted,
    )


def _points_between(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable | None:
    points = [record.meetings.get(other.entry) for other in group if other.entry != record.entry]
    return None if None in points else sum(won for won in points if won is not None)


def _games(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable:
    """Whoever has no result yet stands below all who have, also below nought."""
    return -1 if record.games is None else record.games


def _points(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable:
    return record.total


def _all_fours(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable | None:
    return record.all_fours


def _best_round(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable | None:
    return record.best_round


def _cut(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable | None:
    """The first card in which the group differs; those whose cards are equal so far have to cut again."""
    cuts = [member.cut or () for member in group]
    equal = sum(1 for _ in takewhile(lambda cards: len(set(cards)) == 1, zip(*cuts, strict=False)))
    cards = record.cut or ()
    return -CUT_ORDER.index(cards[equal]) if len(cards) > equal else None


def _second_table(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable:
    """Whoever had no table in hour two stands below all who had one."""
    return (0, 0) if record.table_number is None else (1, -record.table_number)


CRITERIA: Mapping[str, Criterion] = {
    criterion.key: criterion
    for criterion in (
        Criterion("total", "Total", "Most points; where somebody sat out, as if for the whole hour.", _adjusted),
        Criterion("games", "Games won", "Most games won.", _games),
        Criterion("points", "Points", "Most points, of all games together.", _points),
        _hour(1),
        _hour(2),
        Criterion(
            "points_between",
            "Points between them",
            "Most points in the matches between those still level, if they have all met.",
            _points_between,
        ),
        Criterion("all_fours", "All Fours", "Most hands in which all four points were won.", _all_fours),
        Criterion("best_round", "Best round", "Most points in a single round.", _best_round),
        Criterion(
            "cut",
            "Cut of the cards",
            "The better card cut: 3, 2, ace, king, queen, jack, 10 and so on down to 4. Equal cards: cut again.",
            _cut,
        ),
        Criterion(
            "second_table",
            "Second-hour table",
            "Table 1 of the second hour stands before table 2, and so on.",
            _second_table,
        ),
    )
}
