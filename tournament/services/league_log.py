"""How every service writes to a league: one at a time, all or nothing, with a line in the league's log."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.db import transaction

from tournament.models import Account, League, LeagueLogEntry, LeagueResult
from tournament.services.writing import WRITE_LOCK


@contextmanager
def writing_league(league: League) -> Iterator[League]:
    """A transaction on a league, whose row is locked and re-read."""
    with WRITE_LOCK, transaction.atomic():
        yield League.objects.select_for_update().get(pk=league.pk)


def note_of_league(
    league: League,
    action: str,
    *,
    by: Account | None,
    now: datetime,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    reason: str = "",
) -> None:
    """Add to the log, inside the caller's transaction."""
    LeagueLogEntry.objects.create(
        league=league,
        at=now,
        by=by,
        action=action,
        before=dict(before or {}),
        after=dict(after or {}),
        reason=reason.strip(),
    )


def told_of_result(result: LeagueResult) -> dict[str, Any]:
    """As the log keeps it: by the names of the teams."""
    return {
        "round": result.round,
        "teams": [result.team.name, *([result.other.name] if result.other else [])],
        "games": [result.games, result.other_games],
        "hang_jacks": [result.hang_jacks, result.other_hang_jacks],
    }
