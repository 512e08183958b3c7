"""The personal score sheets of an hour, to be cut apart."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, NotDrawnYet, SeenBy
from tournament.paper.documents.rules_back import read_back
from tournament.paper.queries.hour_sheets import score_sheets_of
from tournament.press.sheets import PIECE


def _read_score_sheets(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    paper = score_sheets_of(asked.event, asked.stage, asked.entry)
    if asked.entry and not paper.sheets:
        missing = _("There is no sheet to print: %(name)s has no seat in this %(stage)s.")
        raise NotDrawnYet(missing % {"name": asked.entry.name, "stage": asked.event.kind.stage_word})
    return {"paper": paper, "sheets": paper.sheets, **read_back(asked, PIECE)}


SCORE_SHEETS = Document(
    key="score-sheets",
    title=_("Score sheets"),
    about=_("One for each player: opponents in order, boxes, total and signature."),
    template="score_sheets.html",
    needs=Needs.DRAWN_HOUR,
    seen_by=SeenBy.DESK,
    read=_read_score_sheets,
    personal=True,
    pieces="sheets",
    has_rules_back=True,
    makes_sense=lambda event: event.kind.has_sheets,
)
