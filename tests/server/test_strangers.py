"""A guest's laptop on the hall's Wi-Fi, against an evening as it is served."""

import http.client
import re
import resource
import selectors
import subprocess
import sys
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from itertools import count
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import pytest

from tests.running import PATIENCE, ROOT, Running, an_evening
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
    to_server = http.client.HTTPConnection("127.0.0.1", evening.port, PATIENCE / 1000, source_address=(address, 0))
    with closing(to_server) as client:
        client.request("GET", page, headers={"Host": "localhost"})
        response = client.getresponse()
        response.read()
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


WORD = "a word for the desk"
A_HALL_OF_TWELVE = f"""
import django
django.setup()
from tests.paper.conftest import evening, names_of
from tournament.models import Account
Account.objects.create_user("desk", password="{WORD}", role=Account.Role.DIRECTOR)
evening(names_of(12))
"""
DEVICES = 12
SHEETS = ("a4", "a4-large", "a5", "letter", "letter-large")


def desk_at(evening: Running) -> OpenerDirector:
    """Signed in."""
    desk = build_opener(HTTPCookieProcessor())
    page = f"http://127.0.0.1:{evening.port}/sign-in/"
    with desk.open(page) as form:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form.read().decode()).group(1)
    fields = {"username": "desk", "password": WORD, "csrfmiddlewaretoken": token}
    desk.open(page, data=urlencode(fields).encode()).close()
    return desk


@pytest.mark.slow
def test_twelve_devices_that_print_all_the_time_turn_none_of_the_desks_papers_away(ready_hall: dict[str, str]) -> None:
    environment = {**ready_hall, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    subprocess.run([sys.executable, "-c", A_HALL_OF_TWELVE], cwd=ROOT, env=environment, check=True)
    done = threading.Event()

    def print_all_the_time(device: int) -> set[int]:
        """Until the desk has all of its own; what is at the press then is no matter."""
        seen = set[int]()
        for number in count(device):
            document = ("seating-by-name", "seating-by-table")[number % 2]
            page = f"/e/1/paper/{document}.pdf?hour=1&sheet={SHEETS[number % 5]}&entry={number}"
            with suppress(TimeoutError):
                seen.add(status_at(f"127.0.0.{20 + device}", evening, page))
            if done.wait(0.1):
                break
        return seen

    with an_evening(environment) as evening, ThreadPoolExecutor(DEVICES) as devices:
        desk, printed = desk_at(evening), []
        guests = [devices.submit(print_all_the_time, device) for device in range(DEVICES)]
        try:
            for sheet in ("a4", "a5"):
                for document in ("score-sheets", "seating-by-name", "wall-poster"):
                    page = f"http://127.0.0.1:{evening.port}/e/1/paper/{document}.pdf?hour=1&sheet={sheet}"
                    with desk.open(page, timeout=PATIENCE / 1000) as answer:
                        printed.append((answer.status, answer.read(5)))
        finally:
            done.set()
        assert printed == [(200, b"%PDF-")] * 6
        seen = set[int]().union(*(guest.result() for guest in guests))
        assert (503 in seen, seen <= {200, 503}) == (True, True)
