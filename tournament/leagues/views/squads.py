"""What the secretary does about players: squads with their days and transfers, who played in a match, and those who by
the rules may not have."""

import json
from dataclasses import replace
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from tournament.leagues.forms.rulings import ReasonForm
from tournament.leagues.forms.squads import (
    PlayersForm,
    SquadForm,
    SquadRowsForm,
    TransferForm,
    ask_about_names,
    initial_players,
    take_answer,
)
from tournament.leagues.queries.counting import say_what_happened
from tournament.leagues.queries.leagues import teams_of
from tournament.leagues.queries.teams import (
    EligibilityBook,
    allowed_in,
    allowed_in_hall,
    eligibility_of,
    file_of_squads,
    file_of_teams,
    is_ruled_on,
    last_squad_change,
    players_said,
    squad_on,
    team_with_squad,
)
from tournament.leagues.services.fixtures import set_homes
from tournament.leagues.services.players import allow_player, save_players, undo_allowance
from tournament.leagues.services.team_list import enter_teams
from tournament.leagues.services.teams import (
    change_team,
    move_player,
    set_squad,
    set_squad_rows,
    undo_squad_change,
)
from tournament.leagues.team_list import check_teams
from tournament.leagues.views.leagues import the_league
from tournament.lists.headings import OF_TEAMS
from tournament.lists.upload import UploadForm
from tournament.models import LeagueResult, LeagueTeam
from tournament.web.guards import StaffRequest, secretary_only
from tournament.web.pages import number_in
from tournament.web.tables import table_response


@secretary_only
def league_team_list(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows what a list of teams or squads would change, with every doubt. A POST with the step `import` saves what the
    page has shown, once every question has an answer."""
    league, page = the_league(pk), "leagues/teams/league_team_list.html"
    if request.method != "POST":
        return render(request, page, {"league": league, "form": UploadForm()})
    size = number_in(request.META.get("CONTENT_LENGTH", "")) or 0
    form = UploadForm(request.POST, request.FILES, kinds=OF_TEAMS, sent=size)
    if not form.is_valid():
        return render(request, page, {"league": league, "form": form}, status=422)
    is_asked = request.POST.get("step") == "import" and not form.is_other_sheet
    book, teams = eligibility_of(league), teams_of(league)
    checked = check_teams(book, teams, form.table, form.answers, today=timezone.localdate())
    if is_asked and checked.is_ready and form.cleaned_data["seen"] == checked.fingerprint:
        enter_teams(league, checked.entries.values(), by=request.user, now=timezone.now())
        messages.success(request, _("Saved. The log says what changed."))
        return redirect("league_teams", pk)
    questions = (*form.ask_sheet(), *checked.check.questions)
    context = {"league": league, "form": form.show_again(checked.fingerprint)}
    context["check"] = replace(checked.check, is_refused=is_asked, questions=questions)
    return render(request, page, context, status=422 if is_asked else 200)


@secretary_only
@require_safe
def league_teams_csv(request: StaffRequest, pk: int) -> HttpResponse:
    """Downloads the teams with captains and homes, with `?of=squads` the squads; with `?as=xlsx` as XLSX."""
    league, is_of_squads = the_league(pk), request.GET.get("of") == "squads"
    name = f"{slugify(str(league), allow_unicode=True) or 'league'}-{'squads' if is_of_squads else 'teams'}"
    return table_response(file_of_squads(league) if is_of_squads else file_of_teams(league), name, request.GET)


@secretary_only
def league_squad(request: StaffRequest, pk: int, team: int) -> HttpResponse:
    """Sets a team's name, captain and home, and who is in its squad; with a step corrects days (`rows`), moves a player
    (`move`) or undoes the last change (`undo`). The squad of a team in a cup is that of its league."""
    league, today = the_league(pk), timezone.localdate()
    own = get_object_or_404(league.teams.select_related("league__drawn_from"), pk=team)
    if (entered := team_with_squad(own)) != own:
        return redirect("league_squad", entered.league_id, entered.pk)
    by_now: Any = {"by": request.user, "now": timezone.now()}
    step, here = request.POST.get("step", ""), redirect("league_squad", pk, team)
    sure = request.POST.get("sure", "")
    book = eligibility_of(league)
    if step == "undo":
        undo_squad_change(own, number_in(request.POST.get("seen", "")) or 0, **by_now)
        messages.success(request, _("The last change of the squad is undone."))
        return here
    rows = SquadRowsForm(own, request.POST if step == "rows" else None)
    if rows.is_valid():
        set_squad_rows(own, rows.squad_rows(), **by_now)
        messages.success(request, _("The players and their days are saved."))
        return here
    move = TransferForm(book, own, request.POST if step == "move" else None, today=today)
    move_doubts = move.doubts() if move.is_valid() and sure != move.key else []
    if move.is_valid() and not move_doubts:
        player, to = move.cleaned_data["player"], move.cleaned_data["to"]
        move_player(player, to, on=move.cleaned_data["day"], **by_now)
        messages.success(request, _("%(name)s has moved to %(team)s.") % {"name": player.name, "team": to.name})
        return here
    initial: dict[str, Any] = {"name": own.name, "captain": own.captain, "contact": own.contact}
    initial |= {"on": today if rows.players else None, "names": "\n".join(squad_on(own, today))}
    is_squad = request.method == "POST" and step not in ("rows", "move")
    form = SquadForm(book, own, take_answer(request.POST, "names")[0] if is_squad else None, initial=initial)
    context: dict[str, Any] = {"league": league, "team": own, "rows": rows, "move": move, "move_doubts": move_doubts}
    if form.is_valid():
        form = form.as_read() if form.is_read_otherwise else form
        context |= {"doubts": form.doubts(today), "questions": form.questions()}
        is_asked = bool(context["doubts"] or context["questions"]) and sure != form.key
        if not is_asked and not form.is_read_otherwise:
            change_team(own, **form.team_fields(), **by_now)
            if home := form.home():
                set_homes(league, {own.pk: home[0]}, nights={own.pk: home[1]}, **by_now)
            set_squad(own, form.cleaned_data["names"], on=form.cleaned_data["on"], **by_now)
            saved = _("%(team)s is saved.") % {"team": form.cleaned_data["name"]}
            if own.captain and own.captain_key and own.captain != form.cleaned_data["captain"]:
                saved += " " + _("%(captain)s’s link still works. Make a new one under “Captain’s link”.") % {
                    "captain": own.captain
                }
            messages.success(request, saved)
            return redirect("league_teams", pk)
    context |= {"form": form, "last": last_squad_change(own)}
    status = 422 if request.method == "POST" else 200
    return render(request, "leagues/teams/league_squad.html", context, status=status)


@secretary_only
def league_players(request: StaffRequest, pk: int, result: int) -> HttpResponse:
    """Says who played for both teams of a match, and lets somebody play who by the rules may not (`allow`, with a
    reason) or takes that back (`disallow`); both name the team and the player."""
    league = the_league(pk)
    of_teams = LeagueResult.objects.select_related("league__drawn_from", "team", "other", "awarded")
    match = get_object_or_404(of_teams.exclude(other=None), pk=result, league=league)
    match.mark = say_what_happened(match)
    teams = [team for team in (match.team, match.other) if team]
    by_now: Any = {"by": request.user, "now": timezone.now()}
    is_allowing = "allow" in request.POST
    reason = ReasonForm(request.POST if is_allowing else None)
    reason.fields["reason"].help_text = _("It stays in the log.")
    named = _named_player(request.POST.get("allow", request.POST.get("disallow", "")), teams)
    if named and is_allowing and reason.is_valid():
        allow_player(match, *named, reason=reason.cleaned_data["reason"], **by_now)
        return redirect(request.path)
    if named and not is_allowing:
        undo_allowance(match, *named, **by_now)
        return redirect(request.path)
    is_sent = request.method == "POST" and not named and not is_allowing
    book, forms = eligibility_of(league), {}
    for team in teams:
        team.league = match.league
        squad = squad_on(team, match.day or timezone.localdate())
        said = players_said(match, team) or book.players_of(match, team)
        data = take_answer(request.POST, f"{team.pk}-others")[0] if is_sent else None
        initial = initial_players(said, squad)
        forms[team.pk] = PlayersForm(squad, data, initial=initial, prefix=str(team.pk))
    is_valid = [form.is_valid() for form in forms.values()]
    if is_sent and all(is_valid):
        for team in teams:
            save_players(match, team, forms[team.pk].player_names, **by_now)
        messages.success(request, _("Saved who played."))
        return redirect(request.path)
    sides = [_side_of(match, team, book, forms[team.pk]) for team in teams]
    context = {"league": league, "match": match, "sides": sides, "reason": reason}
    context["in_hall"] = allowed_in_hall(match)
    return render(
        request, "leagues/matches/league_players.html", context, status=422 if is_sent or is_allowing else 200
    )


def _named_player(said: str, teams: list[LeagueTeam]) -> tuple[LeagueTeam, str] | None:
    try:
        pk, name = json.loads(said)
    except (ValueError, TypeError):
        return None
    return next(((team, str(name)) for team in teams if team.pk == pk), None)


def _side_of(match: LeagueResult, team: LeagueTeam, book: EligibilityBook, form: PlayersForm) -> dict[str, Any]:
    """Returns a team with its form, who may not play and what can be done about each, and who is allowed."""
    doubted = [] if is_ruled_on(match, team) else book.judge(match, team)
    allowed = allowed_in(match, team)
    opponent = match.other_id if team.pk == match.team_id else match.team_id
    proposed = {"reason": " ".join(each.why for each in doubted)[:300]}
    side = "team" if team.pk == match.team_id else "other"
    page = reverse("league_ruling", args=[match.league_id, match.pk])
    names = book.players_of(match, team)
    return {
        "team": team,
        "form": form,
        "names": names,
        "questions": [] if match.evening else ask_about_names(book, names),
        "doubted": [(each, json.dumps([team.pk, each.name])) for each in doubted],
        "allowed": [(name, why, json.dumps([team.pk, name])) for name, why in allowed],
        "forfeit_match": f"{page}?{urlencode({**proposed, 'outcome': 'forfeited', 'winner': opponent})}",
        "forfeit_table": f"{page}?{urlencode({**proposed, 'outcome': 'table_forfeited', 'forfeited_by': side})}",
    }
