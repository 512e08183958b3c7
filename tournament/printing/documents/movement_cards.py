"""A card to put in the pocket: where one sits in every round, and whom one meets."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.printing.document import Asked, Document, Needs, SeenBy
from tournament.queries.movement_cards import movement_cards_of


def _cards(asked: Asked) -> Mapping[str, Any]:
    return {"cards": movement_cards_of(asked.event)}


MOVEMENT_CARDS = Document(
    key="movement-cards",
    title=_("Movement cards"),
    about=_("One for each player, pair or team, four to a page: tables and opponents of every round that is known."),
    template="movement_cards.html",
    needs=Needs.ANY_HOUR_RELEASED,
    seen_by=SeenBy.DESK,
    read=_cards,
    pieces="cards",
    usual_pieces=4,
    makes_sense=lambda event: not event.is_one_round,
)
