"""The Kent movement at every head-count a hall may have."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tournament.movements.draw import CannotSeat, Draw, DrawnMatch, DrawnTurn, TableDraw, swap
from tournament.movements.faults import find_faults
from tournament.movements.kent import (
    KENT,
    TURNS,
    draw_by_lot,
    draw_by_rank,
    ranked_sizes_for,
    sizes_for,
    table_of,
)

head_counts = st.integers(3, 200)


def meetings_of(table: TableDraw[int]) -> list[tuple[int, ...]]:
    return sorted(tuple(sorted(match.entries)) for turn in table.turns for match in turn.matches)


@pytest.mark.parametrize(
    ("n", "sizes"),
    [
        (3, (3,)),
        (4, (4,)),
        (5, (5,)),
        (6, (3, 3)),
        (7, (4, 3)),
        (8, (4, 4)),
        (9, (3, 3, 3)),
        (10, (4, 3, 3)),
        (13, (4, 3, 3, 3)),
        (16, (4, 4, 4, 4)),
        (30, (4, 4, 4, 4, 4, 4, 3, 3)),
        (41, (4, 4, 4, 4, 4, 4, 4, 4, 3, 3, 3)),
    ],
)
def test_a_field_is_cut_into_fours_with_its_threes_last(n, sizes):
    assert sizes_for(n) == sizes


@pytest.mark.parametrize(("n", "sizes"), [(5, (5,)), (9, (4, 5)), (13, (4, 4, 5)), (10, (4, 3, 3)), (7, (4, 3))])
def test_a_preferred_five_takes_the_place_of_three_threes_and_of_nothing_else(n, sizes):
    assert sizes_for(n, prefer_five=True) == sizes


@pytest.mark.parametrize("n", [-1, 0, 1, 2])
def test_fewer_than_three_are_refused_in_words(n):
    with pytest.raises(CannotSeat, match="at least 3 players") as refusal:
        sizes_for(n)
    assert refusal.value.code == "too_few"


@settings(max_examples=50)
@given(head_counts, st.booleans())
def test_every_head_count_is_seated_exactly_with_as_few_sit_out_tables_as_can_be(n, prefer_five):
    sizes = sizes_for(n, prefer_five)
    assert sum(sizes) == n
    assert {3, 5} - set(sizes)
    assert sizes.count(3) <= 3
    assert sizes.count(5) <= 1


def test_thirty_one_players_are_seven_tables_of_four_and_one_of_three():
    assert sizes_for(31) == (4,) * 7 + (3,)


@pytest.mark.parametrize(
    ("n", "prefer_five", "sizes"),
    [
        (8, False, (4, 4)),
        (27, False, (4, 4, 4, 3, 4, 4, 4)),
        (14, False, (4, 3, 4, 3)),
        (25, False, (4, 3, 4, 3, 4, 3, 4)),
        (13, True, (4, 5, 4)),
    ],
)
def test_a_club_may_spread_its_sit_out_tables_down_the_room(n, prefer_five, sizes):
    assert ranked_sizes_for(n, prefer_five, threes="spread") == sizes


@settings(max_examples=50)
@given(head_counts, st.booleans())
def test_spreading_moves_tables_and_never_changes_their_sizes(n, prefer_five):
    assert sorted(ranked_sizes_for(n, prefer_five, threes="spread")) == sorted(ranked_sizes_for(n, prefer_five))


def test_a_table_of_four_turns_as_k16_has_it():
    assert table_of(1, ["Ann", "Bea", "Cy", "Dan"]) == TableDraw(
        1,
        ("Ann", "Bea", "Cy", "Dan"),
        (
            DrawnTurn(1, (DrawnMatch((("Ann",), ("Bea",))), DrawnMatch((("Cy",), ("Dan",)))), ()),
            DrawnTurn(2, (DrawnMatch((("Ann",), ("Cy",))), DrawnMatch((("Bea",), ("Dan",)))), ()),
            DrawnTurn(3, (DrawnMatch((("Ann",), ("Dan",))), DrawnMatch((("Bea",), ("Cy",)))), ()),
        ),
    )


def test_a_table_of_three_turns_as_k17_has_it():
    assert table_of(2, ["X", "Y", "Z"]) == TableDraw(
        2,
        ("X", "Y", "Z"),
        (
            DrawnTurn(1, (DrawnMatch((("X",), ("Y",))),), ("Z",)),
            DrawnTurn(2, (DrawnMatch((("X",), ("Z",))),), ("Y",)),
            DrawnTurn(3, (DrawnMatch((("Y",), ("Z",))),), ("X",)),
        ),
    )


def test_a_table_of_three_is_a_four_with_its_fourth_chair_vacant():
    assert table_of(1, ["X", "Y", "Z", None]).turns == table_of(1, ["X", "Y", "Z"]).turns


def test_a_table_of_five_sits_out_seat_by_seat():
    assert [
        (turn.sit_outs, [match.sides for match in turn.matches]) for turn in table_of(1, [1, 2, 3, 4, 5]).turns
    ] == [
        ((1,), [((2,), (5,)), ((3,), (4,))]),
        ((2,), [((3,), (1,)), ((4,), (5,))]),
        ((3,), [((4,), (2,)), ((5,), (1,))]),
        ((4,), [((5,), (3,)), ((1,), (2,))]),
        ((5,), [((1,), (4,)), ((2,), (3,))]),
    ]


@pytest.mark.parametrize("size", TURNS)
def test_at_every_table_everybody_meets_everybody_else_once(size):
    table = table_of(1, range(1, size + 1))
    assert meetings_of(table) == list(combinations(range(1, size + 1), 2))


@settings(max_examples=50)
@given(head_counts, st.booleans(), st.integers())
def test_every_random_draw_is_without_fault_and_can_be_made_again(n, prefer_five, seed):
    draw = draw_by_lot(range(n), seed, prefer_five)
    assert find_faults(draw, range(n)) == ()
    assert draw_by_lot(range(n), seed, prefer_five) == draw
    assert [table.number for table in draw.tables] == list(range(1, len(draw.tables) + 1))


def test_another_seed_is_another_draw():
    assert draw_by_lot(range(16), 1) != draw_by_lot(range(16), 2)


@settings(max_examples=50)
@given(head_counts, st.booleans(), st.sampled_from(["bottom", "spread"]))
def test_every_ranked_draw_is_without_fault_and_keeps_the_order(n, prefer_five, threes):
    draw = draw_by_rank(range(n), prefer_five, threes)
    assert find_faults(draw, range(n)) == ()
    assert draw.entries == tuple(range(n))
    assert tuple(table.size for table in draw.tables) == ranked_sizes_for(n, prefer_five, threes)


def test_k14_the_score_of_hour_one_decides_the_table_of_hour_two():
    first_hour = {"Ann": 40, "Bea": 33, "Cy": 28, "Dan": 37, "Eve": 41, "Fay": 30, "Gus": 36, "Hal": 25}
    draw = draw_by_rank(sorted(first_hour, key=lambda name: -first_hour[name]))
    assert [table.seats for table in draw.tables] == [("Eve", "Ann", "Dan", "Gus"), ("Bea", "Fay", "Cy", "Hal")]


@settings(max_examples=50)
@given(st.data(), head_counts)
def test_a_swap_changes_two_seats_only_and_leaves_no_fault(data, n):
    draw = draw_by_lot(range(n), seed=n)
    one, other = data.draw(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)))
    swapped = swap(KENT, draw, one, other)
    assert find_faults(swapped, range(n)) == ()
    assert swapped.entries == tuple({one: other, other: one}.get(entry, entry) for entry in draw.entries)
    assert swap(KENT, swapped, one, other) == draw


def test_nobody_without_a_seat_can_be_swapped():
    with pytest.raises(CannotSeat) as refusal:
        swap(KENT, Draw((table_of(1, [1, 2, 3]),)), 1, 9)
    assert refusal.value.code == "not_seated"
