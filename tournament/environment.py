"""From any Python to the project's own: makes `.venv` from the lock file and goes on inside it.

The standard library only, since it runs before anything is installed. Inside an environment (or with
`HANGJACK_ENVIRONMENT` set, for a container that has everything) it does nothing. It speaks on standard error, so that
a command's own output stays clean.
"""

import ctypes
import errno
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
ROOM = 500
"""Megabytes of disk that the packages take, and pip while it unpacks them."""
LOOK_EVERY = 0.2  # seconds
LAST_WORDS = 12
"""Lines of a program that failed, for whoever has to find out why."""


class Need(NamedTuple):
    """Something of the system's: its Debian package and how to see that it is there."""

    package: str
    is_there: Callable[[], bool]


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


VENV = Need("python3-venv", lambda: importlib.util.find_spec("ensurepip") is not None)
PAPER = [
    Need("libpangoft2-1.0-0", lambda: _loads("libpangoft2-1.0.so.0")),
    Need("libharfbuzz-subset0", lambda: _loads("libharfbuzz-subset.so.0")),
]
BROWSER = [
    Need("libatomic1", lambda: _loads("libatomic.so.1")),  # what Playwright's own driver runs on
    Need("chromium", lambda: _has("chromium")),
    Need("poppler-utils", lambda: _has("pdftoppm")),
]


class StepFailed(Exception):
    """A program did not do its part; it has said why."""


class Count:
    """A line that counts: rewritten on a terminal, elsewhere a line of its own every few seconds and at the end."""

    SECONDS = 5.0

    def __init__(self) -> None:
        self.shown = ""
        self.since = 0.0

    def show(self, words: str, done: int, of: int) -> None:
        line = f"{words}: {min(done, of)} of {of}"
        is_new, is_done = not self.shown.startswith(words), done >= of
        if line == self.shown:
            return
        if sys.stderr.isatty():
            self._end(is_new)
            print(f"\r{line}", end="", file=sys.stderr, flush=True)
        elif is_new or is_done or time.monotonic() - self.since > self.SECONDS:
            self.since = time.monotonic()
            _say(line)
        else:
            return
        self.shown = line

    def end(self) -> None:
        if sys.stderr.isatty():
            self._end(is_new=True)
        self.shown = ""

    def _end(self, is_new: bool) -> None:
        if self.shown and is_new:
            _say("")


def enter(argv: list[str]) -> None:
    """Return inside the project's environment; from outside, make it where needed and become its Python."""
    if sys.prefix != sys.base_prefix or os.environ.get("HANGJACK_ENVIRONMENT"):
        if importlib.util.find_spec("django") is None:
            _stop(
                f"This Python is of an environment ({sys.prefix}) that has none of Hangjack's packages. Leave it, "
                "mostly with `deactivate`, and type the same command again."
            )
        return
    testing = argv[1:2] == ["test"]
    lock = ROOT / ("requirements-dev.txt" if testing else "requirements.txt")
    if not _is_made_from(lock):
        _make(lock, testing)
    hint = tests_hint() if testing else paper_hint() if _missing(PAPER) else ""
    if hint:
        _say(hint)
    command = [str(PYTHON), *argv]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(PYTHON, command)


def paper_hint() -> str:
    """What paper lacks and how it is had: the same words at the start and on the page that cannot be printed."""
    return (
        "Paper (PDF) needs libraries that this computer does not have yet; everything else works. "
        f"{_advice(_missing(PAPER) or PAPER)}\nThen start Hangjack again."
    )


def tests_hint() -> str:
    """Empty where nothing is missing."""
    missing = _missing([*PAPER, *BROWSER])
    if not missing:
        return ""
    return (
        "The tests of paper and of pages in a browser need more than this computer has yet. "
        f"{_advice(missing)}\nThen type the same command again."
    )


def _missing(needs: Sequence[Need]) -> list[Need]:
    return [need for need in needs if not need.is_there()]


def _stamp(lock: Path) -> Path:
    return HOME / f"{lock.name}.sha256"


def _digest(lock: Path) -> str:
    return f"{hashlib.sha256(lock.read_bytes()).hexdigest()} {sys.version_info[0]}.{sys.version_info[1]}\n"


def _is_made_from(lock: Path) -> bool:
    return PYTHON.exists() and _stamp(lock).is_file() and _stamp(lock).read_text() == _digest(lock)


def _make(lock: Path, testing: bool) -> None:
    """Install what the system lacks and all that the lock names; the stamp comes last, so a broken try starts over."""
    _check_folder()
    _say("Setting Hangjack up: once, for a minute or two, with the internet.")
    missing = _missing([VENV, *PAPER, *(BROWSER if testing else [])])
    try:
        if missing:
            _install(missing)
        if not VENV.is_there():
            _stop(
                "This Python cannot make an environment yet. "
                f"{_advice(_missing([VENV, *PAPER, *(BROWSER if testing else [])]))}\nThen type the same command again."
            )
        _make_environment()
        _install_packages(lock)
        # The lock for testing holds all that the other holds.
        for done in {lock, *([ROOT / "requirements.txt"] if testing else [])}:
            _stamp(done).write_text(_digest(done))
        _say("Everything is installed. Starting.")
    except (StepFailed, OSError) as error:
        _stop(f"Setting up stopped: {_reason(error)} Type the same command again to go on.")
    except KeyboardInterrupt:
        _stop("\nStopped before all was set up. Type the same command again to go on.")


def _check_folder() -> None:
    """Stops where nothing can be written, which no second try would change."""
    for folder in (ROOT, HOME):
        try:
            if folder.is_dir():
                os.rmdir(tempfile.mkdtemp(prefix=".hangjack-", dir=folder))
        except OSError as error:
            if error.errno == errno.ENOSPC:
                _stop(f"Hangjack cannot be set up: {_reason(error)} Then type the same command again.")
            why = "that disk can only be read" if error.errno == errno.EROFS else "this user may not write there"
            _stop(
                f"Hangjack cannot be set up in {folder}: {why}. Copy the whole of {ROOT} into a folder of your own, "
                "such as your home folder, and type the command there; or type it as the user to whom this one belongs."
            )


def _reason(error: Exception) -> str:
    free = shutil.disk_usage(ROOT).free // 1024**2
    if free < ROOM or getattr(error, "errno", 0) == errno.ENOSPC:
        return f"the disk of {ROOT} is full ({free} MB are free, and {ROOM} MB are needed). Make room."
    if isinstance(error, OSError):
        return f"{error.filename or 'this computer'}: {error.strerror}."
    return str(error)


def _make_environment() -> None:
    _say(f"Making a place for Python packages: {HOME}")
    fresh = not (PYTHON.exists() and _same_version())
    made = [sys.executable, "-m", "venv", *(["--clear"] if fresh else []), str(HOME)]
    _follow(made, lambda _line: None, "Python could not make it, and said why above.")


def _install_packages(lock: Path) -> None:
    """Counted: while pip fetches them by its words, and while it unpacks them by what is there."""
    of = sum("==" in line and line[0].isalnum() for line in lock.read_text().splitlines() if line)
    count, there = Count(), len(_installed())
    fetched = 0

    def hear(line: str) -> None:
        nonlocal of, fetched
        if line.startswith("Ignoring "):
            of -= 1
        elif re.match(r"(Collecting|Processing|Requirement already satisfied:) ", line):
            fetched += 1
            count.show("Fetching Python packages", fetched, of)
        there_are = re.match(r"Installing collected packages: (.*)", line)
        if there_are:
            of = len(there_are[1].split(", "))

    def look() -> None:
        if fetched:
            new = len(_installed()) - there
            if new:
                count.show("Installing Python packages", new, of)

    pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    failed = (
        "the Python packages could not be fetched or installed; what pip said about it stands above. Mostly this "
        "computer is not on the internet, which it needs this once."
    )
    try:
        _follow([*pip, "--require-hashes", "--requirement", str(lock)], hear, failed, look=look)
    finally:
        count.end()


def _installed() -> list[Path]:
    return list(HOME.glob("[Ll]ib*/**/site-packages/*.dist-info"))


def _same_version() -> bool:
    """Whether the environment's Python still starts and is of this one's version."""
    ask = [str(PYTHON), "-c", "import sys; print(*sys.version_info[:2])"]
    answer = subprocess.run(ask, capture_output=True, text=True, check=False)
    return answer.stdout.split() == [str(part) for part in sys.version_info[:2]]


def _install(needs: Sequence[Need]) -> None:
    """Install Debian packages where this user may without being asked; what is missing even so is told at the end."""
    apt = ["apt-get", "-q", "-y", "-o", "Dpkg::Use-Pty=0"]
    if not _has("apt-get"):
        return
    if not _is_root():
        sudo = ["sudo", "-n", "env"]
        if not _has("sudo") or subprocess.run([*sudo, "true"], capture_output=True, check=False).returncode:
            return
        apt = [*sudo, "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C", *apt]
    packages = [need.package for need in needs]
    _say(f"Installing what the system lacks: {' '.join(packages)}")
    count, of, done = Count(), 0, {"Get:": 0, "Unpacking ": 0, "Setting up ": 0}
    words = dict(zip(done, ("Fetching", "Unpacking", "Setting up"), strict=True))

    def hear(line: str) -> None:
        nonlocal of
        planned = re.search(r"(\d+) upgraded, (\d+) newly installed", line)
        if planned:
            of = int(planned[1]) + int(planned[2])
        step = next((step for step in done if line.startswith(step)), None)
        if of and step:
            done[step] += 1
            count.show(f"{words[step]} system packages", done[step], of)

    try:
        _follow([*apt, "update"], lambda _line: None, "")
        _follow([*apt, "install", "--no-install-recommends", *packages], hear, "")
    except StepFailed:
        pass  # what it said stands there; what paper lacks is told after it, what Python lacks stops the rest
    finally:
        count.end()


def _follow(
    command: Sequence[str], hear: Callable[[str], None], failed: str, *, look: Callable[[], None] = lambda: None
) -> None:
    """Run a program, and hear each line that it writes; `look` is asked now and then meanwhile. Of one that fails the
    last words are told. Raises StepFailed."""
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
    lines: list[str] = []

    def read() -> None:
        assert process.stdout
        for line in process.stdout:
            lines.append(line)

    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=quietly, text=True, errors="replace"
    ) as process:
        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        heard = 0
        while reader.is_alive() or heard < len(lines):
            reader.join(LOOK_EVERY)
            for line in lines[heard:]:
                hear(line.rstrip())
                heard += 1
            look()
    if process.returncode:
        _say("".join(lines[-LAST_WORDS:]).rstrip())
        raise StepFailed(failed)


def _advice(needs: Sequence[Need]) -> str:
    packages = [need.package for need in needs]
    return how_to_install(packages, is_root=_is_root(), has_apt=_has("apt-get"), has_sudo=_has("sudo"))


def how_to_install(packages: list[str], *, is_root: bool, has_apt: bool, has_sudo: bool) -> str:
    """What to type, exactly; where there is neither root nor sudo, with the root user's password."""
    names = " ".join(packages)
    if not has_apt:
        return f"Install what Debian calls {names} with this system's own installer."
    update, install = "apt-get update", f"apt-get install -y --no-install-recommends {names}"
    if is_root:
        line = f"{update} && {install}"
    else:
        line = f"sudo {update} && sudo {install}" if has_sudo else f'su - -c "{update} && {install}"'
    asked = "" if is_root else " (it asks for a password; if you have none, ask whoever looks after this computer)"
    return f"To install what is missing, type{asked}:\n    {line}"


def _has(command: str) -> bool:
    return shutil.which(command) is not None


def _is_root() -> bool:
    return os.name != "nt" and os.geteuid() == 0


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def _stop(words: str) -> NoReturn:
    sys.exit(words)
