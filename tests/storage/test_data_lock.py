"""Only one Hangjack at a time has a data folder, and whoever comes second is told where the first one is."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.running import PATIENCE, an_evening
from tournament.storage.data_files import UnusableData
from tournament.storage.data_lock import hold_folder

HOLD = """
import sys
from pathlib import Path
from tournament.storage.data_lock import hold_folder
with hold_folder(Path(sys.argv[1])) as tell:
    tell("http://10.0.0.7:8000/")
    print("held", flush=True)
    sys.stdin.read()
"""


def test_whoever_comes_second_is_told_to_wait_or_where_the_first_one_is(tmp_path: Path) -> None:
    with hold_folder(tmp_path) as tell:
        with pytest.raises(UnusableData) as waits, hold_folder(tmp_path):
            pass
        tell("http://10.0.0.7:8000/")
        with pytest.raises(UnusableData) as is_told, hold_folder(tmp_path):
            pass
    number = os.getpid()
    assert str(waits.value) == (
        f"Hangjack is already starting in another window, as process {number}, with the data in {tmp_path}. "
        "Nothing was changed. Wait until it shows its address there."
    )
    assert str(is_told.value) == (
        f"Hangjack is already running in another window, as process {number}, with the data in {tmp_path}. Nothing was "
        "changed. Open http://10.0.0.7:8000/; or stop that one first, with Ctrl+C in its window, and then type the "
        "same command again."
    )
    with hold_folder(tmp_path):
        pass


@pytest.mark.parametrize("note", ["", "no note", "[1]", json.dumps({"computer": "hallbox", "address": "http://a/"})])
def test_a_note_that_says_little_is_no_hindrance(tmp_path: Path, note: str) -> None:
    with hold_folder(tmp_path):
        (tmp_path / "running").write_text(note)
        where = "on the computer hallbox" if "hallbox" in note else "in another window"
        with pytest.raises(UnusableData, match=f"{where}, with the data in"), hold_folder(tmp_path):
            pass


def test_a_killed_one_leaves_the_folder_free(tmp_path: Path) -> None:
    command = [sys.executable, "-c", HOLD, str(tmp_path)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=settings.BASE_DIR, **pipes) as holder:
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(UnusableData, match=f"as process {holder.pid}.* Open http://10.0.0.7:8000/"):
            hold_folder(tmp_path).__enter__()
        holder.send_signal(signal.SIGKILL)
        holder.wait()
        with hold_folder(tmp_path):
            pass


@pytest.mark.slow
def test_a_second_server_on_the_same_data_is_refused_at_another_port_too(ready_hall: dict[str, str]) -> None:
    with an_evening(ready_hall) as evening:
        done = subprocess.run(
            [sys.executable, "manage.py", "evening", "--port", "1", "--new-password"],
            cwd=settings.BASE_DIR,
            env=ready_hall,
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE / 1000,
        )
        assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)
        assert f":{evening.port}/; or stop that one first, with Ctrl+C" in done.stderr
        assert evening.sign_in() == "/new-password/"
        assert "Hangjack has stopped." in evening.stop()
    assert not (Path(ready_hall["HANGJACK_DATA"]) / "running").exists()
