"""Form fields that several rooms use: a name in one line, a number as on paper, points with halves, a day, an amount of
money, and a choice between "yes" and "no" with labels of its own."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

MOST = 200
MOST_POINTS = 1000
WRONG_POINTS = gettext_lazy("Enter numbers such as 3, 2.5 or 1/2.")
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


class PointsField(forms.CharField):
    """Points: a whole number, a decimal or a fraction, read exactly; empty is 0."""

    def __init__(self, label: Any, help_text: Any = "") -> None:
        attrs = {"class": "number", "autocomplete": "off"}
        widget = forms.TextInput(attrs=attrs)
        super().__init__(label=label, help_text=help_text, required=False, max_length=12, widget=widget)

    def clean(self, value: Any) -> Any:
        return read_points(super().clean(value) or "0")

    def prepare_value(self, value: Any) -> Any:
        return str(value) if isinstance(value, int | Fraction) else value


def read_points(text: str) -> int | Fraction:
    """Reads points as people write them: 3, 2.5, 2,5, 1/2, 7½ or 7 1/2."""
    for sign, words in (("¼", " 1/4"), ("½", " 1/2"), ("¾", " 3/4"), (",", ".")):
        text = text.replace(sign, words)
    try:
        points = sum((Fraction(word) for word in text.split()), Fraction(0))
    except (ValueError, ZeroDivisionError):
        raise forms.ValidationError(WRONG_POINTS) from None
    if abs(points) > MOST_POINTS or points.denominator > MOST_POINTS:
        raise forms.ValidationError(WRONG_POINTS)
    return int(points) if points.denominator == 1 else points


class EitherField(forms.TypedChoiceField):
    """A choice between "yes" and "no" with labels of its own, in the order given; cleaned to a bool."""

    def __init__(self, choices: Mapping[str, Promise], attrs: dict[str, str] | None = None, **given: Any) -> None:
        widget = forms.RadioSelect(attrs=attrs)
        super().__init__(choices=list(choices.items()), coerce=lambda answer: answer == "yes", widget=widget, **given)


class NumbersField(forms.CharField):
    """Numbers from 1 to `most` as people write them, as in "7, 7, 8"; cleaned to a list."""

    def __init__(self, *, most: int, **given: Any) -> None:
        super().__init__(**given)
        self.most = most

    def to_python(self, value: Any) -> Any:
        written = str(value or "").replace(",", " ").replace(";", " ").replace("+", " ").split()
        if any(not each.isdecimal() or len(each) > 2 or not 1 <= int(each) <= self.most for each in written):
            sentence = gettext_lazy("Write a number per table, such as 7, 7, 8. The most is %(n)s.")
            raise forms.ValidationError(sentence, code="numbers", params={"n": self.most})
        return [int(each) for each in written]


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
