"""004 "The rules of All Fours, as much played in Kent in 1674": one test for each sentence that scores or orders."""

import pytest

from scoring import (
    RULE_SETS,
    Award,
    TrumpFact,
    all_fours_of,
    jacks_turned_of,
    misdeal,
    redeal,
    revoke,
    take_one,
    turn_up,
)
from tests.scoring.tables import BEG, RUN, STAND, THREE, TWO, awards, hand_of, refusals_of, score_facts, tricks_of

NINE, EIGHT, HEART = turn_up("9S"), turn_up("8S"), turn_up("5H")
PLAYED = [("high", "Ann", 1), ("low", "Bea", 1), ("game", "Ann", 1)]


def test_two_players_use_the_pack() -> None:
    assert refusals_of("kent", THREE, NINE) == [("seats", "number")]


def test_a_turned_jack_scores_the_dealer_one_point() -> None:
    assert awards("kent", TWO, turn_up("JS")) == [("turn_up", "Ann", 1)]


@pytest.mark.parametrize("rank", "23456789TQKA")
def test_no_other_turned_card_scores(rank: str) -> None:
    assert awards("kent", TWO, turn_up(rank + "S")) == []


def test_a_non_dealer_who_begs_scores_one_point_if_the_dealer_allows_it() -> None:
    assert awards("kent", TWO, NINE, BEG, take_one(), pips=(20, 10)) == [("take_one", "Bea", 1), *PLAYED]


def test_a_second_turn_up_of_the_same_suit_must_be_run_again_until_it_is_different() -> None:
    assert refusals_of("kent", TWO, NINE, BEG, RUN, EIGHT, pips=(20, 10)) == [("turn_up", "old_suit")]
    assert awards("kent", TWO, NINE, BEG, RUN, EIGHT, RUN, HEART, pips=(20, 10)) == PLAYED


def test_a_new_jack_scores_even_after_a_previous_jack() -> None:
    found = awards("kent", TWO, turn_up("JS"), BEG, RUN, turn_up("JH"), pips=(20, 10))
    assert found == [("turn_up", "Ann", 1), ("turn_up", "Ann", 1), *PLAYED]


ORDERS = {"Bea": "2S AH 4H 5C 6C QD", "Ann": "KS KH 7D 8D 9D TD"}
DEALT = {player: tuple(cards.split()) for player, cards in ORDERS.items()}


def failures_at_once(**orders: str) -> list[tuple[str, str]]:
    tricks = tricks_of(TWO, "S", "Bea", **ORDERS | orders)
    found = score_facts("kent", TWO, NINE, STAND, dealt=DEALT, tricks=tricks).revokes or ()
    return [(each.player, each.led) for each in found if each.trick == 1]


def test_the_non_dealer_leads_to_the_first_trick() -> None:
    tricks = tricks_of(TWO, "S", "Ann", **ORDERS)
    assert refusals_of("kent", TWO, NINE, STAND, dealt=DEALT, tricks=tricks) == [("tricks", "leader")]


def test_players_may_trump_at_any_time_but_otherwise_must_follow_suit_if_they_can() -> None:
    assert failures_at_once(Bea="AH 2S 4H 5C 6C QD", Ann="KS KH 7D 8D 9D TD") == []
    assert failures_at_once(Bea="AH 2S 4H 5C 6C QD", Ann="7D KS KH 8D 9D TD") == [("Ann", "plain")]
    assert failures_at_once(Bea="2S AH 4H 5C 6C QD", Ann="KH KS 7D 8D 9D TD") == [("Ann", "trump")]


def test_a_player_void_of_the_suit_may_play_any_card_even_with_trumps() -> None:
    assert failures_at_once(Bea="5C 2S AH 4H 6C QD", Ann="TD KS KH 7D 8D 9D") == []


def test_highest_is_one_point_for_the_holder_of_the_highest_trump_dealt() -> None:
    assert awards("kent", TWO, NINE, STAND, pips=(10, 20))[0] == ("high", "Ann", 1)


def test_lowest_is_one_point_for_its_original_holder_not_who_won_it() -> None:
    found = awards("kent", TWO, NINE, STAND, pips=(20, 10), low=TrumpFact("Bea", "3", "Ann"))
    assert found[1] == ("low", "Bea", 1)


def test_jack_is_one_point_for_who_wins_a_trick_containing_it() -> None:
    found = awards("kent", TWO, NINE, STAND, pips=(20, 10), jack=TrumpFact("Bea", None, "Ann"))
    assert found == [*PLAYED[:2], ("jack", "Ann", 1), PLAYED[2]]


def test_game_is_one_point_for_the_higher_value_of_cards() -> None:
    assert awards("kent", TWO, NINE, STAND, pips=(10, 20))[2] == ("game", "Bea", 1)


@pytest.mark.parametrize(("dealer", "non_dealer"), [("Ann", "Bea"), ("Bea", "Ann")])
def test_equal_card_values_give_game_to_the_non_dealer(dealer: str, non_dealer: str) -> None:
    hand = score_facts("kent", TWO, NINE, dealer=dealer, pips=(15, 15))
    assert hand.awards[2] == ("game", non_dealer, 1)


def test_all_four_points_of_one_hand_are_all_fours() -> None:
    won = {"high": TrumpFact("Ann", "A"), "low": TrumpFact("Ann", "3"), "jack": TrumpFact("Bea", None, "Ann")}
    assert all_fours_of(score_facts("kent", TWO, NINE, STAND, pips=(20, 10), **won).awards) == "Ann"
    assert all_fours_of(score_facts("kent", TWO, NINE, STAND, pips=(10, 20), **won).awards) is None


def test_a_captured_jack_is_one_of_all_fours_where_it_is_worth_more() -> None:
    assert all_fours_of([Award(kind, "A", 1) for kind in ("high", "low", "hang_jack", "game")]) == "A"


def test_all_fours_are_won_with_a_game_that_another_side_shares() -> None:
    for sides in (("A", "B"), ("B", "A")):
        shared = [Award("game", side, 1) for side in sides]
        assert all_fours_of([*(Award(kind, "A", 1) for kind in ("high", "low", "jack")), *shared]) == "A"


def test_jacks_turned_are_counted_for_the_dealers_side_without_those_a_misdeal_cancels() -> None:
    turned = hand_of(TWO, turn_up("JS"), redeal(), turn_up("JH"), misdeal(), turn_up("JC"), STAND)
    assert jacks_turned_of(turned) == {"Ann": 2, "Bea": 0}


def test_no_score_ends_the_game_and_thereafter_the_deal_alternates() -> None:
    hand = score_facts("kent", TWO, NINE, STAND, start=(100, 13), pips=(20, 10))
    assert (hand.winner, hand.score, hand.next_dealer) == (None, {"Ann": 102, "Bea": 14}, "Bea")


def test_it_names_no_penalty_for_a_misdeal_or_a_revoke() -> None:
    assert awards("kent", TWO, misdeal()) == []
    assert awards("kent", TWO, NINE, STAND, revoke("Ann"), pips=(20, 10)) == PLAYED


def test_cutting_for_deal_and_the_score_sheet_are_in_the_notes() -> None:
    notes = " ".join((*RULE_SETS["kent"].notes, *RULE_SETS["kent"].counting))
    assert ("3, 2, A, K, Q, J, 10 down to 4" in notes, "sign the sheet" in notes) == (True, True)
