"""The power-cut kit on the Paper page: when the last was made, where it lies, and one made now."""

from contextlib import suppress
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_http_methods, require_safe

from tournament.foundation.guards import scorer_only
from tournament.foundation.pages import HtmxRequest, the_event
from tournament.models import Event
from tournament.paper.kit_files import InWork, is_asked_for, kept_kit
from tournament.paper.kit_worker import KEEPING, kit_now
from tournament.paper.queries.kits import left_of


def shown_kit(event: Event) -> dict[str, Any]:
    """Given to the part. Five queries."""
    left, kept = left_of(event), kept_kit(event)
    return {
        "kit": kept,
        "is_current": kept is not None and left is not None and kept.mark == left.mark,
        "can_be_made": left is not None and event.locked_at is None,
        "is_making": is_asked_for(event),
    }


@scorer_only
@require_http_methods(["GET", "HEAD", "POST"])
def kit(request: HtmxRequest, pk: int) -> HttpResponse:
    """The part by itself; posted to, a kit is made now, beside all else where the server does such things."""
    event = the_event(pk)
    if request.method == "POST" and not KEEPING.ask(event):
        with suppress(InWork):
            kit_now(event, timezone.now())
    if not request.htmx:
        return redirect(f"{reverse('paper', args=[pk])}#kit")
    return render(request, "paper/_kit.html", {"event": event, **shown_kit(event)})


@scorer_only
@require_safe
def kit_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    kept = kept_kit(the_event(pk))
    if kept is None:
        raise Http404
    headers = {
        "Cache-Control": "private, no-store",
        "Content-Disposition": content_disposition_header(True, kept.path.name) or "attachment",
    }
    return HttpResponse(kept.path.read_bytes(), content_type="application/pdf", headers=headers)
