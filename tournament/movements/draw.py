"""What a movement is, what it draws from a field, and what can be wrong with a draw, whoever made it.

A draw seats entries at tables and says, turn by turn, who meets whom and who sits out. An entry is whatever the
caller uses to name one (a primary key, a name): anything hashable. Nothing here knows a rule set, a time or a database.
"""

from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Any, Generic, Literal, TypeVar

E = TypeVar("E", bound=Hashable)
Threes = Literal["bottom", "spread"]

FAULT_TEXTS: Mapping[str, str] = {
    "seated_twice": "%(entry)s has %(times)s seats.",
    "missing": "%(entry)s has no seat.",
    "unknown": "%(entry)s has a seat but is not in this draw's field.",
    "same_number": "Two tables have the number %(table)s.",
    "table_size": "Table %(table)s has %(size)s players, which is not a size that can be played.",
    "not_at_table": "%(entry)s is in turn %(turn)s at table %(table)s without a seat there.",
    "twice_in_turn": "%(entry)s is %(times)s times in turn %(turn)s at table %(table)s.",
    "not_in_turn": "%(entry)s neither plays nor sits out in turn %(turn)s at table %(table)s.",
    "sits_out_again": "%(entry)s sits out %(times)s times at table %(table)s while another there never does.",
    "second_meeting": "%(entry)s and %(opponent)s meet %(times)s times.",
}
"""One English sentence for each code, to be filled with a fault's params; pages translate it first."""

CANNOT_SEAT_TEXTS: Mapping[str, str] = {
    "too_few": "A Kent evening needs at least three players. Wait for one more, or play two by themselves.",
    "not_seated": "A player who has no seat in this draw cannot change places in it.",
    "too_few_for_two": "At least two players are needed. Wait for one more.",
    "too_few_for_pairs": "Two pairs are needed at least: four players. Wait until there are four.",
    "left_over_1_of_2": "Two sit at a table, and one player is left over. Wait for one more, or let one help you "
    "tonight.",
    "left_over_1_of_4": "Four sit at a table, in pairs, and one player is left over. Wait for three more, or let one "
    "help you tonight.",
    "left_over_2_of_4": "Four sit at a table, in pairs, and two players are left over. Wait for two more, or let two "
    "help you tonight.",
    "left_over_3_of_4": "Four sit at a table, in pairs, and three players are left over. Wait for one more, or let "
    "three help you tonight.",
}


class CannotSeat(Exception):
    """This field, or this change of places, cannot be seated; `code` is a key of CANNOT_SEAT_TEXTS."""

    def __init__(self, code: str) -> None:
        super().__init__(CANNOT_SEAT_TEXTS[code])
        self.code = code


@dataclass(frozen=True)
class Match(Generic[E]):
    """The sides that play each other in one turn; a side is one entry or several."""

    sides: tuple[tuple[E, ...], ...]

    @property
    def entries(self) -> tuple[E, ...]:
        return tuple(entry for side in self.sides for entry in side)


@dataclass(frozen=True)
class Turn(Generic[E]):
    number: int
    matches: tuple[Match[E], ...]
    sit_outs: tuple[E, ...]


@dataclass(frozen=True)
class TableDraw(Generic[E]):
    """One table: its seats from seat 1, a vacant one None, and its turns in order."""

    number: int
    seats: tuple[E | None, ...]
    turns: tuple[Turn[E], ...]

    @property
    def entries(self) -> tuple[E, ...]:
        return tuple(entry for entry in self.seats if entry is not None)

    @property
    def size(self) -> int:
        return len(self.entries)


@dataclass(frozen=True)
class Draw(Generic[E]):
    tables: tuple[TableDraw[E], ...]

    @property
    def entries(self) -> tuple[E, ...]:
        return tuple(entry for table in self.tables for entry in table.entries)


@dataclass(frozen=True)
class Field(Generic[E]):
    """Who is to be seated next: by lot from a seed, or without one in the order in which they rank.

    `prefer_five` is the director's choice, `threes` and the wanted `table_size` the club's; a movement that leaves no
    such choice minds none of them.
    """

    entries: tuple[E, ...]
    seed: int | None = None
    prefer_five: bool = False
    threes: Threes = "bottom"
    table_size: int | None = None


@dataclass(frozen=True)
class Fit:
    """Whether so many entries can play: true, or else why not and what to do instead, in words that pages translate."""

    why_not: str = ""

    def __bool__(self) -> bool:
        return not self.why_not


@dataclass(frozen=True)
class Movement:
    """Who meets whom, of one kind. `next_draws` gives every draw that can be known now, in order: a round robin all of
    them, a Swiss one, Kent its hour. A field that does not fit is asked about first; drawing it raises.

    `table_of` is a table of a number with its turns, seated as told: a vacant seat is None. `turn_seconds` is how long
    each turn lasts, from how many turns the table has and how long the stage is. A table has one of `sizes`, and the
    usual one has so many `turns`.
    """

    key: str
    fits: Callable[[int], Fit]
    next_draws: Callable[[Field[Any]], tuple[Draw[Any], ...]]
    table_of: Callable[[int, Sequence[Any]], TableDraw[Any]]
    turn_seconds: Callable[[int, int], int]
    sizes: tuple[int, ...]
    turns: int


def swap(movement: Movement, draw: Draw[E], entry: E, other: E) -> Draw[E]:
    """The same draw with these two in each other's seat. Raises CannotSeat for somebody without one."""
    if entry not in draw.entries or other not in draw.entries:
        raise CannotSeat("not_seated")
    places: dict[E | None, E | None] = {entry: other, other: entry}
    return Draw(
        tuple(
            movement.table_of(table.number, [places.get(seated, seated) for seated in table.seats])
            for table in draw.tables
        )
    )


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong, with what a page needs to say so: entries stand in params as the caller named them."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)

    @property
    def message(self) -> str:
        return FAULT_TEXTS[self.code] % self.params


def faults(draw: Draw[E], expected_entries: Collection[E], *, sizes: Collection[int] = (3, 4, 5)) -> tuple[Fault, ...]:
    """Everything that is wrong with a draw, made by a movement or by hand; empty when it may be released."""
    return (*_seating(draw, expected_entries, sizes), *_turns(draw), *_sit_outs(draw), *_meetings(draw))


def _seating(draw: Draw[E], expected: Collection[E], sizes: Collection[int]) -> Iterator[Fault]:
    seated = Counter(draw.entries)
    for entry, times in seated.items():
        if times > 1:
            yield Fault("seated_twice", {"entry": entry, "times": times})
        if entry not in expected:
            yield Fault("unknown", {"entry": entry})
    for entry in expected:
        if entry not in seated:
            yield Fault("missing", {"entry": entry})
    for number, times in Counter(table.number for table in draw.tables).items():
        if times > 1:
            yield Fault("same_number", {"table": number})
    for table in draw.tables:
        if table.size not in sizes:
            yield Fault("table_size", {"table": table.number, "size": table.size})


def _turns(draw: Draw[E]) -> Iterator[Fault]:
    for table in draw.tables:
        for turn in table.turns:
            place = {"table": table.number, "turn": turn.number}
            present = Counter(entry for match in turn.matches for entry in match.entries) + Counter(turn.sit_outs)
            for entry, times in present.items():
                if entry not in table.entries:
                    yield Fault("not_at_table", {"entry": entry, **place})
                if times > 1:
                    yield Fault("twice_in_turn", {"entry": entry, "times": times, **place})
            for entry in dict.fromkeys(table.entries):
                if entry not in present:
                    yield Fault("not_in_turn", {"entry": entry, **place})


def _sit_outs(draw: Draw[E]) -> Iterator[Fault]:
    for table in draw.tables:
        rests = Counter(entry for turn in table.turns for entry in turn.sit_outs)
        if all(rests[entry] for entry in table.entries):
            continue
        for entry, times in rests.items():
            if times > 1:
                yield Fault("sits_out_again", {"entry": entry, "times": times, "table": table.number})


def _meetings(draw: Draw[E]) -> Iterator[Fault]:
    """Entries that are opponents more than once within this draw."""
    met: Counter[frozenset[E]] = Counter()
    first_named: dict[frozenset[E], tuple[E, E]] = {}
    for table in draw.tables:
        for turn in table.turns:
            for match in turn.matches:
                for one, other in combinations(match.sides, 2):
                    for entry, opponent in product(one, other):
                        pair = frozenset((entry, opponent))
                        first_named.setdefault(pair, (entry, opponent))
                        met[pair] += 1
    for pair, times in met.items():
        if times > 1:
            entry, opponent = first_named[pair]
            yield Fault("second_meeting", {"entry": entry, "opponent": opponent, "times": times})
