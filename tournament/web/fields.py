"""Form fields that several rooms use: a name in one line, a number as on paper, points with halves, a day, an amount of
money, a choice between "yes" and "no" with labels of its own, and a list that one puts in order."""

import re
from collections.abc import Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

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


THOUSANDS_APART = re.compile(r"\d{1,3}(?P<by>[.,' ])\d{3}(?:(?P=by)\d{3})*(?P<decimals>[.,]\d{1,2})")


class AmountField(forms.DecimalField):
    """An amount with two decimals at most, after a point or a comma; before them the other one, a space or an
    apostrophe may part the thousands. The sign of the currency before or after it is ignored."""

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
        text = text.strip()
        if (apart := THOUSANDS_APART.fullmatch(text)) and apart["by"] != apart["decimals"][0]:
            text = text.replace(apart["by"], "")
        return forms.DecimalField.to_python(self, text.replace(",", "."))


def plain_amount(amount: Decimal | None) -> str:
    return "" if amount is None else f"{amount:.2f}"


class ArrangedInput(forms.MultipleHiddenInput):
    """The keys of a list in their order, hidden, as `web/_arranged.html` sends them with the press that changed them:
    NAME-up and NAME-remove say which is moved or taken out, and NAME-next which comes to the end."""

    is_hidden = False
    use_fieldset = True

    def value_from_datadict(self, data: Any, files: Any, name: str) -> list[str]:
        sent = [key for key in data.getlist(name) if key != data.get(f"{name}-remove")]
        keys = list(dict.fromkeys(key for key in (*sent, data.get(f"{name}-next")) if key))
        if (up := data.get(f"{name}-up")) in keys[1:]:
            at = keys.index(up)
            keys[at - 1 : at + 1] = [up, keys[at - 1]]
        return keys


class ArrangedChoice(NamedTuple):
    key: str
    label: str


class ArrangedField(forms.Field):
    """Some of its choices, in an order that a press changes without script; cleaned to a list of their keys. `add` are
    the words of the press that adds one."""

    widget = ArrangedInput

    def __init__(self, *, choices: Mapping[str, Any], add: Any, **given: Any) -> None:
        super().__init__(required=False, **given)
        self.choices, self.add = choices, add

    def to_python(self, value: Any) -> list[str]:
        keys = list(value or ())
        if any(key not in self.choices for key in keys):
            raise forms.ValidationError(gettext_lazy("Choose from the list."))
        return keys

    def choices_of(self, keys: Sequence[str]) -> list[ArrangedChoice]:
        return [ArrangedChoice(key, str(self.choices.get(key, key))) for key in keys]

    def choices_left(self, keys: Sequence[str]) -> list[ArrangedChoice]:
        return [ArrangedChoice(key, str(label)) for key, label in self.choices.items() if key not in keys]


def is_arranging(data: Mapping[str, Any], name: str) -> bool:
    """Returns whether a press arranged the list of that name, and nothing is to be saved yet."""
    return any(f"{name}-{press}" in data for press in ("up", "remove", "add"))
