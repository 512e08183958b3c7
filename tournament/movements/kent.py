"""The Kent movement: tables of four for an hour, at which everybody meets everybody else, two matches at a time.

A table of three is a four with its fourth chair vacant; a table of five has five shorter turns and its own bell. Those
whom fours cannot seat sit at threes: the last tables of a ranking, unless the club spreads them.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass

from .draw import CannotSeat, Draw, DrawnMatch, DrawnTurn, E, Field, Movement, TableDraw, Threes, fits_from

FEWEST = 3


@dataclass(frozen=True)
class TurnPattern:
    """One turn in seat numbers, from 1."""

    pairs: tuple[tuple[int, int], ...]
    sits_out: int | None = None


TURNS: dict[int, tuple[TurnPattern, ...]] = {
    3: (TurnPattern(((1, 2),), sits_out=3), TurnPattern(((1, 3),), sits_out=2), TurnPattern(((2, 3),), sits_out=1)),
    4: (TurnPattern(((1, 2), (3, 4))), TurnPattern(((1, 3), (2, 4))), TurnPattern(((1, 4), (2, 3)))),
    5: (
        TurnPattern(((2, 5), (3, 4)), sits_out=1),
        TurnPattern(((3, 1), (4, 5)), sits_out=2),
        TurnPattern(((4, 2), (5, 1)), sits_out=3),
        TurnPattern(((5, 3), (1, 2)), sits_out=4),
        TurnPattern(((1, 4), (2, 3)), sits_out=5),
    ),
}


def sizes_for(n: int, prefer_five: bool = False) -> tuple[int, ...]:
    """Returns the table sizes that seat n, fours first. There is a five only for n = 5, or if preferred to three
    threes."""
    if n < FEWEST:
        raise CannotSeat("too_few")
    if n % 4 == 1 and (n == 5 or prefer_five):
        return (4,) * ((n - 5) // 4) + (5,)
    threes = -n % 4
    return (4,) * ((n - 3 * threes) // 4) + (3,) * threes


def ranked_sizes_for(n: int, prefer_five: bool = False, threes: Threes = "bottom") -> tuple[int, ...]:
    """Returns the sizes in the order in which a ranked field is cut into tables. "spread" puts tables with a sit-out
    evenly down the room instead of last."""
    sizes = sizes_for(n, prefer_five)
    if threes == "bottom":
        return sizes
    others = [size for size in sizes if size != 4]
    spread = [4] * len(sizes)
    for position, size in enumerate(others):
        spread[(2 * position + 1) * len(sizes) // (2 * len(others))] = size
    return tuple(spread)


def table_of(number: int, seats: Sequence[E | None]) -> TableDraw[E]:
    """Makes a table with its turns. An entry whose opponent's seat is vacant (None) sits out."""
    turns = []
    for turn, pattern in enumerate(TURNS[len(seats)], start=1):
        matches: list[DrawnMatch[E]] = []
        sit_outs = [seats[pattern.sits_out - 1]] if pattern.sits_out else []
        for one, other in pattern.pairs:
            first, second = seats[one - 1], seats[other - 1]
            if first is not None and second is not None:
                matches.append(DrawnMatch(((first,), (second,))))
            else:
                sit_outs += [first, second]
        turns.append(DrawnTurn(turn, tuple(matches), tuple(entry for entry in sit_outs if entry is not None)))
    return TableDraw(number, tuple(seats), tuple(turns))


def draw_by_lot(entries: Sequence[E], seed: int | str, prefer_five: bool = False) -> Draw[E]:
    """Draws seats by lot. The same entries in the same order with the same seed always give the same draw."""
    shuffled = list(entries)
    random.Random(seed).shuffle(shuffled)
    return _cut_into_tables(shuffled, sizes_for(len(shuffled), prefer_five))


def draw_by_rank(entries_in_order: Sequence[E], prefer_five: bool = False, threes: Threes = "bottom") -> Draw[E]:
    """Cuts tables from the top of a ranking: the best four at table 1, the next four at table 2 (K14)."""
    return _cut_into_tables(entries_in_order, ranked_sizes_for(len(entries_in_order), prefer_five, threes))


def _cut_into_tables(entries: Sequence[E], sizes: Sequence[int]) -> Draw[E]:
    remaining = iter(entries)
    return Draw(
        tuple(table_of(number, [next(remaining) for _ in range(size)]) for number, size in enumerate(sizes, start=1))
    )


def next_draws(field: Field[E]) -> tuple[Draw[E], ...]:
    """Returns the turns of one hour. The first hour is by lot, the second is cut from the ranking of the first."""
    if field.seed is None:
        return (draw_by_rank(field.entries, field.prefer_five, field.threes),)
    return (draw_by_lot(field.entries, field.seed, field.prefer_five),)


KENT = Movement("kent", fits_from(FEWEST, "too_few"), next_draws, table_of, sizes=tuple(TURNS), turns=3)
