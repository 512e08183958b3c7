"""Divisions of a league, and what its next season would be: which team plays where, and why."""

from dataclasses import dataclass

from tournament.leagues.log_actions import START_SEASON
from tournament.leagues.queries.page import league_page
from tournament.leagues.zones import Zone
from tournament.models import League, LeagueTeam, LogEntry


@dataclass(frozen=True)
class TeamMove:
    """A team with its place, and the division that the rules give it next season; None if it withdrew."""

    team: LeagueTeam
    place: str
    zone: Zone
    division: int
    next_division: int | None


def divisions_of(league: League, season: str = "") -> list[League]:
    """Returns the divisions of a league in its season, or in another one, from the top; itself if it has none. One
    query."""
    divisions = League.objects.filter(club=league.club_id, name=league.name, season=season or league.season)
    return list(divisions.select_related("club").order_by("division"))


def moves_into_next_season(divisions: list[League]) -> list[TeamMove]:
    """Returns the teams in the order of the tables. Who plays off stays, until somebody says who won. Five queries a
    division."""
    numbers = [each.division for each in divisions]
    steps = {"promoted": -1, "relegated": 1}
    moves = []
    for league in divisions:
        teams = {team.pk: team for team in league.teams.all()}
        for row in league_page(league).rows:
            if row.team is None:
                continue
            to = league.division + steps.get(row.zone, 0)
            stays = league.division if to not in numbers else to
            division = None if row.withdrawn else stays
            moves.append(TeamMove(teams[row.team], row.place, row.zone, league.division, division))
    return moves


def season_started_from(league: League) -> str:
    """Returns the season that was started from that of a league; "" if none was. One query."""
    line = LogEntry.objects.filter(league=league, action=START_SEASON.name, undone_at=None).order_by("-pk").first()
    return str(line.after["season"]) if line else ""
