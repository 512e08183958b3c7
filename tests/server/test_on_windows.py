"""The start, pages and paper with a Python as Windows has it (`as_windows`)."""

import os
from pathlib import Path

import pytest

from tests.running import an_evening


@pytest.mark.slow
def test_a_demonstration_starts_serves_and_prints_without_what_windows_lacks(tmp_path: Path) -> None:
    environment = {**os.environ, "HANGJACK_DATA": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    environment.pop("DATABASE_URL", None)
    with an_evening(environment, "--demo", runner=["tests/server/as_windows.py"]) as evening:
        assert evening.get("/").status == 200
        paper = evening.get("/e/1/paper/rules.pdf")
        assert (paper.status, paper.headers["Content-Type"]) == (200, "application/pdf")
        assert evening.sign_in() == "/new-password/"
