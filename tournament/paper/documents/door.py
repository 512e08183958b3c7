"""Paper for the door: the list to tick, and name badges."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.door.queries.door_lists import Guest, guests_of
from tournament.event.queries.dues import add_dues, price_of
from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.row_spacing import RowSpacing, choose_spacing
from tournament.press.fitting import (
    POINT,
    boldest_width_in_ems,
    count_lines_of,
    display_width_in_ems,
    largest_that_fits,
    widest_word_of,
)
from tournament.press.labels import LABELS, LabelStock
from tournament.press.sheets import SHEETS, UPRIGHT, Options, page_of

SPARE_LINES = 40
"""More than a page holds; those that do not fit on the last page are cut off."""
SPACINGS = (
    RowSpacing("roomy", 14.0, 2.6),
    RowSpacing("usual", 13.0, 1.9),
    RowSpacing("close", 12.0, 1.4),
    RowSpacing("tight", 11.0, 1.2),
)
"""Tighter rows leave room for walk-ins."""
BELOW_NAMES, SUM_OF_DUES = 14.0, 7.0
MARGINS, NAME_CELL, PART_OF_NAME, PART_BESIDE_DUES = 28.0, 3.0, 0.44, 0.34
LONG_NAME, LONG_SIZE, SMALL, LEADING, BOX = 30, 10.5, 9.0, 1.1, 5.6
"""Measures of the style sheet: lengths in millimetres, sizes in points, and the height of a tick box in the widest
spacing."""
BADGES_A_PAGE, LARGE_BADGES_A_PAGE, BADGES_ON_HALF_A_PAGE = 10, 6, 4
BADGE_WIDTH, BADGE_HEIGHT = 79.0, 26.0
"""The room in millimetres for the name on a badge and the words below it."""
NAME_SIZES, LESSER_SIZES = (31, 28, 26, 24, 22, 20, 18, 16, 14, 12, 10), (11, 10, 9, 8, 7, 6, 5)
NAME_LEADING, LESSER_LEADING = 1.1, 1.2
LABEL_MARGIN, LABEL_HEAD, LABEL_SUITS, LOW_LABEL = 2.5, 5.0, 8.0, 45.0
"""The margin within a label, and the height of the line above the name and of the suits below it, which low ones lack;
in millimetres."""


@dataclass(frozen=True)
class Badge:
    name: str
    size: int
    beside: str
    beside_size: int


def _read_door_list(asked: DocumentRequest) -> Mapping[str, Any]:
    guests, price = guests_of(asked.event), price_of(asked.event)
    return {
        "guests": guests,
        "spare": range(SPARE_LINES),
        "price": price,
        "total": add_dues(guest.dues for guest in guests),
        "spacing": choose_spacing_of(guests, asked.options, takes_money=price is not None),
    }


def choose_spacing_of(guests: Sequence[Guest], options: Options, *, takes_money: bool) -> str:
    """Large print has the spacing of usual print, on more pages."""
    page = page_of(options.usual)
    width = (page.width - MARGINS) * (PART_BESIDE_DUES if takes_money else PART_OF_NAME) - NAME_CELL

    def heights_of(spacing: RowSpacing) -> list[float]:
        return [_height_of_row(guest, spacing, width) for guest in guests]

    below = BELOW_NAMES + SUM_OF_DUES * takes_money
    return choose_spacing(SPACINGS, heights_of, page.height, notes=below)[0]


def _height_of_row(guest: Guest, spacing: RowSpacing, width: float) -> float:
    """Returns the height in millimetres; the words beside a name get lines of their own unless both have room on
    one."""
    size = min(LONG_SIZE, spacing.size) if len(guest.name) > LONG_NAME else spacing.size
    beside = " ".join(words for words in (guest.team, guest.comes_from and f"({guest.comes_from})") if words)
    names = count_lines_of(guest.name, size, width)
    if beside and boldest_width_in_ems(guest.name) * size + boldest_width_in_ems(f" {beside}") * SMALL > width / POINT:
        names += count_lines_of(beside, SMALL, width)
    return max(names * size * LEADING * POINT, BOX * spacing.size / SPACINGS[0].size) + spacing.room


def _read_badges(asked: DocumentRequest) -> Mapping[str, Any]:
    """Returns the badges; None is a blank one, which fills up the last page."""
    guests = guests_of(asked.event)
    if stock := LABELS.get(asked.options.labels):
        return _lay_out_labels(guests, stock, asked.options.first_label)
    is_half = SHEETS[asked.options.sheet].width < UPRIGHT[0]
    a_page = BADGES_ON_HALF_A_PAGE if is_half else LARGE_BADGES_A_PAGE if asked.options.is_large else BADGES_A_PAGE
    left = -len(guests) % a_page or (0 if guests else a_page)
    badges = [*map(badge_of, guests), *[None] * left]
    if not asked.options.both_sides:
        return {"badges": badges, "sides": [badges]}
    fronts = [badges[at : at + a_page] for at in range(0, len(badges), a_page)]
    return {"badges": badges, "sides": [side for front in fronts for side in (front, _turn_over(front))]}


def _turn_over(front: Sequence[Badge | None]) -> list[Badge | None]:
    """Returns the back of a sheet with two badges a row: each lies behind its front when the sheet is turned over its
    long edge."""
    return [badge for left, right in zip(front[::2], front[1::2], strict=True) for badge in (right, left)]


@dataclass(frozen=True)
class Label:
    """A badge on a sheet of labels, so far from the left and from the top."""

    badge: Badge
    left: float
    top: float


def _lay_out_labels(guests: Sequence[Guest], stock: LabelStock, first: int) -> Mapping[str, Any]:
    """Returns the labels of each sheet, with the height of the part for the name; those before the first were used."""
    is_low = stock.height < LOW_LABEL
    height = stock.height - 2 * LABEL_MARGIN - LABEL_HEAD - (0.0 if is_low else LABEL_SUITS)
    badges = [badge_of(guest, stock.width - 2 * LABEL_MARGIN, height) for guest in guests]
    numbers = range(first - 1, first - 1 + len(badges))
    labels = [Label(badge, *stock.place_of(number)) for number, badge in zip(numbers, badges, strict=True)]
    cuts = [0, *(at for at, number in enumerate(numbers) if at and number % stock.to_a_sheet == 0), len(labels)]
    sheets = [labels[start:end] for start, end in pairwise(cuts)]
    return {"badges": badges, "stock": stock, "sheets": sheets, "height": height, "is_low": is_low}


def badge_of(guest: Guest, width: float = BADGE_WIDTH, height: float = BADGE_HEIGHT) -> Badge:
    """Returns a badge whose words fit into this room; a word is broken only if it fits in no size."""

    def has_room(size: int) -> bool:
        lines = count_lines_of(guest.name, size, width, display_width_in_ems)
        return lines * size * NAME_LEADING * POINT <= height - below

    beside = guest.comes_from or guest.team
    lesser = largest_that_fits(LESSER_SIZES, lambda size: count_lines_of(beside, size, width) <= 2)
    below = count_lines_of(beside, lesser, width) * lesser * LESSER_LEADING * POINT if beside else 0.0
    widest = widest_word_of(guest.name, display_width_in_ems) * POINT
    whole = [size for size in NAME_SIZES if widest * size <= width] or NAME_SIZES
    size = largest_that_fits(whole, has_room)
    return Badge(guest.name, size, beside, lesser)


DOOR_LIST = Document(
    key="door-list",
    title=_("Door list"),
    about=_("Everybody entered, A to Z, with boxes to tick for here and paid, and lines for walk-ins."),
    template="door_list.html",
    needs=Needs.NOTHING,
    seen_by=SeenBy.DESK,
    read=_read_door_list,
)
NAME_BADGES = Document(
    key="name-badges",
    title=_("Name badges"),
    about=_(
        "90 by 50 mm, in large print 112 by 62 mm, to cut apart; the last page is filled up with blank ones. For a "
        "lanyard, with the name on the back too. Or on sheets of labels."
    ),
    template="name_badges.html",
    needs=Needs.NOTHING,
    seen_by=SeenBy.DESK,
    read=_read_badges,
    least_width=lambda event, options: UPRIGHT[0],
    is_true_size=True,
    fits_labels=True,
    may_turn=True,
)
