"""Somebody sets the computer's clock while a round is on: the round goes on as it was."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import SEVEN, Evening
from tournament.clock.computer_clock import ComputerClock, read_clocks
from tournament.clock.queries.rounds import bells_of
from tournament.clock.round_clock import ClockReading, RoundClock, pause, read_clock
from tournament.clock.services.hall_clock import hold_start, move_clocks
from tournament.clock.services.rounds import start_round
from tournament.event.queries.events import evenings_on
from tournament.event.services.events import lock_event
from tournament.models import LogEntry, Round

evening_of = evenings.evening_of
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)


def jumps_of(readings: list[tuple[float, float]], *, knows_sleep: bool) -> list[float]:
    left: Iterator[tuple[float, float]] = iter(readings)
    clock = ComputerClock(lambda: next(left), knows_sleep=knows_sleep)
    return [clock.measure_jump().total_seconds() for _reading in readings[1:]]


def test_a_clock_that_is_set_has_jumped_and_one_that_goes_on_has_not():
    readings = [(1000.0, 5.0), (1001.0, 6.0), (1002.5, 7.0), (-2596.5, 8.0), (-2595.5, 9.0), (3605.5, 10.0)]
    assert jumps_of(readings, knows_sleep=True) == [0, 0, -3600, 0, 6200]


def test_where_the_steady_clock_stops_in_sleep_a_jump_forward_may_be_sleep():
    assert jumps_of([(0.0, 0.0), (3601.0, 1.0), (2.0, 2.0)], knows_sleep=False) == [0, -3600]


def test_both_clocks_of_this_computer_go_at_one_pace():
    clock = ComputerClock()
    first, second = read_clocks(), read_clocks()
    assert second[1] >= first[1]
    assert abs((second[0] - first[0]) - (second[1] - first[1])) < 1
    assert clock.measure_jump() == timedelta()


def in_its_first_round(evening_of: Callable[..., Evening], **settings: object) -> Evening:
    """Of twenty minutes, begun at seven."""
    evening = evening_of(8, **settings).begun()
    start_round(Round.objects.order_by("number")[0], by=evening.director, now=SEVEN)
    return evening


def reading_at(evening: Evening, now: datetime) -> ClockReading:
    (bell,) = bells_of(evening.event, now)
    return bell.reading


@pytest.mark.parametrize("jump", [-HOUR, 3 * HOUR, datetime(1970, 1, 1, tzinfo=UTC) - SEVEN])
def test_a_round_has_as_much_left_as_before(evening_of, jump):
    evening = in_its_first_round(evening_of)
    before = reading_at(evening, SEVEN + 8 * MINUTE)
    now = SEVEN + 8 * MINUTE + jump
    assert move_clocks(jump, now=now) == [evening.event]
    assert reading_at(evening, now) == ClockReading(before.phase, 12 * MINUTE, SEVEN + 20 * MINUTE + jump)
    assert LogEntry.objects.get(action="move_clocks").after == {"seconds": jump.total_seconds()}


def test_a_paused_round_and_one_held_back_go_on_as_they_were(evening_of):
    evening = in_its_first_round(evening_of, starts_itself=True)
    first = Round.objects.order_by("number")[0]
    Round.objects.filter(pk=first.pk).update(ended_at=SEVEN + 20 * MINUTE)
    hold_start(evening.event, by=evening.director, now=SEVEN + 20 * MINUTE)
    evening.event.refresh_from_db()
    (before,) = bells_of(evening.event, SEVEN + 22 * MINUTE)
    (evening.event,) = move_clocks(-HOUR, now=SEVEN + 22 * MINUTE - HOUR)
    evening.event.refresh_from_db()
    (after,) = bells_of(evening.event, SEVEN + 22 * MINUTE - HOUR)
    assert (before.until_due, after.until_due) == (MINUTE, MINUTE)
    assert after.round.stage.released_at <= SEVEN + 22 * MINUTE - HOUR


def test_evenings_that_are_over_or_long_ago_stay_as_they_were(evening_of):
    evening = in_its_first_round(evening_of)
    assert move_clocks(-HOUR, now=SEVEN + timedelta(days=3)) == []
    lock_event(evening.event, by=evening.director, now=SEVEN + HOUR)
    assert move_clocks(-HOUR, now=SEVEN) == []
    assert Round.objects.order_by("number")[0].started_at == SEVEN


def test_a_clock_never_shows_more_than_its_round_has():
    """A server that was started with a clock that is behind cannot know by how much."""
    clock = RoundClock(length=20 * MINUTE, started_at=SEVEN, extra=MINUTE)
    hour_before = SEVEN - HOUR
    assert read_clock(clock, hour_before) == ClockReading("running", 21 * MINUTE, hour_before + 21 * MINUTE)
    assert read_clock(pause(clock, hour_before), SEVEN) == ClockReading("paused", 21 * MINUTE, None)


@pytest.mark.slow
@pytest.mark.parametrize("now", [SEVEN - HOUR, datetime(1970, 1, 1, 0, 10, tzinfo=UTC)])
def test_the_director_is_told_that_the_clock_is_wrong_and_every_page_of_the_evening_opens(evening_of, now):
    evening = in_its_first_round(evening_of)
    desk: Client = signed_in(evening, "director")
    with time_machine.travel(now, tick=False):
        desk.force_login(evening.director)
        page = desk.get(f"/e/{evening.event.pk}/").content.decode()
        pages = ["now/", "tables/", "calls/", "clock/", "timetable/", "log/", "results/", "standings/", "paper/"]
        statuses = {path: desk.get(f"/e/{evening.event.pk}/{path}").status_code for path in pages}
        statuses["home"] = Client().get("/").status_code
        assert evening.event in evenings_on(now.date())
    assert "This computer’s clock is wrong, or was when a round began: it says" in page
    assert set(statuses.values()) == {200}
    assert "−" not in page and " -" not in page
