"""How the teams of a league have done: their last five matches, movement in the table, home and away.

Everything is made from the matches alone. A match without a date was played on the day of its round, that on which most
matches of the round are played. The *last week* of a league are the seven days up to its last result; if that of some
match is not known it is the last round with results.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from functools import partial
from typing import NamedTuple

from tournament.foundation.revision_cache import RevisionCache
from tournament.leagues.queries.results import ResultRow
from tournament.models import League
from tournament.ranking import LeagueRules, Placing, Result, TeamResult, rank_league

LATEST = 5
WEEK = timedelta(days=7)


class Tally(NamedTuple):
    """What a team did in some of its matches; a walk-over has the bullseyes that it counts in the table."""

    played: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    games: int = 0
    games_against: int = 0


@dataclass(frozen=True)
class TeamForm:
    """`latest` are the results of its last five matches, the latest last. `moved` is how many places it went up in the
    last week, below 0 down; None if there was no table before. Who is named first in a match is at home."""

    latest: tuple[Result, ...] = ()
    moved: int | None = None
    home: Tally = field(default=Tally())
    away: Tally = field(default=Tally())


class Ended(NamedTuple):
    match: ResultRow
    counted: TeamResult[str]


class EndedForTeam(NamedTuple):
    """A match that has ended, as one of its teams sees it."""

    result: Result
    games: int
    games_against: int
    is_at_home: bool


def ended_matches_of(results: Sequence[ResultRow]) -> list[Ended]:
    """Returns the matches with a winner or a draw in the order in which they were played: by date, then by round. A
    round without any date comes after the one before it."""
    counted = [Ended(result, each) for result in results for each in result.counted if each.other is not None]
    ended = [each for each in counted if each.counted.awarded is not None or _is_reported(each.counted)]
    days, last = _days_of_rounds(results), date.min
    for number in sorted({each.match.round for each in ended}):
        last = days.setdefault(number, last)
    return sorted(ended, key=lambda each: (each.match.day or days[each.match.round], each.match.round))


def _is_reported(counted: TeamResult[str]) -> bool:
    return counted.games is not None and counted.other_games is not None


def _days_of_rounds(results: Sequence[ResultRow]) -> dict[int, date]:
    """Returns the day of each round, the earliest if as many of its matches are on several; none of one without
    dates."""
    counted: dict[int, Counter[date]] = {}
    for each in results:
        if day := each.postponed_from or each.day:
            counted.setdefault(each.round, Counter())[day] += 1
    return {number: min(days, key=lambda day: (-days[day], day)) for number, days in counted.items()}


class Weeks(NamedTuple):
    """The matches that have ended, also those that count nothing: those of the `last` week, and of `earlier` ones.
    `days` are those of the matches by id; none where weeks are rounds."""

    last: list[ResultRow]
    earlier: list[ResultRow]
    days: dict[int, date]


def weeks_of(results: Sequence[ResultRow]) -> Weeks:
    ended = [each for each in results if each.other and not each.is_fixture and (each.games is not None or each.mark)]
    decided = [each for each in ended if each.games is not None or each.awarded]
    of_rounds = _days_of_rounds(results)
    days = {each.pk: day for each in ended if (day := each.day or of_rounds.get(each.round))}
    if decided and all(each.pk in days for each in decided):
        last = max(days[each.pk] for each in decided)
        known = [each for each in ended if each.pk in days]
        of_week = [each for each in known if last - WEEK < days[each.pk] <= last]
        return Weeks(of_week, [each for each in known if days[each.pk] <= last - WEEK], days)
    last_round = max((each.round for each in decided), default=0)
    of_round = [each for each in ended if each.round == last_round]
    return Weeks(of_round, [each for each in ended if each.round < last_round], {})


def team_forms(
    league: League, results: Sequence[ResultRow], table: Sequence[Placing[str]], rules: LeagueRules[str]
) -> dict[str, TeamForm]:
    ended = ended_matches_of(results)
    before = _places_before_last_week(league, results, {each.match.pk for each in ended}, rules)
    forms, matches = {}, defaultdict[str | None, list[EndedForTeam]](list)
    for _match, counted in ended:
        own, other = counted.games or 0, counted.other_games or 0
        won, lost = own > other, own < other
        if counted.awarded is not None:
            won, lost = counted.awarded == counted.team, counted.awarded != counted.team
            own, other = int(rules.walk_over) * won, int(rules.walk_over) * lost
        matches[counted.team].append(EndedForTeam(_result_of(won, lost), own, other, is_at_home=True))
        matches[counted.other].append(EndedForTeam(_result_of(lost, won), other, own, is_at_home=False))
    for placing in table:
        team = placing.record.entry
        of_team = matches[team]
        has_place = team in before and team not in rules.withdrawn
        forms[team] = TeamForm(
            latest=tuple(each.result for each in of_team[-LATEST:]),
            moved=before[team] - placing.rank if has_place else None,
            home=_tally([each for each in of_team if each.is_at_home]),
            away=_tally([each for each in of_team if not each.is_at_home]),
        )
    return forms


def _result_of(won: bool, lost: bool) -> Result:
    return "won" if won else "lost" if lost else "drawn"


PLACES: RevisionCache[dict[str, int]] = RevisionCache(most=16)
"""The places before the last week, which stay as they are while the results of that week come in."""


def _places_before_last_week(
    league: League, results: Sequence[ResultRow], ended: set[int], rules: LeagueRules[str]
) -> dict[str, int]:
    """Returns the places of the teams as if the matches of the last week were still to be played; none if they are all
    that were played."""
    late = {each.pk for each in weeks_of(results).last if each.pk in ended}
    if len(late) == len(ended):
        return {}
    counted = tuple(
        TeamResult(each.round, each.team, other=each.other) if result.pk in late else each
        for result in results
        for each in result.counted
    )
    return PLACES.get_or_make(league.pk, (counted, rules), partial(_places_by, counted, rules))


def _places_by(counted: Sequence[TeamResult[str]], rules: LeagueRules[str]) -> dict[str, int]:
    return {placing.record.entry: placing.rank for placing in rank_league(counted, rules)}


def _tally(ended: Sequence[EndedForTeam]) -> Tally:
    results = [each.result for each in ended]
    games, against = sum(each.games for each in ended), sum(each.games_against for each in ended)
    return Tally(len(ended), results.count("won"), results.count("drawn"), results.count("lost"), games, against)
