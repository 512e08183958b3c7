"""The club's records, of one year or for all time. Pure.

Each evening has records of its own (`records_of_evening`). `add_records` combines those of several evenings into a
year, and those of years into all time: after a correction only that evening and its year are computed again.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tournament.seasons.evening import EveningLine, PlayedMatch

MOST_HOLDERS = 4
"""Up to this many holders of a shared record are named; the others are only counted."""
KINDS = ("hang_jacks", "all_fours", "highest_match", "row_of_wins", "attendance", "fullest_evening")


class RecordHolder(NamedTuple):
    """Who set it, where and when. `tables` are those it was made at, empty if it belongs to no table. A row of wins
    began at evening `since`."""

    people: tuple[int, ...]
    event: int | None = None
    tables: tuple[int, ...] = ()
    since: int | None = None


@dataclass(frozen=True)
class ClubRecord:
    """`kind` is one of KINDS. `game` is the rule set of a record in points, once evenings of several are combined."""

    kind: str
    figure: int
    holders: tuple[RecordHolder, ...]
    others: int = 0
    game: str = ""


class WinningRow(NamedTuple):
    """The number of wins in a row from evening `since` on. The last one was at a table of `event`, in match `number`
    there."""

    wins: int
    since: int
    event: int
    table: int
    number: int


class PersonRows(NamedTuple):
    """A person's rows of wins: the `first`, if they began by winning; the `last`, if it is still on; and the longest.
    `is_unbroken` means that they won everything from the beginning."""

    first: WinningRow | None
    last: WinningRow | None
    longest: WinningRow | None
    is_unbroken: bool


@dataclass(frozen=True, slots=True)
class RecordsSoFar:
    """`best` has the records of single evenings by kind and game; `came` the number of evenings each person played, and
    the last of them."""

    events: tuple[int, ...]
    best: Mapping[tuple[str, str], ClubRecord]
    came: Mapping[int, tuple[int, int]]
    rows: Mapping[int, PersonRows]


def records_of_evening(event: int, lines: Sequence[EveningLine], played: Sequence[PlayedMatch]) -> RecordsSoFar:
    """Returns the records of one evening. `lines` are its competitors, `played` all its matches in order."""
    entered = {person: line.people for line in lines for person in line.people}
    claims = [("fullest_evening", len(entered), RecordHolder((), event))]
    claims += [
        ("highest_match", side.points or 0, RecordHolder(side.people, event, (match.table,)))
        for match in played
        for side in match.sides
    ]
    for kind in ("hang_jacks", "all_fours"):
        claims += [(kind, *claim) for claim in _feats_of_evening(kind, event, entered, played)]
    best = _keep_best(ClubRecord(kind, figure, (holder,)) for kind, figure, holder in claims if figure)
    return RecordsSoFar((event,), best, dict.fromkeys(entered, (1, event)), _rows_of_evening(event, played))


def mark_game(records: RecordsSoFar, game: str) -> RecordsSoFar:
    """Returns the records of one evening with the game on those in points, which other games do not beat."""
    marked = [replace(each, game=game) if each.kind == "highest_match" else each for each in records.best.values()]
    return replace(records, best=_keep_best(marked))


def add_records(several: Sequence[RecordsSoFar]) -> RecordsSoFar:
    """Combines records that are given in the order played. Holders of a shared record are listed in the order in which
    they reached it."""
    came: dict[int, tuple[int, int]] = {}
    rows: dict[int, PersonRows] = {}
    for each in several:
        for person, (number, last) in each.came.items():
            came[person] = (number + came[person][0] if person in came else number, last)
        for person, new in each.rows.items():
            rows[person] = _add_rows(rows[person], new) if person in rows else new
    best = _keep_best(record for each in several for record in each.best.values())
    return RecordsSoFar(tuple([event for each in several for event in each.events]), best, came, rows)


def list_records(records: RecordsSoFar) -> tuple[ClubRecord, ...]:
    """Returns the records that anybody holds, in the order of KINDS."""
    place_of = {event: place for place, event in enumerate(records.events)}
    rows = [(person, rows.longest) for person, rows in records.rows.items() if rows.longest is not None]
    rows.sort(key=lambda each: (place_of[each[1].event], each[1].number))
    claims = [
        ClubRecord("row_of_wins", row.wins, (RecordHolder((person,), row.event, (row.table,), row.since),))
        for person, row in rows
    ]
    claims += [
        ClubRecord("attendance", number, (RecordHolder((person,), last),))
        for person, (number, last) in sorted(records.came.items(), key=lambda each: place_of[each[1][1]])
    ]
    best = {**records.best, **_keep_best(claims)}
    return tuple(record for kind in KINDS for record in best.values() if record.kind == kind)


def write_records(records: RecordsSoFar) -> list[Any]:
    """Writes the records of one evening, without its id."""
    best = [
        [held.kind, held.figure, [[list(each.people), list(each.tables)] for each in held.holders], held.others]
        for held in records.best.values()
    ]
    rows = [
        [person, *(row and [row.wins, row.table, row.number] for row in rows_of_person[:3]), rows_of_person.is_unbroken]
        for person, rows_of_person in records.rows.items()
    ]
    return [best, list(records.came), rows]


def read_records(event: int, plain: Sequence[Any]) -> RecordsSoFar:
    def read_row(row: Sequence[int] | None) -> WinningRow | None:
        return None if row is None else WinningRow(row[0], event, event, row[1], row[2])

    best, came, rows = plain
    holders = [[RecordHolder(tuple(people), event, tuple(tables)) for people, tables in record[2]] for record in best]
    return RecordsSoFar(
        (event,),
        {
            (record[0], ""): ClubRecord(record[0], record[1], tuple(by), record[3])
            for record, by in zip(best, holders, strict=True)
        },
        dict.fromkeys(came, (1, event)),
        {
            person: PersonRows(read_row(first), read_row(last), read_row(longest), is_unbroken)
            for person, first, last, longest, is_unbroken in rows
        },
    )


def _keep_best(claims: Iterable[ClubRecord]) -> dict[tuple[str, str], ClubRecord]:
    """Returns the highest of each kind and game, with all who share it."""
    best: dict[tuple[str, str], ClubRecord] = {}
    for claim in claims:
        key = claim.kind, claim.game
        so_far = best.get(key)
        if so_far is None or claim.figure > so_far.figure:
            best[key] = claim
        elif claim.figure == so_far.figure:
            holders = (*so_far.holders, *claim.holders)
            others = so_far.others + claim.others + len(holders[MOST_HOLDERS:])
            best[key] = ClubRecord(claim.kind, claim.figure, holders[:MOST_HOLDERS], others, claim.game)
    return best


def _feats_of_evening(
    kind: str, event: int, entered: Mapping[int, tuple[int, ...]], played: Sequence[PlayedMatch]
) -> Iterator[tuple[int, RecordHolder]]:
    """Adds up a feat for those who played together: a pair that stays together has one count, partners who change have
    one each."""
    made: dict[tuple[int, ...], tuple[int, list[int]]] = {}
    for match in played:
        for side in match.sides:
            count = getattr(side, kind)
            if count:
                for people in dict.fromkeys(entered.get(person, (person,)) for person in side.people):
                    so_far, tables = made.get(people, (0, []))
                    made[people] = (so_far + count, [*tables, match.table])
    for people, (total, tables) in made.items():
        yield total, RecordHolder(people, event, tuple(dict.fromkeys(tables)))


def _rows_of_evening(event: int, played: Sequence[PlayedMatch]) -> dict[int, PersonRows]:
    rows: dict[int, PersonRows] = {}
    broken = PersonRows(None, None, None, False)
    for number, match in enumerate(played):
        ranks = match.ranks
        if ranks is None:
            continue
        row = WinningRow(1, event, event, match.table, number)
        won = PersonRows(row, row, row, True)
        is_won = ranks.count(1) == 1
        for place, rank in enumerate(ranks):
            new = won if rank == 1 and is_won else broken
            for person in match.people_at(place):
                rows[person] = _add_rows(rows[person], new) if person in rows else new
    return rows


def _add_rows(before: PersonRows, after: PersonRows) -> PersonRows:
    """Joins the rows of two periods. A row goes on over any number of evenings until a match is drawn or lost."""
    joined = before.last or after.first
    if before.last is not None and after.first is not None:
        wins, _since, *at = after.first
        joined = WinningRow(before.last.wins + wins, before.last.since, *at)
    longest = before.longest
    for row in (joined, after.longest):
        if row is not None and (longest is None or row.wins > longest.wins):
            longest = row
    return PersonRows(
        joined if before.is_unbroken else before.first,
        joined if after.is_unbroken else after.last,
        longest,
        before.is_unbroken and after.is_unbroken,
    )
