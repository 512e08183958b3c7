"""Nine-card Don as a league plays it: "League Rules", Walton Le Dale Welsh Don League, hughsieswebs.co.uk/don. The
points are those of Nine-card Don, of which Welsh Don is another name (nine-card-don.co.uk/rules.html, pagat.com).

The league's penalty: a side that reneges or plays out of turn forfeits what it took in that hand, the other side's
points stand. The 20 points for a pitch that is forfeited to the other side are the director's to add.
"""

from dataclasses import replace

from scoring.rule_sets.nine_card_don import NINE_CARD_DON
from scoring.rules import Penalties
from scoring.words import N_

WELSH_DON = replace(
    NINE_CARD_DON,
    id="welsh-don",
    name=N_("Welsh Don"),
    source='"League Rules", Walton Le Dale Welsh Don League, hughsieswebs.co.uk/don/rules.html; '
    '"How to Play Nine-Card Don", nine-card-don.co.uk/rules.html',
    penalties=Penalties(
        follow="suit_only", revoke_bars_game="nobody", revoke_correctable="never", revoke_claim_until="hand"
    ),
    labels={**NINE_CARD_DON.labels, "revoke": N_("renege")},
    notes=(
        *NINE_CARD_DON.notes,
        N_("Any player may look at the first trick until the second begins."),
        N_("If anybody but the pitcher looks at their cards before the pitch, the cards may be dealt again."),
    ),
    mistakes=(
        N_("A card played out of turn costs the same as a renege, except in the last trick."),
        N_(
            "If the offenders pitched this hand, the pitch goes to the opponents, who score 20 points: ask the "
            "director to add them."
        ),
    ),
)
