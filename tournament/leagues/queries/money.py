"""The money of a league, for its secretary: what each team owes for fee and fines, and what it paid."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from tournament.event.queries.dues import Money
from tournament.leagues.queries.leagues import teams_of
from tournament.leagues.queries.results import results_of
from tournament.models import League, LeagueMoney

NOTHING = Decimal(0)


@dataclass(frozen=True)
class TeamMoney:
    """What one team owes, or all together. `walk_overs` is how many matches it gave away, which are fined by rule."""

    team: str
    currency: str
    fee: Decimal
    fines: Decimal
    paid: Decimal
    walk_overs: int = 0

    @property
    def columns(self) -> tuple[Money, ...]:
        """Fee, fines, paid and what is still owed."""
        owed = self.fee + self.fines - self.paid
        return tuple(Money(each, self.currency) for each in (self.fee, self.fines, self.paid, owed))

    @property
    def owes(self) -> bool:
        return self.fee + self.fines > self.paid


@dataclass(frozen=True)
class MoneyOfLeague:
    """`lines` are the fines by hand and the payments that count, the latest first; `newest` is the id of the latest of
    all, 0 without any."""

    teams: tuple[TeamMoney, ...]
    total: TeamMoney
    lines: tuple[tuple[LeagueMoney, Money], ...]
    newest: int


def money_of(league: League) -> MoneyOfLeague:
    """Returns the money of a league. Three queries."""
    currency, teams = league.club.currency, teams_of(league)
    money = LeagueMoney.objects.filter(team__league=league).select_related("team", "by").order_by("-pk")
    newest = max((line.pk for line in money), default=0)
    lines = [line for line in money if line.superseded_at is None]
    given_away = Counter[int]()
    for result in results_of(league, teams):
        if result.awarded is not None and result.other is not None:
            given_away[result.team.pk if result.awarded == result.other else result.other.pk] += 1
    rows = [
        TeamMoney(
            team.name,
            currency,
            league.fee,
            league.walk_over_fine * given_away[team.pk] + _sum_of(lines, team.pk, LeagueMoney.Kind.FINE),
            _sum_of(lines, team.pk, LeagueMoney.Kind.PAID),
            given_away[team.pk],
        )
        for team in teams
    ]
    fee, fines, paid = (sum((getattr(row, name) for row in rows), NOTHING) for name in ("fee", "fines", "paid"))
    shown = tuple((line, Money(line.amount, currency)) for line in lines)
    return MoneyOfLeague(tuple(rows), TeamMoney("", currency, fee, fines, paid), shown, newest)


def _sum_of(lines: Sequence[LeagueMoney], team: int, kind: LeagueMoney.Kind) -> Decimal:
    return sum((each.amount for each in lines if each.team_id == team and each.kind == kind), NOTHING)
