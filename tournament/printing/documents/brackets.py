"""The bracket of a knock-out as a tree: each match a box, lines to the next one, a part a page; then the plate, whose
pairs are made anew each round, in columns without lines."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import ceil
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from tournament.models import Event
from tournament.printing.document import Asked, Document, Needs, NotDrawnYet, SeenBy
from tournament.queries.brackets import BracketColumn, BracketMatch, whole_bracket
from tournament.queries.hours import parts_of
from tournament.queries.placed import KNOCK_OUTS

WIDTH, HEIGHT = 268.0, 156.0
"""Of a tree, in millimetres."""
MARGINS = 29.0
"""Of its page, on the left and the right together."""
ON_A_PAGE = 16
"""Matches of a first column; what they lead to is beside them, and the rest of the tree on a page after them."""
WITH_LONG_NAMES = 8
LONG = 24
"""Letters of a name that need more than one line of a box among sixteen."""
COLUMNS = 4
"""Of the plate, on a page."""
TALLEST = 22.0
INSIDE = 8.0
"""Of a box's width, what its margins and the number of the table take."""
SIZES = (11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.5)
"""Of letters, in points; and in millimetres, how wide and how high is one of a size of one point."""
LETTER, LINE = 0.21, 0.39


@dataclass(frozen=True)
class Box:
    """A match in its place, in millimetres from the top left. `size` is that of its letters, in points; `label` stands
    over it."""

    match: BracketMatch
    left: float
    top: float
    size: float
    label: str = ""


@dataclass(frozen=True)
class Tree:
    """`heads` are (what a column is called, where it begins); `width` and `height` are those of every box, `line` what
    each of its sides may fill."""

    heads: tuple[tuple[str, float], ...]
    boxes: tuple[Box, ...]
    lines: SafeString
    width: float
    height: float

    @property
    def line(self) -> float:
        return _line(self.height)


def _bracket(asked: Asked) -> Mapping[str, Any]:
    bracket = whole_bracket(asked.event)
    if bracket is None:
        raise NotDrawnYet(_("There is no bracket yet: the knock-out has not begun."))
    trees = (*trees_of(bracket.columns), *pages_of_plate(bracket.plate))
    return {"trees": trees, "winner": bracket.winner}


def trees_of(columns: Sequence[BracketColumn]) -> Iterator[Tree]:
    """One where all fits a page; else the parts of the tree, and then what they lead to."""
    names = [side.name for column in columns for match in column.matches for side in match.sides]
    on_a_page = ON_A_PAGE if max(map(len, names), default=0) <= LONG else WITH_LONG_NAMES
    deep = on_a_page.bit_length()
    for first in range(0, len(columns[0].matches), on_a_page):
        part = [
            replace(column, matches=column.matches[first >> at : (first + on_a_page) >> at])
            for at, column in enumerate(columns[:deep])
        ]
        yield _tree(part)
    if len(columns) > deep:
        yield _tree(columns[deep - 1 :])


def _tree(columns: Sequence[BracketColumn]) -> Tree:
    across = WIDTH / max(len(columns), 3)
    width, height = across - 6, min(TALLEST, HEIGHT / len(columns[0].matches) - 0.6)
    boxes, paths = [], []
    for at, column in enumerate(columns):
        pitch = HEIGHT / len(column.matches)
        for place, match in enumerate(column.matches):
            middle = (place + 0.5) * pitch
            boxes.append(_box(match, at * across, middle - height / 2, width, height))
            if at + 1 < len(columns):
                up_or_down = pitch / 2 if place % 2 == 0 else -pitch / 2
                start, turn, end = at * across + width, at * across + width + 3, (at + 1) * across
                paths.append(f"M{start:.2f} {middle:.2f}H{turn:.2f}V{middle + up_or_down:.2f}H{end:.2f}")
        for match in column.third:
            boxes.append(_box(match, at * across, HEIGHT * 0.78, width, height, label=str(_("Third place"))))
    heads = tuple((column.label, at * across) for at, column in enumerate(columns))
    return Tree(heads, tuple(boxes), _drawing(paths), width, height)


def pages_of_plate(columns: Sequence[BracketColumn]) -> Iterator[Tree]:
    """Each round from the top, in as many columns as it takes."""
    cut = [
        replace(column, matches=column.matches[first : first + WITH_LONG_NAMES])
        for column in columns
        for first in range(0, len(column.matches), WITH_LONG_NAMES)
    ]
    across, pitch = WIDTH / COLUMNS, HEIGHT / WITH_LONG_NAMES
    width, height = across - 6, pitch - 1.5
    for first in range(0, len(cut), COLUMNS):
        page = cut[first : first + COLUMNS]
        heads = tuple((column.label, at * across) for at, column in enumerate(page))
        boxes = tuple(
            _box(match, at * across, place * pitch, width, height)
            for at, column in enumerate(page)
            for place, match in enumerate(column.matches)
        )
        yield Tree(heads, boxes, _drawing([]), width, height)


def _box(match: BracketMatch, left: float, top: float, width: float, height: float, *, label: str = "") -> Box:
    size = min(_size(side.name, width - INSIDE, _line(height)) for side in match.sides)
    return Box(match, left, top, size, label)


def _line(height: float) -> float:
    """What each of two sides may fill of a box so high."""
    return (height - 1.4) / 2


def _size(name: str, width: float, height: float) -> float:
    """The largest letters of which a name, in as many lines as it takes, fits."""

    def fits(size: float) -> bool:
        return lines_of(f"✓ {name}", int(width / (size * LETTER))) * size * LINE <= height

    return next((size for size in SIZES if fits(size)), SIZES[-1])


def lines_of(name: str, letters: int) -> int:
    """Of so many letters, broken between words, after a hyphen, and within a word that is longer than a line."""
    lines, used = 1, 0
    for word in re.findall(r"[^\s-]*-+|[^\s-]+\s*", name):
        if used and used + len(word.rstrip()) > letters:
            lines, used = lines + 1, 0
        lines += max(ceil(len(word.rstrip()) / letters) - 1, 0)
        used += len(word)
    return lines


def _drawing(paths: Sequence[str]) -> SafeString:
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" fill="none" stroke="#000">'
        f'<path stroke-width="0.3" d="{" ".join(paths)}"/></svg>'
    )
    return mark_safe(drawing)  # numbers alone


def _has_knock_out(event: Event) -> bool:
    return event.is_of_rounds and any(part.movement in KNOCK_OUTS for part in parts_of(event))


BRACKET = Document(
    key="bracket",
    title=_("Bracket"),
    about=_("The knock-out as a tree: who meets whom on the way to the final, for third place and in the plate."),
    template="bracket.html",
    needs=Needs.ANY_HOUR_RELEASED,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=_bracket,
    makes_sense=_has_knock_out,
    least_width=lambda event: WIDTH + MARGINS,
)
