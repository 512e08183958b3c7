"""Lets `manage.py test` run pytest. Labels and options after it go to pytest as they are (`manage.py test -- -k
kent`)."""

import os
import subprocess
import sys
from typing import Any

from django.conf import settings

NO_TESTS_COLLECTED = 5


class PytestRunner:
    """Django's TEST_RUNNER. It runs the suite in a process of its own, on at most four cores."""

    def __init__(self, *, verbosity: int = 1, failfast: bool = False, keepdb: bool = False, **_others: Any) -> None:
        self.options = [
            *(["--quiet"] if verbosity == 0 else []),
            *(["--verbose"] if verbosity > 1 else []),
            *(["--exitfirst"] if failfast else []),
            *(["--reuse-db"] if keepdb else []),
        ]

    def run_tests(self, test_labels: list[str]) -> int:
        pytest = [sys.executable, "-m", "pytest", "--numprocesses=auto", "--maxprocesses=4", "--dist=worksteal"]
        # Without bytecode every worker, and every server that a test starts, would compile the whole project again.
        environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
        code = subprocess.call([*pytest, *self.options, *test_labels], cwd=settings.BASE_DIR, env=environment)
        return 0 if code == NO_TESTS_COLLECTED else code
