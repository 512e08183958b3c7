"""The movement "tables": everybody sits down by lot, once, and each table plays one match for one round.

Of some games a table of four plays in pairs, seats 1 and 3 against seats 2 and 4; of others everybody plays for himself
at tables of several sizes. Tables are mixed so that everybody plays, as near the wanted size as can be.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from .draw import CannotSeat, Draw, E, Field, Fit, Match, Movement, TableDraw, Turn
from .words import CANNOT_SEAT_TEXTS


@dataclass(frozen=True)
class Sizes:
    """How many may sit at a table: each for himself, or in pairs. No size is both."""

    singles: tuple[int, ...] = ()
    pairs: tuple[int, ...] = ()

    @property
    def all(self) -> tuple[int, ...]:
        return tuple(sorted((*self.singles, *self.pairs)))


def table_sizes(sizes: Sizes, n: int, wanted: int | None = None) -> tuple[int, ...]:
    """The sizes that seat n, as near the wanted one as can be; without a wish, or one that cannot be, near four.

    Wanted pairs sit at as many such tables as leave nobody alone, the rest each for himself. Raises CannotSeat. Four,
    so that everybody plays with as few packs as possible; a table of two only if wanted or if nothing else fits.
    """
    if wanted not in sizes.all:
        wanted = min(sizes.all, key=lambda size: abs(size - 4))
    in_pairs = range(n // wanted, -1, -1) if wanted in sizes.pairs else (0,)
    for tables in in_pairs:
        rest = _even(sizes.singles, n - tables * wanted, wanted)
        if rest is not None and n > 0:
            return (wanted,) * tables + rest
    raise CannotSeat(_why_not(sizes, n))


def _even(sizes: Sequence[int], n: int, wanted: int) -> tuple[int, ...] | None:
    """Tables of these sizes, as even as can be and near the wanted size; of two only where nothing else fits or two
    are wanted. Of two ways as good, the one with fewer tables, which needs fewer packs. None where there is no way."""
    if n == 0:
        return ()
    if not sizes:
        return None
    counts = range(-(-n // max(sizes)), n // min(sizes) + 1)
    ways = [tuple(n // tables + (table < n % tables) for table in range(tables)) for tables in counts]
    return min(
        (way for way in ways if set(way) <= set(sizes)),
        key=lambda way: (
            min(way) < min(3, wanted),
            max(abs(size - wanted) for size in way),
            sum(abs(size - wanted) for size in way),
            len(way),
        ),
        default=None,
    )


def _why_not(sizes: Sizes, n: int) -> str:
    fewest = min(sizes.all)
    if n < fewest:
        return "too_few_for_two" if fewest == 2 else "too_few_for_pairs"
    return f"left_over_{n % fewest}_of_{fewest}"


def table_of(sizes: Sizes, number: int, seats: Sequence[E | None]) -> TableDraw[E]:
    """A table with its one turn. Where a vacant seat (None) leaves too few for a match, the others sit out."""
    here = tuple(seat for seat in seats if seat is not None)
    sides: tuple[tuple[E, ...], ...] = ()
    if len(seats) in sizes.pairs and len(here) == len(seats):
        half = len(here) // 2
        sides = tuple((here[place], here[place + half]) for place in range(half))
    elif len(seats) in sizes.singles and len(here) in sizes.singles:
        sides = tuple((entry,) for entry in here)
    turn = Turn(1, (Match(sides),), ()) if sides else Turn(1, (), here)
    return TableDraw(number, tuple(seats), (turn,))


def fits(sizes: Sizes, n: int) -> Fit:
    try:
        table_sizes(sizes, n)
    except CannotSeat as error:
        return Fit(CANNOT_SEAT_TEXTS[error.code])
    return Fit()


def next_draws(sizes: Sizes, field: Field[E]) -> tuple[Draw[E], ...]:
    """The one round there is: by lot from the seed, or without one in the order given."""
    entries = list(field.entries)
    if field.seed is not None:
        random.Random(field.seed).shuffle(entries)
    remaining = iter(entries)
    drawn = table_sizes(sizes, len(entries), field.table_size)
    return (
        Draw(
            tuple(
                table_of(sizes, number, [next(remaining) for _ in range(size)])
                for number, size in enumerate(drawn, start=1)
            )
        ),
    )


def turn_seconds(turns: int, stage_seconds: int) -> int:
    """The one turn is as long as the round."""
    return stage_seconds // turns


def tables(key: str, *, singles: Sequence[int] = (), pairs: Sequence[int] = ()) -> Movement:
    """The movement of a game that is played at tables of these sizes."""
    sizes = Sizes(tuple(singles), tuple(pairs))
    return Movement(
        key,
        partial(fits, sizes),
        partial(next_draws, sizes),
        partial(table_of, sizes),
        turn_seconds,
        sizes=sizes.all,
        turns=1,
    )
