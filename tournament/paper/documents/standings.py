"""Standings on paper: of one hour, after a round, and final."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.row_spacing import RowSpacing, choose_spacing
from tournament.press.fitting import POINT, count_lines_of
from tournament.press.sheets import Options, page_of
from tournament.standings.queries.counted_matches import Counting
from tournament.standings.queries.groups import plays_in_groups
from tournament.standings.queries.places import Standings
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import StandingsPage, StandingsRow, standings_on_paper

WIDTH, MARGINS = 210.0, 28.0
"""The width in millimetres that columns and margins need, and that of the margins."""
NOTES = 20.0
"""The height of the notes after the last row."""
COLUMN_WIDTHS = {"rounds": 19.0, "hour": 11.2, "sum": 14.0, "count": 10.0}
RANKED_WIDTH, NUMBER_WIDTH = 14.2, 11.0
PLACE_WIDTH, DECIDED_WIDTH, PADDING = 8.8, 29.0, 1.6
LONG_NAME, LEADING = 30, 1.15
MOST_WITH_BARS = 100
"""Bars take a fifth of the time that standings take to print, so a larger hall gets none."""
SPACINGS = (
    RowSpacing("roomy", 12.0, 2.7),
    RowSpacing("usual", 11.0, 1.9),
    RowSpacing("close", 10.5, 1.2),
    RowSpacing("tight", 10.0, 0.75),
)


@dataclass(frozen=True)
class StandingsLayout:
    """The rows of standings with the width of the bar of each in per cent, and their spacing."""

    rows: tuple[tuple[StandingsRow, int], ...]
    spacing: str


def lay_out_standings(page: StandingsPage, options: Options) -> StandingsLayout:
    height = page_of(options, WIDTH).height
    spacing = choose_spacing(SPACINGS, lambda spacing: _heights_of_rows(page, spacing), height, notes=NOTES)
    has_bars = len(page.rows) <= MOST_WITH_BARS
    parts = page.parts_of_first if has_bars else {}
    rows = tuple((row, round(100 * parts.get(row.line.record.entry, 0))) for row in page.rows)
    return StandingsLayout(rows, spacing)


def _heights_of_rows(page: StandingsPage, spacing: RowSpacing) -> list[float]:
    width = WIDTH - MARGINS - PLACE_WIDTH - PADDING - DECIDED_WIDTH * page.says_otherwise
    for column in page.columns:
        usual = RANKED_WIDTH if "hour" in column.style and page.paper_style == "rounds" else NUMBER_WIDTH
        width -= next((COLUMN_WIDTHS[key] for key in COLUMN_WIDTHS if key in column.style.split()), usual)
    heights = []
    for row in page.rows:
        size = spacing.size - 1.5 if len(row.name) > LONG_NAME else spacing.size
        lines = count_lines_of(" ".join((row.name, *"†" * row.line.left, *row.besides)), size, width)
        heights.append(lines * size * LEADING * POINT + spacing.room)
    return heights


def _read_standings(asked: DocumentRequest) -> Mapping[str, Any]:
    """Reads the standings of one hour, after a round, or of the whole evening."""
    event, stage = asked.event, asked.stage
    if stage is None:
        standings = standings_of(event)
    elif not event.kind.ranks_each_stage:
        of: Counting = "groups" if plays_in_groups(event, stage.number) else "entered"
        standings = standings_of(event, hours=stage.number, of=of)
    else:
        standings = standings_of(event, first_hour=stage.number, hours=stage.number)
    after = {"stage_label": _("After round %(number)s") % {"number": stage.number}} if stage else {}
    return ({} if event.kind.ranks_each_stage else after) | _context_of_standings(standings, asked.options)


def read_standings_so_far(asked: DocumentRequest) -> Mapping[str, Any]:
    """Reads the standings of all released hours, in the middle of an evening."""
    return _context_of_standings(standings_of(asked.event), asked.options)


def _context_of_standings(standings: Standings, options: Options) -> dict[str, Any]:
    page = standings_on_paper(standings)
    return {"page": page, "standings": standings, "layout": lay_out_standings(page, options)}


OF_AN_HOUR = Document(
    key="hour-standings",
    title=_("Standings"),
    about=_("The standings of this part alone, and what decided each place."),
    template="standings.html",
    needs=Needs.RELEASED_HOUR,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_read_standings,
    makes_sense=lambda event: event.kind.ranks_each_stage,
    least_width=lambda event, options: WIDTH,
)
AFTER_A_ROUND = Document(
    key="round-standings",
    title=_("Standings"),
    about=_("The standings after this round, and what decided each place."),
    template="standings.html",
    needs=Needs.RELEASED_HOUR,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_read_standings,
    makes_sense=lambda event: event.kind.is_planned,
    least_width=lambda event, options: WIDTH,
)
FINAL = Document(
    key="final-standings",
    title=_("Final standings"),
    about=_("The whole evening, and what decided each place."),
    template="standings.html",
    needs=Needs.ALL_HOURS,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_read_standings,
    least_width=lambda event, options: WIDTH if event.kind.has_several_stages else 0.0,
)
