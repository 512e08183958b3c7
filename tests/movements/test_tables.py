"""The movement "tables" at every head-count and every wanted size, and what each rule set's tables are."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring import RULE_SETS
from tournament.movements import MOVEMENTS
from tournament.movements.draw import CannotSeat, DrawnMatch, DrawnTurn, Field, TableDraw, swap
from tournament.movements.faults import find_faults
from tournament.movements.tables import Sizes, sizes_for, table_of

PAIRS, TWOS = Sizes(pairs=(4,)), Sizes(singles=(2,))
SEVEN_UP, PITCH = Sizes((2, 3), (4,)), Sizes((2, 3, 4, 5, 6, 7))


@pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
def test_every_rule_set_has_its_tables_and_no_size_is_for_pairs_and_for_singles_at_once(rules):
    """Where four may play alone or in pairs (D40), they play alone at tables by lot."""
    movement = MOVEMENTS[f"{rules.id}-tables"]
    assert (movement.sizes, movement.turns) == (tuple(sorted({*rules.players.singles, *rules.players.pairs})), 1)


@pytest.mark.parametrize(
    ("sizes", "n", "wanted", "seated"),
    [
        (PAIRS, 4, None, (4,)),
        (PAIRS, 12, 4, (4, 4, 4)),
        (TWOS, 6, None, (2, 2, 2)),
        (SEVEN_UP, 12, None, (4, 4, 4)),
        (SEVEN_UP, 5, 4, (3, 2)),
        (SEVEN_UP, 6, 4, (4, 2)),
        (SEVEN_UP, 7, 4, (4, 3)),
        (SEVEN_UP, 9, 4, (4, 3, 2)),
        (SEVEN_UP, 6, 3, (3, 3)),
        (SEVEN_UP, 8, 3, (3, 3, 2)),
        (SEVEN_UP, 7, 2, (3, 2, 2)),
        (SEVEN_UP, 2, 3, (2,)),
        (PITCH, 2, None, (2,)),
        (PITCH, 5, 4, (5,)),
        (PITCH, 6, 4, (3, 3)),
        (PITCH, 9, 4, (5, 4)),
        (PITCH, 9, 3, (3, 3, 3)),
        (PITCH, 11, 4, (4, 4, 3)),
        (PITCH, 18, 4, (5, 5, 4, 4)),
        (PITCH, 5, 3, (5,)),
        (PITCH, 8, 7, (4, 4)),
        (PITCH, 9, 2, (3, 2, 2, 2)),
        (PITCH, 12, 9, (4, 4, 4)),
    ],
)
def test_tables_are_mixed_near_the_wanted_size(sizes, n, wanted, seated):
    assert sizes_for(sizes, n, wanted) == seated


@settings(max_examples=50)
@given(st.sampled_from([SEVEN_UP, PITCH]), st.integers(2, 120), st.sampled_from([None, 2, 3, 4, 5, 6, 7]))
def test_where_the_game_leaves_a_choice_everybody_plays_at_a_table_that_the_game_allows(sizes, n, wanted):
    seated = sizes_for(sizes, n, wanted)
    assert sum(seated) == n
    assert set(seated) <= set(sizes.all)


@settings(max_examples=50)
@given(st.integers(3, 120), st.integers(3, 7))
def test_nobody_plays_pitch_at_a_table_of_two_while_more_are_wanted(n, wanted):
    seated = sizes_for(PITCH, n, wanted)
    assert min(seated) >= 3
    assert max(seated) - min(seated) <= 1


@settings(max_examples=50)
@given(st.integers(2, 120))
def test_wanted_pairs_leave_five_players_at_most_to_play_for_themselves(n):
    assert sum(size for size in sizes_for(SEVEN_UP, n, 4) if size != 4) <= 5


@pytest.mark.parametrize(
    ("key", "n", "why_not"),
    [
        ("trinidad-tables", 3, "At least 2 pairs are needed: 4 players."),
        ("trinidad-tables", 13, "1 player is left over. Wait for 3 more"),
        ("lancashire-tables", 14, "2 players are left over. Wait for 2 more"),
        ("nlcb-tables", 15, "3 players are left over. Wait for one more"),
        ("kent-tables", 1, "At least 2 players are needed."),
        ("kent-tables", 7, "1 player is left over. Wait for one more"),
        ("auction-pitch-tables", 1, "At least 2 players are needed."),
        ("seven-up-tables", 0, "At least 2 players are needed."),
    ],
)
def test_a_number_that_cannot_be_seated_is_told_what_to_do(key, n, why_not):
    fit = MOVEMENTS[key].fits(n)
    assert not fit
    assert why_not in fit.why_not
    with pytest.raises(CannotSeat, match=why_not):
        MOVEMENTS[key].next_draws(Field(tuple(range(n)), 1674))


def test_four_in_pairs_sit_opposite_their_partners():
    assert table_of(PAIRS, 1, ["Ann", "Bea", "Cy", "Dan"]) == TableDraw(
        1, ("Ann", "Bea", "Cy", "Dan"), (DrawnTurn(1, (DrawnMatch((("Ann", "Cy"), ("Bea", "Dan"))),), ()),)
    )


@pytest.mark.parametrize("size", PITCH.all)
def test_at_a_table_of_singles_each_is_a_side(size):
    table = table_of(PITCH, 2, range(size))
    assert table.turns == (DrawnTurn(1, (DrawnMatch(tuple((entry,) for entry in range(size))),), ()),)


def test_a_game_for_pairs_and_for_singles_goes_by_the_size_of_the_table():
    assert [len(table_of(SEVEN_UP, 1, range(size)).turns[0].matches[0].sides) for size in (2, 3, 4)] == [2, 3, 2]


@pytest.mark.parametrize(
    ("sizes", "seats", "sides", "sit_outs"),
    [
        (PITCH, ("Ann", None, "Cy"), (("Ann",), ("Cy",)), ()),
        (PITCH, ("Ann", None), None, ("Ann",)),
        (PAIRS, ("Ann", "Bea", None, "Dan"), None, ("Ann", "Bea", "Dan")),
        (SEVEN_UP, ("Ann", "Bea", None, "Dan"), None, ("Ann", "Bea", "Dan")),
        (SEVEN_UP, (None, None, None), None, ()),
    ],
)
def test_a_vacant_seat_leaves_a_smaller_table_of_singles_and_no_match_of_pairs(sizes, seats, sides, sit_outs):
    (turn,) = table_of(sizes, 1, seats).turns
    assert turn == DrawnTurn(1, (DrawnMatch(sides),) if sides else (), sit_outs)


@settings(max_examples=50)
@given(st.sampled_from(sorted(key for key in MOVEMENTS if key.endswith("-tables"))), st.data())
def test_a_draw_by_lot_or_in_order_is_without_fault_and_so_is_a_swap_in_it(key, data):
    movement = MOVEMENTS[key]
    n = data.draw(st.integers(1, 15)) * max(4, movement.sizes[0])
    entries, wanted = tuple(range(n)), data.draw(st.sampled_from([None, *movement.sizes]))
    seed = data.draw(st.none() | st.integers())
    (draw,) = movement.next_draws(Field(entries, seed, table_size=wanted))
    assert find_faults(draw, entries, sizes=movement.sizes) == ()
    assert sorted(draw.entries) == list(entries)
    assert (draw.entries == entries) or seed is not None
    assert [table.number for table in draw.tables] == list(range(1, len(draw.tables) + 1))
    one, other = data.draw(st.tuples(st.sampled_from(entries), st.sampled_from(entries)))
    assert find_faults(swap(movement, draw, one, other), entries, sizes=movement.sizes) == ()
