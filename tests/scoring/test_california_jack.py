"""California Jack: one test for each sentence of its sources that scores, orders or ends."""

from typing import Any

import pytest

from scoring import TrumpFact, misdeal, revoke, turn_up
from tests.scoring.tables import PAIRS, TWO, awards, refusals_of, score_facts

NINE = turn_up("9S")
ALL: dict[str, Any] = {
    "high": TrumpFact("Ann", "A"),
    "low": TrumpFact("Bea", "2", "Ann"),
    "jack": TrumpFact("Ann", None, "Bea"),
    "pips": (35, 45),
}
"""Both take two of the four; every card has come into play."""


def test_two_play() -> None:
    assert refusals_of("california-jack", TWO, NINE) == []
    assert refusals_of("california-jack", PAIRS, NINE) == [("seats", "number")]


def test_one_point_each_for_taking_the_tricks_with_high_low_jack_and_game() -> None:
    assert awards("california-jack", TWO, NINE, **ALL) == [
        ("high", "Ann", 1),
        ("low", "Ann", 1),
        ("jack", "Bea", 1),
        ("game", "Bea", 1),
    ]


def test_the_top_card_gives_trumps_and_scores_nothing() -> None:
    assert awards("california-jack", TWO, turn_up("AS")) == []
    jack = {"jack": TrumpFact("Ann", None, "Ann"), "pips": (45, 35)}
    assert ("jack", "Ann", 1) in awards("california-jack", TWO, turn_up("JS"), **ALL | jack)


@pytest.mark.parametrize("wrong", [{"high": TrumpFact("Ann", "K")}, {"low": TrumpFact("Bea", "3", "Ann")}])
def test_the_ace_is_high_and_the_two_is_low_because_every_card_is_played(wrong: dict[str, TrumpFact]) -> None:
    [kind] = wrong
    assert [field for field, _code in refusals_of("california-jack", TWO, NINE, **ALL | wrong)] == [kind]


def test_the_counting_cards_of_the_whole_pack_are_eighty() -> None:
    assert [field for field, _code in refusals_of("california-jack", TWO, NINE, **ALL | {"pips": (35, 40)})] == ["pips"]


def test_if_both_reach_ten_in_the_same_hand_the_points_count_in_order() -> None:
    hand = score_facts("california-jack", TWO, NINE, start=(8, 8), **ALL)
    assert (hand.winner, hand.score) == ("Ann", {"Ann": 10, "Bea": 8})
    hand = score_facts("california-jack", TWO, NINE, start=(7, 9), **ALL)
    assert (hand.winner, hand.score) == ("Bea", {"Ann": 9, "Bea": 10})


def test_a_failure_to_follow_gives_the_other_player_a_point() -> None:
    assert awards("california-jack", TWO, NINE, revoke("Ann", led="plain"))[0] == ("revoke", "Bea", 1)


def test_a_tie_for_game_is_nobodys_and_a_misdeal_costs_nothing() -> None:
    tied = awards("california-jack", TWO, NINE, **ALL | {"pips": (40, 40)})
    assert [kind for kind, _side, _points in tied] == ["high", "low", "jack"]
    assert awards("california-jack", TWO, misdeal()) == []
