"""Paper with a way in for phones, as a picture and in letters: the card on a table, the poster on the wall."""

from dataclasses import dataclass

import segno
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from tournament.errors import TournamentError
from tournament.models import Event
from tournament.queries.codes import tables_with_codes


class NoCards(TournamentError):
    code = "no_cards"
    status = 404
    message = _("There are no table cards to print yet: the seats are not out.")


class NoWayIn(TournamentError):
    """A card could be printed, and would lead nowhere."""

    code = "no_way_in"


@dataclass(frozen=True)
class Card:
    """`picture` is the QR code as inline SVG, `typed` the address that somebody types before the code."""

    number: int
    shown: str
    typed: str
    picture: SafeString


def cards_of(event: Event, only: int | None = None, *, address: str) -> list[Card]:
    """A card for every table, or for the one asked for; `address` is the hall's for phones, as "http://10.0.0.7:8000".
    Raises NoCards before the seats are out, NoWayIn for a table without a code and for a hall without an address."""
    tables = [table for table in tables_with_codes(event) if only in (None, table.number)]
    if not tables:
        raise NoCards
    without = ", ".join(str(table.number) for table in tables if not table.code)
    if without:
        words = _("Closed to phones: table %(tables)s. Give it a new code first, then print its card.")
        raise NoWayIn(words % {"tables": without})
    _require(address)
    return [_card(table.number, table.code, table.shown, address) for table in tables]


@dataclass(frozen=True)
class Poster:
    """`picture` is the QR code of the page where everybody finds his seat, `typed` its address."""

    typed: str
    picture: SafeString


def poster_of(address: str) -> Poster:
    """For the wall; the same every evening as long as the hall has this address. Raises NoWayIn where it has none."""
    _require(address)
    link = address + reverse("me")
    return Poster(link.removeprefix("http://").removesuffix("/"), _picture(link))


def _require(address: str) -> None:
    if not address:
        raise NoWayIn(
            _("This computer is in no network, so no phone would find it. Join the hall's network first, then print.")
        )


def _card(number: int, code: str, shown: str, address: str) -> Card:
    link = address + reverse("table", args=[code])
    typed = address.removeprefix("http://") + reverse("code").removesuffix("/")
    return Card(number, shown, typed, _picture(link))


def _picture(link: str) -> SafeString:
    """The library escapes what it writes, and is given an address that Django has accepted as its own."""
    return mark_safe(segno.make(link, error="m", micro=False).svg_inline(border=0, omitsize=True))
