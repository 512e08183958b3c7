"""Teams of a league with their squads."""

from datetime import date

from django.db.models import Q

from tournament.models import LeaguePlayer, LeagueTeam


def squad_on(team: LeagueTeam, day: date) -> list[str]:
    """Returns the names of those who are in a team's squad on a day, in the order they came. One query."""
    members = team.squad.filter(Q(since=None) | Q(since__lte=day), Q(until=None) | Q(until__gt=day))
    return [each.name for each in members]


def former_members_of(team: LeagueTeam) -> list[LeaguePlayer]:
    """Returns those who have left a team's squad, the latest first. One query."""
    return list(team.squad.exclude(until=None).order_by("-until", "pk"))
