"""Changing partners: full cycles at every number that has one, near ones for the rest, and evenings on which people
come and go. What is promised is counted here seat by seat."""

from collections import Counter
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kinds import mostly_slow
from tests.movements.evenings import after, changes_of_people, faults_of, play
from tournament.movements.changing_partners import CHANGING_PARTNERS
from tournament.movements.designs import STARTERS, TURNED, find_cycle, find_transversal, find_turned_plan
from tournament.movements.draw import CannotSeat, Field, SizeFit, Why, starting_order, swap
from tournament.movements.faults import find_faults, find_field_faults

WHOLE_CYCLES = sorted({*STARTERS, 9})
NAMES = ("Ann", "Bea", "Cy", "Dan", "Eve", "Fay", "Gus", "Hal")


def evening_of(size, rounds, **wishes):
    return Field(tuple(range(size)), rounds=rounds, **wishes)


def seated_counts(draws):
    """Independent of matches: who sat opposite and who sat beside whom."""
    partners, opponents = Counter(), Counter()
    for seats in (table.seats for draw in draws for table in draw.tables):
        one, two, three, four = seats
        partners.update(map(frozenset, [(one, three), (two, four)]))
        opponents.update(map(frozenset, [(one, two), (two, three), (three, four), (four, one)]))
    return partners, opponents


def opposite(draw):
    return [set(seats[half::2]) for seats in (table.seats for table in draw.tables) for half in (0, 1)]


def rests_in(draws):
    return Counter(entry for draw in draws for entry in draw.resting)


@pytest.mark.parametrize("size", WHOLE_CYCLES)
def test_in_a_full_cycle_everybody_partners_everybody_once_and_opposes_everybody_twice(size):
    full = CHANGING_PARTNERS.rounds(size).most
    draws = CHANGING_PARTNERS.next_draws(evening_of(size, full, seed=1674))
    everybody = [frozenset(pair) for pair in combinations(range(size), 2)]
    assert seated_counts(draws) == (dict.fromkeys(everybody, 1), dict.fromkeys(everybody, 2))
    assert rests_in(draws) == (dict.fromkeys(range(size), 1) if size % 4 else {})
    assert [find_faults(draw, range(size), sizes=(4,)) for draw in draws] == [()] * full


def test_every_number_up_to_32_that_four_divide_or_leave_one_over_has_a_full_cycle():
    assert [size for size in range(4, 33) if size % 4 < 2] == WHOLE_CYCLES
    assert [size for size in range(4, 33) if size not in WHOLE_CYCLES and find_cycle(size, 1)] == []
    assert find_cycle(8, 8) is None


@pytest.mark.parametrize(
    "size",
    mostly_slow([*range(4, 20), 22, 23, 24, 25, 29, 30, 34, 43, 60, 200], quick=range(4, 14)),
)
def test_an_evening_of_seven_rounds_has_no_second_partnership_no_third_time_as_opponents_and_even_rests(size):
    rounds = CHANGING_PARTNERS.rounds(size).usual
    field = evening_of(size, rounds)
    draws = CHANGING_PARTNERS.next_draws(field)
    assert len(draws) == rounds
    for draw in draws:
        assert find_field_faults(CHANGING_PARTNERS, draw, field) == ()
        assert len(draw.resting) == size % 4
        field = after(field, draw)
    partners, opponents = seated_counts(draws)
    assert set(partners.values()) == {1}
    assert max(opponents.values()) <= 2
    rests = [rests_in(draws)[entry] for entry in range(size)]
    assert max(rests) - min(rests) <= 1


@pytest.mark.parametrize("size", [6, 7, 10, 11, 14])
def test_numbers_without_a_full_cycle_play_as_many_rounds_without_a_second_partnership(size):
    draws = CHANGING_PARTNERS.next_draws(evening_of(size, CHANGING_PARTNERS.rounds(size).most))
    assert set(seated_counts(draws)[0].values()) == {1}
    rests = [rests_in(draws)[entry] for entry in range(size)]
    assert max(rests) - min(rests) <= 1


ALL_NEW = {
    15: 5,
    16: 5,
    18: 4,
    19: 6,
    20: 5,
    21: 5,
    22: 5,
    23: 7,
    24: 7,
    25: 6,
    26: 6,
    **dict.fromkeys(range(27, 61), 7),
}


FEW_ROUNDS = [(size, rounds) for size, most in ALL_NEW.items() for rounds in range(2, most + 1)] + [(100, 5)]


@pytest.mark.parametrize(
    ("size", "rounds"), mostly_slow(FEW_ROUNDS, quick=[(size, most) for size, most in ALL_NEW.items() if size < 32])
)
def test_where_so_few_rounds_allow_it_nobody_meets_anybody_twice_in_any_way(size, rounds):
    partners, opponents = seated_counts(CHANGING_PARTNERS.next_draws(evening_of(size, rounds)))
    assert set((partners + opponents).values()) == {1}


@pytest.mark.parametrize("size", [4, 16, 20, 28, 32, 44, 64, 100])
def test_tables_across_four_groups_never_bring_two_together_twice(size):
    plan = find_transversal(size, size // 4)
    met = Counter(frozenset(pair) for tables in plan.tables for seats in tables for pair in combinations(seats, 2))
    assert set(met.values()) == {1}
    assert [sorted(person for seats in tables for person in seats) for tables in plan.tables] == [
        list(range(size))
    ] * len(plan.tables)


@pytest.mark.parametrize("size", TURNED)
def test_a_first_round_that_is_turned_never_brings_two_together_twice_and_nobody_rests_twice(size):
    most, _start = TURNED[size]
    plan = find_turned_plan(size, most)
    met = Counter(frozenset(two) for tables in plan.tables for seats in tables for two in combinations(seats, 2))
    assert set(met.values()) == {1}
    assert {len(resting) for resting in plan.resting} == {size % 4}
    assert set(Counter(person for resting in plan.resting for person in resting).values()) <= {1}
    assert find_turned_plan(size, most + 1) is None
    for tables, resting in zip(plan.tables, plan.resting, strict=True):
        assert sorted([*resting, *(person for seats in tables for person in seats)]) == list(range(size))


@pytest.mark.parametrize(("size", "rounds"), [(17, 1), (24, 1), (36, 5), (20, 6), (16, 6), (0, 0)])
def test_other_numbers_and_longer_evenings_have_no_groups_ready(size, rounds):
    assert find_transversal(size, rounds) is None


def test_a_longer_evening_begins_the_cycle_again_without_a_fault():
    assert faults_of(CHANGING_PARTNERS, play(CHANGING_PARTNERS, evening_of(5, 7), 7)) == []


@pytest.mark.parametrize("size", [8, 10, 21])
def test_an_evening_that_goes_as_planned_is_drawn_the_same_from_any_round(size):
    first = evening_of(size, 5, seed=14)
    field = replace(first, order=starting_order(first))
    draws = CHANGING_PARTNERS.next_draws(first)
    for played in range(5):
        assert CHANGING_PARTNERS.next_draws(field) == draws[played:]
        field = after(field, draws[played])


def test_another_lot_is_another_draw_and_the_same_lot_the_same():
    by_lot = [CHANGING_PARTNERS.next_draws(evening_of(12, 3, seed=seed)) for seed in (1, 1, 2)]
    assert by_lot[0] == by_lot[1] != by_lot[2]


@pytest.mark.slow
@settings(max_examples=8)
@given(st.integers(6, 10), st.data())
def test_whoever_comes_late_or_leaves_everybody_else_is_drawn_soundly_with_fair_rests(size, data):
    field = evening_of(size, 4, seed=data.draw(st.integers(0, 99)))
    changes = [change for change in data.draw(changes_of_people(size, 4)) if change[0] <= 4]
    left = sum(1 for _round, who in changes if who < size)
    played = play(CHANGING_PARTNERS, field, 4, changes[: len(changes) - max(0, left - size + 4)])
    assert {fault.code for fault in faults_of(CHANGING_PARTNERS, played)} <= {"partners_before"}
    for field, draw in played:
        assert sorted((*draw.entries, *draw.resting)) == sorted(field.entries)
        assert set(draw.why) == set(field.entries)
        assert all(why.message for why in draw.why.values())


@pytest.mark.slow
@pytest.mark.parametrize("size", [16, 29])
def test_after_one_has_left_and_two_came_late_there_is_still_no_second_partnership(size):
    played = play(CHANGING_PARTNERS, evening_of(size, 7), 7, [(3, 1000), (3, 1001), (5, 2)])
    assert faults_of(CHANGING_PARTNERS, played) == []


def test_who_comes_late_does_not_rest_before_those_who_have_rested_as_little():
    played = play(CHANGING_PARTNERS, evening_of(8, 5), 5, [(4, 1000)])
    assert [draw.resting for _field, draw in played[:3]] == [()] * 3
    assert all(1000 not in draw.resting for _field, draw in played[3:])


@settings(max_examples=6)
@given(st.integers(9, 16), st.data())
def test_who_is_kept_apart_never_shares_a_table_in_four_rounds(size, data):
    couples = data.draw(st.lists(st.sets(st.integers(0, size - 1), min_size=2, max_size=2), max_size=3))
    field = evening_of(size, 4, apart=frozenset(map(frozenset, couples)))
    for draw in CHANGING_PARTNERS.next_draws(field):
        assert find_field_faults(CHANGING_PARTNERS, draw, field) == ()


def test_who_cannot_move_stays_at_the_table():
    field = evening_of(12, 5, stays={3: 2, 7: 3, 99: 1})
    for draw in CHANGING_PARTNERS.next_draws(field):
        assert [table.number for table in draw.tables] == [1, 2, 3]
        assert find_field_faults(CHANGING_PARTNERS, draw, field) == ()


def test_two_who_want_one_table_are_a_fault_that_is_named():
    field = evening_of(8, 1, stays=dict.fromkeys(range(5), 1))
    (draw,) = CHANGING_PARTNERS.next_draws(field)
    assert {fault.code for fault in find_field_faults(CHANGING_PARTNERS, draw, field)} == {"moved_who_stays"}


def test_nobody_sits_in_the_same_seat_all_evening():
    draws = CHANGING_PARTNERS.next_draws(evening_of(12, 11))
    seats = Counter((entry, seat) for draw in draws for table in draw.tables for seat, entry in enumerate(table.seats))
    assert max(seats.values()) <= 5


def test_each_seat_says_why():
    draws = CHANGING_PARTNERS.next_draws(Field(NAMES[:4], rounds=4))
    assert list(draws[0].why.values()) == [Why("lot")] * 4
    assert {why.code for why in draws[1].why.values()} == {"mix_new_partner"}
    assert {why.code for why in draws[3].why.values()} == {"mix_partners_again"}
    entry, _next, partner, _last = draws[3].tables[0].seats
    (round,) = (number for number, draw in enumerate(draws[:3], 1) if {entry, partner} in opposite(draw))
    assert draws[3].why[entry].message == (
        f"Partners {partner} again, as in round {round}: no plan without that was found."
    )
    assert {why.code for why in CHANGING_PARTNERS.next_draws(evening_of(16, 2))[1].why.values()} == {"mix_all_new"}
    assert CHANGING_PARTNERS.next_draws(evening_of(6, 1))[0].why[0].message == (
        "Sits out, because tables of 4 leave 2 over; everybody sits out in turn."
    )


def test_a_third_time_as_opponents_is_told():
    field = replace(evening_of(4, 4), order=(0, 1, 2, 3))
    for _ in range(2):
        field = after(field, CHANGING_PARTNERS.next_draws(field)[0])
    (draw,) = CHANGING_PARTNERS.next_draws(replace(field, rounds=3, past=(*field.past, *field.past)))
    assert {why.code for why in draw.why.values()} == {"mix_opponents_often"}


def test_fewer_than_four_are_told_to_wait():
    assert CHANGING_PARTNERS.fits(4) == SizeFit()
    assert CHANGING_PARTNERS.fits(3).why_not == "Changing partners needs at least 4 players. Wait until there are 4."
    with pytest.raises(CannotSeat, match="Wait until there are 4"):
        CHANGING_PARTNERS.next_draws(evening_of(3, 1))


def test_an_evening_holds_seven_rounds_and_a_cycle_as_many_as_there_are_partners():
    assert [CHANGING_PARTNERS.rounds(size) for size in (3, 4, 7, 9, 40)] == [
        (1, 3, 3),
        (1, 3, 3),
        (1, 7, 7),
        (1, 7, 9),
        (1, 7, 39),
    ]
    assert [len(CHANGING_PARTNERS.next_draws(evening_of(size, None))) for size in (4, 9)] == [3, 7]


def test_after_two_were_exchanged_by_hand_the_rounds_left_are_planned_anew():
    field = replace(evening_of(9, 4), order=tuple(range(9)))
    draw = CHANGING_PARTNERS.next_draws(field)[0]
    moved = after(field, swap(CHANGING_PARTNERS, draw, draw.tables[0].seats[0], draw.tables[1].seats[1]))
    assert faults_of(CHANGING_PARTNERS, play(CHANGING_PARTNERS, moved, 1)) == []
    assert find_transversal(24, 3) is None


def test_the_same_evening_is_planned_the_same_in_every_process():
    (draw,) = CHANGING_PARTNERS.next_draws(evening_of(22, 1, seed=1674))
    assert [table.seats for table in draw.tables] == [
        (1, 0, 10, 14),
        (3, 17, 15, 7),
        (21, 13, 2, 12),
        (4, 6, 16, 11),
        (20, 5, 19, 9),
    ]


def test_who_comes_for_one_who_left_has_his_place_and_all_rounds_announced_stay():
    field = Field(tuple(range(16)), rounds=7)
    announced = CHANGING_PARTNERS.next_draws(field)
    played = play(CHANGING_PARTNERS, field, 7, [(3, 5), (3, "Late"), (5, 2), (5, "Later")])
    named = {5: "Late", 2: "Later"}
    for number, (_field, draw) in enumerate(played, start=1):
        gone = {who: now for who, now in named.items() if number >= (3 if who == 5 else 5)}
        sides = [[gone.get(entry, entry) for entry in table.entries] for table in announced[number - 1].tables]
        assert {frozenset(side) for side in sides} == {frozenset(table.entries) for table in draw.tables}
    assert played[6][1].why["Late"] == Why("takes_place", {"entry": 5})
    assert played[6][1].why["Later"] == Why("takes_place", {"entry": 2})


@pytest.mark.slow
def test_who_leaves_without_anybody_in_his_place_has_the_rest_planned_anew():
    field = Field(tuple(range(16)), rounds=7)
    played = play(CHANGING_PARTNERS, field, 7, [(3, 5), (5, "Late")])
    assert [len(draw.resting) for _field, draw in played] == [0, 0, 3, 3, 0, 0, 0]
    assert {fault.code for fault in faults_of(CHANGING_PARTNERS, played)} <= {"rests_again"}


def test_more_than_three_who_come_for_as_many_have_their_places_in_order():
    field = Field(tuple(range(16)), rounds=5)
    changes = [(2, who) for who in (1, 2, 3, 4, "a", "b", "c", "d")]
    played = play(CHANGING_PARTNERS, field, 5, changes)
    assert [played[-1][1].why[late].params["entry"] for late in "abcd"] == [1, 2, 3, 4]


@pytest.mark.slow
def test_a_very_large_field_with_many_rounds_is_planned_piece_by_piece():
    field = Field(tuple(range(240)), rounds=99)
    draws = CHANGING_PARTNERS.next_draws(field)
    assert len(draws) == 20
    late = replace(field, order=field.entries, round=21, past=(), rested=())
    assert len(CHANGING_PARTNERS.next_draws(replace(late, entries=late.entries[:16]))) == 79
    assert len(CHANGING_PARTNERS.next_draws(late)) == 20
