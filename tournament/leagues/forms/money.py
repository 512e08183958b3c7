"""The form of a line of a league's money: what a team paid, a fine, an income or an expense."""

from decimal import Decimal
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.leagues.forms.fixtures import check_day
from tournament.models import League, LeagueMoney, LeagueTeam
from tournament.web.fields import DAY_INPUT, AmountField
from tournament.web.pages import LONGEST_NUMBER


class MoneyForm(forms.Form):
    """`seen` is the latest line that the page knew. Income and expenses have no team."""

    kind = forms.ChoiceField(
        label=_("What"), choices=LeagueMoney.Kind.choices, initial=LeagueMoney.Kind.PAID, widget=forms.RadioSelect
    )
    team = forms.ModelChoiceField(
        label=_("Team"), required=False, queryset=LeagueTeam.objects.none(), empty_label=_("choose a team")
    )
    amount = AmountField(label=_("Amount"), lowest=Decimal("0.01"))
    day = forms.DateField(label=_("Date"), required=False, widget=DAY_INPUT, validators=[check_day])
    reason = forms.CharField(
        label=_("What for"),
        required=False,
        max_length=300,
        help_text=_("Such as raffle, trophies or hire of the hall; a fine needs its reason."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    note = forms.CharField(
        label=_("Note"), required=False, max_length=300, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )
    seen = forms.IntegerField(required=False, min_value=0, max_value=10**LONGEST_NUMBER, widget=forms.HiddenInput)

    def __init__(self, league: League, data: QueryDict | None = None, *, initial: dict[str, Any]) -> None:
        super().__init__(data, initial=initial)
        teams, amount = self.fields["team"], self.fields["amount"]
        assert isinstance(teams, forms.ModelChoiceField) and isinstance(amount, AmountField)
        teams.queryset = league.teams.all()
        amount.currency = league.club.currency

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        kind = data.get("kind")
        if kind not in LeagueMoney.OF_TEAMS:
            data["team"] = None
        elif "team" in data and data["team"] is None:
            self.add_error("team", forms.ValidationError(_("Choose the team."), code="required"))
        if kind != LeagueMoney.Kind.PAID and not data.get("reason"):
            words = _("Give the reason of the fine.") if kind == LeagueMoney.Kind.FINE else _("Say what it was for.")
            self.add_error("reason", forms.ValidationError(words, code="required"))
        return data
