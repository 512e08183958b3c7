"""The director's pages of backups: what there is, what is in one, what is asked before going back."""

import re
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.timezone import localtime

from tests.conftest import signed_in
from tests.evenings import SEVEN
from tournament.backup.generations import BY_HAND, HOUR, parse_name
from tournament.backup.locking import make_lock
from tournament.backup.queries import backups_folder, list_backups, load_settings
from tournament.backup.restart import RestoreOrder
from tournament.backup.services import copy_to_second_place, log_restored, make_backup, restore_backup
from tournament.storage import data_files

PAGE = "/backups/"


@pytest.fixture
def director(committed):
    return signed_in(committed, "director")


def words_of(answer) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", answer.content.decode()).split())


def test_the_director_alone_comes_to_any_page_of_backups(committed, director):
    name = make_backup(why=BY_HAND, now=SEVEN).name
    asked = [PAGE, *(reverse(page, args=[name]) for page in ("backup", "backup_file"))]
    posted = ["/backups/upload/", *(reverse(page, args=[name]) for page in ("backup_restore", "backup_delete"))]
    scorer = signed_in(committed, "scorer")
    assert [scorer.get(path).status_code for path in asked] == [403] * 3
    assert [scorer.post(path, {"confirmation": "restore"}).status_code for path in [PAGE, *posted]] == [403] * 4
    for path in asked:
        answer = director.get(path)
        assert answer.status_code == 200
        answer.close()
    assert [director.get(path).status_code for path in posted] == [405] * 3


def test_a_backup_made_now_is_listed_downloaded_and_deleted(director):
    answer = director.post(PAGE, {"step": "make"}, follow=True)
    assert "Backup made and checked" in words_of(answer)
    (made,) = list_backups()
    assert "made by hand" in words_of(answer)
    download = director.get(reverse("backup_file", args=[made.name]))
    assert b"".join(download.streaming_content) == (backups_folder() / made.name).read_bytes()
    assert (made.name in download["Content-Disposition"], "no-store" in download["Cache-Control"]) == (True, True)
    director.post(reverse("backup_delete", args=[made.name]))
    assert list_backups() == []


def test_what_hangjack_keeps_by_itself_cannot_be_deleted_on_a_page(director):
    path = make_backup(why=HOUR, now=SEVEN)
    assert director.post(reverse("backup_delete", args=[path.name])).status_code == 404
    assert "Delete" not in words_of(director.get(reverse("backup", args=[path.name])))


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["1", "hangjack.sqlite3", ".settings.json", "hangjack-x-2026-11-21-1900-hour.hangjack"]
)
def test_no_other_file_can_be_had(director, name):
    (backups_folder()).mkdir(exist_ok=True)
    (backups_folder() / ".settings.json").write_text("{}")
    assert [director.get(f"/backups/{name}/{page}").status_code for page in ("", "file/")] == [404, 404]


def test_its_page_says_what_is_in_it(director):
    path = make_backup(why=HOUR, about="Kent evening: Hour 1", now=SEVEN)
    said = words_of(director.get(reverse("backup", args=[path.name])))
    assert "Club The Jack and Knave Evenings 1 the last: 2026-11-21 Kent evening People 8 Hands 0" in said
    assert "every hour · Kent evening: Hour 1" in said


def test_a_damaged_one_is_said_to_be_and_cannot_be_restored(director, restarts):
    path = make_backup(why=HOUR, now=SEVEN)
    path.write_bytes(path.read_bytes()[:-1])
    answer = director.get(reverse("backup", args=[path.name]))
    assert (answer.status_code, "It may be damaged or cut off" in words_of(answer)) == (422, True)
    refused = director.post(reverse("backup_restore", args=[path.name]), {"confirmation": "restore"})
    assert (refused.status_code, restarts) == (422, [])


def test_going_back_wants_its_word_and_then_starts_anew(director, restarts):
    path = make_backup(why=HOUR, now=SEVEN)
    address = reverse("backup_restore", args=[path.name])
    refused = director.post(address, {"confirmation": "yes"})
    assert (refused.status_code, restarts) == (422, [])
    assert "Type the word “restore” to go back" in words_of(refused)
    answer = director.post(address, {"confirmation": " Restore"})
    assert (answer.status_code, "Hangjack is going back to the backup of" in words_of(answer)) == (200, True)
    assert restarts == [RestoreOrder(str(backups_folder() / ".to-restore"), path.name, "director")]
    assert (backups_folder() / ".to-restore").read_bytes() == path.read_bytes()


def test_where_no_page_can_start_anew_it_says_what_to_type(director):
    path = make_backup(why=HOUR, now=SEVEN)
    said = words_of(director.get(reverse("backup", args=[path.name])))
    assert f"python3 manage.py restore {path}" in said
    director.post(reverse("backup_restore", args=[path.name]), {"confirmation": "restore"})
    assert not (backups_folder() / ".to-restore").exists()


def test_one_from_elsewhere_is_checked_as_it_comes_and_is_not_doubled(director):
    path = make_backup(why=HOUR, now=SEVEN)
    content = path.read_bytes()
    path.unlink()

    def upload(content: bytes):
        return director.post("/backups/upload/", {"file": SimpleUploadedFile("any name", content)}, follow=True)

    assert "Club The Jack and Knave" in words_of(upload(content))
    upload(content)
    (listed,) = list_backups()
    assert str(listed.why) == "uploaded"
    refused = upload(content[:-7])
    assert (refused.status_code, "It may be damaged or cut off" in words_of(refused)) == (422, True)
    assert "Choose the file of the backup first." in words_of(director.post("/backups/upload/"))
    assert len(list_backups()) == 1


@pytest.mark.slow
def test_one_that_is_locked_elsewhere_asks_for_its_passphrase_to_be_seen_and_to_be_restored(director, restarts):
    path = make_backup(why=HOUR, now=SEVEN, lock=make_lock("four words of luck"))
    page, restore = (reverse(name, args=[path.name]) for name in ("backup", "backup_restore"))
    assert "This backup is locked." in words_of(director.get(page))
    wrong = director.post(page, {"passphrase": "four words of lack"})
    assert (wrong.status_code, "That is not the passphrase of this backup." in words_of(wrong)) == (422, True)
    assert "Club The Jack and Knave" in words_of(director.post(page, {"passphrase": "four words of luck"}))
    for passphrase in ("", "four words of lack"):
        answer = director.post(restore, {"confirmation": "restore", "passphrase": passphrase})
        assert (answer.status_code, restarts) == (422, [])
    director.post(restore, {"confirmation": "restore", "passphrase": "four words of luck"})
    assert len(restarts) == 1
    assert (backups_folder() / ".to-restore").read_bytes()[:2] == b"PK"


@pytest.mark.slow
def test_a_passphrase_locks_from_then_on_and_the_same_has_to_be_typed_twice(director):
    def choose(one: str, other: str):
        return director.post(PAGE, {"step": "passphrase", "passphrase": one, "again": other}, follow=True)

    assert "The 2 passphrases are not the same." in words_of(choose("four words of luck", "four words"))
    assert choose("short", "short").status_code == 422
    assert load_settings().lock is None
    assert "New backups are locked from now on" in words_of(choose("four words of luck", "four words of luck"))
    director.post(PAGE, {"step": "make"})
    (made,) = list_backups()
    assert parse_name(made.name).is_locked
    assert "Club The Jack and Knave" in words_of(director.get(reverse("backup", args=[made.name])))
    assert "Backups are not locked from now on" in words_of(choose("", ""))


@pytest.mark.slow
def test_the_page_and_tonight_say_how_the_second_place_is(committed, director, tmp_path):
    tonight = reverse("event", args=[committed.event.pk])
    assert "Backups none yet" in words_of(director.get(tonight))
    stick = tmp_path / "stick"
    refused = director.post(PAGE, {"step": "place", "place": str(stick)})
    assert (refused.status_code, "there is no such folder" in words_of(refused)) == (422, True)
    stick.mkdir()
    assert "Backups are copied there" in words_of(
        director.post(PAGE, {"step": "place", "place": str(stick)}, follow=True)
    )
    make_backup(why=HOUR, now=SEVEN)
    copy_to_second_place(SEVEN)
    one, other = (date_format(localtime(at), "j M, H:i") for at in (SEVEN, SEVEN + timedelta(hours=1)))
    assert f"Backups the last one {one}; also in the second place" in words_of(director.get(tonight))
    assert "it has 1 backup, and nothing is missing." in words_of(director.get(PAGE))
    stick.rename(tmp_path / "pulled-out")
    copy_to_second_place(SEVEN + timedelta(hours=1))
    assert f"second place not reached since {other}" in words_of(director.get(tonight))
    assert f"Not reached since {other}: it is not there." in words_of(director.get(PAGE))


def test_a_disk_that_is_nearly_full_is_said(director, monkeypatch):
    monkeypatch.setattr(data_files, "ENOUGH_ROOM", 10**18)
    assert "This computer’s disk is nearly full" in words_of(director.get(PAGE))


@pytest.mark.slow
def test_the_log_says_who_did_what_with_backups_and_when_one_was_restored(committed, director, tmp_path):
    director.post(PAGE, {"step": "make"})
    (made,) = list_backups()
    path = backups_folder() / made.name
    director.get(reverse("backup_file", args=[made.name])).close()
    director.post("/backups/upload/", {"file": SimpleUploadedFile("any name", path.read_bytes())})
    director.post(PAGE, {"step": "place", "place": str(tmp_path)})
    director.post(PAGE, {"step": "passphrase", "passphrase": "four words of luck", "again": "four words of luck"})
    said = words_of(director.get("/log/"))
    wanted = [
        "Backups are locked with a passphrase from now on",
        f"Named a second place for backups: {tmp_path}",
        *(f"{did} the backup {made.name}" for did in ("Uploaded", "Downloaded", "Made")),
    ]
    assert [each for each in wanted if each not in said] == []
    assert "luck" not in said
    restore_backup(path, now=SEVEN, by="director")
    log_restored()
    log_restored()
    line = f"Restored the backup {made.name}, for director"
    again = signed_in(committed, "director")
    assert words_of(again.get("/log/")).count(line) == 1
    again.post(reverse("backup_delete", args=[made.name]))
    assert f"Deleted the backup {made.name}" in words_of(again.get("/log/"))
