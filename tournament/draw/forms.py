"""Forms of the draw: a seed, two players to swap in a draft, two to reseat after the release."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.event.queries.entry_rows import EntryRow
from tournament.models import Entry, Stage

LARGEST_SEED = 999_999


class DrawForm(forms.Form):
    """The seed of a draw. An empty seed is drawn by lot; the same seed makes the same draw of the same people again."""

    seed = forms.IntegerField(
        label=_("Draw number"),
        required=False,
        min_value=0,
        max_value=LARGEST_SEED,
        widget=forms.TextInput(attrs={"inputmode": "numeric", "class": "number", "autocomplete": "off"}),
        help_text=_("Leave empty for a random draw. The same number seats the same people at the same tables again."),
        error_messages={
            "invalid": _("Enter a whole number, such as 1674, or leave it empty."),
            "min_value": _("The number must be 0 or more."),
            "max_value": _("6 digits at most."),
        },
    )
    prefer_five = forms.BooleanField(label="", required=False)

    def __init__(self, data: QueryDict | None = None, *, five: str, draft: Stage | None = None) -> None:
        """`five` describes the tables with one table of five in words; "" if there is no such choice."""
        super().__init__(data, initial={"prefer_five": draft.prefer_five} if draft else None)
        if five:
            self.fields["prefer_five"].label = _now("Use %(tables)s instead") % {"tables": five}
        else:
            del self.fields["prefer_five"]

    @property
    def prefers_five(self) -> bool:
        return bool(self.cleaned_data.get("prefer_five"))


class TwoPlayersField(forms.TypedMultipleChoiceField):
    """Two players ticked in a list. Its messages are "required", "invalid_choice" and "not_two"."""

    def __init__(self, seated: Sequence[Entry | EntryRow], messages: Mapping[str, Any]) -> None:
        by_id = {str(entry.pk): entry for entry in seated}
        choices = [(pk, entry.name) for pk, entry in by_id.items()]
        super().__init__(choices=choices, coerce=by_id.__getitem__, error_messages=dict(messages))

    def clean(self, value: Any) -> list[Entry | EntryRow]:
        two: list[Entry | EntryRow] = super().clean(value)
        if len(two) != 2:
            raise forms.ValidationError(self.error_messages["not_two"] % {"n": len(two)}, code="not_two")
        return two


class SwapForm(forms.Form):
    """The two players ticked in the draft, who swap seats."""

    def __init__(self, data: QueryDict, *, seated: Sequence[Entry | EntryRow]) -> None:
        super().__init__(data)
        messages = {
            "required": _("Tick the 2 to swap."),
            "invalid_choice": _("One of these 2 no longer has a seat. Check the list again."),
            "not_two": _("%(n)s ticked. Tick 2 to swap."),
        }
        self.fields["swap"] = TwoPlayersField(seated, messages)


class ReseatForm(forms.Form):
    """Two players who sit in each other's seats. `seen` is the number of changes made when the page was shown; with
    `reopen` the results of their tables are undone first."""

    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)
    reopen = forms.BooleanField(required=False)

    def __init__(self, data: QueryDict | None = None, *, seated: Sequence[Entry]) -> None:
        super().__init__(data)
        messages = {
            "required": _("Tick the 2 players who are in each other’s seats."),
            "invalid_choice": _("One of these 2 is no longer in this round. Check the list again."),
            "not_two": _("%(n)s ticked. Tick the 2 players who are in each other’s seats."),
        }
        self.fields["reseat"] = TwoPlayersField(seated, messages)
