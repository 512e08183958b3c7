"""Opens a league, sets its rules, shows it, corrects one of its results, removes one.

Nothing is overwritten: a corrected result stays, with who, when and why.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.club.queries import the_club
from tournament.club.services import make_club
from tournament.foundation.errors import TournamentError
from tournament.foundation.model_rows import to_plain
from tournament.foundation.writing import log, write_transaction
from tournament.leagues.log_actions import (
    CHANGE_LEAGUE,
    CORRECT_RESULT,
    OPEN_LEAGUE,
    PUT_BACK_RESULT,
    SHOW_LEAGUE,
    TAKE_OUT_RESULT,
)
from tournament.leagues.outcomes import OUTCOMES
from tournament.leagues.services.log import result_for_log, writing_league
from tournament.leagues.services.versions import (
    ResultReplaced,
    reopen_reports,
    replace_result,
    require_current,
    save_version,
    set_reports_aside,
    supersede,
)
from tournament.models import Account, League, LeagueResult


class LeagueExists(TournamentError):
    message = _("There is already a league with this name, season and division.")


class ResultEnteredAgain(TournamentError):
    message = _("This match has another result in the same round by now. Remove that one first.")


class PlayedHere(TournamentError):
    message = _("This match follows the evening in which it is played. Correct it there, or unlink it first.")


class NotAResult(TournamentError):
    message = _("A bye has no figures. Remove it and import the match instead.")


def open_league(values: Mapping[str, Any], *, club_name: str = "", by: Account | None, now: datetime) -> League:
    """Opens a league; `values` are its fields. The first form of a club also makes the club, under `club_name`. Raises
    LeagueExists."""
    with write_transaction():
        club = the_club() or make_club(club_name)
        refuse_twin(League(club=club, **values))
        opened = League.objects.create(club=club, **values)
        log(OPEN_LEAGUE, league=opened, by=by, now=now, after={name: to_plain(value) for name, value in values.items()})
        return opened


def change_league(league: League, values: Mapping[str, Any], *, by: Account | None, now: datetime) -> None:
    """Changes the rules, by which the table is computed whenever it is shown. Raises LeagueExists."""
    with writing_league(league) as current:
        changed = {name: value for name, value in values.items() if getattr(current, name) != value}
        if not changed:
            return
        before = {name: to_plain(getattr(current, name)) for name in changed}
        for name, value in changed.items():
            setattr(current, name, value)
        refuse_twin(current)
        current.save(update_fields=list(changed))
        after = {name: to_plain(value) for name, value in changed.items()}
        log(CHANGE_LEAGUE, league=current, by=by, now=now, before=before, after=after)


def show_league(league: League, *, shown: bool, by: Account | None, now: datetime) -> None:
    """Shows the league to everybody, or only to people who are signed in."""
    with writing_league(league) as current:
        if current.shown != shown:
            current.shown = shown
            current.save(update_fields=["shown"])
            log(SHOW_LEAGUE, league=current, by=by, now=now, after={"shown": shown})


def correct_result(
    result: LeagueResult, figures: Mapping[str, Any], *, reason: str, by: Account | None, now: datetime
) -> LeagueResult:
    """Replaces a result, or enters that of a match to be played; `figures` are its fields, and the same figures change
    nothing. A ruling that has no figures is taken back by them. Raises NeedsReason, ResultReplaced, PlayedHere, and
    NotAResult for a bye."""
    with writing_league(result.league):
        current = require_current(result, reason)
        if current.other_id is None:
            raise NotAResult
        if current.evening is not None:
            raise PlayedHere
        if all(getattr(current, name) == value for name, value in figures.items()):
            return current
        outcome = OUTCOMES.get(current.outcome)
        is_kept = outcome is None or outcome.keeps_figures
        values = {**figures} if is_kept else {**figures, "outcome": "", "awarded": None, "why": ""}
        corrected = replace_result(current, values, reason=reason, by=by, now=now)
        before, after = result_for_log(current), result_for_log(corrected)
        log(CORRECT_RESULT, league=result.league, by=by, now=now, before=before, after=after, reason=reason)
    return corrected


def take_out_result(result: LeagueResult, *, reason: str, by: Account | None, now: datetime) -> None:
    """Removes a result, with what was reported of it. Raises NeedsReason, ResultReplaced."""
    with writing_league(result.league):
        current = require_current(result, reason)
        supersede(current, by=by, now=now, reason=reason, replaced_by=None)
        set_reports_aside(current, now=now)
        before = result_for_log(current)
        log(TAKE_OUT_RESULT, league=result.league, by=by, now=now, before=before, reason=reason)


def put_back_result(result: LeagueResult, *, by: Account | None, now: datetime) -> LeagueResult:
    """Undoes a removal: the result counts again as a version of its own, in the place of a fixture that a cup has made
    since. Raises ResultReplaced, and ResultEnteredAgain if the same teams have another result in that round, so that no
    match counts twice."""
    with writing_league(result.league):
        gone = LeagueResult.objects.get(pk=result.pk)
        if gone.superseded_at is None or gone.replaced_by_id is not None:
            raise ResultReplaced
        counted = result.league.results.filter(round=gone.round, superseded_at=None).select_related("team", "other")
        again = [each for each in counted if {each.team_id, each.other_id} == {gone.team_id, gone.other_id}]
        if any(not each.is_fixture or each.outcome or each.evening is not None for each in again):
            raise ResultEnteredAgain
        back = save_version(
            gone,
            {"superseded_at": None, "superseded_by": None, "reason": "", "evening": None, "evening_revision": None},
            by=by,
            now=now,
        )
        for each in again:
            supersede(each, by=by, now=now, reason="", replaced_by=back)
        reopen_reports(gone, gone.superseded_at)
        gone.replaced_by = back
        gone.save(update_fields=["replaced_by"])
        log(PUT_BACK_RESULT, league=result.league, by=by, now=now, before=result_for_log(gone))
    return back


def refuse_twin(league: League) -> None:
    """Raises LeagueExists if another league has the name, season and division of this one."""
    twins = League.objects.filter(club=league.club_id, name=league.name, season=league.season, division=league.division)
    if twins.exclude(pk=league.pk).exists():
        raise LeagueExists
