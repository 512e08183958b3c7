"""Makes backups, copies them to the second place, deletes those that no generation needs, and restores one."""

import contextlib
import filecmp
import json
import secrets
import shutil
import sqlite3
import threading
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.conf import settings
from django.db import DatabaseError, connection
from django.utils import timezone
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from tournament.backup.backup_file import (
    CannotCopy,
    DamagedBackup,
    LockedBackup,
    Manifest,
    check_backup,
    explain_write_errors,
    open_backup,
    unpack_backup,
    write_backup,
)
from tournament.backup.database_copy import (
    DamagedCopy,
    Facts,
    copy_database,
    copy_files_aside,
    count_others,
    has_database,
    put_in_place,
    why_unusable,
)
from tournament.backup.generations import BEFORE_RESTORE, UPLOADED, BackupName, find_outdated, parse_name
from tournament.backup.locking import Lock, make_lock
from tournament.backup.log_actions import (
    DELETE_BACKUP,
    DOWNLOAD_BACKUP,
    LOCK_BACKUPS,
    MAKE_BACKUP,
    NAME_SECOND_PLACE,
    RESTORE_BACKUP,
    UPLOAD_BACKUP,
)
from tournament.backup.queries import (
    SETTINGS,
    STATUS,
    BackupStatus,
    backups_folder,
    load_settings,
    load_status,
    work_in,
)
from tournament.backup.second_place import PlaceAway, SecondPlace
from tournament.foundation.errors import TournamentError
from tournament.foundation.log_actions import LogAction
from tournament.foundation.writing import log, write_transaction
from tournament.models import Account
from tournament.storage.data_files import (
    FOLDER_MODE,
    PORT,
    create_file,
    flush_to_disk,
    is_port,
    write_file,
)
from tournament.storage.data_lock import LockHeld, hold_database, hold_lock

KITS, ASIDE, TO_RESTORE, RESTORED = "kits", "damaged", ".to-restore", ".restored.json"
LOCK = ".making-backup.lock"
OTHERS_LEAVE = 10.0
"""Seconds for PostgreSQL to notice that a server that ended is gone."""
SECOND_PLACE = SecondPlace()
WAIT = 30.0
"""Seconds to wait for another backup to finish."""
_STATUS = threading.Lock()


class BackupInWork(TournamentError):
    message = _("A backup is being made at this moment. Try again when it is done.")


class OthersConnected(TournamentError):
    message = _("Somebody else is using this database. Stop Hangjack on every computer first, then restore.")


class CannotRestore(TournamentError):
    status = 422


class NoSecondPlace(TournamentError):
    status = 422


@dataclass(frozen=True)
class Restored:
    """A finished restore. `aside` is where the previous data are now; None if there were none."""

    manifest: Manifest
    aside: Path | None


def make_backup(
    *,
    why: str,
    now: datetime,
    about: str = "",
    folder: Path | None = None,
    with_kits: bool = False,
    lock: Lock | None = None,
    by: Account | None = None,
) -> Path:
    """Makes one file with everything, in the backups' folder or another one, while others read and write. The log names
    backups that somebody made; automatic ones are only in the list of backups. Raises BackupInWork, NoRoom,
    CannotWrite, CannotCopy."""
    folder = folder or backups_folder()
    with explain_write_errors(folder), work_in(folder) as work, _make_alone():
        copy = work / "copy"
        copy.mkdir(mode=FOLDER_MODE)
        facts = copy_database(copy)
        files = [(path.relative_to(copy).as_posix(), path) for path in sorted(copy.rglob("*")) if path.is_file()]
        port, kits = Path(settings.DATA_DIR) / PORT, settings.FILES_DIR / KITS
        files += [(PORT, port)] if port.is_file() else []
        files += [
            (path.relative_to(kits.parent).as_posix(), path)
            for path in (sorted(kits.rglob("*")) if with_kits else ())
            if path.suffix in (".pdf", ".json") and path.is_file()
        ]
        path = folder / str(_free_name(folder, facts, why, now, is_locked=lock is not None))
        details = {"version": settings.VERSION, "made_at": now.isoformat(), "why": why, "about": about}
        write_backup(files, path, work, lock, **details, facts=asdict(facts))
    if by:
        _log(MAKE_BACKUP, by=by, now=now, name=path.name)
    return path


def restore_backup(path: Path, *, now: datetime, lock: Lock | None = None, name: str = "", by: str = "") -> Restored:
    """Replaces the present data by a backup. Makes a backup of the present data first; if they cannot be read, copies
    their files as they are. No server may run. The log records `name` and `by` at the next start, once its tables are
    up to date.

    Raises what `open_backup` raises, CannotRestore, OthersConnected, NoRoom, CannotWrite.
    """
    folder = backups_folder()
    with (
        explain_write_errors(folder),
        hold_database(),
        work_in(folder) as work,
        open_backup(path, work, lock) as opened,
    ):
        unpacked = work / "unpacked"
        unpacked.mkdir(mode=FOLDER_MODE)
        manifest = unpack_backup(opened, unpacked)
        if why := why_unusable(manifest.facts):
            raise CannotRestore(why)
        until = time.monotonic() + OTHERS_LEAVE
        while count_others():
            if time.monotonic() > until:
                raise OthersConnected
            time.sleep(0.2)
        aside = _put_aside(now)
        try:
            put_in_place(unpacked, manifest.facts)
        except DamagedCopy as error:
            raise DamagedBackup from error
        _put_files_beside(unpacked)
        _save(
            RESTORED, {"name": name or path.name, "of": manifest.made_at.isoformat(), "by": by, "at": now.isoformat()}
        )
    return Restored(manifest, aside)


def prepare_restore(path: Path, lock: Lock | None = None) -> Path:
    """Checks a backup and puts it, unlocked, where `restore_backup` finds it after a restart; replaces an earlier one.
    Looks for other servers too, before anything is stopped. Raises the same errors."""
    folder = backups_folder()
    with explain_write_errors(folder), work_in(folder) as work, open_backup(path, work, lock) as opened:
        manifest = check_backup(opened, work)
        if why := why_unusable(manifest.facts):
            raise CannotRestore(why)
        if count_others():
            raise OthersConnected
        ready = work / "ready"
        shutil.copyfile(opened, ready)
        ready.chmod(0o600)
        flush_to_disk(ready)
        ready.replace(folder / TO_RESTORE)
    return folder / TO_RESTORE


def save_upload(file: IO[bytes], *, by: Account, now: datetime) -> Path:
    """Saves an uploaded backup, unless the same file is there already. A locked one is checked when it is opened.
    Raises DamagedBackup, NewerBackup, NoRoom, CannotWrite."""
    folder = backups_folder()
    with explain_write_errors(folder), work_in(folder) as work:
        coming = work / "coming"
        with create_file(coming) as writing:
            shutil.copyfileobj(file, writing, 1024 * 1024)
        try:
            with open_backup(coming, work) as opened:
                facts, is_locked = check_backup(opened, work).facts, False
        except LockedBackup:
            facts, is_locked = Facts("", [], {}, {}, {}, "", 0, "", 0, 0), True
        there = (path for path in folder.iterdir() if parse_name(path.name))
        path = next((each for each in there if filecmp.cmp(each, coming, shallow=False)), None)
        if path is None:
            path = folder / str(_free_name(folder, facts, UPLOADED, now, is_locked=is_locked))
            flush_to_disk(coming)
            coming.replace(path)
            flush_to_disk(folder)
    _log(UPLOAD_BACKUP, by=by, now=now, name=path.name)
    return path


def delete_backup(path: Path, *, by: Account, now: datetime) -> None:
    path.unlink(missing_ok=True)
    _log(DELETE_BACKUP, by=by, now=now, name=path.name)


def delete_outdated(now: datetime) -> None:
    folder = backups_folder()
    for name in find_outdated([path.name for path in folder.iterdir()], timezone.make_naive(now)):
        (folder / name).unlink(missing_ok=True)


def name_second_place(place: str, *, by: Account | None, now: datetime) -> None:
    """Chooses the folder to which every backup is copied from now on; it has to exist. "" means none. Raises
    NoSecondPlace."""
    mark = secrets.token_hex(8) if place else ""
    if place:
        if not Path(place).is_absolute():
            raise NoSecondPlace(_("Type the whole path of the folder, from its first slash on."))
        try:
            mark = SECOND_PLACE.prepare(Path(place), mark)
        except PlaceAway as away:
            raise NoSecondPlace(_("%(place)s cannot be used: %(why)s.") % {"place": place, "why": away}) from away
    _save(SETTINGS, asdict(replace(load_settings(), second_place=place, mark=mark)))
    with _STATUS:
        _save(STATUS, _dump(replace(load_status(), reached_at=None, away_since=None, away_why="", there=())))
    if by:
        _log(NAME_SECOND_PLACE, by=by, now=now, place=place)


def choose_passphrase(passphrase: str, *, by: Account | None, now: datetime) -> None:
    """Locks automatic backups from now on; "" means no lock. Saves the key, in the data folder that has everything else
    unlocked too, but not the passphrase."""
    lock = make_lock(passphrase) if passphrase else None
    salt, key = (lock.salt.hex(), lock.key.hex()) if lock else ("", "")
    _save(SETTINGS, asdict(replace(load_settings(), salt=salt, key=key)))
    if by:
        _log(LOCK_BACKUPS, by=by, now=now, is_locked=lock is not None)


def copy_to_second_place(now: datetime) -> BackupStatus:
    """Copies to the second place what is missing there, and saves how that went. It may take two minutes, so it is for
    a thread."""
    chosen, status = load_settings(), load_status()
    if not chosen.second_place:
        return status
    news: dict[str, Any]
    try:
        there = SECOND_PLACE.copy(backups_folder(), Path(chosen.second_place), chosen.mark, timezone.make_naive(now))
        news = {"reached_at": now, "away_since": None, "away_why": "", "there": tuple(there)}
    except PlaceAway as away:
        news = {"away_since": status.away_since or now, "away_why": str(away)}
    with _STATUS:
        status = replace(load_status(), **news)
        if load_settings() == chosen:
            _save(STATUS, _dump(status))
    return status


def log_download(name: str, *, by: Account, now: datetime) -> None:
    """Logs a download. Ignores a database that can no longer be written: that is a reason to download its backups."""
    with contextlib.suppress(DatabaseError):
        _log(DOWNLOAD_BACKUP, by=by, now=now, name=name)


def log_restored() -> None:
    """Adds the last restore to the log. The log came out of the backup, so it does not have it yet."""
    path = backups_folder() / RESTORED
    if path.is_file():
        wish = json.loads(path.read_text())
        at, name, asked_by = datetime.fromisoformat(wish["at"]), wish["name"], wish["by"]
        _log(RESTORE_BACKUP, by=None, now=at, name=name, asked_by=asked_by)
        path.unlink()


def note_made(mark: str) -> None:
    with _STATUS:
        _save(STATUS, _dump(replace(load_status(), failed="", mark=mark)))


def note_failure(why: str) -> None:
    """Saves why no backup could be made, for the pages. Ignores a disk that cannot even save that."""
    with _STATUS, contextlib.suppress(OSError):
        _save(STATUS, _dump(replace(load_status(), failed=why)))


def _log(action: LogAction, *, by: Account | None, now: datetime, **details: object) -> None:
    with write_transaction():
        log(action, by=by, now=now, after=details)


def _put_files_beside(unpacked: Path) -> None:
    """Restores the port of printed codes if it is one and this computer has none yet, and kits that are missing."""
    port = unpacked / PORT
    is_sound = port.is_file() and is_port(port.read_bytes().decode(errors="replace").strip())
    for source in (*([port] if is_sound else []), *(unpacked / KITS).rglob("*")):
        target = (settings.DATA_DIR if source == port else settings.FILES_DIR) / source.relative_to(unpacked)
        if source.is_file() and not target.exists():
            target.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
            write_file(target, source.read_bytes())


def _free_name(folder: Path, facts: Facts, why: str, now: datetime, *, is_locked: bool) -> BackupName:
    club = slugify(facts.club, allow_unicode=True)[:40].strip("-_") or "club"
    name = BackupName(club, timezone.make_naive(now).replace(second=0, microsecond=0), why, is_locked=is_locked)
    before = [backup.nth for path in folder.iterdir() if (backup := parse_name(path.name)) and backup.at == name.at]
    return replace(name, nth=max(before, default=0) + 1)


def _put_aside(now: datetime) -> Path | None:
    try:
        if not has_database():
            return None
        return make_backup(why=BEFORE_RESTORE, now=now, lock=load_settings().lock)
    except (CannotCopy, sqlite3.DatabaseError, DatabaseError):
        if connection.vendor != "sqlite":
            raise
    folder = Path(settings.DATA_DIR) / ASIDE / timezone.make_naive(now).strftime("%Y-%m-%d-%H%M%S")
    copy_files_aside(folder)
    return folder


def _dump(status: BackupStatus) -> dict[str, object]:
    return {name: value.isoformat() if isinstance(value, datetime) else value for name, value in asdict(status).items()}


def _save(name: str, content: dict[str, object]) -> None:
    backups_folder().mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    write_file(backups_folder() / name, json.dumps(content, ensure_ascii=False).encode())


@contextlib.contextmanager
def _make_alone() -> Iterator[None]:
    """Lets one backup be made at a time, among threads, processes and hosts."""
    try:
        with hold_lock(backups_folder() / LOCK, wait=WAIT):
            yield
    except LockHeld as error:
        raise BackupInWork from error
