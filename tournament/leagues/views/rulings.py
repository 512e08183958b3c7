"""Pages of what happens in a season besides matches. Each shows the table before and after, then takes the press."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.leagues.captain_links import link_of
from tournament.leagues.captain_messages import say_link
from tournament.leagues.forms.rulings import LinkForm, ReasonForm, RulingForm, WithdrawForm
from tournament.leagues.queries.counting import say_what_happened
from tournament.leagues.queries.evenings import details_of, evenings_by_uid, evenings_to_link
from tournament.leagues.queries.halls import hall_with
from tournament.leagues.queries.leagues import teams_of
from tournament.leagues.queries.reports import reported_match
from tournament.leagues.queries.results import versions_of
from tournament.leagues.queries.tables import tables_of_results, usual_tables
from tournament.leagues.queries.teams import eligibility_of, squad_on, squads_of
from tournament.leagues.reported import Figures
from tournament.leagues.services.evenings import link_evening, open_match_evening, players_needed, unlink_evening
from tournament.leagues.services.rulings import return_team, rule_match, try_out, undo_ruling, withdraw_team
from tournament.leagues.views.leagues import the_league
from tournament.models import League, LeagueResult
from tournament.web.guards import StaffRequest, require_director, secretary_only
from tournament.web.pages import address_for_phones


def _try_then_do(
    request: StaffRequest,
    league: League,
    form: forms.Form,
    change: Callable[[], Callable[[], object]],
    *,
    saved: str,
    page: str,
    context: dict[str, Any],
) -> HttpResponse:
    """Shows what the change of a valid form does to the table; with the step `save`, or in a cup, makes it."""
    if form.is_valid():
        if request.POST.get("step") == "save" or league.is_cup:
            change()()
            messages.success(request, saved)
            return redirect("league", league.pk)
        context["change"] = try_out(league, change())
    status = 422 if form.is_bound and not form.is_valid() else 200
    return render(request, page, {**context, "league": league, "form": form}, status=status)


@secretary_only
def league_ruling(request: StaffRequest, pk: int, result: int) -> HttpResponse:
    """Rules what happened to a match, or undoes the ruling. An address may propose a ruling."""
    league = the_league(pk)
    of_teams = LeagueResult.objects.select_related("league", "team", "other", "awarded").exclude(other=None)
    match = get_object_or_404(of_teams, pk=result, league=league)
    by_now: Any = {"by": request.user, "now": timezone.now()}
    context: dict[str, Any] = {"match": match, "mark": say_what_happened(match), "versions": versions_of(match)}
    page = "leagues/matches/league_ruling.html"
    if match.outcome:
        undo = ReasonForm(request.POST or None)
        saved = _("The ruling is undone. It stays in the log, with the reason.")
        return _try_then_do(
            request,
            league,
            undo,
            lambda: partial(undo_ruling, match, reason=undo.cleaned_data["reason"], **by_now),
            saved=saved,
            page=page,
            context=context,
        )
    proposed: dict[str, Any] = {
        name: request.GET[name] for name in ("outcome", "winner", "forfeited_by", "reason") if name in request.GET
    }
    figures = _tables_known(match)
    if figures and (side := proposed.get("forfeited_by")):
        proposed["tables"] = _tables_of_doubted(match, figures, side)
    form = RulingForm(match, request.POST or None, proposed=proposed, known=figures)
    return _try_then_do(
        request,
        league,
        form,
        lambda: partial(rule_match, match, **form.ruling(), **by_now),
        saved=_("The ruling is saved. The table follows it."),
        page=page,
        context=context,
    )


def _tables_known(match: LeagueResult) -> Figures | None:
    """Returns what is known of the tables of a match, here or elsewhere."""
    event = evenings_by_uid([match]).get(match.evening) if match.evening else None
    if event and match.other:
        return details_of(event, (match.team.key, match.other.key)).figures
    known = tables_of_results([match], reported_match(match).reports).get(match.pk)
    return known.figures if known else None


def _tables_of_doubted(match: LeagueResult, figures: Figures, side: str) -> list[int]:
    """Returns the numbers of the tables at which players of a side sat who may not play."""
    team = match.team if side == "team" else match.other
    doubted = {each.name for each in eligibility_of(match.league).judge(match, team)} if team else set[str]()
    at = 0 if side == "team" else 1
    return [number for number, seats in enumerate(figures.seated, start=1) if doubted & {*seats[at]}]


@secretary_only
def league_evening(request: StaffRequest, pk: int, result: int) -> HttpResponse:
    """Plays a match here: opens its evening (the step `open`, for directors), links one, or unlinks it."""
    league, step = the_league(pk), request.POST.get("step")
    of_teams = LeagueResult.objects.select_related("league", "team", "other").exclude(other=None)
    match = get_object_or_404(of_teams, pk=result, league=league)
    by_now: Any = {"by": request.user, "now": timezone.now()}
    page, context = "leagues/matches/league_evening.html", dict[str, Any](match=match, league=league)
    if match.evening:
        context["event"] = evenings_by_uid([match]).get(match.evening)
        saved = _("The match no longer follows the evening.")
        if match.is_fixture and step == "unlink":
            unlink_evening(match, **by_now)
            messages.success(request, saved)
            return redirect("league_evening", pk, result)
        if match.is_fixture:
            return render(request, page, context)
        unlink = ReasonForm(request.POST or None)
        return _try_then_do(
            request,
            league,
            unlink,
            lambda: partial(unlink_evening, match, reason=unlink.cleaned_data["reason"], **by_now),
            saved=saved,
            page=page,
            context=context,
        )
    if step == "open":
        require_director(request.user)
        event = open_match_evening(match, **by_now)
        messages.success(request, _("The evening is open. The league takes its result once every table is agreed."))
        return redirect("event", event.pk)
    form = LinkForm(evenings_to_link(match) if match.is_fixture else (), request.POST if step == "link" else None)
    if form.is_valid():
        link_evening(match, form.events[form.cleaned_data["event"]], **by_now)
        messages.success(request, _("The match follows the evening from now on."))
        return redirect("league", pk)
    today, teams = timezone.localdate(), (match.team, match.other)
    context["squads"] = [(team, len(squad_on(team, today))) for team in teams if team]
    singles = len(usual_tables(league).singles)
    context |= {"form": form, "players_needed": players_needed(league.tables, singles), "hall": hall_with(match)}
    return render(request, page, context, status=422 if form.is_bound else 200)


@secretary_only
def league_teams(request: StaffRequest, pk: int) -> HttpResponse:
    """Lists the teams of a league with their squads of today, what can be done for each, and their captains' links."""
    league, address = the_league(pk), address_for_phones(request)
    teams, squads = teams_of(league), squads_of(league, timezone.localdate())
    own = [(team, link_of(team, address)) for team in teams if team.withdrawn_on is None]
    links = [say_link(team, link) for team, link in own if link]
    context = {"league": league, "teams": teams, "squads": squads, "links": links}
    return render(request, "leagues/teams/league_teams.html", context)


@secretary_only
def league_withdrawal(request: StaffRequest, pk: int, team: int) -> HttpResponse:
    """Withdraws a team, or undoes it."""
    league = the_league(pk)
    leaving = get_object_or_404(league.teams.select_related("league"), pk=team)
    by_now: Any = {"by": request.user, "now": timezone.now()}
    page, context = "leagues/teams/league_withdrawal.html", {"team": leaving}
    if leaving.withdrawn_on:
        undo = ReasonForm(request.POST or None)
        return _try_then_do(
            request,
            league,
            undo,
            lambda: partial(return_team, leaving, reason=undo.cleaned_data["reason"], **by_now),
            saved=_("%(team)s is in the league again.") % {"team": leaving.name},
            page=page,
            context=context,
        )
    form = WithdrawForm(leaving, request.POST or None, today=timezone.localdate())
    return _try_then_do(
        request,
        league,
        form,
        lambda: partial(withdraw_team, leaving, **form.cleaned_data, **by_now),
        saved=_("%(team)s has withdrawn. The table follows the rule you chose.") % {"team": leaving.name},
        page=page,
        context=context,
    )
