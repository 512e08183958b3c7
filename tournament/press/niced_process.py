"""Prints in a process of its own, which gives way to everything else on the computer. Knows no Django."""

import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, TypeVar

from tournament.press import press_process
from tournament.press.press_process import NoSharedMemory

SECONDS_TO_WAIT = 300
ASKED_AT_MOST = 500
"""After so many calls a new process takes over, because a renderer does not free all its memory (0.1 MB a paper,
measured)."""

T = TypeVar("T")


class NicedProcess:
    """A process with low priority. It starts with the first call and stays for the next. If it died, it is replaced
    once, and the call repeated."""

    def __init__(self, niceness: int) -> None:
        self._niceness = niceness
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._asked = 0

    def ask(self, work: Callable[..., T], *args: Any) -> T:
        """Runs `work` in the process, one call after another. Raises NoSharedMemory, and what the work raises."""
        if self._asked >= ASKED_AT_MOST:
            self.stop()
        pool = None
        try:
            with self._lock:
                pool = self._start_pool()
                asked = _submit(pool, work, *args)
            return asked.result(timeout=SECONDS_TO_WAIT)
        except BrokenProcessPool:
            self.stop(pool)
            with self._lock:
                asked = _submit(self._start_pool(), work, *args)
            return asked.result(timeout=SECONDS_TO_WAIT)

    def _start_pool(self) -> ProcessPoolExecutor:
        """Returns the pool, started if needed. Call it only under the lock, so that no work goes to a process that is
        being ended."""
        self._asked += 1
        if self._pool is None:
            self._asked = 1
            spawn = multiprocessing.get_context("spawn")
            try:
                self._pool = ProcessPoolExecutor(
                    max_workers=1, mp_context=spawn, initializer=press_process.begin_process, initargs=(self._niceness,)
                )
            except OSError as error:
                raise NoSharedMemory(str(error)) from error
        return self._pool

    def stop(self, pool: ProcessPoolExecutor | None = None) -> None:
        """Ends the process once its work is done; the next call starts another. With `pool`, ends only that one,
        because another caller may have replaced it already."""
        with self._lock:
            ended = self._pool
            if ended is None or pool not in (None, ended):
                return
            self._pool = None
        ended.shutdown(wait=True)


def _submit(pool: ProcessPoolExecutor, work: Callable[..., T], *args: Any) -> Future[T]:
    asked = pool.submit(work, *args)
    pool.submit(press_process.collect_garbage)
    return asked
