"""Cards for tables and posters for the wall: an address for phones, as a QR code and in letters."""

import re
from dataclasses import dataclass

import segno
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import TournamentError
from tournament.models import Club, Event
from tournament.web.table_codes import mark_of_card, tables_with_codes


class NoCards(TournamentError):
    status = 404
    message = _("There is no card to print: no table has this number.")


class NoWayIn(TournamentError):
    """Raised if a card would lead nowhere."""


@dataclass(frozen=True)
class CodeCard:
    """A table's card. `picture` is the QR code as inline SVG; `typed` is the address at which to type the code."""

    number: int
    shown: str
    typed: str
    picture: SafeString


def cards_of(event: Event, only: int | None = None, *, address: str) -> list[CodeCard]:
    """Returns a card for every table, or for one. `address` is the hall's address for phones, as in
    "http://10.0.0.7:8000". Raises NoCards if no table is found, NoWayIn if a table has no code or the hall no
    address."""
    tables = [table for table in tables_with_codes(event) if only in (None, table.number)]
    if not tables:
        raise NoCards
    without = ", ".join(str(table.number) for table in tables if not table.code)
    if without:
        words = _("Phones blocked: table %(tables)s. Give it a new code first, then print its card.")
        raise NoWayIn(words % {"tables": without})
    _require_address(address)
    return [_make_card(table.number, table.code, table.code_as_printed, address) for table in tables]


@dataclass(frozen=True)
class Wifi:
    """The hall's network; `picture` is the QR code that joins it. Without a password it is open."""

    name: str
    password: str
    picture: SafeString


def wifi_of(club: Club) -> Wifi | None:
    """Returns the club's network, or None if it has not named one."""
    if not club.wifi_name:
        return None
    return Wifi(
        club.wifi_name,
        club.wifi_password,
        _draw_code(wifi_code_of(club.wifi_name, club.wifi_password), _("QR code that joins the Wi-Fi")),
    )


def wifi_code_of(name: str, password: str) -> str:
    """Returns the text of the QR code that joins a network; characters that separate its fields are escaped."""
    name, password = (re.sub(r'([\\;,:"])', r"\\\1", word) for word in (name, password))
    return f"WIFI:T:WPA;S:{name};P:{password};;" if password else f"WIFI:T:nopass;S:{name};;"


@dataclass(frozen=True)
class Poster:
    """`picture` is the QR code of the page where everybody finds their seat, `typed` its address."""

    typed: str
    picture: SafeString


def poster_of(address: str) -> Poster:
    """Returns the poster, which stays valid while the hall has this address. Raises NoWayIn if it has none."""
    _require_address(address)
    link = address + reverse("me")
    return Poster(
        link.removeprefix("http://").removesuffix("/"),
        _draw_code(link, _("QR code of the page where everybody finds their seat")),
    )


def _require_address(address: str) -> None:
    if not address:
        raise NoWayIn(
            _("This computer is not on a network, so phones cannot find it. Join the hall’s network first, then print.")
        )


def _make_card(number: int, code: str, shown: str, address: str) -> CodeCard:
    link = f"{address}{reverse('table', args=[code])}?card={mark_of_card(code)}"
    typed = address.removeprefix("http://") + reverse("code").removesuffix("/")
    return CodeCard(number, shown, typed, _draw_code(link, _("QR code of this table’s page")))


def _draw_code(words: str, title: str | Promise) -> SafeString:
    """Draws a QR code as SVG; a screen reader reads `title`. The SVG contains none of the words as text."""
    drawn = segno.make(words, error="m", micro=False, encoding="utf-8")
    return mark_safe(drawn.svg_inline(border=0, omitsize=True, title=str(title)))
