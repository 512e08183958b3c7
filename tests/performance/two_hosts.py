"""Two hosts for many clubs: `python -m tests.performance.two_hosts`, with a PostgreSQL server in DATABASE_URL and a
Redis in CACHE_URL. Everything shares this machine's cores.

Each club has a name of its own and an evening of two tables. Hands come from all of them together, through nginx as
`deploy/nginx.conf` sets it up, to one host and the other in turn; a request that gets no answer is sent again, with its
key. A hand is timed from when it was due, so that one that waits for a late one before it counts as late. Followers are
sockets in a process of their own, behind nginx too; whoever loses its host comes again. Then the hosts are killed in
turn while the hands go on, and started again. At last every hand is looked up. What one more club costs is asked before
and after most clubs come. It measures and asserts nothing, but exits with 1 if a hand was lost or doubled. With
`--without-proxy`, phones and followers go to the hosts themselves in turn.

    python -m tests.performance.two_hosts set-up FROM TO      makes these clubs, prints their tables
    python -m tests.performance.two_hosts follow PORT [PORT]  follows [host, event] of the first line of its input

run in processes of their own.
"""

import argparse
import asyncio
import http.client
import itertools
import json
import os
import random
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from tests.kills import Phone, count_outcome
from tests.performance.live import a_database
from tests.performance.recording import in_words
from tests.performance.serving import memory_of, processor_time_of
from tests.proxies import a_proxy, begin_nginx, free_port
from tests.running import ROOT, Running, an_evening

FEW, TABLES, A_SECOND = 20, 2, 50
VERSION = re.compile(rb'"results":"(\w+\.\d+)"')


@dataclass
class PhoneOfTwo(Phone):
    """A phone whose requests go to each host in turn."""

    event: int = 0
    turns: Iterator[int] = field(default_factory=lambda: itertools.cycle([0]))
    alone: Any = field(default_factory=threading.Lock)

    def _ask(self, method: str, body: str | None = None) -> tuple[int, str]:
        self.port = next(self.turns)
        return super()._ask(method, body)

    def record(self) -> float:
        """Records one hand, as often as needed; returns when it was acknowledged."""
        with self.alone:
            self.play(threading.Event(), len(self.keys) + 1)
        return time.time()


def report(phones: Sequence[PhoneOfTwo], hands: int, a_second: float) -> tuple[list[float], list[tuple[int, float]]]:
    """Enters each hand at its own time. Returns what each waited, and when which event had one."""
    began, waits, told = time.time() + 0.5, [], []

    def enter(place: int) -> None:
        due = began + place / a_second
        time.sleep(max(0.0, due - time.time()))
        phone = phones[place % len(phones)]
        at = phone.record()
        waits.append(at - due)
        told.append((phone.event, at))

    with ThreadPoolExecutor(64) as pool:
        list(pool.map(enter, range(hands)))
    return waits, told


@contextmanager
def following(ports: Sequence[int], clubs: Sequence[tuple[str, int]], many: int, folder: Path) -> Iterator[list[Any]]:
    """Lets so many follow from now on; what each heard is there at the end of the block."""
    heard: list[Any] = []
    command = [sys.executable, "-m", "tests.performance.two_hosts", "follow", *map(str, ports)]
    with (folder / "heard").open("w+") as file:
        process = subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=file, text=True)
        follows = [clubs[place % len(clubs)] for place in range(many)]
        process.stdin.write(json.dumps(follows) + "\n")
        process.stdin.flush()
        while file.tell() == 0 or not (file.seek(0) or file.readline().endswith("\n")):
            time.sleep(0.2)
            file.seek(0, os.SEEK_END)
        try:
            yield heard
        finally:
            process.stdin.close()
            process.wait(120)
            heard += json.loads((folder / "heard").read_text().splitlines()[1])


async def follow(ports: Sequence[int]) -> None:
    loop = asyncio.get_running_loop()
    follows = json.loads(await loop.run_in_executor(None, sys.stdin.readline))
    heard: list[list[tuple[float, str]]] = [[] for _each in follows]
    ready = asyncio.Semaphore(0)

    async def stay(place: int, host: str, event: int) -> None:
        for port in itertools.islice(itertools.cycle(ports), place % 2, None):
            try:
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(f"GET /live/{event} HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
                while line := await reader.readline():
                    if found := VERSION.search(line):
                        if not heard[place]:
                            ready.release()
                        heard[place].append((time.time(), found[1].decode()))
                writer.close()
            except OSError:
                pass
            await asyncio.sleep(random.random())

    tasks = []
    for place, (host, event) in enumerate(follows):
        tasks.append(loop.create_task(stay(place, host, event)))
        if place % 20 == 19:
            await asyncio.sleep(0.05)
    for _each in follows:
        await ready.acquire()
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    for task in tasks:
        task.cancel()
    print(json.dumps(heard), flush=True)


def until_told(told: Sequence[tuple[int, float]], follows: Sequence[int], heard: Sequence[Any]) -> list[float]:
    """Returns the time from each acknowledged hand until each follower of its evening was told of a new version; one
    that was told before the answer came waited for nothing."""
    waits = []
    for event, known in zip(follows, heard, strict=True):
        news = [at for (at, version), (_before, old) in zip(known[1:], known, strict=False) if version != old]
        for hand in (at for of, at in told if of == event):
            waits.append(max(0.0, next((at for at in news if at >= hand - 0.5), float("nan")) - hand))
    return waits


def pages_of(port: int, host: str, event: int, times: int = 40) -> str:
    said = []
    for path in ("/", f"/e/{event}/standings/", f"/e/{event}/results/"):
        waits = []
        for _time in range(times):
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as connection:
                began = time.perf_counter()
                connection.request("GET", path, headers={"Host": host})
                connection.getresponse().read()
                waits.append(time.perf_counter() - began)
        said.append(f"{path} {statistics.median(waits) * 1000:.1f} ms")
    return ", ".join(said)


def cost_of_clubs(environment: dict[str, str], host: Running, table: list[Any], folder: Path) -> str:
    """Says what pages of one club, an idle host and a backup cost now."""
    computed = processor_time_of(host)
    time.sleep(10)
    idle, began = (processor_time_of(host) - computed) / 10, time.perf_counter()
    backup = [sys.executable, "manage.py", "backup", "--to", str(folder)]
    subprocess.run(backup, cwd=ROOT, env=environment, check=True, stdout=subprocess.DEVNULL)
    taken, (made, *_others) = time.perf_counter() - began, folder.glob("*.hangjack")
    size = made.stat().st_size / 1e6
    made.unlink()
    pages = pages_of(host.port, table[0], table[2])
    return f"{pages}; idle {idle * 100:.1f} % of a core; a backup of all {taken:.1f} s, {size:.2f} MB"


def set_up(first: int, last: int) -> None:
    import django  # noqa: PLC0415 - only this process needs it

    django.setup()
    from django.db import transaction  # noqa: PLC0415
    from django.utils import timezone  # noqa: PLC0415

    from tournament.club.services import add_club  # noqa: PLC0415
    from tournament.door.services.entries import enter_players  # noqa: PLC0415
    from tournament.draw.services.draws import draw_first_hour, release_draw  # noqa: PLC0415
    from tournament.event.services.events import open_evening, show_standings  # noqa: PLC0415
    from tournament.models import SHOWN_CLUB, Event, Match, TableCode  # noqa: PLC0415

    now, tables = timezone.now(), []
    for number in range(first, last):
        host = f"club{number}.example.org"
        SHOWN_CLUB.set(add_club(f"Club {number}", host).pk)
        with transaction.atomic():
            event = open_evening(name="Evening", date=now.date(), format="trinidad-tables", by=None, now=now)
            Event.objects.filter(pk=event.pk).update(length_kind="games", length_number=99)
            event.refresh_from_db()
            enter_players(event, [f"Player {player}" for player in range(4 * TABLES)], by=None, now=now)
            release_draw(draw_first_hour(event, seed=number, by=None, now=now), by=None, now=now)
            show_standings(event, True, by=None, now=now)
        codes = dict(TableCode.objects.filter(event=event).values_list("table_number", "code"))
        for match in Match.objects.filter(table__stage__event=event).select_related("table"):
            tables.append([host, f"/t/{codes[match.table.number]}/{match.pk}/", event.pk])
    print(json.dumps(tables))


def make_clubs(environment: dict[str, str], first: int, last: int) -> list[Any]:
    command = [sys.executable, "-m", "tests.performance.two_hosts", "set-up", str(first), str(last)]
    done = subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True, text=True)
    return list(json.loads(done.stdout))


def kill_in_turn(environments: Sequence[dict[str, str]], phones: Sequence[PhoneOfTwo], kills: int, rest: Any) -> None:
    """Kills one host and then the other, each as soon as the one before is back, while hands come from another
    thread."""
    stopped = threading.Event()

    def keep_reporting() -> None:
        while not stopped.is_set():
            report(phones, len(phones) // 2, A_SECOND)

    hands = threading.Thread(target=keep_reporting)
    with ExitStack() as one, ExitStack() as other:
        stacks = (one, other)
        for stack, environment in zip(stacks, environments, strict=True):
            stack.enter_context(an_evening(environment))
        hands.start()
        try:
            for kill in range(kills):
                time.sleep(rest.uniform(0.5, 3.0))
                stacks[kill % 2].close()
                stacks[kill % 2].enter_context(an_evening(environments[kill % 2]))
        finally:
            stopped.set()
            hands.join()


def measure(environments: Sequence[dict[str, str]], wanted: argparse.Namespace, folder: Path, stack: ExitStack) -> bool:
    with an_evening(environments[0]):
        pass
    tables = make_clubs(environments[0], 0, min(FEW, wanted.clubs))
    with an_evening(environments[0]) as host:
        print(f"{FEW} clubs: {cost_of_clubs(environments[0], host, tables[0], folder)}", flush=True)
    tables += make_clubs(environments[0], FEW, wanted.clubs)
    with an_evening(environments[0]) as one, an_evening(environments[1]) as other:
        if wanted.without_proxy:
            ports: Sequence[int] = (one.port, other.port)
        else:
            to_hosts = partial(begin_nginx, is_encrypted=False)
            ports = (stack.enter_context(a_proxy(to_hosts, folder / "nginx", (one.port, other.port))),)
        print(f"{wanted.clubs} clubs: {cost_of_clubs(environments[0], one, tables[0], folder)}", flush=True)
        phones = [
            PhoneOfTwo(path, ports[0], host=host, event=event, turns=itertools.cycle(ports[::order]))
            for (host, path, event), order in zip(tables, itertools.cycle((1, -1)), strict=False)
        ]
        random.Random(1674).shuffle(phones)
        report(phones, len(phones), 20.0)  # each phone opens its page first
        measure_hands(phones, wanted, (one, other), "nobody follows")
        clubs = list({host: (host, event) for host, _path, event in tables}.values())
        with following(ports, clubs, wanted.followers, folder) as heard:
            told = measure_hands(phones, wanted, (one, other), f"{wanted.followers} follow")
            time.sleep(3)
        follows = [clubs[place % len(clubs)][1] for place in range(wanted.followers)]
        each = until_told(told, follows, heard)
        came = [wait for wait in each if wait == wait]
        print(f"    told after the answer: {in_words(came)}; {len(each) - len(came)} of {len(each)} never", flush=True)
    began_at = time.monotonic()
    kill_in_turn(environments, phones, wanted.kills, random.Random(1674))
    outcome = count_outcome(environments[0], [key for phone in phones for key in phone.keys])
    print(f"{wanted.kills} kills of one host or the other in {time.monotonic() - began_at:.0f} s: {outcome}")
    return outcome.is_good


def measure_hands(
    phones: Sequence[PhoneOfTwo], wanted: argparse.Namespace, hosts: Sequence[Running], who: str
) -> list[tuple[int, float]]:
    """Prints how long hands take and what they cost; returns when which event had one."""
    before, began = [processor_time_of(host) for host in hosts], time.perf_counter()
    hands, a_second = wanted.hands, wanted.a_second
    waits, told = report(phones, hands, a_second)
    taken = time.perf_counter() - began
    used = [processor_time_of(host) - each for host, each in zip(hosts, before, strict=True)]
    late, load = sorted(waits)[int(len(waits) * 0.95)] * 1000, os.getloadavg()[0]
    print(f"{a_second} hands a second asked, {hands / taken:.0f} done, {who}, load {load:.1f}")
    print(f"    from when due {in_words(waits)}; 95 of 100 within {late:.0f} ms")
    shares = " and ".join(f"{each / taken * 100:.0f} %" for each in used)
    print(f"    processor {shares} of a core, {sum(used) / hands * 1000:.1f} ms a hand in all")
    print(f"    memory {', '.join(memory_of(host) for host in hosts)}", flush=True)
    return told


def main() -> None:
    parser = argparse.ArgumentParser()
    usually = {"clubs": 200, "hands": 3000, "a-second": A_SECOND, "followers": 2000, "kills": 20}
    for name, usual in usually.items():
        parser.add_argument(f"--{name}", type=int, default=usual)
    parser.add_argument("--without-proxy", action="store_true")
    wanted = parser.parse_args()
    resource.setrlimit(resource.RLIMIT_NOFILE, (8192, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    print(f"machine: {os.cpu_count()} cores, load before {os.getloadavg()[0]:.1f}", flush=True)
    with tempfile.TemporaryDirectory() as folder, a_database(folder), ExitStack() as stack:
        environments = []
        for name in ("one", "two"):
            (Path(folder) / name).mkdir()
            (Path(folder) / name / "port").write_text(f"{free_port()}\n")
            environments.append(
                {
                    **os.environ,
                    "HANGJACK_DATA": str(Path(folder) / name),
                    "HANGJACK_FILES": str(Path(folder) / "files"),
                    "HANGJACK_SEVERAL_CLUBS": "1",
                    "PYTHONUNBUFFERED": "1",
                }
            )
        is_good = measure(environments, wanted, Path(folder), stack)
    print(f"load after {os.getloadavg()[0]:.1f}")
    sys.exit(0 if is_good else 1)


if __name__ == "__main__":
    if sys.argv[1:2] == ["set-up"]:
        set_up(int(sys.argv[2]), int(sys.argv[3]))
    elif sys.argv[1:2] == ["follow"]:
        asyncio.run(follow([int(port) for port in sys.argv[2:]]))
    else:
        main()
