"""Forms for what leaves the hall: what everybody may read, and a new token."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from tournament.models import ApiToken, SharingRules
from tournament.web.fields import TIME_INPUT


class SharingForm(forms.Form):
    api_is_public = forms.BooleanField(
        label=_("Anyone may read the club’s public data without a token"),
        help_text=_("Evenings, seats, standings that are shown, shown seasons and leagues. Names as each person says."),
        required=False,
    )
    calendar_is_public = forms.BooleanField(
        label=_("Anyone may subscribe to the club’s calendar"),
        help_text=_("Name, date and place of every evening and of the fixtures of shown leagues, and nobody’s name."),
        required=False,
    )
    venue = forms.CharField(label=_("Where evenings are played"), max_length=120, required=False)
    starts = forms.TimeField(
        label=_("Evenings start at"),
        help_text=_("Left empty, the calendar shows whole days."),
        widget=TIME_INPUT,
        required=False,
    )
    ends = forms.TimeField(label=_("Evenings end at"), widget=TIME_INPUT, required=False)

    def __init__(self, rules: SharingRules, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={name: getattr(rules, name) for name in self.base_fields})

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("ends") and not data.get("starts") and "starts" not in self.errors:
            self.add_error("starts", _("Say when evenings start too."))
        return data


class TokenForm(forms.Form):
    name = forms.CharField(label=_("What is it for?"), help_text=_("As in “Club website”."), max_length=60)
    scope = forms.ChoiceField(
        label=_("What may it read?"),
        choices=ApiToken.Scope.choices,
        initial=ApiToken.Scope.PUBLIC,
        widget=forms.RadioSelect,
    )
