"""The page of the club's web site with its ZIP, and the standings for a chat."""

from functools import partial
from pathlib import Path
from threading import Lock

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from tournament.club.queries import emblem_of, the_club
from tournament.foundation.data_files import SITE
from tournament.foundation.errors import TournamentError
from tournament.foundation.guards import StaffRequest, at_the_desk, everybody, secretary_only
from tournament.foundation.pages import file_response, the_event
from tournament.foundation.revision_cache import RevisionCache
from tournament.models import Audience, Event
from tournament.publishing.picture import draw_standings
from tournament.publishing.queries.chat import StandingsForChat, standings_for_chat, write_chat_text
from tournament.publishing.queries.site_count import count_shown
from tournament.publishing.services import pack_site, publish_site

MAKING = Lock()
PICTURES: RevisionCache[bytes] = RevisionCache(most=8)


class SiteIsBeingMade(TournamentError):
    message = _("The web site is being made for somebody else now. Try again in half a minute.")


@secretary_only
def web_site(request: StaffRequest) -> HttpResponse:
    """Shows what the site would contain; a POST makes the site and answers with a ZIP."""
    club = the_club()
    if request.method != "POST" or club is None:
        return render(request, "publishing/web_site.html", {"club": club, "shown": club and count_shown(club)})
    if not MAKING.acquire(blocking=False):
        raise SiteIsBeingMade
    try:
        folder, now = Path(settings.DATA_DIR) / SITE, timezone.now()
        publish_site(club, folder, now=now)
        packed = pack_site(folder)
    finally:
        MAKING.release()
    name = f"{slugify(club.name) or 'club'}-{timezone.localdate(now):%Y-%m-%d}.zip"
    return file_response(packed, "application/zip", name, download=True)


@everybody
@require_safe
def share_standings(request: HttpRequest, pk: int) -> HttpResponse:
    """Shows the standings as text for a chat. With `?for=public` it names people whom everybody may see; otherwise
    those whom members may see."""
    event = _require_shown(request, pk)
    to = _audience_of(request)
    shown = standings_for_chat(event, to)
    context = {"event": event, "shown": shown, "text": write_chat_text(shown), "to": to}
    return render(request, "publishing/share_standings.html", context)


@everybody
@require_safe
def standings_picture(request: HttpRequest, pk: int) -> HttpResponse:
    event = _require_shown(request, pk)
    shown, emblem = standings_for_chat(event, _audience_of(request)), emblem_of(event.club)
    png = bytes(emblem.png) if emblem else b""
    picture = PICTURES.get_or_make(
        (event.pk, _audience_of(request), get_language()), (shown, png), partial(_draw, shown, png)
    )
    return file_response(
        picture, "image/png", f"standings-{event.date:%Y-%m-%d}.png", download="download" in request.GET
    )


def _draw(shown: StandingsForChat, png: bytes) -> bytes:
    return draw_standings(shown, png)


def _audience_of(request: HttpRequest) -> Audience:
    return Audience.PUBLIC if request.GET.get("for") == "public" else Audience.MEMBERS


def _require_shown(request: HttpRequest, pk: int) -> Event:
    """Returns an evening whose standings this reader may see."""
    event = the_event(pk)
    if not (event.standings_shown or at_the_desk(request)):
        raise Http404
    return event
