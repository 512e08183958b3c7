"""The timetable of an evening: a page and a part of other pages, for everybody."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.cache import never_cache

from tournament.queries.timetable import timetable_of
from tournament.views.web import asks_for_part, everybody, the_event


@everybody
@never_cache
def timetable(request: HttpRequest, pk: int) -> HttpResponse:
    """What is still to come with its times; for htmx the part alone, 304 as long as it has it as it is."""
    event = the_event(pk)
    times = timetable_of(event, timezone.now())
    etag = f'"{times.version if times else "over"}"'
    known = get_conditional_response(request, etag) if asks_for_part(request) else None
    template = "_timetable.html" if asks_for_part(request) else "public/timetable.html"
    context = {"event": event, "times": times, "for_director": "advice" in request.GET}
    response = known or render(request, template, context)
    response.headers["ETag"] = etag
    patch_vary_headers(response, ["HX-Request"])
    return response
