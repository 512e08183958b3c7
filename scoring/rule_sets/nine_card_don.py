"""Nine-card Don to 121, for two pairs: "Nine Card Don", pagat.com/allfours/don.html (Bolton and Abercarn leagues);
"How to Play Nine-Card Don", nine-card-don.co.uk/rules.html; "How to Play Nine Card Don", catsatcards.com; "Nine Card
Don", gamerules.com.

All agree on the points: Five of trumps 10, Nine of trumps 9, Ace, King, Queen and Jack of trumps 4, 3, 2 and 1, each
other Five 5, and 8 for the higher count of Ace 4, King 3, Queen 2, Jack 1 and Ten 10 in the tricks. 16 cards stay out
of play, so a hand has 52 points at most. Points are pegged as they are won, and the first to peg out has won. Sources
disagree on the target, 121 or 91: it is a house rule. The texts that were read name no penalty for a revoke.
"""

from scoring.rules import NO_FOUR, Cards, Penalties, Players, RuleSet, Taken
from scoring.taken import peg_out
from scoring.words import N_

RULE_SET = RuleSet(
    id="nine-card-don",
    name=N_("Nine-card Don"),
    source='"Nine Card Don", pagat.com/allfours/don.html; "How to Play Nine-Card Don", nine-card-don.co.uk/rules.html',
    players=Players(pairs=(4,)),
    cards=Cards(each=9),
    target=121,
    points=NO_FOUR,
    taken=Taken(
        sums=(52,),
        all_in_play=False,
        worth={
            N_("Five of trumps"): 10,
            N_("Nine of trumps"): 9,
            N_("Ace of trumps"): 4,
            N_("King of trumps"): 3,
            N_("Queen of trumps"): 2,
            N_("Jack of trumps"): 1,
            N_("Each other Five"): 5,
            N_("Game"): 8,
        },
    ),
    penalties=Penalties(follow="suit_only"),
    direction="clockwise",
    variants=("penalties.revoke_to_opponents",),
    labels={"elder_hand": N_("pitcher")},
    notes=(
        N_("The side that cuts the higher card chooses who pitches first; the deal is with the player before."),
        N_("The pitcher’s partner leaves their cards on the table until the first card is led."),
        N_("The player on the dealer’s left is the pitcher and leads first. The suit of that card is trumps."),
    ),
    counting=(
        N_(
            "Game goes to the side with the higher count in its tricks: Ace 4, King 3, Queen 2, Jack 1, Ten 10, in "
            "every suit. If both have the same, nobody scores it."
        ),
        N_("Peg points as you take them: the first side to peg out has won, and the hand ends there."),
    ),
    settle=peg_out,
)
