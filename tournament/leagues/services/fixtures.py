"""Makes a league's fixtures, and sets when and where they are played: a round at a time, and one match that is moved or
postponed.

A date does not affect the result, so the row is changed in place; the log keeps the earlier date.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import log
from tournament.leagues.queries.fixtures import round_dates_of
from tournament.leagues.services.leagues import ResultReplaced, find_or_make_team
from tournament.leagues.services.log import writing_league
from tournament.models import Account, League, LeagueResult, LeagueTeam
from tournament.movements.round_robin import circle_of


class NeverDated(TournamentError):
    message = _("This match has no date yet, so it cannot be postponed. Set its date.")


class HasMatches(TournamentError):
    message = _("This league has matches already, so its fixtures cannot be made from a list of teams.")


def make_fixtures(
    league: League, names: Sequence[str], *, meetings: int, by: Account | None, now: datetime
) -> list[LeagueResult]:
    """Makes a round robin in which any two of the teams with these names meet `meetings` times. The league's rules say
    so from now on. Raises HasMatches."""
    with writing_league(league) as current:
        if current.results.filter(superseded_at=None).exists():
            raise HasMatches
        known = {team.key: team for team in current.teams.all()}
        teams = [find_or_make_team(current, name, known) for name in names]
        matches = LeagueResult.objects.bulk_create(
            LeagueResult(league=current, round=number, team=home, other=away, imported_at=now, imported_by=by)
            for number, drawn in enumerate(_rounds_of([*teams, None] if len(teams) % 2 else teams, meetings), start=1)
            for home, away in drawn
        )
        current.meetings = meetings
        current.save(update_fields=["meetings"])
        after = {"teams": [team.name for team in teams], "rounds": matches[-1].round, "meetings": meetings}
        log("make_fixtures", league=current, by=by, now=now, after=after)
    return matches


def _rounds_of(
    teams: Sequence[LeagueTeam | None], meetings: int
) -> Iterator[list[tuple[LeagueTeam, LeagueTeam | None]]]:
    """Yields the matches of each round, the home team first; somebody without an opponent has a bye. In each cycle a
    team is at home and away in turn, but for one round at most (de Werra's order of the circle); every second cycle
    turns the venues round."""
    *others, fixed = teams  # the bye, if there is one, so that all others keep to their turns
    slots = [fixed, *others]
    for cycle in range(meetings):
        for number, pairs in enumerate(circle_of(len(slots))):
            drawn = []
            for at, pair in enumerate(pairs):
                is_first_at_home = (at or number) % 2 != cycle % 2
                home, away = (slots[slot] for slot in (pair if is_first_at_home else reversed(pair)))
                drawn += [(home, away)] if home else [(away, home)] if away else []
            yield drawn


def date_rounds(
    league: League, dates: Mapping[int, Mapping[str, Any]], *, by: Account | None, now: datetime
) -> list[int]:
    """Sets the `day`, `starts` and `venue` of rounds, by number; returns the rounds that it changed. Only values that
    differ from those that a round's matches share are written, so a match keeps a venue of its own. A postponed match
    keeps its date, and one that was played its time."""
    with writing_league(league) as current:
        changed = {}
        for each in round_dates_of(current):
            new_dates = {
                name: value for name, value in dates.get(each.number, {}).items() if value != getattr(each, name)
            }
            if new_dates and each.together:
                _write_dates(each.together, new_dates)
                changed[each.number] = new_dates
        if changed:
            after = {"rounds": {str(number): _dates_for_log(new_dates) for number, new_dates in changed.items()}}
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
    new_dates: Mapping[str, Any],
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
        values = {**new_dates, "postponed_from": former if is_postponed else None}
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


def _write_dates(matches: Sequence[LeagueResult], new_dates: Mapping[str, Any]) -> None:
    for match in matches:
        own = {name: value for name, value in new_dates.items() if name != "starts" or match.is_fixture}
        if own:
            LeagueResult.objects.filter(pk=match.pk).update(**own)


def _dates_for_log(new_dates: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value.isoformat() if isinstance(value, (date, time)) else value for name, value in new_dates.items()}
