"""The cards that lie on the tables, to be cut apart."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.code_cards import cards_of, wifi_of
from tournament.paper.document import Asked, Document, Needs, SeenBy


def _table_cards(asked: Asked) -> Mapping[str, Any]:
    return {"cards": cards_of(asked.event, asked.table, address=asked.address), "wifi": wifi_of(asked.event.club)}


TABLE_CARDS = Document(
    key="table-cards",
    title=_("Table cards"),
    about=_("One for each table, to lie flat or to fold: its number, and the way in for its phones."),
    template="table_cards.html",
    needs=Needs.ANY_HOUR_RELEASED,
    seen_by=SeenBy.DESK,
    read=_table_cards,
    pieces="cards",
    may_fold=True,
)
