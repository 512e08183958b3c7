"""Opening a locked evening again, and how pages look on one device."""

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


class DisplayForm(forms.Form):
    """Kept by the browser in a cookie for each field; an empty one follows the device."""

    theme = forms.ChoiceField(
        label=_("Colours"),
        required=False,
        choices=[
            ("", _("As on this device")),
            ("paper", _("Light")),
            ("slate", _("Dark")),
            ("contrast", _("High contrast")),
        ],
        widget=forms.RadioSelect,
    )
    letters = forms.ChoiceField(
        label=_("Text size"),
        required=False,
        choices=[
            ("", _("Normal")),
            ("large", _("Large")),
            ("larger", _("Very large")),
            ("largest", _("Twice as large")),
        ],
        widget=forms.RadioSelect,
    )
