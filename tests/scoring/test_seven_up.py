"""003 "All Fours (Seven Up)": one test for each sentence that scores, penalises, orders or ends."""

import pytest

from scoring import RULE_SETS, Seating, TrumpFact, discard_to, misdeal, redeal, revoke, take_one, turn_up
from tests.scoring.tables import (
    ANN_HIGH,
    BEA_LOW,
    BEG,
    FOUR,
    PAIRS,
    RUN,
    STAND,
    THREE,
    TWO,
    awards,
    doubts_of,
    refusals_of,
    score_facts,
    tricks_of,
)

NINE, EIGHT, HEART = turn_up("9S"), turn_up("8S"), turn_up("5H")
PLAYED = [("high", "Ann", 1), ("low", "Bea", 1), ("game", "Ann", 1)]


@pytest.mark.parametrize("seating", [TWO, THREE, PAIRS])
def test_usually_two_play_although_three_or_two_teams_of_two_are_possible(seating: Seating) -> None:
    assert refusals_of("seven-up", seating, NINE) == []


def test_four_do_not_play_each_for_himself() -> None:
    assert refusals_of("seven-up", FOUR, NINE) == [("sides", "number")]


def test_a_turned_jack_gives_the_dealer_one_point() -> None:
    assert awards("seven-up", TWO, turn_up("JS")) == [("turn_up", "Ann", 1)]


@pytest.mark.parametrize("rank", "23456789TQKA")
def test_no_other_turned_card_scores(rank: str) -> None:
    assert awards("seven-up", TWO, turn_up(rank + "S")) == []


def test_a_jack_turned_in_a_run_scores_just_like_before() -> None:
    hand = awards("seven-up", TWO, turn_up("JS"), BEG, RUN, turn_up("JH"), discard_to(6), pips=(20, 10))
    assert hand == [("turn_up", "Ann", 1), ("turn_up", "Ann", 1), *PLAYED]


def test_the_dealer_keeps_running_until_the_suit_is_different() -> None:
    assert refusals_of("seven-up", TWO, NINE, BEG, RUN, EIGHT, pips=(20, 10)) == [("turn_up", "old_suit")]
    assert awards("seven-up", TWO, NINE, BEG, RUN, EIGHT, RUN, HEART, discard_to(6), pips=(20, 10)) == PLAYED


def test_players_discard_until_they_have_only_six() -> None:
    run = (NINE, BEG, RUN, HEART)
    too_many = (40, 30)
    assert refusals_of("seven-up", TWO, *run, discard_to(6), pips=too_many) == [("pips", "too_many")]
    assert refusals_of("seven-up", TWO, *run, discard_to(10), pips=(20, 10)) == [("discard_to", "number")]
    assert doubts_of("seven-up", TWO, *run, discard_to(7), pips=(20, 10)) == [("discard_to", "unusual")]


def test_players_still_unhappy_turn_in_their_cards_and_the_dealer_deals_again() -> None:
    hand = score_facts("seven-up", TWO, turn_up("JS"), BEG, RUN, HEART, redeal("bunch"))
    assert (hand.awards, hand.next_dealer, hand.doubts) == ((("turn_up", "Ann", 1),), "Ann", ())


def test_take_one_gives_a_point_to_the_player_who_objected() -> None:
    assert awards("seven-up", THREE, NINE, BEG, take_one(), pips=(20, 10, 5)) == [("take_one", "Bea", 1), *PLAYED]


def test_take_one_is_skipped_when_it_would_make_the_objector_the_winner() -> None:
    hand = score_facts(
        "seven-up", TWO, NINE, BEG, take_one(), start=(0, 6), pips=(20, 10), low=BEA_LOW._replace(holder="Ann")
    )
    assert [tuple(award) for award in hand.awards] == [("high", "Ann", 1), ("low", "Ann", 1), ("game", "Ann", 1)]
    assert hand.winner is None


ORDERS = {"Bea": "2S AH 4H 5C 6C QD", "Ann": "KS KH 7D 8D 9D TD"}
DEALT = {player: tuple(cards.split()) for player, cards in ORDERS.items()}


def failures_at_once(**orders: str) -> list[tuple[str, str, bool]]:
    tricks = tricks_of(TWO, "S", "Bea", **ORDERS | orders)
    found = score_facts("seven-up", TWO, NINE, STAND, dealt=DEALT, tricks=tricks).revokes or ()
    return [(each.player, each.led, each.held_top_trump) for each in found if each.trick == 1]


def test_the_other_players_lay_down_the_suit_led_or_a_trump_if_they_have_one() -> None:
    assert failures_at_once(Bea="AH 2S 4H 5C 6C QD", Ann="KS KH 7D 8D 9D TD") == []
    assert failures_at_once(Bea="AH 2S 4H 5C 6C QD", Ann="7D KS KH 8D 9D TD") == [("Ann", "plain", True)]


def test_without_the_suit_led_they_must_trump_if_they_can() -> None:
    assert failures_at_once(Bea="5C 2S AH 4H 6C QD", Ann="7D KS KH 8D 9D TD") == [("Ann", "plain", True)]
    assert failures_at_once(Bea="5C 2S AH 4H 6C QD", Ann="KS 7D KH 8D 9D TD") == []


def test_without_either_they_lay_down_any_card() -> None:
    dealt = {"Bea": "5C 2S AH 4H 6C QD", "Ann": "7D KH 8D 9D TD 3H"}
    tricks = tricks_of(TWO, "S", "Bea", **dealt)
    assert [
        each for each in score_facts("seven-up", TWO, NINE, STAND, tricks=tricks).revokes or () if each.trick == 1
    ] == []


def test_a_player_who_revokes_loses_a_point() -> None:
    failed = revoke("Ann", jack_in_trick=False)
    assert awards("seven-up", TWO, NINE, STAND, failed, pips=(20, 10)) == [("revoke", "Ann", -1), *PLAYED]


def test_with_the_jack_of_trumps_in_the_trick_he_loses_two() -> None:
    failed = revoke("Ann", jack_in_trick=True)
    jack = TrumpFact("Ann", None, "Ann")
    found = awards("seven-up", TWO, NINE, STAND, failed, pips=(20, 10), jack=jack)
    assert found == [("revoke", "Ann", -2), *PLAYED[:2], ("jack", "Ann", 1), PLAYED[2]]


def test_whether_the_jack_was_in_the_trick_is_asked_back() -> None:
    assert doubts_of("seven-up", TWO, NINE, STAND, revoke("Ann"), pips=(20, 10)) == [("revoke", "jack_in_trick")]


def test_a_revoke_corrected_before_the_next_trick_costs_nothing() -> None:
    assert awards("seven-up", TWO, NINE, STAND, revoke("Ann", corrected=True), pips=(20, 10)) == PLAYED


def test_high_is_worth_one_to_whoever_received_the_highest_trump() -> None:
    found = awards("seven-up", TWO, NINE, STAND, pips=(20, 10), high=ANN_HIGH._replace(won_by="Bea"))
    assert found[0] == ("high", "Ann", 1)


RUN_DEALT = {
    "Bea": tuple("2S 3D 4H 5C 6C QD KH 2D 2C".split()),
    "Ann": tuple("AS 3H 7D 8D 9D TC 4D 5D 6D".split()),
}
AFTER_RUN = {"Bea": "KH 3D 4H 5C 6C QD", "Ann": "3H 7D 8D 9D TC 4D"}


def test_high_looks_at_every_card_dealt_and_low_at_those_that_appear_in_a_trick() -> None:
    events = (NINE, BEG, RUN, turn_up("7H"), discard_to(6))
    dealt = RUN_DEALT | {"Ann": tuple("AH 3H 7D 8D 9D TC 4D 5D 6D".split())}
    hand = score_facts("seven-up", TWO, *events, dealt=dealt, tricks=tricks_of(TWO, "H", "Bea", **AFTER_RUN))
    assert [tuple(award) for award in hand.awards][:2] == [("high", "Ann", 1), ("low", "Ann", 1)]


def test_low_is_worth_one_to_whoever_received_it_no_matter_who_wins_it() -> None:
    found = awards("seven-up", TWO, NINE, STAND, pips=(20, 10), low=BEA_LOW._replace(won_by="Ann"))
    assert found[1] == ("low", "Bea", 1)


def test_winning_the_jack_in_a_trick_is_worth_one_no_matter_who_had_it() -> None:
    found = awards("seven-up", TWO, NINE, STAND, pips=(20, 10), jack=TrumpFact("Bea", None, "Ann"))
    assert found[2] == ("jack", "Ann", 1)


def test_the_highest_total_gets_one_point_and_a_tie_gives_none() -> None:
    assert awards("seven-up", THREE, NINE, STAND, pips=(20, 10, 20)) == PLAYED[:2]
    assert awards("seven-up", THREE, NINE, STAND, pips=(10, 5, 20))[2] == ("game", "Cy", 1)


def test_nobody_may_have_any_card_that_counts() -> None:
    low = {"high": TrumpFact("Ann", "8"), "low": TrumpFact("Bea", "3")}
    assert awards("seven-up", TWO, NINE, STAND, pips=(0, 0), **low) == PLAYED[:2]


def test_the_only_trump_dealt_is_high_and_low_and_worth_two() -> None:
    only = {"high": TrumpFact("Ann", "8"), "low": TrumpFact("Ann", "8")}
    found = awards("seven-up", TWO, NINE, STAND, pips=(20, 10), **only)
    assert found == [("high", "Ann", 1), ("low", "Ann", 1), ("game", "Ann", 1)]


def test_the_first_player_to_earn_seven_points_wins() -> None:
    hand = score_facts("seven-up", TWO, NINE, STAND, start=(6, 6), pips=(20, 10))
    assert (hand.winner, hand.awards) == ("Ann", (("high", "Ann", 1),))


def test_when_several_have_seven_the_order_of_earning_decides() -> None:
    trumps = {"high": TrumpFact("Bea", "A"), "low": TrumpFact("Cy", "3"), "jack": TrumpFact("Ann", None, "Ann")}
    hand = score_facts("seven-up", THREE, NINE, STAND, start=(6, 5, 6), pips=(20, 10, 5), **trumps)
    assert (hand.winner, hand.score) == ("Cy", {"Ann": 6, "Bea": 6, "Cy": 7})
    assert hand.uncounted == (("jack", "Ann", 1), ("game", "Ann", 1))


def test_it_names_no_penalty_for_a_misdeal() -> None:
    hand = score_facts("seven-up", TWO, misdeal())
    assert (hand.awards, hand.next_dealer) == ((), "Ann")


def test_a_single_trump_that_is_both_high_and_low_is_in_the_notes() -> None:
    assert "A single trump dealt is both High and Low." in RULE_SETS["seven-up"].counting
