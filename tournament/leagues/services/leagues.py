"""Opens a league, sets its rules, shows it, imports results, corrects one, takes one out.

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
from tournament.foundation.writing import WRITE_LOCK
from tournament.leagues.doubts import Looked, score_in_words
from tournament.leagues.queries.leagues import line_of, look_ahead, results_of, team_names, team_result
from tournament.leagues.results_file import Line, Read, Remark, read
from tournament.leagues.services.log import note_of_league, told_of_result, writing_league
from tournament.leagues.spelling import TeamQuestion, ask_about_teams, name_key, settle_names
from tournament.models import Account, League, LeagueResult, LeagueTeam


class LeagueExists(TournamentError):
    code = "league_exists"
    message = _("There is a league of this name and season already.")


class CannotImport(TournamentError):
    """Some lines contradict what is there; nothing was brought in."""

    code = "cannot_import"
    message = _("Nothing was brought in: some lines contradict results that are there.")

    def __init__(self, problems: Sequence[Remark]) -> None:
        self.problems = tuple(problems)
        super().__init__()


class ResultReplaced(TournamentError):
    code = "result_replaced"
    message = _("Somebody else has changed this result in the meantime. Look at it again.")


class NotAResult(TournamentError):
    code = "not_a_result"
    message = _("A bye has no figures. Take it out, and bring in the match in its place.")


@dataclass(frozen=True)
class Coming:
    """What a file brings: `new` results, those that `fill` a match to be played, with it, and those `known` already."""

    new: tuple[Line, ...]
    fill: tuple[tuple[Line, LeagueResult], ...]
    known: tuple[Line, ...]
    problems: tuple[Remark, ...]

    @property
    def number(self) -> int:
        return len(self.new) + len(self.fill)


@dataclass(frozen=True)
class CheckedImport:
    """What a text would bring, before anything is stored. `questions` are all that were asked about its teams,
    `open_questions` those without an answer yet; `new_teams` are those that would come with it."""

    read: Read
    coming: Coming
    looked: Looked
    questions: tuple[TeamQuestion, ...]
    open_questions: tuple[TeamQuestion, ...]
    new_teams: tuple[str, ...]

    @property
    def problems(self) -> list[Remark]:
        return sorted([*self.read.problems, *self.coming.problems], key=lambda remark: remark.line)

    @property
    def lines(self) -> list[Line]:
        """Those that would come, in the order of the text; a further result of a meeting after the first, with the
        teams in its order."""
        lines = sorted([*self.coming.new, *(line for line, _there in self.coming.fill)], key=lambda line: line.line)
        first: dict[tuple[int, frozenset[str | None]], list[Line]] = {}
        for line in lines:
            first.setdefault(_meeting(line), []).append(line)
        return [_as_named_by(each, met[0]) for met in first.values() for each in met]

    @property
    def has_doubts(self) -> bool:
        return bool(self.read.doubts or self.looked.doubts)

    @property
    def fingerprint(self) -> str:
        """Of the new teams and doubts; empty where there are none. Who sends it back has seen them."""
        doubts = [*(f"{each.line}{each.column}{each.message}" for each in self.read.doubts), *self.looked.doubts]
        if not self.new_teams and not doubts:
            return ""
        return sha256("\n".join([*self.new_teams, "", *doubts]).encode()).hexdigest()


def open_league(values: Mapping[str, Any], *, club_name: str = "", by: Account | None, now: datetime) -> League:
    """`values` are fields of it, its name and season among them; the club's first doing also makes the club, under
    `club_name`. Raises LeagueExists."""
    with WRITE_LOCK, transaction.atomic():
        club = the_club() or make_club(club_name)
        _refuse_twin(League(club=club, **values))
        opened = League.objects.create(club=club, **values)
        note_of_league(opened, "open_league", by=by, now=now, after=dict(values))
        return opened


def change_league(league: League, values: Mapping[str, Any], *, by: Account | None, now: datetime) -> None:
    """Raises LeagueExists. The table is made anew by its rules whenever it is asked for."""
    with writing_league(league) as current:
        changed = {name: value for name, value in values.items() if getattr(current, name) != value}
        if not changed:
            return
        before = {name: getattr(current, name) for name in changed}
        for name, value in changed.items():
            setattr(current, name, value)
        _refuse_twin(current)
        current.save(update_fields=list(changed))
        note_of_league(current, "change_league", by=by, now=now, before=before, after=changed)


def show_league(league: League, *, shown: bool, by: Account | None, now: datetime) -> None:
    """To everybody, or only to who is signed in."""
    with writing_league(league) as current:
        if current.shown != shown:
            current.shown = shown
            current.save(update_fields=["shown"])
            note_of_league(current, "show_league", by=by, now=now, after={"shown": shown})


def coming_to(league: League, lines: Sequence[Line]) -> Coming:
    """Each line held against the results that are there. A line that says the same again is known, so that a file can
    be brought in twice; one that says otherwise is a problem. One query."""
    waiting: dict[tuple[int, frozenset[str | None]], list[LeagueResult]] = {}
    for result in results_of(league):
        waiting.setdefault(_meeting(line_of(result)), []).append(result)
    known, others = [], []
    for line in lines:
        there = waiting.get(_meeting(line), [])
        same = next((each for each in there if _says_nothing_else(line, line_of(each))), None)
        if same is None:
            others.append(line)
        else:
            there.remove(same)
            known.append(line)
    new, fill, problems = [], [], []
    for line in others:
        there = waiting.get(_meeting(line), [])
        to_be_played = next((each for each in there if line_of(each).is_open), None)
        if to_be_played is not None:
            there.remove(to_be_played)
            fill.append((line, to_be_played))
        elif there:
            problems.append(_contradiction(line, there[0]))
        else:
            new.append(line)
    return Coming(tuple(new), tuple(fill), tuple(known), tuple(problems))


def check_import(league: League, text: str, answers: Mapping[str, str]) -> CheckedImport:
    """`answers` say by the key of a question which team its name stands for, itself where the team is new; one that is
    none of the suggestions is not heard. Four queries."""
    known = team_names(league)
    first = read(text, known=known)
    questions = ask_about_teams(first.new_teams, known)
    heard = {
        question.team.name: answers[question.key]
        for question in questions
        if answers.get(question.key) in (question.team.name, *question.suggestions)
    }
    found = read(text, known=known, meant=settle_names(heard)) if heard else first
    coming = coming_to(league, found.lines)
    return CheckedImport(
        read=found,
        coming=coming,
        looked=look_ahead(league, coming.new, coming.fill),
        questions=questions,
        open_questions=tuple(question for question in questions if question.team.name not in heard),
        new_teams=tuple(sorted((team.name for team in found.new_teams), key=name_key)),
    )


def import_results(league: League, lines: Sequence[Line], *, by: Account | None, now: datetime) -> Coming:
    """All of them or none; raises CannotImport with every problem. Teams that are new come with them. A half-imported
    season would be found out in May."""
    with writing_league(league) as current:
        coming = coming_to(current, lines)
        if coming.problems:
            raise CannotImport(coming.problems)
        teams = {team.key: team for team in current.teams.all()}
        stamp = {"imported_at": now, "imported_by": by}
        for line in coming.new:
            _result(current, line, teams, stamp).save()
        for line, to_be_played in coming.fill:
            came = _result(current, line, teams, stamp)
            came.save()
            _supersede(to_be_played, by=by, now=now, reason=_now("The result came in."), replaced_by=came)
        if coming.number:
            rounds = sorted({line.round for line in (*coming.new, *(line for line, _there in coming.fill))})
            note_of_league(
                current, "import_results", by=by, now=now, after={"results": coming.number, "rounds": rounds}
            )
    return coming


def correct_result(
    result: LeagueResult, figures: Mapping[str, Any], *, reason: str, by: Account | None, now: datetime
) -> LeagueResult:
    """`figures` are fields of the result; the same again changes nothing. Raises NeedsReason, ResultReplaced, and
    NotAResult for a bye."""
    with writing_league(result.league):
        current = _current(result, reason)
        if current.other_id is None:
            raise NotAResult
        if all(getattr(current, name) == value for name, value in figures.items()):
            return current
        corrected = LeagueResult.objects.get(pk=current.pk)
        corrected.pk, corrected.imported_at, corrected.imported_by = None, now, by
        corrected._state.adding = True
        for name, value in figures.items():
            setattr(corrected, name, value)
        corrected.save()
        _supersede(current, by=by, now=now, reason=reason, replaced_by=corrected)
        told = {"before": told_of_result(current), "after": told_of_result(corrected)}
        note_of_league(result.league, "correct_result", by=by, now=now, reason=reason, **told)
    return corrected


def take_out_result(result: LeagueResult, *, reason: str, by: Account | None, now: datetime) -> None:
    """Raises NeedsReason, ResultReplaced."""
    with writing_league(result.league):
        current = _current(result, reason)
        _supersede(current, by=by, now=now, reason=reason, replaced_by=None)
        before = told_of_result(current)
        note_of_league(result.league, "take_out_result", by=by, now=now, before=before, reason=reason)


def _refuse_twin(league: League) -> None:
    twins = League.objects.filter(club=league.club_id, name=league.name, season=league.season)
    if twins.exclude(pk=league.pk).exists():
        raise LeagueExists


def _current(result: LeagueResult, reason: str) -> LeagueResult:
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


def _result(league: League, line: Line, teams: dict[str, LeagueTeam], stamp: Mapping[str, Any]) -> LeagueResult:
    return LeagueResult(
        league=league,
        round=line.round,
        team=_team(league, line.team_a, teams),
        games=line.bullseyes_a,
        hang_jacks=line.hang_jacks_a,
        other=_team(league, line.team_b, teams) if line.team_b else None,
        other_games=line.bullseyes_b,
        other_hang_jacks=line.hang_jacks_b,
        starts=line.start,
        ends=line.end,
        **stamp,
    )


def _team(league: League, name: str, teams: dict[str, LeagueTeam]) -> LeagueTeam:
    key = name_key(name)
    if key not in teams:
        teams[key] = LeagueTeam.objects.create(league=league, name=name, key=key)
    return teams[key]


def _meeting(line: Line) -> tuple[int, frozenset[str | None]]:
    keys = (name_key(line.team_a), name_key(line.team_b) if line.team_b else None)
    return line.round, frozenset(keys)


def _says_nothing_else(line: Line, there: Line) -> bool:
    """The same result, whichever team is named first; a match to be played says nothing of one that was."""
    if line.is_open:
        return True
    turned = _as_named_by(there, line)
    return turned == replace(line, team_a=turned.team_a, team_b=turned.team_b)


def _as_named_by(there: Line, line: Line) -> Line:
    """The result that is there, in the order in which the line names the teams."""
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


def _contradiction(line: Line, result: LeagueResult) -> Remark:
    """Both results name the teams in the order of the line, so that one sees where they differ."""
    there = line_of(result)
    words = _now(
        "%(teams)s have a result of round %(round)s already: %(score)s. This line says %(said)s. Correct the result on "
        "the page of the league, with a reason, or take this line out."
    )
    score, said = (score_in_words(team_result(each), line.team_a, whole=True) for each in (there, line))
    teams = " – ".join(name for name in (line.team_a, line.team_b) if name)
    return Remark(line.line, "", words % {"teams": teams, "round": there.round, "score": score, "said": said})
