"""What following an evening costs, and how soon every device knows: `python -m tests.performance.live`.

Sixty-four tables report hands over http, two a second (as 240 tables would), while devices in a process of their own
follow over raw sockets; everything shares this machine's cores. Times are counted from when the hall received the hand
(the log's own time, a moment before the commit) to when a device had heard of it, and to when it had the standings with
it. Each part begins with a minute in which nobody follows, since a machine has better and worse minutes. Peers of the
same run are the hub without Django, and asking every two seconds. `--only told,silent` plays some of PARTS, `--seconds`
makes them shorter. `--workers 2` needs a `DATABASE_URL` that names a PostgreSQL server, where it makes a database of
its own. It measures and asserts nothing.
"""

import argparse
import json
import os
import pickle
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import django
import psycopg
from django.core.management import call_command
from psycopg import sql

from tests.performance.recording import Table, tables_set_up
from tests.running import ROOT, Running, an_evening

PARTS = {
    "told": ("follow", 1000),
    "asked": ("ask", 1000),
    "asked-2000": ("ask", 2000),
    "polled": ("poll", 1000),
    "silent": ("ask", 1000),
    "floor": ("follow", 1000),
}
A_SECOND = 2
Heard = list[tuple[list[tuple[float, int]], list[tuple[float, int]]]]


def in_words(seconds: Sequence[float]) -> str:
    each = sorted(second * 1000 for second in seconds)
    if not each:
        return "nothing"
    half, most = statistics.median(each), each[-1]
    return f"half within {half:.0f} ms, 99 of 100 within {each[int(len(each) * 0.99)]:.0f}, at most {most:.0f}"


def beyond(seconds: Sequence[float]) -> float:
    """Returns the milliseconds within which 95 of 100 are."""
    return sorted(seconds)[int(len(seconds) * 0.95)] * 1000


@contextmanager
def devices(port: int, how: str, many: int, event: int, folder: str) -> Iterator[Heard]:
    """Lets devices follow from now on; what they heard is there at the end of the block."""
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
    """Enters each hand at its own time, even if those before it are late; returns the seconds that each took."""
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
    """Returns the time from each moment until each device knew a state that includes it: the n-th is in every state
    from `first` + n on."""
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


def processes_of(evening: Running) -> list[int]:
    """Returns the server's process ids, or its workers'; without the press and the watching parent."""
    pid = evening.process.pid
    children = [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    return [child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()] or [pid]


def computed_by(evening: Running) -> float:
    """Returns the seconds of processor used so far."""
    ticks = 0
    for pid in processes_of(evening):
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def memory_of(evening: Running) -> str:
    """Says the memory of each process; only meaningful while nothing is printed."""
    each = []
    for pid in processes_of(evening):
        status = Path(f"/proc/{pid}/status").read_text()
        each.append(int(next(line.split()[1] for line in status.splitlines() if line.startswith("VmRSS"))))
    return " and ".join(f"{kilobytes / 1024:.0f} MB" for kilobytes in each)


def told(evening: Running, tables: Sequence[Table], event: int, part: str, folder: str, seconds: int) -> None:
    """Prints what a part of PARTS costs, how soon its devices know, and how long a hand takes to enter with and without
    them."""
    how, many = PARTS[part]
    alone = reported(tables, seconds * A_SECOND)
    after = max([pk for pk, _at in log_times(event, 0)], default=0)
    revision = revision_of(event)
    with devices(evening.port, how, many, event, folder) as heard:
        computed, began = computed_by(evening), time.perf_counter()
        waits = reported(tables, seconds * A_SECOND)
        time.sleep(3)
        share = (computed_by(evening) - computed) / (time.perf_counter() - began)
        memory = memory_of(evening)
    times = [at for _pk, at in log_times(event, after)]
    print(f"{part}: {many} devices, {share * 100:.0f} % of a core, {memory}, load {os.getloadavg()[0]:.1f}")
    if how != "poll":
        print(f"    told        {missing(until_known(times, [told for told, _ in heard], None))}")
    if how != "follow":
        print(f"    standings   {missing(until_known(times, [fresh for _, fresh in heard], revision))}")
    print(f"    entering    {in_words(waits)}; 95 of 100 within {beyond(waits):.0f}")
    print(f"    nobody      {in_words(alone)}; 95 of 100 within {beyond(alone):.0f}")


def missing(waits: Sequence[float]) -> str:
    came = [wait for wait in waits if wait == wait]  # NaN means that it never came
    return f"{in_words(came)}; {len(waits) - len(came)} of {len(waits)} never"


def silent(evening: Running, event: int, folder: str, seconds: int) -> None:
    how, many = PARTS["silent"]
    with devices(evening.port, how, many, event, folder):
        computed = computed_by(evening)
        time.sleep(seconds)
        share = (computed_by(evening) - computed) / seconds
        print(f"silent: {many} devices, {share * 100:.1f} % of a core, {memory_of(evening)}")


def hub_alone(folder: str, seconds: int) -> None:
    """Measures the floor: the same hub and devices, changes from a timer, no Django."""
    how, many = PARTS["floor"]
    with subprocess.Popen([sys.executable, "-m", "tests.performance.alone.hub"], cwd=ROOT, **PIPES) as process:
        try:
            port = int(process.stdout.readline())
            with devices(port, how, many, 1, folder) as heard:
                process.stdin.write(f"{seconds * A_SECOND} {1 / A_SECOND}\n")
                process.stdin.flush()
                times, used = json.loads(process.stdout.readline())
            waits = missing(until_known(times, [told for told, _ in heard], None))
            print(f"floor: {many} devices, the hub without Django, {used / seconds * 100:.0f} % of a core")
            print(f"    told        {waits}")
        finally:
            process.kill()


PIPES = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}


def measured(folder: str, wanted: argparse.Namespace, parts: Sequence[str]) -> None:
    from django.db import connections  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from tournament.event.services.events import show_standings  # noqa: PLC0415
    from tournament.models import Event  # noqa: PLC0415

    tables = tables_set_up()
    event = Event.objects.get()
    show_standings(event, True, by=None, now=timezone.now())
    with an_evening({**os.environ, "PYTHONUNBUFFERED": "1"}, "--workers", str(wanted.workers)) as evening:
        for table in tables:
            table.open(evening.port)
        reported(tables, 10)
        print(f"nobody yet: {memory_of(evening)}")
        for part in parts:
            if part == "silent":
                silent(evening, event.pk, folder, 3 * wanted.seconds)
            else:
                told(evening, tables, event.pk, part, folder, wanted.seconds)
    connections.close_all()


@contextmanager
def a_database(folder: str) -> Iterator[None]:
    """Provides SQLite in the folder, or a new database on the server that DATABASE_URL names."""
    os.environ |= {"HANGJACK_DATA": folder, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    server, _slash, _name = os.environ.get("DATABASE_URL", "").rpartition("/")
    if not server:
        yield
        return
    name = f"hangjack_live_{os.getpid()}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as database:
        database.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        os.environ["DATABASE_URL"] = f"{server}/{name}"
        try:
            yield
        finally:
            database.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--only", default=",".join(PARTS), type=lambda written: written.split(","))
    parser.add_argument("--seconds", default=20, type=int)
    parser.add_argument("--workers", default=1, type=int)
    wanted = parser.parse_args()
    assert set(wanted.only) <= set(PARTS), f"there are {', '.join(PARTS)}"
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    print(f"machine: {os.cpu_count()} cores, load before {os.getloadavg()[0]:.1f}")
    with tempfile.TemporaryDirectory() as folder, a_database(folder):
        django.setup()
        call_command("migrate", verbosity=0)
        if parts := [part for part in wanted.only if part != "floor"]:
            measured(folder, wanted, parts)
        if "floor" in wanted.only:
            hub_alone(folder, wanted.seconds)
    print(f"load after {os.getloadavg()[0]:.1f}")


if __name__ == "__main__":
    main()
