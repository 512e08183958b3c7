"""Copies the database as it stands at one moment, while others write, and replaces a database with such a copy.

A copy of SQLite is a database file, made by its own online backup and readable with any of its tools. A copy of
PostgreSQL is what COPY writes, one file a table, from one REPEATABLE READ snapshot. No session or token is copied: a
backup must not let its finder sign in.

A copy may come from anybody, so only its rows are used: the tables, indexes and constraints that they are put into are
made by Hangjack's own migrations, now or for the present database, and no name out of a copy reaches a statement unless
it is one of theirs.
"""

import contextlib
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

from django.core.management.color import no_style
from django.db import DatabaseError, DataError, IntegrityError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.db.models import Model
from django.utils.translation import gettext as _

from tournament.backup.stored_values import LAST_NUMBER, fits_field, room_after
from tournament.storage.data_files import DATABASE, create_file, flush_to_disk

NOT_COPIED = ("django_session", "tournament_apitoken")
"""The tables whose rows are not copied: sign-ins, and tokens, because a revoked token must not come back."""
TABLES = "tables"
"""The folder of the files of a PostgreSQL copy, each named for its table."""
OWN_TABLES = ("tournament_", "auth_", "django_")
"""How the names of Hangjack's tables begin. Others that somebody has made in the same database are not copied."""
KINDS = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
BESIDE = ("-wal", "-shm", "-journal")
"""The endings of the files that SQLite has beside a database."""
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


def check_copy(folder: Path, facts: Facts, *, is_own: bool = False) -> None:
    """Reads the files of a copy again. Unless it was made here just now (`is_own`), reads every value of its rows too,
    and whether they fit together. Raises DamagedCopy."""
    if facts.database == "sqlite":
        with contextlib.closing(_open_sqlite(folder / DATABASE, "ro")) as copy:
            try:
                copy.execute("PRAGMA trusted_schema=OFF")
                (verdict,) = copy.execute("PRAGMA integrity_check(1)").fetchone()
                facts_of_copy = _facts_of("sqlite", lambda query: copy.execute(query).fetchall())
                if verdict != "ok" or facts_of_copy != facts:
                    raise DamagedCopy(str(verdict))
                if not is_own and not why_unusable(facts):
                    _check_values(_models_of(facts.migrations), lambda query: copy.execute(query))
                    if copy.execute("PRAGMA foreign_key_check").fetchone():
                        raise DamagedCopy("a row points nowhere")
                    last = copy.execute("SELECT seq FROM sqlite_sequence").fetchall()
                    if not all(isinstance(number, int) for (number,) in last):
                        raise DamagedCopy("a last number is none")
            except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # SQLite cites bytes of the file as text
                raise DamagedCopy(str(error)) from error
        return
    for table, rows in facts.rows.items():
        if sum(piece.count(b"\n") for piece in _pieces_of(folder / TABLES / table)) != rows:
            raise DamagedCopy(f"the rows of {table} are not those that were counted")
    if not is_own and not why_unusable(facts):
        try:
            _try_postgresql(folder / TABLES, facts)
        except (IntegrityError, DataError) as error:
            raise DamagedCopy(str(error)) from error


def why_unusable(facts: Facts) -> str:
    """Returns why this version cannot restore a copy, as a sentence; "" if it can."""
    if facts.database != connection.vendor:
        return _(
            "This backup is of %(its)s, and Hangjack runs on %(own)s here. Restore it where Hangjack runs on %(its)s, "
            "and bring its evenings over by exporting and importing them."
        ) % {"its": KINDS.get(facts.database, facts.database), "own": KINDS[connection.vendor]}
    loader = MigrationLoader(None)
    of_copy = {(app, name) for app, name in facts.migrations}
    if of_copy - set(loader.disk_migrations):
        return _("This backup is from a newer version of Hangjack. Update Hangjack on this computer, then restore it.")
    ahead = {parent.key for node in of_copy for parent in loader.graph.node_map[node].parents} - of_copy
    if ahead or not any(app == "tournament" for app, _name in of_copy):
        return _("This backup does not say which version of Hangjack made it, so it cannot be restored.")
    if _sort_names(facts) != _columns_of(facts.migrations):
        return _(
            "This backup is of a version of Hangjack that was never released, and this one cannot read it. "
            "Restore it with the version that made it."
        )
    return ""


def put_in_place(folder: Path, facts: Facts) -> None:
    """Replaces the database by a copy, all or nothing. The copy must have been checked, and `why_unusable` must be "";
    nobody else may use the database meanwhile. Raises DamagedCopy for rows that do not fit together."""
    connections.close_all()
    try:
        if connection.vendor == "sqlite":
            _replace_sqlite(folder / DATABASE, database_file(), facts)
        else:
            with transaction.atomic():
                _replace_postgresql(folder / TABLES, facts)
    except (IntegrityError, DataError) as error:
        raise DamagedCopy(str(error)) from error
    finally:
        connections.close_all()


def size_of_database() -> int:
    """Returns how many bytes the present database takes; 0 if there is none or it cannot be asked."""
    if connection.vendor == "sqlite":
        return database_file().stat().st_size if database_file().is_file() else 0
    with contextlib.suppress(DatabaseError), connection.cursor() as cursor:
        cursor.execute("SELECT pg_database_size(current_database())")
        return int(cursor.fetchone()[0])
    return 0


def count_others() -> int:
    """Returns how many connections of other processes PostgreSQL has to this database. One means that a server runs, on
    any computer; each process of Hangjack gives its own a name."""
    if connection.vendor == "sqlite":
        return 0
    asked = """
        SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'
        AND pid <> pg_backend_pid() AND application_name <> current_setting('application_name')
    """
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
    create_file(target).close()
    with contextlib.closing(_open_sqlite(target)) as copy:
        with contextlib.closing(_open_sqlite(source)) as database:
            database.backup(copy)
        copy.execute("PRAGMA journal_mode=DELETE")  # one file, not three
        facts = _facts_of("sqlite", lambda query: copy.execute(query).fetchall())
        for table in set(NOT_COPIED) & set(facts.columns):
            copy.execute(f"DELETE FROM {quote_name(table)}")
        copy.execute("VACUUM")  # otherwise the deleted rows could still be read in it
    return facts


def _copy_postgresql(database: BaseDatabaseWrapper, folder: Path) -> Facts:
    folder.mkdir()
    with database.cursor() as cursor:
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        facts = _facts_of("postgresql", lambda query: cursor.execute(query).fetchall())
        for table, columns in facts.columns.items():
            with create_file(folder / table) as file:
                if table in NOT_COPIED:
                    continue
                with cursor.copy(f"COPY {_name_columns(table, columns)} TO STDOUT") as rows:
                    for piece in rows:
                        file.write(piece)
        cursor.execute("COMMIT")
    return facts


def quote_name(name: str) -> str:
    """Quotes a name for a statement, as both databases read it. Django's own quoting trusts every name."""
    return '"' + name.replace('"', '""') + '"'


def _quote_names(names: Iterable[str]) -> str:
    return ", ".join(quote_name(name) for name in names)


def _name_columns(table: str, columns: Iterable[str]) -> str:
    return f"{quote_name(table)} ({_quote_names(columns)})"


def _models_of(migrations: Sequence[Sequence[str]]) -> list[type[Model]]:
    """Returns the models that these migrations make, as they were then, and that of the migrations themselves."""
    loader = MigrationLoader(None)
    models = loader.project_state(_last_of_each_app(loader, migrations)).apps.get_models(include_auto_created=True)
    return [*(model for model in models if model._meta.managed and not model._meta.proxy), MigrationRecorder.Migration]


def _sort_names(facts: Facts) -> dict[str, list[str]]:
    return {table: sorted(names) for table, names in facts.columns.items()}


def _columns_of(migrations: Sequence[Sequence[str]]) -> dict[str, list[str]]:
    """Returns the tables that these migrations make, each with the names of its columns in their order as text."""
    return {
        model._meta.db_table: sorted(str(field.column) for field in model._meta.local_concrete_fields)
        for model in _models_of(migrations)
    }


def _check_values(models: Iterable[type[Model]], read: Callable[[str], Iterable[tuple[Any, ...]]]) -> None:
    """Reads every value of every row, because one that is not of its column's kind would break each page that shows
    it. Raises DamagedCopy."""
    for model in models:
        fields = model._meta.local_concrete_fields
        names = _quote_names(str(field.column) for field in fields)
        for row in read(f"SELECT {names} FROM {quote_name(model._meta.db_table)}"):
            for field, value in zip(fields, row, strict=True):
                if not fits_field(field, value):
                    raise DamagedCopy(f"{model._meta.db_table}.{field.column}: {str(value)[:60]!r}")


def _facts_of(vendor: str, ask: Ask) -> Facts:
    columns = _columns_in(vendor, ask)

    def count(table: str) -> int:
        return int(ask(f"SELECT count(*) FROM {quote_name(table)}")[0][0]) if table in columns else 0

    def first(table: str, names: str, order: str) -> str:
        """Returns the first row as text; "" if there is none, or if an earlier version named a column differently."""
        if not set(names.split(", ")) <= set(columns.get(table, ())):
            return ""
        rows = ask(f"SELECT {names} FROM {table} ORDER BY {order} LIMIT 1")
        return " ".join(str(value) for value in rows[0]) if rows else ""

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
        tables = ask("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name")
        own = [str(table) for (table,) in tables if str(table).startswith(OWN_TABLES)]
        return {table: [str(row[1]) for row in ask(f"PRAGMA table_xinfo({quote_name(table)})")] for table in own}
    columns_by_table: dict[str, list[str]] = {}
    listed = """
        SELECT columns.table_name, columns.column_name FROM information_schema.columns
        JOIN information_schema.tables USING (table_schema, table_name)
        WHERE table_schema = current_schema() AND table_type IN ('BASE TABLE', 'LOCAL TEMPORARY')
        ORDER BY columns.table_name, columns.ordinal_position
    """
    for table, column in ask(listed):
        if str(table).startswith(OWN_TABLES):
            columns_by_table.setdefault(str(table), []).append(str(column))
    return columns_by_table


def _replace_sqlite(copy: Path, database: Path, facts: Facts) -> None:
    """Replaces the database file. SQLite keeps its last writes in a file beside the database; if that stayed, SQLite
    would apply it to the copy. So those writes are merged, or deleted, before the copy gets the database's name."""
    coming = database.with_name(f".{database.name}.coming")
    _delete_sqlite(coming)
    create_file(coming).close()
    statements = _statements_for_tables(database, facts) if database.exists() else []
    try:
        with _use_file(coming):
            _fill_sqlite(copy, facts, statements)
        flush_to_disk(coming)
        if database.exists():
            with contextlib.suppress(sqlite3.DatabaseError), contextlib.closing(_open_sqlite(database)) as present:
                present.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        for beside in BESIDE:
            Path(f"{database}{beside}").unlink(missing_ok=True)
        coming.replace(database)
    finally:
        _delete_sqlite(coming)
    flush_to_disk(database.parent)


@contextlib.contextmanager
def _use_file(file: Path) -> Iterator[None]:
    """Lets this process's connection use another file of SQLite meanwhile, because migrations write to no other."""
    name = connection.settings_dict["NAME"]
    connections.close_all()
    connection.settings_dict["NAME"] = str(file)
    try:
        yield
    finally:
        connections.close_all()
        connection.settings_dict["NAME"] = name


def _statements_for_tables(present: Path, facts: Facts) -> list[str]:
    """Returns the statements that made the tables and indexes of the present database, if they are those of the copy's
    version: migrating takes seconds and gives the same. Returns none if they are not, or cannot be read."""
    unreadable = (sqlite3.DatabaseError, UnicodeDecodeError)
    with contextlib.suppress(*unreadable), contextlib.closing(_open_sqlite(present, "ro")) as database:
        of_present = _facts_of("sqlite", lambda query: database.execute(query).fetchall())
        if (of_present.migrations, _sort_names(of_present)) == (facts.migrations, _sort_names(facts)):
            made = "SELECT tbl_name, sql FROM sqlite_master WHERE type IN ('table', 'index') ORDER BY type DESC, name"
            return [sql for table, sql in database.execute(made) if sql and table in facts.columns]
    return []


def _fill_sqlite(copy: Path, facts: Facts, statements: Iterable[str]) -> None:
    """Makes the tables of the copy's version in the connection's empty file, by these statements or, if there are none,
    by its migrations, and copies the rows into them."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA synchronous=OFF")  # the file is written to the disk when it is whole
        for statement in statements:
            cursor.execute(statement)
        if not statements:
            executor = MigrationExecutor(connection)
            executor.migrate(_last_of_each_app(executor.loader, facts.migrations))
        cursor.execute("ATTACH DATABASE %s AS copied", [f"{copy.resolve().as_uri()}?mode=ro"])
        connection.disable_constraint_checking()  # until all tables are filled
        with transaction.atomic():
            for table, columns in facts.columns.items():
                cursor.execute(f"DELETE FROM main.{quote_name(table)}")
                if table not in NOT_COPIED:
                    cursor.execute(
                        f"INSERT INTO main.{_name_columns(table, columns)}"
                        f" SELECT {_quote_names(columns)} FROM copied.{quote_name(table)} NOT INDEXED"
                    )
            cursor.execute("SELECT name, seq FROM copied.sqlite_sequence")
            last = {name: int(seq) for name, seq in cursor.fetchall() if name in facts.columns}
            _set_numbers(facts.columns, last)
            connection.check_constraints()
        cursor.execute("DETACH DATABASE copied")
        cursor.execute("PRAGMA journal_mode=DELETE")  # one file, not three


def _set_numbers(tables: Iterable[str], last: Mapping[str, int]) -> None:
    """Lets each table of SQLite go on after the last number that it has given or has."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, seq FROM main.sqlite_sequence")
        numbers = {name: seq for name, seq in cursor.fetchall() if name in tables}
        cursor.execute("DELETE FROM main.sqlite_sequence")
        for table in sorted({*numbers, *last}):
            number = room_after(max(numbers.get(table, 0), last.get(table, 0)))
            cursor.execute("INSERT INTO main.sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number])


def _delete_sqlite(file: Path) -> None:
    for beside in ("", *BESIDE):
        Path(f"{file}{beside}").unlink(missing_ok=True)


def _ask(cursor: Any, query: str) -> Rows:
    cursor.execute(query)
    return cast(Rows, cursor.fetchall())


def _replace_postgresql(folder: Path, facts: Facts) -> None:
    """Fills the tables from the copy. If they are not those of the copy, makes them again as its version had them; the
    next start brings them up to date."""
    with connection.cursor() as cursor:
        present = _facts_of("postgresql", partial(_ask, cursor))
        if (present.migrations, present.columns) != (facts.migrations, facts.columns):
            if present.columns:
                cursor.execute(f"DROP TABLE {_quote_names(present.columns)} CASCADE")
            executor = MigrationExecutor(connection)
            executor.migrate(_last_of_each_app(executor.loader, facts.migrations))
    _fill_postgresql(folder, facts)


def _try_postgresql(folder: Path, facts: Facts) -> None:
    """Fills temporary tables, made as the copy's version had them, from the copy, and takes all of it back. Nobody else
    sees them, and whoever uses the database meanwhile does not wait."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL search_path TO pg_temp")
        with connection.schema_editor() as editor:
            for model in _models_of(facts.migrations):
                if not model._meta.auto_created:  # those are made along with the model that has them
                    editor.create_model(model)
        _fill_postgresql(folder, facts)
        transaction.set_rollback(True)


def _fill_postgresql(folder: Path, facts: Facts) -> None:
    """Replaces the rows of all tables by those of the copy, and reads every value of them."""
    with connection.cursor() as cursor:
        ask = partial(_ask, cursor)
        cursor.execute(f"TRUNCATE {_quote_names(facts.columns)}")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")  # until all tables are filled
        for table, columns in facts.columns.items():
            if table in NOT_COPIED:
                continue
            copied = f"COPY {_name_columns(table, columns)} FROM STDIN"
            with connection.wrap_database_errors, cursor.copy(copied) as rows:
                for piece in _pieces_of(folder / table):
                    rows.write(piece)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        filled = _facts_of("postgresql", ask)
        if (filled.migrations, filled.rows) != (facts.migrations, facts.rows):
            raise DamagedCopy("the rows are not those that were counted")
        models = _models_of(facts.migrations)
        _check_values(models, ask)
        for statement in connection.ops.sequence_reset_sql(no_style(), models):
            cursor.execute(statement)
        listed = "SELECT sequencename, max_value FROM pg_sequences WHERE schemaname = current_schema()"
        for sequence, largest in ask(listed):
            if sequence in facts.sequences:
                name, last = quote_name(sequence), room_after(facts.sequences[sequence], min(largest, LAST_NUMBER))
                cursor.execute(f"SELECT setval(%s::regclass, %s) FROM {name} WHERE last_value < %s", [name, last, last])


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
