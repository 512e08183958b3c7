"""The systemd unit in `deploy/`, the Dockerfile and compose.yaml, as far as they can be read without what runs them."""

import configparser
import shutil
import subprocess
import sys
from pathlib import Path

import yaml

from tests.running import ROOT
from tournament.press.system_libraries import PAPER

UNIT = ROOT / "deploy" / "hangjack.service"


def test_systemd_finds_no_fault_in_the_unit_but_that_the_program_is_not_installed(tmp_path: Path) -> None:
    """Without systemd it is at least read: sections, and no line twice."""
    read = configparser.ConfigParser(interpolation=None)
    read.read_string(UNIT.read_text())
    assert read.sections() == ["Unit", "Service", "Install"]
    installed = read["Service"]["ExecStart"].split()[0]
    assert f"{Path(installed).parent}/pip install hangjack" in UNIT.read_text()
    unit = tmp_path / UNIT.name
    unit.write_text(UNIT.read_text().replace(installed, sys.executable))
    verify = shutil.which("systemd-analyze")
    said = verify and subprocess.run([verify, "verify", unit], capture_output=True, text=True)
    assert not said or (said.returncode, said.stderr) == (0, "")


def test_a_container_has_the_libraries_of_paper_and_all_that_a_wheel_has_but_no_more() -> None:
    steps = (ROOT / "Dockerfile").read_text()
    assert [need.package for need in PAPER if need.package not in steps.split()] == []
    copied = {name for line in steps.splitlines() if line.startswith("COPY") for name in line.split()[1:-1]}
    locks = {"requirements.txt", "requirements-server.txt"}
    assert copied == {*locks, "pyproject.toml", "manage.py", "scoring", "tournament", "templates", "static"}
    allowed = (ROOT / ".dockerignore").read_text().split()
    assert {name.removeprefix("!") for name in allowed if name.startswith("!")} == copied


def test_compose_waits_for_its_database_keeps_both_folders_and_passes_every_setting_on() -> None:
    composed = yaml.safe_load((ROOT / "compose.yaml").read_text())
    program, database = composed["services"]["hangjack"], composed["services"]["database"]
    assert program["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert program["environment"]["DATABASE_URL"].endswith("@database:5432/hangjack")
    assert program["env_file"] == ".env"
    kept = [volume.partition(":")[0] for service in (program, database) for volume in service["volumes"]]
    assert set(kept) == set(composed["volumes"])
