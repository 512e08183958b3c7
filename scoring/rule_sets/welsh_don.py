"""Nine-card Don as a league plays it: "League Rules", Walton Le Dale Welsh Don League, hughsieswebs.co.uk/don. The
points are those of Nine-card Don, of which Welsh Don is another name (nine-card-don.co.uk/rules.html, pagat.com).

The league's penalty (rule 6): a side that reneges or plays out of turn forfeits what it took in that hand, the other
side's points stand. If it had pitched, it also "will forfeit the pitch to the opposing team who will also be awarded 20
points".

Decided: the hand is then over, for 20 points however often the side reneged, and the pitch that the other side gets
is the next one, which is its turn anyway. As any penalty, the 20 are counted before what was taken: if they take the
side out, nothing is counted after them.
"""

from dataclasses import replace

from scoring.rule_sets.nine_card_don import RULE_SET as NINE_CARD_DON
from scoring.rules import Penalties
from scoring.words import N_

RULE_SET = replace(
    NINE_CARD_DON,
    id="welsh-don",
    name=N_("Welsh Don"),
    source='"League Rules", Walton Le Dale Welsh Don League, hughsieswebs.co.uk/don/rules.html; '
    '"How to Play Nine-Card Don", nine-card-don.co.uk/rules.html',
    penalties=Penalties(
        follow="suit_only",
        revoke_by_pitchers=20,
        revoke_bars_game="nobody",
        revoke_correctable="never",
        revoke_claim_until="hand",
    ),
    variants=(),
    labels={**NINE_CARD_DON.labels, "revoke": N_("renege")},
    notes=(
        N_("The side that cuts the higher card chooses who pitches first; the deal is with the player before."),
        N_("All but the pitcher leave their cards face down on the table until the first card is led."),
        N_("If anybody but the pitcher looks at their cards before the pitch, the cards may be dealt again."),
        N_("The player on the dealer’s left is the pitcher and leads first. The suit of that card is trumps."),
        N_("Any player may look at the first trick until the second begins."),
    ),
    mistakes=(
        N_("A renege ends the hand; its penalty is scored once, however often the side reneged."),
        N_("A card played out of turn costs the same as a renege, except in the last trick: record it as one."),
    ),
)
