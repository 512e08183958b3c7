"""The director's page of a match that cannot begin because a side is late."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.matches.queries.matches import sides_of
from tournament.results.services.lateness import mark_late, stop_waiting
from tournament.results.views.results import the_match
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import number_in, the_event


@director_only
@never_cache
def late(request: StaffRequest, pk: int, match: int) -> HttpResponse:
    """Shows the sides with a press for each, and starts or stops the timer of one."""
    event = the_event(pk)
    shown = the_match(event, match)
    if request.method != "POST":
        context = {"event": event, "match": shown.match, "sides": sides_of(shown.match)}
        return render(request, "results/late.html", context)
    side, by, now = number_in(request.POST.get("side", "")) or 0, request.user, timezone.now()
    change = stop_waiting if request.POST.get("action") == "came" else mark_late
    if not change(shown.match, side, by=by, now=now):
        messages.info(request, _("This was already done, here or on another device. The page is up to date now."))
    return redirect("event", pk)
