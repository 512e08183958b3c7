"""Reads which backups there are, what is in one, how they are made, and how the last ones went."""

import contextlib
import json
import re
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DatabaseError
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.backup.backup_file import Manifest, check_backup, explain_write_errors, open_backup
from tournament.backup.database_copy import has_database, why_unusable
from tournament.backup.generations import (
    BEFORE_RESTORE,
    BEFORE_UPDATE,
    BY_HAND,
    EVENING,
    HOUR,
    OF_SOMEBODY,
    ROUND,
    UPLOADED,
    names_in_order,
    parse_name,
)
from tournament.backup.locking import HEAD, Lock, is_locked, make_lock, salt_in
from tournament.storage.data_files import FOLDER_MODE, find_low_room

FOLDER, SETTINGS, STATUS = "backups", ".settings.json", ".status.json"
PASSPHRASE = "HANGJACK_PASSPHRASE"
"""The environment variable from which commands read a passphrase if they cannot ask anybody."""
WORK = ".work-"
HELD = "held.lock"
JUST_MADE = 10.0
"""Seconds within which a process that has made its folder holds the lock in it."""

MOUNTS, WHERE_MOUNTED = Path("/proc/mounts"), ("/media/", "/run/media/", "/mnt/")
OCTAL = re.compile(r"\\([0-7]{3})")

WHY_LABELS: dict[str, Promise] = {
    ROUND: _("after a round"),
    HOUR: _("every hour"),
    EVENING: _("end of the evening"),
    BY_HAND: _("made by hand"),
    UPLOADED: _("uploaded"),
    BEFORE_RESTORE: _("before a restore"),
    BEFORE_UPDATE: _("before a new version"),
}


@dataclass(frozen=True)
class BackupSettings:
    """How backups are made. `mark` is in the note that tells the second place from another folder. `salt` and `key` are
    the lock of new backups, in hexadecimal, "" for none."""

    second_place: str = ""
    mark: str = ""
    salt: str = ""
    key: str = ""

    @property
    def lock(self) -> Lock | None:
        return Lock(bytes.fromhex(self.salt), bytes.fromhex(self.key)) if self.key else None


@dataclass(frozen=True)
class BackupStatus:
    """How the last backups went. `reached_at` is when the second place was last there, `away_since` when it was first
    missed, with `away_why`. `failed` is why the last try failed; `mark` is that of the database in the last automatic
    backup."""

    failed: str = ""
    mark: str = ""
    reached_at: datetime | None = None
    away_since: datetime | None = None
    away_why: str = ""
    there: tuple[str, ...] = ()


@dataclass(frozen=True)
class ListedBackup:
    """A backup in the list. `is_copied` says whether the second place had it when it was last there. An uploaded locked
    backup is not checked until somebody opens it."""

    name: str
    made_at: datetime
    why: Promise | str
    size: int
    is_locked: bool
    is_checked: bool
    is_copied: bool
    can_be_deleted: bool


@dataclass(frozen=True)
class BackupSummary:
    """The state of backups for tonight's page. `megabytes_left` is None if there is enough room."""

    last: datetime | None
    second_place: str
    status: BackupStatus
    megabytes_left: int | None


def backups_folder() -> Path:
    return settings.FILES_DIR / FOLDER


def load_settings() -> BackupSettings:
    return BackupSettings(**_load(SETTINGS, BackupSettings))


def load_status() -> BackupStatus:
    values = _load(STATUS, BackupStatus)
    for name in ("reached_at", "away_since"):
        values[name] = datetime.fromisoformat(values[name]) if values.get(name) else None
    return BackupStatus(**{**values, "there": tuple(values.get("there", ()))})


def list_backups() -> list[ListedBackup]:
    """Returns the backups, the newest first, without opening a file."""
    there = set(load_status().there)
    backups = []
    for name in _names():
        parsed = parse_name(name)
        if parsed is None:
            continue
        with contextlib.suppress(FileNotFoundError):
            backups.append(
                ListedBackup(
                    name=name,
                    made_at=timezone.make_aware(parsed.at),
                    why=WHY_LABELS[parsed.why],
                    size=(backups_folder() / name).stat().st_size,
                    is_locked=parsed.is_locked,
                    is_checked=not (parsed.is_locked and parsed.why == UPLOADED),
                    is_copied=name in there,
                    can_be_deleted=parsed.why in OF_SOMEBODY,
                )
            )
    return backups


def backup_summary() -> BackupSummary:
    newest = next((parsed for name in _names() if (parsed := parse_name(name))), None)
    last = timezone.make_aware(newest.at) if newest else None
    return BackupSummary(last, load_settings().second_place, load_status(), find_low_room(settings.FILES_DIR))


def mounted_places() -> list[str]:
    """Returns the sticks and shares that the computer has at this moment. It asks no disk, because one that hangs would
    not answer."""
    try:
        mounts = MOUNTS.read_text().splitlines()
    except OSError:
        return []
    places = [OCTAL.sub(lambda octal: chr(int(octal[1], 8)), line.split(" ")[1]) for line in mounts if " " in line]
    return sorted(place for place in places if place.startswith(WHERE_MOUNTED))


def has_present_data() -> bool:
    """Returns whether a restore would replace something, even a database that cannot be read."""
    try:
        return has_database()
    except (sqlite3.DatabaseError, DatabaseError):
        return True


def lock_for(path: Path, passphrase: str = "") -> Lock | None:
    """Returns the lock that opens a backup: the club's own if the backup has that, else one made from the passphrase;
    None if there is none."""
    with path.open("rb") as file:
        head = file.read(HEAD)
    if not is_locked(head):
        return None
    own = load_settings().lock
    if not passphrase and own and own.salt == salt_in(head):
        return own
    return make_lock(passphrase, salt_in(head)) if passphrase else None


def look_into(path: Path, lock: Lock | None = None) -> tuple[Manifest, str]:
    """Reads all of a backup. Returns what is in it, and why it cannot be restored here ("" if it can). Raises
    LockedBackup, PassphraseWrong, DamagedBackup, NewerBackup, NoRoom."""
    folder = backups_folder()
    with explain_write_errors(folder), work_in(folder) as work, open_backup(path, work, lock) as opened:
        manifest = check_backup(opened, work)
    return manifest, why_unusable(manifest.facts)


@contextlib.contextmanager
def work_in(folder: Path) -> Iterator[Path]:
    """Makes a folder for unfinished files, on the same disk; removes those of killed processes. Each process holds a
    lock in its own one as long as it lives."""
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    for left in folder.glob(f"{WORK}*"):
        with contextlib.suppress(FileNotFoundError):
            is_young = time.time() - left.stat().st_mtime < JUST_MADE
            if not (is_young and not (left / HELD).exists()) and not _is_held(left / HELD):
                shutil.rmtree(left, ignore_errors=True)
    work = Path(tempfile.mkdtemp(prefix=WORK, dir=folder))
    held = sqlite3.connect(work / HELD, isolation_level=None)
    try:
        held.execute("BEGIN EXCLUSIVE")
        yield work
    finally:
        held.close()
        shutil.rmtree(work, ignore_errors=True)


def _is_held(lock: Path) -> bool:
    try:
        with contextlib.closing(sqlite3.connect(lock, timeout=0, isolation_level=None)) as tried:
            tried.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as error:
        return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY
    return False


def _names() -> list[str]:
    try:
        return names_in_order(path.name for path in backups_folder().iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []


def _load(name: str, kind: type[Any]) -> dict[str, Any]:
    """Returns the fields in a file; none if the file does not exist or is not valid. The next save writes it again."""
    with contextlib.suppress(FileNotFoundError, NotADirectoryError, ValueError):
        values = json.loads((backups_folder() / name).read_text())
        if isinstance(values, dict):
            return {field.name: values[field.name] for field in fields(kind) if field.name in values}
    return {}
