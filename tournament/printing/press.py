"""The press: one niced process of its own that turns HTML into PDF, so that printing never slows the hall down.

It starts with the first job, stays for the next, and ends with the program. One job at a time, one more may wait; what
was just printed is handed out again. A long document comes in parts, each printed by itself and then bound together.
Nothing here knows Django or a document.
"""

import gc
import hashlib
import importlib
import multiprocessing
import multiprocessing.util
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

NICENESS = 10
SECONDS_TO_WAIT = 300
PLACES = 2
"""Jobs at the press, the one in work counted: who waits holds a thread of the server, which has four."""
KEPT = 8
OBJECTS_UNTIL_COLLECTED = 100_000
"""A page is hundreds of thousands of objects, all of which are needed until it is done: Python looks through them less
often than it is used to, which is a twentieth of the time (measured)."""

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
class Printed:
    """`warnings` is what the renderer had to say, which for our own documents is always nothing."""

    pdf: bytes
    pages: int
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class Progress:
    """Parts done, of all; `failed` is what stopped it."""

    done: int
    parts: int
    failed: Exception | None = None


class PressMissing(Exception):
    """A system library that the renderer stands on is not installed."""


class PressBusy(Exception):
    """One job is in work and another waits: come back in a moment."""


class ForeignFile(Exception):
    """A document asked for a file that is not a style sheet or font of its own: a mistake of ours."""


class Press:
    """Holds the process; a process that died is replaced once before a job is given up."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
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
            printed.append(self.ask(_work, part, str(job.static), job.zoom, job.emblem))
            self._progress[job.key] = Progress(number, len(job.parts))
        if len(printed) == 1:
            return printed[0]
        pdf = self.ask(_bind, [part.pdf for part in printed])
        remarks = tuple(warning for part in printed for warning in part.warnings)
        return Printed(pdf, sum(part.pages for part in printed), remarks)

    def aside(self, work: Callable[..., T], *args: Any) -> T:
        """While nobody else is at the press; a place is left for two who come meanwhile."""
        if self.jobs or not self._turn.acquire(blocking=False):
            raise PressBusy
        try:
            return self.ask(work, *args)
        finally:
            self._turn.release()

    def ask(self, work: Callable[..., T], *args: Any) -> T:
        """Have something done in the process."""
        pool = self._started()
        try:
            return pool.submit(work, *args).result(timeout=SECONDS_TO_WAIT)
        except BrokenProcessPool:
            self.stop(pool)
            return self._started().submit(work, *args).result(timeout=SECONDS_TO_WAIT)

    def kept(self, key: str) -> Printed | None:
        return self._kept.get(key)

    def progress(self, key: str) -> Progress | None:
        return self._progress.get(key)

    def forget(self) -> None:
        self._kept.clear()
        self._progress.clear()

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


_press = Press()


def own() -> Press:
    """This process's."""
    return _press


def use(shared: Press) -> None:
    """That of another process, from now on: `shared_press`."""
    global _press  # noqa: PLW0603 - once, before anything is printed
    _press = shared


def run(job: Job) -> Printed:
    """Raises PressMissing without Pango, PressBusy when a job waits already, and ForeignFile for anything but print
    styles and fonts below the job's `static`."""
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
    return _press.ask(_picture, pdf, page, width)


def print_aside(part: str, job: Job) -> Printed:
    """One part of a job that nobody waits for: raises PressBusy while anybody is at the press, and is not kept there.
    Whoever comes meanwhile waits for this part alone."""
    return _press.aside(_work, part, str(job.static), job.zoom, job.emblem)


def bind_aside(parts: Sequence[bytes], chapters: Sequence[tuple[str, int]]) -> bytes:
    """Parts printed aside as one PDF; `chapters` are the titles of its list of contents, each with its first page, from
    0. Raises PressBusy."""
    return _press.aside(_bind, list(parts), tuple(chapters))


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
    """End the process now; the next job starts another."""
    _press.stop()


def _begin() -> None:
    os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.set_threshold(OBJECTS_UNTIL_COLLECTED)
    # What the renderer unpacks lies in a folder of the process, which goes with it however it ends.
    tempfile.tempdir = tempfile.mkdtemp(prefix="hangjack-press-")
    multiprocessing.util.Finalize(None, shutil.rmtree, (tempfile.tempdir, True), exitpriority=1)
    threading.Thread(target=_end_with_parent, args=(tempfile.tempdir,), daemon=True).start()


def _end_with_parent(folder: str) -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)


def _work(html: str, static: str, zoom: float, emblem: bytes) -> Printed:
    """In the process: the renderer is imported by name here, since the program itself runs without its libraries."""
    try:
        renderer = importlib.import_module("tournament.printing.renderer")
    except OSError as error:
        raise PressMissing(str(error)) from None
    pdf, pages, warnings = renderer.render(html, Path(static), zoom, emblem)
    return Printed(pdf, pages, warnings)


def _bind(parts: list[bytes], chapters: tuple[tuple[str, int], ...] = ()) -> bytes:
    """In the process, by name as above: it has no use for what binds until something is to be bound."""
    bound: bytes = importlib.import_module("tournament.printing.binding").bound(parts, chapters)
    return bound


def _picture(pdf: bytes, page: int, width: int) -> bytes:
    png: bytes = importlib.import_module("tournament.printing.pictures").picture(pdf, page, width)
    return png
