"""The rules on the back of what lies on the tables: as many of them as have room in letters that can be read."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from tournament.paper.document import DocumentRequest
from tournament.paper.documents.rules import ABOVE_AND_BELOW, find_size_of_print, fits_at, height_of_order
from tournament.paper.queries.rules_sheet import rules_sheet_of
from tournament.press.sheets import Page, page_of_pieces
from tournament.rules.queries.rules_sheet import RulesSheet

READABLE = 7.0
"""The least size of letters in points, as printed."""
LEGIBLE, SMALLEST = 6.0, 10.0
"""The same for what counts, and the size of its smallest letters in the style sheet: on a small piece it is larger."""
AROUND, ABOVE = 17.0, 32.0
"""What is above and below the words, and what stands above the scoring order and around the cards, in millimetres."""


@dataclass(frozen=True)
class RulesBack:
    """The rules in letters of this size in points, on a piece of this width and height in millimetres that is drawn
    larger by `scale`. If it `is_short`, some sections are left out."""

    sheet: RulesSheet
    size: float
    is_short: bool
    width: float
    height: float
    scale: float


def read_back(asked: DocumentRequest, piece: tuple[float, float]) -> Mapping[str, Any]:
    """Returns the back of every piece if it is asked for."""
    if not asked.options.both_sides:
        return {}
    return {"back": lay_out_back(rules_sheet_of(asked.event), piece, page_of_pieces(asked.options, piece).zoom)}


def lay_out_back(sheet: RulesSheet, piece: tuple[float, float], zoom: float) -> RulesBack:
    """Returns the first of the shorter and shorter sheets that has room in readable letters; the last has no sentence,
    only what counts and the cards."""
    scale = max(LEGIBLE / (SMALLEST * zoom), 1.0)
    width, height = piece[0] / scale, piece[1] / scale
    page = Page(width, height + ABOVE_AND_BELOW - AROUND, zoom * scale)
    top = ABOVE + height_of_order(sheet, page, is_tight=True)
    for shorter in _shorten(sheet):
        size = find_size_of_print(shorter, page, top, pages=1)
        if size * page.zoom >= READABLE and fits_at(shorter, page, top, size, pages=1):
            break
    return RulesBack(shorter, size, shorter != sheet, width, height, scale)


def _shorten(sheet: RulesSheet) -> Iterator[RulesSheet]:
    """Yields the whole sheet; without the settings of tonight, which the sheet in front has; then without the first
    section, and so on: everybody knows how to deal, and nobody what a mistake costs."""
    yield sheet
    for left_out in range(len(sheet.sections) + 1):
        yield replace(sheet, evening=(), sections=sheet.sections[left_out:])
