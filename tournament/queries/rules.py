"""Which rules an event plays by: its own copy once play has started, until then the registry's with its house rules."""

from scoring import RULE_SETS, RuleSet, rules_from_dict, with_house_rules
from tournament.formats import FORMATS
from tournament.models import Event


def rules_of(event: Event) -> RuleSet:
    if event.rules is not None:
        return rules_from_dict(event.rules)
    return with_house_rules(RULE_SETS[FORMATS[event.format].rule_set], event.house_rules)
