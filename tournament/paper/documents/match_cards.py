"""The card of a match between two teams, for both captains to sign."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.foundation.wording import keep_partners_whole
from tournament.models import Enters
from tournament.paper.document import Document, DocumentRequest, Needs, NotDrawnYet, SeenBy
from tournament.paper.documents.table_sheets import MARKS
from tournament.paper.queries.match_cards import MatchCard, match_cards_of
from tournament.press.sheets import UPRIGHT

LETTERS_OF_A_LINE = 14
LINES_OF_REMARKS, LINES_BY_TABLES = 5, {4: 4, 6: 4, 7: 3, 8: 2, 11: 4, 12: 3}
"""How many lines for remarks a card has room for: usually, and with so many tables."""
MANY, LINES_OF_MANY = 16, 2
"""The same with more tables than these."""


@dataclass(frozen=True)
class MatchCardLayout:
    """A card with a number for each of its lines for remarks."""

    card: MatchCard
    remarks: range


def _read_match_cards(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    cards = match_cards_of(asked.event, asked.stage)
    if not cards:
        raise NotDrawnYet(_("There is no card to print: no two teams meet in this round."))
    if len(cards) == 1 < asked.options.to_a_sheet:  # one for each captain, instead of half a sheet left empty
        cards *= 2
    return lay_out_cards(cards)


def lay_out_cards(cards: tuple[MatchCard, ...]) -> Mapping[str, Any]:
    """Returns the cards with the marks of sides; partners with short names get a line each."""
    return {"cards": [_lay_out_card(card) for card in cards], "marks": MARKS}


def _lay_out_card(card: MatchCard) -> MatchCardLayout:
    tables = len(card.tables)
    lines = LINES_OF_MANY if tables > MANY else LINES_BY_TABLES.get(tables, LINES_OF_REMARKS)
    return MatchCardLayout(_keep_partners_whole(card), range(lines))


def _keep_partners_whole(card: MatchCard) -> MatchCard:
    pairs = ((table, [keep_partners_whole(pair, LETTERS_OF_A_LINE) for pair in table.pairs]) for table in card.tables)
    return replace(card, tables=tuple(replace(table, pairs=(one, other)) for table, (one, other) in pairs))


MATCH_CARDS = Document(
    key="match-cards",
    title=_("Team match cards"),
    about=_("One for each match: both teams, their pairs, totals, substitutes, both captains to sign."),
    template="match_cards.html",
    needs=Needs.DRAWN_HOUR,
    seen_by=SeenBy.DESK,
    read=_read_match_cards,
    pieces="cards",
    piece=UPRIGHT,
    usual_pieces=2,
    makes_sense=lambda event: event.enters == Enters.TEAMS,
)
