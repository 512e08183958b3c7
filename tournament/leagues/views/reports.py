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
from tournament.leagues.captain_messages import say_late
from tournament.leagues.forms.leagues import SettleForm
from tournament.leagues.forms.rulings import ReasonForm
from tournament.leagues.forms.seats import seat_boxes_in
from tournament.leagues.forms.squads import take_answer
from tournament.leagues.paper.printing import print_captain_cards
from tournament.leagues.queries.counting import say_what_happened
from tournament.leagues.queries.leagues import teams_of
from tournament.leagues.queries.reports import (
    card_of,
    has_card,
    name_of_report,
    report_board,
    reported_match,
    say_why_settled,
)
from tournament.leagues.queries.teams import eligibility_of, squads_for
from tournament.leagues.reported import Figures, ReportedMatch, typed_tables_of
from tournament.leagues.services.reports import (
    bring_up_to_date,
    renew_captain_link,
    revoke_captain_link,
    settle_reports,
    undo_settlement,
)
from tournament.leagues.version_comparison import compare_versions
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
    late = [say_late(team, matches, link_of(team, address)) for team, matches in board.late_teams]
    context = {"league": league, "board": board, "late": late, "doubted": eligibility_of(league).doubted_matches()}
    return render(request, "leagues/captains/league_reports.html", context)


@secretary_only
def league_report(request: StaffRequest, pk: int, result: int) -> HttpResponse:
    """Shows every version of a match side by side and settles it: for one of them (the step names its figures), which
    needs no other reason, for what is typed, or back to what was before (`undo`). What is unlikely in what is typed is
    asked about; `sure` repeats it. The address of a former version leads to the present one."""
    league, step = the_league(pk), request.POST.get("step", "")
    bring_up_to_date(league, now=timezone.now())
    of_teams = LeagueResult.objects.select_related("league", "team", "other", "awarded").exclude(other=None)
    match = get_object_or_404(of_teams, pk=result, league=league)
    if match.replaced_by_id and not step:
        return redirect("league_report", pk, match.replaced_by_id)
    reported = reported_match(match)
    is_typed = step == "typed" or "sure" in request.POST or "meant" in request.POST
    data = take_answer(request.POST, *seat_boxes_in(request.POST))[0] if is_typed else None
    typed = SettleForm(reported, data, squads=squads_for(match, match.team))
    taken = _version_named(reported, step) if step not in ("", "typed", "undo") else None
    choice = ReasonForm(request.POST if step and not is_typed else None)
    choice.fields["reason"].required = taken is None
    by_now: Any = {"by": request.user, "now": timezone.now()}
    form = typed if is_typed else choice
    asks = is_typed and typed.is_valid() and typed.is_asked(request.POST.get("sure", ""))
    if form.is_bound and not asks and form.is_valid():
        reason = form.cleaned_data["reason"]
        if step == "undo":
            undo_settlement(match, reason=reason, **by_now)
            messages.success(request, _("Undone. The reports are open again."))
        else:
            why, figures = taken or ("", typed.figures)
            settle_reports(match, figures, reason=reason or why, **by_now)
            messages.success(request, _("Settled. The table follows it, and the log has the reason."))
        return redirect("league_reports", pk)
    context = _context_of(league, reported) | {"choice": choice, "typed": typed, "asks": asks}
    return render(request, "leagues/captains/league_report.html", context, status=422 if form.is_bound else 200)


def _version_named(reported: ReportedMatch, step: str) -> tuple[str, Figures]:
    """Returns why a version counts and its figures, which a button names. Raises Http404 if nobody says so any more."""
    versions = [(say_why_settled(each), reported.figures_from(each)) for each in reported.open_reports]
    counted = [(_("What was in the table counts."), figures) for _name, figures in _counted_version(reported)]
    found = next((each for each in [*versions, *counted] if each[1].key == step), None)
    if found is None:
        raise Http404
    return found


def _counted_version(reported: ReportedMatch) -> list[tuple[str, Figures]]:
    """Returns what counts now, with the tables that were typed; nothing if nobody has entered a result."""
    counted = typed_tables_of(reported.match) or reported.result
    return [] if counted is None else [(_("In the table"), counted)]


def _context_of(league: League, reported: ReportedMatch) -> dict[str, Any]:
    match, book = reported.match, eligibility_of(league)
    teams = [team for team in (match.team, match.other) if team is not None]
    sides = []
    for report in reported.reports:
        who = teams if report.evening else [report.team]
        doubted = [each.why for team in who for each in book.judge(match, team)]
        sides.append((report, name_of_report(report), reported.figures_from(report), doubted))
    counted = _counted_version(reported)
    versions = [*counted, *((name, figures) for _report, name, figures, _doubted in sides)]
    return {
        "league": league,
        "match": match,
        "reported": reported,
        "counted": counted[0][1] if counted else None,
        "sides": sides,
        "names": [name for name, _figures in versions],
        "compared": compare_versions([figures for _name, figures in versions]),
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
