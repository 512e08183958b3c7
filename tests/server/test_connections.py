"""Strangers who hold connections, send half a request or fetch half an answer, while others are served."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from tests.kinds import mostly_slow
from tests.running import PATIENCE
from tests.server.strangers import ANOTHER, ASK, GUEST, OWN, SCORER, THIRD, ask, connect, is_closed, served
from tournament.server.connections import OpenConnections, limits_for
from tournament.web.visitors import Limits, note_familiar

LIMITS = Limits(total=12, familiar=5, strangers=8, each=4)
FINE = b"HTTP/1.1 200 OK"
LARGE = 16 * 1024**2


class Hall:
    """An application: / answers at once, /held when it is let, /large and /whole with more than any buffer holds, in
    parts or all of it."""

    def __init__(self) -> None:
        self.let, self.held, self.left = threading.Event(), threading.Semaphore(0), threading.Event()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        while (event := await receive()).get("more_body"):
            pass
        if event["type"] != "http.request":
            return
        if scope["path"] == "/held":
            self.held.release()
            await asyncio.get_running_loop().run_in_executor(None, self.let.wait, PATIENCE / 1000)
        size = LARGE if scope["path"] in ("/large", "/whole") else 2
        parts = [bytes(65536)] * (size // 65536) if scope["path"] == "/large" else [bytes(size)]
        headers = [(b"content-length", str(size).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        for part in parts:
            await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
        if size == LARGE:
            self.left.set()


@pytest.fixture
def hall() -> Iterator[Hall]:
    hall = Hall()
    yield hall
    hall.let.set()


@pytest.fixture
def clients() -> Iterator[ExitStack]:
    with ExitStack() as clients:
        yield clients


def asked(path: str) -> bytes:
    return ASK.replace(b" / ", f" {path} ".encode())


def test_silent_connections_of_one_address_stop_neither_others_nor_its_own_next(hall: Hall, clients: ExitStack) -> None:
    connections = OpenConnections(LIMITS)
    with served(hall, connections) as port:
        for _silent in range(30):
            clients.enter_context(connect(port, GUEST))
        for address in (GUEST, ANOTHER, OWN):
            assert ask(clients.enter_context(connect(port, address))) == FINE
        assert connections.quota.held == {GUEST: 4, ANOTHER: 1}


def test_strangers_of_many_addresses_leave_familiar_ones_their_reserve_and_let_a_new_one_in(
    hall: Hall, clients: ExitStack
) -> None:
    connections = OpenConnections(LIMITS)
    note_familiar(SCORER)
    with served(hall, connections) as port:
        for _silent in range(10):
            for address in (GUEST, ANOTHER, THIRD):
                clients.enter_context(connect(port, address))
        assert ask(clients.enter_context(connect(port, "127.0.0.5"))) == FINE
        assert (connections.quota.strange, connections.quota.all) == (8, 8)
        scorers = [clients.enter_context(connect(port, SCORER)) for _each in range(4)]
        assert [ask(scorer) for scorer in scorers] == [FINE] * 4
        assert ask(clients.enter_context(connect(port, OWN))) == FINE


def test_with_nothing_that_waits_the_new_one_is_closed_and_no_request_in_work(hall: Hall, clients: ExitStack) -> None:
    with served(hall, OpenConnections(LIMITS)) as port:
        held = [clients.enter_context(connect(port, GUEST)) for _each in range(4)]
        for client in held:
            client.sendall(asked("/held"))
            assert hall.held.acquire(timeout=PATIENCE / 1000)
        assert ask(clients.enter_context(connect(port, GUEST))) == b""
        assert ask(clients.enter_context(connect(port, ANOTHER))) == FINE
        hall.let.set()
        assert [client.recv(100).partition(b"\r\n")[0] for client in held] == [FINE] * 4
        assert ask(clients.enter_context(connect(port, GUEST))) == FINE


@pytest.mark.slow
def test_a_form_half_sent_makes_room_too(hall: Hall, clients: ExitStack) -> None:
    with served(hall, OpenConnections(LIMITS)) as port:
        half = [clients.enter_context(connect(port, GUEST)) for _each in range(4)]
        for client in half:
            client.sendall(b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nusername=")
        assert ask(clients.enter_context(connect(port, GUEST))) == FINE
        assert is_closed(half[0])


def test_a_head_half_sent_is_closed_however_it_drips_and_this_computers_is_not(hall: Hall, clients: ExitStack) -> None:
    with served(hall, OpenConnections(LIMITS, head=0.2)) as port:
        own, guest, silent = (clients.enter_context(connect(port, each)) for each in (OWN, GUEST, ANOTHER))
        own.sendall(ASK[:20])
        drips = iter(ASK[:-1] + b"X-Slow: " + b"a" * 100_000)
        guest.settimeout(0.05)
        with pytest.raises(ConnectionError):
            for byte in drips:
                guest.sendall(bytes([byte]))
                try:
                    assert guest.recv(1) == b""
                    raise ConnectionError
                except TimeoutError:
                    continue
        assert is_closed(silent)
        assert ask(own, ASK[20:]) == FINE


@pytest.mark.slow
def test_an_answer_that_nobody_fetches_is_given_up(hall: Hall, clients: ExitStack) -> None:
    with served(hall, OpenConnections(LIMITS, fetch=0.2)) as port:
        guest = clients.enter_context(connect(port, GUEST, receives=4096))
        guest.sendall(asked("/large"))
        assert hall.left.wait(PATIENCE / 1000)


@pytest.mark.slow
@pytest.mark.parametrize("path", mostly_slow(["/large", "/whole"], quick=["/large"]))
def test_an_answer_that_is_fetched_slowly_comes_whole(hall: Hall, clients: ExitStack, path: str) -> None:
    """Longer than a connection may wait for its next request."""
    with served(hall, OpenConnections(LIMITS, head=0.1)) as port:
        guest = clients.enter_context(connect(port, GUEST))
        guest.sendall(asked(path))
        beside = clients.enter_context(connect(port, ANOTHER))
        assert is_closed(beside)  # by the look at those that are late
        got = 0
        while got < LARGE:
            part = guest.recv(1024**2)
            assert part
            got += len(part)


def test_requests_sent_without_waiting_are_answered_in_order(hall: Hall, clients: ExitStack) -> None:
    connections = OpenConnections(LIMITS)
    with served(hall, connections) as port:
        guest = clients.enter_context(connect(port, GUEST))
        guest.sendall(asked("/") * 3)
        got = b""
        while got.count(FINE) < 3:
            got += guest.recv(65536)
        guest.close()
        assert ask(clients.enter_context(connect(port, ANOTHER))) == FINE
    assert (connections.quota.all, connections.waiting, connections.stalled) == (0, {}, {})


@pytest.mark.parametrize("files", [256, 1024, 8192])
def test_every_number_of_files_gives_two_hundred_phones_their_share(files: int) -> None:
    limits = limits_for(files)
    assert limits.each <= limits.strangers < limits.total < files
    assert limits.familiar < limits.total
    assert files < 8192 or limits.each >= 200 * 6


def test_a_connection_that_is_made_while_the_server_stops_is_closed_at_once(hall: Hall, clients: ExitStack) -> None:
    connections = OpenConnections(LIMITS)
    with served(hall, connections) as port:
        assert ask(clients.enter_context(connect(port, OWN))) == FINE
        connections.is_stopping = True
        assert [is_closed(clients.enter_context(connect(port, address))) for address in (OWN, GUEST)] == [True, True]
