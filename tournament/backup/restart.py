"""Lets a page restart Hangjack to restore a backup.

Only the single server of `manage.py evening` can do so: it ends as by Ctrl+C, becomes a new process, and that one
restores before anything else. Nothing is changed until then, so nothing is lost if it is ended meanwhile. Several
workers, and other servers, are stopped by hand.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import NoReturn

from django.conf import settings

ORDER = "HANGJACK_RESTORES"
"""The environment variable with the order for the new process."""


@dataclass(frozen=True)
class RestoreOrder:
    """What to restore. `file` is a checked backup, unlocked; `name` is its name, `by` the name of the person who
    asked."""

    file: str
    name: str
    by: str


class Restart:
    """The restart of this process. `stop` ends its server; it is None if nothing would start another."""

    def __init__(self) -> None:
        self.stop: Callable[[], None] | None = None
        self.order: RestoreOrder | None = None

    def ask(self, order: RestoreOrder) -> None:
        """Asks for a restore. The server ends once the page that asks is answered."""
        if self.stop is not None:
            self.order = order
            self.stop()

    def begin(self, order: RestoreOrder, options: Sequence[str]) -> None:
        """Becomes a new `manage.py evening`, in the same window."""
        os.environ[ORDER] = json.dumps(asdict(order))
        become_command([*settings.START, "evening", *options])


RESTART = Restart()


def become_command(command: list[str]) -> NoReturn:
    """Becomes another program, in the same window. Windows cannot, so there this one waits for it and ends as it
    does."""
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name == "nt":
        sys.exit(subprocess.call(command))
    os.execv(command[0], command)


def take_order() -> RestoreOrder | None:
    """Takes the order for this start; None if there is none, or it was taken."""
    order = os.environ.pop(ORDER, "")
    return RestoreOrder(**json.loads(order)) if order else None
