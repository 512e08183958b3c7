"""The rules in force, to hang on the wall or to lie on a table: one page, two in large print or on half a sheet."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.models import Event
from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.queries.rules_sheet import rules_sheet_of
from tournament.press.fitting import POINT, count_lines_of, largest_that_fits, width_in_ems
from tournament.press.sheets import Page, page_of
from tournament.rules.queries.rules_sheet import RulesSheet, ScoringStep

LARGEST, SMALLEST, STEP = 13.0, 8.1, 0.1
"""Sizes of print in points."""
EASY = 11.5
"""Below this size the head and the boxes of the scoring order are smaller."""
MARGINS, GAP, BULLET = 28.0, 6.0, 3.5
ABOVE_AND_BELOW, OWN, AROUND_A_HEADING, BELOW_A_SENTENCE = 33.0, 6.5, 2.4, 0.4
LINES_TO_SPARE, SHARE_OF_A_LINE, TOGETHER = 0.75, 0.99, 2
"""Lines are only estimated, so some of each column are left free (twice as many on two pages), and only this share of a
line counts. At least two lines of a sentence stay together."""
ABOVE_ORDER, ABOVE_TIGHT_ORDER, TURNED_UP, TIGHT_TURNED_UP = 51.0, 32.8, 4.1, 3.7
"""The height of the head, the heading and the cards, with their space, if club and evening take a line each; a tight
page has margins that are smaller by 8 mm. What cards score that are turned up is one more line."""
FEW = 3
"""With so many boxes to a row, their number stands beside the words, and points beside their word in small print."""
BESIDE_STEP, BESIDE_STEP_OF_MANY, BETWEEN_STEPS = 11.0, 4.0, 4.2
AROUND_STEP, AROUND_TIGHT_STEP, TALLER_NUMBER = 6.7, 4.7, 1.3
"""Measures of the style sheet in millimetres; for a box of the scoring order, its room beside and around the words."""
LONG, CLUB, LONG_CLUB = 60, 10.5, 9.0
"""How many letters make a club's name long, and both sizes of its letters in points."""
EVENING, STEP_WORD, STEP_POINTS, STEP_MORE = 11.0, 12.5, 11.5, 10.0
"""Sizes of the letters in the head and the boxes, in points."""
LINE, LINE_OF_STEP, HEADING, LIGHT, BOLD = 1.17, 1.15, 1.4, 0.88, 1.1
"""The height of a line and a heading relative to the size of print; how much narrower light letters are than the
boldest ones, and how much wider bold ones than light ones."""


def _read_rules(asked: DocumentRequest) -> Mapping[str, Any]:
    """Large print has at least the sizes of usual print, if need be on a third page."""
    sheet, page = rules_sheet_of(asked.event), page_of(asked.options.usual)
    size = find_size_of_print(sheet, page, height_of_top(sheet, asked.event, page, is_tight=False))
    is_tight = size < EASY
    if is_tight:
        size = find_size_of_print(sheet, page, height_of_top(sheet, asked.event, page, is_tight=True))
    if asked.options.is_large:
        page = page_of(asked.options)
        size = max(size, find_size_of_print(sheet, page, height_of_top(sheet, asked.event, page, is_tight=is_tight)))
    return {"heading": sheet.name, "rules": sheet, "text_size": f"{size:.1f}pt", "is_tight": is_tight}


def height_of_top(sheet: RulesSheet, event: Event, page: Page, *, is_tight: bool) -> float:
    """Returns the height of everything above the sentences, in millimetres."""
    width = page.width - MARGINS
    club = LONG_CLUB if len(event.club.name) > LONG else CLUB
    more_lines = (count_lines_of(event.club.name, club * LIGHT, width) - 1) * club
    occasion = f"{event.name} {event.date:%A %d %B %Y}"
    more_lines += (count_lines_of(occasion, EVENING * LIGHT, width - MARGINS) - 1) * EVENING
    above = ABOVE_TIGHT_ORDER if is_tight else ABOVE_ORDER
    return above + more_lines * LINE * POINT + height_of_order(sheet, page, is_tight=is_tight)


def height_of_order(sheet: RulesSheet, page: Page, *, is_tight: bool) -> float:
    """Returns the height of the boxes of the scoring order, and of lines that not every game has."""
    width, height = page.width - MARGINS, 0.0
    many = sheet.steps_to_a_row
    inside = (width - BETWEEN_STEPS * (many - 1)) / many - (BESIDE_STEP if many == FEW else BESIDE_STEP_OF_MANY)
    for first in range(0, len(sheet.steps), many):
        row = sheet.steps[first : first + many]
        height += max(_height_of_step(step, inside, many, is_tight=is_tight) for step in row)
    if sheet.points_turned_up:
        height += TIGHT_TURNED_UP if is_tight else TURNED_UP
    return height + (OWN if sheet.has_own else 0)


def _height_of_step(step: ScoringStep, width: float, many: int, *, is_tight: bool) -> float:
    lines = {STEP_WORD: step.word, STEP_POINTS: step.points, STEP_MORE: step.more}
    if is_tight and many == FEW:
        lines = {STEP_WORD: f"{step.word} {step.points}", STEP_MORE: step.more}
    height = AROUND_TIGHT_STEP if is_tight else AROUND_STEP
    for size, words in lines.items():
        wider = 1.0 if size == STEP_MORE else BOLD
        height += bool(words) * _count_lines(words, width / (size * POINT * wider)) * size * LINE_OF_STEP * POINT
    return height if many == FEW else height + TALLER_NUMBER


def find_size_of_print(sheet: RulesSheet, page: Page, top: float, *, pages: int = 0) -> float:
    """Returns the largest size at which all sentences fit: on so many `pages`, or on one if it is as wide as A4,
    otherwise on two."""
    sizes = [LARGEST - STEP * number for number in range(round((LARGEST - SMALLEST) / STEP) + 1)]
    return largest_that_fits(sizes, lambda size: fits_at(sheet, page, top, size, pages=pages))


def fits_at(sheet: RulesSheet, page: Page, top: float, size: float, *, pages: int = 0) -> bool:
    """Returns whether all sentences fit at this size. Fills the columns of the first page, and on half a sheet those of
    a second, with headings and lines. A heading stays with its first lines, and no line of a sentence stands alone."""
    line = size * POINT * LINE
    heading = size * POINT * HEADING + AROUND_A_HEADING
    ems = ((page.width - MARGINS - GAP) / 2 - BULLET) / (size * POINT) * SHARE_OF_A_LINE
    pages = pages or (2 if page.is_narrow else 1)
    room = page.height - ABOVE_AND_BELOW - LINES_TO_SPARE * pages * line
    later = iter([room - top] + [room] * 2 * (pages - 1))
    left = room - top
    for sentences in sheet.sections_in_words:
        above = heading
        for words in sentences:
            lines = _count_lines(words, ems)
            here = min(lines, int((left - above) / line))
            if here < lines and (here := min(here, lines - TOGETHER)) < TOGETHER:
                here = 0
            if here:
                left, above = left - above - here * line, 0.0
            if here < lines and (left := next(later, 0.0) - above - (lines - here) * line) < 0:
                return False
            above = BELOW_A_SENTENCE
    return True


def _count_lines(words: str, ems: float) -> int:
    """Counts the lines of a sentence more exactly than `count_lines_of`, which is for names in bold letters."""
    lines, used = 1, 0.0
    for word in words.split(" "):
        wide = width_in_ems(word.replace("\xa0", " "))
        if used and used + wide > ems:
            lines, used = lines + 1, 0.0
        used += wide + width_in_ems(" ")
    return lines


RULES = Document(
    key="rules",
    title=_("Rules"),
    about=_("What is played tonight: what counts, in which order, the house rules, and how the game goes."),
    template="rules/rules.html",
    is_filed=True,
    needs=Needs.NOTHING,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=_read_rules,
)
