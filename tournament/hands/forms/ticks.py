"""The kinds of fields in the form of a hand, and how they name players and sides: by the letter of the seat, or of the
place in the order of sides."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

Ticked = Mapping[str, Any]

LETTERS = "abcdefg"
CARD = re.compile(r"(10|[2-9TJQKA])\s*([SHDC♠♥♦♣]?)", re.IGNORECASE)
MARK_ONE = gettext_lazy("Mark one of these.")
SUIT_SIGNS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def lettered(keys: Sequence[str]) -> dict[str, str]:
    """Letter -> key: players by their seats, sides by their order, "a" the first."""
    return dict(zip(LETTERS, keys, strict=False))


def letters_of(keys: Sequence[str]) -> dict[str, str]:
    """Key -> letter."""
    return {key: letter for letter, key in lettered(keys).items()}


class Choices(forms.RadioSelect):
    """Radios of which some can only be chosen when another mark makes them possible: `only` is value -> condition."""

    only: Mapping[str, str] = {}

    def create_option(self, name: str, value: Any, *args: Any, **options: Any) -> dict[str, Any]:
        option: dict[str, Any] = super().create_option(name, value, *args, **options)
        if str(value) in self.only:
            option["attrs"]["data-when"] = self.only[str(value)]
        return option


class Ticks(forms.ChoiceField):
    """One of a few, side by side; without `needed` it may stay unmarked. For possible.js `when` says what other marks
    make it possible, as in "jack!=none; high=a b", `only` the same of single choices; `other_than` names a field whose
    mark cannot be this one's too; and `unless_turned` is the rank that, turned up last, takes this question away and
    leaves `note` in its place.
    """

    widget = Choices

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
    ) -> None:
        self.when, self.other_than, self.unless_turned, self.note = when, other_than, unless_turned, note
        words: dict[str, Any] = {"required": needed, "invalid_choice": MARK_ONE}
        super().__init__(label=label, choices=list(choices), required=bool(needed), initial=start, error_messages=words)
        self.widget.only = only or {}


class YesNo(Ticks):
    """A question that has to be answered, one way or the other."""

    def __init__(self, label: str, *, when: str = "", unless_turned: str = "") -> None:
        super().__init__(label, [("yes", _("Yes")), ("no", _("No"))], when=when, unless_turned=unless_turned)

    @staticmethod
    def of(answer: bool | None) -> str:
        return "" if answer is None else "yes" if answer else "no"


def said(answer: str | None) -> bool | None:
    """What a YesNo was answered with."""
    return {"yes": True, "no": False}.get(answer or "")


class Flag(forms.BooleanField):
    """Something that was so, or not."""

    def __init__(self, label: str, *, start: bool = False, when: str = "") -> None:
        self.when = when
        super().__init__(label=label, required=False, initial=start)


class Card(forms.CharField):
    """A rank, with its suit where `suit` is asked: 9D, JH, 10♠, Q."""

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
            message = _("A card, like 9D or 10H; or only J.") if self.suit else _("A rank: A, K, Q, J or a number.")
            raise forms.ValidationError(message, code="card")
        return match[1].upper().replace("10", "T") + SUIT_SIGNS.get(match[2], match[2].upper())
