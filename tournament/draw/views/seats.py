"""Where everybody sits, for the hall."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from tournament.draw.queries.seats import names_of_rests, places_of, seated_tables
from tournament.draw.queries.undone_releases import undone_release
from tournament.event.queries.hours import hour_of, hours_of
from tournament.foundation.guards import everybody
from tournament.foundation.pages import HtmxRequest, hour_asked_for, number_in, page, same_for_all, the_event
from tournament.models import Event, Stage


@everybody
def seats(request: HtmxRequest, pk: int) -> HttpResponse:
    """From A to Z with the opponents turn by turn, or with `?by=table` the room; a draft is never shown."""
    event = the_event(pk)
    context = _seats(event, hour_asked_for(request, hours_of(event)), request)
    return page(request, "draw", "seats", context | {"hours": hours_of(event)})


@everybody
def seats_out(request: HttpRequest, pk: int) -> HttpResponse:
    """Of a page without seats, the part that waits for them: a whole hall has it open when they are released. Of one
    that shows those of `?hour=`, nothing as long as they are out."""
    event = the_event(pk)
    if (shown := number_in(request.GET.get("hour", ""))) is not None and hour_of(event, shown) is not None:
        return HttpResponse(status=204)
    context = _seats(event, hour_of(event), request)
    return same_for_all(render(request, "draw/_seats_out.html", context), event)


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
