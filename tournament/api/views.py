"""Pages around the API and the calendar: what leaves the hall, the documentation, and how to subscribe."""

from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from tournament.api.api import answer_refusal, schema_of_api
from tournament.api.calendar import write_calendar
from tournament.api.documentation import describe_api
from tournament.api.forms import SharingForm, TokenForm
from tournament.api.queries.calendar import (
    entries_of_club,
    entries_of_league,
    entries_of_season,
    entry_of_sign_up,
    usual_hours,
)
from tournament.api.queries.evenings import NotFoundHere
from tournament.api.queries.sharing import sharing_of, tokens_of
from tournament.api.services import change_sharing, make_token, revoke_token
from tournament.club.queries import names_shown_to, the_club
from tournament.models import ApiToken, Audience, Club, League, LeagueTeam, Season, SharingRules, SignUp, of_shown_club
from tournament.web.guards import StaffRequest, director_only, everybody


def _require_club() -> Club:
    club = the_club()
    if club is None:
        raise Http404
    return club


@director_only
@never_cache
def data_sharing(request: StaffRequest) -> HttpResponse:
    """Shows what leaves the hall, and the tokens; a new one is shown once."""
    club = the_club()
    if club is None:
        return redirect("club")
    rules, step = sharing_of(club), request.POST.get("step", "")
    sharing = SharingForm(rules, request.POST if step == "share" else None)
    token = TokenForm(request.POST if step == "token" else None)
    by_now: dict[str, Any] = {"by": request.user, "now": timezone.now()}
    if sharing.is_valid():
        change_sharing(club, sharing.cleaned_data, **by_now)
        messages.success(request, _("Saved."))
        return redirect("data_sharing")
    if token.is_valid():
        made = make_token(club, **token.cleaned_data, **by_now)
        request.session["token_made"] = {"name": token.cleaned_data["name"], "token": made}
        return redirect("data_sharing")
    context = {"rules": rules, "tokens": tokens_of(club), "made": request.session.pop("token_made", None)}
    context |= {"sharing": sharing, "form": token}
    return render(request, "api/sharing.html", context, status=422 if request.method == "POST" else 200)


@require_POST
@director_only
def token_revoke(request: StaffRequest, pk: int) -> HttpResponse:
    token = get_object_or_404(ApiToken, of_shown_club(), pk=pk)
    revoke_token(token, by=request.user, now=timezone.now())
    messages.success(request, _("The token “%(name)s” no longer works.") % {"name": token.name})
    return redirect("data_sharing")


@everybody
@require_safe
def api_docs(request: HttpRequest) -> HttpResponse:
    context = {"groups": describe_api(schema_of_api()), "root": request.build_absolute_uri("/api/v1")}
    return render(request, "api/documentation.html", context)


@everybody
@require_safe
def api_schema(request: HttpRequest) -> HttpResponse:
    return JsonResponse(schema_of_api())


@everybody
@require_safe
def api_unknown(request: HttpRequest, rest: str) -> HttpResponse:
    return answer_refusal(request, NotFoundHere())


def _require_public_calendar() -> tuple[Club, SharingRules]:
    club = _require_club()
    rules = sharing_of(club)
    if not rules.calendar_is_public:
        raise Http404
    return club, rules


@everybody
@require_safe
def calendar(request: HttpRequest) -> HttpResponse:
    """Shows how to subscribe: each feed as a link that a phone's calendar opens, and as text to paste."""
    club, _rules = _require_public_calendar()
    feeds = [_describe_feed(request, _("All evenings"), reverse("calendar_ics"))]
    names = names_shown_to(Audience.PUBLIC, club)
    for season in Season.objects.filter(club=club, shown=True):
        feeds.append(_describe_feed(request, names.redact(season.name), reverse("season_ics", args=[season.pk])))
    leagues = list(League.objects.filter(club=club, shown=True))
    for league in leagues:
        league.name = names.redact(league.name)
    return render(request, "api/calendar.html", {"feeds": feeds, "club": club, "leagues": leagues})


@everybody
@require_safe
def calendar_of_league(request: HttpRequest, pk: int) -> HttpResponse:
    club, _rules = _require_public_calendar()
    league = _require_shown_league(club, pk)
    names = names_shown_to(Audience.PUBLIC, club)
    feeds = [_describe_feed(request, _("All fixtures"), reverse("fixtures_ics", args=[pk]))]
    league.name = names.redact(league.name)
    for team in league.teams.all():
        feeds.append(_describe_feed(request, names.redact(team.name), reverse("team_ics", args=[pk, team.pk])))
    return render(request, "api/calendar.html", {"feeds": feeds, "club": club, "league": league})


def _require_shown_league(club: Club, pk: int) -> League:
    return get_object_or_404(League, club=club, shown=True, pk=pk)


def _describe_feed(request: HttpRequest, name: str, path: str) -> Mapping[str, str]:
    address = request.build_absolute_uri(path)
    return {"name": name, "path": path, "address": address, "webcal": f"webcal{address[len(request.scheme or '') :]}"}


@everybody
@require_safe
def calendar_ics(request: HttpRequest) -> HttpResponse:
    """Returns the club's evenings of the last 400 days and to come."""
    club, rules = _require_public_calendar()
    usual = usual_hours(rules)
    entries = entries_of_club(club, timezone.localdate(), lambda pk: _address_of_evening(request, pk), usual)
    return _answer_calendar(request, write_calendar(club.name, entries, usual), "evenings.ics")


@everybody
@require_safe
def season_ics(request: HttpRequest, pk: int) -> HttpResponse:
    club, rules = _require_public_calendar()
    season = get_object_or_404(Season.objects.select_related("club"), club=club, shown=True, pk=pk)
    usual = usual_hours(rules)
    entries = entries_of_season(season, lambda pk: _address_of_evening(request, pk), usual)
    name = f"{club.name}, {names_shown_to(Audience.PUBLIC, club).redact(season.name)}"
    return _answer_calendar(request, write_calendar(name, entries, usual), f"season-{season.pk}.ics")


@everybody
@require_safe
def sign_up_ics(request: HttpRequest, token: str) -> HttpResponse:
    """Returns the evening that somebody signed up for, as their own calendar shows it; the token is theirs."""
    signed = get_object_or_404(SignUp.objects.filter(of_shown_club("event__club")), token=token)
    entry = entry_of_sign_up(
        signed, request.build_absolute_uri(reverse("own_sign_up", args=[signed.event_id, signed.token]))
    )
    return _answer_calendar(request, write_calendar(entry.name, [entry], usual_hours(SharingRules())), "evening.ics")


@everybody
@require_safe
def fixtures_ics(request: HttpRequest, pk: int) -> HttpResponse:
    return _answer_fixtures(request, pk, None)


@everybody
@require_safe
def team_ics(request: HttpRequest, pk: int, team: int) -> HttpResponse:
    return _answer_fixtures(request, pk, get_object_or_404(LeagueTeam, league=pk, pk=team))


def _answer_fixtures(request: HttpRequest, pk: int, team: LeagueTeam | None) -> HttpResponse:
    club, _rules = _require_public_calendar()
    league = _require_shown_league(club, pk)
    names = names_shown_to(Audience.PUBLIC, club)
    address = request.build_absolute_uri(reverse("league", args=[pk]))
    entries = entries_of_league(league, names, address, team)
    title = names.redact(f"{league}, {team}" if team else f"{league}")
    name = f"league-{pk}-team-{team.pk}" if team else f"league-{pk}"
    return _answer_calendar(request, write_calendar(title, entries, usual_hours(SharingRules())), f"{name}.ics")


def _address_of_evening(request: HttpRequest, pk: int) -> str:
    return request.build_absolute_uri(reverse("seats", args=[pk]))


def _answer_calendar(request: HttpRequest, content: bytes, name: str) -> HttpResponse:
    """Returns the calendar, or 304 if the calendar program has this version already."""
    etag = f'"{sha256(content).hexdigest()[:32]}"'
    answer = get_conditional_response(request, etag) or HttpResponse(content, content_type="text/calendar")
    answer.headers["ETag"] = etag
    answer.headers["Cache-Control"] = "no-cache"
    answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return answer
