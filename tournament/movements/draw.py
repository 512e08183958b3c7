"""What a draw is, whatever movement made it, and what can be wrong with one.

A draw seats entries at tables and says, turn by turn, who meets whom and who sits out. An entry is whatever the
caller uses to name one (a primary key, a name): anything hashable. Nothing here knows a rule set, a time or a database.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import Generic, TypeVar

E = TypeVar("E", bound=Hashable)

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
