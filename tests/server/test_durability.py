"""What was acknowledged is there after the process is killed in the middle of writing."""

import subprocess
import sys

import pytest
from django.conf import settings
from django.db import connection

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


def test_sqlite_flushes_every_commit_to_disk(db: None) -> None:
    """A killed process cannot show this: only a power cut tells FULL from less."""
    if connection.vendor == "postgresql":
        asked = {"SHOW synchronous_commit": ("on",), "SHOW fsync": ("on",)}
    else:
        asked = {"PRAGMA synchronous": (2,), "PRAGMA journal_mode": ("wal",)}
    with connection.cursor() as cursor:
        assert {question: cursor.execute(question) and cursor.fetchone() for question in asked} == asked
