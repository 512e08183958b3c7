"""Writes who plays for a team in a match, and lets somebody play who by the rules may not."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from tournament.foundation.errors import NeedsReason
from tournament.foundation.writing import log
from tournament.leagues.log_actions import ALLOW_PLAYER, SAY_PLAYERS, UNDO_ALLOWANCE
from tournament.leagues.queries.teams import matches_of_evening
from tournament.leagues.reported import Seated
from tournament.leagues.services.log import writing_league
from tournament.leagues.spelling import name_key
from tournament.models import Account, Event, LeagueReport, LeagueResult, LeagueTeam


def save_players(
    match: LeagueResult,
    team: LeagueTeam,
    players: Sequence[str],
    *,
    at_tables: tuple[Sequence[Seated], Sequence[int]] | None = None,
    by: Account | None,
    now: datetime,
) -> None:
    """Saves who plays for a team in a match: before it by its captain, or whenever the secretary knows. `at_tables`
    is who sits at each, the team's own first, and the numbers of those that are singles; without it both stay as they
    are. The same again changes nothing."""
    said: dict[str, Any] = {"players": [*players]}
    if at_tables is not None:
        seated, singles = at_tables
        said |= {"seated": [[[*own], [*other]] for own, other in seated], "singles": [*singles]}
    with writing_league(match.league) as league:
        report = _report_of(match, team, now)
        before = {name: getattr(report, name) for name in said}
        if before == said:
            return
        _rows(report).update(**said)
        names = _names_of(match, team)
        log(SAY_PLAYERS, league=league, by=by, now=now, before={**names, **before}, after={**names, **said})


def allow_player(
    match: LeagueResult, team: LeagueTeam, player: str, *, reason: str, by: Account | None, now: datetime
) -> None:
    """Lets somebody play for a team in one match, whatever the rules say. Raises NeedsReason."""
    if not reason.strip():
        raise NeedsReason
    with writing_league(match.league) as league:
        report = _report_of(match, team, now)
        allowed = [each for each in report.allowed if each[0] != player]
        _rows(report).update(allowed=[*allowed, [player, reason.strip()]])
        before = {**_names_of(match, team), "player": player}
        log(ALLOW_PLAYER, league=league, by=by, now=now, before=before, reason=reason)


def allow_in_evening(event: Event, team: str, name: str, *, reason: str, by: Account, now: datetime) -> None:
    """Lets somebody play for a team in the match of a league that it plays in an evening, if it plays one."""
    if played := matches_of_evening(event).get(name_key(team)):
        allow_player(*played, name, reason=reason, by=by, now=now)


def undo_allowance(match: LeagueResult, team: LeagueTeam, player: str, *, by: Account | None, now: datetime) -> None:
    """Takes back that somebody is allowed to play, unless it was taken back already."""
    with writing_league(match.league) as league:
        report = _report_of(match, team, now)
        left = [each for each in report.allowed if each[0] != player]
        if left == report.allowed:
            return
        _rows(report).update(allowed=left)
        log(UNDO_ALLOWANCE, league=league, by=by, now=now, before={**_names_of(match, team), "player": player})


def _report_of(match: LeagueResult, team: LeagueTeam, now: datetime) -> LeagueReport:
    """Returns the report of a team, without figures if there is none yet."""
    other = match.other_id if team.pk == match.team_id else match.team_id
    own = {"team": team, "other_id": other, "round": match.round, "evening": None}
    report, _is_new = LeagueReport.objects.defer("card").get_or_create(**own, defaults={"reported_at": now})
    return report


def _rows(report: LeagueReport) -> QuerySet[LeagueReport]:
    return LeagueReport.objects.filter(pk=report.pk)


def _names_of(match: LeagueResult, team: LeagueTeam) -> dict[str, Any]:
    assert match.other is not None
    return {"team": team.name, "teams": [match.team.name, match.other.name], "round": match.round}
