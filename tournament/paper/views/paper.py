"""The Paper page with what can be printed, the preview of each document, and its PDF."""

from contextlib import suppress
from http import HTTPStatus
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.foundation.revision_cache import RevisionCache
from tournament.models import SHOWN_CLUB, Entry, Event
from tournament.paper.document import CannotPrint, Document, PressIsBusy, SeenBy
from tournament.paper.documents import DOCUMENTS
from tournament.paper.forms import PaperForm
from tournament.paper.offers import offers_needed_now, shelves_of
from tournament.paper.queries.hour_sheets import names_with_letters
from tournament.paper.typesetting import PrintOrder, label_of, order_of, print_job, refuse_the_hall, stage_of
from tournament.paper.views.kit import kit_context_of
from tournament.press import press
from tournament.press.press_process import PressMissing
from tournament.press.sheets import SHEETS, Options
from tournament.web.guards import StaffRequest, at_the_desk, everybody, is_guest, scorer_only
from tournament.web.pages import address_for_phones, file_response, number_in, the_event

SECONDS_TO_TRY_AGAIN = 3
SECONDS_UNTIL_PROGRESS = 1.5
"""A preview that takes longer shows its progress."""
SECONDS_FOR_GUESTS = 300
ORDERS_OF_GUESTS: RevisionCache[PrintOrder] = RevisionCache(most=12)
PICTURE_WIDTH = 900
PICTURES = 40


@scorer_only
def paper(request: HttpRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    sheet = event.club.sheet
    shelves = shelves_of(event, sheet)
    context = {
        **{"event": event, "paper": SHEETS[sheet], "shelves": shelves, "needed": offers_needed_now(shelves)},
        **kit_context_of(event),
    }
    return render(request, "paper/paper.html", context)


@scorer_only
@require_safe
def preview(request: StaffRequest, pk: int, document: str) -> HttpResponse:
    """Shows the document as it will be printed, with the options; while it is printed, the progress. The page asks
    again with `job`, the key of the job it waits for. A paper size chosen here holds for this print alone, so that
    trying one out does not change every later print of the evening. The club's own is set on the club's page."""
    event, wanted = the_event(pk), _require_document(document)
    stage = stage_of(wanted, event, number_in(request.GET.get("hour", "")))
    form = _form_of(request, event, wanted)
    options = form.options
    key = request.GET.get("job", "")
    if not _is_of_club(key) or press.the_press().progress(key) is None:
        key = _begin_printing(_order_of_request(request, event, wanted, options))
    printed, progress = press.the_press().find_printed(key), press.the_press().progress(key)
    failed = progress and progress.failed
    asked = {name: value for name, value in request.GET.items() if name not in ("job", *form.fields)}
    context = {
        **{"event": event, "document": wanted, "form": form, "asked": asked, "key": key, "printed": printed},
        "stage_label": label_of(event, stage),
        "address": urlencode({**asked, **form.cleaned_data}),
        "progress": progress,
        "missing": str(CannotPrint.because(failed)) if isinstance(failed, PressMissing) else "",
        "whose": names_with_letters(event, printed.boxes if printed else ()),
        "pictures": range(min(printed.pages, PICTURES)) if printed else (),
    }
    return render(request, "paper/preview.html", context)


def _begin_printing(order: PrintOrder) -> str:
    """Begins a job and waits a moment for it; returns its key, also if the press is busy, since the page asks again, or
    missing, which is then the job's progress."""
    with suppress(press.PressBusy, PressMissing):
        press.the_press().begin_and_wait(order.job, SECONDS_UNTIL_PROGRESS)
    return order.job.key


def _is_of_club(key: str) -> bool:
    return key.startswith(press.start_of_keys(SHOWN_CLUB.get()))


@scorer_only
@require_safe
def picture(request: StaffRequest, pk: int, document: str, key: str, page: int) -> HttpResponse:
    """Shows a picture of a page, from 0, of paper that was just printed. What another host printed is printed here too,
    with the options of the preview."""
    event, wanted = the_event(pk), _require_document(document)
    if not _is_of_club(key):
        raise Http404
    printed = press.the_press().find_printed(key)
    if printed is None:
        options = _form_of(request, event, wanted).options
        key = _begin_printing(_order_of_request(request, event, wanted, options))
        printed = press.the_press().find_printed(key)
    if printed is None or page >= printed.pages:
        raise Http404
    return HttpResponse(press.the_press().draw_page(printed.pdf, page, PICTURE_WIDTH), content_type="image/png")


@everybody
@require_safe
def pdf(request: HttpRequest, pk: int, document: str) -> HttpResponse:
    """Prints a document as PDF. `?hour=`, `?entry=` and `?table=` choose a part, `?sheet=`, `?pieces=` and `?lies=` the
    layout, `?with=` appends another document. People who are not signed in get released seats and shown standings
    only."""
    event, wanted = the_event(pk), _require_document(document)
    if wanted.seen_by is SeenBy.DESK:
        return _pdf_for_the_desk(request, event, wanted)
    if not at_the_desk(request):
        refuse_the_hall(wanted, event, number_in(request.GET.get("hour", "")))
    return _render_pdf(request, event, wanted)


def _render_pdf(request: HttpRequest, event: Event, document: Document) -> HttpResponse:
    """Shows the PDF in the browser; while the press is busy, a page that asks again."""
    options = _form_of(request, event, document).options
    try:
        order = (_order_of_guest if is_guest(request) else _order_of_request)(request, event, document, options)
        made = _print_with(request, event, document, order)
    except PressIsBusy as error:
        context = {"heading": _("One moment"), "message": str(error)}
        answer = render(request, "web/error.html", context, status=HTTPStatus.SERVICE_UNAVAILABLE)
        answer.headers["Retry-After"] = answer.headers["Refresh"] = str(SECONDS_TO_TRY_AGAIN)
        return answer
    return file_response(made, "application/pdf", order.filename, download=False)


_pdf_for_the_desk = scorer_only(_render_pdf)


def _print_with(request: HttpRequest, event: Event, document: Document, order: PrintOrder) -> bytes:
    """Prints the document and behind it, for the desk only, another that `?with=` names, for the same hour. Raises
    PressIsBusy, CannotPrint."""
    also = None if is_guest(request) else DOCUMENTS.get(request.GET.get("with", ""))
    hour = request.GET.get("hour", "")
    try:
        printed = print_job(order.job, document.key, for_guest=is_guest(request))
    except CannotPrint as refused:
        if also is not None:
            refused.behind = str(also.title), f"{reverse('pdf', args=[event.pk, also.key])}?{urlencode({'hour': hour})}"
        raise
    if also is None:
        return printed.pdf
    other = order_of(also, event, number_in(hour), now=timezone.now())
    behind = print_job(other.job, also.key, for_guest=False)
    chapters = [(str(document.title), 0), (str(also.title), printed.pages)]
    try:
        return press.the_press().bind_aside([printed.pdf, behind.pdf], chapters)
    except press.PressBusy as error:
        raise PressIsBusy from error


def _require_document(key: str) -> Document:
    if key not in DOCUMENTS:
        raise Http404
    return DOCUMENTS[key]


def _form_of(request: HttpRequest, event: Event, document: Document) -> PaperForm:
    return PaperForm(request.GET.dict(), document, usual_sheet=event.club.sheet)


def _order_of_request(request: HttpRequest, event: Event, document: Document, options: Options) -> PrintOrder:
    return order_of(
        document,
        event,
        number_in(request.GET.get("hour", "")),
        _entry_of_request(request, event, document),
        table=number_in(request.GET.get("table", "")),
        address=address_for_phones(request),
        options=options,
    )


def _order_of_guest(request: HttpRequest, event: Event, document: Document, options: Options) -> PrintOrder:
    """Returns one order for everybody without an account until the evening changes or some minutes are over: however
    many ask, it is read once and printed once. Raises PressIsBusy before anything is read while guests cannot print."""
    minutes = int(timezone.now().timestamp()) // SECONDS_FOR_GUESTS
    asked = (event.pk, document.key, options, *(request.GET.get(name, "") for name in ("hour", "entry", "table")))
    state = (event.revision, minutes, event.club.name, get_language(), address_for_phones(request))
    if not press.the_press().has_room_for_guest() and ORDERS_OF_GUESTS.peek(asked, state) is None:
        raise PressIsBusy
    return ORDERS_OF_GUESTS.get_or_make(asked, state, lambda: _order_of_request(request, event, document, options))


def _entry_of_request(request: HttpRequest, event: Event, document: Document) -> Entry | None:
    number = number_in(request.GET.get("entry", "")) if document.personal else None
    return get_object_or_404(event.entries.select_related("player"), pk=number) if number is not None else None
