"""A match from one player's side, on their own phone: hand by hand, with what everybody at the table reported, to look
over before it is agreed. A phone that speaks for them (`views.me.speaks_for`) agrees hands and settles a dispute here
by the same presses as the table's phone."""

from typing import NamedTuple
from uuid import uuid4

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache

from tournament.foundation.authors import Phone
from tournament.hands.forms.decisions import disputes_with_differences
from tournament.hands.queries.hands import MatchInHands, match_in_hands
from tournament.models import Match
from tournament.phone.queries.own_phone import hall_of
from tournament.phone.queries.table import sheet_of
from tournament.phone.views.me import names_on_phone, speaks_for
from tournament.phone.views.phone import carry_out
from tournament.web.guards import everybody
from tournament.web.pages import HtmxRequest, the_event

OWN_PRESSES = ("agree", "choose", "call")


class OwnMatch(NamedTuple):
    """A match of somebody on this phone, who plays for the side of `phone`; `may_speak` is whether the phone speaks for
    them, `is_now` whether they sit at this table now."""

    played: MatchInHands
    phone: Phone
    may_speak: bool
    is_now: bool


@everybody
@never_cache
def own_match(request: HtmxRequest, match: int) -> HttpResponse:
    """Shows the match, its part alone for htmx; `?since=` is the revision of the evening that the part was made at."""
    own = _find_own(request, match)
    if request.htmx and request.GET.get("since") == str(own.played.event.revision):
        return HttpResponse(status=204)
    return _render(request, own)


@everybody
def own_press(request: HtmxRequest, match: int, press: str) -> HttpResponse:
    """Carries out one of OWN_PRESSES. A GET of this address, from the history or a reload, only leads to the match."""
    if press not in OWN_PRESSES:
        raise Http404
    own = _find_own(request, match)
    if request.method != "POST":
        return redirect("own_match", match)
    if not own.may_speak:
        raise Http404
    carry_out(press, request, own.played, own.phone)
    return _render(request, _find_own(request, match)) if request.htmx else redirect("own_match", match)


def _find_own(request: HttpRequest, pk: int) -> OwnMatch:
    """Raises Http404 for a match of nobody on this phone, and for one whose points nobody may see yet, unless the phone
    speaks for who played it."""
    event = the_event(Match.objects.filter(pk=pk).values_list("table__stage__event", flat=True).first() or 0)
    hall, names = hall_of(event), names_on_phone(request, event)
    played = match_in_hands(event, pk)
    if played is None:
        raise Http404
    sides = {entry.player_id: side.number for side in played.sides for entry in side.entries}
    table = played.match.table.number
    own = [player for player, _name in names if player in sides]
    spoken_for = [player for player in own if speaks_for(request, hall, player, table)]
    if not spoken_for and not (own and event.standings_shown):
        raise Http404
    device = request.session.setdefault("device", str(uuid4())) if spoken_for else ""
    is_now = hall.stage is not None and hall.stage.pk == played.match.table.stage_id
    return OwnMatch(played, Phone(device, table, sides[[*spoken_for, *own][0]]), bool(spoken_for), is_now)


def _render(request: HtmxRequest, own: OwnMatch) -> HttpResponse:
    played = own.played
    sheet = sheet_of(played, own.phone, seen=0, now=timezone.now())
    disputes = disputes_with_differences(played, own.phone) if sheet.disputed_hands else []
    context = {
        **{"event": played.event, "played": played, "sheet": sheet, "may_speak": own.may_speak},
        "may_call": own.may_speak and own.is_now and played.event.locked_at is None,
        **{"disputes": disputes, "settling": [dispute.number for dispute, _differences in disputes]},
        **{"reports": [each for each in played.match_on_board.current if each.kind != "hands"]},
        "press_at": {press: reverse("own_press", args=[played.match.pk, press]) for press in OWN_PRESSES},
        **{"part": f"own-match-{played.match.pk}", "is_own": True},
    }
    return render(request, f"phone/me/{'_' if request.htmx else ''}own_match.html", context)
