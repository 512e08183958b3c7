"""Checks the SQLite database before a start touches it. If it cannot be used, names the backup to go back to.

The check is SQLite's own, of the whole file: see `check_database`. PostgreSQL looks after itself.
"""

import contextlib
import os
import shlex
import sqlite3
from datetime import datetime
from pathlib import Path

from django.conf import settings

from tournament.storage.data_files import DATABASE, FIRST_USER, KEY, UnusableData

BACKUPS = "backups/*.hangjack"
"""Where the backups are, below the data folder."""
HEAD = b"SQLite format 3\0"
PATIENCE = 1.0
"""Seconds to wait for another program to release the database."""
SHOWN = 3
"""The most faults to list."""


def check_database(folder: Path) -> None:
    """Raises UnusableData for a database that this user may not write, that is none, or that is damaged; and for an
    empty or missing one where Hangjack has run before: started from, it would become another club's, without a word of
    what is lost.

    `integrity_check` finds pages that are missing, cut off or overwritten, and indexes that do not fit their tables. It
    reads the whole file: 0.8 s for 520,000 hands in 160 MB, where `quick_check`, which passes indexes over, took 0.2 s.
    An evening's hands are a few hundred; so the thorough one runs at every start.
    """
    database = folder / DATABASE
    is_new = not (folder / KEY).exists()
    if not database.exists():
        if is_new:
            return
        raise _refuse(folder, "is missing, though Hangjack has run here before", or_else=_LOST)
    if not database.is_file():
        raise _refuse(folder, "is no file")
    if not os.access(database, os.R_OK | os.W_OK):
        raise UnusableData(f"Hangjack may not write {database}. Nothing was changed. {FIRST_USER}")
    if database.stat().st_size == 0:
        if is_new:
            return
        raise _refuse(folder, "is empty (0 bytes), though Hangjack has run here before", or_else=_LOST)
    try:
        with database.open("rb") as file:
            head = file.read(len(HEAD))
        if head != HEAD:
            raise _refuse(folder, "is no database: something else was written over it")
        faults = _find_faults(database)
    except OSError as error:
        raise _refuse(folder, f"cannot be read ({(error.strerror or str(error)).lower()})") from error
    if faults:
        raise _refuse(folder, f"is damaged ({faults})")


def find_latest_backup(folder: Path) -> Path | None:
    """Returns the newest backup below the data folder. Each was read back when it was made."""
    backups = [path for path in folder.glob(BACKUPS) if path.is_file()]
    return max(backups, key=lambda path: path.stat().st_mtime, default=None)


def _find_faults(database: Path) -> str:
    """Returns the faults in SQLite's words, or "" if there are none. Changes nothing: a database opened only for
    reading does not take over what its log still holds, and gets no log if it has none."""
    log = database.with_name(f"{database.name}-wal")
    how = "mode=ro" if log.exists() else "mode=ro&immutable=1"
    try:
        with contextlib.closing(
            sqlite3.connect(f"{database.absolute().as_uri()}?{how}", uri=True, timeout=PATIENCE)
        ) as connection:
            rows = [str(row[0]) for row in connection.execute(f"PRAGMA integrity_check({SHOWN})")]
    except sqlite3.DatabaseError as error:
        if error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY:
            raise UnusableData(
                f"Another program is using the database {database}. Nothing was changed. Close that program, and type "
                "the same command again."
            ) from error
        return str(error)
    return "" if rows == ["ok"] else "; ".join(line for row in rows for line in row.splitlines() if line[:3] != "***")


def _refuse(folder: Path, what: str, *, or_else: str = "") -> UnusableData:
    latest = find_latest_backup(folder)
    if latest is None:
        then = (
            f"There is no backup in {(folder / BACKUPS).parent}: if you have a copy of the whole folder elsewhere, "
            "copy its files back here, and start Hangjack again."
        )
    else:
        made = datetime.fromtimestamp(latest.stat().st_mtime)
        then = (
            f"The last backup is of {made:%d.%m.%Y, %H:%M}. To go back to it, type:\n"
            f"    {settings.COMMAND} restore {shlex.quote(str(latest))}\nand start Hangjack again."
        )
    return UnusableData(f"The database {folder / DATABASE} {what}. Nothing was changed. {then}{or_else}")


_LOST = (
    " If the club keeps its data in PostgreSQL, DATABASE_URL is not set. To begin with an empty club instead, give "
    "this folder another name."
)
