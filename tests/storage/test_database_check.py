"""A database that cannot be used is said before a start touches it, with what to type next."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from django.conf import settings

from tests.running import PATIENCE
from tournament.storage.data_files import UnusableData, write_file
from tournament.storage.database_check import check_database, find_latest_backup

NAMES = [(f"Player {number} of the club",) for number in range(4000)]


@pytest.fixture
def club(tmp_path: Path) -> Path:
    """A folder where Hangjack has run: a key, and a database of forty pages or so."""
    write_file(tmp_path / "secret-key", b"secret\n")
    connection = sqlite3.connect(tmp_path / "hangjack.sqlite3")
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("CREATE TABLE player (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)")
    connection.executemany("INSERT INTO player (name) VALUES (?)", NAMES)
    connection.commit()
    connection.close()
    return tmp_path


def refusal_of(folder: Path) -> str:
    """What is said; and nothing is touched by it."""
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    with pytest.raises(UnusableData) as refused:
        check_database(folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before
    return str(refused.value)


def overwrite(database: Path, page: int, content: bytes) -> None:
    with database.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(content)


def test_a_whole_database_and_a_first_start_pass_and_nothing_is_touched(club: Path, tmp_path: Path) -> None:
    before = {path.name: path.read_bytes() for path in club.iterdir()}
    check_database(club)
    assert {path.name: path.read_bytes() for path in club.iterdir()} == before
    (tmp_path / "new").mkdir()
    check_database(tmp_path / "new")
    (tmp_path / "new" / "hangjack.sqlite3").touch()  # a first start that was cut short has made no key yet
    check_database(tmp_path / "new")


def test_a_database_passes_with_what_only_its_log_holds_yet(club: Path) -> None:
    with sqlite3.connect(club / "hangjack.sqlite3") as connection:
        connection.execute("INSERT INTO player (name) VALUES ('Zoe')")
        connection.commit()
        log = (club / "hangjack.sqlite3-wal").read_bytes()
        check_database(club)
        assert (club / "hangjack.sqlite3-wal").read_bytes() == log != b""
    connection.close()


@pytest.mark.parametrize(
    ("spoil", "what"),
    [
        (lambda path: path.write_bytes(b""), "is empty (0 bytes), though Hangjack has run here before"),
        (lambda path: path.unlink(), "is missing, though Hangjack has run here before"),
        (lambda path: (path.unlink(), path.mkdir()), "is no file"),
        (lambda path: path.write_bytes(b"Dear club,\n" * 900), "is no database: something else was written over it"),
        (lambda path: os.truncate(path, path.stat().st_size // 2), "is damaged ("),
        (lambda path: os.truncate(path, 4096 * 10 + 700), "is damaged ("),
        (lambda path: os.truncate(path, 50), "is damaged ("),
        (lambda path: overwrite(path, 7, os.urandom(4096)), "is damaged ("),
        (lambda path: overwrite(path, 12, bytes(4096 * 3)), "is damaged ("),
        (lambda path: overwrite(path, 1, b"SQLite format 3\0" + os.urandom(84)), "is damaged ("),
    ],
)
def test_what_cannot_be_started_from_is_said_and_left_as_it_is(
    club: Path, spoil: Callable[[Path], object], what: str
) -> None:
    spoil(club / "hangjack.sqlite3")
    said = refusal_of(club)
    assert said.startswith(f"The database {club}/hangjack.sqlite3 {what}")
    assert f"Nothing was changed. There is no backup in {club}/backups: if you have a copy" in said
    assert ("To begin with an empty club instead, give this folder another name." in said) == ("has run here" in what)


def test_the_last_backup_is_named_with_what_to_type(club: Path) -> None:
    overwrite(club / "hangjack.sqlite3", 7, bytes(4096))
    (club / "backups").mkdir()
    for number, name in enumerate(["evening.hangjack", "round.hangjack", ".status.json"]):
        (club / "backups" / name).write_text(name)
        os.utime(club / "backups" / name, (1_800_000_000 + number,) * 2)
    latest = club / "backups" / "round.hangjack"
    assert find_latest_backup(club) == latest
    assert refusal_of(club).endswith(
        f"To go back to it, type:\n    python3 manage.py restore {latest}\nand start Hangjack again."
    )


@pytest.mark.slow
def test_a_database_that_another_program_holds_is_said(club: Path) -> None:
    holder = sqlite3.connect(club / "hangjack.sqlite3", isolation_level=None)
    holder.execute("PRAGMA locking_mode=EXCLUSIVE")
    holder.execute("INSERT INTO player (name) VALUES ('Zoe')")
    with pytest.raises(UnusableData, match="Another program is using the database .* Close that program, and type"):
        check_database(club)
    holder.close()


@pytest.mark.slow
def test_a_start_says_it_in_a_line_and_ends(club: Path) -> None:
    os.truncate(club / "hangjack.sqlite3", 4096 * 5)
    shutil.rmtree(club / "static", ignore_errors=True)
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    done = subprocess.run(
        [sys.executable, "manage.py", "evening"],
        cwd=settings.BASE_DIR,
        env={**environment, "HANGJACK_DATA": str(club)},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE / 1000,
    )
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)
    assert done.stderr.startswith(f"CommandError: The database {club}/hangjack.sqlite3 is damaged (")
    assert {path.name for path in club.iterdir()} == {"hangjack.sqlite3", "secret-key", "running.lock"}
