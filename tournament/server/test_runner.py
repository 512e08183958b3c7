"""Lets `manage.py test` run pytest. Labels and options after it go to pytest as they are (`manage.py test -- -k
kent`)."""

import os
import subprocess
import sys
from typing import Any

from django.conf import settings

NO_TESTS_COLLECTED = 5
MOST_PROCESSES = 5


class PytestRunner:
    """Django's TEST_RUNNER. It runs the suite in processes of its own, two more than there are cores: while some wait
    for a browser or a server, the others have work."""

    def __init__(self, *, verbosity: int = 1, failfast: bool = False, keepdb: bool = False, **_others: Any) -> None:
        self.options = [
            *(["--quiet"] if verbosity == 0 else []),
            *(["--verbose"] if verbosity > 1 else []),
            *(["--exitfirst"] if failfast else []),
            *(["--reuse-db"] if keepdb else []),
        ]

    def run_tests(self, test_labels: list[str]) -> int:
        processes = min(count_cores() + 2, MOST_PROCESSES)
        pytest = [sys.executable, "-m", "pytest", f"--numprocesses={processes}", "--dist=worksteal"]
        # Without bytecode every worker, and every server that a test starts, would compile the whole project again.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        code = subprocess.call([*pytest, *self.options, *test_labels], cwd=settings.BASE_DIR, env=environment)
        return 0 if code == NO_TESTS_COLLECTED else code


def count_cores() -> int:
    """Returns how many cores this process may use, where the system says so, or how many there are."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
