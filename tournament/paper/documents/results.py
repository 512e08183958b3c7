"""Every result with its hands, for the club's files: of one hour or round, and of the whole evening."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.queries.printed_results import printed_results_of


def _read_results(asked: DocumentRequest) -> Mapping[str, Any]:
    results = printed_results_of(asked.event, asked.stage)
    named = {"stage_label": results.stages[0].label} if asked.stage and results.stages else {}
    has_headings = asked.event.kind.has_several_stages and not asked.stage
    return {"results": results, "has_stage_headings": has_headings, **named}


OF_AN_HOUR = Document(
    key="results",
    title=_("Results"),
    about=_("Every match with its score, and what each hand scored."),
    template="results.html",
    is_filed=True,
    needs=Needs.RELEASED_HOUR,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_read_results,
    makes_sense=lambda event: event.kind.has_several_stages,
)
OF_THE_EVENING = Document(
    key="all-results",
    title=_("All results"),
    about=_("The whole evening to keep: every match with its score, and every hand of it."),
    template="results.html",
    is_filed=True,
    needs=Needs.ANY_HOUR_RELEASED,
    seen_by=SeenBy.HALL_WHEN_SHOWN,
    read=_read_results,
)
