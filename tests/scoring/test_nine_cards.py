"""What is dealt is said by the rule set: a game of nine cards without begging, whose players draw from a stock."""

from dataclasses import replace
from typing import Any

import pytest

from scoring import (
    RULE_SETS,
    HandEvent,
    HandFacts,
    ImpossibleFacts,
    ScoredHand,
    Seating,
    TrumpFact,
    abandon,
    beg,
    rules_from_dict,
    run,
    score_hand,
    score_record,
    stand,
    sum_of_pips,
    take_one,
    turn_up,
    with_house_rules,
)
from scoring.rules import RuleSet
from tests.scoring.nine_cards import NINE_CARDS
from tests.scoring.tables import PAIRS, THREE, TWO, hand_of, where

HEART = turn_up("5H")
HIGH, LOW = TrumpFact("Ann", "A"), TrumpFact("Bea", "2")
JACK = TrumpFact("Bea", None, "Ann")


def counted(facts: HandFacts, rules: RuleSet = NINE_CARDS) -> ScoredHand:
    return score_hand(rules, facts, dict.fromkeys(facts.seating.side_names, 0))


def refused(facts: HandFacts, rules: RuleSet = NINE_CARDS) -> list[tuple[str, str]]:
    with pytest.raises(ImpossibleFacts) as refusal:
        counted(facts, rules)
    return where(refusal.value.problems)


def test_the_four_points_are_as_ever() -> None:
    scored = counted(hand_of(TWO, HEART, pips=(50, 30), high=HIGH, low=LOW, jack=JACK))
    assert [tuple(award) for award in scored.awards] == [
        ("high", "Ann", 1),
        ("low", "Bea", 1),
        ("hang_jack", "Ann", 3),
        ("game", "Ann", 1),
    ]
    assert (scored.doubts, scored.next_dealer) == ((), "Bea")


@pytest.mark.parametrize("event", [stand("Bea"), beg("Bea"), take_one(), run()])
def test_nobody_begs(event: HandEvent) -> None:
    assert refused(hand_of(TWO, HEART, event)) == [(event.kind, "no_begging")]


def test_the_card_turned_up_is_drawn_from_the_stock_and_can_be_won() -> None:
    facts = hand_of(TWO, turn_up("JH"), pips=(50, 30), high=HIGH, low=LOW, jack=JACK)
    assert ("hang_jack", "Ann", 3) in counted(facts).awards
    assert refused(hand_of(TWO, turn_up("JH"), pips=(50, 30), high=HIGH, low=LOW, jack=None)) == [("jack", "room")]


def test_the_whole_pack_is_played_where_the_stock_is_drawn_to_its_end() -> None:
    assert sum_of_pips(NINE_CARDS, hand_of(TWO, HEART)) == 80
    assert sum_of_pips(NINE_CARDS, hand_of(PAIRS, HEART)) == 80
    assert sum_of_pips(NINE_CARDS, hand_of(THREE, HEART)) is None
    assert refused(hand_of(THREE, HEART, pips=(30, 30, 9), high=HIGH, low=LOW, jack=JACK)) == [("pips", "too_few")]
    assert refused(hand_of(TWO, HEART, pips=(50, 30), high=HIGH, low=TrumpFact("Bea", "3"), jack=JACK)) == [
        ("low", "room")
    ]


def test_as_many_cards_are_played_as_were_dealt_and_drawn() -> None:
    assert where(counted(hand_of(TWO, HEART, cards_in_play=40)).doubts)[0] == ("cards_in_play", "unusual")
    assert refused(hand_of(TWO, HEART, cards_in_play=16)) == [("cards_in_play", "number")]
    hand = {"dealt": {"Ann": ("AH",), "Bea": ("KH",)}}
    assert refused(hand_of(TWO, HEART, **hand)) == [("dealt", "number")]


PACK = [rank + suit for suit in "DCHS" for rank in "23456789TJQKA"]
ANN = ["2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D", "TD", "KS"]
BEA = ["AS", "QS", "2C", "3C", "4C", "5C", "6C", "7C", "8C", "9C"]
REST = [card for card in PACK if card not in ANN + BEA]
RECEIVED = {"Ann": (*ANN, *REST[:16]), "Bea": (*BEA, *REST[16:])}


def started(*tricks: tuple[str, str], **facts: Any) -> HandFacts:
    """A hand that stopped after these tricks, Bea's card and Ann's. Ann draws the king of spades after the first."""
    played = tuple((("Bea", bea), ("Ann", ann)) for bea, ann in tricks)
    return hand_of(TWO, HEART, abandon("bell"), tricks=played, **facts)


def test_a_card_that_was_not_drawn_yet_cannot_be_followed_with() -> None:
    hand = counted(started(("AS", "2D"), ("QS", "3D"), dealt=RECEIVED))
    assert [(revoke.player, revoke.trick) for revoke in hand.revokes or ()] == [("Ann", 2)]


def test_without_the_cards_received_nobody_knows_whether_a_player_could_follow() -> None:
    assert counted(started(("AS", "2D"), ("QS", "3D"), ("2C", "KS"))).revokes == ()


def test_nobody_plays_a_card_before_drawing_it() -> None:
    assert refused(started(("AS", "KS"), dealt=RECEIVED)) == [("tricks", "not_held")]
    assert counted(started(("AS", "2D"), ("QS", "KS"), dealt=RECEIVED)).revokes == ()


def test_with_neither_turn_up_nor_auction_the_first_card_led_is_trumps() -> None:
    facts = hand_of(TWO, abandon("bell"), dealt=RECEIVED, tricks=((("Bea", "AS"), ("Ann", "2D")),))
    assert refused(facts) == [("trump", "unknown")]
    rules = replace(NINE_CARDS, turn_ups=None)
    assert counted(facts, rules).revokes == ()
    assert refused(hand_of(TWO, HEART), rules) == [("turn_up", "no_turn_ups")]


NINE = {"cards.each": 9, "cards.stock": "drawn", "turn_ups.may_beg": False}


def test_a_club_may_deal_otherwise_by_house_rules() -> None:
    hand = {"dealer": "Ann", "events": [{"turn_up": "5H"}], "pips": {"Ann": 50, "Bea": 30}}
    record = {"rules": "kent", "seats": ["Ann", "Bea"], "sides": {"Ann": ["Ann"], "Bea": ["Bea"]}}
    record |= {"start": {"Ann": 0, "Bea": 0}, "hand": hand}
    assert score_record({**record, "house_rules": NINE})["awards"] == [["game", "Ann", 1]]
    assert [each["code"] for each in score_record(record)["problems"]] == ["too_many"]


def test_a_run_may_be_of_another_number_of_cards() -> None:
    rules = with_house_rules(RULE_SETS["kent"], {"turn_ups.run_cards": 4})
    begged = (turn_up("9S"), beg("Bea"))
    assert counted(hand_of(TWO, *begged, run(4), HEART, pips=(40, 30)), rules).score == {"Ann": 2, "Bea": 1}
    assert refused(hand_of(TWO, *begged, run(), HEART), rules)[0] == ("run", "number")


@pytest.mark.parametrize("changes", [{"cards.each": 8}, {"players.singles": [2, 8], "cards.each": 7}])
def test_no_more_cards_are_dealt_than_the_pack_has(changes: dict[str, Any]) -> None:
    with pytest.raises(ImpossibleFacts) as refusal:
        with_house_rules(RULE_SETS["auction-pitch"], changes)
    assert where(refusal.value.problems) == [("house_rules", "value")]


@pytest.mark.parametrize("name", RULE_SETS)
def test_every_rule_set_deals_its_largest_table_from_one_pack(name: str) -> None:
    rules = RULE_SETS[name]
    largest = max(*rules.players.singles, *rules.players.pairs, 0)
    assert largest * rules.cards.each + (rules.turn_ups is not None) <= 52


@pytest.mark.parametrize("name", RULE_SETS)
def test_a_copy_from_before_these_fields_deals_as_its_document_does(name: str) -> None:
    stored = RULE_SETS[name].to_dict()
    del stored["cards"]
    for field in ("may_beg", "run_cards") if RULE_SETS[name].may_beg else ():
        del stored["turn_ups"][field]
    assert rules_from_dict(stored) == RULE_SETS[name]


def test_a_seating_that_the_game_has_not_is_refused() -> None:
    assert refused(hand_of(Seating.of_singles("Ann", "Bea", "Cy", "Dan"), HEART)) == [("sides", "number")]


def test_a_card_that_there_is_not_is_refused_among_those_received_too() -> None:
    received = RECEIVED | {"Ann": ("0", *RECEIVED["Ann"][1:])}
    assert refused(started(("AS", "3D"), ("QS", "4D"), dealt=received)) == [("dealt", "card")]
