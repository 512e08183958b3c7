"""The documents of an evening and the one way to print them. A new document is one more value and its template."""

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.text import format_lazy, slugify
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournament.errors import TournamentError
from tournament.models import Entry, Event, Stage
from tournament.printing import press
from tournament.queries.paper import score_sheets_of, seating_of, stage_label
from tournament.queries.standings import standings_of

PANGO = "apt-get install --no-install-recommends libpangoft2-1.0-0 libharfbuzz-subset0"


class SeenBy(Enum):
    """Who may have a document: only the director and scorers, or the hall too once the seats are released or the
    standings shown."""

    DESK = "desk"
    HALL_WHEN_RELEASED = "released"
    HALL_WHEN_SHOWN = "shown"


class CannotPrint(TournamentError):
    code = "cannot_print"
    status = 503
    message = format_lazy(
        _("Printing needs a library that this computer lacks. Whoever looks after it types: {command}"), command=PANGO
    )


class NotDrawnYet(TournamentError):
    code = "not_drawn_yet"
    status = 404
    message = _("There is nothing to print yet: this hour has not been drawn.")


Read = Callable[[Event, Stage | None, Entry | None], Mapping[str, Any]]


class RendererWarning(UserWarning):
    """The renderer could not follow a document's own HTML or CSS; the paper may not look as meant."""


@dataclass(frozen=True)
class Document:
    """`read` fetches what the template shows, which is below `templates/print/`."""

    key: str
    title: str | Promise
    template: str
    needs_stage: bool
    seen_by: SeenBy
    read: Read


@dataclass(frozen=True)
class Paper:
    pdf: bytes
    pages: int
    filename: str


def _score_sheets(event: Event, stage: Stage | None, entry: Entry | None) -> Mapping[str, Any]:
    assert stage is not None
    return {"paper": score_sheets_of(event, stage, entry)}


def _seating(event: Event, stage: Stage | None, entry: Entry | None) -> Mapping[str, Any]:
    assert stage is not None
    return {"paper": seating_of(event, stage)}


def _standings(event: Event, stage: Stage | None, entry: Entry | None) -> Mapping[str, Any]:
    standings = standings_of(event, hours=stage.number if stage else None)
    labels = [stage_label(event, number) for number in range(1, standings.hours + 1)]
    return {"standings": standings, "hour_labels": labels}


DOCUMENTS: Mapping[str, Document] = {
    document.key: document
    for document in (
        Document("score-sheets", _("Score sheets"), "score_sheets.html", True, SeenBy.DESK, _score_sheets),
        Document(
            "seating-by-name", _("Seating by name"), "seating_by_name.html", True, SeenBy.HALL_WHEN_RELEASED, _seating
        ),
        Document(
            "seating-by-table",
            _("Seating by table"),
            "seating_by_table.html",
            True,
            SeenBy.HALL_WHEN_RELEASED,
            _seating,
        ),
        Document("hour-standings", _("Standings"), "standings.html", True, SeenBy.HALL_WHEN_SHOWN, _standings),
        Document("final-standings", _("Final standings"), "standings.html", False, SeenBy.HALL_WHEN_SHOWN, _standings),
    )
}


def render(
    document_key: str,
    event: Event,
    stage_number: int | None = None,
    entry: Entry | None = None,
    *,
    now: datetime | None = None,
) -> bytes:
    """The PDF of a document. What it raises: `typeset`."""
    return typeset(document_key, event, stage_number, entry, now=now).pdf


def typeset(
    document_key: str,
    event: Event,
    stage_number: int | None = None,
    entry: Entry | None = None,
    *,
    now: datetime | None = None,
) -> Paper:
    """The PDF with its number of pages and a name for the file; `now` is the time of printing that it bears.

    Raises KeyError for a document that is not in DOCUMENTS, NotDrawnYet for a stage that is not there (or an entry
    that has no seat in it), CannotPrint where Pango is not installed.
    """
    document = DOCUMENTS[document_key]
    html = html_of(document, event, stage_number, entry, now=now or timezone.now())
    try:
        printed = press.print_html(html, settings.BASE_DIR / "static")
    except press.PressMissing as error:
        raise CannotPrint from error
    for warning in printed.warnings:
        warnings.warn(f"{document.key}: {warning}", RendererWarning, stacklevel=2)
    return Paper(printed.pdf, printed.pages, _filename(document, event, stage_number, entry))


def html_of(
    document: Document, event: Event, stage_number: int | None = None, entry: Entry | None = None, *, now: datetime
) -> str:
    """The page that goes to the press."""
    stage = None
    if document.needs_stage and stage_number is not None:
        stage = Stage.objects.filter(event=event, number=stage_number).first()
    if document.needs_stage and (stage is None or (entry and not entry.seats.filter(table__stage=stage).exists())):
        raise NotDrawnYet
    context = {
        "document": document,
        "event": event,
        "club": event.club,
        "stage_label": stage_label(event, stage.number) if stage else "",
        "printed_at": now,
        "language": get_language() or settings.LANGUAGE_CODE,
        **document.read(event, stage, entry),
    }
    return render_to_string(f"print/{document.template}", context)


def _filename(document: Document, event: Event, stage_number: int | None, entry: Entry | None) -> str:
    """As in "2026-11-21-score-sheets-hour-1-ann-archer.pdf"."""
    hour = [f"hour-{stage_number}"] if document.needs_stage else []
    whose = [slugify(entry.name)] if entry else []
    return "-".join([event.date.isoformat(), document.key, *hour, *whose]).strip("-") + ".pdf"
