"""All meet once, whoever comes or goes; a plan that no longer fits is paired anew."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.movements.evenings import after, changes_of_people, faults_of, meetings, play
from tournament.movements.draw import CannotSeat, Draw, Field, PastMatch, Why
from tournament.movements.faults import Fault, find_field_faults, is_repeat
from tournament.movements.round_robin import ROUND_ROBIN

SIZES = (*range(2, 31), 39, 50, 60)


def field_of(size, **more):
    return Field(tuple(range(size)), **more)


@pytest.mark.parametrize("size", SIZES)
def test_all_meet_once_and_an_odd_number_rests_once_each(size):
    draws = ROUND_ROBIN.next_draws(field_of(size))
    met = Counter(frozenset(table.entries) for draw in draws for table in draw.tables)
    assert met == Counter(map(frozenset, combinations(range(size), 2)))
    rested = Counter(entry for draw in draws for entry in draw.resting)
    assert rested == (Counter(range(size)) if size % 2 else Counter())
    assert len(draws) == ROUND_ROBIN.rounds(size).usual


@pytest.mark.parametrize("size", [*range(2, 14), 21])
def test_a_plan_has_no_fault_and_is_kept_when_it_is_drawn_round_by_round(size):
    field = field_of(size)
    draws = ROUND_ROBIN.next_draws(field)
    played = play(ROUND_ROBIN, field, len(draws))
    assert tuple(draw for _field, draw in played) == draws
    assert faults_of(ROUND_ROBIN, played) == []


def test_two_hundred_are_drawn_in_time():
    draws = ROUND_ROBIN.next_draws(field_of(200, rounds=3))
    assert len({frozenset(table.entries) for draw in draws for table in draw.tables}) == 3 * 100


@pytest.mark.parametrize("size", [*range(5, 20), 40])
def test_nobody_stays_at_one_table_all_evening(size):
    draws = ROUND_ROBIN.next_draws(field_of(size))
    sat = Counter((entry, table.number) for draw in draws for table in draw.tables for entry in table.entries)
    assert max(sat.values()) <= max(2, (len(draws) + 1) // 2)
    assert {number for _entry, number in sat} == set(range(1, size // 2 + 1))


def test_who_cannot_move_stays_and_the_others_go_round_him():
    field = field_of(10, stays={0: 3, 7: 9})
    played = play(ROUND_ROBIN, field, 9)
    where = [{entry: table.number for table in draw.tables for entry in table.entries} for _field, draw in played]
    together = next(number for number, round in enumerate(where) if round[0] == round[7])
    assert {round[0] for number, round in enumerate(where) if number != together} == {3}
    assert {round[7] for number, round in enumerate(where) if number != together} == {9}
    assert [fault.code for fault in faults_of(ROUND_ROBIN, played)] == ["moved_who_stays"]


def test_two_who_want_one_table_do_not_both_get_it():
    numbers = [table.number for table in ROUND_ROBIN.next_draws(field_of(6, stays={0: 2, 1: 2}))[0].tables]
    assert sorted(numbers) == [1, 2, 3]


def test_who_is_to_be_kept_apart_meets_last_or_not_at_all():
    field = field_of(8, apart=[frozenset((0, 7)), frozenset((0, 1))])
    assert faults_of(ROUND_ROBIN, play(ROUND_ROBIN, field, 5)) == []
    draws = ROUND_ROBIN.next_draws(field)
    last_two = {frozenset(table.entries) for draw in draws[5:] for table in draw.tables}
    assert {frozenset((0, 7)), frozenset((0, 1))} <= last_two


def test_a_double_round_robin_meets_all_twice_and_its_second_meetings_are_no_fault():
    field = field_of(6, rounds=10)
    draws = ROUND_ROBIN.next_draws(field)
    met = Counter(frozenset(table.entries) for draw in draws for table in draw.tables)
    assert met == Counter({frozenset(pair): 2 for pair in combinations(range(6), 2)})
    assert faults_of(ROUND_ROBIN, play(ROUND_ROBIN, field, 10)) == []


def test_a_third_meeting_in_the_second_cycle_is_a_fault():
    field = field_of(4, rounds=6)
    for _number in (1, 2, 3):
        field = after(field, ROUND_ROBIN.next_draws(field)[0])
    fourth = ROUND_ROBIN.next_draws(field)[0]
    field = after(field, fourth)
    found = find_field_faults(ROUND_ROBIN, fourth, field)
    assert {(fault.code, fault.params["round"]) for fault in found} == {("met_before", 4)}


def test_there_is_no_round_after_all_have_met_unless_it_is_asked_for():
    field = field_of(4)
    for draw in ROUND_ROBIN.next_draws(field):
        field = after(field, draw)
    with pytest.raises(CannotSeat) as refused:
        ROUND_ROBIN.next_draws(field)
    assert refused.value.code == "all_played"


def test_opponents_of_one_who_left_rest_in_turn_and_are_told_why():
    played = play(ROUND_ROBIN, field_of(8, rounds=7), 7, [(3, 5)])
    assert faults_of(ROUND_ROBIN, played) == []
    resting = [draw.resting for _field, draw in played]
    assert resting[:2] == [(), ()] and len(set(resting[2:])) == 5
    assert [draw.why[draw.resting[0]] for _field, draw in played[2:]] == [Why("rests_for", {"entry": 5})] * 5
    met = set(map(frozenset, combinations([0, 1, 2, 3, 4, 6, 7], 2)))
    assert met <= set(meetings(played))


def test_two_who_would_both_rest_meet_instead():
    played = play(ROUND_ROBIN, field_of(10, rounds=6), 6, [(3, 4), (3, 8)])
    assert faults_of(ROUND_ROBIN, played) == []
    assert [draw.resting for _field, draw in played] == [()] * 6
    codes = {why.code for _field, draw in played for why in draw.why.values()}
    assert codes == {"schedule", "not_met"}


def test_who_comes_late_takes_the_place_of_one_who_left():
    played = play(ROUND_ROBIN, field_of(8, rounds=7), 7, [(3, 5), (4, "Late")])
    assert faults_of(ROUND_ROBIN, played) == []
    assert [len(draw.resting) for _field, draw in played] == [0, 0, 1, 0, 0, 0, 0]
    assert [draw.why["Late"] for _field, draw in played[3:]] == [Why("takes_place", {"entry": 5})] * 4


def test_who_comes_late_to_an_odd_field_plays_where_one_would_have_rested():
    played = play(ROUND_ROBIN, field_of(7, rounds=7), 7, [(2, "Late")])
    assert faults_of(ROUND_ROBIN, played) == []
    assert [len(draw.resting) for _field, draw in played] == [1, 0, 0, 0, 0, 0, 0]
    assert {draw.why["Late"].code for _field, draw in played[1:]} == {"takes_rest"}


def test_who_comes_between_the_lot_and_the_first_round_is_in_the_plan():
    field = Field((0, 1, 2, 3, "Last"), rounds=5, order=(0, 1, 2, 3))
    played = play(ROUND_ROBIN, field, 5)
    assert faults_of(ROUND_ROBIN, played) == []
    assert len(set(meetings(played))) == 10
    assert {draw.why["Last"].code for _field, draw in played} == {"schedule", "rests_odd"}


def test_who_comes_late_to_a_full_field_is_paired_with_whom_he_has_not_met():
    played = play(ROUND_ROBIN, field_of(8, rounds=7), 7, [(2, "Late")])
    assert faults_of(ROUND_ROBIN, played) == []
    assert len(set(meetings(played))) == len(meetings(played)) == 4 * 7
    assert [len(draw.resting) for _field, draw in played] == [0, 1, 1, 1, 1, 1, 1]


def test_who_meets_again_because_nobody_else_is_left_is_told_when_they_met():
    past = (PastMatch(1, 1, ((0,), (1,))), PastMatch(1, 2, ((2,), (3,))))
    field = Field((0, 1), round=2, rounds=3, order=(0, 1, 2, 3), past=past)
    (second, _third) = ROUND_ROBIN.next_draws(field)
    assert second.why == {
        0: Why("meets_again", {"opponent": 1, "round": 1}),
        1: Why("meets_again", {"opponent": 0, "round": 1}),
    }
    assert find_field_faults(ROUND_ROBIN, second, field) == (
        Fault("met_before", {"entry": 0, "opponent": 1, "round": 1}),
    )


def test_an_exchange_by_hand_is_followed_without_a_second_meeting():
    field = field_of(8, rounds=5)
    first = ROUND_ROBIN.next_draws(field)[0]
    swapped = {first.tables[0].seats[0]: first.tables[1].seats[0], first.tables[1].seats[0]: first.tables[0].seats[0]}
    field = after(field, first)
    past = tuple(
        PastMatch(past.round, past.table, tuple((swapped.get(entry, entry),) for (entry,) in past.sides))
        for past in field.past
    )
    field = Field(field.entries, round=2, rounds=5, order=field.order, past=past)
    while field.round <= 5:
        draw = ROUND_ROBIN.next_draws(field)[0]
        assert find_field_faults(ROUND_ROBIN, draw, field) == ()
        field = after(field, draw)


@pytest.mark.slow
def test_a_long_evening_that_is_disturbed_is_planned_a_part_at_a_time():
    first = field_of(72, rounds=30)
    field = after(first, ROUND_ROBIN.next_draws(first)[0])
    assert len(ROUND_ROBIN.next_draws(field)) == 29
    assert 1 < len(ROUND_ROBIN.next_draws(replace(field, entries=(*field.entries, "Late")))) < 29


@pytest.mark.parametrize("size", [0, 1])
def test_one_cannot_meet_anybody(size):
    assert ROUND_ROBIN.fits(size).why_not.endswith(".")
    with pytest.raises(CannotSeat):
        ROUND_ROBIN.next_draws(field_of(size))


def test_the_lot_decides_the_circle_and_stays_the_same():
    field = field_of(12, seed=1674)
    assert ROUND_ROBIN.next_draws(field) == ROUND_ROBIN.next_draws(field) != ROUND_ROBIN.next_draws(field_of(12))


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whoever_comes_or_leaves_all_who_can_play_do_and_nobody_rests_before_his_turn(data):
    size = data.draw(st.integers(6, 14))
    rounds = data.draw(st.integers(2, size - 1))
    apart = data.draw(st.lists(st.frozensets(st.integers(0, size - 1), min_size=2, max_size=2), max_size=2))
    field = field_of(size, rounds=rounds, apart=apart)
    played = play(ROUND_ROBIN, field, rounds, data.draw(changes_of_people(size, rounds)))
    assert {fault.code for fault in faults_of(ROUND_ROBIN, played)} <= {"met_before", "not_kept_apart"}
    assert [len(draw.resting) for _field, draw in played] == [len(field.entries) % 2 for field, _draw in played]
    assert all(
        set(draw.why) == set(field.entries) and all(why.message for why in draw.why.values()) for field, draw in played
    )


@settings(max_examples=15, deadline=None)
@given(st.integers(9, 16), st.integers(2, 4), st.data())
def test_in_an_evening_shorter_than_half_of_all_meetings_nobody_meets_twice_after_a_change(size, rounds, data):
    change = data.draw(changes_of_people(size, rounds))[:2]
    played = play(ROUND_ROBIN, field_of(size, rounds=rounds), rounds, change)
    assert max(Counter(meetings(played)).values()) == 1


@pytest.mark.parametrize(("gone", "kept"), [((3,), Fraction(8, 10)), ((3, 6), Fraction(6, 10))])
def test_after_people_have_left_the_rounds_announced_come_in_their_order_and_most_meetings_stay(gone, kept):
    announced, stayed = [], []
    for size in range(8, 17):
        field = field_of(size, rounds=size - 1)
        plan = ROUND_ROBIN.next_draws(field)
        for draw in plan[:2]:
            field = after(field, draw)
        here = tuple(entry for entry in field.entries if entry not in gone)
        for before, now in zip(plan[2:], ROUND_ROBIN.next_draws(replace(field, entries=here)), strict=True):
            told = {frozenset(table.entries) for table in before.tables if set(table.entries) <= set(here)}
            announced += told
            stayed += told & {frozenset(table.entries) for table in now.tables}
    assert Fraction(len(stayed), len(announced)) > kept


def test_many_who_come_late_are_seated_with_the_few_who_began():
    field = field_of(4)
    field = after(field, ROUND_ROBIN.next_draws(field)[0])
    draw = ROUND_ROBIN.next_draws(replace(field, entries=tuple(range(30))))[0]
    assert sorted(entry for table in draw.tables for entry in table.entries) == list(range(30))
    assert sorted(table.number for table in draw.tables) == list(range(1, 16))


def test_a_round_is_a_repeat_once_all_who_are_here_have_met_and_more_rounds_are_played_than_that_takes():
    """Three of four have met in three rounds; a fourth round of four players begins the second cycle for all."""
    field = field_of(4)
    past = tuple(
        PastMatch(number, table.number, ((table.entries[0],), (table.entries[1],)))
        for number, draw in enumerate(ROUND_ROBIN.next_draws(field), start=1)
        for table in draw.tables
    )
    left_early = Field((0, 1), round=3, order=(0, 1, 2, 3), past=past)
    assert is_repeat(ROUND_ROBIN, left_early) is True
    assert is_repeat(ROUND_ROBIN, Field((0, 1, 2, 3), round=4, order=(0, 1, 2, 3), past=past)) is False
    assert is_repeat(ROUND_ROBIN, Field((0, 1), round=3, order=(0, 1, 2, 3))) is False


def test_to_rest_again_while_another_who_began_has_not_is_a_fault():
    draws = ROUND_ROBIN.next_draws(field_of(5))
    (resting,) = draws[0].resting
    past = tuple(PastMatch(1, table.number, tuple((entry,) for entry in table.entries)) for table in draws[0].tables)
    field = field_of(5, round=2, order=tuple(range(5)), past=past, rested=((1, resting),))
    again = Draw(tables=draws[0].tables, resting=(resting,))
    found = [fault for fault in find_field_faults(ROUND_ROBIN, again, field) if fault.code == "rests_again"]
    assert [fault.params["entry"] for fault in found] == [resting]
