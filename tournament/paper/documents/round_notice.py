"""The notice of a round for the wall: its times, and every table large."""

from collections.abc import Mapping
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.queries.round_notices import round_notice_of
from tournament.press.fitting import widest_word_of

HEADING = {"heading": _("Who plays where")}
"""The heading for readers; the title is for those who print it."""
WIDEST_WORD = 8.0
"""The width in ems of a table's column; a longer word would be broken."""


def _read_notice(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    paper = round_notice_of(asked.event, asked.stage, asked.now or timezone.now())
    names = {name for table in paper.tables for name in table.sides}
    return {**HEADING, "paper": paper, "tight": {name for name in names if widest_word_of(name) > WIDEST_WORD}}


ROUND_NOTICE = Document(
    key="round-notice",
    title=_("Notice for the wall"),
    about=_("When the round begins, when the bell rings, and who sits at which table, to be read from afar."),
    template="round_notice.html",
    needs=Needs.DRAWN_HOUR,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=_read_notice,
)
