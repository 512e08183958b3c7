"""The money a club took and is owed: at the door, by evening, month and year, and in membership fees.

A payment at the door belongs to the day of its evening, a membership fee to the day it was paid. Sums are rounded to
cents, because SQLite adds amounts in floating point.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from functools import partial

from django.db.models import Count, QuerySet, Sum
from django.utils import timezone

from tournament.event.queries.dues import NOTHING
from tournament.foundation.revision_cache import RevisionCache
from tournament.models import Club, Event, MembershipFee, Payment
from tournament.people.queries.people import days_of_year, debts_of


@dataclass(frozen=True)
class EveningMoney:
    """`payers` is how many people paid something."""

    event: int
    name: str
    day: date
    payers: int
    taken: Decimal
    owed: Decimal


@dataclass(frozen=True)
class PeriodMoney:
    """A month or a year; `fees` are membership fees."""

    first: date
    evenings: int
    taken: Decimal
    fees: Decimal
    owed: Decimal

    @property
    def total(self) -> Decimal:
        return self.taken + self.fees


@dataclass(frozen=True)
class YearMoney:
    year: int
    evenings: tuple[EveningMoney, ...]
    months: tuple[PeriodMoney, ...]
    whole: PeriodMoney


def years_with_money(club: Club) -> list[int]:
    """Returns the years, the latest first. Two queries."""
    of_prices = Event.objects.filter(club=club, binned_at=None, price__isnull=False).dates("date", "year")
    of_fees = MembershipFee.objects.filter(player__club=club).dates("paid_at", "year")
    return sorted({day.year for day in (*of_prices, *of_fees)}, reverse=True)


MONEY: RevisionCache[YearMoney] = RevisionCache(most=16)


def money_of_year(club: Club, year: int) -> YearMoney:
    """Returns the money of a year, from the cache if nothing changed. Two queries find out: how often the evenings of
    the year changed, and which fees were paid. Four more follow after a change."""
    fees = tuple(_fees_between(club.pk, *_year_of_fees(year)))
    state = (tuple(_changes_between(club.pk, *days_of_year(year))), fees)
    return MONEY.get_or_make((club.pk, year), state, partial(_count_money, club, year))


def _changes_between(club: int, first: date, last: date) -> "QuerySet[Event, tuple[int, int, int]]":
    """Returns the number of evenings and the sum of their revisions, in one row at most."""
    events = Event.objects.filter(club=club, binned_at=None, date__range=(first, last)).order_by()
    return events.values_list("club").annotate(Count("pk"), Sum("revision"))


def _year_of_fees(year: int) -> tuple[datetime, datetime]:
    first, last = (timezone.make_aware(datetime.combine(day, time())) for day in days_of_year(year))
    return first, last + timedelta(days=1)


def _fees_between(club: int, first: datetime, end: datetime) -> "QuerySet[MembershipFee, tuple[datetime, Decimal]]":
    fees = MembershipFee.objects.filter(player__club=club, paid_at__gte=first, paid_at__lt=end)
    return fees.values_list("paid_at", "amount")


def _count_money(club: Club, year: int) -> YearMoney:
    days = days_of_year(year)
    taken = {event: (many, amount.quantize(NOTHING)) for event, amount, many in _taken_between(club.pk, *days)}
    owed: dict[int, Decimal] = {}
    for debt in debts_of(club, year=year):
        owed[debt.event] = owed.get(debt.event, NOTHING) + debt.owes
    evenings = tuple(
        EveningMoney(pk, name, day, *taken.get(pk, (0, NOTHING)), owed.get(pk, NOTHING))
        for pk, name, day in _priced_evenings_between(club.pk, *days)
    )
    fees: dict[int, Decimal] = {}
    for at, amount in _fees_between(club.pk, *_year_of_fees(year)):
        month = timezone.localtime(at).month
        fees[month] = fees.get(month, NOTHING) + amount
    months = [
        _add_up(date(year, month, 1), (each for each in evenings if each.day.month == month), fees.get(month, NOTHING))
        for month in range(12, 0, -1)
    ]
    whole = _add_up(date(year, 1, 1), evenings, sum(fees.values(), NOTHING))
    return YearMoney(year, evenings, tuple(each for each in months if each.evenings or each.fees), whole)


def _priced_evenings_between(club: int, first: date, last: date) -> "QuerySet[Event, tuple[int, str, date]]":
    events = Event.objects.filter(club=club, binned_at=None, date__range=(first, last), price__isnull=False)
    return events.order_by("-date", "-pk").values_list("pk", "name", "date")


def _taken_between(club: int, first: date, last: date) -> "QuerySet[Payment, tuple[int, Decimal, int]]":
    """Returns the sum paid and the number of payers for each evening with a price."""
    in_use = Payment.objects.filter(entry__event__club=club, entry__event__binned_at=None)
    of_events = in_use.filter(entry__event__date__range=(first, last), entry__event__price__isnull=False)
    return of_events.order_by().values_list("entry__event").annotate(Sum("amount"), Count("entry", distinct=True))


def _add_up(first: date, evenings: Iterable[EveningMoney], fees: Decimal) -> PeriodMoney:
    counted = list(evenings)
    taken, owed = (sum((getattr(each, name) for each in counted), NOTHING) for name in ("taken", "owed"))
    return PeriodMoney(first, len(counted), taken, fees, owed)
