"""Winners play on: seeds, byes, who has left, third place and the plate."""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.movements.evenings import after
from tournament.movements.bracket import BracketPlace, bracket_of, rounds_to_final_of, seeds_of
from tournament.movements.draw import CannotSeat, Field, GroupPlace, PastMatch, Rounds, Why, swap
from tournament.movements.faults import find_field_faults
from tournament.movements.knock_out import KNOCK_OUT, KNOCK_OUT_PLATE, cups_of, starting_orders


def field_of(size, **more):
    return Field(tuple(range(1, size + 1)), **more)


def favourite(one, other):
    return min(one, other)


def outsider(one, other):
    return max(one, other)


def decide(field, draw, wins):
    """The field before the next round, the winners of this one as told."""
    field = after(field, draw)
    past = [
        replace(past, winner=past.entries.index(wins(*past.entries))) if past.round == field.round - 1 else past
        for past in field.past
    ]
    return replace(field, past=tuple(past))


def leave(field, *gone):
    return replace(field, entries=tuple(entry for entry in field.entries if entry not in gone))


def play(movement, field, wins=favourite):
    """Every round until there is no match left, as (field, draw)."""
    played = []
    while True:
        try:
            (draw,) = movement.next_draws(field)
        except CannotSeat as refused:
            assert refused.code == "knock_out_over"
            return played, field
        played.append((field, draw))
        field = decide(field, draw, wins)


def seats(draw):
    return [table.seats for table in draw.tables]


def test_seeds_meet_as_late_as_they_can():
    assert seeds_of(3) == (1, 8, 4, 5, 2, 7, 3, 6)


@pytest.mark.parametrize("size", range(2, 61))
def test_every_number_plays_to_a_final_that_the_favourites_reach(size):
    played, end = play(KNOCK_OUT, field_of(size))
    assert len(played) == rounds_to_final_of(size) == KNOCK_OUT.rounds(size).usual
    assert [fault for field, draw in played for fault in find_field_faults(KNOCK_OUT, draw, field)] == []
    assert seats(played[-1][1]) == [(1, 2)] + [(4, 3)] * (size > 3)
    assert sum(len(draw.tables) for _field, draw in played) == size - (size < 4)
    byes = 2 ** len(played) - size
    assert sorted(played[0][1].resting) == list(range(1, byes + 1))
    assert bracket_of(end)[-1][0].winner == 1


@pytest.mark.parametrize("size", [*range(2, 34), 48, 59])
@pytest.mark.parametrize("wins", [favourite, outsider])
def test_the_plate_is_decided_within_its_rounds(size, wins):
    played, _end = play(KNOCK_OUT_PLATE, field_of(size), wins)
    assert KNOCK_OUT_PLATE.rounds(size).fewest <= len(played) <= KNOCK_OUT_PLATE.rounds(size).most
    found = [fault.code for field, draw in played for fault in find_field_faults(KNOCK_OUT_PLATE, draw, field)]
    assert found == []
    assert all(set(draw.why) == set(field.entries) for field, draw in played)


def test_an_evening_of_six_is_told_as_it_goes():
    played, _end = play(KNOCK_OUT, field_of(6))
    first, second, final = (draw for _field, draw in played)
    assert (seats(first), first.resting, first.out) == ([(4, 5), (3, 6)], (1, 2), ())
    assert first.why == {
        1: Why("bye", {"rank": 1}),
        2: Why("bye", {"rank": 2}),
        3: Why("first_round", {"rank": 3, "other": 6}),
        4: Why("first_round", {"rank": 4, "other": 5}),
        5: Why("first_round", {"rank": 5, "other": 4}),
        6: Why("first_round", {"rank": 6, "other": 3}),
    }
    assert (seats(second), second.out) == ([(1, 4), (2, 3)], (5, 6))
    assert second.why == {
        1: Why("semi_final_through", {"round": 1}),
        2: Why("semi_final_through", {"round": 1}),
        3: Why("semi_final", {"table": 2, "round": 1}),
        4: Why("semi_final", {"table": 1, "round": 1}),
        5: Why("out_lost", {"opponent": 4, "round": 1}),
        6: Why("out_lost", {"opponent": 3, "round": 1}),
    }
    assert seats(final) == [(1, 2), (4, 3)]
    assert final.why[1] == Why("final", {"table": 1, "round": 2})
    assert final.why[4] == Why("third_place")
    assert final.why[1].message == "Final: winner of table 1 in round 2."


def from_groups(groups, best):
    """Firsts, then seconds, in another order of the groups each time."""
    entries = [(group, place) for place in range(1, best + 1) for group in Random(place).sample(range(groups), groups)]
    return tuple(entries), {entry: GroupPlace(chr(65 + entry[0]), entry[1]) for entry in entries}


@pytest.mark.parametrize("groups", [2, 3, 4, 5, 7, 8, 12, 16])
@pytest.mark.parametrize("best", [1, 2, 3, 4])
def test_group_mates_meet_as_late_as_can_be_and_firsts_have_the_best_numbers(groups, best):
    entries, placed = from_groups(groups, best)
    order = KNOCK_OUT.starts_from(Field(entries, placed=placed))
    assert [place for _group, place in order] == [place for _group, place in entries]
    last = rounds_to_final_of(len(order))
    position = {order[seed - 1]: place for place, seed in enumerate(seeds_of(last)) if seed <= len(order)}
    meet = [(position[one] ^ position[two]).bit_length() for one, two in combinations(order, 2) if one[0] == two[0]]
    assert min(meet, default=last) == last - (best > 2)


def test_who_comes_from_groups_is_told_so_and_who_comes_from_none_is_drawn_after_them():
    placed = {name: GroupPlace(name[0], int(name[1])) for name in ("A1", "B1", "A2", "B2", "A3", "B3", "A4")}
    (draw,) = KNOCK_OUT.next_draws(Field((*placed, "late"), placed=placed))
    assert {entry: why.message for entry, why in draw.why.items()} == {
        "A1": "Number 1 of the draw meets number 8.",
        "late": "Number 8 of the draw meets number 1.",
        "B1": "First of group B: meets number 4 of group A.",
        "A4": "Number 4 of group A: meets number 1 of group B.",
        "A2": "Second of group A: meets number 3 of group B.",
        "B3": "Third of group B: meets number 2 of group A.",
        "B2": "Second of group B: meets number 3 of group A.",
        "A3": "Third of group A: meets number 2 of group B.",
    }
    (draw,) = KNOCK_OUT.next_draws(Field(("A1", "B1", "A2"), placed=placed))
    assert draw.why["A1"].message == "Number 1 of group A: goes through to round 2 without a match."
    assert seats(draw) == [("B1", "A2")]


def test_a_match_without_a_winner_holds_up_the_next_round_and_is_named():
    field = field_of(4)
    field = after(field, KNOCK_OUT.next_draws(field)[0])
    with pytest.raises(CannotSeat) as refused:
        KNOCK_OUT.next_draws(field)
    assert (refused.value.code, refused.value.params) == ("undecided", {"table": 1, "round": 1})


def test_a_meeting_that_was_never_played_holds_up_the_next_round():
    field = field_of(4, round=2, order=(1, 2, 3, 4), past=(PastMatch(1, 1, ((1,), (4,)), 0),))
    with pytest.raises(CannotSeat) as refused:
        KNOCK_OUT.next_draws(field)
    assert refused.value.params == {"table": 2, "round": 1}


def test_a_match_of_the_plate_without_a_winner_holds_up_the_next_round():
    field = field_of(8)
    field = decide(field, KNOCK_OUT_PLATE.next_draws(field)[0], favourite)
    field = after(field, KNOCK_OUT_PLATE.next_draws(field)[0])
    main = tuple(replace(past, winner=0) if past.table < 3 else past for past in field.past)
    with pytest.raises(CannotSeat) as refused:
        KNOCK_OUT_PLATE.next_draws(replace(field, past=main))
    assert refused.value.params == {"table": 3, "round": 2}


def test_who_left_loses_the_match_that_he_did_not_finish():
    field = field_of(4)
    field = leave(after(field, KNOCK_OUT.next_draws(field)[0]), 1, 2)
    (final,) = KNOCK_OUT.next_draws(field)
    assert seats(final) == [(4, 3)]


def test_who_has_left_after_winning_gives_the_next_a_walk_over():
    field = field_of(8)
    field = leave(decide(field, KNOCK_OUT.next_draws(field)[0], favourite), 1)
    (semi,) = KNOCK_OUT.next_draws(field)
    assert (seats(semi), semi.resting) == ([(2, 3)], (4,))
    assert semi.why[4] == Why("walk_over", {"entry": 1})
    field = decide(field, semi, favourite)
    (final,) = KNOCK_OUT.next_draws(field)
    assert (seats(final), final.why[4]) == ([(4, 2)], Why("final_through", {"round": 2}))
    assert final.why[3] == Why("out_third")


def test_a_walk_over_stands_when_the_one_who_left_comes_back():
    field = field_of(8)
    field = decide(field, KNOCK_OUT.next_draws(field)[0], favourite)
    field = decide(leave(field, 1), KNOCK_OUT.next_draws(leave(field, 1))[0], favourite)
    (final,) = KNOCK_OUT.next_draws(replace(field, entries=(1, *field.entries)))
    assert seats(final) == [(4, 2)]
    assert final.why[1] == Why("out_done")


def test_when_both_of_a_meeting_have_left_the_next_goes_on_alone():
    field = field_of(16)
    field = leave(decide(field, KNOCK_OUT.next_draws(field)[0], favourite), 1, 8)
    field = decide(field, KNOCK_OUT.next_draws(field)[0], favourite)
    (semi,) = KNOCK_OUT.next_draws(field)
    assert (seats(semi), semi.resting, semi.why[4]) == ([(2, 3)], (4,), Why("walk_over_nobody"))


def test_a_final_that_cannot_be_played_is_won():
    field = field_of(4)
    field = leave(decide(field, KNOCK_OUT.next_draws(field)[0], favourite), 1)
    (third,) = KNOCK_OUT.next_draws(field)
    assert (seats(third), third.out, third.why[2]) == ([(4, 3)], (2,), Why("out_champion"))
    with pytest.raises(CannotSeat) as refused:
        KNOCK_OUT.next_draws(leave(field, 4))
    assert refused.value.code == "knock_out_over"


def test_who_comes_before_the_first_match_is_last_in_the_bracket():
    field = Field((1, 2, 3, 4, 5), order=(1, 2, 3, 4))
    (first,) = KNOCK_OUT.next_draws(field)
    assert (seats(first), sorted(first.resting)) == ([(4, 5)], [1, 2, 3])
    (second,) = KNOCK_OUT.next_draws(replace(decide(field, first, outsider), order=(1, 2, 3, 4)))
    assert seats(second) == [(1, 5), (2, 3)]


def test_who_comes_later_is_told_that_it_has_begun_or_plays_in_the_plate():
    for movement, code in ((KNOCK_OUT, "out_late"), (KNOCK_OUT_PLATE, "plate_late")):
        field = field_of(8)
        field = decide(field, movement.next_draws(field)[0], favourite)
        (second,) = movement.next_draws(replace(field, entries=(*field.entries, 99)))
        assert second.why[99].code == code


def test_two_exchanged_by_hand_are_followed_where_they_played():
    field = field_of(8)
    past = [PastMatch(1, 1, ((1,), (8,)), 0), PastMatch(1, 2, ((4,), (7,)), 1), PastMatch(1, 3, ((2,), (5,)), 1)]
    past.append(PastMatch(1, 4, ((3,), (6,)), 0))
    (semi,) = KNOCK_OUT.next_draws(replace(field, round=2, order=field.entries, past=tuple(past)))
    assert seats(semi) == [(1, 7), (5, 3)]


def test_one_who_was_given_a_bye_by_hand_plays_on():
    past = (PastMatch(1, 1, ((4,), (1,)), 1), PastMatch(1, 2, ((3,), (6,)), 0))
    field = field_of(6, round=2, order=(1, 2, 3, 4, 5, 6), past=past, rested=((1, 5), (1, 2)))
    assert seats(KNOCK_OUT.next_draws(field)[0]) == [(5, 1), (2, 3)]


def test_club_mates_meet_others_first_where_an_exchange_of_equals_can_do_it():
    field = field_of(8, apart=[frozenset((1, 8)), frozenset((4, 5))])
    (first,) = KNOCK_OUT.next_draws(field)
    assert find_field_faults(KNOCK_OUT, first, field) == ()
    assert {seat for seat, _other in seats(first)} == {1, 2, 3, 4}
    all_of_them = [frozenset((1, other)) for other in range(5, 9)]
    field = field_of(8, apart=all_of_them)
    assert [fault.code for fault in find_field_faults(KNOCK_OUT, KNOCK_OUT.next_draws(field)[0], field)] == [
        "not_kept_apart"
    ]


def test_who_cannot_move_has_his_table():
    field = field_of(8, stays={3: 1, 1: 7})
    (first,) = KNOCK_OUT.next_draws(field)
    assert [(table.number, table.seats) for table in first.tables] == [
        (1, (3, 6)),
        (2, (4, 5)),
        (3, (2, 7)),
        (7, (1, 8)),
    ]
    assert find_field_faults(KNOCK_OUT, first, field) == ()


def test_who_loses_his_first_match_later_comes_into_the_plate_later():
    played, _end = play(KNOCK_OUT_PLATE, field_of(9), outsider)
    draws = [draw for _field, draw in played]
    assert (draws[1].resting, draws[1].why[8]) == ((8,), Why("plate_waits"))
    assert draws[2].why[8] == Why("plate_first", {"opponent": 9, "round": 1})
    assert {entry for entry, why in draws[2].why.items() if why.code.startswith("plate")} == {1, 2, 3, 4, 8}
    assert [why.code for why in draws[4].why.values()].count("plate_final") == 2
    assert draws[4].why[9] == Why("out_champion")
    assert sum(why == Why("out_third") for why in draws[4].why.values()) == 1


def test_the_winner_of_the_plate_is_told_so():
    played, field = play(KNOCK_OUT_PLATE, field_of(5), favourite)
    assert played[1][1].why[5] == Why("out_lost", {"opponent": 4, "round": 1})
    played, field = play(KNOCK_OUT_PLATE, field_of(6), favourite)
    assert played[2][1].why[5] == Why("out_plate")
    assert seats(played[1][1])[2:] == [(5, 6)]


def test_a_plate_goes_on_when_one_of_it_leaves():
    field = field_of(16)
    field = decide(field, KNOCK_OUT_PLATE.next_draws(field)[0], favourite)
    field = leave(after(field, KNOCK_OUT_PLATE.next_draws(field)[0]), 9, 10, 15, 1, 2, 3, 4)
    past = [
        replace(past, winner=0) if past.round == 2 and not {9, 10} & set(past.entries) else past for past in field.past
    ]
    (third,) = KNOCK_OUT_PLATE.next_draws(replace(field, past=tuple(past)))
    assert {entry for entry, why in third.why.items() if why.code.startswith("plate")} == {11, 12, 16}


def test_a_bracket_is_read_for_print_at_any_time():
    field = field_of(3)
    assert bracket_of(field) == (
        (BracketPlace(1, 1, (1, None), 1, False), BracketPlace(1, 2, (2, 3))),
        (BracketPlace(2, 1, (1, None)),),
    )
    field = decide(field, KNOCK_OUT.next_draws(field)[0], outsider)
    match = PastMatch(1, 1, ((2,), (3,)), 1)
    assert bracket_of(field) == (
        (BracketPlace(1, 1, (1, None), 1, False), BracketPlace(1, 2, (2, 3), 3, False, match)),
        (BracketPlace(2, 1, (1, 3)),),
    )


@pytest.mark.parametrize("size", [0, 1])
def test_one_cannot_meet_anybody(size):
    assert KNOCK_OUT.fits(size).why_not.endswith(".")
    with pytest.raises(CannotSeat):
        KNOCK_OUT.next_draws(field_of(size))


def test_rounds_are_those_to_the_final_and_one_more_for_a_plate_with_byes():
    assert [KNOCK_OUT.rounds(size) for size in (2, 3, 9)] == [Rounds(1, 1, 1), Rounds(2, 2, 2), Rounds(4, 4, 4)]
    assert [KNOCK_OUT_PLATE.rounds(size) for size in (8, 12, 16)] == [
        Rounds(3, 3, 3),
        Rounds(4, 5, 5),
        Rounds(4, 4, 4),
    ]


@pytest.mark.parametrize("movement", [KNOCK_OUT, KNOCK_OUT_PLATE])
@settings(max_examples=30, deadline=None)
@given(st.data())
def test_whoever_wins_or_leaves_one_is_left_and_every_place_has_its_reason(movement, data):
    size = data.draw(st.integers(2, 24))
    field = field_of(size, seed=data.draw(st.integers(0, 99)))
    field = replace(field, order=field.entries)
    for _round in range(movement.rounds(size).most):
        if field.round > 1 and data.draw(st.booleans()):
            field = leave(field, data.draw(st.sampled_from(field.entries)))
        try:
            (draw,) = movement.next_draws(field)
        except CannotSeat as refused:
            assert refused.code == "knock_out_over"
            break
        assert find_field_faults(movement, draw, field) == ()
        assert set(draw.why) == set(field.entries) and all(why.message for why in draw.why.values())
        field = decide(field, draw, lambda one, other: data.draw(st.sampled_from((one, other))))
    met = Counter(past.round for past in field.past if past.winner is not None)
    assert sum(met.values()) < 2 * size
    assert len({place.winner for place in bracket_of(field)[-1]}) == 1


def test_a_round_in_which_nobody_has_an_opponent_left_lets_all_through_without_a_table():
    field = field_of(8)
    (first,) = KNOCK_OUT.next_draws(field)
    semi_finals = decide(field, first, favourite)
    gone = [table.seats[0] for table in KNOCK_OUT.next_draws(semi_finals)[0].tables]
    (draw,) = KNOCK_OUT.next_draws(leave(semi_finals, *gone))
    assert (draw.tables, len(draw.resting)) == ((), 2)


def empty(field, *tables):
    """The field with the matches of the round before at these tables as ones to which neither side came."""
    past = [
        replace(past, winner=None, is_empty=True)
        if (past.round, past.table) in {(field.round - 1, t) for t in tables}
        else past
        for past in field.past
    ]
    return replace(field, past=tuple(past))


def test_a_match_to_which_neither_came_sends_nobody_on_and_the_next_opponent_goes_through():
    field = field_of(8)
    (first,) = KNOCK_OUT.next_draws(field)
    field = empty(decide(field, first, favourite), 2)
    (semi_finals,) = KNOCK_OUT.next_draws(field)
    gone = set(first.tables[1].entries)
    through = semi_finals.resting
    assert (len(semi_finals.tables), len(through), gone & set(semi_finals.entries)) == (1, 1, set())
    assert semi_finals.why[through[0]] == Why("walk_over_nobody")
    assert [semi_finals.why[entry] for entry in gone] == [Why("out_empty", {"table": 2, "round": 1})] * 2
    (final,) = KNOCK_OUT.next_draws(decide(field, semi_finals, favourite))
    assert through[0] in final.entries and len(final.tables) == 1


def test_a_final_without_an_opponent_is_drawn_and_won_without_a_match_and_one_without_anybody_by_nobody():
    field = field_of(4)
    (first,) = KNOCK_OUT.next_draws(field)
    field = empty(decide(field, first, favourite), 1)
    (final,) = KNOCK_OUT.next_draws(field)
    (winner,) = (past.entries[past.winner] for past in field.past if past.winner is not None)
    assert (final.tables, final.resting, final.why[winner]) == ((), (winner,), Why("walk_over_nobody"))
    assert bracket_of(field)[-1][0].winner == winner
    assert bracket_of(empty(field, 1, 2))[-1][0].winner is None
    with pytest.raises(CannotSeat, match="The knock-out is decided"):
        KNOCK_OUT.next_draws(empty(field, 1, 2))


@pytest.mark.parametrize("movement", [KNOCK_OUT, KNOCK_OUT_PLATE])
@settings(max_examples=30, deadline=None)
@given(st.data())
def test_whatever_match_nobody_comes_to_each_later_round_can_be_drawn(movement, data):
    size = data.draw(st.integers(4, 20))
    field = field_of(size, seed=data.draw(st.integers(0, 99)))
    field = replace(field, order=field.entries)
    out = set()
    for _round in range(movement.rounds(size).most):
        try:
            (draw,) = movement.next_draws(field)
        except CannotSeat as refused:
            assert refused.code == "knock_out_over"
            break
        assert out.isdisjoint({*draw.entries, *draw.resting})
        assert set(draw.why) == set(field.entries)
        field = decide(field, draw, lambda one, other: data.draw(st.sampled_from((one, other))))
        tables = [table.number for table in draw.tables if data.draw(st.integers(0, 3)) == 0]
        field = empty(field, *tables)
        out |= {entry for table in draw.tables if table.number in tables for entry in table.entries}


def test_a_second_cup_is_played_beside_the_first_at_the_tables_after_it():
    placed = {entry: GroupPlace("ABC"[(entry - 1) % 3], 1 + (entry - 1) // 3) for entry in range(1, 10)}
    field = Field(tuple(range(1, 10)), placed=placed, second_cup=(4, 5, 6, 7, 8, 9))
    orders = starting_orders(field)
    assert [sorted(order) for order in orders] == [[1, 2, 3], [4, 5, 6, 7, 8, 9]]
    assert KNOCK_OUT.starts_from(field) == orders[0]
    (draw,) = KNOCK_OUT.next_draws(field)
    assert [set(pair) <= {1, 2, 3} for pair in seats(draw)] == [True, False, False]
    assert draw.resting == (orders[0][0], *orders[1][:2])
    assert {entry for entry, why in draw.why.items() if why.params.get("second_cup")} == {4, 5, 6, 7, 8, 9}
    assert find_field_faults(KNOCK_OUT, draw, field) == ()
    swapped = swap(KNOCK_OUT, draw, orders[0][1], orders[1][2])
    assert {fault.code for fault in find_field_faults(KNOCK_OUT, swapped, field)} == {"other_cup"}
    field = replace(field, order=orders[0], second_cup=orders[1], placed={})
    played, end = play(KNOCK_OUT, field)
    assert [len(draw.tables) for _field, draw in played] == [3, 3, 2]
    assert played[-1][1].out == (1, 2, 3, *orders[1][4:])
    assert [bracket_of(cup)[-1][0].winner for cup in cups_of(end)] == [1, 4]


def test_a_leaver_ends_one_cup_and_the_other_goes_on():
    field = replace(field_of(6), order=(1, 2), second_cup=(3, 4, 5, 6))
    field = decide(field, KNOCK_OUT.next_draws(field)[0], favourite)
    (final,) = KNOCK_OUT.next_draws(leave(field, 1, 2))
    assert (seats(final), final.out) == ([(3, 4), (6, 5)], ())
