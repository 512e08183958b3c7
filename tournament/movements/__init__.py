"""Movements: who meets whom. Each movement has its own file; what all of them share is in `draw`."""

from collections.abc import Mapping

from scoring import RULE_SETS

from .changing_partners import CHANGING_PARTNERS
from .draw import Movement
from .groups import GROUP_SIZES, make_groups
from .kent import KENT
from .knock_out import KNOCK_OUT, KNOCK_OUT_PLATE
from .mixed_tables import make_mixed_tables
from .one_match import ONE_MATCH
from .progressive import LADDER, PROGRESSIVE, PROGRESSIVE_PAIRS
from .round_robin import ROUND_ROBIN
from .singles_drive import make_singles_drive
from .stay_and_move import STAY_AND_MOVE
from .swiss import SWISS
from .tables import make_tables

MOVEMENTS: Mapping[str, Movement] = {
    movement.key: movement
    for movement in (
        KENT,
        ROUND_ROBIN,
        ONE_MATCH,
        *(make_groups(size) for size in GROUP_SIZES),
        STAY_AND_MOVE,
        CHANGING_PARTNERS,
        PROGRESSIVE,
        PROGRESSIVE_PAIRS,
        LADDER,
        SWISS,
        KNOCK_OUT,
        KNOCK_OUT_PLATE,
        *(
            make_tables(
                f"{rules.id}-tables",
                singles=rules.players.singles,
                pairs=[size for size in rules.players.pairs if size not in rules.players.singles],
            )
            for rules in RULE_SETS.values()
        ),
        *(
            of_singles(f"{rules.id}-{how}", singles=[size for size in rules.players.singles if size > 2])
            for rules in RULE_SETS.values()
            if max(rules.players.singles, default=0) > 3
            for how, of_singles in (("mixed", make_mixed_tables), ("drive", make_singles_drive))
        ),
    )
}
