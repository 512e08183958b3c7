"""The prize money of an evening: its takings, the prize of each place, and what is left in the till."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal

from django.db.models import Sum

from tournament.event.prize_table import PrizeTable, share_prizes
from tournament.event.queries.dues import NOTHING, Money
from tournament.event.queries.entry_rows import EntryRow
from tournament.models import Entry, Event, Payment


@dataclass(frozen=True)
class PrizeMoney:
    """`takings` are what was paid, by `entries` players, pairs or teams; `prizes` are those of the places."""

    takings: Money
    entries: int
    prizes: tuple[Money, ...]

    @property
    def paid_out(self) -> Money:
        return Money(sum((prize.amount for prize in self.prizes), NOTHING), self.takings.currency)

    @property
    def left_in_till(self) -> Money:
        return Money(self.takings.amount - self.paid_out.amount, self.takings.currency)

    def prize_of(self, rank: int, tied: int) -> Money | None:
        """Returns what each of those tied at this rank gets; None for no prize."""
        amount = share_prizes([prize.amount for prize in self.prizes], rank, tied)
        return Money(amount, self.takings.currency) if amount else None


def prize_money_of(event: Event) -> PrizeMoney | None:
    """Returns the prize money; None if the evening has no price or no table of prizes. Two queries, else none."""
    if event.price is None or not event.prize_money:
        return None
    paid = Payment.objects.filter(entry__event=event).aggregate(sum=Sum("amount"))["sum"] or NOTHING
    here = Entry.objects.filter(event=event, here=True).values_list("pk", "team")
    return make_prize_money(event, paid, _count_competitors(here))


def prize_money_at_door(event: Event, paid: Decimal, entries: Iterable[EntryRow]) -> PrizeMoney | None:
    """Returns the same from what the door has read already. No query."""
    if not event.prize_money:
        return None
    return make_prize_money(event, paid, _count_competitors((each.pk, each.team_id) for each in entries if each.here))


def _count_competitors(entries: Iterable[tuple[int, int | None]]) -> int:
    """Counts players, pairs or teams from the ids of entries and of their teams; a player without a pair is one."""
    return len({(team, None if team else entry) for entry, team in entries})


def make_prize_money(event: Event, paid: Decimal, entries: int) -> PrizeMoney:
    takings = paid.quantize(NOTHING)  # SQLite adds in floating point
    amounts = PrizeTable.from_json(event.prize_money).amounts(takings, entries)
    currency = event.club.currency
    return PrizeMoney(Money(takings, currency), entries, tuple(Money(amount, currency) for amount in amounts))
