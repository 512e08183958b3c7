"""The press: processes with low priority that turn HTML into PDF, so that printing never slows the hall down.

One prints for the desk, one job at a time; a few more jobs wait in line. Guests, who have no account, have another
process. It gives way to the desk's and works only while the press is free, so the desk never waits for guests. What was
just printed is handed out again. A long document comes in parts, each printed by itself and then bound together.

This module knows neither Django nor what is in a document.
"""

import hashlib
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

from tournament.press import press_process
from tournament.press.niced_process import NicedProcess
from tournament.press.sheets import PrintedPdf

NICENESS, GUESTS_NICENESS = 10, 15
PLACES = 2
"""The most jobs of the desk that somebody waits for, including the one in progress: each holds one of the server's four
threads."""
IN_LINE, IN_LINE_OF_ONE = 6, 3
"""The most jobs of the desk at the press, and of one club where several share it. Somebody who asks for another one is
told to come back for it."""
GUESTS_REST = 3
"""After a guest's paper the press is closed to guests for this many times as long as it took, so strangers who ask for
paper all evening get at most a quarter of a processor."""
KEPT = 8
PARTS_AT_EASE = 12
"""With more parts than this the process is ended before they are bound, to free the memory that printing took."""

T = TypeVar("T")


def start_of_keys(club: int | None) -> str:
    """Returns how the keys of a club's jobs begin, by which nobody is shown what another club printed."""
    return f"{club or 0}-"


@dataclass(frozen=True)
class Job:
    """A document to print. `parts` are whole HTML pages in the order of printing, `zoom` is the scale of their
    measures. Their styles and fonts are read below `static`; `emblem` is the picture that they may name as
    "emblem.png"; `club` is the id of the club that asks, where several share the press."""

    parts: tuple[str, ...]
    static: Path
    zoom: float = 1.0
    emblem: bytes = b""
    club: int | None = None

    @cached_property
    def key(self) -> str:
        """A key that is the same for the same paper of a club, and impossible to guess."""
        digest = hashlib.sha256(repr((self.parts, str(self.static), self.zoom, self.emblem)).encode()).hexdigest()
        return f"{start_of_keys(self.club)}{digest[:32]}"


@dataclass(frozen=True)
class Progress:
    """The progress of a job: parts done, of all; `failed` is the error that stopped it."""

    done: int
    parts: int
    failed: Exception | None = None


class PressBusy(Exception):
    """The job waits in line, or there is no room for it: ask again in a moment."""


class Press:
    """The jobs at the press, and what it printed: `_kept` for the desk and `_kept_of_guests` for guests, so that
    neither displaces the other's papers."""

    def __init__(self, *, guests_rest: float = GUESTS_REST) -> None:
        self.guests_rest = guests_rest
        self._lock = threading.Lock()
        self._process, self._guests_process = NicedProcess(NICENESS), NicedProcess(GUESTS_NICENESS)
        self.jobs = 0
        self._jobs_of_clubs: Counter[int] = Counter()
        self._waited_for = 0
        self._has_guest = False
        self._closed_to_guests_until = float("-inf")
        self._turn = threading.Lock()
        self._kept: dict[str, PrintedPdf] = {}
        self._kept_of_guests: dict[str, PrintedPdf] = {}
        self._progress: dict[str, Progress] = {}

    def run(self, job: Job, *, for_guest: bool = False) -> PrintedPdf:
        """Prints a job; returns the same paper again without printing it twice.

        Raises PressMissing without Pango or shared memory, PressBusy if too many wait already, and ForeignFile for
        anything but print styles and fonts below the job's `static`. After PressBusy the desk's job is in line, if
        there was room.
        """
        kept = self._kept.get(job.key) or (self._kept_of_guests.get(job.key) if for_guest else None)
        if kept:
            return kept
        if for_guest:
            return self._print_for_guest(job)
        with self._lock:
            has_place = self._waited_for < PLACES
            self._waited_for += has_place
        if not has_place:
            self.begin(job)
            raise PressBusy
        try:
            self._join_line(job)
            try:
                return self._print_in_turn(job)
            finally:
                self._leave_line(job)
        finally:
            with self._lock:
                self._waited_for -= 1

    def print_html(self, html: str, static: Path) -> PrintedPdf:
        """Prints one page of HTML; raises what `run` does."""
        return self.run(Job((html,), static))

    def begin(self, job: Job) -> Future[PrintedPdf]:
        """Prints in the background. A job that is in line already is not begun twice. Raises PressBusy without room."""
        future: Future[PrintedPdf] = Future()
        with self._lock:
            known = self._progress.get(job.key)
            if known and not known.failed and job.key not in self._kept:
                return future
        if job.key in self._kept:
            future.set_result(self._kept[job.key])
            return future
        self._join_line(job)
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

    def bind_aside(self, parts: Sequence[bytes], chapters: Sequence[tuple[str, int]], strips: bytes = b"") -> bytes:
        """Binds parts printed aside into one PDF; `chapters` are the titles of its list of contents, each with its
        first page, from 0. `strips` is a PDF with a strip for the foot of each page. Raises PressBusy."""
        return self._ask_aside(press_process.bind, list(parts), tuple(chapters), strips)

    def draw_page(self, pdf: bytes, page: int, width: int) -> bytes:
        """Returns a page of a PDF, from 0, as a PNG so many pixels wide. Raises IndexError for a page that it does not
        have."""
        return self._process.ask(press_process.draw_page, pdf, page, width)

    def find_printed(self, key: str) -> PrintedPdf | None:
        """Returns what was printed a moment ago, by the key of its job."""
        return self._kept.get(key)

    def progress(self, key: str) -> Progress | None:
        """Returns the progress of a job that was begun, by its key; None once it is forgotten."""
        return self._progress.get(key)

    def count_jobs(self) -> int:
        """Returns how many jobs are at the press, the one in progress and those that wait."""
        return self.jobs + self._has_guest

    def has_room_for_guest(self) -> bool:
        """Returns whether a guest who asks now could have something printed."""
        return not (self.jobs or self._has_guest or time.monotonic() < self._closed_to_guests_until)

    def forget(self) -> None:
        """Drops what was printed, so that it is printed again the next time."""
        self._kept.clear()
        self._kept_of_guests.clear()
        self._progress.clear()
        self._closed_to_guests_until = float("-inf")

    def _print_for(self, job: Job, future: Future[PrintedPdf]) -> None:
        try:
            future.set_result(self._print_in_turn(job))
        except Exception as error:
            self._progress[job.key] = Progress(0, len(job.parts), error)
            future.set_exception(error)
        finally:
            self._leave_line(job)

    def _join_line(self, job: Job) -> None:
        with self._lock:
            if self.jobs == IN_LINE or (job.club and self._jobs_of_clubs[job.club] == IN_LINE_OF_ONE):
                raise PressBusy
            self.jobs += 1
            if job.club:
                self._jobs_of_clubs[job.club] += 1

    def _leave_line(self, job: Job) -> None:
        with self._lock:
            self.jobs -= 1
            if job.club:
                self._jobs_of_clubs[job.club] -= 1

    def _print_for_guest(self, job: Job) -> PrintedPdf:
        with self._lock:
            if not self.has_room_for_guest():
                raise PressBusy
            self._has_guest = True
        began = time.monotonic()
        try:
            printed = self._print(job, self._guests_process)
            _keep(self._kept_of_guests, job.key, printed)
            return printed
        finally:
            with self._lock:
                self._has_guest = False
                self._closed_to_guests_until = time.monotonic() + self.guests_rest * (time.monotonic() - began)

    def _print_in_turn(self, job: Job) -> PrintedPdf:
        with self._turn:
            kept = self._kept.get(job.key)
            return kept or self._keep(job.key, self._print(job, self._process))

    def _keep(self, key: str, printed: PrintedPdf) -> PrintedPdf:
        for old in _keep(self._kept, key, printed):
            self._progress.pop(old, None)
        return printed

    def _print(self, job: Job, process: NicedProcess) -> PrintedPdf:
        printed = []
        for number, part in enumerate(job.parts, start=1):
            printed.append(process.ask(press_process.print_html, part, str(job.static), job.zoom, job.emblem))
            if process is self._process:
                self._progress[job.key] = Progress(number, len(job.parts))
        if len(printed) == 1:
            return printed[0]
        pdf = _bind([part.pdf for part in printed], process)
        remarks = tuple(warning for part in printed for warning in part.warnings)
        boxes = tuple(sorted({letter for part in printed for letter in part.boxes}))
        return PrintedPdf(pdf, sum(part.pages for part in printed), remarks, boxes)

    def _ask_aside(self, work: Callable[..., T], *args: Any) -> T:
        """Runs work in the process if nobody of the desk is at the press; those who come meanwhile still have a place.
        Raises PressBusy."""
        if self.jobs or not self._turn.acquire(blocking=False):
            raise PressBusy
        try:
            return self._process.ask(work, *args)
        finally:
            self._turn.release()

    def stop(self) -> None:
        """Ends the processes once their work is done; the next job starts another."""
        self._process.stop()
        self._guests_process.stop()


def _keep(kept: dict[str, PrintedPdf], key: str, printed: PrintedPdf) -> list[str]:
    """Stores what was printed, and drops the oldest if there are too many; returns their keys."""
    kept[key] = printed
    dropped = list(kept)[:-KEPT]
    for old in dropped:
        del kept[old]
    return dropped


def _bind(parts: list[bytes], process: NicedProcess) -> bytes:
    if len(parts) <= PARTS_AT_EASE:
        return process.ask(press_process.bind, parts)
    process.stop()
    try:
        return process.ask(press_process.bind, parts)
    finally:
        process.stop()


_press = Press()


def the_press() -> Press:
    """Returns the press that this process prints with."""
    return _press


def use_press(shared: Press) -> None:
    """Makes this process print with the press of another one (`shared_press`)."""
    global _press  # noqa: PLW0603 - once, before anything is printed
    _press = shared
