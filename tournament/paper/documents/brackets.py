"""The bracket of a knock-out as a tree of boxes and lines, over several pages if needed. Then the plate in columns
without lines, because it is paired anew each round."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.draw.queries.brackets import BracketColumn, BracketMatch, BracketSide, champion_of, whole_bracket
from tournament.event.queries.hours import KNOCK_OUTS, parts_of
from tournament.models import Event
from tournament.paper.document import Document, DocumentRequest, Needs, NotDrawnYet, SeenBy
from tournament.press.fitting import count_lines_of, largest_that_fits
from tournament.press.sheets import SHEETS, WIDTH_OF_A_WHOLE_SHEET, Options

MARGINS = 29.0
"""The left and right margins together."""
ON_A_PAGE = 16
"""The most matches in the first column of a page; the rest of the tree is on later pages."""
ON_A_LARGE_PAGE = (8, 4, 2)
"""The same in large print: as many as let every name be as large as in usual print, before it is drawn larger."""
USUALLY, AT_LEAST = 7.5, 5.0
"""Sizes in points: three of four names have at least the first, every name at least the second. If names would be
smaller, a page has half as many matches."""
GAP = 4.0
LATER, APART = 15.8, 3.0
"""The height of a later box, in which both names have two lines, and the least distance between such boxes."""
QUARTERS = 4
INSIDE = 7.5
"""The part of a box's width that its margins and the table number take."""
SIZES = (16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0, 7.5, 7.0, 6.5, 6.0, 5.5, 5.0, 4.5, 4.0)
"""Sizes of letters in points."""
READABLE, BESIDE_LONGER, ALIKE = 9.0, 8.0, 7.0
"""Most names of a page are set at least at the first size. A name beside a longer one, which has no room otherwise, may
go down to the second, or to the third if the longer one then has it too."""
LOW, NOTE_WIDTH, NOTE_HEIGHT = 12.0, 20.0, 3.2
"""What a note takes of a box: a strip at its end if the box is low, else one below the names."""
LINE = 0.39
"""The height of a line in millimetres for each point of its size."""
WINNER, WINNER_HEIGHT = 0.2, 16.0
"""Where the middle of the winner's box above the final is, as a part of the height, and its least height."""
FEWEST_COLUMNS = 3
"""A page is divided into so many columns at least. In a free one the winner's box stands beside the final."""


@dataclass(frozen=True)
class Room:
    """The room of a page for a tree, in millimetres. `tallest` is the greatest height of a box. The plate has
    `in_a_column` matches in each of its `columns`."""

    width: float = 268.0
    height: float = 156.0
    tallest: float = 22.0
    columns: int = 4
    in_a_column: int = 8

    @property
    def page_width(self) -> float:
        return self.width + MARGINS


USUAL, LARGE_PRINT = Room(), Room(208.0, 114.0, 27.0, columns=3, in_a_column=5)


@dataclass(frozen=True)
class BracketLine:
    """A side in its box, with the size of its letters in points and its height in millimetres."""

    side: BracketSide
    size: float
    height: float


@dataclass(frozen=True)
class Box:
    """A match at its place, in millimetres from the top left; `label` is above it."""

    match: BracketMatch
    left: float
    top: float
    width: float
    height: float
    lines: tuple[BracketLine, ...]
    label: str = ""
    is_winners: bool = False
    is_on_path: bool = False

    @property
    def is_low(self) -> bool:
        return self.height < LOW


@dataclass(frozen=True)
class Tree:
    """A page. `heads` are (name of a column, left edge), `sources` (page whose winner comes here, height). `quarters`
    are the middles of the four quarters of a whole tree; `height` is that of the matches in the first column. `lines`
    lead from each match to the next; `winners_lines` are heavier, and those of the `path` of who won it all the
    heaviest. A box is on this path, too."""

    heads: tuple[tuple[str, float], ...]
    boxes: tuple[Box, ...]
    height: float
    lines: str = ""
    winners_lines: str = ""
    path: str = ""
    sources: tuple[tuple[int, float], ...] = ()
    quarters: tuple[float, ...] = ()


def _read_bracket(asked: DocumentRequest) -> Mapping[str, Any]:
    bracket = whole_bracket(asked.event)
    if bracket is None:
        raise NotDrawnYet(_("There is no bracket yet: the knock-out has not begun."))
    room = room_of(asked.options)
    tree = lay_out_tree(bracket.columns, bracket.winner, asked.options)
    trees = [*tree, *pages_of_plate(bracket.plate, room)]
    if (second := bracket.second_cup) is not None:
        trees += lay_out_tree(second.columns, second.winner, asked.options, first_page=len(trees) + 1)
    return {"trees": trees, "room": room, "winner": bracket.winner, "is_kept": bracket.is_kept}


def room_of(options: Options) -> Room:
    """Half a sheet is divided as one in large print, or its letters would be too small to read."""
    is_small = SHEETS[options.sheet].width < WIDTH_OF_A_WHOLE_SHEET
    return LARGE_PRINT if options.is_large or is_small else USUAL


def lay_out_tree(
    columns: Sequence[BracketColumn], winner: str, options: Options, first_page: int = 1
) -> tuple[Tree, ...]:
    """Returns the pages of a tree. Large print has fewer matches on a page, so that no name is smaller than in usual
    print; so has half a sheet, on which `BESIDE_LONGER` is enough."""
    trees, room = tuple(trees_of(columns, winner, first_page=first_page)), room_of(options)
    if room is LARGE_PRINT:
        enough = SIZES[0] if options.is_large else BESIDE_LONGER
        least = {name: min(size, enough) for name, size in _sizes_by_name(trees).items()}
        for at_most in ON_A_LARGE_PAGE:
            trees = tuple(trees_of(columns, winner, at_most=at_most, first_page=first_page, room=room))
            sizes = _sizes_by_name(trees)
            if all(sizes[name] >= least[name] for name in least):
                break
    return trees


def _sizes_by_name(trees: Sequence[Tree]) -> dict[str, float]:
    """Returns the smallest size of each name."""
    lines = [line for tree in trees for box in tree.boxes for line in box.lines if line.side.name]
    return {line.side.name: line.size for line in sorted(lines, key=lambda line: -line.size)}


def trees_of(
    columns: Sequence[BracketColumn],
    winner: str = "",
    *,
    at_most: int = ON_A_PAGE,
    first_page: int = 1,
    sources: Sequence[int] = (),
    room: Room = USUAL,
) -> Iterator[Tree]:
    """Yields one tree if all fits on a page; otherwise the parts of the tree, then what they lead to. A page has
    `at_most` matches in its first column; `sources` are the pages whose winners these are."""
    champion = champion_of(columns)
    on_a_page, every = _count_on_a_page(columns, at_most, room), len(columns[0].matches)
    deep = on_a_page.bit_length()
    if len(columns) <= deep:
        yield _draw_tree(columns, room, champion, winner=winner, sources=sources)
        return
    later = columns[deep - 1 :]
    if len(later[0].matches) > _count_on_a_page(later, at_most, room):
        later = columns[deep:]
    parts = every // on_a_page
    pages = range(first_page, first_page + parts)
    pages_later = max(1, len(later[0].matches) // _count_on_a_page(later, at_most, room))
    for part in range(parts):
        first = part * on_a_page
        own = [
            replace(column, matches=column.matches[first >> at : (first + on_a_page) >> at])
            for at, column in enumerate(columns[:deep])
        ]
        from_pages = sources[part * len(sources) // parts : (part + 1) * len(sources) // parts]
        yield _draw_tree(own, room, champion, leads_to=pages.stop + part * pages_later // parts, sources=from_pages)
    yield from trees_of(later, winner, at_most=at_most, first_page=pages.stop, sources=pages, room=room)


def _count_on_a_page(columns: Sequence[BracketColumn], at_most: int, room: Room) -> int:
    many = min(at_most, len(columns[0].matches))
    width = _width_of_boxes(min(len(columns), many.bit_length()), room)
    height = _height_of_match(many, room)
    sizes = _sizes_of(columns, width, height)
    if sizes and sizes[len(sizes) // 4] < USUALLY:
        return at_most // 2
    matches = [match for column in columns for match in column.matches]
    shared = [_share_height(match.sides, *_room_inside(match, width, height), SIZES[0])[0] for match in matches]
    return at_most if all(size >= AT_LEAST for sizes in shared for size in sizes) else at_most // 2


def _height_of_match(many: int, room: Room) -> float:
    return min(room.tallest, room.height / many - 0.6)


def _width_of_boxes(count: int, room: Room) -> float:
    """Returns the width of the boxes of `count` columns, which share the page's width equally."""
    return (room.width + GAP) / max(count, FEWEST_COLUMNS) - GAP


def _draw_tree(
    columns: Sequence[BracketColumn],
    room: Room,
    champion: str,
    *,
    winner: str = "",
    leads_to: int | None = None,
    sources: Sequence[int] = (),
) -> Tree:
    """Draws a page; if it leads to no other, it ends with the winner. The lines of those who won are heavier."""
    many = len(columns[0].matches)
    height, width = _height_of_match(many, room), _width_of_boxes(len(columns), room)
    usual, boxes = _usual_size_of(columns, width, height), list[Box]()
    lines, winners_lines, path = list[str](), list[str](), list[str]()
    for at, column in enumerate(columns):
        left, pitch = at * (width + GAP), room.height / len(column.matches)
        tall = max(height, min(LATER, pitch - APART)) if at else height
        for place, match in enumerate(column.matches):
            middle = (place + 0.5) * pitch
            box = _make_box(match, left, middle - tall / 2, width, tall, usual)
            is_on_path = column.has_gone_on(place, champion)
            boxes.append(replace(box, is_on_path=is_on_path))
            if at + 1 < len(columns):
                end = middle + (pitch / 2 if place % 2 == 0 else -pitch / 2)
                line = f"M{left + width:.2f} {middle:.2f}h{GAP / 2:.2f}V{end:.2f}h{GAP / 2:.2f}"
                has_winner = any(side.won for side in match.sides)
                (path if is_on_path else winners_lines if has_winner else lines).append(line)
        for match in column.third:
            top = min(room.height * 0.78, room.height - tall)
            boxes.append(_make_box(match, left, top, width, tall, usual, label=str(_("Third place"))))
    if leads_to is None:
        box, line = _make_winner_box(winner, boxes[-1 - len(columns[-1].third)], room)
        boxes.append(box)
        (path if winner else lines).append(line)
    else:
        boxes[-1] = replace(boxes[-1], label=_("Winner: page %(number)s") % {"number": leads_to})
    has_quarters = leads_to is None and not sources and many >= QUARTERS
    return Tree(
        heads=tuple((_label_of(column), at * (width + GAP)) for at, column in enumerate(columns)),
        boxes=tuple(boxes),
        height=height,
        lines=" ".join(lines),
        winners_lines=" ".join(winners_lines),
        path=" ".join(path),
        sources=tuple((page, room.height * (at + 0.5) / len(sources)) for at, page in enumerate(sources)),
        quarters=tuple(room.height * (at + 0.5) / QUARTERS for at in range(QUARTERS)) if has_quarters else (),
    )


def _label_of(column: BracketColumn) -> str:
    return f"{column.label} · {column.day}" if column.day else column.label


def pages_of_plate(columns: Sequence[BracketColumn], room: Room) -> Iterator[Tree]:
    """Yields pages of the plate: each round from the top, in as many columns as it needs."""
    cut = [
        replace(column, matches=column.matches[first : first + room.in_a_column])
        for column in columns
        for first in range(0, len(column.matches), room.in_a_column)
    ]
    across, pitch = room.width / room.columns, room.height / room.in_a_column
    width, height = across - 6, pitch - 1.5
    for first in range(0, len(cut), room.columns):
        page = cut[first : first + room.columns]
        heads = tuple((column.label, at * across) for at, column in enumerate(page))
        usual = _usual_size_of(page, width, height)
        boxes = tuple(
            _make_box(match, at * across, place * pitch, width, height, usual)
            for at, column in enumerate(page)
            for place, match in enumerate(column.matches)
        )
        yield Tree(heads, boxes, height)


def _usual_size_of(columns: Sequence[BracketColumn], width: float, height: float) -> float:
    """Returns the largest size for which three of four names have room, but at least a readable one, so that most of a
    page has one size."""
    sizes = _sizes_of(columns, width, height)
    return max(sizes[len(sizes) // 4], READABLE) if sizes else READABLE


def _sizes_of(columns: Sequence[BracketColumn], width: float, height: float) -> list[float]:
    """Returns, from small to large, the largest size for each name at which it has room in half of such a box."""
    rooms: dict[str, tuple[float, float]] = {}
    for match in (match for column in columns for match in column.matches):
        across, high = _room_inside(match, width, height)
        rooms |= {_name_with_mark(side): (across, high / len(match.sides)) for side in match.sides if side.name}
    return sorted(_size_of_name(name, *room) for name, room in rooms.items())


def _make_box(
    match: BracketMatch, left: float, top: float, width: float, height: float, usual: float, *, label: str = ""
) -> Box:
    sizes, heights = _share_height(match.sides, *_room_inside(match, width, height), usual)
    return Box(match, left, top, width, height, tuple(map(BracketLine, match.sides, sizes, heights)), label)


def _share_height(
    sides: Sequence[BracketSide], width: float, height: float, usual: float
) -> tuple[list[float], list[float]]:
    """Returns the sizes and heights of the names in a box: half of it each, unless one needs more and the other less.
    If a name has no room otherwise, the other one gets smaller too."""
    names = [_name_with_mark(side) for side in sides]
    heights = [height / max(len(names), 1)] * len(names)
    sizes = [min(usual, _size_of_name(name, width, high)) for name, high in zip(names, heights, strict=True)]
    if len(names) > 1 and sizes[0] != sizes[1]:
        longer = sizes.index(min(sizes))
        shorter = 1 - longer
        largest, ways = sizes[shorter], []
        for size in (largest, *(size for size in SIZES if ALIKE <= size < largest)):
            high = min(height / 2, _height_of_name(names[shorter], width, size))
            ways.append((size, high, min(usual, _size_of_name(names[longer], width, height - high))))
        alike = (way for way in ways if way[2] >= ALIKE)
        enough = (way for way in ways if way[2] >= AT_LEAST and way[0] >= min(BESIDE_LONGER, largest))
        way = next(alike, None) or next(enough, None) or ways[0]
        sizes[shorter], heights[shorter], sizes[longer] = way
        heights[longer] = height - heights[shorter]
    return sizes, heights


def _make_winner_box(name: str, final: Box, room: Room) -> tuple[Box, str]:
    """Returns the box and its line from the final: in the next column if the page has one, else above the final."""
    side = BracketSide(name, won=bool(name))
    width, height = final.width, max(final.height, WINNER_HEIGHT)
    size = _size_of_name(_name_with_mark(side), width - INSIDE, _height_inside(height))
    lines = (BracketLine(side, size, _height_inside(height)),)
    middle, right = final.top + final.height / 2, final.left + width
    if right + width < room.width:
        left, top = right + GAP, middle - height / 2
        line = f"M{right:.2f} {middle:.2f}h{GAP:.2f}"
    else:
        left, top = final.left, room.height * WINNER - height / 2
        line = f"M{left + width / 2:.2f} {final.top:.2f}V{top + height:.2f}"
    match = BracketMatch((side,), None, is_bye=False)
    return Box(match, left, top, width, height, lines, str(_("Winner")), is_winners=True), line


def _name_with_mark(side: BracketSide) -> str:
    seed = f" [{side.seed}]" if side.seed else ""
    return f"✓ {side.name}{seed}" if side.won else f"{side.name}{seed}"


def _height_inside(height: float) -> float:
    return height - 0.9


def _room_inside(match: BracketMatch, width: float, height: float) -> tuple[float, float]:
    """Returns the width and the height that a box has for the names of a match, beside or above its note."""
    across, high = width - INSIDE, _height_inside(height)
    if len(match.sides) == 1:
        return across, high - NOTE_HEIGHT
    if match.note:
        return (across - NOTE_WIDTH, high) if height < LOW else (across, high - NOTE_HEIGHT)
    return across, high


def _size_of_name(name: str, width: float, height: float) -> float:
    """Returns the largest size at which a name fits, over several lines if needed."""
    return largest_that_fits(SIZES, lambda size: _height_of_name(name, width, size) <= height)


def _height_of_name(name: str, width: float, size: float) -> float:
    return count_lines_of(name, size, width) * size * LINE


def _has_knock_out(event: Event) -> bool:
    return any(part.movement in KNOCK_OUTS for part in parts_of(event))


def _first_knock_out_of(event: Event) -> int:
    """Returns the first round of the knock-out, 1 without one."""
    movements = [part.movement for part in parts_of(event) for _round in range(max(part.rounds, 1))]
    return next((number for number, movement in enumerate(movements, start=1) if movement in KNOCK_OUTS), 1)


BRACKET = Document(
    key="bracket",
    title=_("Bracket"),
    about=_("The knock-out as a tree: who meets whom to the final, for third place, in the plate or a second cup."),
    template="bracket.html",
    needs=Needs.ANY_HOUR_RELEASED,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=_read_bracket,
    makes_sense=_has_knock_out,
    first_hour=_first_knock_out_of,
    least_width=lambda event, options: room_of(options).page_width,
)
