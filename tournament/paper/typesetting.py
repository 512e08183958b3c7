"""Turns a document into paper: renders its template, sends it to the press and takes the PDF."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import cycle, islice
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.club.emblem import on_paper, png_of
from tournament.club.queries import emblem_of
from tournament.event.queries.hours import hour_label, hour_numbers, hours_of
from tournament.models import Entry, Event, Stage
from tournament.paper import refusals
from tournament.paper.document import (
    Asked,
    CannotPrint,
    Document,
    Needs,
    NotDrawnYet,
    NotShownYet,
    PressIsBusy,
    RendererWarning,
    SeenBy,
)
from tournament.paper.documents import DOCUMENTS
from tournament.press import press
from tournament.press.letters import with_letters
from tournament.press.press_process import PressMissing
from tournament.press.sheets import Options, Page, Printed, page_of, page_of_pieces, usual_options

PAGES_A_PART = 25
"""Of a document of pieces: a renderer's memory grows with every page of what it lays out at once."""
STATIC = settings.BASE_DIR / "static"


@dataclass(frozen=True)
class Paper:
    pdf: bytes
    pages: int
    filename: str


@dataclass(frozen=True)
class Order:
    """What goes to the press: the same within a minute as long as nothing happens. `filename` is for the reader."""

    job: press.Job
    filename: str


def typeset(
    document_key: str,
    event: Event,
    stage_number: int | None = None,
    entry: Entry | None = None,
    *,
    table: int | None = None,
    address: str = "",
    options: Options | None = None,
    now: datetime | None = None,
) -> Paper:
    """The PDF with its number of pages and a name for the file; `now` is the time of printing that it bears. `table`
    and `address` are those of `Asked`.

    Raises KeyError for a document that is not in DOCUMENTS, NotDrawnYet while there is nothing to print of it,
    PressIsBusy while others wait for the press, CannotPrint where Pango is not installed.
    """
    order = order_of(
        DOCUMENTS[document_key], event, stage_number, entry, table=table, address=address, options=options, now=now
    )
    printed = printed_by_press(order.job, document_key)
    return Paper(printed.pdf, printed.pages, order.filename)


def printed_by_press(job: press.Job, name: str) -> Printed:
    """Raises PressIsBusy and CannotPrint; what the renderer remarks is a warning, under the document's name."""
    try:
        printed = press.run(job)
    except PressMissing as error:
        raise CannotPrint.because(error) from error
    except press.PressBusy as error:
        raise PressIsBusy from error
    for warning in printed.warnings:
        warnings.warn(f"{name}: {warning}", RendererWarning, stacklevel=3)
    return printed


def order_of(
    document: Document,
    event: Event,
    stage_number: int | None = None,
    entry: Entry | None = None,
    *,
    table: int | None = None,
    address: str = "",
    options: Options | None = None,
    now: datetime | None = None,
) -> Order:
    """Raises NotDrawnYet while there is nothing to print of it."""
    options = options or usual_options(event.club.sheet, document.usual_pieces)
    stage = stage_of(document, event, stage_number)
    emblem = emblem_of(event.club)
    context = _context(document, event, stage, options, now or timezone.now()) | on_paper(emblem)
    context.update(document.read(Asked(event, stage, entry, table, address, now, options)))
    page = _page(document, event, options)
    context |= {"page_style": page.style, "is_narrow": page.is_narrow}
    template = f"paper/print/{document.template}"
    parts = tuple(
        with_letters(render_to_string(template, context | part)) for part in _parts(document, context, options)
    )
    job = press.Job(parts, STATIC, page.zoom, png_of(emblem))
    return Order(job, _filename(document, event, stage_number, entry, table))


def _page(document: Document, event: Event, options: Options) -> Page:
    if document.pieces:
        return page_of_pieces(options, document.piece)
    return page_of(options, document.least_width(event, options), is_true_size=document.is_true_size)


def html_of(
    document: Document,
    event: Event,
    stage_number: int | None = None,
    entry: Entry | None = None,
    *,
    table: int | None = None,
    address: str = "",
    now: datetime,
) -> str:
    """All that goes to the press of a document, as one text."""
    order = order_of(document, event, stage_number, entry, table=table, address=address, now=now)
    return "\n".join(order.job.parts)


def _context(document: Document, event: Event, stage: Stage | None, options: Options, now: datetime) -> dict[str, Any]:
    return {
        "document": document,
        "event": event,
        "club": event.club,
        "stage_label": label_of(event, stage),
        "printed_at": now.replace(second=0, microsecond=0),
        "language": get_language() or settings.LANGUAGE_CODE,
        "options": options,
    }


def label_of(event: Event, stage: Stage | None) -> str:
    """Which hour or round a document is of; empty where it is of the whole evening."""
    return hour_label(event, stage.number) if stage and not event.is_one_round else ""


def _parts(document: Document, context: Mapping[str, Any], options: Options) -> list[dict[str, Any]]:
    """What each part of a document of pieces shows: so many pages at a time; of any other document, all of it."""
    if not document.pieces:
        return [{}]
    found: Sequence[Any] = context[document.pieces]
    if document.is_blank:  # what is left of a sheet that is cut apart would be thrown away
        found = list(islice(cycle(found), -(-len(found) // options.to_a_sheet) * options.to_a_sheet))
    pieces = list(enumerate(found, start=1))
    pages = [pieces[at : at + options.to_a_sheet] for at in range(0, len(pieces), options.to_a_sheet)]
    return [{"pages": pages[at : at + PAGES_A_PART], "count": len(pieces)} for at in range(0, len(pages), PAGES_A_PART)]


def stage_of(document: Document, event: Event, number: int | None) -> Stage | None:
    """The hour a document is about, None for the whole evening. Raises NotDrawnYet while it is not ready for it."""
    if document.needs in (Needs.ALL_HOURS, Needs.ALL_AGREED):
        played = len(hours_of(event))
        if played < len(hour_numbers(event)) and not (event.ended_early and played):
            raise NotDrawnYet(refusals.no_final_standings(event))
        return None
    if document.needs is Needs.ANY_HOUR_RELEASED and not hours_of(event):
        raise NotDrawnYet(_("There is nothing to print yet: the seats are not out."))
    if document.needs in (Needs.NOTHING, Needs.ANY_HOUR_RELEASED):
        return None
    stage = Stage.objects.filter(event=event, number=number).first() if number else None
    if stage is None:
        raise NotDrawnYet(refusals.nothing_to_print(event))
    if document.needs is Needs.RELEASED_HOUR and stage.released_at is None:
        raise NotDrawnYet(refusals.no_standings(event))
    return stage


def refuse_the_hall(document: Document, event: Event, number: int | None) -> None:
    """Raises what keeps a document from somebody without an account: a draft is not there, standings are hidden."""
    assert document.seen_by is not SeenBy.DESK
    if document.seen_by is SeenBy.HALL_WHEN_SHOWN and not event.standings_shown:
        raise NotShownYet
    stage = stage_of(document, event, number)
    if stage and stage.released_at is None:
        raise NotDrawnYet(refusals.not_out(event))


def _filename(
    document: Document, event: Event, stage_number: int | None, entry: Entry | None, table: int | None
) -> str:
    """As in "2026-11-21-score-sheets-hour-1-ann-archer.pdf"."""
    word = "hour" if event.has_turns else "round"
    hour = [f"{word}-{stage_number}"] if document.needs_stage and not event.is_one_round else []
    hour += [str(table)] if table else []
    whose = [slugify(entry.name, allow_unicode=True)] if entry else []
    return "-".join([event.date.isoformat(), document.key, *hour, *whose]).strip("-") + ".pdf"
