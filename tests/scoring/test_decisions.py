"""Where a document is silent or can be read two ways: one test for each decision, D1 to D20."""

from scoring import (
    RULE_SETS,
    TrumpFact,
    abandoned,
    all_fours_of,
    bid,
    discard_to,
    misdeal,
    pass_bid,
    play,
    redeal,
    revoke,
    turn_up,
)
from tests.scoring.tables import BEG, FOUR, PAIRS, RUN, STAND, THREE, TWO, awards, doubted, hand_of, refused, scored

NINE, EIGHT, HEART = turn_up("9S"), turn_up("8S"), turn_up("5H")
PLAYED = [("high", "A", 1), ("low", "B", 1), ("game", "A", 1)]
BEA_HIGH, BEA_LOW = TrumpFact("Bea", "A"), TrumpFact("Bea", "3")


def test_d1_nlcb_kicks_are_ace_1_six_2_jack_3() -> None:
    turn_ups = RULE_SETS["nlcb"].turn_ups
    assert turn_ups is not None and turn_ups.values == {"A": 1, "6": 2, "J": 3}


def test_d2_nlcb_low_belongs_to_its_original_holder() -> None:
    assert awards("nlcb", PAIRS, NINE, STAND, pips=(20, 10), low=TrumpFact("Bea", "3", "Ann"))[1] == ("low", "B", 1)


def test_d3_nlcb_takes_nothing_for_a_misdeal_or_a_revoke() -> None:
    misdealt = scored("nlcb", PAIRS, misdeal())
    assert (misdealt.awards, misdealt.next_dealer) == ((), "Ann")
    assert awards("nlcb", PAIRS, NINE, STAND, revoke("Ann", led="plain"), pips=(20, 10)) == PLAYED


def test_d4_game_is_nobodys_when_the_offenders_had_most_pips() -> None:
    found = awards("trinidad", PAIRS, NINE, STAND, revoke("Ann", led="plain"), pips=(20, 10))
    assert found == [("revoke", "B", 1), *PLAYED[:2]]


def test_d4_both_sides_barred_leave_no_game() -> None:
    both = (revoke("Ann", led="plain"), revoke("Bea", led="plain"))
    found = awards("trinidad", PAIRS, NINE, STAND, *both, pips=(20, 10))
    assert found == [("revoke", "B", 1), ("revoke", "A", 1), *PLAYED[:2]]


def test_d5_a_penalty_counts_when_it_is_called_before_high() -> None:
    hand = scored("trinidad", PAIRS, NINE, STAND, revoke("Ann", led="plain"), start=(13, 13), pips=(20, 10))
    assert (hand.winner, hand.awards) == ("B", (("revoke", "B", 1),))
    assert hand.uncounted == (("high", "A", 1), ("low", "B", 1))


def test_d6_a_game_lost_leaves_the_scores_as_they_stood() -> None:
    lost = revoke("Bea", led="trump", held_top_trump=True)
    hand = scored("trinidad", PAIRS, NINE, STAND, lost, start=(2, 13), pips=(20, 10))
    assert (hand.winner, hand.score, hand.awards) == ("A", {"A": 2, "B": 13}, (("game_lost", "B", 0),))
    assert hand.uncounted == (("high", "A", 1), ("low", "B", 1), ("game", "A", 1))


def test_d7_points_after_the_winning_award_are_not_scored() -> None:
    for rules, start in (("trinidad", 13), ("nlcb", 13), ("seven-up", 6)):
        hand = scored(rules, PAIRS, NINE, STAND, start=(start, 0), pips=(20, 10))
        assert (hand.awards, hand.score["B"]) == ((("high", "A", 1),), 0)


def test_d8_points_after_the_pitcher_is_out_are_scored_for_everybody() -> None:
    low = TrumpFact("Ann", "3")
    hand = scored("auction-pitch", THREE, bid("Bea", 2), start=(0, 6, 0), pips=(5, 20, 10), high=BEA_HIGH, low=low)
    assert (hand.winner, hand.score, hand.uncounted) == ("Bea", {"Ann": 1, "Bea": 8, "Cy": 0}, ())


def test_d9_what_a_revoker_made_in_pitch_is_nobodys() -> None:
    found = awards("auction-pitch", THREE, bid("Bea", 2), revoke("Ann"), pips=(30, 20, 10), high=BEA_HIGH, low=BEA_LOW)
    assert found == [("revoke", "Ann", -2), ("high", "Bea", 1), ("low", "Bea", 1)]


def test_d10_when_all_pass_nobody_scores_and_the_deal_moves_on() -> None:
    hand = scored("auction-pitch", THREE, pass_bid("Bea"), pass_bid("Cy"), pass_bid("Ann"))
    assert (hand.awards, hand.next_dealer, hand.doubts) == ((), "Bea", ())


def test_d11_a_jack_of_the_old_suit_turned_in_a_run_scores() -> None:
    for rules in ("kent", "seven-up"):
        assert awards(rules, TWO, NINE, BEG, RUN, turn_up("JS"), RUN, HEART) == [("turn_up", "Ann", 1)]


def test_d12_a_revoke_in_seven_up_may_take_a_score_below_zero() -> None:
    assert scored("seven-up", TWO, NINE, STAND, revoke("Ann", jack_in_trick=True)).score == {"Ann": -2, "Bea": 0}


def test_d13_when_the_kent_pack_is_exhausted_the_same_dealer_deals_again_and_points_stay() -> None:
    hand = scored("kent", TWO, turn_up("JS"), BEG, RUN, NINE, redeal())
    assert (hand.awards, hand.next_dealer) == ((("turn_up", "Ann", 1),), "Ann")


def test_d14_at_the_bell_the_hand_is_finished_or_only_what_was_awarded_stands() -> None:
    assert RULE_SETS["kent"].hand_at_bell == "finish"
    dead = scored("kent", TWO, turn_up("JS"), STAND, abandoned("bell"), pips=(20, 10))
    assert (dead.awards, dead.doubts) == ((("turn_up", "Ann", 1),), ())
    assert dead.uncounted == (("high", "Ann", 1), ("low", "Bea", 1), ("game", "Ann", 1))


def test_d17_a_turned_jack_is_not_one_of_all_fours() -> None:
    trumps = {"high": TrumpFact("Ann", "A"), "low": TrumpFact("Ann", "3")}
    assert all_fours_of(scored("kent", TWO, turn_up("JS"), STAND, pips=(20, 10), **trumps).awards) is None


def test_d18_after_a_run_all_cards_are_played_except_in_seven_up() -> None:
    run = (NINE, BEG, RUN, HEART)
    for rules, seating in (("trinidad", PAIRS), ("nlcb", PAIRS), ("kent", TWO)):
        assert awards(rules, seating, *run, pips=(40, 32))[-1][0] == "game"
    assert refused("seven-up", TWO, *run, discard_to(6), pips=(40, 32)) == [("pips", "too_many")]


def test_d19_a_misdeal_cancels_the_turn_ups_of_its_own_deal_only() -> None:
    hand = scored("trinidad", PAIRS, turn_up("6S"), redeal(), turn_up("JH"), misdeal(), start=(12, 0))
    assert (hand.awards, hand.winner) == ((("turn_up", "A", 2),), "A")
    assert hand.uncounted == (("misdeal", "B", 1),)
    assert awards("trinidad", PAIRS, turn_up("JH"), misdeal()) == [("misdeal", "B", 1)]


def test_d20_only_a_pitchers_failure_is_a_set_back_when_settling_up() -> None:
    rules = RULE_SETS["auction-pitch"]
    failed = hand_of(FOUR, bid("Bea", 4), revoke("Cy"), pips=(20, 10, 5, 0), high=BEA_HIGH, low=BEA_LOW)
    set_back = hand_of(FOUR, bid("Bea", 4), pips=(20, 10, 5, 0), high=BEA_HIGH, low=BEA_LOW)
    game = play(rules, [failed, set_back], dict.fromkeys(FOUR.side_names, 0))
    assert game.set_backs == {"Ann": 0, "Bea": 1, "Cy": 0, "Dan": 0}


def test_a_run_without_a_reported_discard_is_counted_all_the_same() -> None:
    assert doubted("seven-up", TWO, NINE, BEG, RUN, HEART, pips=(20, 10)) == []


def test_where_the_document_is_silent_a_misdeal_keeps_the_dealer_and_the_hand_goes_on() -> None:
    for rules in ("kent", "seven-up"):
        hand = scored(rules, TWO, turn_up("JS"), misdeal(), NINE, STAND, pips=(20, 10))
        assert [award.kind for award in hand.awards] == ["high", "low", "game"]
        assert hand.next_dealer == "Bea"
    assert refused("trinidad", PAIRS, misdeal(), NINE) == [("events", "after_the_end")]
