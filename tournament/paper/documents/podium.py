"""The first three above final standings, by name and figure, as large as leaves the list its page. Pure."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from tournament.press.fitting import POINT, boldest_width_in_ems, count_lines_of, largest_that_fits
from tournament.standings.queries.standings_page import StandingsPage, StandingsRow

WAYS = ((34.0, 27.0, 22.0), (27.0, 22.0, 18.0), (20.0, 17.0, 15.0), (16.5, 14.5, 13.0))
"""The sizes in points of the first, second and third, the largest first."""
SMALLER, SMALLEST = 0.92, 13.0
"""Names that have no room on one line get smaller by this, down to the smallest, which has two."""
LEADING, BETWEEN, BELOW = 1.12, 1.4, 6.0
"""The leading of names, the room between them and that below the last, in millimetres."""
PLACE_AND_FIGURE = 66.0
"""The width in millimetres that names leave to their places and figures."""


@dataclass(frozen=True)
class PodiumLine:
    """A name with its place, the figure that ranks first, "" if it is unknown, and the size of all in points."""

    place: str
    name: str
    figure: str
    size: float


@dataclass(frozen=True)
class Podium:
    """`height` is its room in millimetres, with that below."""

    lines: tuple[PodiumLine, ...]
    height: float


class Cost(NamedTuple):
    """How many pages there are, and whether the list leaves out columns."""

    pages: int
    lacks_columns: bool


NO_PODIUM = Podium((), 0.0)


def choose_podium(page: StandingsPage, width: float, cost_of: Callable[[float], Cost]) -> Podium:
    """Returns the largest that costs the list below nothing, otherwise the smallest if that costs no page. A list on
    several pages has one in any case. `cost_of` says what one of a height costs."""
    rows, without = page.podium, cost_of(0.0)
    podiums = [_lay_out(page, rows, sizes, width) for sizes in WAYS] if rows else [NO_PODIUM]
    for podium in podiums:
        if cost_of(podium.height) <= without:
            return podium
    smallest = podiums[-1]
    return smallest if cost_of(smallest.height).pages <= without.pages or without.pages > 1 else NO_PODIUM


def _lay_out(page: StandingsPage, rows: Sequence[StandingsRow], sizes: Sequence[float], width: float) -> Podium:
    """Those of one place have one size, and nobody a larger one than who is ahead."""
    lines, height, size, room = list[PodiumLine](), BELOW, sizes[0], width - PLACE_AND_FIGURE
    for rank, level in groupby(rows, key=lambda row: row.line.placing.rank):
        of_rank, most = list(level), min(size, sizes[rank - 1])
        smaller = [most * SMALLER**step for step in range(12) if most * SMALLER**step >= SMALLEST]
        widest = max((row.name for row in of_rank), key=boldest_width_in_ems)
        size = _size_of(widest, smaller or [most], room)
        lines += [PodiumLine(row.place, row.name, page.first_figure_of(row), size) for row in of_rank]
        height += sum(count_lines_of(row.name, size, room) * size * LEADING * POINT + BETWEEN for row in of_rank)
    return Podium(tuple(lines), height)


def _size_of(name: str, sizes: Sequence[float], room: float) -> float:
    return largest_that_fits(sizes, lambda size: count_lines_of(name, size, room) == 1)
