"""The personal score sheets of an hour, to be cut apart."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper import refusals
from tournament.paper.document import Asked, Document, Needs, NotDrawnYet, SeenBy
from tournament.paper.queries.hour_sheets import score_sheets_of


def _score_sheets(asked: Asked) -> Mapping[str, Any]:
    assert asked.stage is not None
    paper = score_sheets_of(asked.event, asked.stage, asked.entry)
    if asked.entry and not paper.sheets:
        raise NotDrawnYet(refusals.no_sheet(asked.event, asked.entry.name))
    return {"paper": paper, "sheets": paper.sheets}


SCORE_SHEETS = Document(
    key="score-sheets",
    title=_("Score sheets"),
    about=_("One for each player: opponents in order, boxes, total and signature."),
    template="score_sheets.html",
    needs=Needs.DRAWN_HOUR,
    seen_by=SeenBy.DESK,
    read=_score_sheets,
    personal=True,
    pieces="sheets",
    makes_sense=lambda event: event.has_sheets,
)
