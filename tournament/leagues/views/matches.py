"""The page of all matches of a league, with its filters."""

from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from tournament.leagues.forms.filters import MatchFilterForm
from tournament.leagues.queries.filters import find_matches
from tournament.leagues.queries.leagues import teams_of
from tournament.leagues.queries.page import shared_league_page
from tournament.leagues.queries.results import scores_between
from tournament.leagues.views.leagues import require_shown_league
from tournament.web.guards import everybody, is_staff


@everybody
@require_safe
def league_matches(request: HttpRequest, pk: int) -> HttpResponse:
    """Shows the matches of a league by round: those of one team, round, venue or state if the address says so; with
    `?show=scores` every team against every other instead."""
    league, today = require_shown_league(request, pk), timezone.localdate()
    page = shared_league_page(league, today=today)
    form = MatchFilterForm(page, teams_of(league), request.GET)
    found = find_matches(page, form.chosen(), today=today)
    context = {"league": league, "page": page, "desk": is_staff(request), "form": form, "found": found}
    others = urlencode({name: value for name, value in request.GET.items() if name != "round" and value})
    context["query"] = f"{others}&" if others else ""
    if request.GET.get("show") == "scores" and not league.is_cup:
        context["scores"] = scores_between(page.rounds, by_home=page.has_homes)
    return render(request, "leagues/matches/league_matches.html", context)
