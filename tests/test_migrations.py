"""A database of any earlier state comes to today's, with all that is in it.

On PostgreSQL migrations make the database of every test; on SQLite it is made from the models, and a test here compares
the two. A migration is never changed once a version with it is out, also none of those before 1.0, which stay one by
one. One that carries rows over brings a test here: it takes an `empty` database to the state before with `migrate_to`,
writes rows with the models of that state, goes on with `migrate_to` and reads them with the models of the new one. And
of every version that is out, a small database is kept (`tests.releases.store`) that comes through to today's and opens.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from pytest_django import DjangoDbBlocker

from tests.evenings import Evening
from tests.releases.store import FOLDER, read_release, restore_dump, stored_releases

STATES = sorted(path.stem for path in Path("tournament/migrations").glob("0*.py"))
"""Names of migrations."""
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


def migrate_to(state: str, database: BaseDatabaseWrapper) -> Any:
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


def shape_of(database: BaseDatabaseWrapper) -> dict[str, list[Any]]:
    """Of each table its columns, constraints and indexes, without the names that say no more than an order."""
    shape = {}
    with database.cursor() as cursor:
        for table in columns_in(database):
            constraints = database.introspection.get_constraints(cursor, table).items()
            named = [(re.sub(r"^(fk|__unnamed_constraint)_\d+", "", name), str(each)) for name, each in constraints]
            columns = database.introspection.get_table_description(cursor, table)
            shape[table] = sorted(map(repr, [*columns, *named]))
    return shape


def columns_of_models() -> dict[str, set[str]]:
    models = apps.get_app_config("tournament").get_models(include_auto_created=True)
    return {model._meta.db_table: {field.column for field in model._meta.local_concrete_fields} for model in models}


def test_migrations_make_exactly_the_models(db: None) -> None:
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
    assert columns_in(connection) == columns_of_models()


@pytest.mark.slow
def test_a_database_of_each_earlier_state_comes_to_todays(db: None, empty: BaseDatabaseWrapper) -> None:
    """One after the other, each by an executor of its own, as by the starts of one version after the other. At the end
    it is as one that is made from the models, which on SQLite is the database of all tests."""
    for state in STATES:
        all_of = migrate_to(state, empty)
    assert columns_in(empty) == columns_of_models()
    assert [name for name in NAMES if all_of(name).exists()] == []
    if connection.vendor == empty.vendor:
        assert shape_of(empty) == shape_of(connection)


@pytest.mark.slow
def test_the_apostrophe_of_a_phone_is_that_of_a_laptop_in_the_keys_of_teams(empty: BaseDatabaseWrapper) -> None:
    models = migrate_to("0016_hosts_of_clubs", empty)
    club = models("Club").create(name="Club")
    central, other = (models("League").create(club=club, name=name, season="2026") for name in ("Central", "Other"))
    for league, key in ((central, "todd’sroad"), (other, "todd’sroad"), (other, "todd'sroad")):
        models("LeagueTeam").create(league=league, name=key, key=key)
    after = migrate_to("0017_one_apostrophe_in_names_of_teams", empty)("LeagueTeam").order_by("pk")
    assert [each.key for each in after] == ["todd'sroad", "todd’sroad", "todd'sroad"]


@pytest.mark.slow
def test_what_a_team_paid_its_league_has_the_league_and_its_day(empty: BaseDatabaseWrapper) -> None:
    all_of = migrate_to("0007_penalties_by_name", empty)
    club = all_of("Club").create(name="Club")
    league = all_of("League").create(club_id=club.pk, name="Central", season="2026")
    team = all_of("LeagueTeam").create(league_id=league.pk, name="Arima", key="arima")
    at = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
    all_of("LeagueMoney").create(team_id=team.pk, kind="paid", amount=Decimal(20), at=at)
    [line] = migrate_to("0008_income_and_expenses_of_a_league", empty)("LeagueMoney").values()
    values = {"league_id": league.pk, "team_id": team.pk, "kind": "paid", "amount": Decimal(20), "note": ""}
    assert values | {"day": date(2026, 11, 21)} == {name: line[name] for name in (*values, "day")}


CHANGES = re.findall(r"^## (\S+) \((.+)\)$", (settings.BASE_DIR / "CHANGES.md").read_text(), re.MULTILINE)
"""Each version, the latest first, with its date; "coming" before it is out."""
COME_THROUGH_AND_OPEN = """
import django
from django.conf import settings
settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
django.setup()
from django.core.management import call_command
from django.test import Client
from tournament.models import Account, Event, Hand
call_command("migrate", verbosity=0)
call_command("rescore", "--check")
client = Client()
client.force_login(Account.objects.get(username="director"))
pages = ["", "now/", "door/", "draw/", "clock/", "seats/", "standings/", "results/", "paper/", "log/", "lock/"]
asked = [f"/e/{event.pk}/{page}" for event in Event.objects.all() for page in pages]
asked += ["/", "/events/", "/accounts/", "/leagues/", "/club/"]
print([(path, status) for path in asked if (status := client.get(path, follow=True).status_code) != 200])
print(Event.objects.count(), Hand.objects.count())
"""


def opened(dump: str, folder: Path) -> list[str]:
    """What a database says that is brought back from a dump and opened by today's version."""
    restore_dump(dump, folder / "hangjack.sqlite3")
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    environment |= {"HANGJACK_DATA": str(folder), "HANGJACK_HOSTS": "testserver"}
    environment |= {"DJANGO_SETTINGS_MODULE": "tournament.settings"}
    command = [sys.executable, "-c", COME_THROUGH_AND_OPEN]
    done = subprocess.run(command, cwd=settings.BASE_DIR, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


@pytest.mark.slow
@pytest.mark.parametrize("number", stored_releases())
def test_a_database_of_each_version_that_is_out_comes_through_and_opens(number: str, tmp_path: Path) -> None:
    *_rescored, wrong, counted = opened(read_release(number), tmp_path)
    assert (wrong, [int(count) > 0 for count in counted.split()]) == ("[]", [True, True])


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="is kept as SQLite writes it")
def test_a_database_of_today_comes_back_from_what_would_be_kept_of_it(in_play: Evening, tmp_path: Path) -> None:
    dump = "\n".join(connection.connection.iterdump())
    assert opened(dump, tmp_path)[-2:] == ["[]", "1 0"]


def test_every_version_that_is_out_has_a_database_kept_and_its_changes_written_down() -> None:
    out = [number for number, date in CHANGES if date != "coming"]
    assert [number for number in out if number not in stored_releases()] == [], (
        f"python -m tests.releases.store ({FOLDER})"
    )
    assert [number for number in stored_releases() if number not in out] == []
    latest, date = CHANGES[0]
    assert (f"{latest}.dev0" if date == "coming" else latest) == settings.VERSION
