"""How the teams of a league have done: their last five matches, movement in the table, home and away.

Everything is made from the matches alone. The *last week* of a league are the seven days up to its last result; without
dates it is the last round with results.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import NamedTuple

from tournament.leagues.queries.results import ResultRow
from tournament.ranking import LeagueRules, Placing, Result, TeamResult, rank_league

LATEST = 5


class Tally(NamedTuple):
    """What a team did in some of its matches; bullseyes of a walk-over are not among the games."""

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

    def result_of(self, team: str) -> Result:
        own, other = self.counted.games, self.counted.other_games
        if team != self.counted.team:
            own, other = other, own
        if self.counted.awarded is not None:
            return "won" if team == self.counted.awarded else "lost"
        return "won" if (own or 0) > (other or 0) else "lost" if (own or 0) < (other or 0) else "drawn"


def ended_matches_of(results: Sequence[ResultRow]) -> list[Ended]:
    """Returns the matches with a winner or a draw in the order in which they were played: by date if all have one, else
    by round."""
    counted = [Ended(result, each) for result in results for each in result.counted if each.other is not None]
    ended = [each for each in counted if each.counted.awarded is not None or _is_reported(each.counted)]
    have_days = _have_days(ended)
    return sorted(
        ended, key=lambda each: each.match.day.toordinal() if have_days and each.match.day else each.match.round
    )


def _is_reported(counted: TeamResult[str]) -> bool:
    return counted.games is not None and counted.other_games is not None


def _have_days(ended: Sequence[Ended]) -> bool:
    return all(each.match.day is not None for each in ended)


def matches_of_last_week(results: Sequence[ResultRow]) -> list[ResultRow]:
    """Returns the matches of the last week that have ended, also those that count nothing."""
    ended = [each for each in results if each.other and not each.is_fixture and (each.games is not None or each.mark)]
    decided = [each for each in ended if each.games is not None or each.awarded]
    days = [each.day for each in decided if each.day is not None]
    if days and len(days) == len(decided):
        last, since = max(days), max(days) - timedelta(days=7)
        return [each for each in ended if each.day is not None and since < each.day <= last]
    last_round = max((each.round for each in decided), default=0)
    return [each for each in ended if each.round == last_round]


def team_forms(
    results: Sequence[ResultRow], table: Sequence[Placing[str]], rules: LeagueRules[str]
) -> dict[str, TeamForm]:
    ended = ended_matches_of(results)
    before = _places_before_last_week(results, {each.match.pk for each in ended}, rules)
    forms, matches = {}, defaultdict[str | None, list[Ended]](list)
    for each in ended:
        matches[each.counted.team].append(each)
        matches[each.counted.other].append(each)
    for placing in table:
        team = placing.record.entry
        own = matches[team]
        has_place = team in before and team not in rules.withdrawn
        forms[team] = TeamForm(
            latest=tuple(each.result_of(team) for each in own[-LATEST:]),
            moved=before[team] - placing.rank if has_place else None,
            home=_tally([each for each in own if each.match.team.name == team], team),
            away=_tally([each for each in own if each.match.team.name != team], team),
        )
    return forms


def _places_before_last_week(results: Sequence[ResultRow], ended: set[int], rules: LeagueRules[str]) -> dict[str, int]:
    """Returns the places of the teams as if the matches of the last week were still to be played; none if they are all
    that were played."""
    late = {each.pk for each in matches_of_last_week(results) if each.pk in ended}
    if len(late) == len(ended):
        return {}
    counted = [
        TeamResult(each.round, each.team, other=each.other) if result.pk in late else each
        for result in results
        for each in result.counted
    ]
    return {placing.record.entry: placing.rank for placing in rank_league(counted, rules)}


def _tally(ended: Sequence[Ended], team: str) -> Tally:
    came = [each.result_of(team) for each in ended]
    own, other = 0, 0
    for _match, counted in ended:
        pair = (counted.games or 0, counted.other_games or 0)
        own, other = (own + pair[0], other + pair[1]) if counted.team == team else (own + pair[1], other + pair[0])
    return Tally(len(came), came.count("won"), came.count("drawn"), came.count("lost"), own, other)
