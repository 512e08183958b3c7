"""The poster on the wall, with the way to everybody's own page."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.code_cards import poster_of, wifi_of
from tournament.paper.document import Asked, Document, Needs, SeenBy


def _wall_poster(asked: Asked) -> Mapping[str, Any]:
    return {"poster": poster_of(asked.address), "wifi": wifi_of(asked.event.club)}


WALL_POSTER = Document(
    key="wall-poster",
    title=_("Poster for the wall"),
    about=_("“Where do I sit?” Players point a phone at it and see their table, the clock and their place."),
    template="wall_poster.html",
    needs=Needs.NOTHING,
    seen_by=SeenBy.DESK,
    read=_wall_poster,
)
