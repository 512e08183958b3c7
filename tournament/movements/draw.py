"""The values of a draw (field, tables, turns, sides) and what a movement is; seats exchanged and table numbers given
out.

A draw seats entries at tables and says, turn by turn, who meets whom and who sits out. An entry is whatever the caller
uses to name a competitor: any hashable. Nothing here knows a rule set, a time or a database. The same field and seed
draw the same seats on any machine; searches are bounded in steps, never by a clock, so that nothing hangs. What can be
wrong with a draw is in `faults`, what is said of it in `words`.
"""

import random
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from .words import CANNOT_SEAT_TEXTS, WHY_TEXTS

E = TypeVar("E", bound=Hashable)
Threes = Literal["bottom", "spread"]


class CannotSeat(Exception):
    """This field, or this change of places, cannot be seated; `code` is a key of CANNOT_SEAT_TEXTS, filled with
    `params`."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(CANNOT_SEAT_TEXTS[code] % params)
        self.code = code
        self.params = params


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
class Why:
    """Why an entry sits where it does, or rests; `code` is a key of WHY_TEXTS, entries stand in params as the caller
    named them."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)

    @property
    def message(self) -> str:
        return WHY_TEXTS[self.code] % self.params


@dataclass(frozen=True)
class Draw(Generic[E]):
    """One round's tables. `resting` sit out all of it; `out` have played their last (knocked out) and are not seated
    any more; `why` says of each of both and of everybody seated why, where there is more to say than the lot."""

    tables: tuple[TableDraw[E], ...]
    resting: tuple[E, ...] = ()
    out: tuple[E, ...] = ()
    why: Mapping[E, Why] = field(default_factory=dict)

    @property
    def entries(self) -> tuple[E, ...]:
        return tuple(entry for table in self.tables for entry in table.entries)


@dataclass(frozen=True)
class Past(Generic[E]):
    """A match of an earlier round (from 1). `winner` is the place in `sides` of the one that won: None where nobody
    did, or it is not known yet. `ranked` are the places of all sides from the best, where more than two play."""

    round: int
    table: int
    sides: tuple[tuple[E, ...], ...]
    winner: int | None = None
    ranked: tuple[int, ...] = ()

    @property
    def entries(self) -> tuple[E, ...]:
        return tuple(entry for side in self.sides for entry in side)


class GroupPlace(NamedTuple):
    """Where somebody came in his group of the part before."""

    group: str
    place: int


@dataclass(frozen=True)
class Field(Generic[E]):
    """Who is to be seated, and all that a movement may want to know of them.

    `entries` are those here now: by lot from a seed, or without one in the order in which they rank. `round` is the
    one to draw, from 1, of `rounds`. `order` is that of everybody at the first draw of this movement, also of who has
    left since (see `starting_order`). `past` are the matches of the rounds before, `rested` who sat a round out, with
    its number. `scores` rank the entries (Swiss). `apart` are not to sit at one table, `stays` cannot move from a
    table. `prefer_five` is the director's choice, `threes` and the wanted `table_size` the club's. `placed` is where
    those come from who go on from groups. A movement minds what concerns it.
    """

    entries: tuple[E, ...]
    seed: int | None = None
    prefer_five: bool = False
    threes: Threes = "bottom"
    table_size: int | None = None
    round: int = 1
    rounds: int | None = None
    order: tuple[E, ...] = ()
    past: tuple[Past[E], ...] = ()
    rested: tuple[tuple[int, E], ...] = ()
    scores: Mapping[E, Fraction] = field(default_factory=dict)
    apart: Collection[frozenset[E]] = ()
    stays: Mapping[E, int] = field(default_factory=dict)
    placed: Mapping[E, GroupPlace] = field(default_factory=dict)


def starting_order(field: Field[E]) -> tuple[E, ...]:
    """The order that a movement starts from: that of its first draw, whoever came later after it; at the first draw
    by lot from the seed, or without one as they rank."""
    if field.order:
        return (*field.order, *(entry for entry in field.entries if entry not in set(field.order)))
    entries = list(field.entries)
    if field.seed is not None:
        random.Random(field.seed).shuffle(entries)
    return tuple(entries)


def rests_of(field: Field[E]) -> dict[E, tuple[int, bool]]:
    """How often each has rested, and whether it came after round one, which is to have missed something too. Whoever
    has the least is to rest first."""
    began = {entry for past in field.past if past.round == 1 for entry in past.entries}
    began.update(entry for round, entry in field.rested if round == 1)
    rested = Counter(entry for _round, entry in field.rested)
    return {entry: (rested[entry], bool(began) and entry not in began) for entry in field.entries}


def drawn(field: Field[E]) -> tuple[E, ...]:
    """Everybody who was here for the first round, in the starting order: also who came between the lot and the first
    match, after the others."""
    if field.round == 1:
        return starting_order(field)
    began = [entry for past in field.past if past.round == 1 for entry in past.entries]
    began += [entry for round, entry in field.rested if round == 1]
    order = set(field.order)
    came = {entry for entry in began if entry not in order}
    return (*field.order, *dict.fromkeys(entry for entry in (*field.entries, *began) if entry in came))


@dataclass(frozen=True)
class Fit:
    """Whether so many entries can play: true, or else why not and what to do instead, in words that pages translate."""

    why_not: str = ""

    def __bool__(self) -> bool:
        return not self.why_not


class Rounds(NamedTuple):
    """How many rounds so many entries can play: at least, as a rule, at most."""

    fewest: int
    usual: int
    most: int


ONE_ROUND = Rounds(1, 1, 1)


@dataclass(frozen=True)
class Movement:
    """Who meets whom, of one kind. `next_draws` gives every draw that can be known now, from the round that is asked
    for, in order: a round robin all of them, a Swiss one, Kent its hour. A field that does not fit is asked about
    first; drawing it raises CannotSeat. The same field is always drawn the same, and within seconds.

    `table_of` is a table of a number with its turns, seated as told: a vacant seat is None. `turn_seconds` is how long
    each turn lasts, from how many turns the table has and how long the stage is. A table has one of `sizes`, and the
    usual one has so many `turns`. `rounds` says how many rounds so many entries play.

    `wants_results`: a round can only be drawn when the one before is decided. `meets_once` promises no second meeting
    of opponents, `partners_once` no second time as partners. `cycle` is for how many rounds, where a
    longer evening has all meet once more.

    `starts_from` is the order of the first draw, to be told with every later field. Where entries play in groups,
    `groups_of` says of a field who is in which, and `group_sizes` how many are in each of so many entries.
    """

    key: str
    fits: Callable[[int], Fit]
    next_draws: Callable[[Field[Any]], tuple[Draw[Any], ...]]
    table_of: Callable[[int, Sequence[Any]], TableDraw[Any]]
    turn_seconds: Callable[[int, int], int]
    sizes: tuple[int, ...]
    turns: int
    rounds: Callable[[int], Rounds] = lambda size: ONE_ROUND
    wants_results: bool = False
    meets_once: bool = False
    partners_once: bool = False
    cycle: Callable[[int], int] | None = None
    starts_from: Callable[[Field[Any]], tuple[Any, ...]] = starting_order
    groups_of: Callable[[Field[Any]], tuple[tuple[Any, ...], ...]] | None = None
    group_sizes: Callable[[int], tuple[int, ...]] | None = None


def whole_stage(turns: int, stage_seconds: int) -> int:
    """Each turn has its even part of the stage; a single one all of it."""
    return stage_seconds // turns


def two_sides(number: int, seats: Sequence[E | None]) -> TableDraw[E]:
    """A table at which two entries meet, whoever plays for them. Where one is vacant (None), the other sits out."""
    here = tuple(seat for seat in seats if seat is not None)
    turn = Turn(1, (Match(tuple((entry,) for entry in here)),), ()) if len(here) == 2 else Turn(1, (), here)
    return TableDraw(number, tuple(seats), (turn,))


def two_pairs(number: int, seats: Sequence[E | None]) -> TableDraw[E]:
    """A table at which seats 1 and 3 play against seats 2 and 4. Where one is vacant (None), the others sit out."""
    here = tuple(seat for seat in seats if seat is not None)
    if len(here) < 4:
        return TableDraw(number, tuple(seats), (Turn(1, (), here),))
    return TableDraw(number, tuple(seats), (Turn(1, (Match((here[0::2], here[1::2])),), ()),))


def swap(movement: Movement, draw: Draw[E], entry: E, other: E) -> Draw[E]:
    """The same draw with these two in each other's seat, or one of them resting in the other's place. Raises CannotSeat
    for somebody without a place."""
    if not {entry, other} <= {*draw.entries, *draw.resting}:
        raise CannotSeat("not_seated")
    places: dict[E | None, E | None] = {entry: other, other: entry}
    return replace(
        draw,
        tables=tuple(
            movement.table_of(table.number, [places.get(seated, seated) for seated in table.seats])
            for table in draw.tables
        ),
        resting=tuple(places.get(resting) or resting for resting in draw.resting),
        why={places.get(seated) or seated: why for seated, why in draw.why.items()},
    )


EXCHANGES = 1_000


def table_numbers(
    pairs: Sequence[tuple[E, E]], tables: int, stays: Mapping[E, int], costs: Sequence[Sequence[int]]
) -> tuple[int, ...]:
    """One number a pair, of so many `tables` at least as there are pairs, or the one that is kept for who cannot move:
    as cheap as taking turns and a few exchanges make it. `costs` are those of each pair, by number."""
    kept: dict[int, int] = {}
    for place, pair in enumerate(pairs):
        wanted = [stays[entry] for entry in pair if entry in stays]
        if wanted and wanted[0] not in kept.values():
            kept[place] = wanted[0]
    taken = set(kept.values())
    free = [number for number in range(1, tables + 1) if number not in taken]
    numbers = dict(kept)
    movable = [place for place in range(len(pairs)) if place not in kept]
    for place in movable:
        numbers[place] = min(free, key=costs[place].__getitem__)
        free.remove(numbers[place])
    dear = [place for place in movable if costs[place][numbers[place]]]
    for place in dear[: EXCHANGES // max(len(pairs), 1)]:
        own = costs[place]
        for other in movable:
            here, there = numbers[place], numbers[other]
            if own[there] + costs[other][here] < own[here] + costs[other][there]:
                numbers[place], numbers[other] = there, here
    return tuple(numbers[place] for place in range(len(pairs)))
