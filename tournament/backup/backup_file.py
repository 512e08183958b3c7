"""The file of a backup: a zip that any tool opens, whose last bytes are the SHA-256 of all before them, so that every
changed byte is noticed. With a passphrase, `locking` seals this zip.

It contains the files of the database's copy, `port`, `kits/` if wanted, and `manifest.json`, which describes the backup
and has every file's size and SHA-256. The file gets its name only after it was read back, whole.

Anybody can write such a file, so nothing in it is believed before it was compared: the kinds of what the manifest says,
the names of files, and how much they come to, before the first of them is unpacked.
"""

import contextlib
import errno
import hashlib
import json
import os
import re
import shutil
import sqlite3
import struct
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.db import DatabaseError
from django.utils.translation import gettext_lazy as _

from tournament.backup.database_copy import KINDS, TABLES, DamagedCopy, Facts, check_copy, size_of_database
from tournament.backup.generations import WHYS
from tournament.backup.locking import HEAD, DamagedLock, Lock, WrongPassphrase, is_locked, write_locked, write_unlocked
from tournament.backup.stored_values import FIRST_YEAR, LAST_YEAR
from tournament.foundation.errors import TournamentError
from tournament.storage.data_files import DATABASE, ENOUGH_ROOM, PORT, create_file, flush_to_disk

FORMAT = 1
MANIFEST = "manifest.json"
SEAL = 64
PIECE = 1024 * 1024
MANY_TIMES, ENOUGH, MOST_PACKED = 10, 1_000_000_000, 20
"""What unpacks to more bytes than ENOUGH is refused, unless it is at most MANY_TIMES as large as the present database,
or MOST_PACKED times as large as its own file: a backup of a real club is packed five to ten times."""
MOST_FILES, LONGEST_MANIFEST, LONGEST_TEXT = 10_000, 8_000_000, 4000
KIT = re.compile(r"kits/([^./\\\x00][^/\\\x00]*/)?[^./\\\x00][^/\\\x00]*\.(pdf|json)")
END, END_64 = struct.Struct("<4s4H2LH"), b"PK\x06\x07"
"""The end of a zip: its mark, and among others how many entries it has and how long their list is."""
QUICKLY = 4
"""The compression level, of 9: ten times as fast as the best, for a tenth more bytes."""


class DamagedBackup(TournamentError):
    message = _("This file is not a complete Hangjack backup. It may be damaged or cut off. Choose another file.")
    status = 422


class NewerBackup(TournamentError):
    message = _("This backup is from a newer version of Hangjack. Update Hangjack on this computer, then restore it.")
    status = 422


class OversizedBackup(TournamentError):
    message = _(
        "This file would unpack to far more than a club’s data, so it was not unpacked. Choose another file; or, if it "
        "is your club’s, restore it on a computer that already has the club’s data."
    )
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
            with plain.open("rb") as reading, create_file(finished) as writing:
                write_locked(reading, writing, lock)
        flush_to_disk(finished)
        try:
            with open_backup(finished, work, lock) as opened:
                read = check_backup(opened, work, is_own=True)
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
            with create_file(plain) as writing:
                write_unlocked(locked, writing, lock)
            yield plain
        except WrongPassphrase as error:
            raise PassphraseWrong from error
        except DamagedLock as error:
            raise DamagedBackup from error
        finally:
            plain.unlink(missing_ok=True)


def check_backup(path: Path, work: Path, *, is_own: bool = False) -> Manifest:
    """Reads everything in a zip, including the database's rows; their values only if it was not made here just now
    (`is_own`). Raises DamagedBackup, NewerBackup, OversizedBackup, NoRoom."""
    unpacked = Path(tempfile.mkdtemp(dir=work))
    try:
        return unpack_backup(path, unpacked, is_own=is_own)
    finally:
        shutil.rmtree(unpacked)


def unpack_backup(path: Path, folder: Path, *, is_own: bool = False) -> Manifest:
    """Writes the files of a zip below an empty folder, each as it was, and checks them. Raises what `check_backup`
    raises."""
    with path.open("rb") as file:
        file.seek(max(path.stat().st_size - SEAL, 0))
        if _digest_before_seal(path) != file.read():
            raise DamagedBackup
    with _open_zip(path) as packed:
        manifest = _read_manifest(packed)
        entries = {entry.filename: entry.file_size for entry in packed.infolist() if entry.filename != MANIFEST}
        if entries != {name: file.size for name, file in manifest.files.items()}:
            raise DamagedBackup
        if not is_own:
            _check_size(path, folder, manifest.size)
        for name, expected in manifest.files.items():
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            with packed.open(name) as source, create_file(target) as writing:
                if _copy(source, writing) != expected:
                    raise DamagedBackup
    try:
        check_copy(folder, manifest.facts, is_own=is_own)
    except DamagedCopy as error:
        raise DamagedBackup from error
    return manifest


def _check_size(path: Path, folder: Path, size: int) -> None:
    if size > max(ENOUGH, MANY_TIMES * size_of_database(), MOST_PACKED * path.stat().st_size):
        raise OversizedBackup
    if size + ENOUGH_ROOM * 1_000_000 > shutil.disk_usage(folder).free:
        raise NoRoom


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
    with create_file(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=QUICKLY) as packed:
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
    """Opens a zip whose entries are of the kinds that `_pack` writes. Whatever Python cannot read of it raises
    DamagedBackup."""
    try:
        _check_end(path)
        with zipfile.ZipFile(path) as packed:
            entries = packed.infolist()
            kinds = {(entry.compress_type, entry.flag_bits & 1) for entry in entries}
            if kinds - {(zipfile.ZIP_STORED, 0), (zipfile.ZIP_DEFLATED, 0)} or len(set(packed.namelist())) < len(
                entries
            ):
                raise DamagedBackup
            yield packed
    except (zipfile.BadZipFile, zlib.error, struct.error, EOFError, ValueError, LookupError, TypeError) as error:
        raise DamagedBackup from error
    except (AttributeError, RuntimeError, OverflowError) as error:  # a zip that asks for a password, or endless nesting
        raise DamagedBackup from error


def _check_end(path: Path) -> None:
    """Refuses a zip with more entries than any backup, before Python makes an object of each."""
    with path.open("rb") as file:
        file.seek(max(path.stat().st_size - SEAL - END.size - 20, 0))
        before, end = file.read(20), file.read(END.size)
    _mark, _disk, _first, _here, many, length, _start, _comment = END.unpack(end)
    if before.startswith(END_64) or many > MOST_FILES or length > LONGEST_MANIFEST:
        raise DamagedBackup


def _read_manifest(packed: zipfile.ZipFile) -> Manifest:
    if packed.getinfo(MANIFEST).file_size > LONGEST_MANIFEST:
        raise DamagedBackup
    manifest = json.loads(packed.read(MANIFEST))
    if manifest.pop("format") > FORMAT:
        raise NewerBackup
    made_at, facts = datetime.fromisoformat(manifest.pop("made_at")), Facts(**manifest.pop("facts"))
    files = {name: FileOfBackup(**file) for name, file in manifest.pop("files").items()}
    read = Manifest(made_at=made_at, facts=facts, files=files, **manifest)
    if not (_is_described(read) and _are_facts(facts) and all(_is_number(file.size) for file in files.values())):
        raise DamagedBackup
    its = {DATABASE} if facts.database == "sqlite" else {f"{TABLES}/{table}" for table in facts.columns}
    if not its <= files.keys() or any(name != PORT and not KIT.fullmatch(name) for name in files.keys() - its):
        raise DamagedBackup
    return read


def _is_described(manifest: Manifest) -> bool:
    is_moment = manifest.made_at.tzinfo is not None and FIRST_YEAR <= manifest.made_at.year <= LAST_YEAR
    return is_moment and manifest.why in WHYS and _is_text(manifest.version) and _is_text(manifest.about)


def _are_facts(facts: Facts) -> bool:
    tables = facts.columns.keys()
    return (
        facts.database in KINDS
        and all(_is_text(text) for text in (facts.club, facts.last_evening))
        and all(_is_number(number) for number in (facts.evenings, facts.people, facts.hands))
        and all(len(node) == 2 and all(map(_is_text, node)) for node in facts.migrations)
        and all(
            isinstance(names, list) and all(map(_is_text, [table, *names])) for table, names in facts.columns.items()
        )
        and facts.rows.keys() == tables
        and all(map(_is_number, [*facts.rows.values(), *facts.sequences.values()]))
        and all(re.fullmatch(r"\w+", table) for table in tables)
    )


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value.encode()) <= LONGEST_TEXT and "\0" not in value


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 <= value < 2**63


def _copy(source: IO[bytes], target: IO[bytes]) -> FileOfBackup:
    digest, size = hashlib.sha256(), 0
    while piece := source.read(PIECE):
        target.write(piece)
        digest.update(piece)
        size += len(piece)
    return FileOfBackup(size, digest.hexdigest())
