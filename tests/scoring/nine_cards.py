"""A game that is in no document: nine cards each, no begging, and a stock to draw from. The four points are the usual
ones."""

from scoring.rules import Cards, Penalties, Players, Points, RuleSet, TurnUps

NINE_CARDS = RuleSet(
    id="nine-cards",
    name="Nine Cards",
    source="made up for the tests",
    players=Players(singles=(2, 3), pairs=(4,)),
    cards=Cards(each=9, stock="drawn"),
    target=11,
    turn_ups=TurnUps(values={}, may_beg=False),
    points=Points(hang_jack=3),
    penalties=Penalties(misdeal=1, revoke_to_opponents=1),
    direction="clockwise",
)
