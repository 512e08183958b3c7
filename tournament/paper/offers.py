"""The documents that can be printed now, for each hour and the evening, and why the others cannot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.models import Event
from tournament.paper.document import Document, Needs, NotAgreedYet
from tournament.paper.documents import DOCUMENTS
from tournament.paper.queries.hour_sheets import HourOnPaper, SheetToPick, hours_on_paper_of
from tournament.press.sheets import usual_options


@dataclass(frozen=True)
class DocumentOffer:
    """A document of an hour, or of the whole evening if `hour` is None. `missing` says why it cannot be printed yet,
    and is "" if it can; `state` says how the paper will be marked; `seats` are those of a personal document."""

    document: Document
    hour: int | None
    missing: str = ""
    state: str = ""
    size: str = ""
    seats: tuple[SheetToPick, ...] = ()


@dataclass(frozen=True)
class Shelf:
    """The documents of one hour, or of the whole evening if `hour` is None."""

    hour: int | None
    label: str
    offers: tuple[DocumentOffer, ...]

    @property
    def printable(self) -> tuple[DocumentOffer, ...]:
        return tuple(offer for offer in self.offers if not offer.missing)

    @property
    def not_yet(self) -> Mapping[str, str]:
        """Maps each reason why documents cannot be printed to their titles."""
        titles: dict[str, list[str]] = {}
        for offer in self.offers:
            if offer.missing:
                titles.setdefault(offer.missing, []).append(str(offer.document.title))
        return {why: ", ".join(of_them) for why, of_them in titles.items()}


BEFORE_THE_DRAW = ("door-list", "rules", "wall-poster")
FOR_PLAY = ("score-sheets", "match-cards", "seating-by-name", "table-cards", "round-notice")
AT_THE_END = ("final-standings", "team-certificates", "certificates", "honours")
MOST_NEEDED = 3


def offers_needed_now(shelves: Sequence[Shelf]) -> tuple[DocumentOffer, ...]:
    """Returns what is printed next, the most wanted first: documents of the latest drawn hour, or at the end those to
    keep."""
    printable = {offer.document.key: offer for shelf in shelves for offer in shelf.printable}
    is_drawn = any(offer.document.needs_stage for offer in printable.values())
    wanted = AT_THE_END if "certificates" in printable else FOR_PLAY if is_drawn else BEFORE_THE_DRAW
    return tuple(printable[key] for key in wanted if key in printable)[:MOST_NEEDED]


def shelves_of(event: Event, sheet: str = "") -> tuple[Shelf, ...]:
    """Returns the shelves of each hour, then of the evening. Leaves out documents that make no sense here, and rounds
    after the first that are not drawn. `sheet` is a key of SHEETS, by default the club's own. Three queries."""
    sheet = sheet or event.club.sheet
    documents = [document for document in DOCUMENTS.values() if document.makes_sense(event)]
    hours = hours_on_paper_of(event, with_seats=any(document.personal for document in documents))
    of_hours = tuple(
        Shelf(
            hour.number,
            hour.label,
            tuple(_offer_of_hour(event, document, hour, sheet) for document in documents if document.needs_stage),
        )
        for hour in hours
        if not event.kind.is_planned or hour.stage or hour.number == 1
    )
    whole = [document for document in documents if not document.needs_stage]
    of_evening = tuple(_offer_of_evening(event, document, hours) for document in whole if not document.is_blank)
    blank = tuple(_offer_of_evening(event, document, hours) for document in whole if document.is_blank)
    return (*of_hours, Shelf(None, _("The whole evening"), of_evening), Shelf(None, _("Blank sheets"), blank))


def _offer_of_hour(event: Event, document: Document, hour: HourOnPaper, sheet: str) -> DocumentOffer:
    missing = state = ""
    words = {"stage": event.kind.stage_word}
    if hour.stage is None:
        missing = _("This %(stage)s has not been drawn yet.") % words
    elif document.needs is Needs.RELEASED_HOUR:
        missing = "" if hour.is_released else _("The seats of this %(stage)s are not shown yet.") % words
        state = "" if missing else _say_agreement(hour.open_matches)
    elif not hour.is_released:
        state = _("A draft: marked as a draft until the seats are shown.")
    personal = document.personal and not missing
    return DocumentOffer(
        document=document,
        hour=hour.number,
        missing=missing,
        state=state,
        size=_say_sheets(len(hour.seats), usual_options(sheet, document.usual_pieces).pieces) if personal else "",
        seats=hour.seats if personal else (),
    )


def _offer_of_evening(event: Event, document: Document, hours: tuple[HourOnPaper, ...]) -> DocumentOffer:
    out = [hour.is_released for hour in hours]
    if document.needs is Needs.NOTHING:
        return DocumentOffer(document, None)
    if document.needs is Needs.ANY_HOUR_RELEASED:
        first = document.first_hour(event)
        has_begun = any(hour.is_released for hour in hours if hour.number >= first)
        return DocumentOffer(document, None, missing="" if has_begun else _("The seats are not shown yet."))
    is_out = all(out) or (event.has_ended_early and any(out))
    open_matches = sum(hour.open_matches for hour in hours)
    if document.needs is Needs.ALL_AGREED:
        is_agreed = is_out and not open_matches
        return DocumentOffer(document, None, missing="" if is_agreed else str(NotAgreedYet.message))
    if not is_out:
        not_out = _("The seats of the last %(stage)s are not shown yet.")
        return DocumentOffer(document, None, missing=not_out % {"stage": event.kind.stage_word})
    return DocumentOffer(document, None, state=_say_agreement(open_matches))


def _say_agreement(open_matches: int) -> str:
    if not open_matches:
        return _("Agreed: every result is settled.")
    sentence = ngettext(
        "Provisional: %(open)s match is not agreed.", "Provisional: %(open)s matches are not agreed.", open_matches
    )
    return sentence % {"open": open_matches}


def _say_sheets(count: int, to_a_page: int) -> str:
    pages = -(-count // to_a_page)
    sheets = ngettext("%(count)s sheet", "%(count)s sheets", count) % {"count": count}
    on_pages = ngettext("on %(pages)s page", "on %(pages)s pages", pages) % {"pages": pages}
    return f"{sheets} {on_pages}."
