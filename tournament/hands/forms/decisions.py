"""The director's decision on a hand: which version counts, or that a late one does not, and why. Also lists the fields
in which versions differ."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID, uuid5

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring import HandFacts, read_hand
from tournament.foundation.authors import Phone
from tournament.hands.forms.fields import Size, fields_for, size_of
from tournament.hands.forms.hand import REASON_NEEDED
from tournament.hands.forms.marks import ticks_from
from tournament.hands.forms.preview import names_in
from tournament.hands.queries.decisions import LateBatch, ToDecide, VersionToDecide
from tournament.hands.queries.disputes import Dispute, disputes_of
from tournament.hands.queries.hands import MatchInHands
from tournament.matches.queries.match_on_board import WitnessDifference
from tournament.models import State

Reasons = tuple[tuple[str, str | Promise], ...]

IN_DISPUTE: Reasons = (
    ("both", _("Both sides agree")),
    ("counted", _("Counted again")),
    ("slip", _("The slip says so")),
    ("stands", _("Unclear, so it stands")),
)
CAME_LATE: Reasons = (
    ("in_time", _("Played in time, sent late")),
    ("after", _("Played after the end")),
    ("there", _("Already recorded")),
    ("both", _("Both sides agree")),
    ("slip", _("The slip says so")),
)
MANY_LATE: Reasons = (
    ("code", _("Sent under an old code")),
    ("after", _("Played after the end")),
    ("there", _("They are there already")),
    ("never", _("Never played")),
)
DECISIONS = UUID("5f6a9f0e-0f6c-4b65-9a83-0d6c7f1c1674")


class ReasonForm(forms.Form):
    """Asks the director for a reason: one of the usual ones, or in their own words."""

    usual = forms.ChoiceField(label=_("Why"), required=False, widget=forms.RadioSelect)
    reason = forms.CharField(
        label=_("Or another reason"),
        max_length=300,
        required=False,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    reasons: Reasons

    def offer_reasons(self, reasons: Reasons) -> None:
        usual = self.fields["usual"]
        assert isinstance(usual, forms.ChoiceField)
        usual.choices = self.reasons = reasons

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        usual = dict(self.reasons).get(cleaned.get("usual", ""), "")
        cleaned["reason"] = (cleaned.get("reason") or "").strip() or str(usual)
        if not self.errors and not cleaned["reason"]:
            self.add_error("usual", REASON_NEEDED)
        return cleaned


class DecideForm(ReasonForm):
    """`right` is the id of the version that counts from now on; `aside` is the id of a late one that does not."""

    right = forms.IntegerField(required=False)
    aside = forms.IntegerField(required=False)
    seen = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, decided: ToDecide, data: QueryDict | None = None) -> None:
        self.decided = decided
        current = decided.current
        super().__init__(data, initial={"seen": current.hand.pk if current else None})
        # One page may show a late hand, a dispute or both; offer the reasons that fit, each once.
        is_late = any(version.is_late for version in self.decided.versions)
        in_dispute = not is_late or any(version.hand.state == State.DISPUTED for version in self.decided.versions)
        offered = [*(CAME_LATE if is_late else ()), *(IN_DISPUTE if in_dispute else ())]
        self.offer_reasons(tuple({key: (key, words) for key, words in offered}.values()))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors and self.version_chosen is None:
            self.add_error(
                None, _("Choose the right version. The versions may have changed since you opened this page.")
            )
        return cleaned

    @property
    def version_chosen(self) -> VersionToDecide | None:
        """The version that the pressed button named. Valid only once the form's fields are clean."""
        asked = self.cleaned_data.get("right") or self.cleaned_data.get("aside")
        return self.decided.version(asked) if asked else None

    @property
    def key(self) -> UUID:
        """The entry key; a second press gives the same key, so that it changes nothing."""
        assert self.version_chosen
        return uuid5(DECISIONS, f"{self.cleaned_data['seen']}-{self.version_chosen.hand.pk}")


class SetAsideForm(ReasonForm):
    """Sets late hands aside together: those of the chosen batches or, with `all`, all that the page showed. `seen` is
    the last hand that the page showed; hands that came later keep waiting."""

    batches = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)
    seen = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, waiting: Sequence[LateBatch], data: QueryDict | None = None) -> None:
        self.waiting = waiting
        last = max((hand.pk for batch in waiting for hand in batch.hands), default=0)
        super().__init__(data, initial={"usual": "code", "seen": last})
        self.offer_reasons(MANY_LATE)
        batches = self.fields["batches"]
        assert isinstance(batches, forms.MultipleChoiceField)
        batches.choices = [(batch.key, batch.key) for batch in waiting]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not self.errors and not self.hands():
            self.add_error("batches", _("Select which hands to set aside, or press the button for all."))
        return cleaned

    def hands(self) -> list[int]:
        """Returns the ids of the chosen hands. Valid only once the form's fields are clean."""
        chosen = [batch for batch in self.waiting if "all" in self.data or batch.key in self.cleaned_data["batches"]]
        return [hand.pk for batch in chosen for hand in batch.hands if hand.pk <= self.cleaned_data["seen"]]


def differences_of(
    played: MatchInHands, readings: tuple[HandFacts, ...], names: Mapping[str, str] | None = None
) -> list[WitnessDifference]:
    """Returns every field in which the readings of a hand differ, in the order of the form. `names` are names to use
    for players and sides instead of their own."""
    rules = played.rules
    sizes = [size_of(facts) for facts in readings]
    size = Size(max(size.packs for size in sizes), max(size.revokes for size in sizes))
    fields = fields_for(rules, played.seating, names or names_in(played), may_stop=True, size=size)
    marks = [ticks_from(rules, facts) for facts in readings]
    differences = []
    for name, field in fields.items():
        described = tuple(_describe_mark(field, ticked.get(name)) for ticked in marks)
        if len(set(described)) > 1:
            differences.append(WitnessDifference(str(field.label), described))
    return differences


def disputes_with_differences(
    played: MatchInHands, phone: Phone | None
) -> list[tuple[Dispute, list[WitnessDifference]]]:
    """Returns the disputes that the table may settle, each with the fields in which its two versions differ."""
    disputes = []
    for dispute in disputes_of(played, phone):
        at_hand = played.at_hand(dispute.number)
        facts = tuple(read_hand(each.hand.facts, at_hand.seating) for each in dispute.versions)
        names = names_in(at_hand) | dict(dispute.names)
        disputes.append((dispute, differences_of(at_hand, facts, names)))
    return disputes


def _describe_mark(field: forms.Field, value: Any) -> str:
    if value is True:
        return gettext("Yes")
    if value in (None, "", False):
        return "–"
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        return {str(key): str(label) for key, label in choices}.get(str(value), str(value))
    return str(value)
