"""The way from any Python into the project's own, walked by a bare Python in a folder of its own, without a network."""

import ast
import base64
import errno
import hashlib
import os
import platform
import pty
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import requires
from pathlib import Path

import pytest
from django.conf import settings
from packaging.requirements import Requirement

from tournament.press.system_libraries import SystemPackage, explain_installing, hint_for_paper
from tournament.server import environment

BARE_PYTHON = Path(sys.base_prefix) / "bin" / "python3"
IS_ROOT = os.geteuid() == 0
NO_PACKAGES = "# nothing\n"
WHERE_AM_I = """\
import sys
from tournament.server import environment
environment.enter_environment(sys.argv)
print(sys.prefix)
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A project with no packages, whose one command says in which environment it ended."""
    for name in ("server/environment.py", "press/system_libraries.py"):
        module = tmp_path / "tournament" / name
        module.parent.mkdir(parents=True)
        shutil.copy(settings.BASE_DIR / "tournament" / name, module)
    for lock in ("requirements.txt", "requirements-dev.txt"):
        (tmp_path / lock).write_text(NO_PACKAGES)
    (tmp_path / "where.py").write_text(WHERE_AM_I)
    return tmp_path


def go(
    checkout: Path, *options: str, path: str = "/usr/bin", python: Path = BARE_PYTHON, **how: object
) -> subprocess.CompletedProcess[str]:
    command = [str(python), "where.py", *options]
    return subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False, env={"PATH": path}, **how)


def lock_of(checkout: Path, names: list[str]) -> str:
    """A lock of packages that lie beside it, with nothing in them."""
    lines = ["--no-index", f"--find-links {checkout}"]
    for name in names:
        wheel, about = checkout / f"{name}-1.0-py3-none-any.whl", f"{name}-1.0.dist-info"
        files = {
            f"{name}.py": "",
            f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
            f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: none\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        }
        with zipfile.ZipFile(wheel, "w") as made:
            for path, text in files.items():
                made.writestr(path, text)
            made.writestr(f"{about}/RECORD", "".join(f"{path},{_hash(text)}\n" for path, text in files.items()))
        lines.append(f"{name}==1.0 --hash=sha256:{hashlib.sha256(wheel.read_bytes()).hexdigest()}")
    return "\n".join([*lines, ""])


def _hash(text: str) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
    return f"sha256={digest},{len(text)}"


@pytest.mark.slow
def test_a_bare_python_makes_the_environment_once_and_installs_a_changed_lock_and_what_tests_want(
    checkout: Path,
) -> None:
    """Inside there is no Django, since nothing was asked for; the environment says so when asked a second time. Made
    once, which takes longest: then a lock changes, then the tests want more."""
    setting_up = "Setting up Hangjack. This happens once, takes a minute or two and needs the internet."
    first = go(checkout)
    assert first.stdout == ""
    assert first.stderr.splitlines()[0] == setting_up
    assert f"({checkout / '.venv'}) that has none of Hangjack's packages" in first.stderr
    (checkout / ".venv" / "lib" / f"python3.{sys.version_info[1]}" / "site-packages" / "django.py").touch()
    second = go(checkout)
    assert (second.stdout, second.stderr) == (f"{checkout / '.venv'}\n", "")
    (checkout / "requirements.txt").write_text("# still nothing\n")
    changed = [go(checkout).stderr.startswith(setting_up) for _time in range(2)]
    assert changed == [True, False]
    tested = [go(checkout, "test").stderr.startswith(setting_up) for _time in range(2)]
    assert tested == [True, False]
    assert not go(checkout).stderr.startswith(setting_up)


@pytest.mark.slow
def test_a_lock_that_cannot_be_installed_stops_with_a_sentence_and_is_tried_again(checkout: Path) -> None:
    (checkout / "requirements.txt").write_text("no package at all\n")
    for _time in (1, 2):
        done = go(checkout)
        assert done.returncode == 1
        assert done.stderr.splitlines()[-1] == (
            "Setting up stopped: the Python packages could not be downloaded or installed; pip's own message is "
            "above. Usually this computer is not on the internet, which is needed this once. Type the same command "
            "again to go on."
        )
        assert any("ERROR: Invalid requirement" in line for line in done.stderr.splitlines())


@pytest.mark.slow
def test_what_is_going_on_is_said_and_counted_where_there_is_no_terminal(checkout: Path) -> None:
    (checkout / "requirements.txt").write_text(lock_of(checkout, ["one", "two", "three"]))
    said = go(checkout).stderr.splitlines()
    assert said[:3] == [
        "Setting up Hangjack. This happens once, takes a minute or two and needs the internet.",
        f"Making a folder for Python packages: {checkout / '.venv'}",
        "Fetching Python packages: 1 of 3",
    ]
    assert "Installing Python packages: 3 of 3" in said
    assert "Everything is installed. Starting." in said


@pytest.mark.slow
def test_on_a_terminal_the_count_stays_on_its_line(checkout: Path) -> None:
    (checkout / "requirements.txt").write_text(lock_of(checkout, ["one", "two", "three"]))
    ours, theirs = pty.openpty()
    command = [str(BARE_PYTHON), "where.py"]
    with subprocess.Popen(command, cwd=checkout, stderr=theirs, stdout=theirs, env={"PATH": "/usr/bin"}) as process:
        os.close(theirs)
        said = b"".join(iter(lambda: _read(ours), b"")).decode()
        process.wait()
    os.close(ours)
    lines = said.replace("\r\n", "\n").split("\n")
    (fetching,) = [line for line in lines if "Fetching" in line]
    assert fetching.split("\r")[1:] == [f"Fetching Python packages: {number} of 3" for number in (1, 2, 3)]
    assert [line for line in lines if line.endswith("Installing Python packages: 3 of 3")] != []


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 4096)
    except OSError:  # everybody who wrote there has gone
        return b""


APT = """\
#!/bin/sh
[ "$4" = update ] || [ "$5" = update ] && exit 0
echo "0 upgraded, 2 newly installed, 0 to remove and 0 not upgraded."
for step in "Get:1 http://deb" "Get:2 http://deb" "Unpacking one" "Unpacking two" "Setting up one" "Setting up two"; do
    echo "$step"
done
exit 100
"""
SUDO = """\
#!/bin/sh
shift
exec "$@"
"""


def test_the_system_s_packages_are_counted_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """By the words of apt-get, here spoken by a script: what it installs would stay on this computer."""
    for name, text in (("apt-get", APT), ("sudo", SUDO)):
        (tmp_path / name).write_text(text)
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    environment._install([SystemPackage("one", lambda: False), SystemPackage("two", lambda: False)])
    said = capfd.readouterr().err.splitlines()
    steps = [
        f"{step} system packages: {number} of 2"
        for step in ("Fetching", "Unpacking", "Setting up")
        for number in (1, 2)
    ]
    assert said[: 1 + len(steps)] == ["Installing what the system lacks: one two", *steps]
    assert said[-1] == "Setting up two"


@pytest.fixture
def reachable(checkout: Path) -> Iterator[Path]:
    """The checkout where another user can get to it."""
    folder = Path(tempfile.mkdtemp(prefix="hangjack-test-"))
    shutil.copytree(checkout, folder / "hangjack")
    folder.chmod(0o755)
    yield folder / "hangjack"
    (folder / "hangjack").chmod(0o755)
    shutil.rmtree(folder)


def test_a_folder_that_cannot_be_written_to_is_said_to_be_that(reachable: Path) -> None:
    """As root, by somebody else; else by its own user, who has taken the right to write from himself."""
    reachable.chmod(0o755 if IS_ROOT else 0o555)
    somebody = {"user": 65534, "group": 65534, "extra_groups": [], "python": Path("/usr/bin/python3")}
    done = go(reachable, **(somebody if IS_ROOT else {}))
    assert (done.returncode, done.stdout, done.stderr) == (
        1,
        "",
        f"Hangjack cannot be set up in {reachable}: this user cannot write there. Copy the whole of {reachable} into "
        "a folder of your own, such as your home folder, and type the command there. Or type it as the user "
        "who owns this folder.\n",
    )
    assert sorted(path.name for path in reachable.iterdir()) == sorted(
        ["tournament", "requirements.txt", "requirements-dev.txt", "where.py"]
    )


def test_a_full_disk_is_said_to_be_that() -> None:
    said = environment._explain_error(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)))
    assert said.startswith(f"the disk of {environment.ROOT} is full (")
    assert said.endswith(" MB are free, and 500 MB are needed). Make room.")


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
    said = explain_installing(["one", "two"], is_root=is_root, has_apt=True, has_sudo=has_sudo)
    assert said.splitlines()[1:] == [f"    {line}"]


def test_another_system_s_installer_is_told_the_packages_by_name() -> None:
    assert explain_installing(["one", "two"], is_root=False, has_apt=False, has_sudo=True) == (
        "Install what Debian calls one two with this system's own installer."
    )


@pytest.mark.parametrize(("system", "way"), [("Darwin", "brew install pango"), ("Windows", "pacman -S")])
def test_what_paper_lacks_is_installed_in_the_system_s_own_way(
    monkeypatch: pytest.MonkeyPatch, system: str, way: str
) -> None:
    monkeypatch.setattr(platform, "system", lambda: system)
    assert way in hint_for_paper() and "apt" not in hint_for_paper()


@pytest.mark.slow
def test_what_paper_lacks_is_said_whole_at_every_start_and_without_a_word_about_tests(
    checkout: Path, tmp_path: Path
) -> None:
    """Of a computer without Pango, and where nobody can install it."""
    module = checkout / "tournament" / "press" / "system_libraries.py"
    module.write_text(module.read_text().replace("libpangoft2-1.0.so.0", "libnowhere.so.0"))
    go(checkout, path=str(tmp_path / "nothing"))
    (checkout / ".venv" / "lib" / f"python3.{sys.version_info[1]}" / "site-packages" / "django.py").touch()
    assert go(checkout, path=str(tmp_path / "nothing")).stderr == (
        "Paper (PDF) needs libraries that this computer does not have yet. Until then documents print from the "
        "browser, less exactly. Install what Debian "
        "calls libpangoft2-1.0-0 with this system's own installer.\nThen start Hangjack again.\n"
    )
    said = go(checkout, "test", path=str(tmp_path / "nothing")).stderr
    assert "The tests of paper and of pages in a browser need more than this computer has yet." in said
    assert "libpangoft2-1.0-0 chromium poppler-utils" in said.replace("libatomic1 ", "")


def test_the_hint_about_paper_names_all_of_its_libraries_where_none_is_known_to_be_missing() -> None:
    assert "libpangoft2-1.0-0 libharfbuzz-subset0" in hint_for_paper()
    assert "test" not in hint_for_paper()


@pytest.mark.parametrize("lock", ["requirements.txt", "requirements-dev.txt", "requirements-server.txt"])
def test_a_package_that_another_wants_with_extras_is_locked_with_them(lock: str) -> None:
    """An older pip takes the newest release of `coverage[toml]` where the lock says `coverage==7.17.3`, and refuses
    it for its checksum."""
    lines = (settings.BASE_DIR / lock).read_text().splitlines()
    locked = [Requirement(line.removesuffix("\\")) for line in lines if "==" in line and line[0] not in " #"]
    extras = {package.name: package.extras for package in locked}
    for package in locked:
        if package.marker is not None and not package.marker.evaluate():
            continue
        for text in requires(package.name) or []:
            wanted = Requirement(text)
            is_wanted = wanted.marker is None or any(
                wanted.marker.evaluate({"extra": extra}) for extra in package.extras | {""}
            )
            if is_wanted and wanted.extras:
                assert wanted.extras <= extras[wanted.name], f"{package.name} wants {wanted.name}"
