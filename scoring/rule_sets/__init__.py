"""The rule sets by id, in the order of their files. Each file here has one value, RULE_SET: to add a game, add a file
and its tests."""

import pkgutil
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from scoring.errors import UnknownRuleSet
from scoring.rules import GROUPS, RuleSet, read_group

RULE_SETS: Mapping[str, RuleSet] = {
    rules.id: rules
    for rules in (import_module(f"{__name__}.{file.name}").RULE_SET for file in pkgutil.iter_modules(__path__))
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
