"""All Fours to 14 as in Trinidad: 000 "All Fours", page of an index of card games.

Decided where it is silent: a side that revoked and had the most pips leaves Game to nobody; a penalty counts when it
is called, before High; the scores stay as they stood when a revoke loses the game; a turn-up is cancelled when a
misdeal is found after it.
"""

from scoring.rules import Cards, Penalties, Players, Points, RuleSet, TakeOne, TurnUps
from scoring.words import N_

RULE_SET = RuleSet(
    id="trinidad",
    name=N_("All Fours (Trinidad)"),
    source='000 "All Fours", page of an index of card games',
    players=Players(pairs=(4,)),
    cards=Cards(each=6),
    target=14,
    turn_ups=TurnUps(values={"A": 1, "6": 2, "J": 3}),
    take_one=TakeOne(),
    points=Points(hang_jack=3),
    penalties=Penalties(
        misdeal=1,
        misdeal_passes_deal=True,
        revoke_loses_game="top_trump",
        revoke_to_opponents=1,
        revoke_bars_game="nobody",
    ),
    direction="anticlockwise",
    labels={
        "turn_up": N_("kick"),
        "point": N_("chalk"),
        "trick": N_("lift"),
        "revoke": N_("renege"),
        "game_won": N_("bullseye"),
        "games_won": N_("bullseyes"),
        "elder_hand": N_("beggar"),
        "pips": N_("game points"),
    },
    notes=(
        N_("Cut for the first deal: the highest card deals."),
        N_("Cards are usually dealt three at a time. A wrong number of cards is a misdeal."),
        N_(
            "If the pack runs out before a new suit is turned up, the same dealer shuffles and deals again; points for "
            "turned-up cards stay."
        ),
    ),
    counting=(N_("A single trump dealt is both High and Low."),),
    mistakes=(
        N_(
            "A card exposed other than in play stays face up; the opponents may call for it later in the hand, "
            "whenever it may be played."
        ),
    ),
)
