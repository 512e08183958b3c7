"""The notice that says at which table each name plays and nothing else, as large as its pages allow. From 40 people on
it hangs on several pages, in letters that are read from across the hall."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise, product
from math import ceil
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.foundation.wording import letters_of, order_key
from tournament.models import Event
from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.queries.hour_sheets import SeatingLine, seating_of
from tournament.paper.row_spacing import LINE_OF_WAVES
from tournament.press.fitting import POINT, bold_width_in_ems, boldest_width_in_ems, count_lines_of
from tournament.press.sheets import Options, page_of

SEVERAL_PAGES, MOST_PAGES = 40, 32
"""From the first number of people on letters are as high as `HIGH`, on as many pages as that takes: on the second
number at most, since a wall has no room for more."""
HIGH, CAPITAL = 10.0, 0.66
"""The height of capital letters in millimetres that is read from across the hall, and as a part of their size."""
SIZES = tuple(float(size) for size in (*range(160, 60, -4), *range(60, 9, -1)))
MARGINS, AROUND, HEAD, LINE_OF_HEAD, RANGE = 20.0, 24.0, 22.0, 4.0, 13.0
"""Measures in millimetres: the margins to the left and right, those above and below, the head of the first page, a
further line of it, and the heading of each of several pages."""
ROW, GAP, BETWEEN, NUMBER, WIDE_NUMBER = 1.3, 0.5, 8.0, 1.3, 1.95
"""The height of a row, the gap before its number and the width of that in ems, and millimetres between columns."""
SAFETY = 1.02
"""How much wider words are taken to be than they are, since a renderer rounds."""
PARTS, MOST_SMALLER, LEADING = (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3), 4, 1.1
"""A name without room is set at a part of the size, so that all rows are of one height; at most one in so many is."""
COLUMNS = (1, 2, 3)


@dataclass(frozen=True)
class Row:
    """A name with the part of the usual size that it has room in; without a table it sits out. The name of a team is a
    row, too, above its players."""

    name: str
    part: float
    table: int | None = None
    is_team: bool = False


@dataclass(frozen=True)
class Group:
    """Names below the head of their team, "" without one, with the part of the usual size that it has room in."""

    team: str
    part: float
    rows: tuple[Row, ...]


@dataclass(frozen=True)
class Sheet:
    """A page: its columns, and between which letters their names are, "" if there is no other page or for teams."""

    columns: tuple[tuple[Group, ...], ...]
    letters: str = ""

    @property
    def rows(self) -> list[Row]:
        return [row for column in self.columns for group in column for row in group.rows]


@dataclass(frozen=True)
class NameToTable:
    """The pages, with the size of names in points and the width of a column in millimetres."""

    sheets: tuple[Sheet, ...]
    size: float
    width: float

    @property
    def row(self) -> float:
        """The height of a row in millimetres."""
        return ROW * self.size * POINT


def lay_out_names(lines: Sequence[SeatingLine], event: Event, options: Options, *, waves: int = 0) -> NameToTable:
    """Returns the largest letters for which one page is enough. From 40 people on, it takes as many pages as letters
    need that are read from across the hall, in letters as large as these pages allow. `waves` sentences stand above."""
    page, has_teams = page_of(options), any(line.team for line in lines)
    width, height = page.width - MARGINS, page.height - AROUND
    of_head = sum(count_lines_of(words, 11.0, width - 28) - 1 for words in (event.club.name, event.name))
    first = height - HEAD - LINE_OF_HEAD * of_head - LINE_OF_WAVES * waves
    several, across_the_hall = len(lines) >= SEVERAL_PAGES, HIGH / CAPITAL / POINT / page.zoom
    sizes = sorted({*SIZES, across_the_hall} if several else SIZES, reverse=True)

    is_wide = any(line.table is None or line.table > 99 for line in lines)
    of_number = GAP + (WIDE_NUMBER if is_wide else NUMBER)
    widths = sorted(bold_width_in_ems(line.name) for line in lines) or [0.0]
    usual = widths[-1 - len(widths) // MOST_SMALLER]

    def width_of(columns: int) -> float:
        return (width - BETWEEN * (columns - 1)) / columns

    def count_rows(size: float, room: float) -> int:
        return max(int((room - RANGE * several) / (ROW * size * POINT)), 1)

    def has_room(size: float, columns: int, pages: int) -> bool:
        """Whether most names have the usual size, and so many pages may be enough."""
        is_wide_enough = (usual * SAFETY + of_number) * size * POINT <= width_of(columns)
        return is_wide_enough and len(lines) <= pages * columns * count_rows(size, height)

    def lay_out(size: float, columns: int) -> NameToTable:
        rows = _rows_of(lines, size, width_of(columns), of_number, has_teams=has_teams)
        sheets = _fill_alike(rows, columns, (count_rows(size, first), count_rows(size, height)))
        if len(sheets) > 1 and not has_teams:
            sheets = [replace(sheet, letters=_say_letters(sheet)) for sheet in sheets]
        return NameToTable(tuple(sheets), size, width_of(columns))

    most = 1
    if several:
        roomy = [columns for columns in COLUMNS if has_room(across_the_hall, columns, len(lines))]
        wanted = (len(lay_out(across_the_hall, columns).sheets) for columns in roomy or COLUMNS[:1])
        most = min(MOST_PAGES, *wanted)
    layouts = (lay_out(*way) for way in product(sizes, COLUMNS) if has_room(*way, most))
    fitting = (layout for layout in layouts if len(layout.sheets) <= most)
    return next(fitting, None) or lay_out(SIZES[-1], 2)


def _rows_of(
    lines: Sequence[SeatingLine], size: float, width: float, of_number: float, *, has_teams: bool
) -> list[Row]:
    room = width - of_number * size * POINT
    ordered = sorted(lines, key=lambda line: order_key(line.team)) if has_teams else lines
    rows = list[Row]()
    for team, of_team in groupby(ordered, key=lambda line: line.team):
        if team:
            rows.append(Row(team, _part_of(team, size, width, boldest_width_in_ems), is_team=True))
        for line in of_team:
            rows.append(Row(line.name, _part_of(line.name, size, room, bold_width_in_ems), line.table))
    return rows


def _part_of(name: str, size: float, width: float, width_of: Callable[[str], float]) -> float:
    """Returns the largest part of the size at which the name is no higher than a row."""
    for part in PARTS:
        lines = count_lines_of(name, size * part * SAFETY, width, width_of)
        if lines == 1 or lines * part * LEADING <= ROW - 0.1:
            return part
    return PARTS[-1]


def _fill_alike(rows: Sequence[Row], columns: int, counts: tuple[int, int]) -> list[Sheet]:
    """Returns no more pages than have room for all rows, with about as many on each."""
    heads = [at for at, row in enumerate(rows) if row.is_team]
    longest = max((end - start for start, end in pairwise([*heads, len(rows)])), default=0)
    full = list(_fill(rows, columns, counts, 1, longest))
    ways = (list(_fill(rows, columns, counts, len(full), more)) for more in range(counts[1]))
    return next((alike for alike in ways if len(alike) == len(full)), full)


def _fill(rows: Sequence[Row], columns: int, counts: tuple[int, int], pages: int, more: int) -> Iterator[Sheet]:
    """Yields pages, with `counts` rows at most in a column of the first and of later ones. Columns share the rows over
    so many pages; each may have some `more`, because teams are whole."""
    left, most = list(rows), counts[0]
    while left:
        each = min(ceil(len(left) / columns / pages) + more, most)
        yield Sheet(tuple(_group_by_team(_take_column(left, each)) for _column in range(columns)))
        most, pages = counts[1], max(pages - 1, 1)


def _take_column(left: list[Row], most: int) -> list[Row]:
    """Takes so many rows from the front, fewer if a team would not be whole otherwise."""
    ends = [at for at in range(1, min(most, len(left) - 1) + 1) if left[at].is_team]
    end = most if most >= len(left) or not ends else ends[-1]
    taken, left[:] = left[:end], left[end:]
    return taken


def _group_by_team(rows: Sequence[Row]) -> tuple[Group, ...]:
    groups = list[Group]()
    for row in rows:
        if row.is_team:
            groups.append(Group(row.name, row.part, ()))
        else:
            group = groups.pop() if groups else Group("", 1.0, ())
            groups.append(replace(group, rows=(*group.rows, row)))
    return tuple(groups)


def _say_letters(sheet: Sheet) -> str:
    """Returns between which letters the names of a page are."""
    (first, _goes_on), *_others = letters_of([sheet.rows[0].name])
    (last, _ends), *_none = letters_of([sheet.rows[-1].name])
    return first if first == last else f"{first} – {last}"


def _read_names(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    paper = seating_of(asked.event, asked.stage)
    return {"paper": paper, "layout": lay_out_names(paper.by_name, asked.event, asked.options, waves=len(paper.waves))}


NAME_TO_TABLE = Document(
    key="name-to-table",
    title=_("Name to table"),
    about=_("Every name with its table, as large as the page allows; from 40 people on several pages."),
    template="name_to_table.html",
    needs=Needs.DRAWN_HOUR,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=_read_names,
    has_large_print=False,  # its letters are as large as its pages allow
)
