"""The file of a backup: a zip that any tool opens, whose last bytes are the SHA-256 of all before them, so that every
changed byte is noticed. With a passphrase, `locking` seals this zip.

It contains the files of the database's copy, `port`, `kits/` if wanted, and `manifest.json`, which describes the backup
and has every file's size and SHA-256. The file gets its name only after it was read back, whole.
"""

import contextlib
import errno
import hashlib
import json
import os
import shutil
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, BinaryIO

from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

from tournament.backup.database_copy import DamagedCopy, Facts, check_copy
from tournament.backup.locking import HEAD, DamagedLock, Lock, WrongPassphrase, is_locked, write_locked, write_unlocked
from tournament.foundation.data_files import flush_to_disk
from tournament.foundation.errors import TournamentError

FORMAT = 1
MANIFEST = "manifest.json"
SEAL = 64
PIECE = 1024 * 1024
QUICKLY = 4
"""The compression level, of 9: ten times as fast as the best, for a tenth more bytes."""


class DamagedBackup(TournamentError):
    message = _("This file is not a complete Hangjack backup. It may be damaged or cut off. Choose another file.")
    status = 422


class NewerBackup(TournamentError):
    message = _("This backup is from a newer version of Hangjack. Update Hangjack on this computer, then restore it.")
    status = 422


class LockedBackup(TournamentError):
    message = _("This backup is locked: it needs its passphrase.")
    status = 422


class PassphraseWrong(LockedBackup):
    code = "wrong_passphrase"
    message = _("That is not the passphrase of this backup.")


class NoRoom(TournamentError):
    code = "disk_full"
    message = _("The disk is full, so nothing was changed. Delete files you no longer need, then try again.")
    status = 507


class CannotWrite(TournamentError):
    status = 507


class CannotCopy(TournamentError):
    status = 507


@dataclass(frozen=True)
class FileOfBackup:
    size: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """The description of a backup. `why` is one of `generations.WHYS`; `about` names the evening and the moment in it,
    for people."""

    version: str
    made_at: datetime
    why: str
    about: str
    facts: Facts
    files: dict[str, FileOfBackup]

    @property
    def size(self) -> int:
        return sum(file.size for file in self.files.values())

    @property
    def kits(self) -> int:
        return sum(name.startswith("kits/") and name.endswith(".pdf") for name in self.files)


def write_backup(
    files: Sequence[tuple[str, Path]], path: Path, work: Path, lock: Lock | None, **manifest: object
) -> Manifest:
    """Packs files under the names they get, reads the result back and only then gives it its name. `work` is a folder
    on the same disk for unfinished files. Raises NoRoom, CannotWrite, CannotCopy."""
    with explain_write_errors(path.parent):
        plain = work / "plain.zip"
        _pack(files, plain, manifest)
        finished = plain
        if lock:
            finished = work / "locked"
            with plain.open("rb") as reading, _create(finished) as writing:
                write_locked(reading, writing, lock)
        flush_to_disk(finished)
        try:
            with open_backup(finished, work, lock) as opened:
                read = check_backup(opened, work)
        except DamagedBackup as error:
            raise CannotCopy(
                _("The new backup could not be read back. The database or the disk may be damaged.")
            ) from error
        finished.replace(path)
        flush_to_disk(path.parent)
    return read


@contextlib.contextmanager
def open_backup(path: Path, work: Path, lock: Lock | None = None) -> Iterator[Path]:
    """Yields the zip of a backup: the file itself, or an unlocked copy below `work`, which is deleted afterwards.
    Raises LockedBackup, PassphraseWrong, DamagedBackup."""
    with path.open("rb") as locked:
        if not is_locked(locked.read(HEAD)):
            yield path
            return
        if lock is None:
            raise LockedBackup
        locked.seek(0)
        plain = work / "unlocked.zip"
        try:
            with _create(plain) as writing:
                write_unlocked(locked, writing, lock)
            yield plain
        except WrongPassphrase as error:
            raise PassphraseWrong from error
        except DamagedLock as error:
            raise DamagedBackup from error
        finally:
            plain.unlink(missing_ok=True)


def read_manifest(path: Path) -> Manifest:
    """Returns what a zip says it contains, without reading the rest. Raises DamagedBackup, NewerBackup."""
    with _open_zip(path) as packed:
        return _read_manifest(packed)


def check_backup(path: Path, work: Path) -> Manifest:
    """Reads everything in a zip, including the database's rows. Raises DamagedBackup, NewerBackup."""
    unpacked = Path(tempfile.mkdtemp(dir=work))
    try:
        manifest = unpack_backup(path, unpacked)
        check_copy(unpacked, manifest.facts)
    except DamagedCopy as error:
        raise DamagedBackup from error
    finally:
        shutil.rmtree(unpacked)
    return manifest


def unpack_backup(path: Path, folder: Path) -> Manifest:
    """Writes the files of a zip below an empty folder, each as it was. Raises DamagedBackup, NewerBackup."""
    with path.open("rb") as file:
        file.seek(max(path.stat().st_size - SEAL, 0))
        if _digest_before_seal(path) != file.read():
            raise DamagedBackup
    with _open_zip(path) as packed:
        manifest = _read_manifest(packed)
        if {entry.filename for entry in packed.infolist()} != {*manifest.files, MANIFEST}:
            raise DamagedBackup
        for name, expected in manifest.files.items():
            target = (folder / name).resolve()
            if not target.is_relative_to(folder.resolve()):
                raise DamagedBackup
            target.parent.mkdir(parents=True, exist_ok=True)
            with packed.open(name) as source, _create(target) as writing:
                if _copy(source, writing) != expected:
                    raise DamagedBackup
    return manifest


@contextlib.contextmanager
def explain_write_errors(folder: Path) -> Iterator[None]:
    """Raises the errors of a disk that is full, gone or not writable, and of a database that cannot be read, as
    sentences: NoRoom, CannotWrite, CannotCopy."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise NoRoom from error
        why = (error.strerror or str(error)).lower()
        raise CannotWrite(
            _("%(folder)s cannot be used: %(why)s. Nothing was changed.") % {"folder": folder, "why": why}
        ) from error
    except (sqlite3.DatabaseError, DatabaseError) as error:
        if "full" in str(error):
            raise NoRoom from error
        why = str(error).strip().rstrip(".")
        raise CannotCopy(_("The database cannot be read: %(why)s. Nothing was changed.") % {"why": why}) from error


def _pack(files: Sequence[tuple[str, Path]], path: Path, manifest: dict[str, object]) -> None:
    """Writes the zip. Its comment comes last in the file: it is written as zeros first, and then as the digest of all
    before it."""
    described = {}
    with _create(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=QUICKLY) as packed:
        for name, source in files:
            with source.open("rb") as reading, packed.open(name, "w", force_zip64=True) as writing:
                described[name] = asdict(_copy(reading, writing))
        text = json.dumps({"format": FORMAT, **manifest, "files": described}, ensure_ascii=False, indent=1)
        packed.writestr(MANIFEST, text.encode())
        packed.comment = b"0" * SEAL
    digest = _digest_before_seal(path)
    with path.open("r+b") as file:
        file.seek(-SEAL, os.SEEK_END)
        file.write(digest)


def _digest_before_seal(path: Path) -> bytes:
    digest, left = hashlib.sha256(), path.stat().st_size - SEAL
    with path.open("rb") as file:
        while left > 0 and (piece := file.read(min(PIECE, left))):
            digest.update(piece)
            left -= len(piece)
    return digest.hexdigest().encode()


@contextlib.contextmanager
def _open_zip(path: Path) -> Iterator[zipfile.ZipFile]:
    try:
        with zipfile.ZipFile(path) as packed:
            yield packed
    except (zipfile.BadZipFile, EOFError, ValueError, KeyError, TypeError, NotImplementedError) as error:
        raise DamagedBackup from error


def _read_manifest(packed: zipfile.ZipFile) -> Manifest:
    manifest = json.loads(packed.read(MANIFEST))
    if manifest.pop("format") > FORMAT:
        raise NewerBackup
    made_at, facts = datetime.fromisoformat(manifest.pop("made_at")), Facts(**manifest.pop("facts"))
    files = {name: FileOfBackup(**file) for name, file in manifest.pop("files").items()}
    return Manifest(made_at=made_at, facts=facts, files=files, **manifest)


def _copy(source: IO[bytes], target: IO[bytes]) -> FileOfBackup:
    digest, size = hashlib.sha256(), 0
    while piece := source.read(PIECE):
        target.write(piece)
        digest.update(piece)
        size += len(piece)
    return FileOfBackup(size, digest.hexdigest())


def _create(path: Path) -> BinaryIO:
    return open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600), "w+b")
