"""The rules in force, to hang on the wall or to lie on a table: one page, two in large print."""

from collections.abc import Mapping
from math import ceil
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.queries.rules_sheet import RulesSheet, rules_sheet_of
from tournament.press.sheets import Options, page_of

LARGEST, SMALLEST, STEP = 13.0, 8.5, 0.1
"""Sizes of print in points."""
EASY = 10.5
"""Below this size the boxes of the scoring order are smaller."""
MARGINS, GAP, BULLET = 28.0, 7.0, 3.5
HEAD, OWN, BELOW_A_SECTION, BELOW_A_SENTENCE, SPARE = 54.0, 8.0, 2.4, 0.4, 16.0
ROW_OF_STEPS, TIGHT_ROW_OF_STEPS = 30.0, 24.0
"""Measures of the style sheet in millimetres."""
MILLIMETRES_TO_A_POINT, LETTER, LINE, HEADING = 0.3528, 0.44, 1.22, 1.24
"""The average width of a letter, and the height of a line and a heading, relative to the size of print."""


def _read_rules(asked: DocumentRequest) -> Mapping[str, Any]:
    sheet = rules_sheet_of(asked.event)
    size = find_size_of_print(sheet, asked.options, ROW_OF_STEPS)
    is_tight = size < EASY
    if is_tight:
        size = find_size_of_print(sheet, asked.options, TIGHT_ROW_OF_STEPS)
    return {"rules": sheet, "text_size": f"{size:.1f}pt", "is_tight": is_tight}


def find_size_of_print(sheet: RulesSheet, options: Options, row_of_steps: float) -> float:
    """The largest size at which all sentences fit on one page, in large print on two."""
    size = LARGEST
    while size > SMALLEST and not _fits(sheet, options, row_of_steps, size):
        size -= STEP
    return size


def _fits(sheet: RulesSheet, options: Options, row_of_steps: float, size: float) -> bool:
    """Estimates whether the sentences fit, in two columns."""
    page = page_of(options)
    pages = 2 if options.is_large else 1
    head = HEAD + row_of_steps * ceil(len(sheet.steps) / sheet.steps_to_a_row) + (OWN if sheet.has_own else 0)
    room = 2 * (pages * (page.height - MARGINS) - head) - pages * SPARE
    width = (page.width - MARGINS - GAP) / 2 - BULLET
    height = size * MILLIMETRES_TO_A_POINT
    lines = [ceil(len(words) * height * LETTER / width) for words in sheet.sentences]
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
