"""Paper: the page that offers what can be printed, and each document as a PDF."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from tournament.hosts import for_phones
from tournament.models import Entry, Event
from tournament.printing.document import Document, PressIsBusy, SeenBy
from tournament.printing.documents import DOCUMENTS
from tournament.printing.offers import shelves_of
from tournament.printing.typesetting import refuse_the_hall, typeset
from tournament.views.web import at_the_desk, everybody, number_in, scorer_only, the_event

SECONDS_TO_TRY_AGAIN = 3


@scorer_only
def paper(request: HttpRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    return render(request, "scorer/paper.html", {"event": event, "shelves": shelves_of(event)})


@everybody
@require_safe
def pdf(request: HttpRequest, pk: int, document: str) -> HttpResponse:
    """`?hour=` says which hour, `?entry=` whose sheet, `?table=` which card. The hall gets seats that are out and
    standings that are shown; for the rest sign in."""
    event = the_event(pk)
    if document not in DOCUMENTS:
        raise Http404
    found = DOCUMENTS[document]
    if found.seen_by is SeenBy.DESK:
        return _pdf_for_the_desk(request, event, found)
    if not at_the_desk(request):
        refuse_the_hall(found, event, number_in(request.GET.get("hour", "")))
    return _pdf(request, event, found)


def _pdf(request: HttpRequest, event: Event, document: Document) -> HttpResponse:
    """The PDF in the reader's own window; while the press is busy, a page that asks again."""
    try:
        printed = typeset(
            document.key,
            event,
            number_in(request.GET.get("hour", "")),
            _entry(request, event, document),
            table=number_in(request.GET.get("table", "")),
            address=address_for_phones(request),
        )
    except PressIsBusy as error:
        again = {"Retry-After": str(SECONDS_TO_TRY_AGAIN), "Refresh": str(SECONDS_TO_TRY_AGAIN)}
        return HttpResponse(render(request, "error.html", {"message": str(error)}), status=503, headers=again)
    headers = {
        "Cache-Control": "private, no-store",
        "Content-Disposition": content_disposition_header(False, printed.filename) or "inline",
    }
    return HttpResponse(printed.pdf, content_type="application/pdf", headers=headers)


_pdf_for_the_desk = scorer_only(_pdf)


def address_for_phones(request: HttpRequest) -> str:
    """Where a phone finds what this request found, as "http://10.0.0.7:8000"; empty with no network."""
    host = for_phones(request.get_host())
    return f"{request.scheme}://{host}" if host else ""


def _entry(request: HttpRequest, event: Event, document: Document) -> Entry | None:
    number = number_in(request.GET.get("entry", "")) if document.personal else None
    return get_object_or_404(event.entries.select_related("player"), pk=number) if number is not None else None
