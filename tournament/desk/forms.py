"""Opening a locked evening again."""

from django import forms
from django.utils.translation import gettext_lazy as _


class ReopenForm(forms.Form):
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        help_text=_("Kept in the log: a sheet was found, a line was misread."),
        error_messages={"required": _("Say why the evening is opened again.")},
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
