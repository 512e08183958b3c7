"""The score sheet that lies on a table: a row for each hand, in the columns of the rules in force."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.conf import settings
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.paper.document import Document, DocumentRequest, Needs, NotDrawnYet, SeenBy
from tournament.paper.queries.table_sheets import WIDTH, Column, SideOnSheet, TableSheet, table_sheets_of
from tournament.press.fitting import POINT, set_in_columns, width_in_ems
from tournament.press.sheets import UPRIGHT

ROW = 8.6
"""The height of a row in millimetres, for a pencil, if tracks and advice leave that much."""
TRACK, LINE_OF_ADVICE, ROOM = 7.0, 4.1, 203.0
"""Heights as in the style sheet: of a track, of a line of advice, and of these with all rows."""
HANDS_APART = 5
"""Rows between two heavier lines."""
LEFTS, LONGEST, APART, LEAST_APART = (13.0, 108.0), 82.0, 6.2, 3.0
"""Where the tracks of both sides begin, how long a track may be, and how far apart its points are at most. If they are
nearer than the least, there are strokes instead of rings."""
SIDES = settings.BASE_DIR / "static/img/sides.svg"
MARKS = re.findall(r'<symbol id="side-\d" viewBox="0 0 24 24">(.+)</symbol>', SIDES.read_text())
"""The shapes that tell sides apart on screens, in order."""
LETTERS = 12.5
"""The size in points of what is printed in every row, as in the style sheet."""
INSET = 1.2
"""Millimetres before the bids; the score is written after them."""


def _read_table_sheets(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    sheets = table_sheets_of(asked.event, asked.stage, asked.table)
    if not sheets:
        raise NotDrawnYet(_("There is no sheet to print: nobody plays at this table."))
    return add_grid(sheets)


@dataclass(frozen=True)
class DrawnTableSheet:
    """A sheet with its drawings: the grid of hands and the tracks. `rows` is what is printed in the grid, `description`
    what a screen reader reads for each line instead, `row` the height of each in millimetres."""

    sheet: TableSheet
    row: float
    grid: SafeString
    rows: str
    description: str
    tracks: SafeString

    @property
    def sides(self) -> list[tuple[SideOnSheet, SafeString]]:
        """Returns each side with its mark."""
        return [(side, draw_mark(number, side.letter)) for number, side in enumerate(self.sheet.sides)]

    @property
    def columns(self) -> list[tuple[Column, SafeString]]:
        """Returns each column, that of a side with its mark."""
        marks = {side.letter: mark for side, mark in self.sides}
        return [(column, marks[column.head] if column.is_score else SafeString()) for column in self.sheet.columns]


def add_grid(sheets: tuple[TableSheet, ...]) -> Mapping[str, Any]:
    """Adds the drawings; sheets with the same columns share one."""
    drawings = {sheet.columns: _draw_sheet(sheet) for sheet in {sheet.columns: sheet for sheet in sheets}.values()}
    return {"sheets": [replace(drawings[sheet.columns], sheet=sheet) for sheet in sheets]}


def _draw_sheet(sheet: TableSheet) -> DrawnTableSheet:
    row = ROW
    if sheet.tracks:
        row = min(ROW, (ROOM - TRACK * len(sheet.tracks) - LINE_OF_ADVICE * len(sheet.advice)) / len(sheet.hands))
    return DrawnTableSheet(
        sheet=sheet,
        row=row,
        grid=draw_grid(sheet.columns, len(sheet.hands), row),
        rows=print_rows(sheet.columns, sheet.hands),
        description=describe_rows(sheet.columns, sheet.hands),
        tracks=draw_tracks(sheet.tracks),
    )


def draw_grid(columns: tuple[Column, ...], rows: int, row: float) -> SafeString:
    """Draws the lines of a sheet as one drawing, since a renderer's time grows with the number of boxes. There is a
    heavier line after every five hands."""
    height = rows * row
    across = [f"M0 {number * row:.2f}H{WIDTH:g}" for number in range(rows + 1)]
    edges = {f"{column.left:.2f}" for column in columns[1:]}
    scores = [column for column in columns if column.is_score]
    heavy = {f"{edge:.2f}" for column in scores for edge in (column.left, column.left + column.width)}
    title = ngettext("%(n)s line to write on", "%(n)s lines to write on", rows) % {"n": rows}
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.3 -0.3 {WIDTH + 0.6:g} {height + 0.6:.1f}" fill="none" '
        f'stroke="#000"><title>{escape(title)}</title>'
        f'<path stroke-width="0.26" d="{" ".join(across)} {_draw_downwards(edges - heavy, height)}"/>'
        f'<path stroke-width="0.6" d="{" ".join(across[::HANDS_APART])} {_draw_downwards(heavy, height)}"/></svg>'
    )
    return mark_safe(drawing)


def draw_tracks(tracks: tuple[int, ...]) -> SafeString:
    """Draws a line for each game, with as many points to cross off for each side as it takes to win."""
    parts = []
    for game, points in enumerate(tracks):
        middle = game * TRACK + TRACK / 2
        if len(tracks) > 1:
            parts.append(f'<text x="0" y="{middle + 1.6:.1f}" font-weight="700" font-size="4.4">{game + 1}</text>')
        for side, left in enumerate(LEFTS):
            parts.append(_draw_track(left, middle, points, MARKS[side]))
    height = TRACK * len(tracks)
    title = ngettext(
        "A track of %(n)s point for each side, to cross off",
        "A track of %(n)s points for each side, to cross off",
        max(tracks, default=0),
    )
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {height:g}">'
        f"<title>{escape(title % {'n': max(tracks, default=0)})}</title>{''.join(parts)}</svg>"
    )
    return mark_safe(drawing if tracks else "")


def _draw_track(left: float, middle: float, points: int, mark: str) -> str:
    """Draws the side's mark, then a ring for each point: every fifth larger with its number, the last the heaviest."""
    apart = min(APART, LONGEST / points)
    parts = [f'<g transform="translate({left - 8:.1f} {middle - 2.2:.1f}) scale(0.183)">{mark}</g>']
    if apart < LEAST_APART:
        return "".join([*parts, _draw_fives(left, middle, points, apart)])
    for point in range(1, points + 1):
        at = left + apart * (point - 0.5)
        is_last, is_told = point == points, point % HANDS_APART == 0
        radius = min(2.6 if is_last or is_told else 1.7, apart * 0.47)
        width = 0.7 if is_last else 0.35
        parts.append(
            f'<circle cx="{at:.2f}" cy="{middle:.1f}" r="{radius:.2f}" fill="none" stroke="#000" '
            f'stroke-width="{width}"/>'
        )
        if is_last or is_told:
            text = f'font-size="{radius * 1.3:.2f}" font-weight="700" text-anchor="middle"'
            parts.append(f'<text x="{at:.2f}" y="{middle + radius * 0.46:.2f}" {text}>{point}</text>')
    return "".join(parts)


def _draw_fives(left: float, middle: float, points: int, apart: float) -> str:
    """Draws faint strokes to draw over, each fifth across four."""
    paths = []
    for first in range(0, points, HANDS_APART):
        at = left + first * apart
        paths += [f"M{at + stroke * apart:.2f} {middle - 2.4:.1f}v4.8" for stroke in range(HANDS_APART - 1)]
        paths.append(f"M{at - 0.8:.2f} {middle + 1.6:.1f}L{at + 3 * apart + 0.8:.2f} {middle - 1.6:.1f}")
    return f'<path stroke="#000" stroke-width="0.28" stroke-dasharray="0.5 0.8" fill="none" d="{"".join(paths)}"/>'


def draw_mark(number: int, letter: str) -> SafeString:
    """Draws the shape of a side, from 0, as on screens."""
    title = escape(_("Mark of side %(letter)s") % {"letter": letter})
    return mark_safe(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><title>{title}</title>{MARKS[number]}</svg>'
    )


def print_rows(columns: tuple[Column, ...], hands: tuple[int, ...]) -> str:
    """Returns a line for each hand: its number, and what is printed in every row, centred in its column."""
    number, *others = columns
    printed = [(_left_edge(column, column.printed), column.printed) for column in others if column.printed]
    return "\n".join(set_in_columns([(_left_edge(number, f"{hand}"), f"{hand}"), *printed], LETTERS) for hand in hands)


def describe_rows(columns: tuple[Column, ...], hands: tuple[int, ...]) -> str:
    """Returns a line for each hand that says what to write in each column."""
    number, *others = columns
    columns_in_words = ", ".join(_describe_column(column) for column in others)
    return "\n".join(f"{number.head} {hand}: {columns_in_words}" for hand in hands)


def _describe_column(column: Column) -> str:
    """Says a column as in "High A or B" and "score of B"."""
    choices = _(" or ").join(column.printed.split())
    if column.is_score:
        score = _("score of %(letter)s") % {"letter": column.head}
        return (
            _("bid of %(letter)s %(choices)s") % {"letter": column.head, "choices": choices} + f", {score}"
            if choices
            else score
        )
    return f"{column.head} {choices}".strip()


def _left_edge(column: Column, text: str) -> float:
    if column.is_score:
        return column.left + INSET
    return column.left + (column.width - width_in_ems(text) * LETTERS * POINT) / 2


def _draw_downwards(edges: set[str], height: float) -> str:
    return " ".join(f"M{edge} 0V{height:.1f}" for edge in sorted(edges))


TABLE_SHEETS = Document(
    key="table-sheets",
    title=_("Table score sheets"),
    about=_("One for each match: a row for each hand, running scores, and room for both sides to sign."),
    template="table_sheets.html",
    needs=Needs.DRAWN_HOUR,
    seen_by=SeenBy.DESK,
    read=_read_table_sheets,
    pieces="sheets",
    piece=UPRIGHT,
    usual_pieces=2,
)
