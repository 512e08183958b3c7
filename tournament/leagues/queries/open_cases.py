"""What a league's secretary has to decide, over all divisions and cups of a season."""

from dataclasses import dataclass

from tournament.leagues.queries.reports import reports_of
from tournament.leagues.queries.results import results_of
from tournament.leagues.queries.seasons import season_of
from tournament.leagues.queries.teams import eligibility_of
from tournament.leagues.reported import Meeting, meeting_of, pair_with_reports
from tournament.models import League, LeagueReport, LeagueResult, PostponementRequest, State


@dataclass(frozen=True)
class OpenCase:
    """A match of a `league` that waits for the secretary: its versions differ (`is_disputed`), a captain asks to
    postpone it, or somebody may not have played in it."""

    league: League
    match: LeagueResult
    is_disputed: bool
    asked: PostponementRequest | None = None


def open_cases(league: League) -> list[OpenCase]:
    """Returns the disputes of all divisions and cups of a league's season, requests to postpone a match, and then the
    matches with ineligible players. Six queries and two for each league with open reports or requests, and nine for the
    divisions and for each cup if squads or players are known."""
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
    asked = PostponementRequest.objects.filter(team__league__in=family, settled_at=None).select_related("team", "other")
    by_meeting: dict[Meeting, PostponementRequest] = {
        (each.round, frozenset((each.team_id, each.other_id))): each for each in asked
    }
    to_postpone = [
        OpenCase(family[each.team.league_id], match, is_disputed=False, asked=each)
        for league in {each.team.league_id for each in by_meeting.values()}
        for match in results_of(family[league])
        if match.is_fixture and (each := by_meeting.get(meeting_of(match)))
    ]
    doubted = [*eligibility_of(divisions[0]).doubted_matches(of_season=True)]
    for cup in cups:
        doubted += eligibility_of(cup).doubted_matches()
    ineligible = [OpenCase(family[each.match.league_id], each.match, is_disputed=False) for each in doubted]
    return [*disputed, *to_postpone, *ineligible]
