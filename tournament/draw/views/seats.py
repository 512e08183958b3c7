"""Shows the hall where everybody sits. The whole hall asks at one moment, so the page is made once per revision."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from tournament.draw.queries.seats import PlaceOf, names_of_rests, places_of, places_with, seated_tables
from tournament.draw.queries.undone_releases import undone_release
from tournament.event.queries.hours import released_stage, released_stages
from tournament.event.queries.line_ups import line_ups_shown
from tournament.foundation.revision_cache import RevisionCache
from tournament.models import Event, Stage
from tournament.web.guards import everybody
from tournament.web.pages import HtmxRequest, hour_asked_for, number_in, page, same_for_all, the_event

# A list of 200 people is 70 kB. A club has one or two evenings on, each with a few ways to show its seats.
PLACES: RevisionCache[list[PlaceOf]] = RevisionCache(most=8)
SEATS: RevisionCache[SafeString] = RevisionCache(most=16)


@everybody
def seats(request: HtmxRequest, pk: int) -> HttpResponse:
    """Shows seats from A to Z with opponents turn by turn, or by table with `?by=table`. Never shows a draft."""
    event = the_event(pk)
    hours = released_stages(event)
    stage = hour_asked_for(request, hours)
    by_table, name = _read_request(request)
    if request.htmx:
        return page(request, "draw", "seats", _seats(event, stage, name, by_table=by_table))
    context = {"event": event, "stage": stage, "hours": hours, "part": _part(event, stage, name, by_table=by_table)}
    return page(request, "draw", "seats", context)


@everybody
def seats_out(request: HttpRequest, pk: int) -> HttpResponse:
    """Answers with the part of the seats page that waits for seats; the whole hall has it open when they are released.
    A page that shows the seats of `?hour=` gets 204 as long as these are released."""
    event = the_event(pk)
    if (shown := number_in(request.GET.get("hour", ""))) is not None and released_stage(event, shown) is not None:
        return HttpResponse(status=204)
    by_table, name = _read_request(request)
    return same_for_all(HttpResponse(_part(event, released_stage(event), name, by_table=by_table)), event)


def _read_request(request: HttpRequest) -> tuple[bool, str]:
    return request.GET.get("by") == "table", request.GET.get("name", "")[:80]


def _part(event: Event, stage: Stage | None, name: str, *, by_table: bool) -> SafeString:
    """Returns the seats with the search box, or the message that none are released; cached unless a name is looked
    for."""
    render = partial(_render_part, event, stage, name, by_table=by_table)
    key = (event.pk, stage.pk if stage else None, by_table, get_language())
    return render() if name else SEATS.get_or_make(key, event.revision, render)


def _render_part(event: Event, stage: Stage | None, name: str, *, by_table: bool) -> SafeString:
    context = _seats(event, stage, name, by_table=by_table)
    context |= {"undone": undone_release(event), "line_ups": line_ups_shown(event)}
    return SafeString(render_to_string("draw/_seats_out.html", context))


def _seats(event: Event, stage: Stage | None, name: str, *, by_table: bool) -> dict[str, Any]:
    context = {"event": event, "stage": stage, "by_table": by_table, "name": name}
    if stage is None:
        return context
    if by_table:
        return context | {"tables": seated_tables(event, stage), "resting": names_of_rests(event, stage)}
    places = PLACES.get_or_make((stage.pk, get_language()), event.revision, partial(places_of, event, stage))
    return context | {"places": places_with(places, name) if name else places}
