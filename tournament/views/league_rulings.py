"""What a league takes off a team, and the log of all that was changed in a league."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.forms.leagues import PenaltyForm, TakeBackForm
from tournament.models import League, LeaguePenalty
from tournament.queries.league_log import league_log, taken_back
from tournament.queries.leagues import penalties_of, taken_in_words
from tournament.services.league_penalties import give_penalty, take_back_penalty
from tournament.views.leagues import the_league
from tournament.views.web import StaffRequest, director_only, scorer_only


@director_only
def league_penalties(request: StaffRequest, pk: int) -> HttpResponse:
    league = the_league(pk)
    form = PenaltyForm(league, request.POST or None)
    if form.is_valid():
        team, reason = form.cleaned_data["team"], form.cleaned_data["reason"]
        give_penalty(team, **form.taken(), reason=reason, by=request.user, now=timezone.now())
        messages.success(request, _("The penalty is kept, and counts in the table."))
        return redirect("league_penalties", pk)
    context = {"form": form, "league": league, "penalties": _told(league), "taken_back": taken_back(league)}
    return render(request, "club/league_penalties.html", context, status=422 if form.is_bound else 200)


@director_only
def league_penalty(request: StaffRequest, pk: int, penalty: int) -> HttpResponse:
    """Take it back, with a reason."""
    league = the_league(pk)
    given = get_object_or_404(LeaguePenalty.objects.select_related("league", "team"), pk=penalty, league=league)
    form = TakeBackForm(request.POST or None)
    if form.is_valid():
        take_back_penalty(given, reason=form.cleaned_data["reason"], by=request.user, now=timezone.now())
        messages.success(request, _("The penalty is taken back. It stays in the log, with the reason."))
        return redirect("league_penalties", pk)
    context = {"form": form, "league": league, "penalty": given}
    context["taken"] = taken_in_words(given.points, given.bullseyes)
    return render(request, "club/league_penalty.html", context, status=422 if form.is_bound else 200)


@scorer_only
def league_changes(request: StaffRequest, pk: int) -> HttpResponse:
    """Its log."""
    league = the_league(pk)
    page, lines = league_log(league, request.GET.get("page", "1"))
    return render(request, "club/league_log.html", {"league": league, "page": page, "lines": lines})


def _told(league: League) -> list[tuple[LeaguePenalty, str]]:
    return [(each, taken_in_words(each.points, each.bullseyes)) for each in penalties_of(league)]
