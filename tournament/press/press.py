"""The press: one niced process of its own that turns HTML into PDF, so that printing never slows the hall down.

It starts with the first job, stays for the next, and ends with the program. One job at a time, one more may wait; what
was just printed is handed out again. A long document comes in parts, each printed by itself and then bound together.
Nothing here knows Django or a document.
"""

import hashlib
import multiprocessing
import threading
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
from tournament.press.sheets import Printed

SECONDS_TO_WAIT = 300
PLACES = 2
"""Jobs at the press, the one in work counted: who waits holds a thread of the server, which has four."""
KEPT = 8
ASKED_AT_MOST = 500
"""Then another process takes over: a renderer gives back not quite all that it took (0.1 MB a paper, measured)."""
PARTS_AT_EASE = 12
"""What more parts took to print is given back before they are bound, by ending the process that printed them."""

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
        """The same for the same paper, and nobody guesses it who does not have it."""
        return hashlib.sha256(repr((self.parts, str(self.static), self.zoom, self.emblem)).encode()).hexdigest()[:32]


@dataclass(frozen=True)
class Progress:
    """Parts done, of all; `failed` is what stopped it."""

    done: int
    parts: int
    failed: Exception | None = None


class PressBusy(Exception):
    """One job is in work and another waits: come back in a moment."""


class Press:
    """Holds the process; a process that died is replaced once before a job is given up."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._asked = 0
        self.jobs = 0
        self._turn = threading.Lock()
        self._kept: dict[str, Printed] = {}
        self._progress: dict[str, Progress] = {}

    def run(self, job: Job) -> Printed:
        """From what is kept, if it is the same paper again."""
        kept = self._kept.get(job.key)
        if kept:
            return kept
        self._take_a_place()
        try:
            return self._in_turn(job)
        finally:
            self._leave()

    def begin(self, job: Job) -> Future[Printed]:
        """Printed in the background; asked for again while it is in work, it is not begun twice."""
        future: Future[Printed] = Future()
        with self._lock:
            known = self._progress.get(job.key)
            if known and not known.failed and job.key not in self._kept:
                return future
        if job.key in self._kept:
            future.set_result(self._kept[job.key])
            return future
        self._take_a_place()
        self._progress[job.key] = Progress(0, len(job.parts))
        threading.Thread(target=self._run_for, args=(job, future), daemon=True).start()
        return future

    def begin_and_wait(self, job: Job, seconds: float) -> None:
        with suppress(TimeoutError):
            self.begin(job).result(seconds)

    def at_work(self) -> int:
        return self.jobs

    def _run_for(self, job: Job, future: Future[Printed]) -> None:
        try:
            future.set_result(self._in_turn(job))
        except Exception as error:
            self._progress[job.key] = Progress(0, len(job.parts), error)
            future.set_exception(error)
        finally:
            self._leave()

    def _take_a_place(self) -> None:
        with self._lock:
            if self.jobs == PLACES:
                raise PressBusy
            self.jobs += 1

    def _leave(self) -> None:
        with self._lock:
            self.jobs -= 1

    def _in_turn(self, job: Job) -> Printed:
        with self._turn:
            kept = self._kept.get(job.key)
            return kept or self._keep(job.key, self._print(job))

    def _keep(self, key: str, printed: Printed) -> Printed:
        self._kept[key] = printed
        while len(self._kept) > KEPT:
            oldest = next(iter(self._kept))
            del self._kept[oldest]
            self._progress.pop(oldest, None)
        return printed

    def _print(self, job: Job) -> Printed:
        printed = []
        for number, part in enumerate(job.parts, start=1):
            printed.append(self.ask(press_process.work, part, str(job.static), job.zoom, job.emblem))
            self._progress[job.key] = Progress(number, len(job.parts))
        if len(printed) == 1:
            return printed[0]
        pdf = self._bound([part.pdf for part in printed])
        remarks = tuple(warning for part in printed for warning in part.warnings)
        boxes = tuple(sorted({letter for part in printed for letter in part.boxes}))
        return Printed(pdf, sum(part.pages for part in printed), remarks, boxes)

    def _bound(self, parts: list[bytes]) -> bytes:
        if len(parts) <= PARTS_AT_EASE:
            return self.ask(press_process.bind, parts)
        self.stop()
        try:
            return self.ask(press_process.bind, parts)
        finally:
            self.stop()

    def aside(self, work: Callable[..., T], *args: Any) -> T:
        """While nobody else is at the press; a place is left for two who come meanwhile."""
        if self.jobs or not self._turn.acquire(blocking=False):
            raise PressBusy
        try:
            return self.ask(work, *args)
        finally:
            self._turn.release()

    def ask(self, work: Callable[..., T], *args: Any) -> T:
        """Have something done in the process; once more, if it has died."""
        if self._asked >= ASKED_AT_MOST:
            self.stop()
        pool = None
        try:
            with self._lock:
                pool = self._started()
                asked = pool.submit(work, *args)
            return asked.result(timeout=SECONDS_TO_WAIT)
        except BrokenProcessPool:
            self.stop(pool)
            with self._lock:
                asked = self._started().submit(work, *args)
            return asked.result(timeout=SECONDS_TO_WAIT)

    def kept(self, key: str) -> Printed | None:
        return self._kept.get(key)

    def progress(self, key: str) -> Progress | None:
        return self._progress.get(key)

    def forget(self) -> None:
        self._kept.clear()
        self._progress.clear()

    def _started(self) -> ProcessPoolExecutor:
        """Only under the lock, so that nothing is asked of a process that is being ended. Raises NoSharedMemory."""
        self._asked += 1
        if self._pool is None:
            self._asked = 1
            spawn = multiprocessing.get_context("spawn")
            try:
                self._pool = ProcessPoolExecutor(max_workers=1, mp_context=spawn, initializer=press_process.begin)
            except OSError as error:
                raise NoSharedMemory(str(error)) from error
        return self._pool

    def stop(self, pool: ProcessPoolExecutor | None = None) -> None:
        """Once what was asked of it is done; only this pool, when one is named: somebody else may have replaced it."""
        with self._lock:
            ended = self._pool
            if ended is None or pool not in (None, ended):
                return
            self._pool = None
        ended.shutdown(wait=True)


_press = Press()


def own() -> Press:
    """This process's."""
    return _press


def use(shared: Press) -> None:
    """That of another process, from now on: `shared_press`."""
    global _press  # noqa: PLW0603 - once, before anything is printed
    _press = shared


def run(job: Job) -> Printed:
    """Raises PressMissing without Pango or shared memory, PressBusy when a job waits already, and ForeignFile for
    anything but print styles and fonts below the job's `static`."""
    return _press.run(job)


def begin_and_wait(job: Job, seconds: float) -> None:
    """Print in the background, and wait so long for it; raises what `run` does. How far it is: `progress`; the paper is
    `kept` for a while."""
    _press.begin_and_wait(job, seconds)


def progress(key: str) -> Progress | None:
    """Of a job that was begun, by its key; None once it is forgotten."""
    return _press.progress(key)


def kept(key: str) -> Printed | None:
    """What was printed a moment ago, by the key of its job."""
    return _press.kept(key)


def picture(pdf: bytes, page: int, width: int) -> bytes:
    """A page of a PDF, from 0, as a PNG so many pixels wide. Raises IndexError for a page that it does not have."""
    return _press.ask(press_process.picture, pdf, page, width)


def print_aside(part: str, job: Job) -> Printed:
    """One part of a job that nobody waits for: raises PressBusy while anybody is at the press, and is not kept there.
    Whoever comes meanwhile waits for this part alone."""
    return _press.aside(press_process.work, part, str(job.static), job.zoom, job.emblem)


def bind_aside(parts: Sequence[bytes], chapters: Sequence[tuple[str, int]]) -> bytes:
    """Parts printed aside as one PDF; `chapters` are the titles of its list of contents, each with its first page, from
    0. Raises PressBusy."""
    return _press.aside(press_process.bind, list(parts), tuple(chapters))


def print_html(html: str, static: Path) -> Printed:
    """One page of HTML; what it raises: `run`."""
    return _press.run(Job((html,), static))


def jobs() -> int:
    """How many are at the press now, the one in work and those that wait."""
    return _press.at_work()


def forget() -> None:
    """Keep nothing of what was printed; the next time it is printed anew."""
    _press.forget()


def stop() -> None:
    """End the process once it has done what was asked of it; the next job starts another."""
    _press.stop()
