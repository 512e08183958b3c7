"""Saves power-cut kits in the folder of files, where people can open them when Hangjack does not run.

Each evening has a folder with its latest kits and a note about the newest one. Each file is written under another name,
flushed to the disk and then renamed, so that no file is ever half written.
"""

import json
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings

from tournament.models import Event
from tournament.paper.documents.kit import KitSection
from tournament.paper.kit import Kit, make_kit
from tournament.paper.queries.kits import RestOfEvening
from tournament.storage.data_files import write_file
from tournament.storage.data_lock import hold_lock

FOLDER = "kits"
NOTE = "newest.json"
ASKED = "asked"
LOCK = "making-kit.lock"
KEPT = 3


@dataclass(frozen=True)
class SavedKit:
    """`mark` is that of the `RestOfEvening` it was made from, `stands` says where the evening was. `stage` is the
    primary key of the stage; None in a kit of an earlier version."""

    path: Path
    made_at: datetime
    mark: str
    stands: str
    pages: int
    sections: tuple[KitSection, ...]
    stage: int | None = None


def make_and_save_kit(left: RestOfEvening, *, now: datetime) -> SavedKit:
    """Makes and saves a kit; the same state of play has one file. Raises LockHeld while another is being
    made, PressIsBusy, CannotPrint."""
    with hold_lock(settings.FILES_DIR / FOLDER / LOCK):
        return _save_kit(left, make_kit(left, now=now), now)


def saved_kit_of(event: Event) -> SavedKit | None:
    """Returns the newest kit of an evening, or None if there is none or its file was removed. Since a restore another
    evening, perhaps of another club, may have the number of one that had a kit."""
    note = folder_of(event) / NOTE
    if not note.is_file():
        return None
    try:
        values = json.loads(note.read_text())
        kit = SavedKit(
            path=note.with_name(values["file"]),
            made_at=datetime.fromisoformat(values["made_at"]),
            mark=values["mark"],
            stands=values["stands"],
            pages=values["pages"],
            sections=tuple(KitSection(*section) for section in values["sections"]),
            stage=values.get("stage"),
        )
    except (ValueError, KeyError, TypeError):  # not as we write it; the next kit replaces it
        return None
    return kit if values.get("evening") == str(event.uid) and kit.path.is_file() else None


def remove_kit(kept: SavedKit) -> None:
    """Removes a kit whose seats are not shown any more."""
    (kept.path.parent / NOTE).unlink(missing_ok=True)
    kept.path.unlink(missing_ok=True)


def ask_for_kit(event: Event) -> None:
    """Asks for a kit by a file, which the process that makes kits finds even after a restart."""
    folder_of(event).mkdir(parents=True, exist_ok=True)
    (folder_of(event) / ASKED).touch()


def is_asked_for(event: Event) -> bool:
    return (folder_of(event) / ASKED).exists()


def evenings_asked_for() -> set[int]:
    """Returns the primary keys of evenings for which somebody asked for a kit."""
    paths = (settings.FILES_DIR / FOLDER).glob(f"evening-*/{ASKED}")
    return {int(path.parent.name.removeprefix("evening-")) for path in paths}


def forget_request(event: Event) -> None:
    (folder_of(event) / ASKED).unlink(missing_ok=True)


def folder_of(event: Event) -> Path:
    return settings.FILES_DIR / FOLDER / f"evening-{event.pk}"


def _save_kit(left: RestOfEvening, kit: Kit, now: datetime) -> SavedKit:
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
        "evening": str(left.event.uid),
        "sections": [[each.title, each.first, each.last] for each in kit.sections],
    }
    write_file(folder / NOTE, json.dumps(note, ensure_ascii=False, indent=1).encode())
    by_age = sorted(folder.glob("*.pdf"), key=lambda file: file.stat().st_mtime_ns, reverse=True)
    for old in (*by_age[KEPT:], *folder.glob(".*.coming")):
        old.unlink(missing_ok=True)
    return SavedKit(path, now, left.mark, left.stands, kit.pages, kit.sections, left.stage.pk)
