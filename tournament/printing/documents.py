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
from tournament.printing import press, words
from tournament.printing.cards import cards_of
from tournament.queries.evenings import standings_page
from tournament.queries.hours import hour_label, hour_numbers, hours_of
from tournament.queries.paper import score_sheets_of, seating_of
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


class NotShownYet(TournamentError):
    code = "not_shown_yet"
    status = 403
    message = _("The director has not shown the standings to the hall yet.")


class PressIsBusy(TournamentError):
    code = "press_busy"
    status = 503
    message = _("The press is busy with other paper. This page tries again by itself in a few seconds.")


@dataclass(frozen=True)
class Asked:
    """What of an evening is wanted: an hour of a document that needs one, one entry or one table alone. `address` is
    the hall's as phones reach it, empty when it is not known or has none."""

    event: Event
    stage: Stage | None = None
    entry: Entry | None = None
    table: int | None = None
    address: str = ""


Read = Callable[[Asked], Mapping[str, Any]]


class Needs(Enum):
    """What must be there before a document can be printed."""

    ANY_HOUR_RELEASED = "any hour released"
    DRAWN_HOUR = "drawn hour"
    RELEASED_HOUR = "released hour"
    ALL_HOURS = "all hours"


class RendererWarning(UserWarning):
    """The renderer could not follow a document's own HTML or CSS; the paper may not look as meant."""


@dataclass(frozen=True)
class Document:
    """`about` says what it is for; `read` fetches what the template shows, which is below `templates/print/`. One that
    is `personal` can be printed for one entry alone. `makes_sense` says at which evenings it is offered."""

    key: str
    title: str | Promise
    about: str | Promise
    template: str
    needs: Needs
    seen_by: SeenBy
    read: Read
    personal: bool = False
    makes_sense: Callable[[Event], bool] = lambda event: True

    @property
    def needs_stage(self) -> bool:
        return self.needs in (Needs.DRAWN_HOUR, Needs.RELEASED_HOUR)


@dataclass(frozen=True)
class Paper:
    pdf: bytes
    pages: int
    filename: str


def _table_cards(asked: Asked) -> Mapping[str, Any]:
    return {"cards": cards_of(asked.event, asked.table, address=asked.address)}


def _score_sheets(asked: Asked) -> Mapping[str, Any]:
    assert asked.stage is not None
    paper = score_sheets_of(asked.event, asked.stage, asked.entry)
    if asked.entry and not paper.sheets:
        raise NotDrawnYet(words.no_sheet(asked.event, asked.entry.name))
    return {"paper": paper}


def _seating(asked: Asked) -> Mapping[str, Any]:
    assert asked.stage is not None
    return {"paper": seating_of(asked.event, asked.stage)}


def _standings(asked: Asked) -> Mapping[str, Any]:
    """Of an hour by itself, after a round, or of the whole evening."""
    event, stage = asked.event, asked.stage
    if stage is None:
        standings, numbers = standings_of(event), hour_numbers(event)
    elif event.is_of_rounds:
        standings, numbers = standings_of(event, hours=stage.number), (stage.number,)
    else:
        standings, numbers = standings_of(event, first_hour=stage.number, hours=stage.number), (stage.number,)
    labels = [hour_label(event, number) for number in numbers]
    after = {"stage_label": _("After round %(number)s") % {"number": stage.number}} if stage else {}
    return (after if event.is_of_rounds else {}) | {
        "page": standings_page(standings),
        "standings": standings,
        "hour_labels": labels,
    }


DOCUMENTS: Mapping[str, Document] = {
    document.key: document
    for document in (
        Document(
            key="table-cards",
            title=_("Table cards"),
            about=_("One for each table, two to a page: its number, and the way in for its phones."),
            template="table_cards.html",
            needs=Needs.ANY_HOUR_RELEASED,
            seen_by=SeenBy.DESK,
            read=_table_cards,
        ),
        Document(
            key="score-sheets",
            title=_("Score sheets"),
            about=_("One for each player, two to a page: opponents in order, boxes, total and signature."),
            template="score_sheets.html",
            needs=Needs.DRAWN_HOUR,
            seen_by=SeenBy.DESK,
            read=_score_sheets,
            personal=True,
            makes_sense=lambda event: event.has_sheets,
        ),
        Document(
            key="seating-by-name",
            title=_("Seating by name"),
            about=_("A to Z for the wall: find your name, go to your table."),
            template="seating_by_name.html",
            needs=Needs.DRAWN_HOUR,
            seen_by=SeenBy.HALL_WHEN_RELEASED,
            read=_seating,
        ),
        Document(
            key="seating-by-table",
            title=_("Seating by table"),
            about=_("Every table with its seats and who meets whom."),
            template="seating_by_table.html",
            needs=Needs.DRAWN_HOUR,
            seen_by=SeenBy.HALL_WHEN_RELEASED,
            read=_seating,
        ),
        Document(
            key="hour-standings",
            title=_("Standings"),
            about=_("How everybody stands in this hour by itself, and what decided each place."),
            template="standings.html",
            needs=Needs.RELEASED_HOUR,
            seen_by=SeenBy.HALL_WHEN_SHOWN,
            read=_standings,
            makes_sense=lambda event: event.has_turns,
        ),
        Document(
            key="round-standings",
            title=_("Standings"),
            about=_("How everybody stands after this round, and what decided each place."),
            template="standings.html",
            needs=Needs.RELEASED_HOUR,
            seen_by=SeenBy.HALL_WHEN_SHOWN,
            read=_standings,
            makes_sense=lambda event: event.is_of_rounds,
        ),
        Document(
            key="final-standings",
            title=_("Final standings"),
            about=_("The whole evening, and what decided each place."),
            template="standings.html",
            needs=Needs.ALL_HOURS,
            seen_by=SeenBy.HALL_WHEN_SHOWN,
            read=_standings,
        ),
    )
}


def render(
    document_key: str,
    event: Event,
    stage_number: int | None = None,
    entry: Entry | None = None,
    *,
    table: int | None = None,
    address: str = "",
    now: datetime | None = None,
) -> bytes:
    """The PDF of a document. What it raises: `typeset`."""
    return typeset(document_key, event, stage_number, entry, table=table, address=address, now=now).pdf


def typeset(
    document_key: str,
    event: Event,
    stage_number: int | None = None,
    entry: Entry | None = None,
    *,
    table: int | None = None,
    address: str = "",
    now: datetime | None = None,
) -> Paper:
    """The PDF with its number of pages and a name for the file; `now` is the time of printing that it bears. `table`
    and `address` are those of `Asked`.

    Raises KeyError for a document that is not in DOCUMENTS, NotDrawnYet while there is nothing to print of it,
    PressIsBusy while others wait for the press, CannotPrint where Pango is not installed.
    """
    document = DOCUMENTS[document_key]
    html = html_of(document, event, stage_number, entry, table=table, address=address, now=now or timezone.now())
    try:
        printed = press.print_html(html, settings.BASE_DIR / "static")
    except press.PressMissing as error:
        raise CannotPrint from error
    except press.PressBusy as error:
        raise PressIsBusy from error
    for warning in printed.warnings:
        warnings.warn(f"{document.key}: {warning}", RendererWarning, stacklevel=2)
    return Paper(printed.pdf, printed.pages, _filename(document, event, stage_number, entry, table))


def stage_of(document: Document, event: Event, number: int | None) -> Stage | None:
    """The hour a document is about, None for the whole evening. Raises NotDrawnYet while it is not ready for it."""
    if document.needs is Needs.ALL_HOURS:
        played = len(hours_of(event))
        if played < len(hour_numbers(event)) and not (event.ended_early and played):
            raise NotDrawnYet(words.no_final_standings(event))
        return None
    if document.needs is Needs.ANY_HOUR_RELEASED:
        return None
    stage = Stage.objects.filter(event=event, number=number).first() if number else None
    if stage is None:
        raise NotDrawnYet(words.nothing_to_print(event))
    if document.needs is Needs.RELEASED_HOUR and stage.released_at is None:
        raise NotDrawnYet(words.no_standings(event))
    return stage


def refuse_the_hall(document: Document, event: Event, number: int | None) -> None:
    """Raises what keeps a document from somebody without an account: a draft is not there, standings are hidden."""
    assert document.seen_by is not SeenBy.DESK
    if document.seen_by is SeenBy.HALL_WHEN_SHOWN and not event.standings_shown:
        raise NotShownYet
    stage = stage_of(document, event, number)
    if stage and stage.released_at is None:
        raise NotDrawnYet(words.not_out(event))


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
    """The page that goes to the press; the same within a minute as long as nothing happens."""
    stage = stage_of(document, event, stage_number)
    context = {
        "document": document,
        "event": event,
        "club": event.club,
        "stage_label": hour_label(event, stage.number) if stage and not event.is_one_round else "",
        "printed_at": now.replace(second=0, microsecond=0),
        "language": get_language() or settings.LANGUAGE_CODE,
        **document.read(Asked(event, stage, entry, table, address)),
    }
    return render_to_string(f"print/{document.template}", context)


def _filename(
    document: Document, event: Event, stage_number: int | None, entry: Entry | None, table: int | None
) -> str:
    """As in "2026-11-21-score-sheets-hour-1-ann-archer.pdf"."""
    word = "hour" if event.has_turns else "round"
    hour = [f"{word}-{stage_number}"] if document.needs_stage and not event.is_one_round else []
    hour += [str(table)] if table else []
    whose = [slugify(entry.name, allow_unicode=True)] if entry else []
    return "-".join([event.date.isoformat(), document.key, *hour, *whose]).strip("-") + ".pdf"
