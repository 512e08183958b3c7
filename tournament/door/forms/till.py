"""Forms for money: the price of an evening, a payment, and what one player owes."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.event.queries.dues import why_price_stays
from tournament.models import Club, Entry, Event
from tournament.web.fields import AmountField, plain_amount


class PriceForm(forms.Form):
    """What a player pays this evening, and the currency, which is the same for all evenings of the club."""

    price = AmountField(
        label=_("What a player pays"),
        lowest=Decimal(0),
        required=False,
        help_text=_("Each player of a pair or team pays it. Leave empty if nobody pays; then no page mentions money."),
    )
    currency = forms.CharField(
        label=_("Currency"),
        max_length=4,
        required=False,
        widget=forms.TextInput(attrs={"class": "number", "autocomplete": "off", "size": 4}),
        help_text=_("The sign or code before an amount: £, TT$, EUR. It is saved for all evenings of the club."),
    )

    def __init__(self, event: Event, data: Mapping[str, Any] | None = None, *, usual: Decimal | None) -> None:
        """`usual` is the price of the club's last evening, offered if this evening has no price yet."""
        price = event.price if event.price is not None else usual
        super().__init__(data, initial={"price": plain_amount(price), "currency": event.club.currency})
        self.event = event
        field = self.fields["price"]
        assert isinstance(field, AmountField)
        field.currency = str(self.data.get("currency", "")).strip() or event.club.currency

    def clean_price(self) -> Decimal | None:
        price: Decimal | None = self.cleaned_data["price"] or None
        if why := why_price_stays(self.event, price):
            raise forms.ValidationError(why, code="stays")
        return price

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("price") and not self.cleaned_data.get("currency"):
            self.add_error("currency", forms.ValidationError(_("Enter the currency: £, TT$, EUR."), code="required"))
        return self.cleaned_data


class PaidForm(forms.Form):
    """An amount that somebody pays. `seen` is how many of their payments the page showed."""

    amount = AmountField(label=_("Pays now"), lowest=Decimal("0.01"))
    seen = forms.IntegerField(min_value=0, widget=forms.HiddenInput)

    def __init__(
        self, club: Club, data: Mapping[str, Any] | None = None, *, owed: Decimal = Decimal(0), seen: int = 0
    ) -> None:
        super().__init__(data, initial={"amount": plain_amount(owed) if owed else "", "seen": seen}, auto_id="pays_%s")
        field = self.fields["amount"]
        assert isinstance(field, AmountField)
        field.currency = club.currency


class DueForm(forms.Form):
    """What one player owes, if it differs from the price for everybody."""

    due = AmountField(
        label=_("Amount to pay"),
        lowest=Decimal(0),
        required=False,
        help_text=_("Empty: the price for everybody. 0: free, for a guest or a helper."),
    )

    def __init__(self, entry: Entry, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data, initial={"due": plain_amount(entry.due)}, auto_id="due_%s")
        field = self.fields["due"]
        assert isinstance(field, AmountField)
        field.currency = entry.event.club.currency
