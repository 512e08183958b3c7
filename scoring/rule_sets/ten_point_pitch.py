"""Pitch with ten points to 52, for two pairs: "10 Point Pitch", larrycharbonneau.com; "10 Point Pitch Card Game Rules",
ultrafoodmess.com; "Pitch", gamerules.com.

All agree on the points: 3 for the Three of trumps, and 1 each for the Ace, Jack, Ten and Two of trumps, the other Jack
of the same colour and the two jokers: 10 in every hand, because all trumps come into play. Bids are 4 to 10, and the
dealer has to bid 4 if all others pass. Other clubs let bids begin at 5 or play to another target: both
are house rules.

By ultrafoodmess.com the Two counts for the side that wins it; elsewhere its player keeps it (whatsinmypockets.com).
A player without trumps is out (larrycharbonneau.com; "How to Play 10 Point Pitch", ourpastimes.com).

Decided where the texts that were read are silent: a revoke costs what it does in Auction Pitch.
"""

from scoring.rule_sets.auction_pitch import VOID_BID, settle
from scoring.rules import NO_FOUR, Auction, Cards, Penalties, Players, RuleSet, Taken
from scoring.words import N_

RULE_SET = RuleSet(
    id="ten-point-pitch",
    name=N_("Ten-point Pitch"),
    source='"10 Point Pitch", larrycharbonneau.com; "10 Point Pitch Card Game Rules", ultrafoodmess.com',
    players=Players(pairs=(4,)),
    cards=Cards(each=9),
    target=52,
    count_rest_after_win=True,
    points=NO_FOUR,
    taken=Taken(
        sums=(10,),
        worth={
            N_("Three of trumps"): 3,
            N_("Ace of trumps"): 1,
            N_("Jack of trumps"): 1,
            N_("Other Jack, same colour"): 1,
            N_("Each joker"): 1,
            N_("Ten of trumps"): 1,
            N_("Two of trumps"): 1,
        },
    ),
    penalties=Penalties(follow="suit_only", revoke_costs_bid=True, revoke_correctable="never"),
    auction=Auction(
        min_bid=4,
        max_bid=10,
        names_trumps=True,
        dealer_may_equal=False,
        smudge="off",
        all_pass="dealer_bids",
        lowest_bids=(4, 5),
    ),
    direction="clockwise",
    labels={"below_zero": N_("in the hole")},
    notes=(
        N_("54 cards, with two jokers."),
        N_("Once trumps are named, everybody throws away what is not trumps and fills up to six."),
        N_("The pitcher takes what is left of the pack and keeps six cards. Only trumps are played."),
        N_("A player without trumps is out; if the winner of a trick is, the player on their left leads."),
    ),
    counting=(
        N_(
            "The other Jack of the same colour and the two jokers are trumps, below the Jack of trumps and above the "
            "Ten. Agree first which joker is higher."
        ),
    ),
    mistakes=(VOID_BID,),
    settle=settle,
)
