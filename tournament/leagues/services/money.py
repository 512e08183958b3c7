"""Writes the money of a league: fines by hand, payments, its own income and expenses, and lines that are taken back."""

from datetime import date, datetime
from decimal import Decimal

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.event.queries.dues import Money
from tournament.foundation.errors import NeedsReason, TournamentError
from tournament.foundation.writing import log
from tournament.leagues.log_actions import ADD_LEAGUE_MONEY, TAKE_BACK_LEAGUE_MONEY
from tournament.leagues.services.log import writing_league
from tournament.models import Account, League, LeagueMoney, LeagueTeam


class MoneyChanged(TournamentError):
    message = _("Somebody else entered money since you opened this page. Check it before you save yours.")


def add_league_money(
    league: League,
    kind: str,
    amount: Decimal,
    *,
    team: LeagueTeam | None = None,
    day: date | None = None,
    reason: str = "",
    note: str = "",
    seen: int | None = None,
    by: Account | None,
    now: datetime,
) -> LeagueMoney:
    """Gives a `team` a fine, or writes down what it paid, or without a team an income or expense of the league; `day`
    is today if it is None. `seen` is the latest line that the page knew, 0 without any: the same sent again is one
    line. Raises NeedsReason for anything but a payment without one, MoneyChanged if anything else was entered since."""
    assert (team is not None) == (kind in LeagueMoney.OF_TEAMS)
    if kind != LeagueMoney.Kind.PAID and not reason.strip():
        raise NeedsReason
    values = {"team": team, "kind": kind, "amount": amount, "day": day or timezone.localdate(now)}
    values |= {"reason": reason.strip(), "note": note.strip()}
    with writing_league(league):
        lines = LeagueMoney.objects.filter(league=league).select_related("team")
        since = [] if seen is None else list(lines.filter(pk__gt=seen))
        if [{name: getattr(each, name) for name in values} for each in since] == [values]:
            return since[0]
        if since:
            raise MoneyChanged
        line = LeagueMoney.objects.create(**values, league=league, at=now, by=by)
        said = line.reason if team else ""
        log(ADD_LEAGUE_MONEY, league=league, by=by, now=now, after=_for_log(line), reason=said)
    return line


def take_back_league_money(line: LeagueMoney, *, by: Account | None, now: datetime) -> None:
    """Takes a line back, unless somebody did already."""
    with writing_league(line.league) as league:
        current = LeagueMoney.objects.select_related("team", "league__club").get(pk=line.pk)
        if current.superseded_at is None:
            current.superseded_at, current.superseded_by = now, by
            current.save(update_fields=["superseded_at", "superseded_by"])
            log(TAKE_BACK_LEAGUE_MONEY, league=league, by=by, now=now, before=_for_log(current))


def _for_log(line: LeagueMoney) -> dict[str, str]:
    amount = str(Money(line.amount, line.league.club.currency))
    team = {"team": line.team.name} if line.team else {"reason": line.reason}
    return {**team, "kind": line.kind, "amount": amount}
