"""The page on which the director swaps the recorded seats of two players of the current round."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.draw.forms import ReseatForm
from tournament.draw.queries.reseats import changes_made, changes_of, places_of
from tournament.draw.services.reseat import CannotReseat, ResultInTheWay
from tournament.draw.services.reseat import reseat as change_seats
from tournament.event.queries.hours import released_stage
from tournament.models import Entry, Stage, join_names
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import the_event


@director_only
def reseat(request: StaffRequest, pk: int, hour: int) -> HttpResponse:
    event = the_event(pk)
    if event.kind.has_free_chairs:
        raise Http404
    stage = get_object_or_404(
        Stage.objects.select_related("event"), event=event, number=hour, released_at__isnull=False
    )
    seated = list(Entry.objects.filter(event=event).select_related("player"))
    form = ReseatForm(request.POST if request.method == "POST" else None, seated=seated)
    can_reopen = False
    if form.is_valid():
        try:
            one, other = form.cleaned_data["reseat"]
            by_now: dict[str, Any] = {"by": request.user, "now": timezone.now()}
            reopening, seen = form.cleaned_data["reopen"], form.cleaned_data["seen"]
            changed = change_seats(stage, one, other, seen=seen, reopening=reopening, **by_now)
        except CannotReseat as refused:
            form.add_error("reseat", str(refused))
            can_reopen = isinstance(refused, ResultInTheWay)
        else:
            names = [join_names([pair[side].name for pair in changed]) for side in (0, 1)]
            sentence = _("%(one)s ↔ %(other)s: swapped. The hands now count for the players who played them.")
            if reopening:
                sentence = _(
                    "%(one)s ↔ %(other)s: swapped. The agreement and the slips of their tables are undone: key them in "
                    "or agree them again."
                )
            messages.success(request, sentence % {"one": names[0], "other": names[1]})
            return redirect("reseat", pk, hour)
    context = {
        "event": event,
        "hour": hour,
        "tables": places_of(stage),
        "changes": changes_of(stage),
        "seen": changes_made(stage),
        "is_on": released_stage(event) == stage and not event.locked_at,
        "form": form,
        "can_reopen": can_reopen,
        "ticked": request.POST.getlist("reseat"),
    }
    return render(request, "draw/reseat.html", context, status=422 if form.is_bound else 200)
