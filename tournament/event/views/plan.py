"""The plan page of an evening of rounds: its parts, ways to fill the time until closing, and the ranking."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.event.forms.plan import PlanForm
from tournament.event.queries.events import fixed_settings_of
from tournament.event.queries.hours import parts_of
from tournament.event.queries.plans import PlanOffers, describe_plan, offers_for
from tournament.event.services.events import change_settings
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import the_event


@director_only
def plan(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows and saves the plan. A POST with `take` uses that way to fill the evening; the step "keep" saves only what
    is asked for; any other step proposes ways again."""
    event, now = the_event(pk), timezone.now()
    if not event.kind.is_planned:
        return redirect("settings_of_event", pk)
    form = PlanForm(event, request.POST or None, fixed=fixed_settings_of(event), now=now)
    offers = offers_for(form.request) if form.is_valid() else PlanOffers()
    if form.is_valid() and (request.POST.get("step") == "keep" or "take" in request.POST):
        taken = next((offer for offer in offers.offers if offer.key == request.POST.get("take")), None)
        if taken is not None or "take" not in request.POST:
            change_settings(event, form.settings(taken), by=request.user, now=now)
            messages.success(request, _("Saved: %(plan)s.") % {"plan": taken.headline} if taken else _("Saved."))
            return redirect("event" if taken else "plan", pk)
        messages.warning(request, _("That plan is no longer available. Choose again."))
    context = {"event": event, "form": form, "offers": offers, "planned": describe_plan(parts_of(event))}
    return render(request, "event/plan.html", context, status=422 if form.errors else 200)
