"""Captains ask to postpone a match; the secretary postpones it (`services.fixtures.date_match`) or declines. Nothing is
moved by a captain."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import NeedsReason, TournamentError
from tournament.foundation.log_actions import LogAction
from tournament.foundation.writing import log
from tournament.leagues.log_actions import (
    AGREE_POSTPONEMENT,
    ASK_POSTPONEMENT,
    DECLINE_POSTPONEMENT,
    WITHDRAW_POSTPONEMENT,
)
from tournament.leagues.queries.reports import postponement_of
from tournament.leagues.services.log import writing_league
from tournament.models import Account, LeagueResult, LeagueTeam, PostponementRequest


class NothingAsked(TournamentError):
    message = _("This request was changed, withdrawn or decided in the meantime.")


class CannotPostpone(TournamentError):
    message = _("Only a match with a date and without a result can be postponed.")


class AskedAlready(TournamentError):
    message = _("The other captain has asked to postpone this match in the meantime. Read that first.")


def ask_to_postpone(match: LeagueResult, team: LeagueTeam, day: date | None, *, reason: str, now: datetime) -> None:
    """Asks the secretary to postpone a match, for one of its teams. Whoever asks again changes the request. Raises
    NeedsReason, CannotPostpone, AskedAlready."""
    if not reason.strip():
        raise NeedsReason
    with writing_league(match.league) as league:
        if not match.is_fixture or match.other is None or not (match.day or match.postponed_from):
            raise CannotPostpone
        former = postponement_of(match)
        if former and former.team_id != team.pk:
            raise AskedAlready
        other = match.other if team.pk == match.team_id else match.team
        asked = PostponementRequest(team=team, other=other, round=match.round, day=day, reason=reason.strip())
        if former:
            former.delete()
        asked.asked_at = now
        asked.save()
        log(ASK_POSTPONEMENT, league=league, now=now, by=None, after=_for_log(match, asked), reason=reason)


def agree_to_postpone(match: LeagueResult, team: LeagueTeam, *, seen: int | None, now: datetime) -> None:
    """Notes that the captain of the other team agrees to the request that was `seen`. Raises NothingAsked."""

    def agree(asked: PostponementRequest) -> None:
        asked.agreed_at = now
        asked.save(update_fields=["agreed_at"])

    _change(
        match,
        AGREE_POSTPONEMENT,
        agree,
        lambda asked: asked.pk == seen and asked.other_id == team.pk,
        by=None,
        now=now,
    )


def withdraw_request(match: LeagueResult, team: LeagueTeam, *, now: datetime) -> None:
    """Takes a captain's own request back. Raises NothingAsked."""
    _change(
        match,
        WITHDRAW_POSTPONEMENT,
        lambda asked: asked.delete(),
        lambda asked: asked.team_id == team.pk,
        by=None,
        now=now,
    )


def decline_request(match: LeagueResult, *, seen: int | None, by: Account | None, now: datetime) -> None:
    """Lets a match stay where it is, against the request that was `seen`; its captain may ask again. Raises
    NothingAsked."""

    def decline(asked: PostponementRequest) -> None:
        asked.settled_at, asked.is_declined = now, True
        asked.save(update_fields=["settled_at", "is_declined"])

    _change(match, DECLINE_POSTPONEMENT, decline, lambda asked: asked.pk == seen, by=by, now=now)


def _change(
    match: LeagueResult,
    action: LogAction,
    change: Callable[[PostponementRequest], object],
    may: Callable[[PostponementRequest], bool],
    *,
    by: Account | None,
    now: datetime,
) -> None:
    with writing_league(match.league) as league:
        asked = postponement_of(match)
        if asked is None or not may(asked):
            raise NothingAsked
        log(action, league=league, by=by, now=now, after=_for_log(match, asked))
        change(asked)


def _for_log(match: LeagueResult, asked: PostponementRequest) -> dict[str, Any]:
    teams = {"team": asked.team.name, "other": asked.other.name}
    names = [match.team.name, match.other.name if match.other else ""]
    return {"round": match.round, "teams": names, **teams, "day": asked.day.isoformat() if asked.day else None}
