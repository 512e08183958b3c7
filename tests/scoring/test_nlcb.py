"""002 "All fours rules": what it adds to or leaves out of the game to 14, sentence by sentence."""

import pytest

from scoring import RULE_SETS, TrumpFact, misdeal, redeal, revoke, take_one, turn_up
from tests.scoring.tables import BEG, PAIRS, RUN, STAND, awards, refusals_of, score_facts

NINE, EIGHT, SEVEN, FIVE, HEART = (turn_up(card) for card in ("9S", "8S", "7S", "5S", "5H"))
PLAYED = [("high", "A", 1), ("low", "B", 1), ("game", "A", 1)]


@pytest.mark.parametrize(("card", "points"), [("AS", 1), ("6S", 2), ("JS", 3)])
def test_the_kicked_card_can_score_for_the_dealers_team(card: str, points: int) -> None:
    assert awards("nlcb", PAIRS, turn_up(card)) == [("turn_up", "A", points)]


def test_take_one_adds_a_point_to_the_begging_team() -> None:
    assert awards("nlcb", PAIRS, NINE, BEG, take_one(), pips=(20, 10)) == [("take_one", "B", 1), *PLAYED]


def test_each_new_kick_adds_its_value() -> None:
    events = (turn_up("6S"), BEG, RUN, turn_up("JS"), RUN, turn_up("AH"))
    hand = awards("nlcb", PAIRS, *events, pips=(40, 34), high=TrumpFact("Ann", "K"), low=TrumpFact("Bea", "2"))
    assert hand == [("turn_up", "A", 2), ("turn_up", "A", 3), ("turn_up", "A", 1), *PLAYED]


def test_after_two_runs_the_dealer_kicks_one_last_time_without_dealing() -> None:
    last = (NINE, BEG, RUN, EIGHT, RUN, turn_up("AS"), turn_up("6H"))
    jack = TrumpFact("Ann", None, "Ann")
    hand = awards("nlcb", PAIRS, *last, pips=(46, 30), low=TrumpFact("Bea", "2"), jack=jack)
    assert hand == [("turn_up", "A", 1), ("turn_up", "A", 2), *PLAYED[:2], ("jack", "A", 1), PLAYED[2]]


def test_the_last_kick_comes_only_after_the_second_run_and_the_old_suit() -> None:
    assert refusals_of("nlcb", PAIRS, NINE, BEG, RUN, EIGHT, HEART) == [("turn_up", "no_run")]
    assert refusals_of("nlcb", PAIRS, NINE, BEG, RUN, EIGHT, RUN, HEART, SEVEN) == [("turn_up", "no_run")]


def test_the_last_card_of_the_pack_has_been_kicked_by_then() -> None:
    last = (NINE, BEG, RUN, EIGHT, RUN, SEVEN, FIVE)
    assert refusals_of("nlcb", PAIRS, *last, HEART) == [("turn_up", "pack")]


def test_the_pack_is_run_twice_at_most() -> None:
    assert refusals_of("nlcb", PAIRS, NINE, BEG, RUN, EIGHT, RUN, SEVEN, RUN)[0] == ("run", "limit")


def test_the_same_suit_again_means_collecting_all_cards_and_the_kicks_stay() -> None:
    again = (turn_up("6S"), BEG, RUN, EIGHT, RUN, SEVEN, FIVE)
    assert refusals_of("nlcb", PAIRS, *again, pips=(40, 30))[0] == ("turn_up", "old_suit")
    assert awards("nlcb", PAIRS, *again, redeal(), HEART, STAND, pips=(20, 10)) == [("turn_up", "A", 2), *PLAYED]


def test_the_team_with_the_highest_trump_gets_one_point() -> None:
    assert awards("nlcb", PAIRS, NINE, STAND, pips=(10, 20))[0] == ("high", "A", 1)


def test_the_team_with_the_lowest_trump_gets_one_point() -> None:
    assert awards("nlcb", PAIRS, NINE, STAND, pips=(10, 20))[1] == ("low", "B", 1)


def test_a_jack_that_got_away_is_one_and_a_hanged_jack_three() -> None:
    away, hanged = TrumpFact("Dan", None, "Bea"), TrumpFact("Dan", None, "Cy")
    assert awards("nlcb", PAIRS, NINE, STAND, pips=(20, 10), jack=away)[2] == ("jack", "B", 1)
    assert awards("nlcb", PAIRS, NINE, STAND, pips=(20, 10), jack=hanged)[2] == ("hang_jack", "A", 3)


def test_most_game_points_win_game_and_a_tie_gives_it_to_no_team() -> None:
    assert awards("nlcb", PAIRS, NINE, STAND, pips=(20, 10)) == PLAYED
    assert awards("nlcb", PAIRS, NINE, STAND, pips=(15, 15)) == PLAYED[:2]


def test_the_team_first_to_reach_14_wins_and_the_game_ends() -> None:
    hand = score_facts("nlcb", PAIRS, turn_up("JS"), start=(12, 13))
    assert (hand.winner, hand.score, hand.next_dealer) == ("A", {"A": 15, "B": 13}, None)


def test_otherwise_the_player_to_the_right_of_the_dealer_deals() -> None:
    assert score_facts("nlcb", PAIRS, NINE, STAND, pips=(20, 10)).next_dealer == "Bea"


def test_at_13_to_12_high_and_low_win_before_the_rest_is_counted() -> None:
    trumps = {"high": TrumpFact("Bea", "A"), "low": TrumpFact("Dan", "2")}
    hand = score_facts("nlcb", PAIRS, NINE, STAND, start=(13, 12), pips=(20, 10), **trumps)
    assert (hand.winner, hand.awards) == ("B", (("high", "B", 1), ("low", "B", 1)))
    assert hand.uncounted == (("game", "A", 1),)


def test_it_names_no_penalty_for_a_misdeal_or_a_revoke() -> None:
    assert awards("nlcb", PAIRS, misdeal()) == []
    assert awards("nlcb", PAIRS, NINE, STAND, revoke("Ann"), pips=(20, 10)) == PLAYED


def test_how_to_choose_the_dealer_and_to_deal_is_in_the_notes() -> None:
    notes = " ".join(RULE_SETS["nlcb"].notes)
    assert ("receives a Jack" in notes, "one or three at a time" in notes) == (True, True)
