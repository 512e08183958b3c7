"""Form fields that several rooms use: a name in one line, a number as on paper, a day, an amount of money, and a choice
between "yes" and "no" with labels of its own."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

MOST = 200
HIGHEST = Decimal("99999.99")
DAY_INPUT = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
TIME_INPUT = forms.TimeInput(format="%H:%M", attrs={"type": "time"})
"""The widget of a time of day. Each field takes a copy of it."""


class LineField(forms.CharField):
    """A name in one line, with single spaces between its words."""

    def to_python(self, value: Any) -> str:
        return " ".join(str(super().to_python(value)).split())


class Number(forms.IntegerField):
    """A whole number as written on a sheet, or None for an empty box."""

    def __init__(self, label: Any, help_text: Any = "", *, most: int = MOST, least: int = 0) -> None:
        attrs = {"inputmode": "numeric", "class": "number", "autocomplete": "off", "maxlength": 6}
        words = {
            "invalid": gettext_lazy("Enter a whole number, such as 12."),
            "min_value": gettext_lazy("The number must be at least %(limit_value)s."),
            "max_value": gettext_lazy("The number must be at most %(limit_value)s."),
        }
        super().__init__(
            label=label,
            help_text=help_text,
            min_value=least,
            max_value=most,
            required=False,
            widget=forms.TextInput(attrs=attrs),
            error_messages=words,
        )

    def to_python(self, value: Any) -> int | None:
        """Refuses 1_0, which Python would read as ten; on a sheet it is a slip of the pen."""
        if "_" in str(value):
            raise forms.ValidationError(self.error_messages["invalid"], code="invalid")
        number: int | None = super().to_python(value)
        return number


class EitherField(forms.TypedChoiceField):
    """A choice between "yes" and "no" with labels of its own, in the order given; cleaned to a bool."""

    def __init__(self, choices: Mapping[str, Promise], **given: Any) -> None:
        super().__init__(
            choices=list(choices.items()), coerce=lambda answer: answer == "yes", widget=forms.RadioSelect, **given
        )


class AmountField(forms.DecimalField):
    """An amount with two decimals at most, after a point or a comma. The sign of the currency before or after it is
    ignored."""

    def __init__(self, *, lowest: Decimal, currency: str = "", **given: Any) -> None:
        wrong = gettext_lazy("Enter an amount, such as 5 or 4.50.")
        super().__init__(
            min_value=lowest,
            max_value=HIGHEST,
            decimal_places=2,
            widget=forms.TextInput(attrs={"inputmode": "decimal", "class": "number", "autocomplete": "off"}),
            error_messages={
                **dict.fromkeys(("required", "invalid", "min_value", "max_decimal_places", "max_digits"), wrong),
                "max_value": gettext_lazy("That amount is too large."),
            },
            **given,
        )
        self.currency = currency

    def to_python(self, value: object) -> Decimal | None:  # type: ignore[override]
        text = str(value if value is not None else "").replace("\u00a0", " ").strip()
        if self.currency:
            text = text.removeprefix(self.currency).removesuffix(self.currency)
        return forms.DecimalField.to_python(self, text.strip().replace(",", "."))


def plain_amount(amount: Decimal | None) -> str:
    return "" if amount is None else f"{amount:.2f}"
