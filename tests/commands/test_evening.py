"""`manage.py evening` as a volunteer meets it: a process is started, asked over http and stopped again."""

import http.client
import json
import os
import re
import signal
import socket
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ipaddress import IPv4Address
from pathlib import Path
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, build_opener
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.core.management.base import CommandError
from psycopg import sql

from tournament.hosts import HallHosts, addresses, hall_addresses
from tournament.management.commands.evening import greeting, listen

# Two of these at once could take each other's port between two starts.
pytestmark = pytest.mark.xdist_group("evening")


class Running:
    """An evening that has said where it is."""

    def __init__(self, process: subprocess.Popen[str], said: str) -> None:
        self.process = process
        self.said = said
        self.port = int(re.search(r"http://[^:/]+:(\d+)/", said).group(1))

    @property
    def password(self) -> str | None:
        found = re.search(r"Password +(\S+)", self.said)
        return found and found.group(1)

    def get(self, path: str, host: str = "localhost") -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        connection.request("GET", path, headers={"Host": host})
        response = connection.getresponse()
        response.read()
        connection.close()
        return response

    def sign_in(self) -> str:
        """Where the printed password leads."""
        browser = build_opener(HTTPCookieProcessor())
        page = f"http://localhost:{self.port}/sign-in/"
        with browser.open(page) as form:
            token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form.read().decode()).group(1)
        fields = {"username": "director", "password": self.password, "csrfmiddlewaretoken": token}
        with browser.open(page, data=urlencode(fields).encode()) as answer:
            return urlsplit(answer.url).path

    def stop(self) -> str:
        self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=20)
        return said


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of an empty data folder and, where the suite runs on PostgreSQL, of an empty database there."""
    environment = {**os.environ, "HANGJACK_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    if not os.environ.get("DATABASE_URL"):
        yield environment
        return
    server = os.environ["DATABASE_URL"].rpartition("/")[0]
    name = f"hangjack_{uuid4().hex}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        yield {**environment, "DATABASE_URL": f"{server}/{name}"}
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@contextmanager
def an_evening(environment: dict[str, str], *options: str) -> Iterator[Running]:
    command = [sys.executable, "manage.py", "evening", *options]
    process = subprocess.Popen(
        command, cwd=settings.BASE_DIR, env=environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    try:
        said = ""
        while "Ctrl+C" not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        yield Running(process, said)
    finally:
        process.kill()
        process.communicate()


def test_a_second_start_finds_everything_as_it_was(hall: dict[str, str], tmp_path: Path) -> None:
    with an_evening(hall) as first:
        key = (tmp_path / "secret-key").read_text()
        assert first.get("/sign-in/").status == 200
        assert first.sign_in() == "/new-password/"
        assert "Hangjack has stopped." in first.stop()
        assert first.process.returncode == 0
    with an_evening(hall) as second:
        assert (second.port, second.password) == (first.port, None)
        assert (tmp_path / "secret-key").read_text() == key
        assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


def test_a_lost_password_is_replaced_and_the_evening_goes_on(hall: dict[str, str]) -> None:
    with an_evening(hall) as first:
        first.stop()
    with an_evening(hall, "--new-password") as second:
        assert second.password not in {None, first.password}
        assert second.sign_in() == "/new-password/"


def test_a_demonstration_keeps_its_own_data(hall: dict[str, str], tmp_path: Path) -> None:
    with an_evening(hall, "--demo") as evening:
        assert evening.get("/").status == 200
        assert evening.sign_in() == "/new-password/"
    assert [path.name for path in tmp_path.iterdir()] == ["demo"]
    with an_evening(hall, "--demo") as evening:
        assert evening.password is None


def test_static_files_are_named_by_content_and_kept_for_ever(hall: dict[str, str], tmp_path: Path) -> None:
    with an_evening(hall) as evening:
        names = json.loads((tmp_path / "static" / "staticfiles.json").read_text())["paths"]
        sheet = next(named for name, named in names.items() if name.endswith(".css"))
        response = evening.get(f"/static/{sheet}")
        assert response.status == 200
        assert "immutable" in response.getheader("Cache-Control", "")


def test_only_the_machine_s_own_names_are_answered(hall: dict[str, str]) -> None:
    with an_evening(hall) as evening:
        own = [str(address) for address in hall_addresses()]
        asked = ["localhost", socket.gethostname(), *own, "evil.example"]
        answers = [evening.get("/sign-in/", host=f"{name}:{evening.port}").status for name in asked]
        assert answers == [200] * (len(asked) - 1) + [400]


def test_every_address_of_now_is_an_allowed_host() -> None:
    bare = {address.partition("%")[0] for address in addresses()}
    assert bare <= {host.strip("[]") for host in HallHosts()}


def test_a_name_given_in_the_settings_is_allowed_too() -> None:
    assert "cards.example" in list(HallHosts(["cards.example"]))


def test_the_greeting_names_the_best_address_first_under_its_qr_code() -> None:
    two = [IPv4Address("192.168.1.20"), IPv4Address("10.0.0.5")]
    lines = greeting(two, 8000, coloured=False).splitlines()
    assert lines[-4:] == [
        "",
        "Hangjack is at http://192.168.1.20:8000/",
        "           or http://10.0.0.5:8000/",
        "Ctrl+C stops it.",
    ]
    assert {len(line) for line in lines[1:-4]} == {29}


def test_without_a_network_the_greeting_says_that_only_this_computer_can_open_it() -> None:
    assert greeting([], 8000, coloured=False).splitlines() == [
        "",
        "Hangjack is at http://localhost:8000/",
        "There is no network: only this computer can open it. Join one, and start again for its address.",
        "Ctrl+C stops it.",
    ]


def test_the_port_of_the_first_start_is_kept(tmp_path: Path) -> None:
    kept = tmp_path / "port"
    first = listen(kept, None)
    port = first.getsockname()[1]
    first.close()
    second = listen(kept, None)
    assert second.getsockname()[1] == port
    second.close()


def test_a_port_asked_for_is_kept(tmp_path: Path) -> None:
    free = listen(tmp_path / "another", None)
    port = free.getsockname()[1]
    free.close()
    listen(tmp_path / "port", port).close()
    assert (tmp_path / "port").read_text() == f"{port}\n"


def test_a_kept_port_never_moves_by_itself(tmp_path: Path) -> None:
    taken = listen(tmp_path / "port", None)
    with pytest.raises(CommandError, match=f"Port {taken.getsockname()[1]} is in use"):
        listen(tmp_path / "port", None)
    taken.close()


def test_a_first_start_takes_the_next_free_port(tmp_path: Path) -> None:
    taken = listen(tmp_path / "one", None)
    other = listen(tmp_path / "two", None)
    assert other.getsockname()[1] > taken.getsockname()[1]
    taken.close()
    other.close()
