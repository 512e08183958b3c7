"""The cards that players level at the end of the evening have cut: who stands before whom."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.forms.draw import CutForm
from tournament.queries.cuts import final_ties
from tournament.queries.hours import hours_of
from tournament.queries.standings import standings_of
from tournament.services.draws import record_cuts
from tournament.views.web import StaffRequest, director_only, the_event


@director_only
def final_cut(request: StaffRequest, pk: int) -> HttpResponse:
    """One group may cut while another plays on: whoever has no card yet stays level."""
    event = the_event(pk)
    form = CutForm(final_ties(standings_of(event)), request.POST if request.method == "POST" else None)
    if form.is_valid():
        record_cuts(hours_of(event)[-1], form.cards(), by=request.user, now=timezone.now())
        messages.success(request, _("The cut is kept."))
        return redirect("standings", pk)
    return render(request, "director/cut.html", {"event": event, "cut_form": form}, status=422 if form.errors else 200)
