"""Lets one Hangjack at a time use a data folder: a process that serves from it, or puts other data there, holds its
lock meanwhile. A note beside the lock says who holds it, for the process that comes second.

The lock is SQLite's, on a file that stays empty: every system has it, and no crash leaves it behind.
"""

import contextlib
import json
import os
import socket
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tournament.foundation.data_files import UnusableData, refuse_folder, write_file

LOCK = "running.lock"
NOTE = "running"


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
