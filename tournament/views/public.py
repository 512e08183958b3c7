"""Pages without an account: tonight, and where do I sit."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache

from tournament.models import Event, Stage
from tournament.queries.evenings import evenings_on
from tournament.queries.hours import hour_of, hours_of
from tournament.queries.leagues import leagues_are_shown
from tournament.queries.rests import names_of_rests
from tournament.queries.screens import called_out
from tournament.queries.seats import places_of, seated_tables
from tournament.queries.undone import undone_release
from tournament.views.clock import clocks_of
from tournament.views.sheets import hour_asked_for
from tournament.views.web import asks_for_part, everybody, number_in, same_for_all, the_event


@everybody
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Tonight: every evening that is on, with its clock and ways in."""
    now = timezone.now()
    today = timezone.localdate(now)
    evenings = [clocks_of(event, now) | called_out(event) for event in evenings_on(today)]
    is_today = any(evening["event"].date == today for evening in evenings)
    context = {"evenings": evenings, "is_today": is_today, "leagues_are_shown": leagues_are_shown()}
    return render(request, "public/home.html", context)


@everybody
def seats(request: HttpRequest, pk: int) -> HttpResponse:
    """From A to Z with the opponents turn by turn, or with `?by=table` the room; a draft is never shown."""
    event = the_event(pk)
    context = _seats(event, hour_asked_for(request, event), request)
    return page(request, "seats", context | {"hours": hours_of(event)})


@everybody
def seats_out(request: HttpRequest, pk: int) -> HttpResponse:
    """Of a page without seats, the part that waits for them: a whole hall has it open when they are released. Of one
    that shows those of `?hour=`, nothing as long as they are out."""
    event = the_event(pk)
    if (shown := number_in(request.GET.get("hour", ""))) is not None and hour_of(event, shown) is not None:
        return HttpResponse(status=204)
    context = _seats(event, hour_of(event), request)
    return same_for_all(render(request, "public/_seats_out.html", context), event)


def _seats(event: Event, stage: Stage | None, request: HttpRequest) -> dict[str, Any]:
    by_table = request.GET.get("by") == "table"
    name = request.GET.get("name", "")[:80]
    return {
        "event": event,
        "stage": stage,
        "by_table": by_table,
        "name": name,
        "undone": undone_release(event),
        "tables": seated_tables(event, stage) if stage and by_table else [],
        "resting": names_of_rests(event, stage) if stage and by_table else (),
        "places": places_of(event, stage, name) if stage and not by_table else [],
    }


def page(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    """A whole page, or for htmx the part of it that changes."""
    response = render(request, f"public/{'_' if asks_for_part(request) else ''}{name}.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response
