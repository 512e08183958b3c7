"""The seating of an hour, for the wall: by name and by table."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.paper.document import Document, DocumentRequest, Needs, SeenBy
from tournament.paper.queries.hour_sheets import seating_of


def _read_seating(asked: DocumentRequest) -> Mapping[str, Any]:
    assert asked.stage is not None
    return {"paper": seating_of(asked.event, asked.stage)}


BY_NAME = Document(
    key="seating-by-name",
    title=_("Seating by name"),
    about=_("A to Z for the wall: find your name, go to your table."),
    template="seating_by_name.html",
    needs=Needs.DRAWN_HOUR,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=_read_seating,
)
BY_TABLE = Document(
    key="seating-by-table",
    title=_("Seating by table"),
    about=_("Every table with its seats and who meets whom."),
    template="seating_by_table.html",
    needs=Needs.DRAWN_HOUR,
    seen_by=SeenBy.HALL_WHEN_RELEASED,
    read=_read_seating,
)
