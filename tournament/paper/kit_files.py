"""Power-cut kits as files below the data folder, where they can be opened when Hangjack does not run.

Each evening has a folder of its own with the latest few and a note of what the newest holds. A file comes into being
whole: it is written under another name, flushed to the disk, and then renamed.
"""

import contextlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings

from tournament.foundation.data_files import write_file
from tournament.models import Event
from tournament.paper.documents.kit import Section
from tournament.paper.kit import Kit, make_kit
from tournament.paper.queries.kits import Left

FOLDER = "kits"
NOTE = "newest.json"
ASKED = "asked"
KEPT = 3


@dataclass(frozen=True)
class KeptKit:
    """`mark` is that of the `Left` that it was made of, `stands` where the evening was, `stage` the number of its seats
    in the database: none of a kit of an earlier version."""

    path: Path
    made_at: datetime
    mark: str
    stands: str
    pages: int
    sections: tuple[Section, ...]
    stage: int | None = None


class InWork(Exception):
    """A kit is being made already, by this process or another one."""


def keep_kit(left: Left, *, now: datetime) -> KeptKit:
    """Make and keep one; the same state of play has one file. Raises InWork, PressIsBusy, CannotPrint."""
    with _alone():
        kit = make_kit(left, now=now)
        return _keep(left, kit, now)


def kept_kit(event: Event) -> KeptKit | None:
    """The newest of an evening; None where there is none, or its file was taken away."""
    note = folder_of(event) / NOTE
    if not note.is_file():
        return None
    try:
        kit = _noted(note)
    except (ValueError, KeyError, TypeError):  # not as we write it: the next kit writes it anew
        return None
    return kit if kit.path.is_file() else None


def remove_kit(kept: KeptKit) -> None:
    """Its seats are not out any more: nobody is to play on by it."""
    (kept.path.parent / NOTE).unlink(missing_ok=True)
    kept.path.unlink(missing_ok=True)


def ask_for_kit(event: Event) -> None:
    """Whichever process makes kits finds it, also after a restart."""
    folder_of(event).mkdir(parents=True, exist_ok=True)
    (folder_of(event) / ASKED).touch()


def is_asked_for(event: Event) -> bool:
    return (folder_of(event) / ASKED).exists()


def asked_for() -> set[int]:
    """Numbers of the evenings for which somebody wants a kit now."""
    found = (Path(settings.DATA_DIR) / FOLDER).glob(f"evening-*/{ASKED}")
    return {int(path.parent.name.removeprefix("evening-")) for path in found}


def answered(event: Event) -> None:
    (folder_of(event) / ASKED).unlink(missing_ok=True)


def folder_of(event: Event) -> Path:
    return Path(settings.DATA_DIR) / FOLDER / f"evening-{event.pk}"


def _noted(note: Path) -> KeptKit:
    told = json.loads(note.read_text())
    return KeptKit(
        path=note.with_name(told["file"]),
        made_at=datetime.fromisoformat(told["made_at"]),
        mark=told["mark"],
        stands=told["stands"],
        pages=told["pages"],
        sections=tuple(Section(*section) for section in told["sections"]),
        stage=told.get("stage"),
    )


def _keep(left: Left, kit: Kit, now: datetime) -> KeptKit:
    folder = folder_of(left.event)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / left.filename
    write_file(path, kit.pdf)
    note = {
        "file": path.name,
        "made_at": now.isoformat(),
        "mark": left.mark,
        "stands": left.stands,
        "pages": kit.pages,
        "stage": left.stage.pk,
        "sections": [[each.title, each.first, each.last] for each in kit.sections],
    }
    write_file(folder / NOTE, json.dumps(note, ensure_ascii=False, indent=1).encode())
    by_age = sorted(folder.glob("*.pdf"), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    for old in (*by_age[KEPT:], *folder.glob(".*.coming")):
        old.unlink(missing_ok=True)
    return KeptKit(path, now, left.mark, left.stands, kit.pages, kit.sections, left.stage.pk)


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """The lock is SQLite's, of a file that stays empty: every system has it, and no crash leaves it behind."""
    folder = Path(settings.DATA_DIR) / FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with contextlib.closing(sqlite3.connect(folder / "making.lock", timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as error:
            raise InWork from error
        yield
