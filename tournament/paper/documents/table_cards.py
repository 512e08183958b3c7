"""The cards that lie on the tables, to be cut apart."""

from django.utils.translation import gettext_lazy as _

from tournament.paper.code_cards import cards_of, wifi_of
from tournament.paper.document import Document, Needs, SeenBy

TABLE_CARDS = Document(
    key="table-cards",
    title=_("Table cards"),
    about=_("One for each table, to lie flat or to fold: its number, and the way in for its phones."),
    template="table_cards.html",
    needs=Needs.ANY_HOUR_RELEASED,
    seen_by=SeenBy.DESK,
    read=lambda wanted: {
        "cards": cards_of(wanted.event, wanted.table, address=wanted.address),
        "wifi": wifi_of(wanted.event.club),
    },
    pieces="cards",
    may_fold=True,
)
