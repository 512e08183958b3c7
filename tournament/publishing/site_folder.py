"""A folder that holds a web site: new pages are written, and pages that are no longer shown are removed.

The manifest beside the pages lists every file of ours with what it was made from. Any other file belongs to somebody
else and is neither deleted nor overwritten.
"""

import json
import re
from dataclasses import asdict, dataclass
from datetime import date
from hashlib import sha256
from pathlib import Path

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.foundation.errors import TournamentError

MANIFEST = "hangjack-site.json"
OURS = b'<meta name="generator" content="Hangjack">'
HEAD = 1024
"""`OURS` is within this many first bytes of a page."""
SAFE_PATH = re.compile(r"[a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*)*")


class CannotPublish(TournamentError):
    message = gettext_lazy("The web site cannot be written there.")


@dataclass(frozen=True)
class SiteFile:
    """`key` says what the file is made from, and `content` is the hash of the result; both leave out the day on which
    it was `made`. `file` is the hash of the file in the folder, "" until it has been written."""

    key: str
    content: str
    file: str
    made: str


@dataclass(frozen=True)
class Published:
    """How many files were written and removed; the others were right already. `left` are those that are no longer shown
    but stay, because somebody else changed them."""

    written: int
    removed: int
    left: tuple[str, ...]
    pages: int


def hash_of(content: bytes) -> str:
    return sha256(content).hexdigest()


class SiteFolder:
    """Raises CannotPublish if the folder is a file, cannot be written, or has files of somebody else where pages
    belong."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
            self.root = folder.resolve()
            self.known = self._read_manifest()
        except OSError as error:
            raise _cannot_write(folder, error) from error
        self.files: dict[str, SiteFile] = {}

    def is_current(self, path: str, key: str) -> bool:
        """Returns whether the file is there as it was written, with the same key."""
        known = self.known.get(path)
        if known is None or known.key != key or not known.file:
            return False
        at = self.folder / path
        return at.is_file() and hash_of(at.read_bytes()) == known.file

    def announce(self, paths: list[str]) -> None:
        """Lists the coming files in the manifest before anything is written: then a publishing that breaks off leaves
        no unlisted file. Raises CannotPublish if a file of somebody else would be overwritten."""
        foreign = [path for path in paths if self._is_foreign(path)]
        if foreign:
            words = _("%(folder)s already has %(files)s, not made by Hangjack. Choose an empty folder.")
            shown = ", ".join(foreign[:3]) + ("…" if len(foreign) > 3 else "")
            raise CannotPublish(words % {"folder": self.folder, "files": shown})
        coming = {path: SiteFile("", "", "", "") for path in paths if path not in self.known}
        self._write_manifest({**self.known, **coming})
        self.known |= coming

    def keep(self, path: str) -> None:
        self.files[path] = self.known[path]

    def write(
        self, path: str, key: str, content: bytes, *, day: date, stamps: tuple[bytes, bytes] | None = None
    ) -> bool:
        """Writes a file unless it is there already; returns whether it did. The two `stamps` in the content are
        replaced by the day it was made, as 2026-11-28 and as 28 Nov 2026. If nothing else has changed, the earlier day
        stays."""
        known, digest = self.known.get(path), hash_of(content)
        made = known.made if known is not None and known.content == digest and known.made else day.isoformat()
        finished = content
        if stamps is not None:
            words = date_format(date.fromisoformat(made), "j M Y")
            finished = content.replace(stamps[0], made.encode()).replace(stamps[1], words.encode())
        at, whole = self._place(path), hash_of(finished)
        self.files[path] = SiteFile(key, digest, whole, made)
        if at.is_file() and hash_of(at.read_bytes()) == whole:
            return False
        _replace_file(at, finished)
        return True

    def finish(self) -> tuple[int, tuple[str, ...]]:
        """Removes what is no longer shown and writes the manifest; returns how many files went, and which had to
        stay."""
        removed, left = 0, []
        for path, known in self.known.items():
            if path not in self.files:
                at = self._place(path)
                if not at.is_file():
                    continue
                is_untouched = hash_of(at.read_bytes()) == known.file if known.file else _is_page_of_ours(at)
                if is_untouched:
                    at.unlink()
                    removed += 1
                else:
                    left.append(path)
        self._remove_empty_folders()
        self._write_manifest(self.files)
        return removed, tuple(sorted(left))

    def _place(self, path: str) -> Path:
        at = self.folder / path
        if not SAFE_PATH.fullmatch(path) or at.is_symlink() or not at.resolve().is_relative_to(self.root):
            raise CannotPublish(_("%(path)s leads out of the folder. Choose an empty folder.") % {"path": path})
        return at

    def _is_foreign(self, path: str) -> bool:
        at = self._place(path)
        if not at.exists() or path in self.known:
            return at.is_dir()
        return not (at.is_file() and _is_page_of_ours(at))

    def _remove_empty_folders(self) -> None:
        folders = {parent for path in self.known for parent in Path(path).parents if parent != Path()}
        for folder in sorted(folders, key=lambda each: -len(each.parts)):
            at = self.folder / folder
            if at.is_dir() and not any(at.iterdir()):
                at.rmdir()

    def _read_manifest(self) -> dict[str, SiteFile]:
        at = self.folder / MANIFEST
        if not at.is_file():
            return {}
        try:
            files = json.loads(at.read_text())["files"]
            return {path: SiteFile(**values) for path, values in files.items() if SAFE_PATH.fullmatch(path)}
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            words = _("%(file)s is damaged. Delete the folder and publish again.")
            raise CannotPublish(words % {"file": at}) from error

    def _write_manifest(self, files: dict[str, SiteFile]) -> None:
        listed = {path: asdict(file) for path, file in sorted(files.items())}
        text = json.dumps({"made_by": "Hangjack", "files": listed}, indent=1)
        at = self.folder / MANIFEST
        if at.is_file() and at.read_text() == text:
            return
        _replace_file(at, text.encode())


def _replace_file(at: Path, content: bytes) -> None:
    """Writes a file so that it is there whole or not at all. Raises CannotPublish."""
    try:
        at.parent.mkdir(parents=True, exist_ok=True)
        coming = at.with_name(f"{at.name}.coming")
        coming.write_bytes(content)
        coming.replace(at)
    except OSError as error:
        raise _cannot_write(at, error) from error


def _is_page_of_ours(at: Path) -> bool:
    with at.open("rb") as file:
        return OURS in file.read(HEAD)


def _cannot_write(at: Path, error: OSError) -> CannotPublish:
    words = _("%(file)s cannot be written: %(why)s.")
    return CannotPublish(words % {"file": at, "why": (error.strerror or str(error)).lower()})
