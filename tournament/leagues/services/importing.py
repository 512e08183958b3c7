"""Imports results into a league from a list: what it would change is shown first, then all of it is stored or nothing.

Nothing is overwritten: a result that the list replaces stays, with who, when and why.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import partial
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import TournamentError
from tournament.foundation.model_rows import to_plain
from tournament.foundation.writing import log
from tournament.leagues.doubts import LeagueDoubts
from tournament.leagues.log_actions import IMPORT_RESULTS
from tournament.leagues.queries.counting import line_of, line_that_counts, say_line
from tournament.leagues.queries.doubts import doubts_after
from tournament.leagues.queries.leagues import team_names_of
from tournament.leagues.queries.results import results_of, walk_over_of
from tournament.leagues.results_file import (
    MOST_LINES,
    OF_POSTPONED,
    LeagueFacts,
    Remark,
    ResultLine,
    ResultsRead,
)
from tournament.leagues.results_reader import read_results
from tournament.leagues.services.log import result_for_log, writing_league
from tournament.leagues.services.versions import supersede_all
from tournament.leagues.spelling import TeamQuestion, ask_about_teams, name_key, settle_names
from tournament.lists.check import DAY_ORDER, REPEATS, row_key
from tournament.lists.dates import find_years
from tournament.models import Account, Club, League, LeagueResult, LeagueTeam

OF_LEAGUES = "=leagues"
"""Under this, which no heading is, `Club.list_headings` has those of results."""
REPLACE = "replace"
"""The answer that a line's result counts instead of the one that is there."""


class CannotImport(TournamentError):
    """Some lines contradict results that are there; nothing was imported."""

    message = _("Nothing was imported: some lines contradict results that are already there.")

    def __init__(self, problems: Sequence[Remark]) -> None:
        self.problems = tuple(problems)
        super().__init__()


@dataclass(frozen=True)
class ImportChanges:
    """What an import changes: `new` results, those that `fill` a match still to be played or replace its result, and
    other `dates` or places of matches that are there. `known` lines change nothing; of those `repeated` say the same as
    another line of the list."""

    new: tuple[ResultLine, ...]
    fill: tuple[tuple[ResultLine, LeagueResult], ...]
    known: tuple[ResultLine, ...]
    problems: tuple[Remark, ...]
    dates: tuple[tuple[ResultLine, LeagueResult], ...] = ()
    repeated: tuple[Remark, ...] = ()

    @property
    def number(self) -> int:
        return len(self.new) + len(self.fill) + len(self.dates)

    @property
    def lines(self) -> list[ResultLine]:
        """Returns the lines that change something, in the order of the text."""
        lines = [*self.new, *(line for line, _there in (*self.fill, *self.dates))]
        return sorted(lines, key=lambda line: line.line)


@dataclass(frozen=True)
class CheckedImport:
    """What a text would change, before anything is stored. `questions` are all that are asked about its teams,
    `open_questions` those without an answer; `new_teams` would be added to the league."""

    read: ResultsRead
    coming: ImportChanges
    looked: LeagueDoubts
    questions: tuple[TeamQuestion, ...]
    open_questions: tuple[TeamQuestion, ...]
    new_teams: tuple[str, ...]

    @property
    def problems(self) -> list[Remark]:
        return sorted([*self.read.problems, *self.coming.problems], key=lambda remark: remark.line)

    @property
    def lines(self) -> list[ResultLine]:
        """Returns the lines that would be imported, in the order of the text; further results of a meeting follow the
        first one, with the teams in its order."""
        lines = self.coming.lines
        first: dict[tuple[int, frozenset[str | None]], list[ResultLine]] = {}
        for line in lines:
            first.setdefault(_meeting_of(line), []).append(line)
        return [turn_line(each, met[0]) for met in first.values() for each in met]

    @property
    def is_open(self) -> bool:
        return bool(self.open_questions) or self.read.days.is_open or self.read.is_repeat_open

    @property
    def fingerprint(self) -> str:
        """Returns a hash of the new teams, the doubts and the answer about dates, "" if there are none. A form that
        sends it back has shown them."""
        doubts = [*(f"{each.line}{each.column}{each.message}" for each in self.read.doubts), *self.looked.doubts]
        if self.read.days.is_asked and self.read.days.order:
            doubts.append(self.read.days.order)
        if self.read.repeated:
            doubts.append(f"{self.read.repeated}{self.read.repeats}")
        if not self.new_teams and not doubts:
            return ""
        return sha256("\n".join([*self.new_teams, "", *doubts]).encode()).hexdigest()


def compare_with_league(league: League, lines: Sequence[ResultLine], replacing: Collection[int] = ()) -> ImportChanges:
    """Compares each line with the league's results. A line that repeats one, or a line before, is known, so a file can
    be imported twice; one that contradicts a result is a problem, unless it is one of those `replacing` it. One
    query."""
    lines, repeats = _split_repeats(lines)
    waiting: dict[tuple[int, frozenset[str | None]], list[LeagueResult]] = {}
    written: dict[int, list[ResultLine]] = {}
    for result in results_of(league):
        waiting.setdefault(_meeting_of(line_of(result)), []).append(result)
        counts = line_that_counts(result, walk_over_of(league)) or line_of(result)
        written[result.pk] = [line_of(result), replace(counts, outcome="", awarded="")]
    known, dates, others = [], [], []
    for line in lines:
        there = waiting.get(_meeting_of(line), [])
        same = next((each for each in there if any(_says_nothing_else(line, way) for way in written[each.pk])), None)
        if same is None:
            others.append(line)
        else:
            there.remove(same)
            if read_dates(line, same):
                dates.append((line, same))
            else:
                known.append(line)
    new, fill, problems = [], [], []
    for line in others:
        there = waiting.get(_meeting_of(line), [])
        replaced = there[0] if there and line.line in replacing and not line.is_bye else None
        own = [each for each in there if each.evening is None]
        to_be_filled = next((each for each in own if each.is_fixture), replaced if replaced in own else None)
        if to_be_filled is not None:
            there.remove(to_be_filled)
            fill.append((line, to_be_filled))
        elif there:
            problems.append(_explain_contradiction(line, there[0]))
        else:
            new.append(line)
    words = _now("The same match as in line %(line)s: it counts once.")
    repeated = tuple(Remark(line.line, "", words % {"line": first.line}) for line, first in repeats)
    known += [line for line, _first in repeats]
    return ImportChanges(tuple(new), tuple(fill), tuple(known), tuple(problems), tuple(dates), repeated)


def _split_repeats(lines: Sequence[ResultLine]) -> tuple[list[ResultLine], list[tuple[ResultLine, ResultLine]]]:
    """Returns the lines that say something of their own, and those that repeat one of them, with that."""
    own: dict[tuple[int, frozenset[str | None]], list[ResultLine]] = {}
    repeats = []
    for line in lines:
        before = own.setdefault(_meeting_of(line), [])
        same = next((each for each in before if line.day == each.day and _says_nothing_else(line, each)), None)
        if same is None:
            before.append(line)
        else:
            repeats.append((line, same))
    return sorted((line for met in own.values() for line in met), key=lambda line: line.line), repeats


def check_import(league: League, text: str, answers: Mapping[str, str], *, today: date | None = None) -> CheckedImport:
    """Checks a text before it is imported; with `today`, matches on later days are not missing. `answers` say, by the
    key of a question, which team a name stands for: its own name if the team is new; as `day_order` which comes first
    in its dates, as `repeats` whether lines are of the round above; and of a line (`lists.check`) REPLACE. Seven
    queries."""
    known, facts = team_names_of(league), facts_of(league, today)
    read = partial(read_results, text, known=known, facts=facts)
    read = partial(read, day_order=answers.get(DAY_ORDER, ""), repeats=answers.get(REPEATS, ""))
    first = read()
    questions = ask_about_teams(first.new_teams, known)
    heard = {
        question.team.name: answers[question.key]
        for question in questions
        if answers.get(question.key) in (question.team.name, *question.suggestions)
    }
    meant = settle_names(heard)
    results = read(meant=meant) if heard else first
    coming = compare_with_league(league, results.lines, lines_replacing(answers))
    return CheckedImport(
        read=results,
        coming=coming,
        looked=doubts_after(league, coming.new, coming.fill, today=today),
        questions=questions,
        open_questions=tuple(question for question in questions if question.team.name not in heard),
        new_teams=tuple(sorted((team.name for team in results.new_teams), key=name_key)),
    )


def lines_replacing(answers: Mapping[str, str]) -> set[int]:
    """Returns the lines whose result counts instead of the one that is there."""
    return {line for line in range(1, MOST_LINES + 1) if answers.get(row_key(line)) == REPLACE}


def facts_of(league: League, today: date | None) -> LeagueFacts:
    """Returns what a list of results may leave out. One query."""
    results = results_of(league)
    open_rounds: dict[frozenset[str], list[int]] = {}
    for result in results:
        if result.other and result.is_fixture:
            open_rounds.setdefault(frozenset((result.team.key, result.other.key)), []).append(result.round)
    played = [result.round for result in results if not line_of(result).is_open]
    next_round, years = max(played, default=0) + 1, find_years(league.season)
    return LeagueFacts(walk_over_of(league), open_rounds, next_round, today, years, league.counts)


def import_results(
    league: League,
    lines: Sequence[ResultLine],
    *,
    replacing: Collection[int] = (),
    headings: Mapping[str, str] | None = None,
    by: Account | None,
    now: datetime,
) -> ImportChanges:
    """Imports all lines, with new teams, or none; of those `replacing` a result, that stays as an earlier version, and
    its hang jacks if the line has none. The club remembers what `headings` mean. Raises CannotImport with every
    problem."""
    with writing_league(league) as current:
        coming = compare_with_league(current, lines, replacing)
        if coming.problems:
            raise CannotImport(coming.problems)
        if headings:
            club = Club.objects.get(pk=current.club_id)
            club.list_headings[OF_LEAGUES] = dict(headings)
            club.save(update_fields=["list_headings"])
        teams = {team.key: team for team in current.teams.all()}
        known, moved = {*teams}, []
        stamp = {"imported_at": now, "imported_by": by}
        LeagueResult.objects.bulk_create([_make_result(current, line, teams, stamp) for line in coming.new])
        arrived: list[tuple[LeagueResult, LeagueResult, str]] = []
        for line, there in coming.fill:
            came = _make_result(current, turn_line(line, line_of(there)), teams, stamp)
            came.day, came.venue = line.day or there.day, line.venue or there.venue
            came.starts, came.play_by = line.start or there.starts, there.play_by
            came.postponed_from = line.postponed_from or there.postponed_from
            if there.is_fixture:
                if not line.outcome:
                    came.outcome, came.why = there.outcome, there.why
                reason = _now("The result arrived.")
            else:
                reason = _now("An imported list says otherwise.")
                if not came.has_hang_jacks:
                    came.hang_jacks, came.other_hang_jacks = there.hang_jacks, there.other_hang_jacks
            arrived.append((came, there, reason))
        LeagueResult.objects.bulk_create([came for came, _there, _reason in arrived])
        supersede_all(arrived, by=by, now=now)
        for line, there in coming.dates:
            values = read_dates(line, there)
            dates = {"before": {name: to_plain(getattr(there, name)) for name in values}}
            dates["after"] = {name: to_plain(value) for name, value in values.items()}
            moved.append({"round": there.round, "teams": result_for_log(there)["teams"], **dates})
            LeagueResult.objects.filter(pk=there.pk).update(**values)
        if coming.number:
            rounds = sorted({line.round for line in coming.lines})
            new_teams = [team.name for key, team in teams.items() if key not in known]
            after = {"results": coming.number, "rounds": rounds, "teams": new_teams, "moved": moved}
            log(IMPORT_RESULTS, league=current, by=by, now=now, after=after)
    return coming


def _make_result(
    league: League, line: ResultLine, teams: dict[str, LeagueTeam], stamp: Mapping[str, Any]
) -> LeagueResult:
    return LeagueResult(
        league=league,
        round=line.round,
        team=find_or_make_team(league, line.team_a, teams),
        games=line.bullseyes_a,
        hang_jacks=line.hang_jacks_a,
        other=find_or_make_team(league, line.team_b, teams) if line.team_b else None,
        other_games=line.bullseyes_b,
        other_hang_jacks=line.hang_jacks_b,
        starts=line.start,
        ends=line.end,
        day=None if line.is_postponed and not line.postponed_from else line.day,
        postponed_from=line.postponed_from or (line.day if line.is_postponed else None),
        play_by=line.play_by,
        venue=line.venue,
        outcome=line.outcome,
        awarded=find_or_make_team(league, line.awarded, teams) if line.awarded else None,
        why=_now("The imported list says so.") if line.outcome else "",
        **stamp,
    )


def find_or_make_team(league: League, name: str, teams: dict[str, LeagueTeam]) -> LeagueTeam:
    """Returns the team of this name from the league's `teams` by key, and adds it there if it is new."""
    key = name_key(name)
    if key not in teams:
        teams[key] = LeagueTeam.objects.create(league=league, name=name, key=key)
    return teams[key]


def _meeting_of(line: ResultLine) -> tuple[int, frozenset[str | None]]:
    keys = (name_key(line.team_a), name_key(line.team_b) if line.team_b else None)
    return line.round, frozenset(keys)


def _says_nothing_else(line: ResultLine, there: ResultLine) -> bool:
    """Returns whether a line repeats a result, in either order of the teams and whatever its times. A line without
    figures repeats any result."""
    if line.is_open:
        return True
    turned = turn_line(line, there)
    return there == replace(turned, team_a=there.team_a, team_b=there.team_b, start=there.start, end=there.end)


def read_dates(line: ResultLine, there: LeagueResult) -> dict[str, Any]:
    """Returns when and where the line says that the match is played, as fields, if that differs from what is stored. A
    line without a result says nothing of the times at which a match was played. The day of a postponed match is its new
    one if it is later than the first, which is kept."""
    if line.is_postponed and there.is_fixture and not line.postponed_from:
        first = there.postponed_from or there.day or line.day
        is_new = first is not None and line.day is not None and line.day > first
        day = line.day if is_new else there.day if there.postponed_from else None
        moved: dict[str, Any] = {"postponed_from": first, "day": day}
        return {name: value for name, value in moved.items() if value != getattr(there, name)}
    new_dates: dict[str, Any] = {"day": line.day, "venue": line.venue}
    if there.is_fixture or not line.is_open:
        new_dates |= {"starts": line.start, "ends": line.end}
    new_dates |= {name: getattr(line, name) for name in OF_POSTPONED}
    known = {"venue": there.place, **{name: getattr(there, name) for name in new_dates if name != "venue"}}
    moved = {name: value for name, value in new_dates.items() if value and value != known[name]}
    if moved.get("postponed_from") == there.day and not line.day and there.day:
        moved["day"] = None
    return moved


def turn_line(there: ResultLine, line: ResultLine) -> ResultLine:
    """Returns a result of a meeting with the teams in the order of another `line` of it."""
    if there.team_b is None or name_key(there.team_a) == name_key(line.team_a):
        return there
    return replace(
        there,
        team_a=there.team_b,
        team_b=there.team_a,
        bullseyes_a=there.bullseyes_b,
        hang_jacks_a=there.hang_jacks_b,
        bullseyes_b=there.bullseyes_a,
        hang_jacks_b=there.hang_jacks_a,
    )


def _explain_contradiction(line: ResultLine, result: LeagueResult) -> Remark:
    """Says that a line contradicts a result, with the teams of both in the order of the line."""
    there = line_of(result)
    words = _now("%(teams)s already have a result for round %(round)s: %(score)s. This line says %(said)s.")
    score, in_file = (say_line(each, line.team_a) for each in (there, line))
    score = result.mark or (_now("played here") if result.evening and result.games is None else score)
    teams = " – ".join(name for name in (line.team_a, line.team_b) if name)
    return Remark(line.line, "", words % {"teams": teams, "round": there.round, "score": score, "said": in_file})
