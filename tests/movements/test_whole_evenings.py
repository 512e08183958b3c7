"""Whole evenings of every movement, counted by a checker that knows nothing of how they are drawn."""

import pytest

from tests.movements.counting import play_evening
from tournament.movements import MOVEMENTS

OF_ROUNDS = {key: movement for key, movement in MOVEMENTS.items() if movement.rounds(12).most > 1}
SIZES = (2, 3, 4, 5, 6, 7, 9, 12, 13, 22, 31, 60)
"""Each rest of the division by four, small and large; every number is in the `slow` test, and 200 in
`tests.performance.draws`."""
NO_REST = ("auction-pitch-mixed", "auction-pitch-drive")


def groups_by_who_met(count):
    groups = {}
    for pair in count.met:
        together = set(pair).union(*(groups.get(entry, set()) for entry in pair))
        groups.update(dict.fromkeys(together, together))
    return sorted(len(group) for group in {frozenset(group) for group in groups.values()})


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("key", OF_ROUNDS)
def test_every_round_of_an_evening_seats_everybody_once(key, size):
    movement = OF_ROUNDS[key]
    if not movement.fits(size):
        assert size < (6 if movement.group_sizes else 4) or key == "one-match"
        return
    rounds = min(movement.rounds(size).usual, 5)
    if key.startswith("knock-out"):
        rounds = movement.rounds(size).usual
    count = play_evening(movement, size, rounds)
    assert count.wrong == []
    if not key.startswith("knock-out"):
        assert count.unfair_rests == 0
        assert not (key in NO_REST and count.rested)
    if movement.group_sizes and rounds == movement.rounds(size).usual:
        sizes = movement.group_sizes(size)
        assert (sum(sizes), len(count.met)) == (size, sum(each * (each - 1) // 2 for each in sizes))
        assert groups_by_who_met(count) == sorted(sizes)
    if movement.meets_once:
        assert count.second_meetings == 0
    if movement.partners_once:
        assert count.second_partnerships == 0


@pytest.mark.slow
@pytest.mark.parametrize("sizes", [range(2, 34), range(34, 45), range(45, 54), range(54, 61)], ids=str)
@pytest.mark.parametrize("key", OF_ROUNDS)
def test_every_number_from_two_to_sixty_plays_a_usual_evening_that_the_count_finds_nothing_wrong_with(key, sizes):
    movement = OF_ROUNDS[key]
    for size in filter(movement.fits, sizes):
        count = play_evening(movement, size, movement.rounds(size).usual)
        assert (size, count.wrong) == (size, [])
        if not key.startswith("knock-out"):
            assert (size, count.unfair_rests) == (size, 0)
        if movement.meets_once:
            assert (size, count.second_meetings) == (size, 0)
        if movement.partners_once:
            assert (size, count.second_partnerships) == (size, 0)
        if key.endswith("-mixed") and size > 12:
            assert (size, count.second_meetings) == (size, 0)
