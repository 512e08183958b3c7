"""The kinds of fields in the form of a hand. `unsent` is a field's value if nothing was sent, else None."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

CARD = re.compile(r"(10|[2-9TJQKA])\s*([SHDC♠♥♦♣]?)", re.IGNORECASE)
MARK_ONE = gettext_lazy("Mark one of these.")
BETWEEN_CARDS = re.compile(r"[\s,;]+")
SUIT_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


class Choices(forms.RadioSelect):
    """Radio buttons, some of which can be chosen only if another mark makes them possible: `only` is value ->
    condition. `sides` is value -> number of the side it belongs to, whose shape a page draws beside it."""

    only: Mapping[str, str] = {}
    sides: Mapping[str, int] = {}

    def create_option(self, name: str, value: Any, *args: Any, **options: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **options)
        if str(value) in self.only:
            option["attrs"]["data-when"] = self.only[str(value)]
        return option | {"side": self.sides.get(str(value), 0)}


class Ticks(forms.ChoiceField):
    """One of a few choices, side by side; without `needed` it may stay unmarked.

    The rest is for possible.js. `when` says which other marks make the field possible, as in "jack!=none; high=a b";
    `only` says the same of single choices. `other_than` names a field that cannot have the same mark. `unless_turned`
    is a rank: if it was turned up last, `note` replaces the question. `sides` says which choices are sides or players,
    and of which side.
    """

    widget = Choices
    unsent = ""

    def __init__(
        self,
        label: str,
        choices: Iterable[tuple[str, str]],
        *,
        start: str = "",
        needed: str = "",
        when: str = "",
        only: Mapping[str, str] | None = None,
        other_than: str = "",
        unless_turned: str = "",
        note: str = "",
        sides: Mapping[str, int] | None = None,
    ) -> None:
        self.when, self.other_than, self.unless_turned, self.note = when, other_than, unless_turned, note
        words: dict[str, Any] = {"required": needed, "invalid_choice": MARK_ONE}
        super().__init__(label=label, choices=list(choices), required=bool(needed), initial=start, error_messages=words)
        self.widget.only = only or {}
        self.widget.sides = self.sides = sides or {}


class YesNo(Ticks):
    def __init__(self, label: str, *, when: str = "", unless_turned: str = "") -> None:
        super().__init__(label, [("yes", _("Yes")), ("no", _("No"))], when=when, unless_turned=unless_turned)

    @staticmethod
    def value_for(answer: bool | None) -> str:
        return "" if answer is None else "yes" if answer else "no"


class Flag(forms.BooleanField):
    unsent = False

    def __init__(self, label: str, *, start: bool = False, when: str = "") -> None:
        self.when = when
        super().__init__(label=label, required=False, initial=start)


class CardField(forms.CharField):
    """A rank, with its suit if `suit` is set: 9D, JH, 10♠, Q."""

    unsent = ""

    def __init__(self, label: str, *, suit: bool) -> None:
        self.suit = suit
        attrs = {"class": "card-box", "autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        super().__init__(label=label, required=False, max_length=5, widget=forms.TextInput(attrs=attrs))

    def clean(self, value: Any) -> str:
        typed = super().clean(value)
        match = CARD.fullmatch(typed)
        if not typed:
            return ""
        if match is None or (match[2] and not self.suit):
            message = (
                _("Enter a card, such as 9D or 10H; or only J.")
                if self.suit
                else _("Enter a rank: A, K, Q, J or a number.")
            )
            raise forms.ValidationError(message, code="card")
        return match[1].upper().replace("10", "T") + SUIT_SIGNS.get(match[2], match[2].upper())


class CardsBox(forms.CharField):
    """Cards in one line, cleaned to a tuple."""

    unsent = ()

    def __init__(self, label: str) -> None:
        attrs = {"class": "cards-box", "autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        super().__init__(label=label, required=False, max_length=200, widget=forms.TextInput(attrs=attrs))

    def clean(self, value: Any) -> Any:
        return _cards_in(super().clean(value))


class TricksBox(forms.CharField):
    """One trick per line, cleaned to a tuple of tuples of cards."""

    unsent = ()

    def __init__(self, label: str) -> None:
        attrs = {"class": "cards-box", "rows": 6, "autocomplete": "off", "spellcheck": "false"}
        super().__init__(label=label, required=False, max_length=2000, widget=forms.Textarea(attrs=attrs))

    def clean(self, value: Any) -> Any:
        return tuple(cards for line in super().clean(value).splitlines() if (cards := _cards_in(line)))


def _cards_in(text: str) -> tuple[str, ...]:
    cards = []
    for typed in BETWEEN_CARDS.split(text.strip()) if text.strip() else ():
        match = CARD.fullmatch(typed)
        if match is None or not match[2]:
            raise forms.ValidationError(_("“%(typed)s” is not a card, like 9D or 10H."), params={"typed": typed[:20]})
        cards.append(match[1].upper().replace("10", "T") + SUIT_SIGNS.get(match[2], match[2].upper()))
    return tuple(cards)
