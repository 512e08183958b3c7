"""Runs uvicorn as a hall needs it: one process, or on PostgreSQL several that share the port.

Each of several is a whole server with four threads and a hub of its own. A watcher starts them and does nothing else:
it replaces a worker that dies, and no worker outlives it. A worker begins with this module, before Django is set up.

uvicorn's own `Multiprocess` (0.54, two workers, the application from a factory) is not enough. It replaces a killed
worker in half a second and shares the press as well, but:

- workers still ran ten seconds after their watcher was killed, and kept the port;
- with one worker stuck, Ctrl+C had ended nothing after twenty seconds: it waits for each without a limit;
- with six pages that follow, Ctrl+C took three seconds and printed a traceback for each, because it makes a plain
  `uvicorn.Server`, which does not end the hub first;
- if the application cannot start, it tries for ever, seven times in twelve seconds, and nobody is told that it is up.

It names its process class in each method, so a subclass would replace nearly all of it.
"""

import asyncio
import contextlib
import gc
import importlib
import logging
import multiprocessing
import os
import shutil
import signal
import socket
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import NamedTuple

import uvicorn
from django.conf import settings
from prometheus_client.multiprocess import mark_process_dead

from tournament.backup.restart import RESTART
from tournament.press import press, shared_press
from tournament.server.connections import OpenConnections, limits_for, protocol_of
from tournament.server.subprocesses import end_with_parent

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]

CONNECTIONS = 4096
PAGES_FINISH = 2  # seconds that open pages have when the server stops
WORKERS_STOP = 10.0  # seconds until workers that do not stop are killed
GARBAGE = 20_000  # new objects before a collection: more than a large page makes
TURN = 0.0005  # seconds; Python's own is ten times as long, and a hand needs its turn back twenty times
TICKS_A_SECOND = 10  # of uvicorn's main loop
AGAIN = 1.0  # seconds until a dead worker is replaced: whatever killed it may kill the next one

METRICS_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable by which prometheus-client finds the folder that workers share."""

Ready = Callable[[int], None]
SPAWN = multiprocessing.get_context("spawn")
log = logging.getLogger(__name__)


class HallServer(uvicorn.Server):
    """A server that calls `ready` with its port once it answers there, and by then handles Ctrl+C. It closes
    connections that are late; the `config` names the protocol that counts them."""

    def __init__(self, config: uvicorn.Config, connections: OpenConnections, ready: Ready) -> None:
        super().__init__(config)
        self.connections = connections
        self.ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listener in sockets or []:
            self.ready(listener.getsockname()[1])

    async def on_tick(self, counter: int) -> bool:
        if counter % TICKS_A_SECOND == 0:
            self.connections.close_late(asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        hub = importlib.import_module("tournament.live.change_feed").HUB  # Django is set up by now
        await hub.end()  # pages that follow would keep the server waiting
        # uvicorn closes what is open now. What the system has accepted already and hands over next would stay open,
        # and a browser that sends nothing on it would keep the server waiting.
        self.connections.is_stopping = True
        await super().shutdown(sockets)


class WorkerFailed(Exception):
    """A worker ended before it answered."""


def serve(listener: socket.socket, *, ready: Ready, can_restart: bool = False) -> None:
    """Serves until the process is told to stop; open pages then get a moment to finish. With `can_restart` a page may
    stop the server too, because the caller starts it again."""
    connections = OpenConnections(limits_for(_allow_connections()))
    config = uvicorn.Config(
        "tournament.asgi:application",
        http=protocol_of(connections),
        timeout_graceful_shutdown=PAGES_FINISH,
        backlog=CONNECTIONS,
        access_log=False,
        log_config=None,
        log_level="warning",
        # There is no proxy in a hall; trusting X-Forwarded-For would let a guesser evade the throttle.
        proxy_headers=settings.HTTPS,
    )
    config.load()
    # For quick responses: all pages are loaded; what is loaded stays out of garbage collection, which stopped
    # everything for a tenth of a second every few seconds; and threads switch sooner, so that one that writes gets its
    # turn back from the one that tells a thousand devices.
    importlib.import_module(settings.ROOT_URLCONF)
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE, 10, 10)
    sys.setswitchinterval(TURN)
    server = HallServer(config, connections, ready)
    if can_restart:
        RESTART.stop = partial(setattr, server, "should_exit", True)
    server.run(sockets=[listener])


class Worker(NamedTuple):
    """A worker's process, and a pipe through which it tells that it answers. A worker that ends closes the pipe."""

    process: SpawnProcess
    hears: Connection


def serve_with_workers(many: int, listener: socket.socket, *, ready: Ready) -> None:
    """Serves with so many workers until this process is told to stop. Raises WorkerFailed if one cannot start."""
    stopped, _stays_open = _listen_for_stop()
    address = shared_press.share()
    figures = tempfile.mkdtemp(prefix="hangjack-metrics-") if settings.HAS_METRICS else ""
    if figures:
        os.environ[METRICS_FOLDER] = figures  # before a worker begins, which reads it at once
    workers = [_begin_worker(listener, address) for _each in range(many)]
    try:
        for worker in workers:  # each answers or ends, unless the server is to stop
            wait([worker.hears, worker.process.sentinel, stopped])
            if not (stopped.poll() or worker.process.is_alive()):
                raise WorkerFailed
        if not stopped.poll():
            ready(listener.getsockname()[1])
        while not stopped.poll():
            wait([stopped, *(worker.process.sentinel for worker in workers)])
            for dead in [worker for worker in workers if not worker.process.is_alive()]:
                if stopped.poll(AGAIN):
                    break
                log.warning("A worker has ended (%s); another one takes its place.", dead.process.exitcode)
                if figures:
                    mark_process_dead(dead.process.pid, figures)
                workers[workers.index(dead)] = _begin_worker(listener, address)
    finally:
        for worker in workers:
            worker.process.terminate()
        until = time.monotonic() + WORKERS_STOP
        for worker in workers:
            worker.process.join(max(until - time.monotonic(), 0))
            worker.process.kill()
        if figures:
            shutil.rmtree(figures, ignore_errors=True)
        signal.set_wakeup_fd(-1)


def _listen_for_stop() -> tuple[Connection, Connection]:
    """Makes Ctrl+C write to a pipe instead of interrupting; the first end returned becomes readable. The system itself
    writes to it, because the thread that gets the signal may not be the one that waits."""
    stopped, stop = SPAWN.Pipe(duplex=False)
    os.set_blocking(stop.fileno(), False)
    signal.set_wakeup_fd(stop.fileno(), warn_on_full_buffer=False)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda _number, _frame: None)  # the pipe has the signal already
    return stopped, stop


def _begin_worker(listener: socket.socket, address: shared_press.Address) -> Worker:
    hears, says = SPAWN.Pipe(duplex=False)
    process = SPAWN.Process(target=_run_worker, args=(listener, address, says))
    process.start()
    says.close()
    return Worker(process, hears)


def _run_worker(listener: socket.socket, address: shared_press.Address, says: Connection) -> None:
    """Serves in the worker's process. Until its server handles Ctrl+C, only the watcher reacts to it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()
    press.use_press(shared_press.connect_press(address))
    with contextlib.suppress(KeyboardInterrupt):
        serve(listener, ready=lambda _port: says.send(True))


def _allow_connections() -> int:
    """Allows this process to open more files, and returns how many. Every open page holds one; Debian allows 1024 by
    default."""
    wanted = 2 * CONNECTIONS
    if resource is None:
        return wanted
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(hard, wanted)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else min(soft, wanted)
