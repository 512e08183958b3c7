"""Tables from files that somebody chose: with the usual mess, and made to be too much for whoever reads them."""

import io
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any

import pytest
from openpyxl import Workbook

from tests.kinds import mostly_slow
from tournament.lists import parsing, tables
from tournament.lists.headings import OF_RESULTS
from tournament.lists.parsing import MEGABYTE, MOST_MEMORY, MOST_ROWS, MOST_SECONDS, NICENESS
from tournament.lists.tables import ROOT, FileText, UnreadableTable, read_as_text, read_table, read_text, write_text

LINES = "Name;Phone\nÉlise Ash;01634 1\n"
SHEET = "xl/worksheets/sheet1.xml"
SCHEMA = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'


def workbook(*rows: list[Any], second: bool = False) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    if second:
        book.create_sheet("Old").append(["Name"])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def crafted(name: str, parts: Iterator[str]) -> bytes:
    """A workbook in which the part `name` is what somebody wrote by hand."""
    out, usual = io.BytesIO(), zipfile.ZipFile(io.BytesIO(workbook(["Name"])))
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for each in {*usual.namelist(), name}:
            packed.writestr(each, "".join(parts) if each == name else usual.read(each))
    return out.getvalue()


def sheet_of(inner: str) -> bytes:
    return crafted(SHEET, iter([f"<worksheet {SCHEMA}><sheetData>", inner, "</sheetData></worksheet>"]))


def strings_of(inner: str) -> bytes:
    return crafted("xl/sharedStrings.xml", iter([f"<sst {SCHEMA}>", inner, "</sst>"]))


def lines_of_a_sheet(rows: int, cell: str) -> str:
    return "".join(f'<row r="{number}">{cell.format(number)}</row>' for number in range(1, rows + 1))


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("separator", [";", ",", "\t"])
def test_a_text_file_is_read_in_every_usual_encoding_and_with_every_separator(encoding: str, separator: str) -> None:
    content = LINES.replace(";", separator).replace("\n", "\r\n").encode(encoding)
    assert read_table(content).rows == (("Name", "Phone"), ("Élise Ash", "01634 1"))


def test_a_workbook_is_read_with_its_days_and_numbers_and_says_what_it_left_out() -> None:
    content = workbook(
        ["Name", "Tel", "Paid until"], ["Ann", 1634, date(2026, 12, 31)], ["=1+1", None, None], second=True
    )
    read = read_table(content)
    assert read.rows == (("Name", "Tel", "Paid until"), ("Ann", "1634", "2026-12-31"))
    assert read.doubts == ("The file has formulas. Their last values are read; check them.",)
    assert read.sheets == (("Sheet", read.rows), ("Old", (("Name",),)))


def test_only_cells_that_were_merged_are_read_in_each_of_their_rows() -> None:
    book = Workbook()
    for row in [
        ["Round", "Date", "Home", "Away"],
        [1, "3 Dec", "Bull", "Arms"],
        [None, None, "Crown", "Star"],
        [None, "", "Sun", "Moon"],
        ["", None, "Lion", "Oak"],
    ]:
        book.active.append(row)
    book.active.merge_cells("A2:A4")
    book.active.merge_cells("B2:B3")
    book.active.merge_cells("C1:D1")
    out = io.BytesIO()
    book.save(out)
    assert read_table(out.getvalue()).rows == (
        ("Round", "Date", "Home", ""),
        ("1", "3 Dec", "Bull", "Arms"),
        ("1", "3 Dec", "Crown", "Star"),
        ("1", "", "Sun", "Moon"),
        ("", "", "Lion", "Oak"),
    )


@pytest.mark.slow
def test_merged_cells_without_end_are_refused() -> None:
    merged = "<mergeCells>" + '<mergeCell ref="A1:A1048576"/>' * 60_000 + "</mergeCells>"
    rows = lines_of_a_sheet(1999, '<c r="A{}"><v>1</v></c>')
    content = crafted(SHEET, iter([f"<worksheet {SCHEMA}><sheetData>", rows, f"</sheetData>{merged}</worksheet>"]))
    with pytest.raises(UnreadableTable, match="contains too much"):
        read_table(content)


def test_of_several_sheets_the_one_with_the_headings_is_read_and_times_and_merged_titles_are_as_such() -> None:
    book = Workbook()
    book.active.append(["Club accounts 2026"])
    book.active.merge_cells("A1:D1")
    for number in range(9):
        book.active.append([f"Item {number}", 1.5])
    results = book.create_sheet("Results")
    results.append(["Results of the season"])
    results.merge_cells("A1:F1")
    results.append(["Date", "Time", "Home", "Away", "Score"])
    results.append([date(2026, 12, 3), time(19, 30), "Bull", "Arms", "9-8"])
    results.append([datetime(2026, 12, 10, 20, 15), None, "Arms", "Bull", "8-9"])
    out = io.BytesIO()
    book.save(out)
    read = read_table(out.getvalue(), OF_RESULTS)
    assert read.rows[1:] == (
        ("Date", "Time", "Home", "Away", "Score"),
        ("2026-12-03", "19:30:00", "Bull", "Arms", "9-8"),
        ("2026-12-10 20:15", "", "Arms", "Bull", "8-9"),
    )
    assert (read.doubts, [title for title, _rows in read.sheets]) == ((), ["Sheet", "Results"])
    assert (read.sheets[1][1], read.sheets[0][1][1]) == (read.rows, ("Item 0", "1.5"))


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ('a;b\n"c\nd";e\n', (("a", "b"), ("c\nd", "e"))),
        ('a;b\n"c;d\ne;f\n', (("a", "b"), ("c", "d"), ("e", "f"))),
        ('a;b\n"c;d\ne;"f\n', (("a", "b"), ("c", "d"), ("e", "f"))),
        ('a;b\n"c";"d\n"e";"f"\n"g";"h"\n', (("a", "b"), ("c", "d"), ("e", "f"), ("g", "h"))),
        ('a,b\n"Ann" Lee,6" nail\n"x ""y""",z\n', (("a", "b"), ("Ann Lee", '6" nail'), ('x "y"', "z"))),
        ("Club list, 2026\nName;Tel\nA;1\n", (("Club list, 2026",), ("Name", "Tel"), ("A", "1"))),
        ("sep=;\na,b;c\n", (("a,b", "c"),)),
    ],
)
def test_no_quotation_mark_swallows_a_line_and_the_separator_is_that_of_the_table(text: str, rows: Any) -> None:
    assert read_text(text).rows == rows


def zip_bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/workbook.xml", "<x/>")
        packed.writestr("xl/worksheets/sheet1.xml", b"0" * (31 * 1024 * 1024))
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"a" * (2 * 1024 * 1024 + 1), "larger than 2 MB"),
        (b"PK\x03\x04 nothing", "damaged"),
        (workbook(["Name"])[:-40], "damaged"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "old Excel file"),
        (b"\x00\x01\x02Name", "neither text"),
        (b"\r\n<HTML><table><tr><td>Name", "a web page"),
        (b"Name\n" + b"Ann\n" * (MOST_ROWS + 1), "more than 2000 lines"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(content: bytes, sentence: str) -> None:
    with pytest.raises(UnreadableTable, match=sentence):
        read_table(content)


def test_a_file_that_unpacks_to_too_much_is_refused_in_a_sentence() -> None:
    with pytest.raises(UnreadableTable, match="contains too much"):
        read_table(zip_bomb())


HOSTILE = {
    "2.1 million empty strings": lambda: strings_of("<si><t/></si>" * 2_100_000),
    "2 million nested elements": lambda: sheet_of("<a>" * 2_000_000 + "</a>" * 2_000_000),
    "as many nested elements as there may be": lambda: sheet_of("<a>" * 299_000 + "</a>" * 299_000),
    "as many empty strings as there may be": lambda: strings_of("<si><t/></si>" * 199_000),
    "23 MB of letters": lambda: crafted(
        SHEET,
        iter(
            [
                f"<worksheet {SCHEMA}><sheetData>",
                lines_of_a_sheet(1900, f'<c t="inlineStr"><is><t>{"x " * 6000}</t></is></c>'),
                "</sheetData></worksheet>",
            ]
        ),
    ),
    "1,000,000 rows": lambda: sheet_of("<row/>" * 1_000_000),
    "10,000 columns": lambda: sheet_of("<row>" + "<c><v>1</v></c>" * 10_000 + "</row>"),
    "a cell in the last column of every row": lambda: sheet_of(lines_of_a_sheet(2000, '<c r="XFD{}"><v>1</v></c>')),
    "entities in entities": lambda: crafted(
        SHEET, iter(['<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]>', "<worksheet>&c;</worksheet>"])
    ),
    "a zip bomb": zip_bomb,
    "50 MB": lambda: b"a,b\n" * (50 * MEGABYTE // 4),
    "1,000,000 lines": lambda: b"a\n" * 1_000_000,
    "10,000 columns in text": lambda: b"Name" + b",x" * 10_000 + b"\n",
    "a line of 2 MB": lambda: b"," * (2 * MEGABYTE),
    "a quotation mark that is not closed": lambda: b'"' + b"a,\n" * 600_000,
}


MEASURE = """
import os, subprocess, sys
process = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_pid, status, used = os.wait4(process.pid, 0)
print(os.waitstatus_to_exitcode(status), used.ru_maxrss * 1024)
"""
"""Starts a process and prints its exit code and its most memory in bytes. The system counts the memory of whoever
starts a process as its own: this one is small, and that of the tests may be larger than what is measured."""


@pytest.mark.parametrize("kind", mostly_slow(HOSTILE, quick=("2.1 million empty strings", "50 MB", "a zip bomb")))
def test_a_hostile_file_costs_its_reader_no_more_than_the_limits_and_ends_in_a_sentence(kind: str) -> None:
    """An exit code of 0 says that neither the limit of memory nor that of processor time ended it."""
    file = HOSTILE[kind]()
    command = [sys.executable, "-c", MEASURE, sys.executable, "-m", parsing.__name__, str(MOST_ROWS)]
    measured = subprocess.run(command, input=file, stdout=subprocess.PIPE, cwd=ROOT, check=True)
    code, memory = map(int, measured.stdout.split())
    assert (code, memory < MOST_MEMORY) == (0, True)
    try:
        assert len(read_table(file).rows) <= MOST_ROWS
    except UnreadableTable as refused:
        assert str(refused).endswith((".", "?"))


@pytest.mark.parametrize("kind", ["xlsx", "csv"])
def test_a_list_of_a_thousand_rows_takes_less_than_100_mb(kind: str) -> None:
    rows = [["Name", "Phone", "Paid until"], *(["Ann Ash", "07700 900123", date(2026, 12, 31)] for _ in range(1000))]
    file = workbook(*rows) if kind == "xlsx" else write_text([map(str, row) for row in rows]).encode()
    command = [sys.executable, "-c", MEASURE, sys.executable, "-m", parsing.__name__, str(MOST_ROWS)]
    measured = subprocess.run(command, input=file, stdout=subprocess.PIPE, cwd=ROOT, check=True)
    code, memory = map(int, measured.stdout.split())
    assert (code, memory < 100 * MEGABYTE) == (0, True)


def test_the_reader_gives_way_and_has_limits_that_the_system_keeps() -> None:
    code = (
        "import os; from resource import getrlimit, RLIMIT_AS, RLIMIT_CPU\n"
        "from tournament.lists.parsing import limit_process\n"
        "before = os.nice(0)\nlimit_process()\n"
        f"print(os.nice(0) == min(before + {NICENESS}, 19), getrlimit(RLIMIT_AS)[0], getrlimit(RLIMIT_CPU)[0])\n"
        "bytearray(600 * 1024 * 1024)"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.stdout.split() == ["True", str(MOST_MEMORY), str(MOST_SECONDS)]
    assert ran.stderr.splitlines()[-1] == "MemoryError"


def test_one_file_is_read_at_a_time_and_one_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tables, "SECONDS_IN_LINE", 0)
    monkeypatch.setattr(tables, "SECONDS_TO_WAIT", 0.001)
    with pytest.raises(UnreadableTable, match="contains too much"):
        read_table(workbook(["Name"]))
    with tables._TURN, pytest.raises(UnreadableTable, match="Another file is being read"):
        read_table(workbook(["Name"]))


def test_a_workbook_as_text_reads_the_same_and_a_text_file_stays_as_it_is() -> None:
    rows = (("round", "team_a"), ("1", "Arima"))
    lines = "round\tteam_a\n1\tArima\n"
    assert read_as_text(workbook(*map(list, rows)), (), most_rows=9) == FileText(write_text(rows)) == FileText(lines)
    assert read_as_text(b'sep=;\nround;"team_a\n', (), most_rows=9) == FileText('sep=;\nround;"team_a\n')
    assert read_text(write_text(rows)).rows == rows
