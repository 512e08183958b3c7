"""Tells which system libraries for printing and the browser tests are missing, and what to type to install them."""

import ctypes
import importlib.util
import os
import platform
import shutil
from collections.abc import Callable, Sequence
from typing import NamedTuple

PLACES_ON_WINDOWS = r"C:\msys64\ucrt64\bin;C:\msys64\mingw64\bin"
"""Where WeasyPrint looks unless WEASYPRINT_DLL_DIRECTORIES says otherwise."""
ADVICE_BY_SYSTEM = {
    "Darwin": "To install them, install Homebrew (https://brew.sh) and type:\n    brew install pango",
    "Windows": (
        "To install them, install MSYS2 (https://www.msys2.org) and type in its window:\n"
        "    pacman -S mingw-w64-ucrt-x86_64-pango\n"
        "Or run Hangjack in WSL, the Linux that comes with Windows."
    ),
}


class SystemPackage(NamedTuple):
    """A Debian package, and a function that tells whether it is installed."""

    package: str
    is_there: Callable[[], bool]


def has_library(*names: str) -> bool:
    """Returns whether there is a library of one of these names, which differ by system."""
    places = os.environ.get("WEASYPRINT_DLL_DIRECTORIES", PLACES_ON_WINDOWS).split(";") if os.name == "nt" else []
    return any(_can_load(name) or any(os.path.isfile(os.path.join(place, name)) for place in places) for name in names)


def _can_load(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


VENV = SystemPackage("python3-venv", lambda: importlib.util.find_spec("ensurepip") is not None)
PAPER = [
    SystemPackage(
        "libpangoft2-1.0-0",
        lambda: has_library("libpangoft2-1.0.so.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"),
    ),
    SystemPackage(
        "libharfbuzz-subset0",
        lambda: has_library("libharfbuzz-subset.so.0", "libharfbuzz-subset.0.dylib", "libharfbuzz-subset-0.dll"),
    ),
]
WINDOWLESS = SystemPackage("chromium-headless-shell", lambda: has_program("chromium-headless-shell"))
"""Chromium without a window: tests take a third less processor time in it. Not every distribution has it."""
BROWSER = [
    SystemPackage("libatomic1", lambda: has_library("libatomic.so.1")),  # Playwright's own driver needs it
    SystemPackage("chromium", lambda: has_program("chromium") or WINDOWLESS.is_there()),
    SystemPackage("poppler-utils", lambda: has_program("pdftoppm")),
]


def hint_for_paper() -> str:
    """Says what printing lacks and how to install it, at the start and on a page that cannot be printed."""
    advice = ADVICE_BY_SYSTEM.get(platform.system()) or advice_for_installing(find_missing(PAPER) or PAPER)
    return (
        "Paper (PDF) needs libraries that this computer does not have yet. Until then documents print from the "
        "browser, less exactly. "
        f"{advice}\nThen start Hangjack again."
    )


def hint_for_tests() -> str:
    """Says what the tests lack and how to install it; "" if nothing is missing."""
    missing = find_missing([*PAPER, *BROWSER])
    if not missing:
        return ""
    return (
        "The tests of paper and of pages in a browser need more than this computer has yet. "
        f"{advice_for_installing(missing)}\nThen type the same command again."
    )


def find_missing(needs: Sequence[SystemPackage]) -> list[SystemPackage]:
    return [need for need in needs if not need.is_there()]


def advice_for_installing(needs: Sequence[SystemPackage]) -> str:
    packages = [need.package for need in needs]
    return explain_installing(packages, is_root=is_root(), has_apt=has_program("apt-get"), has_sudo=has_program("sudo"))


def explain_installing(packages: list[str], *, is_root: bool, has_apt: bool, has_sudo: bool) -> str:
    """Returns the exact words to type; without root and sudo they ask for the root password."""
    names = " ".join(packages)
    if not has_apt:
        return f"Install what Debian calls {names} with this system's own installer."
    update, install = "apt-get update", f"apt-get install -y --no-install-recommends {names}"
    if is_root:
        line = f"{update} && {install}"
    else:
        line = f"sudo {update} && sudo {install}" if has_sudo else f'su - -c "{update} && {install}"'
    asked = (
        "" if is_root else " (it asks for a password; if you have none, ask the person who looks after this computer)"
    )
    return f"To install what is missing, type{asked}:\n    {line}"


def has_program(command: str) -> bool:
    return shutil.which(command) is not None


def is_root() -> bool:
    return os.name != "nt" and os.geteuid() == 0
