"""The base of every test: a data folder of its own, plain static files, and the system's Chromium for journeys."""

import fcntl
import gc
import logging
import multiprocessing
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from django.conf import settings
from django.db import connection, transaction
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.template import engines
from django.test import Client
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings
from jinja2 import FileSystemBytecodeCache
from playwright.sync_api import Browser, expect
from psycopg import sql

from tests import evenings, round_evenings
from tests.evenings import Evening
from tests.running import PATIENCE
from tournament.door.services.entries import enter_players
from tournament.event.services.events import create_event
from tournament.foundation.revision_cache import RevisionCache
from tournament.models import Account, Club, Event
from tournament.press import press
from tournament.urls import urlpatterns
from tournament.web.log_filters import LimitRepeats
from tournament.web.throttle import Throttle
from tournament.web.visitors import ASKED, FAMILIAR, TOLD

hypothesis_settings.register_profile("dev", deadline=None, max_examples=50)
for name, examples in (("ci", 200), ("long", 1000)):
    hypothesis_settings.register_profile(
        name,
        deadline=None,
        max_examples=examples,
        derandomize=name == "ci",
        suppress_health_check=[HealthCheck.too_slow],
    )
# The long profile tries new examples every time. Run it by hand: HYPOTHESIS_PROFILE=long manage.py test
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if os.environ.get("CI") else "dev"))

expect.set_options(timeout=PATIENCE)

ADDRESSES = [address for room in urlpatterns for address in room.url_patterns]
"""Every address of every room."""
MEMORY = Path("/dev/shm")
ENOUGH = 256 * 1024**2
OBJECTS_UNTIL_COLLECTED = 100_000
PAPERS_KEPT = 500
"""The press returns paper that it has printed before, so equal paper is printed once, however many tests read it."""
IN_MEMORY = MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH
DATA = Path(tempfile.mkdtemp(prefix="hangjack-tests-", dir=MEMORY if IN_MEMORY else None))
"""Every commit is flushed as in a hall, if possible to a disk in memory, which takes a hundredth of the time."""
MAKE_READY = """
import django
django.setup()
from django.db import connections
from tournament.management.commands.evening import make_ready
if __name__ == "__main__":
    make_ready()
    connections.close_all()
"""


def pytest_configure() -> None:
    if missing := what_memory_lacks():
        shutil.rmtree(DATA, ignore_errors=True)
        pytest.exit(missing, returncode=pytest.ExitCode.USAGE_ERROR)
    use_test_settings()


def what_memory_lacks() -> str:
    """Returns a sentence if shared memory is missing, otherwise "". Printing needs it, and so do its tests."""
    try:
        multiprocessing.get_context("spawn").Lock()
    except OSError as error:
        return (
            f"The tests need shared memory, and {MEMORY} is full or missing ({error.strerror}). Make room there, for "
            "example by restarting the computer, and type the same command again."
        )
    return ""


def use_test_settings() -> None:
    """Sets what only tests want. The database is a file, as in a hall: a journey's server uses several threads."""
    settings.DATA_DIR = settings.FILES_DIR = DATA
    settings.STATIC_ROOT = DATA / "static"
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.WHITENOISE_AUTOREFRESH = True
    settings.TEMPLATES[0]["BACKEND"] = "tests.recording_templates.RecordingJinja2"
    settings.WHITENOISE_USE_FINDERS = True
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    settings.DATABASES["default"]["CONN_MAX_AGE"] = 0  # so that no connection outlives a journey's server
    if settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
        # Tables are made from the models: migrating takes every worker seconds and gives the same (test_migrations).
        settings.DATABASES["default"].setdefault("TEST", {}).update(NAME=str(DATA / "test.sqlite3"), MIGRATE=False)
    else:  # halls that tests start and kill wait for the disk, as every hall does
        settings.DATABASES["default"].setdefault("OPTIONS", {})["options"] = "-c synchronous_commit=off"
    press.KEPT = PAPERS_KEPT
    press.NICENESS = press.GUESTS_NICENESS = 0  # a test has nothing else to do than to wait for its paper
    press.use_press(press.Press())


JOURNEYS = Path(__file__).parent / "journeys"
LONGEST = [JOURNEYS / "test_whole_evenings.py", JOURNEYS / "test_every_page.py"]
MEASURED, RESTORING = ("scoring", "movements", "ranking"), ("backup", "people")
OF_A_DATABASE = {"db", "django_db_setup", "django_db_blocker", "hall", "ready_hall"}


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.path.parent.name in MEASURED:
        item.add_marker(pytest.mark.measured)
    if item.get_closest_marker("django_db") or OF_A_DATABASE.intersection(getattr(item, "fixturenames", ())):
        item.add_marker(pytest.mark.stored)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Puts the slowest tests first, so that no worker is left with one at the end. Tests that replace the database file
    come last, because no journey's server writes any more by then. Each worker gets the same number of tests in a row.
    Slow files are dealt out whole, because their tests share what they print."""
    items.sort(key=lambda item: "browser" not in getattr(item, "fixturenames", ()))
    slow: dict[Path, list[pytest.Item]] = {path: [] for path in LONGEST}
    quick, last = [], [item for item in items if item.path.parent.name in RESTORING]
    for item in items:
        if item.path.parent.name not in RESTORING:
            (slow.setdefault(item.path, []) if item.get_closest_marker("slow") else quick).append(item)
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    files = [of_file for of_file in slow.values() if of_file]
    dealt = [[item for of_file in files[worker::workers] for item in of_file] for worker in range(workers)]
    each = -(-len(items) // workers)
    items.clear()
    for own in dealt:
        rest = max(each - len(own), 0)
        items += [*own, *quick[:rest]]
        del quick[:rest]
    items += last


def pytest_collection_finish() -> None:
    """Excludes everything imported and collected so far from garbage collection, because it stays until the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(OBJECTS_UNTIL_COLLECTED)


def pytest_unconfigure() -> None:
    shutil.rmtree(DATA, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def _playwright_beside_the_orm() -> None:
    """Lets Django run beside Playwright, whose event loop in the test's thread it would take for asynchronous code."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="session", autouse=True)
def _templates_are_compiled_once(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> None:
    """Lets the workers of a run share compiled templates: all of them take a worker three seconds."""
    base = tmp_path_factory.getbasetemp()
    folder = (base if worker_id == "master" else base.parent) / "templates"
    folder.mkdir(exist_ok=True)
    (engine,) = engines.all()
    engine.env.bytecode_cache = FileSystemBytecodeCache(str(folder))


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Disconnects everybody at the end on PostgreSQL: a browser that asks until its last moment can leave a connection
    behind, and PostgreSQL does not drop a database while somebody is connected. On SQLite, records all migrations as
    applied for tables made from the models, because backups ask for that."""
    if connection.vendor == "sqlite":
        with django_db_blocker.unblock():
            graph, recorder = MigrationLoader(None).graph, MigrationRecorder(connection)
            recorder.ensure_schema()
            plans = [graph.forwards_plan(leaf) for leaf in graph.leaf_nodes()]
            applied = dict.fromkeys(migration for plan in plans for migration in plan)
            recorder.migration_qs.bulk_create(recorder.Migration(app=app, name=name) for app, name in applied)
    yield
    if connection.vendor == "postgresql":
        with django_db_blocker.unblock(), connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )


@pytest.fixture
def own_database(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """Lets a test replace the file of the database: a copy, because the worker's server goes on with its own file."""
    if connection.vendor != "sqlite":
        yield
        return
    name, copy = connection.settings_dict["NAME"], str(tmp_path / "own.sqlite3")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [copy])
    connection.close()
    connection.settings_dict["NAME"] = copy
    yield
    connection.close()
    connection.settings_dict["NAME"] = name


@pytest.fixture(autouse=True)
def _nobody_has_guessed_wrong_yet() -> None:
    for limit in (each for handler in logging.getLogger().handlers for each in handler.filters):
        if isinstance(limit, LimitRepeats):
            limit.forget()
    Throttle.forget_all()
    for sources in (FAMILIAR, TOLD, ASKED):
        sources.forget()


@pytest.fixture(autouse=True)
def _nothing_is_kept_of_another_evening() -> None:
    """Empties caches and kits: each test begins with the same ids, by which both are stored."""
    shutil.rmtree(DATA / "kits", ignore_errors=True)
    RevisionCache.forget_all()


@pytest.fixture(autouse=True)
def _nobody_finds_the_press_at_work_for_another() -> Iterator[None]:
    """Ends jobs that a test left at the press, because a page that begins a document does not wait for it. Opens it to
    guests, who have to wait after a guest's paper, the longer the busier the machine was."""
    yield
    if press.the_press().count_jobs():
        press.use_press(press.Press())
    elif not press.the_press().has_room_for_guest():
        press.the_press().forget()


@contextmanager
def hold_port() -> Iterator[int]:
    """Yields a port that belongs to the caller. The socket is bound but does not listen, so the system gives the port
    to nobody else while an evening may listen there."""
    with socket.socket() as kept:
        kept.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        kept.bind(("0.0.0.0", 0))
        yield int(kept.getsockname()[1])


@pytest.fixture
def port() -> Iterator[int]:
    """Yields a port that belongs to this test until it ends."""
    with hold_port() as kept:
        yield kept


@contextmanager
def _a_folder(folder: Path, like: dict[str, str] | None = None) -> Iterator[dict[str, str]]:
    """Yields the environment of a data folder. If the suite runs on PostgreSQL, it has a database of its own too, empty
    or copied from that of another environment."""
    environment = {**os.environ, "HANGJACK_DATA": str(folder), "PYTHONUNBUFFERED": "1"}
    if like:
        shutil.copytree(like["HANGJACK_DATA"], folder, dirs_exist_ok=True)
    if not os.environ.get("DATABASE_URL"):
        yield environment
        return
    server = os.environ["DATABASE_URL"].rpartition("/")[0]
    name = f"hangjack_{uuid4().hex}"
    model = like["DATABASE_URL"].rpartition("/")[2] if like else "template1"
    create = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(model))
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(create)
        yield {**environment, "DATABASE_URL": f"{server}/{name}"}
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


@pytest.fixture
def hall(tmp_path: Path, port: int) -> Iterator[dict[str, str]]:
    """Yields the environment of an empty data folder that only knows its port, for a first start, and of an empty
    database."""
    (tmp_path / "port").write_text(f"{port}\n")
    with _a_folder(tmp_path) as environment:
        yield environment


@pytest.fixture(scope="session")
def _made_ready(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Iterator[dict[str, str]]:
    """Yields empty tables and static files as a first start makes them; they are made once and copied. The workers
    share them. On PostgreSQL each has its own, since a database cannot be copied twice at the same time."""
    is_shared = worker_id != "master" and not os.environ.get("DATABASE_URL")
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if is_shared else base) / "ready"
    folder.mkdir(exist_ok=True)
    with _a_folder(folder) as environment, (folder.parent / "ready.lock").open("w") as lock:
        environment = {**environment, "DJANGO_SETTINGS_MODULE": "tournament.settings"}
        fcntl.flock(lock, fcntl.LOCK_EX)
        is_made = folder.with_suffix(".made")
        if not is_made.exists():
            subprocess.run([sys.executable, "-c", MAKE_READY], cwd=settings.BASE_DIR, env=environment, check=True)
            is_made.touch()
        fcntl.flock(lock, fcntl.LOCK_UN)
        yield environment


@pytest.fixture
def ready_hall(_made_ready: dict[str, str], tmp_path: Path, port: int) -> Iterator[dict[str, str]]:
    """Yields a hall whose tables and static files exist already; nobody has an account yet."""
    with _a_folder(tmp_path, _made_ready) as environment:
        (tmp_path / "port").write_text(f"{port}\n")
        yield environment


@pytest.fixture(scope="module")
def hall_of_file(_made_ready: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """Yields a hall like `ready_hall` for all tests of a file. A demonstration finds its own tables and static files
    ready too."""
    folder = tmp_path_factory.mktemp("hall")
    shutil.copytree(_made_ready["HANGJACK_DATA"], folder / "demo")
    with _a_folder(folder, _made_ready) as environment, hold_port() as port:
        (folder / "port").write_text(f"{port}\n")
        yield environment


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """Launches the system's Chromium, without a window if that version is installed, which takes a third less processor
    time. It sends no request outside the hall."""
    chromium = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    if chromium is None:
        pytest.fail("Journeys need Chromium: apt-get install chromium-headless-shell, or chromium")
    flags = [
        *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--font-render-hinting=none"),
        *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
        *([] if IN_MEMORY else ["--disable-dev-shm-usage"]),
    ]
    return {**browser_type_launch_args, "executable_path": chromium, "args": flags}


@pytest.fixture(scope="session")
def browser(browser: Browser) -> Browser:
    """Returns one browser for all tests of a process; its pages wait as long as a busy machine needs."""
    browser.on("context", lambda context: context.set_default_timeout(PATIENCE))
    return browser


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "locale": "en-GB"}


evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of

NOW = datetime(2025, 3, 14, 19, 0, tzinfo=UTC)
NAMES = [
    *("Ann", "Bea", "Cy", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou", "Max", "Nan", "Oz", "Pat"),
    *("Quin", "Ray", "Sid", "Tess", "Una", "Val", "Win", "Xan", "Yas", "Zoe", "Abe", "Bob", "Cal", "Dot"),
]


@pytest.fixture
def director(db: None) -> Account:
    return Account.objects.create_user("Dora", password="turn the jack", role=Account.Role.DIRECTOR)


@pytest.fixture
def scorer(db: None) -> Account:
    return Account.objects.create_user("Sam", password="turn the jack", role=Account.Role.SCORER)


@pytest.fixture
def as_director(director: Account) -> Client:
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def as_scorer(scorer: Account) -> Client:
    client = Client()
    client.force_login(scorer)
    return client


@pytest.fixture
def evening(db: None) -> Event:
    """Returns an evening where nobody has arrived yet."""
    club = Club.objects.create(name="Hartlip Card Club")
    return create_event(club, name="Kent evening", date=date(2025, 3, 14), by=None, now=NOW)


@pytest.fixture
def seven(evening: Event) -> Event:
    """Returns an evening where Ann to Gus are here."""
    enter_players(evening, NAMES[:7], by=None, now=NOW)
    return evening


def names_on(page: Any) -> list[str]:
    """Returns every word between tags of a page: inside a tag, a random token can contain a name by chance."""
    return [word for text in re.findall(r">([^<]+)<", page.content.decode()) for word in text.split()]


def signed_in(evening: Evening, who: str = "scorer") -> Client:
    """Returns a client signed in as the evening's scorer or director."""
    client = Client()
    client.force_login(getattr(evening, who))
    return client


@pytest.fixture(scope="module")
def rows_of_file(django_db_setup: None, django_db_blocker: Any) -> Iterator[None]:
    """Puts a transaction around all tests of a file. Rows that a fixture of the file makes in it are there for each
    test, and a test's own rows are gone at its end. For an evening that takes long to play."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture
def in_play(evening_of: Callable[..., Evening]) -> Evening:
    """Returns two tables of four, in the middle of their first round."""
    return evening_of(8).playing()


@pytest.fixture(scope="session")
def base_url() -> str:
    """Returns an address that only the tests answer."""
    return "http://hall.test"
