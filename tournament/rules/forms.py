"""House rules as fields of a form, with names that no other setting has."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, cast

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from scoring import RuleSet, with_house_rules
from tournament.rules.house_rules import HouseRule, changes_for, house_rules_for

PREFIX = "rule."
MOST = 999


def is_house_rule(name: str) -> bool:
    return name.startswith(PREFIX)


def add_house_rules(fields: dict[str, forms.Field], rules: RuleSet, changes: Mapping[str, Any]) -> dict[str, Any]:
    """Adds a field for each rule of the game, and returns their initial values."""
    chosen = with_house_rules(rules, changes_for(rules, changes))
    initial = {}
    for name, rule in _fields_of_rules(rules):
        value = rule.value_in(chosen)
        fields[name] = _field_of(rule, value)
        initial[name] = json.dumps(value, sort_keys=True) if rule.choices else value
    return initial


def house_rules_in(cleaned: Mapping[str, Any], rules: RuleSet, changes: Mapping[str, Any]) -> dict[str, Any]:
    asked = {rule.name: (cleaned[name], rule.value_in(rules)) for name, rule in _fields_of_rules(rules)}
    unasked = {name: value for name, value in changes.items() if name not in asked}
    return unasked | {name: value for name, (value, usual) in asked.items() if value != usual}


def _fields_of_rules(rules: RuleSet) -> Iterator[tuple[str, HouseRule]]:
    return ((f"{PREFIX}{rule.name}", rule) for rule in house_rules_for(rules))


def _field_of(rule: HouseRule, value: Any) -> forms.Field:
    """Builds the field of a rule. A choice is posted as JSON; the present value is added if it is not among the
    choices."""
    if not rule.choices:
        return forms.IntegerField(label=str(rule.label), min_value=rule.least, max_value=MOST)
    choices = list(rule.choices)
    if value not in [each for each, _label in choices]:
        choices.append((value, rule.label_of_value(value)))
    return forms.TypedChoiceField(
        label=str(rule.label),
        choices=[(json.dumps(each, sort_keys=True), label) for each, label in choices],
        coerce=json.loads,
    )


class HouseRulesForm(forms.Form):
    """Asks for every rule as a sentence to finish, and for a name under which to save the choices for the club. If play
    has `fixed` the rules, it asks only for the name."""

    own_name = forms.CharField(
        label=_("Save as club rules with the name"),
        max_length=60,
        required=False,
        help_text=_("Any later evening of this game can use them. Saving the same name again replaces them."),
    )

    def __init__(
        self, rules: RuleSet, changes: Mapping[str, Any], data: Mapping[str, Any] | None, *, fixed: bool = False
    ) -> None:
        self.rules, self.changes, self.is_saving = rules, changes, bool(data) and (data or {}).get("step") == "save"
        super().__init__(data)
        name = self.fields.pop("own_name")
        if not fixed:
            self.initial.update(add_house_rules(self.fields, rules, changes))
        for field_name, rule in _fields_of_rules(rules) if not fixed else ():
            field, usual = self.fields[field_name], rule.value_in(rules)
            if not isinstance(field, forms.TypedChoiceField):
                field.help_text = _("Standard rules: %(number)s.") % {"number": usual}
                continue
            # Choices are radio buttons below their question, and the standard one is marked.
            document, offered = (
                json.dumps(usual, sort_keys=True),
                list(cast("Iterable[tuple[str, Any]]", field.choices)),
            )
            field.widget = forms.RadioSelect()
            field.choices = [
                (value, format_lazy("{label} {document}", label=label, document=_("(standard)")))
                if value == document
                else (value, label)
                for value, label in offered
            ]
        self.fields["own_name"] = name

    def clean_own_name(self) -> str:
        name: str = self.cleaned_data["own_name"].strip()
        if self.is_saving and not name:
            raise forms.ValidationError(_("Enter a name, such as “Our Friday rules”."), code="required")
        return name

    def choices(self) -> dict[str, Any]:
        return house_rules_in(self.cleaned_data, self.rules, self.changes)

    def rules_with_choices(self) -> RuleSet:
        """Returns the rules with the valid choices; an invalid number keeps its old value."""
        read = dict(self.cleaned_data)
        for name, value in self.initial.items():
            if name in self.fields and name not in read:
                read[name] = json.loads(value) if isinstance(self.fields[name], forms.TypedChoiceField) else value
        return with_house_rules(self.rules, changes_for(self.rules, house_rules_in(read, self.rules, self.changes)))

    @property
    def questions(self) -> dict[str, forms.BoundField]:
        return {rule.name: self[name] for name, rule in _fields_of_rules(self.rules) if name in self.fields}
