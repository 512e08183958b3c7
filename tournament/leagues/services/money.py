"""Writes the money of a league: fines by hand, payments, and lines that are taken back."""

from datetime import datetime
from decimal import Decimal

from tournament.event.queries.dues import Money
from tournament.foundation.errors import NeedsReason
from tournament.foundation.writing import log
from tournament.leagues.log_actions import ADD_LEAGUE_MONEY, TAKE_BACK_LEAGUE_MONEY
from tournament.leagues.services.log import writing_league
from tournament.models import Account, LeagueMoney, LeagueTeam


def add_league_money(
    team: LeagueTeam, kind: str, amount: Decimal, *, reason: str = "", by: Account | None, now: datetime
) -> LeagueMoney:
    """Gives a team a fine, or writes down what it paid. Raises NeedsReason for a fine without one."""
    if kind == LeagueMoney.Kind.FINE and not reason.strip():
        raise NeedsReason
    with writing_league(team.league) as league:
        line = LeagueMoney.objects.create(team=team, kind=kind, amount=amount, reason=reason.strip(), at=now, by=by)
        log(ADD_LEAGUE_MONEY, league=league, by=by, now=now, after=_for_log(line), reason=line.reason)
    return line


def take_back_league_money(line: LeagueMoney, *, by: Account | None, now: datetime) -> None:
    """Takes a fine or a payment back, unless somebody did already."""
    with writing_league(line.team.league) as league:
        current = LeagueMoney.objects.select_related("team__league__club").get(pk=line.pk)
        if current.superseded_at is None:
            current.superseded_at, current.superseded_by = now, by
            current.save(update_fields=["superseded_at", "superseded_by"])
            log(TAKE_BACK_LEAGUE_MONEY, league=league, by=by, now=now, before=_for_log(current))


def _for_log(line: LeagueMoney) -> dict[str, str]:
    amount = str(Money(line.amount, line.team.league.club.currency))
    return {"team": line.team.name, "kind": line.kind, "amount": amount}
