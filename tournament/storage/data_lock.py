"""Lets one Hangjack at a time use a data folder: a process that serves from it, or puts other data there, holds its
lock meanwhile. A note beside the lock says who holds it, for the process that comes second.

The lock is SQLite's, on a file that stays empty: every system has it, and no crash leaves it behind. A database of
PostgreSQL, which several hosts may share, has locks of its own, which end with the connection that holds them.
"""

import contextlib
import json
import os
import socket
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from zlib import crc32

from django.db import DatabaseError, OperationalError, connection, connections, transaction

from tournament.storage.data_files import FOLDER_MODE, UnusableData, refuse_folder, write_file

LOCK = "running.lock"


class LockHeld(Exception):
    """Another process, or another thread of this one, holds the lock."""


NOTE = "running"
PREPARING, MIGRATING = 0x68616E676A6B01, 0x68616E676A6B02
PATIENCE, NOT_AVAILABLE = 120.0, "55P03"
GONE = "SET tcp_keepalives_idle = 20; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3"
"""Lets PostgreSQL find out within a minute that the computer that holds the lock has lost its power."""


@contextlib.contextmanager
def hold_folder(folder: Path) -> Iterator[Callable[[str], None]]:
    """Holds the folder. Yields a function that notes this process's address. If another process holds the folder,
    raises UnusableData with that one's address."""

    def tell(address: str) -> None:
        note = {"address": address, "process": os.getpid(), "computer": socket.gethostname()}
        try:
            write_file(folder / NOTE, f"{json.dumps(note)}\n".encode())
        except OSError as error:
            raise refuse_folder(folder, error) from error

    with contextlib.closing(_open_lock(folder)):
        tell("")
        try:
            yield tell
        finally:
            with contextlib.suppress(OSError):  # without the lock a note says nothing
                (folder / NOTE).unlink()


@contextlib.contextmanager
def hold_lock(path: Path, *, wait: float = 0.0) -> Iterator[Callable[[], bool]]:
    """Holds a lock among threads and processes, on a file that is made if there is none; on PostgreSQL among all hosts,
    by the name of the file. Waits up to so many seconds for it. Yields a function that tells whether it is still held,
    because a connection can be lost. Raises LockHeld."""
    if connection.vendor == "postgresql":
        try:
            with _hold_in_database(crc32(path.name.encode()), wait) as is_held:
                yield is_held
        except OperationalError as error:
            if getattr(error.__cause__, "sqlstate", "") != NOT_AVAILABLE:
                raise
            raise LockHeld from error
        return
    path.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    with contextlib.closing(sqlite3.connect(path, timeout=wait, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise LockHeld from error
        yield lambda: True


@contextlib.contextmanager
def hold_database(tell_wait: Callable[[], None] = lambda: None) -> Iterator[None]:
    """Holds the database; if another process holds it, calls `tell_wait` and waits. Raises Django's OperationalError,
    of a lock that was not available, after two minutes."""
    if connection.vendor != "postgresql":
        yield
        return
    with _hold_in_database(PREPARING, PATIENCE, tell_wait):
        yield


@contextlib.contextmanager
def _hold_in_database(
    key: int, wait: float, tell_wait: Callable[[], None] = lambda: None
) -> Iterator[Callable[[], bool]]:
    held = connections.create_connection("default")  # apart from those that the caller closes meanwhile

    def is_held() -> bool:
        try:
            held.cursor().execute("SELECT 1")
        except DatabaseError:
            return False
        return True

    try:
        with held.cursor() as cursor:
            cursor.execute(GONE)
            cursor.execute("SELECT pg_try_advisory_lock(%s)", [key])
            if not cursor.fetchone()[0]:
                if not wait:
                    raise LockHeld
                tell_wait()
                cursor.execute(f"SET lock_timeout = {round(wait * 1000)}")
                cursor.execute("SELECT pg_advisory_lock(%s)", [key])
        yield is_held
    finally:
        held.close()


@contextlib.contextmanager
def migrate_at_once() -> Iterator[None]:
    """Opens a transaction for all migrations together. Django commits each with its tables, and notes it in another
    transaction: whatever ends between the two would stop every later start, at tables that exist already. Waits for a
    process that outlives the start that began it."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            connection.disable_constraint_checking()  # which SQLite can only do before a transaction begins
        with transaction.atomic():
            if connection.vendor == "postgresql":
                cursor.execute("SELECT pg_advisory_xact_lock(%s)", [MIGRATING])
            yield
            connection.check_constraints()
    connection.enable_constraint_checking()


def _open_lock(folder: Path) -> sqlite3.Connection:
    lock = sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None)
    try:
        lock.execute("BEGIN EXCLUSIVE")
    except sqlite3.Error as error:
        lock.close()
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise UnusableData(_say_who_holds(folder)) from None
        raise refuse_folder(folder, f"{folder / LOCK}: {error}") from error
    return lock


def _say_who_holds(folder: Path) -> str:
    note: dict[str, Any] = {}
    with contextlib.suppress(OSError, ValueError):
        read = json.loads((folder / NOTE).read_text())
        note = read if isinstance(read, dict) else {}
    where = "in another window"
    if note.get("computer", socket.gethostname()) != socket.gethostname():
        where = f"on the computer {note['computer']}"
    number = f", as process {note['process']}" if note.get("process") else ""
    if not note.get("address"):
        return (
            f"Hangjack is already starting {where}{number}, with the data in {folder}. Nothing was changed. Wait "
            "until it shows its address there."
        )
    return (
        f"Hangjack is already running {where}{number}, with the data in {folder}. Nothing was changed. Open "
        f"{note['address']}; or stop that one first, with Ctrl+C in its window, and then type the same command again."
    )
