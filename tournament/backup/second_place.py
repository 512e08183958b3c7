"""The second place of backups: a folder on another disk, a stick that comes and goes, or a network share.

A share that hangs would block its caller for ever, so only a process of its own touches it. That process gets a
time-out. If it cannot even be killed, it is left behind, and no other one begins before it is gone. This module is that
process too (`python -m`), with the standard library only. A note in the folder tells it from an empty one of the same
name, which is what remains where a stick was pulled out.
"""

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from tournament.backup.generations import find_outdated, names_in_order

NOTE = ".hangjack-backups"
LOOKS, COPIES = 8.0, 120.0
"""Seconds that a look into the folder may take, and that copying into it may take."""
ROOT = Path(__file__).resolve().parents[2]


class PlaceAway(Exception):
    """The second place cannot be used; the text says why, as part of a sentence."""


class SecondPlace:
    """Sends requests to the process. Safe to share between threads; one asks at a time."""

    def __init__(self) -> None:
        self._left: subprocess.Popen[str] | None = None
        self._alone = threading.Lock()

    def prepare(self, place: Path, mark: str) -> str:
        """Writes the note into an existing folder and returns its mark. A note that another computer wrote stays, with
        its mark. Raises PlaceAway."""
        return self._ask(["prepare", str(place), mark], LOOKS).strip()

    def copy(self, folder: Path, place: Path, mark: str, now: datetime) -> list[str]:
        """Copies the backups of a folder that are missing there, reads each back, and removes those that no generation
        needs. Returns the names of those that are there, the newest first. Raises PlaceAway."""
        answer = self._ask(["copy", str(place), mark, str(folder), now.isoformat()], COPIES)
        return [str(name) for name in json.loads(answer)]

    def _ask(self, request: Sequence[str], seconds: float) -> str:
        with self._alone:
            if self._left is not None and self._left.poll() is None:
                raise PlaceAway("it does not answer")
            command = [sys.executable, "-m", "tournament.backup.second_place", *request]
            self._left = process = subprocess.Popen(
                command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
            deadline = time.monotonic() + seconds
            try:
                answer, error = process.communicate(timeout=deadline - time.monotonic())
            except subprocess.TimeoutExpired:
                process.kill()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.communicate(timeout=1)  # a process that waits for a share may not even be killable
                raise PlaceAway("it does not answer") from None
            if process.returncode:
                raise PlaceAway((error.strip().splitlines() or ["it cannot be used"])[-1])
            return answer


def prepare(place: Path, mark: str) -> str:
    if not place.is_dir():
        raise PlaceAway("there is no such folder")
    with contextlib.suppress(FileNotFoundError):
        mark = (place / NOTE).read_text().strip() or mark
    _write(place / NOTE, mark.encode())
    return mark


def copy_backups(folder: Path, place: Path, mark: str, now: datetime) -> list[str]:
    try:
        is_it = (place / NOTE).read_text().strip() == mark
    except FileNotFoundError:
        is_it = False
    if not is_it:
        raise PlaceAway("it is not there")
    here, there = names_in_order(os.listdir(folder)), names_in_order(os.listdir(place))
    for name in reversed(here):  # the oldest first, so that the next run goes on where an interrupted one stopped
        if name not in there or (place / name).stat().st_size != (folder / name).stat().st_size:
            _copy(folder / name, place / name)
    there = names_in_order(os.listdir(place))
    old = find_outdated(there, now)
    for name in old - set(here):
        (place / name).unlink(missing_ok=True)
    return [name for name in there if name not in old]


def _copy(source: Path, target: Path) -> None:
    """Copies a file whole or not at all, and reads it back."""
    coming = target.with_name(f".{target.name}.coming")
    with source.open("rb") as reading, open(os.open(coming, _NEW, 0o600), "wb") as writing:
        shutil.copyfileobj(reading, writing, 1024 * 1024)
        writing.flush()
        os.fsync(writing.fileno())
    if _digest_of(coming) != _digest_of(source):
        coming.unlink()
        raise PlaceAway("what is written there does not come back as it was")
    coming.replace(target)


_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC


def _write(path: Path, content: bytes) -> None:
    with open(os.open(path, _NEW, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _digest_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def main(request: str, place: str, mark: str, folder: str = "", now: str = "") -> None:
    if request == "prepare":
        print(prepare(Path(place), mark))
    else:
        print(json.dumps(copy_backups(Path(folder), Path(place), mark, datetime.fromisoformat(now))))


if __name__ == "__main__":
    try:
        main(*sys.argv[1:])
    except PlaceAway as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit((error.strerror or str(error)).lower())
