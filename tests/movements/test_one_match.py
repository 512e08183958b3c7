"""One match between two teams: who meets whom is known, in one sitting or in two halves."""

import pytest

from tournament.movements import MOVEMENTS
from tournament.movements.draw import CannotSeat, Field, PastMatch

ONE_MATCH = MOVEMENTS["one-match"]


def test_the_two_meet_in_the_order_entered_whatever_the_lot():
    for seed in (None, 1, 2, 3):
        (draw,) = ONE_MATCH.next_draws(Field((7, 9), seed, rounds=1))
        assert [table.seats for table in draw.tables] == [(7, 9)]


def test_two_halves_seat_the_same_two_and_there_is_no_third():
    first, second = ONE_MATCH.next_draws(Field((7, 9), 1674, rounds=2))
    assert first == second
    past = (PastMatch(1, 1, ((7,), (9,))),)
    assert ONE_MATCH.next_draws(Field((9, 7), round=2, rounds=2, order=(7, 9), past=past)) == (first,)
    with pytest.raises(CannotSeat) as refused:
        ONE_MATCH.next_draws(Field((7, 9), round=3, rounds=3, order=(7, 9)))
    assert refused.value.code == "all_played"


@pytest.mark.parametrize("size", [0, 1, 3, 12])
def test_any_other_number_is_refused_in_words(size):
    assert ONE_MATCH.fits(size).why_not == "One match needs exactly 2 teams with all their players here."
    with pytest.raises(CannotSeat):
        ONE_MATCH.next_draws(Field(tuple(range(size)), 1674))
