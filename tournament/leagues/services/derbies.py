"""Adds and removes derbies: teams of one town, club or venue, which fixtures keep apart."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from tournament.foundation.writing import log
from tournament.leagues.log_actions import ADD_DERBY, REMOVE_DERBY
from tournament.leagues.services.log import writing_league
from tournament.models import Account, League, LeagueDerby, LeagueTeam


def add_derby(
    league: League,
    *,
    name: str,
    teams: Sequence[LeagueTeam],
    first_round: int | None = None,
    by: Account | None,
    now: datetime,
) -> LeagueDerby:
    with writing_league(league) as current:
        derby = current.derbies.create(name=name, first_round=first_round or 1)
        derby.teams.set(teams)
        log(ADD_DERBY, league=current, by=by, now=now, after=_derby_for_log(derby))
    return derby


def remove_derby(league: League, pk: int, *, by: Account | None, now: datetime) -> None:
    """Removes a derby of a league, unless it is gone already."""
    with writing_league(league) as current:
        for derby in current.derbies.filter(pk=pk):
            log(REMOVE_DERBY, league=current, by=by, now=now, before=_derby_for_log(derby))
            derby.delete()


def carry_derbies(league: League, carried: dict[int, LeagueTeam]) -> None:
    """Gives the derbies of a league to the divisions in which its teams play next season, `carried` by their former
    ids; one of which a division has a single team ends there."""
    for derby in league.derbies.all():
        by_league: dict[int, list[LeagueTeam]] = {}
        for team in derby.teams.all():
            if again := carried.get(team.pk):
                by_league.setdefault(again.league_id, []).append(again)
        for pk, teams in by_league.items():
            if len(teams) > 1:
                new = LeagueDerby.objects.create(league_id=pk, name=derby.name, first_round=derby.first_round)
                new.teams.set(teams)


def _derby_for_log(derby: LeagueDerby) -> dict[str, Any]:
    teams = [team.name for team in derby.teams.all()]
    return {"name": derby.name, "teams": teams, "first_round": derby.first_round}
