"""An evening as a volunteer meets it: a process of its own, asked over http and stopped again."""

import http.client
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from urllib.parse import urlencode, urlsplit
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

from playwright.sync_api import Page

PATIENCE = 120_000
"""Milliseconds that a test waits for a page, paper or process on a busy machine before it gives up. Only a failing test
waits this long."""
ROOT = Path(__file__).resolve().parent.parent


def wait_until(page: Page, condition: str) -> None:
    """Waits until a script's condition holds on a page. `Page.wait_for_function` would ask again by `eval`, which the
    content security policy refuses: it only passes where the condition holds at once."""
    deadline = monotonic() + PATIENCE / 1000
    while not page.evaluate(condition):
        assert monotonic() < deadline, f"{page.url}: {condition} was never true"
        page.wait_for_timeout(20)


class Running:
    """An evening that has printed its address."""

    def __init__(self, process: subprocess.Popen[str], said: str) -> None:
        self.process = process
        self.said = said
        self.port = int(re.search(r"http://[^:/]+:(\d+)/", said).group(1))

    @property
    def password(self) -> str | None:
        found = re.search(r"Password +(\S+)", self.said)
        return found and found.group(1)

    def get(
        self, path: str, host: str = "localhost", headers: dict[str, str] | None = None
    ) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE / 1000)
        connection.request("GET", path, headers={"Host": host, **(headers or {})})
        response = connection.getresponse()
        response.read()
        connection.close()
        return response

    def sign_in(self, browser: OpenerDirector | None = None) -> str:
        """Signs in with the printed password; returns the path of the next page."""
        browser = browser or build_opener(HTTPCookieProcessor())
        page = f"http://127.0.0.1:{self.port}/sign-in/"
        with browser.open(page) as form:
            token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', form.read().decode()).group(1)
        fields = {"username": "director", "password": self.password, "csrfmiddlewaretoken": token}
        with browser.open(page, data=urlencode(fields).encode()) as answer:
            return urlsplit(answer.url).path

    def stop(self) -> str:
        self.process.send_signal(signal.SIGINT)
        said, _ = self.process.communicate(timeout=PATIENCE / 1000)
        return said


@contextmanager
def an_evening(
    environment: dict[str, str], *options: str, script: Path = ROOT / "manage.py", runner: Sequence[str] = ()
) -> Iterator[Running]:
    command = [sys.executable, *runner, script.name, "evening", *options]
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    process = subprocess.Popen(command, cwd=script.parent, env=environment, **output, start_new_session=True)
    try:
        said = ""
        while "Ctrl+C stops it." not in said:
            line = process.stdout.readline()
            assert line, said
            said += line
        yield Running(process, said)
    finally:
        with suppress(
            ProcessLookupError
        ):  # and what it has begun: as on Windows, a restarted evening is another process
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=PATIENCE / 1000)


def workers_of(evening: Running) -> set[int]:
    """Returns the ids of their processes."""
    pid = evening.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return {int(child) for child in children if b"spawn_main" in _read_command_of(child)}


def _read_command_of(pid: str) -> bytes:
    """Returns the command line of a process; empty once it has ended, as a killed one does while it is listed."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return b""
