"""Forms for a season, the rule of a series, and ratings."""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from tournament.models import Event, RatingRules, Season, Series
from tournament.ranking import CRITERIA, Amount
from tournament.seasons.rule import COUNTS, FEATS, MOST_NIGHTS, MOST_PLACES, TIE_BREAKS, SeriesRule
from tournament.seasons.series import OWN_TIE_BREAKS
from tournament.web.fields import DAY_INPUT, ArrangedField, LineField, Number, PointsField, read_points

TIE_BREAK_LABELS = {
    key: _(OWN_TIE_BREAKS[key][0] if key in OWN_TIE_BREAKS else CRITERIA[key].label) for key in TIE_BREAKS
}


class SeasonForm(forms.Form):
    name = LineField(label=_("Season"), max_length=80, help_text=_("For example 2026, or Winter 2026/27."))
    first_day = forms.DateField(label=_("First day"), widget=DAY_INPUT)
    last_day = forms.DateField(label=_("Last day"), widget=DAY_INPUT)

    def __init__(self, season: Season | None, data: Mapping[str, Any] | None, *, today: date) -> None:
        year = {"name": str(today.year), "first_day": today.replace(month=1, day=1)}
        initial = {name: getattr(season, name) for name in self.base_fields} if season else year
        super().__init__(data, initial={"last_day": today.replace(month=12, day=31), **initial})

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if "first_day" in data and "last_day" in data:
            if data["last_day"] < data["first_day"]:
                self.add_error("last_day", _("The last day must not be before the first."))
            elif data["last_day"] - data["first_day"] > timedelta(days=366 * 20):
                self.add_error("last_day", _("A season can be at most 20 years long."))
        return data


class EveningsForm(forms.Form):
    """Chooses which evenings count."""

    evenings = forms.MultipleChoiceField(label=_("Evenings"), required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, choosable: list[tuple[Event, bool]], data: Mapping[str, Any] | None) -> None:
        super().__init__(data, initial={"evenings": [str(event.pk) for event, is_in in choosable if is_in]})
        field = self.fields["evenings"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [
            (str(event.pk), f"{date_format(event.date, 'j M Y')} · {event.name}") for event, _is_in in choosable
        ]

    def evenings_chosen(self) -> set[int]:
        return {int(pk) for pk in self.cleaned_data["evenings"]}


class SeriesForm(forms.Form):
    """The rule of a series in a club's words. The form can preview a rule before it is saved."""

    name = LineField(
        label=_("Series"),
        max_length=80,
        widget=forms.TextInput(attrs={"placeholder": _("Points, or Jacks of the year")}),
    )
    ranks = forms.ChoiceField(label=_("Ranks"), choices=Series.Ranks.choices)
    counts = forms.ChoiceField(label=_("Each evening counts"), choices=list(COUNTS.items()))
    places = forms.CharField(
        label=_("Points for place 1, 2, 3 and so on"),
        required=False,
        max_length=300,
        widget=forms.TextInput(attrs={"placeholder": "10 8 6 5 4 3 2 1"}),
    )
    others = PointsField(label=_("Points for everybody placed lower"))
    shared = forms.ChoiceField(
        label=_("A shared place gives"),
        choices=[("average", _("the average of the places shared")), ("full", _("the full points to each"))],
    )
    win = PointsField(label=_("Match points for a match won"))
    draw = PointsField(label=_("For a match drawn"))
    loss = PointsField(label=_("For a match lost"))
    best = Number(_("Best evenings that count"), least=1, most=MOST_NIGHTS)
    minimum = Number(_("Evenings needed to be ranked"), most=MOST_NIGHTS)
    sit_outs = forms.ChoiceField(
        label=_("Sitting out a round"),
        choices=[("as_evening", _("counts what the evening credits for it")), ("nothing", _("counts nothing"))],
        widget=forms.RadioSelect,
    )
    tie_breaks = ArrangedField(label=_("Ties are split by"), choices=TIE_BREAK_LABELS, add=_("Add tie-break"))

    def __init__(self, series: Series | None, rule: SeriesRule, data: Mapping[str, Any] | None) -> None:
        initial: dict[str, Any] = {name: getattr(rule, name) for name in self.base_fields if hasattr(rule, name)}
        initial |= {"places": " ".join(str(each) for each in rule.places), "minimum": rule.minimum or None}
        initial |= {"name": series.name if series else "", "ranks": series.ranks if series else Series.Ranks.PLAYERS}
        initial |= {f"feat_{feat}": rule.feats.get(feat, 0) for feat in FEATS}
        super().__init__(data, initial=initial)
        for field in self.fields.values():
            field.widget.attrs["aria-label"] = field.label
        for feat, label in FEATS.items():
            self.fields[f"feat_{feat}"] = PointsField(label=_("Bonus: %(feat)s") % {"feat": label})

    @property
    def extras(self) -> list[forms.BoundField]:
        """Returns what is rarely used."""
        return [self["sit_outs"], *(self[f"feat_{feat}"] for feat in FEATS)]

    @property
    def has_extras(self) -> bool:
        """Returns whether any of what is rarely used is in use or is wrong."""
        return any(str(field.value()) not in ("0", "", "None", "as_evening") or field.errors for field in self.extras)

    def clean_places(self) -> tuple[Amount, ...]:
        places = tuple(read_points(word) for word in str(self.cleaned_data["places"]).replace(";", " ").split())
        if len(places) > MOST_PLACES:
            raise forms.ValidationError(_("Enter at most %(most)s places.") % {"most": MOST_PLACES})
        return places

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("counts") == "place" and not data.get("places") and "places" not in self.errors:
            self.add_error("places", _("Enter the points for each place, such as 10 8 6 5 4 3 2 1."))
        return data

    def rule(self) -> SeriesRule:
        data = self.cleaned_data
        feats = {feat: data[f"feat_{feat}"] for feat in FEATS if data[f"feat_{feat}"]}
        names = ("counts", "places", "others", "shared", "win", "draw", "loss", "sit_outs", "best")
        values = {name: data[name] for name in names}
        return SeriesRule(**values, minimum=data["minimum"] or 0, feats=feats, tie_breaks=tuple(data["tie_breaks"]))

    def values(self) -> dict[str, Any]:
        return {"name": self.cleaned_data["name"], "ranks": self.cleaned_data["ranks"], "rule": self.rule()}


class RatingForm(forms.Form):
    is_on = forms.BooleanField(label=_("Rate the club’s people"), required=False)
    shown = forms.BooleanField(
        label=_("Show ratings to everybody"), required=False, help_text=_("Otherwise only people who are signed in.")
    )
    fewest_matches = Number(_("Matches before a rating is shown"), least=1, most=500)

    def __init__(self, rules: RatingRules, data: Mapping[str, Any] | None) -> None:
        super().__init__(data, initial={name: getattr(rules, name) for name in self.base_fields})
        self.fields["fewest_matches"].required = True
