"""Slips from a receipt printer, on a roll 80 mm wide: where somebody sits, and what a match came to. Each is a page as
long as its words need."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.club.queries import emblem_of
from tournament.draw.queries.seats import PlaceOf, places_of
from tournament.event.queries.hours import say_wave_on_paper
from tournament.models import Event
from tournament.paper.document import Document, DocumentRequest, Needs, NotDrawnYet, SeenBy
from tournament.paper.queries.printed_results import PrintedMatch, PrintedTable, printed_results_of
from tournament.press.fitting import POINT, count_lines_of
from tournament.press.sheets import Page

ROLL, ROOM = 80.0, 70.0
"""The width in millimetres of the roll, and of the part that is printed."""
NAME, WAVE, LINE, SMALL, LEADING = 19.0, 13.0, 11.0, 8.5, 1.25
"""Sizes of the style sheet, in points."""
BESIDE, SIDE, DATE = 18.0, 5.5, 60
"""The room in millimetres that a round's number or a side's figure takes from a line, the least height of a side, and
how many spaces are as wide as the date and the round."""
TABLE, ABOVE_AND_BELOW, BETWEEN_LINES, SIGNATURE, EMBLEM = 24.0, 20.0, 2.0, 13.5, 11.0
STEP = 5
"""Lengths of slips are multiples of this many millimetres, so that there are few."""


@dataclass(frozen=True)
class SeatSlip:
    """A player's place, on a slip of this length in millimetres. `wave` says when and where the table plays if the hall
    does not have it."""

    place: PlaceOf
    wave: str
    length: int


@dataclass(frozen=True)
class ResultSlip:
    """A match, with what its figures are."""

    where: str
    units: tuple[str, ...]
    match: PrintedMatch
    length: int


def _read_seat_slips(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    places = [place for place in places_of(asked.event, asked.stage) if not (place.has_left or place.out)]
    if asked.entry:
        places = [place for place in places if place.name == asked.entry.name]
    ends = _height_of_ends(asked.event)
    waves = [say_wave_on_paper(asked.event, place.table) if place.table else "" for place in places]
    slips = [
        SeatSlip(place, wave, _length_of_seat(place, wave, ends)) for place, wave in zip(places, waves, strict=True)
    ]
    return {"is_draft": asked.stage.released_at is None, **_print_on_roll(slips)}


def _read_result_slips(asked: DocumentRequest) -> Mapping[str, Any]:
    tables = [table for stage in printed_results_of(asked.event, asked.stage).stages for table in stage.tables]
    ends = _height_of_ends(asked.event)
    slips = [
        ResultSlip(table.where, table.units, match, _length_of_result(table, match, ends))
        for table in tables
        for match in table.matches
    ]
    return _print_on_roll(slips)


def _print_on_roll(slips: Sequence[SeatSlip] | Sequence[ResultSlip]) -> Mapping[str, Any]:
    """Returns the slips and their page, which the template makes as long as each. Raises NotDrawnYet without a slip."""
    if not slips:
        raise NotDrawnYet(_("There is no slip to print."))
    lengths = sorted({slip.length for slip in slips})
    return {"slips": slips, "lengths": lengths, "printed_on": Page(ROLL, lengths[-1], 1.0)}


def _length_of_seat(place: PlaceOf, wave: str, ends: float) -> int:
    turns = sum(_height_of(turn.meets or " ", LINE, ROOM - BESIDE) + BETWEEN_LINES for turn in place.turns)
    names = _height_of(place.name, NAME) + _height_of(place.team, LINE)
    return _round_up(TABLE + names + _height_of(wave, WAVE) + turns + ends)


def _length_of_result(table: PrintedTable, match: PrintedMatch, ends: float) -> int:
    width = ROOM - BESIDE * len(table.units)
    sides = sum(max(_height_of(side.name, LINE, width), SIDE) + BETWEEN_LINES for side in match.sides)
    below = sum(_height_of(words, SMALL) + BETWEEN_LINES for words in match.also)
    signed = 0.0 if match.is_settled else SIGNATURE * len(match.sides)
    heads = _height_of(table.where, NAME) + 3 * _height_of(" ", LINE)
    return _round_up(heads + sides + below + signed + ends)


def _height_of_ends(event: Event) -> float:
    """Returns the height of the club with its emblem above, and of the evening with its date and round below."""
    above = (EMBLEM if emblem_of(event.club) else 0.0) + _height_of(event.club.name, SMALL)
    return above + ABOVE_AND_BELOW + _height_of(f"{event.name}{' ' * DATE}", SMALL)


def _round_up(length: float) -> int:
    return ceil(length / STEP) * STEP


def _height_of(words: str, size: float, width: float = ROOM) -> float:
    return count_lines_of(words, size, width) * size * LEADING * POINT if words else 0.0


SEAT_SLIPS = Document(
    key="seat-slips",
    title=_("Seat slips"),
    about=_("One for each player, for a receipt printer with a roll of 80 mm: name, table and opponents."),
    template="seat_slips.html",
    needs=Needs.DRAWN_HOUR,
    seen_by=SeenBy.DESK,
    read=_read_seat_slips,
    personal=True,
    usual_pieces=1,
    has_large_print=False,
    has_own_size=True,
)
RESULT_SLIPS = Document(
    key="result-slips",
    title=_("Result slips"),
    about=_("One for each match, for a receipt printer with a roll of 80 mm: the result, or boxes for it, to sign."),
    template="result_slips.html",
    needs=Needs.RELEASED_HOUR,
    seen_by=SeenBy.DESK,
    read=_read_result_slips,
    has_large_print=False,
    has_own_size=True,
)
