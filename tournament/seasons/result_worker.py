"""Makes the results of evenings by itself, in a thread of the server, so that no reader has to wait for them.

It works when an evening was locked, and when people became one or were forgotten; every few seconds it looks for what
other programs have done. Readers make what is missing themselves (`refresh_results`), whether it runs or not.
"""

import logging
import threading

from django.db import close_old_connections
from django.utils import timezone

from tournament.club.queries import the_club
from tournament.foundation.writing import LISTENERS
from tournament.seasons.queries.club_records import all_ended_evenings, rating_rules_of, ratings_of
from tournament.seasons.services.results import refresh_results

EVERY, AFTER_TROUBLE = 5.0, 120.0
"""Seconds."""
HEARD = frozenset(("", "lock_event"))
"""Actions after which a locked evening may have another result; "" is what changed several evenings."""

log = logging.getLogger(__name__)


class ResultWorker:
    """The thread, from `begin` until `stop`."""

    def __init__(self) -> None:
        self._woken = threading.Event()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def begin(self) -> None:
        self._stopped.clear()
        LISTENERS.append(self._hear)
        self._thread = threading.Thread(target=self._run, name="results", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stops without waiting for results in work, which are made again."""
        if self._hear in LISTENERS:
            LISTENERS.remove(self._hear)
        self._stopped.set()
        self._woken.set()
        if self._thread is not None:
            self._thread.join(timeout=1)
            self._thread = None

    def make_due(self) -> int:
        """How many results were made. Ratings, which each match moves for all that come after it, are ready too."""
        club = the_club()
        made = refresh_results(club, now=timezone.now())
        if club is not None and made and rating_rules_of(club).is_on:
            ratings_of(club, all_ended_evenings(club))
        return made

    def _hear(self, _event: int, action: str) -> None:
        if action in HEARD:
            self._woken.set()

    def _run(self) -> None:
        while not self._stopped.is_set():
            close_old_connections()
            wait = EVERY
            try:
                self.make_due()
            except Exception:
                log.exception("The results of evenings could not be made; they are tried again")
                wait = AFTER_TROUBLE
            close_old_connections()
            self._woken.wait(wait)
            self._woken.clear()


RESULT_WORKER = ResultWorker()
"""Of this process; `asgi` begins and stops it."""
