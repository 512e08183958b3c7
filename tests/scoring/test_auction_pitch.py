"""001 "Auction Pitch": one test for each sentence that scores, penalises, orders, ends a game or settles up."""

import pytest

from scoring import (
    RULE_SETS,
    HandEvent,
    ScoredHand,
    Seating,
    TrumpFact,
    bid,
    misdeal,
    pass_bid,
    redeal,
    revoke,
    score_game,
    score_hand,
    turn_up,
)
from tests.scoring.tables import (
    ANN_HIGH,
    BEA_LOW,
    FOUR,
    PAIRS,
    THREE,
    TWO,
    awards,
    doubts_of,
    hand_of,
    refusals_of,
    score_facts,
    tricks_of,
)

BEA_TWO, BEA_THREE, BEA_FOUR = (bid("Bea", number) for number in (2, 3, 4))
BEA_HIGH, ANN_LOW = TrumpFact("Bea", "A"), TrumpFact("Ann", "3")
BEA_ALL = {"high": BEA_HIGH, "low": BEA_LOW, "jack": TrumpFact("Ann", None, "Bea")}


def bea_pitches(
    number: int = 2, *events: HandEvent, pips: tuple[int, ...] = (5, 20, 10), **facts: object
) -> ScoredHand:
    """Bea has High and Game unless told otherwise, Ann has Low."""
    return score_facts(
        "auction-pitch",
        THREE,
        bid("Bea", number),
        *events,
        pips=pips,
        **{"high": BEA_HIGH, "low": ANN_LOW} | facts,
    )


def plain(hand: ScoredHand) -> list[tuple[str, str, int]]:
    return [tuple(award) for award in hand.awards]


@pytest.mark.parametrize("number", range(2, 8))
def test_two_to_seven_people_can_play_each_for_himself(number: int) -> None:
    seating = Seating.of_singles(*"Ann Bea Cy Dan Eve Fay Gus".split()[:number])
    assert refusals_of("auction-pitch", seating, BEA_TWO) == []


def test_four_may_play_as_two_pairs_and_no_other_number_may() -> None:
    """D40, as are the tests of pairs below."""
    assert refusals_of("auction-pitch", PAIRS, BEA_TWO) == []
    six = Seating(("Ann", "Bea", "Cy", "Dan", "Eve", "Fay"), {"A": ("Ann", "Cy", "Eve"), "B": ("Bea", "Dan", "Fay")})
    assert refusals_of("auction-pitch", six, BEA_TWO) == [("sides", "number")]


def test_what_either_partner_makes_is_the_pairs() -> None:
    hand = score_facts("auction-pitch", PAIRS, bid("Bea", 3), pips=(10, 20), high=BEA_HIGH, low=TrumpFact("Dan", "3"))
    assert plain(hand) == [("high", "B", 1), ("low", "B", 1), ("game", "B", 1)]


def test_a_bid_that_fails_sets_the_pair_back_and_the_others_count_what_they_made() -> None:
    hand = score_facts("auction-pitch", PAIRS, bid("Bea", 3), pips=(20, 10), high=BEA_HIGH, low=TrumpFact("Dan", "3"))
    assert (plain(hand), hand.score) == ([("set_back", "B", -3), ("game", "A", 1)], {"A": 1, "B": -3})


def test_the_pitchers_pair_is_counted_first_so_that_it_is_out_first() -> None:
    facts = {"pips": (20, 10), "high": BEA_HIGH, "low": TrumpFact("Dan", "3"), "start": (6, 5)}
    hand = score_facts("auction-pitch", PAIRS, bid("Bea", 2), **facts)
    assert (plain(hand), hand.winner) == ([("high", "B", 1), ("low", "B", 1), ("game", "A", 1)], "B")


@pytest.mark.parametrize("revokes", [(revoke("Dan"),), (revoke("Bea"), revoke("Dan"))])
def test_a_revoke_of_the_pitchers_partner_sets_the_pair_back_and_one_of_both_does_so_once(
    revokes: tuple[HandEvent, ...],
) -> None:
    facts = {"pips": (10, 20), "high": BEA_HIGH, "low": ANN_LOW}
    hand = score_facts("auction-pitch", PAIRS, bid("Bea", 2), *revokes, **facts)
    assert (plain(hand), hand.score) == ([("set_back", "B", -2), ("low", "A", 1)], {"A": 1, "B": -2})


def test_the_other_pair_pays_the_bid_once_where_both_revoke() -> None:
    facts = {"pips": (20, 10), "high": BEA_HIGH, "low": ANN_LOW}
    hand = score_facts("auction-pitch", PAIRS, bid("Bea", 2), revoke("Ann"), revoke("Cy"), **facts)
    assert (plain(hand), hand.score) == ([("revoke", "A", -2), ("high", "B", 1)], {"A": -2, "B": 1})


def test_no_card_is_turned_up() -> None:
    assert refusals_of("auction-pitch", TWO, turn_up("9S")) == [("turn_up", "no_turn_ups")]


def test_high_is_one_point_for_holding_the_highest_trump_in_play() -> None:
    assert plain(bea_pitches())[0] == ("high", "Bea", 1)


def test_low_is_one_point_for_being_dealt_the_lowest_trump_no_matter_who_wins_it() -> None:
    assert plain(bea_pitches(low=TrumpFact("Ann", "3", "Bea")))[-1] == ("low", "Ann", 1)


def test_in_many_games_low_counts_for_the_player_winning_it() -> None:
    low = TrumpFact("Ann", "3", "Cy")
    assert plain(bea_pitches(low=low, house_rules={"points.low_to": "winner"}))[-1] == ("low", "Cy", 1)


def test_jack_is_one_point_for_winning_the_trick_it_was_played_to() -> None:
    assert plain(bea_pitches(jack=TrumpFact("Ann", None, "Cy")))[-1] == ("jack", "Cy", 1)


def test_game_is_one_point_for_the_cards_of_greatest_value() -> None:
    assert plain(bea_pitches(pips=(5, 10, 20), low=BEA_LOW))[-1] == ("game", "Cy", 1)


def test_if_the_jack_is_not_in_play_no_one_counts_it() -> None:
    assert plain(bea_pitches()) == [("high", "Bea", 1), ("game", "Bea", 1), ("low", "Ann", 1)]


def test_if_two_or_more_tie_for_game_no_one_counts_it() -> None:
    assert plain(bea_pitches(low=BEA_LOW, pips=(5, 20, 20))) == [("high", "Bea", 1), ("low", "Bea", 1)]


@pytest.mark.parametrize("number", [0, 1, 5])
def test_the_lowest_bid_is_two_and_nobody_bids_more_than_four(number: int) -> None:
    assert refusals_of("auction-pitch", TWO, bid("Bea", number)) == [("bid", "range")]


@pytest.mark.parametrize(
    ("calls", "pitcher", "doubts"),
    [
        ((bid("Bea", 2), bid("Cy", 3)), "Cy", []),
        ((bid("Bea", 3), bid("Cy", 3)), "Bea", [("bid", "not_higher")]),
        ((bid("Bea", 3), bid("Cy", 2)), "Bea", [("bid", "not_higher")]),
        ((bid("Bea", 3), pass_bid("Cy"), bid("Ann", 3)), "Ann", []),
        ((bid("Bea", 3), bid("Ann", 2)), "Bea", [("bid", "not_higher")]),
        ((bid("Bea", 4), bid("Ann", 4)), "Bea", [("bid", "smudged")]),
        ((bid("Bea", 2), bid("Cy", 4), bid("Ann", 4)), "Cy", [("bid", "smudged")]),
        ((bid("Cy", 2), bid("Bea", 3)), "Bea", [("bid", "out_of_turn")]),
        ((bid("Bea", 2), pass_bid("Cy"), bid("Bea", 3)), "Bea", [("bid", "out_of_turn")]),
        ((bid("Ann", 2),), "Ann", []),
    ],
)
def test_each_bid_is_higher_than_the_last_but_the_dealer_may_equal_any_but_a_smudge(
    calls: tuple[HandEvent, ...], pitcher: str, doubts: list[tuple[str, str]]
) -> None:
    """The pitcher shows because he is the one set back: another has High and Low, and Game is tied."""
    other = TrumpFact("Ann" if pitcher == "Bea" else "Bea", "8")
    hand = score_facts("auction-pitch", THREE, *calls, pips=(5, 5, 5), high=other, low=other)
    assert [award.side for award in hand.awards if award.kind == "set_back"] == [pitcher]
    assert [(doubt.field, doubt.code) for doubt in hand.doubts] == doubts


ORDERS = {"Bea": "2S AH 4H 5C 6C QD", "Ann": "KS KH 7D 8D 9D TD"}


def test_the_pitcher_leads_first_and_the_suit_pitched_is_trumps() -> None:
    tricks = tricks_of(TWO, "S", "Bea", **ORDERS)
    assert awards("auction-pitch", TWO, BEA_TWO, tricks=tricks) == [
        ("low", "Bea", 1),
        ("game", "Bea", 1),
        ("high", "Ann", 1),
    ]
    assert refusals_of("auction-pitch", TWO, bid("Ann", 2), tricks=tricks) == [("tricks", "leader")]
    assert refusals_of("auction-pitch", TWO, BEA_TWO, tricks=tricks, trump="H") == [("trump", "pitched")]


def test_a_trump_lead_is_followed_and_any_other_followed_or_trumped() -> None:
    tricks = tricks_of(TWO, "S", "Bea", **ORDERS | {"Ann": "KH KS 7D 8D 9D TD"})
    led = score_facts("auction-pitch", TWO, BEA_TWO, tricks=tricks)
    assert [(each.player, each.led) for each in led.revokes or () if each.trick == 1] == [("Ann", "trump")]


def test_each_player_except_the_pitcher_scores_whatever_he_makes() -> None:
    hand = bea_pitches(low=ANN_LOW, jack=TrumpFact("Ann", None, "Cy"))
    assert plain(hand)[2:] == [("low", "Ann", 1), ("jack", "Cy", 1)]


def test_the_pitcher_scores_all_that_he_makes_if_it_is_at_least_the_bid() -> None:
    assert bea_pitches(2, **BEA_ALL).score == {"Ann": 0, "Bea": 4, "Cy": 0}


def test_a_pitcher_who_makes_less_than_the_bid_is_set_back_by_it() -> None:
    hand = bea_pitches(3)
    assert plain(hand) == [("set_back", "Bea", -3), ("low", "Ann", 1)]
    assert hand.score["Bea"] == -3


def test_the_first_player_to_reach_seven_wins() -> None:
    hand = bea_pitches(start=(0, 5, 0))
    assert (hand.winner, hand.score["Bea"], hand.next_dealer) == ("Bea", 7, None)


def test_the_pitchers_score_is_counted_first_even_if_another_has_more() -> None:
    hand = bea_pitches(start=(6, 5, 6), jack=TrumpFact("Ann", None, "Ann"))
    assert (hand.winner, hand.score) == ("Bea", {"Ann": 8, "Bea": 7, "Cy": 6})


def test_a_pitcher_who_fails_does_not_win() -> None:
    assert bea_pitches(3, start=(6, 5, 0)).winner == "Ann"


def test_of_two_others_the_order_high_low_jack_game_decides() -> None:
    hand = bea_pitches(start=(6, 0, 6), low=TrumpFact("Cy", "3"), jack=TrumpFact("Ann", None, "Ann"))
    assert (hand.winner, hand.score["Ann"], hand.score["Cy"]) == ("Cy", 7, 7)


@pytest.mark.parametrize(("points", "winner"), [(0, "Bea"), (2, "Bea"), (-1, None)])
def test_a_smudge_made_wins_at_once_unless_in_the_hole(points: int, winner: str | None) -> None:
    hand = bea_pitches(4, start=(6, points, 0), **BEA_ALL)
    assert (hand.winner, hand.score["Bea"]) == (winner, points + 4)


def test_all_four_points_without_the_bid_of_four_are_no_smudge() -> None:
    assert bea_pitches(3, **BEA_ALL).winner is None


def test_the_winner_receives_one_from_each_on_one_or_more_and_two_from_each_other() -> None:
    hand = score_facts(
        "auction-pitch", FOUR, BEA_TWO, start=(0, 5, 0, -1), pips=(5, 20, 10, 0), high=BEA_HIGH, low=ANN_LOW
    )
    assert hand.settlement == {"Ann": 1, "Cy": 2, "Dan": 2}


def test_in_some_games_each_set_back_costs_the_player_one_more() -> None:
    hand = score_facts(
        "auction-pitch",
        THREE,
        bid("Cy", 3),
        start=(6, 3, 3),
        set_backs={"Bea": 1, "Cy": 1},
        house_rules={"settle_up.set_backs": True},
        pips=(20, 5, 10),
        high=ANN_HIGH,
        low=BEA_LOW,
    )
    assert (hand.winner, hand.settlement) == ("Ann", {"Bea": 2, "Cy": 4})


@pytest.mark.parametrize(("start", "winner"), [((0, 3, 0, -1), "Bea"), ((0, 0, 0, -1), None)])
def test_a_game_is_settled_alike_by_hands_that_are_scored_already(start: tuple[int, ...], winner: str | None) -> None:
    rules, score = RULE_SETS["auction-pitch"], dict(zip(FOUR.side_names, start, strict=True))
    hand = hand_of(FOUR, BEA_TWO, pips=(5, 20, 10, 0), high=BEA_HIGH, low=ANN_LOW)
    game = score_game(rules, [hand] * 3, score)
    assert (game.winner, game.hands[-1].settlement is None) == (winner, True)
    assert [each.settlement is not None for each in game.hands[:2]] == [False, winner is not None]
    alone = score_hand(rules, hand, score)
    assert score_game(rules, [*game.hands[:2], alone], score) == game


def test_a_misdeal_loses_the_deal() -> None:
    hand = score_facts("auction-pitch", THREE, misdeal())
    assert (hand.awards, hand.next_dealer) == ((), "Bea")


def test_a_pitcher_who_revokes_cannot_score_and_is_set_back_and_the_others_score() -> None:
    assert plain(bea_pitches(2, revoke("Bea"))) == [("set_back", "Bea", -2), ("low", "Ann", 1)]


def test_another_who_revokes_cannot_score_and_loses_the_bid() -> None:
    assert plain(bea_pitches(2, revoke("Ann"))) == [("revoke", "Ann", -2), ("high", "Bea", 1), ("game", "Bea", 1)]


def test_when_another_revokes_the_pitcher_scores_even_if_he_does_not_make_his_bid() -> None:
    assert plain(bea_pitches(4, revoke("Cy"))) == [
        ("revoke", "Cy", -4),
        ("high", "Bea", 1),
        ("game", "Bea", 1),
        ("low", "Ann", 1),
    ]


def test_a_play_once_made_cannot_be_withdrawn_so_a_revoke_stands() -> None:
    hand = bea_pitches(2, revoke("Ann", corrected=True))
    assert plain(hand)[0] == ("revoke", "Ann", -2)
    assert [(doubt.field, doubt.code) for doubt in hand.doubts] == [("revoke", "stands")]


def test_a_player_pays_the_bid_once_however_often_he_revokes() -> None:
    assert plain(bea_pitches(2, revoke("Bea"), revoke("Bea"))) == [("set_back", "Bea", -2), ("low", "Ann", 1)]
    assert plain(bea_pitches(2, revoke("Ann"), revoke("Cy")))[:2] == [("revoke", "Ann", -2), ("revoke", "Cy", -2)]


def test_there_is_always_a_high_because_the_first_card_led_is_a_trump() -> None:
    assert refusals_of("auction-pitch", TWO, BEA_TWO, pips=(5, 5), high=None, low=None, jack=None) == [
        ("high", "pitch")
    ]


def test_a_bid_by_somebody_unknown_is_refused() -> None:
    assert refusals_of("auction-pitch", TWO, bid("Zoe", 2)) == [("bid", "player")]


def test_only_the_auction_of_the_last_deal_counts() -> None:
    calls = (bid("Bea", 4), redeal("bunch"), bid("Ann", 2))
    hand = score_facts("auction-pitch", TWO, *calls, pips=(20, 10))
    assert (hand.awards[0], hand.doubts) == (("high", "Ann", 1), ())


def test_nobody_need_report_a_pass() -> None:
    assert doubts_of("auction-pitch", TWO, bid("Ann", 2), pips=(20, 10)) == []


def test_errors_in_bidding_and_pitching_and_the_exposed_cards_of_a_misdeal_are_in_the_notes() -> None:
    notes = " ".join((*RULE_SETS["auction-pitch"].notes, *RULE_SETS["auction-pitch"].mistakes))
    for words in ("Ace, Jack or Two", "bid out of turn", "leads before the bidding is over", "wrong player leads"):
        assert words in notes
