"""Computes the results of evenings in a thread of the server, so that no reader has to wait for them.

The thread works when an evening is locked, and when people are merged or forgotten. Every few seconds it also looks for
changes by other programs. Readers compute missing results themselves (`refresh_results`), so the thread is not
required.
"""

from datetime import timedelta

from django.utils import timezone

from tournament.club.queries import served_clubs
from tournament.event.log_actions import LOCK_EVENT
from tournament.foundation.log_actions import LogAction
from tournament.foundation.worker_thread import WorkerThread
from tournament.foundation.writing import LISTENERS
from tournament.models import Club
from tournament.seasons.queries.club_records import all_ended_evenings, club_records
from tournament.seasons.queries.results import hands_of, lines_of, played_matches_of, stale_events
from tournament.seasons.services.results import refresh_results

EVERY, AFTER_TROUBLE = timedelta(seconds=5), timedelta(minutes=2)
HEARD = (None, LOCK_EVENT)
"""Actions that can change the result of a locked evening; None stands for a change of several evenings."""


class ResultWorker:
    """The thread that computes results; it runs from `begin` until `stop`."""

    def __init__(self) -> None:
        self._thread = WorkerThread(
            "results",
            self.make_due,
            every=EVERY,
            after_trouble=AFTER_TROUBLE,
            module=__name__,
            trouble="The results of evenings could not be made; they are tried again",
        )

    def begin(self) -> None:
        LISTENERS.append(self._hear)
        self._thread.begin()

    def stop(self) -> None:
        """Stops without waiting for results in progress; they are made again at the next start."""
        if self._hear in LISTENERS:
            LISTENERS.remove(self._hear)
        self._thread.stop()

    def make_due(self) -> int:
        """Makes what is missing; returns how many results. Also reads them into the caches and adds up the records, so
        that the next reader finds everything made. One query if nothing is missing in any club."""
        clubs = {event.club_id for event in stale_events()}
        return sum(self._make_due_of(club) for club in served_clubs() if club.pk in clubs) if clubs else 0

    def _make_due_of(self, club: Club) -> int:
        made = refresh_results(club, now=timezone.now())
        if made:
            evenings = all_ended_evenings(club)
            for read in (lines_of, played_matches_of, hands_of):
                read(evenings)
            club_records(club, evenings, None)
        return made

    def _hear(self, _event: int, action: LogAction | None) -> None:
        if action in HEARD:
            self._thread.wake()


RESULT_WORKER = ResultWorker()
"""The worker of this process; `asgi` begins and stops it."""
