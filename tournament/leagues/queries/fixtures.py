"""When and where the rounds of a league are played, as its secretary sets it."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, time
from itertools import groupby
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _

from tournament.leagues.fixtures.faults import DaysOff, DerbyTeams, Fault, Fixture, find_fixture_faults
from tournament.leagues.queries.results import results_of
from tournament.models import BlockedDays, League, LeagueDerby, LeagueResult

WHEN = ("day", "starts", "venue")


@dataclass(frozen=True)
class RoundDate:
    """What all matches of a round share, not counting postponed ones; None or "" if they differ. `byes` are the teams
    without a match."""

    number: int
    matches: tuple[LeagueResult, ...]
    day: date | None
    starts: time | None
    venue: str
    byes: tuple[str, ...] = ()

    @property
    def together(self) -> tuple[LeagueResult, ...]:
        return tuple(match for match in self.matches if match.postponed_from is None)

    @property
    def days(self) -> list[date]:
        """Returns the first and the last day of its matches, or its only day."""
        days = {self.day} if self.day else {match.day for match in self.together}
        found = sorted(day for day in days if day)
        return [found[0], found[-1]] if len(found) > 1 else found

    @property
    def is_played(self) -> bool:
        """Whether none of its matches is still to be played."""
        return bool(self.matches) and not any(match.is_fixture for match in self.matches)

    @property
    def has_days(self) -> bool:
        return not self.matches or any(match.day or match.postponed_from for match in self.matches)


def usual_start_of(league: League) -> time | None:
    """Returns when most matches of a league begin or, as long as it has none with a time, most of the season before.
    One query; two for a new season."""
    own = LeagueResult.objects.filter(starts__isnull=False, superseded_at=None)
    before = League.objects.filter(club=league.club_id, name=league.name, is_cup=False, pk__lt=league.pk)
    latest = before.exclude(season=league.season).order_by("-pk").values("pk")[:1]
    for of_season in (own.filter(league=league), own.filter(league__in=latest)):
        usual = of_season.values("starts").annotate(times=Count("pk")).order_by("-times", "starts").first()
        if usual:
            return usual["starts"]
    return None


def round_dates_of(league: League) -> list[RoundDate]:
    """Returns the rounds that have matches, and of a cup those to come. One query."""
    by_round = groupby(results_of(league), key=lambda match: match.round)
    rounds = [_date_of_round(number, tuple(group)) for number, group in by_round]
    rounds = [each for each in rounds if each.matches]
    made = {each.number for each in rounds}
    planned = enumerate(league.round_days, start=1)
    to_come = [RoundDate(at, (), date.fromisoformat(day), None, "") for at, day in planned if day and at not in made]
    return sorted([*rounds, *to_come], key=lambda each: each.number)


def _date_of_round(number: int, results: Sequence[LeagueResult]) -> RoundDate:
    matches = [result for result in results if result.other_id is not None]
    together = [match for match in matches if match.postponed_from is None]
    fixtures = [match for match in together if match.is_fixture]
    return RoundDate(
        number,
        tuple(matches),
        day=_find_shared(together, "day"),
        starts=_find_shared(fixtures, "starts"),
        venue=_find_shared(together, "venue") or "",
        byes=tuple(result.team.name for result in results if result.other_id is None),
    )


def _find_shared(matches: Sequence[LeagueResult], name: str) -> Any:
    values = {getattr(match, name) for match in matches}
    return values.pop() if len(values) == 1 else None


@dataclass(frozen=True)
class FixtureLimits:
    """What the fixtures of a league have to keep, beside the matches of other leagues."""

    league: League
    blocked: tuple[BlockedDays, ...]
    derbies: tuple[LeagueDerby, ...]


def limits_of(league: League) -> FixtureLimits:
    """Returns the days without matches, and the derbies. Three queries."""
    derbies = league.derbies.prefetch_related("teams")
    return FixtureLimits(league, tuple(league.blocked.select_related("team")), tuple(derbies))


def matches_elsewhere(league: League, days: Collection[date]) -> tuple[Fixture, ...]:
    """Returns the matches of the club's other leagues and cups on these days that nothing happened to: halls are shared
    between divisions. One query."""
    results = LeagueResult.objects.filter(league__club=league.club_id, superseded_at=None, outcome="", day__in=days)
    results = results.filter(other__isnull=False, team__withdrawn_on=None, other__withdrawn_on=None)
    matches = results.exclude(league=league).select_related("league__drawn_from", "team", "other")
    own = _season_of(league)
    return tuple(
        replace(
            _as_fixture(match, None),
            league=_say_which(match.league, is_own_season=own == _season_of(match.league)),
            has_other_teams=own != _season_of(match.league),
        )
        for match in matches
    )


def _season_of(league: League) -> tuple[str, str]:
    """Returns what a league's divisions and their cups have in common."""
    root = league.drawn_from or league
    return root.name, root.season


def _say_which(league: League, *, is_own_season: bool) -> str:
    if not is_own_season:
        return str(league)
    return _("Division %s") % league.division if league.division and not league.is_cup else league.name


def changed_dates(dates: RoundDate, values: Mapping[str, Any]) -> dict[str, Any]:
    """Returns those `values` that differ from what the matches of a round share."""
    return {name: value for name, value in values.items() if value != getattr(dates, name)}


def faults_of(rounds: Sequence[RoundDate], limits: FixtureLimits) -> list[str]:
    """Returns what the fixtures do not keep, in sentences. One query."""
    return [fault.words for fault in _find_faults(rounds, limits, {})]


def faults_of_change(
    rounds: Sequence[RoundDate], limits: FixtureLimits, changes: Mapping[int, Mapping[str, Any]]
) -> list[str]:
    """Returns what matches would not keep, in sentences, if they had other values, by their ids: of `day`, `starts`,
    `venue`, `is_postponed` and `is_turned`, which changes who is at home. One query."""
    is_turned = any(values.get("is_turned") for values in changes.values())
    faults = _find_faults(rounds, limits, changes)
    return [fault.words for fault in faults if fault.is_of_change(is_turned=is_turned)]


def _find_faults(
    rounds: Sequence[RoundDate], limits: FixtureLimits, changes: Mapping[int, Mapping[str, Any]]
) -> list[Fault]:
    fixtures = [
        _as_fixture(match, changes.get(match.pk)) for of_round in rounds for match in of_round.matches if match.other
    ]
    days_off = [DaysOff(each.first, each.last, each.reason, str(each.team or "")) for each in limits.blocked]
    derbies = [
        DerbyTeams(each.name, frozenset(team.name for team in each.teams.all()), each.first_round)
        for each in limits.derbies
    ]
    elsewhere = matches_elsewhere(limits.league, {each.day for each in fixtures if each.day and each.is_open})
    return find_fixture_faults(fixtures, days_off, derbies, elsewhere)


def _as_fixture(match: LeagueResult, change: Mapping[str, Any] | None) -> Fixture:
    new = change or {}
    home, away = (match.other, match.team) if new.get("is_turned") else (match.team, match.other)
    assert home is not None and away is not None
    venue = new.get("venue", match.venue)
    # A match that was moved to another day or place on purpose is not measured by the night of its home team.
    is_moved_on_purpose = venue or new.get("is_postponed", match.postponed_from is not None)
    return Fixture(
        match.round,
        home.name,
        away.name,
        new.get("day", match.day),
        new.get("starts", match.starts),
        venue or home.home,
        None if is_moved_on_purpose else home.night,
        match.is_fixture,
        is_moved=change is not None,
    )
