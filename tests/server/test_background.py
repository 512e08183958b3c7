"""Of all processes that share a database or a folder one does the background work, and another takes over."""

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from tests.running import PATIENCE
from tournament.server import background
from tournament.server.background import LOCK, BackgroundWork
from tournament.storage.data_lock import LockHeld, hold_lock

MOMENT = PATIENCE / 1000


class Recorder:
    """A worker that notes when it begins and stops."""

    def __init__(self) -> None:
        self.begun, self.stopped = threading.Event(), threading.Event()

    def begin(self) -> None:
        self.begun.set()

    def stop(self) -> None:
        self.stopped.set()


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch, transactional_db: None) -> Iterator[Path]:
    settings.FILES_DIR = tmp_path
    monkeypatch.setattr(background, "EVERY", 0.02)
    yield tmp_path / LOCK


def test_one_works_at_a_time_and_another_takes_over_when_it_ends() -> None:
    first, second = Recorder(), Recorder()
    one, other = BackgroundWork(first), BackgroundWork(second)
    one.begin()
    assert first.begun.wait(MOMENT)
    other.begin()
    assert not second.begun.wait(0.2)
    one.stop()
    assert (first.stopped.is_set(), second.begun.wait(MOMENT), second.stopped.is_set()) == (True, True, False)
    other.stop()
    assert second.stopped.is_set()


def test_a_lock_that_somebody_holds_is_waited_for_and_then_refused(folder: Path) -> None:
    with hold_lock(folder) as is_held:
        assert is_held()
        for wait in (0.0, 0.1):
            with pytest.raises(LockHeld), hold_lock(folder, wait=wait):
                pass
    with hold_lock(folder):
        pass


@pytest.mark.skipif(connection.vendor != "postgresql", reason="asks PostgreSQL")
def test_whoever_loses_the_connection_with_the_lock_stops_working_until_it_has_the_lock_again() -> None:
    worker = Recorder()
    work = BackgroundWork(worker)
    work.begin()
    assert worker.begun.wait(MOMENT)
    worker.begun.clear()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()"
            " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        )
    assert (worker.stopped.wait(MOMENT), worker.begun.wait(MOMENT)) == (True, True)
    work.stop()
