"""Mixed tables of singles: nobody meets anybody twice where that is possible, and as few as can be elsewhere. Meetings
are counted here table by table."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kinds import mostly_slow
from tests.movements.evenings import after, changes_of_people, faults_of, play
from tournament.movements.draw import CannotSeat, Field, SizeFit, Why, starting_order
from tournament.movements.faults import find_field_faults
from tournament.movements.mixed_tables import make_mixed_tables
from tournament.movements.tables import Sizes, sizes_for

PITCH = make_mixed_tables("pitch-mixed")


def evening_of(size, rounds, **wishes):
    return Field(tuple(range(size)), rounds=rounds, **wishes)


def meetings_in(draws):
    return Counter(frozenset(two) for draw in draws for table in draw.tables for two in combinations(table.entries, 2))


def second_meetings(draws):
    return sum(times - 1 for times in meetings_in(draws).values())


@pytest.mark.parametrize("rounds", [3, 4, 5])
@pytest.mark.parametrize("size", range(16, 53, 4))
def test_sixteen_to_52_at_tables_of_four_meet_nobody_twice_in_three_to_five_rounds(size, rounds):
    draws = PITCH.next_draws(evening_of(size, rounds, seed=1674))
    assert len(draws) == rounds
    assert {table.size for draw in draws for table in draw.tables} == {4}
    assert [sorted(draw.entries) for draw in draws] == [list(range(size))] * rounds
    assert set(meetings_in(draws).values()) == {1}


def test_sixteen_in_five_rounds_all_meet():
    assert len(meetings_in(PITCH.next_draws(evening_of(16, 5)))) == 16 * 15 / 2


LONGEST = {**dict.fromkeys((13, 14), 4), **dict.fromkeys(range(15, 21), 5), **dict.fromkeys(range(21, 61), 7)}
"""As many rounds, of seven, as so many people can play without meeting anybody twice, as far as is known."""


@pytest.mark.parametrize("size", mostly_slow([*LONGEST, 100, 200], quick=[*range(13, 23), 28, 37]))
def test_nobody_meets_anybody_twice_in_as_many_rounds_as_are_known_to_allow_it(size):
    for rounds in range(1, LONGEST.get(size, 4) + 1):
        draws = PITCH.next_draws(evening_of(size, rounds, seed=1674))
        assert [sorted(draw.entries) for draw in draws] == [list(range(size))] * rounds
        assert second_meetings(draws) == 0


@pytest.mark.parametrize("size", [*range(3, 33), 45, 51, 54, 60])
def test_every_number_is_seated_without_a_fault_at_tables_as_even_as_can_be(size):
    field, sizes = evening_of(size, 2), Sizes((3, 4, 5, 6, 7))
    wanted = {
        13: (4, 3, 3, 3),
        14: (4, 4, 3, 3),
        17: (4, 4, 3, 3, 3),
        18: (4, 4, 4, 3, 3),
    }.get(size, sizes_for(sizes, size))
    for draw in PITCH.next_draws(field):
        assert find_field_faults(PITCH, draw, field) == ()
        assert tuple(table.size for table in draw.tables) == wanted
        assert draw.resting == ()
        field = after(field, draw)


@pytest.mark.parametrize(
    ("size", "rounds", "fives"), [(13, 1, 1), (13, 2, 0), (26, 4, 2), (26, 5, 0), (10, 4, 2), (9, 4, 1)]
)
def test_tables_of_three_are_taken_for_those_of_five_where_five_would_meet_again(size, rounds, fives):
    for wish in (None, 4):
        for draw in PITCH.next_draws(evening_of(size, rounds, table_size=wish)):
            assert [table.size for table in draw.tables].count(5) == fives


def test_who_wants_tables_of_five_has_them_all_the_same():
    for draw in PITCH.next_draws(evening_of(13, 4, table_size=5)):
        assert sorted(table.size for table in draw.tables) == [4, 4, 5]


def test_who_leaves_an_evening_of_threes_and_fours_leaves_threes_and_fours():
    played = play(PITCH, evening_of(15, 4), 4, [(3, 5), (4, 6)])
    assert [sorted(table.size for table in draw.tables) for _field, draw in played] == [
        [3, 4, 4, 4],
        [3, 4, 4, 4],
        [3, 3, 4, 4],
        [3, 3, 3, 4],
    ]


@pytest.mark.parametrize("wanted", [3, 4, 5, 6, 7])
def test_tables_are_of_the_wanted_size(wanted):
    draws = PITCH.next_draws(evening_of(wanted * 7, 3, table_size=wanted))
    assert {table.size for draw in draws for table in draw.tables} == {wanted}
    assert second_meetings(draws) == 0


@pytest.mark.parametrize("size", [3, 7, 12, 18])
def test_where_people_must_meet_again_it_is_spread(size):
    times = meetings_in(PITCH.next_draws(evening_of(size, 4))).values()
    tables = len(sizes_for(Sizes((3, 4, 5, 6, 7)), size))
    assert max(times) <= (4 if tables == 1 else 2 if size > 7 else 3)


@pytest.mark.parametrize("size", [13, 16, 27])
def test_an_evening_that_goes_as_planned_is_drawn_the_same_from_any_round(size):
    first = evening_of(size, 4, seed=14)
    field = replace(first, order=starting_order(first))
    draws = PITCH.next_draws(first)
    for played in range(4):
        assert PITCH.next_draws(field) == draws[played:]
        field = after(field, draws[played])


@settings(max_examples=6)
@given(st.integers(7, 16), st.data())
def test_whoever_comes_late_or_leaves_everybody_else_is_drawn_soundly(size, data):
    field = evening_of(size, 4, seed=data.draw(st.integers(0, 99)), table_size=data.draw(st.integers(3, 7)))
    played = play(PITCH, field, 4, [change for change in data.draw(changes_of_people(size, 4)) if change[0] <= 4])
    assert faults_of(PITCH, played) == []
    for field, draw in played:
        assert sorted(draw.entries) == sorted(field.entries)
        assert set(draw.why) == set(field.entries)
        assert all(why.message for why in draw.why.values())


@pytest.mark.parametrize("size", [28, 40])
def test_after_some_have_left_and_come_late_still_nobody_meets_anybody_twice(size):
    played = play(PITCH, evening_of(size, 4), 4, [(2, 1000), (3, 1001), (3, 1002), (4, 5)])
    assert second_meetings(draw for _field, draw in played) == 0


@settings(max_examples=6)
@given(st.integers(12, 24), st.data())
def test_who_is_kept_apart_never_shares_a_table(size, data):
    couples = data.draw(st.lists(st.sets(st.integers(0, size - 1), min_size=2, max_size=2), max_size=3))
    field = evening_of(size, 3, apart=frozenset(map(frozenset, couples)))
    for draw in PITCH.next_draws(field):
        assert find_field_faults(PITCH, draw, field) == ()


def test_who_cannot_move_stays_at_the_table():
    field = evening_of(18, 4, stays={3: 2, 7: 4})
    for draw in PITCH.next_draws(field):
        assert find_field_faults(PITCH, draw, field) == ()


@pytest.mark.parametrize(("size", "rounds"), [(16, 4), (20, 4), (35, 5)])
def test_people_change_seats_from_round_to_round(size, rounds):
    draws = PITCH.next_draws(evening_of(size, rounds))
    seats = Counter((entry, seat) for draw in draws for table in draw.tables for seat, entry in enumerate(table.seats))
    assert max(seats.values()) <= 2


def test_each_seat_says_why():
    draws = PITCH.next_draws(evening_of(16, 2))
    assert set(draws[0].why) == set(range(16))
    assert list(draws[0].why.values()) == [Why("lot")] * 16
    assert list(draws[1].why.values()) == [Why("mix_all_new")] * 16


def test_a_second_meeting_says_whether_it_could_be_avoided():
    names = ("Ann", "Bea", "Cy")
    _first, again = PITCH.next_draws(Field(names, rounds=2))
    assert again.why["Bea"].message in [
        f"Meets {other} again, whom Bea met in round 1: it cannot be avoided with 3 players in 2 rounds."
        for other in ("Ann", "Cy")
    ]
    draws = PITCH.next_draws(evening_of(12, 3))
    told = Counter(why.code for draw in draws for why in draw.why.values())
    assert told["mix_meets_again"] > 0
    message = next(why.message for why in draws[2].why.values() if why.code == "mix_meets_again")
    assert message.endswith("no plan without that was found.")


def test_too_few_for_a_table_are_told_to_wait():
    assert PITCH.fits(3) == SizeFit()
    assert PITCH.fits(2).why_not == "A table needs at least 3 players. Wait for one more, or choose a game for 2."
    with pytest.raises(CannotSeat, match="at least 3 players"):
        PITCH.next_draws(evening_of(2, 1))
    with pytest.raises(CannotSeat, match="left over"):
        make_mixed_tables("fours", singles=(4,)).next_draws(evening_of(9, 1))


def test_four_rounds_are_usual_and_more_as_long_as_people_need_not_meet_again():
    assert [PITCH.rounds(size) for size in (3, 16, 31, 52)] == [(1, 4, 4), (1, 4, 5), (1, 4, 10), (1, 4, 17)]
    assert len(PITCH.next_draws(evening_of(9, None))) == 4


def test_the_movement_is_of_singles_at_three_to_seven():
    assert (PITCH.key, PITCH.sizes, PITCH.turns, PITCH.meets_once) == ("pitch-mixed", (3, 4, 5, 6, 7), 1, False)
