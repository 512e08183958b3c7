"""Renders a document's template and has the press print it."""

import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import cycle, islice
from typing import Any, TypeVar

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from tournament.club.emblem import emblem_context_of, png_of
from tournament.club.queries import emblem_of
from tournament.event.queries.hours import hour_label, hour_numbers, released_stages
from tournament.models import SHOWN_CLUB, Emblem, Entry, Event, Stage
from tournament.paper.document import (
    CannotPrint,
    Document,
    DocumentRequest,
    Needs,
    NotDrawnYet,
    NotShownYet,
    PressIsBusy,
    RendererWarning,
    SeenBy,
)
from tournament.press import press
from tournament.press.press_process import PressMissing
from tournament.press.sheets import Options, Page, PrintedPdf, page_of, page_of_pieces, usual_options

PAGES_A_PART = 25
"""Pages of pieces that are printed at once: a renderer's memory grows with every page."""
STATIC = settings.ASSETS / "static"

T = TypeVar("T")


@dataclass(frozen=True)
class Paper:
    pdf: bytes
    pages: int
    filename: str


@dataclass(frozen=True)
class PrintOrder:
    """A job for the press, equal within a minute unless something changes, and the name of its file."""

    job: press.Job
    filename: str


def make_job(parts: Sequence[str], page: Page, emblem: Emblem | None) -> press.Job:
    """Returns the job for the parts of a document, whole pages of HTML, that may have the emblem of its club."""
    return press.Job(tuple(parts), STATIC, page.zoom, png_of(emblem), SHOWN_CLUB.get())


def print_job(job: press.Job, name: str, *, for_guest: bool) -> PrintedPdf:
    """Prints a job; guests have a lower priority at the press. The renderer's remarks become warnings with the
    document's name. Raises PressIsBusy, CannotPrint."""
    try:
        printed = press.the_press().run(job, for_guest=for_guest)
    except PressMissing as error:
        raise CannotPrint.because(error, job) from error
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
) -> PrintOrder:
    """Returns the job for a document; `table` and `address` are as in DocumentRequest. Raises NotDrawnYet if there is
    nothing to print."""
    options = document.offer(options or usual_options(event.club.sheet, document.usual_pieces))
    stage = stage_of(document, event, stage_number)
    emblem = emblem_of(event.club)
    context = _context_of(document, event, stage, options, now or timezone.now()) | emblem_context_of(emblem)
    context.update(document.read(DocumentRequest(event, stage, entry, table, address, now, options)))
    page = context.pop("printed_on", None) or _page_of(document, event, options)
    context |= {"page_style": page.style, "is_narrow": page.is_narrow}
    template = f"paper/print/{document.template}"
    parts = tuple(render_to_string(template, context | part) for part in _split_into_parts(document, context, options))
    return PrintOrder(make_job(parts, page, emblem), _filename_of(document, event, stage_number, entry, table))


def _page_of(document: Document, event: Event, options: Options) -> Page:
    if document.pieces:
        return page_of_pieces(options, document.piece)
    return page_of(options, document.least_width(event, options), is_true_size=document.is_true_size)


def _context_of(
    document: Document, event: Event, stage: Stage | None, options: Options, now: datetime
) -> dict[str, Any]:
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
    """Names a document's hour or round; "" for the whole evening."""
    return hour_label(event, stage.number) if stage and event.kind.has_several_stages else ""


def _split_into_parts(document: Document, context: Mapping[str, Any], options: Options) -> list[dict[str, Any]]:
    """Returns the contexts of a document's parts: `PAGES_A_PART` pages of pieces each, or one part for any other
    document."""
    if not document.pieces:
        return [{}]
    contents: Sequence[Any] = context[document.pieces]
    if document.is_blank:  # fill the last sheet, because the rest of it would be thrown away
        contents = list(islice(cycle(contents), -(-len(contents) // options.to_a_sheet) * options.to_a_sheet))
    pages = lay_in_piles(list(enumerate(contents, start=1)), options.to_a_sheet)
    count = len(contents)
    return [{"pages": pages[at : at + PAGES_A_PART], "count": count} for at in range(0, len(pages), PAGES_A_PART)]


def lay_in_piles(pieces: Sequence[T], to_a_sheet: int) -> list[list[T]]:
    """Returns the pieces of each page. All pages are cut at once as one stack: each place of a page becomes a pile, and
    the piles, the first on top, are in order."""
    pages = -(-len(pieces) // to_a_sheet)
    return [list(pieces[page::pages]) for page in range(pages)]


def stage_of(document: Document, event: Event, number: int | None) -> Stage | None:
    """Returns the hour of a document, None for the whole evening. Raises NotDrawnYet if that cannot be printed yet."""
    words = {"stage": event.kind.stage_word}
    if document.needs in (Needs.ALL_HOURS, Needs.ALL_AGREED):
        played = len(released_stages(event))
        if played < len(hour_numbers(event)) and not (event.has_ended_early and played):
            not_out = _("There are no final standings yet: the seats of the last %(stage)s are not shown.")
            raise NotDrawnYet(not_out % words)
        return None
    if document.needs is Needs.ANY_HOUR_RELEASED and not released_stages(event):
        raise NotDrawnYet(_("Nothing to print yet: the seats are not shown."))
    if document.needs in (Needs.NOTHING, Needs.ANY_HOUR_RELEASED):
        return None
    stage = Stage.objects.filter(event=event, number=number).first() if number else None
    if stage is None:
        raise NotDrawnYet(_("Nothing to print yet: this %(stage)s has not been drawn.") % words)
    if document.needs is Needs.RELEASED_HOUR and stage.released_at is None:
        raise NotDrawnYet(_("There are no standings of this %(stage)s yet: its seats are not shown.") % words)
    return stage


def refuse_the_hall(document: Document, event: Event, number: int | None) -> None:
    """Raises NotDrawnYet or NotShownYet if people without an account may not have the document yet."""
    assert document.seen_by is not SeenBy.DESK
    if document.seen_by is SeenBy.HALL_WHEN_SHOWN and not event.standings_shown:
        raise NotShownYet
    stage = stage_of(document, event, number)
    if stage and stage.released_at is None:
        raise NotDrawnYet(_("The seats of this %(stage)s are not shown yet.") % {"stage": event.kind.stage_word})


def _filename_of(
    document: Document, event: Event, stage_number: int | None, entry: Entry | None, table: int | None
) -> str:
    """Returns a name as in "2026-11-21-score-sheets-hour-1-ann-archer.pdf"."""
    is_told = document.needs_stage and stage_number is not None and event.kind.has_several_stages
    hour = [slugify(event.name_stage(stage_number), allow_unicode=True)] if is_told and stage_number else []
    hour += [str(table)] if table else []
    whose = [slugify(entry.name, allow_unicode=True)] if entry else []
    return "-".join([event.date.isoformat(), document.key, *hour, *whose]).strip("-") + ".pdf"
