"""The club's records over its evenings, of one year or for all time. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from tournament.seasons.evening import EveningLine, PlayedMatch, PlayedSide

MOST_HOLDERS = 4
"""So many holders of a shared record are named; of the others only the number is told."""


class RecordEvening(NamedTuple):
    """An evening with the lines of those who entered it and all its matches in order."""

    event: int
    name: str
    day: date
    lines: Sequence[EveningLine]
    played: Sequence[PlayedMatch]


class RecordHolder(NamedTuple):
    """Who set it, where and when; `tables` are those it was made at, none for what is of no table. A row of wins began
    at `since`."""

    people: tuple[int, ...]
    event: int | None = None
    tables: tuple[int, ...] = ()
    since: int | None = None


@dataclass(frozen=True)
class ClubRecord:
    """`kind` is a key of RECORDS."""

    kind: str
    figure: int
    holders: tuple[RecordHolder, ...]
    others: int = 0


def records_over(evenings: Sequence[RecordEvening]) -> tuple[ClubRecord, ...]:
    """Those that anybody holds, in the order of RECORDS; `evenings` in the order played. Who shares a record is named
    in the order in which they came to it."""
    found = []
    for kind, claims_in in RECORDS.items():
        best, holders = 0, []
        for figure, holder in claims_in(evenings):
            if figure > best:
                best, holders = figure, [holder]
            elif figure == best and best:
                holders.append(holder)
        if best:
            found.append(ClubRecord(kind, best, tuple(holders[:MOST_HOLDERS]), len(holders[MOST_HOLDERS:])))
    return tuple(found)


Claims = Iterator[tuple[int, RecordHolder]]


def _most_in_an_evening(count_of: Callable[[PlayedSide], int | None]) -> Callable[[Sequence[RecordEvening]], Claims]:
    """Of whoever played together: a pair that stays together has one count, partners who change have each their own."""

    def claims(evenings: Sequence[RecordEvening]) -> Claims:
        for evening in evenings:
            made: dict[tuple[int, ...], tuple[int, list[int]]] = {}
            entered = {person: line.people for line in evening.lines for person in line.people}
            for match in evening.played:
                for side in match.sides:
                    count = count_of(side) or 0
                    if count:
                        for people in dict.fromkeys(entered.get(person, (person,)) for person in side.people):
                            so_far, tables = made.get(people, (0, []))
                            made[people] = (so_far + count, [*tables, match.table])
            for people, (count, tables) in made.items():
                yield count, RecordHolder(people, evening.event, tuple(dict.fromkeys(tables)))

    return claims


def _highest_match(evenings: Sequence[RecordEvening]) -> Claims:
    """Without those who have less than somebody before them, as nearly all have."""
    best = 0
    for evening in evenings:
        for match in evening.played:
            for side in match.sides:
                points = side.points or 0
                if points >= best:
                    best = points
                    yield points, RecordHolder(side.people, evening.event, (match.table,))


def _longest_row_of_wins(evenings: Sequence[RecordEvening]) -> Claims:
    """Of one person over all evenings, until a match is drawn or lost; named once, where it was longest."""
    rows: dict[int, tuple[int, int]] = {}
    best: dict[int, tuple[int, RecordHolder]] = {}
    for evening in evenings:
        for match in evening.played:
            ranks = match.ranks
            if ranks is None:
                continue
            is_won = ranks.count(1) == 1
            for side, rank in zip(match.sides, ranks, strict=True):
                for person in side.people:
                    if rank != 1 or not is_won:
                        rows.pop(person, None)
                        continue
                    number, since = rows.get(person, (0, evening.event))
                    rows[person] = (number + 1, since)
                    if number + 1 > best.get(person, (0, None))[0]:
                        holder = RecordHolder((person,), evening.event, (match.table,), since)
                        best[person] = (number + 1, holder)
    yield from best.values()


def _count_attendance(evenings: Sequence[RecordEvening]) -> Claims:
    came: dict[int, int] = {}
    for evening in evenings:
        for person in {person for line in evening.lines for person in line.people}:
            came[person] = came.get(person, 0) + 1
    for person, number in came.items():
        yield number, RecordHolder((person,))


def _fullest_evening(evenings: Sequence[RecordEvening]) -> Claims:
    for evening in evenings:
        yield len({person for line in evening.lines for person in line.people}), RecordHolder((), evening.event)


RECORDS: dict[str, Callable[[Sequence[RecordEvening]], Iterable[tuple[int, RecordHolder]]]] = {
    "hang_jacks": _most_in_an_evening(lambda side: side.hang_jacks),
    "all_fours": _most_in_an_evening(lambda side: side.all_fours),
    "highest_match": _highest_match,
    "row_of_wins": _longest_row_of_wins,
    "attendance": _count_attendance,
    "fullest_evening": _fullest_evening,
}
