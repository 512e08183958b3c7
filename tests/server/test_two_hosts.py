"""Two hosts with data folders of their own share a database and a folder of files: whatever happens on one is known on
the other, and when one is killed the other goes on."""

import http.client
import json
import os
import shutil
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, build_opener

import psycopg
import pytest
from django.db import connection

from tests.conftest import hold_port
from tests.kills import Phone, count_outcome, set_up_tables
from tests.running import PATIENCE, an_evening

pytestmark = [
    pytest.mark.twice,
    pytest.mark.slow,
    pytest.mark.skipif(connection.vendor != "postgresql", reason="two folders of SQLite are two databases"),
]
LEADER = (
    "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)"
    " WHERE locktype = 'advisory' AND objsubid = 1 AND datname = current_database()"
)


@pytest.fixture
def hosts(ready_hall: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[dict[str, str]]]:
    """The environments of both."""
    second, files = tmp_path_factory.mktemp("second"), tmp_path_factory.mktemp("files")
    shutil.copytree(ready_hall["HANGJACK_DATA"], second, dirs_exist_ok=True)
    with hold_port() as port:
        (second / "port").write_text(f"{port}\n")
        yield [
            {**ready_hall, "HANGJACK_DATA": str(folder), "HANGJACK_FILES": str(files)}
            for folder in (ready_hall["HANGJACK_DATA"], second)
        ]


def wait_for_leader(database: psycopg.Connection, *, other_than: str = "") -> str:
    """Returns the name of the host that does the background work."""
    deadline = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < deadline:
        if (found := database.execute(LEADER).fetchone()) and found[0] != other_than:
            return found[0]
        time.sleep(0.05)
    raise AssertionError("nobody does the background work")


def next_version(stream: http.client.HTTPResponse, event: int) -> str:
    """Returns the version of results in the next message."""
    while not (line := stream.readline()).startswith(b"data: "):
        assert line
    return json.loads(line.removeprefix(b"data: "))["of"][str(event)]["results"]


def test_what_one_host_writes_the_other_tells_and_whoever_is_left_goes_on(hosts: list[dict[str, str]]) -> None:
    (path, _second), browser = set_up_tables(hosts[0], 2), build_opener(HTTPCookieProcessor())
    with psycopg.connect(hosts[0]["DATABASE_URL"], autocommit=True) as database, an_evening(hosts[0]) as one:
        leader, event = wait_for_leader(database), database.execute("SELECT id FROM tournament_event").fetchone()[0]
        with an_evening(hosts[1]) as other:
            own_page = one.sign_in(browser)
            with browser.open(f"http://127.0.0.1:{other.port}{own_page}") as answer:
                assert (urlsplit(answer.url).path, own_page == "/sign-in/") == (own_page, False)
            asked = http.client.HTTPConnection("127.0.0.1", other.port, timeout=PATIENCE / 1000)
            asked.request("GET", f"/live/{event}", headers={"Host": "localhost"})
            stream = asked.getresponse()
            before, phone = next_version(stream, event), Phone(path, one.port)
            phone.play(threading.Event(), most=1)
            assert next_version(stream, event) != before
            os.kill(one.process.pid, signal.SIGKILL)
            assert wait_for_leader(database, other_than=leader)
            phone.port = other.port
            phone.play(threading.Event(), most=2)
            asked.close()
    assert [Path(hosts[at]["HANGJACK_DATA"], "secret-key").exists() for at in (0, 1)] == [False, False]
    assert count_outcome(hosts[1], phone.keys).is_good
