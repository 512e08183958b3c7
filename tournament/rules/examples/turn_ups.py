"""Examples for games in which a card is turned up, with a stock or without."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.rules.examples.hands import ANN_LOW, BEA, STOOD, Example

TRUMP_REVOKED = {"revoke": "Bea", "led": "trump", "jack_in_trick": False, "bare_jack": False}
AFTER_A_TURN_UP: Mapping[str, tuple[Example, ...]] = {
    "target": (
        Example(_("Both sides need 1 more point. Ann holds High; Bea holds Low. High counts first."), short=(1, 1)),
    ),
    "points.game": (Example(_("Ann holds High, Bea Low. The tricks are worth 31 to Ann’s side and 22 to Bea’s.")),),
    "points.game_tie": (
        Example(_("Ann deals. She holds High, Bea Low, and the tricks are worth 20 to each side."), pips=(20, 20)),
    ),
    "points.low_to": (
        Example(_("Bea was dealt Low, the Three; Ann takes it in a trick."), low=BEA | {"won_by": "Ann"}),
    ),
    "points.hang_jack": (
        Example(_("Bea was dealt the Jack; Ann takes it in a trick."), jack={"holder": "Bea", "won_by": "Ann"}),
    ),
    "points.pips": (
        Example(
            _("One side wins an Ace, the other a King and a Queen; the side that is behind also wins a Two."),
            given={"penalties.follow": "free"},
            is_loose=True,
        ),
    ),
    "penalties.follow": (
        Example(
            _(
                "Spades are trumps. One player does not follow a spade, another a heart, though they have one. A third "
                "has none of the suit led, and keeps a trump."
            ),
            is_loose=True,
        ),
    ),
    "turn_ups.values": (
        Example(
            _("Ann turns up the Six of hearts; Bea begs, the pack is run, and Ann turns up the Jack of spades."),
            ({"turn_up": "6H"}, {"beg": "Bea"}, {"run": 3}, {"turn_up": "JS"}),
            played=False,
        ),
        Example(_("Ann turns up the Two of clubs."), ({"turn_up": "2C"},), played=False),
    ),
    "take_one.withheld_at_target": (
        Example(
            _("Bea’s side needs 1 more point. Bea begs, and Ann says “take one”. Ann then makes High, Low and Game."),
            ({"turn_up": "9S"}, {"beg": "Bea"}, {"take_one": True}),
            low={"holder": "Ann", "rank": "3"},
            short=(4, 1),
        ),
    ),
    "penalties.revoke_loses_game": (
        Example(
            _("A trump is led, and Bea holds back the Queen of trumps."),
            (*STOOD, TRUMP_REVOKED | {"held_top_trump": True}),
            start=(3, 5),
        ),
        Example(
            _("A trump is led, and Bea holds back a small trump."),
            (*STOOD, TRUMP_REVOKED | {"held_top_trump": False}),
            start=(3, 5),
        ),
        Example(
            _("A trump is led, and Bea holds back her only trump, the Jack."),
            (*STOOD, TRUMP_REVOKED | {"held_top_trump": True, "bare_jack": True}),
            low=ANN_LOW,
            jack={"holder": "Bea", "won_by": "Bea"},
            start=(3, 5),
        ),
        Example(
            _("A club is led; Bea has one, and plays a diamond."),
            (*STOOD, {"revoke": "Bea", "led": "plain", "jack_in_trick": False}),
            start=(3, 5),
        ),
    ),
    "penalties.revoke_credits_target": (
        Example(
            _("Bea’s side has lost the game by a revoke."),
            (*STOOD, TRUMP_REVOKED | {"held_top_trump": True}),
            start=(3, 5),
            given={"penalties.revoke_loses_game": "any"},
        ),
    ),
    "penalties.revoke_to_opponents": (
        Example(
            _("A club is led; Bea has one, and plays a diamond."),
            (*STOOD, {"revoke": "Bea", "led": "plain", "jack_in_trick": False}),
        ),
    ),
    "penalties.misdeal": (
        Example(_("Ann deals 7 cards to Bea, and Bea says so."), ({"misdeal": True},), played=False),
    ),
}

ALL_CARDS: dict[str, Any] = {
    **{"events": ({"turn_up": "9S"},), "high": {"holder": "Ann", "rank": "A"}, "low": {"holder": "Bea", "rank": "2"}},
    **{"jack": {"holder": "Ann", "won_by": "Ann"}, "pips": (35, 45)},
}
"""What is usual where every card comes into play."""

WITH_STOCK: Mapping[str, tuple[Example, ...]] = {
    "target": (
        Example(
            _("Both need 1 more point. Ann takes High, Bea takes Low. High counts first."), **ALL_CARDS, short=(1, 1)
        ),
    ),
    "points.game": (
        Example(_("Ann takes High and the Jack, Bea Low. The tricks are worth 35 to Ann and 45 to Bea."), **ALL_CARDS),
    ),
    "points.game_tie": (
        Example(
            _("Ann deals. She takes High and the Jack, Bea Low, and the tricks are worth 40 to each."),
            **ALL_CARDS | {"pips": (40, 40)},
        ),
    ),
    "points.low_to": (
        Example(
            _("Bea had Low, the Two; Ann takes it in a trick."),
            **ALL_CARDS | {"low": {"holder": "Bea", "rank": "2", "won_by": "Ann"}},
        ),
    ),
    "points.hang_jack": (
        Example(
            _("Bea had the Jack; Ann takes it in a trick."),
            **ALL_CARDS | {"jack": {"holder": "Bea", "won_by": "Ann"}},
        ),
    ),
}
