"""Chooses how tight the rows of a list are, so that a club's evening is on one page and no page is almost empty. Pure.

Heights are in millimetres, sizes in points.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

ABOVE_FIRST, ABOVE_LATER, BELOW = 57.0, 30.0, 17.0
"""The parts of a page without rows: above the first row with the title, above the first row on later pages, and the
foot."""
FEWEST_ALONE = 8
"""Rows tighten rather than leave fewer of them alone on the last page."""
MORE_PAGES = 1.5
"""A wider spacing may take this many times the pages of the tightest."""


@dataclass(frozen=True)
class RowSpacing:
    """The size of names, and the room of a row above and below them; `key` is its class in the style sheet. One that is
    `for_one_page` is not used if there are more pages."""

    key: str
    size: float
    room: float
    for_one_page: bool = False


def choose_spacing(
    spacings: Sequence[RowSpacing], heights_of: Callable[[RowSpacing], list[float]], page: float, *, notes: float = 0.0
) -> str:
    """Returns the key of the widest spacing that has all rows and the notes on one page of this height. If there is
    none, of the widest that leaves enough rows on the last page and does not take many more pages than the tightest."""
    counts = [_count_pages(heights_of(spacing), page, notes) for spacing in spacings]
    most = MORE_PAGES * min(pages for pages, _last in counts)
    fitting = [at for at, (pages, _last) in enumerate(counts) if pages == 1]
    fitting += [
        at
        for at, (pages, last) in enumerate(counts)
        if last >= FEWEST_ALONE and pages <= most and not spacings[at].for_one_page
    ]
    return spacings[fitting[0] if fitting else -1].key


def _count_pages(heights: list[float], page: float, notes: float) -> tuple[int, int]:
    """Returns how many pages there are, and how many rows are on the last; two rows stay together with the notes."""
    pages, on_page, left = 1, 0, page - ABOVE_FIRST - BELOW
    for height in heights:
        if height > left:
            pages, on_page, left = pages + 1, 0, page - ABOVE_LATER - BELOW
        on_page, left = on_page + 1, left - height
    return (pages, on_page) if left >= notes else (pages + 1, 2)
