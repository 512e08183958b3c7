"""Pages without an account: tonight, where do I sit, and the standings once they are shown."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.cache import never_cache

from tournament.models import Event
from tournament.queries.cuts import final_ties
from tournament.queries.evenings import evenings_on, standings_page
from tournament.queries.hours import hour_numbers, hours_of
from tournament.queries.rests import names_of_rests
from tournament.queries.round_standings import tables_of
from tournament.queries.seats import places_of, seated_tables
from tournament.queries.standings import standings_of
from tournament.views.clock import clocks_of
from tournament.views.sheets import hour_asked_for
from tournament.views.web import asks_for_part, at_the_desk, everybody, the_event


@everybody
@never_cache
def home(request: HttpRequest) -> HttpResponse:
    """Tonight: every evening that is on, with its clock and ways in."""
    now = timezone.now()
    today = timezone.localdate(now)
    evenings = [clocks_of(event, now) for event in evenings_on(today)]
    is_today = any(evening["event"].date == today for evening in evenings)
    return render(request, "public/home.html", {"evenings": evenings, "is_today": is_today})


@everybody
def seats(request: HttpRequest, pk: int) -> HttpResponse:
    """From A to Z with the opponents turn by turn, or with `?by=table` the room; a draft is never shown.
    A page without seats asks again with `?waiting`, and is loaded anew once they are out."""
    event = the_event(pk)
    stage = hour_asked_for(request, event)
    by_table = request.GET.get("by") == "table"
    name = request.GET.get("name", "")[:80]
    context = {
        "event": event,
        "stage": stage,
        "hours": hours_of(event),
        "by_table": by_table,
        "name": name,
        "tables": seated_tables(event, stage) if stage and by_table else [],
        "resting": names_of_rests(event, stage) if stage and by_table else (),
        "places": places_of(event, stage, name) if stage and not by_table else [],
    }
    response = _page(request, "seats", context)
    if stage and "waiting" in request.GET:
        response.headers["HX-Refresh"] = "true"
    return response


@everybody
def standings(request: HttpRequest, pk: int) -> HttpResponse:
    """The standings once the director shows them; `?agreed=1` counts settled results only, `?hour=1` one hour, and
    `?of=` is another table from the same results of an evening of rounds."""
    event = the_event(pk)
    # Whatever is written to the event makes another version of it, and so does signing in.
    version = f"{event.revision}-{int(may_see_standings(request, event))}"
    known = get_conditional_response(request, f'"{version}"') if asks_for_part(request) else None
    if known is not None:
        return known
    if not may_see_standings(request, event):
        return _page(request, "standings_hidden", {"event": event, "version": version})
    hours = 1 if request.GET.get("hour") == "1" else None
    of = next((table for table in tables_of(event) if table == request.GET.get("of")), tables_of(event)[0])
    counted = standings_of(event, hours=hours, agreed_only=request.GET.get("agreed") == "1", of=of)
    page = standings_page(counted)
    released = range(counted.hours) if event.is_of_rounds else hours_of(event)
    context = {"event": event, "version": version, "page": page, "hours": released, "hour": hours}
    context["rounds_to_come"] = len(hour_numbers(event)) > len(released)
    if hours is None and of == "entered" and may_cut(request, event):
        context["level"] = final_ties(page.standings)
    return _page(request, "standings", context)


def may_see_standings(request: HttpRequest, event: Event) -> bool:
    """Everybody once the director shows them; before that, who is signed in."""
    return event.standings_shown or at_the_desk(request)


def may_cut(request: HttpRequest, event: Event) -> bool:
    """Whether the director asks while the evening is open."""
    return at_the_desk(request) and getattr(request.user, "is_director", False) and event.locked_at is None


def _page(request: HttpRequest, name: str, context: dict[str, Any]) -> HttpResponse:
    """A whole page, or for htmx the part of it that changes."""
    response = render(request, f"public/{'_' if asks_for_part(request) else ''}{name}.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response
