"""What holds of every hand by every rule set, whatever the cards."""

import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import (
    RULE_SETS,
    HandFacts,
    HandRecord,
    RuleSet,
    Seating,
    read_record,
    record_of,
    score_game,
    score_hand,
    score_record,
    sum_of_pips,
    with_house_rules,
)
from tests.scoring import dealing
from tests.scoring.dealing import Played, played_hand, seatings_of
from tests.scoring.nine_cards import NINE_CARDS

TABLES = [*dealing.TABLES, *((NINE_CARDS, seating) for seating in seatings_of(NINE_CARDS))]
CHANCES = st.integers(0, 2**32).map(Random)
REVOKES = st.sampled_from([0.0, 0.0, 0.2, 1.0])


@st.composite
def hands(draw: st.DrawFn) -> tuple[RuleSet, Seating, Played]:
    """A table and a hand played there by the rules, or with failures to follow in it."""
    rules, seating = draw(st.sampled_from(TABLES))
    return rules, seating, played_hand(rules, seating, draw(CHANCES), revokes=draw(REVOKES))


@st.composite
def games(draw: st.DrawFn) -> tuple[RuleSet, Seating, list[HandFacts]]:
    """A handful of hands at one table, as the table reports them."""
    rules, seating = draw(st.sampled_from(TABLES))
    chance = draw(CHANCES)
    return rules, seating, [played_hand(rules, seating, chance).facts for _ in range(draw(st.integers(1, 8)))]


@pytest.fixture(scope="module", autouse=True)
def registered() -> Iterator[None]:
    """Records name a rule set by its id."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(RULE_SETS, NINE_CARDS.id, NINE_CARDS)
        yield


def nothing_yet(seating: Seating) -> dict[str, int]:
    return dict.fromkeys(seating.side_names, 0)


@given(hands())
def test_a_full_record_scores_as_the_facts_that_the_table_sees_in_it(
    hand: tuple[RuleSet, Seating, Played],
) -> None:
    rules, seating, played = hand
    start = nothing_yet(seating)
    record, facts = score_hand(rules, played.record, start), score_hand(rules, played.facts, start)
    assert record.revokes == played.revokes
    assert {doubt.code for doubt in record.doubts} == ({"not_reported"} if played.revokes else set())
    assert {doubt.code for doubt in facts.doubts} <= {"discarded", "high_discarded"}
    assert record._replace(revokes=None, doubts=()) == facts._replace(doubts=())


@given(hands())
def test_facts_stated_with_a_full_record_are_refused_only_where_they_contradict_it(
    hand: tuple[RuleSet, Seating, Played],
) -> None:
    rules, seating, played = hand
    data = record_of(HandRecord(rules, played.record, nothing_yet(seating)))
    facts = record_of(HandRecord(rules, played.facts, nothing_yet(seating)))["hand"]
    assert score_record({**data, "hand": {**facts, **data["hand"]}})["problems"] == []
    wrong = {side: value + 1 for side, value in facts["pips"].items()}
    refusal = score_record({**data, "hand": {**data["hand"], "pips": wrong}})
    assert [problem["field"] for problem in refusal["problems"]] == ["pips"]


@given(hands())
def test_the_points_of_a_hand_are_within_what_its_rule_set_can_give(hand: tuple[RuleSet, Seating, Played]) -> None:
    rules, seating, played = hand
    scored = score_hand(rules, played.record, nothing_yet(seating))
    assert scored.score == {
        side: sum(award.points for award in scored.awards if award.side == side) for side in seating.side_names
    }
    four = [award for award in scored.awards + scored.uncounted if award.kind in ("high", "low", "jack", "game")]
    hanged = [award for award in scored.awards + scored.uncounted if award.kind == "hang_jack"]
    assert len({award.kind for award in four}) == len(four) <= 4
    assert {award.points for award in four} <= {1}
    assert {award.points for award in hanged} <= {rules.points.hang_jack}
    assert (scored.winner is None) == (rules.target is None or max(scored.score.values()) < rules.target) or (
        rules.auction is not None
    )


@given(hands())
def test_awards_stand_in_the_order_in_which_they_count(hand: tuple[RuleSet, Seating, Played]) -> None:
    rules, seating, played = hand
    scored = score_hand(rules, played.record, nothing_yet(seating))
    kinds = ["jack" if award.kind == "hang_jack" else award.kind for award in scored.awards + scored.uncounted]
    order = ["turn_up", "take_one", "high", "low", "jack", "game"]
    if rules.auction is None:
        assert kinds == sorted(kinds, key=order.index)
        return
    pitcher = next(event.player for event in reversed(played.facts.events) if is_highest(event.number, played.facts))
    sides = [award.side == pitcher for award in scored.awards]
    assert sides == sorted(sides, reverse=True)


def is_highest(number: int | None, facts: HandFacts) -> bool:
    return number == max(event.number or 0 for event in facts.events)


@given(games())
def test_a_game_played_twice_is_the_same_game(game: tuple[RuleSet, Seating, list[HandFacts]]) -> None:
    rules, seating, facts = game
    start = nothing_yet(seating)
    assert score_game(rules, facts, start) == score_game(rules, list(facts), dict(start))


@given(games())
def test_a_game_is_its_hands_one_after_the_other_up_to_the_winning_one(
    game: tuple[RuleSet, Seating, list[HandFacts]],
) -> None:
    rules, seating, facts = game
    whole = score_game(rules, facts, nothing_yet(seating))
    score, winner = nothing_yet(seating), None
    for number, (hand, scored) in enumerate(zip(facts, whole.hands), start=1):
        if winner is not None:
            assert (scored.awards, scored.score, scored.winner) == ((), score, winner)
            assert [doubt.code for doubt in scored.doubts][-1:] == ["after_the_end"]
            continue
        alone = score_hand(rules, hand, score)
        assert scored._replace(settlement=None) == alone._replace(settlement=None)
        score, winner = alone.score, alone.winner
        assert (whole.won_by_hand == number) == (winner is not None)
    assert (whole.score, whole.winner) == (score, winner)


@given(games(), st.data())
def test_hands_that_are_scored_already_make_the_same_game(
    game: tuple[RuleSet, Seating, list[HandFacts]], data: st.DataObject
) -> None:
    rules, seating, facts = game
    whole = score_game(rules, facts, nothing_yet(seating))
    last = whole.won_by_hand or len(facts)
    told = [data.draw(st.sampled_from([hand, scored])) for hand, scored in zip(facts[:last], whole.hands)]
    assert score_game(rules, [*told, *facts[last:]], nothing_yet(seating)) == whole


@given(games(), st.data())
def test_a_correction_of_one_hand_changes_nothing_before_it(
    game: tuple[RuleSet, Seating, list[HandFacts]], data: st.DataObject
) -> None:
    rules, seating, facts = game
    place = data.draw(st.integers(0, len(facts) - 1))
    corrected = played_hand(rules, seating, data.draw(CHANCES)).facts
    before = score_game(rules, facts, nothing_yet(seating))
    after = score_game(rules, [*facts[:place], corrected, *facts[place + 1 :]], nothing_yet(seating))
    assert after.hands[:place] == before.hands[:place]


@given(hands(), st.booleans())
def test_a_record_read_back_is_the_same_record(hand: tuple[RuleSet, Seating, Played], full: bool) -> None:
    rules, seating, played = hand
    facts = played.record if full else played.facts
    house_rules = {"points.game": 2}
    record = HandRecord(with_house_rules(rules, house_rules), facts, nothing_yet(seating), {}, "x", house_rules)
    data = record_of(record)
    read = read_record(json.loads(json.dumps(data)))
    assert record_of(read) == data
    assert (read.rules, read.facts, read.start, read.id) == (record.rules, facts, record.start, "x")


@given(hands())
def test_a_hand_without_its_ranks_and_pips_scores_the_same(hand: tuple[RuleSet, Seating, Played]) -> None:
    rules, seating, played = hand
    facts = played.facts
    pips = facts.pips or {}
    best = [side for side, value in pips.items() if value == max(pips.values())]
    ticks = replace(
        facts,
        high=facts.high and facts.high._replace(rank=None),  # type: ignore[union-attr]
        low=facts.low and facts.low._replace(rank=None),  # type: ignore[union-attr]
        pips=None,
        game=best[0] if len(best) == 1 else "tie",
    )
    start = nothing_yet(seating)
    with_ticks, with_ranks = score_hand(rules, ticks, start), score_hand(rules, facts, start)
    assert with_ticks._replace(doubts=()) == with_ranks._replace(doubts=())
    assert set(with_ticks.doubts) <= set(with_ranks.doubts)


def with_turned(facts: HandFacts, cards: list[str]) -> HandFacts:
    """The same hand with other words for the cards that were turned up, in order."""
    turned = iter(cards)
    events = (event._replace(card=next(turned)) if event.kind == "turn_up" else event for event in facts.events)
    return replace(facts, events=tuple(events))


def cards_turned(facts: HandFacts) -> list[str]:
    return [event.card or "" for event in facts.events if event.kind == "turn_up"]


@given(hands(), st.booleans())
def test_no_hand_scores_both_the_jack_that_settled_trumps_and_a_jack_won(
    hand: tuple[RuleSet, Seating, Played], full: bool
) -> None:
    rules, seating, played = hand
    scored = score_hand(rules, played.record if full else played.facts, nothing_yet(seating))
    is_turned = [card[0] for card in cards_turned(played.facts)][-1:] == ["J"]
    is_won = any(award.kind in ("jack", "hang_jack") for award in scored.awards + scored.uncounted)
    assert not (is_won and is_turned) or rules.cards.stock == "drawn"


@given(hands(), st.data())
def test_a_jack_won_beside_the_jack_that_settled_trumps_is_refused_with_its_suit_or_without(
    hand: tuple[RuleSet, Seating, Played], data: st.DataObject
) -> None:
    rules, seating, played = hand
    cards = cards_turned(played.facts)
    if not cards or rules.cards.stock == "drawn":
        return
    jack = data.draw(st.sampled_from(["J", "J" + cards[-1][1]]))
    names = st.sampled_from([*seating.seats, *seating.side_names])
    won = {"holder": data.draw(names), "won_by": data.draw(names)}
    record = record_of(HandRecord(rules, with_turned(played.facts, [*cards[:-1], jack]), nothing_yet(seating)))
    for left_out in data.draw(st.sets(st.sampled_from(["high", "low", "pips"]))):
        del record["hand"][left_out]
    answer = score_record({**record, "hand": {**record["hand"], "jack": won}})
    assert ("jack", "turned") in {(problem["field"], problem["code"]) for problem in answer["problems"]}
    assert (answer["awards"], answer["score"]) == ([], nothing_yet(seating))


@given(hands(), st.data())
def test_cards_turned_up_score_the_same_by_their_ranks_alone_and_unnamed_where_they_score_nothing(
    hand: tuple[RuleSet, Seating, Played], data: st.DataObject
) -> None:
    rules, seating, played = hand
    scoring = rules.turn_ups.values if rules.turn_ups else {}

    def words_for(card: str) -> list[str]:
        return [card, card[0]] + ["other"] * (not scoring.get(card[0]))

    told = [data.draw(st.sampled_from(words_for(card))) for card in cards_turned(played.facts)]
    start = nothing_yet(seating)
    by_name = score_hand(rules, played.facts, start)
    assert score_hand(rules, with_turned(played.facts, told), start) == by_name


@given(hands())
def test_where_the_cards_in_play_leave_one_sum_of_pips_it_is_the_one(hand: tuple[RuleSet, Seating, Played]) -> None:
    rules, _, played = hand
    total = (None, sum((played.facts.pips or {}).values()))
    assert sum_of_pips(rules, played.facts) in total
    for words in ([card[0] for card in cards_turned(played.facts)], ["other"] * len(cards_turned(played.facts))):
        assert sum_of_pips(rules, with_turned(played.facts, words)) in total


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


def places_in(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a record, from the outermost."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, each in inner for place in places_in(each, (*path, key)))]


def changed(value: Any, path: tuple[Any, ...], to: object) -> Any:
    if not path:
        return to
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = changed(value[path[0]], path[1:], to)
    return copy


@pytest.mark.slow
@given(hands(), st.booleans(), st.data())
def test_whatever_stands_in_a_record_the_answer_is_a_score_or_a_reason(
    hand: tuple[RuleSet, Seating, Played], full: bool, data: st.DataObject
) -> None:
    rules, seating, played = hand
    record = record_of(HandRecord(rules, played.record if full else played.facts, nothing_yet(seating), {}, "x"))
    path = data.draw(st.sampled_from(places_in(record)))
    answer = score_record(changed(record, path, data.draw(JSON)), line=7)
    json.dumps(answer, allow_nan=False)
    if answer["problems"]:
        assert (answer["awards"], answer["uncounted"], answer["winner"], answer["line"]) == ([], [], None, 7)


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_every_rule_set_can_be_played_at_some_table(rules: RuleSet) -> None:
    assert seatings_of(rules) != []
