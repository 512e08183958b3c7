"""Backups as somebody else could write them: whole and sealed as Hangjack's own are, but with other contents."""

import contextlib
import hashlib
import json
import sqlite3
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tournament.backup.backup_file import MANIFEST, SEAL
from tournament.storage.data_files import DATABASE

Files = dict[str, bytes]


def read_files(backup: Path) -> tuple[dict[str, Any], Files]:
    """Returns the manifest and every other file by its name."""
    with zipfile.ZipFile(backup) as packed:
        files = {name: packed.read(name) for name in packed.namelist()}
    return json.loads(files.pop(MANIFEST)), files


def seal(path: Path) -> Path:
    """Puts the digest at the end of a zip that has room for it."""
    content = path.read_bytes()[:-SEAL]
    path.write_bytes(content + hashlib.sha256(content).hexdigest().encode())
    return path


def write_backup(path: Path, manifest: Any, files: Files, *, text: bytes | None = None) -> Path:
    """Writes a backup whose sums and seal are right; `text` stands in the place of the manifest."""
    if isinstance(manifest, dict):
        sums = {name: {"size": len(each), "sha256": hashlib.sha256(each).hexdigest()} for name, each in files.items()}
        manifest = {**manifest, "files": sums}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for name, content in files.items():
            packed.writestr(name, content)
        packed.writestr(MANIFEST, json.dumps(manifest).encode() if text is None else text)
        packed.comment = b"0" * SEAL
    return seal(path)


def change_database(files: Files, change: Callable[[sqlite3.Connection], object]) -> Files:
    """Returns the files with SQLite's database changed, without its checks."""
    with tempfile.NamedTemporaryFile(suffix=".sqlite3") as kept:
        path = Path(kept.name)
        path.write_bytes(files[DATABASE])
        with contextlib.closing(sqlite3.connect(path, isolation_level=None)) as database:
            database.execute("PRAGMA foreign_keys=OFF")
            change(database)
        return files | {DATABASE: path.read_bytes()}


def count_again(manifest: dict[str, Any], files: Files) -> dict[str, Any]:
    """Returns the manifest with the tables, columns and numbers of rows that SQLite's database has now."""
    facts = dict(manifest["facts"])

    def look(database: sqlite3.Connection) -> None:
        listed = "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        own = [name for (name,) in database.execute(listed) if name.startswith(("tournament_", "auth_", "django_"))]
        quoted = {name: '"' + name.replace('"', '""') + '"' for name in own}
        facts["columns"] = {
            name: [row[1] for row in database.execute(f"PRAGMA table_xinfo({quoted[name]})")] for name in own
        }
        count = {name: database.execute(f"SELECT count(*) FROM {quoted[name]}").fetchone()[0] for name in own}
        facts["rows"] = {name: 0 if name in ("django_session", "tournament_apitoken") else count[name] for name in own}
        if "django_migrations" in own:
            applied = database.execute("SELECT app, name FROM django_migrations")
            facts["migrations"] = sorted([app, name] for app, name in applied)
        else:
            facts["migrations"] = []
        facts["hands"] = count.get("tournament_hand", 0)

    change_database(files, look)
    return {**manifest, "facts": facts}
