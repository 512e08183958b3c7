"""The phone's own count of a hand that waits, against the engine's, over random hands of every rule set and table."""

from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route

from scoring import RULE_SETS, ImpossibleFacts, RuleSet, Seating, score_hand
from tests.hands.filled import HOUSES, at_home, ended, fresh, told_of
from tests.scoring.dealing import ALL_TABLES, played_hand
from tests.scoring.tables import PAIRS
from tests.scoring.tables import THREE as TRIO
from tournament.hands.forms.facts import letter_keys, letters_of, places_in_pack
from tournament.hands.forms.marks import ticks_from

HANDS = 400
OTHER_HOUSES: list[dict[str, Any]] = [
    {"points.game_tie": "each", "turn_ups.same_suit_scores": False, "score_floor": 0},
    {"points.game_tie": "dealer", "take_one.to": "opponents", "points.game": 2},
    {"auction.all_pass": "dealer_bids", "auction.smudge": "always", "points.hang_jack": 3, "target": 21},
    {"auction.all_pass": "same_dealer", "auction.smudge": "off", "points.game_tie": "non_dealer"},
    {"auction.all_pass": "elder_pitches_free", "points.order": ["low", "high", "game", "jack"]},
    {"auction.failed_bid": "to_opponents", "auction.double_bid": 7, "auction.out_first": "higher"},
    {"auction.double_bid": 16},
]
SAID = """async hands => {
  const { countHand } = await import("/phone/estimate.js");
  return hands.map(([table, start, body]) => countHand(table, start, body));
}"""


def table_of(rules: RuleSet, seating: Seating) -> dict[str, Any]:
    sides = letters_of(seating.side_names)
    return {
        "rules": rules.to_dict(),
        "seats": list(letter_keys(seating.seats)),
        "sideOf": {letter: sides[seating.side_of[player]] for letter, player in letter_keys(seating.seats).items()},
        "places": places_in_pack(rules, len(seating.seats)),
    }


def a_hand(chance: Random) -> tuple[list[Any], dict[str, Any]] | None:
    """What the phone is asked, and what the engine says; None for a hand that the engine refuses."""
    rules, seating = chance.choice(ALL_TABLES)
    rules = at_home(rules, chance.choice([*HOUSES, *OTHER_HOUSES]))
    played = played_hand(rules, seating, chance)
    end = chance.choice([*["played"] * 6, "misdeal", "redeal", "bunch", "bell", "passed out"])
    facts = told_of(rules, played, chance.choice(["ticks", "notes"]))
    if end != "played":
        facts = ended(rules, played, end, facts.events)
    target = rules.target or 20
    start = {side: chance.randint(-3, target - 1) for side in seating.side_names}
    try:
        scored = score_hand(rules, facts, start)
    except ImpossibleFacts:
        return None
    letters, seats = letters_of(seating.side_names), letters_of(seating.seats)
    said = {
        "score": {letters[side]: points for side, points in scored.score.items()},
        "winner": scored.winner and letters[scored.winner],
        "dealer": seats[scored.next_dealer or seating.after[facts.dealer]],
    }
    return [table_of(rules, seating), {letters[side]: n for side, n in start.items()}, body_of(rules, facts)], said


def body_of(rules: RuleSet, facts: Any) -> dict[str, str]:
    """What the form of these facts would send."""
    return sent(fresh(rules, facts.seating) | ticks_from(rules, facts))


def sent(marks: dict[str, Any]) -> dict[str, str]:
    said = {name: value for name, value in marks.items() if value is not None and value is not False}
    return {name: "on" if value is True else str(value) for name, value in said.items()}


def _open(page: Page) -> None:
    def answer(route: Route) -> None:
        name = urlsplit(route.request.url).path.lstrip("/")
        script = (settings.BASE_DIR / "static" / name).read_text() if name.endswith(".js") else ""
        kind = "text/javascript" if script else "text/html"
        route.fulfill(body=script or "<!doctype html><title>Table</title>", content_type=kind)

    page.route("**/*", answer)
    page.goto("http://hall.test/page")


@pytest.mark.slow
def test_a_phone_counts_a_waiting_hand_as_the_engine_will(page: Page) -> None:
    chance = Random(1674)
    hands = [hand for hand in (a_hand(chance) for _ in range(HANDS)) if hand]
    assert len(hands) > HANDS * 0.8
    _open(page)
    said = page.evaluate(SAID, [asked for asked, _ in hands])
    wrong = [(asked, mine, theirs) for (asked, theirs), mine in zip(hands, said) if mine != theirs]
    assert wrong == []


def test_waiting_hands_are_counted_after_each_other_and_what_cannot_be_known_is_only_named(page: Page) -> None:
    rules = RULE_SETS["trinidad"]
    table = table_of(rules, PAIRS)
    common = fresh(rules, PAIRS, high="a", low="b", jack="none", game="a")
    hands = [
        common | marks for marks in ({}, {"turned_1": "J"}, {"revoke_1": "b"}, {"tricks": "AH KH"}, {"pips_a": "9"})
    ]
    hands[-1]["game"] = ""
    _open(page)
    said = page.evaluate(
        """async ([table, start, hands]) => (await import("/phone/estimate.js")).countHands(table, start, hands)""",
        [table, {"a": 12, "b": 5}, [sent(hand) for hand in hands]],
    )
    assert said == {"score": {"a": 5, "b": 1}, "won": {"a": 1, "b": 0}, "unknown": 3, "dealer": None}


def test_a_hand_that_was_passed_out_by_one_press_counts_nothing_whatever_else_is_marked(page: Page) -> None:
    table = table_of(RULE_SETS["auction-pitch"], TRIO)
    marks = fresh(RULE_SETS["auction-pitch"], TRIO, bid_b="3", high="a", game="a", step="passed_out")
    _open(page)
    start = {"a": 2, "b": 1, "c": 0}
    assert page.evaluate(SAID, [[table, start, sent(marks)]]) == [{"score": start, "winner": None, "dealer": "b"}]


def test_the_score_of_the_game_that_ends_the_match_stays_and_hands_after_it_count_nothing(page: Page) -> None:
    rules = RULE_SETS["trinidad"]
    hand = sent(fresh(rules, PAIRS, high="a", low="b", jack="none", game="a"))
    cases = [
        ("single", 1, {}, {"a": 14, "b": 6}),
        ("race", 2, {"a": 1}, {"a": 14, "b": 6}),
        ("best_of", 3, {"a": 1, "b": 1}, {"a": 14, "b": 6}),
        ("games", 2, {"b": 1}, {"a": 14, "b": 6}),
        ("best_of", 3, {"b": 1}, {"a": 2, "b": 1}),
        ("race", 2, {"b": 1}, {"a": 2, "b": 1}),
        ("timed", 1, {"a": 5}, {"a": 2, "b": 1}),
    ]
    _open(page)
    for kind, number, games, score in cases:
        table = table_of(rules, PAIRS) | {"length": {"kind": kind, "number": number}}
        said = page.evaluate(
            """async asked => (await import("/phone/estimate.js")).countHands(...asked)""",
            [table, {"a": 12, "b": 5}, [hand, hand], games],
        )
        assert (kind, games, said["score"], said["won"]) == (kind, games, score, {"a": 1, "b": 0})
