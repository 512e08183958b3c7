"""Every registered format names only what exists and says what a sheet has to print."""

import pytest

from scoring import RULE_SETS
from tournament.formats.formats import (
    BELL_RULES,
    FINAL_ORDER_LABELS,
    FORMATS,
    KENT_1674,
    THREES_LABELS,
    final_criteria,
    hour_criteria,
)
from tournament.formats.match_length import LENGTHS, UNFINISHED_LABELS, Length
from tournament.models import Event
from tournament.movements import MOVEMENTS
from tournament.ranking import CRITERIA


@pytest.mark.parametrize("evening", FORMATS.values(), ids=FORMATS.keys())
def test_a_format_names_only_rules_movements_criteria_orders_and_bell_rules_that_exist(evening):
    assert evening.rule_set in RULE_SETS
    assert evening.movement in MOVEMENTS
    asked = [evening.hour_criteria, *evening.final_criteria.values()]
    assert {key for keys in asked for key in keys} <= CRITERIA.keys()
    assert evening.final_criteria.keys() <= FINAL_ORDER_LABELS.keys()
    assert evening.final_order in evening.final_criteria
    assert evening.length.kind in evening.lengths
    assert set(evening.lengths) <= LENGTHS.keys()
    assert evening.length.unfinished in UNFINISHED_LABELS
    assert set(evening.table_sizes) <= set(MOVEMENTS[evening.movement].sizes)
    assert evening.table_size in (evening.table_sizes or (None,))
    assert evening.final_order in FINAL_ORDER_LABELS
    assert evening.threes in THREES_LABELS
    assert evening.bell_rule in BELL_RULES
    assert FORMATS[evening.key] == evening


@pytest.mark.parametrize("evening", FORMATS.values(), ids=FORMATS.keys())
def test_what_an_event_of_a_format_starts_with_and_may_choose_are_settings_that_an_event_keeps(evening):
    kept = {field.name for field in Event._meta.get_fields()}
    assert evening.defaults.keys() <= kept
    assert set(evening.options) <= evening.defaults.keys()
    assert ("final_order" in evening.options) == (len(evening.final_criteria) > 1)
    assert ("length_kind" in evening.options) == (len(evening.lengths) > 1)
    assert ("table_size" in evening.options) == bool(evening.table_sizes)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_every_rule_set_can_be_played_at_tables_by_lot_in_one_round(rules):
    evening = FORMATS[f"{rules.id}-tables"]
    assert (evening.rule_set, evening.movement, not evening.has_several_stages) == (rules.id, evening.key, True)
    first = "points" if rules.target is None else "games"
    assert [criterion.key for criterion in hour_criteria(evening)][0] == first
    assert final_criteria(evening) == hour_criteria(evening)
    assert (evening.lengths == ("timed",)) == (rules.target is None)


@pytest.mark.parametrize(
    ("key", "sizes", "usual", "length"),
    [
        ("kent-tables", (), None, Length("timed")),
        ("trinidad-tables", (), None, Length("best_of", 3)),
        ("lancashire-tables", (), None, Length("best_of", 3)),
        ("nlcb-tables", (), None, Length("best_of", 3)),
        ("seven-up-tables", (2, 3, 4), 4, Length("best_of", 3)),
        ("auction-pitch-tables", (2, 3, 4, 5, 6, 7), 4, Length("games", 3)),
    ],
)
def test_tables_by_lot_leave_the_choices_that_their_game_leaves(key, sizes, usual, length):
    evening = FORMATS[key]
    assert (evening.table_sizes, evening.table_size, evening.length) == (sizes, usual, length)


def test_a_format_of_tables_is_named_for_its_game():
    evening = FORMATS["auction-pitch-tables"]
    assert (str(evening.name), str(evening.label)) == (
        "Auction Pitch",
        "Auction Pitch: random tables, 1 round",
    )


@pytest.mark.parametrize("rule", BELL_RULES.values(), ids=BELL_RULES.keys())
def test_every_bell_rule_has_a_sentence_for_the_score_sheet(rule):
    assert str(rule.label)
    assert str(rule.sentence).startswith("At the bell, ") and str(rule.sentence).endswith(".")
    assert BELL_RULES[rule.key] == rule


def test_the_kent_evening_is_two_hours_of_three_rounds_of_twenty_minutes():
    movement = MOVEMENTS[KENT_1674.movement]
    hour, warning = KENT_1674.hour_seconds, KENT_1674.warning_seconds
    assert (KENT_1674.stages, movement.turns, hour // movement.turns, warning) == (2, 3, 1200, 120)
    assert (KENT_1674.rule_set, KENT_1674.bell_rule) == ("kent", "finish")


def test_the_kent_hour_ranks_by_the_listed_tie_breaks_and_then_a_cut():
    assert [criterion.key for criterion in hour_criteria(KENT_1674)] == [
        *("total", "points_between", "all_fours", "best_round", "cut")
    ]


def test_the_kent_evening_ranks_both_hours_added_or_by_second_hour_table():
    assert final_criteria(KENT_1674)[0] == CRITERIA["total"]
    assert final_criteria(KENT_1674, "second_table")[:2] == (CRITERIA["second_table"], CRITERIA["hour_2"])
