"""The Swiss movement against an independent optimum, with odd numbers, latecomers, leavers and wishes."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from random import Random

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kinds import mostly_slow
from tests.movements.counting import play_evening
from tournament.movements.draw import CannotSeat, Field, PastMatch, Rounds, Why
from tournament.movements.faults import Fault, find_field_faults
from tournament.movements.swiss import SWISS

NAMES = ("Ann", "Bea", "Cy", "Dan", "Eve", "Fay", "Gus", "Hal")


def pair_of(*entries):
    return frozenset(entries)


def drawn(field):
    (draw,) = SWISS.next_draws(field)
    return draw


def pairs_in(draw):
    return [table.entries for table in draw.tables]


def met(number, *pairs):
    return tuple(PastMatch(number, table, ((one,), (other,)), 0) for table, (one, other) in enumerate(pairs, start=1))


def cost_of(field, pairs):
    """What is promised, in its order: who is kept apart, second meetings, the rounds they were in, differences."""
    before = {pair_of(*past.entries): past.round for past in sorted(field.past, key=lambda past: past.round)}
    pairs = [tuple(pair) for pair in pairs]
    again = [before[pair_of(*pair)] for pair in pairs if pair_of(*pair) in before]
    scores = field.scores
    return (
        sum(pair_of(*pair) in field.apart for pair in pairs),
        len(again),
        sum(again),
        sum(abs(scores.get(one, 0) - scores.get(other, 0)) for one, other in pairs),
    )


def best_cost(field, entries):
    """Every way to pair these, counted through one by one: the least that can be had."""

    @cache
    def best(left: frozenset):
        if not left:
            return (0, 0, 0, 0)
        first, *others = sorted(left)
        return min(
            tuple(map(sum, zip(cost_of(field, [(first, other)]), best(left - {first, other})))) for other in others
        )

    return best(frozenset(entries))


def least_difference(field, entries):
    """The least sum of differences without a second meeting, over every pair there is in the room."""
    before = {pair_of(*past.entries) for past in field.past}
    graph = rustworkx.PyGraph()
    places = {entry: graph.add_node(entry) for entry in entries}
    scores = {entry: int(field.scores[entry] * 12) for entry in entries}
    for one, other in combinations(entries, 2):
        if pair_of(one, other) not in before:
            graph.add_edge(places[one], places[other], 10_000 - abs(scores[one] - scores[other]))
    pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    assert len(pairs) == len(entries) // 2
    return sum(Fraction(abs(scores[graph[one]] - scores[graph[other]]), 12) for one, other in pairs)


def after(field, draw, chance):
    """The field of the next round, with results by lot: a win 1, level 1/2, a rest 1/2."""
    scores = dict(field.scores)
    past = []
    for table in draw.tables:
        winner = chance.choice([0, 1, None])
        for place, entry in enumerate(table.entries):
            scores[entry] = scores.get(entry, 0) + (Fraction(1, 2) if winner is None else Fraction(winner == place))
        past.append(PastMatch(field.round, table.number, tuple((entry,) for entry in table.entries), winner))
    for entry in draw.resting:
        scores[entry] = scores.get(entry, 0) + Fraction(1, 2)
    return Field(
        field.entries,
        field.seed,
        round=field.round + 1,
        order=field.order or field.entries,
        past=(*field.past, *past),
        rested=(*field.rested, *((field.round, entry) for entry in draw.resting)),
        scores=scores,
        apart=field.apart,
        stays=field.stays,
    )


@pytest.mark.parametrize(
    "n", mostly_slow([*range(2, 22), 31, 32, 33, 45, 58, 64, 65, 199, 200], quick=[*range(2, 22), 32, 33])
)
def test_as_many_rounds_as_are_usual_have_no_fault_and_the_least_difference(n):
    chance, field = Random(n), Field(tuple(range(n)), 1674)
    for _ in range(SWISS.rounds(n).usual):
        draw = drawn(field)
        assert find_field_faults(SWISS, draw, field) == ()
        assert set(draw.why) == {*draw.entries, *draw.resting}
        assert len(draw.resting) == n % 2
        if field.scores:
            assert cost_of(field, pairs_in(draw))[3] == least_difference(field, draw.entries)
        field = after(field, draw, chance)


@pytest.mark.parametrize("n", range(2, 12))
def test_every_round_up_to_the_most_meets_again_as_little_and_as_late_as_can_be(n):
    chance, field = Random(n), Field(tuple(range(n)), 5)
    for _ in range(SWISS.rounds(n).most + 1):
        draw = drawn(field)
        assert cost_of(field, pairs_in(draw)) == best_cost(field, draw.entries)
        assert {fault.code for fault in find_field_faults(SWISS, draw, field)} <= {"met_before"}
        field = after(field, draw, chance)


def least_without(field, resting):
    return best_cost(field, set(field.entries) - {resting})


@pytest.mark.parametrize("n", [3, 5, 7, 9, 11])
@pytest.mark.parametrize("seed", mostly_slow(range(6), quick=range(2)))
def test_of_all_who_deserve_a_bye_alike_the_one_has_it_without_whom_the_others_pair_best(n, seed):
    chance, field = Random(seed), Field(tuple(range(n)), seed)
    for _ in range(SWISS.rounds(n).usual):
        draw = drawn(field)
        (bye,) = draw.resting
        rested = [entry for _round, entry in field.rested]
        alike = [
            entry
            for entry in field.entries
            if (rested.count(entry), field.scores.get(entry, 0)) == (rested.count(bye), field.scores.get(bye, 0))
        ]
        assert cost_of(field, pairs_in(draw)) == min(least_without(field, entry) for entry in alike)
        field = after(field, draw, chance)


def test_the_one_of_two_lowest_has_the_bye_whose_rest_spares_the_others_a_wide_gap():
    scores = {"Ann": 3, "Bea": 2, "Cy": 1, "Dan": 0, "Eve": 0}
    scores = {name: Fraction(score) for name, score in scores.items()}
    for bye, other in (("Dan", "Eve"), ("Eve", "Dan")):
        past = met(1, ("Cy", bye), ("Ann", other))
        for seed in range(10):
            field = Field(NAMES[:5], seed, round=2, past=past, scores=scores, rested=((1, "Bea"),))
            draw = drawn(field)
            assert (draw.resting, cost_of(field, pairs_in(draw))) == ((bye,), (0, 0, 0, 2))


@pytest.mark.parametrize("n", mostly_slow([*range(2, 17), 23, 30], quick=[*range(2, 10), 13]))
def test_as_many_rounds_as_there_are_others_to_meet_are_played_without_a_second_meeting(n):
    most = SWISS.rounds(n).most
    for rounds in {most, max(most - 1, 1), 3 * n // 4}:
        for seed in range(5 if n < 17 else 1):
            count = play_evening(SWISS, n, rounds, seed=seed)
            assert (count.wrong, count.second_meetings, count.unfair_rests) == ([], 0, 0)


def test_who_meets_somebody_so_that_the_rounds_left_come_out_is_told_so():
    told = []
    for seed in range(10):
        chance, field = Random(seed), Field(tuple(range(8)), seed, rounds=7)
        for _ in range(7):
            draw = drawn(field)
            told += [why.message for why in draw.why.values() if why.code == "swiss_for_later"]
            field = replace(after(field, draw, chance), rounds=7)
        assert max(Counter(pair_of(*past.entries) for past in field.past).values()) == 1
    assert told and all(message.endswith("so that nobody has to meet twice in the rounds left.") for message in told)


def test_where_so_many_rounds_cannot_be_played_without_a_second_meeting_each_is_the_best_there_is():
    apart = frozenset([pair_of(0, 1)])
    chance, field = Random(3), Field(tuple(range(6)), 3, rounds=5, apart=apart)
    for _ in range(5):
        draw = drawn(field)
        assert cost_of(field, pairs_in(draw)) == best_cost(field, draw.entries)
        field = replace(after(field, draw, chance), rounds=5)


@st.composite
def evenings(draw, most=11):
    """Some rounds of an evening on which people come late, leave, and are kept apart."""
    n = draw(st.integers(2, most))
    everybody = range(n)
    apart = draw(st.sets(st.sets(st.sampled_from(everybody), min_size=2, max_size=2).map(frozenset), max_size=5))
    scores = draw(st.dictionaries(st.sampled_from(everybody), st.fractions(0, 5, max_denominator=6)))
    field = Field(tuple(everybody), draw(st.none() | st.integers()), apart=apart, scores=scores)
    rounds, chance = draw(st.integers(0, 5)), Random(draw(st.integers()))
    for number in range(1, rounds + 2):
        here = draw(st.lists(st.sampled_from(everybody), min_size=2, unique=True))
        field = Field(
            tuple(here),
            field.seed,
            round=number,
            order=field.order,
            past=field.past,
            rested=field.rested,
            scores=field.scores,
            apart=apart,
        )
        if number <= rounds:
            field = after(field, drawn(field), chance)
    return field


@settings(max_examples=40, deadline=None)
@given(evenings())
def test_whoever_comes_leaves_or_is_kept_apart_the_round_is_the_best_there_is(field):
    draw = drawn(field)
    assert cost_of(field, pairs_in(draw)) == best_cost(field, draw.entries)
    assert {fault.code for fault in find_field_faults(SWISS, draw, field)} <= {"met_before", "not_kept_apart"}
    assert sorted((*draw.entries, *draw.resting)) == sorted(field.entries)
    assert [table.number for table in draw.tables] == list(range(1, len(draw.tables) + 1))
    assert all(why.message for why in draw.why.values())
    again = {
        frozenset((fault.params["entry"], fault.params["opponent"]))
        for fault in find_field_faults(SWISS, draw, field)
        if fault.code == "met_before"
    }
    said = {frozenset((entry, why.params["opponent"])) for entry, why in draw.why.items() if why.code == "swiss_again"}
    assert said <= again
    assert drawn(field) == draw


@settings(max_examples=40, deadline=None)
@given(evenings())
def test_nobody_rests_twice_before_all_have_and_the_lowest_rests_unless_somebody_would_meet_again(field):
    (resting,) = drawn(field).resting or (None,)
    if resting is None:
        return
    rested = [entry for _round, entry in field.rested]
    began = {entry for past in field.past if past.round == 1 for entry in past.entries}
    began |= {entry for number, entry in field.rested if number == 1}
    rests = {entry: (rested.count(entry), bool(began) and entry not in began) for entry in field.entries}
    assert rests[resting] == min(rests.values())
    ripe = [entry for entry in field.entries if rests[entry] == rests[resting]]
    broken = {entry: best_cost(field, set(field.entries) - {entry})[:3] for entry in ripe}
    assert broken[resting] == min(broken.values())
    lower = [entry for entry in ripe if field.scores.get(entry, 0) < field.scores.get(resting, 0)]
    assert all(broken[entry] > broken[resting] for entry in lower)


def test_the_first_round_is_by_lot_and_another_seed_is_another_lot():
    draws = [drawn(Field(NAMES, seed)) for seed in (1, 1, 2)]
    assert draws[0] == draws[1]
    assert {pair_of(*pair) for pair in pairs_in(draws[0])} != {pair_of(*pair) for pair in pairs_in(draws[2])}
    assert draws[0].why == dict.fromkeys(NAMES, Why("lot"))


def test_ranked_but_without_scores_the_top_half_meets_the_bottom_half():
    draw = drawn(Field(NAMES))
    assert pairs_in(draw) == [("Ann", "Eve"), ("Bea", "Fay"), ("Cy", "Gus"), ("Dan", "Hal")]
    assert draw.why["Gus"].message == "Top half against bottom half: meets Cy."


def test_of_a_ranked_odd_number_the_last_rests():
    draw = drawn(Field(NAMES[:7]))
    assert (pairs_in(draw), draw.resting) == ([("Ann", "Dan"), ("Bea", "Eve"), ("Cy", "Fay")], ("Gus",))
    assert draw.why["Gus"].message == "Sits out, because the number is odd; everybody sits out in turn."


def test_halves_give_way_to_who_is_kept_apart():
    draw = drawn(Field(NAMES, apart=[pair_of("Ann", "Eve")]))
    assert find_field_faults(SWISS, draw, Field(NAMES, apart=[pair_of("Ann", "Eve")])) == ()
    assert draw.why["Ann"].code == "swiss_apart"


FOUR = NAMES[:4]


def test_the_level_meet_and_the_odd_one_floats_down_and_each_is_told_so():
    scores = {**dict.fromkeys(NAMES[:3], Fraction(3)), "Dan": Fraction(3, 2)}
    field = Field(FOUR, scores=scores, round=2, past=met(1, ("Ann", "Eve")))
    draw = drawn(field)
    assert pairs_in(draw) == [("Ann", "Bea"), ("Cy", "Dan")]
    assert {entry: why.message for entry, why in draw.why.items()} == {
        "Ann": "Same score as Bea: 3.",
        "Bea": "Same score as Ann: 3.",
        "Cy": "Floated down: has 3 and meets Dan, who has 1.5.",
        "Dan": "Floated up: has 1.5 and meets Cy, who has 3.",
    }


def test_who_has_met_the_nearest_meets_the_next_one_and_is_told_so():
    scores = {"Ann": Fraction(2), "Bea": Fraction(2), "Cy": Fraction(1), "Dan": Fraction(1)}
    field = Field(FOUR, scores=scores, round=3, past=met(2, ("Ann", "Bea")))
    draw = drawn(field)
    assert [set(pair) & {"Ann", "Bea"} != set() for pair in pairs_in(draw)] == [True, True]
    assert (
        draw.why["Ann"].message == f"Met Bea in round 2, so meets the next one: {draw.why['Ann'].params['opponent']}."
    )


def test_who_is_kept_apart_from_the_nearest_meets_the_next_one_and_is_told_so():
    scores = {"Ann": Fraction(2), "Bea": Fraction(2), "Cy": Fraction(1), "Dan": Fraction(1)}
    draw = drawn(Field(FOUR, scores=scores, apart=[pair_of("Ann", "Bea", "Zoe")]))
    assert draw.why["Bea"].message.startswith("Kept apart from Ann, so meets the next one: ")


def test_two_alone_meet_again_and_are_told_that_there_was_no_other_way():
    field = Field(("Ann", "Bea"), 1, round=2, past=met(1, ("Ann", "Bea")), scores={"Ann": Fraction(1)})
    draw = drawn(field)
    assert find_field_faults(SWISS, draw, field) == (
        Fault("met_before", {"entry": "Ann", "opponent": "Bea", "round": 1}),
    )
    assert draw.why["Ann"].message == "Met Bea in round 1 and meets them again: there was no other way left."


def test_the_oldest_meetings_are_the_first_to_come_again():
    past = (*met(1, ("Ann", "Bea"), ("Cy", "Dan")), *met(2, ("Ann", "Cy"), ("Bea", "Dan")))
    past += met(3, ("Ann", "Dan"), ("Bea", "Cy"))
    draw = drawn(Field(FOUR, 1, round=4, past=past, scores={"Ann": Fraction(3), "Dan": Fraction(3)}))
    assert {pair_of(*pair) for pair in pairs_in(draw)} == {pair_of("Ann", "Bea"), pair_of("Cy", "Dan")}


def test_two_alone_who_are_kept_apart_are_drawn_with_that_fault_only():
    field = Field(("Ann", "Bea"), 1, apart=[pair_of("Ann", "Bea")])
    draw = drawn(field)
    assert [fault.code for fault in find_field_faults(SWISS, draw, field)] == ["not_kept_apart"]
    assert draw.why["Bea"].message == "Meets Ann, although kept apart: there was no other way left."


def test_the_lowest_who_has_not_rested_rests_and_then_the_lowest_of_all():
    scores = {"Ann": Fraction(2), "Bea": Fraction(1)}
    past = met(1, ("Ann", "Bea"))
    field = Field(("Ann", "Bea", "Cy"), 1, round=2, past=past, scores=scores, rested=((1, "Cy"),))
    assert drawn(field).why["Bea"].message == "Sits out: lowest of those who have not sat out yet."
    past = (*past, *met(1, ("Ann", "Cy"), ("Bea", "Cy")))
    fourth = Field(
        ("Ann", "Bea", "Cy"), 1, round=4, scores=scores, past=past, rested=((1, "Cy"), (2, "Bea"), (3, "Ann"))
    )
    assert drawn(fourth).resting == ("Cy",)
    assert drawn(fourth).why["Cy"].message == "Sits out: lowest of those who have sat out least."


def test_whoever_came_late_rests_after_those_who_have_missed_nothing_and_before_a_second_rest():
    past, scores = met(1, ("Ann", "Bea")), {"Ann": Fraction(2), "Bea": Fraction(1)}
    late = Field(("Ann", "Bea", "Dan"), 1, round=2, past=past, scores=scores)
    assert drawn(late).why["Bea"].message == "Sits out: lowest of those who have neither sat out nor come late."
    later = Field(("Ann", "Bea", "Dan"), 1, round=4, past=past, scores=scores, rested=((2, "Bea"), (3, "Ann")))
    assert drawn(later).why["Dan"].message == "Sits out: lowest of those who have not sat out yet."


def test_two_who_would_meet_again_part_because_one_of_them_rests():
    past = met(1, ("Ann", "Bea"), ("Cy", "Dan"))
    scores = {"Ann": Fraction(2), "Bea": Fraction(1), "Cy": Fraction()}
    draw = drawn(Field(("Ann", "Bea", "Cy"), 1, round=2, past=past, scores=scores))
    assert draw.resting == ("Bea",)
    assert draw.why["Bea"].message == "Sits out: if somebody lower did, 2 who should not meet would have to."


def test_the_best_sit_at_table_one():
    scores = {name: Fraction(place // 2) for place, name in enumerate(NAMES)}
    draw = drawn(Field(NAMES, 3, scores=scores))
    assert [set(pair) for pair in pairs_in(draw)] == [{"Gus", "Hal"}, {"Eve", "Fay"}, {"Cy", "Dan"}, {"Ann", "Bea"}]


def test_a_table_is_numbered_for_whoever_cannot_move_and_the_others_keep_their_order():
    scores = {name: Fraction(-(place // 2)) for place, name in enumerate(NAMES)}
    field = Field(NAMES, 3, scores=scores, stays={"Ann": 3, "Hal": 9, "Zoe": 1})
    draw = drawn(field)
    assert [(table.number, set(table.entries)) for table in draw.tables] == [
        (1, {"Cy", "Dan"}),
        (2, {"Eve", "Fay"}),
        (3, {"Ann", "Bea"}),
        (9, {"Gus", "Hal"}),
    ]
    assert draw.why["Ann"].message == "Stays at table 3."
    assert draw.why["Bea"].message == "Same score as Ann: 0."
    assert find_field_faults(SWISS, draw, field) == ()


def test_two_who_cannot_move_from_two_tables_do_not_meet_and_two_from_one_table_share_it_only_if_they_do():
    field = Field(FOUR, 3, stays={"Ann": 1, "Bea": 2, "Cy": 2})
    for seed in range(20):
        draw = drawn(Field(FOUR, seed, stays={"Ann": 1, "Bea": 2}))
        assert find_field_faults(SWISS, draw, Field(FOUR, stays={"Ann": 1, "Bea": 2})) == ()
    draw = drawn(Field(FOUR, 3, stays=field.stays, apart=[pair_of("Bea", "Cy"), pair_of("Ann", "Dan")]))
    assert {fault.code for fault in find_field_faults(SWISS, draw, field)} == {"moved_who_stays"}


def test_two_who_stay_at_the_table_where_they_meet_share_it():
    draw = drawn(Field(("Ann", "Bea"), 3, stays={"Ann": 4, "Bea": 4}))
    assert [table.number for table in draw.tables] == [4]


def test_scores_are_compared_exactly():
    third = Fraction(1, 3)
    scores = {"Ann": third, "Bea": third + Fraction(1, 1000), "Cy": third + Fraction(1, 999), "Dan": third}
    draw = drawn(Field(FOUR, 8, scores=scores))
    assert {pair_of(*pair) for pair in pairs_in(draw)} == {pair_of("Ann", "Dan"), pair_of("Bea", "Cy")}


@pytest.mark.parametrize("n", [0, 1])
def test_nobody_meets_himself(n):
    assert SWISS.fits(n).why_not == "At least 2 players, pairs or teams must be here before anybody can meet."
    with pytest.raises(CannotSeat, match="At least 2"):
        SWISS.next_draws(Field(tuple(range(n)), 1))


def test_the_usual_rounds_find_a_winner_and_the_most_let_all_meet_all():
    assert {n: SWISS.rounds(n) for n in (2, 3, 4, 5, 6, 8, 9, 31, 88)} == {
        2: Rounds(1, 1, 1),
        3: Rounds(1, 3, 3),
        4: Rounds(1, 3, 3),
        5: Rounds(1, 3, 5),
        6: Rounds(1, 3, 5),
        8: Rounds(1, 4, 7),
        9: Rounds(1, 5, 9),
        31: Rounds(1, 6, 31),
        88: Rounds(1, 8, 87),
    }
