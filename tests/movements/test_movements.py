"""What holds of every registered movement, at every head-count a club may have."""

import pytest

from tournament.movements import MOVEMENTS
from tournament.movements.draw import ONE_ROUND, CannotSeat, Field, Movement
from tournament.movements.faults import find_faults, find_field_faults

EVERY_MOVEMENT = pytest.mark.parametrize("movement", MOVEMENTS.values(), ids=MOVEMENTS.keys())
OF_ONE_STAGE = {key: movement for key, movement in MOVEMENTS.items() if movement.rounds(12) == ONE_ROUND}
EVERY_STAGE = pytest.mark.parametrize("movement", OF_ONE_STAGE.values(), ids=OF_ONE_STAGE.keys())
OF_ROUNDS = {key: movement for key, movement in MOVEMENTS.items() if key not in OF_ONE_STAGE}
EVERY_ROUND = pytest.mark.parametrize("movement", OF_ROUNDS.values(), ids=OF_ROUNDS.keys())
"""Rounds after the first are in the tests of each movement."""
HEAD_COUNTS = range(0, 101)
DRAWN = (*range(0, 34), *range(97, 101))
"""The small numbers and of the large one of each rest of the division by four: the others are seated alike."""


def fields_of(movement: Movement, size: int) -> list[Field[int]]:
    """By lot and by rank, with every choice that a club or a director has."""
    entries = tuple(range(size))
    lots = [Field(entries, 1674, prefer_five) for prefer_five in (False, True)]
    ranked = [
        Field(entries, None, prefer_five, threes) for prefer_five in (False, True) for threes in ("bottom", "spread")
    ]
    return [*lots, *ranked, *(Field(entries, 1674, table_size=wanted) for wanted in movement.sizes)]


@EVERY_STAGE
def test_every_number_fits_and_is_drawn_without_a_fault_or_is_refused_in_words(movement):
    for size in DRAWN:
        fit = movement.fits(size)
        for field in fields_of(movement, size):
            if fit:
                draws = movement.next_draws(field)
                assert draws
                assert [find_faults(draw, field.entries, sizes=movement.sizes) for draw in draws] == [()] * len(draws)
            else:
                assert fit.why_not.endswith(".")
                with pytest.raises(CannotSeat):
                    movement.next_draws(field)


@EVERY_STAGE
def test_a_movement_takes_every_number_from_the_fewest_it_takes_or_all_that_fill_its_only_size(movement):
    taken = [size for size in HEAD_COUNTS if movement.fits(size)]
    step = movement.sizes[0] if len(movement.sizes) == 1 else 1
    assert taken == list(range(taken[0], HEAD_COUNTS.stop, step))


@EVERY_STAGE
def test_the_same_field_is_always_drawn_the_same(movement):
    for field in fields_of(movement, 12):
        assert movement.next_draws(field) == movement.next_draws(field)


@EVERY_STAGE
def test_a_table_can_be_made_again_from_its_seats_alone(movement):
    for size in filter(movement.fits, DRAWN):
        for draw in movement.next_draws(Field(tuple(range(size)), 1674)):
            assert [movement.table_of(table.number, table.seats) for table in draw.tables] == list(draw.tables)


@EVERY_ROUND
def test_a_first_round_is_drawn_for_every_number_or_refused_in_words(movement):
    for size in range(0, 34):
        field = Field(tuple(range(1, size + 1)), 1674, rounds=2)
        if movement.fits(size):
            draw = movement.next_draws(field)[0]
            assert find_field_faults(movement, draw, field) == ()
            assert draw.why.keys() >= {*draw.entries, *draw.resting}
            assert [movement.table_of(table.number, table.seats) for table in draw.tables] == list(draw.tables)
            fewest, usual, most = movement.rounds(size)
            assert 1 <= fewest <= usual <= most
        else:
            assert movement.fits(size).why_not.endswith(".")
            with pytest.raises(CannotSeat):
                movement.next_draws(field)


@EVERY_ROUND
@pytest.mark.parametrize("size", [12, 13])
def test_the_same_round_is_always_drawn_the_same(movement, size):
    field = Field(tuple(range(1, (size if movement.fits(size) else 2) + 1)), 1674, rounds=2)
    assert movement.next_draws(field) == movement.next_draws(field)


@EVERY_MOVEMENT
def test_a_movement_stands_under_its_own_key(movement):
    assert MOVEMENTS[movement.key] is movement


def test_kent_draws_its_first_hour_by_lot_and_cuts_its_second_from_the_ranking():
    entries = tuple(range(1, 9))
    (lot,) = MOVEMENTS["kent"].next_draws(Field(entries, seed=1674))
    (ranked,) = MOVEMENTS["kent"].next_draws(Field(entries))
    assert [table.seats for table in ranked.tables] == [(1, 2, 3, 4), (5, 6, 7, 8)]
    assert [table.seats for table in lot.tables] != [table.seats for table in ranked.tables]
