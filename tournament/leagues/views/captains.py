"""What a team's captain sees on their own phone, by a private link and without an account: the next match, matches to
report, and the form of a report."""

from collections.abc import Callable
from datetime import date
from functools import wraps
from typing import Concatenate, ParamSpec

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from tournament.leagues.captain_links import team_of_token, token_of
from tournament.leagues.forms.reports import PostponeForm, ReportForm, initial_figures
from tournament.leagues.forms.seats import initial_seats, seat_boxes_in
from tournament.leagues.forms.squads import take_answer
from tournament.leagues.queries.cups import cups_with_a_match, teams_in_cups
from tournament.leagues.queries.reports import card_of, has_card, matches_of_captain, postponement_of
from tournament.leagues.queries.teams import line_up_said, players_said, squad_on, squads_for
from tournament.leagues.reported import ReportedMatch, figures_of_report, meeting_of
from tournament.leagues.services.players import save_players
from tournament.leagues.services.postponing import agree_to_postpone, ask_to_postpone, withdraw_request
from tournament.leagues.services.reports import bring_up_to_date, report_result, save_card
from tournament.models import LeagueTeam, State
from tournament.web.guards import everybody
from tournament.web.pages import number_in
from tournament.web.private_links import refuse_link
from tournament.web.visitors import note_familiar

P = ParamSpec("P")


def captain_only(view: Callable[Concatenate[HttpRequest, LeagueTeam, P], HttpResponse]) -> Callable[..., HttpResponse]:
    """Guards a view for the captain of a team: it gets the team that its address's `link` opens. A link that is wrong
    or was revoked gets the same answer."""

    @everybody
    @wraps(view)
    def check_and_answer(request: HttpRequest, /, link: str, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        team = team_of_token(link)
        if team is None:
            message = _("This link does not open a team’s page. Ask the league’s secretary for a new one.")
            return refuse_link(request, message)
        note_familiar(request.META["REMOTE_ADDR"])  # so that strangers who fill the server shut no captain out
        return view(request, team, *args, **kwargs)

    return check_and_answer


@captain_only
def captain(request: HttpRequest, team: LeagueTeam) -> HttpResponse:
    """Shows the captain what waits for a report first, then the next match, then everything else."""
    now = timezone.now()
    bring_up_to_date(team.league, now=now)
    today, reported = timezone.localdate(now), matches_of_captain(team)
    open_ones = [each for each in reported if each.match.is_fixture and not _has_reported(each, team)]
    to_report = [each for each in open_ones if each.match.evening is None and _is_asked_for(each, today)]
    to_come = [each for each in open_ones if each not in to_report]
    in_cups = teams_in_cups(team)
    next_match = next((each for each in to_come if each.match.day and each.match.day >= today), None)
    context = {
        "team": team,
        "league": team.league,
        "cups": [(each.league, token_of(each)) for each in in_cups if token_of(each)],
        "cups_to_play": cups_with_a_match(in_cups),
        "asked_of_us": [(each, postponement_of(each.match)) for each in open_ones if each.match.has_request],
        "to_report": [(each, next(map(figures_of_report, each.open_of_captains), None)) for each in to_report],
        "next": next_match or next(iter(to_come), None),
        "to_come": to_come,
        "done": [each for each in reversed(reported) if each not in to_report and each not in to_come],
    }
    return render(request, "leagues/captains/captain.html", context)


def _has_reported(reported: ReportedMatch, team: LeagueTeam) -> bool:
    return any(report.team_id == team.pk for report in reported.open_of_captains)


def _is_asked_for(reported: ReportedMatch, today: date) -> bool:
    """Returns whether a match was played by now, or the other captain says so."""
    day = reported.match.day or reported.match.play_by
    return bool(reported.open_reports) or bool(day and day <= today)


@captain_only
def captain_match(request: HttpRequest, team: LeagueTeam, result: int) -> HttpResponse:
    """Reports a match. With the step `confirm` the other captain's figures are one's own, as far as they are still
    those that the page showed; with `players` it is only said who plays. With `sure` the reader has seen what is
    unlikely and who may not play; with `meant` they have said whom a name means."""
    now = timezone.now()
    reported = _own_match(team, result)
    match, own = reported.match, reported.report_of(team.pk)
    if own and own.settled_at and match.is_fixture:
        own = None  # it was of the match before the replay
    theirs = reported.report_against(team.pk)
    if request.POST.get("step") == "confirm":
        if theirs is None or figures_of_report(theirs).key != request.POST.get("seen"):
            messages.warning(request, _("The other captain has changed the report. Look at it again."))
            return redirect(request.path)
        players = players_said(match, team)
        report_result(match, team, figures_of_report(theirs).from_other_side, players=players, now=now)
        said = _("Confirmed. Both captains agree.")
        if not players and squad_on(team, match.day or timezone.localdate(now)):
            said += " " + _("Open the match again to say who played for you.")
        messages.success(request, said)
        return redirect("captain", token_of(team))
    sent = number_in(request.META.get("CONTENT_LENGTH", "")) or 0
    data: QueryDict | None = request.POST if request.method == "POST" else None
    files = request.FILES if request.method == "POST" else None
    step, sure = request.POST.get("step", ""), request.POST.get("sure", "")
    if data is not None and "meant" in data:
        data, step = take_answer(data, "others", *seat_boxes_in(data))
    line_up = line_up_said(match, team)
    known = own or (line_up if line_up.games is None else None)
    initial = initial_figures(known) if known else {}
    if theirs and not theirs.settled_at and not own:  # most of what they report is right
        initial = initial_figures(figures_of_report(theirs).from_other_side) | initial_seats(line_up)
    form = ReportForm(
        match,
        team,
        data,
        files,
        squads=squads_for(match, team),
        said=line_up.players,
        initial=initial,
        sent=sent,
        of_players_alone=step == "players" or sure.startswith("players"),
    )
    doubts: list[str] = []
    asks = has_sent_card = False
    if form.is_bound:
        is_valid, card = form.is_valid(), form.cleaned_data.get("card")
        if is_valid and sure != form.key:
            doubts = [] if form.of_players_alone else form.doubts(timezone.localdate(now))
            asks = bool(doubts or form.ineligible_players or form.questions)
        if is_valid and not asks and form.of_players_alone:
            at_tables = form.names_at_tables, form.numbers_of_singles
            save_players(match, team, form.player_names, at_tables=at_tables, by=None, now=now)
            messages.success(request, _("Saved who plays."))
            return redirect(request.path)
        if is_valid and not asks:
            after = report_result(match, team, form.figures, players=form.player_names, card=card, now=now)
            messages.success(request, _say_reported(_own_match(team, after.pk)))
            return redirect("captain", token_of(team))
        if card:
            save_card(match, team, card, now=now)
            has_sent_card = True
    cards = has_card([*reported.reports, line_up])
    context = {"team": team, "league": team.league, "reported": reported, "match": match, "form": form}
    context |= {"own": own, "theirs": theirs, "doubts": doubts, "asks": asks, "cards": cards}
    context["has_own_card"] = has_sent_card or line_up.pk in cards
    asked = postponement_of(match) if match.is_fixture else None
    first_day = match.day or match.postponed_from
    context["is_over"] = first_day is not None and first_day < timezone.localdate(now)
    is_to_come = match.is_fixture and not reported.open_reports
    if asked or (is_to_come and first_day and not context["is_over"]):
        context |= {"asked": asked, "postpone": PostponeForm()}
    context["their_figures"] = figures_of_report(theirs) if theirs else None
    context["is_open"] = match.is_fixture or (match.games is not None and not (own and own.settled_at))
    return render(request, "leagues/captains/captain_match.html", context, status=422 if form.is_bound else 200)


@captain_only
@require_POST
def captain_postpone(request: HttpRequest, team: LeagueTeam, result: int) -> HttpResponse:
    """Asks to postpone a match; with the step `agree` agrees to what the other captain asks, with `withdraw` takes the
    own request back."""
    now, match, step = timezone.now(), _own_match(team, result).match, request.POST.get("step")
    form = PostponeForm(request.POST if step == "ask" else None)
    if step == "agree":
        agree_to_postpone(match, team, seen=number_in(request.POST.get("seen", "")), now=now)
        messages.success(request, _("The secretary sees that you agree, and decides."))
    elif step == "withdraw":
        withdraw_request(match, team, now=now)
        messages.success(request, _("You no longer ask to postpone this match."))
    elif form.is_valid():
        ask_to_postpone(match, team, form.cleaned_data["day"], reason=form.cleaned_data["reason"], now=now)
        messages.success(request, _("The secretary and the other captain see what you ask. Until then the date stays."))
    else:
        for error in (each for errors in form.errors.values() for each in errors):
            messages.error(request, str(error))
    return redirect("captain_match", token_of(team), match.pk)


def _own_match(team: LeagueTeam, result: int) -> ReportedMatch:
    """Returns a match of the team, by any version of its result. Raises Http404."""
    of_meeting = {meeting_of(each.match): each for each in matches_of_captain(team)}
    found = next((each for each in of_meeting.values() if each.match.pk == result), None)
    found = found or of_meeting.get(meeting_of(get_object_or_404(team.league.results, pk=result)))
    if found is None:
        raise Http404
    return found


def _say_reported(reported: ReportedMatch) -> str:
    match reported.state:
        case State.AGREED:
            return _("Saved. Both captains agree.")
        case State.DISPUTED:
            return _("Saved. There is another version of this match, so the secretary decides.")
    return _("Saved. The other captain is asked to confirm it.")


@captain_only
@require_safe
def captain_card(request: HttpRequest, team: LeagueTeam, result: int, side: int) -> HttpResponse:
    """Shows the photograph of the card that one of both captains sent."""
    match = _own_match(team, result).match
    photo = card_of(match, side) if side in (match.team_id, match.other_id) else None
    if photo is None:
        raise Http404
    return HttpResponse(photo, content_type="image/jpeg", headers={"Cache-Control": "private, no-store"})
