"""How long a list of 1,000 rows takes to read, and how much memory: `.venv/bin/python -m tests.lists.performance`. Aim:
1 second of the processor and 100 MB of a process that reads nothing else. Pages add the time of their queries."""

import csv
import io
import os
import resource
import subprocess
import sys
import tempfile
import time
from datetime import date, timedelta

import django
from django.core.management import call_command
from openpyxl import Workbook

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
django.setup()

from tests.lists.test_tables import MEASURE  # noqa: E402
from tournament.leagues.results_file import LeagueFacts  # noqa: E402
from tournament.leagues.results_reader import read_results  # noqa: E402
from tournament.lists.headings import OF_PEOPLE, OF_RESULTS  # noqa: E402
from tournament.lists.name_list import Shape  # noqa: E402
from tournament.lists.names import read_names  # noqa: E402
from tournament.lists.tables import read_as_text, read_table  # noqa: E402
from tournament.models import Club, Player  # noqa: E402
from tournament.people.services.importing import check_people  # noqa: E402

ROWS = 1000
FIRST = ("Ann", "Bea", "Cy", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Joe", "Kim", "Lou", "Moses", "Nell", "Pat")
LAST = ("Ash", "Bull", "Cox", "Dodd", "Ede", "Fox", "Gill", "Hart", "Ince", "Jones", "King", "Lee", "Mohan", "Noel")
KINDS = ("door lines", "door table", "people CSV", "people XLSX", "league CSV", "league lines")


def names(number: int) -> list[str]:
    return [f"{FIRST[n % 15]} {LAST[n // 15 % 14]}{'abcdefghij'[n // 210 % 10]}ton" for n in range(number)]


def list_of(kind: str) -> bytes:
    """Writes 1,000 rows as somebody would send them."""
    if kind == "door lines":
        return "\n".join(f"{n}. {name} ✅ (paid)" for n, name in enumerate(names(ROWS), start=1)).encode()
    if kind == "league lines":
        return "\n".join(f"Team {n % 40} A 9-6 Team {n % 39} B" for n in range(ROWS)).encode()
    if kind == "league CSV":
        rows = [["Round", "Date", "Home", "Score", "Away"]]
        day = date(2026, 9, 1)
        rows += [
            [str(n // 20 + 1), str(day + timedelta(n // 20 * 7)), f"Team {n % 40}", "9-6", f"Side {n % 39}"]
            for n in range(ROWS)
        ]
    else:
        rows = [["Name", "Phone", "E-mail", "Paid until", "Paid", "Notes"]]
        rows += [[name, "07700 900123", "a@x.org", "2026-12-31", "12.50", "by the door"] for name in names(ROWS)]
    if kind.endswith("XLSX"):
        book, out = Workbook(write_only=True), io.BytesIO()
        sheet = book.create_sheet()
        for row in rows:
            sheet.append(row)
        book.save(out)
        return out.getvalue()
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue().encode()


def read_list(kind: str, content: bytes) -> object:
    """Reads a list as its page does, up to the check; people are compared with 1,000 others by name."""
    if kind == "door lines":
        return read_names(content.decode(), Shape.PLAYERS)
    if kind == "door table":
        return read_names(content.decode(), Shape.PLAYERS).parties
    if kind.startswith("league"):
        return read_results(read_as_text(content, OF_RESULTS, most_rows=5000)[0], facts=LeagueFacts(next_round=1)).lines
    return check_people(read_table(content, OF_PEOPLE), {}).people


def measure_kind(kind: str) -> None:
    """Prints the seconds of the processor and the memory beyond what the program takes itself."""
    content, own = list_of(kind), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    if kind.startswith("people"):
        call_command("migrate", verbosity=0)
        club = Club.objects.create(name="Club")
        Player.objects.bulk_create(Player(club=club, name=f"{name} Older") for name in names(ROWS))
        own = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    began, of_children = time.process_time(), os.times()
    read_list(kind, content)
    seconds, children = time.process_time() - began, os.times()
    of_reader = children.children_user + children.children_system
    of_reader -= of_children.children_user + of_children.children_system
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 - own
    read_by_process = f", and {of_reader:4.2f} s and {memory_of_reader(content):3.0f} MB to read the file"
    print(f"{kind:<14} {seconds:5.2f} s, {memory:3.0f} MB{read_by_process if of_reader else ''}")


def memory_of_reader(content: bytes) -> float:
    """Returns the megabytes of the process that reads a file, all told."""
    command = [sys.executable, "-c", MEASURE, sys.executable, "-m", "tournament.lists.parsing", "2000"]
    measured = subprocess.run(command, input=content, stdout=subprocess.PIPE, check=True)
    return int(measured.stdout.split()[1]) / 1024 / 1024


if __name__ == "__main__":
    if len(sys.argv) > 1:
        measure_kind(sys.argv[1])
    else:
        for each in KINDS:
            with tempfile.TemporaryDirectory() as folder:
                environment = {**os.environ, "HANGJACK_DATA": folder}
                subprocess.run([sys.executable, "-m", "tests.lists.performance", each], check=True, env=environment)
