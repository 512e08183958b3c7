"""The honours list for the club's board, and certificates. Both need every result agreed, since they cannot be
corrected later."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import product, zip_longest
from math import ceil, inf
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.models import Enters, Event
from tournament.paper.document import Document, DocumentRequest, Needs, NotAgreedYet, SeenBy
from tournament.press.fitting import POINT, boldest_width_in_ems, count_lines_of, largest_that_fits, widest_word_of
from tournament.press.sheets import Options, page_of
from tournament.standings.queries.honours import (
    Certificate,
    Honour,
    Honours,
    Winner,
    certificates_of,
    honours_of,
    team_certificates_of,
)

WIDTH, HEIGHT = 160.0, 29.0
"""The room in millimetres for a name on a certificate and the words below it."""
NAME_SIZES, LESSER_SIZES = (46, 42, 38, 34, 30, 27, 24, 21, 18, 16), (13, 12, 11, 10, 9, 8, 7, 6)
NAME_LEADING, LESSER_LEADING = 1.12, 1.25
AROUND, MARGINS, HEAD, PLACE, HEADING = 33.0, 36.0, 46.0, 17.5, 18.0
"""Measures of the honours list in millimetres: what is around its frame, its head without the club and the evening, a
place without its winners, and a heading with the line above it."""
CLUB_SIZES, CLUB_OF_MANY_LETTERS, OCCASION_SIZE, LEADING = (13.0, 10.0), 60, 11.0, 1.3
SIZES_OF_PLACES = {False: {1: 40.0, 2: 31.0, 3: 25.0}, True: {1: 32.0, 2: 26.0, 3: 22.0}}
"""The sizes in points of the winners of each place, usually and if they are set closer."""
WINNER_SIZES, SIZE_ON_TWO_LINES, WINNER_LEADING, CLOSER = (*range(40, 13, -1),), 20.0, 1.15, 5.5
"""Winners get smaller to have room on one line; a long list of players goes on two. Close places are so many
millimetres lower."""
MOST_OF_PLACE = 110.0
"""Winners who share a place get smaller to have room in so many millimetres together."""
PLAYERS_SIZE, PLAYERS_LEADING, BELOW_PLAYERS = 12.5, 1.25, 2.0
"""The players below the name of a team, in points, and the room in millimetres before the next."""
PRIZE_SIZE, PRIZE_LEADING, PRIZE_HEAD, PART_OF_PRIZE = 11.0, 1.25, 8.5, 0.46
OTHERS_LEADING, LIGHT = 1.4, 0.88
"""Measures of side prizes: in points, millimetres and as a part of the width. Then how much narrower light letters are
than bold ones."""
OTHERS_SIZES, GAP = (10.5, 10.0, 9.5, 9.0, 8.5), 6.0
READABLE = 2
"""So many of the sizes are preferred, in columns below closer places, to running text."""
SIZES_APART = (14.0, 13.0, 12.0, 11.0, *OTHERS_SIZES)
"""Sizes in points of the names without a prize, and the room between their columns."""
NO_BREAK = "\N{NO-BREAK SPACE}"
COLUMNS = {Enters.PLAYERS: 4, Enters.PAIRS: 3, Enters.TEAMS: 2}
LARGE_COLUMNS = {Enters.PLAYERS: 3, Enters.PAIRS: 2, Enters.TEAMS: 1}


@dataclass(frozen=True)
class CertificateLayout:
    """A certificate with the sizes of its name and of the words below, in points."""

    certificate: Certificate
    name_size: int
    beside_size: int


@dataclass(frozen=True)
class HonoursLayout:
    """How the honours are laid out. Names without a prize are in `columns`, or in running text if that is 0, in `size`
    points; if not `is_one_page`, they go on overleaf. `is_close` sets the places closer so that everything fits on one
    page. If places and prizes have a page to themselves, each place has `more_room` above and below, in millimetres;
    otherwise `above` is the room that puts everything in the middle of the page."""

    is_one_page: bool
    columns: int
    size: float
    is_close: bool = False
    more_room: float = 0.0
    above: float = field(default=0.0, compare=False)


def lay_out_certificate(certificate: Certificate) -> CertificateLayout:
    lesser = largest_that_fits(LESSER_SIZES, lambda size: count_lines_of(certificate.beside, size, WIDTH) <= 2)
    below = _height_of(certificate.beside, lesser, LESSER_LEADING) if certificate.beside else 0.0
    size = largest_that_fits(
        NAME_SIZES, lambda size: _height_of(certificate.name, size, NAME_LEADING) <= HEIGHT - below
    )
    return CertificateLayout(certificate, size, lesser)


def _lay_out_certificates(certificates: Sequence[Certificate]) -> Mapping[str, Any]:
    return {"certificates": [lay_out_certificate(each) for each in certificates]}


def _height_of(words: str, size: int, leading: float) -> float:
    return count_lines_of(words, size, WIDTH) * size * leading * POINT


def _require_agreed(asked: DocumentRequest) -> Honours:
    honours = honours_of(asked.event)
    if honours.open_matches:
        raise NotAgreedYet
    return honours


def _read_honours(asked: DocumentRequest) -> Mapping[str, Any]:
    honours = _require_agreed(asked)
    layout = lay_out_honours(honours, asked.event, asked.options)
    width, room = (page_of(options).width - MARGINS for options in (asked.options.usual, asked.options))
    places = []
    for honour in honours.places:
        sizes = [_size_of_winner(winner, honour, width, is_close=layout.is_close) for winner in honour.winners]
        titles = [_break_title(winner.title, size, room) for winner, size in zip(honour.winners, sizes, strict=True)]
        places.append((honour, list(zip(honour.winners, titles, sizes, strict=True))))
    return {"honours": honours, "layout": layout, "places": places}


def _break_title(title: str, size: float, width: float) -> str:
    """Returns the name of a winner, with line breaks between its words if it is too wide in large print."""
    return title.replace(NO_BREAK, " ") if widest_word_of(title) * size * POINT > width else title


def lay_out_honours(honours: Honours, event: Event, options: Options) -> HonoursLayout:
    """Puts everything on one page if possible: in columns or as running text, if need be with the places closer.
    Otherwise those without a prize get a page of their own, in letters as large as it allows. Large print has the sizes
    of usual print and goes on overleaf; long names of winners have more lines."""
    if options.is_large:
        usual = lay_out_honours(honours, event, options.usual)
        columns = min(usual.columns, LARGE_COLUMNS[Enters(event.enters)])
        return replace(usual, columns=columns, more_room=0.0, above=0.0)
    page, columns = page_of(options), _count_columns(len(honours.others), COLUMNS[Enters(event.enters)])
    width, room = page.width - MARGINS, page.height - AROUND - _height_of_occasion(event, page.width - MARGINS)
    ways = [HonoursLayout(True, *way) for way in product((columns, 0), OTHERS_SIZES)]
    closer = [replace(way, is_close=True) for way in ways]
    in_columns = len(OTHERS_SIZES)
    for layout in (*ways[:in_columns], *closer[:READABLE], *ways[in_columns:], *closer):
        left = room - _height_of_honours(honours, layout, width)
        if left >= 0:
            return replace(layout, above=left / 2)
    alone = replace(honours, others=())
    is_close = _height_of_honours(alone, ways[0], width) > room
    left = room - _height_of_honours(alone, replace(ways[0], is_close=is_close), width)
    more_room = max(left, 0.0) / (2 * len(honours.places) + 2)
    apart = HonoursLayout(False, columns, OTHERS_SIZES[0], is_close=is_close, more_room=more_room)
    for number, size in product((columns, 0), SIZES_APART):
        layout = replace(apart, columns=number, size=size)
        if _height_of_others(honours.others, layout, width) <= page.height - AROUND:
            return layout
    return apart


def _height_of_occasion(event: Event, width: float) -> float:
    """Returns the height of the lines with the club's and the evening's names."""
    club = event.club.name if event.club_id else ""
    size = CLUB_SIZES[len(club) > CLUB_OF_MANY_LETTERS]
    occasion = f"{event.name} · Wednesday 30 September 2026"
    lines = count_lines_of(club, size, width) * size + count_lines_of(occasion, OCCASION_SIZE, width) * OCCASION_SIZE
    return lines * LEADING * POINT


def _size_of_winner(winner: Winner, honour: Honour, width: float, *, is_close: bool) -> float:
    shared = MOST_OF_PLACE / (len(honour.winners) * WINNER_LEADING * POINT)
    usual = max(min(SIZES_OF_PLACES[is_close][honour.rank], shared), WINNER_SIZES[-1])
    sizes = [float(size) for size in WINNER_SIZES if size <= usual]
    names, lines = winner.title, 1
    if count_lines_of(names, SIZE_ON_TWO_LINES, width) > 1:
        sizes, lines = [size for size in sizes if size <= SIZE_ON_TWO_LINES], 2
    return largest_that_fits(sizes, lambda size: count_lines_of(names, size, width) <= lines)


def _count_columns(names: int, most: int) -> int:
    """Returns how many columns the names fill evenly: an empty column would move the others off the middle."""
    lines = max(ceil(names / most), 1)
    return max(ceil(names / lines), 1)


def _height_of_honours(honours: Honours, layout: HonoursLayout, width: float) -> float:
    height = HEAD + (PLACE - CLOSER * layout.is_close) * len(honours.places)
    for honour in honours.places:
        for winner in honour.winners:
            size = _size_of_winner(winner, honour, width, is_close=layout.is_close)
            height += count_lines_of(winner.title, size, width) * size * WINNER_LEADING * POINT
            players = count_lines_of(winner.below, PLAYERS_SIZE, width) if winner.below else 0
            height += players * PLAYERS_SIZE * PLAYERS_LEADING * POINT + BELOW_PLAYERS * (players > 0)
    if honours.prizes:
        heights = [_height_of_prize(prize, width * PART_OF_PRIZE) for prize in honours.prizes]
        height += HEADING + sum(map(max, zip_longest(heights[::2], heights[1::2], fillvalue=0.0)))
    return height + (_height_of_others(honours.others, layout, width) if honours.others else 0.0)


def _height_of_prize(prize: Honour, width: float) -> float:
    words = "; ".join([f"{prize.figure}: ", *(winner.in_full for winner in prize.winners)])
    return PRIZE_HEAD + count_lines_of(words, PRIZE_SIZE * LIGHT, width) * PRIZE_SIZE * PRIZE_LEADING * POINT


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
    about=_("The top places, 3 at most, what decided them, and the side prizes: for the club’s board."),
    template="honours.html",
    needs=Needs.ALL_AGREED,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_read_honours,
)
CERTIFICATES = Document(
    key="certificates",
    title=_("Certificates"),
    about=_("One for each player on the honours list: 3 places at most, and the side prizes. To sign and hand over."),
    template="certificates.html",
    needs=Needs.ALL_AGREED,
    seen_by=SeenBy.DESK,
    read=lambda wanted: _lay_out_certificates(certificates_of(_require_agreed(wanted))),
    pieces="certificates",
    usual_pieces=1,
    has_large_print=False,  # alone on its sheet it is as large as that, with a name as large as its frame
)
TEAM_CERTIFICATES = replace(
    CERTIFICATES,
    key="team-certificates",
    title=_("Team certificates"),
    about=_("One for each team on the honours list, its name large and its players below. To sign and hand over."),
    read=lambda wanted: _lay_out_certificates(team_certificates_of(_require_agreed(wanted))),
    makes_sense=lambda event: event.enters == Enters.TEAMS,
)
