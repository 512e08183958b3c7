"""The 1674 game for two with no target: 004 "The rules of All Fours, as much played in Kent in 1674".

Decided: a Jack of the same suit turned in a run scores too; when the pack runs out the same dealer deals again and
points stay; a turned Jack is not one of the four of "All Fours"; a misdeal costs nothing. The hand in play at the
bell is finished, unless the club stops dead.
"""

from scoring.rules import Cards, Penalties, Players, Points, RuleSet, TakeOne, TurnUps
from scoring.words import N_

RULE_SET = RuleSet(
    id="kent",
    name=N_("All Fours, Kent 1674"),
    source='004 "The rules of All Fours, as much played in Kent in 1674", the sheet of a livery company\'s evening',
    players=Players(singles=(2,)),
    cards=Cards(each=6),
    target=None,
    turn_ups=TurnUps(values={"J": 1}),
    take_one=TakeOne(to="beggar"),
    points=Points(game_tie="non_dealer"),
    penalties=Penalties(),
    direction="alternate",
    variants=("penalties.revoke_to_opponents",),
    labels={
        "high": N_("highest"),
        "low": N_("lowest"),
        "beg": N_("beg one"),
        "stand": N_("accept"),
        "elder_hand": N_("non-dealer"),
        "first_deal": N_("cut"),
        "pips": N_("card value"),
    },
    notes=(
        N_(
            "Cut for the first deal: cards rank 3, 2, A, K, Q, J, 10 down to 4 and the higher deals; equal cards are "
            "cut again."
        ),
        N_("Deal three at a time."),
        N_(
            "If the pack runs out before a new suit is turned up, the same dealer deals again; points for turned-up "
            "Jacks stay."
        ),
    ),
    counting=(
        N_("A single trump dealt is both Highest and Lowest."),
        N_(
            "A player who wins Highest, Lowest, Jack and Game in one hand has won “All Fours”; a Jack turned up is not "
            "one of the four."
        ),
        N_("Write down the points you win against each opponent, add them up, sign the sheet and hand it in."),
    ),
)
