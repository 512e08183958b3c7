"""The rules in force, to hang on the wall or to lie on a table: one page, two in large print."""

from collections.abc import Mapping
from math import ceil
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.queries.rules_sheet import RulesSheet, rules_sheet_of
from tournament.press.fitting import POINT, width_in_ems
from tournament.press.sheets import Options, page_of

LARGEST, SMALLEST, STEP = 13.0, 8.5, 0.1
"""Sizes of print in points."""
EASY = 10.5
"""Below this size the boxes of the scoring order are smaller."""
MARGINS, GAP, BULLET = 28.0, 7.0, 3.5
ABOVE_AND_BELOW, OWN, BELOW_A_SECTION, BELOW_A_SENTENCE = 37.0, 8.0, 2.4, 0.4
SPARE, SPARE_OF_TWO_PAGES = 8.0, 75.0
EASY_ORDER, TIGHT_ORDER = (52.0, 30.0), (47.0, 24.0)
"""Measures of the style sheet in millimetres; of the order of scoring what stands above it, and a row of its boxes."""
RAGGED, LINE, HEADING = 1.06, 1.22, 1.4
"""How much longer words become by ragged lines; the height of a line and a heading, relative to the size of print."""


def _read_rules(asked: DocumentRequest) -> Mapping[str, Any]:
    sheet = rules_sheet_of(asked.event)
    size = find_size_of_print(sheet, asked.options, EASY_ORDER)
    is_tight = size < EASY
    if is_tight:
        size = find_size_of_print(sheet, asked.options, TIGHT_ORDER)
    return {"rules": sheet, "text_size": f"{size:.1f}pt", "is_tight": is_tight}


def find_size_of_print(sheet: RulesSheet, options: Options, order: tuple[float, float]) -> float:
    """The largest size at which all sentences fit on one page, in large print on two."""
    size = LARGEST
    while size > SMALLEST and not _fits(sheet, options, order, size):
        size -= STEP
    return size


def _fits(sheet: RulesSheet, options: Options, order: tuple[float, float], size: float) -> bool:
    """Estimates whether the sentences fit, in two columns."""
    above, row_of_steps = order
    page = page_of(options)
    pages = 2 if options.is_large else 1
    head = above + row_of_steps * ceil(len(sheet.steps) / sheet.steps_to_a_row) + (OWN if sheet.has_own else 0)
    room = 2 * (pages * (page.height - ABOVE_AND_BELOW) - head) - (SPARE if pages == 1 else SPARE_OF_TWO_PAGES)
    width = (page.width - MARGINS - GAP) / 2 - BULLET
    height = size * POINT
    lines = [ceil(width_in_ems(words) * height * RAGGED / width) for words in sheet.sentences]
    sections = (len(sheet.sections) + 1) * (height * HEADING + BELOW_A_SECTION)
    return sections + sum(lines) * height * LINE + len(lines) * BELOW_A_SENTENCE <= room


RULES = Document(
    key="rules",
    title=_("Rules"),
    about=_("What is played tonight: what counts, in which order, the house rules, and how the game goes."),
    template="rules.html",
    needs=Needs.NOTHING,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=_read_rules,
)
