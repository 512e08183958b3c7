"""Starts the next season of a league with all its divisions from the present one, and undoes it."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import TournamentError
from tournament.foundation.model_rows import to_plain
from tournament.foundation.writing import log, write_transaction
from tournament.leagues.log_actions import OPEN_LEAGUE, START_SEASON, UNDO_START_OF_SEASON
from tournament.leagues.log_sentences import OF_ONE_SEASON, RULES
from tournament.leagues.queries.seasons import divisions_of
from tournament.leagues.services.derbies import carry_derbies
from tournament.leagues.services.leagues import LeagueExists
from tournament.leagues.services.teams import TeamTwice, carry_team
from tournament.models import Account, League, LeagueTeam, LogEntry


class SeasonHasBegun(TournamentError):
    message = _("The new season has fixtures or results already. Remove them first.")


class NoSeasonStarted(TournamentError):
    message = _("This season was not started from here, or it was undone already.")


def start_season(
    divisions: Sequence[League], season: str, moves: Mapping[int, int | None], *, by: Account | None, now: datetime
) -> list[League]:
    """Opens each of the divisions for a new season, with its rules and without matches; nobody sees them yet. `moves`
    are the divisions of the teams, by id; a team without one is left out. Teams keep their venue, night, captain,
    squad and derbies. Raises LeagueExists, TeamTwice."""
    with write_transaction():
        there = {each.division for each in divisions_of(divisions[0], season)}
        if there & {each.division for each in divisions}:
            raise LeagueExists
        opened = {}
        for league in divisions:
            values = {name: getattr(league, name) for name in RULES if name not in OF_ONE_SEASON} | {"season": season}
            opened[league.division] = League.objects.create(club=league.club, **values)
            log(
                OPEN_LEAGUE,
                league=opened[league.division],
                by=by,
                now=now,
                after={name: to_plain(value) for name, value in values.items()},
            )
        taken: set[tuple[int, str]] = set()
        carried: dict[int, LeagueTeam] = {}
        for league in divisions:
            moved = []
            for team in league.teams.prefetch_related("squad"):
                to = moves.get(team.pk)
                if to is not None:
                    if (to, team.key) in taken:
                        raise TeamTwice
                    taken.add((to, team.key))
                    carried[team.pk] = carry_team(team, opened[to])
                if to != league.division:
                    moved.append([team.name, league.division, to])
            carry_derbies(league, carried)
            log(START_SEASON, league=league, by=by, now=now, after={"season": season, "moves": moved})
    return list(opened.values())


def undo_start_of_season(league: League, season: str, *, by: Account | None, now: datetime) -> None:
    """Deletes the divisions of the season that was started from this one, with their logs; one that was added by hand
    since stays. Raises NoSeasonStarted, SeasonHasBegun."""
    with write_transaction():
        divisions = divisions_of(league)
        lines = LogEntry.objects.filter(league__in=divisions, action=START_SEASON.name, after__season=season)
        opened = set(lines.filter(undone_at=None).values_list("league__division", flat=True))
        if not lines.filter(undone_at=None).update(undone_at=now):
            raise NoSeasonStarted
        for each in (each for each in divisions_of(league, season) if each.division in opened):
            if each.results.exists() or each.penalties.exists() or each.money.exists():
                raise SeasonHasBegun
            each.delete()
        for each in divisions:
            log(UNDO_START_OF_SEASON, league=each, by=by, now=now, before={"season": season})
