"""The score sheet that lies on a table: a row for each hand, in the columns of the rules in force."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.conf import settings
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, NotDrawnYet, SeenBy
from tournament.paper.documents.rules_back import read_back
from tournament.paper.queries.table_sheets import WIDTH, Column, SideOnSheet, TableSheet, table_sheets_of
from tournament.press.fitting import POINT, count_lines_of, set_in_columns, usual_width_in_ems, width_in_ems
from tournament.press.sheets import UPRIGHT

ROW = 8.6
"""The height of a row in millimetres, for a pencil, if tracks and advice leave that much."""
TRACK, LINE_OF_ADVICE, ROOM, ROOM_OF_MANY = 7.0, 4.1, 203.0, 187.0
"""Heights as in the style sheet: of a track, of a line of advice, and of these with all rows, for two sides or more."""
ADVICE = 10.5
"""The size of advice in points, as in the style sheet."""
HANDS_APART = 5
"""Rows between two heavier lines."""
LEFTS, LONGEST, APART, LEAST_APART = (13.0, 108.0), 82.0, 6.2, 3.0
"""Where the tracks of both sides begin, how long a track may be, and how far apart its points are at most. If they are
nearer than the least, there are strokes instead of rings."""
AROUND_ZERO = 2.4
"""The room between the squares below 0 and the track."""
SIDES = settings.ASSETS / "static/img/sides.svg"
MARKS = [mark_safe(shape) for shape in re.findall(r"<symbol [^>]*>(.+)</symbol>", SIDES.read_text())]
"""The shapes that tell sides apart on screens, in order."""
LETTERS = 12.0
"""The size in points of what is printed in every row, as in the style sheet."""
INSET = 1.2
"""Millimetres before the bids; the score is written after them."""


def _read_table_sheets(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    sheets = table_sheets_of(asked.event, asked.stage, asked.table)
    if not sheets:
        raise NotDrawnYet(_("There is no sheet to print: nobody plays at this table."))
    return {**add_grid(sheets), **read_back(asked, UPRIGHT)}


class Grid(NamedTuple):
    """The lines between hands and columns as one path, since a renderer's time grows with the number of boxes. Those
    after every five hands and around scores are heavier."""

    height: float
    lines: str
    heavy_lines: str


class Ring(NamedTuple):
    """A point to cross off; a `label` is the number of every fifth and of the last."""

    x: float
    radius: float
    is_last: bool
    label: str


class Track(NamedTuple):
    """The points of a side in a game. `below_zero` are squares, each with its middle and how far it is below 0, and
    `zero` is the line after them. Where points are too many for rings, there are `strokes` to draw over."""

    mark: SafeString
    left: float
    middle: float
    square: float
    below_zero: tuple[tuple[float, int], ...]
    zero: float
    rings: tuple[Ring, ...]
    strokes: str


@dataclass(frozen=True)
class DrawnTableSheet:
    """A sheet with its drawings: the grid of hands, and the tracks of both sides for each game. `numbers` and, beside
    their column, `choices` are what is printed in each line of the grid, `description` what a screen reader reads for
    it instead, `row` its height in millimetres."""

    sheet: TableSheet
    row: float
    grid: Grid
    numbers: str
    choices: str
    description: str
    tracks: tuple[tuple[Track, ...], ...]
    width: float = WIDTH

    @property
    def height_of_tracks(self) -> float:
        return TRACK * len(self.tracks)

    @property
    def sides(self) -> list[tuple[SideOnSheet, SafeString]]:
        return list(zip(self.sheet.sides, MARKS, strict=False))

    @property
    def columns(self) -> list[tuple[Column, SafeString | None]]:
        """Returns each column, that of a side with its mark."""
        marks = {side.letter: mark for side, mark in self.sides}
        return [(column, marks[column.head] if column.is_score else None) for column in self.sheet.columns]


def add_grid(sheets: tuple[TableSheet, ...]) -> Mapping[str, Any]:
    """Adds the drawings; sheets with the same columns share one."""
    drawings = {sheet.form: _draw_sheet(sheet) for sheet in {sheet.form: sheet for sheet in sheets}.values()}
    return {"sheets": [replace(drawings[sheet.form], sheet=sheet) for sheet in sheets]}


def _draw_sheet(sheet: TableSheet) -> DrawnTableSheet:
    lines = sum(count_lines_of(words, ADVICE, WIDTH, usual_width_in_ems) for words in sheet.advice)
    room = ROOM if len(sheet.sides) == 2 else ROOM_OF_MANY
    row = min(ROW, (room - TRACK * len(sheet.tracks) - LINE_OF_ADVICE * lines) / len(sheet.hands))
    number, *others = sheet.columns
    choices = [
        (_left_edge(column, column.printed) - number.width, column.printed) for column in others if column.printed
    ]
    return DrawnTableSheet(
        sheet=sheet,
        row=row,
        grid=draw_grid(sheet.columns, len(sheet.hands), row),
        numbers="\n".join(_print_number(number, hand) for hand in sheet.hands),
        choices="\n".join([set_in_columns(choices, LETTERS)] * len(sheet.hands)),
        description=describe_rows(sheet.columns, sheet.hands),
        tracks=draw_tracks(sheet.tracks, sheet.below_zero),
    )


def draw_grid(columns: tuple[Column, ...], rows: int, row: float) -> Grid:
    height = rows * row
    across = [f"M0 {number * row:.2f}H{WIDTH:g}" for number in range(rows + 1)]
    edges = {f"{column.left:.2f}" for column in columns[1:]}
    scores = [column for column in columns if column.is_score]
    heavy = {f"{edge:.2f}" for column in scores for edge in (column.left, column.left + column.width)}
    lines, heavy_lines = (
        " ".join([*hands, *(f"M{edge} 0V{height:.1f}" for edge in sorted(downwards))])
        for hands, downwards in ((across, edges - heavy), (across[::HANDS_APART], heavy))
    )
    return Grid(height, lines, heavy_lines)


def draw_tracks(tracks: tuple[int, ...], below_zero: int = 0) -> tuple[tuple[Track, ...], ...]:
    """Draws for each game a track of each side with as many points as it takes to win."""
    return tuple(
        tuple(_draw_track(side, game * TRACK + TRACK / 2, points, below_zero) for side in range(len(LEFTS)))
        for game, points in enumerate(tracks)
    )


def _draw_track(side: int, middle: float, points: int, below_zero: int) -> Track:
    left = LEFTS[side]
    apart = min(APART, (LONGEST - AROUND_ZERO * bool(below_zero)) / (points + below_zero))
    squares = tuple((left + apart * (at + 0.5), below_zero - at) for at in range(below_zero))
    zero = left + apart * below_zero + AROUND_ZERO / 2
    first = zero + AROUND_ZERO / 2 if below_zero else left
    rings = tuple(_draw_ring(point, points, first, apart) for point in range(1, points + 1) if apart >= LEAST_APART)
    strokes = "" if rings else _draw_strokes(first, middle, points, apart)
    return Track(MARKS[side], left, middle, min(4.6, apart * 0.84), squares, zero, rings, strokes)


def _draw_ring(point: int, points: int, first: float, apart: float) -> Ring:
    has_label = point == points or point % HANDS_APART == 0
    radius = min(2.6 if has_label else 1.7, apart * 0.47)
    return Ring(first + apart * (point - 0.5), radius, point == points, f"{point}" if has_label else "")


def _draw_strokes(first: float, middle: float, points: int, apart: float) -> str:
    """Draws faint strokes to draw over, each fifth across four."""
    paths = []
    for point in range(0, points, HANDS_APART):
        at = first + point * apart
        paths += [f"M{at + stroke * apart:.2f} {middle - 2.4:.1f}v4.8" for stroke in range(HANDS_APART - 1)]
        paths.append(f"M{at - 0.8:.2f} {middle + 1.6:.1f}L{at + 3 * apart + 0.8:.2f} {middle - 1.6:.1f}")
    return "".join(paths)


def _print_number(column: Column, hand: int) -> str:
    return set_in_columns([(_left_edge(column, f"{hand}"), f"{hand}")], LETTERS)


def describe_rows(columns: tuple[Column, ...], hands: tuple[int, ...]) -> str:
    """Returns a line for each hand that says what to write in each column."""
    number, *others = columns
    columns_in_words = ", ".join(_describe_column(column) for column in others)
    return "\n".join(f"{number.head} {hand}: {columns_in_words}" for hand in hands)


def _describe_column(column: Column) -> str:
    """Says a column as in "High A or B" and "score of B"."""
    choices = _(" or ").join(column.printed.split())
    if column.is_score:
        score = _("score of %(letter)s") % {"letter": column.head}
        return (
            _("bid of %(letter)s %(choices)s") % {"letter": column.head, "choices": choices} + f", {score}"
            if choices
            else score
        )
    return f"{column.head} {choices}".strip()


def _left_edge(column: Column, text: str) -> float:
    if column.is_score:
        return column.left + INSET
    return column.left + (column.width - width_in_ems(text) * LETTERS * POINT) / 2


TABLE_SHEETS = Document(
    key="table-sheets",
    title=_("Table score sheets"),
    about=_("One for each match: a row for each hand, running scores, and room for both sides to sign."),
    template="table_sheets.html",
    needs=Needs.DRAWN_HOUR,
    seen_by=SeenBy.DESK,
    read=_read_table_sheets,
    pieces="sheets",
    piece=UPRIGHT,
    usual_pieces=2,
    has_rules_back=True,
)
