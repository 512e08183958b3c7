"""The page of a screen, shown by a browser in the hall. It needs no account, and gets only what the hall may see. All
that it shows in turn is in the page, so that it goes on while the network is away."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from tournament.clock.queries.rounds import bells_of
from tournament.foundation.guards import StaffRequest, director_only, everybody
from tournament.foundation.pages import address_for_phones
from tournament.foundation.throttle import Guesses, source_of
from tournament.models import CallOut, Event, Screen
from tournament.screens.queries.screens import call_outs_on, event_on, screen_of, wanted_now
from tournament.screens.services import TooManyScreens, hear, open_screen, take_screen
from tournament.screens.views.screen_pages import SCREEN_PAGES, Asked, ScreenPage

COOKIE_AGE = timedelta(days=400)
# A browser without cookies would be another screen each time.
OPENED = Guesses(limit=12, window=timedelta(minutes=10))


@dataclass(frozen=True)
class Showing:
    """What a screen shows now: pages in turn, each with its seconds; `until` is when the time alone makes it others."""

    event: Event | None
    pages: tuple[tuple[ScreenPage, int], ...]
    call_outs: tuple[CallOut, ...]
    until: datetime | None
    version: str

    @property
    def topics(self) -> str:
        """That may change it, for static/screens/screen.js; the clock stands in the corner of every page."""
        own = [topic for page, _seconds in self.pages for topic in page.topics]
        return " ".join(dict.fromkeys(("screens", "clock", "calls", *own)))


@require_safe
@everybody
@never_cache
def screen(request: HttpRequest) -> HttpResponse:
    """The whole page. A browser that is no screen becomes one here, which waits for the director."""
    found, now, secret = _screen_of(request), timezone.now(), ""
    if found is None:
        source = source_of(request.META["REMOTE_ADDR"])
        if OPENED.wait(source, now):
            raise TooManyScreens
        OPENED.wrong(source, now)
        found, secret = open_screen(now=now)
    response = render(request, "screens/screen.html", _context(request, found, now))
    return _remembering(response, secret)


@require_safe
@everybody
@never_cache
def screen_now(request: HttpRequest) -> HttpResponse:
    """What it shows now, for a page that is open: 304 as long as it has that, and the whole page anew where the screen
    was let go, or another evening is on than the one that it follows (`?event=`)."""
    found, now = _screen_of(request), timezone.now()
    if found is None:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    showing = showing_of(found, now)
    if request.GET.get("event", "") != (str(showing.event.pk) if showing.event else ""):
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    etag = f'"{showing.version}"'
    response = get_conditional_response(request, etag)
    response = response or render(request, "screens/_screen.html", _context(request, found, now, showing))
    response.headers["ETag"] = etag
    response.headers["Hall-Now"] = now.isoformat()
    return response


@require_POST
@csrf_exempt  # whoever signs in beside it changes the token, and a screen says no more than that it is there
@everybody
def screen_alive(request: HttpRequest) -> HttpResponse:
    found = _screen_of(request)
    if found is not None:
        hear(found, now=timezone.now())
    return HttpResponse(status=204)


@require_POST
@director_only
def screen_here(request: StaffRequest) -> HttpResponse:
    """The director's own browser becomes a screen, taken at once: for a second window on the projector."""
    found, now, secret = _screen_of(request), timezone.now(), ""
    if found is None:
        found, secret = open_screen(now=now)
    take_screen(found, on=event_on(timezone.localdate(now)), by=request.user, now=now)
    return _remembering(redirect("screen"), secret)


def showing_of(found: Screen, now: datetime) -> Showing:
    """Four to seven queries, without those of the pages."""
    event = found.event or event_on(timezone.localdate(now))
    if found.taken_at is None:
        return Showing(event, (), (), None, f"waiting-{found.code}")
    wanted = wanted_now(event, now)
    turns = [tuple(turn) for turn in found.turns] or wanted.turns
    pages = [(SCREEN_PAGES[key], seconds) for key, seconds in turns if key in SCREEN_PAGES]
    if event is None:
        pages = [(page, seconds) for page, seconds in pages if not page.of_event] or [(SCREEN_PAGES["welcome"], 30)]
    call_outs = tuple(call_outs_on(event, found)) if event else ()
    told: list[object] = [found.pk, found.revision, event and (event.pk, event.revision), wanted.until, call_outs]
    told += [(page.key, seconds) for page, seconds in pages]
    if any(page.changes_with_time for page, _seconds in pages):
        told.append(now.replace(second=0, microsecond=0))
    return Showing(event, tuple(pages), call_outs, wanted.until, sha256(repr(told).encode()).hexdigest()[:16])


def _context(request: HttpRequest, found: Screen, now: datetime, showing: Showing | None = None) -> dict[str, Any]:
    showing = showing or showing_of(found, now)
    address = address_for_phones(request)
    pages = [
        {
            "key": page.key,
            "label": page.label,
            "seconds": seconds,
            "template": f"screens/pages/{page.template}.html",
            **(page.query(Asked(showing.event, found, now, address)) if showing.event or not page.of_event else {}),
        }
        for page, seconds in showing.pages
    ]
    bells = bells_of(showing.event, now) if showing.event else []
    return {
        "event": showing.event,
        "screen": found,
        "showing": showing,
        "pages": pages,
        "small_bells": bells[:1],
        "address": address.removeprefix("http://"),
        "now": now,
    }


def _screen_of(request: HttpRequest) -> Screen | None:
    return screen_of(request.COOKIES.get(settings.SCREEN_COOKIE_NAME, ""))


def _remembering(response: HttpResponse, secret: str) -> HttpResponse:
    """With the secret of a new screen in the browser, below the screen's own address."""
    if secret:
        response.set_cookie(
            settings.SCREEN_COOKIE_NAME,
            secret,
            max_age=COOKIE_AGE,
            path="/screen/",
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )
    return response
