"""What a league match counts as, and what happened to it in words."""

from dataclasses import replace
from datetime import date
from typing import Protocol

from django.utils.translation import gettext as _

from tournament.leagues.doubts import score_in_words
from tournament.leagues.outcomes import OUTCOMES, WITHDRAWALS
from tournament.leagues.results_file import ResultLine
from tournament.models import GOES_ON, LeagueResult, LeagueTeam
from tournament.ranking import TeamResult


class Result(Protocol):
    """What is asked here of a match: of a `LeagueResult`, or of a row of the same names."""

    @property
    def round(self) -> int: ...
    @property
    def team(self) -> LeagueTeam: ...
    @property
    def other(self) -> LeagueTeam | None: ...
    @property
    def games(self) -> int | None: ...
    @property
    def hang_jacks(self) -> int | None: ...
    @property
    def other_games(self) -> int | None: ...
    @property
    def other_hang_jacks(self) -> int | None: ...
    @property
    def day(self) -> date | None: ...
    @property
    def outcome(self) -> str: ...
    @property
    def awarded(self) -> LeagueTeam | None: ...


def say_what_happened(result: Result) -> str:
    """Says what happened to a match besides being played, as in "walk-over for Arima"; "" if nothing did."""
    if result.other is not None and (gone := withdrawn_from(result)) and not _is_kept(result):
        words = _("%(team)s withdrew") if result.games is None else _("%(team)s withdrew, not counted")
        return words % {"team": gone[0].name}
    return _say_outcome(
        result.outcome, result.awarded.name if result.awarded else "", is_played=result.games is not None
    )


def _say_outcome(key: str, team: str, *, is_played: bool) -> str:
    outcome = OUTCOMES.get(key)
    if outcome is None:
        return ""
    words = outcome.mark_when_played if is_played and outcome.mark_when_played else outcome.mark
    return str(words) % {"team": team}


def withdrawn_from(result: Result) -> list[LeagueTeam]:
    """Returns those of its teams that have withdrawn."""
    return [team for team in (result.team, result.other) if team is not None and team.withdrawn_on is not None]


def _is_kept(result: Result) -> bool:
    """Returns whether a match counts although one of its teams has withdrawn."""
    has_ended = result.games is not None or result.awarded is not None
    rules = [(WITHDRAWALS[team.withdrawal], team.kept_until) for team in withdrawn_from(result)]
    return has_ended and all(rule.counts(result.day, until) for rule, until in rules)


def count_result(result: Result) -> list[TeamResult[str]]:
    """Returns what a match counts as: itself, nothing, or byes of the teams that are still there."""
    outcome = OUTCOMES.get(result.outcome)
    if outcome is not None and outcome.counting == "nothing":
        return []
    played = result_as_played(result)
    if (gone := withdrawn_from(result)) and (result.other is None or not _is_kept(result)):
        names = {team.name for team in gone}
        return [TeamResult(result.round, team) for team in (played.team, played.other) if team and team not in names]
    if result.awarded is not None and result.outcome != GOES_ON:
        return [TeamResult(result.round, played.team, other=played.other, awarded=result.awarded.name)]
    return [played]


def result_as_played(result: Result) -> TeamResult[str]:
    """Returns the figures of a match, whatever else happened to it."""
    other = result.other.name if result.other else None
    own = (result.team.name, result.games, result.hang_jacks)
    return TeamResult(result.round, *own, other, result.other_games, result.other_hang_jacks)


def line_of(result: LeagueResult) -> ResultLine:
    """Returns the result as a line of a file."""
    return ResultLine(
        result.round,
        result.team.name,
        result.games,
        result.hang_jacks,
        result.other.name if result.other else None,
        result.other_games,
        result.other_hang_jacks,
        result.starts,
        result.ends,
        result.day,
        result.place,
        outcome=result.outcome,
        awarded=result.awarded.name if result.awarded else "",
        postponed_from=result.postponed_from,
        play_by=result.play_by,
    )


def say_line(line: ResultLine, first: str) -> str:
    """Says the score of a line, with the figures of the team `first` in front, and what else happened."""
    score = score_in_words(team_result_of(line), first, whole=True)
    happened = _say_outcome(line.outcome, line.awarded, is_played=line.bullseyes_a is not None)
    if not happened or line.bullseyes_a is None:
        return happened or score
    return _("%(score)s (%(happened)s)") % {"score": score, "happened": happened}


def team_result_of(line: ResultLine) -> TeamResult[str]:
    figures = (line.bullseyes_a, line.hang_jacks_a, line.team_b, line.bullseyes_b, line.hang_jacks_b)
    return TeamResult(line.round, line.team_a, *figures)


def line_that_counts(result: LeagueResult, walk_over: int) -> ResultLine | None:
    """Returns the result as a line of a file from which the same table follows; None for a match that a team which
    withdrew does not play. A walk-over is written with the bullseyes that it counts."""
    counted = count_result(result)
    if not counted:
        return line_of(result) if result.outcome else None
    if result.other is not None and counted[0].other is None:
        return None
    if result.awarded_id is None or result.outcome == GOES_ON:
        return line_of(result)
    won = result.awarded_id == result.team_id
    return replace(line_of(result), bullseyes_a=walk_over if won else 0, bullseyes_b=0 if won else walk_over)
