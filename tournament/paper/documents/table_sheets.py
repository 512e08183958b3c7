"""The score sheet that lies on a table: a row a hand, in the columns of the rules in force."""

from collections.abc import Mapping
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, NotDrawnYet, SeenBy
from tournament.paper.queries.table_sheets import WIDTH, Column, TableSheet, table_sheets_of
from tournament.press.fitting import POINT, set_in_columns, width_in_ems
from tournament.press.sheets import UPRIGHT

ROW = 8.6
"""The height of a row in millimetres, for a pencil."""
LETTERS = 11.5
"""The size in points of what is printed in every row, as in the style sheet."""
INSET = 1.2
"""Millimetres before the bids; the score is written after them."""


def _read_table_sheets(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    sheets = table_sheets_of(asked.event, asked.stage, asked.table)
    if not sheets:
        raise NotDrawnYet(_("There is no sheet to print: nobody plays at this table."))
    return add_grid(sheets)


def add_grid(sheets: tuple[TableSheet, ...]) -> Mapping[str, Any]:
    """Draws one grid for all sheets with the same columns."""
    grids = {
        sheet.columns: (draw_grid(sheet.columns, len(sheet.hands)), print_rows(sheet.columns, sheet.hands))
        for sheet in sheets
    }
    return {"sheets": [(sheet, *grids[sheet.columns]) for sheet in sheets]}


def draw_grid(columns: tuple[Column, ...], rows: int) -> SafeString:
    """The lines of a sheet as one drawing, since a renderer's time grows with the number of boxes."""
    height = rows * ROW
    across = " ".join(f"M0 {row * ROW:.1f}H{WIDTH:g}" for row in range(rows + 1))
    edges = {f"{column.left:.2f}" for column in columns} | {f"{WIDTH:.2f}"}
    scores = [column for column in columns if column.is_score]
    heavy = {f"{edge:.2f}" for column in scores for edge in (column.left, column.left + column.width)}
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-0.3 -0.3 {WIDTH + 0.6:g} {height + 0.6:.1f}" fill="none" '
        f'stroke="#000"><path stroke-width="0.15" d="{across} {_draw_downwards(edges - heavy, height)}"/>'
        f'<path stroke-width="0.5" d="{_draw_downwards(heavy, height)}"/></svg>'
    )
    return mark_safe(drawing)  # numbers alone


def print_rows(columns: tuple[Column, ...], hands: tuple[int, ...]) -> str:
    """A line for each hand: its number, and what is printed in every row, centred in its column."""
    number, *others = columns
    printed = [(_left_edge(column, column.printed), column.printed) for column in others if column.printed]
    return "\n".join(set_in_columns([(_left_edge(number, f"{hand}"), f"{hand}"), *printed], LETTERS) for hand in hands)


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
