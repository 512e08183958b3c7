"""The page of the club's web site with its ZIP, and the standings of an evening or a series for a chat."""

from functools import partial
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournament.club.members import audience_of
from tournament.club.queries import emblem_of, the_club
from tournament.foundation.errors import TournamentError
from tournament.foundation.revision_cache import RevisionCache
from tournament.models import Audience, Club, Event, Season, Series
from tournament.publishing.picture import draw_standings
from tournament.publishing.queries.chat import StandingsForChat, series_for_chat, standings_for_chat, write_chat_text
from tournament.publishing.queries.site_count import count_shown
from tournament.publishing.services import pack_site, publish_site
from tournament.seasons.queries.results import EndedEvening
from tournament.seasons.queries.seasons import evenings_of, find_season
from tournament.seasons.services.results import refresh_results
from tournament.storage.data_files import FOLDER_MODE, SITE
from tournament.storage.data_lock import LockHeld, hold_lock
from tournament.web.guards import StaffRequest, at_the_desk, everybody, is_staff, secretary_only
from tournament.web.pages import file_response, the_event

LOCK = "making-site.lock"
PICTURES: RevisionCache[bytes] = RevisionCache(most=8)


class SiteIsBeingMade(TournamentError):
    message = _("The web site is being made for somebody else now. Try again in half a minute.")


@secretary_only
def web_site(request: StaffRequest) -> HttpResponse:
    """Shows what the site would contain; a POST makes the site and answers with a ZIP."""
    club = the_club()
    if request.method != "POST" or club is None:
        return render(request, "publishing/web_site.html", {"club": club, "shown": club and count_shown(club)})
    folder, now = settings.FILES_DIR / SITE / str(club.pk), timezone.now()
    try:
        with hold_lock(settings.FILES_DIR / LOCK):
            folder.parent.mkdir(mode=FOLDER_MODE, exist_ok=True)
            publish_site(club, folder, now=now)
            packed = pack_site(folder)
    except LockHeld as error:
        raise SiteIsBeingMade from error
    name = f"{slugify(club.name) or 'club'}-{timezone.localdate(now):%Y-%m-%d}.zip"
    return file_response(packed, "application/zip", name, download=True)


@everybody
@require_safe
def share_standings(request: HttpRequest, pk: int) -> HttpResponse:
    """Shows the standings as text for a chat. With `?for=public` it names people whom everybody may see; otherwise
    those whom members may see, for whoever may see them too."""
    event = _require_shown(request, pk)
    to = _audience_for(request, event.club)
    shown, picture = standings_for_chat(event, to), reverse("standings_picture", args=[pk])
    about = {"event": event, "is_shown": event.standings_shown}
    return _share(request, shown, to, picture, about | {"is_public_only": _reads_as_public(request, event.club)})


@everybody
@require_safe
def standings_picture(request: HttpRequest, pk: int) -> HttpResponse:
    event = _require_shown(request, pk)
    to = _audience_for(request, event.club)
    name = f"standings-{event.date:%Y-%m-%d}.png"
    return _picture(request, event.club, ("evening", pk, to), standings_for_chat(event, to), name)


@everybody
@require_safe
def series_share(request: HttpRequest, pk: int, series: int) -> HttpResponse:
    """Shows the top of a series as text for a chat, with the names that its page shows this reader at most."""
    series_shown = _require_shown_series(request, pk, series)
    to = _audience_for(request, series_shown[0].club)
    shown, picture = series_for_chat(*series_shown, to), reverse("series_picture", args=[pk, series])
    about = {"club": series_shown[0].club, "is_shown": series_shown[0].shown, "seasons_are_shown": True}
    about["is_public_only"] = _reads_as_public(request, series_shown[0].club)
    return _share(request, shown, to, picture, about)


@everybody
@require_safe
def series_picture(request: HttpRequest, pk: int, series: int) -> HttpResponse:
    series_shown = _require_shown_series(request, pk, series)
    to = _audience_for(request, series_shown[0].club)
    shown = series_for_chat(*series_shown, to)
    name = f"{slugify(f'{shown.evening} {shown.day}', allow_unicode=True) or 'series'}.png"
    return _picture(request, series_shown[0].club, ("series", series, to), shown, name)


def _share(
    request: HttpRequest, shown: StandingsForChat, to: Audience, picture: str, about: dict[str, Any]
) -> HttpResponse:
    context = {"shown": shown, "text": write_chat_text(shown), "to": to, "to_picture": picture, **about}
    return render(request, "publishing/share_standings.html", context)


def _picture(
    request: HttpRequest, club: Club, what: tuple[object, ...], shown: StandingsForChat, name: str
) -> HttpResponse:
    """Draws the picture, or takes it from the cache. One query."""
    emblem = emblem_of(club)
    png = bytes(emblem.png) if emblem else b""
    draw = partial(draw_standings, shown, png)
    picture = PICTURES.get_or_make((*what, get_language()), (shown, png), draw)
    return file_response(picture, "image/png", name, download="download" in request.GET)


def _audience_for(request: HttpRequest, club: Club) -> Audience:
    """Whoever has not given the members' code gets what everybody may see, as on the page of the season."""
    is_for_all = request.GET.get("for") == "public" or _reads_as_public(request, club)
    return Audience.PUBLIC if is_for_all else Audience.MEMBERS


def _reads_as_public(request: HttpRequest, club: Club) -> bool:
    return audience_of(request, club) == Audience.PUBLIC


def _require_shown(request: HttpRequest, pk: int) -> Event:
    """Returns an evening whose standings this reader may see."""
    event = the_event(pk)
    if not (event.standings_shown or at_the_desk(request)):
        raise Http404
    return event


def _require_shown_series(
    request: HttpRequest, pk: int, series: int
) -> tuple[Season, Series, tuple[EndedEvening, ...]]:
    """Returns a series with its season and the evenings that are over. Raises SeasonNotShown."""
    season = find_season(pk, desk=is_staff(request))
    chosen = next((each for each in season.series.all() if each.pk == series), None) if season else None
    if season is None or chosen is None:
        raise Http404
    refresh_results(season.club, now=timezone.now())
    return season, chosen, evenings_of(season)
