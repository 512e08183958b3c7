"""Marks become facts and facts become marks, for every rule set, table and depth; and what scoring says of them has a
place in the form."""

import ast
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import RULE_SETS, HandFacts, ImpossibleFacts, Problem, RuleSet, Seating, score_hand, with_house_rules
from tests.hands.filled import facts_of, form_of, names_of, reports, tables
from tests.scoring.dealing import TABLES
from tests.scoring.tables import PAIRS
from tournament.hands.forms.facts import facts_from
from tournament.hands.forms.fields import Size, fields_for, size_of, size_of_sent
from tournament.hands.forms.marks import ticks_from
from tournament.hands.forms.problems import explain_problem, field_of


@given(reports())
def test_a_form_that_starts_from_recorded_facts_reports_the_same_facts(report: tuple[RuleSet, HandFacts]) -> None:
    rules, facts = report
    marks = ticks_from(rules, facts)
    form = form_of(rules, facts.seating, marks, size=size_of(facts))
    assert form.is_valid(), form.errors
    assert facts_from(rules, facts.seating, form.cleaned_data) == facts


@given(reports())
def test_a_form_that_is_sent_tells_by_its_fields_how_much_it_held(report: tuple[RuleSet, HandFacts]) -> None:
    rules, facts = report
    size = size_of(facts)
    fields = fields_for(rules, facts.seating, names_of(facts.seating), may_stop=True, size=size)
    held = size_of_sent(rules, facts.seating, fields)
    assert held.packs == size.packs
    assert "revoke_1" not in fields or held.revokes == size.revokes


def marks_of(fields: dict[str, Any], draw: st.DrawFn) -> dict[str, Any]:
    """Anything that can be marked or keyed in these fields; somebody dealt."""
    marks: dict[str, Any] = {"dealer": draw(st.sampled_from([value for value, _label in fields["dealer"].choices]))}
    for name, field in list(fields.items())[1:]:
        if choices := getattr(field, "choices", None):
            marks[name] = draw(st.sampled_from([*(value for value, _label in choices), field.initial]))
        elif name.startswith("card_"):
            marks[name] = draw(st.sampled_from(["", "", "J", "JD", "9S", "10H", "AS"]))
        elif name.endswith("_rank"):
            marks[name] = draw(st.sampled_from(["", "", "A", "10", "J", "2"]))
        elif name.startswith("pips_"):
            marks[name] = draw(st.none() | st.integers(0, field.max_value))
        elif name.startswith("dealt_"):
            marks[name] = draw(st.sampled_from([""] * 9 + ["KH 9D 2C 5S 6S 7S", "AH AD AC AS 10H 10D 10S"]))
        elif name == "tricks":
            marks[name] = draw(st.sampled_from([""] * 9 + ["KH AH", "9D"]))
        else:
            marks[name] = draw(st.booleans())
    return marks


@pytest.mark.slow
@given(tables(), st.data())
def test_whatever_is_marked_is_counted_or_refused_at_fields_that_the_form_has(
    table: tuple[RuleSet, Seating], data: st.DataObject
) -> None:
    rules, seating = table
    form = form_of(rules, seating, marks_of(fields_for(rules, seating, names_of(seating), may_stop=True), data.draw))
    assert form.is_valid(), form.errors
    facts = facts_from(rules, seating, form.cleaned_data)
    try:
        score_hand(rules, facts, dict.fromkeys(seating.side_names, 0))
    except ImpossibleFacts as impossible:
        fields = [field_of(problem, rules, seating, form.cleaned_data) for problem in impossible.problems]
        assert all(name in form.fields for name in fields), list(zip(impossible.problems, fields))
        assert all(explain_problem(problem) for problem in impossible.problems)


SCORING = Path(__file__).resolve().parents[2] / "scoring"
# Of the table, of the record's own form, and what a form cannot say: these are no fields of a hand.
ELSEWHERE = {"seats", "sides", "start", "set_backs", "rules", "house_rules", "hand", "record", "version"}
KINDS = ("turn_up", "stand", "beg", "take_one", "run", "bid", "pass", "revoke", "high", "low", "jack")


def problems_in_scoring() -> set[tuple[str, str]]:
    """Field and code of every problem that the library can name; where the field is a variable, of every kind."""
    found: set[tuple[str, str]] = set()
    for path in SCORING.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            called = node.func if isinstance(node, ast.Call) else None
            name = (
                called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""
            )
            if name in ("Problem", "refuse", "doubt"):
                field, code = (each.value if isinstance(each, ast.Constant) else None for each in node.args[:2])
                found |= {(kind, code or "late") for kind in ([field] if field else KINDS)}
    return found


def test_every_problem_that_scoring_can_name_has_a_field_in_the_form_of_every_game_that_knows_it() -> None:
    named = {(field, code) for field, code in problems_in_scoring() if field not in ELSEWHERE}
    assert len(named) > 50
    shown = set()
    bare_jack = with_house_rules(RULE_SETS["trinidad"], {"penalties.revoke_loses_game": "bare_jack"})
    for rules, seating in [*TABLES, (bare_jack, PAIRS)]:
        fields = fields_for(rules, seating, names_of(seating), may_stop=True)
        ticked = dict.fromkeys(fields, "") | {"dealer": "a"}
        shown |= {
            (field, code)
            for field, code in named
            if field_of(Problem(field, code, "Said."), rules, seating, ticked) in fields
        }
    assert named - shown == {("cards_in_play", "number"), ("cards_in_play", "unusual")}


def test_a_form_is_never_larger_than_a_hand_can_be() -> None:
    rules, seating = TABLES[0]
    sent = ["card_999", "revoke_999", "revoke_led_1", "card_", "dealer"]
    assert size_of_sent(rules, seating, sent) == Size(packs=6, revokes=12)
    assert size_of_sent(rules, seating, []) == Size()


def test_one_side_s_card_value_gives_the_other_s_where_all_cards_are_accounted_for() -> None:
    rules, seating = next(table for table in TABLES if table[0].id == "nlcb")
    run_twice = {"card_1": "9H", "answer_1": "run", "card_2": "KH", "answer_2": "run", "card_3": "4H"}
    kicked = facts_of(rules, seating, **run_twice, answer_3="kick", card_4="10S", pips_b=30)
    assert kicked.pips == {"A": 37, "B": 30}
    assert facts_of(rules, seating, **run_twice, answer_3="kick", card_4="10S", pips_b=68).pips == {"B": 68}
    assert facts_of(rules, seating, **run_twice, jack="a", pips_b=30).pips == {"B": 30}
    assert facts_of(rules, seating, pips_a=30).pips == {"A": 30}


def test_a_form_has_fields_of_its_own_and_the_names_of_its_own_match() -> None:
    seating = Seating(("1", "2"), {"1": ("1",), "2": ("2",)})
    kent, other = RULE_SETS["kent"], with_house_rules(RULE_SETS["kent"], {"points.hang_jack": 3})
    one, again = (fields_for(kent, seating, {"1": "Ann", "2": "Bea"}, may_stop=True) for _form in range(2))
    one["high"].label, one["dealer"].initial = "Other", "b"
    assert (again["high"].label, again["dealer"].initial) == ("Highest", "")
    assert again["dealer"].choices == [("a", "Ann"), ("b", "Bea")]
    assert fields_for(kent, seating, {"1": "Cy", "2": "Bea"}, may_stop=True)["dealer"].choices[0] == ("a", "Cy")
    assert "jack_from" in fields_for(other, seating, {"1": "Ann", "2": "Bea"}, may_stop=True)
    assert "jack_from" not in again
