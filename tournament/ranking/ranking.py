"""Ranks records into placings. Entries that are equal on every criterion share a rank; names order a list but never
decide."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby
from typing import Any, Generic

from .criteria import Comparable, Criterion
from .matches import E
from .records import Record


@dataclass(frozen=True)
class Placing(Generic[E]):
    """One line of the standings. `decided_by` is the key of the last criterion that separated this entry, or the group
    it shares its rank with, from a neighbour (None: nothing did). `skipped` are the keys of criteria that were not used
    because a result of somebody still level is missing."""

    record: Record[E]
    rank: int
    shared: bool
    decided_by: str | None
    skipped: tuple[str, ...] = ()

    @property
    def shown(self) -> str:
        return f"{self.rank}=" if self.shared else f"{self.rank}"


def rank_records(records: Sequence[Record[E]], criteria: Sequence[Criterion]) -> tuple[Placing[E], ...]:
    """Returns the placings from the top. A criterion that compares those still level is asked again for each smaller
    group; the criteria before it are not. The first criterion with a figure ranks by what is known so far, so that one
    result reported in part does not make all equal."""
    placings: list[Placing[E]] = []
    ranks_first = next((criterion for criterion in criteria if criterion.figure_of is not None), None)
    for level in _split_group(tuple(records), tuple(criteria), ranks_first, None, ()):
        place = len(placings) + 1
        for record in sorted(level.records, key=lambda record: record.name.casefold()):
            placings.append(Placing(record, place, len(level.records) > 1, level.decided_by, level.skipped))
    return tuple(placings)


def level_groups_of(placings: Sequence[Placing[E]]) -> tuple[tuple[Placing[E], ...], ...]:
    """Returns the placings that share a rank, group by group from the top."""
    groups = (tuple(group) for _, group in groupby(placings, key=lambda placing: placing.rank))
    return tuple(group for group in groups if len(group) > 1)


def find_ties_across(placings: Sequence[Placing[E]], table_sizes: Sequence[int]) -> tuple[tuple[Placing[E], ...], ...]:
    """Returns the groups of equal rank that tables of these sizes, filled from the top, would split: they have to cut
    the cards. The caller leaves out entries that do not play on."""
    table_of_place = [table for table, size in enumerate(table_sizes) for _ in range(size)]
    ends = list(accumulate(len(tuple(group)) for _, group in groupby(placings, key=lambda placing: placing.rank)))
    return tuple(
        tuple(placings[start:end])
        for start, end in zip([0, *ends], ends, strict=False)
        if len(set(table_of_place[start:end])) > 1
    )


@dataclass(frozen=True)
class _Level(Generic[E]):
    """Records that no criterion separates any further."""

    records: tuple[Record[E], ...]
    decided_by: str | None
    skipped: tuple[str, ...]


def _split_group(
    group: tuple[Record[E], ...],
    criteria: tuple[Criterion, ...],
    ranks_first: Criterion | None,
    decided_by: str | None,
    skipped: tuple[str, ...],
) -> list[_Level[E]]:
    if len(group) < 2 or not criteria:
        return [_Level(group, decided_by, skipped)]
    criterion, later = criteria[0], criteria[1:]
    value_of = criterion.value_so_far if criterion is ranks_first else criterion.value_of
    values: list[tuple[Any, Record[E]]] = [(value_of(record, group), record) for record in group]
    if any(value is None for value, _ in values):
        misses = (criterion.key,) if criterion.waits_for_results(group) else ()
        return _split_group(group, later, ranks_first, decided_by, (*skipped, *misses))
    parts: list[tuple[Record[E], ...]] = []
    for _, members in groupby(sorted(values, key=_value_of, reverse=True), key=_value_of):
        parts.append(tuple(record for _, record in members))
    if len(parts) == 1:
        return _split_group(group, later, ranks_first, decided_by, skipped)
    again = criteria if criterion.figure_of is None else later
    return [level for part in parts for level in _split_group(part, again, ranks_first, criterion.key, skipped)]


def _value_of(pair: tuple[Comparable, object]) -> Comparable:
    return pair[0]
