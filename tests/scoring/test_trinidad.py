"""000 "All Fours", the Trinidad game to 14: one test for each sentence that scores, penalises, orders or ends."""

import pytest

from scoring import RULE_SETS, HandEvent, TrumpFact, misdeal, redeal, revoke, stand, take_one, turn_up
from tests.scoring.tables import BEG, PAIRS, RUN, STAND, TWO, awards, refusals_of, score_facts, tricks_of

NINE, EIGHT, SEVEN, HEART = (turn_up(card) for card in ("9S", "8S", "7S", "5H"))
PLAYED = [("high", "A", 1), ("low", "B", 1), ("game", "A", 1)]


def test_it_is_played_by_four_players_in_two_fixed_partnerships() -> None:
    assert refusals_of("trinidad", TWO, NINE) == [("seats", "number")]


@pytest.mark.parametrize(("card", "points"), [("AS", 1), ("6S", 2), ("JS", 3)])
def test_a_turned_ace_six_or_jack_scores_for_the_dealers_team_at_once(card: str, points: int) -> None:
    assert awards("trinidad", PAIRS, turn_up(card)) == [("turn_up", "A", points)]


@pytest.mark.parametrize("rank", "2345789TQK")
def test_any_other_turned_card_scores_nothing(rank: str) -> None:
    assert awards("trinidad", PAIRS, turn_up(rank + "S")) == []


def test_take_one_gives_the_opponents_one_point_before_the_play() -> None:
    assert awards("trinidad", PAIRS, NINE, BEG, take_one(), pips=(20, 10)) == [("take_one", "B", 1), *PLAYED]


def test_a_new_turn_up_scores_again() -> None:
    facts = awards("trinidad", PAIRS, turn_up("6S"), BEG, RUN, turn_up("AH"), pips=(20, 10), high=TrumpFact("Ann", "K"))
    assert facts == [("turn_up", "A", 2), ("turn_up", "A", 1), *PLAYED]


def test_a_turn_up_of_the_old_suit_scores_and_is_run_again() -> None:
    events = (turn_up("6S"), BEG, RUN, turn_up("AS"), RUN, HEART)
    found = awards("trinidad", PAIRS, *events, pips=(40, 35), low=TrumpFact("Bea", "2"))
    assert found == [("turn_up", "A", 2), ("turn_up", "A", 1), *PLAYED]


def test_the_old_suit_cannot_be_played_after_a_run() -> None:
    assert refusals_of("trinidad", PAIRS, NINE, BEG, RUN, EIGHT, pips=(20, 10)) == [("turn_up", "old_suit")]


def test_when_the_deck_is_exhausted_it_is_redealt_and_turned_points_are_kept() -> None:
    events = (turn_up("6S"), BEG, RUN, EIGHT, RUN, SEVEN, redeal(), HEART, STAND)
    assert awards("trinidad", PAIRS, *events, pips=(20, 10)) == [("turn_up", "A", 2), *PLAYED]


def test_three_turn_ups_exhaust_the_deck() -> None:
    assert refusals_of("trinidad", PAIRS, NINE, BEG, RUN, EIGHT, RUN, SEVEN, RUN, HEART) == [
        ("run", "pack"),
        ("turn_up", "no_run"),
    ]


def test_only_the_player_next_to_the_dealer_stands_or_begs() -> None:
    assert refusals_of("trinidad", PAIRS, NINE, STAND._replace(player="Cy")) == [("stand", "not_elder")]


ORDERS = {
    "Bea": "2S 3S AH 4H 5C 6C",
    "Cy": "KH 7H QD 8C TC 9C",
    "Dan": "JS QH 2D 3D 4D 5D",
    "Ann": "KS JH 7D 8D 9D TD",
}
DEALT = {player: tuple(cards.split()) for player, cards in ORDERS.items()}
TRICKS = tricks_of(PAIRS, "S", "Bea", **ORDERS)


def test_a_full_record_gives_high_low_jack_and_game() -> None:
    assert awards("trinidad", PAIRS, NINE, STAND, dealt=DEALT, tricks=TRICKS) == [
        ("high", "A", 1),
        ("low", "B", 1),
        ("hang_jack", "A", 3),
        ("game", "A", 1),
    ]


def test_the_player_next_to_the_dealer_leads_first() -> None:
    tricks = tricks_of(PAIRS, "S", "Cy", **ORDERS)
    assert refusals_of("trinidad", PAIRS, NINE, STAND, dealt=DEALT, tricks=tricks) == [("tricks", "leader")]


def test_thereafter_the_winner_of_the_trick_leads_to_the_next() -> None:
    tricks = (*TRICKS[:3], TRICKS[5], TRICKS[4], TRICKS[3])
    assert refusals_of("trinidad", PAIRS, NINE, STAND, dealt=DEALT, tricks=tricks) == [("tricks", "leader")]


def failures_at_once(**orders: str) -> list[tuple[str, str, bool]]:
    """Player, suit led and whether a top trump was held, for failures in the first trick."""
    tricks = tricks_of(PAIRS, "S", "Bea", **ORDERS | orders)
    hand = score_facts("trinidad", PAIRS, NINE, STAND, dealt=DEALT, tricks=tricks)
    return [(each.player, each.led, each.held_top_trump) for each in hand.revokes or () if each.trick == 1]


def test_if_a_trump_is_led_you_must_follow_if_possible() -> None:
    assert failures_at_once() == []
    assert failures_at_once(Dan="2D JS QH 3D 4D 5D") == [("Dan", "trump", True)]


def test_to_a_plain_suit_you_follow_or_trump_and_nothing_else() -> None:
    assert failures_at_once(Bea="AH 2S 3S 4H 5C 6C", Dan="JS QH 2D 3D 4D 5D", Ann="JH KS 7D 8D 9D TD") == []
    assert failures_at_once(Bea="AH 2S 3S 4H 5C 6C", Dan="2D JS QH 3D 4D 5D", Ann="JH KS 7D 8D 9D TD") == [
        ("Dan", "plain", True)
    ]


def test_if_you_cannot_follow_suit_you_can_play_any_card() -> None:
    orders = {"Bea": "5C 2S 3S AH 4H 6C", "Cy": "8C KH 7H QD TC 9C", "Ann": "7D KS JH 8D 9D TD"}
    assert failures_at_once(Dan="2D JS QH 3D 4D 5D", **orders) == []


def test_high_is_one_point_for_the_team_of_the_player_who_had_the_highest_trump() -> None:
    found = awards("trinidad", PAIRS, NINE, STAND, pips=(10, 20), high=TrumpFact("Cy", "A"))
    assert found[0] == ("high", "A", 1)


def test_low_is_one_point_for_the_original_holder_whoever_wins_it() -> None:
    found = awards("trinidad", PAIRS, NINE, STAND, pips=(10, 20), low=TrumpFact("Bea", "3", "Ann"))
    assert found[1] == ("low", "B", 1)


def test_a_jack_retained_by_the_team_it_was_dealt_to_is_worth_one() -> None:
    found = awards("trinidad", PAIRS, NINE, STAND, pips=(20, 10), jack=TrumpFact("Dan", None, "Bea"))
    assert found == [*PLAYED[:2], ("jack", "B", 1), PLAYED[2]]


def test_a_jack_captured_is_worth_three() -> None:
    found = awards("trinidad", PAIRS, NINE, STAND, pips=(20, 10), jack=TrumpFact("Dan", None, "Ann"))
    assert found == [*PLAYED[:2], ("hang_jack", "A", 3), PLAYED[2]]


@pytest.mark.parametrize(("pips", "side"), [((20, 10), ["A"]), ((10, 20), ["B"]), ((15, 15), [])])
def test_the_highest_total_gets_game_and_equal_totals_give_it_to_nobody(pips: tuple[int, int], side: list[str]) -> None:
    found = awards("trinidad", PAIRS, NINE, STAND, pips=pips)
    assert found == [*PLAYED[:2], *(("game", each, 1) for each in side)]


def test_the_first_team_to_reach_14_wins_the_game() -> None:
    hand = score_facts("trinidad", PAIRS, turn_up("AS"), start=(13, 13))
    assert (hand.winner, hand.score, hand.next_dealer) == ("A", {"A": 14, "B": 13}, None)


def test_tied_on_12_high_and_low_reach_14_before_jack_and_game() -> None:
    trumps = {"high": TrumpFact("Bea", "A"), "low": TrumpFact("Dan", "2"), "jack": TrumpFact("Cy", None, "Cy")}
    hand = score_facts("trinidad", PAIRS, NINE, STAND, start=(12, 12), pips=(36, 18), **trumps)
    assert hand.awards == (("high", "B", 1), ("low", "B", 1))
    assert hand.uncounted == (("jack", "A", 1), ("game", "A", 1))
    assert (hand.winner, hand.score) == ("B", {"A": 12, "B": 14})


def test_a_misdeal_gives_the_opponents_a_point_and_the_deal_passes() -> None:
    hand = score_facts("trinidad", PAIRS, misdeal())
    assert (hand.awards, hand.next_dealer) == ((("misdeal", "B", 1),), "Bea")


def test_a_revoke_corrected_before_the_end_of_the_trick_costs_nothing() -> None:
    corrected = revoke("Ann", led="trump", held_top_trump=True, corrected=True)
    assert awards("trinidad", PAIRS, NINE, STAND, corrected, pips=(20, 10)) == PLAYED


def test_a_top_trump_withheld_from_a_trump_lead_loses_the_game() -> None:
    hand = score_facts("trinidad", PAIRS, NINE, STAND, revoke("Cy", led="trump", held_top_trump=True), start=(13, 2))
    assert (hand.awards, hand.winner, hand.score) == ((("game_lost", "A", 0),), "B", {"A": 13, "B": 2})


@pytest.mark.parametrize("failed", [revoke("Cy", led="trump", held_top_trump=False), revoke("Cy", led="plain")])
def test_any_other_revoke_gives_the_opponents_a_point_and_bars_the_offenders_from_game(failed: HandEvent) -> None:
    assert awards("trinidad", PAIRS, NINE, STAND, failed, pips=(20, 10)) == [("revoke", "B", 1), *PLAYED[:2]]
    assert awards("trinidad", PAIRS, NINE, STAND, failed, pips=(10, 20))[-1] == ("game", "B", 1)


def test_a_revoke_says_what_was_led_and_held() -> None:
    assert refusals_of("trinidad", PAIRS, NINE, STAND, revoke("Cy"), pips=(20, 10)) == [("revoke", "led")]
    assert refusals_of("trinidad", PAIRS, NINE, STAND, revoke("Cy", led="trump"), pips=(20, 10)) == [
        ("revoke", "held_top_trump")
    ]


def test_the_turn_to_deal_passes_after_each_hand() -> None:
    assert score_facts("trinidad", PAIRS, NINE, stand("Ann"), pips=(20, 10), dealer="Dan").next_dealer == "Ann"


def test_calling_an_exposed_card_scores_nothing_and_is_in_the_notes() -> None:
    assert [note for note in RULE_SETS["trinidad"].mistakes if "exposed" in note] == [
        "A card exposed other than in play stays face up; the opponents may call for it later in the hand, whenever "
        "it may be played."
    ]


def test_cutting_for_deal_is_in_the_notes() -> None:
    assert "Cut for the first deal: the highest card deals." in RULE_SETS["trinidad"].notes
