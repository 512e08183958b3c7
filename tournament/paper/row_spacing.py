"""Chooses how tight the rows of a list are and where pages begin, so that a club's evening is on one page and no page
is almost empty. Pure.

Heights are in millimetres, sizes in points.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import itemgetter

ABOVE_FIRST, ABOVE_LATER, BELOW = 57.0, 30.0, 17.0
"""The parts of a page without rows: above the first row with the title, above the first row on later pages, and the
foot."""
LINE_OF_WAVES = 6.0
"""The height of a sentence above the first row about tables that the hall does not have."""
LEAST_FILLED = 1 / 3
"""Rows tighten rather than leave more than the rest of the last page empty."""
FULL = 0.94
"""Pages filled to more than this part break where they are full: a measure may be off by as much as they have left."""
MANY = 6
"""So many full pages have one more, rather than a last one with the few rows by which the measure was off."""
MOST_MORE = 2.5
"""How much higher rows are at most, in millimetres, so that they fill several pages."""
MORE_PAGES = 1.5
"""A wider spacing may take this many times the pages of the tightest."""


@dataclass(frozen=True)
class RowSpacing:
    """The size of names, and the room of a row above and below them; `key` is its class in the style sheet. One that is
    `for_one_page` is not used if there are more pages, unless there is no other."""

    key: str
    size: float
    room: float
    for_one_page: bool = False


def choose_spacing(
    spacings: Sequence[RowSpacing], heights_of: Callable[[RowSpacing], list[float]], page: float, *, notes: float = 0.0
) -> tuple[str, int]:
    """Returns the key of the widest spacing that has all rows and the notes on one page of this height, and how many
    pages there are. If one is not enough, the widest that fills enough of the last page and does not take many more
    pages than the tightest; if none does, the one that fills most of it."""
    counts = [(spacing, *_count_pages(heights_of(spacing), page, notes)) for spacing in spacings]
    if on_one := [spacing for spacing, pages, _filled in counts if pages == 1]:
        return on_one[0].key, 1
    usable = [each for each in counts if not each[0].for_one_page or len(counts) == 1]
    most = MORE_PAGES * min(pages for _spacing, pages, _filled in usable)
    usable = [each for each in usable if each[1] <= most]
    enough = (each for each in usable if each[2] >= LEAST_FILLED)
    spacing, pages, _filled = next(enough, None) or max(usable, key=itemgetter(2))
    return spacing.key, pages


def find_first_rows(heights: Sequence[float], page: float, *, notes: float = 0.0) -> tuple[frozenset[int], float]:
    """Returns which rows, from 0, begin a further page, so that pages are filled alike, and how high rows are then at
    least, so that they are filled well: 0 if there is one page."""
    pages, _filled = _count_pages(list(heights), page, notes)
    first, later = page - ABOVE_FIRST - BELOW, page - ABOVE_LATER - BELOW
    room, taken = first + (pages - 1) * later, sum(heights) + notes
    if pages >= MANY and taken > FULL * room:
        pages, room = pages + 1, room + later
    if pages == 1 or taken > FULL * room:
        return frozenset(), 0.0
    least = min(heights) + min((FULL * room - taken) / len(heights), MOST_MORE)
    heights = [max(height, least) for height in heights]
    part = (sum(heights) + notes) / room
    begins, used = set[int](), 0.0
    for at, height in enumerate(heights):
        if used + height / 2 > part * (first + len(begins) * later):
            begins.add(at)
        used += height
    return frozenset(begins), least


def _count_pages(heights: list[float], page: float, notes: float) -> tuple[int, float]:
    """Returns how many pages there are, and which part of the last has rows; two rows stay together with the notes."""
    pages, room = 1, page - ABOVE_FIRST - BELOW
    later = page - ABOVE_LATER - BELOW
    left = room
    for height in heights:
        if height > left:
            pages, room, left = pages + 1, later, later
        left -= height
    return (pages, 1 - left / room) if left >= notes else (pages + 1, sum(heights[-2:]) / later)
