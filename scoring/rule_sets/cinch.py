"""Cinch to 51, for two pairs: "Cinch", denexa.com; "The Everything Card Games Book", N. Katz.

Both agree: the cards and points of Pedro, where the Five of trumps is the right pedro and the other Five of its colour
the left; bids from 1 to 14; a game to 51. That a failed bid is deducted is said by three texts (pedro.py); by one
("Cinch", pokerwiner.com) the other side scores the bid with what it took: a house rule. Older clubs played to 42 ("The
Laws and Etiquette of Cinch", The Chicago Cinch Club, 1890). A player may always trump instead of following suit ("Cinch
(card game)", Wikipedia, after Foster).

Decided: if all others pass the dealer has bid 1. By "The Everything Card Games Book" the dealer then names trumps and
owes nothing, which differs only if the dealer's side takes no point at all.
"""

from dataclasses import replace

from scoring.rule_sets.pedro import RULE_SET as PEDRO
from scoring.rules import Auction, Taken
from scoring.words import N_

RULE_SET = replace(
    PEDRO,
    id="cinch",
    name=N_("Cinch"),
    source='"Cinch", denexa.com; "The Everything Card Games Book", N. Katz',
    target=51,
    taken=Taken(
        sums=(14,),
        worth={
            N_("Right pedro: Five of trumps"): 5,
            N_("Left pedro: other Five, same colour"): 5,
            N_("Ace of trumps"): 1,
            N_("Jack of trumps"): 1,
            N_("Ten of trumps"): 1,
            N_("Two of trumps"): 1,
        },
    ),
    auction=Auction(
        min_bid=1, max_bid=14, names_trumps=True, dealer_may_equal=False, smudge="off", all_pass="dealer_bids"
    ),
    penalties=replace(PEDRO.penalties, follow="suit"),
    notes=(
        N_("Also called Double Pedro or High Five."),
        N_("Once trumps are named, everybody throws away what is not trumps and is dealt cards up to six."),
        N_("The dealer is dealt last, and robs the pack: takes what is left of trumps in it."),
    ),
    counting=(N_("The left pedro is a trump, just below the right pedro."),),
)
