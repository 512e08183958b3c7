"""Makes a league's fixtures, and sets when and where they are played: a round at a time, and one match that is moved or
postponed.

A date does not affect the result, so the row is changed in place; the log keeps the earlier date.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import NeedsReason, TournamentError
from tournament.foundation.writing import log
from tournament.leagues.fixtures.faults import are_close
from tournament.leagues.fixtures.round_days import EvenDates, days_of_rounds, find_night
from tournament.leagues.fixtures.search import Derby, FixtureTeam, search_fixtures
from tournament.leagues.log_actions import (
    BLOCK_DAYS,
    DATE_MATCH,
    DATE_ROUNDS,
    FREE_DAYS,
    MAKE_FIXTURES,
    SET_HOMES,
)
from tournament.leagues.queries.fixtures import changed_dates, matches_elsewhere, round_dates_of
from tournament.leagues.services.importing import find_or_make_team
from tournament.leagues.services.log import writing_league
from tournament.leagues.services.versions import ResultReplaced
from tournament.leagues.spelling import name_key
from tournament.models import Account, BlockedDays, League, LeagueReport, LeagueResult, LeagueTeam, PostponementRequest


class Night(NamedTuple):
    """On which weekday a team plays at home, 0 for Monday, and from when; None if that is open."""

    weekday: int | None
    starts: time | None


class NeverDated(TournamentError):
    message = _("This match has no date yet, so it cannot be postponed. Set its date.")


class HasMatches(TournamentError):
    message = _("Something was played or ruled in this league already, so its fixtures cannot be made again.")


def make_fixtures(
    league: League,
    names: Sequence[str],
    *,
    meetings: int,
    dates: EvenDates | None = None,
    by: Account | None,
    now: datetime,
) -> list[LeagueResult]:
    """Makes a round robin in which any two of the teams with these names meet `meetings` times, with the dates of its
    rounds if they are given. Teams that share a venue on one night are at home in turn, derbies are kept, and days that
    a team has blocked, or on which another league plays at its venue, are missed, as far as possible. The league's
    rules say so from now on. As long as nothing was played, they can be made again: fixtures before are deleted. Raises
    HasMatches, also for a cup, which is drawn."""
    with writing_league(league) as current:
        is_reported = LeagueReport.objects.filter(team__league=current).exists()
        if (
            current.is_cup
            or is_reported
            or current.results.exclude(games=None, superseded_at=None, outcome="").exists()
        ):
            raise HasMatches
        current.results.all().delete()
        known = {team.key: team for team in current.teams.all()}
        teams = [find_or_make_team(current, name, known) for name in names]
        current.teams.exclude(pk__in=[team.pk for team in teams]).filter(penalties=None).delete()
        blocked = list(current.blocked.all())
        count = meetings * (len(teams) - 1 + len(teams) % 2)
        days = days_of_rounds(dates, count, teams, blocked) if dates else []
        busy = _busy_venues(current, {find_night(day, team.night) for day in days for team in teams})
        of_teams = [_limits_of(team, teams, days, blocked, busy) for team in teams]
        drawn = search_fixtures(of_teams, meetings, _derbies_among(teams, current))
        matches = [
            LeagueResult(
                league=current,
                round=number,
                team=teams[home],
                other=None if away is None else teams[away],
                imported_at=now,
                imported_by=by,
            )
            for number, pairings in enumerate(drawn, start=1)
            for home, away in pairings
        ]
        for match in matches:
            if dates and match.other_id:
                match.day = find_night(days[match.round - 1], match.team.night)
                match.starts = match.team.starts or dates.starts
        matches = LeagueResult.objects.bulk_create(matches)
        current.meetings = meetings
        current.save(update_fields=["meetings"])
        after = {"teams": [team.name for team in teams], "rounds": count, "meetings": meetings}
        log(MAKE_FIXTURES, league=current, by=by, now=now, after=after)
    return matches


def _busy_venues(league: League, days: Collection[date]) -> dict[tuple[str, date | None], list[time | None]]:
    """Returns from when other leagues play at a venue on these days, by its key and the day."""
    busy: dict[tuple[str, date | None], list[time | None]] = {}
    for each in matches_elsewhere(league, days):
        busy.setdefault((name_key(each.place), each.day), []).append(each.starts)
    return busy


def _limits_of(
    team: LeagueTeam,
    teams: Sequence[LeagueTeam],
    days: Sequence[date],
    blocked: Sequence[BlockedDays],
    busy: Mapping[tuple[str, date | None], Sequence[time | None]],
) -> FixtureTeam:
    """Returns what the search has to know of a team."""
    own = [each for each in blocked if each.team_id == team.pk]
    home = name_key(team.home) if team.home else None
    taken = [
        number
        for number, day in enumerate(days, start=1)
        if home and any(are_close(team.starts, each) for each in busy.get((home, find_night(day, team.night)), ()))
    ]
    return FixtureTeam(
        home=home,
        night=team.night,
        blocked=frozenset(
            (number, night)
            for number, day in enumerate(days, start=1)
            for night in {each.night for each in teams}
            if any(each.has_day(find_night(day, night)) for each in own)
        ),
        taken=frozenset(taken),
    )


def _derbies_among(teams: Sequence[LeagueTeam], league: League) -> list[Derby]:
    place_of = {team.pk: place for place, team in enumerate(teams)}
    derbies = []
    for each in league.derbies.prefetch_related("teams"):
        places = tuple(place_of[team.pk] for team in each.teams.all() if team.pk in place_of)
        derbies.append(Derby(places, each.first_round))
    return derbies


def date_rounds(
    league: League, dates: Mapping[int, Mapping[str, Any]], *, by: Account | None, now: datetime
) -> list[int]:
    """Sets the `day`, `starts` and `venue` of rounds, by number; returns the rounds that it changed. Only values that
    differ from those that a round's matches share are written, so a match keeps a venue of its own. A postponed match
    keeps its date, and one that was played its time. A round of a cup that is still to be made has a day alone."""
    with writing_league(league) as current:
        changed = {}
        for each in round_dates_of(current):
            new_dates = changed_dates(each, dates.get(each.number, {}))
            if not each.matches and new_dates.get("day"):
                current.round_days[each.number - 1] = new_dates["day"].isoformat()
                current.save(update_fields=["round_days"])
                changed[each.number] = {"day": new_dates["day"]}
            elif new_dates and each.together:
                _write_dates(each.together, new_dates)
                changed[each.number] = new_dates
        if changed:
            after = {"rounds": {str(number): _dates_for_log(new_dates) for number, new_dates in changed.items()}}
            log(DATE_ROUNDS, league=current, by=by, now=now, after=after)
    return list(changed)


def date_rounds_evenly(
    league: League, *, first: date, days_between: int, starts: time | None, by: Account | None, now: datetime
) -> list[int]:
    """Gives each round without a date one, from `first` on and `days_between` apart; the others keep theirs. A match is
    on the night of its home team from that day on. Days off are left out."""
    with writing_league(league) as current:
        waiting = [each for each in round_dates_of(current) if not each.has_days]
        teams, blocked = list(current.teams.all()), list(current.blocked.all())
        days = days_of_rounds(EvenDates(first, days_between, starts), len(waiting), teams, blocked)
        changed: dict[str, Any] = {}
        for of_round, day in zip(waiting, days, strict=True):
            changed[str(of_round.number)] = {"day": day.isoformat()}
            if starts is not None:
                changed[str(of_round.number)]["starts"] = starts.isoformat()
            for match in of_round.matches:
                match.day = find_night(day, match.team.night)
                if match.is_fixture:
                    match.starts = match.team.starts or starts or match.starts
        LeagueResult.objects.bulk_update([match for each in waiting for match in each.matches], ["day", "starts"], 200)
        if changed:
            log(DATE_ROUNDS, league=current, by=by, now=now, after={"rounds": changed})
    return [each.number for each in waiting]


def date_match(
    match: LeagueResult,
    new_dates: Mapping[str, Any],
    *,
    is_postponed: bool,
    is_turned: bool = False,
    reason: str = "",
    by: Account | None,
    now: datetime,
) -> None:
    """Sets the `day`, `starts`, `venue` and `play_by` of one match; if it `is_turned`, the other team is at home from
    now on, as long as it is to be played. If it is postponed, its first date is kept, also while there is no new one.
    Raises ResultReplaced, NeverDated."""
    with writing_league(match.league) as league:
        current = league.results.select_related("team", "other").get(pk=match.pk)
        if current.superseded_at:
            raise ResultReplaced
        former = current.postponed_from or current.day
        if is_postponed and former is None:
            raise NeverDated
        values = {**new_dates, "postponed_from": former if is_postponed else None}
        values["play_by"] = new_dates.get("play_by") if is_postponed else None
        changed = {name: value for name, value in values.items() if value != getattr(current, name)}
        before = {name: getattr(current, name) for name in changed}
        _write_dates([current], changed)
        if is_turned and current.is_fixture and current.other:
            LeagueResult.objects.filter(pk=current.pk).update(team=current.other, other=current.team)
            before["home"], changed["home"] = current.team.name, current.other.name
        if not changed:
            return
        if changed.keys() & {"day", "postponed_from"}:
            teams = (current.team_id, current.other_id)
            made = PostponementRequest.objects.filter(team__in=teams, other__in=teams, round=current.round)
            made.filter(settled_at=None).update(settled_at=now)
        names = {"round": current.round, "teams": [current.team.name, current.other.name if current.other else ""]}
        before = names | _dates_for_log(before)
        log(DATE_MATCH, league=league, by=by, now=now, before=before, after=_dates_for_log(changed), reason=reason)


def set_homes(
    league: League,
    homes: Mapping[int, str],
    *,
    nights: Mapping[int, Night] | None = None,
    by: Account | None,
    now: datetime,
) -> None:
    """Sets where teams, by their id, play the matches in which they are named first, and on which `nights`."""
    with writing_league(league) as current:
        before, after = {}, {}
        for team in current.teams.all():
            night = (nights or {}).get(team.pk, Night(team.night, team.starts))
            home = homes.get(team.pk, team.home)
            if (home, *night) == (team.home, team.night, team.starts):
                continue
            before[team.name] = _home_for_log(team)
            team.home, (team.night, team.starts) = home, night
            team.save(update_fields=["home", "night", "starts"])
            after[team.name] = _home_for_log(team)
        if after:
            log(SET_HOMES, league=current, by=by, now=now, before={"homes": before}, after={"homes": after})


def _home_for_log(team: LeagueTeam) -> list[str | int | None]:
    return [team.home, team.night, team.starts.isoformat() if team.starts else None]


def block_days(
    league: League,
    *,
    first: date,
    last: date | None = None,
    team: LeagueTeam | None = None,
    reason: str,
    by: Account | None,
    now: datetime,
) -> BlockedDays:
    """Keeps days free of matches, for all or for one team, when dates are set from now on. Raises NeedsReason."""
    if not reason.strip():
        raise NeedsReason
    with writing_league(league) as current:
        last = max(first, last or first)
        blocked = BlockedDays.objects.create(league=current, team=team, first=first, last=last, reason=reason.strip())
        log(BLOCK_DAYS, league=current, by=by, now=now, after=_blocked_for_log(blocked), reason=reason)
    return blocked


def free_days(blocked: BlockedDays, *, by: Account | None, now: datetime) -> None:
    """Lets matches be played on these days again."""
    with writing_league(blocked.league) as current:
        before = _blocked_for_log(blocked)
        if current.blocked.filter(pk=blocked.pk).delete()[0]:
            log(FREE_DAYS, league=current, by=by, now=now, before=before)


def _blocked_for_log(blocked: BlockedDays) -> dict[str, Any]:
    days = {"first": blocked.first.isoformat(), "last": blocked.last.isoformat()}
    return {**days, "team": blocked.team.name if blocked.team else "", "why": blocked.reason}


def _write_dates(matches: Sequence[LeagueResult], new_dates: Mapping[str, Any]) -> None:
    for match in matches:
        own = {name: value for name, value in new_dates.items() if name != "starts" or match.is_fixture}
        if own:
            LeagueResult.objects.filter(pk=match.pk).update(**own)


def _dates_for_log(new_dates: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value.isoformat() if isinstance(value, (date, time)) else value for name, value in new_dates.items()}
