"""The director's page of points off and points added."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.event.queries.competitors import competitors_of
from tournament.foundation.errors import NoMatchToAdjust
from tournament.results.forms.adjustments import AdjustmentForm
from tournament.results.queries.adjustments import (
    adjustments_of,
    penalties_to_pick,
    rounds_to_adjust,
    say_what_points_decide,
)
from tournament.results.services.adjustments import adjust_points, take_back_adjustment
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import number_in, the_event


@director_only
@never_cache
def adjustments(request: StaffRequest, pk: int) -> HttpResponse:
    """Lists what counts, and asks for more. `?entry=` names somebody of the competitor whom the form starts with;
    pressing a penalty of the club fills the form with it and saves nothing."""
    event = the_event(pk)
    by, now = request.user, timezone.now()
    if "take_back" in request.POST:
        take_back_adjustment(event, number_in(request.POST["take_back"]) or 0, by=by, now=now)
        messages.success(request, _("Taken back. The totals are as they were; the log keeps it."))
        return redirect("adjustments", pk)
    competitors, penalties, rounds = competitors_of(event), penalties_to_pick(event), rounds_to_adjust(event)
    asked = number_in(request.GET.get("entry", ""))
    who = next((key for key, each in competitors.items() if asked in [entry.pk for entry in each.entries]), None)
    picked = next((each for each, _words in penalties if each.name == request.POST.get("penalty")), None)
    if picked:
        who, match_of = number_in(request.POST.get("who", "")), request.POST.get("match_of", "")
        form = AdjustmentForm(competitors, rounds, who=who, penalty=picked, match_of=match_of)
    else:
        form = AdjustmentForm(competitors, rounds, request.POST if request.method == "POST" else None, who=who)
    if form.is_valid():
        try:
            adjust_points(event, **form.adjustment_arguments(), by=by, now=now)
        except NoMatchToAdjust as nowhere:
            form.add_error("match_of", str(nowhere))
        else:
            messages.success(request, _("Saved. It counts in the standings, with the reason beside the name."))
            return redirect("adjustments", pk)
    context = {
        **{"event": event, "form": form, "given": adjustments_of(event, competitors)},
        **{"penalties": penalties, "picked": picked},
        "decides": say_what_points_decide(event),
    }
    return render(request, "results/adjustments.html", context, status=422 if form.is_bound else 200)
