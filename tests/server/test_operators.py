"""What somebody who looks after a server asks for: health, figures, logs as JSON, and reports of errors."""

import gzip
import http.client
import json
import logging
import os
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.db import OperationalError, connection
from django.test import Client

from tests.running import PATIENCE, Running, an_evening
from tournament.web.log_filters import JsonFormatter, MaskCodes

UNPACK = {"gzip": gzip.decompress, "br": brotli.decompress}


def asked(client: Client, path: str, **headers: str) -> tuple[int, str]:
    answer = client.get(path, headers=headers)
    return answer.status_code, answer.content.decode()


@pytest.mark.django_db
def test_health_is_ok_or_says_what_is_wrong_to_anybody_and_is_never_stored(client, settings, tmp_path) -> None:
    assert asked(client, "/healthz") == (200, "ok\n")
    assert client.head("/healthz").headers["Cache-Control"] == "no-store"
    settings.DATA_DIR = tmp_path / "gone"
    assert asked(client, "/healthz") == (503, "The data folder cannot be written to.\n")

    def lose_database(*_query: Any) -> None:
        raise OperationalError("server at 10.0.0.1 closed the connection")

    with connection.execute_wrapper(lose_database):
        assert asked(client, "/healthz") == (503, "The database does not answer.\n")


@pytest.mark.django_db
def test_health_asks_the_database_once(client, django_assert_num_queries) -> None:
    with django_assert_num_queries(1):
        client.get("/healthz")


@pytest.mark.django_db
def test_figures_are_there_for_those_alone_whom_the_settings_name(client, settings) -> None:
    assert asked(client, "/metrics")[0] == 404
    settings.METRICS_TOKEN = "sesame"
    sent = [{"authorization": f"Bearer {token}"} for token in ("", "x", "sesame")]
    assert [asked(client, "/metrics", **headers)[0] for headers in sent] == [
        404,
        404,
        200,
    ]
    settings.METRICS_TOKEN, settings.METRICS_FOR = "", [ip_network("127.0.0.0/8"), ip_network("10.1.0.0/16")]
    statuses = [client.get("/metrics", REMOTE_ADDR=each).status_code for each in ("127.0.0.1", "10.1.2.3", "10.2.0.1")]
    assert statuses == [200, 200, 404]
    assert asked(client, "/metrics", **{"x-forwarded-for": "10.1.2.3"})[0] == 404
    assert asked(client, "/metrics", authorization="Bearer ")[0] == 200  # by its address


@pytest.fixture
def figures(tmp_path: Path) -> Iterator[Running]:
    environment = {**os.environ, "HANGJACK_DATA": str(tmp_path), "HANGJACK_METRICS": "1", "PYTHONUNBUFFERED": "1"}
    environment.pop("DATABASE_URL", None)
    with an_evening(environment, "--demo") as evening:
        yield evening


@pytest.mark.slow
def test_a_server_counts_requests_by_route_prints_followers_and_hands(figures: Running) -> None:
    for path in ("/", "/t/ABC-DEF/", "/no/such/thing", "/e/1/paper/rules.pdf"):
        figures.get(path)
    following = http.client.HTTPConnection("127.0.0.1", figures.port, timeout=PATIENCE / 1000)
    following.request("GET", "/live/screens", headers={"Host": "localhost"})
    following.getresponse().readline()
    asking = http.client.HTTPConnection("127.0.0.1", figures.port, timeout=PATIENCE / 1000)
    asking.request("GET", "/metrics", headers={"Host": "localhost"})
    said = asking.getresponse().read().decode()
    asking.close()
    following.close()
    for line in (
        'hangjack_requests_total{route="home",status="200"} 1.0',
        'hangjack_requests_total{route="unknown",status="404"} 1.0',
        'hangjack_requests_total{route="pdf",status="200"} 1.0',
        'hangjack_request_seconds_count{route="table"} 1.0',
        "hangjack_prints_total 1.0",
        "hangjack_live_followers 1.0",
    ):
        assert line in said.splitlines()
    assert int(float(re.search(r"^hangjack_hands (\S+)$", said, re.M).group(1))) > 0
    assert "ABC" not in said


def test_a_log_of_json_has_a_line_for_each_record_with_its_traceback_and_without_codes() -> None:
    try:
        raise ValueError("at /t/ABC-DEF/")
    except ValueError as error:
        record = logging.LogRecord("x", logging.ERROR, "", 1, "Lost %s", ("/t/ABC-DEF/",), (type(error), error, None))
    MaskCodes().filter(record)
    line = json.loads(JsonFormatter().format(record))
    assert {name: line[name] for name in ("level", "logger", "message", "traceback")} == {
        "level": "error",
        "logger": "x",
        "message": "Lost /t/******/",
        "traceback": "ValueError: at /t/******/",
    }
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["time"])


@pytest.mark.slow
def test_a_setting_makes_the_log_json(tmp_path: Path) -> None:
    code = "import django, logging; django.setup(); logging.getLogger('x').error('Two\\nlines')"
    said = run_python(code, tmp_path, HANGJACK_LOG="json").stderr
    assert json.loads(said)["message"] == "Two\nlines"


def run_python(code: str, folder: Path, **settings: str) -> subprocess.CompletedProcess[str]:
    environment = {
        **os.environ,
        "HANGJACK_DATA": str(folder),
        "DJANGO_SETTINGS_MODULE": "tournament.settings",
        **settings,
    }
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)


@pytest.mark.slow
def test_an_error_is_reported_to_sentry_without_codes_values_or_who_asked(tmp_path: Path) -> None:
    received: list[bytes] = []

    class Sentry(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append(UNPACK[self.headers["Content-Encoding"]](body))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_line: Any) -> None:
            pass

    code = """
import django, logging, sentry_sdk
django.setup()
def fail(secret="Ann Archer"):
    raise ValueError("lost at /t/ABC-DEF/")
try:
    fail()
except ValueError:
    logging.getLogger("x").exception("A page failed")
sentry_sdk.flush()
"""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Sentry)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        done = run_python(code, tmp_path, HANGJACK_SENTRY_DSN=f"http://key@127.0.0.1:{server.server_port}/1")
    finally:
        server.shutdown()
        server.server_close()
    (sent,) = received
    assert done.returncode == 0, done.stderr
    assert (b"lost at /t/******/" in sent, b"ABC-DEF" in sent, b'"vars"' in sent) == (True, False, False)
    assert b"A page failed" in sent


def test_what_is_no_dsn_or_network_is_said_at_the_start(tmp_path: Path) -> None:
    for name, value, said in (
        ("HANGJACK_SENTRY_DSN", "nonsense", "Unsupported scheme"),
        ("HANGJACK_METRICS", "the office", "does not appear to be an IPv4 or IPv6 network"),
    ):
        done = run_python("import tournament.settings", tmp_path, **{name: value})
        assert (done.returncode, said in done.stderr, "Traceback" in done.stderr) == (1, True, False), done.stderr
