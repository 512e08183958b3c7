"""Forms for signing up, and for the settings of a sign-up page."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.door.services.entries import LONGEST_NAME, tidy_name
from tournament.foundation.fields import EitherField, Number
from tournament.models import Enters, Event, SignUpState


class PartnerForm(forms.Form):
    """For pairs, either a partner is named or one is needed; in a team somebody may come without a partner."""

    partner = forms.CharField(label=_("Your partner’s name"), max_length=LONGEST_NAME, required=False)
    needs_partner = forms.BooleanField(label=_("I need a partner"), required=False)

    def __init__(
        self, event: Event, data: Mapping[str, Any] | None = None, *, own_name: str = "", initial: Any = None
    ) -> None:
        super().__init__(data, initial=initial)
        self.own_name = own_name
        self.of_pairs = event.enters == Enters.PAIRS
        if self.of_pairs:
            self.fields["partner"].help_text = _("People play in pairs. Leave it empty if you need a partner.")
            self.fields["needs_partner"].help_text = _("You get the next person who needs one too.")

    def clean_partner(self) -> str:
        return tidy_name(str(self.cleaned_data["partner"]))

    def clean(self) -> dict[str, Any]:
        data = self.cleaned_data
        if data.get("partner"):
            data["needs_partner"] = False
            if data["partner"].lower() == data.get("name", self.own_name).lower():
                self.add_error("partner", forms.ValidationError(_("These are the same name."), code="same"))
        elif self.of_pairs and not (data.get("needs_partner") or self.errors):
            asked = _("Do you need a partner? Tick the box below, or enter your partner’s name.")
            self.add_error("partner", forms.ValidationError(asked, code="required"))
        return data


class SignUpForm(PartnerForm):
    """Asks for a partner if people play in pairs or teams."""

    name = forms.CharField(
        label=_("Your name"), max_length=LONGEST_NAME, error_messages={"required": _("Enter a name.")}
    )
    field_order = ("name", "partner", "needs_partner")

    def __init__(self, event: Event, data: Mapping[str, Any] | None = None, *, by_secretary: bool = False) -> None:
        super().__init__(event, data)
        if by_secretary:
            for field, label in (
                ("name", _("Name")),
                ("partner", _("Partner’s name")),
                ("needs_partner", _("Needs a partner")),
            ):
                self.fields[field].label = label
                self.fields[field].help_text = ""
        if event.enters == Enters.PLAYERS:
            del self.fields["partner"], self.fields["needs_partner"]

    def clean_name(self) -> str:
        name = tidy_name(str(self.cleaned_data["name"]))
        if not name:
            raise forms.ValidationError(_("Enter a name."), code="required")
        return name


class SignUpPageForm(forms.Form):
    is_open = EitherField({"yes": _("Open"), "no": _("Closed")}, label=_("People can sign up themselves"))
    places = Number(label="", least=1, most=999)

    def __init__(self, event: Event, data: Mapping[str, Any] | None = None) -> None:
        is_open = "yes" if event.sign_up == SignUpState.OPEN else "no"
        super().__init__(data, initial={"is_open": is_open, "places": event.sign_up_places})
        self.fields["places"].label = _("Places")
        self.fields["places"].help_text = _(
            "Once all places are taken, further players go on the waiting list. Leave empty for no limit."
        )
