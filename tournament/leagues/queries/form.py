"""How the teams of a league have done: their last five matches, movement in the table, home and away.

Everything is made from the matches alone. A match without a date was played on the day of its round, that on which most
matches of the round are played. The *last week* of a league are the seven days up to its last result; if that of some
match is not known it is the last round with results.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from tournament.leagues.queries.results import ResultRow
from tournament.ranking import LeagueRules, MatchRecord, Placing, Result, Side, rank_league

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
    """`moved` is how many places a team went up in the last week, below 0 down; None if there was no table before.
    `matches` are in the order in which they were played."""

    moved: int | None = None
    matches: Sequence[MatchRecord[str]] = ()

    @cached_property
    def latest(self) -> tuple[Result, ...]:
        """Returns the results of its last five matches, the latest last."""
        results = (result for each in reversed(self.matches) if (result := _result_of(each)))
        return tuple(islice(results, LATEST))[::-1]

    @cached_property
    def home(self) -> Tally:
        return _tally([each for each in self.matches if each.is_at_home])

    @cached_property
    def away(self) -> Tally:
        return _tally([each for each in self.matches if not each.is_at_home])


def _result_of(match: MatchRecord[str]) -> Result | None:
    if match.unplayed is None:
        return match.result
    return "won" if match.unplayed == "walk_over" else "lost"


def _tally(matches: Sequence[MatchRecord[str]]) -> Tally:
    ended = [(each, result) for each in matches if (result := _result_of(each))]
    results = [result for _match, result in ended]
    counted = (results.count("won"), results.count("drawn"), results.count("lost"))
    games = sum(int(match.figure("games") or 0) for match, _result in ended)
    against = sum(int(match.figure("games_against") or 0) for match, _result in ended)
    return Tally(len(ended), *counted, games, against)


def in_order_of_play(results: Sequence[ResultRow]) -> list[ResultRow]:
    """Returns the matches by date, then by round. A round without any date comes after the one before it."""
    days, last = _days_of_rounds(results), date.min
    for number in sorted({each.round for each in results}):
        last = days.setdefault(number, last)
    return sorted(results, key=lambda each: (each.day or days[each.round], each.round))


def _days_of_rounds(results: Sequence[ResultRow]) -> dict[int, date]:
    """Returns the day of each round, the earliest if as many of its matches are on several; none of one without
    dates."""
    counted = defaultdict[int, Counter[date]](Counter)
    for each in results:
        if day := each.postponed_from or each.day:
            counted[each.round][day] += 1
    return {number: min(days, key=lambda day: (-days[day], day)) for number, days in counted.items()}


class Weeks(NamedTuple):
    """The matches that have ended, also those that count nothing: those of the `last` week, and of `earlier` ones.
    `days` are those of the matches by id; none where weeks are rounds."""

    last: list[ResultRow]
    earlier: list[ResultRow]
    days: dict[int, date]


def weeks_of(results: Sequence[ResultRow]) -> Weeks:
    ended = [each for each in results if each.other and (each.games is not None or each.mark) and not each.is_fixture]
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
    results: Sequence[ResultRow], table: Sequence[Placing[str]], rules: LeagueRules[str]
) -> dict[str, TeamForm]:
    """Returns the form of each team from its place in the `table`, which was made from the results in the order of
    play."""
    before, forms = _places_before_last_week(results, rules), {}
    for placing in table:
        team = placing.record.entry
        has_moved = team in before and team not in rules.withdrawn
        forms[team] = TeamForm(before[team] - placing.rank if has_moved else None, placing.record.matches)
    return forms


def _places_before_last_week(results: Sequence[ResultRow], rules: LeagueRules[str]) -> dict[str, int]:
    """Returns the places of the teams as if the matches of the last week were still to be played; none if no others
    count."""
    weeks = weeks_of(results)
    if not any(_result_of(match) for each in weeks.earlier for _team, match in each.sides):
        return {}
    late = {each.pk for each in weeks.last}
    sides = [side for each in results for side in (_open_sides_of(each) if each.pk in late else each.sides)]
    return {placing.record.entry: placing.rank for placing in rank_league(sides, rules)}


def _open_sides_of(result: ResultRow) -> list[Side[str]]:
    return [(team, MatchRecord(match.round, match.opponents)) for team, match in result.sides]
