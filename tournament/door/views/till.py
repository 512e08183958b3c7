"""Pages for money: paying what is owed with one press, and any other amount. Only the secretary and directors see
money."""

from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournament.door.forms.till import DueForm, PaidForm, PriceForm, PrizeMoneyForm
from tournament.door.services.till import pay, pay_owed, set_due, take_back_payment
from tournament.door.views.door import line_of
from tournament.event.queries.dues import dues_of, payments_of, price_of
from tournament.event.queries.events import last_price_before, last_prize_money_before
from tournament.event.queries.prize_money import prize_money_of
from tournament.event.services.events import change_settings
from tournament.models import Entry, Event, Payment
from tournament.web.guards import StaffRequest, secretary_only
from tournament.web.pages import number_in, the_entry, the_event


@secretary_only
def price(request: StaffRequest, pk: int) -> HttpResponse:
    event = the_event(pk)
    form = PriceForm(event, request.POST or None, usual=last_price_before(event))
    if form.is_valid():
        change_settings(event, form.cleaned_data, by=request.user, now=timezone.now())
        messages.success(request, _("Saved."))
        return redirect("door", pk)
    return render(request, "door/price.html", {"event": event, "form": form}, status=422 if form.is_bound else 200)


@secretary_only
def prize_money(request: StaffRequest, pk: int) -> HttpResponse:
    """Shows the takings, the prizes and what is left, and saves the table of prizes."""
    event = the_event(pk)
    form = PrizeMoneyForm(event, request.POST or None, usual=last_prize_money_before(event))
    if form.is_valid():
        change_settings(event, {"prize_money": form.as_json}, by=request.user, now=timezone.now())
        messages.success(request, _("Saved."))
        return redirect("prize_money", pk)
    context = {"event": event, "form": form, "money": prize_money_of(event)}
    return render(request, "door/prize_money.html", context, status=422 if form.is_bound else 200)


@require_POST
@secretary_only
def take_payment(request: StaffRequest, pk: int, entry: int) -> HttpResponse:
    person = the_entry(pk, entry)
    _pay_owed(request, person.event, [person])
    return redirect(line_of(person))


@require_POST
@secretary_only
def team_paid(request: StaffRequest, pk: int, team: int) -> HttpResponse:
    event = the_event(pk)
    members = list(Entry.objects.filter(event=event, team=team))
    if not members:
        raise Http404
    _pay_owed(request, event, members)
    return redirect(f"{reverse('door', args=[pk])}#team-{team}")


def _pay_owed(request: StaffRequest, event: Event, entries: Sequence[Entry]) -> None:
    try:
        seen = Decimal(request.POST.get("owed", ""))
    except InvalidOperation:
        raise Http404 from None
    if not seen.is_finite():
        raise Http404
    pay_owed(event, entries, seen=seen, by=request.user, now=timezone.now())


@secretary_only
def dues(request: StaffRequest, pk: int, entry: int) -> HttpResponse:
    """Shows what somebody owes and paid, line by line; there is no such page without a price."""
    person = the_entry(pk, entry)
    if person.event.price is None:
        raise Http404
    if request.method != "POST":
        return _render_dues(request, person)
    action = request.POST.get("action", "")
    if action == "pay":
        form = PaidForm(person.event.club, request.POST)
        if not form.is_valid():
            return _render_dues(request, person, pays=form)
        pay(person, form.cleaned_data["amount"], seen=form.cleaned_data["seen"], by=request.user, now=timezone.now())
        return redirect(line_of(person))
    if action == "due":
        due = DueForm(person, request.POST)
        if not due.is_valid():
            return _render_dues(request, person, due=due)
        set_due(person, due.cleaned_data["due"], by=request.user, now=timezone.now())
        return redirect("door_dues", pk, entry)
    line = number_in(request.POST.get("take_back", ""))
    payment = get_object_or_404(Payment.objects.select_related("entry__event"), pk=line, entry=person, takes_back=None)
    take_back_payment(payment, by=request.user, now=timezone.now())
    return redirect("door_dues", pk, entry)


def _render_dues(request: StaffRequest, person: Entry, **bound: Any) -> HttpResponse:
    shown, lines = dues_of(person.event, [person])[person.pk], payments_of(person)
    forms = {"pays": PaidForm(person.event.club, owed=shown.owed, seen=len(lines)), "due": DueForm(person)}
    context = {"event": person.event, "person": person, "dues": shown, "lines": lines, "price": price_of(person.event)}
    context |= {"back": line_of(person), **forms, **bound}
    return render(request, "door/dues.html", context, status=422 if bound else 200)
