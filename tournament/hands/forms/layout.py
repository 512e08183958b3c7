"""The fields of one hand as a page lays them out: turn-ups by pack, bids in turn, the play, and what is collapsed."""

from collections.abc import Iterator
from typing import NamedTuple

from django import forms
from django.forms import BoundField

from scoring import RuleSet, Seating
from tournament.hands.forms.facts import ENDS, NONE, in_turn, places_in_pack
from tournament.rules.queries.rules import word_for


class DealInForm(NamedTuple):
    turned: BoundField
    card: BoundField
    answer: BoundField


class RevokeInForm(NamedTuple):
    """One revoke: who, and what these rules ask about it. `is_said` is whether somebody is marked."""

    who: BoundField
    details: list[BoundField]
    is_said: bool


class CallInForm(NamedTuple):
    """What one player bid; `letter` is the letter of their seat, `side` the number of their side."""

    letter: str
    field: BoundField
    side: int = 0


class HandFields(forms.Form):
    """What the templates ask of a hand's form. Its fields come from `fields.fields_for`."""

    rules: RuleSet
    seating: Seating

    def packs(self) -> list[list[DealInForm]]:
        """Returns each pack with the cards that can be turned from it; more than one only if cards were dealt again."""
        size = places_in_pack(self.rules, len(self.seating.seats))
        deals = [
            DealInForm(self[name], self[f"card_{name[7:]}"], self[f"answer_{name[7:]}"])
            for name in self.fields
            if name.startswith("turned_")
        ]
        return [deals[first : first + size] for first in range(0, len(deals), size)]

    @property
    def ends(self) -> str:
        """The answers after which nothing is played."""
        return " ".join(ENDS)

    @property
    def smudge(self) -> int:
        """The bid after which nobody may bid; 0 if there is none."""
        auction = self.rules.auction
        return auction.smudge_bid if auction and auction.smudge != "off" else 0

    def pitch(self) -> list[BoundField]:
        """Returns who pitched, and for how much."""
        return [self["pitcher"], self["bid"]]

    def calls(self) -> list[CallInForm]:
        """Returns the bids in turn, from the left of the marked dealer."""
        order = in_turn(self.seating, str(self["dealer"].value() or ""))
        of_player = self.fields["dealer"].widget.sides
        called = [letter for letter in order if f"bid_{letter}" in self.fields]
        return [CallInForm(letter, self[f"bid_{letter}"], of_player[letter]) for letter in called]

    def play(self) -> list[BoundField]:
        return [self[name] for name in ("high", "low", "jack", "jack_from", "game") if name in self.fields]

    def note_fields(self) -> list[BoundField]:
        return self._fields_with_figures() if "game" in self.fields else []

    def taken_fields(self) -> list[BoundField]:
        """Returns what each side took, where no other field says who won what."""
        return [] if "game" in self.fields else self._fields_with_figures()

    def _fields_with_figures(self) -> list[BoundField]:
        return [self[name] for name in self.fields if name.endswith("_rank") or name.startswith("pips_")]

    @property
    def revoke_word(self) -> str:
        return word_for(self.rules, "revoke")

    @property
    def misdeal_word(self) -> str:
        return word_for(self.rules, "misdeal")

    def revokes(self) -> Iterator[RevokeInForm]:
        kinds = ("led", "top", "jack", "corrected")
        for name in self.fields:
            place = name.removeprefix("revoke_")
            if name.startswith("revoke_") and place.isdigit():
                details = [f"revoke_{kind}_{place}" for kind in kinds]
                is_said = self[name].value() not in (None, "", NONE) or bool(self[name].errors)
                yield RevokeInForm(self[name], [self[each] for each in details if each in self.fields], is_said)

    def deal_fields(self) -> list[CallInForm]:
        return [CallInForm(name[6:], self[name]) for name in self.fields if name.startswith("dealt_")]

    @property
    def has_wrong_deal(self) -> bool:
        """Whether there is an error in what a phone collapses to one line: the turn-ups and what followed them."""
        return any(name.startswith(("turned_", "card_", "answer_", "discarded")) for name in self.errors)

    @property
    def has_wrong_bids(self) -> bool:
        """Whether there is an error in the bids of all players, which are collapsed."""
        return any(name.startswith("bid_") for name in self.errors)

    @property
    def has_notes(self) -> bool:
        return any(field.value() not in (None, "") or field.errors for field in self.note_fields())

    @property
    def has_revokes(self) -> bool:
        return any(revoke.is_said for revoke in self.revokes())

    @property
    def has_cards(self) -> bool:
        if "tricks" not in self.fields:
            return False
        fields = [*(each.field for each in self.deal_fields()), self["tricks"]]
        return any(field.value() or field.errors for field in fields)
