"""What players owe at the door and have paid; nothing while the evening has no price."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from functools import reduce
from operator import add

from django.db.models import Sum
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournament.event.queries.entry_rows import EntryRow
from tournament.models import Entry, Event, Payment

NOTHING = Decimal("0.00")


@dataclass(frozen=True)
class Money:
    """An amount of money, written £5.00, TT$20.00, EUR 5.00."""

    amount: Decimal
    currency: str

    def __str__(self) -> str:
        space = "\u00a0" if self.currency[-1:].isalpha() else ""
        sign = "−" if self.amount < 0 else ""
        return f"{sign}{self.currency}{space}{number_format(abs(self.amount), 2)}"

    @property
    def plain(self) -> str:
        """The amount as a button posts it."""
        return f"{self.amount:.2f}"


@dataclass(frozen=True)
class Dues:
    """The dues of one player, or a sum of dues. `counts` is how many have to pay, without those who never came; `owing`
    is how many have not paid everything."""

    currency: str
    due: Decimal
    paid: Decimal
    owed: Decimal
    counts: int
    owing: int

    def __add__(self, other: "Dues") -> "Dues":
        return Dues(
            self.currency,
            self.due + other.due,
            self.paid + other.paid,
            self.owed + other.owed,
            self.counts + other.counts,
            self.owing + other.owing,
        )

    @property
    def to_pay(self) -> Money:
        return Money(self.owed, self.currency)

    @property
    def in_till(self) -> Money:
        return Money(self.paid, self.currency)

    @property
    def price(self) -> Money:
        return Money(self.due, self.currency)


def price_of(event: Event) -> Money | None:
    """Returns the price of the evening; None if no money is taken."""
    return None if event.price is None else Money(event.price, event.club.currency)


def why_price_stays(event: Event, wanted: Decimal | None) -> str:
    """Returns why the price cannot be removed; "" if it can."""
    if wanted is None and Payment.objects.filter(entry__event=event).exists():
        return _("Money has been taken, and without a price it would no longer be shown. So the price stays.")
    return ""


def dues_of(event: Event, entries: Iterable[Entry | EntryRow]) -> dict[int, Dues]:
    """Returns the dues of each entry; empty if no money is taken. One query."""
    if event.price is None:
        return {}
    of_each = Payment.objects.filter(entry__event=event).order_by().values_list("entry").annotate(Sum("amount"))
    paid = {entry: amount.quantize(NOTHING) for entry, amount in of_each}  # SQLite adds in floating point
    dues = {}
    for entry in entries:
        has_paid, due = paid.get(entry.pk, NOTHING), NOTHING
        if entry.here:
            due = event.price if entry.due is None else entry.due
        owed = max(due - has_paid, NOTHING)
        dues[entry.pk] = Dues(
            event.club.currency,
            due,
            has_paid,
            owed,
            counts=int(entry.here and not entry.is_stand_in),
            owing=int(owed > 0),
        )
    return dues


def add_dues(dues: Iterable[Dues | None]) -> Dues | None:
    """Returns the sum; None if there are no dues."""
    known = [each for each in dues if each is not None]
    return reduce(add, known) if known else None


@dataclass(frozen=True)
class PaymentLine:
    """A payment, or one taken back. It `can_be_taken_back` unless it already was, or itself takes a payment back."""

    pk: int
    money: Money
    at: datetime
    by: str
    takes_back: bool
    can_be_taken_back: bool


def payments_of(entry: Entry) -> list[PaymentLine]:
    """Returns the payments in the order in which they were made. One query."""
    lines = Payment.objects.filter(entry=entry).select_related("taken_by", "taken_back_by")
    return [
        PaymentLine(
            line.pk,
            Money(line.amount, entry.event.club.currency),
            line.paid_at,
            line.taken_by.username if line.taken_by else "",
            takes_back=line.takes_back_id is not None,
            can_be_taken_back=line.takes_back_id is None and not hasattr(line, "taken_back_by"),
        )
        for line in lines
    ]
