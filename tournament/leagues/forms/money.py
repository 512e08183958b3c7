"""The form of a fine or a payment of a league's team."""

from decimal import Decimal
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.foundation.errors import NeedsReason
from tournament.models import League, LeagueMoney, LeagueTeam
from tournament.web.fields import AmountField
from tournament.web.pages import LONGEST_NUMBER


class MoneyForm(forms.Form):
    """`seen` is the latest line that the page knew."""

    team = forms.ModelChoiceField(label=_("Team"), queryset=LeagueTeam.objects.none(), empty_label=_("choose a team"))
    kind = forms.ChoiceField(
        label=_("What"), choices=LeagueMoney.Kind.choices, initial=LeagueMoney.Kind.PAID, widget=forms.RadioSelect
    )
    amount = AmountField(label=_("Amount"), lowest=Decimal("0.01"))
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        max_length=300,
        help_text=_("Needed for a fine. Only the desk reads it."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    seen = forms.IntegerField(required=False, min_value=0, max_value=10**LONGEST_NUMBER, widget=forms.HiddenInput)

    def __init__(self, league: League, data: QueryDict | None = None, *, seen: int = 0) -> None:
        super().__init__(data, initial={"seen": seen})
        teams, amount = self.fields["team"], self.fields["amount"]
        assert isinstance(teams, forms.ModelChoiceField) and isinstance(amount, AmountField)
        teams.queryset = league.teams.all()
        amount.currency = league.club.currency

    def clean(self) -> dict[str, Any]:
        if self.cleaned_data.get("kind") == LeagueMoney.Kind.FINE and not self.cleaned_data.get("reason"):
            self.add_error("reason", str(NeedsReason.message))
        return self.cleaned_data
