"""Hand records as a table would send them: what can have happened is scored, what cannot is refused at its field."""

from typing import Any

import pytest

from scoring import score_record

PAIRS = {"A": ["Ann", "Cy"], "B": ["Bea", "Dan"]}


def pairs(*events: dict[str, Any], rules: str = "trinidad", **play: Any) -> dict[str, Any]:
    """Ann deals to two pairs at no score; Bea is the elder hand."""
    return {
        "id": "x",
        "rules": rules,
        "seats": ["Ann", "Bea", "Cy", "Dan"],
        "sides": PAIRS,
        "start": {"A": 0, "B": 0},
        "hand": {"dealer": "Ann", "events": list(events), **play},
    }


def singles(*events: dict[str, Any], rules: str = "kent", players: int = 2, **play: Any) -> dict[str, Any]:
    """Ann deals; everyone plays for himself, at no score."""
    names = ["Ann", "Bea", "Cy", "Dan", "Eve", "Fay", "Gus"][:players]
    return {
        "id": "x",
        "rules": rules,
        "seats": names,
        "sides": {name: [name] for name in names},
        "start": dict.fromkeys(names, 0),
        "hand": {"dealer": "Ann", "events": list(events), **play},
    }


def problems(record: object) -> list[tuple[str, str]]:
    return [(problem["field"], problem["code"]) for problem in score_record(record)["problems"]]


def doubts(record: object) -> list[tuple[str, str]]:
    answer = score_record(record)
    assert answer["problems"] == []
    return [(doubt["field"], doubt["code"]) for doubt in answer["doubts"]]


NINE, EIGHT, HEART = {"turn_up": "9S"}, {"turn_up": "8S"}, {"turn_up": "8H"}
STAND, BEG, TAKE_ONE, RUN = {"stand": "Bea"}, {"beg": "Bea"}, {"take_one": True}, {"run": 3}
SMALL = {"revoke": "Ann", "led": "plain"}
PLAY: dict[str, Any] = {"high": {"holder": "A"}, "low": {"holder": "B"}, "jack": None, "game": "A"}


@pytest.mark.parametrize(
    ("events", "found"),
    [
        ((NINE, BEG, RUN, HEART, BEG), [("beg", "late")]),
        ((NINE, BEG, RUN, EIGHT, BEG), [("beg", "late")]),
        ((NINE, BEG, RUN, HEART, TAKE_ONE), [("take_one", "late")]),
        ((NINE, BEG, RUN, HEART, RUN), [("run", "late")]),
        ((NINE, BEG, EIGHT), [("turn_up", "no_run")]),
        ((BEG, NINE), [("turn_up", "no_run")]),
        ((NINE, STAND, STAND), [("stand", "late")]),
        ((NINE, BEG, STAND), [("stand", "twice")]),
        ((NINE, {"stand": "Cy"}), [("stand", "not_elder")]),
        ((NINE, STAND, {"abandoned": "bell"}, SMALL), [("events", "after_the_end")]),
        ((NINE, SMALL, STAND), [("stand", "late")]),
        ((NINE, BEG, RUN, EIGHT, SMALL), [("turn_up", "old_suit")]),
    ],
)
def test_events_in_an_order_that_cannot_happen_are_refused_at_the_event(
    events: tuple[dict[str, Any], ...], found: list[tuple[str, str]]
) -> None:
    assert problems(pairs(*events)) == found


@pytest.mark.parametrize("answer", [(TAKE_ONE,), (RUN, HEART)])
def test_an_answer_to_a_beg_that_nobody_reported_counts_and_is_asked_back(answer: tuple[dict[str, Any], ...]) -> None:
    """Every fact but dealer and seating is optional: the beg may be missing, and the points are the same."""
    silent, told = pairs(NINE, *answer, **PLAY), pairs(NINE, BEG, *answer, **PLAY)
    assert doubts(silent) == [(next(iter(answer[0])), "no_beg")]
    assert score_record(silent) | {"doubts": []} == score_record(told)


def test_nobody_runs_or_turns_a_card_after_the_discard() -> None:
    discard = {"discard_to": 6}
    assert problems(singles(NINE, BEG, RUN, EIGHT, discard, RUN, rules="seven-up")) == [("run", "late")]
    assert problems(singles(NINE, BEG, RUN, discard, HEART, rules="seven-up")) == [("turn_up", "late")]


def test_nobody_bids_after_a_revoke_in_the_play() -> None:
    record = singles({"bid": ["Bea", 2]}, {"revoke": "Bea"}, {"bid": ["Ann", 3]}, rules="auction-pitch")
    assert problems(record) == [("bid", "late")]
    record["hand"]["events"][-1] = {"pass": "Ann"}
    assert problems(record) == [("pass", "late")]


def test_a_card_that_nobody_reported_after_the_last_run_leaves_the_trump_suit_unknown() -> None:
    high = {"rank": "9", "holder": "A"}
    record = pairs(NINE, BEG, RUN, low={"holder": "B"}, jack=None, high=high, game="A")
    assert doubts(record) == [("turn_up", "not_reported")]
    assert problems(pairs(NINE, STAND, low={"holder": "B"}, jack=None, high=high, game="A")) == [("high", "turned")]


def test_a_third_turn_up_that_nobody_reported_is_not_taken_for_the_old_suit() -> None:
    assert doubts(pairs(NINE, BEG, RUN, EIGHT, RUN, **PLAY)) == [("turn_up", "not_reported")]


@pytest.mark.parametrize("events", [(), (NINE,), (NINE, STAND), (NINE, BEG, TAKE_ONE)])
def test_a_hand_without_any_play_counts_its_events_and_asks_back(events: tuple[dict[str, Any], ...]) -> None:
    assert doubts(pairs(*events)) == [("events", "not_played")]


@pytest.mark.parametrize(
    "events",
    [
        ({"misdeal": True},),
        (NINE, STAND, {"abandoned": "bell"}),
        (NINE, {"redeal": True}),
        (NINE, STAND, {"revoke": "Ann", "led": "trump", "held_top_trump": True}),
    ],
)
def test_a_hand_that_ended_before_its_play_asks_nothing_back(events: tuple[dict[str, Any], ...]) -> None:
    assert doubts(pairs(*events)) == []


def test_a_number_of_cards_that_the_tricks_belie_is_refused() -> None:
    dealt = {"Ann": ["KS", "3S", "TH", "4C", "QH", "2H"], "Bea": ["JS", "5S", "AH", "8C", "7H", "6S"]}
    tricks = [
        [["Bea", "JS"], ["Ann", "KS"]],
        [["Ann", "QH"], ["Bea", "7H"]],
        [["Ann", "4C"], ["Bea", "8C"]],
        [["Bea", "5S"], ["Ann", "3S"]],
        [["Bea", "6S"], ["Ann", "2H"]],
        [["Bea", "AH"], ["Ann", "TH"]],
    ]
    record = singles({"bid": ["Bea", 2]}, rules="auction-pitch", dealt=dealt, tricks=tricks, cards_in_play=14)
    assert problems(record) == [("cards_in_play", "number")]
    record["hand"]["cards_in_play"] = 12
    assert problems(record) == []


def test_cards_dealt_without_their_play_refuse_a_high_low_or_jack_that_they_belie() -> None:
    dealt = {"Ann": ["KS", "3S", "TH", "4C", "QH", "2H"], "Bea": ["JS", "5S", "AH", "8C", "7H", "6S"]}
    said: dict[str, Any] = {
        "high": {"rank": "K", "holder": "Ann"},
        "low": {"rank": "3", "holder": "Ann"},
        "game": "Ann",
    }
    jack = {"holder": "Bea", "won_by": "Ann"}
    assert doubts(singles(NINE, STAND, dealt=dealt, jack=jack, **said)) == [("tricks", "not_reported")]
    said |= {"high": {"rank": "A", "holder": "Ann"}, "low": {"rank": "3", "holder": "Bea"}}
    wrong = [("high", "record"), ("low", "record"), ("jack", "record")]
    assert problems(singles(NINE, STAND, dealt=dealt, jack=None, **said)) == wrong
    assert problems(singles({"turn_up": "9D"}, STAND, dealt=dealt, jack=jack, **said)) == wrong


def test_cards_dealt_before_a_discard_say_only_what_high_was() -> None:
    ann = ["KS", "3S", "TH", "4C", "QH", "2H", "5H", "6H", "7C"]
    bea = ["JS", "5S", "AH", "8C", "7H", "6S", "2C", "3C", "4H"]
    events = ({"turn_up": "9D"}, BEG, RUN, NINE, {"discard_to": 6})
    said: dict[str, Any] = {"low": {"rank": "5", "holder": "Bea"}, "jack": None, "game": "Ann"}
    table: dict[str, Any] = {"rules": "seven-up", "dealt": {"Ann": ann, "Bea": bea}}
    high = {"rank": "K", "holder": "Ann"}
    assert doubts(singles(*events, **table, high=high, **said)) == [("tricks", "not_reported")]
    high = {"rank": "Q", "holder": "Ann"}
    assert problems(singles(*events, **table, high=high, **said)) == [("high", "record")]
