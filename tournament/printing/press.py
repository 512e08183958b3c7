"""The press: one niced process of its own that turns HTML into PDF, so that printing never slows the hall down.

It starts with the first job, stays for the next, and ends with the program. One job at a time, one more may wait; what
was just printed is handed out again. Nothing here knows Django or a document.
"""

import importlib
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from pathlib import Path

NICENESS = 10
SECONDS_TO_WAIT = 300
PLACES = 2
"""Jobs at the press, the one in work counted: who waits holds a thread of the server, which has four."""
KEPT = 8


@dataclass(frozen=True)
class Printed:
    """`warnings` is what the renderer had to say, which for our own documents is always nothing."""

    pdf: bytes
    pages: int
    warnings: tuple[str, ...]


class PressMissing(Exception):
    """A system library that the renderer stands on is not installed."""


class PressBusy(Exception):
    """One job is in work and another waits: come back in a moment."""


class ForeignFile(Exception):
    """A document asked for a file that is not a style sheet or font of its own: a mistake of ours."""


class _Press:
    """Holds the process; a process that died is replaced once before a job is given up."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self.jobs = 0
        self._turn = threading.Lock()
        self._kept: dict[tuple[str, Path], Printed] = {}

    def run(self, html: str, static: Path) -> Printed:
        """From what is kept, if it is the same page again."""
        kept = self._kept.get((html, static))
        if kept:
            return kept
        with self._lock:
            if self.jobs == PLACES:
                raise PressBusy
            self.jobs += 1
        try:
            with self._turn:
                return self._kept.get((html, static)) or self._keep(html, static)
        finally:
            with self._lock:
                self.jobs -= 1

    def _keep(self, html: str, static: Path) -> Printed:
        printed = self._print(html, static)
        self._kept[html, static] = printed
        while len(self._kept) > KEPT:
            del self._kept[next(iter(self._kept))]
        return printed

    def _print(self, html: str, static: Path) -> Printed:
        pool = self._started()
        try:
            return pool.submit(_work, html, str(static)).result(timeout=SECONDS_TO_WAIT)
        except BrokenProcessPool:
            self.stop(pool)
            return self._started().submit(_work, html, str(static)).result(timeout=SECONDS_TO_WAIT)

    def _started(self) -> ProcessPoolExecutor:
        with self._lock:
            if self._pool is None:
                spawn = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(max_workers=1, mp_context=spawn, initializer=_begin)
            return self._pool

    def stop(self, pool: ProcessPoolExecutor | None = None) -> None:
        """Only this pool, when one is named: somebody else may have replaced it already."""
        with self._lock:
            ended = self._pool
            if ended is None or pool not in (None, ended):
                return
            self._pool = None
        ended.shutdown(wait=True, cancel_futures=True)


_press = _Press()


def print_html(html: str, static: Path) -> Printed:
    """Raises PressMissing without Pango, PressBusy when a job waits already, and ForeignFile for anything but print
    styles and fonts below `static`."""
    return _press.run(html, static)


def jobs() -> int:
    """How many are at the press now, the one in work and those that wait."""
    return _press.jobs


def stop() -> None:
    """End the process now; the next job starts another."""
    _press.stop()


def _begin() -> None:
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _work(html: str, static: str) -> Printed:
    """In the process: the renderer is imported by name here, since the program itself runs without its libraries."""
    try:
        renderer = importlib.import_module("tournament.printing.renderer")
    except OSError as error:
        raise PressMissing(str(error)) from None
    pdf, pages, warnings = renderer.render(html, Path(static))
    return Printed(pdf, pages, warnings)
