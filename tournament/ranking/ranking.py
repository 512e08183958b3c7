"""Ranks records into placings. Entries that are equal on every criterion share a rank; names order a list but never
decide."""

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby
from operator import itemgetter
from typing import Any, Generic, NamedTuple

from .criteria import Criterion
from .matches import E
from .records import Record


class Margin(NamedTuple):
    """What puts somebody ahead of those next below: the key of the criterion with both values, the better one first."""

    key: str
    own: Any
    below: Any


class Placing(NamedTuple, Generic[E]):
    """One line of the standings. `decided_by` is the key of the last criterion that separated this entry, or the group
    it shares its rank with, from a neighbour (None: nothing did). `skipped` are the keys of criteria that were not used
    because a result of somebody still level is missing. `margin` is None for the last."""

    record: Record[E]
    rank: int
    shared: bool
    decided_by: str | None
    skipped: tuple[str, ...] = ()
    margin: Margin | None = None

    @property
    def shown(self) -> str:
        return f"{self.rank}=" if self.shared else f"{self.rank}"


def rank_records(records: Sequence[Record[E]], criteria: Sequence[Criterion]) -> tuple[Placing[E], ...]:
    """Returns the placings from the top. A criterion that compares those still level is asked again for each smaller
    group; the criteria before it are not. The first criterion with a figure ranks by what is known so far, so that one
    result reported in part does not make all equal."""
    placings: list[Placing[E]] = []
    ranks_first = next((criterion for criterion in criteria if criterion.figure_of is not None), None)
    for level in _split_group(records, criteria, ranks_first):
        place, shared = len(placings) + 1, len(level.records) > 1
        for record in sorted(level.records, key=lambda record: record.name.casefold()):
            placings.append(Placing(record, place, shared, level.decided_by, level.skipped, level.margin))
    return tuple(placings)


class _Level(NamedTuple, Generic[E]):
    """Records that no criterion separates any further."""

    records: Sequence[Record[E]]
    decided_by: str | None
    skipped: tuple[str, ...]
    margin: Margin | None


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


def _split_group(
    group: Sequence[Record[E]],
    criteria: Sequence[Criterion],
    ranks_first: Criterion | None,
    decided_by: str | None = None,
    skipped: tuple[str, ...] = (),
    margin: Margin | None = None,
) -> Iterator[_Level[E]]:
    """Yields what the first criterion that separates the group makes of it, part by part from the top."""
    for at, criterion in enumerate(criteria if len(group) > 1 else ()):
        value_of = criterion.value_so_far if criterion is ranks_first else criterion.value_of
        values: list[Any] = [value_of(record, group) for record in group]
        if None in values:
            skipped += (criterion.key,) if criterion.waits_for_results(group) else ()
            continue
        if values.count(values[0]) == len(values):
            continue
        by_value = sorted(zip(values, group, strict=True), key=itemgetter(0), reverse=True)
        again = criteria[at:] if criterion.figure_of is None else criteria[at + 1 :]
        parts = [(value, list(members)) for value, members in groupby(by_value, key=itemgetter(0))]
        for (value, members), after in zip(parts, [*parts[1:], None], strict=True):
            part = [record for _, record in members]
            ahead = Margin(criterion.key, value, after[0]) if after else margin
            yield from _split_group(part, again, ranks_first, criterion.key, skipped, ahead)
        return
    yield _Level(group, decided_by, skipped, margin)
