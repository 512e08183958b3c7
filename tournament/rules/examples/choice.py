"""Which examples a game has for a house rule."""

from collections.abc import Mapping
from typing import Any

from scoring import RuleSet
from tournament.rules.examples.bids import AT_AUCTION, IN_PAIRS_AT_AUCTION
from tournament.rules.examples.hands import Example
from tournament.rules.examples.points_taken import TAKEN, TAKEN_AT_AUCTION
from tournament.rules.examples.turn_ups import AFTER_A_TURN_UP, WITH_STOCK

Examples = Mapping[str, tuple[Example, ...]]


def examples_of(name: str, rules: RuleSet, value: Any) -> tuple[Example, ...]:
    """Returns the examples for the rule of this name when it has this value."""
    return tuple(each for each in _examples_for(rules).get(name, ()) if not each.choices or value in each.choices)


def _examples_for(rules: RuleSet) -> Examples:
    if not rules.points.order:
        return TAKEN if rules.auction is None else TAKEN_AT_AUCTION
    if rules.auction is not None:
        return AT_AUCTION if rules.players.singles else IN_PAIRS_AT_AUCTION
    return WITH_STOCK if rules.cards.stock == "drawn" else AFTER_A_TURN_UP
