"""Opens a league, sets its rules, shows it, imports results, corrects one, removes one.

Nothing is overwritten: a corrected result stays, with who, when and why.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.club.queries import the_club
from tournament.club.services import make_club
from tournament.foundation.errors import NeedsReason, TournamentError
from tournament.foundation.writing import WRITE_LOCK, log
from tournament.leagues.doubts import LeagueDoubts, score_in_words
from tournament.leagues.queries.leagues import doubts_after, line_of, results_of, team_names_of, team_result_of
from tournament.leagues.results_file import Remark, ResultLine, ResultsRead, read_results
from tournament.leagues.services.log import result_for_log, writing_league
from tournament.leagues.spelling import TeamQuestion, ask_about_teams, name_key, settle_names
from tournament.models import Account, League, LeagueResult, LeagueTeam


class LeagueExists(TournamentError):
    message = _("There is already a league with this name and season.")


class CannotImport(TournamentError):
    """Some lines contradict results that are there; nothing was imported."""

    message = _("Nothing was imported: some lines contradict results that are already there.")

    def __init__(self, problems: Sequence[Remark]) -> None:
        self.problems = tuple(problems)
        super().__init__()


class ResultReplaced(TournamentError):
    message = _("Somebody else has changed this result in the meantime. Check it again.")


class ResultEnteredAgain(TournamentError):
    message = _("This match has another result in the same round by now. Remove that one first.")


class NotAResult(TournamentError):
    message = _("A bye has no figures. Remove it and import the match instead.")


@dataclass(frozen=True)
class ImportChanges:
    """What an import changes: `new` results, those that `fill` a match still to be played, and other `dates` or places
    of matches that are there. `known` lines change nothing."""

    new: tuple[ResultLine, ...]
    fill: tuple[tuple[ResultLine, LeagueResult], ...]
    known: tuple[ResultLine, ...]
    problems: tuple[Remark, ...]
    dates: tuple[tuple[ResultLine, LeagueResult], ...] = ()

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
        return [_turn_line(each, met[0]) for met in first.values() for each in met]

    @property
    def has_doubts(self) -> bool:
        return bool(self.read.doubts or self.looked.doubts)

    @property
    def fingerprint(self) -> str:
        """Returns a hash of the new teams and doubts, "" if there are none. A form that sends it back has shown
        them."""
        doubts = [*(f"{each.line}{each.column}{each.message}" for each in self.read.doubts), *self.looked.doubts]
        if not self.new_teams and not doubts:
            return ""
        return sha256("\n".join([*self.new_teams, "", *doubts]).encode()).hexdigest()


def open_league(values: Mapping[str, Any], *, club_name: str = "", by: Account | None, now: datetime) -> League:
    """Opens a league; `values` are its fields. The first form of a club also makes the club, under `club_name`. Raises
    LeagueExists."""
    with WRITE_LOCK, transaction.atomic():
        club = the_club() or make_club(club_name)
        _refuse_twin(League(club=club, **values))
        opened = League.objects.create(club=club, **values)
        log("open_league", league=opened, by=by, now=now, after=dict(values))
        return opened


def change_league(league: League, values: Mapping[str, Any], *, by: Account | None, now: datetime) -> None:
    """Changes the rules, by which the table is computed whenever it is shown. Raises LeagueExists."""
    with writing_league(league) as current:
        changed = {name: value for name, value in values.items() if getattr(current, name) != value}
        if not changed:
            return
        before = {name: getattr(current, name) for name in changed}
        for name, value in changed.items():
            setattr(current, name, value)
        _refuse_twin(current)
        current.save(update_fields=list(changed))
        log("change_league", league=current, by=by, now=now, before=before, after=changed)


def show_league(league: League, *, shown: bool, by: Account | None, now: datetime) -> None:
    """Shows the league to everybody, or only to people who are signed in."""
    with writing_league(league) as current:
        if current.shown != shown:
            current.shown = shown
            current.save(update_fields=["shown"])
            log("show_league", league=current, by=by, now=now, after={"shown": shown})


def compare_with_league(league: League, lines: Sequence[ResultLine]) -> ImportChanges:
    """Compares each line with the league's results. A line that repeats one is known, so a file can be imported twice;
    one that contradicts a result is a problem. One query."""
    waiting: dict[tuple[int, frozenset[str | None]], list[LeagueResult]] = {}
    for result in results_of(league):
        waiting.setdefault(_meeting_of(line_of(result)), []).append(result)
    known, dates, others = [], [], []
    for line in lines:
        there = waiting.get(_meeting_of(line), [])
        same = next((each for each in there if _says_nothing_else(line, line_of(each))), None)
        if same is None:
            others.append(line)
        else:
            there.remove(same)
            if _read_dates(line, same):
                dates.append((line, same))
            else:
                known.append(line)
    new, fill, problems = [], [], []
    for line in others:
        there = waiting.get(_meeting_of(line), [])
        to_be_played = next((each for each in there if line_of(each).is_open), None)
        if to_be_played is not None:
            there.remove(to_be_played)
            fill.append((line, to_be_played))
        elif there:
            problems.append(_explain_contradiction(line, there[0]))
        else:
            new.append(line)
    return ImportChanges(tuple(new), tuple(fill), tuple(known), tuple(problems), tuple(dates))


def check_import(league: League, text: str, answers: Mapping[str, str]) -> CheckedImport:
    """Checks a text before it is imported. `answers` say, by the key of a question, which team a name stands for: its
    own name if the team is new. Other answers are ignored. Four queries."""
    known = team_names_of(league)
    first = read_results(text, known=known)
    questions = ask_about_teams(first.new_teams, known)
    heard = {
        question.team.name: answers[question.key]
        for question in questions
        if answers.get(question.key) in (question.team.name, *question.suggestions)
    }
    found = read_results(text, known=known, meant=settle_names(heard)) if heard else first
    coming = compare_with_league(league, found.lines)
    return CheckedImport(
        read=found,
        coming=coming,
        looked=doubts_after(league, coming.new, coming.fill),
        questions=questions,
        open_questions=tuple(question for question in questions if question.team.name not in heard),
        new_teams=tuple(sorted((team.name for team in found.new_teams), key=name_key)),
    )


def import_results(league: League, lines: Sequence[ResultLine], *, by: Account | None, now: datetime) -> ImportChanges:
    """Imports all lines, with new teams, or none. Raises CannotImport with every problem."""
    with writing_league(league) as current:
        coming = compare_with_league(current, lines)
        if coming.problems:
            raise CannotImport(coming.problems)
        teams = {team.key: team for team in current.teams.all()}
        stamp = {"imported_at": now, "imported_by": by}
        for line in coming.new:
            _make_result(current, line, teams, stamp).save()
        for line, to_be_played in coming.fill:
            came = _make_result(current, line, teams, stamp)
            came.day, came.venue = line.day or to_be_played.day, line.venue or to_be_played.venue
            came.postponed_from = to_be_played.postponed_from
            came.save()
            _supersede(to_be_played, by=by, now=now, reason=_now("The result arrived."), replaced_by=came)
        for line, there in coming.dates:
            LeagueResult.objects.filter(pk=there.pk).update(**_read_dates(line, there))
        if coming.number:
            rounds = sorted({line.round for line in coming.lines})
            log("import_results", league=current, by=by, now=now, after={"results": coming.number, "rounds": rounds})
    return coming


def correct_result(
    result: LeagueResult, figures: Mapping[str, Any], *, reason: str, by: Account | None, now: datetime
) -> LeagueResult:
    """Replaces a result, or enters that of a match to be played; `figures` are its fields, and the same figures change
    nothing. Raises NeedsReason, ResultReplaced, and NotAResult for a bye."""
    with writing_league(result.league):
        current = _require_current(result, reason)
        if current.other_id is None:
            raise NotAResult
        if all(getattr(current, name) == value for name, value in figures.items()):
            return current
        corrected = _save_version(current, figures, by=by, now=now)
        _supersede(current, by=by, now=now, reason=reason, replaced_by=corrected)
        before, after = result_for_log(current), result_for_log(corrected)
        log("correct_result", league=result.league, by=by, now=now, before=before, after=after, reason=reason)
    return corrected


def take_out_result(result: LeagueResult, *, reason: str, by: Account | None, now: datetime) -> None:
    """Removes a result. Raises NeedsReason, ResultReplaced."""
    with writing_league(result.league):
        current = _require_current(result, reason)
        _supersede(current, by=by, now=now, reason=reason, replaced_by=None)
        before = result_for_log(current)
        log("take_out_result", league=result.league, by=by, now=now, before=before, reason=reason)


def put_back_result(result: LeagueResult, *, by: Account | None, now: datetime) -> LeagueResult:
    """Undoes a removal: the result counts again as a version of its own. Raises ResultReplaced, and ResultEnteredAgain
    if the same teams have another result in that round, so that no match counts twice."""
    with writing_league(result.league):
        gone = LeagueResult.objects.get(pk=result.pk)
        if gone.superseded_at is None or gone.replaced_by_id is not None:
            raise ResultReplaced
        counted = LeagueResult.objects.filter(league=result.league, round=gone.round, superseded_at=None)
        teams = {gone.team_id, gone.other_id}
        if any({team, other} == teams for team, other in counted.values_list("team", "other")):
            raise ResultEnteredAgain
        back = _save_version(gone, {"superseded_at": None, "superseded_by": None, "reason": ""}, by=by, now=now)
        gone.replaced_by = back
        gone.save(update_fields=["replaced_by"])
        log("put_back_result", league=result.league, by=by, now=now, before=result_for_log(gone))
    return back


def _save_version(
    result: LeagueResult, values: Mapping[str, Any], *, by: Account | None, now: datetime
) -> LeagueResult:
    version = LeagueResult.objects.get(pk=result.pk)
    version.pk, version.imported_at, version.imported_by = None, now, by
    version._state.adding = True
    for name, value in values.items():
        setattr(version, name, value)
    version.save()
    return version


def _refuse_twin(league: League) -> None:
    twins = League.objects.filter(club=league.club_id, name=league.name, season=league.season)
    if twins.exclude(pk=league.pk).exists():
        raise LeagueExists


def _require_current(result: LeagueResult, reason: str) -> LeagueResult:
    if not reason.strip():
        raise NeedsReason
    current = LeagueResult.objects.get(pk=result.pk)
    if current.superseded_at:
        raise ResultReplaced
    return current


def _supersede(
    result: LeagueResult, *, by: Account | None, now: datetime, reason: str, replaced_by: LeagueResult | None
) -> None:
    result.superseded_at, result.superseded_by = now, by
    result.reason, result.replaced_by = reason.strip(), replaced_by
    result.save(update_fields=["superseded_at", "superseded_by", "reason", "replaced_by"])


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
        day=line.day,
        venue=line.venue,
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
    """Returns whether a line repeats a result, in either order of the teams. A line without figures repeats any
    result."""
    if line.is_open:
        return True
    turned = _turn_line(there, line)
    return turned == replace(line, team_a=turned.team_a, team_b=turned.team_b)


def _read_dates(line: ResultLine, there: LeagueResult) -> dict[str, Any]:
    """Returns when and where the line says that the match is played, as fields, if that differs from what is stored."""
    new_dates: dict[str, Any] = {
        "day": line.day,
        "venue": line.venue,
        "starts": line.start if there.is_fixture else None,
    }
    known = {"day": there.day, "venue": there.place, "starts": there.starts}
    return {name: value for name, value in new_dates.items() if value and value != known[name]}


def _turn_line(there: ResultLine, line: ResultLine) -> ResultLine:
    """Returns the league's result with the teams in the order of the line."""
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
    words = _now(
        "%(teams)s already have a result for round %(round)s: %(score)s. This line says %(said)s. Correct "
        "the result on the league page, giving a reason, or remove this line."
    )
    score, in_file = (score_in_words(team_result_of(each), line.team_a, whole=True) for each in (there, line))
    teams = " – ".join(name for name in (line.team_a, line.team_b) if name)
    return Remark(line.line, "", words % {"teams": teams, "round": there.round, "score": score, "said": in_file})
