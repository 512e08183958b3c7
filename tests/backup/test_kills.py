"""Whatever is killed while it backs up and restores leaves whole files alone, and one whole state of the data."""

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.conf import settings

BEGIN = """
import itertools, sys
from pathlib import Path
import django
django.setup()
from django.utils import timezone
from tournament.backup.queries import list_backups, backups_folder, look_into
from tournament.backup.services import make_backup, restore_backup
from tournament.models import Club, Player
"""
TWO_STATES = """
club = Club.objects.create(name="Before")
print(make_backup(why="by-hand", now=timezone.now()))
Club.objects.update(name="After")
Player.objects.bulk_create(Player(club=club, name=f"Player {number}") for number in range(2000))
print(make_backup(why="by-hand", now=timezone.now()))
"""
GO_BACK_AND_FORTH = """
for number in itertools.count():
    restore_backup(Path(sys.argv[1 + number % 2]), now=timezone.now())
    print(Club.objects.get().name, flush=True)
"""
SAY = """
for each in list_backups():
    look_into(backups_folder() / each.name)
print(Club.objects.get().name, Player.objects.count(), len(list_backups()))
"""
HOLD_WORK = """
import signal
from tournament.backup.queries import work_in
with work_in(backups_folder()) as work:
    print(work.name, flush=True)
    signal.pause()
"""
LOOK_AT_WORK = """
from tournament.backup.queries import work_in
with work_in(backups_folder()) as work:
    print(*sorted(each.name for each in backups_folder().glob(".work-*") if each != work))
"""
KILLS = 4


@pytest.mark.slow
def test_the_next_backup_clears_the_folder_of_a_killed_one_and_leaves_that_of_a_living_one(ready_hall):
    where = {"cwd": settings.BASE_DIR, "env": ready_hall, "text": True, "stdout": subprocess.PIPE}
    with (
        subprocess.Popen([sys.executable, "-c", BEGIN + HOLD_WORK], **where) as living,
        subprocess.Popen([sys.executable, "-c", BEGIN + HOLD_WORK], **where) as killed,
    ):
        name, _killed = living.stdout.readline().strip(), killed.stdout.readline()
        killed.kill()
        killed.wait()
        seen = subprocess.run([sys.executable, "-c", BEGIN + LOOK_AT_WORK], check=True, **where).stdout.split()
        living.kill()
    assert seen == [name]


@pytest.mark.slow
def test_what_is_killed_while_it_restores_leaves_one_of_the_two_states_and_no_half_a_backup(ready_hall):
    where = {"cwd": settings.BASE_DIR, "env": ready_hall, "text": True}

    def run(script: str) -> list[str]:
        command = [sys.executable, "-c", BEGIN + script]
        return subprocess.run(command, capture_output=True, check=True, **where).stdout.split()

    states, lot, made = run(TWO_STATES), random.Random(1674), 2
    assert [Path(path).is_file() for path in states] == [True, True]
    for _kill in range(KILLS):
        command = [sys.executable, "-c", BEGIN + GO_BACK_AND_FORTH, *states]
        with subprocess.Popen(command, stdout=subprocess.PIPE, **where) as process:
            assert process.stdout.readline().strip() == "Before"
            time.sleep(lot.uniform(0.0, 0.5))  # a moment of chance, in whatever it does then
            process.kill()
        name, people, backups = run(SAY)
        assert (name, people) in {("Before", "0"), ("After", "2000")}
        assert int(backups) > made
        made = int(backups)
