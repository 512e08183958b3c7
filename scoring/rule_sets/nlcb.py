"""All Fours to 14 with one last kick: 002 "All fours rules", which says it is not the official NLCB site.

Decided: its table of kick values has lost its rows, so Ace 1, Six 2, Jack 3; Low belongs to the side that held it;
it names no penalty for a misdeal or a renege, so there is none.
"""

from scoring.rules import Cards, Penalties, Players, Points, RuleSet, TakeOne, TurnUps
from scoring.words import N_

RULE_SET = RuleSet(
    id="nlcb",
    name=N_("All Fours (NLCB style)"),
    source='002 "All fours rules", a Trinidad page that says it is not the official NLCB site',
    players=Players(pairs=(4,)),
    cards=Cards(each=6),
    target=14,
    turn_ups=TurnUps(values={"A": 1, "6": 2, "J": 3}, last_kick=True, run_limit=2),
    take_one=TakeOne(),
    points=Points(hang_jack=3),
    penalties=Penalties(),
    direction="anticlockwise",
    variants=("penalties.revoke_to_opponents",),
    labels={
        "turn_up": N_("kick"),
        "elder_hand": N_("beggar"),
        "hang_jack": N_("hung Jack"),
        "pips": N_("game points"),
    },
    counting=(N_("A single trump dealt is both High and Low."),),
    notes=(
        N_("First dealer: deal cards face up until somebody receives a Jack, or choose in another way."),
        N_(
            "Deal one or three at a time, but always the same. Only the dealer and the beggar look at their cards "
            "before the beggar stands or begs."
        ),
        N_(
            "A kicked card that is begged away goes under the pack. If even the last kick is of the same suit, the "
            "same dealer collects all cards and deals again; points for kicks stay."
        ),
    ),
)
