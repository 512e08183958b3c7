"""What the director decides of a hand: which version is right, or that a late one does not count, and why."""

from typing import Any
from uuid import UUID, uuid5

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.forms.hands import REASON_NEEDED
from tournament.models import State
from tournament.queries.decisions import Said, ToDecide

Reasons = tuple[tuple[str, str | Promise], ...]

IN_DISPUTE: Reasons = (
    ("both", _("Both sides say so")),
    ("counted", _("Counted again")),
    ("slip", _("The slip says so")),
    ("stands", _("Nobody can say: it stands")),
)
CAME_LATE: Reasons = (
    ("in_time", _("Played in time, sent late")),
    ("after", _("Played after the end")),
    ("there", _("It is there already")),
    ("both", _("Both sides say so")),
    ("slip", _("The slip says so")),
)
DECISIONS = UUID("5f6a9f0e-0f6c-4b65-9a83-0d6c7f1c1674")


class DecideForm(forms.Form):
    """`right` is the id of the version that counts from now on, `aside` that of a late one that does not. A reason is
    one of the usual, or in the director's words."""

    usual = forms.ChoiceField(label=_("Why"), required=False, widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Or in your words"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    right = forms.IntegerField(required=False)
    aside = forms.IntegerField(required=False)
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, decided: ToDecide, data: QueryDict | None = None) -> None:
        self.decided = decided
        current = decided.current
        super().__init__(data, initial={"seen": current.hand.pk if current else None})
        usual = self.fields["usual"]
        assert isinstance(usual, forms.ChoiceField)
        usual.choices = self.reasons = self._reasons()

    def _reasons(self) -> list[tuple[str, str | Promise]]:
        """Reasons that fit what waits: a late hand, a dispute, or both on one page, each once."""
        is_late = any(said.is_late for said in self.decided.said)
        in_dispute = not is_late or any(said.hand.state == State.DISPUTED for said in self.decided.said)
        offered = [*(CAME_LATE if is_late else ()), *(IN_DISPUTE if in_dispute else ())]
        return list({key: (key, words) for key, words in offered}.values())

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        usual = dict(self.reasons).get(cleaned.get("usual", ""), "")
        cleaned["reason"] = (cleaned.get("reason") or "").strip() or str(usual)
        if not self.errors and not cleaned["reason"]:
            self.add_error("usual", REASON_NEEDED)
        if not self.errors and self.chosen is None:
            self.add_error(None, _("Say which version is right. They may have changed since you looked."))
        return cleaned

    @property
    def chosen(self) -> Said | None:
        """The version that a button named; only of a form whose fields are clean."""
        asked = self.cleaned_data.get("right") or self.cleaned_data.get("aside")
        return self.decided.version(asked) if asked else None

    @property
    def is_set_aside(self) -> bool:
        return self.cleaned_data.get("aside") is not None

    @property
    def key(self) -> UUID:
        """The same again for a second press."""
        assert self.chosen
        return uuid5(DECISIONS, f"{self.cleaned_data['seen']}-{self.chosen.hand.pk}")
