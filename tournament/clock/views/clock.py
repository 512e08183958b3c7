"""The pages of the round clock and the timetable: the director's buttons, the part that pages poll, and the clock for
the wall."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from tournament.clock.forms import BreakForm, TableTimeForm
from tournament.clock.queries.rounds import clocks_of, released_rounds
from tournament.clock.queries.timetable import timetable_of
from tournament.clock.services.rounds import (
    end_round,
    extend_round,
    pause_round,
    reopen_round,
    resume_round,
    shorten_round,
    start_round,
)
from tournament.draw.queries.draws import movement_of
from tournament.foundation.errors import TournamentError
from tournament.models import Event, Round
from tournament.web.guards import StaffRequest, director_only, everybody
from tournament.web.pages import HtmxRequest, number_in, part_unless_known, same_for_all, the_event

PRESSES: Mapping[str, Callable[..., bool]] = {
    "start": start_round,
    "pause": pause_round,
    "resume": resume_round,
    "extend": partial(extend_round, by_time=timedelta(minutes=1)),
    "shorten": partial(shorten_round, by_time=timedelta(minutes=1)),
    "end": end_round,
    "reopen": reopen_round,
}


@director_only
@never_cache
def clock(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows every bell of the hall with its buttons. A press names the round and how its clock stood (`Bell.mark`)."""
    event, now = the_event(pk), timezone.now()
    if request.method == "POST":
        _press(request, event)
        return redirect("clock", pk)
    rounds = released_rounds(event)
    context = clocks_of(event, now, rounds)
    bells, times = context["bells"], timetable_of(event, now, rounds)
    context |= {
        "round_minutes": event.turn_length(movement_of(event).turns) // timedelta(minutes=1),
        "together": bells if len(bells) > 1 and all(bell.can_start for bell in bells) else [],
        "times": times,
        "break_form": BreakForm(event, after=times.can_break_after if times else ()),
        "table_time": TableTimeForm(),
    }
    return _unless_known(request, "clock/clock.html", context)


def _press(request: StaffRequest, event: Event) -> None:
    """Does what was pressed. If it cannot be done any more, a message above the current clock says so."""
    do = PRESSES.get(request.POST.get("action", ""))
    if do is None:
        raise Http404
    rounds = Round.objects.filter(stage__event=event).select_related("stage__event")
    pressed = [pair.partition("-") for pair in request.POST.getlist("round")]
    pressed_rounds = [(get_object_or_404(rounds, pk=number_in(pk)), seen) for pk, _dash, seen in pressed]
    now = timezone.now()
    try:
        done = [do(round, by=request.user, now=now, seen=seen) for round, seen in pressed_rounds]
    except TournamentError as refused:
        messages.error(request, str(refused))
        return
    if not all(done):
        messages.info(
            request, _("This was already pressed, here or on another device. The page shows the clock as it is now.")
        )


@everybody
@never_cache
def clock_parts(request: HttpRequest, pk: int) -> HttpResponse:
    """Answers with the bells alone, with `?wall=1` as large as a wall needs them, with `?director=1` in words for the
    director; 304 if the page has them already."""
    asked = {"wall": request.GET.get("wall") == "1", "for_director": request.GET.get("director") == "1"}
    context = clocks_of(the_event(pk), timezone.now()) | asked
    # The bell rings when its time comes, without a write, so the response may be kept for a second only.
    return same_for_all(_unless_known(request, "clock/_clocks.html", context), context["event"], seconds=1)


@everybody
@never_cache
def clock_screen(request: HttpRequest, pk: int) -> HttpResponse:
    context = clocks_of(the_event(pk), timezone.now()) | {"wall": True}
    return render(request, "clock/clock_screen.html", context)


def _unless_known(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """Answers with the page, or 304 if the client has this version. Both carry the hall's time, for clocks that have
    drifted."""
    response = part_unless_known(request, context["version"], lambda: render(request, template, context))
    response.headers["Hall-Now"] = context["now"].isoformat()
    return response


@everybody
@never_cache
def timetable(request: HtmxRequest, pk: int) -> HttpResponse:
    """Shows what is still to come with its times; for htmx only that part, or 304 if nothing changed. `?end` is the
    sentence that says when the last round ends."""
    event = the_event(pk)
    times = timetable_of(event, timezone.now())
    etag = f'"{times.version if times else "over"}"'
    known = get_conditional_response(request, etag) if request.htmx else None
    template = "clock/_timetable.html" if request.htmx else "clock/timetable.html"
    if request.htmx and "end" in request.GET:
        template = "clock/_timetable_end.html"
    context = {"event": event, "times": times, "for_director": "advice" in request.GET}
    response = known or render(request, template, context)
    response.headers["ETag"] = etag
    patch_vary_headers(response, ["HX-Request"])
    return response
