"""What every test stands on: its own data folder, plain static files, and the system's Chromium for journeys."""

import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

hypothesis_settings.register_profile("dev", deadline=None, max_examples=50)
hypothesis_settings.register_profile(
    "ci", deadline=None, max_examples=200, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile("ci" if os.environ.get("CI") else "dev")

DATA = Path(tempfile.mkdtemp(prefix="hangjack-tests-"))


def pytest_configure() -> None:
    """Settings that only tests want. The database is a file, as in a hall: a journey's server uses several threads."""
    settings.DATA_DIR = DATA
    settings.STATIC_ROOT = DATA / "static"
    settings.STORAGES["staticfiles"]["BACKEND"] = "django.contrib.staticfiles.storage.StaticFilesStorage"
    settings.WHITENOISE_AUTOREFRESH = True
    settings.WHITENOISE_USE_FINDERS = True
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    if settings.DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
        settings.DATABASES["default"].setdefault("TEST", {})["NAME"] = str(DATA / "test.sqlite3")


def pytest_unconfigure() -> None:
    shutil.rmtree(DATA, ignore_errors=True)


@pytest.fixture(scope="session", autouse=True)
def _playwright_beside_the_orm() -> None:
    """Playwright keeps an event loop in the test's thread, which Django would take for asynchronous code."""
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's Chromium; it asks nobody outside the hall for anything."""
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.fail("Journeys need Chromium: apt-get install chromium")
    flags = [
        *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
        *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    ]
    return {**browser_type_launch_args, "executable_path": chromium, "args": flags}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return {**browser_context_args, "locale": "en-GB"}
