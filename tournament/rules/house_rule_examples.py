"""Example hands for each house rule, which score differently when the rule is changed.

Pure data for `house_rules`: the facts are written as in a hand record. Ann and Bea play, alone or with partners as the
game needs. Django only translates the words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring import RuleSet, ScoredHand, Seating, read_hand, score_hand, with_house_rules

PAIRS = Seating(("Ann", "Bea", "Cy", "Dan"), {"Ann and Cy": ("Ann", "Cy"), "Bea and Dan": ("Bea", "Dan")})
TWO, THREE = Seating.of_singles("Ann", "Bea"), Seating.of_singles("Ann", "Bea", "Cy")

ANN, BEA = {"holder": "Ann", "rank": "K"}, {"holder": "Bea", "rank": "3"}
STOOD = ({"turn_up": "9S"}, {"stand": "Bea"})
TRUMP_REVOKED = {"revoke": "Bea", "led": "trump", "jack_in_trick": False}
ANN_LOW, CY_LOW = {"holder": "Ann", "rank": "3"}, {"holder": "Cy", "rank": "3"}
TO_BEA: dict[str, Any] = {"high": {"holder": "Bea", "rank": "A"}, "pips": (10, 25, 5)}
BEA_BID_TWO = TO_BEA | {"events": ({"bid": ["Bea", 2]}, {"pass": "Cy"}, {"pass": "Ann"})}
BEA_MADE_FOUR = TO_BEA | {
    "events": ({"bid": ["Bea", 4]}, {"pass": "Cy"}, {"pass": "Ann"}),
    "jack": {"holder": "Bea", "won_by": "Bea"},
}
ANN_WENT_OUT: dict[str, Any] = {
    "events": ({"pass": "Bea"}, {"pass": "Cy"}, {"bid": ["Ann", 2]}),
    **{"high": {"holder": "Ann", "rank": "A"}, "low": ANN_LOW, "pips": (25, 10, 5), "start": (0, 1, 0), "short": (2,)},
}
ALL_PASSED = ({"pass": "Bea"}, {"pass": "Cy"}, {"pass": "Ann"})


@dataclass(frozen=True)
class Example:
    """A hand dealt by Ann; `story` says what happens. `pips` and `start` (the score before) are in the order of the
    sides. `short` starts the first sides that many points below the target. `given` are house rules that the example
    needs. `choices` are the values of the rule that it is an example for; empty for all."""

    story: str | Promise
    events: tuple[Mapping[str, Any], ...] = STOOD
    high: Mapping[str, Any] = field(default_factory=lambda: ANN)
    low: Mapping[str, Any] = field(default_factory=lambda: BEA)
    jack: Mapping[str, Any] | None = None
    pips: tuple[int, ...] = (31, 22)
    played: bool = True
    start: tuple[int, ...] = (0, 0, 0)
    short: tuple[int, ...] = ()
    set_backs: tuple[int, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    choices: tuple[Any, ...] = ()


class ScoredExample(NamedTuple):
    """The score before the hand, by side, and the hand as the rules score it."""

    start: Mapping[str, int]
    scored: ScoredHand


def seating_for(rules: RuleSet) -> Seating:
    """Returns three players if there is bidding, otherwise two pairs if the game has them, or two players."""
    if rules.auction is not None:
        return THREE
    return PAIRS if rules.players.pairs else TWO


def score_example(example: Example, rules: RuleSet) -> ScoredExample:
    seating = seating_for(rules)
    sides, rules = seating.side_names, with_house_rules(rules, example.given)
    start = dict(zip(sides, example.start, strict=False))
    if rules.target is not None:
        start |= {side: rules.target - short for side, short in zip(sides, example.short, strict=False)}
        start = {side: min(points, rules.target - 1) for side, points in start.items()}
    hand: dict[str, Any] = {"dealer": "Ann", "events": list(example.events)}
    if example.played:
        low = {"won_by": example.low["holder"]} | dict(example.low)
        hand |= {"high": example.high, "low": low, "jack": example.jack}
        hand["pips"] = dict(zip(sides, (*example.pips, 0), strict=False))
    set_backs = dict(zip(sides, example.set_backs, strict=False))
    return ScoredExample(start, score_hand(rules, read_hand(hand, seating), start, set_backs=set_backs))


def examples_of(name: str, rules: RuleSet, value: Any) -> tuple[Example, ...]:
    """Returns the examples for the rule of this name when it has this value."""
    examples = AT_AUCTION.get(name, ()) if rules.auction is not None else ()
    return tuple(each for each in examples or EXAMPLES.get(name, ()) if not each.choices or value in each.choices)


EXAMPLES: Mapping[str, tuple[Example, ...]] = {
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
    "penalties.misdeal": (
        Example(_("Ann deals 7 cards to Bea, and Bea says so."), ({"misdeal": True},), played=False),
    ),
}

AT_AUCTION: Mapping[str, tuple[Example, ...]] = {
    "target": (
        Example(
            _("Ann and Bea each need 1 more point. Bea bids 2 and makes High and Game; Ann holds Low."),
            **BEA_BID_TWO,
            low=ANN_LOW,
            short=(1, 1, 3),
        ),
    ),
    "points.game": (
        Example(
            _("Bea bids 2. She holds High, Cy Low; the tricks are worth 25 to Bea, 10 to Ann, 5 to Cy."),
            **BEA_BID_TWO,
            low=CY_LOW,
        ),
    ),
    "points.game_tie": (
        Example(
            _("Ann deals. Cy bids 2, and holds High and Low. The tricks are worth 15 to Ann, 15 to Bea, 10 to Cy."),
            ({"pass": "Bea"}, {"bid": ["Cy", 2]}, {"pass": "Ann"}),
            high={"holder": "Cy", "rank": "A"},
            low=CY_LOW,
            pips=(15, 15, 10),
        ),
    ),
    "points.low_to": (
        Example(
            _("Bea bids 2, and makes High and Game. Cy was dealt Low, the Three; Ann takes it in a trick."),
            **BEA_BID_TWO,
            low=CY_LOW | {"won_by": "Ann"},
        ),
    ),
    "points.hang_jack": (
        Example(
            _("Bea bids 2, and makes High and Game. Cy was dealt Low and the Jack; Ann takes the Jack in a trick."),
            **BEA_BID_TWO,
            low=CY_LOW,
            jack={"holder": "Cy", "won_by": "Ann"},
        ),
    ),
    "auction.dealer_may_equal": (
        Example(
            _("Bea bids 3, Cy passes; Ann, who deals, says 3 too. Bea makes High, Low and Game."),
            ({"bid": ["Bea", 3]}, {"pass": "Cy"}, {"bid": ["Ann", 3]}),
            **TO_BEA,
        ),
    ),
    "auction.smudge": (
        Example(_("Bea bids 4 and makes all 4 points. She had 1 point before."), **BEA_MADE_FOUR, start=(0, 1, 0)),
        Example(_("The same, but Bea was in the hole, at −2."), **BEA_MADE_FOUR, start=(0, -2, 0)),
    ),
    "auction.all_pass": (
        Example(
            _("Bea, Cy and Ann pass. Nothing is played."),
            ALL_PASSED,
            played=False,
            choices=("next_dealer", "same_dealer"),
        ),
        Example(
            _("Bea, Cy and Ann pass. The hand is played: Bea makes High and Game, Ann Low."),
            ALL_PASSED,
            **TO_BEA,
            low=ANN_LOW,
            choices=("dealer_bids", "elder_pitches_free"),
        ),
    ),
    "settle_up.stake": (
        Example(_("Ann bids 2, makes High and Low and is out. Bea had 1 point, Cy none."), **ANN_WENT_OUT),
    ),
    "settle_up.set_backs": (
        Example(
            _("Ann bids 2, makes High and Low and is out. Bea had 1 point; Cy had none and was set back twice."),
            **ANN_WENT_OUT,
            set_backs=(0, 0, 2),
        ),
    ),
}
