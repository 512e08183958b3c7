"""What following an evening costs, and how soon every device knows: `python -m tests.performance.live`.

Sixty-four tables report hands over http, two a second (as 240 tables would), while devices in a process of their own
follow over raw sockets; everything shares this machine's cores. Times are counted from when the hall took the hand in
(the log's own time, a moment before the commit) to when a device had heard of it, and to when it had the standings with
it. Peers of the same run: nobody following, devices that are told and ask nothing, the hub without Django, and asking
every two seconds. `DATABASE_URL` names a PostgreSQL server for two workers. Measures, and asserts nothing.
"""

import json
import os
import pickle
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import django
from django.core.management import call_command

from tests.performance.recording import Table, tables_set_up
from tests.performance.serving import memory_of, processor_time_of
from tests.running import ROOT, Running, an_evening

SECONDS = 20
A_SECOND = 2
SILENT = 60
Heard = list[tuple[list[tuple[float, int]], list[tuple[float, int]]]]


def in_words(seconds: Sequence[float]) -> str:
    each = sorted(second * 1000 for second in seconds)
    if not each:
        return "nothing"
    half, most = statistics.median(each), each[-1]
    return f"half within {half:.0f} ms, 99 of 100 within {each[int(len(each) * 0.99)]:.0f}, at most {most:.0f}"


def beyond(seconds: Sequence[float]) -> float:
    """Milliseconds within which 95 of 100 are."""
    return sorted(seconds)[int(len(seconds) * 0.95)] * 1000


@contextmanager
def devices(port: int, how: str, many: int, event: int, folder: str) -> Iterator[Heard]:
    """Following from now on; what they heard is there at the end."""
    file, heard = Path(folder) / "heard", []
    command = [sys.executable, "-m", "tests.performance.devices", str(port), how, str(many), str(event), str(file)]
    process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "ready\n"
        yield heard
        process.stdin.close()
        process.wait(60)
        heard.extend(pickle.loads(file.read_bytes()))
    finally:
        process.kill()
        process.wait()


def reported(tables: Sequence[Table], hands: int) -> list[float]:
    """Seconds that each hand took, entered at its own time whatever happened to those before it."""
    began, waits = time.perf_counter(), []

    def report(place: int) -> None:
        time.sleep(max(0.0, began + place / A_SECOND - time.perf_counter()))
        waits.append(tables[place % len(tables)].record())

    with ThreadPoolExecutor(16) as phones:
        list(phones.map(report, range(hands)))
    return waits


def log_times(event: int, after: int) -> list[tuple[int, float]]:
    from tournament.models import LogEntry  # noqa: PLC0415 - Django is only set up by now

    rows = LogEntry.objects.filter(event=event, pk__gt=after).order_by("pk").values_list("pk", "at")
    return [(pk, at.timestamp()) for pk, at in rows]


def revision_of(event: int) -> int:
    from tournament.models import Event  # noqa: PLC0415

    return Event.objects.values_list("revision", flat=True).get(pk=event)


def until_known(times: Sequence[float], lists: Sequence[Sequence[tuple[float, int]]], first: int | None) -> list[float]:
    """From each moment to when each device knew a state with it in: the n-th is in every state from `first` + n on."""
    waits = []
    for known in lists:
        start = known[0][1] if first is None and known else first
        ahead = iter(known)
        at, state = next(ahead, (0.0, -1))
        for place, moment in enumerate(times, 1):
            while state < start + place:
                at, state = next(ahead, (float("nan"), sys.maxsize))
            waits.append(max(0.0, at - moment))
    return waits


def told(evening: Running, tables: Sequence[Table], event: int, how: str, many: int, folder: str) -> list[float]:
    """One line for so many devices; gives what each hand took to enter."""
    after = max([pk for pk, _at in log_times(event, 0)], default=0)
    revision = revision_of(event)
    with devices(evening.port, how, many, event, folder) as heard:
        computed, began = processor_time_of(evening), time.perf_counter()
        waits = reported(tables, SECONDS * A_SECOND)
        time.sleep(3)
        share = (processor_time_of(evening) - computed) / (time.perf_counter() - began)
        memory = memory_of(evening)
    times = [at for _pk, at in log_times(event, after)]
    print(f"{many} devices, {how}: {share * 100:.0f} % of a core, {memory}; entering: {in_words(waits)}")
    if how != "poll":
        print(f"    told        {missing(until_known(times, [told for told, _ in heard], None))}")
    if how != "follow":
        print(f"    standings   {missing(until_known(times, [fresh for _, fresh in heard], revision))}")
    return waits


def missing(waits: Sequence[float]) -> str:
    came = [wait for wait in waits if wait == wait]  # what never came is no number
    return f"{in_words(came)}; {len(waits) - len(came)} of {len(waits)} never"


def silent(evening: Running, event: int, folder: str) -> None:
    with devices(evening.port, "ask", 1000, event, folder):
        computed = processor_time_of(evening)
        time.sleep(SILENT)
        share = (processor_time_of(evening) - computed) / SILENT
        print(f"1000 devices in a silent hall: {share * 100:.1f} % of a core, {memory_of(evening)}")


def hub_alone(folder: str) -> None:
    """The floor: the same hub and devices, changes from a timer, no Django."""
    with subprocess.Popen([sys.executable, "-m", "tests.performance.hub_alone"], cwd=ROOT, **PIPES) as process:
        try:
            port = int(process.stdout.readline())
            with devices(port, "follow", 1000, 1, folder) as heard:
                process.stdin.write(f"{SECONDS * A_SECOND} {1 / A_SECOND}\n")
                process.stdin.flush()
                times, used = json.loads(process.stdout.readline())
            waits = missing(until_known(times, [told for told, _ in heard], None))
            print(
                f"1000 devices, the hub without Django: {used / SECONDS * 100:.0f} % of a core\n    told        {waits}"
            )
        finally:
            process.kill()


PIPES = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}


def measured(folder: str, *options: str) -> None:
    from django.utils import timezone  # noqa: PLC0415

    from tournament.models import Event  # noqa: PLC0415
    from tournament.services.events import show_standings  # noqa: PLC0415

    tables = tables_set_up()
    event = Event.objects.get()
    show_standings(event, True, by=None, now=timezone.now())
    with an_evening({**os.environ, "PYTHONUNBUFFERED": "1"}, *options) as evening:
        for table in tables:
            table.open(evening.port)
        reported(tables, 10)
        alone = reported(tables, SECONDS * A_SECOND)
        print(f"nobody follows: {memory_of(evening)}; entering: {in_words(alone)}")
        for how, many in (("follow", 1000), ("ask", 1000), ("ask", 2000), ("poll", 1000)):
            waits = told(evening, tables, event.pk, how, many, folder)
            print(
                f"    95 of 100 hands entered within {beyond(waits):.0f} ms, {beyond(alone):.0f} with nobody following"
            )
        silent(evening, event.pk, folder)


def main() -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    print(
        f"machine: {os.cpu_count()} cores, load before {os.getloadavg()[0]:.1f}, {threading.active_count()} thread here"
    )
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"HANGJACK_DATA": folder, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        django.setup()
        call_command("migrate", verbosity=0)
        measured(folder, *sys.argv[1:])
        hub_alone(folder)
    print(f"load after {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
