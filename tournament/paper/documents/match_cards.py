"""The card of a match between two teams, for both captains to sign."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.models import Enters, Event
from tournament.paper.document import Document, DocumentRequest, Needs, NotDrawnYet, SeenBy
from tournament.paper.queries.match_cards import match_cards_of
from tournament.press.sheets import UPRIGHT


def _read_match_cards(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    cards = match_cards_of(asked.event, asked.stage)
    if not cards:
        raise NotDrawnYet(_("There is no card to print: no two teams meet in this round."))
    return {"cards": cards}


def _has_teams(event: Event) -> bool:
    return event.enters == Enters.TEAMS


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
    makes_sense=_has_teams,
)
