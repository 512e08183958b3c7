"""The notice of a round for the wall: its times, and every table large."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Asked, Document, Needs, SeenBy
from tournament.paper.queries.round_notices import round_notice_of
from tournament.press.fitting import widest_word

HEADING = {"heading": _("Who plays where")}
"""The title says what it is to whoever prints it, this to whoever reads it."""
WIDEST_WORD = 8.0
"""In ems: how wide a table's column is, in which a longer word would be broken."""


def _notice(asked: Asked) -> Mapping[str, Any]:
    assert asked.stage is not None
    paper = round_notice_of(asked.event, asked.stage, asked.now or timezone.now())
    names = {name for table in paper.tables for name in table.sides}
    return {**HEADING, "paper": paper, "tight": {name for name in names if widest_word(name) > WIDEST_WORD}}


ROUND_NOTICE = Document(
    key="round-notice",
    title=_("Notice for the wall"),
    about=_("When it begins and when the bell rings, and who sits at which table, to be read from afar."),
    template="round_notice.html",
    needs=Needs.DRAWN_HOUR,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=_notice,
)
