"""Phat to 181, for two pairs: "Phat", pagat.com/allfours/don.html; "Phat", Board Game Arena's game help; "Phat (card
game)", Wikipedia.

All agree on the points: 80 in the phat (Nine of trumps 18, Five of trumps 10, Ace, King, Queen and Jack of trumps 4, 3,
2 and 1, each other Nine 9, each other Five 5) and 8 for more than half of the muck, 88 together. All cards are dealt,
so a hand has 88 points, or 80 if the muck is shared. By Board Game Arena the 8 points are then carried over to the next
hand, which has 96. The texts that were read name no penalty for a revoke.

Decided: any hand may have 96, because a hand alone does not show whether 8 points were carried; the other texts say
nothing of a shared muck, and a club that carries nothing never enters 96. If the muck is shared twice in a row, which
happens about once in 2,000 hands, 16 are carried and a hand may have 104.
"""

from scoring.rules import NO_FOUR, Cards, Penalties, Players, RuleSet, Taken
from scoring.taken import peg_out
from scoring.words import N_

RULE_SET = RuleSet(
    id="phat",
    name=N_("Phat"),
    source='"Phat", pagat.com/allfours/don.html; "Phat", en.doc.boardgamearena.com/Gamehelpphat',
    players=Players(pairs=(4,)),
    cards=Cards(each=13),
    target=181,
    points=NO_FOUR,
    taken=Taken(
        sums=(88, 80, 96, 104),
        worth={
            N_("Nine of trumps"): 18,
            N_("Five of trumps"): 10,
            N_("Ace of trumps"): 4,
            N_("King of trumps"): 3,
            N_("Queen of trumps"): 2,
            N_("Jack of trumps"): 1,
            N_("Each other Nine"): 9,
            N_("Each other Five"): 5,
            N_("Muck"): 8,
        },
    ),
    penalties=Penalties(follow="suit_only"),
    direction="clockwise",
    variants=("penalties.revoke_to_opponents",),
    labels={"elder_hand": N_("pitcher")},
    notes=(
        N_("Each cuts a card: the lowest pitches first, and the player before deals."),
        N_("The player on the dealer’s left is the pitcher and leads first. The suit of that card is trumps."),
    ),
    counting=(
        N_(
            "The muck goes to the side with more than half of its 80 points: Ace 4, King 3, Queen 2, Jack 1, Ten 10, "
            "in every suit. If both have 40, its 8 points are added to the next hand’s."
        ),
        N_("Peg points as you take them: the first side to peg out has won, and the hand ends there."),
    ),
    settle=peg_out,
)
