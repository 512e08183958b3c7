"""A disk that is full or a database that cannot be written is told in a sentence, and nothing typed is lost."""

import errno
import json
import logging
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path
from urllib.parse import unquote

import psycopg
import pytest
from django.conf import settings
from django.db import Error, InterfaceError, OperationalError, connection
from django.test import Client

from tests import evenings
from tests.evenings import Evening
from tests.running import an_evening
from tournament.models import Entry, Hand, TableCode
from tournament.storage.storage_faults import ShortenStorageFaults, StorageFault, storage_fault_of

evening_of = evenings.evening_of
NAMES = [f"Player {number} of the long list" for number in range(300)]
HAND = {"dealer": "a", "answer_1": "stand", "high": "a", "low": "b", "jack": "none", "game": "a", "step": "record"}


@contextmanager
def read_only_database() -> Iterator[None]:
    """As after a disk that was remounted, until the end of the block."""
    is_postgresql = connection.vendor == "postgresql"
    with connection.cursor() as cursor:
        if is_postgresql:
            cursor.execute("SAVEPOINT before")
        cursor.execute("SET TRANSACTION READ ONLY" if is_postgresql else "PRAGMA query_only = ON")
        yield
        cursor.execute("ROLLBACK TO SAVEPOINT before" if is_postgresql else "PRAGMA query_only = OFF")


@contextmanager
def full_disk() -> Iterator[None]:
    """What SQLite answers on one: no page is left, also none that an earlier test had filled and given back."""
    with connection.cursor() as cursor:
        size, free = (cursor.execute(f"PRAGMA {what}").fetchone()[0] for what in ("page_size", "freelist_count"))
        cursor.execute("CREATE TABLE filling AS SELECT zeroblob(%s) AS room", [size * free])
        pages = cursor.execute("PRAGMA page_count").fetchone()[0]
        most = cursor.execute("PRAGMA max_page_count").fetchone()[0]
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        yield
        cursor.execute(f"PRAGMA max_page_count = {most}")
        cursor.execute("DROP TABLE filling")


@pytest.fixture
def desk(evening: object, as_director: Client) -> Client:
    as_director.raise_request_exception = False
    return as_director


def test_a_form_that_cannot_be_saved_comes_back_whole_to_be_sent_again(desk: Client, evening) -> None:
    door = f"/e/{evening.pk}/door/"
    with read_only_database():
        refused = desk.post(door, {"names": "Ann O'Hara\nCy", "csrfmiddlewaretoken": "token"})
    page = refused.content.decode()
    assert (refused.status_code, refused["Retry-After"]) == (503, "15")
    assert "The laptop cannot write to its disk, so nothing was saved." in page
    assert "Keep this page open, and send it again when it works." in page
    sent = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', page))
    assert sent == {"names": "Ann O&#39;Hara\nCy", "csrfmiddlewaretoken": "token"}
    assert f'action="{door}"' in page
    assert not Entry.objects.exists()
    again = desk.post(door, {name: unescape(value) for name, value in sent.items()})
    assert (again.status_code, Entry.objects.count()) == (302, 2)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="is how SQLite tells of a full disk")
def test_a_full_disk_is_named_and_what_was_saved_is_shown(desk: Client, evening) -> None:
    desk.post(f"/e/{evening.pk}/door/", {"names": "Ann"})
    with full_disk():
        refused = desk.post(f"/e/{evening.pk}/door/", {"names": "\n".join(NAMES)})
        shown = desk.get(f"/e/{evening.pk}/door/")
    assert refused.status_code == 507
    assert "disk is full, so nothing was saved just now. What was saved before is safe." in refused.content.decode()
    assert (shown.status_code, [entry.name for entry in Entry.objects.all()]) == (200, ["Ann"])


@pytest.mark.skipif(connection.vendor != "sqlite", reason="is about SQLite's file")
def test_a_phone_opens_its_table_on_a_full_disk(in_play: Evening) -> None:
    phone, code = Client(), TableCode.objects.filter(revoked_at=None)[0].code
    with full_disk():
        opened = [phone.get(f"/t/{code}/").status_code for _time in range(2)]
    assert opened == [200, 200]
    assert phone.get(f"/t/{code}/").status_code == 200


def test_a_part_that_htmx_asked_for_stays_and_the_sentence_comes_beside_it(desk: Client, evening) -> None:
    with read_only_database():
        refused = desk.post(f"/e/{evening.pk}/door/", {"names": "Ann"}, headers={"HX-Request": "true"})
    assert unquote(refused["Hall-Fault"]).startswith("The laptop cannot write to its disk")
    assert "HX-Retarget" not in refused


@pytest.mark.skipif(connection.vendor != "sqlite", reason="has no file of a database")
def test_nothing_is_written_to_a_database_that_was_taken_away_or_replaced(desk: Client, evening) -> None:
    door, path = f"/e/{evening.pk}/door/", Path(connection.settings_dict["NAME"])
    aside = path.with_name("aside.sqlite3")
    assert desk.get(door).status_code == 200
    path.rename(aside)
    try:
        taken = desk.post(door, {"names": "Ann"})
        path.touch()
        replaced = desk.post(door, {"names": "Ann"})
    finally:
        aside.replace(path)
    assert (taken.status_code, replaced.status_code) == (503, 503)
    assert "database has disappeared, so nothing was saved" in taken.content.decode()
    assert desk.post(door, {"names": "Ann"}).status_code == 302
    assert Entry.objects.count() == 1


def test_a_password_is_not_sent_back(client: Client, director: object) -> None:
    client.raise_request_exception = False
    with read_only_database():
        refused = client.post("/sign-in/", {"username": "Dora", "password": "turn the jack"})
    page = refused.content.decode()
    assert (refused.status_code, "turn the jack" in page, "Keep this page open" in page) == (503, False, False)


def test_a_phone_is_told_in_its_own_words_and_its_hand_comes_through_once_it_can(evening_of) -> None:
    evening: Evening = evening_of(8, format="trinidad-tables").begun()
    match = evening.matches(1)[0]
    code = TableCode.objects.get(event=evening.event, table_number=match.table.number, revoked_at=None).code
    phone, page = Client(raise_request_exception=False), f"/t/{code}/{match.pk}/"
    phone.get(page)
    sent = {**HAND, "number": 1, "entry_key": "3b241101-e2bb-4255-8caf-4136c566a962"}
    with read_only_database():
        refused = phone.post(page, sent, headers={"Accept": "application/json"})
    said = json.loads(refused.content)
    assert (refused.status_code, said["code"]) == (503, "disk_read_only")
    assert said["error"].startswith("The laptop cannot write to its disk")
    assert phone.post(page, sent, headers={"Accept": "application/json"}).status_code == 201
    assert Hand.objects.count() == 1


def test_a_fault_in_hangjack_itself_stays_a_fault(desk: Client) -> None:
    assert storage_fault_of(RuntimeError("a fault")) is None
    assert storage_fault_of(OSError(errno.ENOENT, "no such file")) is None
    assert storage_fault_of(None) is None


def raised_from(outer: Error, cause: Exception) -> Error:
    outer.__cause__ = cause
    return outer


def code_of(fault: StorageFault | None) -> str | None:
    return fault and fault.code


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "disk_full"),
        (OSError(errno.EROFS, "Read-only file system"), "disk_read_only"),
        (raised_from(OperationalError(), psycopg.errors.DiskFull()), "disk_full"),
        (raised_from(OperationalError(), psycopg.errors.DataCorrupted()), "database_damaged"),
        (raised_from(OperationalError(), psycopg.errors.LockNotAvailable()), "database_busy"),
        (raised_from(OperationalError(), psycopg.OperationalError("connection refused")), "database_away"),
        (raised_from(InterfaceError(), psycopg.InterfaceError("the connection is closed")), "database_away"),
        (raised_from(Error(), psycopg.DataError("NUL")), None),
        (raised_from(Error(), psycopg.errors.UniqueViolation()), None),
    ],
)
def test_errors_of_the_disk_and_of_postgresql_are_known(error: BaseException, code: str | None) -> None:
    assert code_of(storage_fault_of(error)) == code


def test_errors_of_sqlite_are_known(tmp_path: Path) -> None:
    (tmp_path / "none.sqlite3").write_bytes(b"no database at all" * 100)
    with pytest.raises(sqlite3.DatabaseError) as damaged:
        sqlite3.connect(tmp_path / "none.sqlite3").execute("SELECT * FROM player")
    holder = sqlite3.connect(tmp_path / "held.sqlite3", isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(sqlite3.OperationalError) as busy:
        sqlite3.connect(tmp_path / "held.sqlite3", timeout=0).execute("CREATE TABLE player (name)")
    holder.close()
    with pytest.raises(sqlite3.OperationalError) as away:
        sqlite3.connect(tmp_path / "no" / "folder.sqlite3")
    found = [storage_fault_of(each.value) for each in (damaged, busy, away)]
    assert [code_of(fault) for fault in found] == ["database_damaged", "database_busy", "database_away"]


def record_of(error: Exception) -> logging.LogRecord:
    try:
        raise error
    except Exception:
        return logging.LogRecord("django.request", logging.ERROR, "", 0, "Error: %s", ("/",), sys.exc_info())


def test_the_window_says_a_fault_in_a_sentence_and_not_again_for_a_minute() -> None:
    shorten = ShortenStorageFaults()
    first, second, other = (record_of(OSError(errno.ENOSPC, "full")) for _record in range(3))
    fault = record_of(RuntimeError("a fault in Hangjack"))
    assert [shorten.filter(record) for record in (first, second, fault)] == [True, False, True]
    assert (first.exc_info, first.getMessage()) == (
        None,
        f"The disk of {settings.DATABASES['default']['NAME']} is full. Nothing that was saved before is lost, and "
        "nothing more is saved until there is room: empty the computer’s bin, or delete files you no longer need. "
        "Hangjack goes on by itself.",
    )
    assert fault.exc_info is not None
    shorten._said.clear()  # a minute later
    assert shorten.filter(other)


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="holds SQLite's one lock")
def test_a_database_that_another_program_holds_is_said_and_the_evening_goes_on(ready_hall: dict[str, str]) -> None:
    with an_evening(ready_hall) as evening:
        holder = sqlite3.connect(Path(ready_hall["HANGJACK_DATA"]) / "hangjack.sqlite3", isolation_level=None)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(OSError, match="503"):
            evening.sign_in()
        assert evening.get("/").status == 200
        holder.close()
        assert evening.sign_in() == "/new-password/"
        said = evening.stop()
    assert "Another program is using" in said and "Traceback" not in said
