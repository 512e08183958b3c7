"""A hall with fewer tables than a round, with a bell: it ends the first wave, and the second has a bell of its own."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.conftest import signed_in
from tests.evenings import Evening
from tests.markup import markup
from tests.round_evenings import Rounds, out, rounds_of
from tournament.clock.queries.rounds import Bell, bell_at, bells_of
from tournament.clock.queries.timetable import timetable_of
from tournament.clock.services.hall_clock import start_due
from tournament.clock.services.rounds import end_round, start_round
from tournament.desk.queries.evening_summary import summarize_evening
from tournament.desk.queries.next_step import next_step
from tournament.desk.queries.tables_now import tables_now
from tournament.event.services.events import change_settings
from tournament.models import Event, Round, Seat

__all__ = ["rounds_of"]
QUARTER = timedelta(minutes=15)


@pytest.fixture
def evening(rounds_of: Rounds) -> Evening:
    """Six pairs make three tables in a hall of two, and the first round of two is on."""
    evening = rounds_of(6, plan=[["round-robin", 2]], length_kind="timed", hour_seconds=900, hall_tables=2)
    change_settings(evening.event, {"change_seconds": 300}, by=None, now=evening.now)
    evening.event.refresh_from_db()
    out(evening, 1)
    start_round(Round.objects.select_related("stage__event").get(), by=evening.director, now=evening.now)
    return evening


def bell_after(evening: Evening, time: timedelta) -> Bell:
    """The bell of the hall, so long after the round began."""
    started = Round.objects.get().started_at
    assert started is not None
    return bells_of(Event.objects.get(), started + time)[0]


def start_waiting(evening: Evening, after: timedelta = QUARTER) -> bool:
    bell = bell_after(evening, after)
    assert bell.starts is not None
    return start_round(bell.starts, by=evening.director, now=bell.now, seen=bell.start_seen.partition("-")[2])


def test_the_bell_ends_the_first_wave_and_a_press_starts_the_second_with_a_whole_bell_of_its_own(
    evening: Evening,
) -> None:
    playing, rung = bell_after(evening, timedelta(minutes=5)), bell_after(evening, QUARTER)
    assert (playing.tables_now, playing.tables_next, playing.can_start) == ("tables 1 to 2", "table 3", False)
    assert (rung.reading.phase, rung.can_start, rung.starts_name, rung.is_over) == ("bell", True, "table 3", False)
    assert start_waiting(evening, timedelta(minutes=20)) is True
    second = bell_after(evening, timedelta(minutes=20))
    assert (second.reading.phase, second.reading.remaining) == ("running", QUARTER)
    assert (second.tables_now, second.tables_next, second.is_over) == ("table 3", "", False)
    over = bell_after(evening, timedelta(minutes=35))
    assert (over.reading.phase, over.can_start, over.is_over) == ("bell", False, True)


def test_a_press_made_twice_starts_the_second_wave_once_and_a_round_that_was_ended_goes_on(evening: Evening) -> None:
    round = Round.objects.select_related("stage__event").get()
    end_round(round, by=evening.director, now=bell_after(evening, timedelta(minutes=10)).now)
    bell = bell_after(evening, QUARTER)
    assert bell.starts is not None
    seen = bell.start_seen.partition("-")[2]
    done = [start_round(bell.starts, by=None, now=bell.now, seen=seen) for _twice in range(2)]
    assert done == [True, False]
    assert bell_after(evening, QUARTER).reading.remaining == QUARTER


def test_the_directors_next_step_starts_those_who_waited_and_undoes_it(evening: Evening) -> None:
    bell = bell_after(evening, QUARTER)
    step = next_step(summarize_evening(Event.objects.get(), bell.now))
    assert step is not None
    assert (step.label, step.posts) == ("Start table 3", (("action", "start"), ("round", bell.start_seen)))
    start_waiting(evening)
    desk, undo = signed_in(evening, "director"), reverse("undo", args=[evening.event.pk])
    page = desk.get(undo).content.decode()
    assert "start of the next tables of round 1" in page


def test_tonight_shows_who_waits_who_plays_and_whose_result_is_missing(evening: Evening) -> None:
    def states(after: timedelta) -> list[str]:
        now = bell_after(evening, after).now
        shown = tables_now(summarize_evening(Event.objects.get(), now), (), (), now)
        assert shown is not None
        return [table.state for table in shown.tables]

    assert states(timedelta(minutes=5)) == ["playing", "playing", "waiting"]
    assert states(QUARTER) == ["missing", "missing", "waiting"]
    start_waiting(evening)
    assert states(timedelta(minutes=20)) == ["missing", "missing", "playing"]
    assert states(timedelta(minutes=30)) == ["missing", "missing", "missing"]


def test_the_second_wave_begins_by_itself_after_the_change_over(evening: Evening) -> None:
    change_settings(evening.event, {"starts_itself": True}, by=None, now=evening.now)
    due = bell_after(evening, QUARTER).due
    assert due == bell_after(evening, timedelta(minutes=20)).now
    assert len(start_due(Event.objects.get(), now=due)) == 1
    assert start_due(Event.objects.get(), now=due) == []
    assert bell_after(evening, timedelta(minutes=20)).tables_now == "table 3"


def test_the_timetable_has_room_for_both_waves_of_each_round(evening: Evening) -> None:
    """Two rounds of two waves of 15 minutes, with three change-overs of 5."""
    first = bell_after(evening, timedelta(0)).now
    for wave, after in ((1, timedelta(minutes=5)), (2, timedelta(minutes=25))):
        if wave == 2:
            start_waiting(evening, timedelta(minutes=20))
        times = timetable_of(Event.objects.get(), first + after)
        assert times is not None
        assert times.plan.ends == first + timedelta(minutes=75)


def test_phones_walls_and_the_clock_say_now_and_next(evening: Evening) -> None:
    waits, plays = "Plays next: at table 1, after the bell.", "Plays now: at table 1."
    seats, clock = (reverse(name, args=[evening.event.pk]) for name in ("seats", "clock_screen"))
    said = [Client().get(page).content.decode() for page in (seats, clock)]
    assert (said[0].count(waits), "tables 1 to 2" in said[1], "Next: table 3" in said[1]) == (4, True, True)
    start_waiting(evening)
    said = [Client().get(page).content.decode() for page in (seats, clock)]
    assert (said[0].count(plays), said[0].count(waits), "· table 3" in said[1]) == (4, 0, True)


def test_my_page_has_the_clock_of_my_own_wave(evening: Evening) -> None:
    def clock_at(table: int) -> tuple[str, ...]:
        client, mine = Client(), f"{reverse('me')}?e={evening.event.pk}"
        player = Seat.objects.filter(table__number=table)[0].entry.player_id
        page = markup(client.post(mine, {"add": player, "e": evening.event.pk}, follow=True))
        words = (page.partition(f'<p class="{part}">')[2].partition("</p>")[0] for part in parts)
        return tuple(re.sub("<.*?>", "", each) for each in words)

    parts = ("clock-of", "clock-phase", "clock-next")
    begun = timezone.now().replace(microsecond=0)
    Round.objects.update(started_at=begun)
    ends = f"{timezone.localtime(begun + QUARTER):%H:%M}"
    assert clock_at(1) == ("Round 1 of 2 · tables 1 to 2", "Playing", f"Bell at {ends} Next: table 3")
    waits = f"Your table plays after the bell at {ends}"
    assert clock_at(3) == ("Round 1 of 2 · table 3", "Not started", waits)
    start_waiting(evening)
    Round.objects.update(started_at=timezone.now(), ended_at=None, extra=timedelta(0))
    assert clock_at(1) == ("Round 1 of 2 · tables 1 to 2", "Round over", "Next: round 2, once its seats are shown")
    assert clock_at(3)[:2] == ("Round 1 of 2 · table 3", "Playing")


def test_the_clock_of_a_tables_own_phone_rests_while_the_others_play(evening: Evening) -> None:
    def phases(after: timedelta) -> list[str]:
        return [bell_at(bell_after(evening, after), table).reading.phase for table in (1, 2, 3)]

    assert phases(timedelta(minutes=5)) == ["running", "running", "waiting"]
    start_waiting(evening)
    assert phases(timedelta(minutes=20)) == ["ended", "ended", "running"]
