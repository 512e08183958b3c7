"""What happens if something goes wrong, by the rules of the evening: to lie on a table or hang on the wall."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.press.fitting import POINT, count_lines_of, largest_that_fits, usual_width_in_ems
from tournament.press.sheets import Page, page_of
from tournament.rules.queries.mishaps import Mishap, mishaps_of

SIZES, USUAL = tuple(size / 2 for size in range(36, 21, -1)), 13.0
"""Sizes of answers in points: the largest that has all of them on one page, or the usual one on more pages."""
MARGINS, GAP, ABOVE_AND_BELOW = 28.0, 8.0, 77.0
"""Measures of the style sheet in millimetres: the margins, the room between two columns, and what is above the first
question and below the last answer."""
AROUND_QUESTION, AROUND_ANSWER = 6.6, 1.0
QUESTION, LINE_OF_QUESTION, LINE_OF_ANSWER = 1.23, 1.15, 1.25
"""The size of questions relative to that of answers, and the heights of their lines."""


def size_of_answers(mishaps: Sequence[Mishap], page: Page) -> float:
    """Returns the size in points at which everything is on one page, or else the usual one."""

    def is_on_one_page(size: float) -> bool:
        room, left, columns = page.height - ABOVE_AND_BELOW, 0.0, 1 if page.is_narrow else 2
        width = (page.width - MARGINS - GAP * (columns - 1)) / columns
        for mishap in mishaps:
            height = _height_of(mishap, size, width)
            if height > left:
                columns, left = columns - 1, room
            left -= height
        return columns >= 0 and left >= 0

    size = largest_that_fits(SIZES, is_on_one_page)
    return size if is_on_one_page(size) else USUAL


def _height_of(mishap: Mishap, size: float, width: float) -> float:
    question = count_lines_of(mishap.question, size * QUESTION, width) * QUESTION * LINE_OF_QUESTION
    answers = mishap.answers or ("The director decides.",)
    lines = sum(count_lines_of(words, size, width, usual_width_in_ems) for words in answers) * LINE_OF_ANSWER
    return AROUND_QUESTION + AROUND_ANSWER * len(answers) + (question + lines) * size * POINT


def _read_mishaps(asked: DocumentRequest) -> Mapping[str, Any]:
    """Large print has at least the size of usual print, if need be on more pages."""
    mishaps = mishaps_of(asked.event)
    size = size_of_answers(mishaps, page_of(asked.options.usual))
    if asked.options.is_large:
        size = max(size, size_of_answers(mishaps, page_of(asked.options)))
    return {"mishaps": mishaps, "size": size}


WHAT_IF = Document(
    key="what-if",
    title=_("What happens if…"),
    about=_(
        "A renege, a wrong deal, a card out of turn, the bell: what tonight’s rules say, and when to ask the director."
    ),
    template="rules/what_if.html",
    needs=Needs.NOTHING,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=_read_mishaps,
)
