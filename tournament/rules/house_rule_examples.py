"""Example hands for each house rule, which score differently when the rule is changed.

Pure data for `house_rules`: the facts are written as in a hand record. Ann and Bea play, alone or with partners as the
game needs. LEAST and MOST stand for the lowest and the highest bid, in facts and in stories. Django only translates the
words.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring import Revoke, RuleSet, ScoredHand, Seating, read_hand, score_hand, with_house_rules

PAIRS = Seating(("Ann", "Bea", "Cy", "Dan"), {"Ann and Cy": ("Ann", "Cy"), "Bea and Dan": ("Bea", "Dan")})
TWO, THREE = Seating.of_singles("Ann", "Bea"), Seating.of_singles("Ann", "Bea", "Cy")

ANN, BEA = {"holder": "Ann", "rank": "K"}, {"holder": "Bea", "rank": "3"}
STOOD = ({"turn_up": "9S"}, {"stand": "Bea"})
TRUMP_REVOKED = {"revoke": "Bea", "led": "trump", "jack_in_trick": False, "bare_jack": False}
LEAST, MOST = "least", "most"
ALL_BUT_LEAST = -1
"""Points that leave the other side just the lowest bid."""
ANN_LOW, CY_LOW = {"holder": "Ann", "rank": "3"}, {"holder": "Cy", "rank": "3"}
TO_BEA: dict[str, Any] = {"high": {"holder": "Bea", "rank": "A"}, "pips": (10, 25, 5)}
BEA_BID = TO_BEA | {"events": ({"bid": ["Bea", LEAST]}, {"pass": "Cy"}, {"pass": "Ann"})}
BEA_MADE_FOUR = TO_BEA | {
    "events": ({"bid": ["Bea", 4]}, {"pass": "Cy"}, {"pass": "Ann"}),
    "jack": {"holder": "Bea", "won_by": "Bea"},
}
ANN_WENT_OUT: dict[str, Any] = {
    "events": ({"pass": "Bea"}, {"pass": "Cy"}, {"bid": ["Ann", 3]}),
    **{"high": {"holder": "Ann", "rank": "A"}, "low": ANN_LOW, "pips": (25, 10, 5), "start": (0, 1, 0), "short": (3,)},
}
ALL_PASSED = ({"pass": "Bea"}, {"pass": "Cy"}, {"pass": "Ann"})


class Play(NamedTuple):
    """A whole hand: who leads to each trick, and each player's cards in the order in which they play them."""

    leaders: str
    cards: Mapping[str, str]

    def tricks(self, seats: tuple[str, ...]) -> list[list[list[str]]]:
        """Returns the tricks as in a hand record."""
        tricks = []
        for number, leader in enumerate(self.leaders.split()):
            first = seats.index(leader)
            order = seats[first:] + seats[:first]
            tricks.append([[player, self.cards[player].split()[number]] for player in order])
        return tricks


LOOSE_PLAYS: Mapping[int, Play] = {
    4: Play(
        "Bea Bea Cy Cy Dan Bea",
        {"Ann": "7D 3S 8D 4C 7H 8C", "Bea": "AH 4S 9C 5C 8S 8H", "Cy": "5H KS QD 2C 3D 4H", "Dan": "6H 3C 4D 5S 9D 6C"},
    ),
    2: Play("Bea Bea Bea Ann Ann Ann", {"Ann": "7H 6D KD 7C 2D 3S", "Bea": "AH 4S 9D 8H 5C 8S"}),
}
LOOSE_PLAY_AT_AUCTION = Play(
    "Bea Bea Bea Bea Cy Bea",
    {"Ann": "3H 5H 4D 8C 2H 3S", "Bea": "KS AH QD 6C 8H 5D", "Cy": "4S 7D 9C TC 7H 8S", "Dan": "5S 6H 3D 3C 4H 6D"},
)
"""A hand for each number of players, and one where they bid, for three or four. Spades are trumps. One player does not
follow a trump, one does not follow another suit, and one has none of that suit and does not trump. Whoever wins the Two
of a plain suit has Game only if it counts 2."""


@dataclass(frozen=True)
class Example:
    """A hand dealt by Ann; `story` says what happens. `pips` and `start` (the score before) are in the order of the
    sides. `short` starts the first sides that many points below the target. `given` are house rules that the example
    needs. `choices` are the values of the rule that it is an example for; empty for all. If it `is_loose`, the
    cards are those of `LOOSE_PLAYS`, and every card that the rules do not allow is called."""

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
    is_loose: bool = False


class ScoredExample(NamedTuple):
    """The score before the hand, by side, and the hand as the rules score it."""

    start: Mapping[str, int]
    scored: ScoredHand


def seating_for(rules: RuleSet) -> Seating:
    """Returns three players if there is bidding and they play alone, otherwise two pairs if the game has them, or two
    players."""
    if rules.auction is not None and len(THREE.seats) in rules.players.singles:
        return THREE
    return PAIRS if rules.players.pairs else TWO


def score_example(example: Example, rules: RuleSet) -> ScoredExample:
    seating = seating_for(rules)
    sides, rules = seating.side_names, with_house_rules(rules, example.given)
    start = dict(zip(sides, example.start, strict=False))
    if rules.target is not None:
        start |= {side: rules.target - short for side, short in zip(sides, example.short, strict=False)}
        start = {side: min(points, rules.target - 1) for side, points in start.items()}
    hand: dict[str, Any] = {"dealer": "Ann", "events": [_event_with_number(each, rules) for each in example.events]}
    if rules.taken is not None and example.played:
        first, *rest = example.pips
        if first == ALL_BUT_LEAST and rules.auction is not None:
            first = rules.taken.sums[0] - rules.auction.min_bid
        hand["pips"] = dict(zip(sides, (first, *rest) if rest else (first, rules.taken.sums[0] - first), strict=True))
    elif example.is_loose:
        play = LOOSE_PLAY_AT_AUCTION if rules.auction is not None else LOOSE_PLAYS[len(seating.seats)]
        hand["tricks"] = play.tricks(seating.seats)
        found = score_hand(rules, read_hand(hand, seating), start).revokes or ()
        hand["events"] += [_claim_of(each) for each in found]
    elif example.played:
        low = {"won_by": example.low["holder"]} | dict(example.low)
        hand |= {"high": example.high, "low": low, "jack": example.jack}
        hand["pips"] = dict(zip(sides, (*example.pips, 0), strict=False))
    set_backs = dict(zip(sides, example.set_backs, strict=False))
    return ScoredExample(start, score_hand(rules, read_hand(hand, seating), start, set_backs=set_backs))


def _event_with_number(event: Mapping[str, Any], rules: RuleSet) -> Mapping[str, Any]:
    if rules.auction is None or "bid" not in event:
        return event
    player, number = event["bid"]
    return {"bid": [player, {LEAST: rules.auction.min_bid, MOST: rules.auction.max_bid}.get(number, number)]}


def _claim_of(found: Revoke) -> dict[str, Any]:
    details = found._asdict()
    player = details.pop("player")
    return {"revoke": player} | {key: value for key, value in details.items() if key not in ("trick", "reported")}


def tell_story(example: Example, rules: RuleSet) -> str:
    """Returns what happens, with the bids of these rules."""
    bids = {LEAST: rules.auction.min_bid, MOST: rules.auction.max_bid} if rules.auction is not None else {}
    return str(example.story) % bids


def examples_of(name: str, rules: RuleSet, value: Any) -> tuple[Example, ...]:
    """Returns the examples for the rule of this name when it has this value."""
    at_auction = AT_AUCTION if rules.players.singles else IN_PAIRS_AT_AUCTION
    examples = at_auction.get(name, ()) if rules.auction is not None else ()
    if rules.taken is not None:
        examples = (TAKEN if rules.auction is None else TAKEN_AT_AUCTION).get(name, ())
    if rules.cards.stock == "drawn":
        return WITH_STOCK.get(name, ())
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
    "penalties.misdeal": (
        Example(_("Ann deals 7 cards to Bea, and Bea says so."), ({"misdeal": True},), played=False),
    ),
}

AT_AUCTION: Mapping[str, tuple[Example, ...]] = {
    "target": (
        Example(
            _("Ann and Bea each need 1 more point. Bea bids %(least)s and makes High and Game; Ann holds Low."),
            **BEA_BID,
            low=ANN_LOW,
            short=(1, 1, 3),
        ),
    ),
    "points.game": (
        Example(
            _("Bea bids %(least)s. She holds High, Cy Low; the tricks are worth 25 to Bea, 10 to Ann, 5 to Cy."),
            **BEA_BID,
            low=CY_LOW,
        ),
    ),
    "points.game_tie": (
        Example(
            _("Ann deals. Cy bids %(least)s, and holds High and Low. Tricks are worth 15 to Ann, 15 to Bea, 10 to Cy."),
            ({"pass": "Bea"}, {"bid": ["Cy", LEAST]}, {"pass": "Ann"}),
            high={"holder": "Cy", "rank": "A"},
            low=CY_LOW,
            pips=(15, 15, 10),
        ),
    ),
    "points.low_to": (
        Example(
            _("Bea bids %(least)s, and makes High and Game. Cy was dealt Low, the Three; Ann takes it in a trick."),
            **BEA_BID,
            low=CY_LOW | {"won_by": "Ann"},
        ),
    ),
    "points.hang_jack": (
        Example(
            _("Bea bids %(least)s, and makes High and Game. Cy was dealt Low and the Jack; Ann takes the Jack."),
            **BEA_BID,
            low=CY_LOW,
            jack={"holder": "Cy", "won_by": "Ann"},
        ),
    ),
    "points.pips": (
        Example(
            _("Bea bids %(least)s and wins 9 in Aces, Kings and Queens, and a Two; Cy wins a Ten."),
            **BEA_BID,
            given={"penalties.follow": "free"},
            is_loose=True,
        ),
    ),
    "penalties.follow": (
        Example(
            _(
                "Spades are trumps. Ann has a spade and does not follow one. Cy has a heart and does not follow one; "
                "without a diamond, Cy plays a club and keeps a trump."
            ),
            **BEA_BID,
            is_loose=True,
        ),
    ),
    "auction.min_bid": (
        Example(
            _("Bea makes the lowest bid, %(least)s. She makes High alone; Ann makes Low and Game."),
            **BEA_BID | {"pips": (25, 10, 5)},
            low=ANN_LOW,
        ),
    ),
    "auction.max_bid": (
        Example(
            _("Bea makes the highest bid, %(most)s, and all 4 points. She had 1 point before."),
            **BEA_MADE_FOUR | {"events": ({"bid": ["Bea", MOST]}, {"pass": "Cy"}, {"pass": "Ann"})},
            start=(0, 1, 0),
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
        Example(_("Ann bids 3, makes High, Low and Game and is out. Bea had 1 point, Cy none."), **ANN_WENT_OUT),
    ),
    "settle_up.set_backs": (
        Example(
            _("Ann bids 3, makes High, Low and Game and is out. Bea had 1 point; Cy had none and was set back twice."),
            **ANN_WENT_OUT,
            set_backs=(0, 0, 2),
        ),
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

BEA_BIDS_LEAST = ({"bid": ["Bea", LEAST]},)
ALL_FOUR_PASSED = (*ALL_PASSED[:2], {"pass": "Dan"}, *ALL_PASSED[2:])

IN_PAIRS: dict[str, Any] = {"pips": (15, 25)}
IN_PAIRS_AT_AUCTION: Mapping[str, tuple[Example, ...]] = {
    "target": (
        Example(
            _("Both sides need 1 more point. Bea bids %(least)s and makes High and Game; Ann holds Low."),
            **BEA_BID | IN_PAIRS,
            low=ANN_LOW,
            short=(1, 1),
        ),
    ),
    "points.game": (
        Example(
            _("Bea bids %(least)s. She holds High, Cy Low; the tricks are worth 25 to Bea’s side, 15 to Ann’s."),
            **BEA_BID | IN_PAIRS,
            low=CY_LOW,
        ),
    ),
    "points.game_tie": (
        Example(
            _("Ann deals. Cy bids %(least)s, and holds High and Low. The tricks are worth 20 to each side."),
            ({"pass": "Bea"}, {"bid": ["Cy", LEAST]}),
            high={"holder": "Cy", "rank": "A"},
            low=CY_LOW,
            pips=(20, 20),
        ),
    ),
    "points.low_to": (
        Example(
            _("Bea bids %(least)s, and makes High and Game. Cy was dealt Low, the Three; Dan takes it in a trick."),
            **BEA_BID | IN_PAIRS,
            low=CY_LOW | {"won_by": "Dan"},
        ),
    ),
    "points.hang_jack": (
        Example(
            _("Bea bids %(least)s, and makes High and Game. Cy was dealt Low and the Jack; Dan takes the Jack."),
            **BEA_BID | IN_PAIRS,
            low=CY_LOW,
            jack={"holder": "Cy", "won_by": "Dan"},
        ),
    ),
    **{name: AT_AUCTION[name] for name in ("points.pips", "penalties.follow")},
    "auction.min_bid": (
        Example(
            _("Bea makes the lowest bid, %(least)s. Her side makes High alone; Ann’s makes Low and Game."),
            **BEA_BID | {"pips": (25, 15)},
            low=ANN_LOW,
        ),
    ),
    "auction.max_bid": (
        Example(
            _("Bea makes the highest bid, %(most)s, and her side all 4 points. It had 1 point before."),
            **BEA_MADE_FOUR | IN_PAIRS | {"events": ({"bid": ["Bea", MOST]},)},
            start=(0, 1),
        ),
    ),
    "auction.dealer_may_equal": (
        Example(
            _("Bea bids 3, Cy and Dan pass; Ann, who deals, says 3 too. Bea’s side makes High, Low and Game."),
            ({"bid": ["Bea", 3]}, {"bid": ["Ann", 3]}),
            **TO_BEA | IN_PAIRS,
        ),
    ),
    "auction.smudge": (
        Example(
            _("Bea bids 4, and her side makes all 4 points. It had 1 point before."),
            **BEA_MADE_FOUR | IN_PAIRS,
            start=(0, 1),
        ),
        Example(_("The same, but Bea’s side was in the hole, at −2."), **BEA_MADE_FOUR | IN_PAIRS, start=(0, -2)),
    ),
    "auction.all_pass": (
        Example(
            _("All four pass. Nothing is played."),
            ALL_FOUR_PASSED,
            played=False,
            choices=("next_dealer", "same_dealer"),
        ),
        Example(
            _("All four pass. The hand is played: Bea makes High and Game, Ann Low."),
            ALL_FOUR_PASSED,
            **TO_BEA | IN_PAIRS,
            low=ANN_LOW,
            choices=("dealer_bids", "elder_pitches_free"),
        ),
    ),
}

TAKEN: Mapping[str, tuple[Example, ...]] = {
    "target": (
        Example(
            _("Ann’s side needs 10 more points, Bea’s 30. Ann’s takes 12 and Bea’s 20."),
            (),
            pips=(12, 20),
            short=(10, 30),
        ),
    ),
    "penalties.revoke_bars_game": (
        Example(
            _("Ann’s side took 12 points, and Ann revoked. Bea’s side, which pitched, took nothing."),
            ({"revoke": "Ann"},),
            pips=(12, 0),
        ),
    ),
    "penalties.revoke_by_pitchers": (
        Example(_("Bea pitched, and revoked. Ann’s side took 12 points."), ({"revoke": "Bea"},), pips=(12, 0)),
    ),
}
TAKEN_AT_AUCTION: Mapping[str, tuple[Example, ...]] = {
    "target": (
        Example(
            _("Both sides need 2 more points. Bea has the lowest bid; Ann’s side takes 2 points, Bea’s the rest."),
            BEA_BIDS_LEAST,
            pips=(2,),
            short=(2, 2),
        ),
    ),
    "auction.min_bid": (
        Example(
            _("Ann makes the lowest bid, %(least)s. Her side takes nothing, Bea’s all."),
            (*ALL_FOUR_PASSED[:3], {"bid": ["Ann", LEAST]}),
            pips=(0,),
        ),
    ),
    "auction.out_first": (
        Example(
            _("Ann’s side needs 1 more point, Bea’s 2. Bea bids the least and just makes it; Ann’s takes the rest."),
            BEA_BIDS_LEAST,
            pips=(ALL_BUT_LEAST,),
            short=(1, 2),
        ),
    ),
    "auction.dealer_may_equal": (
        Example(
            _("Bea has the lowest bid, and Ann, who deals, says the same. Ann’s side takes nothing, Bea’s all."),
            (*BEA_BIDS_LEAST, {"bid": ["Ann", LEAST]}),
            pips=(0,),
        ),
    ),
    "auction.all_pass": (
        Example(
            _("All four pass. Nothing is played."),
            ALL_FOUR_PASSED,
            played=False,
            choices=("next_dealer", "same_dealer"),
        ),
        Example(
            _("All four pass. The hand is played: Ann’s side takes nothing, Bea’s all."),
            ALL_FOUR_PASSED,
            pips=(0,),
            choices=("dealer_bids", "elder_pitches_free"),
        ),
    ),
}
