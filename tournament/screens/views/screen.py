"""The page of a screen, shown by a browser in the hall. It needs no account and shows only what the hall may see. It
loads all its pages at once, so that it goes on when the network fails."""

from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from tournament.clock.queries.rounds import bells_of
from tournament.models import CallOut, Event, Screen, read_by
from tournament.screens.queries.screens import call_outs_on, event_for_screens, pages_wanted_for, screen_of
from tournament.screens.services import (
    MOST_OF_STRANGERS,
    MOST_WAITING,
    TooManyScreens,
    note_alive,
    open_screen,
    take_screen,
)
from tournament.screens.views.screen_pages import SCREEN_PAGES, ScreenPage, ScreenRequest
from tournament.web.guards import StaffRequest, director_only, everybody
from tournament.web.pages import address_for_phones, part_unless_known
from tournament.web.throttle import Throttle
from tournament.web.visitors import visitor_at

COOKIE_AGE = timedelta(days=400)
# A browser without cookies opens another screen with each request.
OPENED = Throttle("opened", limit=12, window=timedelta(minutes=10))
OPENED_BY_STRANGERS = Throttle("opened_by_strangers", limit=4, window=timedelta(minutes=10))


@dataclass(frozen=True)
class ScreenState:
    """What a screen shows now: pages in turn with their seconds. At `until` other pages are wanted, even if nothing is
    written."""

    event: Event | None
    pages: tuple[tuple[ScreenPage, int], ...]
    call_outs: tuple[CallOut, ...]
    until: datetime | None
    version: str

    @property
    def topics(self) -> str:
        """The topics that can change it, for static/screens/screen.js; every page shows the clock in a corner."""
        own = [topic for page, _seconds in self.pages for topic in page.topics]
        return " ".join(dict.fromkeys(("screens", "clock", "calls", *own)))


@require_safe
@everybody
@never_cache
def screen(request: HttpRequest) -> HttpResponse:
    """Shows the whole page. A browser that is not a screen yet becomes one that waits for the director."""
    shown_screen, now, secret = _screen_of_request(request), timezone.now(), ""
    if shown_screen is None:
        visitor = visitor_at(request.META["REMOTE_ADDR"])
        opened = OPENED_BY_STRANGERS if visitor.is_strange else OPENED
        if opened.wait(visitor.source, now):
            raise TooManyScreens
        opened.count(visitor.source, now)
        shown_screen, secret = open_screen(most=MOST_OF_STRANGERS if visitor.is_strange else MOST_WAITING, now=now)
    with _read_in_the_hall(shown_screen):
        response = render(request, "screens/screen.html", _context_for(request, shown_screen, now))
    return _set_cookie(response, secret)


@require_safe
@everybody
@never_cache
def screen_now(request: HttpRequest) -> HttpResponse:
    """Answers what an open page should show now: 304 if it shows it already, a full reload if the screen was released
    or the evening is not the one that it follows (`?event=`)."""
    shown_screen = _screen_of_request(request)
    if shown_screen is None:
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    with _read_in_the_hall(shown_screen):
        return _answer_now(request, shown_screen, timezone.now())


def _answer_now(request: HttpRequest, this_screen: Screen, now: datetime) -> HttpResponse:
    showing = showing_of(this_screen, now)
    if request.GET.get("event", "") != (str(showing.event.pk) if showing.event else ""):
        return HttpResponse(status=204, headers={"HX-Refresh": "true"})
    response = part_unless_known(
        request,
        showing.version,
        lambda: render(request, "screens/_screen.html", _context_for(request, this_screen, now, showing)),
    )
    response.headers["Hall-Now"] = now.isoformat()
    return response


@require_POST
@csrf_exempt  # a sign-in in the same browser changes the token; the request only says that the screen is online
@everybody
def screen_alive(request: HttpRequest) -> HttpResponse:
    shown_screen = _screen_of_request(request)
    if shown_screen is not None:
        note_alive(shown_screen, now=timezone.now())
    return HttpResponse(status=204)


@require_POST
@director_only
def screen_here(request: StaffRequest) -> HttpResponse:
    """Makes the director's own browser a screen and takes it, for a second window on the projector."""
    shown_screen, now, secret = _screen_of_request(request), timezone.now(), ""
    if shown_screen is None:
        shown_screen, secret = open_screen(most=None, now=now)
    take_screen(shown_screen, on=event_for_screens(timezone.localdate(now)), by=request.user, now=now)
    return _set_cookie(redirect("screen"), secret)


def showing_of(this_screen: Screen, now: datetime) -> ScreenState:
    """Returns the screen's present state. Four to seven queries, besides those of the pages."""
    event = this_screen.event or event_for_screens(timezone.localdate(now))
    if this_screen.taken_at is None:
        return ScreenState(event, (), (), None, f"waiting-{this_screen.code}")
    wanted = pages_wanted_for(event, now)
    turns = [tuple(turn) for turn in this_screen.turns] or wanted.turns
    pages = [(SCREEN_PAGES[key], seconds) for key, seconds in turns if key in SCREEN_PAGES]
    if event is None:
        pages = [(page, seconds) for page, seconds in pages if not page.of_event] or [(SCREEN_PAGES["welcome"], 30)]
    call_outs = tuple(call_outs_on(event, this_screen)) if event else ()
    parts: list[object] = [
        this_screen.pk,
        this_screen.revision,
        event and (event.pk, event.revision),
        wanted.until,
        call_outs,
    ]
    parts += [(page.key, seconds) for page, seconds in pages]
    if any(page.changes_with_time for page, _seconds in pages):
        parts.append(now.replace(second=0, microsecond=0))
    return ScreenState(event, tuple(pages), call_outs, wanted.until, sha256(repr(parts).encode()).hexdigest()[:16])


def _context_for(
    request: HttpRequest, this_screen: Screen, now: datetime, showing: ScreenState | None = None
) -> dict[str, Any]:
    showing = showing or showing_of(this_screen, now)
    address = address_for_phones(request)
    pages = [
        {
            "key": page.key,
            "label": page.label,
            "seconds": seconds,
            "template": f"screens/pages/{page.key}.html",
            **(
                page.query(ScreenRequest(showing.event, this_screen, now, address))
                if showing.event or not page.of_event
                else {}
            ),
        }
        for page, seconds in showing.pages
    ]
    bells = bells_of(showing.event, now) if showing.event else []
    return {
        "event": showing.event,
        "screen": this_screen,
        "showing": showing,
        "pages": pages,
        "small_bells": bells[:1],
        "address": address.removeprefix("http://"),
        "now": now,
    }


def _read_in_the_hall(this_screen: Screen) -> AbstractContextManager[None]:
    """A screen that the director took hangs in the hall, so it shows every name of the evening that it is switched
    to."""
    return nullcontext() if this_screen.taken_at is None else read_by(None)


def _screen_of_request(request: HttpRequest) -> Screen | None:
    return screen_of(request.COOKIES.get(settings.SCREEN_COOKIE_NAME, ""))


def _set_cookie(response: HttpResponse, secret: str) -> HttpResponse:
    """Sets the cookie with the secret of a new screen, for the screen's address only."""
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
