"""Trinidad's game played clockwise, as in Lancashire: 000 "All Fours", last paragraph."""

from dataclasses import replace

from scoring.rule_sets.trinidad import RULE_SET as TRINIDAD
from scoring.words import N_

RULE_SET = replace(
    TRINIDAD,
    id="lancashire",
    name=N_("All Fours (Lancashire)"),
    source='000 "All Fours", page of an index of card games, last paragraph',
    direction="clockwise",
    labels={},
)
