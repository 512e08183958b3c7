"""Runs the program in the project's own Python: makes `.venv` from the lock file, stamps it with the file's hash and
goes on inside it. So one command is enough, and a second start only compares a hash.

This uses the standard library only, because it runs before anything is installed. Inside an environment (or with
`HANGJACK_ENVIRONMENT` set, for a container that has everything) it does nothing. It prints to standard error, so that a
command's own output stays clean.
"""

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
from typing import NoReturn

from tournament.press.system_libraries import (
    BROWSER,
    PAPER,
    VENV,
    WINDOWLESS,
    SystemPackage,
    advice_for_installing,
    find_missing,
    has_program,
    hint_for_paper,
    hint_for_tests,
    is_root,
)

ROOT = Path(__file__).resolve().parent.parent.parent
HOME = ROOT / ".venv"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
ROOM = 500
"""The megabytes of disk needed for the packages, and for pip while it unpacks them."""
LOOK_EVERY = 0.2  # seconds
LAST_WORDS = 12
"""The number of lines of a failed program's output that are shown."""


class StepFailed(Exception):
    """A program failed and has printed why."""


class ProgressLine:
    """A progress line: rewritten on a terminal; elsewhere a new line every few seconds and at the end."""

    SECONDS = 5.0

    def __init__(self) -> None:
        self.shown = ""
        self.since = 0.0

    def show(self, words: str, done: int, total: int) -> None:
        line = f"{words}: {min(done, total)} of {total}"
        is_new, is_done = not self.shown.startswith(words), done >= total
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


def enter_environment(argv: list[str]) -> None:
    """Returns if this is the project's environment. If not, makes it if needed and becomes its Python."""
    if sys.prefix != sys.base_prefix or os.environ.get("HANGJACK_ENVIRONMENT"):
        if importlib.util.find_spec("django") is None:
            _stop(
                f"This Python belongs to an environment ({sys.prefix}) that has none of Hangjack's "
                "packages. Leave it, usually with `deactivate`, and type the same command again."
            )
        return
    testing = argv[1:2] == ["test"]
    lock = ROOT / ("requirements-dev.txt" if testing else "requirements.txt")
    is_made = PYTHON.exists() and _stamp_of(lock).is_file()
    if not is_made or _stamp_of(lock).read_text() != _digest_of(lock):
        _set_up(lock, testing)
    hint = hint_for_tests() if testing else hint_for_paper() if find_missing(PAPER) else ""
    if hint:
        _say(hint)
    command = [str(PYTHON), *argv]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(PYTHON, command)


def _stamp_of(lock: Path) -> Path:
    return HOME / f"{lock.name}.sha256"


def _digest_of(lock: Path) -> str:
    return f"{hashlib.sha256(lock.read_bytes()).hexdigest()} {sys.version_info[0]}.{sys.version_info[1]}\n"


def _set_up(lock: Path, testing: bool) -> None:
    """Installs what is missing and what the lock names. It writes the stamp last, so that a failed try starts over."""
    _check_folder()
    _say("Setting up Hangjack. This happens once, takes a minute or two and needs the internet.")
    try:
        if testing and not WINDOWLESS.is_there():
            _install([WINDOWLESS])
        needs = [VENV, *PAPER, *(BROWSER if testing else [])]
        if missing := find_missing(needs):
            _install(missing)
        if not VENV.is_there():
            _stop(
                "This Python cannot make an environment yet. "
                f"{advice_for_installing(find_missing(needs))}\nThen type the same command again."
            )
        _say(f"Making a folder for Python packages: {HOME}")
        is_usable = PYTHON.exists() and _is_same_version()
        made = [sys.executable, "-m", "venv", *([] if is_usable else ["--clear"]), str(HOME)]
        _run_and_follow(made, lambda _line: None, "Python could not make it; its message is above.")
        _install_packages(lock)
        # The lock for testing contains all of the other one.
        for done in {lock, *([ROOT / "requirements.txt"] if testing else [])}:
            _stamp_of(done).write_text(_digest_of(done))
        _say("Everything is installed. Starting.")
    except (StepFailed, OSError) as error:
        _stop(f"Setting up stopped: {_explain_error(error)} Type the same command again to go on.")
    except KeyboardInterrupt:
        _stop("\nStopped before all was set up. Type the same command again to go on.")


def _check_folder() -> None:
    """Stops if a folder cannot be written, because a second try would not help."""
    for folder in (ROOT, HOME):
        try:
            if folder.is_dir():
                os.rmdir(tempfile.mkdtemp(prefix=".hangjack-", dir=folder))
        except OSError as error:
            if error.errno == errno.ENOSPC:
                _stop(f"Hangjack cannot be set up: {_explain_error(error)} Then type the same command again.")
            why = "that disk is read-only" if error.errno == errno.EROFS else "this user cannot write there"
            _stop(
                f"Hangjack cannot be set up in {folder}: {why}. Copy the whole of {ROOT} into a folder of "
                "your own, such as your home folder, and type the command there. Or type it as the user "
                "who owns this folder."
            )


def _explain_error(error: Exception) -> str:
    free = shutil.disk_usage(ROOT).free // 1024**2
    if free < ROOM or getattr(error, "errno", 0) == errno.ENOSPC:
        return f"the disk of {ROOT} is full ({free} MB are free, and {ROOM} MB are needed). Make room."
    if isinstance(error, OSError):
        return f"{error.filename or 'this computer'}: {error.strerror}."
    return str(error)


def _install_packages(lock: Path) -> None:
    """Installs with a progress line: it counts pip's output while pip fetches, and the files while it unpacks."""
    total = sum("==" in line and line[0].isalnum() for line in lock.read_text().splitlines() if line)
    count, there = ProgressLine(), len(_find_installed_packages())
    fetched, is_installing = 0, False

    def hear(line: str) -> None:
        nonlocal total, fetched, is_installing
        if line.startswith("Ignoring "):
            total -= 1
        elif re.match(r"(Collecting|Processing|Requirement already satisfied:) ", line):
            fetched += 1
            count.show("Fetching Python packages", fetched, total)
        there_are = re.match(r"Installing collected packages: (.*)", line)
        if there_are:
            total, is_installing = len(there_are[1].split(", ")), True

    def look() -> None:
        if is_installing:
            new = len(_find_installed_packages()) - there
            if new:
                count.show("Installing Python packages", new, total)

    pip = [str(PYTHON), "-m", "pip", "install", "--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    failed = (
        "the Python packages could not be downloaded or installed; pip's own message is above. Usually "
        "this computer is not on the internet, which is needed this once."
    )
    try:
        _run_and_follow([*pip, "--require-hashes", "--requirement", str(lock)], hear, failed, look=look)
    finally:
        count.end()


def _find_installed_packages() -> list[Path]:
    return list(HOME.glob("[Ll]ib*/**/site-packages/*.dist-info"))


def _is_same_version() -> bool:
    """Returns whether the environment's Python still starts and has this one's version."""
    ask = [str(PYTHON), "-c", "import sys; print(*sys.version_info[:2])"]
    answer = subprocess.run(ask, capture_output=True, text=True, check=False)
    return answer.stdout.split() == [str(part) for part in sys.version_info[:2]]


def _install(needs: Sequence[SystemPackage]) -> None:
    """Installs Debian packages if this user may do so without a password. What is still missing is reported at the
    end."""
    apt = ["apt-get", "-q", "-y", "-o", "Dpkg::Use-Pty=0"]
    if not has_program("apt-get"):
        return
    if not is_root():
        sudo = ["sudo", "-n", "env"]
        if not has_program("sudo") or subprocess.run([*sudo, "true"], capture_output=True, check=False).returncode:
            return
        apt = [*sudo, "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C", *apt]
    packages = [need.package for need in needs]
    _say(f"Installing what the system lacks: {' '.join(packages)}")
    count, total, done = ProgressLine(), 0, {"Get:": 0, "Unpacking ": 0, "Setting up ": 0}
    words = dict(zip(done, ("Fetching", "Unpacking", "Setting up"), strict=True))

    def hear(line: str) -> None:
        nonlocal total
        planned = re.search(r"(\d+) upgraded, (\d+) newly installed", line)
        if planned:
            total = int(planned[1]) + int(planned[2])
        step = next((step for step in done if line.startswith(step)), None)
        if total and step:
            done[step] += 1
            count.show(f"{words[step]} system packages", done[step], total)

    try:
        _run_and_follow([*apt, "update"], lambda _line: None, "")
        _run_and_follow([*apt, "install", "--no-install-recommends", *packages], hear, "")
    except StepFailed:
        pass  # its message is printed; what paper lacks is told later, and what Python lacks stops the rest
    finally:
        count.end()


def _run_and_follow(
    command: Sequence[str], hear: Callable[[str], None], failed: str, *, look: Callable[[], None] = lambda: None
) -> None:
    """Runs a program and passes each line of its output to `hear`; calls `look` now and then meanwhile. If the program
    fails, shows its last lines and raises StepFailed."""
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8", "PYTHONUNBUFFERED": "1"}
    lines: list[str] = []

    def read_lines() -> None:
        assert process.stdout
        for line in process.stdout:
            lines.append(line)

    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=quietly, text=True, errors="replace"
    ) as process:
        reader = threading.Thread(target=read_lines, daemon=True)
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


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def _stop(words: str) -> NoReturn:
    sys.exit(words)
