"""Forms for money: the price of an evening, a payment, and what one player owes."""

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.event.prize_table import HUNDRED, PrizeTable
from tournament.event.queries.dues import why_price_stays
from tournament.models import Club, Entry, Event
from tournament.web.fields import AmountField, plain_amount

PRIZE_LINE = re.compile(r"(\d{1,4})\s*:\s*(\d{1,3}(?:\.\d{1,4})?(?:\s+\d{1,3}(?:\.\d{1,4})?){0,29})", re.ASCII)
"""A line such as "12: 50 30 20"."""
LONGEST_TABLE = 2000
"""The most letters of a table of prizes."""


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


class PrizeMoneyForm(forms.Form):
    """How the takings become prizes. An empty table means that no prizes are paid."""

    share = forms.DecimalField(
        label=_("Paid out as prizes, in % of the takings"),
        min_value=1,
        max_value=100,
        max_digits=5,
        decimal_places=2,
        widget=forms.TextInput(attrs={"inputmode": "decimal", "class": "number", "autocomplete": "off"}),
    )
    round_to = forms.ChoiceField(
        label=_("Round each prize down to"),
        choices=[(coin, coin) for coin in ("0.01", "0.10", "0.50", "1", "5", "10")],
        help_text=_("The rest from rounding stays in the till."),
    )
    rows = forms.CharField(
        label=_("Shares by number of entries"),
        required=False,
        max_length=LONGEST_TABLE,
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "spellcheck": "false"}),
        help_text=_(
            "A line for each size: from how many entries, then the shares of first, second and so on, in % of what is "
            "paid out. Such as 1: 60 40, and below it 12: 50 30 20. Leave empty to pay no prizes."
        ),
    )

    def __init__(self, event: Event, data: Mapping[str, Any] | None = None, *, usual: Mapping[str, Any]) -> None:
        """`usual` is what the club's last evening had, offered if this evening has no table yet."""
        initial = {"share": "100", "round_to": "1"}
        if stored := event.prize_money or usual:
            table = PrizeTable.from_json(stored)
            initial = {"share": str(table.share), "round_to": str(table.round_to), "rows": table.in_lines}
        super().__init__(data, initial=initial)

    def clean_rows(self) -> tuple[tuple[int, tuple[Decimal, ...]], ...]:
        rows: list[tuple[int, tuple[Decimal, ...]]] = []
        for number, line in enumerate(filter(None, map(str.strip, self.cleaned_data["rows"].splitlines())), start=1):
            words = {"number": number}
            if not (matched := PRIZE_LINE.fullmatch(line)):
                raise forms.ValidationError(gettext("Line %(number)s: write it like 12: 50 30 20.") % words)
            entries, shares = int(matched[1]), tuple(Decimal(share) for share in matched[2].split())
            if rows and entries <= rows[-1][0]:
                raise forms.ValidationError(
                    gettext("Line %(number)s: begin with more entries than the line before.") % words
                )
            if sum(shares) > HUNDRED:
                sentence = gettext("Line %(number)s adds up to %(sum)s%%. The most is 100%%.")
                raise forms.ValidationError(sentence % {**words, "sum": sum(shares)})
            rows.append((entries, shares))
        return tuple(rows)

    @property
    def as_json(self) -> dict[str, Any]:
        """The value of `Event.prize_money`."""
        data = self.cleaned_data
        return PrizeTable(data["share"], Decimal(data["round_to"]), data["rows"]).as_json if data["rows"] else {}


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
