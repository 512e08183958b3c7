"""The Kent movement: tables of four for an hour, everybody meeting everybody else at the table, two matches at a time.

Turns of four are K16's; a three is a four with its fourth chair vacant; a five has five shorter turns and its own
bell. Whatever fours cannot seat sits at threes, at the bottom of a ranking unless the club spreads them.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from .draw import CannotSeat, Draw, E, Field, Fit, Match, Movement, TableDraw, Threes, Turn
from .words import CANNOT_SEAT_TEXTS

FEWEST = 3


@dataclass(frozen=True)
class TurnPattern:
    """One turn in seat numbers, from 1."""

    pairs: tuple[tuple[int, int], ...]
    sits_out: int | None = None


TURNS: dict[int, tuple[TurnPattern, ...]] = {
    3: (
        TurnPattern(((1, 2),), sits_out=3),
        TurnPattern(((1, 3),), sits_out=2),
        TurnPattern(((2, 3),), sits_out=1),
    ),
    4: (
        TurnPattern(((1, 2), (3, 4))),
        TurnPattern(((1, 3), (2, 4))),
        TurnPattern(((1, 4), (2, 3))),
    ),
    5: (
        TurnPattern(((2, 5), (3, 4)), sits_out=1),
        TurnPattern(((3, 1), (4, 5)), sits_out=2),
        TurnPattern(((4, 2), (5, 1)), sits_out=3),
        TurnPattern(((5, 3), (1, 2)), sits_out=4),
        TurnPattern(((1, 4), (2, 3)), sits_out=5),
    ),
}


def table_sizes(n: int, prefer_five: bool = False) -> tuple[int, ...]:
    """The sizes that seat n, fours first. A five only for n = 5, or when preferred to three threes."""
    if n < FEWEST:
        raise CannotSeat("too_few")
    if n % 4 == 1 and (n == 5 or prefer_five):
        return (4,) * ((n - 5) // 4) + (5,)
    threes = -n % 4
    return (4,) * ((n - 3 * threes) // 4) + (3,) * threes


def ranked_sizes(n: int, prefer_five: bool = False, threes: Threes = "bottom") -> tuple[int, ...]:
    """The sizes in the order in which a ranked field is cut into tables; spread puts those with a sit-out evenly
    down the room instead of last."""
    sizes = table_sizes(n, prefer_five)
    if threes == "bottom":
        return sizes
    others = [size for size in sizes if size != 4]
    spread = [4] * len(sizes)
    for position, size in enumerate(others):
        spread[(2 * position + 1) * len(sizes) // (2 * len(others))] = size
    return tuple(spread)


def turn_seconds(turns: int, hour_seconds: int = 3600) -> int:
    """How long each turn of a table lasts: an hour gives three of 20 minutes, and at a table of five, five of 12."""
    return hour_seconds // turns


def table_of(number: int, seats: Sequence[E | None]) -> TableDraw[E]:
    """A table with its turns. A vacant seat (None) leaves whoever was to meet it sitting out."""
    turns = []
    for turn, pattern in enumerate(TURNS[len(seats)], start=1):
        matches: list[Match[E]] = []
        sit_outs = [seats[pattern.sits_out - 1]] if pattern.sits_out else []
        for one, other in pattern.pairs:
            first, second = seats[one - 1], seats[other - 1]
            if first is not None and second is not None:
                matches.append(Match(((first,), (second,))))
            else:
                sit_outs += [first, second]
        turns.append(Turn(turn, tuple(matches), tuple(entry for entry in sit_outs if entry is not None)))
    return TableDraw(number, tuple(seats), tuple(turns))


def random_draw(entries: Sequence[E], seed: int | str, prefer_five: bool = False) -> Draw[E]:
    """Seats by lot. The same entries in the same order with the same seed are always the same draw."""
    shuffled = list(entries)
    random.Random(seed).shuffle(shuffled)
    return _cut(shuffled, table_sizes(len(shuffled), prefer_five))


def ranked_draw(entries_in_order: Sequence[E], prefer_five: bool = False, threes: Threes = "bottom") -> Draw[E]:
    """Tables cut from the top of a ranking: the best four at table 1, the next four at table 2 (K14)."""
    return _cut(entries_in_order, ranked_sizes(len(entries_in_order), prefer_five, threes))


def _cut(entries: Sequence[E], sizes: Sequence[int]) -> Draw[E]:
    remaining = iter(entries)
    return Draw(
        tuple(table_of(number, [next(remaining) for _ in range(size)]) for number, size in enumerate(sizes, start=1))
    )


def fits(size: int) -> Fit:
    return Fit() if size >= FEWEST else Fit(CANNOT_SEAT_TEXTS["too_few"])


def next_draws(field: Field[E]) -> tuple[Draw[E], ...]:
    """The turns of one hour: the first by lot, the second cut from the ranking of the first."""
    if field.seed is None:
        return (ranked_draw(field.entries, field.prefer_five, field.threes),)
    return (random_draw(field.entries, field.seed, field.prefer_five),)


KENT = Movement("kent", fits, next_draws, table_of, turn_seconds, sizes=tuple(TURNS), turns=3)
