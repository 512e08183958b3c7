"""`manage.py evening --workers`: several processes at one port, on PostgreSQL alone."""

import http.client
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.request import urlopen

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from tests.running import PATIENCE, Running, an_evening, workers_of
from tournament.live.wire import CHANNEL

pytestmark = pytest.mark.twice
TRIES = 400


@contextmanager
def following(evening: Running) -> Iterator[http.client.HTTPResponse]:
    asked = http.client.HTTPConnection("127.0.0.1", evening.port, timeout=PATIENCE / 1000)
    asked.request("GET", "/live/screens", headers={"Host": "localhost"})
    yield asked.getresponse()
    asked.close()


def next_said(stream: http.client.HTTPResponse) -> tuple[str, str]:
    """Of the next message, the mark of the server that says it, and its version of screens."""
    while not (line := stream.readline()).startswith(b"data: "):
        assert line
    mark, _dot, version = json.loads(line.removeprefix(b"data: "))["of"]["screens"]["screens"].partition(".")
    return mark, version


def is_running(pid: int) -> bool:
    try:
        return ") Z" not in Path(f"/proc/{pid}/stat").read_text()
    except FileNotFoundError:
        return False


def those_still_running(pids: set[int]) -> set[int]:
    """As soon as none is, or at the end of all patience."""
    deadline = time.monotonic() + PATIENCE / 1000
    while (running := {pid for pid in pids if is_running(pid)}) and time.monotonic() < deadline:
        time.sleep(0.05)
    return running


@pytest.mark.slow
def test_several_workers_are_refused_without_postgresql(tmp_path: Path) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    done = subprocess.run(
        [sys.executable, "manage.py", "evening", "--workers", "2"],
        cwd=settings.BASE_DIR,
        env={**environment, "HANGJACK_DATA": str(tmp_path / "data")},
        capture_output=True,
        text=True,
        check=False,
    )
    said = "CommandError: Several workers need PostgreSQL. Name it in DATABASE_URL, or start without --workers.\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)
    assert not (tmp_path / "data").exists()


@pytest.mark.skipif(connection.vendor != "postgresql", reason="asks PostgreSQL")
def test_workers_tell_each_other_are_replaced_and_end_together(ready_hall: dict[str, str]) -> None:
    with an_evening(ready_hall, "--workers", "2") as evening, ExitStack() as phones:
        first = workers_of(evening)
        streams = {}
        for _phone in range(TRIES):  # the system chooses whom a phone reaches
            stream = phones.enter_context(following(evening))
            mark, version = next_said(stream)
            streams[mark] = (stream, version)
            if len(streams) == 2:
                break
        told = json.dumps(["another", {"screens": [1, "screens"]}])
        with psycopg.connect(ready_hall["DATABASE_URL"], autocommit=True) as database:
            database.execute("SELECT pg_notify(%s, %s)", (CHANNEL, told))
        said = {mark: next_said(stream) for mark, (stream, _version) in streams.items()}
        assert len(said) == 2
        assert [mark for mark, (_stream, version) in streams.items() if said[mark] == (mark, version)] == []
        killed = first.pop()
        os.kill(killed, signal.SIGKILL)
        deadline = time.monotonic() + PATIENCE / 1000
        while len(workers_of(evening) - {killed}) < 2 and time.monotonic() < deadline:
            time.sleep(0.05)
        second = workers_of(evening)
        assert (len(second), killed in second, first < second) == (2, False, True)
        assert [evening.get("/sign-in/").status for _time in range(8)] == [200] * 8
        assert "Hangjack has stopped." in evening.stop()
        assert evening.process.returncode == 0
        assert [pid for pid in second if is_running(pid)] == []
    with an_evening(ready_hall) as again:
        assert again.port == evening.port


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "postgresql", reason="asks PostgreSQL")
def test_whichever_worker_is_asked_gives_the_figures_of_all(ready_hall: dict[str, str]) -> None:
    with an_evening({**ready_hall, "HANGJACK_METRICS": "1"}, "--workers", "2") as evening:
        for _time in range(12):
            evening.get("/sign-in/")
        for _time in range(6):
            with urlopen(f"http://localhost:{evening.port}/metrics") as answer:
                said = answer.read().decode().splitlines()
            assert 'hangjack_requests_total{route="sign_in",status="200"} 12.0' in said


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "postgresql", reason="asks PostgreSQL")
def test_no_worker_outlives_a_watcher_that_is_killed(ready_hall: dict[str, str]) -> None:
    with an_evening(ready_hall, "--workers", "2") as evening:
        workers = workers_of(evening)
        evening.process.kill()
        assert (len(workers), those_still_running(workers)) == (2, set())


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "postgresql", reason="asks PostgreSQL")
def test_ctrl_c_ends_a_worker_that_is_stuck_too(ready_hall: dict[str, str]) -> None:
    with an_evening(ready_hall, "--workers", "2") as evening:
        workers = workers_of(evening)
        os.kill(min(workers), signal.SIGSTOP)
        assert "Hangjack has stopped." in evening.stop()
        assert (evening.process.returncode, those_still_running(workers)) == (0, set())
