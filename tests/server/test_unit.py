"""The systemd unit in `deploy/`."""

import configparser
import shutil
import subprocess
import sys
from pathlib import Path

from tests.running import ROOT

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
