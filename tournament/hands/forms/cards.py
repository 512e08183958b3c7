"""The whole hand in a form: the cards dealt to each player and the tricks, as text.

A player's cards stand in one line, "KH 9D 10C"; the tricks one a line, the leader's card first. Whose card it was is
what the deal says, so the deal is told with the tricks.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from scoring import RANKS, SUITS, HandFacts, Seating
from tournament.hands.forms.ticks import CARD, SUIT_SIGNS, Ticked, lettered, letters_of

Cards = tuple[str, ...]
BETWEEN = re.compile(r"[\s,;]+")


class CardsBox(forms.CharField):
    """Cards in one line, cleaned to a tuple."""

    def __init__(self, label: str) -> None:
        attrs = {"class": "cards-box", "autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        super().__init__(label=label, required=False, max_length=200, widget=forms.TextInput(attrs=attrs))

    def clean(self, value: Any) -> Any:
        return _cards_in(super().clean(value))


class TricksBox(forms.CharField):
    """A trick a line, cleaned to a tuple of tuples of cards."""

    def __init__(self, label: str) -> None:
        attrs = {"class": "cards-box", "rows": 6, "autocomplete": "off", "spellcheck": "false"}
        super().__init__(label=label, required=False, max_length=2000, widget=forms.Textarea(attrs=attrs))

    def clean(self, value: Any) -> Any:
        return tuple(cards for line in super().clean(value).splitlines() if (cards := _cards_in(line)))


def _cards_in(text: str) -> Cards:
    found = []
    for typed in BETWEEN.split(text.strip()) if text.strip() else ():
        match = CARD.fullmatch(typed)
        if match is None or not match[2]:
            raise forms.ValidationError(_("“%(typed)s” is not a card, like 9D or 10H."), params={"typed": typed[:20]})
        found.append(match[1].upper().replace("10", "T") + SUIT_SIGNS.get(match[2], match[2].upper()))
    return tuple(found)


def fields_of_cards(players: Mapping[str, str]) -> dict[str, forms.Field]:
    """`players` is letter -> name, in the order of the deal."""
    found: dict[str, forms.Field] = {f"dealt_{letter}": CardsBox(name) for letter, name in players.items()}
    return found | {"tricks": TricksBox(_("Tricks, one a line, the leader's card first"))}


def faults_of(seating: Seating, ticked: Ticked) -> Iterator[tuple[str, str]]:
    """Field and sentence for what cannot even be told to scoring: tricks with cards that nobody was dealt."""
    tricks, owners = ticked["tricks"], _owners(seating, ticked)
    if tricks and not owners:
        yield "dealt_a", _("Say what cards each player was dealt; the tricks follow from there.")
        return
    for number, trick in enumerate(tricks, start=1):
        for card in trick:
            if card not in owners:
                what = {"number": number, "card": text_of([card])}
                yield "tricks", _("Trick %(number)s: nobody was dealt the %(card)s.") % what


def cards_of(seating: Seating, ticked: Ticked) -> dict[str, Any]:
    """What HandFacts is to know of the cards."""
    owners = _owners(seating, ticked)
    if not owners:
        return {}
    players = lettered(seating.seats)
    dealt = {player: ticked[f"dealt_{letter}"] for letter, player in players.items()}
    known: dict[str, Any] = {"dealt": {player: cards for player, cards in dealt.items() if cards}}
    if ticked["tricks"]:
        known["tricks"] = tuple(tuple((owners.get(card, ""), card) for card in trick) for trick in ticked["tricks"])
    return known


def _owners(seating: Seating, ticked: Ticked) -> dict[str, str]:
    players = lettered(seating.seats)
    return {card: player for letter, player in players.items() for card in ticked.get(f"dealt_{letter}") or ()}


def ticks_of_cards(facts: HandFacts) -> dict[str, Any]:
    """The other way round; of tricks without a deal, the cards played stand for it."""
    tricks = facts.tricks or ()
    dealt: dict[str, Any] = {player: list(cards) for player, cards in (facts.dealt or {}).items()}
    if facts.dealt is None:
        for player, card in (play for trick in tricks for play in trick):
            dealt.setdefault(player, []).append(card)
    letters = letters_of(facts.seating.seats)
    ticked = {f"dealt_{letter}": text_of(dealt.get(player, ())) for player, letter in letters.items()}
    return ticked | {"tricks": "\n".join(text_of([card for _player, card in trick]) for trick in tricks)}


def text_of(cards: list[str] | Cards) -> str:
    """As people write them."""
    return " ".join(card.replace("T", "10") for card in cards)


def pack() -> list[list[str]]:
    """The 52 cards, a suit a row, the highest first."""
    return [[rank + suit for rank in reversed(RANKS)] for suit in SUITS]
