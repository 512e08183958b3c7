"""What lies in the data folder is its owner's alone, and what is broken there is said before anything is started."""

import os
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
from django.conf import settings
from django.core.management.base import CommandError
from django.db import connection

from tests.running import PATIENCE, an_evening
from tournament.management.commands.evening import listen
from tournament.storage.data_files import (
    UnusableData,
    close_to_others,
    find_low_room,
    read_key,
    read_port,
    write_file,
)

IS_ROOT = os.geteuid() == 0
STRANGER = {"user": 65534, "group": 65534, "extra_groups": []} if IS_ROOT else {}
"""Somebody else on this laptop, where the tests may be somebody else; where not, what is tried is taken from the user
of the tests himself, which the system answers alike."""
THEIR_PYTHON = "/usr/bin/python3" if IS_ROOT else sys.executable  # that of the tests may lie where they cannot go
READ_ALL = """
import os, sys
for folder, _folders, files in os.walk(sys.argv[1], onerror=lambda error: print(error.strerror)):
    for name in files:
        print(open(os.path.join(folder, name), "rb").read(1) and name)
"""


@pytest.fixture
def usual_umask() -> Iterator[None]:
    """As a laptop has it: what is made can be read by everybody."""
    before = os.umask(0o022)
    yield
    os.umask(before)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody can reach, which those of the tests are not."""
    folder = Path(tempfile.mkdtemp(prefix="hangjack-test-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def open_to_others(folder: Path) -> dict[str, str]:
    """Whatever anybody but its owner may read, write or enter, with its rights."""
    found = {}
    for path in [folder, *folder.rglob("*")]:
        with suppress(FileNotFoundError):  # what a backup in work needed for a moment
            mode = path.lstat().st_mode
            if not stat.S_ISLNK(mode) and mode & 0o077:
                found[str(path.relative_to(folder))] = oct(stat.S_IMODE(mode))
    return found


def read_by_somebody_else(folder: Path) -> list[str]:
    if not IS_ROOT:
        return list(open_to_others(folder))
    command = [THEIR_PYTHON, "-I", "-c", READ_ALL, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd="/", **STRANGER)
    return done.stdout.splitlines()


def start(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "evening", *options]
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment["HANGJACK_DATA"] = str(folder)
    return subprocess.run(
        command,
        cwd=settings.BASE_DIR,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE / 1000,
    )


def contents(folder: Path) -> dict[str, bytes]:
    return {
        path.name: path.read_bytes() for path in folder.iterdir() if path.is_file() and not path.name.endswith(".lock")
    }


@pytest.mark.slow
def test_a_first_start_makes_nothing_that_another_user_can_read(
    hall: dict[str, str], open_folder: Path, usual_umask: None
) -> None:
    data = open_folder / "of" / "the club"
    with an_evening({**hall, "HANGJACK_DATA": str(data)}):
        assert open_to_others(data) == {}
        assert read_by_somebody_else(data) == (["Permission denied"] if IS_ROOT else [])
        names = {path.name for path in data.iterdir()}
    assert {"secret-key", "port", "static"} <= names
    if connection.vendor == "sqlite":
        assert {"hangjack.sqlite3", "hangjack.sqlite3-wal", "hangjack.sqlite3-shm"} <= names


@pytest.mark.slow
def test_every_start_closes_what_an_earlier_one_left_open(ready_hall: dict[str, str], usual_umask: None) -> None:
    data = Path(ready_hall["HANGJACK_DATA"])
    kits = data / "kits" / "evening-1"
    kits.mkdir(parents=True)
    (kits / "kit.pdf").write_bytes(b"%PDF")
    (data / "evening.log").touch()
    (data / "demo").mkdir()
    (data / "demo" / "secret-key").write_text("secret")
    write_file(data / "secret-key", b"secret")
    (data / "backup.sh").touch(mode=0o755)
    for path in (data, *data.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    (data / "backup.sh").chmod(0o755)
    with an_evening(ready_hall):
        assert open_to_others(data) == {"backup.sh": "0o755"}
        assert data.stat().st_mode & 0o777 == 0o700


def test_a_folder_for_everybody_is_not_closed_but_refused(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    with pytest.raises(UnusableData, match=f"every user of this computer shares that folder.*{tmp_path}/hangjack"):
        close_to_others(tmp_path)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o1777


def test_a_folder_of_somebody_else_is_refused_and_said(open_folder: Path) -> None:
    """As root, by somebody else; else by its own user, who has taken from himself what somebody else never had."""
    read = "import sys; from pathlib import Path; from tournament.storage.data_files import *; "
    close = read + "close_to_others(Path(sys.argv[1]))"
    shutil.copytree(
        settings.BASE_DIR / "tournament",
        open_folder / "tournament",
        ignore=lambda _folder, names: [
            name for name in names if name not in ("tournament", "storage", "data_files.py", "__init__.py")
        ],
    )
    data = open_folder / "data"
    data.mkdir(mode=0o755 if IS_ROOT else 0o555)
    done = subprocess.run(
        [THEIR_PYTHON, "-c", close, str(data)],
        cwd=open_folder,
        capture_output=True,
        text=True,
        check=False,
        **STRANGER,
    )
    assert done.stderr.splitlines()[-1] == (
        f"tournament.storage.data_files.UnusableData: Hangjack cannot keep its data in {data}: permission denied. "
        "Nothing was changed. Start it as the user who started it first, or name a folder of your own in HANGJACK_DATA."
    )


@pytest.mark.slow
def test_an_empty_key_is_said_and_not_started_from(tmp_path: Path) -> None:
    (tmp_path / "secret-key").touch()
    done = start(tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        "",
        f"The secret key file, {tmp_path}/secret-key, is empty. Nothing was changed. Delete the file, and "
        "start Hangjack again: it then makes a new key, and everybody signs in once more. Nothing else is lost.\n",
    )
    assert contents(tmp_path) == {"secret-key": b""}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "why"),
    [
        (lambda path: path.mkdir(), "cannot be read: is a directory"),
        (lambda path: path.write_bytes(b"\xff\xfe\x00"), "cannot be read: it is damaged"),
    ],
)
def test_a_key_that_cannot_be_read_is_said_without_a_traceback(tmp_path: Path, spoil, why: str) -> None:
    spoil(tmp_path / "secret-key")
    done = start(tmp_path)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)
    assert why in done.stderr and "Nothing was changed. Delete the file, and start Hangjack again" in done.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


def test_a_key_of_another_user_is_said_without_a_traceback(open_folder: Path) -> None:
    key = open_folder / "secret-key"
    key.write_text("secret")
    key.chmod(0o600 if IS_ROOT else 0)
    source = settings.BASE_DIR / "tournament" / "storage" / "data_files.py"
    (open_folder / "data_files.py").write_text(source.read_text())
    read = "import sys; from pathlib import Path; from data_files import *; read_key(Path(sys.argv[1]))"
    done = subprocess.run(
        [THEIR_PYTHON, "-c", read, str(key)],
        cwd=open_folder,
        capture_output=True,
        text=True,
        check=False,
        **STRANGER,
    )
    assert done.stderr.splitlines()[-1] == (
        f"data_files.UnusableData: Hangjack may not read {key}. Nothing was changed. Start it as the computer user "
        "who first started it."
    )


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("", "is empty"),
        ("\n", "is empty"),
        ("eight", "contains “eight”, which is not a port number"),
        ("70000", "which is not a port number"),
    ],
)
def test_a_port_file_that_says_nothing_is_said_and_not_started_from(tmp_path: Path, written: str, said: str) -> None:
    (tmp_path / "port").write_text(written)
    with pytest.raises(UnusableData) as refused:
        listen(tmp_path / "port", None)
    assert str(refused.value).startswith(f"The port file, {tmp_path}/port, ")
    assert said in str(refused.value)
    assert "Nothing was changed. The codes on your tables contain the port. Start Hangjack once with --port" in str(
        refused.value
    )
    assert (tmp_path / "port").read_text() == written


@pytest.mark.slow
def test_an_empty_port_file_stops_a_start_before_anything_is_made(tmp_path: Path) -> None:
    (tmp_path / "port").touch()
    done = start(tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"CommandError: The port file, {tmp_path}/port, is empty.")
    assert len(done.stderr.splitlines()) == 1
    assert contents(tmp_path) == {"port": b""}


def test_a_port_that_is_asked_for_is_written_anew(tmp_path: Path, port: int) -> None:
    (tmp_path / "port").touch()
    listen(tmp_path / "port", port).close()
    assert read_port(tmp_path / "port") == port


def test_a_port_file_that_cannot_be_read_or_written_is_said(tmp_path: Path, port: int) -> None:
    (tmp_path / "port").mkdir()
    with pytest.raises(UnusableData, match="cannot be read: is a directory. Nothing was changed."):
        listen(tmp_path / "port", None)
    with pytest.raises(CommandError, match=f"Hangjack cannot write to {tmp_path}/port: is a directory."):
        listen(tmp_path / "port", port)


def test_what_is_written_is_there_whole_or_as_it_was(tmp_path: Path) -> None:
    write_file(tmp_path / "secret-key", b"one\n")
    write_file(tmp_path / "secret-key", b"two\n")
    assert read_key(tmp_path / "secret-key") == "two"
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]
    assert stat.S_IMODE((tmp_path / "secret-key").stat().st_mode) == 0o600


def test_a_disk_with_little_room_is_told_before_it_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    left = shutil.disk_usage(tmp_path).free // 1_000_000
    for enough, told in ((left // 2, None), (left * 2, left)):
        monkeypatch.setattr("tournament.storage.data_files.ENOUGH_ROOM", enough)
        found = find_low_room(tmp_path)
        assert found == told or (found and told and abs(found - told) < left // 10)  # others write meanwhile
    assert find_low_room(tmp_path / "pulled" / "out") is None


@contextmanager
def small_disk(folder: Path, options: str) -> Iterator[Path]:
    """A real disk of its own; skips where nobody may mount one."""
    place = folder / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"mode=700,{options}", "none", place], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("only root may mount a disk")
    try:
        yield place
    finally:
        subprocess.run(["umount", place], check=True)


@pytest.mark.slow
def test_a_full_disk_is_said_and_nothing_is_made(tmp_path: Path) -> None:
    with small_disk(tmp_path, "size=1m") as disk:
        filler = disk / "holiday.mp4"
        with pytest.raises(OSError, match="No space left"):
            filler.write_bytes(bytes(2_000_000))
        done = start(disk)
        assert (done.returncode, done.stdout, done.stderr) == (
            1,
            "",
            f"CommandError: Hangjack cannot keep its data in {disk}: no space left on device. Nothing was changed. "
            "Make room on that disk, 200 MB or more, and type the same command again.\n",
        )
        assert [path.name for path in disk.iterdir()] == ["holiday.mp4"]


@pytest.mark.slow
def test_a_read_only_disk_is_said(tmp_path: Path) -> None:
    with small_disk(tmp_path, "size=1m,ro") as disk:
        done = start(disk)
        assert (done.returncode, done.stdout, done.stderr) == (
            1,
            "",
            f"CommandError: Hangjack cannot keep its data in {disk}: read-only file system. Nothing was changed. Make "
            "the disk writable again, or name a folder on another one in HANGJACK_DATA.\n",
        )


@pytest.mark.slow
def test_a_disk_that_becomes_full_while_all_is_made_ready_is_said_without_a_traceback(tmp_path: Path) -> None:
    with small_disk(tmp_path, "size=600k") as disk:
        done = start(disk)
    assert (done.returncode, done.stdout) == (1, "")
    assert "Traceback" not in done.stderr
    assert f"The disk of {disk}" in done.stderr and "is full. Nothing that was saved before is lost" in done.stderr
