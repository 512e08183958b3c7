"""How a page has Hangjack start anew with a backup in the place of its data.

Only the one server of `manage.py evening` can: it ends as by Ctrl+C, becomes a new process, and that one restores
before anything else. Until then nothing is changed, so that whatever ends it meanwhile loses nothing. Several workers,
and other servers, are stopped by hand.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

ORDER = "HANGJACK_RESTORES"
"""The variable of the environment with the order for the new process."""


@dataclass(frozen=True)
class RestoreOrder:
    """`file` is a checked backup, unlocked; `name` is what it is called, `by` the name of whoever asked."""

    file: str
    name: str
    by: str


class Restart:
    """Of this process. `stop` ends its server; None where nobody would start another."""

    def __init__(self) -> None:
        self.stop: Callable[[], None] | None = None
        self.order: RestoreOrder | None = None

    def ask(self, order: RestoreOrder) -> None:
        """The server ends once the page that asks is answered."""
        if self.stop is not None:
            self.order = order
            self.stop()

    def begin(self, order: RestoreOrder, options: Sequence[str]) -> None:
        """Becomes `manage.py evening` once more, in the same window."""
        os.environ[ORDER] = json.dumps(asdict(order))
        sys.stdout.flush()
        sys.stderr.flush()
        command = [sys.executable, sys.argv[0], "evening", *options]
        if os.name == "nt":
            sys.exit(subprocess.call(command))
        os.execv(sys.executable, command)


RESTART = Restart()


def take_order() -> RestoreOrder | None:
    """What to restore now, once; None at any other start."""
    order = os.environ.pop(ORDER, "")
    return RestoreOrder(**json.loads(order)) if order else None
