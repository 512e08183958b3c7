"""Runs a script as Python on Windows would, as far as another system can show it: without the modules and signals that
Windows lacks, and with an `os` for our own code that says `nt`, lacks what Windows lacks, and refuses `os.execv`.
Libraries keep the `os` of this system, whose C code they were built with.

    python tests/server/as_windows.py manage.py evening --demo
"""

import builtins
import os
import runpy
import signal
import sys
from collections.abc import Sequence
from types import ModuleType
from typing import Any, NoReturn

MISSING = {"nice", "fork", "geteuid", "getuid", "getgid", "getegid", "setsid", "killpg", "sched_getaffinity"}


class WindowsOs(ModuleType):
    name = "nt"

    def __getattr__(self, name: str) -> Any:
        if name in MISSING:
            raise AttributeError(f"module 'os' has no attribute '{name}' on Windows")
        return getattr(os, name)

    def execv(self, _path: str, command: Sequence[str]) -> NoReturn:
        raise AssertionError(f"On Windows a process cannot become another one: {command}")


def _pretend() -> None:
    for name in ("resource", "fcntl", "pwd", "grp", "uvloop"):
        sys.modules[name] = None  # type: ignore[assignment]
    for name in ("SIGHUP", "SIGUSR1", "SIGUSR2", "SIGKILL"):
        delattr(signal, name)
    windows_os, import_as_here = WindowsOs("os"), builtins.__import__

    def import_as_windows(name: str, into: Any = None, *others: Any, **named: Any) -> ModuleType:
        is_own = (into or {}).get("__name__", "").partition(".")[0] in ("tournament", "scoring", "__main__")
        return windows_os if name == "os" and is_own else import_as_here(name, into, *others, **named)

    builtins.__import__ = import_as_windows  # type: ignore[assignment]


_pretend()  # in each process that this one begins too

if __name__ == "__main__":
    del sys.argv[0]
    sys.path.insert(0, os.path.dirname(os.path.abspath(sys.argv[0])))
    runpy.run_path(sys.argv[0], run_name="__main__")
