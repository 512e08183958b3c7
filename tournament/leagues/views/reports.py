"""What the secretary does about captains: their links and QR codes, the board of what was reported and what is late,
and a match that is settled."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.leagues.captain_links import link_of
from tournament.leagues.forms.reports import SettleForm
from tournament.leagues.forms.rulings import ReasonForm
from tournament.leagues.paper import print_captain_cards
from tournament.leagues.queries.counting import say_what_happened
from tournament.leagues.queries.leagues import teams_of
from tournament.leagues.queries.reports import card_of, has_card, report_board, reported_match, say_late
from tournament.leagues.queries.teams import eligibility_of
from tournament.leagues.reported import Figures, ReportedMatch
from tournament.leagues.services.reports import (
    bring_up_to_date,
    renew_captain_link,
    revoke_captain_link,
    settle_reports,
    undo_settlement,
)
from tournament.leagues.views.leagues import the_league
from tournament.models import League, LeagueResult, LeagueTeam, State
from tournament.web.guards import StaffRequest, secretary_only
from tournament.web.pages import address_for_phones, file_response
from tournament.web.private_links import draw_link


@secretary_only
def league_reports(request: StaffRequest, pk: int) -> HttpResponse:
    """Lists what captains reported and what they owe, with a message for each who is late."""
    league = the_league(pk)
    bring_up_to_date(league, now=timezone.now())
    board, address = report_board(league, timezone.localdate()), address_for_phones(request)
    late = [(team, say_late(team, matches, link_of(team, address))) for team, matches in board.late_teams]
    context = {"league": league, "board": board, "late": late, "doubted": eligibility_of(league).doubted_matches()}
    return render(request, "leagues/captains/league_reports.html", context)


@secretary_only
def league_report(request: StaffRequest, pk: int, result: int) -> HttpResponse:
    """Shows every version of a match side by side and settles it: for one of them (the step names its figures), for
    what is typed, or back to what was before (`undo`)."""
    league, step = the_league(pk), request.POST.get("step", "")
    bring_up_to_date(league, now=timezone.now())
    of_teams = LeagueResult.objects.select_related("league", "team", "other", "awarded").exclude(other=None)
    match = get_object_or_404(of_teams, pk=result, league=league)
    reported = reported_match(match)
    is_typed = step == "typed"
    choice = ReasonForm(request.POST if step and not is_typed else None)
    typed = SettleForm(match, request.POST if is_typed else None)
    by_now: Any = {"by": request.user, "now": timezone.now()}
    form = typed if is_typed else choice
    if form.is_bound and form.is_valid():
        reason = form.cleaned_data["reason"]
        if step == "undo":
            undo_settlement(match, reason=reason, **by_now)
            messages.success(request, _("Undone. The reports are open again."))
        else:
            settle_reports(match, typed.figures if is_typed else _figures_of(reported, step), reason=reason, **by_now)
            messages.success(request, _("Settled. The table follows it, and the log has the reason."))
        return redirect("league_reports", pk)
    context = _context_of(league, reported) | {"choice": choice, "typed": typed}
    return render(request, "leagues/captains/league_report.html", context, status=422 if form.is_bound else 200)


def _figures_of(reported: ReportedMatch, step: str) -> Figures:
    """Returns the version whose figures a button names. Raises Http404 if nobody says so any more."""
    found = next((figures for figures in reported.versions if figures.key == step), None)
    if found is None:
        raise Http404
    return found


def _context_of(league: League, reported: ReportedMatch) -> dict[str, Any]:
    match, book = reported.match, eligibility_of(league)
    teams = [team for team in (match.team, match.other) if team is not None]
    sides = []
    for report in reported.reports:
        who = teams if report.evening else [report.team]
        doubted = [each.why for team in who for each in book.judge(match, team)]
        sides.append((report, reported.figures_from(report), doubted))
    return {
        "league": league,
        "match": match,
        "reported": reported,
        "sides": sides,
        "cards": has_card(reported.reports),
        "mark": say_what_happened(match),
        "is_ruled": reported.state is State.RULED,
    }


@secretary_only
@require_safe
def league_card(request: StaffRequest, pk: int, result: int, team: int) -> HttpResponse:
    """Shows the photograph of the card that a captain sent."""
    match = get_object_or_404(the_league(pk).results.exclude(other=None), pk=result)
    photo = card_of(match, team)
    if photo is None:
        raise Http404
    return HttpResponse(photo, content_type="image/jpeg", headers={"Cache-Control": "private, no-store"})


@secretary_only
def league_captain(request: StaffRequest, pk: int, team: int) -> HttpResponse:
    """Shows the private link of a team's captain with its QR code; the step `renew` makes another one, `revoke` ends
    it."""
    league, step = the_league(pk), request.POST.get("step")
    own = get_object_or_404(league.teams.select_related("league"), pk=team)
    by_now: Any = {"by": request.user, "now": timezone.now()}
    if step == "renew":
        renew_captain_link(own, **by_now)
        messages.success(request, _("There is a new link. The one before opens nothing any more."))
    elif step == "revoke":
        revoke_captain_link(own, **by_now)
        messages.success(request, _("The link is revoked. It opens nothing any more."))
    if step:
        return redirect("league_captain", pk, team)
    link = link_of(own, address_for_phones(request))
    context = {"league": league, "team": own, "link": link, "picture": draw_link(link)}
    return render(request, "leagues/captains/league_captain.html", context)


@secretary_only
@require_safe
def league_captains_pdf(request: StaffRequest, pk: int) -> HttpResponse:
    """Prints a card for each captain: their link as a QR code, and the fixtures of their team."""
    league = the_league(pk)
    address = address_for_phones(request)
    cards: list[tuple[LeagueTeam, str]] = [
        (team, link_of(team, address)) for team in teams_of(league) if team.withdrawn_on is None
    ]
    printed = print_captain_cards(league, cards, now=timezone.now())
    return file_response(printed.pdf, "application/pdf", printed.filename, download=False)
