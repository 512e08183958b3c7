"""A record of the wrong form is refused key by key, beside what the cards say of the rest."""

from typing import Any

import pytest

from scoring import ImpossibleFacts, Problem, read_hand, read_record, record_of, refuse_line, score_record
from tests.scoring.test_records import PLAY, pairs, problems, singles

FULL = singles({"turn_up": "9S"}, {"stand": "Bea"}, high=None, low=None, jack=None, pips={"Ann": 5, "Bea": 0})


def hand(**facts: Any) -> dict[str, Any]:
    return {**FULL, "hand": {**FULL["hand"], **facts}}


@pytest.mark.parametrize("data", [None, 5, "text", [], True, 1.5])
def test_what_is_no_object_is_no_record(data: object) -> None:
    assert problems(data) == [("record", "type")]


def test_an_empty_record_is_told_everything_it_lacks() -> None:
    assert problems({}) == [
        ("rules", "unknown"),
        ("seats", "type"),
        ("sides", "type"),
        ("start", "type"),
        ("hand", "type"),
        ("dealer", "missing"),
    ]


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"version": 2}, [("version", "version")]),
        ({"version": 1}, []),
        ({"rules": "whist"}, [("rules", "unknown")]),
        ({"rules": ["kent"]}, [("rules", "unknown")]),
        ({"rules": "whist", "house_rules": 5}, [("rules", "unknown"), ("house_rules", "type")]),
        ({"rules": "whist", "house_rules": {}}, [("rules", "unknown")]),
        ({"house_rules": {"goal": 3}}, [("house_rules", "unknown")]),
        ({"house_rules": {"target": 7}}, []),
        ({"seats": []}, [("seats", "type")]),
        ({"seats": ["Ann", 5]}, [("seats", "type")]),
        ({"seats": ["Ann", "Ann"]}, [("seats", "seated_twice")]),
        ({"sides": {"Ann": "Ann", "Bea": ["Bea"]}}, [("sides", "type")]),
        ({"sides": {"Ann": [], "Bea": ["Bea"]}}, [("sides", "type")]),
        ({"start": {"Ann": 0, "Bea": True}}, [("start", "type"), ("start", "sides")]),
        ({"start": {"Ann": 0, "Bea": 1.0}}, [("start", "type"), ("start", "sides")]),
        ({"start": {"Ann": 0, "Bea": 10**9}}, [("start", "type"), ("start", "sides")]),
        ({"set_backs": {"Ann": -1}}, [("set_backs", "type")]),
        ({"set_backs": {"Zoe": 1}}, [("set_backs", "sides")]),
        ({"set_backs": {"Ann": 1}}, []),
        ({"anything": "else"}, []),
    ],
)
def test_a_key_of_the_wrong_form_is_refused_there(changes: Any, found: list[tuple[str, str]]) -> None:
    assert problems({**FULL, **changes}) == found


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ({"dealer": None}, [("dealer", "missing"), ("dealer", "unknown")]),
        ({"dealer": 5}, [("dealer", "type"), ("dealer", "unknown")]),
        ({"events": {}}, [("events", "type")]),
        ({"events": [5]}, [("events", "unknown")]),
        ({"events": [{"turn_up": "9S", "stand": "Bea"}]}, [("events", "unknown")]),
        ({"high": 5}, [("high", "type")]),
        ({"high": {"rank": 5}}, [("high", "type")]),
        ({"pips": {"Ann": 5, "Bea": True}}, [("pips", "type")]),
        ({"pips": []}, [("pips", "type")]),
        ({"pips": {"Ann": 5}}, [("pips", "sides")]),
        ({"game": 5}, [("game", "type")]),
        ({"cards_in_play": "12"}, [("cards_in_play", "type")]),
        ({"trump": "X"}, [("trump", "type")]),
        ({"dealt": []}, [("dealt", "type")]),
        ({"dealt": {"Ann": [5]}}, [("dealt", "type")]),
        ({"tricks": [["Ann"]]}, [("tricks", "type")]),
        ({"tricks": {}}, [("tricks", "type")]),
    ],
)
def test_a_fact_of_the_wrong_form_is_refused_at_its_key(facts: Any, found: list[tuple[str, str]]) -> None:
    assert problems(hand(**facts)) == found


@pytest.mark.parametrize(
    "event",
    [
        {"turn_up": 5},
        {"turn_up": ""},
        {"turn_up": "1S"},
        {"turn_up": "10S"},
        {"stand": 5},
        {"take_one": 1},
        {"run": True},
        {"redeal": "yes"},
        {"bid": ["Ann"]},
        {"bid": ["Ann", 2.0]},
        {"bid": [2, "Ann"]},
        {"revoke": 5},
        {"revoke": "Ann", "led": "hearts"},
        {"revoke": "Ann", "corrected": "yes"},
        {"revoke": "Ann", "bare_jack": "yes"},
        {"abandoned": True},
        {"abandoned": ""},
    ],
)
def test_an_event_of_the_wrong_form_is_refused_at_its_own_key(event: dict[str, Any]) -> None:
    key = next(iter(event))
    assert (key, "type") in problems(hand(events=[event]))


def test_a_side_may_be_named_at_a_table_whose_rule_set_is_unknown() -> None:
    wrong = {**pairs(dealer="Zoe", **PLAY), "rules": "whist", "sides": {"A": ["Ann", "Cy"], "B": ["Bea"]}}
    assert problems(wrong) == [("rules", "unknown"), ("sides", "on_no_side"), ("dealer", "unknown")]


def test_a_problem_of_form_comes_with_those_of_the_cards() -> None:
    assert problems(hand(jack=5, pips={"Ann": 90, "Bea": 0})) == [("jack", "type"), ("pips", "too_many")]


@pytest.mark.parametrize(("given", "answered"), [("x", "x"), (5, 5), (1.5, 1.5), (None, 9), ([1], 9), (True, 9)])
def test_the_id_is_answered_back_or_else_the_line(given: object, answered: object) -> None:
    assert score_record({**FULL, "id": given}, line=9)["id"] == answered
    assert score_record({"id": given}, line=9)["id"] == answered


def test_a_record_of_the_wrong_form_cannot_be_read() -> None:
    with pytest.raises(ImpossibleFacts) as refused:
        read_record({})
    assert refused.value.problems[0].field == "rules"


def test_a_hand_by_itself_is_read_as_in_its_record_at_a_table_that_is_known() -> None:
    record = read_record(FULL)
    assert read_hand(FULL["hand"], record.facts.seating) == record.facts


def test_a_hand_of_the_wrong_form_cannot_be_read_by_itself() -> None:
    with pytest.raises(ImpossibleFacts) as refused:
        read_hand({"dealer": 5, "events": [{"stand": 3}]}, read_record(FULL).facts.seating)
    assert [problem.field for problem in refused.value.problems] == ["dealer", "stand"]


def test_a_line_that_is_no_json_is_refused_at_record() -> None:
    assert refuse_line(3, Problem("record", "json", "This is not JSON.")) == {
        "id": 3,
        "line": 3,
        "awards": [],
        "uncounted": [],
        "score": {},
        "winner": None,
        "next_dealer": None,
        "problems": [{"field": "record", "code": "json", "message": "This is not JSON."}],
        "doubts": [],
    }


def test_every_event_and_fact_is_written_back_as_it_was_read() -> None:
    events = [
        {"turn_up": "9"},
        {"stand": "Bea"},
        {"redeal": True, "why": "bunch"},
        {"misdeal": True},
        {"turn_up": "9S"},
        {"beg": "Bea"},
        {"run": 3},
        {"turn_up": "8H"},
        {"discard_to": 6},
        {"bid": ["Ann", 2]},
        {"pass": "Bea"},
        {"take_one": True},
        {"revoke": "Ann", "led": "trump", "held_top_trump": False, "jack_in_trick": True, "corrected": True},
        {"revoke": "Bea"},
        {"revoke": "Bea", "led": "trump", "bare_jack": True},
        {"abandoned": "bell"},
    ]
    data = {
        "version": 1,
        "id": 7,
        "rules": "kent",
        "house_rules": {"target": 7},
        "seats": ["Ann", "Bea"],
        "sides": {"Ann": ["Ann"], "Bea": ["Bea"]},
        "start": {"Ann": 1, "Bea": -2},
        "set_backs": {"Ann": 1},
        "hand": {
            "dealer": "Ann",
            "events": events,
            "high": {"rank": "K", "holder": "Ann"},
            "low": None,
            "jack": {"holder": "Ann", "won_by": "Bea"},
            "game": "tie",
            "cards_in_play": 12,
            "trump": "H",
            "pips": {"Ann": 5, "Bea": 5},
            "dealt": {"Ann": ["AS"]},
            "tricks": [[["Ann", "AS"], ["Bea", "2S"]]],
        },
    }
    assert record_of(read_record(data)) == data


def test_a_record_without_an_id_or_house_rules_has_none_written_back() -> None:
    bare = {key: value for key, value in FULL.items() if key != "id"}
    assert record_of(read_record(bare)) == {"version": 1, **bare}


def test_a_full_record_answers_with_the_failures_to_follow_in_it() -> None:
    tricks = [
        [["Bea", "2S"], ["Ann", "KH"]],
        [["Bea", "AH"], ["Ann", "KS"]],
        [["Ann", "7D"], ["Bea", "4H"]],
        [["Ann", "8D"], ["Bea", "5C"]],
        [["Ann", "9D"], ["Bea", "6C"]],
        [["Ann", "TD"], ["Bea", "3C"]],
    ]
    record = singles({"turn_up": "9S"}, {"stand": "Bea"}, tricks=tricks)
    found = {
        **{"revoke": "Ann", "trick": 1, "led": "trump", "held_top_trump": True},
        **{"jack_in_trick": False, "reported": False},
    }
    assert score_record(record)["revokes"] == [found]
    bare = {"house_rules": {"penalties.revoke_loses_game": "bare_jack"}}
    assert score_record(record | bare)["revokes"] == [found | {"bare_jack": False}]
