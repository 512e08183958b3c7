"""The drive at which everybody plays for himself: the better half of a table moves up."""

from fractions import Fraction

import pytest

from tournament.movements import MOVEMENTS
from tournament.movements.draw import Draw, Field, PastMatch
from tournament.movements.faults import find_field_faults

DRIVE = MOVEMENTS["auction-pitch-drive"]


def played(draw: Draw[int], round: int) -> tuple[PastMatch[int], ...]:
    """The lower number is the better player."""
    return tuple(
        PastMatch(
            round, table.number, match.sides, ranked=tuple(sorted(range(table.size), key=lambda p: match.sides[p]))
        )
        for table in draw.tables
        for match in table.turns[0].matches
    )


def tables_of(draw: Draw[int]) -> list[list[int]]:
    return [sorted(table.entries) for table in draw.tables]


def test_the_better_half_moves_up_the_rest_stays_and_the_head_tables_rest_goes_to_the_last():
    order = tuple(range(1, 13))
    (first,) = DRIVE.next_draws(Field(order, None, round=1))
    assert tables_of(first) == [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
    (second,) = DRIVE.next_draws(Field(order, 7, round=2, order=order, past=played(first, 1)))
    assert tables_of(second) == [[1, 2, 5, 6], [7, 8, 9, 10], [3, 4, 11, 12]]
    assert [second.why[entry].message for entry in (1, 3, 5, 7)] == [
        "In the better half of the head table, so stays there.",
        "Not in the better half of the head table, so goes to the last table.",
        "In the better half of table 2, so moves up to table 1.",
        "Not in the better half of table 2, so stays there.",
    ]


def test_one_table_stays_as_it_is_and_a_match_that_nobody_ranked_is_cut_for_by_the_seed():
    order = (1, 2, 3, 4)
    past = (PastMatch(1, 1, ((1,), (2,), (3,), (4,))),)
    (draw,) = DRIVE.next_draws(Field(order, 7, round=2, order=order, past=past))
    assert tables_of(draw) == [[1, 2, 3, 4]]
    assert sorted(why.code for why in draw.why.values()) == ["drive_half_head"] * 2 + ["drive_half_stays"] * 2
    assert DRIVE.next_draws(Field(order, 7, round=2, order=order, past=past)) == (draw,)


@pytest.mark.parametrize("size", [*range(3, 61), 200])
def test_every_number_plays_every_round_though_people_come_and_go(size):
    order = tuple(range(1, size + 1))
    past: tuple[PastMatch[int], ...] = ()
    here = order
    for round in range(1, 5):
        field = Field(here, 1674, round=round, order=order if past else (), past=past, scores={1: Fraction(0)})
        (draw,) = DRIVE.next_draws(field)
        assert find_field_faults(DRIVE, draw, field) == ()
        assert (sorted(draw.entries), draw.why.keys()) == (sorted(here), set(here))
        past += played(draw, round)
        here = (*here[1:], 1000 + round) if size > 3 else here


def test_who_comes_late_enters_at_the_last_table():
    order = tuple(range(1, 9))
    (first,) = DRIVE.next_draws(Field(order, None, round=1))
    field = Field((*order, 99), 7, round=2, order=order, past=played(first, 1))
    (second,) = DRIVE.next_draws(field)
    assert (second.why[99].message, 99 in second.tables[-1].entries) == ("Comes in at the bottom, at table 2.", True)
    assert DRIVE.rounds(9) == (1, 8, 24)


def test_whom_the_sizes_of_the_tables_send_elsewhere_is_told_what_is_free_full_or_gone():
    """Tables of five and four: two of a five move up, and three of it stay."""
    told = {}
    for size, gone in ((13, ()), (14, (5, 14)), (12, (2, 4, 8, 9, 10, 11))):
        order = tuple(range(1, size + 1))
        (first,) = DRIVE.next_draws(Field(order, None, round=1))
        here = tuple(entry for entry in order if entry not in gone)
        (second,) = DRIVE.next_draws(Field(here, 7, round=2, order=order, past=played(first, 1)))
        told |= {(size, entry): why.message for entry, why in second.why.items() if "have room" in why.message}
        told |= {(size, entry): why.message for entry, why in second.why.items() if "any more" in why.message}
    assert told == {
        (13, 3): "In the lower half of the head table, so would go to table 3; fills a free place at table 2: the "
        "tables down to it have room for 9, and results send only 8.",
        (13, 8): "In the lower half of table 2, so would stay there; fills a free place at table 1: the tables down to "
        "it have room for 5, and results send only 4.",
        (14, 12): "In the better half of table 3, so would move up to table 2; sits at table 3: the tables down to "
        "table 2 have room for only 8, and results send 9.",
        (12, 3): "In the lower half of the head table, but table 3 is not there any more: sits at table 2.",
        (12, 12): "In the lower half of table 3, which is not there any more: sits at table 2.",
    }
