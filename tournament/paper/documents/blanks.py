"""Blank sheets to fill in by hand, for copying and for a night without a computer. Each uses the template of its
document, with lines instead of names."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.draw.queries.brackets import blank_bracket
from tournament.formats.formats import BELL_RULES
from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.documents.brackets import BRACKET, Tree, lay_out_tree, room_of
from tournament.paper.documents.door import BADGES_A_PAGE, DOOR_LIST, NAME_BADGES, SPARE_LINES
from tournament.paper.documents.honours import CERTIFICATES, lay_out_certificate
from tournament.paper.documents.match_cards import MATCH_CARDS, lay_out_cards
from tournament.paper.documents.movement_cards import MOVEMENT_CARDS, lay_out
from tournament.paper.documents.round_notice import HEADING, ROUND_NOTICE
from tournament.paper.documents.score_sheets import SCORE_SHEETS
from tournament.paper.documents.seating import BY_NAME, BY_TABLE, TablesLayout
from tournament.paper.documents.table_sheets import TABLE_SHEETS, add_grid
from tournament.paper.queries.hour_sheets import PaperSheetLine, ScoreSheet, ScoreSheets, SeatPlan, TablePlan, boxes_of
from tournament.paper.queries.match_cards import blank_match_card
from tournament.paper.queries.movement_cards import CardLine, MovementCard
from tournament.paper.queries.round_notices import RoundNotice, TableOnNotice, TimeOnNotice
from tournament.paper.queries.table_sheets import blank_table_sheet, blank_table_sheets
from tournament.standings.queries.honours import Certificate

LINES_OF_NAMES = 40
TABLES, SEATS, WRITTEN_IN = 8, 4, (2, 14.0)
"""How many tables to write in, their seats, and in how many columns and at how many points they are set."""
TABLES_ON_THE_WALL = 24
"""At least as many as an upright sheet has room for; the rest is cut off."""
ROUNDS_ON_A_CARD = 7
WORDS_ON_A_CARD = 16
"""In points: small, to leave room to write a name."""
BRACKETS = (8, 16, 32)
TURNS = (3, 5)
"""Turns of an hour at Kent's tables of four, and of five."""

Read = Callable[[DocumentRequest], Mapping[str, Any]]


def _make_blank(document: Document, read: Read, about: str | Promise, **changes: Any) -> Document:
    """Returns the blank version of a document."""
    blank: dict[str, Any] = {
        **{"key": f"blank-{document.key}", "read": read, "about": about, "makes_sense": lambda event: True},
        **{"needs": Needs.NOTHING, "seen_by": SeenBy.DESK, "personal": False, "is_blank": True, "fits_labels": False},
        "may_turn": False,
    }
    return replace(document, **(blank | changes))


def _blank_score_sheets(asked: DocumentRequest) -> Mapping[str, Any]:
    """Returns a page for tables of four, and one for tables of five."""
    event = asked.event
    sheets = []
    for turns in TURNS:
        lines = tuple(
            PaperSheetLine(turn, event.turn_length(turns), "", open_chair=True) for turn in range(1, turns + 1)
        )
        sheets += [ScoreSheet("", 0, 0, lines)] * 2
    return {"paper": ScoreSheets("", is_draft=False, sheets=tuple(sheets), **boxes_of(event)), "sheets": sheets}


def _blank_sheets(asked: DocumentRequest) -> Mapping[str, Any]:
    copies = min(asked.options.to_a_sheet, TABLE_SHEETS.usual_pieces)
    return add_grid(tuple(sheet for sheet in blank_table_sheets() for _copy in range(copies)))


def _blank_tables(asked: DocumentRequest) -> Mapping[str, Any]:
    seats = tuple(SeatPlan(position, "") for position in range(1, (asked.event.table_size or SEATS) + 1))
    return {"paper": {"by_table": [TablePlan(0, seats, ())] * TABLES}, "layout": TablesLayout(*WRITTEN_IN)}


def _blank_notice(asked: DocumentRequest) -> Mapping[str, Any]:
    tables = tuple(TableOnNotice(number, (), is_match=True) for number in range(1, TABLES_ON_THE_WALL + 1))
    bell = str(BELL_RULES[asked.event.bell_rule].sentence)
    is_about = asked.event.length_kind != "timed"
    return {**HEADING, "paper": RoundNotice(False, (TimeOnNotice("", "", "", ""),), is_about, bell, tables, ())}


def _blank_movement_card(asked: DocumentRequest) -> Mapping[str, Any]:
    label = gettext("Round %(number)s")
    lines = tuple(CardLine(label % {"number": number}, "", "", "") for number in range(1, ROUNDS_ON_A_CARD + 1))
    card = replace(lay_out(MovementCard("", "", lines)), size=WORDS_ON_A_CARD)
    return {"cards": [card]}


def _blank_brackets(asked: DocumentRequest) -> Mapping[str, Any]:
    trees = list[Tree]()
    for size in BRACKETS:
        trees += lay_out_tree(blank_bracket(size).columns, "", asked.options, first_page=len(trees) + 1)
    return {"trees": trees, "room": room_of(asked.options), "winner": ""}


BLANKS = (
    _make_blank(
        SCORE_SHEETS,
        _blank_score_sheets,
        _("For a player who was not drawn: 3 opponents, or 5 at a table of 5."),
        makes_sense=SCORE_SHEETS.makes_sense,
    ),
    _make_blank(
        TABLE_SHEETS, lambda wanted: add_grid((blank_table_sheet(wanted.event),)), _("Tonight’s game, for any table.")
    ),
    _make_blank(
        TABLE_SHEETS,
        _blank_sheets,
        _("A page for each game. Print the one you want."),
        key="blank-table-sheets-of-every-game",
        title=_("Table score sheets of every game"),
    ),
    _make_blank(
        MATCH_CARDS,
        lambda wanted: lay_out_cards((blank_match_card(wanted.event),)),
        _("For any 2 teams, with 8 tables: a league night."),
    ),
    _make_blank(
        DOOR_LIST,
        lambda wanted: {"guests": (), "spare": range(SPARE_LINES)},
        _("Lines for names, with boxes to tick for here and paid."),
    ),
    _make_blank(NAME_BADGES, lambda wanted: {"sides": [(None,) * BADGES_A_PAGE]}, _("A page of badges to write on.")),
    _make_blank(BY_NAME, lambda wanted: {"lines": range(LINES_OF_NAMES)}, _("Lines for names with table and seat.")),
    _make_blank(BY_TABLE, _blank_tables, _("A page of tables with their seats.")),
    _make_blank(ROUND_NOTICE, _blank_notice, _("Tables and times of a round, to write in large.")),
    _make_blank(MOVEMENT_CARDS, _blank_movement_card, _("4 to a page, with 7 rounds.")),
    _make_blank(BRACKET, _blank_brackets, _("A page each for 8, 16 and 32.")),
    _make_blank(
        CERTIFICATES,
        lambda wanted: {"certificates": [lay_out_certificate(Certificate("", "", "", "", "", 0))]},
        _("To fill in with a good pen."),
    ),
)
