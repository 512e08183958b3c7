"""The system libraries that printing and the browser tests need: which are missing, and what to type to install
them."""

import ctypes
import importlib.util
import os
import shutil
from collections.abc import Callable, Sequence
from typing import NamedTuple


class Need(NamedTuple):
    """Something of the system's: its Debian package and how to see that it is there."""

    package: str
    is_there: Callable[[], bool]


def has_library(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


VENV = Need("python3-venv", lambda: importlib.util.find_spec("ensurepip") is not None)


PAPER = [
    Need("libpangoft2-1.0-0", lambda: has_library("libpangoft2-1.0.so.0")),
    Need("libharfbuzz-subset0", lambda: has_library("libharfbuzz-subset.so.0")),
]


BROWSER = [
    Need("libatomic1", lambda: has_library("libatomic.so.1")),  # what Playwright's own driver runs on
    Need("chromium", lambda: has_program("chromium")),
    Need("poppler-utils", lambda: has_program("pdftoppm")),
]


def paper_hint() -> str:
    """What paper lacks and how it is had: the same words at the start and on the page that cannot be printed."""
    return (
        "Paper (PDF) needs libraries that this computer does not have yet; everything else works. "
        f"{install_advice(missing_needs(PAPER) or PAPER)}\nThen start Hangjack again."
    )


def tests_hint() -> str:
    """Empty where nothing is missing."""
    missing = missing_needs([*PAPER, *BROWSER])
    if not missing:
        return ""
    return (
        "The tests of paper and of pages in a browser need more than this computer has yet. "
        f"{install_advice(missing)}\nThen type the same command again."
    )


def missing_needs(needs: Sequence[Need]) -> list[Need]:
    return [need for need in needs if not need.is_there()]


def install_advice(needs: Sequence[Need]) -> str:
    packages = [need.package for need in needs]
    return how_to_install(packages, is_root=is_root(), has_apt=has_program("apt-get"), has_sudo=has_program("sudo"))


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


def has_program(command: str) -> bool:
    return shutil.which(command) is not None


def is_root() -> bool:
    return os.name != "nt" and os.geteuid() == 0
