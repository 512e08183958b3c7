"""Draws a cup from the teams of a league, keeps its later rounds in step with their winners, and undoes a draw.

A cup is a league of its own: its matches are reported, ruled, postponed and played here like those of any other.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import date, datetime, time
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import TournamentError
from tournament.foundation.writing import log, write_transaction
from tournament.leagues.fixtures.round_days import find_night
from tournament.leagues.log_actions import DRAW_CUP, FOLLOW_CUP, UNDO_DRAW_OF_CUP
from tournament.leagues.log_sentences import RULES
from tournament.leagues.queries.brackets import CupBracket, bracket_of_cup
from tournament.leagues.queries.leagues import teams_of
from tournament.leagues.queries.results import results_of
from tournament.leagues.services.leagues import refuse_twin
from tournament.leagues.services.log import writing_league
from tournament.leagues.services.teams import TeamTwice, carry_team
from tournament.models import Account, HallLink, League, LeagueReport, LeagueResult, LeagueTeam
from tournament.movements.bracket import bracket_of
from tournament.movements.draw import Field, starting_order

NOT_OF_CUPS = (
    *("division", "promoted", "play_off", "relegated", "meetings", "fee"),
    *("squads_until", "transfers_until", "squad_most"),
)
"""Rules of a league that a cup has not."""


class RoundChange(NamedTuple):
    """Meetings of a round, by the ids of teams, that have no match yet, and matches that others have to play."""

    round: int
    missing: list[tuple[int, int]]
    wrong: list[LeagueResult]


class TooFewTeams(TournamentError):
    message = _("A cup needs at least 2 teams.")


class CupHasBegun(TournamentError):
    message = _("Something was played, reported or ruled in this cup already, so its draw stays.")


def draw_cup(
    league: League,
    name: str,
    teams: Sequence[LeagueTeam],
    *,
    lot: int | None,
    days: Sequence[date] = (),
    starts: time | None = None,
    by: Account | None,
    now: datetime,
) -> League:
    """Draws a cup with the matches of its first round; nobody but the desk sees it yet. The order is by `lot`, a number
    that gives the same order of the same names again, or if that is None that of `teams`, the strongest first. The
    first in the order get the byes. Rounds are played on their `days` (`cup_days.plan_cup`), matches begin at `starts`
    where the home team does not say. Raises TooFewTeams, TeamTwice, LeagueExists."""
    if len(teams) < 2:
        raise TooFewTeams
    if len({team.key for team in teams}) < len(teams):
        raise TeamTwice
    with write_transaction():
        rules = {key: getattr(league, key) for key in RULES if key not in NOT_OF_CUPS}
        cup = League(**{**rules, "name": name}, club=league.club, meetings=0, is_cup=True, drawn_from=league, lot=lot)
        refuse_twin(cup)
        cup.round_days = [day.isoformat() for day in days]
        cup.save()
        by_name = sorted(teams, key=lambda team: team.key)
        order = starting_order(Field(tuple(teams if lot is None else by_name), seed=lot))
        drawn = [carry_team(team, cup, number=number) for number, team in enumerate(order, start=1)]
        _make_first_round(cup, drawn, starts=starts, by=by, now=now)
        names = [team.name for team in order]
        after = {"cup": str(cup), "teams": names, "lot": lot}
        for each in (league, cup):
            log(DRAW_CUP, league=each, by=by, now=now, after=after)
    return cup


def _make_first_round(
    cup: League, drawn: Sequence[LeagueTeam], *, starts: time | None = None, by: Account | None, now: datetime
) -> list[LeagueResult]:
    matches = []
    pairs = [place.known_entries for place in bracket_of(Field(tuple(drawn)))[0]]
    for home, away in (pair for pair in pairs if len(pair) == 2):
        made = _make_match(cup, 1, (home, away), by=by, now=now)
        made.starts = home.starts or (starts if made.day else None)
        made.save()
        matches.append(made)
    return matches


def draw_as_in_hall(cup: League, keys: Sequence[str], *, lot: int | None, by: Account | None, now: datetime) -> None:
    """Draws a cup again in the order in which an evening has drawn those of its teams who came, by their `keys`, unless
    something was played in it or sent to another hall already. Who may play for a team stays so."""
    with writing_league(cup) as current:
        teams = {team.key: team for team in current.teams.all()}
        numbers = {key: number for number, key in enumerate((key for key in keys if key in teams), start=1)}
        is_sent = HallLink.objects.filter(team__league=current).exclude(key="").exists()
        is_reported = _reports_of(current).exclude(games=None).exists()
        if is_sent or is_reported or has_results(current) or len(numbers) < 2:
            return
        if numbers == {key: team.number for key, team in teams.items()}:
            return
        for key, team in teams.items():
            team.number = numbers.get(key)
        LeagueTeam.objects.bulk_update(teams.values(), ["number"])
        current.results.all().delete()
        current.lot = lot
        current.save(update_fields=["lot"])
        drawn = [teams[key] for key in numbers]
        for made in _make_first_round(current, drawn, by=by, now=now):
            for one, other in ((made.team_id, made.other_id), (made.other_id, made.team_id)):
                _reports_of(current).filter(team=one).update(other=other)
        after = {"cup": str(current), "teams": [team.name for team in drawn], "lot": lot}
        log(DRAW_CUP, league=current, by=by, now=now, after=after)


def _reports_of(cup: League) -> QuerySet[LeagueReport]:
    return LeagueReport.objects.filter(team__league=cup)


def has_results(cup: League) -> bool:
    """Returns whether something was played or ruled in a cup, or is about to be. One query."""
    return cup.results.exclude(games=None, superseded_at=None, outcome="", evening=None).exists()


def undo_draw(cup: League, *, by: Account | None, now: datetime) -> None:
    """Deletes a cup in which nothing has happened, with its log; the log of the league it was drawn from says so.
    Raises CupHasBegun."""
    with writing_league(cup) as current:
        if has_results(current) or _reports_of(current).exists():
            raise CupHasBegun
        if current.penalties.exists() or current.money.exists():
            raise CupHasBegun
        if current.cups.exists() or not current.is_cup:
            raise CupHasBegun
        if current.drawn_from:
            before = {"cup": str(current)}
            log(UNDO_DRAW_OF_CUP, league=current.drawn_from, by=by, now=now, before=before)
        current.delete()


def follow_cup(league: League, *, now: datetime) -> int:
    """Brings the later rounds of a cup up to the results: makes the matches of the winners, and changes or removes
    those that others have to play since a correction, as long as nothing happened in them. Returns how many matches
    changed. Two queries if none has to. Never call it within a read of the table."""
    if not league.is_cup or not _changes_of(*_bracket_as_stored(league)):
        return 0
    with writing_league(league) as current:
        bracket, matches = _bracket_as_stored(current)
        changes = _changes_of(bracket, matches)
        for change in changes:
            _change_round(current, change, matches, now=now)
    return sum(len(change.missing) + len(change.wrong) for change in changes)


def _bracket_as_stored(league: League) -> tuple[CupBracket, list[LeagueResult]]:
    teams = teams_of(league)
    matches = [each for each in results_of(league, teams) if each.other_id is not None]
    return bracket_of_cup(teams, matches), matches


def _meetings_to_play(bracket: CupBracket, number: int) -> list[tuple[int, int]]:
    """Returns the meetings of a round that nobody has decided without a match, as by withdrawing."""
    places = bracket.rounds[number - 1]
    through = {place.winner for place in places if place.played is None and not place.is_open}
    return [pair for pair in bracket.meetings(number) if not through & {*pair}]


def _is_untouched(match: LeagueResult) -> bool:
    """Returns whether nothing has happened in a match: the draw made it, and may change it."""
    if match.games is not None or match.outcome or match.evening is not None:
        return False
    teams = (match.team_id, match.other_id)
    return not LeagueReport.objects.filter(round=match.round, team__in=teams, other__in=teams).exists()


def _changes_of(bracket: CupBracket, matches: Sequence[LeagueResult]) -> list[RoundChange]:
    """Returns the later rounds in which a match is missing or wrong."""
    changes = []
    for number in range(2, len(bracket.rounds) + 1):
        there = [each for each in matches if each.round == number]
        wrong = [each for each in there if bracket.is_misfit(each) and _is_untouched(each)]
        busy = {team for each in there if each not in wrong for team in (each.team_id, each.other_id)}
        missing = [pair for pair in _meetings_to_play(bracket, number) if not busy & {*pair}]
        if missing or wrong:
            changes.append(RoundChange(number, missing, wrong))
    return changes


def _change_round(league: League, change: RoundChange, matches: Sequence[LeagueResult], *, now: datetime) -> None:
    """Makes the missing matches, in the place of a wrong one with one of the teams if there is one; others that are
    wrong are deleted. The team with fewer home matches so far is at home."""
    teams = {team.pk: team for team in league.teams.all()}
    hosted = Counter(each.team_id for each in matches if each.round < change.round)
    wrong = list(change.wrong)
    for pair in change.missing:
        home, away = sorted((teams[pk] for pk in pair), key=lambda team: hosted[team.pk])
        old = next((each for each in wrong if {each.team_id, each.other_id} & {*pair}), None)
        made = _make_match(league, change.round, (home, away), by=None, now=now)
        if old is not None:
            wrong.remove(old)
            made.pk, made.day, made.venue = old.pk, old.day, old.venue
            made.starts, made.postponed_from, made.play_by = old.starts, old.postponed_from, old.play_by
        made.save()
        _log_change(league, change.round, old, [home.name, away.name], now=now)
    for old in wrong:
        _log_change(league, change.round, old, [], now=now)
        LeagueResult.objects.filter(pk=old.pk).delete()


def _log_change(league: League, number: int, old: LeagueResult | None, teams: list[str], *, now: datetime) -> None:
    before = {"teams": [each.name for each in (old.team, old.other) if each]} if old else {}
    log(FOLLOW_CUP, league=league, by=None, now=now, before=before, after={"round": number, "teams": teams})


def _make_match(
    cup: League, number: int, teams: tuple[LeagueTeam, LeagueTeam], *, by: Account | None, now: datetime
) -> LeagueResult:
    home, away = teams
    planned = cup.round_days[number - 1] if number <= len(cup.round_days) else None
    is_one_day = len(cup.round_days) > len({*cup.round_days}) == 1
    day = find_night(date.fromisoformat(planned), None if is_one_day else home.night) if planned else None
    of_match = {"round": number, "team": home, "other": away, "day": day, "starts": home.starts}
    return LeagueResult(league=cup, **of_match, imported_at=now, imported_by=by)
