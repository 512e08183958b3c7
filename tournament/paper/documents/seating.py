"""The seating of an hour, for the wall: by name and by table."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.queries.hour_sheets import SeatingLine, seating_of
from tournament.paper.row_spacing import RowSpacing, choose_spacing
from tournament.press.fitting import POINT, count_lines_of
from tournament.press.sheets import UPRIGHT, page_of

LETTER_WIDTH, PART_OF_NAME, NUMBER_WIDTH = 8.5, 0.33, 15.0
WIDTH_OF_LIST, PADDING = 182.0, 3.0
"""The width in millimetres of the list on A4, and what the margins of a cell take of it."""
OPPONENTS, OPPONENTS_LEADING, LIGHTER = 9.5, 1.25, 0.9
"""The size of opponents in points, their leading, and the width of the usual weight relative to the boldest."""
NAME_SIZE, NAME_LEADING = 11.5, 1.15
SPACINGS = (RowSpacing("roomy", 17.0, 2.3), RowSpacing("close", 14.0, 1.5), RowSpacing("tight", 12.5, 1.2))
"""Their sizes are those of the tables' numbers, the tallest of a row."""
TABLES_IN_TWO_COLUMNS, TABLES_ON_A_PAGE = 6, 9


def _read_seating(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    return {"paper": seating_of(asked.event, asked.stage)}


def _read_by_name(asked: DocumentRequest) -> Mapping[str, Any]:
    found = _read_seating(asked)
    lines, page = found["paper"].by_name, page_of(asked.options)
    width = page.width - (UPRIGHT[0] - WIDTH_OF_LIST)

    def heights_of(spacing: RowSpacing) -> list[float]:
        return [_height_of(line, spacing, width) for line in lines]

    return {**found, "spacing": choose_spacing(SPACINGS, heights_of, page.height)}


def _height_of(line: SeatingLine, spacing: RowSpacing, width: float) -> float:
    """The height of a row in millimetres."""
    name = PART_OF_NAME * width - PADDING
    beside = width - LETTER_WIDTH - PART_OF_NAME * width - 2 * NUMBER_WIDTH - PADDING
    words = "  ".join(f"{turn.turn} {turn.opponent} {turn.partner}" for turn in line.turns)
    opponents = count_lines_of(words, OPPONENTS * LIGHTER, beside) * OPPONENTS * OPPONENTS_LEADING
    names = count_lines_of(f"{line.name} {line.team}", NAME_SIZE, name) * NAME_SIZE * NAME_LEADING
    return max(opponents, names, spacing.size) * POINT + spacing.room


def _read_by_table(asked: DocumentRequest) -> Mapping[str, Any]:
    """Up to nine tables share an upright sheet."""
    found = _read_seating(asked)
    count = len(found["paper"].by_table)
    is_upright = not page_of(asked.options).is_narrow
    return {**found, "is_dense": is_upright and TABLES_IN_TWO_COLUMNS < count <= TABLES_ON_A_PAGE}


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
