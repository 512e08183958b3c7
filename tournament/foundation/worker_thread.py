"""A thread of the server that looks for work every few seconds."""

import logging
import threading
from collections.abc import Callable
from datetime import timedelta

from django.db import close_old_connections


class WorkerThread:
    """Calls `look` again and again from `begin` until `stop`. If that fails, `trouble` is logged as an error of
    `module`, and the next look waits `after_trouble`."""

    def __init__(
        self,
        name: str,
        look: Callable[[], object],
        *,
        every: timedelta,
        after_trouble: timedelta | None = None,
        module: str,
        trouble: str,
    ) -> None:
        self._name, self._look, self._every = name, look, every
        self._after_trouble = after_trouble or every
        self._log, self._trouble = logging.getLogger(module), trouble
        self._woken = threading.Event()
        self._stopped = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def is_running(self) -> bool:
        return self._thread is not None

    @property
    def is_stopping(self) -> bool:
        return self._stopped.is_set()

    def begin(self) -> None:
        self._stopped.clear()
        self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
        self._thread.start()

    def wake(self) -> None:
        """Lets it look at once."""
        self._woken.set()

    def stop(self) -> None:
        """Stops without waiting for work in progress."""
        self._stopped.set()
        self._woken.set()
        if self._thread is not None:
            self._thread.join(timeout=1)
            self._thread = None

    def _run(self) -> None:
        while not self._stopped.is_set():
            close_old_connections()
            wait = self._every
            try:
                self._look()
            except Exception:
                wait = self._after_trouble
                if not self._stopped.is_set():
                    self._log.exception(self._trouble)
            close_old_connections()
            self._woken.wait(wait.total_seconds())
            self._woken.clear()
