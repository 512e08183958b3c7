"""Who can be drawn into a cup, a play-off or a plate, and the cups that were drawn from a league."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from tournament.leagues.fixtures.cup_days import SeasonDays
from tournament.leagues.queries.brackets import bracket_of_cup
from tournament.leagues.queries.leagues import redact_for_reader, teams_of
from tournament.leagues.queries.page import league_page
from tournament.leagues.queries.results import results_of
from tournament.leagues.queries.seasons import divisions_of, season_of
from tournament.models import BlockedDays, League, LeagueResult, LeagueTeam


@dataclass(frozen=True)
class CupTeam:
    """A team that can be drawn; `plays_off` is whether the table of its league says that it does, `is_drawn` whether it
    plays in a cup of the season already."""

    team: LeagueTeam
    place: str
    plays_off: bool = False
    is_drawn: bool = False


def winners_of_cups(league: League) -> list[tuple[League, str]]:
    """Returns the cups, play-offs and plates of a league's season that are over, with who won each."""
    pages = [league_page(cup) for cup in season_of(league)[1]]
    return [(page.league, page.bracket.winner) for page in pages if page.bracket and page.bracket.winner]


def days_of_season(league: League) -> SeasonDays:
    """Returns the days of the season of a league or a cup. Four queries."""
    divisions, cups = season_of(league)
    results = LeagueResult.objects.filter(league__in=[*divisions, *cups], superseded_at=None)
    dated = results.filter(day__isnull=False, other__isnull=False).values_list("day", flat=True)
    played = {day for day in dated if day} | {date.fromisoformat(day) for cup in cups for day in cup.round_days if day}
    blocked = BlockedDays.objects.filter(league__in=[league, *divisions], team=None)
    return SeasonDays(tuple(sorted(played)), tuple(blocked))


def teams_for_cup(league: League) -> list[CupTeam]:
    """Returns the teams of all divisions in the order of their tables, or those that lost in the first round of a cup
    in the order of its draw; without those that withdrew."""
    if league.is_cup:
        lost = _losers_of_first_round(league)
        teams = sorted(teams_of(league), key=lambda team: team.number or 0)
        return [CupTeam(team, "") for team in teams if team.pk in lost and team.withdrawn_on is None]
    found, divisions = [], divisions_of(league)
    drawn = {*LeagueTeam.objects.filter(league__drawn_from__in=divisions).values_list("key", flat=True)}
    for division in divisions:
        teams_by_pk = {team.pk: team for team in division.teams.all()}
        rows = [row for row in league_page(division).rows if row.team is not None and not row.withdrawn]
        for row in rows:
            plays_off = division.pk == league.pk and row.zone == "play_off"
            team = teams_by_pk[row.team or 0]
            found.append(CupTeam(team, row.place, plays_off, team.key in drawn))
        listed = {row.team for row in rows}
        found += [
            CupTeam(team, "", is_drawn=team.key in drawn)
            for team in teams_by_pk.values()
            if team.pk not in listed and team.withdrawn_on is None
        ]
    return found


def _losers_of_first_round(cup: League) -> set[int | None]:
    return {place.loser for place in bracket_of_cup(teams_of(cup), results_of(cup)).rounds[0]}


def is_first_round_over(cup: League) -> bool:
    """Returns whether each match of a cup's first round is decided, so that its losers can be drawn into a plate."""
    return not any(place.is_open for place in bracket_of_cup(teams_of(cup), results_of(cup)).rounds[0])


def teams_in_cups(team: LeagueTeam) -> list[LeagueTeam]:
    """Returns a team as it plays in the cups and plates that were drawn from its league, or from another division of
    it unless that has a team of this name. One query, and two if there are divisions."""
    family = [each.pk for each in divisions_of(team.league)] if team.league.division else [team.league_id]
    if len(family) > 1 and LeagueTeam.objects.filter(league__in=family, key=team.key).exclude(pk=team.pk).exists():
        family = [team.league_id]
    drawn = Q(league__drawn_from__in=family) | Q(league__drawn_from__drawn_from__in=family)
    return list(LeagueTeam.objects.filter(drawn, key=team.key).select_related("league").order_by("pk"))


def cups_with_a_match(teams: list[LeagueTeam]) -> set[int]:
    """Returns the ids of the cups in which one of these teams still has a match to play. One query."""
    of_teams = Q(team__in=teams) | Q(other__in=teams)
    results = LeagueResult.objects.filter(of_teams, superseded_at=None).select_related("team", "other")
    return {each.league_id for each in results if each.is_fixture}


def cups_of(league: League, *, shown_only: bool) -> list[League]:
    """Returns the cups that were drawn from a league, the first one first. One query."""
    cups = League.objects.filter(drawn_from=league).order_by("pk")
    return [redact_for_reader(league, cup) for cup in (cups.filter(shown=True) if shown_only else cups)]
