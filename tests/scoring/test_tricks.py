"""A full record: what the cards cannot have done is refused, what follows from them need not be reported."""

from typing import Any

import pytest

from scoring import NOT_REPORTED, HandEvent, HandFacts, TrumpFact, abandon, bid, discard_to, revoke, turn_up
from tests.scoring.tables import BEG, PAIRS, RUN, STAND, TWO, doubts_of, refusals_of, score_facts, tricks_of

NINE, HEART = turn_up("9S"), turn_up("7H")
ORDERS = {"Bea": "2S AH 4H 5C 6C QD", "Ann": "KS KH 7D 8D 9D TD"}
DEALT = {player: tuple(cards.split()) for player, cards in ORDERS.items()}
TRICKS = tricks_of(TWO, "S", "Bea", **ORDERS)


def found(*events: HandEvent, **facts: Any) -> list[tuple[str, str]]:
    """Where the record is refused with these facts instead of its own."""
    given = events or (NINE, STAND)
    return refusals_of("kent", TWO, *given, **{"dealt": DEALT, "tricks": TRICKS} | facts)


@pytest.mark.parametrize(
    ("dealt", "fields"),
    [
        ({"Ann": DEALT["Ann"]}, [("dealt", "players"), ("tricks", "not_held")]),
        (DEALT | {"Zoe": DEALT["Ann"]}, [("dealt", "players"), ("dealt", "twice")]),
        (DEALT | {"Ann": ("1S", *DEALT["Ann"][1:])}, [("dealt", "card"), ("tricks", "not_held")]),
        (DEALT | {"Ann": ("2S", *DEALT["Ann"][1:])}, [("dealt", "twice"), ("tricks", "not_held")]),
        (DEALT | {"Ann": ("9S", *DEALT["Ann"][1:])}, [("dealt", "turned"), ("tricks", "not_held")]),
        (DEALT | {"Ann": DEALT["Ann"][:5]}, [("dealt", "number"), ("tricks", "not_held")]),
    ],
)
def test_every_player_was_dealt_his_own_cards(dealt: Any, fields: list[tuple[str, str]]) -> None:
    assert found(dealt=dealt) == fields


def with_trick(number: int, *plays: tuple[str, str]) -> tuple[tuple[tuple[str, str], ...], ...]:
    return (*TRICKS[: number - 1], plays, *TRICKS[number:])


@pytest.mark.parametrize(
    ("tricks", "codes"),
    [
        (with_trick(1, ("Bea", "2S"), ("Zoe", "KS")), ["player"]),
        (with_trick(1, ("Bea", "2S"), ("Ann", "KX")), ["card", "not_held"]),
        (with_trick(1, ("Bea", "2S"), ("Ann", "")), ["card", "not_held"]),
        (with_trick(2), ["empty", "length"]),
        (with_trick(2, TRICKS[1][0]), ["length", "leader"]),
        (with_trick(6, *TRICKS[5], ("Ann", "TC")), ["length", "order", "not_held", "number"]),
        (with_trick(1, *TRICKS[0][::-1]), ["leader"]),
        (with_trick(1, ("Bea", "2S"), ("Bea", "KS")), ["leader", "order", "not_held", "number"]),
        (with_trick(6, TRICKS[5][0], ("Ann", "KS")), ["twice"]),
        ((*TRICKS, (("Ann", "TC"), ("Bea", "2C"))), ["leader", "not_held", "number"]),
    ],
)
def test_what_no_table_can_have_seen_is_refused(tricks: Any, codes: list[str]) -> None:
    assert [code for field, code in found(tricks=tricks) if field == "tricks"][:4] == codes


def test_without_the_hands_dealt_the_tricks_are_enough() -> None:
    assert score_facts("kent", TWO, NINE, STAND, tricks=TRICKS) == score_facts(
        "kent", TWO, NINE, STAND, dealt=DEALT, tricks=TRICKS
    )


def test_the_trump_suit_is_needed() -> None:
    assert found(turn_up("9"), STAND) == [("trump", "unknown")]
    assert found(turn_up("9"), STAND, trump="S") == []


def test_missing_tricks_are_refused_unless_the_hand_had_ended() -> None:
    assert found(tricks=TRICKS[:3]) == [("tricks", "missing")]
    assert found(tricks=()) == [("tricks", "missing")]
    assert found(NINE, STAND, abandon("bell"), tricks=TRICKS[:3]) == []
    assert found(NINE, STAND, abandon("bell"), tricks=(*TRICKS[:3], TRICKS[3][:1])) == []


@pytest.mark.parametrize(
    ("facts", "field"),
    [
        ({"high": TrumpFact("Bea")}, "high"),
        ({"high": None}, "high"),
        ({"low": TrumpFact("Bea", "3")}, "low"),
        ({"low": TrumpFact("Bea", "2", "Bea")}, "low"),
        ({"jack": TrumpFact("Ann", None, "Ann")}, "jack"),
        ({"pips": (1, 2), "high": NOT_REPORTED, "low": NOT_REPORTED, "jack": NOT_REPORTED}, "pips"),
        ({"game": "tie"}, "game"),
    ],
)
def test_stated_facts_that_contradict_the_record_are_refused_at_their_field(facts: Any, field: str) -> None:
    assert found(**facts) == [(field, "record")]


def test_stated_facts_that_agree_with_the_record_are_welcome() -> None:
    assert found(high=TrumpFact("Ann", "K"), low=TrumpFact("Bea", "2", "Ann"), jack=None) == []


def test_the_hands_without_the_play_are_asked_for_it() -> None:
    assert doubts_of("kent", TWO, NINE, STAND, dealt=DEALT, game="Ann")[0] == ("tricks", "not_reported")


def test_the_hands_without_the_play_belie_a_wrong_high_low_or_jack() -> None:
    stated: dict[str, Any] = {
        "high": TrumpFact("Bea", "K"),
        "low": TrumpFact("Ann", "2"),
        "jack": TrumpFact("Ann", None, "Ann"),
    }
    assert found(tricks=None, **stated)[:3] == [("high", "record"), ("low", "record"), ("jack", "record")]


def test_no_trump_dealt_gives_no_high_low_or_jack() -> None:
    orders = {"Bea": "AH 4H 5C 6C QD 2D", "Ann": "KH 7H 8D 9D TD 3C"}
    tricks = tricks_of(TWO, "S", "Bea", **orders)
    assert [award.kind for award in score_facts("kent", TWO, NINE, STAND, tricks=tricks).awards] == ["game"]
    dealt = {player: tuple(cards.split()) for player, cards in orders.items()}
    none: dict[str, Any] = {"high": None, "low": None, "jack": None, "game": "Ann"}
    assert refusals_of("kent", TWO, NINE, STAND, dealt=dealt, **none) == []


AFTER_RUN = {"Bea": "KH 2H 5C 6C 7C 8C", "Ann": "3H 4H 5D 6D 7D 8D"}


def discarded(**facts: Any) -> HandFacts | Any:
    """Seven-up after a run, with the six cards each that were kept and played."""
    tricks = tricks_of(TWO, "H", "Bea", **AFTER_RUN)
    return score_facts("seven-up", TWO, NINE, BEG, RUN, HEART, discard_to(6), **{"tricks": tricks} | facts)


def test_after_a_discard_the_table_may_say_that_high_was_thrown_away() -> None:
    asked, told = discarded(), discarded(high=TrumpFact("Ann", "A"))
    assert [(doubt.field, doubt.code) for doubt in asked.doubts] == [("high", "discarded")]
    assert (asked.awards[0], told.awards[0]) == (("high", "Bea", 1), ("high", "Ann", 1))
    assert told.doubts == ()


def test_after_a_discard_high_is_still_no_lower_than_what_was_played() -> None:
    tricks = tricks_of(TWO, "H", "Bea", **AFTER_RUN)
    run = (NINE, BEG, RUN, HEART, discard_to(6))
    for high in (None, TrumpFact("Ann", "Q"), TrumpFact("Zoe", "A"), TrumpFact("Ann", "7")):
        assert refusals_of("seven-up", TWO, *run, tricks=tricks, high=high) == [("high", "record")]


def test_every_trump_may_have_been_discarded() -> None:
    orders = {"Bea": "KD 3D 4S 5C 6C QD", "Ann": "2D 7D 8D 9D TC 4D"}
    dealt = {"Bea": ("2H", "3C", "4C"), "Ann": ("JH", "2C", "8C")}
    tricks = tricks_of(TWO, "H", "Bea", **orders)
    hands = {player: (*orders[player].split(), *cards) for player, cards in dealt.items()}
    hand = discarded(dealt=hands, tricks=tricks)
    assert [tuple(award) for award in hand.awards][:1] == [("high", "Ann", 1)]
    bare = {"Bea": (*orders["Bea"].split(), "2C", "3C", "4C"), "Ann": (*orders["Ann"].split(), "7C", "8C", "9C")}
    assert [award.kind for award in discarded(dealt=bare, tricks=tricks).awards] == ["game"]


FAILED = tricks_of(TWO, "S", "Bea", Bea="2S AH 4H 5C 6C 3C", Ann="KH KS 7D 8D 9D TD")
CLAIM = revoke("Ann", led="trump", held_top_trump=True, jack_in_trick=False)


@pytest.mark.parametrize(
    ("claims", "reported", "doubt"),
    [
        ((), [False], [("revoke", "not_reported")]),
        ((revoke("Ann"),), [True], []),
        ((CLAIM,), [True], []),
        ((CLAIM, CLAIM), [True], [("revoke", "not_found")]),
        ((CLAIM._replace(corrected=True),), [False], [("revoke", "not_reported")]),
        ((CLAIM._replace(led="plain"),), [False], [("revoke", "not_found"), ("revoke", "not_reported")]),
        ((CLAIM._replace(player="Bea"),), [False], [("revoke", "not_found"), ("revoke", "not_reported")]),
        ((CLAIM._replace(held_top_trump=False),), [False], [("revoke", "not_found"), ("revoke", "not_reported")]),
    ],
)
def test_a_failure_to_follow_is_found_and_matched_with_its_claim(
    claims: tuple[HandEvent, ...], reported: list[bool], doubt: list[tuple[str, str]]
) -> None:
    hand = score_facts("kent", TWO, NINE, STAND, *claims, tricks=FAILED)
    assert [each.reported for each in hand.revokes or ()] == reported
    assert [(each.field, each.code) for each in hand.doubts] == doubt


def test_a_failure_that_nobody_claimed_is_shown_and_never_punished_by_itself() -> None:
    tricks = tricks_of(
        PAIRS,
        "S",
        "Bea",
        Bea="2S 3S AH 4H 5C 6C",
        Cy="KH 7H QD 8C TC 9C",
        Dan="2D JS QH 3D 4D 5D",
        Ann="KS JH 7D 8D 9D TD",
    )
    hand = score_facts("trinidad", PAIRS, NINE, STAND, tricks=tricks)
    assert {each.kind for each in hand.awards} <= {"high", "low", "jack", "hang_jack", "game"}
    assert [(each.player, each.reported) for each in hand.revokes or ()][:1] == [("Dan", False)]


def test_in_pitch_a_first_trick_without_cards_is_refused() -> None:
    assert refusals_of("auction-pitch", TWO, bid("Bea", 2), tricks=((),)) == [("trump", "unknown")]
