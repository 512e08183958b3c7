"""Opens the pages of what is imported before it is kept: each value of a file may be possible, and all of them together
still no evening, league or season that a page can show."""

import io
from collections.abc import Iterator
from functools import cache
from itertools import islice, zip_longest
from typing import cast

from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core.exceptions import PermissionDenied
from django.core.handlers.wsgi import WSGIRequest
from django.db import transaction
from django.http import Http404, HttpResponse
from django.urls import get_resolver, resolve, reverse
from django.utils.translation import gettext as _
from django_htmx.middleware import HtmxDetails

from tournament.foundation.errors import TournamentError
from tournament.foundation.revision_cache import RevisionCache
from tournament.models import Account
from tournament.transfer.document import UnreadableExport
from tournament.transfer.services.importing import ImportResult

Page = tuple[str, str]
"""What a page is called, and its address."""

PAGES_OF_ALL = ("home", "events", "people", "players", "leagues", "seasons", "club_records", "ratings", "calendar")
EVENING, LEAGUE, SEASON = "e/<int:pk>/", "leagues/<int:pk>/", "seasons/<int:pk>/"
SERIES = f"{SEASON}series/<int:series>/"
FIRST = ("event", "league", "season", "series", "standings", "seats", "results", "log", "league_log", "people_list")
"""The pages that most people open, or that show most rows."""
ON_PAPER = ("pdf", "kit", "picture", "preview", "export", "csv", "xlsx", "ics", "calendar", "png")
"""Parts of the names of addresses that are files: they take longer, and show what a page shows too."""
MOST_PAGES = 1000
"""How many pages are opened, about a minute's worth: all of ten evenings. Of a club's many years the pages that come
first in FIRST are opened for each evening, and the others as far as this goes."""


def open_pages(imported: ImportResult, *, most: int = MOST_PAGES) -> int:
    """Opens the pages of what was imported as the director and as a guest, within the caller's transaction, and returns
    how many. What a page writes is taken back. Raises UnreadableExport for the first page that fails."""
    director = Account(username="director", role=Account.Role.DIRECTOR, is_active=True)
    pages = list(islice(pages_of(imported), most))
    for name, path in pages:
        for who in (director, AnonymousUser()):
            try:
                with transaction.atomic():
                    _open_page(path, who)
                    transaction.set_rollback(True)
            except (TournamentError, Http404, PermissionDenied):
                continue  # an answer like any other
            except Exception as error:
                RevisionCache.forget_all()  # what these pages have cached is of rows that go again
                values = {"page": name, "why": f"{type(error).__name__}: {str(error)[:100]}"}
                raise UnreadableExport(
                    _("A page could not show this export, so nothing was imported: %(page)s (%(why)s).") % values
                ) from error
    return len(pages)


def pages_of(imported: ImportResult) -> Iterator[Page]:
    """Yields the pages of an import: those of the whole club, then the first of each evening, league, season and
    series, then the second of each, and so on."""
    yield from ((name, reverse(name)) for name in PAGES_OF_ALL)
    of_each = [
        *(_pages_below(EVENING, event, event.pk) for event in imported.evenings),
        *(_pages_below(LEAGUE, league, league.pk) for league in imported.leagues),
        *(_pages_below(SEASON, season, season.pk) for season in imported.seasons),
        *(
            _pages_below(SERIES, series, season.pk, series.pk)
            for season in imported.seasons
            for series in season.series.all()
        ),
    ]
    for pages in zip_longest(*of_each):
        yield from filter(None, pages)


def _pages_below(route: str, owner: object, *numbers: int) -> Iterator[Page]:
    return ((f"{name} {owner}", reverse(name, args=numbers)) for name in names_below(route))


@cache
def names_below(route: str) -> list[str]:
    """Returns the names of all addresses below a route that take nothing but its own numbers, those in FIRST first."""
    names = []
    for room in get_resolver().url_patterns:
        for pattern in getattr(room, "url_patterns", [room]):
            name, address = str(pattern.name), str(pattern.pattern)
            is_page = address.startswith(route) and len(pattern.pattern.converters) == route.count("<")
            if is_page and not any(part in f"{name} {address}" for part in ON_PAPER):
                names.append(name)
    return sorted(names, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))


def _open_page(path: str, who: Account | AnonymousUser) -> None:
    request = WSGIRequest(
        {
            **{"REQUEST_METHOD": "GET", "PATH_INFO": path, "QUERY_STRING": "", "REMOTE_ADDR": "127.0.0.1"},
            **{"SERVER_NAME": "localhost", "SERVER_PORT": "80", "wsgi.url_scheme": "http", "wsgi.input": io.BytesIO()},
        }
    )
    request.user = cast(Account, who)
    request.session = SessionStore()
    request.htmx = HtmxDetails(request)  # type: ignore[attr-defined]
    request.resolver_match = match = resolve(path)
    answer = match.func(request, *match.args, **match.kwargs)
    if isinstance(answer, HttpResponse) and hasattr(answer, "render"):
        answer.render()
