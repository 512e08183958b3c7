"""Prints a season as a poster: who beat whom, how often, for all who played most, and what the season had most of."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.club.emblem import emblem_context_of
from tournament.club.queries import emblem_of
from tournament.club.visibility import NamesShown
from tournament.models import Season
from tournament.paper.typesetting import make_job, print_job
from tournament.press.fitting import POINT, boldest_width_in_ems, count_lines_of, largest_that_fits
from tournament.press.sheets import Options, Page, PrintedPdf, page_of
from tournament.seasons.club_records import add_records, list_records
from tournament.seasons.queries.club_records import say_records
from tournament.seasons.queries.results import EndedEvening, played_matches_of, records_of
from tournament.statistics.cross_table import CrossRow, CrossTable, make_cross_table
from tournament.statistics.queries.hands_page import HandStatistics

MOST, LEAST = 24, 4.8
"""The most people whose matches are shown, and the least width and height of a cell in millimetres."""
MARGINS, BESIDE_ROWS = 28.0, 160.0
"""What the page's margins take of its width, and all but the rows of its height, in millimetres."""
NUMBER, NAME, SHARE = 8.0, 42.0, 14.0
"""The widths of the columns beside those of the matches."""
LARGEST, PART, BETWEEN = 12.0, 0.5, 0.8
"""The largest height and width of a cell, the part of it that letters are high, and the room between discs."""
BESIDE_NAME, PART_OF_ROW, SMALL = 2.0, 0.62, 8.0
"""The room after a name in millimetres, the part of its row that it fills, and the size from which it may take two
lines."""
NAME_SIZES = tuple(size / 2 for size in range(28, 9, -1))
HEAD_SIZES = (56.0, 48.0, 42.0, 36.0, 30.0, 26.0, 22.0, 19.0, 16.0)
LINES_OF_HEAD = 30.0
"""The size in points from which the season's name may have two lines."""


@dataclass(frozen=True)
class PosterRow:
    """A row with the name as large as it has room, in points."""

    row: CrossRow
    name: str
    name_size: float


@dataclass(frozen=True)
class SeasonPoster:
    """Cells are so many millimetres wide and high; sizes of letters are in points."""

    rows: tuple[PosterRow, ...]
    width: float
    height: float
    title_size: float

    @property
    def disc(self) -> float:
        return min(self.width, self.height) - BETWEEN

    @property
    def size(self) -> float:
        return self.disc * PART / POINT * 1.2


def count_people(page: Page) -> int:
    """Returns how many people have room on the page."""
    across = (page.width - MARGINS - NUMBER - NAME - SHARE) // LEAST
    return min(int(across), int((page.height - BESIDE_ROWS) // LEAST), MOST)


def lay_out_season(table: CrossTable, title: str, names: NamesShown, page: Page) -> SeasonPoster:
    """Returns the largest cells that have room on the page."""
    count = max(len(table.rows), 1)
    room = page.width - MARGINS
    width = min((room - NUMBER - NAME - SHARE) / count, LARGEST)
    height = min((page.height - BESIDE_ROWS) / count, LARGEST)

    def size_of(name: str) -> float:
        def has_room(size: float) -> bool:
            lines = count_lines_of(name, size, NAME - BESIDE_NAME)
            return lines * size * POINT <= height * PART_OF_ROW and (lines == 1 or size <= SMALL)

        return largest_that_fits(NAME_SIZES, has_room)

    def has_room(size: float) -> bool:
        return count_lines_of(title, size, room, boldest_width_in_ems) <= (1 if size > LINES_OF_HEAD else 2)

    named = [(row, names.name_of(row.person)) for row in table.rows]
    rows = tuple(PosterRow(row, name, size_of(name)) for row, name in named)
    return SeasonPoster(rows, width, height, largest_that_fits(HEAD_SIZES, has_room))


def print_season(
    season: Season,
    evenings: Sequence[EndedEvening],
    statistics: HandStatistics,
    names: NamesShown,
    *,
    for_guest: bool,
    now: datetime,
) -> PrintedPdf:
    """Prints the evenings of a season that are over, with names as the reader may see them; `for_guest` is passed to
    `print_job`. Raises PressIsBusy, CannotPrint."""
    emblem, page = emblem_of(season.club), page_of(Options(season.club.sheet).usual)
    played, records = played_matches_of(evenings), records_of(evenings)
    matches = [match for evening in evenings for match in played[evening.event]]
    table = make_cross_table(matches, count_people(page))
    best = list_records(add_records([records[evening.event] for evening in evenings]))
    context = {
        **emblem_context_of(emblem),
        "document": {"title": _("Who beat whom")},
        "club": season.club,
        "season": season,
        "evening_count": len(evenings),
        "match_count": len(matches),
        "found": statistics,
        "table": table,
        "poster": lay_out_season(table, season.name, names, page),
        "records": say_records(best, evenings, names),
        "printed_at": now.replace(second=0, microsecond=0),
        "page_style": page.style,
        "is_narrow": page.is_narrow,
        "language": get_language() or settings.LANGUAGE_CODE,
    }
    html = render_to_string("statistics/print_season.html", context)
    return print_job(make_job([html], page, emblem), "season", for_guest=for_guest)
