"""The bracket of a knock-out as a tree: each match a box, lines to the next one, a part a page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
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
ON_A_PAGE = 16
"""Matches of a first column; what they lead to is beside them, and the rest of the tree on a page after them."""
TALLEST = 22.0


@dataclass(frozen=True)
class Box:
    """A match in its place, in millimetres from the top left."""

    match: BracketMatch
    left: float
    top: float


@dataclass(frozen=True)
class Tree:
    """`heads` are (what a column is called, where it begins); `width` and `height` are those of every box."""

    heads: tuple[tuple[str, float], ...]
    boxes: tuple[Box, ...]
    lines: SafeString
    width: float
    height: float


def _bracket(asked: Asked) -> Mapping[str, Any]:
    bracket = whole_bracket(asked.event)
    if bracket is None:
        raise NotDrawnYet(_("There is no bracket yet: the knock-out has not begun."))
    return {"trees": tuple(trees_of(bracket.columns)), "winner": bracket.winner}


def trees_of(columns: Sequence[BracketColumn]) -> Iterator[Tree]:
    """One where all fits a page; else the parts of the tree, and then what they lead to."""
    deep = ON_A_PAGE.bit_length()
    for first in range(0, len(columns[0].matches), ON_A_PAGE):
        part = [
            BracketColumn(column.label, column.matches[first >> at : (first + ON_A_PAGE) >> at])
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
            boxes.append(Box(match, at * across, middle - height / 2))
            if at + 1 < len(columns):
                up_or_down = pitch / 2 if place % 2 == 0 else -pitch / 2
                start, turn, end = at * across + width, at * across + width + 3, (at + 1) * across
                paths.append(f"M{start:.2f} {middle:.2f}H{turn:.2f}V{middle + up_or_down:.2f}H{end:.2f}")
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" fill="none" stroke="#000">'
        f'<path stroke-width="0.3" d="{" ".join(paths)}"/></svg>'
    )
    heads = tuple((column.label, at * across) for at, column in enumerate(columns))
    return Tree(heads, tuple(boxes), mark_safe(drawing), width, height)  # numbers alone


def _has_knock_out(event: Event) -> bool:
    return event.is_of_rounds and any(part.movement in KNOCK_OUTS for part in parts_of(event))


BRACKET = Document(
    key="bracket",
    title=_("Bracket"),
    about=_("The knock-out as a tree: who meets whom on the way to the final, and who has won so far."),
    template="bracket.html",
    needs=Needs.ANY_HOUR_RELEASED,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=_bracket,
    makes_sense=_has_knock_out,
)
