"""Runs the background work: starts rounds, makes kits and backups, computes results. Of all processes and hosts that
share a database one does it, whoever holds its lock. If that one ends, another takes over within a few seconds."""

import logging
import threading
from collections.abc import Callable
from typing import Protocol

from django.conf import settings
from django.db import DatabaseError

from tournament.storage.data_lock import LockHeld, hold_lock

EVERY = 2.0
"""Seconds between two tries to get the lock, and between two looks whether it is still held."""
LOCK = "background.lock"

log = logging.getLogger(__name__)


class Worker(Protocol):
    def begin(self) -> None: ...
    def stop(self) -> None: ...


class BackgroundWork:
    """The thread that begins the workers once it holds the lock and stops them when it has lost it."""

    def __init__(self, *workers: Worker) -> None:
        self._workers = workers
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._run, name="background", daemon=True)

    def begin(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        self._stopped.set()
        self._thread.join(timeout=10)

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                with hold_lock(settings.FILES_DIR / LOCK) as is_held:
                    self._work_while(is_held)
            except LockHeld:  # another process does it as long as it lives
                pass
            except (DatabaseError, OSError) as error:
                log.warning("No background work: %s", error)
            self._stopped.wait(EVERY)

    def _work_while(self, is_held: Callable[[], bool]) -> None:
        for worker in self._workers:
            worker.begin()
        while is_held() and not self._stopped.wait(EVERY):
            pass
        for worker in self._workers:
            worker.stop()
