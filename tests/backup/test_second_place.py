"""The second place comes and goes: what is missing there is copied when it is back, and nobody waits for it."""

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from tests.evenings import SEVEN
from tournament.backup import queries, second_place
from tournament.backup.generations import HOUR, BackupName
from tournament.backup.queries import backups_folder, load_settings, load_status
from tournament.backup.second_place import NOTE, PlaceAway, SecondPlace
from tournament.backup.services import NoSecondPlace, copy_to_second_place, name_second_place

LATER = SEVEN + timedelta(hours=1)


def write_backup_file(before: timedelta = timedelta(), content: bytes = b"cards") -> Path:
    name = BackupName("club", SEVEN.replace(tzinfo=None) - before, HOUR)
    backups_folder().mkdir(exist_ok=True)
    path = backups_folder() / str(name)
    path.write_bytes(content)
    return path


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    place = tmp_path / "stick"
    place.mkdir()
    return place


@pytest.mark.slow
def test_a_stick_that_was_pulled_out_gets_what_it_missed_when_it_is_back(stick):
    first = write_backup_file(timedelta(hours=2))
    name_second_place(str(stick), by=None, now=SEVEN)
    assert copy_to_second_place(SEVEN).there == (first.name,)
    stick.rename(stick.with_name("pulled-out"))
    stick.mkdir()  # where it was mounted
    second = write_backup_file(timedelta(hours=1))
    away = copy_to_second_place(SEVEN)
    assert (away.away_since, away.away_why, away.reached_at, names_in(stick)) == (
        SEVEN,
        "it is not there",
        SEVEN,
        set(),
    )
    assert copy_to_second_place(LATER).away_since == SEVEN
    stick.rmdir()
    assert copy_to_second_place(LATER).away_why == "it is not there"
    stick.with_name("pulled-out").rename(stick)
    third = write_backup_file()
    back = copy_to_second_place(LATER)
    assert (back.away_since, back.reached_at) == (None, LATER)
    assert back == load_status()
    assert back.there == (third.name, second.name, first.name)
    assert names_in(stick) == {NOTE, first.name, second.name, third.name}
    assert (stick / third.name).read_bytes() == b"cards"


def test_what_was_cut_short_there_is_copied_again_and_only_what_is_outdated_goes(stick):
    kept = write_backup_file()
    name_second_place(str(stick), by=None, now=SEVEN)
    (stick / kept.name).write_bytes(b"car")
    (stick / "photo.jpg").write_bytes(b"beach")
    own = [str(BackupName("club", SEVEN.replace(tzinfo=None) - timedelta(weeks=week), HOUR)) for week in range(3, 9)]
    for name in own:
        (stick / name).write_bytes(b"old")
    copy_to_second_place(SEVEN)
    assert names_in(stick) == {NOTE, "photo.jpg", kept.name, *own[:2]}
    assert (stick / kept.name).read_bytes() == b"cards"


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("stick/hangjack", "Type the whole path"),
        ("/nowhere/at/all", "/nowhere/at/all cannot be used: there is no such"),
    ],
)
def test_a_folder_that_is_not_there_is_refused(place, said):
    with pytest.raises(NoSecondPlace, match=said):
        name_second_place(place, by=None, now=SEVEN)
    assert load_settings().second_place == ""


def test_without_a_second_place_nothing_is_tried(stick):
    name_second_place(str(stick), by=None, now=SEVEN)
    name_second_place("", by=None, now=SEVEN)
    assert copy_to_second_place(SEVEN).reached_at is None


@pytest.mark.slow
def test_a_share_that_hangs_is_left_after_a_moment_and_asked_again_when_it_has_let_go(tmp_path, monkeypatch):
    """A pipe that nobody writes to: whoever reads the note from it waits for ever."""
    place = tmp_path / "share"
    place.mkdir()
    os.mkfifo(place / NOTE)
    monkeypatch.setattr(second_place, "COPIES", 0.5)
    second = SecondPlace()
    with pytest.raises(PlaceAway, match="it does not answer"):
        second.copy(backups_folder(), place, "mark", SEVEN.replace(tzinfo=None))
    second._left.wait()
    (place / NOTE).unlink()
    monkeypatch.setattr(second_place, "LOOKS", 60.0)
    second.prepare(place, "mark")
    assert (place / NOTE).read_text() == "mark"


def test_none_is_begun_while_an_earlier_one_cannot_be_ended(stick):
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE, text=True) as stuck:
        second = SecondPlace()
        second._left = stuck
        with pytest.raises(PlaceAway, match="it does not answer"):
            second.prepare(stick, "mark")
        stuck.communicate("\n")
    second.prepare(stick, "mark")
    assert names_in(stick) == {NOTE}


def test_sticks_and_shares_that_are_plugged_in_are_offered(tmp_path, monkeypatch):
    mounts = tmp_path / "mounts"
    mounts.write_text(
        "/dev/sda1 / ext4 rw 0 0\n/dev/sdb1 /media/club/OUR\\040STICK vfat rw 0 0\nnas:/ /mnt/nas nfs rw 0 0\n"
    )
    monkeypatch.setattr(queries, "MOUNTS", mounts)
    assert queries.mounted_places() == ["/media/club/OUR STICK", "/mnt/nas"]
    monkeypatch.setattr(queries, "MOUNTS", tmp_path / "none")
    assert queries.mounted_places() == []
