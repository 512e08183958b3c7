"""Seven Up, two or three players or two pairs, to 7: 003 "All Fours (Seven Up)", after The Way to Play and Hoyle.

Decided: every card turned for trumps scores; High looks at all cards dealt, Low and the Jack only at those played; a
deduction may take a score below zero; a misdeal costs nothing and the same player deals again; the count stops at the
point that wins. Its follow rule is its own: void of the suit led, a player who has a trump must play it.
"""

from scoring.rules import Cards, Penalties, Players, Points, RuleSet, TakeOne, TurnUps
from scoring.words import N_

RULE_SET = RuleSet(
    id="seven-up",
    name=N_("Seven Up"),
    source='003 "All Fours (Seven Up)", drawn from The Way to Play (p. 96), The Key to Hoyle\'s Games (pp. 98-99) and '
    "Hoyle's Rules of Games, ed. Morehead and Mott-Smith (pp. 40-42)",
    players=Players(singles=(2, 3), pairs=(4,)),
    cards=Cards(each=6),
    target=7,
    turn_ups=TurnUps(values={"J": 1}, discard_to=6, may_bunch=True),
    take_one=TakeOne(to="beggar", withheld_at_target=True),
    points=Points(),
    penalties=Penalties(
        follow="suit_or_trump",
        revoke_from_offender=1,
        revoke_from_offender_with_jack=2,
        revoke_correctable="next_trick",
        revoke_claim_until="",
    ),
    direction="clockwise",
    notes=(N_("Deal three at a time."),),
    counting=(N_("A single trump dealt is both High and Low."),),
)
