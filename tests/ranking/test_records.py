"""What an hour is worth: raw and adjusted, exact, and unknown where nobody said."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.ranking import HourRecord, Record, printed


def test_k13_a_sheet_adds_up_what_its_player_won():
    hour = HourRecord((14, 9, 17))
    assert (hour.total, hour.adjusted) == (40, Fraction(40))


def test_k17_a_table_of_three_counts_three_halves():
    hour = HourRecord((18, 15), sat_out_seconds=1200)
    assert (hour.total, hour.adjusted, printed(hour.adjusted)) == (33, Fraction(99, 2), "49.5")


def test_k17_without_adjustment_the_points_stand_as_they_are():
    assert HourRecord((18, 15), sat_out_seconds=1200, adjust=False).adjusted == Fraction(33)


def test_a_table_of_five_counts_five_quarters():
    assert HourRecord((9, 10, 11, 3), sat_out_seconds=720).adjusted == Fraction(165, 4)


def test_whoever_sat_out_the_whole_hour_has_nothing():
    assert HourRecord((), sat_out_seconds=3600).adjusted == Fraction(0)


def test_rounds_not_reported_are_not_counted_and_leave_the_hour_incomplete():
    hour = HourRecord((14, None, 17))
    assert (hour.total, hour.complete) == (31, False)


@given(st.lists(st.integers(0, 60), min_size=2, max_size=2), st.sampled_from([1200, 720, 900]))
def test_an_adjusted_total_times_the_time_played_is_the_total_times_the_hour(points, sat_out):
    hour = HourRecord(tuple(points), sat_out_seconds=sat_out)
    assert hour.adjusted * (3600 - sat_out) == hour.total * 3600


def test_a_record_adds_its_hours_and_an_hour_missed_is_nothing():
    record = Record(1, "X", (HourRecord((18, 15), sat_out_seconds=1200), HourRecord((10, 11, 12))))
    assert (record.total, record.adjusted, record.best_round) == (66, Fraction(165, 2), 18)
    late = Record(2, "Late", (None, HourRecord((10, 11, 12))))
    assert (late.total, late.adjusted, late.best_round) == (33, Fraction(33), 12)


@pytest.mark.parametrize("hours", [(), (None,), (HourRecord(()),), (HourRecord((14, None, 17)),)])
def test_a_best_round_is_unknown_until_every_round_is_reported(hours):
    assert Record(1, "Ann", hours).best_round is None


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
    assert printed(value) == text


@pytest.mark.parametrize(("points", "shown"), [((None, None), None), ((None, 0), 0), ((5, None), 5), ((), 0)])
def test_an_hour_is_unknown_and_not_0_while_none_of_its_matches_was_reported(points, shown):
    assert HourRecord(points).reported == shown
