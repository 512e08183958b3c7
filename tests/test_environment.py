"""The way from any Python into the project's own, walked by a bare Python in a folder of its own, without a network."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tournament.environment import how_to_install

BARE_PYTHON = Path(sys.base_prefix) / "bin" / "python3"
NO_PACKAGES = "# nothing\n"
WHERE_AM_I = """\
import sys
from tournament import environment
environment.enter(sys.argv)
print(sys.prefix)
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A project with no packages, whose one command says in which environment it ended."""
    (tmp_path / "tournament").mkdir()
    (tmp_path / "tournament" / "__init__.py").touch()
    shutil.copy(settings.BASE_DIR / "tournament" / "environment.py", tmp_path / "tournament")
    for lock in ("requirements.txt", "requirements-dev.txt"):
        (tmp_path / lock).write_text(NO_PACKAGES)
    (tmp_path / "where.py").write_text(WHERE_AM_I)
    return tmp_path


def go(checkout: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [str(BARE_PYTHON), "where.py", *options]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False, env={"PATH": "/usr/bin"})


def test_a_bare_python_makes_the_environment_once_and_goes_on_inside_it(checkout: Path) -> None:
    """Inside there is no Django, since nothing was asked for; the environment says so when asked a second time."""
    first = go(checkout)
    assert first.stdout == ""
    assert first.stderr.splitlines()[0] == "Setting Hangjack up: once, for a minute or two, with the internet."
    assert f"({checkout / '.venv'}) that has none of Hangjack's packages" in first.stderr
    (checkout / ".venv" / "lib" / f"python3.{sys.version_info[1]}" / "site-packages" / "django.py").touch()
    second = go(checkout)
    assert (second.stdout, second.stderr) == (f"{checkout / '.venv'}\n", "")


def test_a_changed_lock_is_installed_by_the_next_start(checkout: Path) -> None:
    go(checkout)
    (checkout / "requirements.txt").write_text("# still nothing\n")
    assert go(checkout).stderr.startswith("Setting Hangjack up")
    assert not go(checkout).stderr.startswith("Setting Hangjack up")


def test_what_the_tests_want_is_installed_for_them_only(checkout: Path) -> None:
    go(checkout)
    assert go(checkout, "test").stderr.startswith("Setting Hangjack up")
    assert not go(checkout, "test").stderr.startswith("Setting Hangjack up")
    assert not go(checkout).stderr.startswith("Setting Hangjack up")


def test_a_lock_that_cannot_be_installed_stops_with_a_sentence_and_is_tried_again(checkout: Path) -> None:
    (checkout / "requirements.txt").write_text("no package at all\n")
    for _time in (1, 2):
        done = go(checkout)
        assert done.returncode == 1
        assert done.stderr.splitlines()[-1] == (
            "Setting up stopped: the step above did not work. It needs the internet this once, half a gigabyte of disk "
            f"and the right to write in {checkout}. Type the same command again to go on."
        )


def test_an_older_python_can_read_that_it_is_too_old() -> None:
    source = (settings.BASE_DIR / "manage.py").read_text()
    assert isinstance(ast.parse(source, feature_version=(3, 0)), ast.Module)


@pytest.mark.parametrize(
    ("is_root", "has_sudo", "line"),
    [
        (True, True, "apt-get update && apt-get install -y --no-install-recommends one two"),
        (False, True, "sudo apt-get update && sudo apt-get install -y --no-install-recommends one two"),
        (False, False, 'su - -c "apt-get update && apt-get install -y --no-install-recommends one two"'),
    ],
)
def test_what_to_type_is_said_exactly_for_whoever_has_to_type_it(is_root: bool, has_sudo: bool, line: str) -> None:
    said = how_to_install(["one", "two"], is_root=is_root, has_apt=True, has_sudo=has_sudo)
    assert said.splitlines()[1:] == [f"    {line}", "and then the same command again."]


def test_another_system_s_installer_is_told_the_packages_by_name() -> None:
    assert how_to_install(["one", "two"], is_root=False, has_apt=False, has_sudo=True) == (
        "Install what Debian calls one two with this system's own installer, and type the same command again."
    )
