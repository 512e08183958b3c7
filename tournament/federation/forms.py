"""Forms to found a federation and to invite a club."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.web.fields import LineField


class FederationForm(forms.Form):
    name = LineField(label=_("Name of the federation"), max_length=120)


class InvitationForm(forms.Form):
    host = LineField(
        label=_("Address of the club"),
        max_length=253,
        help_text=_("Where its pages are on this server, as in arima.example.org."),
    )

    def clean_host(self) -> str:
        """Takes an address as browsers show it."""
        typed = str(self.cleaned_data["host"]).lower()
        return typed.removeprefix("https://").removeprefix("http://").partition("/")[0]
