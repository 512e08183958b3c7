"""What the form of each game asks, in order, and what is marked becomes the events and cards of a hand."""

from typing import Any

import pytest

from scoring import (
    NOT_REPORTED,
    RULE_SETS,
    Award,
    RuleSet,
    Seating,
    TrumpFact,
    beg,
    bid,
    discard_to,
    misdeal,
    pass_bid,
    redeal,
    revoke,
    run,
    score_hand,
    stand,
    take_one,
    turn_up,
    with_house_rules,
)
from tests.hands.filled import facts_of, form_of, fresh, names_of
from tests.scoring.tables import FOUR, PAIRS, THREE, TWO
from tournament.hands.forms.facts import (
    can_follow_bid,
    can_pass_out,
    facts_from,
    in_turn,
    is_passed_out,
    letters_of,
    pitch_of,
    places_in_pack,
    with_pitch,
)
from tournament.hands.forms.fields import fields_for
from tournament.hands.forms.problems import faults_of, field_not_higher

KENT, TRINIDAD, NLCB = RULE_SETS["kent"], RULE_SETS["trinidad"], RULE_SETS["nlcb"]
SEVEN_UP, PITCH = RULE_SETS["seven-up"], RULE_SETS["auction-pitch"]
COMMON = {"high": "a", "low": "b", "game": "a"}


def fields_of(rules: RuleSet, seating: Seating, **options: bool) -> dict[str, Any]:
    return fields_for(rules, seating, names_of(seating), **{"may_stop": False} | options)


def choices_of(rules: RuleSet, seating: Seating, name: str) -> dict[str, str]:
    return {value: str(label) for value, label in fields_of(rules, seating)[name].choices}


def events_of(rules: RuleSet, seating: Seating, **marks: object) -> list[Any]:
    return list(facts_of(rules, seating, **COMMON | marks).events)


def awards_of(rules: RuleSet, seating: Seating, **marks: object) -> list[Award]:
    facts = facts_of(rules, seating, **COMMON | marks)
    return list(score_hand(rules, facts, dict.fromkeys(seating.side_names, 0)).awards)


def test_every_rule_set_asks_what_its_rules_score_in_the_order_in_which_it_happens() -> None:
    places = {1: ["turned_1", "card_1", "answer_1"], 3: ["turned_3", "card_3", "answer_3"]}
    pairs = fields_of(TRINIDAD, PAIRS, may_stop=True)
    assert [name for name in pairs if not name.endswith("_2")] == [
        *("dealer", *places[1], *places[3]),
        *("high", "low", "jack", "jack_from", "game", "high_rank", "low_rank", "pips_a", "pips_b"),
        *("revoke_1", "revoke_led_1", "revoke_top_1", "revoke_corrected_1", "stopped"),
        *("dealt_a", "dealt_b", "dealt_c", "dealt_d", "tricks"),
    ]
    pitch = fields_of(PITCH, THREE)
    assert [name for name in pitch if not name.endswith("_2")] == [
        *("dealer", "answer_1", "pitcher", "bid", "bid_a", "bid_b", "bid_c"),
        *("high", "low", "jack", "game", "high_rank", "low_rank", "pips_a", "pips_b", "pips_c"),
        *("revoke_1", "dealt_a", "dealt_b", "dealt_c", "tricks"),
    ]


def test_only_what_a_game_has_is_asked() -> None:
    extra = {
        rules.id: [
            name
            for name in fields_of(rules, seating)
            if name.startswith(("discarded", "jack_", "revoke")) and not name.endswith("_2")
        ]
        for rules, seating in ((KENT, TWO), (NLCB, PAIRS), (SEVEN_UP, THREE), (PITCH, FOUR))
    }
    assert extra == {
        "kent": [],
        "nlcb": ["jack_from"],
        "seven-up": ["discarded", "revoke_1", "revoke_jack_1", "revoke_corrected_1"],
        "auction-pitch": ["revoke_1"],
    }


def test_players_are_asked_by_name_and_sides_by_those_of_both() -> None:
    assert choices_of(TRINIDAD, PAIRS, "dealer") == {"a": "Ann", "b": "Bea", "c": "Cy", "d": "Dan"}
    assert choices_of(TRINIDAD, PAIRS, "high") == {"a": "Ann and Cy", "b": "Bea and Dan", "none": "No trump dealt"}
    assert choices_of(TRINIDAD, PAIRS, "jack_from") == {
        "kept": "Kept it (1)",
        "a": "Hung it (3)",
        "b": "Hung it (3)",
    }
    assert choices_of(PITCH, THREE, "high") == {"a": "Ann", "b": "Bea", "c": "Cy"}
    assert str(fields_of(TRINIDAD, PAIRS)["pips_b"].label) == "Game points of Bea and Dan"


def test_a_choice_that_is_a_side_or_a_player_knows_the_side_so_that_its_shape_is_drawn() -> None:
    fields = fields_of(TRINIDAD, PAIRS)
    sides = {name: fields[name].widget.sides for name in ("dealer", "high", "jack_from", "revoke_1")}
    players = {"a": 1, "b": 2, "c": 1, "d": 2}
    assert sides == {"dealer": players, "high": {"a": 1, "b": 2}, "jack_from": {}, "revoke_1": players}


@pytest.mark.parametrize(
    ("rules", "seating", "places"),
    [(KENT, TWO, 6), (SEVEN_UP, TWO, 6), (SEVEN_UP, THREE, 4), (SEVEN_UP, PAIRS, 3), (TRINIDAD, PAIRS, 3)],
)
def test_the_pack_decides_how_often_a_card_can_be_turned(rules: RuleSet, seating: Seating, places: int) -> None:
    assert places_in_pack(rules, len(seating.seats)) == places


def test_after_the_last_run_nlcb_may_kick_once_more_without_dealing() -> None:
    assert places_in_pack(NLCB, 4) == 4
    asked = [list(choices_of(NLCB, PAIRS, f"answer_{place}")) for place in (1, 2, 3, 4)]
    assert asked == [
        ["stand", "take_one", "run", "misdeal"],
        ["stand", "run", "redeal", "misdeal"],
        ["stand", "kick", "redeal", "misdeal"],
        ["stand", "redeal", "misdeal"],
    ]
    marks = {"card_1": "9H", "answer_1": "run", "card_2": "KH", "answer_2": "run", "card_3": "4H", "answer_3": "kick"}
    kicks = [turn_up("9H"), beg("Bea"), run(), turn_up("KH"), run(), turn_up("4H")]
    assert events_of(NLCB, PAIRS, **marks, card_4="6S") == [*kicks, turn_up("6S")]
    assert awards_of(NLCB, PAIRS, **marks, turned_4="6", card_4="6S", jack="a")[0] == ("turn_up", "A", 2)
    assert events_of(NLCB, PAIRS, **marks, card_4="6H", answer_4="redeal") == [*kicks, turn_up("6H"), redeal()]


def test_a_club_s_longer_limit_ends_where_the_pack_does() -> None:
    assert places_in_pack(with_house_rules(NLCB, {"turn_ups.run_limit": 9}), 4) == 3
    assert places_in_pack(with_house_rules(TRINIDAD, {"turn_ups.last_kick": True}), 4) == 3


@pytest.mark.parametrize(
    ("marks", "events"),
    [
        ({}, [stand("Bea")]),
        ({"turned_1": "6"}, [turn_up("6"), stand("Bea")]),
        ({"card_1": "10♥", "answer_1": "take_one"}, [turn_up("TH"), beg("Bea"), take_one()]),
        ({"dealer": "d", "answer_1": "take_one"}, [beg("Ann"), take_one()]),
        (
            {"card_1": "9D", "answer_1": "run", "turned_2": "6"},
            [turn_up("9D"), beg("Bea"), run(), turn_up("6")],
        ),
        ({"turned_1": "A", "answer_1": "misdeal"}, [turn_up("A"), misdeal()]),
        ({"answer_1": "stand", "turned_2": "J", "answer_2": "redeal"}, [stand("Bea")]),
        ({"turned_1": "6", "answer_1": "run"}, [turn_up("6"), beg("Bea"), run(), turn_up("other")]),
        ({"answer_1": "run", "card_2": "9D"}, [beg("Bea"), run(), turn_up("9D")]),
    ],
)
def test_the_deal_becomes_its_events_in_order(marks: dict[str, object], events: list[object]) -> None:
    assert events_of(TRINIDAD, PAIRS, **marks) == events


def test_after_a_run_seven_up_discards_unless_the_table_says_otherwise_and_may_bunch() -> None:
    run_once = [turn_up("9D"), beg("Bea"), run(), turn_up("4S")]
    marks = {"card_1": "9D", "answer_1": "run", "card_2": "4S"}
    assert events_of(SEVEN_UP, THREE, **marks) == [*run_once, discard_to(6)]
    assert events_of(SEVEN_UP, THREE, **marks, discarded=False) == run_once
    assert events_of(SEVEN_UP, THREE) == [stand("Bea")]
    assert events_of(SEVEN_UP, THREE, **marks, answer_2="bunch") == [*run_once, redeal("bunch")]
    assert "bunch" not in choices_of(TRINIDAD, PAIRS, "answer_2")


def test_a_hand_that_was_thrown_in_reports_no_play() -> None:
    facts = facts_of(PITCH, THREE, **COMMON, bid_a="3", answer_1="misdeal", revoke_1="a")
    assert (facts.events, facts.high, facts.game) == ((misdeal(),), NOT_REPORTED, None)


def test_bids_are_told_in_turn_from_the_left_of_the_dealer() -> None:
    assert in_turn(FOUR, "b") == ["c", "d", "a", "b"]
    assert in_turn(FOUR, None) == ["a", "b", "c", "d"]
    assert events_of(PITCH, FOUR, dealer="b", bid_d="2", bid_b="2") == [
        pass_bid("Cy"),
        bid("Dan", 2),
        pass_bid("Ann"),
        bid("Bea", 2),
    ]


def test_the_first_bid_that_is_not_above_the_last_is_the_one_asked_back_about() -> None:
    def asked(**bids: str) -> str:
        return field_not_higher(PITCH, FOUR, form_cleaned(PITCH, FOUR, **bids))

    assert asked(bid_b="3", bid_c="2", bid_d="4") == "bid_c"
    assert asked(bid_b="3", bid_c="3") == "bid_c"
    assert asked(bid_b="4", bid_a="4") == "bid_a"
    assert asked(bid_b="3", bid_a="3") == "bid_b"
    assert asked(bid_b="3", bid_a="4", bid_c="pass") == "bid_b"
    assert can_follow_bid(PITCH, 3, 3, is_dealer=True)
    assert not can_follow_bid(with_house_rules(PITCH, {"auction.dealer_may_equal": False}), 3, 3, is_dealer=True)
    assert can_follow_bid(with_house_rules(PITCH, {"auction.smudge": "off"}), 4, 4, is_dealer=True)


def test_who_pitched_and_for_how_much_says_what_the_bids_of_all_players_say() -> None:
    short, whole = ({"pitcher": "d", "bid": "2"}, {"bid_d": "2"})
    read = [facts_from(PITCH, FOUR, with_pitch(form_cleaned(PITCH, FOUR, **marks))) for marks in (short, whole)]
    assert read[0] == read[1]
    assert pitch_of(PITCH, FOUR, form_cleaned(PITCH, FOUR, bid_b="2", bid_a="2")) == ("a", "2")
    assert pitch_of(PITCH, FOUR, form_cleaned(PITCH, FOUR, bid_b="3", bid_c="2")) == ("b", "3")
    assert pitch_of(PITCH, FOUR, form_cleaned(PITCH, FOUR)) == ("", "")
    assert with_pitch({"pitcher": "d", "bid": ""}) == {"pitcher": "d", "bid": ""}


def form_cleaned(rules: RuleSet, seating: Seating, **marks: object) -> dict[str, Any]:
    form = form_of(rules, seating, fresh(rules, seating, **marks))
    assert form.is_valid(), form.errors
    return form.cleaned_data


def test_when_nobody_bids_the_hand_is_passed_out_unless_somebody_pitches_all_the_same() -> None:
    cleaned = form_cleaned(PITCH, FOUR)
    forced = with_house_rules(PITCH, {"auction.all_pass": "dealer_bids"})
    assert [is_passed_out(rules, cleaned) for rules in (PITCH, forced, KENT)] == [True, False, False]
    assert [can_pass_out(rules) for rules in (PITCH, forced, KENT)] == [True, False, False]
    assert is_passed_out(PITCH, form_cleaned(PITCH, FOUR, bid_c="2")) is False
    facts = facts_of(PITCH, FOUR)
    assert (facts.high, facts.low, facts.jack) == (NOT_REPORTED, NOT_REPORTED, NOT_REPORTED)


def test_a_jack_is_kept_unless_somebody_is_named_whom_it_was_hung_from() -> None:
    assert awards_of(TRINIDAD, PAIRS, jack="b")[2:3] == [("jack", "B", 1)]
    assert awards_of(TRINIDAD, PAIRS, jack="b", jack_from="a")[2:3] == [("hang_jack", "B", 3)]
    assert facts_of(TRINIDAD, PAIRS, **COMMON, jack="b").jack == TrumpFact("B", None, "B")
    assert facts_of(KENT, TWO, **COMMON, jack="b").jack == TrumpFact(None, None, "Bea")


def test_low_goes_to_whoever_took_it_where_the_club_plays_so() -> None:
    rules = with_house_rules(KENT, {"points.low_to": "winner"})
    assert facts_of(rules, TWO, **COMMON).low == TrumpFact(won_by="Bea")
    assert str(fields_of(rules, TWO)["low"].label) == "Lowest, taken by"


def test_without_a_trump_there_is_no_low_and_no_jack() -> None:
    facts = facts_of(KENT, TWO, high="none", low="b", jack="a", game="tie")
    assert (facts.high, facts.low, facts.jack, facts.game) == (None, None, None, "tie")
    assert "none" not in choices_of(PITCH, FOUR, "high")
    assert facts_of(SEVEN_UP, TWO, high="a", low="none").low is None


def test_revokes_are_counted_in_the_order_called_with_what_each_rule_set_asks() -> None:
    assert awards_of(SEVEN_UP, THREE, revoke_1="b", revoke_jack_1="yes", revoke_2="c", revoke_jack_2="no", jack="a")[
        :2
    ] == [
        ("revoke", "Bea", -2),
        ("revoke", "Cy", -1),
    ]
    called = events_of(TRINIDAD, PAIRS, revoke_1="d", revoke_led_1="trump", revoke_top_1="yes", revoke_2="a")
    assert called[1:] == [revoke("Dan", led="trump", held_top_trump=True), revoke("Ann")]
    assert events_of(TRINIDAD, PAIRS, revoke_1="d", revoke_led_1="plain", revoke_top_1="yes")[1:] == [
        revoke("Dan", led="plain")
    ]
    assert awards_of(PITCH, THREE, bid_b="2", revoke_1="c")[0] == ("revoke", "Cy", -2)
    bare_jack = with_house_rules(TRINIDAD, {"penalties.revoke_loses_game": "bare_jack"})
    called = events_of(bare_jack, PAIRS, revoke_1="d", revoke_led_1="trump", revoke_bare_1="yes")
    assert called[1:] == [revoke("Dan", led="trump", bare_jack=True)]


def test_nobody_is_asked_for_a_revoke_where_any_card_may_be_played() -> None:
    free = with_house_rules(TRINIDAD, {"penalties.follow": "free"})
    assert not [name for name in fields_of(free, PAIRS) if name.startswith("revoke")]


def test_a_revoke_that_was_corrected_in_time_costs_nothing() -> None:
    assert [award.kind for award in awards_of(TRINIDAD, PAIRS, revoke_1="d", revoke_corrected_1=True)] == [
        *("high", "low", "game")
    ]


def test_the_whole_hand_is_told_in_lines_of_cards() -> None:
    dealt = {"dealt_a": "AH KH 2C 3C 4C 5C", "dealt_b": "10♥, 9h; 8H 2S 3S 4S"}
    facts = facts_of(KENT, TWO, card_1="QH", **dealt, tricks="10H AH\n\nKH 9h")
    assert facts.dealt == {"Ann": ("AH", "KH", "2C", "3C", "4C", "5C"), "Bea": ("TH", "9H", "8H", "2S", "3S", "4S")}
    assert facts.tricks == ((("Bea", "TH"), ("Ann", "AH")), (("Ann", "KH"), ("Bea", "9H")))
    assert (facts.high, facts.jack) == (NOT_REPORTED, NOT_REPORTED)


@pytest.mark.parametrize("typed", ["1H", "10", "KX", "KH9D"])
def test_what_is_no_card_is_said_so(typed: str) -> None:
    form = form_of(KENT, TWO, fresh(KENT, TWO, dealt_a=f"AH {typed}", tricks=f"{typed} AH"))
    said = [f"“{typed}” is not a card, like 9D or 10H."]
    assert form.errors == {"dealt_a": said, "tricks": said}


def test_a_trick_is_of_cards_that_somebody_was_dealt() -> None:
    cleaned = form_cleaned(KENT, TWO, dealt_a="AH KH", dealt_b="10H", tricks="10H AH\nKH 9D")
    assert list(faults_of(TWO, cleaned)) == [("tricks", "Trick 2: nobody was dealt the 9D.")]
    alone = form_cleaned(KENT, TWO, tricks="10H AH")
    assert list(faults_of(TWO, alone)) == [
        ("dealt_a", "Enter the cards that each player was dealt; the tricks follow from them.")
    ]
    assert facts_from(KENT, TWO, alone).tricks is None


def test_letters_stand_for_seats_and_sides_in_their_order() -> None:
    assert letters_of(PAIRS.seats) == {"Ann": "a", "Bea": "b", "Cy": "c", "Dan": "d"}
    assert letters_of(PAIRS.side_names) == {"A": "a", "B": "b"}
