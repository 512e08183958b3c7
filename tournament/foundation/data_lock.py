"""One Hangjack at a time in a data folder: whoever serves from it, or puts other data there, holds its lock for as long
as that lasts.

The lock is SQLite's, of a file that stays empty: every system has it, and no crash leaves it behind.
"""

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from tournament.foundation.data_files import UnusableData

LOCK = "running.lock"


@contextlib.contextmanager
def hold_folder(folder: Path) -> Iterator[None]:
    """Raises UnusableData where another process holds the folder."""
    with contextlib.closing(sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise UnusableData(
                f"Hangjack runs in another window already, with the data in {folder}. Nothing was changed. Stop that "
                "one first, with Ctrl+C in its window, and then type the same command again."
            ) from error
        yield
