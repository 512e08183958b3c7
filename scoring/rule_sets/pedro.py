"""Pedro to 62, for two pairs: "Pedro (card game)", Wikipedia (double Pedro); "Pedro", trantor.is, a book of card games.

All agree on the points: 5 for the Five of trumps (Pedro), 5 for the other Five of its colour, and 1 each for the Ace,
Jack, Ten and Two of trumps: 14 in every hand, because all trumps come into play. Bids are 7 to 14, and the dealer has
to bid 7 if all others pass. Sources disagree on the lowest bid (1 at Cinch: "The Everything Card Games Book"; 6 among
Azoreans in California: allthegamesonourshelves.blogspot.com, and Board Game Arena) and on the target (51 at Cinch, 52
or 62): both are house rules.

A revoke costs what it does in Auction Pitch: the number bid, and the player in fault scores nothing in the hand
(Foster's Complete Hoyle, "Pedro"). If both sides reach the target in a hand, the bidder's has won ("Pedro (game)", an
older text of Wikipedia, which calls it bidder goes out).

Cinch, Double Pedro and High Five are other names of this game (Wikipedia; pagat.com/de/allfours/pedro.html); Cinch has
its own figures (cinch.py). That a failed bid is deducted is said by three texts (the two above; "Ultimate Book of Card
Games", books.thomasstone.org); that the other side scores the bid is a house rule, as at Cinch.
"""

from scoring.rule_sets.auction_pitch import VOID_BID, settle
from scoring.rules import NO_FOUR, Auction, Cards, Penalties, Players, RuleSet, Taken
from scoring.words import N_

RULE_SET = RuleSet(
    id="pedro",
    name=N_("Pedro"),
    source='"Pedro (card game)", en.wikipedia.org; "Pedro", trantor.is',
    players=Players(pairs=(4,)),
    cards=Cards(each=9),
    target=62,
    count_rest_after_win=True,
    points=NO_FOUR,
    taken=Taken(
        sums=(14,),
        worth={
            N_("Five of trumps"): 5,
            N_("Other Five, same colour"): 5,
            N_("Ace of trumps"): 1,
            N_("Jack of trumps"): 1,
            N_("Ten of trumps"): 1,
            N_("Two of trumps"): 1,
        },
    ),
    penalties=Penalties(follow="suit_only", revoke_costs_bid=True, revoke_correctable="never"),
    auction=Auction(
        min_bid=7,
        max_bid=14,
        names_trumps=True,
        dealer_may_equal=False,
        smudge="off",
        all_pass="dealer_bids",
        lowest_bids=(1, 6, 7),
    ),
    direction="clockwise",
    notes=(
        N_("Also called Double Pedro or High Five."),
        N_("Once trumps are named, everybody throws away what is not trumps and is dealt cards up to six."),
        N_("The dealer is dealt last, and takes what is left of trumps in the pack."),
    ),
    counting=(N_("The other Five of the same colour is a trump, just below the Five of trumps."),),
    variants=("auction.failed_bid",),
    mistakes=(VOID_BID,),
    settle=settle,
)
