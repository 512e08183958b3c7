"""A backup is one file with everything, of one moment, and what it puts back is equal row by row."""

import random
import stat
import threading
import zipfile
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connection, connections

from tests.backup.conftest import rows_of_database
from tests.conftest import signed_in
from tests.evenings import SEVEN
from tests.hands.test_hands import AtTable
from tournament.backup.backup_file import (
    MANIFEST,
    DamagedBackup,
    LockedBackup,
    NoRoom,
    PassphraseWrong,
    explain_write_errors,
)
from tournament.backup.database_copy import database_file
from tournament.backup.generations import BEFORE_RESTORE, BY_HAND, ROUND, parse_name
from tournament.backup.locking import make_lock
from tournament.backup.queries import backups_folder, list_backups, look_into
from tournament.backup.services import CannotRestore, make_backup, restore_backup
from tournament.models import Club, Emblem, Hand, LogEntry, Player

LATER = SEVEN + timedelta(hours=1)


def back_up(**more):
    return make_backup(why=BY_HAND, now=LATER, **more)


@pytest.mark.slow
def test_a_running_evening_comes_back_equal_row_by_row_though_hands_are_recorded_meanwhile(committed):
    """Each hand has its line in the log, written with it: a backup between the two would have one more of either."""
    tables = [AtTable(committed, place) for place in range(2)]
    stop, recorded = threading.Event(), threading.Semaphore(0)

    def play() -> None:
        number = 0
        while not stop.is_set():
            number += 1
            for table in tables:
                table.record(number)
            recorded.release()
        connections.close_all()

    player = threading.Thread(target=play)
    player.start()
    made = []
    for _backup in range(3):
        recorded.acquire()
        made.append(back_up())
    stop.set()
    player.join()
    rows = []
    for path in made:
        restore_backup(path, now=LATER)
        rows.append(rows_of_database())
        hands = Hand.objects.count()
        assert hands == LogEntry.objects.filter(action="record_hand").count()
        assert look_into(path)[0].facts.hands == hands
    last = back_up()
    Club.objects.update(name="Another one")
    Player.objects.all()[0].entries.all().delete()
    restore_backup(last, now=LATER)
    assert rows_of_database() == rows[-1]
    assert len(rows[0]["tournament_hand"]) < len(rows[-1]["tournament_hand"])


def test_a_new_row_gets_no_number_that_was_given_before(committed):
    club = committed.event.club
    gone = Player.objects.create(club=club, name="Gone")
    number = gone.pk
    gone.delete()
    restore_backup(back_up(), now=LATER)
    assert Player.objects.create(club=club, name="New").pk == number + 1


@pytest.mark.slow
def test_the_emblem_and_the_port_come_along_and_nobody_stays_signed_in(committed, data):
    Emblem.objects.create(club=committed.event.club, png=bytes(range(256)), width=16, height=16)
    (data / "port").write_text("8123\n")
    client = signed_in(committed, "director")
    assert client.get("/accounts/").status_code == 200
    path = back_up()
    with zipfile.ZipFile(path) as packed:
        content = b"".join(packed.read(name) for name in packed.namelist())
    assert (b"Knave" in content, client.session.session_key.encode() in content) == (True, False)
    (data / "port").unlink()
    Emblem.objects.all().delete()
    restore_backup(path, now=LATER)
    assert bytes(Emblem.objects.get().png) == bytes(range(256))
    assert (data / "port").read_text() == "8123\n"
    assert client.get("/accounts/").status_code == 302


@pytest.mark.slow
def test_a_restore_leaves_the_port_of_this_computer_and_brings_kits_where_they_were_wanted(committed, data):
    kit = data / "kits" / "evening-1" / "kit.pdf"
    kit.parent.mkdir(parents=True)
    kit.write_bytes(b"%PDF")
    (data / "port").write_text("8123\n")
    without, whole = back_up(), back_up(with_kits=True)
    assert [look_into(path)[0].kits for path in (without, whole)] == [0, 1]
    kit.unlink()
    (data / "port").write_text("9000\n")
    restore_backup(whole, now=LATER)
    assert (kit.read_bytes(), (data / "port").read_text()) == (b"%PDF", "9000\n")


def test_it_comes_back_where_there_is_nothing_yet(committed):
    path, before = back_up(), rows_of_database()
    if connection.vendor == "sqlite":
        connections.close_all()
        database_file().unlink()
    else:
        with connection.cursor() as cursor:
            cursor.execute(f"DROP TABLE {', '.join(connection.introspection.table_names(cursor))} CASCADE")
    assert restore_backup(path, now=LATER).aside is None
    assert rows_of_database() == before


@pytest.mark.slow
def test_what_was_there_before_is_a_backup_of_its_own(committed):
    path = back_up()
    Player.objects.create(club=committed.event.club, name="Came later")
    before = rows_of_database()
    restored = restore_backup(path, now=LATER)
    assert not Player.objects.filter(name="Came later").exists()
    assert parse_name(restored.aside.name).why == BEFORE_RESTORE
    restore_backup(restored.aside, now=LATER)
    assert rows_of_database() == before


def test_a_backup_is_its_owners_alone_says_what_is_in_it_and_leaves_nothing_else(committed):
    path = make_backup(why=ROUND, about="Kent evening: hour 1", now=LATER)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    manifest, why_unusable = look_into(path)
    facts = manifest.facts
    assert (why_unusable, manifest.why, manifest.about) == ("", ROUND, "Kent evening: hour 1")
    assert (facts.club, facts.evenings, facts.people, facts.hands) == ("The Jack and Knave", 1, 8, 0)
    assert facts.last_evening == "2026-11-21 Kent evening"
    assert facts.rows["tournament_player"] == 8
    assert [each.name for each in list_backups()] == [path.name]
    assert [each.name for each in backups_folder().iterdir() if not each.name.startswith(".making")] == [path.name]


def test_of_one_minute_each_has_a_name_of_its_own(committed):
    made = [back_up(), make_backup(why=ROUND, now=LATER), back_up()]
    assert [parse_name(path.name).nth for path in made] == [1, 2, 3]
    assert [each.name for each in list_backups()] == [path.name for path in reversed(made)]


def test_a_flipped_byte_or_a_missing_end_is_refused_and_changes_nothing(committed):
    path, lot = back_up(), random.Random(1674)
    before, content = rows_of_database(), path.read_bytes()
    broken = path.with_name("broken")
    places = [0, len(content) - 1, *(lot.randrange(len(content)) for _place in range(40))]
    damaged = [content[:place] + bytes([content[place] ^ 0x10]) + content[place + 1 :] for place in places]
    for each in [
        *damaged,
        content[: len(content) // 2],
        content[:-1],
        content + b"0",
        b"",
        b"no backup",
        content[100:],
    ]:
        broken.write_bytes(each)
        with pytest.raises(DamagedBackup):
            restore_backup(broken, now=LATER)
    assert rows_of_database() == before
    assert [each.name for each in list_backups()] == [path.name]


def test_a_file_that_was_packed_anew_by_somebody_else_is_refused(committed, tmp_path):
    """With the right sums inside, but not as Hangjack seals it."""
    path, other = back_up(), tmp_path / "other"
    with zipfile.ZipFile(path) as packed, zipfile.ZipFile(other, "w") as writing:
        for name in [*packed.namelist(), "../beside"]:
            writing.writestr(name, packed.read(name) if name in packed.namelist() else b"")
    assert MANIFEST in packed.namelist()
    with pytest.raises(DamagedBackup):
        restore_backup(other, now=LATER)


@pytest.mark.slow
def test_a_passphrase_locks_it(committed):
    path = back_up(lock=make_lock("four words of luck"))
    before = rows_of_database()
    assert parse_name(path.name).is_locked
    assert b"tournament_player" not in path.read_bytes()
    with pytest.raises(LockedBackup):
        restore_backup(path, now=LATER)
    salt = path.read_bytes()[25:41]
    with pytest.raises(PassphraseWrong):
        restore_backup(path, now=LATER, lock=make_lock("four words of lack", salt))
    Club.objects.update(name="Another one")
    restore_backup(path, now=LATER, lock=make_lock("four words of luck", salt))
    assert rows_of_database() == before


@pytest.fixture
def newer(committed) -> Iterator[Path]:
    """A backup of a version to come."""
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '0999_new', '2030-01-01')"
        )
        yield back_up()
        cursor.execute("DELETE FROM django_migrations WHERE name = '0999_new'")


def test_a_newer_version_is_refused_in_a_sentence(newer):
    with pytest.raises(CannotRestore, match="This backup is from a newer version of Hangjack"):
        restore_backup(newer, now=LATER)


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="is about files")
def test_a_damaged_database_is_put_aside_as_it_is(committed, data):
    path = back_up()
    before = rows_of_database()
    connections.close_all()
    content = bytearray(database_file().read_bytes())
    content[4096:] = random.Random(1674).randbytes(len(content) - 4096)
    database_file().write_bytes(content)
    restored = restore_backup(path, now=LATER)
    assert rows_of_database() == before
    assert (restored.aside.parent, (restored.aside / database_file().name).read_bytes()) == (data / "damaged", content)


def test_a_full_disk_is_named():
    with pytest.raises(NoRoom, match="The disk is full"), explain_write_errors(backups_folder()):
        raise OSError(28, "No space left on device")


def test_what_cannot_be_written_is_named(committed, tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(Exception, match="file cannot be used: .* Nothing was changed."):
        back_up(folder=tmp_path / "file")
