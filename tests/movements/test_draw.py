"""Every fault that a draw can have, each found alone and said in words."""

import pytest

from tournament.movements.draw import Draw, DrawnMatch, DrawnTurn, TableDraw, seat_pairs
from tournament.movements.faults import Fault, find_faults
from tournament.movements.kent import table_of
from tournament.movements.words import ADVICE


def match(*entries):
    return DrawnMatch(tuple((entry,) for entry in entries))


def test_a_draw_without_fault_has_none():
    draw = Draw((table_of(1, ["Ann", "Bea", "Cy", "Dan"]), table_of(2, ["Eve", "Fay", "Gus"])))
    assert find_faults(draw, ["Ann", "Bea", "Cy", "Dan", "Eve", "Fay", "Gus"]) == ()


def test_an_entry_seated_twice_is_found():
    draw = Draw((table_of(1, ["Ann", "Bea", "Cy"]), table_of(2, ["Ann", "Eve", "Fay"])))
    assert find_faults(draw, ["Ann", "Bea", "Cy", "Eve", "Fay"]) == (
        Fault("seated_twice", {"entry": "Ann", "times": 2}),
    )


def test_an_entry_without_a_seat_and_one_that_is_not_in_the_field_are_found():
    assert find_faults(Draw((table_of(1, ["Ann", "Bea", "Zoe"]),)), ["Ann", "Bea", "Cy"]) == (
        Fault("unknown", {"entry": "Zoe"}),
        Fault("missing", {"entry": "Cy"}),
    )


def test_two_tables_of_one_number_are_found():
    draw = Draw((table_of(1, ["Ann", "Bea", "Cy"]), table_of(1, ["Dan", "Eve", "Fay"])))
    assert find_faults(draw, draw.entries) == (Fault("same_number", {"table": 1}),)


@pytest.mark.parametrize("seats", [("Ann", "Bea"), ("Ann", "Bea", "Cy", "Dan", "Eve", "Fay")])
def test_a_table_of_a_size_that_cannot_be_played_is_found(seats):
    draw = Draw((TableDraw(3, seats, ()),))
    assert find_faults(draw, seats) == (Fault("table_size", {"table": 3, "size": len(seats)}),)


def test_a_vacant_chair_does_not_count_toward_the_size():
    draw = Draw((table_of(1, ["Ann", None, "Cy", None]),))
    assert Fault("table_size", {"table": 1, "size": 2}) in find_faults(draw, ["Ann", "Cy"])


def test_other_movements_may_have_other_sizes():
    draw = Draw((TableDraw(1, ("Ann", "Bea"), (DrawnTurn(1, (match("Ann", "Bea"),), ()),)),))
    assert find_faults(draw, ["Ann", "Bea"], sizes=(2,)) == ()


def test_an_entry_that_sits_out_again_before_another_has_is_found():
    draw = Draw(
        (
            TableDraw(
                1, ("X", "Y", "Z"), (DrawnTurn(1, (match("X", "Y"),), ("Z",)), DrawnTurn(2, (match("X", "Y"),), ("Z",)))
            ),
        )
    )
    assert find_faults(draw, ["X", "Y", "Z"]) == (
        Fault("sits_out_again", {"entry": "Z", "times": 2, "table": 1}),
        Fault("second_meeting", {"entry": "X", "opponent": "Y", "times": 2}),
    )


def test_a_second_meeting_is_found_across_tables():
    draw = Draw((table_of(1, ["Ann", "Bea", "Cy"]), table_of(2, ["Bea", "Ann", "Dan"])))
    assert Fault("second_meeting", {"entry": "Ann", "opponent": "Bea", "times": 2}) in find_faults(draw, draw.entries)


def test_partners_do_not_meet_each_other():
    pairs = DrawnMatch((("Ann", "Bea"), ("Cy", "Dan")))
    others = DrawnMatch((("Ann", "Bea"), ("Eve", "Fay")))
    draw = Draw(
        (
            TableDraw(1, ("Ann", "Bea", "Cy", "Dan"), (DrawnTurn(1, (pairs,), ()),)),
            TableDraw(2, ("Ann", "Bea", "Eve", "Fay"), (DrawnTurn(2, (others,), ()),)),
        )
    )
    assert [fault.code for fault in find_faults(draw, draw.entries)] == ["seated_twice", "seated_twice"]


def test_a_turn_that_forgets_one_doubles_another_and_borrows_a_third_is_found():
    turn = DrawnTurn(1, (match("Ann", "Bea"), match("Ann", "Zoe")), ())
    assert find_faults(Draw((TableDraw(1, ("Ann", "Bea", "Cy"), (turn,)),)), ["Ann", "Bea", "Cy"]) == (
        Fault("twice_in_turn", {"entry": "Ann", "times": 2, "table": 1, "turn": 1}),
        Fault("not_at_table", {"entry": "Zoe", "table": 1, "turn": 1}),
        Fault("not_in_turn", {"entry": "Cy", "table": 1, "turn": 1}),
    )


def test_a_fault_says_what_is_wrong():
    assert Fault("second_meeting", {"entry": "Ann", "opponent": "Bea", "times": 2}).message == (
        "Ann and Bea meet 2 times."
    )


def test_an_hour_cut_short_after_the_first_sit_out_is_fair():
    draw = Draw((TableDraw(1, ("X", "Y", "Z"), (DrawnTurn(1, (match("X", "Y"),), ("Z",)),)),))
    assert find_faults(draw, ["X", "Y", "Z"]) == ()


def test_a_fault_that_only_advises_says_so():
    assert not Fault("unknown", {"entry": "Zoe"}).is_advice
    assert {Fault(code).is_advice for code in ADVICE} == {True}


def test_a_table_for_two_pairs_with_a_vacant_seat_has_nobody_play():
    assert seat_pairs(3, ["Ann", None, "Cy", "Dan"]).turns == (DrawnTurn(1, (), ("Ann", "Cy", "Dan")),)
