"""Stores a small database of the version that is going out, so that every later version can prove that it reads it.

    python -m tests.releases.store

writes `tests/releases/NUMBER.sql.gz`: a made-up club with two evenings and a league, as this version's own services
write them. It is made once, on the commit that gives the version its date in CHANGES.md, and never again.
"""

import gzip
import os
import sqlite3
import tempfile
from collections.abc import Iterable
from pathlib import Path

import django
from django.conf import settings
from django.core.management import call_command
from django.db import connection

FOLDER = Path(__file__).resolve().parent


def stored_releases() -> list[str]:
    return sorted(path.name.removesuffix(".sql.gz") for path in FOLDER.glob("*.sql.gz"))


def read_release(number: str) -> str:
    return gzip.decompress((FOLDER / f"{number}.sql.gz").read_bytes()).decode()


def restore_dump(dump: str, database: Path) -> None:
    with sqlite3.connect(database) as restored:
        restored.executescript(dump)
    restored.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        os.environ |= {"HANGJACK_DATA": folder, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        os.environ.pop("DATABASE_URL", None)
        django.setup()
        path = FOLDER / f"{settings.VERSION}.sql.gz"
        if path.exists():
            raise SystemExit(f"{path} is there already: what a version wrote is never made anew.")
        call_command("migrate", verbosity=0)
        from tournament.models import Account  # noqa: PLC0415 - Django is only set up by now

        Account.objects.create_user("director", role=Account.Role.DIRECTOR)
        call_command("demo")
        connection.ensure_connection()
        lines: Iterable[str] = connection.connection.iterdump()
        path.write_bytes(gzip.compress("\n".join(lines).encode(), mtime=0))
        connection.close()
    print(f"{path}: {path.stat().st_size // 1024} KB. Commit it with the version's date in CHANGES.md.")


if __name__ == "__main__":
    main()
