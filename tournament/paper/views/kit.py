"""The power-cut kit on the Paper page: the latest one, and making one now."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from tournament.models import Event
from tournament.paper.kit_files import ask_for_kit, is_asked_for, saved_kit_of
from tournament.paper.kit_worker import KIT_WORKER, make_kit_now
from tournament.paper.queries.kits import rest_of_evening
from tournament.storage.data_lock import LockHeld
from tournament.web.guards import scorer_only
from tournament.web.pages import HtmxRequest, file_response, the_event


def kit_context_of(event: Event) -> dict[str, Any]:
    """Returns the context of the kit's part of the page. Five queries."""
    left, kept = rest_of_evening(event), saved_kit_of(event)
    return {
        "kit": kept,
        "is_current": kept is not None and left is not None and kept.mark == left.mark,
        "can_be_made": left is not None and event.locked_at is None,
        "is_making": is_asked_for(event),
    }


@scorer_only
@require_http_methods(["GET", "HEAD", "POST"])
def kit(request: HtmxRequest, pk: int) -> HttpResponse:
    """Shows the kit's part of the page. A POST asks the worker for a kit, or makes it at once if there is no worker."""
    event = the_event(pk)
    if request.method == "POST" and not KIT_WORKER.ask(event):
        try:
            make_kit_now(event, timezone.now())
        except LockHeld:
            ask_for_kit(event)  # the host that makes one now finds the request
    if not request.htmx:
        return redirect(f"{reverse('paper', args=[pk])}#kit")
    return render(request, "paper/_kit.html", {"event": event, **kit_context_of(event)})


@scorer_only
@require_safe
def kit_pdf(request: HttpRequest, pk: int) -> HttpResponse:
    kept = saved_kit_of(the_event(pk))
    if kept is None:
        raise Http404
    return file_response(kept.path.read_bytes(), "application/pdf", kept.path.name, download=True)
