"""Examples for games with bids for High, Low, Jack and Game, for three players or in pairs."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.rules.examples.hands import ANN_LOW, CY_LOW, LEAST, MOST, Example

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
ALL_FOUR_PASSED = (*ALL_PASSED[:2], {"pass": "Dan"}, *ALL_PASSED[2:])

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
