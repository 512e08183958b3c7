"""`manage.py evening` as a volunteer meets it: a process is started, asked over http and stopped again."""

import json
import socket
import stat
import subprocess
import sys
import time
from argparse import ArgumentTypeError
from contextlib import ExitStack
from ipaddress import IPv4Address
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management.base import CommandError

from tests.running import an_evening
from tests.storage import test_data_files
from tests.storage.test_data_files import open_to_others
from tournament.management.commands.evening import listen, parse_port, write_greeting
from tournament.web.guards import WRONG_CODES_OF_STRANGERS
from tournament.web.hosts import HallHosts, hall_addresses, own_addresses

open_folder, usual_umask = test_data_files.open_folder, test_data_files.usual_umask


@pytest.mark.slow
def test_a_first_start_names_static_files_by_content_and_a_second_one_finds_everything_as_it_was(
    hall: dict[str, str], tmp_path: Path
) -> None:
    with an_evening(hall) as first:
        names = json.loads((tmp_path / "static" / "staticfiles.json").read_text())["paths"]
        sheet = first.get(f"/static/{next(named for name, named in names.items() if name.endswith('.css'))}")
        assert (sheet.status, "immutable" in sheet.getheader("Cache-Control", "")) == (200, True)
        key = (tmp_path / "secret-key").read_text()
        assert first.get("/sign-in/").status == 200
        assert first.sign_in() == "/new-password/"
        assert "Hangjack has stopped." in first.stop()
        assert first.process.returncode == 0
    with an_evening(hall) as second:
        assert (second.port, second.password) == (first.port, None)
        assert (tmp_path / "secret-key").read_text() == key
        assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


@pytest.mark.slow
def test_of_two_starts_at_once_one_serves_and_the_other_says_why_not(hall: dict[str, str]) -> None:
    command = [sys.executable, "manage.py", "evening"]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    both = [subprocess.Popen(command, cwd=settings.BASE_DIR, env=hall, **pipes) for _start in range(2)]
    try:
        while not (stopped := [each for each in both if each.poll() is not None]):
            time.sleep(0.05)
        said = [line for each in stopped for line in each.stdout]
        (serving,) = (each for each in both if each not in stopped)
        assert len(said) == 1
        assert "Hangjack is already" in said[0] and "in another window" in said[0]
        assert any("Ctrl+C stops it." in line for line in serving.stdout)
    finally:
        for each in both:
            each.kill()
            each.communicate()


@pytest.mark.slow
def test_a_lost_password_is_replaced_as_a_second_start_says_until_somebody_has_signed_in(
    ready_hall: dict[str, str],
) -> None:
    with an_evening(ready_hall) as first:
        assert "--new-password" not in first.said
    with an_evening(ready_hall) as second:
        assert second.password is None
        assert "Nobody has signed in yet. If the first password is lost, stop Hangjack" in second.said
        assert "    python3 manage.py evening --new-password\n" in second.said
    with an_evening(ready_hall, "--new-password") as third:
        assert "Nobody has signed in yet" not in third.said
        assert third.password not in {None, first.password}
        assert third.sign_in() == "/new-password/"
    with an_evening(ready_hall) as fourth:
        assert "--new-password" not in fourth.said


@pytest.mark.slow
def test_a_demonstration_keeps_its_own_data_in_the_club_s_folder_which_it_closes(
    hall: dict[str, str], open_folder: Path, usual_umask: None, port: int
) -> None:
    data = open_folder / "data"
    hall = {**hall, "HANGJACK_DATA": str(data)}
    with an_evening(hall, "--demo", "--port", str(port)) as evening:
        assert evening.get("/").status == 200
        assert evening.sign_in() == "/new-password/"
        assert open_to_others(data) == {}
    assert sorted(path.name for path in data.iterdir()) == ["demo"]
    with an_evening(hall, "--demo") as evening:
        assert (evening.port, evening.password) == (port, None)
        cookie = evening.get("/sign-in/").getheader("Set-Cookie")
    with an_evening(hall, "--port", str(port)) as evening:
        assert evening.get("/sign-in/").getheader("Set-Cookie").partition("=")[0] != cookie.partition("=")[0]


@pytest.mark.slow
def test_phones_that_fall_silent_in_the_middle_of_a_form_keep_nobody_waiting(ready_hall: dict[str, str]) -> None:
    with an_evening(ready_hall) as evening, ExitStack() as phones:
        cookie = evening.get("/sign-in/").getheader("Set-Cookie").partition(";")[0]
        head = f"POST /sign-in/ HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\nContent-Length: 1000\r\n"
        for _phone in range(20):
            phone = phones.enter_context(socket.create_connection(("127.0.0.1", evening.port)))
            phone.sendall(f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\nusername=".encode())
        assert evening.get("/sign-in/").status == 200


@pytest.mark.slow
def test_only_the_machine_s_own_names_are_answered(ready_hall: dict[str, str]) -> None:
    with an_evening(ready_hall) as evening:
        own = [str(address) for address in hall_addresses()]
        asked = ["localhost", socket.gethostname(), *own, "evil.example"]
        answers = [evening.get("/sign-in/", host=f"{name}:{evening.port}").status for name in asked]
        assert answers == [200] * (len(asked) - 1) + [400]


@pytest.mark.slow
def test_whoever_guesses_table_codes_is_who_he_is_and_the_window_shows_none(ready_hall: dict[str, str]) -> None:
    with an_evening(ready_hall) as evening:
        guesses = [f"{one}{two}DFGH" for one in "2345789" for two in "2345789"][: WRONG_CODES_OF_STRANGERS.limit + 2]
        statuses = [
            evening.get(f"/t/{code}/", headers={"X-Forwarded-For": f"10.0.0.{number}"}).status
            for number, code in enumerate(guesses)
        ]
        assert statuses == [404] * WRONG_CODES_OF_STRANGERS.limit + [429] * 2
        said = evening.said + evening.stop()
    assert [code for code in guesses if code in said] == []


def test_every_address_of_now_is_an_allowed_host() -> None:
    bare = {address.partition("%")[0] for address in own_addresses()}
    assert bare <= {host.strip("[]") for host in HallHosts()}


def test_a_name_given_in_the_settings_is_allowed_too() -> None:
    assert "cards.example" in list(HallHosts(["cards.example"]))


def test_the_greeting_names_the_best_address_first_under_its_qr_code() -> None:
    two = [IPv4Address("192.168.1.20"), IPv4Address("10.0.0.5")]
    lines = write_greeting(two, 8000, coloured=False).splitlines()
    assert lines[-4:] == [
        "",
        "Hangjack is at http://192.168.1.20:8000/",
        "           or http://10.0.0.5:8000/",
        "Ctrl+C stops it.",
    ]
    assert {len(line) for line in lines[1:-4]} == {29}


def test_without_a_network_the_greeting_says_that_only_this_computer_can_open_it() -> None:
    assert write_greeting([], 8000, coloured=False).splitlines() == [
        "",
        "Hangjack is at http://localhost:8000/",
        "There is no network, so only this computer can open it. Join one and start again to get an address.",
        "Ctrl+C stops it.",
    ]


def test_a_first_start_keeps_its_port(tmp_path: Path) -> None:
    with listen(tmp_path / "port", None) as listener:
        assert (tmp_path / "port").read_text() == f"{listener.getsockname()[1]}\n"


def test_a_second_start_listens_at_the_kept_port(tmp_path: Path, port: int) -> None:
    (tmp_path / "port").write_text(f"{port}\n")
    with listen(tmp_path / "port", None) as listener:
        assert listener.getsockname()[1] == port


def test_a_port_asked_for_is_kept(tmp_path: Path, port: int) -> None:
    (tmp_path / "port").write_text("8000\n")
    listen(tmp_path / "port", port).close()
    assert (tmp_path / "port").read_text() == f"{port}\n"


def test_a_kept_port_never_moves_by_itself(tmp_path: Path, port: int) -> None:
    with listen(tmp_path / "port", port), pytest.raises(CommandError, match=f"Port {port} is in use"):
        listen(tmp_path / "port", None)
    assert (tmp_path / "port").read_text() == f"{port}\n"


def test_a_first_start_takes_the_next_free_port(tmp_path: Path, port: int) -> None:
    with listen(tmp_path / "one", port), listen(tmp_path / "two", None, first=port) as other:
        assert other.getsockname()[1] > port


@pytest.mark.parametrize("written", ["0", "65536", "-1", "eight"])
def test_a_port_is_a_number_that_a_computer_has(written: str) -> None:
    with pytest.raises(ArgumentTypeError, match="a port is a number from 1 to 65535, usually 8000 or higher"):
        parse_port(written)


@pytest.mark.slow
def test_the_version_is_told() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "evening", "--version"],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, f"Hangjack {settings.VERSION}\n", "")
