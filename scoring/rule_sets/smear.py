"""Smear with ten points to 21, for two pairs: "Smear (card game)", Wikipedia, after John McLeod (ten-point partnership
Smear); "How to Play Smear", cardrulesplus.com.

All agree on the points: 1 each for High, Low, Jack, the other Jack of the same colour (Jick), the two jokers and Game,
and 3 for the Three of trumps. The Jack scores nothing if nobody held it, and Game nothing in a tie, so a hand has 10
points at most. If both sides reach the target, the higher score wins, in a tie the pitcher's side. Bids are 2 to 10 by
cardrulesplus.com; they begin at 3 in St Paul (bridgeiscool.com, "Smear Card Game Overview") and at 4 in Upper Michigan
(en-academic.com, "Smear"): a house rule.

The lowest trump counts for the side that holds it ("Ten point smear game rules", ultrafoodmess.com; "Smear",
thanoscardgames.jimdofree.com). Of two jokers in one trick the first is higher by ultrafoodmess.com, the second by
Wikipedia.

Decided where the texts that were read are silent: a revoke costs what it does in Auction Pitch.
"""

from scoring.rule_sets.auction_pitch import VOID_BID, settle
from scoring.rules import NO_FOUR, Auction, Cards, Penalties, Players, RuleSet, Taken
from scoring.words import N_

RULE_SET = RuleSet(
    id="smear",
    name=N_("Smear"),
    source='"Smear (card game)", Wikipedia, ten-point partnership Smear; "How to Play Smear", cardrulesplus.com',
    players=Players(pairs=(4,)),
    cards=Cards(each=10),
    target=21,
    count_rest_after_win=True,
    points=NO_FOUR,
    taken=Taken(
        sums=(10,),
        all_in_play=False,
        worth={
            N_("Three of trumps"): 3,
            N_("Highest trump"): 1,
            N_("Lowest trump"): 1,
            N_("Jack of trumps"): 1,
            N_("Other Jack, same colour"): 1,
            N_("Each joker"): 1,
            N_("Game"): 1,
        },
    ),
    penalties=Penalties(revoke_costs_bid=True, revoke_correctable="never"),
    auction=Auction(
        min_bid=2,
        max_bid=10,
        names_trumps=True,
        dealer_may_equal=False,
        smudge="off",
        out_first="higher",
        lowest_bids=(2, 3, 4),
    ),
    direction="clockwise",
    notes=(
        N_("54 cards, with two jokers."),
        N_("Once trumps are named, everybody throws away four cards, those that are not trumps first."),
    ),
    counting=(
        N_(
            "The other Jack of the same colour and the two jokers are trumps, below the Jack of trumps and above the "
            "Ten. Agree first which joker is higher."
        ),
        N_("The lowest trump counts for the side that plays it, even in the opponents’ trick."),
        N_("Game goes to the side with the higher count in its tricks: Ten 10, Ace 4, King 3, Queen 2, Jack 1."),
        N_("A Jack, a joker or the Three scores nothing if nobody held it, and Game scores nothing in a tie."),
    ),
    mistakes=(VOID_BID,),
    settle=settle,
)
