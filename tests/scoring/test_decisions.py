"""Where a document is silent or can be read two ways: one test for each decision, D1 to D22."""

import pytest

from scoring import (
    RULE_SETS,
    ImpossibleFacts,
    Seating,
    TrumpFact,
    abandon,
    all_fours_of,
    bid,
    discard_to,
    misdeal,
    pass_bid,
    redeal,
    revoke,
    score_game,
    take_one,
    turn_up,
)
from tests.scoring.tables import (
    BEG,
    FOUR,
    PAIRS,
    RUN,
    STAND,
    THREE,
    TWO,
    awards,
    doubts_of,
    hand_of,
    refusals_of,
    score_facts,
    tricks_of,
)

NINE, EIGHT, HEART = turn_up("9S"), turn_up("8S"), turn_up("5H")
PLAYED = [("high", "A", 1), ("low", "B", 1), ("game", "A", 1)]
BEA_HIGH, BEA_LOW = TrumpFact("Bea", "A"), TrumpFact("Bea", "3")


def test_d1_nlcb_kicks_are_ace_1_six_2_jack_3() -> None:
    turn_ups = RULE_SETS["nlcb"].turn_ups
    assert turn_ups is not None and turn_ups.values == {"A": 1, "6": 2, "J": 3}


def test_d2_nlcb_low_belongs_to_its_original_holder() -> None:
    assert awards("nlcb", PAIRS, NINE, STAND, pips=(20, 10), low=TrumpFact("Bea", "3", "Ann"))[1] == ("low", "B", 1)


def test_d3_nlcb_takes_nothing_for_a_misdeal_or_a_revoke() -> None:
    misdealt = score_facts("nlcb", PAIRS, misdeal())
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
    hand = score_facts("trinidad", PAIRS, NINE, STAND, revoke("Ann", led="plain"), start=(13, 13), pips=(20, 10))
    assert (hand.winner, hand.awards) == ("B", (("revoke", "B", 1),))
    assert hand.uncounted == (("high", "A", 1), ("low", "B", 1))


def test_d6_a_game_lost_leaves_the_scores_as_they_stood() -> None:
    lost = revoke("Bea", led="trump", held_top_trump=True)
    hand = score_facts("trinidad", PAIRS, NINE, STAND, lost, start=(2, 13), pips=(20, 10))
    assert (hand.winner, hand.score, hand.awards) == ("A", {"A": 2, "B": 13}, (("game_lost", "B", 0),))
    assert hand.uncounted == (("high", "A", 1), ("low", "B", 1), ("game", "A", 1))


def test_d7_points_after_the_winning_award_are_not_scored() -> None:
    for rules, start in (("trinidad", 13), ("nlcb", 13), ("seven-up", 6)):
        hand = score_facts(rules, PAIRS, NINE, STAND, start=(start, 0), pips=(20, 10))
        assert (hand.awards, hand.score["B"]) == ((("high", "A", 1),), 0)


def test_d8_points_after_the_pitcher_is_out_are_scored_for_everybody() -> None:
    low = TrumpFact("Ann", "3")
    hand = score_facts("auction-pitch", THREE, bid("Bea", 2), start=(0, 6, 0), pips=(5, 20, 10), high=BEA_HIGH, low=low)
    assert (hand.winner, hand.score, hand.uncounted) == ("Bea", {"Ann": 1, "Bea": 8, "Cy": 0}, ())


def test_d9_what_a_revoker_made_in_pitch_is_nobodys() -> None:
    found = awards("auction-pitch", THREE, bid("Bea", 2), revoke("Ann"), pips=(30, 20, 10), high=BEA_HIGH, low=BEA_LOW)
    assert found == [("revoke", "Ann", -2), ("high", "Bea", 1), ("low", "Bea", 1)]


def test_d10_when_all_pass_nobody_scores_and_the_deal_moves_on() -> None:
    hand = score_facts("auction-pitch", THREE, pass_bid("Bea"), pass_bid("Cy"), pass_bid("Ann"))
    assert (hand.awards, hand.next_dealer, hand.doubts) == ((), "Bea", ())


def test_d11_a_jack_of_the_old_suit_turned_in_a_run_scores() -> None:
    for rules in ("kent", "seven-up"):
        assert awards(rules, TWO, NINE, BEG, RUN, turn_up("JS"), RUN, HEART) == [("turn_up", "Ann", 1)]


def test_d12_a_revoke_in_seven_up_may_take_a_score_below_zero() -> None:
    assert score_facts("seven-up", TWO, NINE, STAND, revoke("Ann", jack_in_trick=True)).score == {"Ann": -2, "Bea": 0}


def test_d13_when_the_kent_pack_is_exhausted_the_same_dealer_deals_again_and_points_stay() -> None:
    hand = score_facts("kent", TWO, turn_up("JS"), BEG, RUN, NINE, redeal())
    assert (hand.awards, hand.next_dealer) == ((("turn_up", "Ann", 1),), "Ann")


def test_d14_at_the_bell_the_hand_is_finished_or_only_what_was_awarded_stands() -> None:
    assert RULE_SETS["kent"].hand_at_bell == "finish"
    dead = score_facts("kent", TWO, turn_up("JS"), STAND, abandon("bell"), pips=(20, 10))
    assert (dead.awards, dead.doubts) == ((("turn_up", "Ann", 1),), ())
    assert dead.uncounted == (("high", "Ann", 1), ("low", "Bea", 1), ("game", "Ann", 1))


def test_d17_a_turned_jack_is_not_one_of_all_fours() -> None:
    trumps = {"high": TrumpFact("Ann", "A"), "low": TrumpFact("Ann", "3")}
    assert all_fours_of(score_facts("kent", TWO, turn_up("JS"), STAND, pips=(20, 10), **trumps).awards) is None


def test_d18_after_a_run_all_cards_are_played_except_in_seven_up() -> None:
    run = (NINE, BEG, RUN, HEART)
    for rules, seating in (("trinidad", PAIRS), ("nlcb", PAIRS), ("kent", TWO)):
        assert awards(rules, seating, *run, pips=(40, 32))[-1][0] == "game"
    assert refusals_of("seven-up", TWO, *run, discard_to(6), pips=(40, 32)) == [("pips", "too_many")]


def test_d19_a_misdeal_cancels_the_turn_ups_of_its_own_deal_only() -> None:
    hand = score_facts("trinidad", PAIRS, turn_up("6S"), redeal(), turn_up("JH"), misdeal(), start=(12, 0))
    assert (hand.awards, hand.winner) == ((("turn_up", "A", 2),), "A")
    assert hand.uncounted == (("misdeal", "B", 1),)
    assert awards("trinidad", PAIRS, turn_up("JH"), misdeal()) == [("misdeal", "B", 1)]


def test_d20_only_a_pitchers_failure_is_a_set_back_when_settling_up() -> None:
    rules = RULE_SETS["auction-pitch"]
    failed = hand_of(FOUR, bid("Bea", 4), revoke("Cy"), pips=(20, 10, 5, 0), high=BEA_HIGH, low=BEA_LOW)
    set_back = hand_of(FOUR, bid("Bea", 4), pips=(20, 10, 5, 0), high=BEA_HIGH, low=BEA_LOW)
    game = score_game(rules, [failed, set_back], dict.fromkeys(FOUR.side_names, 0))
    assert game.set_backs == {"Ann": 0, "Bea": 1, "Cy": 0, "Dan": 0}


WON = {"high": TrumpFact("Ann", "A"), "low": TrumpFact("Bea", "3"), "jack": TrumpFact("Ann", None, "Bea")}
KEPT_AT_LAST = [
    (turn_up("J"), STAND),
    (turn_up("JH"), STAND),
    (turn_up("J"), BEG, take_one()),
    (turn_up("9"), BEG, RUN, turn_up("J")),
    (turn_up("J"), BEG, RUN, turn_up("J")),
    (NINE, BEG, RUN, EIGHT, RUN, turn_up("J")),
    (BEG, RUN, turn_up("J")),
    (turn_up("4C"), redeal(), turn_up("J"), STAND),
    (turn_up("J"), STAND, abandon("bell")),
]
BEGGED_AWAY = [
    (turn_up("J"), BEG, RUN, turn_up("9")),
    (turn_up("J"), BEG, RUN, turn_up("other")),
    (turn_up("J"), BEG, RUN),
    (turn_up("JS"), BEG, RUN, HEART),
    (NINE, BEG, RUN, turn_up("JS"), RUN, HEART),
    (turn_up("J"), redeal(), NINE, STAND),
    (turn_up("J"), BEG, RUN, turn_up("J"), redeal(), turn_up("other"), STAND),
]
WITH_TURN_UPS = [rules for rules in RULE_SETS.values() if rules.may_beg]
AT_TABLES = [
    (rules.id, {2: TWO, 3: THREE, 4: PAIRS}[number])
    for rules in WITH_TURN_UPS
    for number in (*rules.players.singles, *rules.players.pairs)
]


@pytest.mark.parametrize(("rules", "seating"), AT_TABLES)
def test_d21_the_jack_that_settled_trumps_lies_on_the_table_and_nobody_wins_it(rules: str, seating: Seating) -> None:
    for events in KEPT_AT_LAST:
        assert refusals_of(rules, seating, *events, game="tie", **WON) == [("jack", "turned")]
        bare = {kind: fact._replace(rank=None) for kind, fact in WON.items()}
        assert refusals_of(rules, seating, *events, **bare) == [("jack", "turned")]
        assert refusals_of(rules, seating, *events, jack=TrumpFact(won_by="Ann"))[-1] == ("jack", "turned")
        assert refusals_of(rules, seating, *events, game="tie", **WON | {"jack": None}) == []


@pytest.mark.parametrize(("rules", "seating"), AT_TABLES)
def test_d21_a_jack_that_was_begged_away_or_put_back_leaves_the_jack_of_trumps_to_be_won(
    rules: str, seating: Seating
) -> None:
    for events in BEGGED_AWAY:
        assert {"jack", "hang_jack"} & {kind for kind, _side, _points in awards(rules, seating, *events, **WON)}


def test_d21_a_last_kick_of_a_jack_lies_on_the_table_too() -> None:
    kicks = (NINE, BEG, RUN, EIGHT, RUN, turn_up("7S"))
    all_dealt = WON | {"low": TrumpFact("Bea", "2")}
    assert refusals_of("nlcb", PAIRS, *kicks, turn_up("J"), game="tie", **all_dealt) == [("jack", "turned")]
    assert refusals_of("nlcb", PAIRS, *kicks, turn_up("4C"), game="tie", **all_dealt) == []


def test_d21_nobody_is_asked_who_won_a_jack_that_was_turned_up() -> None:
    told = {"high": TrumpFact("Ann", "A"), "low": TrumpFact("Bea", "3"), "game": "Ann"}
    assert doubts_of("kent", TWO, turn_up("J"), STAND, **told) == []
    assert doubts_of("seven-up", TWO, turn_up("J"), STAND, revoke("Ann"), **told) == []


def test_d21_a_turned_jack_was_in_no_trick_that_somebody_revoked_in() -> None:
    claim = revoke("Ann", jack_in_trick=True)
    assert refusals_of("seven-up", TWO, turn_up("J"), STAND, claim, pips=(20, 10)) == [("revoke", "jack_in_trick")]


@pytest.mark.parametrize("card", ["JD", "J"])
def test_d21_a_full_record_that_deals_out_the_turned_jack_is_refused_at_the_jack(card: str) -> None:
    ann, bea = "KD 3D TS 4C QH 2H", "JD 5D AS 8C 7H 6S"
    tricks = tricks_of(TWO, "D", "Bea", Ann=ann, Bea=bea)
    dealt = {"Ann": tuple(ann.split()), "Bea": tuple(bea.split())}
    for record in ({"tricks": tricks}, {"dealt": dealt}, {"dealt": dealt, "tricks": tricks}):
        assert ("jack", "turned") in refusals_of("kent", TWO, turn_up(card), STAND, trump="D", **record)


def test_a_card_that_was_turned_up_is_played_by_nobody() -> None:
    tricks = tricks_of(TWO, "D", "Bea", Ann="KD 3D TS 4C QH 2H", Bea="JD 5D AS 8C 7H 6S")
    assert refusals_of("kent", TWO, turn_up("3D"), STAND, tricks=tricks) == [("tricks", "turned")]


def test_a_card_turned_last_is_a_trump_whatever_was_said_of_its_suit() -> None:
    assert refusals_of("kent", TWO, turn_up("A"), STAND, pips=(20, 10)) == [("high", "turned")]
    assert refusals_of("kent", TWO, turn_up("3"), STAND, pips=(20, 10)) == [("low", "turned")]
    assert refusals_of("kent", TWO, turn_up("3"), BEG, RUN, turn_up("9"), pips=(20, 10)) == []
    old = (NINE, BEG, RUN, turn_up("6"))
    assert refusals_of("kent", TWO, *old, trump="S", pips=(20, 10)) == [("turn_up", "old_suit")]
    assert refusals_of("kent", TWO, NINE, BEG, RUN, trump="S", pips=(20, 10)) == [("turn_up", "old_suit")]
    assert refusals_of("kent", TWO, *old, trump="H", pips=(20, 10)) == []


def test_d21_a_hand_that_was_counted_with_both_jacks_counts_as_it_did_and_is_doubted() -> None:
    rules, nothing = RULE_SETS["kent"], {"Ann": 0, "Bea": 0}
    hand = hand_of(TWO, turn_up("J"), STAND, game="tie", **WON)
    game = score_game(rules, [hand], nothing, counted={1})
    assert (game.score, [doubt[:2] for doubt in game.hands[0].doubts]) == ({"Ann": 2, "Bea": 3}, [("jack", "turned")])
    with pytest.raises(ImpossibleFacts):
        score_game(rules, [hand, hand], nothing, counted={1})
    with pytest.raises(ImpossibleFacts):
        score_game(rules, [hand_of(TWO, turn_up("X"))], nothing, counted={1})


@pytest.mark.parametrize(("rules", "seating"), AT_TABLES)
def test_d22_another_card_after_a_run_scores_nothing_and_is_not_asked_about(rules: str, seating: Seating) -> None:
    other, discard = turn_up("other"), (discard_to(6),) if rules == "seven-up" else ()
    for events in [
        (turn_up("9"), BEG, RUN, other),
        (turn_up("J"), BEG, RUN, other),
        (BEG, RUN, other),
        (other, BEG, RUN, other, RUN, other),
        (NINE, BEG, RUN, other),
    ]:
        hand = score_facts(rules, seating, *events, *discard, game="tie", **WON)
        assert hand.doubts == ()
        assert [award.kind for award in hand.awards if award.kind == "turn_up"] == ["turn_up"] * (events[0].card == "J")


def test_d22_an_unnamed_card_is_in_the_pack_and_may_be_any_trump() -> None:
    four = (NINE, BEG, RUN, EIGHT, RUN, turn_up("7S"), turn_up("other"))
    told = {"jack": None, "low": TrumpFact("Bea", "3"), "high": TrumpFact("Ann", "K")}
    assert refusals_of("nlcb", PAIRS, *four, game="tie", **told | {"low": TrumpFact("Bea", "2")}) == [("jack", "room")]
    assert refusals_of("nlcb", PAIRS, *four, game="tie", **told | {"high": TrumpFact("Ann", "A")}) == [("jack", "room")]
    won = {"jack": TrumpFact("Ann", None, "Ann"), "low": TrumpFact("Bea", "2"), "high": TrumpFact("Ann", "A")}
    assert refusals_of("nlcb", PAIRS, *four, pips=(60, 20), **won) == []
    assert refusals_of("kent", TWO, *[turn_up("other"), BEG, *[RUN, turn_up("other")] * 6]) == [
        ("run", "pack"),
        ("turn_up", "no_run"),
    ]


def test_d22_a_card_of_the_old_suit_scores_nothing_where_a_club_plays_so_also_after_an_unnamed_one() -> None:
    once = {"turn_ups.same_suit_scores": False}
    cards = (NINE, BEG, RUN, turn_up("other"), RUN, turn_up("JS"), RUN, HEART)
    assert awards("kent", TWO, *cards, house_rules=once) == []


def test_a_run_without_a_reported_discard_is_counted_all_the_same() -> None:
    assert doubts_of("seven-up", TWO, NINE, BEG, RUN, HEART, pips=(20, 10)) == []


def test_where_the_document_is_silent_a_misdeal_keeps_the_dealer_and_the_hand_goes_on() -> None:
    for rules in ("kent", "seven-up"):
        hand = score_facts(rules, TWO, turn_up("JS"), misdeal(), NINE, STAND, pips=(20, 10))
        assert [award.kind for award in hand.awards] == ["high", "low", "game"]
        assert hand.next_dealer == "Bea"
    assert refusals_of("trinidad", PAIRS, misdeal(), NINE) == [("events", "after_the_end")]
