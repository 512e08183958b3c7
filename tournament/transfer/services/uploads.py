"""Stores files chosen for an import in the folder of files, from the preview until they are imported."""

import re
import secrets
from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from tournament.models import SHOWN_CLUB
from tournament.storage.data_files import FOLDER_MODE, write_file
from tournament.transfer.document import UnreadableExport

KEPT_FOR = timedelta(hours=12)
MOST_KEPT = 8
TOKEN = re.compile(r"[0-9a-f]{32}")


def keep_upload(content: bytes, *, now: datetime) -> str:
    """Stores a file, deletes old ones, and returns the token by which `read_upload` finds it."""
    token = secrets.token_hex(16)
    folder = _path_of(token).parent
    folder.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
    kept = sorted(folder.glob("*.json"), key=lambda path: path.stat().st_mtime, reverse=True)
    for place, path in enumerate(kept, start=1):
        if place >= MOST_KEPT or path.stat().st_mtime < (now - KEPT_FOR).timestamp():
            path.unlink(missing_ok=True)
    write_file(_path_of(token), content)
    return token


def read_upload(token: str) -> bytes:
    """Returns the file of a token. Raises UnreadableExport if it is gone."""
    if TOKEN.fullmatch(token):
        with suppress(FileNotFoundError):
            return _path_of(token).read_bytes()
    raise UnreadableExport(_("The file is no longer here. Choose it again."))


def forget_upload(token: str) -> None:
    if TOKEN.fullmatch(token):
        _path_of(token).unlink(missing_ok=True)


def folder_of_uploads(club: int | None) -> Path:
    """Returns the folder of a club of several; that of the only club otherwise."""
    return settings.FILES_DIR / "imports" / ("" if club is None else str(club))


def _path_of(token: str) -> Path:
    return folder_of_uploads(SHOWN_CLUB.get()) / f"{token}.json"
