"""The documents that can be printed of an evening now, for each hour, and why the others cannot."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Event, Seat
from tournament.paper import refusals
from tournament.paper.document import Document, Needs, NotAgreedYet
from tournament.paper.documents import DOCUMENTS
from tournament.paper.queries.hour_sheets import HourOnPaper, hours_on_paper
from tournament.press.sheets import usual_options


@dataclass(frozen=True)
class Offer:
    """A document of an hour, or of the whole evening where `hour` is None. `missing` says why it cannot be printed yet
    and is empty when it can; `state` says what the paper will be marked with; `seats` are those of a personal one."""

    document: Document
    hour: int | None
    missing: str
    state: str
    size: str
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class Shelf:
    """The documents of one hour, or of the whole evening where `hour` is None. `is_folded` where it is seldom
    wanted: a later round is drawn, or nothing of it is tonight's."""

    hour: int | None
    label: str
    offers: tuple[Offer, ...]
    is_folded: bool = False


def shelves_of(event: Event, sheet: str = "") -> tuple[Shelf, ...]:
    """Hour by hour, then the evening; what makes no sense at this one is left out, and so are rounds that are not
    drawn after the first. `sheet` is the key of what is printed on, where it is not the club's own. Three queries."""
    sheet = sheet or event.club.sheet
    hours = hours_on_paper(event)
    documents = [document for document in DOCUMENTS.values() if document.makes_sense(event)]
    of_hours = tuple(
        Shelf(
            hour.number,
            hour.label,
            tuple(_of_hour(event, document, hour, sheet) for document in documents if document.needs_stage),
            is_folded=event.is_of_rounds and any(later.stage for later in hours[hour.number :]),
        )
        for hour in hours
        if not event.is_of_rounds or hour.stage or hour.number == 1
    )
    whole = [document for document in documents if not document.needs_stage]
    of_evening = tuple(_of_evening(event, document, hours) for document in whole if not document.is_blank)
    blank = tuple(_of_evening(event, document, hours) for document in whole if document.is_blank)
    return (
        *of_hours,
        Shelf(None, _("The whole evening"), of_evening),
        Shelf(None, _("Blank sheets"), blank, is_folded=True),
    )


def _of_hour(event: Event, document: Document, hour: HourOnPaper, sheet: str) -> Offer:
    missing = state = ""
    if hour.stage is None:
        missing = refusals.not_drawn(event)
    elif document.needs is Needs.RELEASED_HOUR:
        missing = "" if hour.released else refusals.not_out(event)
        state = "" if missing else _agreement(hour.open_matches)
    elif not hour.released:
        state = _("A draft: the paper is marked so until the seats are out.")
    personal = document.personal and not missing
    return Offer(
        document=document,
        hour=hour.number,
        missing=missing,
        state=state,
        size=_sheets(len(hour.seats), usual_options(sheet, document.usual_pieces).pieces) if personal else "",
        seats=hour.seats if personal else (),
    )


def _of_evening(event: Event, document: Document, hours: tuple[HourOnPaper, ...]) -> Offer:
    not_out = _("The seats are not out yet.")
    if document.needs is Needs.NOTHING:
        return Offer(document, None, "", "", "")
    if document.needs is Needs.ANY_HOUR_RELEASED:
        return Offer(document, None, "" if any(hour.released for hour in hours) else not_out, "", "")
    out = [hour.released for hour in hours]
    missing = "" if all(out) or (event.ended_early and any(out)) else refusals.not_all_out(event)
    open_matches = sum(hour.open_matches for hour in hours)
    if document.needs is Needs.ALL_AGREED:
        return Offer(document, None, str(NotAgreedYet.message) if missing or open_matches else "", "", "")
    state = "" if missing else _agreement(open_matches)
    return Offer(document, None, missing, state, "")


def _agreement(open_matches: int) -> str:
    if not open_matches:
        return _("Agreed: every result is settled.")
    said = ngettext(
        "Provisional: %(open)s match is not agreed.", "Provisional: %(open)s matches are not agreed.", open_matches
    )
    return said % {"open": open_matches}


def _sheets(count: int, to_a_page: int) -> str:
    pages = -(-count // to_a_page)
    sheets = ngettext("%(count)s sheet", "%(count)s sheets", count) % {"count": count}
    on_pages = ngettext("on %(pages)s page", "on %(pages)s pages", pages) % {"pages": pages}
    return f"{sheets} {on_pages}."
