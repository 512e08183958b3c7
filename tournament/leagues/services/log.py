"""The write transaction of a league, its results as the log keeps them, and penalties."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import NeedsReason, TournamentError
from tournament.foundation.model_rows import to_plain
from tournament.foundation.writing import log, write_transaction
from tournament.leagues.log_actions import GIVE_PENALTY, TAKE_BACK_PENALTY
from tournament.models import Account, League, LeaguePenalty, LeagueResult, LeagueTeam


@contextmanager
def writing_league(league: League) -> Iterator[League]:
    """Opens a transaction on a league, whose row is locked and re-read."""
    with write_transaction():
        yield League.objects.select_for_update().get(pk=league.pk)


def result_for_log(result: LeagueResult) -> dict[str, Any]:
    """Returns a result as the log keeps it, with the names of its teams."""
    return {
        "round": result.round,
        "teams": [result.team.name, *([result.other.name] if result.other else [])],
        "games": [result.games, result.other_games],
        "hang_jacks": [result.hang_jacks, result.other_hang_jacks],
        **({"outcome": result.outcome} if result.outcome else {}),
        **({"awarded": result.awarded.name} if result.awarded else {}),
    }


class NoPenalty(TournamentError):
    message = _("A penalty must deduct something.")


def give_penalty(
    team: LeagueTeam, *, points: Decimal | int = 0, bullseyes: int = 0, reason: str, by: Account | None, now: datetime
) -> LeaguePenalty:
    """Gives a penalty. Raises NeedsReason, NoPenalty."""
    if not reason.strip():
        raise NeedsReason
    if not points and not bullseyes:
        raise NoPenalty
    taken = {"points": points, "bullseyes": bullseyes}
    with writing_league(team.league) as league:
        given = LeaguePenalty.objects.create(
            league=league, team=team, **taken, reason=reason.strip(), given_at=now, given_by=by
        )
        after = {"team": team.name, "points": to_plain(points), "bullseyes": bullseyes, "counts": league.counts}
        log(GIVE_PENALTY, league=league, by=by, now=now, after=after, reason=reason)
    return given


def take_back_penalty(penalty: LeaguePenalty, *, reason: str, by: Account | None, now: datetime) -> None:
    """Withdraws a penalty, unless it was withdrawn already. Raises NeedsReason."""
    if not reason.strip():
        raise NeedsReason
    with writing_league(penalty.league) as league:
        current = LeaguePenalty.objects.select_related("team").get(pk=penalty.pk)
        if current.superseded_at is not None:
            return
        current.superseded_at, current.superseded_by, current.why_superseded = now, by, reason.strip()
        current.save(update_fields=["superseded_at", "superseded_by", "why_superseded"])
        taken = {"points": to_plain(current.points), "bullseyes": current.bullseyes, "counts": league.counts}
        before = {"team": current.team.name, **taken}
        log(TAKE_BACK_PENALTY, league=league, by=by, now=now, before=before, reason=reason)
