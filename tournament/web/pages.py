"""What views share: the event, hour and numbers that a request names, and the page or the part of it that answers."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.http import content_disposition_header
from django_htmx.middleware import HtmxDetails

from tournament.models import Entry, Event, Stage, name_for_reader, names_in, of_shown_club
from tournament.web.hosts import host_for_phones
from tournament.web.navigation import club_shows_seasons

# More digits than any id or hour has; the database would refuse longer ones.
LONGEST_NUMBER = 18


class HtmxRequest(HttpRequest):
    """A request as views get it after the middleware of django_htmx: `htmx` is true if htmx asks, for the part of a
    page that it swaps."""

    htmx: HtmxDetails


def page(request: HtmxRequest, room: str, name: str, context: dict[str, Any]) -> HttpResponse:
    """Renders a whole page, or for htmx the part of it that changes."""
    response = render(request, f"{room}/{'_' if request.htmx else ''}{name}.html", context)
    patch_vary_headers(response, ["HX-Request"])
    return response


def part_unless_known(request: HttpRequest, version: str, render_part: Callable[[], HttpResponse]) -> HttpResponse:
    """Answers with the part of a page that `render_part` makes, or with 304 if the client has this version of it."""
    etag = f'"{version}"'
    response = get_conditional_response(request, etag) or render_part()
    response.headers["ETag"] = etag
    return response


def file_response(content: str | bytes, kind: str, name: str, *, download: bool) -> HttpResponse:
    """Answers with a file that no cache may store, shown in the browser or downloaded under its name."""
    disposition = content_disposition_header(download, name) or ""
    headers = {"Cache-Control": "private, no-store", "Content-Disposition": disposition}
    return HttpResponse(content, content_type=kind, headers=headers)


def the_event(pk: int) -> Event:
    """Returns an evening with its club, its name as the reader may see it. Raises Http404."""
    events = Event.objects.filter(of_shown_club()).select_related("club")
    return name_for_reader(get_object_or_404(events.annotate(club_shows_seasons=club_shows_seasons()), pk=pk))


def the_entry(event: int, pk: int) -> Entry:
    """Returns somebody's entry in an evening, with its event, club and player. One query."""
    entries = Entry.objects.filter(of_shown_club("event__club"), event=event, event__binned_at=None)
    return get_object_or_404(entries.select_related("event__club", "player", "team"), pk=pk)


def hour_asked_for(request: HttpRequest, hours: Sequence[Stage]) -> Stage | None:
    """Returns the released hour that `?hour=` names; without it the latest. Raises Http404 for any other."""
    asked = request.GET.get("hour", "")
    stages = [stage for stage in hours if not asked or stage.number == number_in(asked)]
    if asked and not stages:
        raise Http404
    return stages[-1] if stages else None


def number_in(asked: str) -> int | None:
    """Returns the number in an address or from a button, or None if there is none. Raises Http404 if it is no
    number."""
    if not asked:
        return None
    if not (asked.isascii() and asked.isdecimal() and len(asked) <= LONGEST_NUMBER):
        raise Http404
    return int(asked)


@lru_cache(maxsize=64)
def address_for_each(name: str, *args: object) -> Callable[[object], str]:
    """Returns a function that makes the address of each row of a long list from the row's id, the last number in it.
    `reverse` would take longer than the rest of a row."""
    before, _number, after = reverse(name, args=[*args, 0]).rpartition("0")
    return lambda number: f"{before}{number}{after}"


def address_for_phones(request: HttpRequest) -> str:
    """Returns the address at which a phone finds what this request found, as "http://10.0.0.7:8000"; empty with no
    network."""
    host = host_for_phones(request.get_host())
    return f"{request.scheme}://{host}" if host else ""


def same_for_all(response: HttpResponse, event: Event, *, seconds: int = 10) -> HttpResponse:
    """Marks a part as the same for everybody without an account until something in the evening changes, at most this
    long: it is made once for all who ask (`live.shared_responses`). An evening that is locked is left out, because
    readers may see different names in it."""
    if event.locked_at is None and names_in(event) is None:
        response.headers["Hall-Same"] = f"{event.pk} {seconds}"
    return response
