"""Chooses the letters of the fixtures on a notice board: as large as lets them fill one page. Pure.

Heights and widths are in millimetres, sizes in points.
"""

from collections.abc import Iterator, Sequence
from math import inf

from tournament.leagues.queries.page import LeaguePage
from tournament.press.fitting import POINT, bold_width_in_ems, count_lines_of, largest_that_fits, usual_width_in_ems
from tournament.press.sheets import Options, page_of

SIZES = (17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.5)
"""The last is that of what needs more than one page at any size."""
UNBROKEN = 13.0
"""Above this size no match takes two lines."""
WIDTH, SIDES, HEAD_AND_FOOT, OF_A_LIST, OF_A_TITLE = 210.0, 28.0, 68.0, 6.0, 15.0
"""The least width of a page, the margins beside the list and what is above and below it, and the heads of each list."""
VENUE, BESIDE, PADDING = 0.34, 6.4, 1.8
"""The part of the width that venues have; rounds and times in ems; and the padding of a cell."""
LINE, ROOM, DETAIL, DAY = 1.17, 0.3, 0.85, 2.1
"""Heights in ems: of a line, of the room of a row, of a line of details and of a day."""


def choose_size(lists: Sequence[tuple[str, LeaguePage]], options: Options) -> float:
    """Returns the size for lists with their titles; in large print at least that on the usual sheet."""
    paper = page_of(options, WIDTH)
    room, width = paper.height - HEAD_AND_FOOT, paper.width - SIDES
    size = largest_that_fits(SIZES, lambda size: sum(_heights_of(lists, size, width)) <= room)
    return max(size, choose_size(lists, options.usual)) if options.is_large else size


def _heights_of(lists: Sequence[tuple[str, LeaguePage]], size: float, width: float) -> Iterator[float]:
    em = size * POINT
    names = width * (1 - VENUE) - BESIDE * em - PADDING
    for title, page in lists:
        yield OF_A_LIST + OF_A_TITLE * bool(title)
        for day in page.days:
            yield (DAY + len(day.byes) * (LINE + ROOM)) * em
            for match in day.matches:
                assert match.other is not None
                lines = count_lines_of(f"{match.team.name} – {match.other.name}", size, names, bold_width_in_ems)
                details = DETAIL * (bool(match.mark) + bool(match.postponed_from))
                if lines > 1 and size > UNBROKEN:
                    yield inf
                places = count_lines_of(match.place, size, width * VENUE - PADDING, usual_width_in_ems)
                yield (max(lines * LINE + details, places * LINE) + ROOM) * em
