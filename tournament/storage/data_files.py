"""Reads and writes files below the data folder. Only their owner can read them, and each is written whole or not at
all.

The database holds password hashes and sessions, a kit has everybody's names, and a laptop in a hall has other users
too. A broken file is refused with a sentence that says how to repair it.
"""

import errno
import os
import shutil
import stat
import tempfile
from pathlib import Path
from typing import BinaryIO

DATABASE = "hangjack.sqlite3"
KEY = "secret-key"
PORT = "port"
SITE = "site"
"""The web site as it was last made for a ZIP, so that the next one takes a moment."""
OWN = (
    f"{DATABASE}*",
    f"{KEY}*",
    f"{PORT}*",
    "starting.lock*",
    "background.lock*",
    "making-site.lock*",
    "running*",
    "static",
    "static.sha256*",
    "kits",
    "backups",
    "damaged",
    "imports",
    SITE,
    "demo",
    "*.log*",
    ".*.coming",
)
"""The files and folders that Hangjack itself makes there. It changes the rights of nothing else in the folder."""
FOR_OTHERS = 0o077
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
ENOUGH_ROOM = 200
"""Megabytes that a disk should have free for an evening: its hands take a few, its paper and backups the rest."""
TRIED = 65536
"""How many bytes to write as a test whether the disk can be written to."""
FOLDER_MODE, FILE_MODE = 0o700, 0o600


class UnusableData(Exception):
    """Nothing was started and nothing was changed. The text says what is wrong and what to do next."""


def close_to_others(folder: Path) -> bool:
    """Makes the folder if needed, and lets only its owner read what Hangjack keeps in it. Returns False if the disk
    does not know owners, like many USB sticks. Raises UnusableData."""
    try:
        folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        if os.name == "nt":
            return True
        _check_own(folder)
        own = [path for pattern in OWN for path in folder.glob(pattern) if not path.is_symlink()]
        below = [path for each in own if each.is_dir() for path in each.rglob("*") if not path.is_symlink()]
        return not [path for path in (folder, *own, *below) if not _close(path)]
    except OSError as error:
        raise refuse_folder(folder, error) from error


def create_file(path: Path) -> BinaryIO:
    """Creates a file that only its owner can read, to write and read. Raises FileExistsError."""
    return open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, FILE_MODE), "w+b")


def refuse_folder(folder: Path, error: OSError | str) -> UnusableData:
    """Returns the error to raise if nothing can be written to the folder, with what to do about it."""
    if isinstance(error, str):
        reason, number = error, None
    else:
        where = f"{error.filename}: " if error.filename not in (None, str(folder)) else ""
        reason, number = f"{where}{_reason_of(error)}", error.errno
    then = "Start it as the user who started it first, or name a folder of your own in HANGJACK_DATA."
    if number in FULL:
        then = f"Make room on that disk, {ENOUGH_ROOM} MB or more, and type the same command again."
    elif number == errno.EROFS:
        then = "Make the disk writable again, or name a folder on another one in HANGJACK_DATA."
    return UnusableData(f"Hangjack cannot keep its data in {folder}: {reason}. Nothing was changed. {then}")


def find_low_room(folder: Path) -> int | None:
    """Returns how many megabytes the disk of the folder has left if that is too few, else None."""
    try:
        left = shutil.disk_usage(folder).free // 1_000_000
    except OSError:  # the disk was pulled out; the next write will say so
        return None
    return left if left < ENOUGH_ROOM else None


def _close(path: Path) -> bool:
    try:
        status = path.lstat()
        if not status.st_mode & FOR_OTHERS:
            return True
        try:
            path.chmod(stat.S_IMODE(status.st_mode) & ~FOR_OTHERS)
        except PermissionError:
            if status.st_uid != os.geteuid():
                raise
        return not path.lstat().st_mode & FOR_OTHERS
    except FileNotFoundError:  # another Hangjack that starts has put it in place meanwhile
        return True


def _check_own(folder: Path) -> None:
    if folder.stat().st_mode & stat.S_ISVTX:
        raise UnusableData(
            f"Hangjack cannot keep its data in {folder}, because every user of this computer shares that "
            "folder. Nothing was changed. Name a folder of its own in HANGJACK_DATA, such as "
            f"{folder / 'hangjack'}."
        )
    if not os.access(folder, os.R_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(folder))
    try:  # only writing shows a disk that is full or read-only
        with tempfile.NamedTemporaryFile(prefix=".try.", suffix=".coming", dir=folder) as tried:
            tried.write(bytes(TRIED))
            tried.flush()
            os.fsync(tried.fileno())
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(folder)) from error


def read_key(path: Path) -> str:
    """Returns the secret key; empty before the first start. Raises UnusableData."""
    key = _read_text(path, "the secret key", _NEW_KEY)
    if key == "":
        raise UnusableData(f"The secret key file, {path}, is empty. Nothing was changed. {_NEW_KEY}")
    return key if key is not None else ""


def read_port(path: Path) -> int | None:
    """Returns the port; None before the first start. Raises UnusableData."""
    written = _read_text(path, "the port", _NEW_PORT)
    if written is None:
        return None
    if not is_port(written):
        has = f"contains “{written[:20]}”, which is not a port number" if written else "is empty"
        raise UnusableData(f"The port file, {path}, {has}. Nothing was changed. {_NEW_PORT}")
    return int(written)


def is_port(written: str) -> bool:
    return written.isascii() and written.isdecimal() and len(written) < 6 and 0 < int(written) < 65536


def write_file(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all, even if the power fails."""
    coming = path.with_name(f".{path.name}.coming")
    with open(os.open(coming, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    coming.replace(path)
    flush_to_disk(path.parent)  # else the new name itself may be lost with the power


def flush_to_disk(path: Path) -> None:
    """Flushes a file's content, or a folder's names, to disk. Windows flushes names by itself."""
    if os.name == "nt" and path.is_dir():
        return
    opened = os.open(path, os.O_RDWR if path.is_file() else os.O_RDONLY)
    try:
        os.fsync(opened)
    except OSError as error:
        if path.is_file() or error.errno != errno.EINVAL:  # some shares know no flushing of names
            raise
    finally:
        os.close(opened)


FIRST_USER = "Start it as the computer user who first started it."
_NEW_KEY = (
    "Delete the file, and start Hangjack again: it then makes a new key, and everybody signs in once more. Nothing "
    "else is lost."
)
_NEW_PORT = (
    "The codes on your tables contain the port. Start Hangjack once with --port and the number from their "
    "addresses; it is 8000 unless somebody chose another."
)


def _read_text(path: Path, what: str, then: str) -> str | None:
    """Returns the text of a file, or None if there is no such file."""
    try:
        return path.read_text().strip()
    except FileNotFoundError:
        return None
    except PermissionError as error:
        raise UnusableData(f"Hangjack may not read {path}. Nothing was changed. {FIRST_USER}") from error
    except (OSError, UnicodeDecodeError) as error:
        why = _reason_of(error) if isinstance(error, OSError) else "it is damaged"
        raise UnusableData(f"The file of {what}, {path}, cannot be read: {why}. Nothing was changed. {then}") from error


def _reason_of(error: OSError) -> str:
    return (error.strerror or str(error)).lower()
