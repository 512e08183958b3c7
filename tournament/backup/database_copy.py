"""Copies the database as it stands at one moment, while others write, and replaces a database with such a copy.

A copy of SQLite is a database file, made by its own online backup and readable with any of its tools. A copy of
PostgreSQL is what COPY writes, one file a table, from one REPEATABLE READ snapshot. No session or token is copied: a
backup must not let its finder sign in.
"""

import contextlib
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.utils.translation import gettext as _

from tournament.foundation.data_files import DATABASE, flush_to_disk

NOT_COPIED = ("django_session", "tournament_apitoken")
"""The tables whose rows are not copied: sign-ins, and tokens, because a revoked token must not come back."""
TABLES = "tables"
"""The folder of the files of a PostgreSQL copy, each named for its table."""
KINDS = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
WAIT = 30.0

Rows = list[tuple[Any, ...]]
Ask = Callable[[str], Rows]


@dataclass(frozen=True)
class Facts:
    """What a copy holds. `rows` and `columns` are by table; `sequences` are PostgreSQL's, each with its last number."""

    database: str
    migrations: list[list[str]]
    columns: dict[str, list[str]]
    rows: dict[str, int]
    sequences: dict[str, int]
    club: str
    evenings: int
    last_evening: str
    people: int
    hands: int


class DamagedCopy(Exception):
    """A copy is not as it was written; the text says what differs."""


def database_file() -> Path:
    """Returns the database file of SQLite."""
    return Path(connection.settings_dict["NAME"])


def mark_of_database() -> str:
    """Returns a mark that changes with every write. It may change without one."""
    if connection.vendor == "sqlite":
        file = database_file()
        times = [path.stat().st_mtime_ns for path in (file, Path(f"{file}-wal")) if path.exists()]
        return str(max(times, default=0))
    counted = "SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables WHERE relname <> ALL(%s)"
    with connection.cursor() as cursor:
        cursor.execute(counted, [list(NOT_COPIED)])
        return str(cursor.fetchone()[0])


def has_database() -> bool:
    """Returns whether there is a database with tables in it, of whatever version."""
    if connection.vendor == "sqlite" and not database_file().exists():
        return False
    with connection.cursor() as cursor:
        return "django_migrations" in connection.introspection.table_names(cursor)


def copy_database(folder: Path) -> Facts:
    """Writes the files of a copy below an empty folder."""
    if connection.vendor == "sqlite":
        return _copy_sqlite(database_file(), folder / DATABASE)
    database = connections.create_connection("default")  # a connection apart from a caller's own transaction
    try:
        return _copy_postgresql(database, folder / TABLES)
    finally:
        database.close()


def check_copy(folder: Path, facts: Facts) -> None:
    """Reads the files of a copy again. Raises DamagedCopy."""
    if facts.database == "sqlite":
        with contextlib.closing(_open_sqlite(folder / DATABASE)) as copy:
            try:
                (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
                found = _facts_of("sqlite", lambda query: copy.execute(query).fetchall())
            except sqlite3.DatabaseError as error:
                raise DamagedCopy(str(error)) from error
        if verdict != "ok":
            raise DamagedCopy(str(verdict))
        if found != facts:
            raise DamagedCopy("the rows are not those that were counted")
        return
    for table, rows in facts.rows.items():
        if sum(piece.count(b"\n") for piece in _pieces_of(folder / TABLES / table)) != rows:
            raise DamagedCopy(f"the rows of {table} are not those that were counted")


def why_unusable(facts: Facts) -> str:
    """Returns why this version cannot restore a copy, as a sentence; "" if it can."""
    if facts.database != connection.vendor:
        return _(
            "This backup is of %(its)s, and Hangjack runs on %(own)s here. Restore it where Hangjack runs on %(its)s, "
            "and bring its evenings over by exporting and importing them."
        ) % {"its": KINDS.get(facts.database, facts.database), "own": KINDS[connection.vendor]}
    known = set(MigrationLoader(None).disk_migrations)
    of_copy = {(app, name) for app, name in facts.migrations}
    if of_copy - known:
        return _("This backup is from a newer version of Hangjack. Update Hangjack on this computer, then restore it.")
    its = {table: set(names) for table, names in facts.columns.items() if table.startswith("tournament_")}
    models = apps.get_app_config("tournament").get_models(include_auto_created=True)
    own = {model._meta.db_table: {str(each.column) for each in model._meta.local_concrete_fields} for model in models}
    if of_copy == known and its != own:
        return _(
            "This backup is of a version of Hangjack that was never released, and this one cannot read it. "
            "Restore it with the version that made it."
        )
    return ""


def put_in_place(folder: Path, facts: Facts) -> None:
    """Replaces the database by a copy, all or nothing. The copy must have been checked, and nobody else may use the
    database meanwhile."""
    connections.close_all()
    if connection.vendor == "sqlite":
        _replace_sqlite(folder / DATABASE, database_file())
    else:
        with transaction.atomic():
            _replace_postgresql(folder / TABLES, facts)
        connections.close_all()


def count_others() -> int:
    """Returns how many other connections PostgreSQL has to this database. Another connection means that a server runs,
    on any computer."""
    if connection.vendor == "sqlite":
        return 0
    asked = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    with connection.cursor() as cursor:
        cursor.execute(asked)
        return int(cursor.fetchone()[0])


def copy_files_aside(folder: Path) -> None:
    """Copies SQLite's files as they are, for a database that cannot be read."""
    folder.mkdir(mode=0o700, parents=True)
    file = database_file()
    for path in (file, Path(f"{file}-wal")):
        if path.exists():
            shutil.copy2(path, folder / path.name)


def _open_sqlite(file: Path, mode: str = "rw") -> sqlite3.Connection:
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode={mode}", uri=True, timeout=WAIT, isolation_level=None)


def _copy_sqlite(source: Path, target: Path) -> Facts:
    os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
    with contextlib.closing(_open_sqlite(target)) as copy:
        with contextlib.closing(_open_sqlite(source)) as database:
            database.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, not three
        facts = _facts_of("sqlite", lambda query: copy.execute(query).fetchall())
        for table in set(NOT_COPIED) & set(facts.columns):
            copy.execute(f"DELETE FROM {table}")
        copy.execute("VACUUM")  # otherwise the deleted rows could still be read in it
    return facts


def _copy_postgresql(database: BaseDatabaseWrapper, folder: Path) -> Facts:
    folder.mkdir()
    with database.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        facts = _facts_of("postgresql", lambda query: cursor.execute(query).fetchall())
        for table, columns in facts.columns.items():
            with open(os.open(folder / table, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                if table in NOT_COPIED:
                    continue
                with cursor.copy(f"COPY {_name_columns(table, columns)} TO STDOUT") as rows:
                    for piece in rows:
                        file.write(piece)
        cursor.execute("COMMIT")
    return facts


def _name_columns(table: str, columns: Iterable[str]) -> str:
    return f"{_quote_names([table])} ({_quote_names(columns)})"


def _quote_names(names: Iterable[str]) -> str:
    return ", ".join(connection.ops.quote_name(name) for name in names)


def _facts_of(vendor: str, ask: Ask) -> Facts:
    columns = _columns_in(vendor, ask)

    def count(table: str) -> int:
        return int(ask(f'SELECT count(*) FROM "{table}"')[0][0]) if table in columns else 0

    def first(table: str, names: str, order: str) -> str:
        """Returns the first row as text; "" if there is none, or if an earlier version named a column differently."""
        if not set(names.split(", ")) <= set(columns.get(table, ())):
            return ""
        found = ask(f"SELECT {names} FROM {table} ORDER BY {order} LIMIT 1")
        return " ".join(str(value) for value in found[0]) if found else ""

    applied = ask("SELECT app, name FROM django_migrations ORDER BY id") if "django_migrations" in columns else []
    sequences = "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = current_schema()"
    return Facts(
        database=vendor,
        migrations=sorted([str(app), str(name)] for app, name in applied),
        columns=columns,
        rows={table: 0 if table in NOT_COPIED else count(table) for table in columns},
        sequences={str(name): int(last) for name, last in ask(sequences) if last} if vendor == "postgresql" else {},
        club=first("tournament_club", "name", "id"),
        evenings=count("tournament_event"),
        last_evening=first("tournament_event", "date, name", "date DESC, id DESC"),
        people=count("tournament_player"),
        hands=count("tournament_hand"),
    )


def _columns_in(vendor: str, ask: Ask) -> dict[str, list[str]]:
    if vendor == "sqlite":
        tables = ask("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
        return {table: [str(row[1]) for row in ask(f'PRAGMA table_info("{table}")')] for (table,) in tables}
    found: dict[str, list[str]] = {}
    listed = """
        SELECT columns.table_name, columns.column_name FROM information_schema.columns
        JOIN information_schema.tables USING (table_schema, table_name)
        WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'
        ORDER BY columns.table_name, columns.ordinal_position
    """
    for table, column in ask(listed):
        found.setdefault(str(table), []).append(str(column))
    return found


def _replace_sqlite(copy: Path, database: Path) -> None:
    """Replaces the database file. SQLite keeps its last writes in a file beside the database; if that stayed, SQLite
    would apply it to the copy. So those writes are merged, or deleted, before the copy gets the database's name."""
    coming = database.with_name(f".{database.name}.coming")
    shutil.copyfile(copy, coming)
    coming.chmod(0o600)
    flush_to_disk(coming)
    if database.exists():
        with contextlib.suppress(sqlite3.DatabaseError), contextlib.closing(_open_sqlite(database)) as present:
            present.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    for beside in ("-wal", "-shm", "-journal"):
        Path(f"{database}{beside}").unlink(missing_ok=True)
    coming.replace(database)
    flush_to_disk(database.parent)


def _replace_postgresql(folder: Path, facts: Facts) -> None:
    """Fills the tables from the copy. If they are not those of the copy, makes them again as its version had them; the
    next start brings them up to date."""
    with connection.cursor() as cursor:
        present = _facts_of("postgresql", lambda query: cursor.execute(query).fetchall())
        if (present.migrations, present.columns) != (facts.migrations, facts.columns):
            if present.columns:
                cursor.execute(f"DROP TABLE {_quote_names(present.columns)} CASCADE")
            executor = MigrationExecutor(connection)
            executor.migrate(_last_of_each_app(executor.loader, facts.migrations))
        cursor.execute(f"TRUNCATE {_quote_names(facts.columns)}")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")  # until all tables are filled
        for table, columns in facts.columns.items():
            with cursor.copy(f"COPY {_name_columns(table, columns)} FROM STDIN") as rows:
                for piece in _pieces_of(folder / table):
                    rows.write(piece)
        for sequence, last in facts.sequences.items():
            cursor.execute("SELECT setval(%s::regclass, %s)", [connection.ops.quote_name(sequence), last])


def _last_of_each_app(loader: MigrationLoader, migrations: Sequence[Sequence[str]]) -> list[tuple[str, str]]:
    nodes = {(app, name) for app, name in migrations}
    before = {
        parent.key for node in nodes for parent in loader.graph.node_map[node].parents if parent.key[0] == node[0]
    }
    return sorted(nodes - before)


def _pieces_of(file: Path) -> Iterator[bytes]:
    with file.open("rb") as opened:
        while piece := opened.read(1024 * 1024):
            yield piece
