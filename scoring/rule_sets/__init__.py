"""The rule sets by id. To add one, add a file here, a line below and its tests."""

from collections.abc import Mapping
from typing import Any

from scoring.errors import UnknownRuleSet
from scoring.rule_sets.auction_pitch import AUCTION_PITCH
from scoring.rule_sets.california_jack import CALIFORNIA_JACK
from scoring.rule_sets.california_pedro import CALIFORNIA_PEDRO
from scoring.rule_sets.cinch import CINCH
from scoring.rule_sets.kent import KENT
from scoring.rule_sets.lancashire import LANCASHIRE
from scoring.rule_sets.nine_card_don import NINE_CARD_DON
from scoring.rule_sets.nlcb import NLCB
from scoring.rule_sets.pedro import PEDRO
from scoring.rule_sets.phat import PHAT
from scoring.rule_sets.seven_up import SEVEN_UP
from scoring.rule_sets.smear import SMEAR
from scoring.rule_sets.ten_point_pitch import TEN_POINT_PITCH
from scoring.rule_sets.trinidad import TRINIDAD
from scoring.rule_sets.welsh_don import WELSH_DON
from scoring.rules import GROUPS, RuleSet, read_group

RULE_SETS: Mapping[str, RuleSet] = {
    rules.id: rules
    for rules in (
        *(KENT, TRINIDAD, LANCASHIRE, NLCB, SEVEN_UP, AUCTION_PITCH, CALIFORNIA_JACK),
        *(NINE_CARD_DON, WELSH_DON, PHAT, PEDRO, CINCH, CALIFORNIA_PEDRO, TEN_POINT_PITCH, SMEAR),
    )
}


def rules_from_dict(data: Mapping[str, Any]) -> RuleSet:
    """Reads an event's own copy of its rules, as `RuleSet.to_dict` wrote it. `settle` is code and comes from the
    registry; so does a group of fields that was added after the copy was made."""
    try:
        original = RULE_SETS[data["id"]]
    except KeyError:
        raise UnknownRuleSet(f"There is no rule set {data.get('id')!r}.") from None
    values: dict[str, Any] = {**data, "settle": original.settle}
    for name in ("notes", "counting", "mistakes", "variants"):
        values[name] = tuple(data.get(name, ()))
    for name, kind in GROUPS.items():
        group = getattr(original, name)
        values[name] = read_group(kind, data[name], group) if name in data else group
    return RuleSet(**values)
