"""What cannot have happened is refused at its field, everything at once; what is only odd is asked back."""

from typing import Any

import pytest

from scoring import (
    NOT_REPORTED,
    RULE_SETS,
    HandEvent,
    ImpossibleFacts,
    Seating,
    TrumpFact,
    bid,
    discard_to,
    redeal,
    revoke,
    score_hand,
    stand,
    sum_of_pips,
    take_one,
    turn_up,
)
from tests.scoring.tables import BEG, PAIRS, RUN, STAND, THREE, TWO, awards, doubts_of, hand_of, refusals_of, where

NINE, EIGHT, HEART = turn_up("9S"), turn_up("8S"), turn_up("5H")
PLAYED: dict[str, Any] = {"high": TrumpFact("Ann", "A"), "low": TrumpFact("Bea", "3"), "jack": None, "pips": (20, 10)}


def two(**facts: Any) -> list[tuple[str, str]]:
    """Where a hand of two by Kent's rules is refused when these facts are changed."""
    return refusals_of("kent", TWO, NINE, STAND, **PLAYED | facts)


def four(**facts: Any) -> list[tuple[str, str]]:
    return refusals_of("trinidad", PAIRS, NINE, STAND, **PLAYED | facts)


def asked_back(**facts: Any) -> list[tuple[str, str]]:
    return doubts_of("kent", TWO, NINE, STAND, **PLAYED | facts)


def held(player: str | None, rank: str | None = None, won_by: str | None = None) -> TrumpFact:
    return TrumpFact(player, rank, won_by)


@pytest.mark.parametrize(
    ("seating", "found"),
    [
        (Seating.of_singles("Ann"), [("seats", "number")]),
        (Seating(("Ann", "Bea"), {"A": ("Ann", "Bea")}), [("sides", "number")]),
        (Seating(("Ann", "Ann"), {"A": ("Ann",)}), [("seats", "seated_twice")]),
        (
            Seating(("Ann", "Bea"), {"A": ("Ann",), "B": ("Ann",)}),
            [("sides", "on_two_sides"), ("sides", "on_no_side")],
        ),
        (
            Seating(("Ann", "Bea"), {"A": ("Ann",), "B": ("Zoe",)}),
            [("sides", "on_no_side"), ("sides", "not_seated")],
        ),
        (Seating(("Ann", "Bea"), {"Bea": ("Ann",), "Ann": ("Bea",)}), [("sides", "name_taken")]),
    ],
)
def test_a_table_that_cannot_play_is_refused(seating: Seating, found: list[tuple[str, str]]) -> None:
    with pytest.raises(ImpossibleFacts) as refusal:
        score_hand(RULE_SETS["kent"], hand_of(seating, NINE), dict.fromkeys(seating.side_names, 0))
    assert where(refusal.value.problems) == found


def test_partners_sit_opposite_each_other() -> None:
    seating = Seating(PAIRS.seats, {"A": ("Ann", "Bea"), "B": ("Cy", "Dan")})
    assert refusals_of("trinidad", seating, NINE) == [("sides", "not_opposite")]


def test_the_dealer_and_the_score_before_the_hand_are_checked_together() -> None:
    with pytest.raises(ImpossibleFacts) as refusal:
        score_hand(RULE_SETS["trinidad"], hand_of(PAIRS, NINE, dealer="Zoe"), {"A": 14})
    assert where(refusal.value.problems) == [("dealer", "unknown"), ("start", "sides"), ("start", "over")]


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ({"high": held(None, "A")}, [("high", "holder")]),
        ({"high": held("Zoe", "A")}, [("high", "holder")]),
        ({"high": held("Ann", "1")}, [("high", "rank")]),
        ({"high": held("Ann", "A", "Zoe")}, [("high", "won_by")]),
        ({"low": held("Zoe", "3")}, [("low", "holder")]),
        ({"low": held("Bea", "33")}, [("low", "rank")]),
        ({"jack": held("Ann")}, [("jack", "won_by")]),
        ({"jack": held("Ann", None, "Zoe")}, [("jack", "won_by")]),
        ({"jack": held("Zoe", None, "Ann")}, [("jack", "holder")]),
    ],
)
def test_names_and_ranks_are_those_of_the_table_and_the_pack(facts: Any, found: list[tuple[str, str]]) -> None:
    assert two(**facts) == found


def test_who_held_the_jack_is_needed_only_where_a_captured_one_is_worth_more() -> None:
    assert two(jack=held(None, None, "Ann")) == []
    assert four(jack=held(None, None, "Ann")) == [("jack", "holder")]


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ({"high": held("Ann", "9")}, [("high", "turned")]),
        ({"low": held("Bea", "9")}, [("low", "turned")]),
        ({"high": held("Ann", "3"), "low": held("Bea", "4")}, [("low", "above_high")]),
        ({"high": held("Ann", "3"), "low": held("Bea", "3")}, [("low", "one_trump")]),
        ({"high": held("Ann", "3"), "low": held("Ann", "3", "Bea")}, [("low", "one_trump")]),
        ({"high": held("Ann", "8"), "jack": held("Ann", None, "Ann")}, [("jack", "above_high")]),
        ({"high": held("Ann", "J"), "jack": held("Bea", None, "Bea")}, [("jack", "is_high")]),
        ({"high": held("Ann", "J"), "jack": held("Ann", None, "Bea")}, [("jack", "is_high")]),
        ({"high": held("Ann", "J")}, [("jack", "is_high")]),
        ({"high": held("Ann", "Q"), "jack": held("Ann", None, "Bea")}, [("jack", "capture")]),
        ({"low": held("Bea", "Q"), "jack": held("Bea", None, "Ann")}, [("jack", "below_low")]),
        ({"low": held("Bea", "J"), "jack": held("Ann", None, "Ann")}, [("jack", "is_low")]),
        ({"low": held("Bea", "J")}, [("jack", "is_low")]),
        ({"high": None}, [("low", "no_trump")]),
        ({"low": None}, [("low", "no_low")]),
        ({"high": None, "low": None, "jack": held("Ann", None, "Ann")}, [("jack", "no_trump")]),
        ({"high": None, "low": None}, []),
        ({"high": held("Ann", "Q"), "jack": held("Bea", None, "Ann")}, []),
        ({"low": held("Bea", "J"), "jack": held("Bea", None, "Ann")}, []),
    ],
)
def test_high_low_and_jack_agree_with_each_other_and_the_turned_card(facts: Any, found: list[tuple[str, str]]) -> None:
    assert two(**facts, pips=(20, 20)) == found


def test_without_a_trump_nobody_asks_for_low_or_the_jack() -> None:
    assert doubts_of("kent", TWO, NINE, STAND, high=None, game="Ann") == []


def test_a_jack_whose_holder_is_unknown_may_have_been_captured() -> None:
    assert two(high=held("Ann", "Q"), jack=held(None, None, "Bea"), pips=(20, 20)) == []


def test_equal_tables_are_one_table() -> None:
    assert {PAIRS, Seating(PAIRS.seats, dict(PAIRS.sides))} == {PAIRS}


def test_a_jack_turned_up_is_nobodys() -> None:
    jack = held("Ann", None, "Ann")
    for card in ("JS", "J"):
        assert refusals_of("kent", TWO, turn_up(card), STAND, **PLAYED | {"jack": jack}) == [("jack", "turned")]


def test_a_side_of_a_partnership_stands_for_either_partner() -> None:
    only = {"high": held("A", "8"), "low": held("Cy", "8")}
    assert four(**only) == []
    assert four(high=held("Ann", "8"), low=held("Cy", "8")) == [("low", "one_trump")]
    assert four(high=held("B", "Q"), jack=held("Ann", None, "Bea")) == []


def test_what_nobody_reported_is_asked_back() -> None:
    assert doubts_of("kent", TWO, NINE, STAND, game="Ann") == [
        ("high", "not_reported"),
        ("low", "not_reported"),
        ("jack", "not_reported"),
    ]
    assert doubts_of("kent", TWO, NINE, STAND, high=held("Ann"), low=held("Bea"), jack=None) == [
        ("pips", "not_reported")
    ]


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ({"game": "Cy"}, [("game", "side")]),
        ({"game": "Bea"}, [("game", "pips")]),
        ({"game": "tie"}, [("game", "pips")]),
        ({"game": "Ann"}, []),
        ({"pips": (40, 29)}, [("pips", "too_many")]),
        ({"pips": (-5, 10)}, [("pips", "negative"), ("pips", "trumps")]),
        ({"pips": (3, 20)}, [("pips", "trumps")]),
        ({"high": held("Bea", "T"), "pips": (20, 9)}, [("pips", "trumps")]),
        ({"jack": held("Ann", None, "Bea"), "pips": (20, 0)}, [("pips", "trumps")]),
        ({"low": held("Bea", "T", "Bea"), "pips": (20, 9)}, [("pips", "trumps")]),
        ({"low": held("Bea", "T", "Bea"), "pips": (20, 10)}, []),
    ],
)
def test_game_and_pips_agree_with_each_other_and_with_the_trumps(facts: Any, found: list[tuple[str, str]]) -> None:
    assert two(**facts) == found


def test_every_side_needs_its_pips() -> None:
    with pytest.raises(ImpossibleFacts) as refusal:
        hand = hand_of(TWO, NINE, STAND, **PLAYED | {"pips": (20,)})
        score_hand(RULE_SETS["kent"], hand, {"Ann": 0, "Bea": 0})
    assert where(refusal.value.problems) == [("pips", "sides")]


@pytest.mark.parametrize(("players", "most"), [(2, 68), (3, 78), (4, 80), (5, 80), (6, 80), (7, 80)])
def test_six_cards_each_count_no_more_than_the_best_of_the_pack(players: int, most: int) -> None:
    seating = Seating.of_singles(*"Ann Bea Cy Dan Eve Fay Gus".split()[:players])
    nothing_known: dict[str, Any] = {"high": held("Ann"), "low": held("Ann"), "jack": NOT_REPORTED}
    for total, found in ((most, []), (most + 1, [("pips", "too_many")])):
        pips = (total,) + (0,) * (players - 1)
        assert refusals_of("auction-pitch", seating, bid("Bea", 2), pips=pips, **nothing_known) == found


def test_when_the_pack_was_run_the_cards_have_a_floor() -> None:
    run = (NINE, BEG, RUN, EIGHT, RUN, HEART)
    trumps = {"high": held("A"), "low": held("B"), "jack": held("A", None, "A")}
    assert refusals_of("trinidad", PAIRS, *run, pips=(40, 29), **trumps) == [("pips", "too_few")]
    assert refusals_of("trinidad", PAIRS, *run, pips=(40, 30), **trumps) == []
    assert refusals_of("trinidad", PAIRS, *run, pips=(40, 35), **trumps) == [("pips", "unattainable")]


def test_after_two_runs_and_a_last_kick_the_pips_of_both_sides_are_known_together() -> None:
    kicked = (turn_up("9H"), BEG, RUN, turn_up("KH"), RUN, turn_up("4H"))
    assert sum_of_pips(RULE_SETS["nlcb"], hand_of(PAIRS, *kicked)) is None
    assert sum_of_pips(RULE_SETS["nlcb"], hand_of(PAIRS, *kicked, turn_up("TS"))) == 67
    assert sum_of_pips(RULE_SETS["nlcb"], hand_of(PAIRS, *kicked, turn_up("TS"), dealer="Zoe")) is None


def test_when_nearly_all_cards_were_dealt_trumps_cannot_be_missing() -> None:
    run = (NINE, BEG, RUN, EIGHT, RUN, HEART)
    high, low, jack = held("Ann", "A"), held("Bea", "2"), held("Ann", None, "Ann")
    found = [
        refusals_of("trinidad", PAIRS, *run, game="A", high=high, low=low, jack=jack),
        refusals_of("trinidad", PAIRS, *run, game="A", high=held("Ann", "Q"), low=low, jack=jack),
        refusals_of("trinidad", PAIRS, *run, game="A", high=None, low=None, jack=None),
        refusals_of("trinidad", PAIRS, *run, game="A", high=high, low=held("Bea", "4"), jack=jack),
        refusals_of("trinidad", PAIRS, *run, game="A", high=high, low=held("Bea", "3"), jack=None),
    ]
    assert found == [[], [("high", "room")], [("high", "room")], [("low", "room")], [("jack", "room")]]


def test_after_a_discard_high_need_not_have_been_played() -> None:
    run = (NINE, BEG, RUN, HEART, discard_to(6))
    facts: list[dict[str, Any]] = [
        {"pips": (3, 10)},
        {"pips": (20, 10), "low": None},
        {"pips": (20, 10), "high": held("Ann", "J")},
        {"pips": (20, 10), "high": held("Bea", "Q"), "jack": held("Ann", None, "Bea")},
    ]
    assert [doubts_of("seven-up", TWO, *run, **PLAYED | each) for each in facts] == [
        [("pips", "high_discarded")],
        [("low", "discarded")],
        [("jack", "discarded")],
        [],
    ]


@pytest.mark.parametrize("cards", [10, 11, 18, 52])
def test_the_number_of_cards_in_play_is_what_the_events_allow(cards: int) -> None:
    assert two(cards_in_play=12) == []
    assert two(cards_in_play=cards) == [("cards_in_play", "number")]


def test_more_cards_than_the_events_say_are_possible_when_no_event_was_reported() -> None:
    assert doubts_of("kent", TWO, cards_in_play=18, **PLAYED) == [("cards_in_play", "unusual")]
    assert doubts_of("seven-up", TWO, NINE, BEG, RUN, HEART, cards_in_play=12, **PLAYED) == [
        ("cards_in_play", "unusual")
    ]


@pytest.mark.parametrize(
    ("high", "claim", "found"),
    [
        (None, revoke("Ann", led="trump"), [("revoke", "no_trump")]),
        (held("Ann", "9"), revoke("Ann", led="trump", held_top_trump=True), [("revoke", "held_top_trump")]),
        (held("Ann", "K"), revoke("Ann", led="plain", jack_in_trick=True), [("revoke", "jack_in_trick")]),
        (held("Ann", "K"), revoke("Ann", led="trump", held_top_trump=True), []),
        (held("Ann", "9"), revoke("Ann", led="trump", held_top_trump=True, corrected=True), []),
    ],
)
def test_a_revoke_agrees_with_the_trumps(
    high: TrumpFact | None, claim: HandEvent, found: list[tuple[str, str]]
) -> None:
    low = None if high is None else held("Bea", "3")
    assert refusals_of("kent", TWO, HEART, STAND, claim, game="Ann", high=high, low=low, jack=None) == found


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ((turn_up("1S"),), [("turn_up", "card")]),
        ((NINE, NINE), [("turn_up", "twice")]),
        ((NINE, EIGHT), [("turn_up", "no_run")]),
        ((NINE, STAND, EIGHT), [("turn_up", "late")]),
        ((NINE, STAND, STAND), [("stand", "late")]),
        ((NINE, BEG, BEG), [("beg", "twice")]),
        ((NINE, BEG, RUN, RUN), [("run", "twice")]),
        ((NINE, BEG, RUN._replace(number=2)), [("run", "number")]),
        ((NINE, BEG, RUN, HEART, RUN), [("run", "late")]),
        ((NINE, STAND, revoke("Ann"), BEG), [("beg", "late")]),
        ((NINE, STAND, bid("Ann", 2)), [("bid", "no_auction")]),
        ((NINE, stand("Zoe")), [("stand", "player")]),
        ((NINE, HandEvent("shout")), [("events", "unknown")]),
        ((NINE, HandEvent("abandoned", why="bell"), STAND), [("events", "after_the_end")]),
        ((NINE, BEG, take_one(), RUN), [("run", "late")]),
        ((NINE, discard_to(7)), [("discard_to", "number")]),
        ((NINE, BEG, RUN, HEART, discard_to(6), turn_up("2H")), [("turn_up", "late")]),
        ((NINE, BEG, RUN, EIGHT, discard_to(6), RUN), [("run", "late")]),
        ((NINE, BEG, RUN, EIGHT, RUN, turn_up("7S"), RUN, turn_up("6S"), RUN, turn_up("4S"), RUN), []),
        ((NINE, STAND, redeal(), NINE), []),
    ],
)
def test_events_come_in_an_order_that_can_happen(events: tuple[HandEvent, ...], found: list[tuple[str, str]]) -> None:
    assert refusals_of("kent", TWO, *events) == found


def test_a_pack_gives_no_card_that_it_does_not_have() -> None:
    runs = [event for card in "8S 7S 6S 4S 3S".split() for event in (RUN, turn_up(card))]
    assert refusals_of("kent", TWO, NINE, BEG, *runs) == []
    assert refusals_of("kent", TWO, NINE, BEG, *runs, RUN) == [("run", "pack")]


def test_an_unanswered_beg_is_asked_back() -> None:
    assert doubts_of("kent", TWO, NINE, BEG, **PLAYED) == [("beg", "unanswered")]


def test_the_trump_stated_is_that_of_the_last_turn_up() -> None:
    assert two(trump="H") == [("trump", "turn_up")]
    assert two(trump="S") == []
    assert refusals_of("kent", TWO, turn_up("9"), STAND, **PLAYED | {"high": held("Ann", "K"), "trump": "H"}) == []


def test_a_bare_rank_leaves_the_suit_open_so_the_totals_allow_both() -> None:
    assert refusals_of("kent", TWO, turn_up("T"), STAND, **PLAYED | {"pips": (40, 28)}) == [("pips", "too_many")]
    assert awards("kent", TWO, turn_up("J"), STAND, **PLAYED)[0] == ("turn_up", "Ann", 1)


def test_every_problem_is_named_at_once() -> None:
    facts = {"high": held("Zoe", "A"), "low": held("Bea", "1"), "jack": held("Ann"), "pips": (60, 30), "game": "Cy"}
    assert refusals_of("kent", TWO, NINE, stand("Ann"), **facts) == [
        ("stand", "not_elder"),
        ("high", "holder"),
        ("low", "rank"),
        ("jack", "won_by"),
        ("pips", "too_many"),
        ("game", "side"),
    ]


def test_three_in_seven_up_have_eighteen_cards() -> None:
    assert refusals_of("seven-up", THREE, NINE, STAND, pips=(40, 30, 9), high=held("Ann"), low=held("Bea")) == [
        ("pips", "too_many")
    ]
