"""Leagues, their teams and penalties, as the present reader may see them."""

from typing import TypeVar

from django.db.models import Count, Q

from tournament.models import League, LeaguePenalty, LeagueResult, LeagueTeam, names_outside, of_shown_club


def list_leagues(*, shown_only: bool) -> list[League]:
    """Returns leagues, those of the season that began last first, each with its number of teams (`team_count`) and of
    matches with a result (`played`)."""
    leagues = League.objects.filter(of_shown_club())
    if shown_only:
        leagues = leagues.filter(shown=True)
    is_in = Q(results__superseded_at=None, results__games__isnull=False)
    counts = {"team_count": Count("teams", distinct=True), "played": Count("results", filter=is_in, distinct=True)}
    found = list(leagues.select_related("club").annotate(**counts).order_by("pk"))
    newest = {league.season: league.pk for league in found}
    found.sort(key=lambda each: (-newest[each.season], each.is_cup, each.name, each.division))
    return [redact_for_reader(league, league) for league in found]


Named = TypeVar("Named", League, LeagueTeam, LeagueResult, LeaguePenalty)
TYPED = ("name", "home", "venue", "reason", "why", "why_withdrawn")
"""Fields of a league, its teams and their matches that may hold somebody's name."""


def redact_for_reader(league: League, row: Named) -> Named:
    """Takes the names of people who are hidden from the present reader out of what was typed, for a page; the row must
    not be saved then."""
    names = names_outside(league.club)
    if names is not None:
        for each in (row, *(getattr(row, name, None) for name in ("team", "other", "awarded"))):
            for field in TYPED:
                if text := getattr(each, field, ""):
                    setattr(each, field, names.redact(text))
    return row


def team_names_of(league: League) -> list[str]:
    return [team.name for team in teams_of(league)]


def teams_of(league: League) -> list[LeagueTeam]:
    return [redact_for_reader(league, team) for team in LeagueTeam.objects.filter(league=league)]


def penalties_of(league: League) -> list[LeaguePenalty]:
    """Returns the penalties that count, in the order given."""
    given = league.penalties.filter(superseded_at=None).select_related("team", "given_by")
    return [redact_for_reader(league, penalty) for penalty in given]
