"""What an hour is worth: raw and adjusted, exact, and unknown where nobody said."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.ranking.matches import at_same_pace, hour, record
from tournament.ranking import (
    CRITERIA,
    NOTHING,
    MatchRecord,
    as_amount,
    credit_records,
    format_halves,
    format_total,
    write_figure,
)


def test_k13_a_sheet_adds_up_what_its_player_won():
    ann = record("Ann", *hour(1, 14, 9, 17))
    assert (ann.total, ann.adjusted_total) == (40, 40)


def test_points_that_a_ruling_took_off_count_once_in_every_total_but_in_no_round():
    ann = record("Ann", *hour(1, 14, 9, 17), points_penalty=2)
    assert (ann.total, ann.reported_total, ann.adjusted_total, ann.points_for) == (38, 38, 38, 38)
    assert (ann.adjusted_total_in(1), ann.round_points, ann.best_round) == (40, (14, 9, 17), 17)
    assert CRITERIA["points_for"].figure_so_far(ann) == 38
    added = record("Ann", *hour(1, 14, 9, 17), points_penalty=-3)
    assert (added.total, added.adjusted_total) == (43, 43)


def test_points_taken_off_stand_in_what_is_known_so_far_and_leave_the_unknown_unknown():
    unreported = record("Ann", *hour(1, None, None), points_penalty=2)
    assert (unreported.reported_total, unreported.known_points()) == (None, -2)
    games_alone = record(
        "Ann", MatchRecord(1, ("Bea",), points=14, against=9), MatchRecord(2, ("Cy",), games=1), points_penalty=2
    )
    assert games_alone.points_for is None
    assert [CRITERIA[key].figure_so_far(games_alone) for key in ("points_for", "point_difference")] == [12, 3]


def test_k17_a_table_of_three_counts_three_halves():
    ann = at_same_pace(record("Ann", *hour(1, 18, 15, sat_out=1200)))
    assert (ann.total, ann.adjusted_total, format_total(ann.adjusted_total)) == (33, Fraction(99, 2), "49.5")


def test_k17_without_adjustment_the_points_stand_as_they_are():
    ann = record("Ann", *hour(1, 18, 15, sat_out=1200))
    (as_they_are,) = credit_records([ann], lambda match: NOTHING)
    assert (ann.adjusted_total, as_they_are.adjusted_total) == (33, 33)


def test_a_table_of_five_counts_five_quarters():
    assert at_same_pace(record("Ann", *hour(1, 9, 10, 11, 3, sat_out=720))).adjusted_total == Fraction(165, 4)


def test_whoever_sat_out_the_whole_hour_has_nothing():
    assert at_same_pace(record("Ann", *hour(1, sat_out=3600))).adjusted_total == 0


def test_two_turns_sat_out_share_what_the_hour_is_credited():
    turns = [MatchRecord(1, turn=turn, length=Fraction(1, 3)) for turn in (2, 3)]
    assert at_same_pace(record("Ann", *hour(1, 11), *turns)).adjusted_total == 33


def test_rounds_not_reported_are_not_counted_and_leave_the_hour_incomplete():
    ann = record("Ann", *hour(1, 14, None, 17))
    assert (ann.total, ann.rounds_complete) == (31, False)


def test_a_round_drawn_of_which_nothing_is_known_leaves_nothing_open():
    drawn = (*hour(1, 14, 9, 17), MatchRecord(2, ("Bea",)))
    begun, to_come = record("Ann", *drawn, last_begun=2), record("Ann", *drawn, last_begun=1)
    assert (begun.best_round, to_come.best_round) == (None, 17)
    assert ("Bea" in begun.opponents_met, "Bea" in to_come.opponents_met) == (True, False)


def test_a_count_waits_for_every_match_where_counts_wait():
    reported = [MatchRecord(1, ("Bea",), all_fours=1), MatchRecord(1, ("Cy",), turn=2)]
    assert record("Ann", *reported, has_waiting_counts=True).count_of("all_fours") is None
    assert record("Ann", *reported[:1], has_waiting_counts=True).count_of("all_fours") == 1
    assert record("Ann", *reported).count_of("all_fours") == 0


def test_matches_played_that_were_reported_without_a_figure_are_counted():
    known, unknown = MatchRecord(1, ("Bea",), points=9, hang_jacks=2), MatchRecord(2, ("Cy",), points=4)
    open_match = MatchRecord(3, ("Di",))
    ann = record("Ann", known, unknown, open_match)
    assert (ann.count_lacking("hang_jacks"), ann.count_lacking("points")) == (1, 0)


def test_all_fours_and_jacks_turned_are_counted_over_all_matches():
    first = MatchRecord(1, ("Bea",), points=9, all_fours=1, jacks_turned=2)
    ann = record("Ann", first, MatchRecord(2, ("Cy",), points=4, all_fours=0, jacks_turned=1))
    assert (ann.all_fours, ann.jacks_turned) == (1, 3)


@given(st.lists(st.integers(0, 60), min_size=2, max_size=2), st.sampled_from([1200, 720, 900]))
def test_an_adjusted_total_times_the_time_played_is_the_total_times_the_hour(points, sat_out):
    ann = at_same_pace(record("Ann", *hour(1, *points, sat_out=sat_out)))
    assert ann.adjusted_total * (3600 - sat_out) == ann.total * 3600


def test_a_record_adds_its_hours_and_an_hour_missed_is_nothing():
    both = at_same_pace(record("X", *hour(1, 18, 15, sat_out=1200), *hour(2, 10, 11, 12)))
    assert (both.total, both.adjusted_total, both.best_round) == (66, Fraction(165, 2), 18)
    assert [both.adjusted_total_in(number) for number in (1, 2, 3)] == [Fraction(99, 2), 33, 0]
    late = record("Late", *hour(2, 10, 11, 12))
    assert (late.total, late.adjusted_total, late.best_round) == (33, 33, 12)


@pytest.mark.parametrize("points", [(), (14, None, 17)])
def test_a_best_round_is_unknown_until_every_round_is_reported(points):
    assert record("Ann", *hour(1, *points)).best_round is None


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0"),
        (40, "40"),
        (Fraction(99, 2), "49.5"),
        (Fraction(165, 4), "41.25"),
        (-12, "−12"),
        (Fraction(14), "14"),
        (Fraction(101, 100), "1.01"),
        (Fraction(175, 3), "58 1/3"),
        (Fraction(1, 3), "1/3"),
        (Fraction(-99, 2), "−49.5"),
        (Fraction(-175, 3), "−58 1/3"),
    ],
)
def test_totals_print_as_decimals_where_they_end_and_as_fractions_where_they_do_not(value, text):
    assert format_total(value) == text


def test_a_spreadsheet_gets_numbers_and_text_only_where_no_decimals_are_exact():
    values = [33, Fraction(66, 2), Fraction(-99, 2), Fraction(1, 3)]
    assert [repr(write_figure(value)) for value in values] == ["33", "33", "Decimal('-49.5')", "'1/3'"]


@pytest.mark.parametrize(("points", "shown"), [((None, None), None), ((None, 0), 0), ((5, None), 5), ((), 0)])
def test_an_hour_is_unknown_and_not_0_while_none_of_its_matches_was_reported(points, shown):
    assert record("Ann", *hour(1, *points)).reported_total == shown


@pytest.mark.parametrize(
    ("points", "shown"),
    [
        (Fraction(25, 2), "12½"),
        (Fraction(1, 4), "¼"),
        (Fraction(-11, 4), "−2¾"),
        (Fraction(-1, 2), "−½"),
        (Fraction(4, 3), "1 1/3"),
        (Fraction(7), "7"),
        (0, "0"),
        (Fraction(1, 5), "0.2"),
    ],
)
def test_halves_and_quarters_of_league_points_are_shown_as_marks_and_other_parts_as_elsewhere(points, shown):
    assert format_halves(points) == shown


def test_a_stored_or_written_figure_is_a_whole_number_or_a_fraction_and_nothing_else():
    read = [as_amount(each) for each in (Decimal("2.50"), Decimal("3.00"), "1/4", 7, Fraction(6, 2))]
    assert read == [Fraction(5, 2), 3, Fraction(1, 4), 7, 3]
    assert [type(each) for each in read] == [Fraction, int, Fraction, int, int]
    with pytest.raises(ValueError, match="many"):
        as_amount("many")
