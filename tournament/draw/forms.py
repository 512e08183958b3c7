"""Forms of the draw: a seed, two players to swap in a draft, two to reseat after the release."""

from collections.abc import Sequence

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.event.queries.entry_rows import EntryRow
from tournament.models import Entry, Stage

LARGEST_SEED = 999_999


class DrawForm(forms.Form):
    """Left empty, the seed is drawn by lot; typed in again, it makes the same draw of the same people."""

    seed = forms.IntegerField(
        label=_("Seed"),
        required=False,
        min_value=0,
        max_value=LARGEST_SEED,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "number", "autocomplete": "off"}),
        help_text=_("Leave it empty for a new lot. The same number draws the same people the same way again."),
        error_messages={
            "invalid": _("A whole number, like 1674, or nothing."),
            "min_value": _("Not below 0."),
            "max_value": _("Six figures at most."),
        },
    )
    prefer_five = forms.BooleanField(label="", required=False)

    def __init__(self, data: QueryDict | None = None, *, five: str, draft: Stage | None = None) -> None:
        """`five` says the tables with one of five in words; empty where there is no such choice."""
        super().__init__(data, initial={"prefer_five": draft.prefer_five} if draft else None)
        if five:
            self.fields["prefer_five"].label = _now("Rather %(tables)s") % {"tables": five}
        else:
            del self.fields["prefer_five"]

    @property
    def prefers_five(self) -> bool:
        return bool(self.cleaned_data.get("prefer_five"))


class SwapForm(forms.Form):
    """Two players ticked in the draft."""

    def __init__(self, data: QueryDict, *, seated: Sequence[Entry | EntryRow]) -> None:
        super().__init__(data)
        by_id = {str(entry.pk): entry for entry in seated}
        self.fields["swap"] = forms.TypedMultipleChoiceField(
            choices=[(pk, entry.name) for pk, entry in by_id.items()],
            coerce=by_id.__getitem__,
            error_messages={
                "required": _("Tick the two who are to change seats."),
                "invalid_choice": _("One of these two has no seat any more. Look again."),
            },
        )

    def clean_swap(self) -> list[Entry | EntryRow]:
        two: list[Entry | EntryRow] = self.cleaned_data["swap"]
        if len(two) != 2:
            said = _now("%(n)s ticked. Tick two: they take each other's seat.")
            raise forms.ValidationError(said % {"n": len(two)}, code="not_two")
        return two


class ReseatForm(forms.Form):
    """Two ticked who sit in each other's place; `seen` is how many changes had been made when the page was shown."""

    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, data: QueryDict | None = None, *, seated: list[Entry]) -> None:
        super().__init__(data)
        by_id = {str(entry.pk): entry for entry in seated}
        self.fields["reseat"] = forms.TypedMultipleChoiceField(
            choices=[(pk, entry.name) for pk, entry in by_id.items()],
            coerce=by_id.__getitem__,
            error_messages={
                "required": _("Tick the two who sit in each other’s place."),
                "invalid_choice": _("One of these two has no place any more. Look again."),
            },
        )

    def clean_reseat(self) -> list[Entry]:
        two: list[Entry] = self.cleaned_data["reseat"]
        if len(two) != 2:
            said = _now("%(n)s ticked. Tick the two who sit in each other’s place.")
            raise forms.ValidationError(said % {"n": len(two)}, code="not_two")
        return two
