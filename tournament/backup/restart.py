"""How a page has Hangjack start anew with a backup in the place of its data.

Only the one server of `manage.py evening` can: it ends as by Ctrl+C, becomes a new process, and that one restores
before anything else. Until then nothing is changed, so that whatever ends it meanwhile loses nothing. Several workers,
and other servers, are stopped by hand.
"""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence

ORDER = "HANGJACK_RESTORES"
"""The variable of the environment with the file that the new process restores."""


class Restart:
    """Of this process. `stop` ends its server; None where nobody would start another."""

    def __init__(self) -> None:
        self.stop: Callable[[], None] | None = None
        self.file = ""

    def ask(self, file: str) -> None:
        """The server ends once the page that asks is answered."""
        if self.stop is not None:
            self.file = file
            self.stop()

    def begin(self, options: Sequence[str]) -> None:
        """Becomes `manage.py evening` once more, in the same window."""
        os.environ[ORDER] = self.file
        sys.stdout.flush()
        sys.stderr.flush()
        command = [sys.executable, sys.argv[0], "evening", *options]
        if os.name == "nt":
            sys.exit(subprocess.call(command))
        os.execv(sys.executable, command)


RESTART = Restart()


def take_order() -> str:
    """The file to restore now, once; empty at any other start."""
    return os.environ.pop(ORDER, "")
