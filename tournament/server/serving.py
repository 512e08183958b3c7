"""uvicorn as a hall wants it: one process, or on PostgreSQL several that share the port.

Of several, each is a whole server with four threads and a hub of its own, started by one that only watches: a worker
that dies is replaced, and none outlives the watcher. A worker begins with this module, before Django is set up.

uvicorn's own `Multiprocess` (0.54, two workers, the application from a factory) does not suffice. It replaces a killed
worker in half a second and shares the press as well, but:

- workers still ran ten seconds after their watcher was killed, and kept the port;
- with one worker stuck, Ctrl+C had ended nothing after twenty seconds: it waits for each without a limit;
- with six pages that follow, Ctrl+C took three seconds and printed a traceback for each, since it makes a plain
  `uvicorn.Server`, which does not end the hub first;
- where the application cannot start it tries for ever, seven times in twelve seconds, and nobody is told that it is up.

It names its process class in each method, so a subclass would replace nearly all of it.
"""

import contextlib
import gc
import importlib
import logging
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from types import FrameType
from typing import NamedTuple

import uvicorn
from django.conf import settings

from tournament.press import press, shared_press

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

CONNECTIONS = 4096
PAGES_FINISH = 2  # seconds that open pages have when the server stops
WORKERS_STOP = 10.0  # seconds until those that do not are ended
GARBAGE = 2000  # objects more than before, until it is looked for
TURN = 0.0005  # seconds; Python's own is ten times as long, and a hand asks for its turn back twenty times
AGAIN = 1.0  # seconds until a dead worker is replaced: whatever killed it may kill the next one

Ready = Callable[[int], None]
SPAWN = multiprocessing.get_context("spawn")
log = logging.getLogger(__name__)


class HallServer(uvicorn.Server):
    """A server that calls `ready` with its port once it answers there, and so also minds Ctrl+C."""

    def __init__(self, config: uvicorn.Config, ready: Ready) -> None:
        super().__init__(config)
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or []:
            self.ready(listener.getsockname()[1])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        hub = importlib.import_module("tournament.live.change_feed").HUB  # Django is set up by now
        await hub.end()  # pages that follow would keep it waiting
        await super().shutdown(sockets)


class WorkerFailed(Exception):
    """One ended before it answered."""


def serve(listener: socket.socket, *, ready: Ready) -> None:
    """Serve until the process is told to stop; open pages then get a moment to finish."""
    _allow_connections()
    config = uvicorn.Config(
        "tournament.asgi:application",
        timeout_graceful_shutdown=PAGES_FINISH,
        backlog=CONNECTIONS,
        access_log=False,
        log_config=None,
        log_level="warning",
        proxy_headers=settings.HTTPS,  # in a hall nobody stands between, and whoever says so guesses codes
    )
    config.load()
    _settle()
    HallServer(config, ready).run(sockets=[listener])


def _settle() -> None:
    """Before anybody asks: so that no entry waits for what is not its own. All pages are loaded, and what is there by
    now is left out of the search for garbage, which stopped everybody for a tenth of a second every few; a thread that
    writes gets its turn back at once from the one that tells a thousand devices."""
    importlib.import_module(settings.ROOT_URLCONF)
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, 10, 10)
    sys.setswitchinterval(TURN)


class Worker(NamedTuple):
    """`hears` says once that it answers; closed before that, it would be the worker's end."""

    process: SpawnProcess
    hears: Connection


def serve_by(many: int, listener: socket.socket, *, ready: Ready) -> None:
    """By so many workers, until this process is told to stop. Raises WorkerFailed if one of the first cannot start."""
    stopped, _stays_open = _told_to_stop()
    address = shared_press.share()
    workers = [_begun(listener, address) for _each in range(many)]
    try:
        if not all(_answers(worker, stopped) for worker in workers):
            raise WorkerFailed
        if not stopped.poll():
            ready(listener.getsockname()[1])
        while not stopped.poll():
            wait([stopped, *(worker.process.sentinel for worker in workers)])
            for dead in [worker for worker in workers if not worker.process.is_alive()]:
                if stopped.poll(AGAIN):
                    break
                log.warning("A worker has ended (%s); another one takes its place.", dead.process.exitcode)
                workers[workers.index(dead)] = _begun(listener, address)
    finally:
        _end(workers)
        signal.set_wakeup_fd(-1)


def _told_to_stop() -> tuple[Connection, Connection]:
    """From now on Ctrl+C interrupts nothing: there is something to read here instead. The system itself writes it,
    since the thread that is told may be another than the one that waits, which would then sleep on."""
    stopped, stop = SPAWN.Pipe(duplex=False)
    os.set_blocking(stop.fileno(), False)
    signal.set_wakeup_fd(stop.fileno(), warn_on_full_buffer=False)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _has_been_told)
    return stopped, stop


def _has_been_told(_number: int, _frame: FrameType | None) -> None:
    """It is in the pipe by now."""


def _begun(listener: socket.socket, address: shared_press.Address) -> Worker:
    hears, says = SPAWN.Pipe(duplex=False)
    process = SPAWN.Process(target=_work, args=(listener, address, says))
    process.start()
    says.close()
    return Worker(process, hears)


def _answers(worker: Worker, stopped: Connection) -> bool:
    """Once it does, or has ended without; or nobody wants to know any more."""
    wait([worker.hears, worker.process.sentinel, stopped])
    return stopped.poll() or worker.process.is_alive()


def _end(workers: Sequence[Worker]) -> None:
    for worker in workers:
        worker.process.terminate()
    until = time.monotonic() + WORKERS_STOP
    for worker in workers:
        worker.process.join(max(until - time.monotonic(), 0))
        worker.process.kill()


def _work(listener: socket.socket, address: shared_press.Address, says: Connection) -> None:
    """In the process. Ctrl+C reaches it too; it is for the watcher to act on, until the server minds it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    press.use(shared_press.shared(address))
    with contextlib.suppress(KeyboardInterrupt):
        serve(listener, ready=lambda _port: says.send(True))


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _allow_connections() -> None:
    """Every open page holds a file open; Debian allows 1024 unless asked."""
    if resource is not None:
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY and soft < 2 * CONNECTIONS:
            most = 2 * CONNECTIONS if hard == resource.RLIM_INFINITY else min(hard, 2 * CONNECTIONS)
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
