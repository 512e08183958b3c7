"""Standings on paper: of one hour, after a round, and final."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.event.queries.prize_money import prize_money_of
from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.documents.podium import NO_PODIUM, Cost, Podium, choose_podium
from tournament.paper.row_spacing import RowSpacing, choose_spacing, find_first_rows
from tournament.press.fitting import POINT, bold_width_in_ems, count_lines_of, usual_width_in_ems, widest_word_of
from tournament.press.sheets import Options, Page, page_across_of, page_of
from tournament.standings.queries.counted_matches import Counting
from tournament.standings.queries.cuts import final_ties, say_how_to_break_ties
from tournament.standings.queries.groups import plays_in_groups
from tournament.standings.queries.places import Standings
from tournament.standings.queries.prizes import prize_list
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import StandingsPage, StandingsRow, standings_on_paper

PRIZE_MONEY = _("Prize money")
NOBODY: Mapping[int, str] = {}
MARGINS = 28.0
"""The width of the margins in millimetres."""
NOTES_SIZE, NOTES_LEADING, ABOVE_NOTES, LETTERS_ALWAYS = 8.0, 1.2, 3.0, 200
"""Measures of the notes after the last row: their size in points and leading, the room above in millimetres, and how
many letters the sentence on the order has."""
COLUMN_WIDTHS = {"hour": 11.2, "sum": 14.0, "count": 10.0}
RANKED_WIDTH = 14.2
ROUNDS_HEAD, MOST_OF_ROUNDS, ROUNDS_PADDING = 14.5, 25.0, 4.0
"""The width of the heading over the points of each round, the most that large figures may take there, and the padding
that keeps them from the figure before."""
PLACE_WIDTH, LEAST_PLACE, PADDING = 8.8, 9.0, 1.6
DECIDED_SIZE, DECIDED_WIDTHS, NOTES_WIDTH = 8.0, (14.0, 27.0), 4.5
"""What decided: its size in points, its least and greatest width, and the room for footnotes beside it."""
LEADING, SAFETY, BESIDES = 1.15, 1.02, 8.5
"""The leading of names, how much wider words are taken to be than they are, since a renderer rounds, and the size of
the words beside a name."""
NAME_SIZES, READABLE, FOR_ONE_PAGE = (12.0, 11.0, 10.0, 9.5, 9.0, 8.5, 8.0, 7.5, 7.0, 6.5), 9.0, 7.5
"""Sizes of names that have no room at the usual size: on one line down to a readable one, else on two. The smallest are
only for rows that have a single page."""
MOST_SMALLER = 4
"""All names get smaller rather than more than one in this many."""
SPACINGS = (
    RowSpacing("wall", 15.0, 4.4, for_one_page=True),
    RowSpacing("roomy", 12.0, 2.7),
    RowSpacing("usual", 11.0, 1.9),
    RowSpacing("close", 10.5, 1.3),
    RowSpacing("tight", 10.0, 0.8),
    RowSpacing("tightest", 9.0, 0.5),
    RowSpacing("least", 8.5, 0.4, for_one_page=True),
)
"""In the last two, hours have their totals alone, as two hours have on a narrow page."""
WITHOUT_ROUNDS = ("tightest", "least")
FIGURES = {"wall": 15.0, "roomy": 12.0, "usual": 11.5, "close": 11.5, "tight": 10.5, "tightest": 9.5, "least": 9.5}
"""The sizes of the figures that rank, which a row is at least as high as."""


@dataclass(frozen=True)
class StandingsLayout:
    """The rows of standings, each with the size of its name in points, 0 for the usual `size`, and with whether it
    begins a page. `place` is the width of their places in millimetres. `has_rounds` tells whether the points of each
    round have their columns, with the width and the size in `rounds`. `decided` is the width of what decided;
    `has_words` is false if footnotes are all it has. Rows have at least this `height`, and columns that rank after
    rounds this width, `ranked`. `page` is the one it is laid out for, and `podium` the first three above the list."""

    rows: tuple[tuple[StandingsRow, float, bool], ...]
    place: float
    spacing: str
    size: float
    has_rounds: bool
    rounds: tuple[float, float]
    decided: float
    has_words: bool
    height: float
    ranked: float
    page: Page
    podium: Podium


def lay_out_standings(
    page: StandingsPage, options: Options, prizes: Sequence[str] = (), *, has_podium: bool = False
) -> StandingsLayout:
    """Large print has the rows and the sizes of usual print, on more pages, which lie across if upright a name would
    need more than two lines."""
    usual = page_of(options.usual)
    decided, has_words = _width_of_decided(page)

    def widths_of_names(spacing: RowSpacing, paper: Page = usual) -> float:
        rounds = _rounds_column(page, spacing)[0] if _has_rounds(page, paper, spacing.key) else 0.0
        beside = decided + _place_width(page, spacing)
        return _width_of_names(page, paper.width - MARGINS - beside, rounds, _ranked_width(page, spacing))

    sizes_by_spacing = {each.key: _sizes_of_names(page, each, widths_of_names(each)) for each in SPACINGS}
    heights = {
        each.key: _heights_of_rows(page, each, sizes_by_spacing[each.key], widths_of_names(each)) for each in SPACINGS
    }
    notes = _height_of_notes(page, usual.width - MARGINS, prizes)

    def choose_with(above: float, spacings: Sequence[RowSpacing], on: Page) -> tuple[str, int]:
        def heights_of(spacing: RowSpacing) -> list[float]:
            first, *others = heights[spacing.key] or [0.0]
            return [first + above, *others]

        return choose_spacing(spacings, heights_of, on.height, notes=notes)

    def cost_of(above: float) -> Cost:
        spacing, _pages = choose_with(above, SPACINGS, usual)
        _spacing, pages = choose_with(above, [each for each in SPACINGS if each.key == spacing], page_of(options))
        return Cost(pages, not _has_rounds(page, usual, spacing))

    podium = choose_podium(page, usual.width - MARGINS, cost_of) if has_podium else NO_PODIUM
    spacing, _pages = choose_with(podium.height, SPACINGS, usual)
    chosen = next(each for each in SPACINGS if each.key == spacing)
    sizes = sizes_by_spacing[spacing]
    paper = page_of(options)
    if options.is_large and not _have_room(page, sizes, widths_of_names(chosen, paper)):
        paper = page_across_of(options)
    size = max(sizes, default=chosen.size)
    on_paper = _heights_of_rows(page, chosen, sizes, widths_of_names(chosen, paper)) or [0.0]
    on_paper[0] += podium.height
    notes = _height_of_notes(page, paper.width - MARGINS, prizes)
    first_rows, least = find_first_rows(on_paper, paper.height, notes=notes)
    rows = tuple(
        (row, own if own != size else 0.0, at in first_rows and not row.group)
        for at, (row, own) in enumerate(zip(page.rows, sizes, strict=True))
    )
    return StandingsLayout(
        rows=rows,
        place=_place_width(page, chosen),
        spacing=spacing,
        size=size,
        has_rounds=_has_rounds(page, paper, spacing),
        rounds=_rounds_column(page, chosen),
        decided=decided,
        has_words=has_words,
        height=least,
        ranked=_ranked_width(page, chosen),
        page=paper,
        podium=podium,
    )


def _have_room(page: StandingsPage, sizes: Sequence[float], width: float) -> bool:
    """Whether each name has two lines at most, with its words whole."""
    names = [_name_of(row) for row in page.rows]
    return all(
        _count_lines(name, size, width) <= 2 and widest_word_of(name) * size * POINT <= width
        for name, size in zip(names, sizes, strict=True)
    )


def _width_of_decided(page: StandingsPage) -> tuple[float, bool]:
    """Returns the width of the column, 0 if there is none, and whether it has words."""
    words = {row.decided_by for row in page.rows} - {"", page.first.label}
    if not words:
        return (NOTES_WIDTH if page.says_otherwise else 0.0), False
    least, most = DECIDED_WIDTHS
    widest = max(usual_width_in_ems(each) for each in words) * SAFETY * DECIDED_SIZE * POINT
    return NOTES_WIDTH + min(max(widest, least), most), True


def _height_of_notes(page: StandingsPage, width: float, money: Sequence[str]) -> float:
    prizes = " · ".join(f"{each.label}: {each.names} ({each.figure}), {each.so_far}" for each in page.prizes)
    explained = " ".join(f"{label}: {explanation}" for label, explanation in page.explanations)
    paragraphs = [
        *page.standings.missing,
        " · ".join([str(PRIZE_MONEY), *money]) * bool(money),
        prizes * page.standings.event.kind.is_planned,
        explained,
        *page.skipped,
        *page.unknown,
        "n" * LETTERS_ALWAYS,
    ]
    lines = (
        sum(count_lines_of(words, NOTES_SIZE, width, usual_width_in_ems) for words in paragraphs if words)
        + page.has_leavers
        + (page.so_far_note is not None)
    )
    return ABOVE_NOTES + lines * NOTES_SIZE * NOTES_LEADING * POINT


def _has_rounds(page: StandingsPage, paper: Page, spacing: str) -> bool:
    return spacing not in WITHOUT_ROUNDS and not (paper.is_narrow and page.paper_style == "hours-2")


def _rounds_column(page: StandingsPage, spacing: RowSpacing) -> tuple[float, float]:
    """Returns the width in millimetres, padding and all, that has the points of all rounds on one line, and their size
    in points: a field of few rows leaves the room for large figures."""
    cells = {cell.text for row in page.rows for cell in row.cells if "rounds" in cell.style.split()}
    widest = max(map(usual_width_in_ems, cells), default=0.0) * SAFETY * POINT
    small, large = (8.5, 8.5) if page.paper_style == "hours-1" else (7.5, 9.5)
    is_large = spacing.key in ("wall", "roomy") and widest * large + ROUNDS_PADDING <= MOST_OF_ROUNDS
    size = large if is_large else small
    return max(widest * size + ROUNDS_PADDING, ROUNDS_HEAD), size


def _place_width(page: StandingsPage, spacing: RowSpacing) -> float:
    """Returns the width in millimetres of places, padding and all: in a large field some are as long as "170="."""
    widest = max((bold_width_in_ems(row.place) for row in page.rows), default=0.0)
    return max(PLACE_WIDTH, widest * SAFETY * max(spacing.size, LEAST_PLACE) * POINT + PADDING)


def _ranked_width(page: StandingsPage, spacing: RowSpacing) -> float:
    """Returns the width in millimetres, padding and all, of the columns that rank after rounds: some figures are long,
    such as the average of somebody who sat out."""
    cells = [cell for row in page.rows for cell in row.cells if "hour" in cell.style and "long" not in cell.style]
    widest = max((bold_width_in_ems(cell.text) for cell in cells), default=0.0)
    return max(RANKED_WIDTH, widest * FIGURES[spacing.key] * POINT + 2 * PADDING)


def _width_of_names(page: StandingsPage, width: float, rounds: float, ranked: float) -> float:
    columns = {"rounds": rounds, **COLUMN_WIDTHS}
    if page.paper_style == "rounds":
        columns["hour"] = ranked
    styles = [column.style.split() for column in page.columns]
    return width - PADDING - sum(next(columns[key] for key in columns if key in style) for style in styles)


def _sizes_of_names(page: StandingsPage, spacing: RowSpacing, width: float) -> list[float]:
    """Most names have one size, at which most of them have room; longer ones are smaller."""
    least = NAME_SIZES[-1] if spacing.key == "least" else FOR_ONE_PAGE
    sizes = [spacing.size, *(size for size in NAME_SIZES if least <= size < spacing.size)]
    ordered = sorted(wanted := [_size_of_name(_name_of(row), sizes, width) for row in page.rows])
    usual = ordered[len(ordered) // MOST_SMALLER] if ordered else spacing.size
    return [min(usual, size) for size in wanted]


def _size_of_name(name: str, sizes: Sequence[float], width: float) -> float:
    wide = bold_width_in_ems(name) * SAFETY * POINT
    on_one_line = (size for size in sizes if size >= min(READABLE, sizes[0]) and wide * size <= width)
    on_two_lines = (size for size in sizes if _count_lines(name, size, width) <= 2)
    return next(chain(on_one_line, on_two_lines), sizes[-1])


def _name_of(row: StandingsRow) -> str:
    return f"{row.name} †" if row.line.left else row.name


def _count_lines(name: str, size: float, width: float) -> int:
    return count_lines_of(name, size * SAFETY, width, bold_width_in_ems)


def _heights_of_rows(page: StandingsPage, spacing: RowSpacing, sizes: Sequence[float], width: float) -> list[float]:
    """The first line of a name stands beside figures that may be larger."""
    heights = []
    for row, size in zip(page.rows, sizes, strict=True):
        points = max(size, FIGURES[spacing.key]) + (_count_lines(_name_of(row), size, width) - 1) * size
        if row.besides:
            points += count_lines_of("  ".join(row.besides), BESIDES * SAFETY, width, usual_width_in_ems) * BESIDES
        heights.append(points * LEADING * POINT + spacing.room)
    return heights


def _read_standings(asked: DocumentRequest) -> Mapping[str, Any]:
    """Reads the standings of one hour, after a round, or of the whole evening."""
    event, stage = asked.event, asked.stage
    prizes: list[str] = []
    if stage is None:
        standings = standings_of(event)
        prizes = prize_list(standings, prize_money_of(event))
        tied, is_final = _say_who_is_tied(standings), not standings.provisional
        return _context_of_standings(standings, asked.options, prizes, tied=tied, has_podium=is_final)
    elif not event.kind.ranks_each_stage:
        counting: Counting = "groups" if plays_in_groups(event, stage.number) else "entered"
        standings = standings_of(event, hours=stage.number, counting=counting)
    else:
        standings = standings_of(event, first_hour=stage.number, hours=stage.number)
    after = {"stage_label": _("After round %(number)s") % {"number": stage.number}} if stage else {}
    return ({} if event.kind.ranks_each_stage else after) | _context_of_standings(standings, asked.options, prizes)


def read_standings_so_far(asked: DocumentRequest) -> Mapping[str, Any]:
    """Reads the standings of all released hours, in the middle of an evening."""
    return _context_of_standings(standings_of(asked.event), asked.options)


def _say_who_is_tied(standings: Standings) -> Mapping[int, str]:
    """Returns what those do who are tied once everything is agreed, by entry; they may cut the cards, if the evening's
    rules say so."""
    words = "" if standings.provisional else say_how_to_break_ties(standings.event)
    return {entry: words for tie in final_ties(standings) for entry in tie.entries} if words else {}


def _context_of_standings(
    standings: Standings,
    options: Options,
    prizes: Sequence[str] = (),
    *,
    tied: Mapping[int, str] = NOBODY,
    has_podium: bool = False,
) -> dict[str, Any]:
    page = standings_on_paper(standings)
    if tied:
        rows = (replace(row, decided_by=tied.get(row.line.placing.record.entry, row.decided_by)) for row in page.rows)
        page = replace(page, rows=tuple(rows))
    layout = lay_out_standings(page, options, prizes, has_podium=has_podium)
    return {"page": page, "standings": standings, "prizes": prizes, "layout": layout, "printed_on": layout.page}


OF_AN_HOUR = Document(
    key="hour-standings",
    title=_("Standings"),
    about=_("The standings of this part alone, and what decided each place."),
    template="standings.html",
    is_filed=True,
    needs=Needs.RELEASED_HOUR,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_read_standings,
    makes_sense=lambda event: event.kind.ranks_each_stage,
)
AFTER_A_ROUND = Document(
    key="round-standings",
    title=_("Standings"),
    about=_("The standings after this round, and what decided each place."),
    template="standings.html",
    is_filed=True,
    needs=Needs.RELEASED_HOUR,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_read_standings,
    makes_sense=lambda event: event.kind.is_planned,
)
FINAL = Document(
    key="final-standings",
    title=_("Final standings"),
    about=_("The whole evening, and what decided each place."),
    template="standings.html",
    is_filed=True,
    needs=Needs.ALL_HOURS,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_read_standings,
)
