"""Every registered format names only what exists and says what a sheet has to print."""

import pytest

from tournament.formats import (
    BELL_RULES,
    FINAL_ORDER_LABELS,
    FORMATS,
    KENT_1674,
    THREES_LABELS,
    final_criteria,
    hour_criteria,
)
from tournament.movements.kent import turn_seconds
from tournament.standings import CRITERIA


@pytest.mark.parametrize("evening", FORMATS.values(), ids=FORMATS.keys())
def test_a_format_names_only_criteria_orders_and_bell_rules_that_exist(evening):
    asked = [evening.hour_criteria, *evening.final_criteria.values()]
    assert {key for keys in asked for key in keys} <= CRITERIA.keys()
    assert evening.final_criteria.keys() == FINAL_ORDER_LABELS.keys()
    assert evening.final_order in FINAL_ORDER_LABELS
    assert evening.threes in THREES_LABELS
    assert evening.bell_rule in BELL_RULES
    assert FORMATS[evening.key] == evening


@pytest.mark.parametrize("rule", BELL_RULES.values(), ids=BELL_RULES.keys())
def test_every_bell_rule_has_a_sentence_for_the_score_sheet(rule):
    assert str(rule.label)
    assert str(rule.sentence).startswith("At the bell ") and str(rule.sentence).endswith(".")
    assert BELL_RULES[rule.key] == rule


def test_the_kent_evening_is_two_hours_of_three_rounds_of_twenty_minutes():
    assert (KENT_1674.stages, turn_seconds(4, KENT_1674.hour_seconds), KENT_1674.warning_seconds) == (2, 1200, 120)
    assert (KENT_1674.rule_set, KENT_1674.bell_rule) == ("kent", "finish")


def test_the_kent_hour_ranks_by_the_listed_tie_breaks_and_then_a_cut():
    assert [criterion.key for criterion in hour_criteria(KENT_1674)] == [
        *("total", "points_between", "all_fours", "best_round", "cut")
    ]


def test_the_kent_evening_ranks_both_hours_added_or_by_second_hour_table():
    assert final_criteria(KENT_1674)[0] == CRITERIA["total"]
    assert final_criteria(KENT_1674, "second_table")[:2] == (CRITERIA["second_table"], CRITERIA["hour_2"])
