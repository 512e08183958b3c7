"""What is asked about a pasted list before anybody is added, once for all lines of a kind."""

from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2s
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tournament.lists.names import Doubt, NameList, Shape, read_names

YES, NO = "yes", "no"
MOST_LISTED = 12
QUESTIONS: Mapping[Doubt, tuple[Any, Any, Any]] = {
    Doubt.SURNAME_FIRST: (
        _("The surname seems to come first. Are these the names?"),
        _("Yes, these are the names"),
        _("No, use the names as I typed them"),
    ),
    Doubt.NO_NAME: (
        _("These lines do not look like names:"),
        _("Leave them out"),
        _("They are names: add them"),
    ),
    Doubt.ABSENT: (_("These seem not to be coming:"), _("Leave them out"), _("Add them as players")),
    Doubt.COUPLE: (
        _("Do both partners have the same surname?"),
        _("Yes, add them with these names"),
        _("No, use the names as I typed them"),
    ),
    Doubt.GUEST: (
        _("These bring somebody whose name is not in the list:"),
        _("Add a guest for each; you can correct the name later"),
        _("Add only the players who are named"),
    ),
    Doubt.NO_PARTNER: (
        _("These pairs lack a partner:"),
        _("Add the player without a partner"),
        _("Leave these lines out"),
    ),
    Doubt.PAID: (_("These are marked as paid:"), _("Mark them as paid tonight"), _("Take their money at the door")),
    Doubt.RESERVE: (
        _("These are marked as reserves or as not here:"),
        _("Put them on the list, but not as here"),
        _("They are here and play"),
    ),
    Doubt.CONTACT: (
        _("The list has telephone numbers or e-mail addresses:"),
        _("Save them for the desk, where none is saved yet"),
        _("Leave them out"),
    ),
}
"""Each question, and what its two answers say."""


class ListForm(forms.Form):
    """One question about all lines of a kind; bound once it was asked about exactly these lines."""

    answer = forms.ChoiceField(widget=forms.RadioSelect, error_messages={"required": _("Choose one.")})

    def __init__(self, doubt: Doubt, lines: Sequence[str], data: Mapping[str, Any] | None) -> None:
        digest = blake2s("\n".join([doubt, *lines]).encode(), digest_size=6).hexdigest()
        prefix = f"list-{digest}"
        super().__init__(
            data if data is not None and f"{prefix}-answer" in data else None, prefix=prefix, initial={"answer": YES}
        )
        self.doubt = doubt
        question, yes, no = QUESTIONS[doubt]
        shown, more = "; ".join(lines[:MOST_LISTED]), len(lines) - MOST_LISTED
        if more > 0:
            shown += ngettext(" and %(n)s more", " and %(n)s more", more) % {"n": more}
        field = self.fields["answer"]
        assert isinstance(field, forms.ChoiceField)
        field.label, field.choices = f"{question} {shown}", [(YES, yes), (NO, no)]


def read_answered_names(
    text: str, shape: Shape, data: Mapping[str, Any] | None, *, has_price: bool, is_known: Callable[[str], bool]
) -> tuple[NameList, list[ListForm]]:
    """Reads a list by the answers that were given, and returns what is asked about it. Without a price nobody is asked
    who has paid."""
    answers: dict[Doubt, bool] = {} if has_price else {Doubt.PAID: False}
    names = read_names(text, shape, answers=answers, is_known=is_known)
    questions = _ask(names, data, has_price=has_price)
    answers |= {form.doubt: form.cleaned_data["answer"] == YES for form in questions if form.is_valid()}
    if not all(answers.values()):
        names = read_names(text, shape, answers=answers, is_known=is_known)
        questions = _ask(names, data, has_price=has_price)
    return names, questions


def _ask(names: NameList, data: Mapping[str, Any] | None, *, has_price: bool) -> list[ListForm]:
    asked = [doubt for doubt in Doubt if doubt in names.doubts and (has_price or doubt != Doubt.PAID)]
    return [ListForm(doubt, names.doubts[doubt], data) for doubt in asked]
