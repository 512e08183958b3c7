"""California Jack to 10, for two: "California Jack", Bicycle Playing Cards, and "California Jack", Denexa Games.

Both agree: the rest of the pack lies face up and its top card gives trumps; whoever wins a trick draws the top card and
the other player the next; High, Low, the Jack and Game go to whoever takes them in tricks, and count in this order if
both reach 10. All 52 cards come into play, so High is the Ace, Low the Two, and the Jack is always there.

Decided where they are silent: a tie for Game is nobody's and a misdeal costs nothing, as in Seven Up. A failure to
follow gives the other player a point: "California Jack Card Game Rules", worldofdiscovery.info, after Foster.
"""

from scoring.rules import Cards, Penalties, Players, Points, RuleSet, TurnUps
from scoring.words import N_

RULE_SET = RuleSet(
    id="california-jack",
    name=N_("California Jack"),
    source='"California Jack", bicyclecards.com; "California Jack", denexa.com',
    players=Players(singles=(2,)),
    cards=Cards(each=6, stock="drawn"),
    target=10,
    turn_ups=TurnUps(values={}, may_beg=False),
    points=Points(low_to="winner"),
    penalties=Penalties(revoke_to_opponents=1, revoke_correctable="trick"),
    direction="clockwise",
    notes=(N_("Deal three at a time. The rest of the pack lies face up, so that all see the next card to be drawn."),),
    counting=(N_("Every card comes into play, so the Ace of trumps is High and the Two is Low."),),
)
