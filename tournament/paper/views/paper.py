"""The Paper page, which offers what can be printed; the preview of each document, and its PDF."""

from http import HTTPStatus
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.foundation.guards import StaffRequest, at_the_desk, everybody, scorer_only
from tournament.foundation.pages import address_for_phones, number_in, the_event
from tournament.models import Entry, Event
from tournament.paper.document import CannotPrint, Document, PressIsBusy, SeenBy
from tournament.paper.documents import DOCUMENTS
from tournament.paper.forms import PaperForm
from tournament.paper.offers import shelves_of
from tournament.paper.queries.hour_sheets import names_with
from tournament.paper.typesetting import Order, label_of, order_of, printed_by_press, refuse_the_hall, stage_of
from tournament.paper.views.kit import shown_kit
from tournament.press import press
from tournament.press.press_process import PressMissing
from tournament.press.sheets import SHEETS, Options

SECONDS_TO_TRY_AGAIN = 3
SECONDS_UNTIL_PROGRESS = 1.5
"""A preview that takes longer shows how far it is."""
PICTURE_WIDTH = 900
PICTURES = 40


@scorer_only
def paper(request: HttpRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    sheet = _usual_sheet(request, event)
    context = {"event": event, "paper": SHEETS[sheet], "shelves": shelves_of(event, sheet), **shown_kit(event)}
    return render(request, "paper/paper.html", context)


@scorer_only
@require_safe
def preview(request: StaffRequest, pk: int, document: str) -> HttpResponse:
    """The document as it will print, with what can be chosen; while it is printed, how far that is. The page asks
    again with `job`, the key of what it waits for."""
    event, found = the_event(pk), _document(document)
    stage = stage_of(found, event, number_in(request.GET.get("hour", "")))
    form = _form(request, event, found)
    _remember(request, event, form.options.sheet)
    waiting = press.progress(request.GET.get("job", ""))
    key = request.GET["job"] if waiting else _begun(_order(request, event, found, form.options))
    printed = press.kept(key)
    asked = {name: value for name, value in request.GET.items() if name not in ("job", *form.fields)}
    context = {
        **{"event": event, "document": found, "form": form, "asked": asked, "key": key, "printed": printed},
        "stage_label": label_of(event, stage),
        "address": urlencode({**asked, **form.cleaned_data}),
        "progress": press.progress(key),
        "whose": names_with(event, printed.boxes if printed else ()),
        "pictures": range(min(printed.pages, PICTURES)) if printed else (),
    }
    return render(request, "paper/preview.html", context)


def _remember(request: StaffRequest, event: Event, sheet: str) -> None:
    """For the rest of the visit, where it is not the club's own, which may change meanwhile."""
    if sheet == event.club.sheet:
        request.session.pop("sheet", None)
    else:
        request.session["sheet"] = sheet


def _begun(order: Order) -> str:
    """Its key, once it is printed or has taken a while; of paper that has no place at the press yet too, since the page
    asks again."""
    try:
        press.begin_and_wait(order.job, SECONDS_UNTIL_PROGRESS)
    except press.PressBusy:
        return order.job.key
    except PressMissing as error:
        raise CannotPrint.because(error) from error
    return order.job.key


@scorer_only
@require_safe
def picture(request: StaffRequest, pk: int, key: str, page: int) -> HttpResponse:
    """A page, from 0, of what was printed a moment ago."""
    printed = press.kept(key)
    if printed is None or page >= printed.pages:
        raise Http404
    return HttpResponse(press.picture(printed.pdf, page, PICTURE_WIDTH), content_type="image/png")


@everybody
@require_safe
def pdf(request: HttpRequest, pk: int, document: str) -> HttpResponse:
    """`?hour=` says which hour, `?entry=` whose sheet, `?table=` which card, `?sheet=`, `?pieces=` and `?lies=` how it
    is laid out. The hall gets seats that are out and standings that are shown; for the rest sign in."""
    event, found = the_event(pk), _document(document)
    if found.seen_by is SeenBy.DESK:
        return _pdf_for_the_desk(request, event, found)
    if not at_the_desk(request):
        refuse_the_hall(found, event, number_in(request.GET.get("hour", "")))
    return _pdf(request, event, found)


def _pdf(request: HttpRequest, event: Event, document: Document) -> HttpResponse:
    """The PDF in the reader's own window; while the press is busy, a page that asks again."""
    order = _order(request, event, document, _form(request, event, document).options)
    try:
        printed = printed_by_press(order.job, document.key)
    except PressIsBusy as error:
        again = {"Retry-After": str(SECONDS_TO_TRY_AGAIN), "Refresh": str(SECONDS_TO_TRY_AGAIN)}
        page = render(request, "foundation/error.html", {"heading": _("One moment"), "message": str(error)})
        return HttpResponse(page, status=HTTPStatus.SERVICE_UNAVAILABLE, headers=again)
    headers = {
        "Cache-Control": "private, no-store",
        "Content-Disposition": content_disposition_header(False, order.filename) or "inline",
    }
    return HttpResponse(printed.pdf, content_type="application/pdf", headers=headers)


_pdf_for_the_desk = scorer_only(_pdf)


def _document(key: str) -> Document:
    if key not in DOCUMENTS:
        raise Http404
    return DOCUMENTS[key]


def _usual_sheet(request: HttpRequest, event: Event) -> str:
    """Key of the sheet that is printed on where none is chosen."""
    chosen = request.session.get("sheet", "") if at_the_desk(request) else ""
    return chosen if chosen in SHEETS else event.club.sheet


def _form(request: HttpRequest, event: Event, document: Document) -> PaperForm:
    return PaperForm(
        request.GET.dict(),
        usual_sheet=_usual_sheet(request, event),
        usual_pieces=document.usual_pieces,
        is_cut=bool(document.pieces),
        may_fold=document.may_fold,
    )


def _order(request: HttpRequest, event: Event, document: Document, options: Options) -> Order:
    return order_of(
        document,
        event,
        number_in(request.GET.get("hour", "")),
        _entry(request, event, document),
        table=number_in(request.GET.get("table", "")),
        address=address_for_phones(request),
        options=options,
    )


def _entry(request: HttpRequest, event: Event, document: Document) -> Entry | None:
    number = number_in(request.GET.get("entry", "")) if document.personal else None
    return get_object_or_404(event.entries.select_related("player"), pk=number) if number is not None else None
