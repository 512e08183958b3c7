"""Hands recorded while strangers on the hall's Wi-Fi flood the server: `python -m tests.performance.strangers`.

One address holds 9,000 silent connections and 200 forms of 2.5 MB half sent, and reopens, a thousand a second, those
that the server closes. Meanwhile phones of another address, and phones behind that very one, play at sixteen tables.
Then it requests a page on 64 connections without end, while both play again. The floor is the same run without
strangers. Clients are processes and threads of the same machine and share its cores with the server. Linux only: other
addresses are 127.0.0.2 and 127.0.0.9.
"""

import asyncio
import http.client
import multiprocessing
import os
import re
import resource
import statistics
import tempfile
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command

from tests.performance import recording
from tests.performance.recording import Table, tables_set_up
from tests.performance.serving import processor_time_of
from tests.running import Running, an_evening

TABLES, HANDS = 16, 12
FLOOD = 64
SILENT, FORMS, EACH_TICK, TICK = 9000, 200, 100, 0.1
STRANGER, PHONES = "127.0.0.2", "127.0.0.9"
FORM = 2_500_000
HEAD = f"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: {FORM}\r\n\r\n".encode()


@dataclass
class PhoneAt(Table):
    """A table's phone at an address of its own."""

    address: str = PHONES

    def open(self, port: int) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(self.address, 0))
        status, _ = self.ask("GET")
        assert status == 200, status


class Silence(asyncio.Protocol):
    """A connection on which nothing, or half a form, is sent."""

    def __init__(self, held: set["Silence"], sent: bytes) -> None:
        self.held, self.sent = held, sent

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        self.held.add(self)
        if self.sent:
            transport.write(self.sent)

    def connection_lost(self, _error: Exception | None) -> None:
        self.held.discard(self)


async def hold(port: int, says: Connection) -> None:
    loop, silent, forms = asyncio.get_running_loop(), set(), set()
    kinds = [(silent, SILENT, b""), (forms, FORMS, HEAD + b"a" * (FORM - 1000))]
    opened = 0
    while not says.poll():
        for held, wanted, sent in kinds:
            missing = min(EACH_TICK if not sent else 20, wanted - len(held))
            asked = [
                loop.create_connection(lambda: Silence(held, sent), "127.0.0.1", port, local_addr=(STRANGER, 0))  # noqa: B023
                for _each in range(missing)
            ]
            opened += missing
            await asyncio.gather(*asked, return_exceptions=True)
        if opened >= SILENT + FORMS:
            says.send((len(silent), len(forms), opened))
            opened = -1_000_000_000
        await asyncio.sleep(TICK)


async def flood(port: int, says: Connection) -> None:
    """Requests the same page over and over."""

    async def ask_on() -> None:
        while True:
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(STRANGER, 0))
            try:
                while True:
                    writer.write(b"GET /sign-in/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    head = await reader.readuntil(b"\r\n\r\n")
                    await reader.readexactly(int(re.search(rb"content-length: (\d+)", head, re.IGNORECASE)[1]))
            except (OSError, EOFError):
                writer.close()

    tasks = [asyncio.create_task(ask_on()) for _each in range(FLOOD)]
    says.send((0, 0, FLOOD))
    while not says.poll():
        await asyncio.sleep(TICK)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def run_strangers(port: int, says: Connection, how: Callable[[int, Connection], Coroutine[Any, Any, None]]) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (SILENT + FORMS + 1000, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
    asyncio.run(how(port, says))


@contextmanager
def strangers(port: int, how: Callable[[int, Connection], Coroutine[Any, Any, None]]) -> Iterator[tuple[int, int, int]]:
    """Runs strangers in their own process; yields how many connections are open, once they have all that they want."""
    spawn = multiprocessing.get_context("spawn")
    hears, says = spawn.Pipe()
    process = spawn.Process(target=run_strangers, args=(port, says, how))
    process.start()
    try:
        yield hears.recv()
    finally:
        hears.send(None)
        process.join()


def memory_of(evening: Running) -> tuple[float, float]:
    """Returns the megabytes now, and the most so far."""
    lines = dict(line.split(":") for line in Path(f"/proc/{evening.process.pid}/status").read_text().splitlines())
    return int(lines["VmRSS"].split()[0]) / 1024, int(lines["VmHWM"].split()[0]) / 1024


def play(evening: Running, tables: list[PhoneAt]) -> str:
    computed, began, seconds, refused = processor_time_of(evening), time.perf_counter(), [], 0
    for _hand in range(HANDS):
        for table in tables:
            try:
                seconds.append(table.record())
            except OSError:
                refused += 1
                table.number -= 1
    share = (processor_time_of(evening) - computed) / (time.perf_counter() - began)
    each = sorted(second * 1000 for second in seconds)
    now, most = memory_of(evening)
    waits = f"half within {statistics.median(each):5.1f} ms, 95 of 100 within {each[int(len(each) * 0.95)]:5.1f} ms"
    return f"{waits}, {refused} refused; server: {now:.0f} MB, at most {most:.0f} MB, {share:.0%} of a core"


def main() -> None:
    recording.TABLES = 2 * TABLES
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"HANGJACK_DATA": folder, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        django.setup()
        call_command("migrate", verbosity=0)
        found = tables_set_up()
        phones = [PhoneAt(table.path, table.match) for table in found[:TABLES]]
        beside = [PhoneAt(table.path, table.match, address=STRANGER) for table in found[TABLES:]]
        with an_evening({**os.environ, "PYTHONUNBUFFERED": "1"}) as evening:
            for table in phones:
                table.open(evening.port)
            print(f"without strangers                   {play(evening, phones)}")
            with strangers(evening.port, hold) as (silent, forms, opened):
                print(f"strangers opened {opened}; open: {silent} silent, {forms} with half a form")
                print(f"with strangers                      {play(evening, phones)}")
                for table in beside:
                    table.open(evening.port)
                print(f"behind the strangers' own address   {play(evening, beside)}")
            with strangers(evening.port, flood):
                print(f"with {FLOOD} that ask without end        {play(evening, phones)}")
                print(f"behind their own address            {play(evening, beside)}")
            print(f"without strangers again             {play(evening, phones)}")


if __name__ == "__main__":
    main()
