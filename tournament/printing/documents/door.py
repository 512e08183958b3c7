"""For the door: the list to tick, and badges to wear."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.printing.document import Asked, Document, Needs, SeenBy
from tournament.queries.door_lists import guests_of
from tournament.queries.dues import price_of, together_due

SPARE_LINES = 8
BADGES_A_PAGE = 10


def _list(asked: Asked) -> Mapping[str, Any]:
    guests = guests_of(asked.event)
    return {
        "guests": guests,
        "spare": range(SPARE_LINES),
        "price": price_of(asked.event),
        "total": together_due(guest.dues for guest in guests),
    }


def _badges(asked: Asked) -> Mapping[str, Any]:
    """The last page is filled up with badges to write on."""
    guests = guests_of(asked.event)
    left = -len(guests) % BADGES_A_PAGE or (0 if guests else BADGES_A_PAGE)
    return {"guests": guests, "spare": range(left)}


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
    about=_("Ten to a page, to be cut apart; the last page is filled up with blank ones."),
    template="name_badges.html",
    needs=Needs.NOTHING,
    seen_by=SeenBy.DESK,
    read=_badges,
)
