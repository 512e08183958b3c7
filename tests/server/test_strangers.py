"""A guest's laptop on the hall's Wi-Fi, against an evening as it is served."""

import http.client
import resource
import selectors
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.running import PATIENCE, Running, an_evening
from tests.server.strangers import ANOTHER, GUEST, OWN, connect

SILENT, FORMS, FORM = 1500, 40, 2_400_000
HEAD = f"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nContent-Length: {FORM + 1000}\r\n\r\n".encode()


@pytest.fixture
def _files() -> Iterator[None]:
    """As many as a laptop of a guest has."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def memory_of(evening: Running) -> int:
    """Megabytes."""
    lines = Path(f"/proc/{evening.process.pid}/status").read_text().splitlines()
    return int(dict(line.split(":") for line in lines)["VmRSS"].split()[0]) // 1024


def status_at(address: str, evening: Running, page: str = "/sign-in/") -> int:
    client = http.client.HTTPConnection("127.0.0.1", evening.port, PATIENCE / 1000, source_address=(address, 0))
    client.request("GET", page, headers={"Host": "localhost"})
    response = client.getresponse()
    response.read()
    client.close()
    return response.status


@pytest.mark.slow
def test_a_guests_laptop_keeps_nobody_out_and_takes_little_memory(ready_hall: dict[str, str], _files: None) -> None:
    with an_evening(ready_hall) as evening, ExitStack() as guest:
        pages = {address: status_at(address, evening) for address in (OWN, ANOTHER, GUEST)}
        before = memory_of(evening)
        for _silent in range(SILENT):
            guest.enter_context(connect(evening.port, GUEST))
        assert {address: status_at(address, evening) for address in pages} == dict.fromkeys(pages, 200)
        forms = [guest.enter_context(connect(evening.port, GUEST)) for _form in range(FORMS)]
        for form in forms:
            form.sendall(HEAD + b"a" * FORM)
        assert {address: status_at(address, evening) for address in pages} == dict.fromkeys(pages, 200)
        selector, refused = guest.enter_context(selectors.DefaultSelector()), 0
        for form in forms:
            selector.register(form, selectors.EVENT_READ)
        while refused < FORMS - 5:  # the others are within the limit of one address, and wait for their end
            answered = selector.select(PATIENCE / 1000)
            assert answered
            for key, _events in answered:
                assert key.fileobj.recv(65536).startswith(b"HTTP/1.1 503 ")
                selector.unregister(key.fileobj)
                refused += 1
        assert memory_of(evening) - before < 60


@pytest.mark.slow
def test_what_only_the_press_reads_is_not_served(ready_hall: dict[str, str]) -> None:
    names = ["letters/wenquanyi-micro-hei.ttf", "print/atkinson-hyperlegible-next-latin-400.ttf"]
    with an_evening(ready_hall) as evening:
        assert [status_at(OWN, evening, f"/static/fonts/{name}") for name in names] == [404, 404]
