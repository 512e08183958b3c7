"""The bracket of a knock-out as a tree: each match a box, lines to the next one, a part a page; then the plate, whose
pairs are made anew each round, in columns without lines."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from tournament.models import Event
from tournament.printing.document import Asked, Document, Needs, NotDrawnYet, SeenBy
from tournament.printing.fitting import largest, lines_of
from tournament.queries.brackets import BracketColumn, BracketMatch, BracketSide, whole_bracket
from tournament.queries.hours import parts_of
from tournament.queries.placed import KNOCK_OUTS

WIDTH, HEIGHT = 268.0, 156.0
"""Of a tree, in millimetres."""
MARGINS = 29.0
"""Of its page, on the left and the right together."""
ON_A_PAGE = 16
"""Matches of a first column; what they lead to is beside them, and the rest of the tree on a page after them, as large
as they are."""
WITH_LONG_NAMES = 8
LONG = 24
"""Letters of a name that need more than one line of a box among sixteen."""
COLUMNS = 4
"""Of the plate, on a page."""
TALLEST = 22.0
INSIDE = 8.0
"""Of a box's width, what its margins and the number of the table take."""
SIZES = (11.0, 10.0, 9.0, 8.0, 7.0, 6.0, 5.0, 4.5, 4.0)
"""Of letters, in points."""
LINE = 0.39
"""How high a line is, in millimetres, of letters of one point."""
WINNER, WINNER_HEIGHT, LARGEST = 0.2, 16.0, 14.0
"""Where the winner's box has its middle, as a part of the height, how high it is at least, and its largest letters."""


@dataclass(frozen=True)
class Line:
    """A side in its box: the size of its letters, in points, and what it may fill, in millimetres."""

    side: BracketSide
    size: float
    height: float


@dataclass(frozen=True)
class Box:
    """A match in its place, in millimetres from the top left; `label` stands over it."""

    match: BracketMatch
    left: float
    top: float
    height: float
    lines: tuple[Line, ...]
    label: str = ""


@dataclass(frozen=True)
class Tree:
    """`heads` are (what a column is called, where it begins), `sources` (the page whose winner comes here, where);
    `width` is that of every box, `height` that of every match."""

    heads: tuple[tuple[str, float], ...]
    boxes: tuple[Box, ...]
    lines: SafeString
    width: float
    height: float
    sources: tuple[tuple[int, float], ...] = ()


def _bracket(asked: Asked) -> Mapping[str, Any]:
    bracket = whole_bracket(asked.event)
    if bracket is None:
        raise NotDrawnYet(_("There is no bracket yet: the knock-out has not begun."))
    trees = (*trees_of(bracket.columns, bracket.winner), *pages_of_plate(bracket.plate))
    return {"trees": trees, "winner": bracket.winner, "is_kept": bracket.is_kept}


def trees_of(
    columns: Sequence[BracketColumn], winner: str = "", *, first_page: int = 1, sources: Sequence[int] = ()
) -> Iterator[Tree]:
    """One where all fits a page; else the parts of the tree, and then what they lead to. `sources` are the pages whose
    winners these are, if they are."""
    on_a_page, every = _on_a_page(columns), len(columns[0].matches)
    deep = on_a_page.bit_length()
    if len(columns) <= deep:
        yield _tree(columns, winner=winner, sources=sources)
        return
    later = columns[deep - 1 :]
    if len(later[0].matches) > _on_a_page(later):
        later = columns[deep:]
    parts = every // on_a_page
    pages = range(first_page, first_page + parts)
    pages_later = max(1, len(later[0].matches) // _on_a_page(later))
    for part in range(parts):
        first = part * on_a_page
        own = [
            replace(column, matches=column.matches[first >> at : (first + on_a_page) >> at])
            for at, column in enumerate(columns[:deep])
        ]
        from_pages = sources[part * len(sources) // parts : (part + 1) * len(sources) // parts]
        yield _tree(own, leads_to=pages.stop + part * pages_later // parts, sources=from_pages)
    yield from trees_of(later, winner, first_page=pages.stop, sources=pages)


def _on_a_page(columns: Sequence[BracketColumn]) -> int:
    names = [side.name for column in columns for match in column.matches for side in match.sides]
    return ON_A_PAGE if max(map(len, names), default=0) <= LONG else WITH_LONG_NAMES


def _tree(
    columns: Sequence[BracketColumn], *, winner: str = "", leads_to: int | None = None, sources: Sequence[int] = ()
) -> Tree:
    """One that leads to no other page ends with the winner."""
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
    last = (len(columns) - 1) * across
    if leads_to is None:
        tall = max(height, WINNER_HEIGHT)
        boxes.append(_winner(winner, last, HEIGHT * WINNER - tall / 2, width, tall))
        paths.append(f"M{last + width / 2:.2f} {(HEIGHT - height) / 2:.2f}V{HEIGHT * WINNER + tall / 2:.2f}")
    else:
        boxes[-1] = replace(boxes[-1], label=_("Winner: page %(number)s") % {"number": leads_to})
    return Tree(
        heads=tuple((column.label, at * across) for at, column in enumerate(columns)),
        boxes=tuple(boxes),
        lines=_drawing(paths),
        width=width,
        height=height,
        sources=tuple((page, HEIGHT * (at + 0.5) / len(sources)) for at, page in enumerate(sources)),
    )


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
    """Each side has half of it, unless its name needs more and the other's less."""
    inside, names = _inside(height), [f"✓ {side.name}" if side.won else side.name for side in match.sides]
    heights = [inside / 2] * len(names)
    sizes = [_size(name, width - INSIDE, inside / 2) for name in names]
    if len(names) > 1 and sizes[0] != sizes[1]:
        longer = sizes.index(min(sizes))
        shorter = 1 - longer
        heights[shorter] = min(inside / 2, _height(names[shorter], width - INSIDE, sizes[shorter]))
        heights[longer] = inside - heights[shorter]
        sizes[longer] = _size(names[longer], width - INSIDE, heights[longer])
    return Box(match, left, top, height, tuple(map(Line, match.sides, sizes, heights)), label)


def _winner(name: str, left: float, top: float, width: float, height: float) -> Box:
    side = BracketSide(name, won=bool(name))
    size = _size(f"✓ {name}", width - INSIDE, _inside(height), (LARGEST, *SIZES))
    line = Line(side, size, _inside(height))
    return Box(BracketMatch((side,), None, is_bye=False), left, top, height, (line,), str(_("Winner")))


def _inside(height: float) -> float:
    return height - 1.4


def _size(name: str, width: float, height: float, sizes: Sequence[float] = SIZES) -> float:
    """The largest letters of which a name, in as many lines as it takes, fits."""
    return largest(sizes, lambda size: _height(name, width, size) <= height)


def _height(name: str, width: float, size: float) -> float:
    return lines_of(name, size, width) * size * LINE


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
    least_width=lambda event, options: WIDTH + MARGINS,
)
