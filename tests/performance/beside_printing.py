"""How long a page takes while the press is at work: a client asks all the time at a served evening of 200 players. For
`printing`."""

import http.client
import os
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

from tests.running import ROOT, an_evening

PAGE = "/sign-in/"
PAUSE = 0.08
AT_REST = 15.0
WORD = "a word for the press"
HALL = f"""
import django
django.setup()
from tests.paper.conftest import evening, names_of
from tournament.models import Account, Event
Account.objects.all().delete()
Account.objects.create_user("press", password="{WORD}", role=Account.Role.DIRECTOR)
evening(names_of(200))
Event.objects.update(date="2025-11-21")
"""
"""The evening is of last year, so that no kit is made by itself in the middle of it."""


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        return int(taken.getsockname()[1])


def ask_until(port: int, done: Callable[[], bool]) -> list[float]:
    """Returns the seconds of each answer to a client that pauses after each."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    waits: list[float] = []
    while not done():
        began = time.perf_counter()
        connection.request("GET", PAGE)
        answer = connection.getresponse()
        answer.read()
        assert answer.status == 200, answer.status
        waits.append(time.perf_counter() - began)
        time.sleep(PAUSE)
    connection.close()
    return waits


def signed_in(port: int) -> OpenerDirector:
    desk = build_opener(HTTPCookieProcessor())
    page = f"http://127.0.0.1:{port}/sign-in/"
    with desk.open(page) as form:
        token = token_of(form.read())
    with desk.open(page, urlencode({"username": "press", "password": WORD, "csrfmiddlewaretoken": token}).encode()):
        return desk


def token_of(page: bytes) -> str:
    found = re.search(rb'name="csrfmiddlewaretoken" value="(\w+)"', page)
    assert found
    return found.group(1).decode()


def beside(port: int, work: Callable[[], object]) -> tuple[list[float], float]:
    """Returns the client's waits while the work was done, and how long the work took."""
    worker = threading.Thread(target=work)
    began = time.perf_counter()
    worker.start()
    waits = ask_until(port, lambda: not worker.is_alive())
    return waits, time.perf_counter() - began


def print_waits(what: str, waits: list[float], taken: float = AT_REST) -> None:
    late = sorted(waits)
    p50, p95, most = statistics.median(late), late[int(len(late) * 0.95)], late[-1]
    each = [f"{wait * 1000:>7.1f}" for wait in (p50, p95, most)]
    print(f"{what:<38} {taken:>5.1f} s {len(waits):>5} asked {'/'.join(each)} ms p50/p95/most", flush=True)


def report() -> None:
    """Measures at rest first and last, as the machine may become busier meanwhile. Batches differ by their layout, so
    that the press prints each anew."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {**os.environ, "HANGJACK_DATA": folder, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        options = ("--port", str(free_port()))
        with an_evening(environment, *options) as first:
            first.stop()
        subprocess.run([sys.executable, "-c", HALL], cwd=ROOT, env=environment, check=True)
        with an_evening(environment, *options) as evening:
            port = evening.port
            desk = signed_in(port)

            def printed(address: str) -> bytes:
                with desk.open(f"http://127.0.0.1:{port}/e/1/paper/{address}") as answer:
                    return bytes(answer.read())

            def a_kit() -> None:
                page = f"http://127.0.0.1:{port}/e/1/paper/"
                with desk.open(page) as form:
                    token = token_of(form.read())
                desk.open(f"{page}kit/", urlencode({"csrfmiddlewaretoken": token}).encode()).close()
                part = Request(f"{page}kit/", headers={"HX-Request": "true"})
                while b"is being made" in desk.open(part).read():
                    time.sleep(1)

            def at_rest() -> None:
                until = time.perf_counter() + AT_REST
                print_waits("nothing is printed", ask_until(port, lambda: time.perf_counter() > until))

            printed("rules.pdf")
            at_rest()
            for pieces in (2, 4):
                address = f"score-sheets.pdf?hour=1&pieces={pieces}"
                print_waits(
                    f"beside 200 sheets, {pieces} to a page", *beside(port, lambda address=address: printed(address))
                )
            print_waits("beside the standings of 200", *beside(port, lambda: printed("hour-standings.pdf?hour=1")))
            print_waits("beside a power-cut kit of 200", *beside(port, a_kit))
            at_rest()
