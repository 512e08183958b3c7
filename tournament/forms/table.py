"""What a table types to get in."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.queries.codes import plain


class CodeForm(forms.Form):
    """`code` is clean as it is kept."""

    code = forms.CharField(
        label=_("Code on the table's card"),
        max_length=40,
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autocapitalize": "characters",
                "autocorrect": "off",
                "spellcheck": "false",
                "enterkeyhint": "go",
                "placeholder": "KTP-374",
                "class": "code-box",
            }
        ),
        error_messages={"required": _("Type the six letters and figures on the card.")},
    )

    def clean_code(self) -> str:
        code = plain(self.cleaned_data["code"])
        if not code:
            raise forms.ValidationError(_("A code has six letters and figures, as in KTP-374. Look at the card again."))
        return code
