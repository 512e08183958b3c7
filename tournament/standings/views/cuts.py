"""Pages for breaking ties at the end: the cards that were cut, or a play-off."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.event.queries.hours import released_stages
from tournament.models import Event, PlayOff
from tournament.standings.forms.cuts import CutForm, PlayOffForm
from tournament.standings.queries.cuts import final_ties, play_offs_of, ways_to_break_ties
from tournament.standings.queries.groups import counting_now
from tournament.standings.queries.shared_standings import shared_standings
from tournament.standings.services import record_cuts, record_play_off, take_back_play_off
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import the_event


@director_only
def final_cut(request: StaffRequest, pk: int) -> HttpResponse:
    """Saves the cut of tied players. One tie may cut before another: whoever has no card yet stays tied."""
    event = the_event(pk)
    ties = final_ties(shared_standings(event, counting=counting_now(event)))
    form = CutForm(ties, request.POST if request.method == "POST" else None)
    if form.is_valid():
        record_cuts(released_stages(event)[-1], form.cards(), by=request.user, now=timezone.now())
        messages.success(request, _("The cut is saved."))
        return redirect("standings", pk)
    return _page(request, event, form, PlayOffForm(ties))


@director_only
@require_POST
def play_off(request: StaffRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    ties = final_ties(shared_standings(event, counting=counting_now(event)))
    form = PlayOffForm(ties, request.POST)
    if form.is_valid():
        for order in form.orders():
            record_play_off(released_stages(event)[-1], order, by=request.user, now=timezone.now())
        messages.success(request, _("The play-off is saved."))
        return redirect("standings", pk)
    return _page(request, event, CutForm(ties), form)


@director_only
@require_POST
def no_play_off(request: StaffRequest, pk: int, kept: int) -> HttpResponse:
    event = the_event(pk)
    play_off = get_object_or_404(PlayOff, pk=kept, stage__event=event)
    take_back_play_off(play_off, by=request.user, now=timezone.now())
    messages.success(request, _("The play-off is undone. They are tied again."))
    return redirect("final_cut", pk)


def _page(request: HttpRequest, event: Event, cut: CutForm, play_off: PlayOffForm) -> HttpResponse:
    """Shows each of the two forms that counts in this evening's order."""
    ways = ways_to_break_ties(event)
    context = {
        "event": event,
        "ties": cut.ties,
        "cut_form": cut if "cut" in ways else None,
        "play_off_form": play_off if "play_off" in ways else None,
        "play_offs": play_offs_of(event),
        "ways": ways,
    }
    is_wrong = cut.errors or play_off.errors
    return render(request, "standings/cut.html", context, status=422 if is_wrong else 200)
