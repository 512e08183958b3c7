"""`manage.py backup` and `manage.py restore`, and going back by the page of a server that runs."""

import contextlib
import io
import random
import re
import sqlite3
import subprocess
import sys
import zipfile
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from tests.backup.conftest import rows_of_database
from tests.running import Running, an_evening
from tournament.backup.queries import PASSPHRASE, list_backups
from tournament.models import Club, Player
from tournament.storage.data_lock import hold_folder


def run(*command: object) -> list[str]:
    said = io.StringIO()
    call_command(*(str(word) for word in command), stdout=said)
    return said.getvalue().splitlines()


@pytest.mark.slow
@pytest.mark.twice
def test_one_command_writes_everything_and_another_brings_it_back(committed, tmp_path):
    said = run("backup", "--to", tmp_path)
    assert re.fullmatch(r"Backed up and checked \([\d.]+ KB\):", said[0])
    path, before = Path(said[1]), rows_of_database()
    assert path.parent == tmp_path
    Player.objects.create(club=committed.event.club, name="Came later")
    said = run("restore", path, "--yes")
    assert rows_of_database() == before
    assert said[0].startswith("Backup of The Jack and Knave, made ")
    assert said[1:3] == ["Evenings 1 (the last: 2026-11-21 Kent evening), people 8, hands 0.", "Restored."]
    assert [said[3]] == [
        f"What was there before is in {settings.DATA_DIR / 'backups' / each.name}" for each in list_backups()
    ]


@pytest.mark.slow
def test_over_data_that_are_there_it_asks(committed, tmp_path, monkeypatch):
    path = run("backup", "--to", tmp_path)[1]
    Club.objects.update(name="Another one")
    for typed in ("", "yes\n"):
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        with pytest.raises(CommandError, match="Nothing was changed. Type the word, or add --yes."):
            run("restore", path)
    assert Club.objects.get().name == "Another one"
    monkeypatch.setattr(sys, "stdin", io.StringIO("restore\n"))
    run("restore", path)
    assert Club.objects.get().name == "The Jack and Knave"


@pytest.mark.slow
def test_a_passphrase_comes_from_the_environment_where_nobody_can_be_asked(committed, tmp_path, monkeypatch):
    monkeypatch.setenv(PASSPHRASE, "short")
    with pytest.raises(CommandError, match="8 letters or more"):
        run("backup", "--passphrase")
    monkeypatch.setenv(PASSPHRASE, "four words of luck")
    path = run("backup", "--passphrase", "--to", tmp_path)[1]
    assert not zipfile.is_zipfile(path)
    monkeypatch.setenv(PASSPHRASE, "four words of lack")
    with pytest.raises(CommandError, match="That is not the passphrase of this backup."):
        run("restore", path, "--yes")
    monkeypatch.setenv(PASSPHRASE, "four words of luck")
    assert "Restored." in run("restore", path, "--yes")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "There is no file"),
        (b"", "This file is not a complete Hangjack backup"),
        (b"PK\x03\x04 and no more", "It may be damaged or cut off"),
    ],
)
def test_what_is_no_backup_is_refused_in_a_sentence(committed, tmp_path, content, said):
    path = tmp_path / "file"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(CommandError, match=said):
        run("restore", path, "--yes")


def test_a_folder_that_is_not_there_is_not_made(committed, tmp_path):
    with pytest.raises(CommandError, match="Make it first, or plug its disk in."):
        run("backup", "--to", tmp_path / "stick")


def test_nothing_is_restored_while_a_server_has_the_folder(committed, data, tmp_path):
    path = run("backup", "--to", tmp_path)[1]
    with hold_folder(data), pytest.raises(CommandError):
        run("restore", path, "--yes")


class Visitor:
    """A browser that posts forms as a page has them."""

    def __init__(self, evening: Running) -> None:
        self.address = f"http://127.0.0.1:{evening.port}"
        self.opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))

    def get(self, path: str) -> str:
        with self.opener.open(self.address + path) as page:
            return page.read().decode()

    def post(self, path: str, on: str = "/sign-in/", **fields: str) -> str:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get(on))[1]
        try:
            with self.opener.open(
                self.address + path, urlencode({"csrfmiddlewaretoken": token, **fields}).encode()
            ) as page:
                return page.read().decode()
        except HTTPError as refused:
            return refused.read().decode()

    def upload(self, content: bytes) -> str:
        token = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', self.get("/backups/"))[1]
        lines = [b"--cut", b'Content-Disposition: form-data; name="csrfmiddlewaretoken"', b"", token.encode(), b"--cut"]
        lines += [b'Content-Disposition: form-data; name="file"; filename="a.hangjack"', b"", content, b"--cut--", b""]
        request = Request(self.address + "/backups/upload/", b"\r\n".join(lines))
        request.add_header("Content-Type", "multipart/form-data; boundary=cut")
        with self.opener.open(request) as page:
            return page.read().decode()


@pytest.mark.slow
def test_going_back_by_the_page_starts_anew_with_the_backup_and_everybody_signs_in_again(ready_hall):
    club, data = {"wifi_name": "", "wifi_password": "", "sheet": "a4"}, Path(ready_hall["HANGJACK_DATA"])
    with an_evening(ready_hall) as evening:
        director = Visitor(evening)
        director.post("/sign-in/", username="director", password=evening.password)
        director.post(
            "/new-password/", on="/new-password/", new_password1="bullseye 1674", new_password2="bullseye 1674"
        )
        director.post("/club/", on="/club/", name="The Hop Pole", **club)
        (data / "kits" / "evening-1").mkdir(parents=True)
        (data / "kits" / "evening-1" / "kit.pdf").write_bytes(random.Random(1674).randbytes(4_000_000))
        director.post("/backups/", on="/backups/", step="make", kits="on")
        (path,) = (data / "backups").glob("*-by-hand.hangjack")
        director.post("/club/", on="/club/", name="Another one", **club)
        refused = subprocess.run(
            [sys.executable, "manage.py", "restore", path, "--yes"],
            cwd=settings.BASE_DIR,
            env=ready_hall,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (refused.returncode, "Traceback" in refused.stderr, "another window" in refused.stderr) == (
            1,
            False,
            True,
        )
        page = f"/backups/{path.name}/"
        assert "The Hop Pole" in director.get(page)
        said = director.post(f"{page}restore/", on=page, confirmation="restore")
        assert "going back to the backup" in said
        heard = ""
        while "Ctrl+C stops it." not in heard:
            line = evening.process.stdout.readline()
            assert line, heard
            heard += line
        assert "The backup is restored.\nWhat was there before is in" in heard
        assert "Sign in" in director.get("/club/")
        director.post("/sign-in/", username="director", password="bullseye 1674")
        assert 'value="The Hop Pole"' in director.get("/club/")
        content = path.read_bytes()
        path.unlink()
        assert "The Hop Pole" in director.upload(content)
        assert "Hangjack has stopped." in evening.stop()
        assert evening.process.returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="an old version's database is a file")
def test_before_a_new_version_changes_the_database_there_is_a_backup_and_a_newer_database_is_refused(ready_hall):
    database = Path(ready_hall["HANGJACK_DATA"]) / "hangjack.sqlite3"
    with an_evening(ready_hall) as evening:
        evening.stop()
    with contextlib.closing(sqlite3.connect(database)) as changed, changed:
        changed.execute("DELETE FROM django_migrations WHERE app = 'sessions'")
        changed.execute("DROP TABLE django_session")
    with an_evening(ready_hall) as evening:
        (path,) = (database.parent / "backups").glob("*-before-update.hangjack")
        assert f"A backup from before is in {path}" in evening.said
    with contextlib.closing(sqlite3.connect(database)) as changed, changed:
        changed.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('tournament', '0999_new', '2030-01-01')"
        )
    refused = subprocess.run(
        [sys.executable, "manage.py", "evening"],
        cwd=settings.BASE_DIR,
        env=ready_hall,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (refused.returncode, "is of a newer version of Hangjack than this one" in refused.stderr) == (1, True)
