"""Starts rounds that begin by themselves, on time, even if no page is open; and keeps round clocks right when somebody
sets the computer's clock.

One thread checks the clocks every second. Several workers may each have one: the write works out again, inside its
lock, what is due, so that a round begins once. With PostgreSQL there may be several computers, so no round clock is
moved.
"""

import logging
from datetime import datetime, timedelta

from django.db import connection
from django.utils import timezone

from tournament.clock.computer_clock import ComputerClock
from tournament.clock.queries.rounds import bells_of, released_rounds_by_event
from tournament.clock.services.hall_clock import is_due, move_clocks, start_due
from tournament.event.queries.events import evenings_that_start_themselves
from tournament.foundation.errors import TournamentError
from tournament.foundation.worker_thread import WorkerThread

EVERY = timedelta(seconds=1)

log = logging.getLogger(__name__)


def start_all_due(now: datetime) -> int:
    """Starts all rounds that are due and returns their number. One query, and one more if any evening starts rounds by
    itself."""
    begun, events = 0, evenings_that_start_themselves(now)
    rounds = released_rounds_by_event(events) if events else {}
    for event in events:
        if any(is_due(bell, now) for bell in bells_of(event, now, rounds.get(event.pk, []))):
            begun += len(start_due(event, now=now))
    return begun


class RoundStarter:
    """The thread that starts rounds, from `begin` until `stop`."""

    def __init__(self) -> None:
        self._clock = ComputerClock()
        self._jump = timedelta()  # the jump that the round clocks have not followed yet
        trouble = "The clock could not be asked; it is asked again in a second"
        thread = WorkerThread("round starter", self._look, every=EVERY, module=__name__, trouble=trouble)
        self.begin, self.stop = thread.begin, thread.stop

    def _look(self) -> None:
        self._follow_computer_clock()
        try:
            start_all_due(timezone.now())
        except TournamentError as refused:
            log.warning("A round did not begin by itself: %s", refused)

    def _follow_computer_clock(self) -> None:
        self._jump += self._clock.measure_jump()
        if not self._jump or connection.vendor != "sqlite":
            return
        moved = move_clocks(self._jump, now=timezone.now())
        effect = "the round clocks go on as they were" if moved else "no round was on"
        log.warning("This computer's clock was set by %.0f s: %s.", self._jump.total_seconds(), effect)
        self._jump = timedelta()
