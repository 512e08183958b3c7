"""A club's data in the test's own folder, and the rows of every table of the database."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connection

from tests import evenings
from tests.evenings import Evening
from tournament.backup.restart import RESTART, RestoreOrder

evening_of = evenings.evening_of
Rows = dict[str, list[str]]


@pytest.fixture(autouse=True)
def data(settings, tmp_path: Path) -> Path:
    settings.DATA_DIR = settings.FILES_DIR = tmp_path / "data"
    settings.DATA_DIR.mkdir()
    return settings.DATA_DIR


@pytest.fixture
def committed(own_database: None, evening_of: Callable[..., Evening]) -> Evening:
    """Returns two tables of four in their first round, committed, because a backup reads through a connection of its
    own."""
    return evening_of(8).playing()


@pytest.fixture
def restarts(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[RestoreOrder | None]]:
    """How often the server was stopped, which would start anew."""
    stopped: list[RestoreOrder | None] = []
    monkeypatch.setattr(RESTART, "stop", lambda: stopped.append(RESTART.order))
    yield stopped
    RESTART.order = None


def rows_of_database() -> Rows:
    """Returns the rows of every table but the sessions, in the order of their text, with their columns by name: a
    restored table may have them in another order. The names come with the rows, because Django's description of a table
    parses the statement that made it."""
    with connection.cursor() as cursor:
        found = {}
        for table in sorted(set(connection.introspection.table_names(cursor)) - {"django_session"}):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            names = [column[0] for column in cursor.description]
            places = sorted(range(len(names)), key=names.__getitem__)
            found[table] = sorted(repr(tuple(row[place] for place in places)) for row in cursor.fetchall())
        return found
