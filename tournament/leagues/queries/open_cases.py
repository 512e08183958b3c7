"""What a league's secretary has to decide, over all divisions and cups of a season."""

from dataclasses import dataclass

from tournament.leagues.queries.reports import reports_of
from tournament.leagues.queries.results import results_of
from tournament.leagues.queries.seasons import season_of
from tournament.leagues.queries.teams import eligibility_of
from tournament.leagues.reported import pair_with_reports
from tournament.models import League, LeagueReport, LeagueResult, State


@dataclass(frozen=True)
class OpenCase:
    """A match of a `league` that waits for the secretary: its versions differ (`is_disputed`), or somebody may not have
    played in it."""

    league: League
    match: LeagueResult
    is_disputed: bool


def open_cases(league: League) -> list[OpenCase]:
    """Returns the disputes of all divisions and cups of a league's season, then the matches with ineligible players.
    Five queries and two for each league with open reports, and nine for the divisions and for each cup if squads or
    players are known."""
    divisions, cups = season_of(league)
    family = {each.pk: each for each in (*divisions, *cups)}
    said = LeagueReport.objects.filter(team__league__in=family, settled_at=None, games__isnull=False)
    reported = set(said.values_list("team__league", flat=True))
    disputed = [
        OpenCase(each, reported_match.match, is_disputed=True)
        for each in family.values()
        if each.pk in reported
        for reported_match in pair_with_reports(results_of(each), reports_of(each))
        if reported_match.state is State.DISPUTED
    ]
    doubted = [*eligibility_of(divisions[0]).doubted_matches(of_season=True)]
    for cup in cups:
        doubted += eligibility_of(cup).doubted_matches()
    return [*disputed, *(OpenCase(family[each.match.league_id], each.match, is_disputed=False) for each in doubted)]
