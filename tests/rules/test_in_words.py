"""Rules in words: every field that scores or limits has its sentence, and nothing is said of what a game has not."""

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

import pytest

from scoring import PIPS, RULE_SETS, RuleSet, settlement_of, with_house_rules
from tournament.rules.queries.in_words import describe_rules
from tournament.rules.queries.rules_sheet import pips_of, steps_of

SAID_ELSEWHERE = {
    "hand_at_bell": "The evening's own rule for the bell is printed with the evening.",
}
WAKES = {
    "count_rest_after_win": {"target": 7},
    "take_one.withheld_at_target": {"target": 7},
    "penalties.revoke_credits_target": {"target": 7, "penalties.revoke_loses_game": "any"},
    "penalties.revoke_correctable": {"penalties.revoke_to_opponents": 2},
    "penalties.revoke_claim_until": {"penalties.revoke_to_opponents": 2},
    "auction.smudge_bid": {"auction.smudge": "always"},
}
"""What has to be in force for a field to mean anything."""
OTHER_VALUES = {
    "turn_ups.values": [{"J": 1, "2": 1}, {"A": 2}],
    "points.pips": [{**PIPS, "2": 2}],
    "points.order": [("game", "jack", "low", "high")],
    "auction.min_bid": [1, 3],
    "auction.max_bid": [3, 5, 15],
    "players.singles": [(3,)],
    "players.pairs": [(2,)],
    "taken.sums": [(7,), (9, 8)],
}


def text_of(rules: RuleSet) -> str:
    sections = describe_rules(rules, rules)
    said = [f"{section.title}: {sentence.words}" for section in sections for sentence in section.sentences]
    steps = [f"{step.word}, {step.points}, {step.more}" for step in steps_of(rules)]
    return "\n".join([*steps, str(pips_of(rules)), *said])


def names_of_fields(rules: RuleSet) -> list[str]:
    """Every field that may be changed, with the group it is in."""
    found = []
    for each in fields(rules):
        value = getattr(rules, each.name)
        if is_dataclass(value) and rules.has_group(each.name):
            found += [f"{each.name}.{inner.name}" for inner in fields(value) if "fits" in inner.metadata]
        elif "fits" in each.metadata and not is_dataclass(value):
            found.append(each.name)
    return found


def other_values(rules: RuleSet, name: str) -> list[Any]:
    """Values that the field may have and has not."""
    group, _dot, inner = name.rpartition(".")
    holder = getattr(rules, group) if group else rules
    value = getattr(holder, inner)
    [metadata] = [each.metadata for each in fields(holder) if each.name == inner]
    values = OTHER_VALUES.get(name) or metadata.get("choices") or [True, False, 0, 1, 3, 5, None]
    if name == "auction.max_bid":
        values = [each for each in values if each >= holder.min_bid]
    return [each for each in values if metadata["fits"](each) and (type(each), each) != (type(value), value)]


def is_without_meaning(rules: RuleSet, name: str) -> bool:
    """Nobody can lose a bid where there is no bidding, nor a turn-up where nothing is turned up."""
    no_bid = name == "penalties.revoke_costs_bid" and rules.auction is None
    if name.startswith("turn_ups.") and not rules.may_beg:  # without a beg there is no run, and one card is turned
        return name not in ("turn_ups.values", "turn_ups.may_beg")
    return no_bid or (name == "penalties.misdeal_cancels_turn_ups" and rules.turn_ups is None)


@pytest.mark.parametrize("game", RULE_SETS)
def test_every_field_that_scores_is_worded_and_another_value_changes_the_words(game: str) -> None:
    document = RULE_SETS[game]
    silent = []
    for name in names_of_fields(document):
        if name in SAID_ELSEWHERE or is_without_meaning(document, name):
            continue
        rules = with_house_rules(document, WAKES.get(name, {}))
        before = text_of(rules)
        values = other_values(rules, name)
        assert values, name
        silent += [(name, value) for value in values if text_of(with_house_rules(rules, {name: value})) == before]
    assert silent == []


BIDDING = ("bids?", "bidding", "pitcher", "smudge", "set back", "pays?", "settling")
PENALTIES = ("renege", "revoke", "misdeal", "mistakes", "penalty", "loses")
BIDS = tuple(word for word in BIDDING if word != "pitcher")
OF_THE_FOUR = (
    "high",
    "low",
    "hung",
    "hang",
    "kick",
    "turned up",
    "turn-up",
    "begs?",
    "discards?",
    "below zero",
    "holder",
)
NOT_SAID = {
    "kent": (*BIDDING, *PENALTIES, "wins the game", "hung", "hang", "discards?", "below zero"),
    "trinidad": (*BIDDING, "revoke", "discards?", "below zero"),
    "lancashire": (*BIDDING, "renege", "kick", "bullseye", "discards?", "below zero"),
    "nlcb": (*BIDDING, *PENALTIES, "discards?", "below zero"),
    "seven-up": (*BIDDING, "misdeal", "hung", "hang", "renege", "kick", "at most"),
    "california-jack": (*BIDDING, "begs?", "kick", "take one", "run", "hung", "hang", "renege", "discards?"),
    "auction-pitch": (
        "begs?",
        "kick",
        "turned up",
        "turn-up",
        "take one",
        "pack",
        "hung",
        "hang",
        "renege",
        "discards?",
    ),
    **{rules.id: (*BIDS, *PENALTIES, *OF_THE_FOUR) for rules in RULE_SETS.values() if rules.taken},
    "welsh-don": (*BIDS, "misdeal", "revoke", *OF_THE_FOUR),
    **{
        rules.id: ("smudge", "pays?", "settling", "renege", "hung", "hang", "begs?")
        for rules in RULE_SETS.values()
        if rules.taken and rules.auction
    },
}


@pytest.mark.parametrize("game", RULE_SETS)
def test_nothing_is_said_of_what_a_game_has_not(game: str) -> None:
    text = text_of(RULE_SETS[game]).lower()
    assert [word for word in NOT_SAID[game] if re.search(rf"\b{word}\b", text)] == []


@pytest.mark.parametrize("game", RULE_SETS)
def test_each_sheet_has_one_word_for_a_trick_and_says_what_a_wrong_deal_or_card_costs(game: str) -> None:
    rules = RULE_SETS[game]
    text = text_of(rules)
    other = {"trick": "lift", "lift": "trick"}[rules.label("trick")]
    assert re.findall(rf"\b{other}s?\b", text) == []
    for said, free in (
        ("Misdeal: ", "A deal that goes wrong scores nothing"),
        (": a card is played", "takes no points off"),
    ):
        assert (said in text) != (free in text)


def test_a_group_that_is_left_out_takes_its_sentences_with_it() -> None:
    pitch, trinidad = RULE_SETS["auction-pitch"], RULE_SETS["trinidad"]
    assert "pays" not in text_of(replace(pitch, settle_up=None))
    assert "take one" not in text_of(replace(trinidad, take_one=None))
    assert "kick" not in text_of(replace(trinidad, turn_ups=None, take_one=None)).lower()


@pytest.mark.parametrize(
    ("game", "sentences"),
    [
        (
            "trinidad",
            [
                "Misdeal: the opponents score 1 point, and the deal passes. What its kick scored is taken off again.",
                "Renege: a card is played that the rules of play do not allow. Corrected before the lift is over, it "
                "costs nothing. The opponents may call it until the end of the hand.",
                "If a trump was led and the player held back one of the five highest trumps (A, K, Q, J, 10), their "
                "side loses the whole game. The scores stay as they stood.",
                "Any other renege: the opponents score 1 point; the offenders cannot score Game; if they have the "
                "most, nobody does.",
            ],
        ),
        (
            "lancashire",
            [
                "Any other revoke: the opponents score 1 point; the offenders cannot score Game; if they have the "
                "most, nobody does.",
            ],
        ),
        (
            "seven-up",
            [
                "Revoke: a card is played that the rules of play do not allow. Corrected before the next trick begins, "
                "it costs nothing.",
                "Otherwise: the player loses 1 point, or 2 points if the Jack of trumps was in the trick.",
            ],
        ),
        (
            "auction-pitch",
            [
                "Misdeal: nobody scores, and the deal passes.",
                "Penalty: the player scores nothing in this hand and the pitcher’s bid is taken off their score. All "
                "others score what they make; a pitcher among them scores even below the bid. What the player made "
                "is nobody’s.",
            ],
        ),
        (
            "welsh-don",
            [
                "Penalty: the opponents score what they took; what the offenders took in the hand counts for nobody; "
                "if the offenders pitched, the opponents score 20 points more. A penalty counts before what was taken.",
                "A renege ends the hand; its penalty is scored once, however often the side reneged.",
            ],
        ),
        (
            "pedro",
            [
                "Penalty: the player’s side scores nothing in this hand and the pitcher’s bid is taken off its score, "
                "once even if both partners revoke. "
                "The other side scores what it makes, as the pitcher’s side even below the bid. What the player’s side "
                "made is nobody’s.",
                "A bid out of turn or not above the last one is void, and that player must pass.",
            ],
        ),
    ],
)
def test_the_ordinary_penalties_of_a_game_are_on_its_sheet(game: str, sentences: list[str]) -> None:
    text = text_of(RULE_SETS[game])
    assert [each for each in sentences if f"Mistakes: {each}" not in text] == []


def test_a_side_of_a_game_by_points_taken_loses_only_its_points_if_a_revoke_does_not_cost_the_bid() -> None:
    rules = with_house_rules(RULE_SETS["pedro"], {"penalties.revoke_costs_bid": False})
    assert "Penalty: the player’s side scores nothing in this hand. The other side" in text_of(rules)


@pytest.mark.parametrize("game", [name for name, rules in RULE_SETS.items() if rules.taken])
def test_a_game_by_points_taken_says_which_side_a_card_counts_for(game: str) -> None:
    text = text_of(RULE_SETS[game])
    assert "A card counts for the side that wins it in a trick." in text
    assert ("for the side that plays it" in text) == (game in ("california-pedro", "smear"))
    assert ("the two jokers are trumps, below the Jack of trumps" in text) == ("two jokers" in text)


@pytest.mark.parametrize("own", [{}, {"settle_up.stake": 5}, {"settle_up.set_backs": True, "settle_up.owed": 3}])
def test_settling_up_has_an_example_that_is_what_the_rules_pay(own: dict[str, Any]) -> None:
    rules = with_house_rules(RULE_SETS["auction-pitch"], own)
    assert rules.settle_up is not None
    paid = settlement_of(rules.settle_up, {"Ann": 7, "Bea": 4, "Cy": -2}, "Ann", {"Cy": 2})
    backs = ", was set back twice" if rules.settle_up.set_backs else ""
    example = f"Bea has 4 and pays {paid['Bea']}. Cy has −2{backs} and pays {paid['Cy']}."
    assert f"Example: Ann wins. {example} Ann receives {paid['Bea'] + paid['Cy']}." in text_of(rules)


def test_a_house_rule_is_marked_where_the_document_has_it_otherwise() -> None:
    document = RULE_SETS["auction-pitch"]
    rules = with_house_rules(document, {"auction.all_pass": "dealer_bids"})
    sections = describe_rules(rules, document)
    assert [each.words for section in sections for each in section.sentences if each.is_own] == [
        "If everybody passes, the dealer has bid 2."
    ]
