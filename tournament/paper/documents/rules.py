"""The rules in force, to hang on the wall or to lie on a table: one page, two in large print or on half a sheet."""

from collections.abc import Mapping
from math import ceil
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.models import Event
from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.queries.rules_sheet import RulesSheet, ScoringStep, rules_sheet_of
from tournament.press.fitting import POINT, count_lines_of, width_in_ems
from tournament.press.sheets import Page, page_of

LARGEST, SMALLEST, STEP = 13.0, 8.1, 0.1
"""Sizes of print in points."""
EASY = 10.5
"""Below this size the boxes of the scoring order are smaller."""
MARGINS, GAP, BULLET = 28.0, 7.0, 3.5
ABOVE_AND_BELOW, OWN, BELOW_A_SECTION, BELOW_A_SENTENCE = 35.0, 6.5, 2.4, 0.4
SPARE, SPARE_OF_TWO_PAGES = 10.0, 35.0
ABOVE_ORDER, ABOVE_TIGHT_ORDER = 48.0, 44.5
"""The height of the head, the name of the game and the card values, with their space, if club and evening take a line
each."""
BESIDE_STEP, BETWEEN_STEPS = 12.5, 4.2
AROUND_STEP, AROUND_TIGHT_STEP = 6.7, 5.5
"""Measures of the style sheet in millimetres; for a box of the scoring order, its room beside and around the words."""
CLUB, EVENING, STEP_WORD, STEP_MORE = 10.5, 11.0, 13.0, 10.0
"""Sizes of the letters in the head and the boxes, in points."""
RAGGED, LINE, LINE_OF_STEP, HEADING, LIGHT = 1.06, 1.22, 1.15, 1.4, 0.88
"""How much longer words become by ragged lines; the height of a line and a heading relative to the size of print; how
much narrower light letters are than bold ones."""


def _read_rules(asked: DocumentRequest) -> Mapping[str, Any]:
    sheet, page = rules_sheet_of(asked.event), page_of(asked.options)
    size = find_size_of_print(sheet, page, height_of_top(sheet, asked.event, page, is_tight=False))
    is_tight = size < EASY
    if is_tight:
        size = find_size_of_print(sheet, page, height_of_top(sheet, asked.event, page, is_tight=True))
    return {"rules": sheet, "text_size": f"{size:.1f}pt", "is_tight": is_tight}


def height_of_top(sheet: RulesSheet, event: Event, page: Page, *, is_tight: bool) -> float:
    """Returns the height of everything above the sentences, in millimetres."""
    width = page.width - MARGINS
    more_lines = (count_lines_of(event.club.name, CLUB * LIGHT, width) - 1) * CLUB
    more_lines += (count_lines_of(f"{event.name} {event.date:%A %d %B %Y}", EVENING, width - MARGINS) - 1) * EVENING
    height = (ABOVE_TIGHT_ORDER if is_tight else ABOVE_ORDER) + more_lines * LINE * POINT
    many = sheet.steps_to_a_row
    inside = (width - BETWEEN_STEPS * (many - 1)) / many - BESIDE_STEP
    for first in range(0, len(sheet.steps), many):
        row = sheet.steps[first : first + many]
        height += max(_height_of_step(step, inside, is_tight=is_tight) for step in row)
    return height + (OWN if sheet.has_own else 0)


def _height_of_step(step: ScoringStep, width: float, *, is_tight: bool) -> float:
    heads = (f"{step.word} {step.points}",) if is_tight else (step.word, step.points)
    words = sum(count_lines_of(each, STEP_WORD * LIGHT, width) for each in heads) * STEP_WORD
    words += count_lines_of(step.more, STEP_MORE * LIGHT, width) * STEP_MORE if step.more else 0
    return words * LINE_OF_STEP * POINT + (AROUND_TIGHT_STEP if is_tight else AROUND_STEP)


def find_size_of_print(sheet: RulesSheet, page: Page, top: float) -> float:
    """Returns the largest size at which all sentences fit: on one page if it is as wide as A4, otherwise on two."""
    size = LARGEST
    while size > SMALLEST and not _fits(sheet, page, top, size):
        size -= STEP
    return size


def _fits(sheet: RulesSheet, page: Page, top: float, size: float) -> bool:
    """Estimates whether the sentences fit, in two columns."""
    pages = 2 if page.is_narrow else 1
    room = 2 * (pages * (page.height - ABOVE_AND_BELOW) - top) - (SPARE if pages == 1 else SPARE_OF_TWO_PAGES)
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
