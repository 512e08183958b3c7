"""Progressive movements: winners go up a table, and the head table is table 1.

At a pitch or whist drive four players sit at a table and partners split as they move. Pairs may also stay together. On
a ladder two entries meet. Losers stay or go down, as the club chooses; if they stay, those of the head table go to the
last table. A match without a winner is decided by a cut from the seed. Latecomers, and those back from a rest, enter at
the bottom and fill free places from there.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from itertools import permutations
from typing import Generic, Literal

from .draw import (
    CannotSeat,
    Draw,
    E,
    Field,
    Movement,
    PastMatch,
    Rounds,
    TableDraw,
    Why,
    fits_from,
    rests_of,
    seat_pairs,
    seat_sides,
    starting_order,
)
from .faults import opponents_in, partners_in

Losers = Literal["stay", "down"]


@dataclass(frozen=True)
class Customs:
    """How a club plays it: how many sit at a table, and where losers go."""

    seats: int
    losers: Losers

    @property
    def too_few(self) -> str:
        return "too_few_players_for_pairs" if self.seats == 4 else "too_few_sides"


@dataclass
class TablesFilling(Generic[E]):
    """The tables while they fill, the head table first, and everybody's reason. Those in `bottom` wait to come in."""

    groups: list[list[E]]
    bottom: list[E]
    head: tuple[E, ...] = ()
    why: dict[E, Why] = field(default_factory=dict)

    def table_of(self, entry: E) -> int:
        """Returns the index of an entry's table, from 0. An entry that waits counts as below all tables."""
        return next((table for table, group in enumerate(self.groups) if entry in group), len(self.groups))

    def swap(self, entry: E, other: E) -> None:
        places = [(group, place) for group in self.groups for place, each in enumerate(group) if each in (entry, other)]
        (group, place), (another, its) = places
        group[place], another[its] = another[its], group[place]


def next_draws(customs: Customs, field: Field[E]) -> tuple[Draw[E], ...]:
    """Returns the one round that can be known now."""
    if len(field.entries) < customs.seats:
        raise CannotSeat(customs.too_few)
    room = _move_players(customs, field) if field.past else TablesFilling([], list(_people_in_starting_order(field)))
    resting = _choose_rests(customs, field, room)
    _fill_tables(customs, field, room)
    _keep_at_tables(field, room)
    _keep_apart(field, room)
    tables = _seat_tables(customs, field, room)
    return (Draw(tables, resting, why=room.why),)


def _people_in_starting_order(field: Field[E]) -> Iterator[E]:
    here = set(field.entries)
    return (entry for entry in starting_order(field) if entry in here)


def _chance_for(field: Field[E], *what: object) -> random.Random:
    return random.Random(" ".join(map(str, (field.seed, field.round, *what))))


def _move_players(customs: Customs, field: Field[E]) -> TablesFilling[E]:
    """Puts everybody who played the last round at the table where its result sends them."""
    last = max(past.round for past in field.past)
    by_table = {past.table: past for past in field.past if past.round == last}
    matches = [by_table[number] for number in sorted(by_table)]
    tables = len(field.entries) // customs.seats
    room: TablesFilling[E] = TablesFilling([[] for _ in matches], [])
    waiting = dict.fromkeys(_people_in_starting_order(field))
    for table, past in enumerate(matches):
        winner = past.winner if past.winner is not None else _chance_for(field, past.table).randrange(len(past.sides))
        for side, entries in enumerate(past.sides):
            won = side == winner
            if won:
                to = max(0, table - 1)
            elif customs.losers == "down":
                to = min(len(matches) - 1, table + 1)
            else:
                to = table if table else len(matches) - 1
            here = [entry for entry in entries if entry in waiting]
            room.groups[to] += here
            room.why |= dict.fromkeys(here, _explain_move(past, won=won, at_head=not table, to=to + 1, last=tables))
            if won and not table:
                room.head = entries
            for entry in here:
                del waiting[entry]
    room.bottom = list(waiting)
    return room


def _explain_move(past: PastMatch[E], *, won: bool, at_head: bool, to: int, last: int) -> Why:
    params = {"table": past.table, "to": to}
    if past.winner is None:
        return Why("drive_cut_stays" if to == past.table else "drive_cut", params)
    if won:
        return Why("drive_head" if at_head else "drive_up", params)
    if to == past.table:
        return Why("drive_stays", params)
    return Why("drive_last" if to == last and at_head else "drive_down", params)


def _choose_rests(customs: Customs, field: Field[E], room: TablesFilling[E]) -> tuple[E, ...]:
    """Takes out those whom the tables cannot seat: those with the fewest rests, and of these the nearest to the
    bottom."""
    line = [entry for group in (*room.groups, room.bottom) for entry in group]
    rested = rests_of(field)
    tables = {entry: room.table_of(entry) for entry in line}
    order = [*line]
    if room.groups:
        _chance_for(field, "rest").shuffle(order)
    lots = {entry: lot for lot, entry in enumerate(order)}
    line.sort(key=lambda entry: (rested[entry], -tables[entry], -lots[entry]))
    resting = line[: len(line) % customs.seats]
    code = "drive_rests" if room.groups else "rests_full"
    for group in (*room.groups, room.bottom):
        group[:] = [entry for entry in group if entry not in resting]
    room.why |= dict.fromkeys(resting, Why(code))
    return tuple(resting)


def _fill_tables(customs: Customs, field: Field[E], room: TablesFilling[E]) -> None:
    """Fills as many tables as there are people for. Somebody from the last table takes a free place, then those who
    wait."""
    seated = sum(map(len, room.groups))
    tables = (seated + len(room.bottom)) // customs.seats
    spare = [entry for table, group in enumerate(room.groups) for entry in group[customs.seats * (table < tables) :]]
    room.groups = [group[: customs.seats] for group in room.groups[:tables]]
    room.groups += [[] for _ in range(tables - len(room.groups))]
    chance = _chance_for(field, "fill")
    for table, group in enumerate(room.groups):
        for _ in range(customs.seats - len(group)):
            below = next((lower for lower in reversed(room.groups[table + 1 :]) if lower), None)
            if spare or below:
                entry = spare.pop(0) if spare or not below else below.pop(chance.randrange(len(below)))
                room.why[entry] = Why("drive_fills", {"table": table + 1})
            else:
                entry = room.bottom.pop(0)
                if field.past:
                    room.why[entry] = Why("drive_enters", {"table": table + 1})
                elif field.seed is not None:
                    room.why[entry] = Why("lot")
                else:
                    room.why[entry] = Why("rank", {"rank": starting_order(field).index(entry) + 1})
            group.append(entry)


def _keep_at_tables(field: Field[E], room: TablesFilling[E]) -> None:
    """Swaps everybody who cannot move from a table with a person whom the round brings there."""
    for entry, number in field.stays.items():
        table = room.table_of(entry)
        if table in (number - 1, len(room.groups)) or not 0 < number <= len(room.groups):
            continue
        for other in room.groups[number - 1]:
            if field.stays.get(other) != number:
                room.swap(entry, other)
                room.why[entry] = Why("stays", {"table": number})
                room.why[other] = Why("drive_instead", {"table": table + 1, "entry": entry})
                break


def _keep_apart(field: Field[E], room: TablesFilling[E]) -> None:
    """Swaps one of two who are to be kept apart with the nearest player that helps."""
    apart: dict[E, set[E]] = defaultdict(set)
    for pair in field.apart:
        for entry, other in permutations(pair, 2):
            apart[entry].add(other)
    changed = True
    while changed:
        changed = any(
            _separate(field, room, apart, table, entry)
            for table, group in enumerate(room.groups)
            for entry in group
            if not apart[entry].isdisjoint(group)
        )


def _separate(field: Field[E], room: TablesFilling[E], apart: Mapping[E, set[E]], table: int, entry: E) -> bool:
    """Makes a swap that leaves fewer together who should be kept apart. Returns False if there is none."""
    group = room.groups[table]
    for to in sorted(range(len(room.groups)), key=lambda to: (abs(to - table), -to)):
        for other in room.groups[to] if to != table else ():
            if field.stays.get(entry) == table + 1 or field.stays.get(other) == to + 1:
                continue
            before = len(apart[entry] & {*group}) + len(apart[other] & {*room.groups[to]})
            after = len(apart[other] & ({*group} - {entry})) + len(apart[entry] & ({*room.groups[to]} - {other}))
            if after < before:
                companion = next(each for each in group if each in apart[entry])
                room.swap(entry, other)
                room.why[entry] = Why("drive_apart", {"entry": companion, "table": to + 1})
                room.why[other] = Why("drive_changed", {"entry": entry, "opponent": companion})
                return True
    return False


def _seat_tables(customs: Customs, field: Field[E], room: TablesFilling[E]) -> tuple[TableDraw[E], ...]:
    """Seats the tables. At a table of four the partners of the last round split, and as few as possible are partners
    again, then opponents again. Only the head table's winners may stay together."""
    if customs.seats == 2:
        return tuple(seat_sides(number, group) for number, group in enumerate(room.groups, start=1))
    last = max((past.round for past in field.past), default=0)
    just = {frozenset(pair) for past in field.past if past.round == last for pair in partners_in(past.sides)}
    partners = Counter(frozenset(pair) for past in field.past for pair in partners_in(past.sides))
    opponents = Counter(frozenset(pair) for past in field.past for pair in opponents_in(past.sides))
    tables = []
    for number, (a, b, c, d) in enumerate(room.groups, start=1):
        ways = [((a, c), (b, d)), ((a, b), (c, d)), ((a, d), (b, c))]
        if field.past:
            _chance_for(field, "partners", number).shuffle(ways)
        head = {frozenset(room.head)} if number == 1 and len(room.groups) > 1 else set()

        def cost(way: tuple[tuple[E, E], tuple[E, E]], head: set[frozenset[E]] = head) -> tuple[int, ...]:
            pairs = [frozenset(side) for side in way]
            met = sum(opponents[frozenset(pair)] for pair in opponents_in(way))
            return (-len(head & {*pairs}), len(just & {*pairs}), sum(partners[pair] for pair in pairs), met)

        one, other = min(ways, key=cost)
        tables.append(seat_pairs(number, (one[0], other[0], one[1], other[1])))
    return tuple(tables)


def rounds_for(_size: int) -> Rounds:
    """As many rounds as there is time for. A whist drive has 24 at most."""
    return Rounds(1, 8, 24)


def make_progressive(key: str, *, seats: int = 4, losers: Losers = "stay") -> Movement:
    """Makes a movement with two entries at a table, or four, whose partners split."""
    customs = Customs(seats, losers)
    return Movement(
        key,
        fits_from(seats, customs.too_few),
        partial(next_draws, customs),
        seat_pairs if seats == 4 else seat_sides,
        sizes=(seats,),
        rounds=rounds_for,
        wants_results=True,
    )


PROGRESSIVE = make_progressive("progressive")
PROGRESSIVE_PAIRS = make_progressive("progressive-pairs", seats=2)
LADDER = make_progressive("ladder", seats=2, losers="down")
