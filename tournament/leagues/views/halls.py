"""Pages of matches that a league sends to other halls: what the secretary sends and takes back, and what a link opens
without an account."""

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any, Concatenate, ParamSpec

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_safe

from tournament.foundation.errors import TournamentError
from tournament.leagues.captain_links import hall_of_token, token_of_hall
from tournament.leagues.forms.halls import ResultFilesForm
from tournament.leagues.hall_file import MOST_OF_RESULT, write_matches
from tournament.leagues.queries.halls import hall_board, match_for_hall
from tournament.leagues.queries.teams import eligibility_of
from tournament.leagues.services.halls import receive_result, renew_hall_link, revoke_hall_link, send_to_hall
from tournament.leagues.services.reports import bring_up_to_date
from tournament.leagues.views.leagues import the_league
from tournament.models import HallLink, League, LeagueResult
from tournament.web.guards import StaffRequest, everybody, secretary_only
from tournament.web.pages import address_for_phones, file_response, number_in
from tournament.web.private_links import draw_link, refuse_link
from tournament.web.throttle import Throttle

P = ParamSpec("P")
RECEIVED = Throttle("received", limit=30, window=timedelta(minutes=10))
"""Counts the results that come under one link: a hall sends one, and one more for each correction."""


@secretary_only
def league_halls(request: StaffRequest, pk: int) -> HttpResponse:
    """Sends matches to other halls (the step `send`), and takes the files of their results (`take`), of which each is
    taken or refused by itself."""
    league, step = the_league(pk), request.POST.get("step")
    by_now: Any = {"by": request.user, "now": timezone.now()}
    bring_up_to_date(league, now=timezone.now())
    if step == "send":
        chosen = [number_in(each) or 0 for each in request.POST.getlist("match")]
        fixtures = LeagueResult.objects.select_related("league").filter(league=league, pk__in=chosen)
        sent = [send_to_hall(each, **by_now) for each in fixtures]
        words = ngettext("%(n)s match is ready to be sent.", "%(n)s matches are ready to be sent.", len(sent))
        if sent:
            messages.success(request, words % {"n": len(sent)})
        else:
            messages.warning(request, _("Tick the matches first."))
        return redirect("league_halls", pk)
    length = number_in(request.META.get("CONTENT_LENGTH", "")) or 0
    form = ResultFilesForm(request.POST, request.FILES, sent=length) if step == "take" else ResultFilesForm()
    taken: list[tuple[str, str, bool]] = []
    if form.is_valid():
        for name, content in form.cleaned_data["results"]:
            try:
                taken.append((name, receive_result(content, **by_now).in_words, True))
            except TournamentError as refused:
                taken.append((name, str(refused), False))
    is_refused = form.is_bound and not all(is_right for _name, _words, is_right in taken or [("", "", False)])
    context = {"league": league, "board": hall_board(league), "form": form, "taken": taken}
    return render(request, "leagues/halls/league_halls.html", context, status=422 if is_refused else 200)


@secretary_only
@require_safe
def league_halls_file(request: StaffRequest, pk: int) -> HttpResponse:
    """Downloads the matches that are out at one place, or one of them, as a file for that hall."""
    league, place, hall = the_league(pk), request.GET.get("place"), number_in(request.GET.get("match", ""))
    out = [each for each in hall_board(league).out if hall is None or each.link.pk == hall]
    links = [each.link.pk for each in out if place is None or each.place == place]
    found = HallLink.objects.select_related("team__league__club", "other").filter(pk__in=links)
    book = eligibility_of(league)
    matches = [match for each in found if (match := match_for_hall(each, book)) is not None]
    if not matches:
        raise Http404
    of_one = " ".join(matches[0].teams)
    named = slugify(of_one if len(matches) == 1 else f"{league} {place or ''}", allow_unicode=True) or "matches"
    return file_response(write_matches(matches), "application/json", f"{named}.match.json", download=True)


@secretary_only
def league_hall(request: StaffRequest, pk: int, hall: int) -> HttpResponse:
    """Shows the link of a match in another hall with its QR code; the step `renew` makes another, `revoke` ends it."""
    league, step = the_league(pk), request.POST.get("step")
    link = get_object_or_404(_links_of(league), pk=hall)
    by_now: Any = {"by": request.user, "now": timezone.now()}
    if step == "renew":
        renew_hall_link(link, **by_now)
        messages.success(request, _("There is a new link. Results under the one before are refused."))
    elif step == "revoke":
        revoke_hall_link(link, **by_now)
        messages.success(request, _("The link is revoked. What came under it stays."))
    if step:
        return redirect("league_hall", pk, hall)
    sent = next((each for each in hall_board(league).sent if each.link.pk == hall), None)
    address = address_for_phones(request)
    whole = f"{address}/halls/{token_of_hall(link)}/" if link.key and address else ""
    context = {"league": league, "hall": link, "sent": sent, "link": whole}
    context["picture"] = draw_link(whole, title=_("QR code of the match"))
    return render(request, "leagues/halls/league_hall.html", context)


def _links_of(league: League) -> Any:
    return HallLink.objects.select_related("team__league__club", "other").filter(team__league=league)


def hall_only(view: Callable[Concatenate[HttpRequest, HallLink, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Guards a view for the hall to which a match was sent: it gets the match that its address's `link` opens. A link
    that is wrong or was revoked gets the same answer."""

    @everybody
    @wraps(view)
    def check_and_answer(request: HttpRequest, /, link: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        hall = hall_of_token(link)
        if hall is None:
            return refuse_link(request, _("This link does not open a match. Ask the league’s secretary for a new one."))
        return view(request, hall, *args, **kwargs)

    return check_and_answer


@csrf_exempt  # another computer sends the result; the link is all that it has
@hall_only
def hall_match(request: HttpRequest, hall: HallLink) -> HttpResponse:
    """Says what the link of a match is for, and takes its result as JSON from the other computer."""
    if request.method == "POST":
        return _take_posted(request, hall)
    context = {"match": match_for_hall(hall), "hall": hall, "link": request.build_absolute_uri()}
    return render(request, "leagues/halls/hall_match.html", context)


def _take_posted(request: HttpRequest, hall: HallLink) -> HttpResponse:
    now = timezone.now()
    if RECEIVED.wait(str(hall.pk), now):
        return JsonResponse({"message": _("Too many results came for this match. Try again in 10 min.")}, status=429)
    RECEIVED.count(str(hall.pk), now)
    if (number_in(request.META.get("CONTENT_LENGTH", "")) or 0) > MOST_OF_RESULT:
        return JsonResponse({"message": _("This is too large to be the result of a match.")}, status=413)
    try:
        received = receive_result(request.body, by=None, now=now, under=hall)
    except TournamentError as refused:
        return JsonResponse({"message": str(refused)}, status=refused.status)
    return JsonResponse({"message": received.in_words})


@hall_only
@require_safe
def hall_match_file(request: HttpRequest, hall: HallLink) -> HttpResponse:
    match = match_for_hall(hall, eligibility_of(hall.team.league))
    if match is None:
        raise Http404
    named = slugify(" ".join(match.teams), allow_unicode=True) or "match"
    return file_response(write_matches([match]), "application/json", f"{named}.match.json", download=True)
