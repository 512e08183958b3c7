"""From any Python to the project's own: makes `.venv` from the lock file and goes on inside it.

The standard library only, since it runs before anything is installed. Inside an environment (or with
`HANGJACK_ENVIRONMENT` set, for a container that has everything) it does nothing. It speaks on standard error, so that
a command's own output stays clean.
"""

import ctypes
import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, NoReturn

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv"
PYTHON = HOME / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


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
    needs = [*PAPER, *(BROWSER if testing else [])]
    if not _is_made_from(lock):
        _make(lock, needs, testing)
    _tell_missing(needs)
    command = [str(PYTHON), *argv]
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(PYTHON, command)


def _stamp(lock: Path) -> Path:
    return HOME / f"{lock.name}.sha256"


def _digest(lock: Path) -> str:
    return f"{hashlib.sha256(lock.read_bytes()).hexdigest()} {sys.version_info[0]}.{sys.version_info[1]}\n"


def _is_made_from(lock: Path) -> bool:
    return PYTHON.exists() and _stamp(lock).is_file() and _stamp(lock).read_text() == _digest(lock)


def _make(lock: Path, needs: list[Need], testing: bool) -> None:
    """Install what the system lacks and all that the lock names; the stamp comes last, so a broken try starts over."""
    _say("Setting Hangjack up: once, for a minute or two, with the internet.")
    missing = [need.package for need in [VENV, *needs] if not need.is_there()]
    if missing:
        _install(missing)
    if not VENV.is_there():
        _stop(f"This Python cannot make an environment yet. {_advice([VENV, *needs])}")
    fresh = not (PYTHON.exists() and _same_version())
    try:
        _run([sys.executable, "-m", "venv", *(["--clear"] if fresh else []), str(HOME)])
        pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-input"]
        _run([*pip, "--require-hashes", "--requirement", str(lock)])
        # The lock for testing holds all that the other holds.
        for done in {lock, *([ROOT / "requirements.txt"] if testing else [])}:
            _stamp(done).write_text(_digest(done))
    except (subprocess.CalledProcessError, OSError) as error:
        reason = error.strerror if isinstance(error, OSError) else "the step above did not work"
        _stop(
            f"Setting up stopped: {reason}. It needs the internet this once, half a gigabyte of disk and the right to "
            f"write in {ROOT}. Type the same command again to go on."
        )
    except KeyboardInterrupt:
        _stop("\nStopped before all was set up. Type the same command again to go on.")


def _same_version() -> bool:
    """Whether the environment's Python still starts and is of this one's version."""
    ask = [str(PYTHON), "-c", "import sys; print(*sys.version_info[:2])"]
    answer = subprocess.run(ask, capture_output=True, text=True, check=False)
    return answer.stdout.split() == [str(part) for part in sys.version_info[:2]]


def _install(packages: list[str]) -> None:
    """Install Debian packages where this user may without being asked; what fails is told by `_tell_missing`."""
    apt = ["apt-get", "-q", "-y", "-o", "Dpkg::Use-Pty=0"]
    if not _has("apt-get"):
        return
    if not _is_root():
        sudo = ["sudo", "-n", "env"]
        if not _has("sudo") or subprocess.run([*sudo, "true"], capture_output=True, check=False).returncode:
            return
        apt = [*sudo, "DEBIAN_FRONTEND=noninteractive", *apt]
    _say(f"Installing {' '.join(packages)}")
    quietly = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for step in (["update"], ["install", "--no-install-recommends", *packages]):
        done = subprocess.run([*apt, *step], capture_output=True, text=True, check=False, env=quietly)
        if done.returncode:
            _say(done.stderr.strip())


def _tell_missing(needs: list[Need]) -> None:
    if any(not need.is_there() for need in needs):
        _say(f"Paper (PDF) and browser tests need more than there is here; all else works. {_advice(needs)}")


def _advice(needs: list[Need]) -> str:
    packages = [need.package for need in needs if not need.is_there()]
    return how_to_install(packages, is_root=_is_root(), has_apt=_has("apt-get"), has_sudo=_has("sudo"))


def how_to_install(packages: list[str], *, is_root: bool, has_apt: bool, has_sudo: bool) -> str:
    """What to type, exactly; where there is neither root nor sudo, with the root user's password."""
    names = " ".join(packages)
    if not has_apt:
        return f"Install what Debian calls {names} with this system's own installer, and type the same command again."
    update, install = "apt-get update", f"apt-get install -y --no-install-recommends {names}"
    if is_root:
        line = f"{update} && {install}"
    else:
        line = f"sudo {update} && sudo {install}" if has_sudo else f'su - -c "{update} && {install}"'
    asked = "" if is_root else " (it asks for a password; who has none asks whoever looks after this computer)"
    return f"Type{asked}:\n    {line}\nand then the same command again."


def _has(command: str) -> bool:
    return shutil.which(command) is not None


def _is_root() -> bool:
    return os.name != "nt" and os.geteuid() == 0


def _run(command: list[str]) -> None:
    subprocess.run(command, check=True, stdout=sys.stderr)


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


def _stop(words: str) -> NoReturn:
    sys.exit(words)
