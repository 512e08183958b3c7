"""The honours list for the club's board, and certificates. Both need every result agreed, since they cannot be
corrected later."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import product
from math import ceil, inf
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.models import Enters, Event
from tournament.paper.document import Document, DocumentRequest, Needs, NotAgreedYet, SeenBy
from tournament.press.fitting import POINT, boldest_width_in_ems, count_lines_of, largest_that_fits
from tournament.press.sheets import Options, page_of
from tournament.standings.queries.honours import Certificate, Honours, certificates_of, honours_of

WIDTH, HEIGHT = 160.0, 29.0
"""The room in millimetres for a name on a certificate and the words below it."""
NAME_SIZES, LESSER_SIZES = (46, 42, 38, 34, 30, 27, 24, 21, 18, 16), (13, 12, 11, 10, 9, 8, 7, 6)
NAME_LEADING, LESSER_LEADING = 1.12, 1.25
AROUND, MARGINS, HEAD, PLACE, WINNER, WINNERS_A_LINE = 31.0, 36.0, 57.0, 17.0, 14.0, 26
HEADING, ROW_OF_PRIZES, OTHERS_LEADING, LIGHT = 18.0, 15.0, 1.4, 0.88
"""Measures of the honours list: in millimetres what is around its frame, its head, and a place without and with its
winners. Then how much narrower light letters are than bold ones."""
CLOSER = 0.74
"""Places and winners take this part of their height if they are set closer to fit on one page."""
OTHERS_SIZES, GAP = (10.5, 10.0, 9.5, 9.0, 8.5), 6.0
SIZES_APART = (14.0, 13.0, 12.0, 11.0, *OTHERS_SIZES)
"""Sizes in points of the names without a prize, and the room between their columns."""
NO_BREAK = "\N{NO-BREAK SPACE}"
COLUMNS = {Enters.PLAYERS: 4, Enters.PAIRS: 3, Enters.TEAMS: 2}


@dataclass(frozen=True)
class CertificateLayout:
    """A certificate with the sizes of its name and of the words below, in points."""

    certificate: Certificate
    name_size: int
    beside_size: int


@dataclass(frozen=True)
class HonoursLayout:
    """How the honours are laid out. Names without a prize are in `columns`, or in running text if that is 0, in `size`
    points; if not `is_one_page`, they have a page of their own. `is_close` sets the places closer so that everything
    fits on one page. If the places have a page to themselves, each has `more_room` above and below, in millimetres."""

    is_one_page: bool
    columns: int
    size: float
    is_close: bool = False
    more_room: float = 0.0


def lay_out_certificate(certificate: Certificate) -> CertificateLayout:
    lesser = largest_that_fits(LESSER_SIZES, lambda size: count_lines_of(certificate.beside, size, WIDTH) <= 2)
    below = _height_of(certificate.beside, lesser, LESSER_LEADING) if certificate.beside else 0.0
    size = largest_that_fits(
        NAME_SIZES, lambda size: _height_of(certificate.name, size, NAME_LEADING) <= HEIGHT - below
    )
    return CertificateLayout(certificate, size, lesser)


def _height_of(words: str, size: int, leading: float) -> float:
    return count_lines_of(words, size, WIDTH) * size * leading * POINT


def _require_agreed(asked: DocumentRequest) -> Honours:
    honours = honours_of(asked.event)
    if honours.open_matches:
        raise NotAgreedYet
    return honours


def _read_honours(asked: DocumentRequest) -> Mapping[str, Any]:
    honours = _require_agreed(asked)
    return {"honours": honours, "layout": lay_out_honours(honours, asked.event, asked.options)}


def lay_out_honours(honours: Honours, event: Event, options: Options) -> HonoursLayout:
    """Puts everything on one page if possible: in columns or as running text, if need be with the places closer.
    Otherwise those without a prize get a page of their own, in letters as large as it allows."""
    page, columns = page_of(options), _count_columns(len(honours.others), COLUMNS[Enters(event.enters)])
    width, room = page.width - MARGINS, page.height - AROUND
    ways = [HonoursLayout(True, *way) for way in product((columns, 0), OTHERS_SIZES)]
    for layout in (*ways, *(replace(way, is_close=True) for way in ways)):
        if _height_of_honours(honours, layout, width) <= room:
            return layout
    left = room - _height_of_honours(replace(honours, others=()), ways[0], width)
    apart = HonoursLayout(False, columns, OTHERS_SIZES[0], more_room=max(left, 0.0) / (2 * len(honours.places) + 2))
    for number, size in product((columns, 0), SIZES_APART):
        layout = replace(apart, columns=number, size=size)
        if _height_of_others(honours.others, layout, width) <= room:
            return layout
    return apart


def _count_columns(names: int, most: int) -> int:
    """Returns how many columns the names fill evenly: an empty column would move the others off the middle."""
    lines = max(ceil(names / most), 1)
    return max(ceil(names / lines), 1)


def _height_of_honours(honours: Honours, layout: HonoursLayout, width: float) -> float:
    winners = [winner for honour in honours.places for winner in honour.winners]
    places = PLACE * len(honours.places) + WINNER * sum(ceil(len(each.in_full) / WINNERS_A_LINE) for each in winners)
    height = HEAD + places * (CLOSER if layout.is_close else 1.0)
    if honours.prizes:
        height += HEADING + ROW_OF_PRIZES * ceil(len(honours.prizes) / 2)
    return height + (_height_of_others(honours.others, layout, width) if honours.others else 0.0)


def _height_of_others(others: tuple[str, ...], layout: HonoursLayout, width: float) -> float:
    lines = _count_lines_of_others(others, layout, width)
    return HEADING + (inf if lines is None else lines * layout.size * POINT * OTHERS_LEADING)


def _count_lines_of_others(others: tuple[str, ...], layout: HonoursLayout, width: float) -> int | None:
    """Counts lines; None if a name that must not be broken is wider than its column."""
    size = layout.size * LIGHT
    if not layout.columns:
        return count_lines_of(" · ".join(others), size, width)
    column = (width - GAP * (layout.columns - 1)) / layout.columns
    whole = (part for name in others for part in name.split(" ") if NO_BREAK in part)
    if any(boldest_width_in_ems(part) * layout.size * POINT > column for part in whole):
        return None
    return ceil(sum(count_lines_of(name, size, column) for name in others) / layout.columns)


HONOURS = Document(
    key="honours",
    title=_("Honours"),
    about=_("The top 3 places, what decided them, and the side prizes: for the club’s board."),
    template="honours.html",
    needs=Needs.ALL_AGREED,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_read_honours,
)
CERTIFICATES = Document(
    key="certificates",
    title=_("Certificates"),
    about=_("For everybody in the top 3 and for each side prize, to sign and hand over."),
    template="certificates.html",
    needs=Needs.ALL_AGREED,
    seen_by=SeenBy.DESK,
    read=lambda wanted: {
        "certificates": [lay_out_certificate(each) for each in certificates_of(_require_agreed(wanted))]
    },
    pieces="certificates",
    usual_pieces=1,
)
