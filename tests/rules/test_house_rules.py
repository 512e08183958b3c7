"""The rules of the house: each is one that scoring knows, with choices that it takes."""

import pytest

from scoring import RULE_SETS, with_house_rules
from tournament.rules.house_rules import HOUSE_RULES, choice_in_words, house_rules_for

ASKED = [(rules, rule) for rules in RULE_SETS.values() for rule in house_rules_for(rules)]


@pytest.mark.parametrize(("rules", "rule"), ASKED, ids=[f"{rules.id}-{rule.name}" for rules, rule in ASKED])
def test_every_choice_that_is_offered_is_one_that_the_rule_set_takes(rules, rule):
    values = [value for value, _label in rule.choices] or [rule.least, rule.least + 1]
    assert rule.value_in(rules) in values or not rule.choices
    for value in values:
        assert rule.value_in(with_house_rules(rules, {rule.name: value})) == value
        assert str(rule.label_of_value(value))


def test_every_rule_of_the_house_is_asked_of_some_game_and_once():
    names = [rule.name for rule in HOUSE_RULES]
    assert len(set(names)) == len(names)
    assert {rule.name for _rules, rule in ASKED} == set(names)


@pytest.mark.parametrize(
    ("key", "absent"),
    [
        ("kent", {"target", "auction.smudge", "settle_up.stake", "take_one.withheld_at_target"}),
        ("trinidad", {"auction.smudge", "settle_up.stake"}),
        ("auction-pitch", {"turn_ups.values", "penalties.misdeal", "penalties.revoke_loses_game"}),
    ],
)
def test_a_game_is_not_asked_for_what_it_does_not_have(key, absent):
    names = {rule.name for rule in house_rules_for(RULE_SETS[key])}
    assert not names & absent
    assert {"points.game", "points.low_to", "points.hang_jack"} <= names


def test_what_a_club_plays_otherwise_is_said_in_words():
    chosen = {"points.game": 2, "target": 11, "points.low_to": "holder", "turn_ups.values": {"A": 1, "2": 2, "J": 3}}
    assert [(str(asked), str(said)) for asked, said in choice_in_words(RULE_SETS["trinidad"], chosen)] == [
        ("Points that win a game", "11"),
        ("The Game point is worth", "2 points"),
        ("Turned-up cards count", "Ace 1, Two 2, Jack 3"),
    ]
    assert choice_in_words(RULE_SETS["kent"], {}) == []
