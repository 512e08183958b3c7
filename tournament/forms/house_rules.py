"""The rules of the house as fields of a form, under names that no other setting has."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from django import forms

from scoring import RuleSet, with_house_rules
from tournament.house_rules import HouseRule, house_rules_for

PREFIX = "rule."
MOST = 99


def is_house_rule(name: str) -> bool:
    return name.startswith(PREFIX)


def add_house_rules(fields: dict[str, forms.Field], rules: RuleSet, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Adds a field for each rule that the game has; answers what each is filled in with."""
    chosen = with_house_rules(rules, changes)
    initial = {}
    for name, rule in _named(rules):
        value = rule.value_in(chosen)
        fields[name] = _field_of(rule, value)
        initial[name] = json.dumps(value, sort_keys=True) if rule.choices else value
    return initial


def house_rules_in(cleaned: Mapping[str, Any], rules: RuleSet, changes: Mapping[str, Any]) -> dict[str, Any]:
    """What is played otherwise than the game's document has it, as an event keeps it; of the `changes` so far those
    stay that no field asks for."""
    asked = {rule.name: (cleaned[name], rule.value_in(rules)) for name, rule in _named(rules)}
    unasked = {name: value for name, value in changes.items() if name not in asked}
    return unasked | {name: value for name, (value, usual) in asked.items() if value != usual}


def _named(rules: RuleSet) -> Iterator[tuple[str, HouseRule]]:
    return ((f"{PREFIX}{rule.name}", rule) for rule in house_rules_for(rules))


def _field_of(rule: HouseRule, value: Any) -> forms.Field:
    """A choice travels as JSON; a value that is none of them, from elsewhere, is offered beside them."""
    if not rule.choices:
        return forms.IntegerField(label=str(rule.label), min_value=rule.least, max_value=MOST)
    choices = list(rule.choices)
    if value not in [each for each, _label in choices]:
        choices.append((value, rule.said(value)))
    return forms.TypedChoiceField(
        label=str(rule.label),
        choices=[(json.dumps(each, sort_keys=True), label) for each, label in choices],
        coerce=json.loads,
    )
