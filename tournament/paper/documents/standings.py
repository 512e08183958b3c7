"""Standings on paper: of one hour, after a round, and final."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.row_spacing import RowSpacing, choose_spacing
from tournament.press.fitting import (
    POINT,
    bold_width_in_ems,
    count_lines_of,
    usual_width_in_ems,
)
from tournament.press.sheets import Options, page_of
from tournament.standings.queries.counted_matches import Counting
from tournament.standings.queries.groups import plays_in_groups
from tournament.standings.queries.places import Standings
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import StandingsPage, StandingsRow, standings_on_paper

WIDTH, MARGINS = 210.0, 28.0
"""The width in millimetres that columns and margins need, and that of the margins."""
NOTES_SIZE, NOTES_LEADING, ABOVE_NOTES, LETTERS_ALWAYS = 8.0, 1.2, 3.0, 200
"""Measures of the notes after the last row: their size in points and leading, the room above in millimetres, and how
many letters the sentence on the order has."""
COLUMN_WIDTHS = {"rounds": 19.0, "hour": 11.2, "sum": 14.0, "count": 10.0}
RANKED_WIDTH, ROUNDS_OF_ONE_HOUR = 14.2, 25.6
PLACE_WIDTH, DECIDED_WIDTH, PADDING = 8.8, 29.0, 1.6
LEADING, SAFETY, BESIDES = 1.15, 1.02, 8.5
"""The leading of names, how much wider words are taken to be than they are, since a renderer rounds, and the size of
the words beside a name."""
NAME_SIZES = (9.5, 9.0, 8.5, 8.0, 7.5)
"""Sizes of names that have no room on one line at the usual size."""
MOST_SMALLER = 4
"""All names get smaller rather than more than one in this many."""
MOST_WITH_BARS = 100
"""Bars take a fifth of the time that standings take to print, so a larger hall gets none."""
SPACINGS = (
    RowSpacing("wall", 15.0, 4.4, for_one_page=True),
    RowSpacing("roomy", 12.0, 2.7),
    RowSpacing("usual", 11.0, 1.9),
    RowSpacing("close", 10.5, 1.3),
    RowSpacing("tight", 10.0, 0.8),
    RowSpacing("tightest", 9.0, 0.5),
)
"""In the tightest, hours have their totals alone, as two hours have in large print."""
FIGURES = {"wall": 15.0, "roomy": 12.0, "usual": 11.5, "close": 11.5, "tight": 10.5, "tightest": 9.5}
"""The sizes of the figures that rank, which a row is at least as high as."""


@dataclass(frozen=True)
class StandingsLayout:
    """The rows of standings, each with the width of its bar in per cent and the size of its name in points; the latter
    is 0 for the usual `size`. `has_rounds` tells whether the points of each round have their columns."""

    rows: tuple[tuple[StandingsRow, int, float], ...]
    spacing: str
    size: float
    has_rounds: bool


def lay_out_standings(page: StandingsPage, options: Options) -> StandingsLayout:
    height = page_of(options, WIDTH).height
    spacing = choose_spacing(
        SPACINGS, lambda spacing: _heights_of_rows(page, options, spacing), height, notes=_height_of_notes(page)
    )
    chosen = next(each for each in SPACINGS if each.key == spacing)
    has_bars = len(page.rows) <= MOST_WITH_BARS
    has_rounds = _has_rounds(page, options, chosen)
    sizes = _sizes_of_names(page, chosen, _width_of_names(page, has_rounds=has_rounds))
    parts = page.parts_of_first if has_bars else {}
    rows = tuple(
        (row, round(100 * parts.get(row.line.record.entry, 0)), size if size != max(sizes) else 0.0)
        for row, size in zip(page.rows, sizes, strict=True)
    )
    return StandingsLayout(rows, spacing, max(sizes, default=chosen.size), has_rounds)


def _height_of_notes(page: StandingsPage) -> float:
    prizes = " · ".join(f"{each.label}: {each.names} ({each.figure}), {each.so_far}" for each in page.prizes)
    explained = " ".join(f"{label}: {explanation}" for label, explanation in page.explanations)
    paragraphs = [
        *page.standings.missing,
        prizes * page.standings.event.kind.is_planned,
        explained,
        *page.skipped,
        *page.unknown,
        "n" * LETTERS_ALWAYS,
    ]
    lines = (
        sum(count_lines_of(words, NOTES_SIZE, WIDTH - MARGINS, usual_width_in_ems) for words in paragraphs if words)
        + page.has_leavers
        + (page.so_far_note is not None)
    )
    return ABOVE_NOTES + lines * NOTES_SIZE * NOTES_LEADING * POINT


def _has_rounds(page: StandingsPage, options: Options, spacing: RowSpacing) -> bool:
    return not (spacing == SPACINGS[-1] or (options.is_large and page.paper_style == "hours-2"))


def _width_of_names(page: StandingsPage, *, has_rounds: bool) -> float:
    styles = [column.style.split() for column in page.columns]
    columns = [style for style in styles if has_rounds or "rounds" not in style]
    taken = sum(_width_of_column(style, page.paper_style) for style in columns)
    return WIDTH - MARGINS - PLACE_WIDTH - PADDING - DECIDED_WIDTH * page.says_otherwise - taken


def _width_of_column(style: Sequence[str], of_paper: str) -> float:
    if "hour" in style and of_paper == "rounds":
        return RANKED_WIDTH
    if "rounds" in style and of_paper == "hours-1":
        return ROUNDS_OF_ONE_HOUR
    return next(COLUMN_WIDTHS[key] for key in COLUMN_WIDTHS if key in style)


def _sizes_of_names(page: StandingsPage, spacing: RowSpacing, width: float) -> list[float]:
    """Most names have one size, at which most of them have room on one line; longer ones are smaller."""
    widths = [bold_width_in_ems(_name_of(row)) * SAFETY * POINT for row in page.rows]
    smaller = [size for size in NAME_SIZES if size < spacing.size]
    sizes = [next((size for size in (spacing.size, *smaller) if wide * size <= width), smaller[-1]) for wide in widths]
    usual = sorted(sizes)[len(sizes) // MOST_SMALLER] if sizes else spacing.size
    return [min(usual, size) for size in sizes]


def _name_of(row: StandingsRow) -> str:
    return f"{row.name} †" if row.line.left else row.name


def _count_lines(name: str, size: float, width: float) -> int:
    return count_lines_of(name, size * SAFETY, width, bold_width_in_ems)


def _heights_of_rows(page: StandingsPage, options: Options, spacing: RowSpacing) -> list[float]:
    width = _width_of_names(page, has_rounds=_has_rounds(page, options, spacing))
    heights = []
    for row, size in zip(page.rows, _sizes_of_names(page, spacing, width), strict=True):
        points = _count_lines(_name_of(row), size, width) * size
        if row.besides:
            points += count_lines_of("  ".join(row.besides), BESIDES * SAFETY, width, usual_width_in_ems) * BESIDES
        heights.append(max(points, FIGURES[spacing.key]) * LEADING * POINT + spacing.room)
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
