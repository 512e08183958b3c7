"""The money of a league, for its secretary: what each team owes for fee and fines, what it paid, and what the league
took and spent itself."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.utils.translation import gettext as _

from tournament.event.queries.dues import Money
from tournament.leagues.queries.leagues import teams_of
from tournament.leagues.queries.results import results_of
from tournament.leagues.queries.seasons import season_of
from tournament.models import League, LeagueMoney, LeagueTeam

NOTHING = Decimal(0)


@dataclass(frozen=True)
class TeamMoney:
    """What one team owes, or without `entry` all together. `walk_overs` is how many matches it gave away, which are
    fined by rule."""

    team: str
    currency: str
    fee: Decimal
    fines: Decimal
    paid: Decimal
    walk_overs: int = 0
    entry: LeagueTeam | None = None

    @property
    def columns(self) -> tuple[Money, ...]:
        """Fee, fines, paid and what is still owed."""
        amounts = (Money(each, self.currency) for each in (self.fee, self.fines, self.paid))
        return (*amounts, self.owed)

    @property
    def owed(self) -> Money:
        return Money(self.fee + self.fines - self.paid, self.currency)

    @property
    def owes(self) -> bool:
        return self.owed.amount > 0

    @property
    def key(self) -> str:
        """Names the team and what it owes, for a button that means what its page has shown."""
        return f"{self.entry.pk if self.entry else 0}-{self.owed.plain}"


@dataclass(frozen=True)
class CashLine:
    """A payment of a team, or an income or expense of the league, with the `balance` after it."""

    line: LeagueMoney
    amount: Money
    balance: Money

    @property
    def is_out(self) -> bool:
        return self.line.kind == LeagueMoney.Kind.EXPENSE


@dataclass(frozen=True)
class MoneyOfLeague:
    """`cash` are the payments, income and expenses that count, by day, and `fines` those by hand, the latest first;
    `newest` is the id of the latest line of all, 0 without any."""

    teams: tuple[TeamMoney, ...]
    total: TeamMoney
    cash: tuple[CashLine, ...]
    fines: tuple[tuple[LeagueMoney, Money], ...]
    balance: Money
    newest: int


def money_of(league: League) -> MoneyOfLeague:
    """Returns the money of a league. Three queries."""
    currency, teams = league.club.currency, teams_of(league)
    money = league.money.select_related("team", "by").order_by("day", "pk")
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
            team,
        )
        for team in teams
    ]
    fee, fines, paid = (sum((getattr(row, name) for row in rows), NOTHING) for name in ("fee", "fines", "paid"))
    cash, balance = [], NOTHING
    for line in lines:
        if line.kind != LeagueMoney.Kind.FINE:
            balance += -line.amount if line.kind == LeagueMoney.Kind.EXPENSE else line.amount
            cash.append(CashLine(line, Money(line.amount, currency), Money(balance, currency)))
    by_hand = [(line, Money(line.amount, currency)) for line in reversed(lines) if line.kind == LeagueMoney.Kind.FINE]
    total = TeamMoney("", currency, fee, fines, paid)
    return MoneyOfLeague(tuple(rows), total, tuple(cash), tuple(by_hand), Money(balance, currency), newest)


@dataclass(frozen=True)
class MoneyOfDivision:
    """What one division or cup is owed, and what it has; `league` is None for all together."""

    league: League | None
    owing: TeamMoney
    balance: Money


def money_of_season(league: League) -> list[MoneyOfDivision]:
    """Returns the money of each division and cup of a season, and all together; nothing if there is only one. Two
    queries, and three for each."""
    divisions, cups = season_of(league)
    family = [(each, money_of(each)) for each in (*divisions, *cups)]
    if len(family) < 2:
        return []
    rows = [MoneyOfDivision(each, money.total, money.balance) for each, money in family]
    fee, fines, paid = (sum((getattr(row.owing, name) for row in rows), NOTHING) for name in ("fee", "fines", "paid"))
    currency = league.club.currency
    balance = Money(sum((row.balance.amount for row in rows), NOTHING), currency)
    return [*rows, MoneyOfDivision(None, TeamMoney("", currency, fee, fines, paid), balance)]


def file_of_money(money: MoneyOfLeague) -> list[list[object]]:
    """Returns the payments, income and expenses as rows for a spreadsheet, by day, below a head."""
    heads = [_("Date"), _("What"), _("Team"), _("For"), _("In"), _("Out"), _("Balance"), _("Note"), _("Entered by")]
    rows: list[list[object]] = [
        [
            each.line.day,
            each.line.get_kind_display(),
            each.line.team.name if each.line.team else "",
            each.line.reason,
            "" if each.is_out else each.line.amount,
            each.line.amount if each.is_out else "",
            each.balance.amount,
            each.line.note,
            each.line.by.username if each.line.by else "",
        ]
        for each in money.cash
    ]
    return [[*heads], *rows]


def file_of_owed(money: MoneyOfLeague) -> list[list[object]]:
    """Returns what each team owes as rows for a spreadsheet, below a head."""
    heads = [_("Team"), _("Fee"), _("Fines"), _("Paid"), _("Owed")]
    return [[*heads], *([row.team, *(each.amount for each in row.columns)] for row in money.teams)]


def _sum_of(lines: Sequence[LeagueMoney], team: int, kind: LeagueMoney.Kind) -> Decimal:
    return sum((each.amount for each in lines if each.team_id == team and each.kind == kind), NOTHING)
