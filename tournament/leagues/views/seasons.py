"""The next season of a league: what it would be, its start, and its undo."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.leagues.forms.seasons import SeasonForm
from tournament.leagues.queries.cups import winners_of_cups
from tournament.leagues.queries.seasons import divisions_of, moves_into_next_season, season_started_from
from tournament.leagues.services.seasons import start_season, undo_start_of_season
from tournament.leagues.views.leagues import the_league
from tournament.web.guards import StaffRequest, secretary_only


@secretary_only
def league_next_season(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows who would play where next season; a POST starts it, and with `undo` deletes it again."""
    league = the_league(pk)
    now = timezone.now()
    if undone := request.POST.get("undo"):
        undo_start_of_season(league, undone, by=request.user, now=now)
        messages.success(request, _("The start of the season is undone."))
        return redirect("league_next_season", pk)
    page = "leagues/season/league_next_season.html"
    if started := season_started_from(league):
        context = {"league": league, "started": started, "divisions": divisions_of(league, started)}
        return render(request, page, context)
    divisions = divisions_of(league)
    moves = moves_into_next_season(divisions)
    form = SeasonForm(divisions, moves, request.POST or None)
    if form.is_valid():
        season = form.cleaned_data["season"]
        start_season(divisions, season, form.divisions_of_teams(), by=request.user, now=now)
        messages.success(request, _("The season is started. Make its fixtures next."))
        return redirect("league_next_season", pk)
    undecided = {move.play_off.pk: move.play_off for move in moves if move.play_off and move.has_won is None}
    context = {"league": league, "form": form, "winners": winners_of_cups(league), "undecided": undecided.values()}
    return render(request, page, context, status=422 if form.is_bound else 200)
