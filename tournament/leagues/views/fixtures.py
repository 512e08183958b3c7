"""Pages of a league's fixtures: made, dated, moved and postponed, with what they do not keep."""

import zlib
from collections.abc import Sequence
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournament.foundation.wording import numbers_in_words
from tournament.leagues.forms.fixtures import (
    BlockForm,
    DerbyForm,
    EvenDatesForm,
    FixturesForm,
    HomesForm,
    MatchDateForm,
    RoundDateForm,
)
from tournament.leagues.queries.fixtures import (
    changed_dates,
    faults_of,
    faults_of_change,
    limits_of,
    round_dates_of,
    usual_start_of,
)
from tournament.leagues.queries.reports import postponement_of
from tournament.leagues.queries.results import present_round_of
from tournament.leagues.queries.seasons import divisions_of
from tournament.leagues.services.derbies import add_derby, remove_derby
from tournament.leagues.services.fixtures import (
    block_days,
    date_match,
    date_rounds,
    date_rounds_evenly,
    free_days,
    make_fixtures,
    set_homes,
)
from tournament.leagues.services.postponing import decline_request
from tournament.leagues.views.leagues import the_league
from tournament.models import LeagueResult
from tournament.web.guards import StaffRequest, secretary_only
from tournament.web.pages import number_in


@secretary_only
def league_fixtures(request: StaffRequest, pk: int) -> HttpResponse:
    """Sets when and where the rounds are played, one by one or evenly spaced, where teams play at home, and derbies. A
    league without matches first gets them here. Dates that do not keep something are asked about; `sure` repeats it.
    With the step `look` it is what the dates would not keep, for htmx."""
    league, step = the_league(pk), request.POST.get("step")
    rounds, usual_start = round_dates_of(league), usual_start_of(league)
    new = FixturesForm(league, request.POST if step == "new" else None, rounds, usual_start)
    forms = [RoundDateForm(each, request.POST if step in ("rounds", "look") else None) for each in rounds]
    even = EvenDatesForm(request.POST if step == "even" else None, usual_start)
    homes = HomesForm(league, request.POST if step == "homes" else None)
    block = BlockForm(league, request.POST if step == "block" else None)
    derby = DerbyForm(league, request.POST if step == "derby" else None)
    limits = limits_of(league)
    changes = {
        match.pk: changed
        for form in forms
        if form.is_valid() and (changed := changed_dates(form.dates, form.cleaned_data))
        for match in form.dates.together
    }
    asked = faults_of_change(rounds, limits, changes) if changes else []
    sure = fingerprint_of(asked)
    if step == "look":
        return render(request, "leagues/_fixture_faults.html", {"asked": asked, "sure": sure, "has_change": changes})
    by_now: Any = {"by": request.user, "now": timezone.now()}
    saved = ""
    if new.is_valid():
        teams, meetings, dates = new.cleaned_data["teams"], new.cleaned_data["meetings"], new.dates()
        made = make_fixtures(league, teams, meetings=meetings, dates=dates, **by_now)
        words = ngettext(
            "%(number)s round made. Now set its date.", "%(number)s rounds made. Now set their dates.", made[-1].round
        )
        if dates:
            words = ngettext("%(number)s round made.", "%(number)s rounds made.", made[-1].round)
        saved = words % {"number": made[-1].round}
    elif step == "rounds" and all(form.is_valid() for form in forms) and _is_sure(request, asked):
        saved = _say_dated(date_rounds(league, {form.dates.number: form.cleaned_data for form in forms}, **by_now))
    elif even.is_valid():
        data = even.cleaned_data
        first, apart = data["first"], data["days_between"]
        saved = _say_dated(date_rounds_evenly(league, first=first, days_between=apart, starts=data["at"], **by_now))
    elif homes.is_valid():
        set_homes(league, homes.homes(), nights=homes.nights(), **by_now)
        saved = _("Home venues saved.")
    elif block.is_valid():
        for division in divisions_of(league) if block.cleaned_data.get("everywhere") else [league]:
            block_days(division, **block.days(), **by_now)
        saved = _("Saved. Dates that you set from now on leave these days out.")
    elif step == "free":
        for each in limits.blocked:
            if str(each.pk) == request.POST.get("days"):
                free_days(each, **by_now)
        saved = _("Matches can be on these days again.")
    elif derby.is_valid():
        add_derby(league, **derby.cleaned_data, **by_now)
        saved = _("Derby saved. Fixtures that you make from now on keep it.")
    elif step == "no_derby":
        remove_derby(league, number_in(request.POST.get("derby", "")) or 0, **by_now)
        saved = _("Derby removed.")
    if saved:
        messages.success(request, saved)
        return redirect("league_fixtures", pk)
    context = {"league": league, "forms": forms, "new": new, "even": even, "homes": homes}
    context |= {"block": block, "derby": derby, "limits": limits, "faults": faults_of(rounds, limits)}
    context |= {"asked": asked, "sure": sure}
    context["played"] = [form for form in forms if form.dates.is_played]
    context["is_unplayed"] = not any(not match.is_fixture for each in rounds for match in each.matches)
    context["opened"] = present_round_of((match for each in rounds for match in each.matches), timezone.localdate())
    context["needs_dates"] = any(not each.has_days for each in rounds)
    return render(request, "leagues/league_fixtures.html", context, status=422 if step else 200)


def _say_dated(rounds: Sequence[int]) -> str:
    if not rounds:
        return _("Nothing changed.")
    words = ngettext("Round %(numbers)s saved.", "Rounds %(numbers)s saved.", len(rounds))
    return words % {"numbers": numbers_in_words(rounds)}


def fingerprint_of(faults: Sequence[str]) -> str:
    """Returns what a press sends back to say that these were seen."""
    return str(zlib.crc32("\n".join(faults).encode()))


def _is_sure(request: StaffRequest, faults: Sequence[str]) -> bool:
    return not faults or request.POST.get("sure") == fingerprint_of(faults)


@secretary_only
def league_fixture(request: StaffRequest, pk: int, result: int) -> HttpResponse:
    """Sets when, where and at whose home one match is played; also postpones it. What would not be kept is asked about;
    `sure` repeats it. With the step `look` it is only what would not be kept, for htmx."""
    league = the_league(pk)
    of_teams = LeagueResult.objects.select_related("league", "team", "other").exclude(other=None)
    match = get_object_or_404(of_teams, pk=result, league=league)
    if request.POST.get("step") == "decline":
        seen = number_in(request.POST.get("seen", ""))
        decline_request(match, seen=seen, by=request.user, now=timezone.now())
        messages.success(request, _("Declined: the match stays where it is. Tell the captain."))
        return redirect("league", pk)
    asked_for = postponement_of(match)
    form = MatchDateForm(match, request.POST or None, asked=asked_for)
    change = form.change() if form.is_valid() else {}
    asked = faults_of_change(round_dates_of(league), limits_of(league), {match.pk: change}) if change else []
    context = {"league": league, "match": match, "form": form, "asked": asked, "sure": fingerprint_of(asked)}
    context["request_made"] = {"asked": asked_for} if asked_for else None
    if request.POST.get("step") == "look":
        return render(request, "leagues/_fixture_faults.html", context | {"has_change": change})
    if form.is_valid() and _is_sure(request, asked):
        is_postponed, reason = form.cleaned_data["is_postponed"], form.cleaned_data["reason"]
        by_now: Any = {"by": request.user, "now": timezone.now()}
        date_match(match, form.dates(), is_postponed=is_postponed, is_turned=form.is_turned, reason=reason, **by_now)
        words = _("%(match)s is postponed.") if is_postponed else _("Date and venue of %(match)s saved.")
        messages.success(request, words % {"match": f"{match.team} – {match.other}"})
        return redirect("league_fixtures", pk)
    return render(request, "leagues/matches/league_fixture.html", context, status=422 if form.is_bound else 200)
