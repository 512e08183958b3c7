"""Commands that read data say what to do where there are none, and make none."""

from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

COMMANDS = (
    ("backup",),
    ("club", "list"),
    ("demo",),
    ("export", "club.json"),
    ("import", "club.json"),
    ("publish", "site"),
    ("rescore", "--check"),
)


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL's database is there before the first start")
def test_each_command_before_the_first_start_says_to_start_hangjack(own_database, tmp_path: Path) -> None:
    connection.close()
    name, nothing = connection.settings_dict["NAME"], tmp_path / "nothing.sqlite3"
    connection.settings_dict["NAME"] = str(nothing)
    refusals = []
    try:
        for command in COMMANDS:
            with pytest.raises(CommandError) as refused:
                call_command(*command)
            refusals.append(str(refused.value))
    finally:
        connection.close()
        connection.settings_dict["NAME"] = name
    start = "Hangjack has not been started with these data yet. Start it once with “python3 manage.py evening”."
    assert (refusals, nothing.exists()) == ([start] * len(COMMANDS), False)
