"""Form fields that several rooms use: a number as paper has it, and a yes or no in words of its own."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

MOST = 200


class Number(forms.IntegerField):
    """A whole number as it is written on a sheet, or None for a box that is left empty."""

    def __init__(self, *, label: str, most: int = MOST, least: int = 0) -> None:
        attrs = {"inputmode": "numeric", "class": "number", "autocomplete": "off", "maxlength": 6}
        words = {
            "invalid": gettext_lazy("Enter a whole number, such as 12."),
            "min_value": gettext_lazy("The number must be at least %(limit_value)s."),
            "max_value": gettext_lazy("The number must be at most %(limit_value)s."),
        }
        super().__init__(
            label=label,
            min_value=least,
            max_value=most,
            required=False,
            widget=forms.TextInput(attrs=attrs),
            error_messages=words,
        )

    def to_python(self, value: Any) -> int | None:
        """Python would read 1_0 as ten; on a sheet it is a slip."""
        if "_" in str(value):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        number: int | None = super().to_python(value)
        return number


class EitherField(forms.TypedChoiceField):
    """A "yes" and a "no" in words of their own, in the order given; cleaned to a bool."""

    def __init__(self, choices: Mapping[str, Promise], **given: Any) -> None:
        super().__init__(
            choices=list(choices.items()), coerce=lambda said: said == "yes", widget=forms.RadioSelect, **given
        )
