"""Half of the field stays, half moves up a table: each of one half meets each of the other."""

from collections import Counter
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.movements.evenings import after, changes_of_people, faults_of, meetings, play
from tournament.movements.draw import CannotSeat, Field, PastMatch, Rounds, Why
from tournament.movements.stay_and_move import STAY_AND_MOVE


def field_of(size, **more):
    return Field(tuple(range(size)), **more)


def places(draws):
    """Where each sits round by round, None where he rests."""
    return {
        entry: [next((table.number for table in draw.tables if entry in table.entries), None) for draw in draws]
        for entry in {entry for draw in draws for entry in (*draw.entries, *draw.resting)}
    }


@pytest.mark.parametrize("size", [*range(2, 22), 31, 32, 33, 46, 59, 60])
def test_each_of_the_first_half_meets_each_of_the_second(size):
    field = field_of(size)
    draws = STAY_AND_MOVE.next_draws(field)
    tables = (size + 1) // 2
    met = Counter(frozenset(table.entries) for draw in draws for table in draw.tables)
    assert met == Counter(map(frozenset, product(range(tables), range(tables, size))))
    assert STAY_AND_MOVE.rounds(size) == Rounds(1, tables, tables)


@pytest.mark.parametrize("size", [2, 3, 4, 9, 12, 25])
def test_a_plan_has_no_fault_and_is_kept_when_it_is_drawn_round_by_round(size):
    field = field_of(size)
    draws = STAY_AND_MOVE.next_draws(field)
    played = play(STAY_AND_MOVE, field, len(draws))
    assert tuple(draw for _field, draw in played) == draws
    assert faults_of(STAY_AND_MOVE, played) == []


def test_the_first_half_stays_and_the_second_moves_up_one_table():
    draws = STAY_AND_MOVE.next_draws(field_of(8))
    assert places(draws) == {
        **{entry: [entry + 1] * 4 for entry in range(4)},
        4: [1, 2, 3, 4],
        5: [2, 3, 4, 1],
        6: [3, 4, 1, 2],
        7: [4, 1, 2, 3],
    }
    assert {entry: why.code for entry, why in draws[1].why.items()} == {
        **dict.fromkeys(range(4), "stays_put"),
        **dict.fromkeys(range(4, 8), "moves_up"),
    }


def test_an_odd_number_rests_in_turn_among_those_who_stay():
    draws = STAY_AND_MOVE.next_draws(field_of(7))
    assert [draw.resting for draw in draws] == [(3,), (0,), (1,), (2,)]
    assert places(draws)[0] == [1, None, 1, 1]
    assert [draw.why[draw.resting[0]] for draw in draws] == [Why("rests_odd")] * 4


def test_when_only_movers_cannot_move_their_half_stays():
    draws = STAY_AND_MOVE.next_draws(field_of(8, stays={6: 1}))
    assert {entry for entry, seen in places(draws).items() if len(set(seen)) == 1} == {4, 5, 6, 7}
    assert places(draws)[6] == [1] * 4


def test_when_some_of_both_halves_cannot_move_they_all_stay():
    played = play(STAY_AND_MOVE, field_of(8, stays={1: 3, 5: 1, 6: 9}), 4)
    seen = places([draw for _field, draw in played])
    assert (seen[1], seen[5], seen[6]) == ([3] * 4, [1] * 4, [9] * 4)
    assert faults_of(STAY_AND_MOVE, played) == []


def test_more_who_cannot_move_than_tables_stay_as_far_as_there_is_room():
    played = play(STAY_AND_MOVE, field_of(4, stays={0: 1, 1: 2, 2: 1}), 2)
    assert [fault.code for fault in faults_of(STAY_AND_MOVE, played)] == ["moved_who_stays"]


def test_two_who_both_want_a_table_share_the_evening_next_to_each_other():
    seen = places(STAY_AND_MOVE.next_draws(field_of(8, stays={0: 2, 1: 2})))
    assert sorted([seen[0][0], seen[1][0]]) == [1, 2]


def test_who_is_kept_apart_in_the_first_round_meets_later_and_the_others_go_on_from_there():
    first = field_of(8, apart=[frozenset((0, 4))])
    draw = STAY_AND_MOVE.next_draws(first)[0]
    assert frozenset((0, 4)) not in {frozenset(table.entries) for table in draw.tables}
    later = STAY_AND_MOVE.next_draws(after(Field(first.entries, rounds=4), draw))
    assert places((draw, *later))[4] == [2, 3, 4, 1]


def test_two_who_would_both_rest_meet_instead_at_a_free_table():
    played = play(STAY_AND_MOVE, field_of(12, rounds=4), 4, [(2, 1), (2, 8)])
    assert faults_of(STAY_AND_MOVE, played) == []
    assert [draw.resting for _field, draw in played] == [()] * 4


def test_two_who_come_late_play_at_a_further_table():
    played = play(STAY_AND_MOVE, field_of(8, rounds=4), 4, [(2, "Late"), (2, "Later")])
    assert faults_of(STAY_AND_MOVE, played) == []
    assert {table.number for table in played[1][1].tables} == {1, 2, 3, 4, 5}
    assert len(set(meetings(played))) == 4 + 3 * 5


def test_there_is_no_round_after_the_last_table_unless_it_is_asked_for():
    past = (
        PastMatch(1, 1, ((0,), (2,))),
        PastMatch(1, 2, ((1,), (3,))),
        PastMatch(2, 2, ((1,), (2,))),
        PastMatch(2, 1, ((0,), (3,))),
    )
    with pytest.raises(CannotSeat) as refused:
        STAY_AND_MOVE.next_draws(field_of(4, round=3, order=(0, 1, 2, 3), past=past))
    assert refused.value.code == "all_moved"
    played = play(STAY_AND_MOVE, field_of(7, rounds=8), 8)
    assert faults_of(STAY_AND_MOVE, played) == []
    assert max(Counter(draw.resting for _field, draw in played).values()) == 2


@pytest.mark.parametrize("size", [0, 1])
def test_one_cannot_meet_anybody(size):
    assert STAY_AND_MOVE.fits(size).why_not.endswith(".")
    with pytest.raises(CannotSeat):
        STAY_AND_MOVE.next_draws(field_of(size))


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_whoever_comes_or_leaves_all_who_can_play_do_and_nobody_rests_before_his_turn(data):
    size = data.draw(st.integers(8, 20))
    rounds = data.draw(st.integers(2, (size + 1) // 2))
    played = play(STAY_AND_MOVE, field_of(size, rounds=rounds), rounds, data.draw(changes_of_people(size, rounds)))
    assert {fault.code for fault in faults_of(STAY_AND_MOVE, played)} <= {"met_before"}
    assert [len(draw.resting) for _field, draw in played] == [len(field.entries) % 2 for field, _draw in played]
