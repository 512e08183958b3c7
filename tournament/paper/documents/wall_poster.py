"""The poster for the wall, with the address of everybody's own page."""

from django.utils.translation import gettext_lazy as _

from tournament.paper.code_cards import poster_of, wifi_of
from tournament.paper.document import Document, Needs, SeenBy

WALL_POSTER = Document(
    key="wall-poster",
    title=_("Poster for the wall"),
    about=_("“Where do I sit?” Players point a phone at it and see their table, the clock and their place."),
    template="wall_poster.html",
    needs=Needs.NOTHING,
    seen_by=SeenBy.DESK,
    read=lambda wanted: {"poster": poster_of(wanted.address), "wifi": wifi_of(wanted.event.club)},
    has_large_print=False,  # it is one page, and its words and its picture fill it
)
