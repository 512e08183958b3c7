"""Enters what a list says of teams and squads, all at once."""

from collections.abc import Iterable
from datetime import datetime

from tournament.foundation.writing import log
from tournament.leagues.log_actions import ENTER_SQUADS, ENTER_TEAMS
from tournament.leagues.queries.cups import teams_in_cups
from tournament.leagues.queries.seasons import divisions_of
from tournament.leagues.services.importing import find_or_make_team
from tournament.leagues.services.log import writing_league
from tournament.leagues.services.teams import changing_squads, end_membership
from tournament.leagues.spelling import name_key
from tournament.leagues.team_list import TeamEntry, say_value
from tournament.models import Account, League, LeaguePlayer, LeagueTeam


def enter_teams(league: League, entries: Iterable[TeamEntry], *, by: Account | None, now: datetime) -> None:
    """Saves what a list says of teams, and lets its players come into their squads; whoever is of another team of the
    league moves from there. A captain is that of the team in cups, too. The log does not say how to contact
    somebody, and one press undoes what became of the squads (`services.teams.undo_squad_change`)."""
    with writing_league(league) as current:
        known = {team.key: team for team in current.teams.select_related("league")}
        teams = [(find_or_make_team(current, each.name, known), each) for each in entries]
        changed = {}
        for team, entry in teams:
            told = {name: value for name, value in entry.values.items() if name != "contact"}
            if entry.values or entry.team is None:
                changed[team.name] = {name: [_say(team, name), say_value(name, value)] for name, value in told.items()}
            of_cups = {name: value for name, value in entry.values.items() if name in ("captain", "contact")}
            for each, values in ((team, entry.values), *((cup, of_cups) for cup in teams_in_cups(team))):
                if values:
                    LeagueTeam.objects.filter(pk=each.pk).update(**values)
        if changed:
            log(ENTER_TEAMS, league=current, by=by, now=now, after={"teams": changed})
        squads = [(team, entry) for team, entry in teams if entry.players]
        with changing_squads(current, ENTER_SQUADS, {"number": len(squads)}, by=by, now=now):
            for team, entry in squads:
                _enter_players(team, entry)


def _enter_players(team: LeagueTeam, entry: TeamEntry) -> None:
    open_ones = LeaguePlayer.objects.filter(team__league__in=divisions_of(team.league), until=None)
    for row in open_ones.exclude(team=team):
        if came := entry.players.get(name_key(row.name)):
            end_membership(row, came.since)
    came_in = [LeaguePlayer(team=team, name=name, since=since) for name, since in entry.players.values()]
    LeaguePlayer.objects.bulk_create(came_in)


def _say(team: LeagueTeam, name: str) -> str:
    value = getattr(team, name)
    return "" if value in (None, "") else say_value(name, value)
