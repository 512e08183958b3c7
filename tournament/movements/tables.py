"""The movement "tables": everybody sits down once, by lot, and each table plays one match for one round.

Some games are played by four in pairs, seats 1 and 3 against seats 2 and 4; others in singles at tables of several
sizes. Sizes are mixed so that everybody plays, as near the wanted size as possible.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from .draw import CannotSeat, Draw, DrawnMatch, DrawnTurn, E, Field, Movement, SizeFit, TableDraw
from .words import CANNOT_SEAT_TEXTS


@dataclass(frozen=True)
class Sizes:
    """How many may sit at a table in singles, and how many in pairs. No size is both."""

    singles: tuple[int, ...] = ()
    pairs: tuple[int, ...] = ()

    @property
    def all(self) -> tuple[int, ...]:
        return tuple(sorted((*self.singles, *self.pairs)))


def sizes_for(sizes: Sizes, n: int, wanted: int | None = None) -> tuple[int, ...]:
    """Returns the sizes that seat n, as near the wanted one as possible; near four without a wish, or if the wish
    cannot be met.

    If pairs are wanted, there are as many tables of pairs as leave enough people for the others. Four needs few packs.
    A table of two comes only if wanted or if nothing else fits. Raises CannotSeat.
    """
    if wanted not in sizes.all:
        wanted = min(sizes.all, key=lambda size: abs(size - 4))
    in_pairs = range(n // wanted, -1, -1) if wanted in sizes.pairs else (0,)
    for tables in in_pairs:
        rest = _even_sizes_of(sizes.singles, n - tables * wanted, wanted)
        if rest is not None and n > 0:
            return (wanted,) * tables + rest
    raise CannotSeat(_why_not_seated(sizes, n))


def _even_sizes_of(sizes: Sequence[int], n: int, wanted: int) -> tuple[int, ...] | None:
    """Returns tables of these sizes, as even and as near the wanted size as possible, with tables of two only if wanted
    or if nothing else fits. Of two equal ways it takes the one with fewer tables. None if there is no way."""
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


def _why_not_seated(sizes: Sizes, n: int) -> str:
    fewest = min(sizes.all)
    if n < fewest:
        return "too_few_for_two" if fewest == 2 else "too_few_for_pairs"
    return f"left_over_{n % fewest}_of_{fewest}"


def table_of(sizes: Sizes, number: int, seats: Sequence[E | None]) -> TableDraw[E]:
    """Makes a table with its one turn. If a vacant seat (None) leaves too few for a match, the others sit out."""
    here = tuple(seat for seat in seats if seat is not None)
    sides: tuple[tuple[E, ...], ...] = ()
    if len(seats) in sizes.pairs and len(here) == len(seats):
        half = len(here) // 2
        sides = tuple((here[place], here[place + half]) for place in range(half))
    elif len(seats) in sizes.singles and len(here) in sizes.singles:
        sides = tuple((entry,) for entry in here)
    turn = DrawnTurn(1, (DrawnMatch(sides),), ()) if sides else DrawnTurn(1, (), here)
    return TableDraw(number, tuple(seats), (turn,))


def fits(sizes: Sizes, n: int) -> SizeFit:
    try:
        sizes_for(sizes, n)
    except CannotSeat as error:
        return SizeFit(CANNOT_SEAT_TEXTS[error.code])
    return SizeFit()


def next_draws(sizes: Sizes, field: Field[E]) -> tuple[Draw[E], ...]:
    """Returns the only round: by lot from the seed, or without a seed in the order given."""
    entries = list(field.entries)
    if field.seed is not None:
        random.Random(field.seed).shuffle(entries)
    remaining = iter(entries)
    drawn = sizes_for(sizes, len(entries), field.table_size)
    return (
        Draw(
            tuple(
                table_of(sizes, number, [next(remaining) for _ in range(size)])
                for number, size in enumerate(drawn, start=1)
            )
        ),
    )


def make_tables(key: str, *, singles: Sequence[int] = (), pairs: Sequence[int] = ()) -> Movement:
    """Makes the movement of a game that is played at tables of these sizes."""
    sizes = Sizes(tuple(singles), tuple(pairs))
    return Movement(key, partial(fits, sizes), partial(next_draws, sizes), partial(table_of, sizes), sizes=sizes.all)
