"""Groups side by side: even, apart where it is wished, each a round robin, whoever comes or goes."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.movements.evenings import changes_of_people, faults_of, meetings, play
from tournament.movements import MOVEMENTS
from tournament.movements.draw import CannotSeat, Field, PastMatch, Why
from tournament.movements.faults import Fault, find_field_faults
from tournament.movements.groups import GROUP_SIZES, letter_of, sizes_of

FOURS, FIVES = MOVEMENTS["groups-4"], MOVEMENTS["groups-5"]


def field_of(size, **more):
    return Field(tuple(range(size)), **more)


@pytest.mark.parametrize("wanted", GROUP_SIZES)
def test_groups_are_even_and_none_needs_more_rounds_than_one_of_the_size_that_is_wanted(wanted):
    for size in range(6, 201):
        sizes = sizes_of(wanted, size)
        assert (sum(sizes), len(sizes) > 1, min(sizes) > 2) == (size, True, True)
        assert max(sizes) - min(sizes) <= 1
        assert max(sizes) <= wanted + wanted % 2
    assert sizes_of(wanted, 4 * wanted) == (wanted,) * 4


def test_what_groups_are_made_of_so_many():
    assert [sizes_of(4, size) for size in (6, 7, 9, 13, 14)] == [
        (3, 3),
        (3, 4),
        (3, 3, 3),
        (3, 3, 3, 4),
        (3, 3, 4, 4),
    ]
    assert [FIVES.rounds(size).usual for size in (6, 7, 9, 60)] == [3, 3, 5, 5]
    assert [letter_of(group) for group in (0, 25, 26, 51, 52, 66)] == ["A", "Z", "AA", "AZ", "BA", "BO"]


def test_the_strongest_are_in_different_groups_where_they_rank():
    assert FOURS.groups_of(field_of(12)) == ((0, 5, 6, 11), (1, 4, 7, 10), (2, 3, 8, 9))


def test_the_lot_makes_the_groups_and_they_stay_the_same_all_evening():
    field = field_of(9, seed=1674)
    order = FOURS.starts_from(field)
    assert sorted(order) == list(range(9)) != list(order)
    later = Field((0, 3, 5), order=order)
    assert FOURS.groups_of(field) == FOURS.groups_of(later) != FOURS.groups_of(field_of(9))


def test_club_mates_are_in_different_groups_as_far_as_there_are_as_many():
    clubs = [range(0, 4), range(4, 7), range(7, 11)]
    apart = [frozenset(pair) for club in clubs for pair in combinations(club, 2)]
    for seed in range(20):
        groups = FOURS.groups_of(field_of(16, seed=seed, apart=apart))
        assert sorted(map(len, groups)) == [4, 4, 4, 4]
        assert not any(pair <= set(group) for group in groups for pair in apart)


def test_who_ranks_changes_with_one_of_his_own_strength_and_only_where_none_helps_with_another():
    assert FOURS.groups_of(field_of(8, apart=[frozenset((0, 3))])) == ((1, 3, 4, 7), (0, 2, 5, 6))
    tight = [frozenset((0, 2)), frozenset((0, 3)), frozenset(("nobody", 0)), frozenset((0,))]
    groups = FOURS.groups_of(field_of(8, apart=tight))
    assert not any({0, 2} <= set(group) or {0, 3} <= set(group) for group in groups)


def test_who_cannot_be_kept_apart_meets_in_his_group_and_it_is_said():
    everybody = [frozenset(pair) for pair in combinations(range(6), 2)]
    (first, *_others) = FOURS.next_draws(field_of(6, apart=everybody))
    found = find_field_faults(FOURS, first, field_of(6, apart=everybody))
    assert {fault.code for fault in found} == {"not_kept_apart"}


def test_two_groups_play_side_by_side_at_tables_of_their_own():
    field = field_of(7)
    draws = FOURS.next_draws(field)
    assert [len(draw.tables) for draw in draws] == [3, 3, 3]
    a, b = FOURS.groups_of(field)
    assert (set(a), set(b)) == ({0, 3, 4}, {1, 2, 5, 6})
    assert {table.number for draw in draws for table in draw.tables if set(table.entries) <= set(a)} == {1}
    assert [draw.why[draw.resting[0]] for draw in draws] == [Why("group_rests", {"group": "A"})] * 3
    assert draws[1].why[6] == Why("group", {"group": "B", "round": 2})
    assert tuple(draw for _field, draw in play(FOURS, field, 3)) == draws


def test_a_smaller_group_is_over_before_a_larger_one():
    field = field_of(9)
    played = play(FIVES, field, 5)
    assert faults_of(FIVES, played) == []
    assert [len(draw.resting) for _field, draw in played] == [1, 1, 1, 5, 5]
    assert [played[-1][1].why[entry] for entry in (1, 2, 5, 6)] == [Why("group_over", {"group": "B"})] * 4


def test_a_further_cycle_has_all_of_a_group_meet_again():
    field = field_of(6, rounds=6)
    played = play(FOURS, field, 6)
    assert faults_of(FOURS, played) == []
    assert set(Counter(meetings(played)).values()) == {2}


def test_who_cannot_move_has_his_table_though_it_is_of_another_group():
    draws = FOURS.next_draws(field_of(8, stays={0: 4}))
    assert [next(table.number for table in draw.tables if 0 in table.entries) for draw in draws] == [4, 4, 4]


def test_who_comes_late_joins_the_smallest_group_and_plays_where_one_would_have_rested():
    played = play(FOURS, field_of(7), 3, [(2, "Late")])
    assert faults_of(FOURS, played) == []
    (field, draw) = played[-1]
    assert "Late" in FOURS.groups_of(field)[0]
    assert [len(draw.resting) for _field, draw in played] == [1, 0, 0]
    assert draw.why["Late"] == Why("takes_rest")


def test_a_second_late_comer_joins_the_group_that_is_the_smallest_then():
    played = play(FOURS, field_of(7), 3, [(2, "Late"), (3, "Later")])
    groups = FOURS.groups_of(played[-1][0])
    assert ("Late" in groups[0], "Later" in groups[0]) == (True, True)
    assert max(Counter(meetings(played)).values()) == 1


def test_a_leavers_place_is_a_rest_and_whoever_has_met_all_that_are_free_rests_too():
    played = play(FOURS, field_of(8), 3, [(2, 0), (3, 3)])
    assert {draw.why[entry].code for _field, draw in played for entry in draw.resting} <= {
        "rests_for",
        "group_met",
        "group_over",
    }
    assert max(Counter(meetings(played)).values()) == 1


def test_of_two_who_changed_groups_by_hand_it_is_said():
    field = field_of(6)
    draw = FOURS.next_draws(field)[0]
    one, other = draw.tables
    moved = FOURS.table_of(1, (one.seats[0], other.seats[0])), FOURS.table_of(2, (one.seats[1], other.seats[1]))
    found = find_field_faults(FOURS, type(draw)(moved, draw.resting), field)
    assert found == tuple(
        Fault("other_group", {"entry": table.entries[0], "opponent": table.entries[1]}) for table in moved
    )


@pytest.mark.parametrize("size", range(6))
def test_fewer_than_two_groups_of_three_are_refused_in_words(size):
    assert not FOURS.fits(size)
    with pytest.raises(CannotSeat, match="At least 2 groups of 3 are needed"):
        FOURS.next_draws(field_of(size))


def test_there_is_no_round_where_nobody_is_left_to_meet():
    past = tuple(PastMatch(1, number, ((number,), (number + 3,))) for number in range(3))
    with pytest.raises(CannotSeat) as refused:
        FOURS.next_draws(Field((0, 1), round=2, rounds=3, order=tuple(range(6)), past=past))
    assert refused.value.code == "all_played"


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whoever_comes_or_leaves_nobody_meets_the_same_twice_or_one_of_another_group(data):
    size = data.draw(st.integers(6, 20))
    movement = data.draw(st.sampled_from([FOURS, FIVES]))
    rounds = movement.rounds(size).usual

    def nobody_is_left_to_meet(field, played):
        groups = (set(group) & set(field.entries) for group in movement.groups_of(field))
        return {frozenset(pair) for group in groups for pair in combinations(group, 2)} <= set(meetings(played))

    changes = data.draw(changes_of_people(size, rounds))
    played = play(movement, field_of(size), rounds, changes, is_over=nobody_is_left_to_meet)
    assert {fault.code for fault in faults_of(movement, played)} <= {"rests_again"}
    assert all(set(draw.why) == set(field.entries) for field, draw in played)
    assert max(Counter(meetings(played)).values()) == 1
