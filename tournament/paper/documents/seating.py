"""The seating of an hour, for the wall: by name and by table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, inf
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.queries.hour_sheets import SeatingLine, SeatingList, TablePlan, seating_of
from tournament.paper.row_spacing import ABOVE_LATER, BELOW, RowSpacing, choose_spacing
from tournament.press.fitting import POINT, count_lines_of
from tournament.press.sheets import UPRIGHT, Options, page_of

LETTER_WIDTH, PART_OF_NAME, NUMBER_WIDTH = 8.5, 0.33, 15.0
WIDTH_OF_LIST, PADDING = 182.0, 3.0
"""The width in millimetres of the list on A4, and of the padding in a cell."""
OPPONENTS, OPPONENTS_LEADING, LIGHTER, AFTER_OPPONENTS = 9.5, 1.25, 0.9, 4.0
"""The size of opponents in points, their leading, the width of the usual weight relative to the boldest, and the room
in millimetres after a partner and opponents."""
NAME_SIZE, NAME_LEADING = 11.5, 1.15
SPACINGS = (
    RowSpacing("roomy", 17.0, 2.3),
    RowSpacing("close", 14.0, 1.5),
    RowSpacing("tight", 12.5, 1.2),
    RowSpacing("tightest", 11.0, 0.9),
)
"""Their sizes are those of the tables' numbers, which names never exceed."""
TIGHTEST_OPPONENTS, TIGHTEST_PART = 8.5, 0.28
"""In the tightest spacing, the size of opponents and the part of the width for names, so that partner and opponents fit
one line."""
PART_OF_WIDTH, BETWEEN = {1: 0.97, 2: 0.475, 3: 0.31}, 4.0
"""By the number of columns of tables: the part of the list's width plus `BETWEEN` millimetres that a column takes."""
SIZES = (24.0, 22.0, 20.0, *(float(size) for size in range(18, 9, -1)))
"""Sizes of the names at a table in points."""
ON_MORE_PAGES = tuple(product(SIZES[-5:], (3, 2)))
"""Sizes and columns if one page is not enough."""
ABOVE_TABLES, HEADING_OF_RESTS, LINE_OF_RESTS, RESTS_A_LINE = 51.0, 8.0, 5.0, 2
TABLE_HEAD, TABLE_BELOW, SEAT, SEAT_INDENT, TURNS, TURNS_ABOVE, TURN_INDENT = 2.75, 1.2, 1.22, 1.3, 0.72, 0.65, 1.6
"""Measures of a table in ems of its names: its head, the room below, a line of a seat and where its name begins, the
size of turns, what is above them, and in their own ems where they begin."""
LETTERS_OF_A_SEAT, LETTERS_OF_A_MATCH = 24, 34
"""Names go on a second line only if they are longer."""


@dataclass(frozen=True)
class TablesLayout:
    """How many tables stand beside each other, and the size of names in points."""

    columns: int
    size: float


def _read_by_name(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    return lay_out_by_name(seating_of(asked.event, asked.stage), asked.options)


def lay_out_by_name(paper: SeatingList, options: Options) -> Mapping[str, Any]:
    page = page_of(options)
    width = page.width - (UPRIGHT[0] - WIDTH_OF_LIST)

    def heights_of(spacing: RowSpacing) -> list[float]:
        return [_height_of(line, spacing, width) for line in paper.by_name]

    return {"paper": paper, "spacing": choose_spacing(SPACINGS, heights_of, page.height)}


def _height_of(line: SeatingLine, spacing: RowSpacing, width: float) -> float:
    """Returns the height of a row in millimetres."""
    is_tightest = spacing == SPACINGS[-1]
    part = (TIGHTEST_PART if is_tightest else PART_OF_NAME) * width
    name, beside = part - PADDING, width - LETTER_WIDTH - part - 2 * NUMBER_WIDTH - PADDING
    size, name_size = TIGHTEST_OPPONENTS if is_tightest else OPPONENTS, min(NAME_SIZE, spacing.size)
    opponents = _count_lines_of_opponents(line, size * LIGHTER, beside) * size * OPPONENTS_LEADING
    names = count_lines_of(f"{line.name} {line.team}", name_size, name) * name_size * NAME_LEADING
    return max(opponents, names, spacing.size) * POINT + spacing.room


def _count_lines_of_opponents(line: SeatingLine, size: float, width: float) -> int:
    """Counts lines: a partner and the opponents get lines of their own unless one has room for both."""
    if not any(turn.partner for turn in line.turns):
        return count_lines_of("  ".join(f"{turn.turn} {turn.opponent}" for turn in line.turns), size, width)
    both = [words for turn in line.turns for words in (f"with {turn.partner}", f"against {turn.opponent}")]
    if count_lines_of(" ".join(both), size, width - AFTER_OPPONENTS) == 1:
        return 1
    return sum(count_lines_of(words, size, width - AFTER_OPPONENTS) for words in both)


def _read_by_table(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    return lay_out_by_table(seating_of(asked.event, asked.stage), asked.options)


def lay_out_by_table(paper: SeatingList, options: Options) -> Mapping[str, Any]:
    """Uses as few pages as possible, with names as large as these allow."""
    page = page_of(options)
    width, room = page.width - (UPRIGHT[0] - WIDTH_OF_LIST) + BETWEEN, page.height - ABOVE_TABLES - BELOW
    if paper.resting:
        room -= HEADING_OF_RESTS + LINE_OF_RESTS * ceil(len(paper.resting) / RESTS_A_LINE)
    rooms = (room, page.height - ABOVE_LATER - BELOW)
    for size, columns in product(SIZES, PART_OF_WIDTH):
        layout = TablesLayout(columns, size)
        if _count_pages(paper.by_table, layout, width, rooms, most=1) == 1:
            return {"paper": paper, "layout": layout}
    layouts = [TablesLayout(columns, size) for size, columns in ON_MORE_PAGES]
    counts = [_count_pages(paper.by_table, layout, width, rooms) for layout in layouts]
    least = min(counts)
    return {"paper": paper, "layout": layouts[counts.index(least) if least < inf else -1]}


def _count_pages(
    tables: Sequence[TablePlan],
    layout: TablesLayout,
    width: float,
    rooms: tuple[float, float],
    *,
    most: float = inf,
) -> float:
    """Returns how many pages the rows of tables take; `rooms` are those of the first page and of later ones. Infinity
    if a short name needs two lines, or once there are more pages than `most`."""
    pages, left = 1, rooms[0]
    for at in range(0, len(tables), layout.columns):
        row = tables[at : at + layout.columns]
        heights = [_height_of_table(table, layout.size, width * PART_OF_WIDTH[layout.columns]) for table in row]
        height = max(heights) * layout.size * POINT
        if height > left:
            pages, left = pages + 1, rooms[1]
        if height == inf or pages > most:
            return inf
        left -= height
    return pages


def _height_of_table(table: TablePlan, size: float, width: float) -> float:
    """Returns the height in ems; infinity if a short name needs two lines."""
    em, lesser = size * POINT, size * TURNS
    height = (
        TABLE_HEAD
        + TABLE_BELOW
        + (SEAT * count_lines_of(" – ".join(table.teams), lesser, width) if table.teams else 0.0)
    )
    for seat in table.seats:
        lines = count_lines_of(seat.name, size, width - SEAT_INDENT * em)
        if lines > 1 and len(seat.name) <= LETTERS_OF_A_SEAT:
            return inf
        height += SEAT * (lines + (seat.from_turn or seat.until_turn is not None))
    words = [" v ".join(names) for turn in table.turns for names in turn.matches]
    words += [f"{name} sits out" for turn in table.turns for name in turn.sit_outs]
    for each in words:
        lines = count_lines_of(each, lesser * LIGHTER, width - TURN_INDENT * lesser * POINT)
        if lines > 1 and len(each) <= LETTERS_OF_A_MATCH:
            return inf
        height += SEAT * TURNS * (lines + 0.2)
    return height + TURNS_ABOVE * bool(words)


BY_NAME = Document(
    key="seating-by-name",
    title=_("Seating by name"),
    about=_("A to Z for the wall: find your name, go to your table."),
    template="seating_by_name.html",
    needs=Needs.DRAWN_HOUR,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=_read_by_name,
)
BY_TABLE = Document(
    key="seating-by-table",
    title=_("Seating by table"),
    about=_("Every table with its seats and who meets whom."),
    template="seating_by_table.html",
    needs=Needs.DRAWN_HOUR,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=_read_by_table,
)
