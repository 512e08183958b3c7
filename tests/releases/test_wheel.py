"""The wheel: it has everything that the program needs, and runs where no checkout is."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.running import ROOT, an_evening

SCRIPT = """import sys
from tournament.server.command import main

if __name__ == "__main__":
    sys.argv[0] += ".exe"
    sys.exit(main())
"""
"""What an installer writes for the entry point of the wheel, by the name that it has on Windows, where it is no script:
a start that begins anew, as for a demonstration, cannot be by its name."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (made,) = folder.glob("*.whl")
    return made


def files_below(folder: str) -> set[str]:
    """Returns the files of a folder of the checkout, as paths in it."""
    files = (path for path in (ROOT / folder).rglob("*") if path.is_file() and path.parent.name != "__pycache__")
    return {path.relative_to(ROOT / folder).as_posix() for path in files}


@pytest.mark.slow
def test_the_wheel_has_the_program_its_templates_static_files_and_migrations_and_nothing_else(wheel: Path) -> None:
    names = [name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name]
    assert len(names) == len(set(names))
    assert set(names) == {
        *(f"scoring/{name}" for name in files_below("scoring")),
        *(f"tournament/{name}" for name in files_below("tournament")),
        *(f"tournament/templates/{name}" for name in files_below("templates")),
        *(f"tournament/static/{name}" for name in files_below("static")),
    }


@pytest.mark.slow
def test_an_evening_runs_from_the_wheel_alone_with_its_data_in_the_users_home(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "packages")
    script = tmp_path / "hangjack"
    script.write_text(SCRIPT)
    without = {name: value for name, value in os.environ.items() if not name.startswith(("HANGJACK", "DJANGO"))}
    environment = {**without, "HOME": str(tmp_path), "PYTHONPATH": str(tmp_path / "packages"), "PYTHONUNBUFFERED": "1"}
    asked = [sys.executable, script.name, "--version"]
    said = subprocess.run(asked, cwd=tmp_path, env=environment, check=True, capture_output=True, text=True).stdout
    assert said == f"Hangjack {wheel.name.split('-')[1]}\n"
    with an_evening(environment, "--demo", script=script) as evening:
        assert (evening.get("/").status, evening.get("/static/img/suits.svg").status) == (200, 200)
        paper = evening.get("/e/1/paper/rules.pdf")
        assert (paper.status, paper.headers["Content-Type"]) == (200, "application/pdf")
        evening.stop()
    assert (tmp_path / "Hangjack" / "demo").is_dir()
