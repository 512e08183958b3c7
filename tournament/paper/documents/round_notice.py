"""The notice of a round for the wall: its times, and every table in large letters."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.event.queries.hours import hour_label
from tournament.foundation.wording import keep_partners_whole
from tournament.models import Event, join_names
from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.queries.round_notices import RoundNotice, TableOnNotice, round_notice_of
from tournament.press.fitting import POINT, count_lines_of, widest_word_of
from tournament.press.sheets import SHEETS, Options, Page, page_across_of, page_of

HEADING = {"heading": _("Who plays where")}
"""The heading for readers; the title is for those who print it."""
WIDEST_WORD = 8.0
"""A table's column is at least so wide in ems; a longer word would be broken."""
TIGHT = 0.77
"""The size of names with longer words, as a part of the usual one."""
TEAM = 0.6
"""The same for the teams' names above."""
FEW = 18
"""Up to this many tables are drawn as large as one page allows."""
SIZES = (*range(70, 20, -2), *range(20, 10, -1))
"""Sizes of names in points."""
USUAL, MOST_COLUMNS = 13, 3
"""More tables take as many pages as they need at this size, and have so many columns at most."""
LETTERS_OF_A_LINE = 24
"""A player's name goes on a second line only if it is longer."""
HEAD, LINE_OF_HEAD, TIME, BELL, RESTING, MARGINS = 84.0, 5.0, 10.5, 6.0, 7.0, 28.0
"""Measures of the style sheet in millimetres: everything around times and tables, then the height of a line of each
kind, then the margins."""
TITLE, TITLE_LEADING = 42.0, 1.05
"""The size of the title in points, and the height of its lines."""
MARGINS_OF_LATER_PAGE = 37.0
LINE, AROUND, NUMBER, NUMBER_ABOVE = 1.15, 0.7, 2.35, 3.1
INDENTS = {0: 0.8, 1: 3.0, 2: 3.0, 3: 2.5}
"""Measures in ems of names; the indent is by the number of columns. A table alone on its page has its number above its
names."""
WIDER_NUMBER = {0: 0.0, 1: 1.3, 2: 1.3, 3: 1.0}
PART_OF_WIDTH = {1: 0.97, 2: 0.475, 3: 0.31}
MOST_AIR, FILLED = 1.6, 0.96
PARTS_OF_AIR = (MOST_AIR, 1.5, 1.4, 1.3, 1.2, 1.1)
"""How much higher than its names a table may be, so that rows fill the page, and which part of the page may be
filled."""


@dataclass(frozen=True)
class NoticeLayout:
    """The size of names in points, the number of columns of tables, and the indent of names in ems. If there are
    several rows, tables are at least `height` ems high."""

    columns: int
    size: int
    indent: float
    height: float = 0.0


def _read_notice(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    paper = round_notice_of(asked.event, asked.stage, asked.now or timezone.now())
    whole = replace(paper, tables=tuple(_keep_partners_whole(table) for table in paper.tables))
    lay_out = lay_out_notice if len(paper.tables) <= FEW else lay_out_many_tables
    stage_label = hour_label(asked.event, asked.stage.number) if asked.event.kind.has_several_stages else ""
    title = stage_label or str(_("Please take your seats"))
    layout = lay_out(whole, asked.event, asked.options.usual, title)
    paper = whole if layout else paper
    page = page_of(asked.options)
    if layout and asked.options.is_large:
        on_more_pages = lay_out_on_more_pages(paper, layout, asked.event, asked.options, title)
        layout, page = on_more_pages or (replace(layout, height=0.0), page)
    tight = {name for table in paper.tables for name in table.sides if _is_tight(name)}
    return {**HEADING, "paper": paper, "tight": tight, "layout": layout, "printed_on": page}


def _is_tight(name: str) -> bool:
    return widest_word_of(name.replace("\u00a0", " ")) > WIDEST_WORD


def _keep_partners_whole(table: TableOnNotice) -> TableOnNotice:
    return replace(table, sides=tuple(keep_partners_whole(side, LETTERS_OF_A_LINE) for side in table.sides))


def lay_out_notice(paper: RoundNotice, event: Event, options: Options, title: str = "") -> NoticeLayout | None:
    """Returns the layout with the largest names that has all tables on one page, or None if there is none. Names are so
    large that large print has room for them, too, unless they are too long for that at any size."""
    page, large = page_of(options), [each.key for each in SHEETS.values() if each.usual == options.sheet]
    room = FILLED * (_room_of_tables(paper, event, page, title) - _height_of_resting(paper))
    found = []
    for size, columns in product(SIZES, (0,) if len(paper.tables) == 1 else (1, 2, 3)):
        layout = NoticeLayout(columns, size, _indent_of(paper.tables, columns))
        rows = _heights_of_rows(paper.tables, layout, page.width - MARGINS)
        if rows and sum(rows) <= room / (size * POINT):
            found.append(replace(layout, height=_even_out(rows, room / (size * POINT))))
            if all(lay_out_on_more_pages(paper, layout, event, Options(each), title) for each in large):
                return found[-1]
    return found[0] if found else None


def lay_out_many_tables(paper: RoundNotice, event: Event, options: Options, title: str = "") -> NoticeLayout | None:
    """Returns the layout with the largest names that takes no more pages than those of the usual size, or of the next
    smaller one that has room; None if there is none."""
    page = page_of(options)
    rooms = FILLED * _room_of_tables(paper, event, page, title), FILLED * (page.height - MARGINS_OF_LATER_PAGE)
    found: dict[int, NoticeLayout] = {}
    for size, columns in product(SIZES, range(1, MOST_COLUMNS + 1)):
        layout = NoticeLayout(columns, size, _indent_of(paper.tables, columns))
        rows = [height * size * POINT for height in _heights_of_rows(paper.tables, layout, page.width - MARGINS)]
        if rows and max(rows) <= min(rooms):
            pages = _count_pages([*rows, _height_of_resting(paper)], *rooms)
            found.setdefault(pages, layout)
        if found and size <= USUAL and columns == MOST_COLUMNS:
            break
    return found[min(found)] if found else None


def _room_of_tables(paper: RoundNotice, event: Event, page: Page, title: str) -> float:
    """Returns the height of the first page, in millimetres, that the heading and the times leave."""
    lines = sum(count_lines_of(words, 11, page.width - 2 * MARGINS) - 1 for words in (event.club.name, event.name))
    room = page.height - HEAD - LINE_OF_HEAD * lines - TIME * len(paper.times)
    room -= (count_lines_of(title, TITLE, page.width - MARGINS) - 1) * TITLE * TITLE_LEADING * POINT
    return room - BELL * (len(paper.waves) + (not paper.is_about))


def _height_of_resting(paper: RoundNotice) -> float:
    return RESTING * (len(paper.resting) + 5) / 2 if paper.resting else 0.0


def _count_pages(heights: list[float], first: float, later: float) -> int:
    """Returns how many pages are filled with these heights, the first of which has other room than the later ones."""
    pages, left = 1, first
    for height in heights:
        if height > left:
            pages, left = pages + 1, later
        left -= height
    return pages


def lay_out_on_more_pages(
    paper: RoundNotice, usual: NoticeLayout, event: Event, options: Options, title: str
) -> tuple[NoticeLayout, Page] | None:
    """Returns a layout with names of the usual size, as many tables side by side as have room for them, and its page,
    which lies across only if upright it has no room for a single one; None if there is no room at all. The first table
    is on the first page, and all are as high as lets them fill the pages that they need."""
    em = usual.size * POINT
    below = _height_of_resting(paper) / em
    for page in (page_of(options), page_across_of(options)):
        rooms = FILLED * _room_of_tables(paper, event, page, title) / em, (page.height - MARGINS_OF_LATER_PAGE) / em
        for columns in range(usual.columns, 0, -1) if usual.columns else (0,):
            layout = replace(usual, columns=columns, indent=_indent_of(paper.tables, columns), height=0.0)
            rows = _heights_of_rows(paper.tables, layout, page.width - MARGINS)
            if rows and rows[0] + below * (len(rows) == 1) <= rooms[0] and max(rows) <= rooms[1]:
                return replace(layout, height=_fill_pages(rows, below, *rooms)), page
    return None


def _fill_pages(rows: list[float], below: float, *rooms: float) -> float:
    """Returns the greatest least height of rows with which they, and what is below, take no more pages."""
    pages = _count_pages([*rows, below], *rooms)
    heights = [part * rows[0] for part in PARTS_OF_AIR if part * rows[0] <= rooms[0]]
    fitting = (each for each in heights if _count_pages([*(max(each, row) for row in rows), below], *rooms) <= pages)
    return next(fitting, 0.0)


def _indent_of(tables: tuple[TableOnNotice, ...], columns: int) -> float:
    return INDENTS[columns] + WIDER_NUMBER[columns] * any(table.number > 9 for table in tables)


def _even_out(rows: list[float], room: float) -> float:
    """Returns the least height for every row with which they fill the room, or nearly do. A single row keeps its
    own."""
    rows = sorted(rows)
    heights = ((room - sum(rows[count:])) / count for count in range(len(rows), 1, -1))
    fitting = (
        height for count, height in zip(range(len(rows), 1, -1), heights, strict=True) if height >= rows[count - 1]
    )
    return min(next(fitting, 0.0), MOST_AIR * rows[0])


def _heights_of_rows(tables: tuple[TableOnNotice, ...], layout: NoticeLayout, width: float) -> list[float]:
    """Returns the heights of the rows of tables in ems; none if a name would take more lines than it needs."""
    columns = max(layout.columns, 1)
    beside = width * PART_OF_WIDTH[columns] - layout.indent * layout.size * POINT
    widest = WIDEST_WORD
    if not layout.columns:
        widest = min(widest, max((widest_word_of(name) for table in tables for name in table.sides), default=widest))
    if beside < widest * layout.size * POINT:
        return []
    heights = []
    for table in tables:
        counts = [_count_lines_of(name, layout.size, beside) for name in table.sides]
        if None in counts:
            return []
        names = sum(count or 0.0 for count in counts) * LINE
        names += sum(count_lines_of(team, layout.size * TEAM, beside) for team in table.teams) * TEAM * LINE
        heights.append((max(names, NUMBER) if layout.columns else names + NUMBER_ABOVE) + AROUND)
    return [max(heights[at : at + columns]) for at in range(0, len(heights), columns)]


def _count_lines_of(name: str, size: int, width: float) -> float | None:
    """Counts lines, in ems of usual ones; None if a name needs more of them than its letters do."""
    part = TIGHT if _is_tight(name) else 1.0
    lines = count_lines_of(name, size * part, width)
    if lines == 1:
        return part
    counts = [(count_lines_of(each, size * part, width), each) for each in name.split(join_names(["", ""]))]
    if any(count > 1 + len(each) // LETTERS_OF_A_LINE for count, each in counts):
        return None
    return part * lines


ROUND_NOTICE = Document(
    key="round-notice",
    title=_("Notice for the wall"),
    about=_(
        "When the round begins, when the bell rings, and who sits at which table, in letters you can read across"
        " the hall."
    ),
    template="round_notice.html",
    needs=Needs.DRAWN_HOUR,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=_read_notice,
)
