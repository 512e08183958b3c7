"""Rounds that begin by themselves, by the server's own process and with no page open."""

import subprocess
import sys
import time
from datetime import timedelta
from threading import Barrier, Thread
from urllib.request import urlopen

import pytest
from django.db import connections

from tests import evenings
from tests.evenings import SEVEN, Evening
from tests.running import PATIENCE, ROOT, an_evening
from tournament.clock.round_starter import start_all_due
from tournament.clock.services.hall_clock import hold_start
from tournament.clock.services.rounds import start_round
from tournament.event.services.events import lock_event
from tournament.models import LogEntry, Round

evening_of = evenings.evening_of


def begun(evening_of) -> Evening:
    """Its first round began at seven, of twenty minutes, with a minute to change."""
    evening = evening_of(8, starts_itself=True).begun()
    start_round(Round.objects.order_by("number")[0], by=evening.director, now=SEVEN)
    return evening


def begun_at(minutes: float) -> int:
    return start_all_due(SEVEN + timedelta(minutes=minutes))


def test_what_is_due_begins_once_and_nothing_that_is_held_back_or_locked(evening_of, django_assert_num_queries):
    evening = begun(evening_of)
    evening_of(8, starts_itself=True).begun()  # another, whose first round nobody has started
    with django_assert_num_queries(2):
        assert begun_at(20.9) == 0
    hold_start(evening.event, by=evening.director, now=SEVEN + timedelta(minutes=20))
    assert begun_at(21) == 0
    evening.event.__class__.objects.update(held_at=None)
    assert [begun_at(21), begun_at(21)] == [1, 0]
    lock_event(evening.event, by=evening.director, now=SEVEN)
    assert begun_at(42) == 0


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_the_same_moment_begin_a_round_once(evening_of):
    begun(evening_of)
    together, counted = Barrier(3), []

    def work() -> None:
        together.wait()
        counted.append(begun_at(21))
        connections.close_all()

    threads = [Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (sum(counted), LogEntry.objects.filter(action="start_by_itself").count()) == (1, 1)


PLAYED = """
from datetime import timedelta
from django.utils import timezone
from tests.evenings import NAMES
from tournament.models import Club, Round
from tournament.draw.services.draws import draw_first_hour, release_draw
from tournament.door.services.entries import enter_players
from tournament.event.services.events import create_event
from tournament.clock.services.rounds import start_round
now = timezone.now()
club = Club.objects.create(name="Club")
by_itself = {"starts_itself": True}
event = create_event(club, name="Tonight", date=timezone.localdate(), settings=by_itself, by=None, now=now)
enter_players(event, NAMES[:4], by=None, now=now)
release_draw(draw_first_hour(event, seed=1, by=None, now=now), by=None, now=now)
start_round(Round.objects.order_by("number")[0], by=None, now=now - timedelta(minutes=22))
"""


@pytest.mark.slow
def test_a_server_that_comes_back_begins_what_is_due_without_anybody_looking(ready_hall):
    subprocess.run([sys.executable, "manage.py", "shell", "-v0", "-c", PLAYED], cwd=ROOT, env=ready_hall, check=True)
    with an_evening(ready_hall) as evening:
        until = time.monotonic() + PATIENCE / 1000
        while "Round 2 of 3" not in (page := _clocks(evening.port)) and time.monotonic() < until:
            time.sleep(0.1)
    assert "Round 2 of 3" in page
    assert 'data-phase="running"' in page


def _clocks(port: int) -> str:
    """What a wall would show, which nobody has opened."""
    with urlopen(f"http://127.0.0.1:{port}/e/1/clock/parts/") as answer:
        return answer.read().decode()
