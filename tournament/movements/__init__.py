"""Movements: who meets whom. One file a movement; what all have in common is in `draw`."""

from collections.abc import Mapping

from scoring import RULE_SETS

from .draw import Movement
from .kent import KENT
from .tables import tables

MOVEMENTS: Mapping[str, Movement] = {
    movement.key: movement
    for movement in (
        KENT,
        *(
            tables(f"{rules.id}-tables", singles=rules.players.singles, pairs=rules.players.pairs)
            for rules in RULE_SETS.values()
        ),
    )
}
