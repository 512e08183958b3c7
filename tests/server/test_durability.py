"""What was acknowledged is there after the process, or the power, is gone in the middle of writing. The long run is
`tests.performance.kills`."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from tests.kills import (
    copy_at_power_cut,
    count_acknowledged,
    count_outcome,
    find_missing,
    phones_playing,
    set_up_tables,
    wait_for_hands,
)
from tests.running import PATIENCE, an_evening, workers_of

pytestmark = pytest.mark.twice
TABLES, KILLS, HANDS = 6, 3, 30

KEEP_WRITING = """
import datetime as dt, itertools
import django
django.setup()
from django.core.management import call_command
from tournament.models import Club
from tournament.door.services.entries import enter_players
from tournament.event.services.events import create_event
call_command("migrate", verbosity=0)
now = dt.datetime(2025, 3, 14, 19, tzinfo=dt.UTC)
event = create_event(Club.objects.create(name="Club"), name="Evening", date=now.date(), by=None, now=now)
for number in itertools.count():
    enter_players(event, [f"Player {number}"], by=None, now=now)
    print(f"Player {number}", flush=True)
"""
READ = """
import django
django.setup()
from tournament.models import Player
print("\\n".join(Player.objects.order_by("pk").values_list("name", flat=True)))
"""
ASK = """
import json, sys
import django
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    print(json.dumps([cursor.execute(question) and cursor.fetchone()[0] for question in sys.argv[1:]]))
"""


@pytest.mark.slow
def test_whoever_was_let_in_is_there_after_the_process_is_killed_while_writing(hall: dict[str, str]) -> None:
    environment = {**hall, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    where = {"cwd": settings.BASE_DIR, "env": environment, "text": True}
    with subprocess.Popen([sys.executable, "-c", KEEP_WRITING], stdout=subprocess.PIPE, **where) as writer:
        acknowledged = [writer.stdout.readline().strip() for _player in range(50)]
        writer.kill()
        acknowledged += writer.stdout.read().splitlines()
    kept = subprocess.run([sys.executable, "-c", READ], capture_output=True, check=True, **where).stdout.splitlines()
    assert kept[: len(acknowledged)] == acknowledged
    assert len(kept) - len(acknowledged) in {0, 1}


@pytest.mark.slow
def test_every_commit_is_flushed_to_disk(hall: dict[str, str]) -> None:
    """A killed process cannot show this: only a power cut tells FULL from less. Asked of a process of its own, since
    tests of pages on PostgreSQL do not wait for the disk."""
    if connection.vendor == "postgresql":
        asked = {"SHOW synchronous_commit": "on", "SHOW fsync": "on"}
    else:
        asked = {"PRAGMA synchronous": 2, "PRAGMA journal_mode": "wal"}
    environment = {**hall, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
    command = [sys.executable, "-c", ASK, *asked]
    answers = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, check=True).stdout
    assert json.loads(answers) == list(asked.values())


@pytest.mark.slow
def test_no_hand_is_lost_or_doubled_when_the_server_is_killed_while_phones_send(ready_hall: dict[str, str]) -> None:
    paths, port = set_up_tables(ready_hall, TABLES), port_of(ready_hall)
    with phones_playing(paths, port) as phones:
        for _kill in range(KILLS):
            with an_evening(ready_hall):  # which ends it by SIGKILL
                wait_for_hands(phones, count_acknowledged(phones) + HANDS)
        with an_evening(ready_hall):
            wait_for_hands(phones, count_acknowledged(phones) + TABLES)
    outcome = count_outcome(ready_hall, [key for phone in phones for key in phone.keys])
    assert outcome.is_good, outcome
    assert outcome.acknowledged > KILLS * HANDS
    assert outcome.unheard <= TABLES  # the last of each table may have been cut off when the phones stopped


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "postgresql", reason="asks PostgreSQL")
def test_no_hand_is_lost_or_doubled_when_workers_are_killed_while_phones_send(ready_hall: dict[str, str]) -> None:
    paths = set_up_tables(ready_hall, TABLES)
    with an_evening(ready_hall, "--workers", "2") as evening, phones_playing(paths, evening.port) as phones:
        for _kill in range(KILLS):
            wait_for_hands(phones, count_acknowledged(phones) + HANDS)
            before = workers_of(evening)
            os.kill(min(before), signal.SIGKILL)
            deadline = time.monotonic() + PATIENCE / 1000
            while len(workers_of(evening) - {min(before)}) < 2 and time.monotonic() < deadline:
                time.sleep(0.05)
        wait_for_hands(phones, count_acknowledged(phones) + TABLES)
    outcome = count_outcome(ready_hall, [key for phone in phones for key in phone.keys])
    assert outcome.is_good, outcome


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="copies SQLite's files")
def test_every_acknowledged_hand_is_on_the_disk_whenever_the_power_goes(
    ready_hall: dict[str, str], tmp_path_factory: pytest.TempPathFactory
) -> None:
    paths, lot = set_up_tables(ready_hall, TABLES), random.Random(1674)
    wrong = []
    with an_evening(ready_hall) as evening, phones_playing(paths, evening.port) as phones:
        for _cut in range(12):
            wait_for_hands(phones, count_acknowledged(phones) + lot.randrange(1, HANDS))
            keys = [key for phone in phones for key in list(phone.keys)]
            copy = tmp_path_factory.mktemp("disk")
            evening.process.send_signal(signal.SIGSTOP)
            copy_at_power_cut(Path(ready_hall["HANGJACK_DATA"]), copy, lot)
            evening.process.send_signal(signal.SIGCONT)
            missing, checked = find_missing(copy, keys)
            wrong += [] if (missing, checked) == ([], "ok") else [(len(keys), missing, checked)]
            shutil.rmtree(copy)
    assert wrong == []


def port_of(environment: dict[str, str]) -> int:
    return int((Path(environment["HANGJACK_DATA"]) / "port").read_text())
