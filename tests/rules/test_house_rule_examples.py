"""Every rule of the house has hands that show what each of its choices does."""

from collections.abc import Iterator
from typing import Any

import pytest

from scoring import RULE_SETS, Award, RuleSet, with_house_rules
from tournament.models import Event
from tournament.rules.examples.choice import examples_of
from tournament.rules.examples.hands import ScoredExample, score_example
from tournament.rules.house_rules import HouseRule, house_rules_for
from tournament.rules.queries.rules import as_played_at

PITCH_IN_PAIRS = as_played_at(Event(enters="pairs"), RULE_SETS["auction-pitch"])
GAMES = {**RULE_SETS, "pitch-in-pairs": PITCH_IN_PAIRS}
ASKED = [(rules, rule) for rules in GAMES.values() for rule in house_rules_for(rules)]
NAMES = [f"{game}-{rule.name}" for game, rules in GAMES.items() for rule in house_rules_for(rules)]
OF_EACH = pytest.mark.parametrize(("rules", "rule"), ASKED, ids=NAMES)


def shown(rules: RuleSet, rule: HouseRule, value: Any) -> Iterator[ScoredExample]:
    chosen = with_house_rules(rules, {rule.name: value})
    return (score_example(example, chosen) for example in examples_of(rule.name, chosen, value))


@OF_EACH
def test_every_choice_of_a_rule_shows_in_what_its_examples_earn(rules: RuleSet, rule: HouseRule) -> None:
    values = [value for value, _label in rule.choices] or [rule.least, rule.least + 1, 7]
    earned = []
    for value in values:
        hands = [(each.start, each.scored[:6], each.scored.revokes) for each in shown(rules, rule, value)]
        assert hands
        earned.append(hands)
    assert all(earned[one] != earned[other] for one in range(len(earned)) for other in range(one))


@OF_EACH
def test_an_example_can_have_happened_and_raises_no_doubt(rules: RuleSet, rule: HouseRule) -> None:
    for value in [value for value, _label in rule.choices] or [rule.least, 7, 99]:
        for hand in shown(rules, rule, value):
            assert [doubt for doubt in hand.scored.doubts if doubt.code not in ("not_played", "not_higher")] == []


def test_the_examples_can_be_counted_under_every_other_choice_too() -> None:
    """All choices of a page are made together."""
    for rules, rule in ASKED:
        for other in house_rules_for(rules):
            for value in [value for value, _label in other.choices] or [other.least, 2, 99]:
                chosen = with_house_rules(rules, {other.name: value})
                for example in examples_of(rule.name, chosen, rule.value_in(chosen)):
                    assert score_example(example, chosen).start


def test_a_jack_taken_is_worth_what_the_club_says() -> None:
    [rule] = [rule for rule in house_rules_for(RULE_SETS["trinidad"]) if rule.name == "points.hang_jack"]
    [hand] = shown(RULE_SETS["trinidad"], rule, 6)
    assert hand.scored.awards == (
        Award("high", "Ann and Cy", 1),
        Award("low", "Bea and Dan", 1),
        Award("hang_jack", "Ann and Cy", 6),
        Award("game", "Ann and Cy", 1),
    )
