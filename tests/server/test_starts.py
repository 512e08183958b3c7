"""A start that is killed at any moment, and two starts on one empty database: the next one simply works."""

import os
import random
import select
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from django.conf import settings
from django.db import connection

from tests.running import an_evening

KILLS = 5


@pytest.mark.slow
def test_a_start_that_is_killed_while_it_prepares_stops_no_later_one(hall: dict[str, str]) -> None:
    lot, command = random.Random(1674), [sys.executable, "manage.py", "evening"]
    for _kill in range(KILLS):
        with subprocess.Popen(command, cwd=settings.BASE_DIR, env=hall, stderr=subprocess.PIPE, text=True) as process:
            while "Preparing the database" not in (process.stderr.readline() or "Preparing the database"):
                pass
            time.sleep(lot.uniform(0.0, 3.0))  # a moment of chance, in whatever it does then
            process.kill()
    with an_evening(hall) as evening:
        assert evening.get("/sign-in/").status == 200
        assert "Hangjack has stopped." in evening.stop()


STOPPED_HALFWAY = """
import os, signal, django
django.setup()
from django.db.migrations.recorder import MigrationRecorder
record, made = MigrationRecorder.record_applied, []
def stop(self, app, name):
    if app == "tournament":
        os.kill(os.getpid(), signal.SIGKILL)
    record(self, app, name)
MigrationRecorder.record_applied = stop
from tournament.server.subprocesses import _call_commands
_call_commands([["migrate"]])
"""


@pytest.mark.slow
def test_tables_without_the_note_that_they_are_made_are_never_left_behind(hall: dict[str, str]) -> None:
    """The worst moment: the tables of a migration are made, and that it was applied is not yet written down."""
    environment = {**hall, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    command = [sys.executable, "-c", STOPPED_HALFWAY]
    assert subprocess.run(command, cwd=settings.BASE_DIR, env=environment, check=False).returncode == -9
    with an_evening(hall) as evening:
        assert evening.get("/sign-in/").status == 200


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "postgresql", reason="two folders of SQLite are two databases")
def test_two_starts_on_one_empty_database_both_serve_and_one_has_made_the_account(
    hall: dict[str, str], tmp_path: Path
) -> None:
    halls = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        shared = {"HANGJACK_DATA": str(tmp_path / name), "HANGJACK_FILES": str(tmp_path / "files")}
        halls.append({**hall, **shared})

    def start(environment: dict[str, str]) -> tuple[bool, int]:
        with an_evening(environment) as evening:
            return evening.password is not None, evening.get("/sign-in/").status

    with ThreadPoolExecutor() as threads:
        assert sorted(threads.map(start, halls)) == [(False, 200), (True, 200)]
    assert [len(list(tmp_path.glob(f"{folder}/secret-key"))) for folder in ("one", "two", "files")] == [0, 0, 1]
    with psycopg.connect(hall["DATABASE_URL"]) as database:
        assert database.execute("SELECT count(*) FROM tournament_account").fetchone() == (1,)


ENDS = """
import os, time, sys, multiprocessing
from tournament.server.subprocesses import end_with_parent
def stay():
    end_with_parent()
    print(os.getpid(), flush=True)
    time.sleep(600)
if __name__ == "__main__":
    multiprocessing.get_context("spawn").Process(target=stay).start()
    time.sleep(600)
"""


def test_a_process_that_prepares_ends_with_the_start_that_began_it(tmp_path: Path) -> None:
    script = tmp_path / "ends.py"
    script.write_text(ENDS)
    environment = {**os.environ, "PYTHONPATH": str(settings.BASE_DIR)}
    with subprocess.Popen([sys.executable, script], env=environment, stdout=subprocess.PIPE, text=True) as process:
        child = int(process.stdout.readline())
        ended = os.pidfd_open(child)
        process.kill()
        assert select.select([ended], [], [], 120)[0] == [ended]
    os.close(ended)
