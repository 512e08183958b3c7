"""Names as they come to the door: typed one under the other, with commas between, or pasted from a list."""

import re
from collections import Counter

from django import forms
from django.utils.translation import gettext as _now
from django.utils.translation import gettext_lazy as _

from tournament.services.enter import tidy_name

# What stands before a name in a pasted list: "12.", "3)", "4 -", "-", "*", a bullet.
MARKER = re.compile(r"^\s*(?:\d+\s*[.):]|\d+\s+[-–—](?=\s)|[-–—*•])\s*")
LONGEST = 80


class NameForm(forms.Form):
    """One name, spelled right."""

    name = forms.CharField(
        label=_("Name"),
        max_length=LONGEST,
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "words", "autofocus": True}),
        help_text=_("Spelled like this from now on, on every page and paper of every evening."),
        error_messages={"required": _("Type a name first.")},
    )

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if not name:
            raise forms.ValidationError(_("Type a name first."), code="required")
        return name


class NamesForm(forms.Form):
    names = forms.CharField(
        label=_("Names"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 5, "autocomplete": "off", "autocapitalize": "words"}),
        help_text=_("One under the other, or with commas between. Paste a list if you have one."),
        error_messages={"required": _("Type a name first.")},
    )

    def clean_names(self) -> list[str]:
        pieces = re.split(r"[\n\r,;\t]+", self.cleaned_data["names"])
        names = [name for piece in pieces if (name := tidy_name(MARKER.sub("", piece)))]
        if not names:
            raise forms.ValidationError(_("Type a name first."), code="required")
        for name in names:
            if len(name) > LONGEST:
                sentence = _now("“%(start)s…” is too long for one name. Put a comma or a new line between names.")
                raise forms.ValidationError(sentence % {"start": name[:30]}, code="too_long")
        return names

    def twice(self) -> list[str]:
        """Names that stand in it more than once: perhaps two people."""
        names: list[str] = self.cleaned_data["names"]
        counted = Counter(name.lower() for name in names)
        return list({name.lower(): name for name in names if counted[name.lower()] > 1}.values())
