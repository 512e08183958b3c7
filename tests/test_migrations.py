"""A database of any earlier state comes to today's, with all that is in it.

Migrations make the database of every test. Until the first release there is no earlier state that anybody has. From
then on a migration is never changed, and one that carries rows over brings a test here: it takes an `empty` database to
the state before with `migrate_to`, writes rows with the models of that state, goes on with `migrate_to` and reads them
with the models of the new one.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from pytest_django import DjangoDbBlocker

STATES = [None, *sorted(path.stem for path in Path("tournament/migrations").glob("0*.py"))]
"""Names of migrations; None is before the first."""
NAMES = [model.__name__ for model in apps.get_app_config("tournament").get_models()]


@pytest.fixture
def empty(django_db_blocker: DjangoDbBlocker, tmp_path: Path) -> Iterator[BaseDatabaseWrapper]:
    """A database beside the one of the tests."""
    engine = {"ENGINE": "django.db.backends.sqlite3", "NAME": tmp_path / "empty.sqlite3"}
    connections.settings["empty"] = connections.configure_settings({"default": {}, "empty": engine})["empty"]
    with django_db_blocker.unblock():
        yield connections["empty"]
    connections["empty"].close()
    del connections["empty"], connections.settings["empty"]


def migrate_to(state: str | None, database: BaseDatabaseWrapper) -> Any:
    """What gives the manager of a model, by its name, as it is in that state."""
    executor = MigrationExecutor(database)
    models = executor.migrate([("tournament", state)]).apps
    return lambda name: models.get_model("tournament", name).objects.using(database.alias)


def columns_in(database: BaseDatabaseWrapper) -> dict[str, set[str]]:
    """Of each table."""
    with database.cursor() as cursor:
        tables = database.introspection.table_names(cursor)
        return {
            table: {column.name for column in database.introspection.get_table_description(cursor, table)}
            for table in tables
            if table.startswith("tournament_")
        }


def columns_of_models() -> dict[str, set[str]]:
    models = apps.get_app_config("tournament").get_models(include_auto_created=True)
    return {model._meta.db_table: {field.column for field in model._meta.local_concrete_fields} for model in models}


def test_migrations_make_exactly_the_models(db: None) -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    assert columns_in(connection) == columns_of_models()


@pytest.mark.parametrize("earlier", STATES[:-1])
def test_a_database_of_each_earlier_state_comes_to_todays(empty: BaseDatabaseWrapper, earlier: str | None) -> None:
    migrate_to(earlier, empty)
    all_of = migrate_to(STATES[-1], empty)
    assert columns_in(empty) == columns_of_models()
    assert [name for name in NAMES if all_of(name).exists()] == []
