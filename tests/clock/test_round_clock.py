"""What the hall's clock shows through an evening's starts, pauses, extra minutes and bells."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.clock.round_clock import (
    ClockError,
    ClockReading,
    RoundClock,
    clock_at_table,
    end,
    end_for_hall,
    extend,
    extra_time_for_table,
    mark_of,
    pause,
    read_clock,
    read_clock_at_table,
    reopen,
    resume,
    shorten,
    start,
)

EIGHT = datetime(2025, 3, 7, 20, 0, tzinfo=UTC)
FRESH = RoundClock(length=timedelta(minutes=20))
STARTED = start(FRESH, EIGHT)
PAUSED = pause(STARTED, EIGHT + timedelta(minutes=5))
ENDED = end(STARTED, EIGHT + timedelta(minutes=21))


def after(minutes: float) -> datetime:
    return EIGHT + timedelta(minutes=minutes)


def test_a_clock_that_waits_shows_its_whole_length():
    assert read_clock(FRESH, EIGHT) == ClockReading("waiting", timedelta(minutes=20), None)


@pytest.mark.parametrize(
    ("minutes", "phase", "left"), [(0, "running", 20), (17.9, "running", 2.1), (18, "warning", 2), (19, "warning", 1)]
)
def test_a_running_clock_warns_for_the_last_two_minutes(minutes, phase, left):
    assert read_clock(STARTED, after(minutes)) == ClockReading(phase, timedelta(minutes=left), after(20))


def test_a_club_may_warn_earlier():
    assert read_clock(STARTED, after(16), warning=timedelta(minutes=5)).phase == "warning"


@pytest.mark.parametrize("minutes", [20, 20.5, 90])
def test_the_bell_rings_when_the_time_is_up_and_nothing_is_left(minutes):
    assert read_clock(STARTED, after(minutes)) == ClockReading("bell", timedelta(0), after(20))


def test_a_paused_clock_stands_still_however_long():
    assert read_clock(PAUSED, after(45)) == ClockReading("paused", timedelta(minutes=15), None)


def test_a_resumed_clock_goes_on_with_what_was_left():
    resumed = resume(PAUSED, after(12))
    assert resumed == replace(STARTED, paused_for=timedelta(minutes=7))
    assert read_clock(resumed, after(12)) == ClockReading("running", timedelta(minutes=15), after(27))


def test_pauses_add_up():
    twice = resume(pause(resume(PAUSED, after(12)), after(20)), after(23))
    assert read_clock(twice, after(23)).ends_at == after(30)


def test_extra_time_is_added_at_the_end():
    assert read_clock(extend(STARTED, after(19)), after(19)) == ClockReading("warning", timedelta(minutes=2), after(21))
    assert read_clock(extend(PAUSED, after(9), timedelta(minutes=3)), after(9)).remaining == timedelta(minutes=18)
    assert read_clock(extend(FRESH, EIGHT), EIGHT).remaining == timedelta(minutes=21)


def test_extra_time_after_the_bell_runs_from_now():
    extended = extend(STARTED, after(22), timedelta(minutes=1))
    assert read_clock(extended, after(22)) == ClockReading("warning", timedelta(minutes=1), after(23))


def test_time_is_taken_off_as_long_as_some_is_left():
    assert read_clock(shorten(STARTED, after(5)), after(5)) == ClockReading("running", timedelta(minutes=14), after(19))
    assert read_clock(shorten(PAUSED, after(9), timedelta(minutes=3)), after(9)).remaining == timedelta(minutes=12)
    assert read_clock(shorten(FRESH, EIGHT), EIGHT).remaining == timedelta(minutes=19)


MORE = timedelta(minutes=3)


def test_a_table_with_more_time_warns_and_rings_later_than_the_hall_however_that_ended():
    shown = [read_clock_at_table(STARTED, MORE, after(minutes)).phase for minutes in (20, 21, 23)]
    assert shown == ["running", "warning", "bell"]
    assert read_clock_at_table(ENDED, MORE, after(22)) == ClockReading("warning", timedelta(minutes=1), after(23))
    early = end(STARTED, after(8))
    assert read_clock_at_table(early, MORE, after(8)) == ClockReading("running", MORE, after(11))
    assert read_clock_at_table(early, MORE, after(11)) == ClockReading("ended", timedelta(0), after(11))
    assert read_clock_at_table(PAUSED, MORE, after(50)) == ClockReading("paused", timedelta(minutes=18), None)


def test_the_hall_stops_at_its_bell_or_when_the_director_ended_the_round_before_it():
    clocks = [FRESH, STARTED, PAUSED, ENDED, end(STARTED, after(8)), end(PAUSED, after(8))]
    assert [end_for_hall(clock) for clock in clocks] == [None, after(20), None, after(20), after(8), after(8)]


def test_more_time_for_a_table_is_added_to_what_it_has_or_runs_from_now_once_that_is_up():
    assert extra_time_for_table(STARTED, timedelta(0), after(5), MORE) == MORE
    assert extra_time_for_table(STARTED, MORE, after(5), MORE) == 2 * MORE
    assert extra_time_for_table(STARTED, MORE, after(25), MORE) == timedelta(minutes=8)
    for clock, by, code in ((FRESH, MORE, "not_started"), (STARTED, timedelta(0), "no_extra")):
        with pytest.raises(ClockError) as refusal:
            extra_time_for_table(clock, timedelta(0), EIGHT, by)
        assert refusal.value.code == code


def test_an_ended_round_stays_ended():
    assert read_clock(ENDED, after(500)) == ClockReading("ended", timedelta(0), after(21))
    assert read_clock(end(PAUSED, after(8)), after(9)) == ClockReading("ended", timedelta(0), after(8))


def test_an_end_taken_back_counts_the_time_since_as_a_pause():
    early = end(STARTED, after(8))
    assert read_clock(reopen(early, after(11)), after(11)) == ClockReading("running", timedelta(minutes=12), after(23))


def test_an_end_taken_back_leaves_a_paused_clock_paused_and_a_rung_one_rung():
    assert reopen(end(PAUSED, after(8)), after(11)) == PAUSED
    assert reopen(ENDED, after(30)) == STARTED


def test_a_mark_changes_with_every_change_and_with_nothing_else():
    changed = [FRESH, STARTED, PAUSED, resume(PAUSED, after(9)), extend(STARTED, after(1)), ENDED]
    assert len({mark_of(clock) for clock in changed}) == len(changed)
    assert mark_of(replace(STARTED)) == mark_of(STARTED)


@pytest.mark.parametrize("minutes", [-55, 3, 65])
def test_a_server_clock_put_right_during_a_pause_changes_nothing_of_what_was_left(minutes):
    left = [read_clock(clock, after(minutes)).remaining for clock in (PAUSED, resume(PAUSED, after(minutes)))]
    assert left == [timedelta(minutes=15)] * 2
    ended = reopen(end(STARTED, after(5)), after(minutes))
    assert read_clock(ended, after(minutes)).remaining == timedelta(minutes=15)


@pytest.mark.parametrize(
    ("transition", "clock", "minutes", "code"),
    [
        (start, STARTED, 1, "already_started"),
        (start, PAUSED, 6, "already_started"),
        (start, ENDED, 30, "already_ended"),
        (pause, FRESH, 0, "not_started"),
        (pause, PAUSED, 6, "already_paused"),
        (pause, STARTED, 20, "time_is_up"),
        (pause, ENDED, 30, "already_ended"),
        (resume, FRESH, 0, "not_paused"),
        (resume, STARTED, 1, "not_paused"),
        (resume, end(PAUSED, EIGHT), 30, "already_ended"),
        (extend, ENDED, 30, "already_ended"),
        (shorten, STARTED, 19, "too_little_left"),
        (shorten, STARTED, 21, "time_is_up"),
        (shorten, ENDED, 30, "already_ended"),
        (end, FRESH, 0, "not_started"),
        (end, ENDED, 30, "already_ended"),
        (reopen, STARTED, 1, "not_ended"),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(transition, clock, minutes, code):
    with pytest.raises(ClockError) as refusal:
        transition(clock, after(minutes))
    assert refusal.value.code == code
    assert str(refusal.value).endswith(".")


@pytest.mark.parametrize("minutes", [0, -1])
def test_extra_time_is_never_none_or_less(minutes):
    with pytest.raises(ClockError) as refusal:
        extend(STARTED, after(1), timedelta(minutes=minutes))
    assert refusal.value.code == "no_extra"


def test_a_time_without_zone_is_refused():
    with pytest.raises(ClockError, match="time zone"):
        read_clock(STARTED, EIGHT.replace(tzinfo=None))
    with pytest.raises(ClockError, match="time zone"):
        RoundClock(timedelta(minutes=20), started_at=EIGHT.replace(tzinfo=None))


moments = st.lists(st.integers(0, 3600), min_size=1, max_size=20).map(sorted)


PRESSES = st.lists(st.sampled_from([start, pause, resume, extend, shorten, end, reopen]), max_size=20)


@given(PRESSES, moments, st.integers(0, 600))
def test_whatever_a_director_presses_no_bell_rings_before_its_time_and_a_table_with_more_comes_last(
    presses, seconds, more
):
    clock = FRESH
    for press, second in zip(presses, seconds, strict=False):
        now = EIGHT + timedelta(seconds=second)
        try:
            clock = press(clock, now)
        except ClockError:
            continue
        shown = read_clock(clock, now)
        if shown.phase in ("running", "warning", "bell"):
            assert shown.ends_at - clock.started_at >= clock.length + clock.extra
        hall, own = end_for_hall(clock), end_for_hall(clock_at_table(clock, timedelta(seconds=more)))
        assert (hall is None) == (own is None)
        assert hall is None or own - hall == timedelta(seconds=more)


@given(PRESSES, moments)
def test_whatever_a_director_presses_the_clock_never_shows_less_than_nothing(presses, seconds):
    clock = FRESH
    for press, second in zip(presses, seconds, strict=False):
        now = EIGHT + timedelta(seconds=second)
        try:
            clock = press(clock, now)
        except ClockError:
            continue
        shown = read_clock(clock, now)
        assert timedelta(0) <= shown.remaining <= clock.length + clock.extra
        if shown.phase in ("running", "warning"):
            assert shown.ends_at == now + shown.remaining
