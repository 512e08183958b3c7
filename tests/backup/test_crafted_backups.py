"""A backup that somebody crafted is refused in a sentence, or brings its rows and nothing else."""

import json
import random
import sqlite3
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection

from tests.backup.conftest import rows_of_database
from tests.backup.crafted import Files, change_database, count_again, read_files, seal, write_backup
from tests.conftest import signed_in
from tests.evenings import SEVEN
from tournament.backup import backup_file
from tournament.backup.backup_file import MANIFEST, DamagedBackup, NoRoom, OversizedBackup
from tournament.backup.database_copy import DATABASE, TABLES, database_file, size_of_database
from tournament.backup.generations import BY_HAND
from tournament.backup.queries import list_backups
from tournament.backup.services import CannotRestore, make_backup, prepare_restore, restore_backup
from tournament.foundation.errors import TournamentError
from tournament.models import Club, Player

ON_SQLITE = pytest.mark.skipif(connection.vendor != "sqlite", reason="is about SQLite's file")
ON_POSTGRESQL = pytest.mark.skipif(connection.vendor != "postgresql", reason="is about PostgreSQL's rows")
EVIL = 'DROP TABLE "tournament_hand" CASCADE'


@pytest.fixture
def backup(committed) -> Path:
    return make_backup(why=BY_HAND, now=SEVEN)


@pytest.fixture
def crafted(backup: Path, tmp_path: Path) -> Callable[..., Path]:
    """Returns a function that writes the backup with another manifest and other files."""
    manifest, files = read_files(backup)

    def craft(change: Callable[[dict[str, Any], Files], tuple[Any, Files]]) -> Path:
        return write_backup(tmp_path / "crafted.hangjack", *change(json.loads(json.dumps(manifest)), dict(files)))

    return craft


def assert_refused(path: Path, kind: type[TournamentError] = DamagedBackup) -> None:
    before = rows_of_database()
    with pytest.raises(kind) as refused:
        restore_backup(path, now=SEVEN)
    assert len(str(refused.value)) > 20
    with pytest.raises(kind):  # from a page too, before anything is stopped
        prepare_restore(path)
    assert rows_of_database() == before


def rename_table(new: str) -> Callable[[dict[str, Any], Files], tuple[Any, Files]]:
    """A table of another name, in the manifest and in the copy."""

    def change(manifest: dict[str, Any], files: Files) -> tuple[Any, Files]:
        facts = manifest["facts"]
        for kind in ("columns", "rows"):
            facts[kind][new] = facts[kind].pop("tournament_hand")
        if f"{TABLES}/tournament_hand" in files:
            files[f"{TABLES}/{new}"] = files.pop(f"{TABLES}/tournament_hand")
        else:
            quoted = new.replace('"', '""')
            files = change_database(files, lambda db: db.execute(f'ALTER TABLE tournament_hand RENAME TO "{quoted}"'))
        return manifest, files

    return change


NAMES = [
    f'tournament_hand"; {EVIL}; --',
    f'tournament_hand" (id) FROM STDIN; {EVIL}; --',
    "tournament_evil",
    'tournament_"',
    "pg_authid",
    "tournament_hand\n",
    "../tournament_hand",
    "tournament_hand\0",
    "",
]


@pytest.mark.parametrize("name", NAMES)
def test_no_name_of_a_table_out_of_a_backup_comes_to_the_database(crafted, name):
    change = rename_table(name)
    if connection.vendor == "sqlite" and ("\0" in name or not name):
        pytest.skip("SQLite has no such table")
    assert_refused(crafted(change), TournamentError)


@pytest.mark.slow
@pytest.mark.parametrize("name", [f'id") FROM STDIN; {EVIL}; --', "id2", 'name"', "name\n", "\0", ""])
def test_no_name_of_a_column_out_of_a_backup_comes_to_the_database(crafted, name):
    def change(manifest, files):
        columns = manifest["facts"]["columns"]["tournament_club"]
        columns[columns.index("name")] = name
        return manifest, files

    assert_refused(crafted(change), TournamentError)


@ON_POSTGRESQL
@pytest.mark.parametrize("name", [f"'; {EVIL}; --", f'x"; {EVIL}; --', "pg_catalog.pg_class", "no_such_seq"])
def test_no_name_of_a_sequence_out_of_a_backup_comes_to_the_database(crafted, committed, name):
    def change(manifest, files):
        manifest["facts"]["sequences"] = {name: 7}
        return manifest, files

    before = rows_of_database()
    restore_backup(crafted(change), now=SEVEN)
    assert rows_of_database() == before
    Player.objects.create(club=committed.event.club, name="New")


@ON_POSTGRESQL
@pytest.mark.parametrize("last", [1, 2**53, 2**62])
def test_a_wrong_last_number_stops_no_new_row(crafted, committed, last):
    def change(manifest, files):
        manifest["facts"]["sequences"] = dict.fromkeys(manifest["facts"]["sequences"], last)
        return manifest, files

    restore_backup(crafted(change), now=SEVEN)
    Player.objects.create(club=committed.event.club, name="New")
    again = make_backup(why=BY_HAND, now=SEVEN)
    restore_backup(again, now=SEVEN)
    assert Player.objects.filter(name="New").exists()


def test_a_copy_without_migrations_or_with_a_gap_in_them_is_refused(crafted):
    def forget(nodes):
        def change(manifest, files):
            left = [node for node in manifest["facts"]["migrations"] if node not in nodes]
            manifest["facts"]["migrations"] = left
            if DATABASE in files:

                def delete(db: sqlite3.Connection) -> None:
                    db.execute("DELETE FROM django_migrations")
                    db.executemany("INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '')", left)

                files = change_database(files, delete)
                manifest["facts"]["rows"]["django_migrations"] = len(left)
            return manifest, files

        return change

    all_of = crafted(lambda manifest, files: (manifest, files))
    every = read_files(all_of)[0]["facts"]["migrations"]
    for gone in (every, [node for node in every if node[0] == "tournament"], [every[-2]]):
        assert_refused(crafted(forget(gone)), CannotRestore)


@pytest.mark.slow
@ON_SQLITE
def test_nothing_but_rows_comes_out_of_a_file_of_sqlite(crafted, committed):
    def change(manifest, files):
        def add(db: sqlite3.Connection) -> None:
            db.execute("INSERT INTO django_session VALUES ('x', 'y', '2999-01-01 00:00:00')")
            db.execute("CREATE TABLE evil (a)")
            db.execute("CREATE TRIGGER evil_t AFTER UPDATE ON tournament_club BEGIN DELETE FROM tournament_hand; END")
            db.execute("CREATE TRIGGER evil_u AFTER INSERT ON django_session BEGIN DELETE FROM tournament_seat; END")
            db.execute("CREATE VIEW evil_v AS SELECT * FROM tournament_account")
            db.execute("CREATE INDEX evil_i ON tournament_club (name COLLATE NOCASE)")
            db.execute("CREATE VIRTUAL TABLE evil_f USING fts5(a)")

        return manifest, change_database(files, add)

    before = rows_of_database()
    restore_backup(crafted(change), now=SEVEN)
    assert rows_of_database() == before
    with connection.cursor() as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE type IN ('trigger', 'view') OR name LIKE 'evil%'")
        assert cursor.fetchall() == []
    Club.objects.update(name="Another one")
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM django_session")
        assert cursor.fetchone() == (0,)


ROWS = {
    "a foreign key that points nowhere": "UPDATE tournament_entry SET player_id = 999999 WHERE id = 1",
    "text for a number": "UPDATE tournament_event SET revision = 'many'",
    "a number for text": "UPDATE tournament_player SET name = x'ff00' WHERE id = 1",
    "text that is no UTF-8": "UPDATE tournament_player SET name = CAST(x'ff00' AS TEXT) WHERE id = 1",
    "no day": "UPDATE tournament_event SET date = '2026-02-31'",
    "a day that no page can show": "UPDATE tournament_event SET date = '9999-12-31'",
    "no moment": "UPDATE tournament_logentry SET at = 'yesterday'",
    "no JSON": "UPDATE tournament_logentry SET after = '{'",
    "JSON that is no text": """UPDATE tournament_logentry SET after = '{"a": "\\ud800"}'""",
    "a key that is none": "UPDATE tournament_event SET uid = 'x'",
    "no yes or no": "UPDATE tournament_account SET is_active = 2",
    "a number without a next": f"UPDATE tournament_player SET id = {2**63 - 1} WHERE id = (SELECT max(id) FROM "
    "tournament_player)",
    "a last number that is none": "UPDATE sqlite_sequence SET seq = 'last'",
    "a check that fails": "UPDATE tournament_event SET revision = -1",
    "two with one name": "UPDATE tournament_account SET username = 'same'",
    "nothing where something has to be": "UPDATE tournament_club SET name = NULL",
}


def spoil_row(what: str) -> Callable[[dict[str, Any], Files], tuple[Any, Files]]:
    """A row of SQLite's file that its own tables would have refused."""

    def change(manifest: dict[str, Any], files: Files) -> tuple[Any, Files]:
        def spoil(db: sqlite3.Connection) -> None:
            db.execute("PRAGMA ignore_check_constraints=ON")
            db.execute("PRAGMA writable_schema=ON")
            db.execute("UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE type = 'table'")
            one_name = ', CONSTRAINT "one_account_a_name" UNIQUE ("club_id", "username")'
            db.execute("UPDATE sqlite_master SET sql = replace(sql, ?, '') WHERE type = 'table'", [one_name])
            db.execute("DELETE FROM sqlite_master WHERE tbl_name = 'tournament_account' AND type = 'index'")
            db.execute("PRAGMA writable_schema=RESET")
            db.execute(ROWS[what])

        files = change_database(files, spoil)
        return count_again(manifest, files), files

    return change


@pytest.mark.slow
@ON_SQLITE
@pytest.mark.parametrize("what", ROWS)
def test_rows_that_no_page_could_show_are_refused(crafted, what):
    assert_refused(crafted(spoil_row(what)))


PIECES = {
    "a foreign key that points nowhere": ("tournament_entry", "player_id", b"999999"),
    "text for a number": ("tournament_event", "revision", b"many"),
    "no day": ("tournament_event", "date", b"2026-02-31"),
    "a day that no page can show": ("tournament_event", "date", b"9999-12-31"),
    "a day after all of Python's": ("tournament_event", "date", b"20000-01-01"),
    "a day without end": ("tournament_event", "date", b"infinity"),
    "a day before all": ("tournament_event", "date", b"0044-03-15 BC"),
    "no JSON": ("tournament_logentry", "after", b"{"),
    "nothing where something has to be": ("tournament_club", "name", b"\\N"),
    "a number that a column cannot hold": ("tournament_event", "revision", b"99999999999999999999"),
    "a number without a next": ("tournament_club", "id", b"9223372036854775807"),
    "an end of the rows": ("tournament_club", "name", b"x\n\\.\n"),
    "more columns": ("tournament_club", "name", b"a\tb"),
    "text that is no UTF-8": ("tournament_club", "name", b"\xff\xfe"),
    "a NUL": ("tournament_club", "name", b"a\x00b"),
    "another migration": ("django_migrations", "name", b"0001_other"),
}


def spoil_piece(what: str) -> Callable[[dict[str, Any], Files], tuple[Any, Files]]:
    """A value in the first row of a table of PostgreSQL."""
    table, column, value = PIECES[what]

    def change(manifest: dict[str, Any], files: Files) -> tuple[Any, Files]:
        place = manifest["facts"]["columns"][table].index(column)
        first, *rest = files[f"{TABLES}/{table}"].split(b"\n")
        fields = first.split(b"\t")
        fields[place] = value
        files[f"{TABLES}/{table}"] = b"\n".join([b"\t".join(fields), *rest])
        manifest["facts"]["rows"][table] = files[f"{TABLES}/{table}"].count(b"\n")
        return manifest, files

    return change


@pytest.mark.slow
@ON_POSTGRESQL
@pytest.mark.parametrize("what", PIECES)
def test_rows_of_postgresql_that_no_page_could_show_are_refused(crafted, what):
    assert_refused(crafted(spoil_piece(what)))


@pytest.mark.parametrize("what", ["a foreign key that points nowhere", "a day that no page can show"])
def test_wrong_rows_are_said_on_the_page_before_anything_is_stopped(backup, crafted, committed, restarts, what):
    spoil = spoil_row if connection.vendor == "sqlite" else spoil_piece
    content, director = crafted(spoil(what)).read_bytes(), signed_in(committed, "director")
    sent = director.post("/backups/upload/", {"file": SimpleUploadedFile("any", content)})
    backup.write_bytes(content)
    pressed = director.post(f"/backups/{backup.name}/restore/", {"confirmation": "restore"})
    looked_at = director.get(f"/backups/{backup.name}/")
    answers = [
        (each.status_code, "not a complete Hangjack backup" in each.content.decode())
        for each in (sent, pressed, looked_at)
    ]
    assert (answers, restarts) == ([(422, True)] * 3, [])


@ON_POSTGRESQL
def test_no_sign_in_comes_out_of_a_backup_of_postgresql(crafted):
    def change(manifest, files):
        columns = manifest["facts"]["columns"]["django_session"]
        row = {"session_key": "x", "session_data": "y", "expire_date": "2999-01-01"}
        files[f"{TABLES}/django_session"] = "\t".join(row[name] for name in columns).encode() + b"\n"
        manifest["facts"]["rows"]["django_session"] = 1
        return manifest, files

    assert_refused(crafted(change))


def put(*path: str | int, value: Any) -> Callable[[dict[str, Any]], Any]:
    """Sets a value within the manifest."""

    def change(manifest: dict[str, Any]) -> Any:
        at: Any = manifest
        for step in path[:-1]:
            at = at[step]
        at[path[-1]] = value
        return manifest

    return change


BROKEN: dict[str, Callable[[dict[str, Any]], Any]] = {
    "a list": lambda manifest: [manifest],
    "a word": lambda manifest: "manifest",
    "nothing": lambda manifest: None,
    "no facts": lambda manifest: {name: value for name, value in manifest.items() if name != "facts"},
    "one more field": put("more", value=1),
    "one more fact": put("facts", "more", value=1),
    "a format that is a word": put("format", value="new"),
    "a version that is none": put("version", value=[1]),
    "no moment": put("made_at", value="yesterday"),
    "a moment without a zone": put("made_at", value="2026-11-21T19:00:00"),
    "the last moment": put("made_at", value="9999-12-31T23:59:59-12:00"),
    "an unknown reason": put("why", value="<b>"),
    "a lone surrogate": put("about", value="\ud800"),
    "a NUL": put("about", value="a\0b"),
    "a long text": put("about", value="long " * 5000),
    "facts that are a list": put("facts", value=[]),
    "another database": put("facts", "database", value="mysql"),
    "migrations that are a number": put("facts", "migrations", value=7),
    "migrations of numbers": put("facts", "migrations", value=[[1, 2]]),
    "migrations of three": put("facts", "migrations", value=[["a", "b", "c"]]),
    "columns that are a list": put("facts", "columns", value=[]),
    "columns of numbers": put("facts", "columns", "tournament_club", value=[1]),
    "rows that are words": put("facts", "rows", "tournament_club", value="one"),
    "fewer rows than none": put("facts", "rows", "tournament_club", value=-1),
    "sequences of words": put("facts", "sequences", value={"a": "b"}),
    "sequences that are a list": put("facts", "sequences", value=["a"]),
    "a club that is a number": put("facts", "club", value=7),
    "evenings without end": put("facts", "evenings", value=float("inf")),
    "no number of hands": put("facts", "hands", value=None),
}


@pytest.mark.slow
@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_manifest_is_a_sentence_on_the_page_and_changes_nothing(crafted, committed, what):
    path = crafted(lambda manifest, files: (BROKEN[what](manifest), files))
    assert_refused(path)
    answer = signed_in(committed, "director").post(
        "/backups/upload/", {"file": SimpleUploadedFile("any", path.read_bytes())}
    )
    assert (answer.status_code, "not a complete Hangjack backup" in answer.content.decode()) == (422, True)
    assert 'action="/backups/upload/#from-elsewhere"' in answer.content.decode()  # where the sentence stands


TEXTS = {
    "no JSON": b"{",
    "nothing": b"",
    "no text": b"\xff\xfe\x00",
    "endless nesting": b"[" * 200_000,
    "a number of a million figures": b'{"format": ' + b"9" * 1_000_000 + b"}",
    "far too long": b'{"format": 1, "a": "' + b" " * 9_000_000 + b'"}',
}


@pytest.mark.slow
@pytest.mark.parametrize("what", TEXTS)
def test_a_manifest_that_is_no_document_is_a_sentence(backup, tmp_path, what):
    manifest, files = read_files(backup)
    assert_refused(write_backup(tmp_path / "crafted", manifest, files, text=TEXTS[what]))


NAMES_OF_FILES = [
    "../beside",
    "/tmp/beside",
    "kits/../../beside.pdf",
    "kits/.hidden.pdf",
    "secret-key",
    "more",
    "kits/a",
]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*NAMES_OF_FILES, "kits/a/b/c.pdf", "tables/more", "kits\\a.pdf", f"{DATABASE}-wal"])
def test_no_file_comes_out_of_a_backup_but_those_that_hangjack_puts_there(crafted, name):
    assert_refused(crafted(lambda manifest, files: (manifest, files | {name: b"x"})))


@pytest.mark.slow
def test_a_port_that_is_none_stops_no_later_start(crafted, data):
    restore_backup(crafted(lambda manifest, files: (manifest, files | {"port": b"80; rm"})), now=SEVEN)
    assert not (data / "port").exists()


def test_a_file_that_unpacks_to_far_too_much_is_refused_before_it_is_unpacked(crafted, monkeypatch):
    monkeypatch.setattr(backup_file, "ENOUGH", 30_000_000)
    monkeypatch.setattr(backup_file, "MANY_TIMES", 1)
    far_too_much = bytes(max(40_000_000, 2 * size_of_database()))  # PostgreSQL's grows with each test before
    bomb = crafted(lambda manifest, files: (manifest, files | {"kits/a.pdf": far_too_much}))
    assert_refused(bomb, OversizedBackup)


def test_a_file_that_the_disk_has_no_room_for_is_refused_before_it_is_unpacked(backup, monkeypatch):
    monkeypatch.setattr(backup_file, "ENOUGH_ROOM", 10**12)
    assert_refused(backup, NoRoom)


def test_a_file_that_is_larger_inside_than_it_says_is_refused(backup, tmp_path):
    manifest, files = read_files(backup)
    path = write_backup(tmp_path / "crafted", manifest, files | {"kits/a.pdf": bytes(5_000_000)})
    content = path.read_bytes()
    path.write_bytes(content.replace((5_000_000).to_bytes(4, "little"), (9).to_bytes(4, "little")))
    assert_refused(seal(path))


@pytest.mark.parametrize("kind", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_zip_that_is_packed_in_another_way_is_refused(backup, tmp_path, kind):
    with zipfile.ZipFile(backup) as packed, zipfile.ZipFile(tmp_path / "crafted", "w", kind) as writing:
        for name in packed.namelist():
            writing.writestr(name, packed.read(name))
        writing.comment = b"0" * 64
    assert_refused(seal(tmp_path / "crafted"))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_zip_with_two_files_of_one_name_or_without_a_manifest_is_refused(backup, tmp_path):
    _manifest, files = read_files(backup)
    for names in ([MANIFEST, MANIFEST], []):
        with zipfile.ZipFile(tmp_path / "crafted", "w") as writing:
            for name in [*files, *names]:
                writing.writestr(name, files.get(name, b"{}"))
            writing.comment = b"0" * 64
        assert_refused(seal(tmp_path / "crafted"))


SPOILT_VALUES = [None, -1, 2**70, 1.5, "", "x\0", "\ud800", [], {}, [[]], True, "'; DROP TABLE tournament_hand; --"]


def spoil_somewhere(value: Any, lot: random.Random) -> Any:
    """Returns a document with one value, one name or one item somewhere within it spoilt."""
    if isinstance(value, dict) and value and lot.random() < 0.85:
        name = lot.choice(list(value))
        if lot.random() < 0.15:
            return {(f'{each}"; --' if each == name else each): inner for each, inner in value.items()}
        return {**value, name: spoil_somewhere(value[name], lot)}
    if isinstance(value, list) and value and lot.random() < 0.85:
        place = lot.randrange(len(value))
        return [*value[:place], spoil_somewhere(value[place], lot), *value[place + 1 :]]
    return lot.choice(SPOILT_VALUES)


@pytest.mark.slow
def test_no_crafted_backup_brings_hangjack_down_or_changes_anything(backup, tmp_path):
    """Each is refused in a sentence; or it is as good as the true one, and brings the same rows back."""
    lot, (manifest, files) = random.Random(1674), read_files(backup)
    content, true = backup.read_bytes(), rows_of_database()
    path, before = tmp_path / "crafted", true
    for number in range(60):
        match number % 3:
            case 0:
                write_backup(path, spoil_somewhere(manifest, lot), files)
            case 1:
                name = lot.choice(list(files))
                spoilt = bytearray(files[name] or b" ")
                for _byte in range(lot.choice([1, 1, 20])):
                    spoilt[lot.randrange(len(spoilt))] = lot.randrange(256)
                write_backup(path, manifest, files | {name: bytes(spoilt[: lot.choice([None, len(spoilt) // 2])])})
            case _:
                spoilt = bytearray(content)
                for place in lot.sample(range(len(spoilt) - 64 - 200, len(spoilt) - 64), 3):
                    spoilt[place] = lot.randrange(256)
                path.write_bytes(bytes(spoilt))
                seal(path)
        try:
            restore_backup(path, now=SEVEN)
        except TournamentError as refused:
            assert len(str(refused)) > 20
            assert rows_of_database() == before
        else:
            assert {table: len(rows) for table, rows in rows_of_database().items()} == {
                table: len(rows) for table, rows in before.items()
            }
            before = rows_of_database()
    restore_backup(backup, now=SEVEN)
    assert rows_of_database() == true
    assert [each for each in list_backups() if each.size == 0] == []
    if connection.vendor == "sqlite":
        assert not database_file().with_name(f".{database_file().name}.coming").exists()
