"""The card on a table and the poster on the wall: an address for phones, as a QR code and in letters."""

import re
from dataclasses import dataclass

import segno
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import TournamentError
from tournament.foundation.table_codes import tables_with_codes
from tournament.models import Club, Event


class NoCards(TournamentError):
    code = "no_cards"
    status = 404
    message = _("There is no card to print: no table has this number.")


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
    Raises NoCards where no table is found, NoWayIn for a table without a code and for a hall without an address."""
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
class Wifi:
    """The hall's network: `picture` is the QR code that joins it. Without a password it is an open one."""

    name: str
    password: str
    picture: SafeString


def wifi_of(club: Club) -> Wifi | None:
    """None where the club has not said which network is the hall's."""
    if not club.wifi_name:
        return None
    return Wifi(club.wifi_name, club.wifi_password, _picture(wifi_words(club.wifi_name, club.wifi_password)))


def wifi_words(name: str, password: str) -> str:
    """What a camera reads to join a network; signs that part its fields have a backslash before them."""
    name, password = (re.sub(r'([\\;,:"])', r"\\\1", word) for word in (name, password))
    return f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"


@dataclass(frozen=True)
class Poster:
    """`picture` is the QR code of the page where everybody finds his seat, `typed` its address."""

    typed: str
    picture: SafeString


def poster_of(address: str) -> Poster:
    """For the wall: the same way in every evening while the hall has this address. Raises NoWayIn where it has none."""
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


def _picture(words: str) -> SafeString:
    """Lines and numbers alone: no letter of the words is in it."""
    return mark_safe(segno.make(words, error="m", micro=False, encoding="utf-8").svg_inline(border=0, omitsize=True))
