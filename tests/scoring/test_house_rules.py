"""A club's own rules on top of a rule set: each option counts, and a wrong one is refused by name."""

from typing import Any

import pytest

from scoring import (
    RULE_SETS,
    Auction,
    ImpossibleFacts,
    TrumpFact,
    UnknownRuleSet,
    bid,
    misdeal,
    pass_bid,
    revoke,
    rules_from_dict,
    take_one,
    turn_up,
    with_house_rules,
)
from tests.scoring.tables import BEG, PAIRS, RUN, STAND, THREE, TWO, awards, refusals_of, score_facts, tricks_of

NINE, EIGHT, HEART = turn_up("9S"), turn_up("8S"), turn_up("5H")
PLAYED = [("high", "A", 1), ("low", "B", 1), ("game", "A", 1)]


def game(**rules: Any) -> list[tuple[str, str, int]]:
    """The awards of a plain hand at a Trinidad table with one house rule, a dot written as two underscores."""
    named = {name.replace("__", "."): value for name, value in rules.items()}
    return awards("trinidad", PAIRS, NINE, STAND, pips=(20, 10), house_rules=named)


def test_the_target_may_be_any_number_or_none() -> None:
    for target, winner in ((7, "A"), (21, None), (None, None)):
        assert (
            score_facts("trinidad", PAIRS, turn_up("AS"), start=(6, 0), house_rules={"target": target}).winner == winner
        )


def test_game_may_be_two() -> None:
    assert game(points__game=2) == [*PLAYED[:2], ("game", "A", 2)]


@pytest.mark.parametrize(("worth", "kind"), [(6, "hang_jack"), (1, "jack")])
def test_a_hang_jack_may_be_worth_more_or_no_more_than_a_jack(worth: int, kind: str) -> None:
    jack = TrumpFact("Dan", None, "Ann")
    found = awards("trinidad", PAIRS, NINE, STAND, pips=(20, 10), jack=jack, house_rules={"points.hang_jack": worth})
    assert found[2] == (kind, "A", worth)


@pytest.mark.parametrize(
    ("tie", "sides"), [("nobody", []), ("non_dealer", ["B"]), ("dealer", ["A"]), ("each", ["A", "B"])]
)
def test_a_tie_for_game_may_go_to_the_non_dealer_the_dealer_or_each(tie: str, sides: list[str]) -> None:
    ties: list[dict[str, Any]] = [{"pips": (15, 15)}, {"pips": (), "game": "tie"}]
    for facts in ties:
        found = awards("trinidad", PAIRS, NINE, STAND, house_rules={"points.game_tie": tie}, **facts)
        assert [side for kind, side, _ in found if kind == "game"] == sides


@pytest.mark.parametrize(
    ("tie", "pips", "sides"),
    [
        ("dealer", (10, 10, 10), ["Ann"]),
        ("dealer", (10, 5, 10), ["Ann"]),
        ("dealer", (5, 10, 10), []),
        ("non_dealer", (10, 10, 5), ["Bea"]),
        ("non_dealer", (10, 10, 10), []),
        ("non_dealer", (5, 10, 10), []),
        ("each", (10, 10, 10), ["Ann", "Bea", "Cy"]),
        ("each", (5, 10, 10), ["Bea", "Cy"]),
        ("nobody", (10, 10, 10), []),
    ],
)
def test_in_a_tie_of_several_game_goes_to_the_dealer_or_the_only_other_among_them(
    tie: str, pips: tuple[int, ...], sides: list[str]
) -> None:
    found = awards("seven-up", THREE, NINE, STAND, pips=pips, house_rules={"points.game_tie": tie})
    assert [side for kind, side, _ in found if kind == "game"] == sides


def test_of_a_tie_among_some_of_three_it_is_asked_who_tied_if_that_decides() -> None:
    asked = [("pips", "tied_sides")]
    for tie, doubts in (("nobody", []), ("non_dealer", asked), ("dealer", asked), ("each", asked)):
        hand = score_facts("seven-up", THREE, NINE, STAND, game="tie", house_rules={"points.game_tie": tie})
        assert [(doubt.field, doubt.code) for doubt in hand.doubts if doubt.field == "pips"] == doubts
        assert [award for award in hand.awards if award.kind == "game"] == []


def test_low_may_go_to_the_winner_of_its_trick() -> None:
    low, house_rules = TrumpFact("Bea", "3", "Ann"), {"points.low_to": "winner"}
    assert awards("trinidad", PAIRS, NINE, STAND, pips=(20, 10), low=low, house_rules=house_rules)[1] == ("low", "A", 1)
    assert refusals_of("trinidad", PAIRS, NINE, STAND, pips=(20, 10), house_rules=house_rules) == [("low", "won_by")]


def test_the_four_may_count_in_another_order_or_be_worth_nothing() -> None:
    assert game(points__order=["game", "jack", "low", "high"]) == PLAYED[::-1]
    assert game(points__high=0, points__low=0, points__game=0) == []
    jack = TrumpFact("Dan", None, "Bea")
    none = {"points.jack": 0, "points.hang_jack": 0}
    assert awards("trinidad", PAIRS, NINE, STAND, pips=(20, 10), jack=jack, house_rules=none) == PLAYED


def test_turn_ups_may_have_other_values() -> None:
    house_rules = {"turn_ups.values": {"A": 1, "2": 2, "J": 3}}
    assert awards("trinidad", PAIRS, turn_up("2S"), house_rules=house_rules) == [("turn_up", "A", 2)]
    assert awards("trinidad", PAIRS, turn_up("6S"), house_rules=house_rules) == []


def test_a_turn_up_of_the_old_suit_may_score_nothing() -> None:
    events = (turn_up("6S"), BEG, RUN, turn_up("AS"), RUN, turn_up("JH"))
    found = awards("trinidad", PAIRS, *events, house_rules={"turn_ups.same_suit_scores": False})
    assert found == [("turn_up", "A", 2), ("turn_up", "A", 3)]


def test_the_pack_may_be_run_less_often() -> None:
    run = (NINE, BEG, RUN, EIGHT, RUN, HEART)
    assert refusals_of("kent", TWO, *run, house_rules={"turn_ups.run_limit": 1})[0] == ("run", "limit")


def test_take_one_may_give_more_or_nothing() -> None:
    for points, found in ((2, [("take_one", "B", 2)]), (0, [])):
        assert awards("trinidad", PAIRS, NINE, BEG, take_one(), house_rules={"take_one.points": points}) == found


def test_take_one_may_go_to_both_opponents() -> None:
    found = awards("seven-up", THREE, NINE, BEG, take_one(), house_rules={"take_one.to": "opponents"})
    assert found == [("take_one", "Bea", 1), ("take_one", "Cy", 1)]


def test_take_one_may_be_withheld_when_it_would_win_the_game() -> None:
    house_rules = {"take_one.withheld_at_target": True}
    assert awards("trinidad", PAIRS, NINE, BEG, take_one(), start=(0, 13), house_rules=house_rules) == []
    assert awards("trinidad", PAIRS, NINE, BEG, take_one(), start=(0, 12), house_rules=house_rules) == [
        ("take_one", "B", 1)
    ]


def test_a_misdeal_may_leave_the_turn_up_and_keep_the_dealer() -> None:
    house_rules = {"penalties.misdeal_cancels_turn_ups": False, "penalties.misdeal_passes_deal": False}
    hand = score_facts("trinidad", PAIRS, turn_up("6S"), misdeal(), house_rules=house_rules)
    assert (hand.awards, hand.next_dealer) == ((("turn_up", "A", 2), ("misdeal", "B", 1)), "Ann")


@pytest.mark.parametrize(
    ("loses", "failed", "lost"),
    [
        ("any", revoke("Ann", led="plain"), True),
        ("trump_lead", revoke("Ann", led="trump"), True),
        ("trump_lead", revoke("Ann", led="plain"), False),
        ("never", revoke("Ann", led="trump", held_top_trump=True), False),
        ("bare_jack", revoke("Ann", led="trump", bare_jack=True), True),
        ("bare_jack", revoke("Ann", led="trump", bare_jack=False), False),
        ("bare_jack", revoke("Ann", led="plain"), False),
    ],
)
def test_which_revoke_loses_the_game_is_the_clubs_choice(loses: str, failed: Any, lost: bool) -> None:
    hand = score_facts("trinidad", PAIRS, NINE, STAND, failed, house_rules={"penalties.revoke_loses_game": loses})
    assert (hand.winner == "B") == lost


def test_whoever_withheld_the_bare_jack_is_asked_for_unless_the_jack_lies_on_the_table() -> None:
    bare = {"penalties.revoke_loses_game": "bare_jack"}
    claim = revoke("Ann", led="trump")
    assert refusals_of("trinidad", PAIRS, NINE, STAND, claim, house_rules=bare) == [("revoke", "bare_jack")]
    assert refusals_of("trinidad", PAIRS, turn_up("JS"), STAND, claim, house_rules=bare) == []
    held = revoke("Ann", led="trump", bare_jack=True)
    dealt: dict[str, Any] = {"high": TrumpFact("Ann", "K"), "jack": None}
    assert refusals_of("trinidad", PAIRS, NINE, STAND, held, **dealt, house_rules=bare) == [("revoke", "bare_jack")]


def test_a_game_lost_may_credit_the_winner_with_the_target() -> None:
    lost = revoke("Ann", led="trump", held_top_trump=True)
    house_rules = {"penalties.revoke_credits_target": True}
    hand = score_facts("trinidad", PAIRS, NINE, STAND, lost, start=(13, 2), house_rules=house_rules)
    assert (hand.score, hand.winner) == ({"A": 13, "B": 14}, "B")
    assert hand.awards == (("game_lost", "A", 0), ("revoke", "B", 12))


def test_the_offenders_game_may_go_to_the_opponents() -> None:
    house_rules = {"penalties.revoke_bars_game": "opponents"}
    facts: list[dict[str, Any]] = [{"pips": (20, 10)}, {"game": "A"}]
    for each in facts:
        found = awards("trinidad", PAIRS, NINE, STAND, revoke("Ann", led="plain"), house_rules=house_rules, **each)
        assert found[-1] == ("game", "B", 1)


@pytest.mark.parametrize(("tie", "revoker"), [("dealer", "Ann"), ("non_dealer", "Bea"), ("each", "Ann")])
def test_a_tied_game_that_the_offenders_would_score_goes_to_the_opponents(tie: str, revoker: str) -> None:
    house_rules = {"penalties.revoke_bars_game": "opponents", "points.game_tie": tie}
    found = awards("trinidad", PAIRS, NINE, STAND, revoke(revoker, led="plain"), pips=(15, 15), house_rules=house_rules)
    assert [side for kind, side, _ in found if kind == "game"] == ["B" if revoker == "Ann" else "A"]


def test_no_score_need_fall_below_a_floor() -> None:
    failed = revoke("Ann", jack_in_trick=True)
    for start, score in ((0, 0), (1, 0), (3, 1)):
        hand = score_facts("seven-up", TWO, NINE, STAND, failed, start=(start, 0), house_rules={"score_floor": 0})
        assert hand.score["Ann"] == score


@pytest.mark.parametrize(
    ("follow", "found"),
    [("suit", [1, 2]), ("suit_or_trump", [1, 2, 3]), ("trumps", [1]), ("free", []), ("suit_only", [1, 2])],
)
def test_what_must_be_followed_is_the_clubs_choice(follow: str, found: list[int]) -> None:
    """Ann, who keeps a trump to the end, throws a diamond to a trump, then to a heart, then to a club she has not."""
    orders = {"Bea": "AS AH 5C 4H 6C QD", "Ann": "7D 8D 9D KH TD KS"}
    tricks = tricks_of(TWO, "S", "Bea", **orders)
    hand = score_facts("kent", TWO, NINE, STAND, tricks=tricks, house_rules={"penalties.follow": follow})
    assert [each.trick for each in hand.revokes or () if each.trick <= 3] == found


def test_a_trump_may_be_no_answer_to_a_suit_that_is_held() -> None:
    tricks = tricks_of(TWO, "S", "Bea", Bea="AH 2C 3C 4C 5C 6C", Ann="2S KH 8D 9D TD QD")
    for follow, found in (("suit_only", [1]), ("suit", []), ("trumps", []), ("free", [])):
        hand = score_facts("kent", TWO, NINE, STAND, tricks=tricks, house_rules={"penalties.follow": follow})
        assert [each.trick for each in hand.revokes or () if each.trick == 1] == found


def test_the_whole_hand_may_be_counted_after_the_target() -> None:
    hand = score_facts(
        "seven-up", TWO, NINE, STAND, start=(6, 6), pips=(20, 10), house_rules={"count_rest_after_win": True}
    )
    assert (hand.winner, hand.score, hand.uncounted) == ("Ann", {"Ann": 8, "Bea": 7}, ())


BEA_ALL = {"high": TrumpFact("Bea", "A"), "low": TrumpFact("Bea", "3"), "jack": TrumpFact("Bea", None, "Bea")}


@pytest.mark.parametrize(("smudge", "winner"), [("always", "Bea"), ("unless_in_the_hole", None), ("off", None)])
def test_a_smudge_may_always_win_or_never(smudge: str, winner: str | None) -> None:
    house_rules = {"auction.smudge": smudge}
    hand = score_facts(
        "auction-pitch", TWO, bid("Bea", 4), start=(0, -1), pips=(5, 20), house_rules=house_rules, **BEA_ALL
    )
    assert hand.winner == winner


@pytest.mark.parametrize("worth", [2, 3])
def test_a_captured_jack_is_the_jack_of_a_smudge_whatever_it_counts(worth: int) -> None:
    captured = BEA_ALL | {"jack": TrumpFact("Ann", None, "Bea")}
    house_rules = {"points.hang_jack": worth, "target": 21}
    hand = score_facts("auction-pitch", TWO, bid("Bea", 4), pips=(5, 20), house_rules=house_rules, **captured)
    assert (hand.winner, hand.score["Bea"]) == ("Bea", 3 + worth)


def test_a_bid_of_four_made_with_three_of_the_four_is_no_smudge() -> None:
    captured = BEA_ALL | {"low": TrumpFact("Ann", "3"), "jack": TrumpFact("Ann", None, "Bea")}
    house_rules = {"points.hang_jack": 2, "target": 21}
    hand = score_facts("auction-pitch", TWO, bid("Bea", 4), pips=(5, 20), house_rules=house_rules, **captured)
    assert (hand.winner, hand.score["Bea"]) == (None, 4)


def test_without_smudges_the_dealer_may_take_a_bid_of_four() -> None:
    calls = (bid("Bea", 4), bid("Ann", 4))
    found = awards("auction-pitch", TWO, *calls, pips=(5, 20), house_rules={"auction.smudge": "off"}, **BEA_ALL)
    assert found[0] == ("set_back", "Ann", -4)


def test_the_dealer_may_have_to_bid_higher() -> None:
    calls = (bid("Bea", 2), bid("Ann", 2))
    house_rules = {"auction.dealer_may_equal": False}
    found = awards("auction-pitch", TWO, *calls, pips=(5, 20), house_rules=house_rules, **BEA_ALL)
    assert {side for _, side, _ in found} == {"Bea"}


def test_when_all_pass_the_same_dealer_may_deal_again() -> None:
    passed = (pass_bid("Bea"), pass_bid("Ann"))
    assert (
        score_facts("auction-pitch", TWO, *passed, house_rules={"auction.all_pass": "same_dealer"}).next_dealer == "Ann"
    )


def test_when_all_pass_the_dealer_may_have_to_bid_the_least() -> None:
    house_rules = {"auction.all_pass": "dealer_bids"}
    found = awards("auction-pitch", TWO, pass_bid("Bea"), pips=(5, 20), house_rules=house_rules, **BEA_ALL)
    assert found[0] == ("set_back", "Ann", -2)


def test_when_all_pass_the_elder_hand_may_pitch_with_nothing_to_lose() -> None:
    house_rules = {"auction.all_pass": "elder_pitches_free"}
    trumps = {"high": TrumpFact("Ann", "A"), "low": TrumpFact("Ann", "3"), "jack": None}
    free = (pass_bid("Bea"), revoke("Bea"))
    found = awards("auction-pitch", TWO, *free, pips=(20, 5), house_rules=house_rules, **trumps)
    assert found == [("high", "Ann", 1), ("low", "Ann", 1), ("game", "Ann", 1)]


def test_bids_may_go_higher() -> None:
    assert refusals_of("auction-pitch", TWO, bid("Bea", 5), house_rules={"auction.max_bid": 5}) == []


def test_settling_up_may_be_for_a_stake() -> None:
    house_rules = {"settle_up.stake": 5, "settle_up.owed_at_zero": 3}
    hand = score_facts(
        "auction-pitch", TWO, bid("Bea", 2), start=(0, 6), pips=(5, 20), house_rules=house_rules, **BEA_ALL
    )
    assert hand.settlement == {"Ann": 15}


@pytest.mark.parametrize(
    ("rules", "changes", "code"),
    [
        ("kent", "none", "type"),
        ("kent", {"goal": 7}, "unknown"),
        ("kent", {"points.goal": 7}, "unknown"),
        ("kent", {"goal.points": 7}, "unknown"),
        ("kent", {".target": 7}, "unknown"),
        ("kent", {"auction.min_bid": 3}, "unknown"),
        ("kent", {"id": "whist"}, "unknown"),
        ("kent", {"target": 0}, "value"),
        ("kent", {"target": True}, "value"),
        ("kent", {"target": "7"}, "value"),
        ("kent", {"target": 7.0}, "value"),
        ("kent", {"points.game": -1}, "value"),
        ("kent", {"points.game": 10**9}, "value"),
        ("kent", {"points.low_to": "anybody"}, "value"),
        ("kent", {"points.low_to": []}, "value"),
        ("kent", {"points.order": ["high", "low"]}, "value"),
        ("kent", {"points.order": 5}, "value"),
        ("kent", {"turn_ups.values": {"1": 1}}, "value"),
        ("kent", {"turn_ups.values": {"A": 101}}, "value"),
        ("kent", {"turn_ups.values": []}, "value"),
        ("kent", {"take_one.withheld_at_target": 1}, "value"),
        ("kent", {"players.singles": [1]}, "value"),
        ("kent", {"players.singles": 2}, "value"),
        ("nine-card-don", {"points.game": 1}, "unknown"),
        ("nine-card-don", {"taken.sums": [0]}, "value"),
        ("kent", {"taken.sums": [80]}, "unknown"),
        ("auction-pitch", {"auction.min_bid": 4, "auction.max_bid": 3}, "value"),
    ],
)
def test_an_unknown_house_rule_or_a_wrong_value_is_refused(rules: str, changes: object, code: str) -> None:
    with pytest.raises(ImpossibleFacts) as refusal:
        with_house_rules(RULE_SETS[rules], changes)
    assert [(problem.field, problem.code) for problem in refusal.value.problems] == [("house_rules", code)]


def test_every_wrong_house_rule_is_named() -> None:
    with pytest.raises(ImpossibleFacts) as refusal:
        with_house_rules(RULE_SETS["kent"], {"target": 0, "goal": 7})
    assert str(refusal.value) == (
        "house_rules: 'target' cannot have this value.; house_rules: All Fours, Kent 1674 has no house rule 'goal'."
    )


@pytest.mark.parametrize("name", RULE_SETS)
def test_an_evenings_own_copy_of_its_rules_reads_back_equal(name: str) -> None:
    rules = with_house_rules(RULE_SETS[name], {"target": 9, "players.singles": [2, 3]})
    copy = rules_from_dict(rules.to_dict())
    assert (copy, copy.settle) == (rules, rules.settle)


def test_a_copy_of_an_unknown_rule_set_is_refused() -> None:
    with pytest.raises(UnknownRuleSet):
        rules_from_dict({"id": "whist"})


def test_a_rule_set_uses_its_players_own_words() -> None:
    assert (RULE_SETS["trinidad"].label("turn_up"), RULE_SETS["kent"].label("take_one")) == ("kick", "take one")


def test_equal_rules_are_one_key_however_they_were_read() -> None:
    kent = RULE_SETS["kent"]
    other = with_house_rules(kent, {"points.hang_jack": 3})
    assert {kent: 1, other: 2}[rules_from_dict(kent.to_dict())] == 1
    assert {kent: 1, other: 2}[rules_from_dict(other.to_dict())] == 2


def test_a_copy_from_before_a_field_was_added_reads_it_from_the_document_unless_clubs_may_change_it():
    copy = RULE_SETS["pedro"].to_dict()
    copy["auction"] = {"min_bid": 1, "max_bid": 14}
    assert rules_from_dict(copy).auction == Auction(min_bid=1, max_bid=14, names_trumps=True, lowest_bids=(1, 6, 7))


def test_a_rule_set_says_what_a_hand_can_bring_and_what_sides_can_report() -> None:
    cinch = with_house_rules(RULE_SETS["pedro"], {"auction.failed_bid": "to_opponents"})
    figures = [
        (max(rules.awards), rules.most_pips, rules.sum_taken, rules.has_revoke_penalty)
        for rules in (RULE_SETS["trinidad"], RULE_SETS["phat"], RULE_SETS["pedro"], cinch)
    ]
    assert figures == [(3, 80, None, True), (104, 104, None, False), (14, 14, 14, True), (14, 14, 14, True)]
    assert sum(cinch.awards) == 28
