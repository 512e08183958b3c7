"""The figures that `printing` measures and prints, each beside its floor and a rival."""

import argparse
import logging
import multiprocessing
import os
import re
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from random import Random
from typing import Self

import django
from django.conf import settings
from django.db import connection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django.setup()

from tests.evenings import Evening  # noqa: E402 # Django has to be set up first
from tests.event.test_table_evenings import play_match  # noqa: E402
from tests.paper.conftest import NOW, evening, names_of  # noqa: E402
from tests.performance import beside_printing, rivals  # noqa: E402
from tests.performance.alone.printed import alone  # noqa: E402
from tests.round_evenings import out  # noqa: E402
from tests.typesetting import typeset  # noqa: E402
from tournament.door.services.teams import team_up  # noqa: E402
from tournament.event.services.events import change_settings, create_event  # noqa: E402
from tournament.models import Account, Club, Event, Hand, Match, State  # noqa: E402
from tournament.paper import typesetting  # noqa: E402
from tournament.paper.documents import DOCUMENTS  # noqa: E402
from tournament.paper.queries.hour_sheets import score_sheets_of  # noqa: E402
from tournament.paper.queries.printed_results import printed_results_of  # noqa: E402
from tournament.paper.typesetting import order_of  # noqa: E402
from tournament.press import press  # noqa: E402
from tournament.standings.queries.standings import standings_of  # noqa: E402
from tournament.standings.queries.standings_page import standings_on_paper  # noqa: E402

STATIC = settings.BASE_DIR / "static"
PAIRS, ROUNDS, HANDS = 32, 6, 1000
SMALL = "<!doctype html><html lang=en><title>Small</title><p>Ink"


@dataclass(frozen=True)
class Figure:
    """`rival` draws the same; `rounds` says how often it is measured, `times` how often its paper is printed over."""

    what: str
    document: str
    event: Event
    rival: Callable[[], bytes]
    aim: str
    rounds: int = 3
    one: bool = False
    times: int = 1


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def most_memory(pid: int) -> float:
    """Returns the most megabytes that a process has held so far."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))) / 1024


def computed(pid: int) -> float:
    """Returns the seconds of processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class PressWatched:
    """Watches the press fifty times a second: the most memory that one of its processes held, and the processor's
    seconds of all. A long document takes more than one process."""

    def __init__(self, *, but_for: int) -> None:
        self._but_for, self._ended = but_for, threading.Event()
        self._held: dict[int, float] = {}
        self._computed: dict[int, float] = {}

    def __enter__(self) -> Self:
        self._thread = threading.Thread(target=self._look_on)
        self._thread.start()
        return self

    def __exit__(self, *_raised: object) -> None:
        self._ended.set()
        self._thread.join()

    @property
    def held(self) -> float:
        return max(self._held.values())

    @property
    def computed(self) -> float:
        self._look()
        return sum(self._computed.values())

    def _look_on(self) -> None:
        while not self._ended.wait(0.02):
            self._look()

    def _look(self) -> None:
        for child in multiprocessing.active_children():
            pid = child.pid or 0
            if pid != self._but_for:
                with suppress(FileNotFoundError, ProcessLookupError, StopIteration):  # the process has just ended
                    self._held[pid], self._computed[pid] = most_memory(pid), computed(pid)


@contextmanager
def a_process() -> Iterator[ProcessPoolExecutor]:
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        pool.submit(alone, SMALL, str(STATIC)).result()
        yield pool


def job_of(figure: Figure, minute: int, *, pages_a_part: int = typesetting.PAGES_A_PART) -> press.Job:
    """Returns the job. Every round has another minute, so that the press prints each anew."""
    document, usual = DOCUMENTS[figure.document], typesetting.PAGES_A_PART
    typesetting.PAGES_A_PART = pages_a_part
    try:
        entry = figure.event.entries.first() if figure.one else None
        stage = 1 if document.needs_stage else None
        job = order_of(document, figure.event, stage, entry, now=NOW + timedelta(minutes=minute)).job
        return replace(job, parts=job.parts * figure.times)
    finally:
        typesetting.PAGES_A_PART = usual


def at_once(figure: Figure, minute: int) -> str:
    """Returns all its pages as one page of HTML."""
    first, *others = job_of(figure, minute, pages_a_part=10**6).parts
    bodies = (re.search("<body[^>]*>(.*)</body>", part, re.DOTALL) for part in others)
    return first.replace("</body>", "".join(body.group(1) for body in bodies if body) + "</body>")


def measure(figure: Figure) -> None:
    press.the_press().stop()
    press.the_press().forget()
    press.the_press().print_html(SMALL, STATIC)
    whole, floor, rival, reading = [], [], [], []
    with a_process() as pool, PressWatched(but_for=pool.submit(os.getpid).result()) as watched:
        for minute in range(figure.rounds):
            began, before = time.perf_counter(), time.process_time() + watched.computed
            job = job_of(figure, minute)
            reading.append(time.perf_counter() - began)
            printed = press.the_press().run(job)
            after = time.process_time() + watched.computed
            whole.append((time.perf_counter() - began, after - before))
            *taken, pages, pid = pool.submit(alone, at_once(figure, minute), str(STATIC)).result()
            assert pages == printed.pages, (pages, printed.pages)
            floor.append(taken)
            rival.append(seconds(figure.rival))
        held = (watched.held, most_memory(pid))
    ours, its = ([statistics.median(column) for column in zip(*each, strict=True)] for each in (whole, floor))
    print(
        f"{figure.what:<26} {printed.pages:>5} {in_words(*ours, held[0])} {in_words(*its, held[1])}"
        f" {statistics.median(rival):>7.2f} s {statistics.median(reading) * 1000:>6.0f} ms   {figure.aim}",
        flush=True,
    )


def in_words(taken: float, of_processor: float, memory: float) -> str:
    return f"{taken:>7.2f} s {of_processor:>7.2f} s {memory:>5.0f} MB"


def agree_everything(event: Event) -> None:
    for number, match in enumerate(Match.objects.filter(table__stage__event=event)):
        for side, points in zip(match.sides.all(), (5 + number % 13, 19 - number % 7), strict=True):
            side.points, side.all_fours, side.jacks_turned = points, number % 2, number % 2
            side.save()
        match.state = State.AGREED
        match.save()


def many_hands() -> Event:
    """Returns an evening of Trinidad pairs, best of three, each round played hand by hand by the services, until there
    are enough hands."""
    club = Club.objects.create(name="The Hop Pole Card Club")
    by = Account.objects.create_user("director", role=Account.Role.DIRECTOR)
    event = create_event(club, name="Trinidad pairs", date=NOW.date(), format="trinidad-rounds", by=by, now=NOW)
    plan = {"plan": [["stay-and-move", ROUNDS]], "length_kind": "best_of", "length_number": 3}
    change_settings(event, plan, by=by, now=NOW)
    names = names_of(2 * PAIRS)
    for number in range(PAIRS):
        team_up(event, names[2 * number : 2 * number + 2], by=by, now=NOW)
    night, chance = Evening(event, by, by), Random(1674)
    for number in range(1, ROUNDS + 1):
        out(night, number)
        for match in night.matches(number):
            if Hand.objects.filter(match__table__stage__event=event).count() < HANDS:
                play_match(night, match, chance)
        if Hand.objects.filter(match__table__stage__event=event).count() >= HANDS:
            break
    return Event.objects.get(pk=event.pk)


def figures() -> None:
    name = connection.creation.create_test_db(verbosity=0)
    try:
        fifty, hall = evening(names_of(50)), evening(names_of(200))
        agree_everything(hall)
        results = many_hands()
        hands = Hand.objects.filter(match__table__stage__event=results).count()
        print(f"the press starts in {seconds(lambda: press.the_press().print_html(SMALL, STATIC)):.2f} s")
        heads = "pages     whole processor   press     floor processor  memory     fpdf2   reading   aim"
        print(f"{'':<26} {heads}")
        measure(
            Figure(
                "one score sheet", "score-sheets", fifty, lambda: sheets(fifty, only_first=True), "0.15 s", 9, one=True
            )
        )
        measure(Figure("50 score sheets", "score-sheets", fifty, lambda: sheets(fifty), "3 s"))
        measure(Figure("200 score sheets", "score-sheets", hall, lambda: sheets(hall), "8 s"))
        again = seconds(lambda: typeset("score-sheets", hall, 1, now=NOW + timedelta(minutes=2)))
        print(f"  the same 200 within the minute: {again * 1000:.0f} ms")
        measure(Figure("standings of 200", "hour-standings", hall, lambda: standings(hall), "1.5 s"))
        measure(Figure("seating of 200 by name", "seating-by-name", hall, lambda: standings(hall), ""))
        of_hands = Figure(
            f"results with {hands} hands", "all-results", results, lambda: drawn_results(results), "30 s, 250 MB"
        )
        measure(of_hands)
        thousand = Figure(
            "1000 score sheets", "score-sheets", hall, lambda: sheets(hall, times=5), "30 s, 250 MB", 1, times=5
        )
        measure(thousand)
    finally:
        press.the_press().stop()
        connection.creation.destroy_test_db(name, verbosity=0)


def sheets(event: Event, *, only_first: bool = False, times: int = 1) -> bytes:
    paper = score_sheets_of(event, event.stages.get(number=1), event.entries.first() if only_first else None)
    return rivals.sheets(replace(paper, sheets=paper.sheets * times), STATIC)


def standings(event: Event) -> bytes:
    return rivals.standings(standings_on_paper(standings_of(event, first_hour=1, hours=1)), STATIC)


def drawn_results(event: Event) -> bytes:
    return rivals.results(printed_results_of(event), STATIC)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default="figures,beside", help="figures, beside, or both with a comma")
    parts = parser.parse_args().only.split(",")
    logging.disable(logging.INFO)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    began = time.perf_counter()
    if "figures" in parts:
        figures()
    if "beside" in parts:
        beside_printing.report()
    print(f"{time.perf_counter() - began:.0f} s; load of the machine: {os.getloadavg()[0]:.1f}")
