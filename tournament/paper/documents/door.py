"""Paper for the door: the list to tick, and name badges."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.door.queries.door_lists import Guest, guests_of
from tournament.event.queries.dues import price_of, together_due
from tournament.paper.document import Asked, Document, Needs, SeenBy
from tournament.press.fitting import POINT, largest, lines_of
from tournament.press.sheets import SHEETS, UPRIGHT

SPARE_LINES = 40
"""More than any page holds: those that the last one has no room for are left out."""
BADGES_A_PAGE, BADGES_ON_HALF_A_PAGE = 10, 4
BADGE_WIDTH, BADGE_HEIGHT = 79.0, 26.0
"""What a badge leaves free for the name and what stands below it, in millimetres."""
NAME_SIZES, LESSER_SIZES = (26, 24, 22, 20, 18, 16, 14, 12, 10), (11, 10, 9, 8, 7, 6, 5)
NAME_LEADING, LESSER_LEADING = 1.1, 1.2


@dataclass(frozen=True)
class Badge:
    """A name and what stands below it, each with its size in points."""

    name: str
    size: int
    beside: str
    beside_size: int


def _list(asked: Asked) -> Mapping[str, Any]:
    guests = guests_of(asked.event)
    return {
        "guests": guests,
        "spare": range(SPARE_LINES),
        "price": price_of(asked.event),
        "total": together_due(guest.dues for guest in guests),
    }


def _badges(asked: Asked) -> Mapping[str, Any]:
    """The last page is filled up with badges to write on, which are None."""
    guests = guests_of(asked.event)
    a_page = BADGES_A_PAGE if SHEETS[asked.options.sheet].width >= UPRIGHT[0] else BADGES_ON_HALF_A_PAGE
    left = -len(guests) % a_page or (0 if guests else a_page)
    return {"badges": [*map(badge_of, guests), *[None] * left]}


def badge_of(guest: Guest) -> Badge:
    beside = guest.comes_from or guest.team
    lesser = largest(LESSER_SIZES, lambda size: lines_of(beside, size, BADGE_WIDTH) <= 2)
    left = BADGE_HEIGHT - _height(beside, lesser, LESSER_LEADING)
    size = largest(NAME_SIZES, lambda size: _height(guest.name, size, NAME_LEADING) <= left)
    return Badge(guest.name, size, beside, lesser)


def _height(words: str, size: int, leading: float) -> float:
    return lines_of(words, size, BADGE_WIDTH) * size * leading * POINT if words else 0.0


DOOR_LIST = Document(
    key="door-list",
    title=_("Door list"),
    about=_("Everybody entered, A to Z, with boxes to tick for here and paid, and lines for those who just come."),
    template="door_list.html",
    needs=Needs.NOTHING,
    seen_by=SeenBy.DESK,
    read=_list,
)
NAME_BADGES = Document(
    key="name-badges",
    title=_("Name badges"),
    about=_("90 by 50 mm, to be cut apart; the last page is filled up with blank ones."),
    template="name_badges.html",
    needs=Needs.NOTHING,
    seen_by=SeenBy.DESK,
    read=_badges,
    least_width=lambda event, options: UPRIGHT[0],
    is_true_size=True,
)
