"""A thousand devices in one process of their own, for `live`. Each follows an evening over one socket, and after each
message asks for the standings over another, as a page does.

`python -m tests.performance.devices PORT HOW MANY EVENT FILE`: HOW is "follow", "ask" (follow, and ask for what
changed) or "poll" (ask every two seconds). The process prints "ready" once every device has received the first state.
At the end of its input it writes to FILE what each device heard, and when.
"""

import asyncio
import pickle
import random
import re
import sys
import time
from pathlib import Path

RESULTS = re.compile(rb'"within":(\d+).*?"results":"\w+\.(\d+)"')
REVISION = re.compile(rb'etag: "(\d+)-')
LENGTH = re.compile(rb"content-length: (\d+)")
POLLS = 2.0
FEW = 20  # so many connect at once


class Asks(asyncio.Protocol):
    """A device's other connection; it is opened again if the server has closed it."""

    def __init__(self, port: int, event: int) -> None:
        self.port, self.event = port, event
        self.transport: asyncio.Transport | None = None
        self.told = b""
        self.revision = b""
        self.fresh: list[tuple[float, int]] = []
        self.waits = self.is_asking = False

    def soon(self, within: float) -> None:
        if not self.waits:
            self.waits = True
            asyncio.get_running_loop().call_later(random.random() * within, self.begin)

    def begin(self) -> None:
        self.task = asyncio.ensure_future(self.ask())

    async def ask(self) -> None:
        self.waits = False
        if self.is_asking:
            self.waits = True
            return
        self.is_asking = True
        if self.transport is None or self.transport.is_closing():
            await asyncio.get_running_loop().create_connection(lambda: self, "127.0.0.1", self.port)
        known = b'If-None-Match: "%s-1"\r\n' % self.revision if self.revision else b""
        head = f"GET /e/{self.event}/standings/ HTTP/1.1\r\nHost: localhost\r\nHX-Request: true\r\n".encode()
        self.transport.write(head + b"Accept-Encoding: gzip\r\n" + known + b"\r\n")

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport, self.told = transport, b""

    def data_received(self, data: bytes) -> None:
        self.told += data
        head, end, body = self.told.partition(b"\r\n\r\n")
        length = LENGTH.search(head)
        if not end or (b" 304 " not in head[:16] and len(body) < int(length[1] if length else 0)):
            return
        self.told, self.is_asking = b"", False
        found = REVISION.search(head)
        if found:
            self.revision = found[1]
            self.fresh.append((time.time(), int(found[1])))
        if self.waits:
            self.waits = False
            self.begin()


class Follows(asyncio.Protocol):
    def __init__(self, event: int, ready: asyncio.Semaphore, asks: Asks | None) -> None:
        self.event, self.ready, self.asks = event, ready, asks
        self.heard: list[tuple[float, int]] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        transport.write(f"GET /live/{self.event} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        for within, version in RESULTS.findall(data):
            if not self.heard:
                self.ready.release()
            elif self.heard[-1][1] != int(version) and self.asks:
                self.asks.soon(int(within) / 1000)
            self.heard.append((time.time(), int(version)))


async def polling(asks: Asks) -> None:
    await asyncio.sleep(random.random() * POLLS)
    while True:
        asks.begin()
        await asyncio.sleep(POLLS)


async def main(port: int, how: str, many: int, event: int, file: Path) -> None:
    loop, ready = asyncio.get_running_loop(), asyncio.Semaphore(0)
    devices = [(Follows(event, ready, asks if how == "ask" else None), asks) for asks in _asks(port, event, many)]
    polls = []
    if how == "poll":
        polls = [asyncio.ensure_future(polling(asks)) for _follows, asks in devices]
    else:
        for place, (follows, _asking) in enumerate(devices):
            await loop.create_connection(lambda each=follows: each, "127.0.0.1", port)
            if place % FEW == FEW - 1:
                await asyncio.sleep(0.02)
        for _each in devices:
            await asyncio.wait_for(ready.acquire(), 60)
    print("ready", flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    for poll in polls:
        poll.cancel()
    file.write_bytes(pickle.dumps([(follows.heard, asks.fresh) for follows, asks in devices]))


def _asks(port: int, event: int, many: int) -> list[Asks]:
    return [Asks(port, event) for _each in range(many)]


if __name__ == "__main__":
    port, how, many, event, file = sys.argv[1:]
    asyncio.run(main(int(port), how, int(many), int(event), Path(file)))
