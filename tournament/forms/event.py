"""Opening an evening, and choosing among the options of its format."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.formats import BELL_RULES, FINAL_ORDER_LABELS, THREES_LABELS
from tournament.models import Event


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class EventForm(forms.Form):
    """Everything is filled in already, so that one press opens an evening. The first evening also names the club."""

    name = forms.CharField(label=_("Evening"), max_length=120)
    date = forms.DateField(label=_("Date"), widget=DateInput())
    club_name = forms.CharField(label=_("Club"), max_length=120, help_text=_("Printed on every paper."))

    def __init__(self, data: Mapping[str, Any] | None, *, first: bool) -> None:
        opening = {"name": _now("Kent evening"), "date": timezone.localdate(), "club_name": _now("Our club")}
        super().__init__(data, initial=opening)
        if not first:
            del self.fields["club_name"]


class SettingsForm(forms.Form):
    """What of an evening may still be chosen. `fixed` names the settings that play has fixed, each with why: they are
    not offered, and a page opened earlier that still sends another value is told."""

    name = forms.CharField(label=_("Evening"), max_length=120)
    date = forms.DateField(label=_("Date"), widget=DateInput())
    club_name = forms.CharField(label=_("Club"), max_length=120)
    hour_minutes = forms.IntegerField(
        label=_("Minutes of an hour"),
        min_value=3,
        max_value=240,
        help_text=_("Three rounds share it: 60 minutes make rounds of 20. A table of five plays five shorter ones."),
    )
    warning_minutes = forms.IntegerField(
        label=_("Warning before the bell, in minutes"), min_value=0, max_value=30, help_text=_("0: no warning.")
    )
    bell_rule = forms.ChoiceField(
        label=_("The hand in play at the bell"),
        choices=[(rule.key, rule.label) for rule in BELL_RULES.values()],
        widget=forms.RadioSelect,
        help_text=_("Printed on every score sheet."),
    )
    adjust_sit_outs = forms.TypedChoiceField(
        label=_("Somebody who sits out a round"),
        choices=[("yes", _("is ranked as if for the whole hour")), ("no", _("counts only what was won"))],
        coerce=lambda said: said == "yes",
        widget=forms.RadioSelect,
        help_text=_("33 points in 40 minutes of 60 rank as 49.5; both numbers are shown."),
    )
    threes = forms.ChoiceField(
        label=_("In the second hour"), choices=list(THREES_LABELS.items()), widget=forms.RadioSelect
    )
    final_order = forms.ChoiceField(
        label=_("Final standings"), choices=list(FINAL_ORDER_LABELS.items()), widget=forms.RadioSelect
    )

    FIXED_BY = {"hour_minutes": "hour_seconds"}

    def __init__(self, event: Event, data: Mapping[str, Any] | None, *, fixed: Mapping[str, str]) -> None:
        super().__init__(data, initial=_chosen(event))
        self.fixed = {
            name: why for name in list(self.fields) if (why := fixed.get(self.FIXED_BY.get(name, name))) is not None
        }
        self.stays = {
            self.fields[name].label: (_said(self.fields[name], self.initial[name]), why)
            for name, why in self.fixed.items()
        }
        for name in self.fixed:
            del self.fields[name]

    def clean(self) -> dict[str, Any]:
        for name, why in self.fixed.items():
            if name in self.data and str(self.data[name]) != str(self.initial[name]):
                self.add_error(None, forms.ValidationError(why, code="fixed"))
        return self.cleaned_data

    def settings(self) -> dict[str, Any]:
        """By the names that an event keeps them under."""
        wanted = dict(self.cleaned_data)
        for minutes, seconds in (("hour_minutes", "hour_seconds"), ("warning_minutes", "warning_seconds")):
            if minutes in wanted:
                wanted[seconds] = wanted.pop(minutes) * 60
        return wanted


def _chosen(event: Event) -> dict[str, Any]:
    return {
        "name": event.name,
        "date": event.date,
        "club_name": event.club.name,
        "hour_minutes": event.hour_seconds // 60,
        "warning_minutes": event.warning_seconds // 60,
        "bell_rule": event.bell_rule,
        "adjust_sit_outs": "yes" if event.adjust_sit_outs else "no",
        "threes": event.threes,
        "final_order": event.final_order,
    }


def _said(field: forms.Field, value: Any) -> Any:
    """The label of a choice, else the value itself."""
    if not isinstance(field, forms.ChoiceField):
        return value
    choices: dict[Any, Any] = dict(field.widget.choices)
    return choices.get(value, value)
