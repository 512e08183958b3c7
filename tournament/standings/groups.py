"""Teams, pairs and individuals from the same match records: records of entries put together into records of groups.

Put together before anything is credited, so that averages are those of the group.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar, get_args

from .matches import Column, E, MatchRecord
from .records import Record, added

G = TypeVar("G", bound=Hashable)
COLUMNS: tuple[Column, ...] = tuple(column for part in get_args(Column) for column in get_args(part))


def merged(
    records: Sequence[Record[E]], group_of: Callable[[E], G], *, name_of: Callable[[G], str] = str
) -> tuple[Record[G], ...]:
    """A record for each group with the matches of its members, by round; a match that partners both tell of is in it
    once. Hours, penalties, cuts and play-offs are an entry's own and stay behind.
    """

    def groups_of(members: Sequence[E]) -> tuple[G, ...]:
        return tuple(dict.fromkeys(group_of(member) for member in members))

    gathered: dict[G, dict[Hashable, MatchRecord[G]]] = {}
    for record in records:
        group = group_of(record.entry)
        matches = gathered.setdefault(group, {})
        for name, match in _named(record):
            partners = tuple(other for other in groups_of(match.partners) if other != group)
            matches.setdefault(name, _between(match, groups_of(match.opponents), partners))
    return _records(gathered, records, name_of)


def sides_of(
    records: Sequence[Record[E]], *, joined: Callable[[Sequence[str]], str] = " & ".join
) -> tuple[Record[frozenset[E]], ...]:
    """A record for each set of partners that played together, however often: the pairs of an evening at which partners
    change, or of a team match that is kept by players. Its name joins theirs, in the order of the names. Rests, which
    nobody has a partner for, are left out."""
    names = {record.entry: record.name for record in records}
    gathered: dict[frozenset[E], dict[Hashable, MatchRecord[frozenset[E]]]] = {}
    for record in records:
        for name, match in _named(record):
            if not match.opponents:
                continue
            size = 1 + len(match.partners)
            starts = range(0, len(match.opponents), size)
            others = tuple(frozenset(match.opponents[start : start + size]) for start in starts)
            side = frozenset((record.entry, *match.partners))
            gathered.setdefault(side, {}).setdefault(name, _between(match, others, ()))

    def name_of(side: frozenset[E]) -> str:
        return joined(sorted((names.get(entry, str(entry)) for entry in side), key=str.casefold))

    return _records(gathered, records, name_of)


def rounds_added(record: Record[E]) -> Record[E]:
    """The same record with all matches of a round against the same opponents added into one: a team match from its
    tables. It is open until all its tables are in; a table that was not played adds nothing, and a match none of whose
    tables was played, or that counts a credit, stays as it is."""
    tables: dict[Hashable, list[MatchRecord[E]]] = {}
    for place, match in enumerate(record.matches):
        name = place if match.credit else (match.round, frozenset(match.opponents))
        tables.setdefault(name, []).append(match)
    return replace(record, matches=tuple(_added(matches) for matches in tables.values()))


def _added(matches: Sequence[MatchRecord[E]]) -> MatchRecord[E]:
    first = matches[0]
    counted = [match for match in matches if match.is_open or match.is_reported]
    if len(matches) == 1 or not counted:
        return first
    is_open = any(match.is_open for match in counted)
    sums: dict[str, Any] = {
        column: None if is_open else added(match.figure(column) for match in counted) for column in COLUMNS
    }
    return MatchRecord(first.round, first.opponents, first.partners, **sums)


def _between(match: MatchRecord[E], opponents: tuple[G, ...], partners: tuple[G, ...]) -> MatchRecord[G]:
    """The same match, told of others."""
    told: MatchRecord[Any] = match
    return replace(told, opponents=opponents, partners=partners)


def _named(record: Record[E]) -> Iterator[tuple[Hashable, MatchRecord[E]]]:
    """Each match with what both partners would call it: the sides, the round, and which of their matches in it."""
    seen: Counter[Hashable] = Counter()
    for match in record.matches:
        name = (match.round, frozenset((record.entry, *match.partners)), frozenset(match.opponents))
        seen[name] += 1
        yield (*name, seen[name]), match


def _records(
    gathered: dict[G, dict[Hashable, MatchRecord[G]]], records: Sequence[Record[E]], name_of: Callable[[G], str]
) -> tuple[Record[G], ...]:
    return tuple(
        Record(
            group,
            name_of(group),
            matches=tuple(sorted(matches.values(), key=lambda match: match.round)),
            scale=records[0].scale,
        )
        for group, matches in gathered.items()
    )
