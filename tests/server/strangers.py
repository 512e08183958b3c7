"""A server in a thread of the test, and clients at other addresses: on Linux any of 127.0.0.0/8 can be bound, and only
127.0.0.1 counts as this computer itself."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn

from tests.running import PATIENCE
from tournament.server.connections import OpenConnections, protocol_of
from tournament.server.serving import HallServer

OWN, GUEST, ANOTHER, THIRD, SCORER = (f"127.0.0.{number}" for number in (1, 2, 3, 4, 9))
ASK = b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"


@contextmanager
def served(application: Any, connections: OpenConnections) -> Iterator[int]:
    """Serves an application and yields its port."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=100)
    ready = threading.Event()
    config = uvicorn.Config(application, http=protocol_of(connections), log_config=None, lifespan="off")
    config.timeout_graceful_shutdown = 1
    server = HallServer(config, connections, lambda _port: ready.set())
    thread = threading.Thread(target=lambda: server.run(sockets=[listener]))
    thread.start()
    assert ready.wait(PATIENCE / 1000)
    try:
        yield listener.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join()


def connect(port: int, address: str, *, receives: int = 0) -> socket.socket:
    client = socket.socket()
    client.settimeout(PATIENCE / 1000)
    if receives:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
    client.bind((address, 0))
    client.connect(("127.0.0.1", port))
    return client


def ask(client: socket.socket, sent: bytes = ASK) -> bytes:
    """Returns the answer's status line, or b"" if the connection was closed instead."""
    try:
        client.sendall(sent)
        return client.recv(65536).partition(b"\r\n")[0]
    except ConnectionError:
        return b""


def is_closed(client: socket.socket) -> bool:
    """Waits until the connection is closed."""
    try:
        return client.recv(65536) == b""
    except ConnectionError:
        return True
