"""The seating of an hour, for the wall: by name and by table."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, inf
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.queries.hour_sheets import SeatingLine, SeatingList, TablePlan, seating_of
from tournament.paper.row_spacing import (
    ABOVE_FIRST,
    ABOVE_LATER,
    BELOW,
    LEAST_FILLED,
    LINE_OF_WAVES,
    RowSpacing,
    choose_spacing,
    find_first_rows,
)
from tournament.press.fitting import POINT, bold_width_in_ems, count_lines_of, usual_width_in_ems
from tournament.press.sheets import UPRIGHT, Options, page_of

WIDTH_OF_LIST, LETTER_WIDTH, NUMBER_WIDTH, PADDING, AFTER_OPPONENT = 182.0, 8.5, 12.0, 3.0, 2.0
"""The width in millimetres of the list on A4, of its columns for letters and for numbers, of the padding in a cell, and
the room after an opponent."""
NAME_LEADING, OPPONENTS_LEADING, LONG, SAFETY = 1.15, 1.25, 0.82, 1.02
"""A name that has no room on one line is set at this part of the usual size. Words are taken to be a little wider than
they are, since a renderer rounds."""
SMALLER, WRAPPED = 0.2, 2.0
"""A name at the smaller size, and one on two lines, are as bad as so many millimetres more."""
PARTS_OF_NAME = (0.2, 0.22, 0.24, 0.26, 0.28, 0.3, 0.33, 0.37, 0.42)
"""The parts of the width that names may have."""
SPACINGS = (
    RowSpacing("wall", 22.0, 2.8, for_one_page=True),
    RowSpacing("roomy", 17.0, 2.7),
    RowSpacing("close", 14.0, 1.95),
    RowSpacing("tight", 12.5, 1.65),
    RowSpacing("tightest", 11.0, 1.0),
    RowSpacing("least", 9.5, 0.75),
    RowSpacing("smallest", 8.0, 0.45, for_one_page=True),
)
"""Their sizes are those of the tables' numbers."""
SIZES_OF_LIST = {
    "wall": (16.0, 12.0),
    "roomy": (13.0, 10.0),
    "close": (11.5, 9.5),
    "tight": (11.0, 9.0),
    "tightest": (10.5, 8.5),
    "least": (9.5, 8.0),
    "smallest": (8.4, 7.0),
}
"""The sizes of names and of opponents in points."""
MOST_MORE = 4.0
"""How much higher rows are at most, in millimetres, so that they fill a page."""
SHORTENED, FEW = (40, 30, 24, 18, 14), 80
"""Names of opponents are cut to so many letters if that saves pages, in a list of no more people: each name stands in
full at its own line."""
PART_OF_WIDTH, BETWEEN = {1: 0.97, 2: 0.475, 3: 0.31}, 4.0
"""By the number of columns of tables: the part of the list's width plus `BETWEEN` millimetres that a column takes."""
SIZES = (24.0, 22.0, 20.0, *(float(size) for size in range(18, 9, -1)))
"""Sizes of the names at a table in points."""
ON_MORE_PAGES = tuple(product(SIZES[-5:], (3, 2)))
"""Sizes and columns if one page is not enough."""
PARTS_OF_ROOM = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7)
"""Of several pages only a part is used where the last would be almost empty otherwise."""
ABOVE_TABLES, HEADING_OF_RESTS, LINE_OF_RESTS, RESTS_A_LINE = 51.0, 8.0, 5.0, 2
TABLE_HEAD, TABLE_BELOW, SEAT, SEAT_INDENT, TURNS, TURNS_ABOVE, TURN_INDENT = 2.75, 1.2, 1.22, 1.3, 0.72, 0.65, 1.6
"""Measures of a table in ems of its names: its head, the room below, a line of a seat and where its name begins, the
size of turns, what is above them, and in their own ems where they begin."""
LETTERS_OF_A_SEAT, LETTERS_OF_A_MATCH = 24, 34
"""Names go on a second line only if they are longer."""


@dataclass(frozen=True)
class NameColumns:
    """The list by name: the widths in millimetres of names and of opponents, the sizes of both in points, and the part
    of its size that a name without room on one line has."""

    name: float
    opponents: float
    size: float
    size_of_opponents: float
    part_of_long: float


@dataclass(frozen=True)
class TablesLayout:
    """How many tables stand beside each other, the size of names in points, and the tables of each page, none if they
    flow."""

    columns: int
    size: float
    pages: Sequence[Sequence[TablePlan]] = ()


def _read_by_name(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    return lay_out_by_name(seating_of(asked.event, asked.stage), asked.options)


def lay_out_by_name(paper: SeatingList, options: Options) -> Mapping[str, Any]:
    """Names have as much of the width as lets the rows be lowest, and opponents what they leave. Large print has the
    spacing of usual print on more pages, and makes no name smaller or shorter for want of room."""
    layout, pages = _lay_out_list(paper, options.usual, SPACINGS)
    if options.is_large:
        return _lay_out_list(paper, options, [each for each in SPACINGS if each.key == layout["spacing"]])[0]
    for letters in SHORTENED if len(paper.by_name) <= FEW else ():
        if pages > 1:
            shortened, fewer = _lay_out_list(_shorten_opponents(paper, letters), options, SPACINGS)
            if fewer < pages:
                layout, pages = shortened, fewer
    return layout


def _lay_out_list(paper: SeatingList, options: Options, spacings: Sequence[RowSpacing]) -> tuple[dict[str, Any], int]:
    """Returns the layout and how many pages it takes."""
    page = page_of(options)
    width = page.width - (UPRIGHT[0] - WIDTH_OF_LIST)
    part_of_long = 1.0 if options.is_large else LONG
    columns = {each.key: _choose_columns(paper.by_name, each, width, part_of_long) for each in spacings}

    def heights_of(spacing: RowSpacing) -> list[float]:
        return [_height_of(line, columns[spacing.key], spacing) for line in paper.by_name]

    high = page.height - LINE_OF_WAVES * len(paper.waves)
    spacing, pages = choose_spacing(spacings, heights_of, high)
    heights = heights_of(next(each for each in spacings if each.key == spacing))
    first_rows, least = find_first_rows(heights, high)
    rows = [
        (line, part_of_long < 1 and _is_long(line, columns[spacing]), at in first_rows)
        for at, line in enumerate(paper.by_name)
    ]
    layout = {"paper": paper, "spacing": spacing, "columns": columns[spacing], "rows": rows}
    return layout | {"height": least or _fill_page(heights if pages == 1 else [], high)}, pages


def _fill_page(heights: Sequence[float], page: float) -> float:
    """Returns the least height of rows with which they fill the only page, 0 if there are several."""
    if not heights:
        return 0.0
    left = (page - ABOVE_FIRST - BELOW - sum(heights)) / len(heights)
    return min(heights) + max(min(left, MOST_MORE), 0.0)


def _shorten_opponents(paper: SeatingList, letters: int) -> SeatingList:
    names = {name for line in paper.by_name for name in (line.name, line.team) if len(name) > letters}
    longest_first = sorted(names, key=lambda name: (-len(name), name))

    def shorten(words: str) -> str:
        for name in longest_first:
            words = words.replace(name, f"{name[: letters - 1].rstrip()}…")
        return words

    def shorten_all(line: SeatingLine) -> SeatingLine:
        turns = [replace(turn, opponent=shorten(turn.opponent), partner=shorten(turn.partner)) for turn in line.turns]
        return replace(line, turns=tuple(turns))

    return replace(paper, by_name=tuple(map(shorten_all, paper.by_name))) if names else paper


def _choose_columns(
    lines: Sequence[SeatingLine], spacing: RowSpacing, width: float, part_of_long: float
) -> NameColumns:
    def columns_of(part: float) -> NameColumns:
        left = width - LETTER_WIDTH - part * width - 2 * NUMBER_WIDTH
        return NameColumns(part * width - PADDING, left - PADDING, *SIZES_OF_LIST[spacing.key], part_of_long)

    def height_of(columns: NameColumns) -> float:
        smaller = [_count_lines_of_name(line, columns, part_of_long) for line in lines if _is_long(line, columns)]
        penalty = SMALLER * len(smaller) + WRAPPED * sum(count > 1 for count in smaller)
        return sum(_height_of(line, columns, spacing) for line in lines) + penalty

    return min(map(columns_of, PARTS_OF_NAME), key=height_of)


def _height_of(line: SeatingLine, columns: NameColumns, spacing: RowSpacing) -> float:
    """Returns the height of a row in millimetres; the first lines stand beside the table's number."""
    size, names = columns.size * NAME_LEADING, 1
    if _is_long(line, columns):
        size, names = size * columns.part_of_long, _count_lines_of_name(line, columns, columns.part_of_long)
    of_opponents, opponents = columns.size_of_opponents * OPPONENTS_LEADING, _count_lines_of_opponents(line, columns)
    more = max((names - 1) * size, (opponents - 1) * of_opponents)
    return (max(spacing.size, size, of_opponents) + more) * POINT + spacing.room


def _is_long(line: SeatingLine, columns: NameColumns) -> bool:
    return _count_lines_of_name(line, columns) > 1


def _count_lines_of_name(line: SeatingLine, columns: NameColumns, part_of_size: float = 1.0) -> int:
    words = f"{line.name} {line.team}" if line.team else line.name
    return count_lines_of(words, columns.size * part_of_size * SAFETY, columns.name, bold_width_in_ems)


def _count_lines_of_opponents(line: SeatingLine, columns: NameColumns) -> int:
    """Counts lines: a partner and opponents stay whole unless they are longer than a line."""
    size, width = columns.size_of_opponents * SAFETY, columns.opponents
    lines, used = 1, 0.0
    for words in _words_beside(line):
        wide = usual_width_in_ems(words) * size * POINT
        if used and used + wide > width:
            lines, used = lines + 1, 0.0
        if wide > width:
            lines += count_lines_of(words, size, width, usual_width_in_ems) - 1
            used = width
        used += wide + AFTER_OPPONENT + size * POINT * usual_width_in_ems(" ")
    return lines


def _words_beside(line: SeatingLine) -> Iterator[str]:
    """Yields what stands beside a name: each turn's opponent, or a partner and opponents."""
    for turn in line.turns:
        if turn.partner:
            yield f"with {turn.partner}"
            yield f"against {turn.opponent}"
        else:
            yield f"{turn.turn} {turn.opponent or 'sit out'}"


def _read_by_table(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    return lay_out_by_table(seating_of(asked.event, asked.stage), asked.options)


def lay_out_by_table(paper: SeatingList, options: Options) -> Mapping[str, Any]:
    """Uses as few pages as possible, with names as large as these allow. Large print has the names of usual print, with
    as many tables side by side as have room for them."""
    usual = _lay_out_tables(paper, options.usual, tuple(product(SIZES, PART_OF_WIDTH)), ON_MORE_PAGES)
    if not options.is_large:
        return {"paper": paper, "layout": usual}
    columns = (usual.columns, *(each for each in sorted(PART_OF_WIDTH, reverse=True) if each != usual.columns))
    ways = tuple((usual.size, each) for each in columns)
    return {"paper": paper, "layout": _lay_out_tables(paper, options, (), ways)}


def _lay_out_tables(
    paper: SeatingList,
    options: Options,
    on_one_page: Sequence[tuple[float, int]],
    on_more_pages: Sequence[tuple[float, int]],
) -> TablesLayout:
    """Returns the first of the sizes and columns `on_one_page` that needs only one, otherwise the one `on_more_pages`
    with the fewest; if short names have no room in any, the last."""
    page = page_of(options)
    width, room = page.width - (UPRIGHT[0] - WIDTH_OF_LIST) + BETWEEN, page.height - ABOVE_TABLES - BELOW
    room -= LINE_OF_WAVES * len(paper.waves)
    if paper.resting:
        room -= HEADING_OF_RESTS + LINE_OF_RESTS * ceil(len(paper.resting) / RESTS_A_LINE)
    rooms = (room, page.height - ABOVE_LATER - BELOW)
    for size, columns in on_one_page:
        layout = TablesLayout(columns, size)
        if len(pages := _break_into_pages(paper.by_table, layout, width, rooms, most=1)) == 1:
            return replace(layout, pages=pages)
    layouts = [TablesLayout(columns, size) for size, columns in on_more_pages]
    counts = [len(_break_into_pages(paper.by_table, layout, width, rooms)) or inf for layout in layouts]
    least = min(counts)
    layout = layouts[counts.index(least) if least < inf else -1]
    for part in PARTS_OF_ROOM:
        pages = _break_into_pages(paper.by_table, layout, width, (rooms[0] * part, rooms[1] * part))
        if len(pages) == least and len(pages[-1]) >= LEAST_FILLED * max(map(len, pages)):
            return replace(layout, pages=pages)
    return layout


def _break_into_pages(
    tables: Sequence[TablePlan], layout: TablesLayout, width: float, rooms: tuple[float, float], *, most: float = inf
) -> list[list[TablePlan]]:
    """Returns the tables of each page, whole rows; `rooms` are those of the first page and of later ones. There are
    none if a short name needs two lines, or once there are more pages than `most`."""
    pages: list[list[TablePlan]] = [[]]
    left = rooms[0]
    for at in range(0, len(tables), layout.columns):
        row = tables[at : at + layout.columns]
        heights = [_height_of_table(table, layout.size, width * PART_OF_WIDTH[layout.columns]) for table in row]
        height = max(heights) * layout.size * POINT
        if height > left:
            pages.append([])
            left = rooms[1]
        if height == inf or len(pages) > most:
            return []
        pages[-1] += row
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
        lines = count_lines_of(seat.name, size * SAFETY, width - SEAT_INDENT * em, bold_width_in_ems)
        if lines > 1 and len(seat.name) <= LETTERS_OF_A_SEAT:
            return inf
        height += SEAT * (lines + (seat.from_turn or seat.until_turn is not None))
    words = [" v ".join(names) for turn in table.turns for names in turn.matches]
    words += [f"{name} sits out" for turn in table.turns for name in turn.sit_outs]
    for each in words:
        lines = count_lines_of(each, lesser * SAFETY, width - TURN_INDENT * lesser * POINT, usual_width_in_ems)
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
