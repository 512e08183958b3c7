"""Sets when and where a league's matches are played: a round at a time, and one match that is moved or postponed.

A date does not affect the result, so the row is changed in place; the log keeps the earlier date.
"""

from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import log
from tournament.leagues.queries.fixtures import round_dates_of
from tournament.leagues.services.leagues import ResultReplaced
from tournament.leagues.services.log import writing_league
from tournament.models import Account, League, LeagueResult


class NeverDated(TournamentError):
    message = _("This match has no date yet, so it cannot be postponed. Set its date.")


def date_rounds(
    league: League, dates: Mapping[int, Mapping[str, Any]], *, by: Account | None, now: datetime
) -> list[int]:
    """Sets the `day`, `starts` and `venue` of rounds, by number; returns the rounds that it changed. Only values that
    differ from those that a round's matches share are written, so a match keeps a venue of its own. A postponed match
    keeps its date, and one that was played its time."""
    with writing_league(league) as current:
        changed = {}
        for each in round_dates_of(current):
            said = {name: value for name, value in dates.get(each.number, {}).items() if value != getattr(each, name)}
            if said and each.together:
                _write_dates(each.together, said)
                changed[each.number] = said
        if changed:
            after = {"rounds": {str(number): _dates_for_log(said) for number, said in changed.items()}}
            log("date_rounds", league=current, by=by, now=now, after=after)
    return list(changed)


def date_rounds_evenly(
    league: League, *, first: date, days_between: int, starts: time | None, by: Account | None, now: datetime
) -> list[int]:
    """Gives each round without a date one, from `first` on and `days_between` apart; the others keep theirs."""
    dates: dict[int, dict[str, Any]] = {}
    for each in (each for each in round_dates_of(league) if not each.has_days):
        dates[each.number] = {"day": first + timedelta(days=days_between * len(dates))}
        if starts is not None:
            dates[each.number]["starts"] = starts
    return date_rounds(league, dates, by=by, now=now)


def date_match(
    match: LeagueResult,
    said: Mapping[str, Any],
    *,
    is_postponed: bool,
    reason: str = "",
    by: Account | None,
    now: datetime,
) -> None:
    """Sets the `day`, `starts` and `venue` of one match. If it is postponed, its first date is kept, also while there
    is no new one. Raises ResultReplaced, NeverDated."""
    with writing_league(match.league) as league:
        current = league.results.select_related("team", "other").get(pk=match.pk)
        if current.superseded_at:
            raise ResultReplaced
        former = current.postponed_from or current.day
        if is_postponed and former is None:
            raise NeverDated
        values = {**said, "postponed_from": former if is_postponed else None}
        changed = {name: value for name, value in values.items() if value != getattr(current, name)}
        if not changed:
            return
        before = {name: getattr(current, name) for name in changed}
        _write_dates([current], changed)
        names = {"round": current.round, "teams": [current.team.name, current.other.name if current.other else ""]}
        before = names | _dates_for_log(before)
        log("date_match", league=league, by=by, now=now, before=before, after=_dates_for_log(changed), reason=reason)


def set_homes(league: League, homes: Mapping[int, str], *, by: Account | None, now: datetime) -> None:
    """Sets where teams, by their id, play the matches in which they are named first."""
    with writing_league(league) as current:
        changed = [team for team in current.teams.all() if homes.get(team.pk, team.home) != team.home]
        before = {team.name: team.home for team in changed}
        for team in changed:
            team.home = homes[team.pk]
            team.save(update_fields=["home"])
        if changed:
            after = {"homes": {team.name: team.home for team in changed}}
            log("set_homes", league=current, by=by, now=now, before={"homes": before}, after=after)


def _write_dates(matches: Sequence[LeagueResult], said: Mapping[str, Any]) -> None:
    for match in matches:
        own = {name: value for name, value in said.items() if name != "starts" or match.is_fixture}
        if own:
            LeagueResult.objects.filter(pk=match.pk).update(**own)


def _dates_for_log(said: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value.isoformat() if isinstance(value, (date, time)) else value for name, value in said.items()}
