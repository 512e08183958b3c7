"""What a draw and a movement are; swapping seats and numbering tables.

A *draw* seats entries at tables and says, turn by turn, who meets whom and who sits out. An *entry* is any hashable
value that stands for a competitor. The same field and seed give the same draw on any machine: searches are limited by
steps, not by time. `faults` checks a draw, `words` has the sentences.
"""

import random
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from .words import CANNOT_SEAT_TEXTS, WHY_TEXTS

E = TypeVar("E", bound=Hashable)
Threes = Literal["bottom", "spread"]


class CannotSeat(Exception):
    """This field, or this swap, cannot be seated. `code` is a key of CANNOT_SEAT_TEXTS, which `params` fill in."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(CANNOT_SEAT_TEXTS[code] % params)
        self.code = code
        self.params = params


@dataclass(frozen=True)
class DrawnMatch(Generic[E]):
    """The sides that meet in one turn; a side is one entry or several."""

    sides: tuple[tuple[E, ...], ...]

    @property
    def entries(self) -> tuple[E, ...]:
        return tuple(entry for side in self.sides for entry in side)


@dataclass(frozen=True)
class DrawnTurn(Generic[E]):
    number: int
    matches: tuple[DrawnMatch[E], ...]
    sit_outs: tuple[E, ...]


@dataclass(frozen=True)
class TableDraw(Generic[E]):
    """One table: its seats from seat 1, a vacant one None, and its turns in order."""

    number: int
    seats: tuple[E | None, ...]
    turns: tuple[DrawnTurn[E], ...]

    @property
    def entries(self) -> tuple[E, ...]:
        return tuple(entry for entry in self.seats if entry is not None)

    @property
    def size(self) -> int:
        return len(self.entries)


@dataclass(frozen=True)
class Why:
    """Why an entry sits where it does, or rests: `code` is a key of WHY_TEXTS, `params` hold the caller's entries."""

    code: str
    params: Mapping[str, object] = field(default_factory=dict)

    @property
    def message(self) -> str:
        return WHY_TEXTS[self.code] % self.params


@dataclass(frozen=True)
class Draw(Generic[E]):
    """The tables of one round. Entries `resting` sit out this round; those `out` are knocked out and not seated any
    more. `why` gives the reason for an entry's place, unless it is only the lot."""

    tables: tuple[TableDraw[E], ...]
    resting: tuple[E, ...] = ()
    out: tuple[E, ...] = ()
    why: Mapping[E, Why] = field(default_factory=dict)

    @property
    def entries(self) -> tuple[E, ...]:
        return tuple(entry for table in self.tables for entry in table.entries)


@dataclass(frozen=True)
class PastMatch(Generic[E]):
    """A match of an earlier round (from 1). `winner` is the index in `sides` of the winner, None for a draw or while it
    is not known. Where more than two sides play, `ranked` has their indexes from the best. `is_empty` says that neither
    side came, so that nobody goes on. `score` is that of each side, for a bracket; () if it was not played."""

    round: int
    table: int
    sides: tuple[tuple[E, ...], ...]
    winner: int | None = None
    ranked: tuple[int, ...] = ()
    is_empty: bool = False
    score: tuple[int, ...] = ()

    @property
    def entries(self) -> tuple[E, ...]:
        return tuple(entry for side in self.sides for entry in side)


class GroupPlace(NamedTuple):
    """The place that an entry took in its group in the part of the evening before."""

    group: str
    place: int


@dataclass(frozen=True)
class Field(Generic[E]):
    """Who is to be seated, and what a movement may need to know about them.

    `entries` are here now; without a `seed` for the lot they are in the order of their ranking. `round` is the one to
    draw, from 1, of `rounds`. `order` is that of the first draw of this movement and includes those who have left
    since. `past` has the matches of earlier rounds, `rested` those who sat out, with the round. `scores` rank the
    entries (Swiss). Entries `apart` must not share a table; one in `stays` cannot move from its table. `prefer_five` is
    the director's choice, `threes` and `table_size` are the club's. `placed` says which place of which group an entry
    came from. Those in `second_cup` play a knock-out of their own beside that of the others: they are in its order, as
    those in `order` are in theirs; for the first draw in the order of their ranking.
    """

    entries: tuple[E, ...]
    seed: int | None = None
    prefer_five: bool = False
    threes: Threes = "bottom"
    table_size: int | None = None
    round: int = 1
    rounds: int | None = None
    order: tuple[E, ...] = ()
    past: tuple[PastMatch[E], ...] = ()
    rested: tuple[tuple[int, E], ...] = ()
    scores: Mapping[E, Fraction] = field(default_factory=dict)
    apart: Collection[frozenset[E]] = ()
    stays: Mapping[E, int] = field(default_factory=dict)
    placed: Mapping[E, GroupPlace] = field(default_factory=dict)
    second_cup: tuple[E, ...] = ()

    @property
    def began(self) -> tuple[E, ...]:
        """Returns those who played or rested in round one."""
        played = (entry for past in self.past if past.round == 1 for entry in past.entries)
        return (*played, *(entry for round, entry in self.rested if round == 1))


def starting_order(field: Field[E]) -> tuple[E, ...]:
    """Returns the order that a movement starts from: that of its first draw, with latecomers at the end. The first draw
    itself is by lot from the seed, or by rank if there is no seed."""
    if field.order:
        return (*field.order, *(entry for entry in field.entries if entry not in set(field.order)))
    entries = list(field.entries)
    if field.seed is not None:
        random.Random(field.seed).shuffle(entries)
    return tuple(entries)


def rests_of(field: Field[E]) -> dict[E, tuple[int, bool]]:
    """Returns how often each entry has rested, and whether it came after round one, which counts as having missed
    something. The entry with the least value rests first."""
    began = set(field.began)
    rested = Counter(entry for _round, entry in field.rested)
    return {entry: (rested[entry], bool(began) and entry not in began) for entry in field.entries}


def first_round_order(field: Field[E]) -> tuple[E, ...]:
    """Returns everybody who was here for round one, in the starting order. Those who came between the lot and the first
    match are last."""
    if field.round == 1:
        return starting_order(field)
    came = {*field.began} - {*field.order}
    return (*field.order, *dict.fromkeys(entry for entry in (*field.entries, *field.began) if entry in came))


@dataclass(frozen=True)
class SizeFit:
    """Whether so many entries can play. If not, `why_not` says why and what to do instead; pages translate it."""

    why_not: str = ""

    def __bool__(self) -> bool:
        return not self.why_not


def fits_from(fewest: int, too_few: str) -> Callable[[int], SizeFit]:
    """Returns the `fits` of a movement for any number from `fewest` on; `too_few` is a key of CANNOT_SEAT_TEXTS."""
    return lambda size: SizeFit() if size >= fewest else SizeFit(CANNOT_SEAT_TEXTS[too_few])


class Rounds(NamedTuple):
    """How many rounds so many entries can play: the fewest, the usual number, the most."""

    fewest: int
    usual: int
    most: int


ONE_ROUND = Rounds(1, 1, 1)


def seat_sides(number: int, seats: Sequence[E | None]) -> TableDraw[E]:
    """Makes a table at which two entries meet. If one seat is vacant (None), the other entry sits out."""
    here = tuple(seat for seat in seats if seat is not None)
    turn = (
        DrawnTurn(1, (DrawnMatch(tuple((entry,) for entry in here)),), ()) if len(here) == 2 else DrawnTurn(1, (), here)
    )
    return TableDraw(number, tuple(seats), (turn,))


def seat_pairs(number: int, seats: Sequence[E | None]) -> TableDraw[E]:
    """Makes a table at which seats 1 and 3 play against seats 2 and 4. If one seat is vacant (None), the others sit
    out."""
    here = tuple(seat for seat in seats if seat is not None)
    if len(here) < 4:
        return TableDraw(number, tuple(seats), (DrawnTurn(1, (), here),))
    return TableDraw(number, tuple(seats), (DrawnTurn(1, (DrawnMatch((here[0::2], here[1::2])),), ()),))


@dataclass(frozen=True)
class Movement:
    """One way to decide who meets whom. `fits` says whether so many entries can play. `next_draws` gives every draw
    that can be known now, from the field's round on: a round robin all of them, a Swiss one, Kent its hour. It raises
    CannotSeat for a field that does not fit.

    `table_of` makes a table from its number and seats, a vacant seat being None, with its turns. A table has one of
    `sizes`, and the usual one has so many `turns`. `rounds` says how many rounds so many entries play.

    With `wants_results` a round is drawn only when the one before is decided. `meets_once` promises that opponents, and
    `partners_once` that partners, meet once in a `cycle` of rounds. With `shares_rests`
    nobody sits out again before everybody has; otherwise a bracket says who does. `starts_from` gives the order of the
    first draw, which every later field has to bring. In groups, `groups_of` says who is in which, `group_sizes` how
    large they are. With `has_halves` its rounds are halves of one match.
    """

    key: str
    fits: Callable[[int], SizeFit]
    next_draws: Callable[[Field[Any]], tuple[Draw[Any], ...]]
    table_of: Callable[[int, Sequence[Any]], TableDraw[Any]] = seat_sides
    sizes: tuple[int, ...] = (2,)
    turns: int = 1
    rounds: Callable[[int], Rounds] = lambda size: ONE_ROUND
    wants_results: bool = False
    meets_once: bool = False
    partners_once: bool = False
    shares_rests: bool = True
    cycle: Callable[[int], int] | None = None
    starts_from: Callable[[Field[Any]], tuple[Any, ...]] = starting_order
    groups_of: Callable[[Field[Any]], tuple[tuple[Any, ...], ...]] | None = None
    group_sizes: Callable[[int], tuple[int, ...]] | None = None
    has_halves: bool = False


def swap(movement: Movement, draw: Draw[E], entry: E, other: E) -> Draw[E]:
    """Returns the draw with the seats or rests of these two exchanged. Raises CannotSeat if one of them has no
    place."""
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


def number_in_order(seated: Iterable[Sequence[E]], stays: Mapping[E, int]) -> list[int]:
    """Gives each table a number: that of a player who cannot move from it, else the next free one from 1."""
    numbers: list[int] = []
    for seats in seated:
        numbers.append(next((stays[entry] for entry in seats if stays.get(entry, 0) not in (0, *numbers)), 0))
    free = (number for number in range(1, len(numbers) + 1) if number not in numbers)
    return [number or next(free) for number in numbers]


EXCHANGES = 1_000


def number_tables(
    pairs: Sequence[tuple[E, E]], tables: int, stays: Mapping[E, int], costs: Sequence[Sequence[int]]
) -> tuple[int, ...]:
    """Gives each pair a table number. A pair with somebody who cannot move gets that table. The others choose in turn
    by `costs` (of each pair, by number); then a few exchanges make the whole cheaper. `tables` is at least the number
    of pairs."""
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
