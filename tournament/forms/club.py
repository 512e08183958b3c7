"""The club itself: its name, the hall's network for the cards on the tables, and what its printer holds."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Club
from tournament.paper import SHEETS

LONGEST_NAME = 32
"""Of a network, in bytes, as the standard has it."""
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 63
LENGTH_OF_A_KEY = 64

NO_SPELLING = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}


class ClubForm(forms.Form):
    name = forms.CharField(label=_("Club"), max_length=120, help_text=_("Printed on every paper."))
    wifi_name = forms.CharField(
        label=_("Name of the hall’s Wi-Fi"),
        required=False,
        max_length=LONGEST_NAME,
        widget=forms.TextInput(attrs=NO_SPELLING),
        help_text=_("Exactly as phones show it. Every table card then has a square that joins it."),
    )
    wifi_password = forms.CharField(
        label=_("Its password"),
        required=False,
        max_length=LENGTH_OF_A_KEY,
        widget=forms.TextInput(attrs=NO_SPELLING),
        help_text=_("Printed on the table cards. Empty for a network without one."),
    )
    sheet = forms.ChoiceField(
        label=_("Its paper"),
        choices=[(sheet.key, sheet.label) for sheet in SHEETS.values()],
        help_text=_(
            "What the printer holds. Every paper is laid out for it, unless you choose another before printing."
        ),
    )

    def __init__(self, club: Club | None, data: Mapping[str, Any] | None = None) -> None:
        kept = club or Club()
        super().__init__(data, initial={name: getattr(kept, name) for name in self.base_fields})

    def clean_name(self) -> str:
        return " ".join(str(self.cleaned_data["name"]).split())

    def clean_wifi_name(self) -> str:
        name = str(self.cleaned_data["wifi_name"])
        if len(name.encode()) > LONGEST_NAME:
            raise forms.ValidationError(
                _("A network’s name has room for 32 plain letters; accents and other alphabets take two or more each.")
            )
        return name

    def clean_wifi_password(self) -> str:
        password = str(self.cleaned_data["wifi_password"])
        if not password or SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD or _is_key(password):
            return password
        raise forms.ValidationError(_("The password of a Wi-Fi has 8 to 63 letters. Look again."))

    def clean(self) -> dict[str, Any]:
        kept = self.cleaned_data
        if kept.get("wifi_password") and not kept.get("wifi_name") and "wifi_name" not in self.errors:
            self.add_error("wifi_name", _("Which network is this the password of?"))
        return kept


def _is_key(password: str) -> bool:
    """Whether it is the key itself that a password is made into."""
    return len(password) == LENGTH_OF_A_KEY and all(sign in "0123456789abcdefABCDEF" for sign in password)
