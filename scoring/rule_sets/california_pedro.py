"""Pedro with sixteen points to 100, for two pairs, as Azoreans play it in California: "Pedro", Board Game Arena, which
calls it typical California Pedro; "Game 25: Pedro", allthegamesonourshelves.blogspot.com.

Both agree on bids from 6 to 16, so 16 points, and that a failed bid is taken off. By Board Game Arena the points are
those of Pedro, but the Jack of trumps counts 3 and the Two is its player's; a game goes to 100, and the dealer has to
bid 6 if all others pass. By the other text a bid of 16 wins or loses 32, and a variant in "Pedro (card game)",
Wikipedia, has 16/32 too, to 52, won only by a side that bids and makes it; what was read of Board Game Arena has none.

Decided: a bid of 16 counts 16; that it wins or loses 32 is a house rule.
"""

from dataclasses import replace

from scoring.rule_sets.pedro import RULE_SET as PEDRO
from scoring.rules import Auction, Taken
from scoring.words import N_

RULE_SET = replace(
    PEDRO,
    id="california-pedro",
    name=N_("California Pedro"),
    source='"Pedro", boardgamearena.com; "Game 25: Pedro", allthegamesonourshelves.blogspot.com',
    target=100,
    taken=Taken(
        sums=(16,),
        worth={
            N_("Five of trumps"): 5,
            N_("Other Five, same colour"): 5,
            N_("Jack of trumps"): 3,
            N_("Ace of trumps"): 1,
            N_("Ten of trumps"): 1,
            N_("Two of trumps"): 1,
        },
    ),
    auction=Auction(
        min_bid=6, max_bid=16, names_trumps=True, dealer_may_equal=False, smudge="off", all_pass="dealer_bids"
    ),
    variants=("auction.double_bid",),
    notes=PEDRO.notes[1:],
    counting=(
        *PEDRO.counting,
        N_("The Two of trumps counts for the side that plays it, even in the opponents’ trick."),
    ),
)
