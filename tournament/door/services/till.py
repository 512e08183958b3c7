"""Payments at the door. Taking one back adds another line; payments are never rewritten."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from django.utils.translation import gettext_lazy as _

from tournament.door.log_actions import PAY, SET_DUE, TAKE_BACK_PAYMENT
from tournament.event.queries.dues import Money, dues_of
from tournament.foundation.errors import TournamentError
from tournament.foundation.log_actions import LogAction
from tournament.foundation.writing import note, writing
from tournament.models import Account, Entry, Event, Payment


class NoPrice(TournamentError):
    message = _("This evening no longer has a price, so no money is taken.")


class OwesOtherwise(TournamentError):
    message = _("The amount due or paid has changed since you opened this page. Check it before you take money.")


def pay_owed(
    event: Event, entries: Sequence[Entry], *, seen: Decimal, by: Account | None, now: datetime
) -> list[Payment]:
    """Records that each entry pays what it owes. `seen` is the sum on the button; raises OwesOtherwise if the sum has
    changed. If nothing is owed any more, nothing happens, so a second press is harmless."""
    with writing(event) as current:
        _require_price(current)
        fresh = list(Entry.objects.filter(event=current, pk__in=[entry.pk for entry in entries]).order_by("pk"))
        dues = dues_of(current, fresh)
        owed = sum(each.owed for each in dues.values())
        if not owed:
            return []
        if owed != seen:
            raise OwesOtherwise
        return [_add_payment(current, entry, dues[entry.pk].owed, by, now) for entry in fresh if dues[entry.pk].owed]


def pay(entry: Entry, amount: Decimal, *, seen: int, by: Account | None, now: datetime) -> Payment:
    """Records a payment of any amount above zero. `seen` is how many payments the page showed: the same amount sent
    again is the same payment. Raises OwesOtherwise if something else was paid or taken back since."""
    assert amount > 0
    with writing(entry.event) as current:
        _require_price(current)
        since = list(Payment.objects.filter(entry=entry)[seen:])
        if [line.amount for line in since] == [amount]:
            return since[0]
        if since:
            raise OwesOtherwise
        return _add_payment(current, entry, amount, by, now)


def take_back_payment(payment: Payment, *, by: Account | None, now: datetime) -> None:
    """Takes a payment back by adding another line. Nothing happens if it was taken back before. A line that takes back
    cannot itself be taken back; the amount is paid again instead."""
    assert payment.takes_back_id is None
    with writing(payment.entry.event) as current:
        line, made = Payment.objects.get_or_create(
            takes_back=payment,
            defaults={"entry_id": payment.entry_id, "amount": -payment.amount, "paid_at": now, "taken_by": by},
        )
        if made:
            _note_payment(current, TAKE_BACK_PAYMENT, line, by, now)


def set_due(entry: Entry, due: Decimal | None, *, by: Account | None, now: datetime) -> None:
    """Sets what somebody pays; None means the price for everybody."""
    with writing(entry.event) as current:
        _require_price(current)
        before = Entry.objects.values_list("due", flat=True).get(pk=entry.pk)
        if before == due:
            return
        Entry.objects.filter(pk=entry.pk).update(due=due)
        logged = {"due": str(Money(due, current.club.currency)) if due is not None else ""}
        note(current, SET_DUE, by=by, now=now, after={"entry": entry.pk, **logged})


def _require_price(event: Event) -> None:
    if event.price is None:
        raise NoPrice


def _add_payment(event: Event, entry: Entry, amount: Decimal, by: Account | None, now: datetime) -> Payment:
    line = Payment.objects.create(entry=entry, amount=amount, paid_at=now, taken_by=by)
    _note_payment(event, PAY, line, by, now)
    return line


def _note_payment(event: Event, action: LogAction, line: Payment, by: Account | None, now: datetime) -> None:
    amount = str(Money(abs(line.amount), event.club.currency))
    note(event, action, by=by, now=now, after={"entry": line.entry_id, "amount": amount})
