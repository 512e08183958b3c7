"""The hall's clock beside its rounds: time for one table, breaks, silence, and rounds that begin by themselves."""

from datetime import datetime, timedelta

import pytest

from tests import evenings
from tests.evenings import SEVEN, Evening
from tests.matches.test_team_matches import make_match
from tests.round_evenings import out, rule_all
from tournament.clock.queries.rounds import Bell, bell_at, bells_of, is_closed_for
from tournament.clock.queries.timetable import timetable_of
from tournament.clock.services.hall_clock import (
    give_table_time,
    hold_start,
    mute,
    release_start,
    set_break,
    start_due,
    take_back_table_time,
)
from tournament.clock.services.rounds import end_round, extend_round, pause_round, resume_round, start_round
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.event.services.events import change_settings
from tournament.foundation.errors import ClockRefused
from tournament.models import Event, LogEntry, Match, Round
from tournament.results.services.decisions import make_ruling

evening_of = evenings.evening_of
MINUTE = timedelta(minutes=1)


def at(minutes: float) -> datetime:
    """Minutes after the first round began."""
    return SEVEN + timedelta(hours=1) + minutes * MINUTE


@pytest.fixture
def evening(evening_of) -> Evening:
    """Eight players whose first round began at `at(0)`, of twenty minutes, with a minute to change."""
    evening = evening_of(8, starts_itself=True).begun()
    start_round(round_of(evening), by=evening.director, now=at(0))
    return evening


def round_of(evening: Evening, number: int = 1, stage: int = 1) -> Round:
    return Round.objects.select_related("stage__event").get(
        stage__event=evening.event, stage__number=stage, number=number
    )


def bell(evening: Evening, now: datetime) -> Bell:
    return bells_of(Event.objects.get(pk=evening.event.pk), now)[0]


def due(evening: Evening, now: datetime) -> datetime | None:
    return bell(evening, now).due


def started(evening: Evening, now: datetime) -> list[tuple[int, datetime | None]]:
    return [(round.number, round.started_at) for round in start_due(evening.event, now=now)]


# Time for one table


def test_a_table_with_more_time_has_its_own_bell_and_closes_later_than_the_hall(evening):
    give_table_time(evening.event, 2, 3 * MINUTE, by=evening.director, now=at(5))
    own, other = (bell_at(bell(evening, at(21)), table).reading for table in (2, 1))
    assert ((own.phase, own.remaining), other.phase) == (("warning", 2 * MINUTE), "bell")
    end_round(round_of(evening), by=evening.director, now=at(21))
    matches = [Match.objects.filter(round=round_of(evening), table__number=table).first() for table in (1, 2)]
    closed = [is_closed_for(match, at(minutes)) for match in matches for minutes in (21.5, 22.9, 23)]
    assert closed == [True, True, True, False, False, True]


def test_more_time_given_after_the_bell_is_whole_minutes_from_then(evening):
    give_table_time(evening.event, 1, 2 * MINUTE, by=evening.director, now=at(25))
    assert bell_at(bell(evening, at(25)), 1).reading.remaining == 2 * MINUTE
    give_table_time(evening.event, 1, MINUTE, by=evening.director, now=at(26))
    assert bell_at(bell(evening, at(26)), 1).reading.remaining == 2 * MINUTE


def test_a_table_is_told_of_until_its_time_is_up_and_the_time_can_be_taken_back(evening):
    give_table_time(evening.event, 2, 3 * MINUTE, by=evening.director, now=at(5))
    told = [[(each.number, each.minutes) for each in bell(evening, at(now)).table_times] for now in (5, 22, 23)]
    assert told == [[(2, 3)], [(2, 3)], []]
    take_back_table_time(evening.event, 2, by=evening.director, now=at(6))
    assert bell(evening, at(7)).table_times == ()


def test_what_a_table_cannot_have_is_refused_in_words(evening):
    for table, minutes, said in ((9, 3, "no table 9"), (1, 61, "1 hour more")):
        with pytest.raises(ClockRefused) as refused:
            give_table_time(evening.event, table, minutes * MINUTE, by=evening.director, now=at(5))
        assert said in str(refused.value)
    Round.objects.update(started_at=None)
    with pytest.raises(ClockRefused) as refused:
        give_table_time(evening.event, 1, MINUTE, by=evening.director, now=at(5))
    assert str(refused.value) == "This round has not started yet."


# The next round begins by itself


def test_the_second_and_third_round_of_an_hour_begin_by_themselves_at_their_time(evening):
    assert (due(evening, at(3)), due(evening, at(20.5))) == (at(21), at(21))
    assert started(evening, at(20.99)) == []
    assert started(evening, at(21) + timedelta(milliseconds=900)) == [(2, None)]
    assert [round_of(evening, number).started_at for number in (1, 2)] == [at(0), at(21)]
    assert started(evening, at(21.1)) == []
    assert started(evening, at(42)) == [(3, None)]
    assert (due(evening, at(70)), started(evening, at(70))) == (None, [])


def test_extra_minutes_pauses_and_a_table_with_more_time_move_the_next_start(evening):
    extend_round(round_of(evening), 2 * MINUTE, by=evening.director, now=at(3))
    give_table_time(evening.event, 2, 3 * MINUTE, by=evening.director, now=at(5))
    assert due(evening, at(6)) == at(26)
    pause_round(round_of(evening), by=evening.director, now=at(10))
    assert (due(evening, at(15)), started(evening, at(40))) == (None, [])
    resume_round(round_of(evening), by=evening.director, now=at(20))
    assert due(evening, at(20)) == at(36)


def test_waiting_stops_the_count_down_and_goes_on_with_what_was_left(evening):
    hold_start(evening.event, by=evening.director, now=at(20.5))
    held = bell(evening, at(30))
    assert (held.is_held, held.until_due, started(evening, at(30))) == (True, 0.5 * MINUTE, [])
    release_start(evening.event, by=evening.director, now=at(30))
    assert (due(evening, at(30)), started(evening, at(30.5))) == (at(30.5), [(2, None)])
    assert due(evening, at(31)) == at(51.5)


def test_ending_a_round_after_its_bell_does_not_put_the_next_one_off(evening):
    end_round(round_of(evening), by=evening.director, now=at(20.5))
    assert due(evening, at(20.6)) == at(21)


@pytest.mark.parametrize(("minutes", "began"), [(21.5, 21), (24, 24), (31.1, None)])
def test_a_server_that_was_away_begins_late_rounds_as_is_fair_and_long_past_ones_not_at_all(evening, minutes, began):
    start_due(evening.event, now=at(minutes))
    assert round_of(evening, 2).started_at == (None if began is None else at(began))


def test_the_first_round_and_an_hour_whose_seats_are_not_out_wait_for_the_director(evening_of):
    evening = evening_of(8, starts_itself=True).begun()
    assert (due(evening, at(0)), started(evening, at(0))) == (None, [])
    for number, minutes in ((1, 0), (2, 21), (3, 42)):
        start_round(round_of(evening, number), by=evening.director, now=at(minutes))
    assert due(evening, at(70)) is None


def test_a_later_hour_begins_after_its_break_or_five_minutes_after_seats_that_came_late(evening_of):
    evening = evening_of(8, starts_itself=True).begun()
    for number, minutes in ((1, 0), (2, 21), (3, 42)):
        start_round(round_of(evening, number), by=evening.director, now=at(minutes))
    evening.hand_in(1, evenings.by_lot)
    stage = evening.second()
    for released, begins in ((63, 77), (76.5, 81.5)):
        stage.__class__.objects.filter(pk=stage.pk).update(released_at=at(released))
        assert due(evening, at(released)) == at(begins)
    set_break(evening.event, stage=1, minutes=0, by=evening.director, now=at(62))
    stage.__class__.objects.filter(pk=stage.pk).update(released_at=at(58))
    assert (due(evening, at(62)), started(evening, at(63))) == (at(63), [(1, None)])


def test_from_the_last_bell_of_an_hour_on_the_clock_knows_when_its_break_ends(evening_of):
    evening = evening_of(8).begun()
    told = []
    for number, minutes in ((1, 0), (2, 21), (3, 42)):
        start_round(round_of(evening, number), by=evening.director, now=at(minutes))
        told.append(bell(evening, at(minutes + 1)).break_until)
    told += [bell(evening, at(minutes)).break_until for minutes in (63, 77)]
    assert told == [None, None, at(77), at(77), None]
    end_round(round_of(evening, 3), by=evening.director, now=at(60))
    assert bell(evening, at(61)).break_until == at(75)
    set_break(evening.event, stage=1, minutes=0, by=evening.director, now=at(61))
    assert bell(evening, at(61)).break_until is None


def test_a_break_is_on_once_nobody_plays_on_and_ends_at_one_time_everywhere(rounds_of):
    def ends_of_break(now: datetime) -> list[datetime]:
        times = timetable_of(Event.objects.get(pk=evening.event.pk), now)
        assert times is not None
        return [row.line.ends for row in times.rows if row.line.kind == "break"]

    evening = rounds_of(4, plan=[["round-robin", 0]], starts_itself=True, change_seconds=300, breaks=[[1, 45]])
    out(evening, 1)
    start_round(round_of(evening), by=evening.director, now=at(0))
    playing, length = bell(evening, at(13)), round_of(evening).length
    assert (playing.phase, [playing.break_until]) == ("running", ends_of_break(at(13)))
    assert playing.break_until == at(45) + length
    for minute, match in zip((14, 20), evening.matches(1), strict=True):
        result = {"points": (14, 9), "games": (1, 0), "reason": "By the table."}
        make_ruling(match, **result, by=evening.director, now=at(minute))
    for minute in (20, 24, 64):
        shown = bell(evening, at(minute))
        assert shown.phase == "break"
        assert ([shown.break_until], shown.break_left) == (ends_of_break(at(minute)), (65 - minute) * MINUTE)
    assert (bell(evening, at(24)).reading.phase, bell(evening, at(24)).break_until) == ("running", at(65))
    end_round(round_of(evening), by=evening.director, now=at(30))
    assert [bell(evening, at(31)).break_until] == ends_of_break(at(31)) == [at(65)]
    out(evening, 2)
    evening.hour(2).__class__.objects.filter(number=2).update(released_at=at(40))
    seated = bell(evening, at(41))
    assert (seated.name, seated.phase, seated.due) == ("round 2", "break", at(65))
    assert [seated.break_until] == ends_of_break(at(41)) == [at(65)]
    assert (bell(evening, at(66)).phase, bell(evening, at(66)).break_until) == ("waiting", None)


def test_a_half_is_a_half_in_the_log_too(evening_of):
    match = make_match(evening_of, plan=[["one-match", 2, 0]], breaks=[[1, 45]]).evening
    start_round(round_of(match), by=match.director, now=at(0))
    set_break(match.event, stage=1, minutes=30, by=match.director, now=at(1))
    said = [line.sentence for line in read_log(LogFilter(match.event)).lines]
    assert said[:2] == ["A break of 30 min after half 1", "Started half 1"]


def test_matches_to_a_target_let_the_next_round_begin_once_all_of_them_are_told(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 0]], starts_itself=True, change_seconds=300)
    evening.event.refresh_from_db()
    out(evening, 1)
    start_round(round_of(evening), by=evening.director, now=at(0))
    out(evening, 2)
    evening.hour(2).__class__.objects.filter(number=2).update(released_at=at(12))
    assert (bell(evening, at(13)).name, due(evening, at(13))) == ("round 2", at(50))
    rule_all(evening, 1)
    assert due(evening, at(13)) == at(17)


def test_nothing_begins_by_itself_unless_the_evening_has_it_so(evening):
    change_settings(evening.event, {"starts_itself": False}, by=evening.director, now=at(1))
    assert (due(evening, at(20.5)), started(evening, at(21))) == (None, [])


# What the log tells


def test_every_press_is_told_in_the_log(evening):
    by = {"by": evening.director}
    LogEntry.objects.all().delete()
    give_table_time(evening.event, 2, 3 * MINUTE, now=at(1), **by)
    take_back_table_time(evening.event, 2, now=at(2), **by)
    set_break(evening.event, stage=1, minutes=45, now=at(3), **by)
    set_break(evening.event, stage=1, minutes=0, now=at(4), **by)
    for silent in (True, True, False):
        mute(evening.event, silent, now=at(5), **by)
    hold_start(evening.event, now=at(6), **by)
    release_start(evening.event, now=at(6), **by)
    start_due(evening.event, now=at(21))
    lines = read_log(LogFilter(evening.event)).lines
    assert [line.sentence for line in reversed(lines)] == [
        "3 extra min for table 2",
        "Removed the extra time of table 2",
        "A break of 45 min after hour 1",
        "No break after hour 1",
        "Muted all devices",
        "Turned the sound of all devices back on",
        "Held the next round",
        "Let the next round start by itself again",
        "Started by itself: round 2 of hour 1",
    ]
