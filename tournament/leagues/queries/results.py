"""The matches of a league as they now count: results by round, fixtures by day, earlier versions."""

from collections.abc import Iterable, Sequence
from copy import copy
from dataclasses import dataclass, fields
from datetime import date, time
from itertools import groupby
from typing import Generic, NamedTuple, TypeVar
from uuid import UUID

from tournament.leagues.queries.counting import count_result, line_that_counts, say_what_happened
from tournament.leagues.queries.leagues import teams_of
from tournament.leagues.results_file import ResultLine
from tournament.models import PLAY_AGAIN, League, LeagueResult, LeagueTeam, names_outside
from tournament.ranking import Side, sides_of


@dataclass(slots=True)
class ResultRow:
    """A current version of a match as a plain value, under the same names as in a `LeagueResult`, which costs several
    times as much to read. `sides` are what it counts as in the table."""

    pk: int
    round: int
    team_id: int
    other_id: int | None
    awarded_id: int | None
    games: int | None
    hang_jacks: int | None
    other_games: int | None
    other_hang_jacks: int | None
    day: date | None
    starts: time | None
    ends: time | None
    venue: str
    postponed_from: date | None
    play_by: date | None
    outcome: str
    evening: UUID | None
    team: LeagueTeam
    other: LeagueTeam | None
    awarded: LeagueTeam | None
    mark: str = ""
    sides: tuple[Side[str], ...] = ()

    @property
    def is_fixture(self) -> bool:
        if self.other is None or self.games is not None or self.outcome not in ("", PLAY_AGAIN):
            return False
        return self.team.withdrawn_on is None and self.other.withdrawn_on is None

    @property
    def has_hang_jacks(self) -> bool:
        return (self.hang_jacks, self.other_hang_jacks) != (None, None)

    @property
    def place(self) -> str:
        return self.venue or ("" if self.other_id is None else self.team.home)


COLUMNS = [each.name for each in fields(ResultRow)][:17]
"""Those of its fields that are read from the database."""


class LeagueRound(NamedTuple):
    number: int
    results: tuple[ResultRow, ...]

    @property
    def day(self) -> date | None:
        """Returns the day of all its matches, or None if they have several or none."""
        days = {result.day for result in self.results if result.other_id is not None}
        return days.pop() if len(days) == 1 else None

    @property
    def has_begun(self) -> bool:
        return any(result.games is not None or result.outcome not in ("", PLAY_AGAIN) for result in self.results)


Scores = dict[tuple[int, int], list[str]]
"""What two teams played against each other, the games of the first one first, in the order of the rounds."""


def scores_between(rounds: Iterable[LeagueRound], *, by_home: bool) -> Scores:
    """Returns the score of every match that has ended, or what happened instead; with `by_home` only from the side of
    the home team, otherwise from both."""
    scores: Scores = {}
    for match in (match for each in rounds for match in each.results):
        if match.other_id is None or (match.games is None and not match.mark):
            continue
        for pair, games in (
            ((match.team_id, match.other_id), (match.games, match.other_games)),
            ((match.other_id, match.team_id), (match.other_games, match.games)),
        )[: 1 if by_home else 2]:
            scores.setdefault(pair, []).append(match.mark if match.games is None else f"{games[0]}–{games[1]}")
    return scores


Match = TypeVar("Match", LeagueResult, ResultRow)


@dataclass(frozen=True)
class MatchDay(Generic[Match]):
    """Matches to be played on one day; `day` is None for those without a date. `is_over` means that the day, or that by
    which they had to be played, has passed: their results are due. A bye stands where the matches of its round begin:
    `byes` are the rounds and the teams."""

    day: date | None
    matches: tuple[Match, ...]
    is_over: bool
    byes: tuple[tuple[int, LeagueTeam], ...] = ()


def result_rows_of(league: League, teams: Sequence[LeagueTeam]) -> list[ResultRow]:
    """Returns the same as `results_of`, as values. One query."""
    by_pk = {team.pk: team for team in teams}
    has_withdrawals = any(team.withdrawn_on for team in teams)
    names, rows = names_outside(league.club), []
    found = league.results.filter(superseded_at=None).order_by("round", "team_id", "pk")
    for values in found.values_list(*COLUMNS):
        row = ResultRow(*[*values, by_pk[values[2]], by_pk.get(values[3]), by_pk.get(values[4])])
        if names is not None:
            row.venue = names.redact(row.venue)
        home, other = row.team, row.other
        if row.outcome or row.awarded_id or has_withdrawals or other is None:
            row.mark = say_what_happened(row)
            row.sides = tuple([side for each in count_result(row) for side in each.sides])
        else:  # what is simply played or to be played, as nearly every match is
            figures = (row.games, row.hang_jacks, other.name, row.other_games, row.other_hang_jacks)
            row.sides = sides_of(row.round, home.name, *figures)
        rows.append(row)
    return rows


def results_of(league: League, teams: Sequence[LeagueTeam] | None = None) -> list[LeagueResult]:
    """Returns the current versions by round, each with its mark; a corrected result keeps its place. `teams` are those
    of the league. One query, and one for the teams if they are not given."""
    by_pk = {team.pk: team for team in (teams_of(league) if teams is None else teams)}
    names, results = names_outside(league.club), []
    for result in league.results.filter(superseded_at=None).order_by("round", "team_id", "pk"):
        result.team = by_pk[result.team_id]
        result.other = by_pk[result.other_id] if result.other_id else None
        result.awarded = by_pk[result.awarded_id] if result.awarded_id else None
        result.league = league
        if names is not None:
            result.venue, result.why = names.redact(result.venue), names.redact(result.why)
        result.mark = say_what_happened(result)
        results.append(result)
    return results


def lines_of(league: League) -> list[ResultLine]:
    """Returns what counts as the lines of a file. One query."""
    lines = (line_that_counts(result, walk_over_of(league)) for result in results_of(league))
    return [line for line in lines if line is not None]


def walk_over_of(league: League) -> int:
    """Returns how many bullseyes a walk-over counts."""
    return (league.race_to or 0) if league.walk_over is None else league.walk_over


def group_equal_meetings(results: Sequence[ResultRow]) -> list[ResultRow]:
    """Moves further results of a meeting behind the first one and turns their teams into its order, for display."""
    first: dict[tuple[int, frozenset[int | None]], list[ResultRow]] = {}
    for result in results:
        first.setdefault((result.round, frozenset((result.team_id, result.other_id))), []).append(result)
    return [_turn_result(met[0], each) for met in first.values() for each in met]


def _turn_result(first: ResultRow, result: ResultRow) -> ResultRow:
    if result.team_id == first.team_id or result.other is None:
        return result
    turned = copy(result)
    turned.team, turned.other = result.other, result.team
    turned.games, turned.other_games = result.other_games, result.games
    turned.hang_jacks, turned.other_hang_jacks = result.other_hang_jacks, result.hang_jacks
    return turned


def match_days_of(results: Sequence[Match], today: date | None = None) -> tuple[MatchDay[Match], ...]:
    """Returns the fixtures by day and time, those without a date last; none if no match has a date."""
    if not any(result.day or result.postponed_from for result in results):
        return ()

    def is_due(match: Match) -> bool:
        last = match.day or match.play_by
        return bool(last and today and last < today)

    fixtures = [result for result in results if result.is_fixture]
    fixtures.sort(key=lambda each: (each.day or date.max, not is_due(each), str(each.starts or ""), each.round))
    byes: dict[int, list[LeagueTeam]] = _byes_of(results)
    days: list[MatchDay[Match]] = []
    for (day, is_over), group in groupby(fixtures, key=lambda each: (each.day, is_due(each))):
        matches = tuple(group)
        begun = sorted({each.round for each in matches if each.postponed_from is None} & {*byes})
        free = tuple((number, team) for number in begun for team in byes.pop(number))
        days.append(MatchDay(day, matches, is_over=is_over, byes=free))
    return tuple(days)


def _byes_of(results: Sequence[Match]) -> dict[int, list[LeagueTeam]]:
    """Returns who has no match in a round, by round: a team without another one, or that of a team which withdrew."""
    byes: dict[int, list[LeagueTeam]] = {}
    for each in results:
        if each.outcome == "" and each.games is None and not each.is_fixture:
            teams = [team for team in (each.team, each.other) if team is not None and team.withdrawn_on is None]
            byes.setdefault(each.round, []).extend(teams)
    return byes


def present_round_of(matches: Iterable[Match], today: date) -> int | None:
    """Returns the first round with a match today or later, or one to be played without a date, not counting postponed
    ones; else the last round."""
    numbers, to_come = [], []
    for match in matches:
        numbers.append(match.round)
        if match.is_fixture and match.postponed_from is None and (match.day is None or match.day >= today):
            to_come.append(match.round)
    return min(to_come, default=max(numbers, default=None))


def versions_of(result: LeagueResult) -> list[LeagueResult]:
    """Returns the versions that this one replaced, the latest first."""
    versions = list(result.replaces.select_related("team", "other", "awarded", "superseded_by"))
    for each in versions:
        each.mark = say_what_happened(each)
    return versions + [older for each in versions for older in versions_of(each)]


def results_taken_out_of(league: League) -> list[LeagueResult]:
    """Returns results that were removed and not replaced. One query, and one for their figures if there are any."""
    gone = league.results.filter(superseded_at__isnull=False, replaced_by=None)
    pks = list(gone.values_list("pk", flat=True))
    found = LeagueResult.objects.filter(pk__in=pks).select_related("team", "other", "superseded_by")
    return list(found) if pks else []
