"""The draw of a cup, the play-offs or a plate, its undo, and a whole cup in one evening."""

import secrets
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.leagues.fixtures.cup_days import plan_cup, propose_first_day
from tournament.leagues.forms.cups import LOT, CupForm
from tournament.leagues.forms.rulings import LinkForm
from tournament.leagues.queries.cups import days_of_season, teams_for_cup
from tournament.leagues.queries.evenings import evenings_of_cup
from tournament.leagues.queries.fixtures import faults_of, limits_of, round_dates_of
from tournament.leagues.queries.results import results_of
from tournament.leagues.services.cups import draw_cup, has_results, undo_draw
from tournament.leagues.services.evenings import open_cup_evening
from tournament.leagues.services.halls import take_cup_evening
from tournament.leagues.services.reports import bring_up_to_date
from tournament.leagues.views.leagues import the_league
from tournament.web.guards import StaffRequest, require_director, secretary_only

MOST_LOT = 999_999
MOST_FAULTS = 3
"""So many faults of the dates are said at once; the page of the cup's fixtures has all."""


@secretary_only
def league_cup(request: StaffRequest, pk: int) -> HttpResponse:
    """Draws a cup from the teams of a league, a plate from the losers of a cup; with `undo` the cup's own draw is
    undone."""
    league, now = the_league(pk), timezone.now()
    if "undo" in request.POST:
        source = league.drawn_from_id
        undo_draw(league, by=request.user, now=now)
        messages.success(request, _("The draw is undone."))
        return redirect("league", source) if source else redirect("leagues")
    bring_up_to_date(league, now=now)
    teams, season = teams_for_cup(league), days_of_season(league)
    play_offs, all_teams = "play-offs" in request.GET, [each.team for each in teams]
    first = propose_first_day(season, all_teams, is_after_league=play_offs, today=timezone.localdate(now))
    form = CupForm(league, teams, play_offs=play_offs, first=first, data=request.POST or None)
    if form.is_valid():
        data, dates, drawn = form.cleaned_data, form.dates(), form.teams_to_draw()
        lot = secrets.randbelow(MOST_LOT) + 1 if data["order"] == LOT else None
        rounds = plan_cup(season, drawn, dates, is_beside_league=data["is_beside_league"]) if dates else []
        days = [each.day for each in rounds]
        cup = draw_cup(league, data["name"], drawn, lot=lot, days=days, starts=data["at"], by=request.user, now=now)
        messages.success(request, _("Drawn. Check it, then show it to everybody."))
        if moved := [str(each) for each in rounds if each.reasons]:
            words = _("Weeks were skipped: %(rounds)s. Under Fixtures you can move each round.")
            messages.info(request, words % {"rounds": ", ".join(moved)})
        bring_up_to_date(cup, now=now)  # teams with a bye may meet in the second round already
        for fault in faults_of(round_dates_of(cup), limits_of(cup))[:MOST_FAULTS]:
            messages.warning(request, fault)
        return redirect("league", cup.pk)
    context = {"league": league, "form": form}
    return render(request, "leagues/cups/league_cup.html", context, status=422 if form.is_bound else 200)


@secretary_only
def league_cup_evening(request: StaffRequest, pk: int) -> HttpResponse:
    """Plays a whole cup in one evening: opens that (the step `open`, for directors), and takes what is agreed in it."""
    cup, step, by_now = the_league(pk), request.POST.get("step"), dict[str, Any](by=request.user, now=timezone.now())
    if not cup.is_cup:
        return redirect("league_cup", pk)
    if step == "open":
        require_director(request.user)
        event = open_cup_evening(cup, **by_now)
        words = _("The evening of the cup is open. Tick players off as they come, and enter missing teams.")
        messages.success(request, words)
        return redirect("door", event.pk)
    form = LinkForm(evenings_of_cup(cup), request.POST if step == "take" else None)
    if form.is_valid():
        taken = take_cup_evening(cup, form.events[form.cleaned_data["event"]], **by_now)
        words = ngettext("%(n)s result is new.", "%(n)s results are new.", len(taken)) % {"n": len(taken)}
        messages.success(request, " ".join([words, *(each.in_words for each in taken if each.is_disputed)]))
        if still_open := [f"{each.team} – {each.other}" for each in results_of(cup) if each.is_fixture]:
            words = _(
                "Still open: %(matches)s. If a team did not come, rule a walk-over here and take the results again."
            )
            messages.info(request, words % {"matches": ", ".join(still_open)})
        return redirect("league", pk)
    form.initial["event"] = next(iter(form.events), None)
    context = {"league": cup, "form": form, "can_open": not has_results(cup)}
    return render(request, "leagues/cups/league_cup_evening.html", context, status=422 if form.is_bound else 200)
