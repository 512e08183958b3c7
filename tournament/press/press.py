"""The press: one niced process of its own that turns HTML into PDF, so that printing never slows the hall down.

It starts with the first job, stays for the next, and ends with the program. One job at a time, one more may wait, and
one of a guest, who has no account, enters only while the press is free; what was just printed is handed out again. A
long document comes in parts, each printed by itself and then bound together.
Nothing here knows Django or a document.
"""

import hashlib
import multiprocessing
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from tournament.press import press_process
from tournament.press.press_process import NoSharedMemory
from tournament.press.sheets import PrintedPdf

SECONDS_TO_WAIT = 300
PLACES = 2
"""The most jobs at the press, the one in work included: each waiting job holds one of the server's four threads."""
GUESTS_REST = 3
"""After a guest's paper the press is closed to guests for so many times as long as it took: strangers who ask for paper
all evening have a quarter of the press, and the desk waits for one paper of theirs at most."""
KEPT = 8
ASKED_AT_MOST = 500
"""After so many calls another process takes over: a renderer does not free all its memory (0.1 MB a paper,
measured)."""
PARTS_AT_EASE = 12
"""With more parts than this the process is ended before they are bound, to free the memory that printing took."""

T = TypeVar("T")


@dataclass(frozen=True)
class Job:
    """`parts` are whole HTML pages in the order of printing, `zoom` is what their measures are scaled by. Their styles
    and fonts are read below `static`; `emblem` is the picture that they may name as "emblem.png"."""

    parts: tuple[str, ...]
    static: Path
    zoom: float = 1.0
    emblem: bytes = b""

    @cached_property
    def key(self) -> str:
        """The same for the same paper, and impossible to guess."""
        return hashlib.sha256(repr((self.parts, str(self.static), self.zoom, self.emblem)).encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Progress:
    """Parts done, of all; `failed` is what stopped it."""

    done: int
    parts: int
    failed: Exception | None = None


class PressBusy(Exception):
    """One job is in work and another waits, or a guest comes while the press is not free: come back in a moment."""


class Press:
    """Holds the process; a process that died is replaced once before a job is given up."""

    def __init__(self, *, guests_rest: float = GUESTS_REST) -> None:
        self.guests_rest = guests_rest
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._asked = 0
        self.jobs = 0
        self._guests = 0
        self._closed_to_guests_until = float("-inf")
        self._turn = threading.Lock()
        self._kept: dict[str, PrintedPdf] = {}
        self._progress: dict[str, Progress] = {}

    def run(self, job: Job, *, for_guest: bool = False) -> PrintedPdf:
        """Prints a job; the same paper again is not printed anew. Raises PressMissing without Pango or shared memory,
        PressBusy when a job waits already, and ForeignFile for anything but print styles and fonts below the job's
        `static`."""
        kept = self._kept.get(job.key)
        if kept:
            return kept
        self._take_place(for_guest=for_guest)
        began = time.monotonic()
        try:
            return self._print_in_turn(job)
        finally:
            self._leave(for_guest=for_guest, taken=time.monotonic() - began)

    def print_html(self, html: str, static: Path) -> PrintedPdf:
        """Prints one page of HTML; raises what `run` does."""
        return self.run(Job((html,), static))

    def begin(self, job: Job) -> Future[PrintedPdf]:
        """Prints in the background. A job that is in work already is not begun twice."""
        future: Future[PrintedPdf] = Future()
        with self._lock:
            known = self._progress.get(job.key)
            if known and not known.failed and job.key not in self._kept:
                return future
        if job.key in self._kept:
            future.set_result(self._kept[job.key])
            return future
        self._take_place()
        self._progress[job.key] = Progress(0, len(job.parts))
        threading.Thread(target=self._print_for, args=(job, future), daemon=True).start()
        return future

    def begin_and_wait(self, job: Job, seconds: float) -> None:
        """Prints in the background and waits so long for it; raises what `run` does."""
        with suppress(TimeoutError):
            self.begin(job).result(seconds)

    def print_aside(self, part: str, job: Job) -> PrintedPdf:
        """Prints one part of a job that nobody waits for, and does not keep it. Raises PressBusy while anybody else is
        at the press; those who come meanwhile wait for this part alone."""
        return self._ask_aside(press_process.print_html, part, str(job.static), job.zoom, job.emblem)

    def bind_aside(self, parts: Sequence[bytes], chapters: Sequence[tuple[str, int]]) -> bytes:
        """Binds parts printed aside into one PDF; `chapters` are the titles of its list of contents, each with its
        first page, from 0. Raises PressBusy."""
        return self._ask_aside(press_process.bind, list(parts), tuple(chapters))

    def draw_page(self, pdf: bytes, page: int, width: int) -> bytes:
        """A page of a PDF, from 0, as a PNG so many pixels wide. Raises IndexError for a page that it does not have."""
        return self._ask(press_process.draw_page, pdf, page, width)

    def find_printed(self, key: str) -> PrintedPdf | None:
        """What was printed a moment ago, by the key of its job."""
        return self._kept.get(key)

    def progress(self, key: str) -> Progress | None:
        """The progress of a job that was begun, by its key; None once it is forgotten."""
        return self._progress.get(key)

    def count_jobs(self) -> int:
        """How many jobs are at the press, the one in work and those that wait."""
        return self.jobs

    def forget(self) -> None:
        """Drops what was printed, so that it is printed anew the next time."""
        self._kept.clear()
        self._progress.clear()
        self._closed_to_guests_until = float("-inf")

    def _print_for(self, job: Job, future: Future[PrintedPdf]) -> None:
        try:
            future.set_result(self._print_in_turn(job))
        except Exception as error:
            self._progress[job.key] = Progress(0, len(job.parts), error)
            future.set_exception(error)
        finally:
            self._leave()

    def _take_place(self, *, for_guest: bool = False) -> None:
        """A guest's job takes none of the `PLACES`, but enters only while nobody else is at the press."""
        with self._lock:
            if for_guest and (self.jobs or time.monotonic() < self._closed_to_guests_until):
                raise PressBusy
            if self.jobs - self._guests == PLACES:
                raise PressBusy
            self.jobs += 1
            self._guests += for_guest

    def _leave(self, *, for_guest: bool = False, taken: float = 0.0) -> None:
        with self._lock:
            self.jobs -= 1
            if for_guest:
                self._guests -= 1
                self._closed_to_guests_until = time.monotonic() + self.guests_rest * taken

    def _print_in_turn(self, job: Job) -> PrintedPdf:
        with self._turn:
            kept = self._kept.get(job.key)
            return kept or self._keep(job.key, self._print(job))

    def _keep(self, key: str, printed: PrintedPdf) -> PrintedPdf:
        self._kept[key] = printed
        while len(self._kept) > KEPT:
            oldest = next(iter(self._kept))
            del self._kept[oldest]
            self._progress.pop(oldest, None)
        return printed

    def _print(self, job: Job) -> PrintedPdf:
        printed = []
        for number, part in enumerate(job.parts, start=1):
            printed.append(self._ask(press_process.print_html, part, str(job.static), job.zoom, job.emblem))
            self._progress[job.key] = Progress(number, len(job.parts))
        if len(printed) == 1:
            return printed[0]
        pdf = self._bind([part.pdf for part in printed])
        remarks = tuple(warning for part in printed for warning in part.warnings)
        boxes = tuple(sorted({letter for part in printed for letter in part.boxes}))
        return PrintedPdf(pdf, sum(part.pages for part in printed), remarks, boxes)

    def _bind(self, parts: list[bytes]) -> bytes:
        if len(parts) <= PARTS_AT_EASE:
            return self._ask(press_process.bind, parts)
        self.stop()
        try:
            return self._ask(press_process.bind, parts)
        finally:
            self.stop()

    def _ask_aside(self, work: Callable[..., T], *args: Any) -> T:
        """Asks the process while nobody else is at the press; two who come meanwhile still have a place."""
        if self.jobs or not self._turn.acquire(blocking=False):
            raise PressBusy
        try:
            return self._ask(work, *args)
        finally:
            self._turn.release()

    def _ask(self, work: Callable[..., T], *args: Any) -> T:
        """Has something done in the process; once more if the process died."""
        if self._asked >= ASKED_AT_MOST:
            self.stop()
        pool = None
        try:
            with self._lock:
                pool = self._start_pool()
                asked = pool.submit(work, *args)
            return asked.result(timeout=SECONDS_TO_WAIT)
        except BrokenProcessPool:
            self.stop(pool)
            with self._lock:
                asked = self._start_pool().submit(work, *args)
            return asked.result(timeout=SECONDS_TO_WAIT)

    def _start_pool(self) -> ProcessPoolExecutor:
        """Only under the lock, so that nothing is asked of a process that is being ended. Raises NoSharedMemory."""
        self._asked += 1
        if self._pool is None:
            self._asked = 1
            spawn = multiprocessing.get_context("spawn")
            try:
                self._pool = ProcessPoolExecutor(
                    max_workers=1, mp_context=spawn, initializer=press_process.begin_process
                )
            except OSError as error:
                raise NoSharedMemory(str(error)) from error
        return self._pool

    def stop(self, pool: ProcessPoolExecutor | None = None) -> None:
        """Ends the process once its work is done; the next job starts another. With `pool` only that one is ended:
        somebody else may have replaced it already."""
        with self._lock:
            ended = self._pool
            if ended is None or pool not in (None, ended):
                return
            self._pool = None
        ended.shutdown(wait=True)


_press = Press()


def the_press() -> Press:
    """The press that this process prints with."""
    return _press


def use_press(shared: Press) -> None:
    """From now on this process prints with the press of another one (`shared_press`)."""
    global _press  # noqa: PLW0603 - once, before anything is printed
    _press = shared
