"""The director's other clock buttons: silence, holding rounds back, time for one table, and the clock's settings."""

from collections.abc import Callable, Mapping
from functools import partial

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.clock.forms import BreakForm, ClockForm, TableTimeForm
from tournament.clock.queries.timetable import timetable_of
from tournament.clock.services.hall_clock import (
    give_table_time,
    hold_start,
    mute,
    release_start,
    set_break,
    take_back_table_time,
)
from tournament.event.services.events import change_settings
from tournament.foundation.errors import TournamentError
from tournament.models import Event
from tournament.web.guards import StaffRequest, director_only
from tournament.web.pages import number_in, the_event

PRESSES: Mapping[str, Callable[..., None]] = {
    "mute": partial(mute, is_muted=True),
    "unmute": partial(mute, is_muted=False),
    "hold": hold_start,
    "let": release_start,
}


@director_only
@require_POST
def press(request: StaffRequest, pk: int) -> HttpResponse:
    """Does what a button for the whole evening says. A second press does nothing more."""
    do = PRESSES.get(request.POST.get("action", ""))
    if do is None:
        raise Http404
    return _change_clock(request, the_event(pk), do)


@director_only
@require_POST
def table_time(request: StaffRequest, pk: int) -> HttpResponse:
    """Gives one table more time, or takes it back with `action=take_back`."""
    event = the_event(pk)
    if request.POST.get("action") == "take_back":
        table = number_in(request.POST.get("table", "")) or 0
        return _change_clock(request, event, partial(take_back_table_time, table=table))
    form = TableTimeForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("Choose a table and 1 to 30 minutes."))
        return redirect("clock", pk)
    return _change_clock(
        request, event, partial(give_table_time, table=form.cleaned_data["table"], by_time=form.by_time)
    )


@director_only
@require_POST
def set_a_break(request: StaffRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    times = timetable_of(event, timezone.now())
    form = BreakForm(event, request.POST, after=times.can_break_after if times else ())
    if not form.is_valid():
        sentence = _("Choose a round whose next round has not started, and a break of 0 to 240 minutes.")
        messages.error(request, sentence)
        return redirect("clock", pk)
    return _change_clock(request, event, partial(set_break, **form.cleaned_data))


def _change_clock(request: StaffRequest, event: Event, do: Callable[..., None]) -> HttpResponse:
    """Changes the clock. If it cannot be done, a message above the current clock says so."""
    try:
        do(event, by=request.user, now=timezone.now())
    except TournamentError as refused:
        messages.error(request, str(refused))
    return redirect("clock", event.pk)


@director_only
def clock_settings(request: StaffRequest, pk: int) -> HttpResponse:
    event, now = the_event(pk), timezone.now()
    form = ClockForm(event, request.POST or None, now=now)
    if form.is_valid():
        change_settings(event, form.settings(), by=request.user, now=now)
        messages.success(request, _("Saved."))
        return redirect("clock", pk)
    context = {"event": event, "form": form}
    return render(request, "clock/clock_settings.html", context, status=422 if form.is_bound else 200)
