"""Blank sheets to fill in by hand, for copying and for a night without a computer. Each is its document without data:
the same template, given lines instead of names, so that there is one layout to keep right."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.draw.queries.brackets import blank_bracket
from tournament.formats.formats import BELL_RULES, EMPTY_BOX_LABELS
from tournament.models import Event
from tournament.paper.document import Asked, Document, Needs, SeenBy
from tournament.paper.documents.brackets import BRACKET, Tree, most_on_a_page, trees_of
from tournament.paper.documents.door import BADGES_A_PAGE, DOOR_LIST, NAME_BADGES, SPARE_LINES
from tournament.paper.documents.honours import CERTIFICATES
from tournament.paper.documents.match_cards import MATCH_CARDS
from tournament.paper.documents.movement_cards import MOVEMENT_CARDS, laid_out
from tournament.paper.documents.round_notice import HEADING, ROUND_NOTICE
from tournament.paper.documents.score_sheets import SCORE_SHEETS
from tournament.paper.documents.seating import BY_NAME, BY_TABLE
from tournament.paper.documents.table_sheets import TABLE_SHEETS, with_grid
from tournament.paper.queries.hour_sheets import ScoreSheet, ScoreSheets, SeatPlan, SheetLine, TablePlan
from tournament.paper.queries.match_cards import blank_match_card
from tournament.paper.queries.movement_cards import CardLine, MovementCard
from tournament.paper.queries.round_notices import RoundNotice, TableOnNotice, TimeOnNotice
from tournament.paper.queries.table_sheets import blank_table_sheet, blank_table_sheets
from tournament.standings.queries.honours import Certificate

LINES_OF_NAMES = 40
TABLES, SEATS = 8, 4
TABLES_ON_THE_WALL = 24
"""As many as an upright sheet has room for, or more: what would need a second page is left out."""
ROUNDS_ON_A_CARD = 7
WORDS_ON_A_CARD = 16
"""In points: small beside the room to write a name."""
BRACKETS = (8, 16, 32)
TURNS = (3, 5)
"""Of an hour at Kent's tables: of four, and of five."""

Read = Callable[[Asked], Mapping[str, Any]]


def _always(event: Event) -> bool:
    return True


def _blank(document: Document, read: Read, about: str | Promise, **changes: Any) -> Document:
    """The document as it is before anybody has written on it."""
    blank: dict[str, Any] = {"needs": Needs.NOTHING, "seen_by": SeenBy.DESK, "personal": False, "is_blank": True}
    kept: dict[str, Any] = {"key": f"blank-{document.key}", "read": read, "about": about, "makes_sense": _always}
    return replace(document, **(blank | kept | changes))


def _score_sheets(asked: Asked) -> Mapping[str, Any]:
    """A page for tables of four, and one for tables of five."""
    event = asked.event
    sheets = []
    for turns in TURNS:
        length = timedelta(seconds=event.hour_seconds // turns)
        lines = tuple(SheetLine(turn, length, "", open_chair=True) for turn in range(1, turns + 1))
        sheets += [ScoreSheet("", 0, 0, lines)] * 2
    bell, empty_boxes = BELL_RULES[event.bell_rule].sentence, EMPTY_BOX_LABELS[event.empty_means_none]
    paper = ScoreSheets("", False, str(bell), str(empty_boxes), tuple(sheets))
    return {"paper": paper, "sheets": paper.sheets}


def _tonight(asked: Asked) -> Mapping[str, Any]:
    return with_grid((blank_table_sheet(asked.event),))


def _every_game(asked: Asked) -> Mapping[str, Any]:
    copies = min(asked.options.to_a_sheet, TABLE_SHEETS.usual_pieces)
    return with_grid(tuple(sheet for sheet in blank_table_sheets() for _copy in range(copies)))


def _match_card(asked: Asked) -> Mapping[str, Any]:
    return {"cards": (blank_match_card(asked.event),)}


def _door(asked: Asked) -> Mapping[str, Any]:
    return {"guests": (), "spare": range(SPARE_LINES)}


def _badges(asked: Asked) -> Mapping[str, Any]:
    return {"badges": (None,) * BADGES_A_PAGE}


def _by_name(asked: Asked) -> Mapping[str, Any]:
    return {"lines": range(LINES_OF_NAMES)}


def _by_table(asked: Asked) -> Mapping[str, Any]:
    seats = tuple(SeatPlan(position, "") for position in range(1, (asked.event.table_size or SEATS) + 1))
    return {"paper": {"by_table": [TablePlan(0, seats, ())] * TABLES}}


def _notice(asked: Asked) -> Mapping[str, Any]:
    tables = tuple(TableOnNotice(number, (), is_match=True) for number in range(1, TABLES_ON_THE_WALL + 1))
    bell = str(BELL_RULES[asked.event.bell_rule].sentence)
    is_about = asked.event.length_kind != "timed"
    return {**HEADING, "paper": RoundNotice(False, (TimeOnNotice("", "", "", ""),), is_about, bell, tables, ())}


def _cards(asked: Asked) -> Mapping[str, Any]:
    label = gettext("Round %(number)s")
    lines = tuple(CardLine(label % {"number": number}, "", "", "") for number in range(1, ROUNDS_ON_A_CARD + 1))
    card = replace(laid_out(MovementCard("", "", lines)), size=WORDS_ON_A_CARD)
    return {"cards": [card]}


def _brackets(asked: Asked) -> Mapping[str, Any]:
    trees = list[Tree]()
    for size in BRACKETS:
        columns = blank_bracket(size).columns
        trees += trees_of(columns, at_most=most_on_a_page(asked), first_page=len(trees) + 1)
    return {"trees": trees, "winner": ""}


def _certificate(asked: Asked) -> Mapping[str, Any]:
    return {"certificates": [Certificate("", "", "", "")]}


BLANKS = (
    _blank(
        SCORE_SHEETS,
        _score_sheets,
        _("For a player who was not drawn: three opponents, and five for a table of five."),
        makes_sense=SCORE_SHEETS.makes_sense,
    ),
    _blank(TABLE_SHEETS, _tonight, _("Tonight’s game, for any table.")),
    _blank(
        TABLE_SHEETS,
        _every_game,
        _("A page for each game there is: print the one that you want."),
        key="blank-table-sheets-of-every-game",
        title=_("Table score sheets of every game"),
    ),
    _blank(MATCH_CARDS, _match_card, _("For any two teams, with eight tables: a league’s night.")),
    _blank(DOOR_LIST, _door, _("Lines for names, with boxes to tick for here and paid.")),
    _blank(NAME_BADGES, _badges, _("A page of them, to be written on.")),
    _blank(BY_NAME, _by_name, _("Lines for names with table and seat.")),
    _blank(BY_TABLE, _by_table, _("A page of tables with their seats.")),
    _blank(ROUND_NOTICE, _notice, _("Tables and the times of a round, to be written large.")),
    _blank(MOVEMENT_CARDS, _cards, _("Four to a page, with seven rounds.")),
    _blank(BRACKET, _brackets, _("A page each for eight, sixteen and thirty-two.")),
    _blank(CERTIFICATES, _certificate, _("To be written with a good pen.")),
)
