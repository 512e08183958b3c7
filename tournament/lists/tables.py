"""Reads a table from a spreadsheet file, CSV or XLSX, or from pasted lines, into rows of text, and writes it again. A
formula is read as the value that the spreadsheet showed last."""

import csv
import io
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from tournament.lists import parsing
from tournament.lists.parsing import MOST_BYTES, MOST_ROWS, ParsedTable, RefusedFile, Rows

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS_TO_WAIT, SECONDS_IN_LINE = 20, 2
"""How long a file may take, and how long the next one waits for its turn: each that waits holds a thread of the
server."""
PROBLEMS = {
    "nothing": gettext_noop("Choose a file, or paste the lines here."),
    "too_large": gettext_noop("This file is larger than 2 MB: too large for a list. Is it the right one?"),
    "old_excel": gettext_noop("This is an old Excel file. Open it, save it as XLSX or CSV, and choose that."),
    "no_text": gettext_noop("This is neither text nor a spreadsheet. Save it as CSV or XLSX and choose that."),
    "web_page": gettext_noop("This is a web page or XML. Open it, save it as XLSX or CSV, and choose that."),
    "too_much": gettext_noop("This spreadsheet contains too much. Copy the list into a new one and choose that."),
    "no_workbook": gettext_noop("This is not an Excel spreadsheet. Save it as XLSX or CSV and choose that."),
    "damaged": gettext_noop("This spreadsheet is damaged or locked with a password. Save it again."),
    "rows": gettext_noop("The table has more than %(n)s lines. Import it in parts."),
    "columns": gettext_noop("The table has more than %(n)s columns. Delete those that are not needed here."),
    "busy": gettext_noop("Another file is being read. Try again in a moment."),
}
DOUBTS = {
    "joined": gettext_noop(
        "Lines %(first)s to %(last)s were read as one, because a quotation mark in line %(first)s is not closed there."
        " If they are separate lines, close it and check again."
    ),
    "unclosed": gettext_noop("A quotation mark in line %(line)s is not closed. It is left out: check that line."),
    "formulas": gettext_noop("The file has formulas. Their last values are read; check them."),
}
_TURN = threading.Lock()


class UnreadableTable(Exception):
    """The message says what to do."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(_(PROBLEMS[code]) % values)


@dataclass(frozen=True)
class TextTable:
    """`rows` have no empty ones at the end, and begin in these `lines`. `doubts` are about the file as a whole. Of
    several `sheets` all are here, with their titles."""

    rows: Rows
    doubts: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    sheets: tuple[tuple[str, Rows], ...] = ()

    @property
    def numbered_rows(self) -> list[tuple[int, tuple[str, ...]]]:
        """Returns the rows, each with its line."""
        return list(zip(self.lines or range(1, len(self.rows) + 1), self.rows, strict=True))


def read_table(content: bytes, kinds: Sequence[str] = (), *, most_rows: int = MOST_ROWS) -> TextTable:
    """Reads a CSV or XLSX file in a process of its own, one file at a time; of several sheets the one with headings of
    most of these kinds. Raises UnreadableTable."""
    if len(content) > MOST_BYTES:
        raise UnreadableTable("too_large")
    if not _TURN.acquire(timeout=SECONDS_IN_LINE):
        raise UnreadableTable("busy")
    try:
        answer = _ask_process(content, most_rows, kinds)
    finally:
        _TURN.release()
    if "problem" in answer:
        raise UnreadableTable(answer["problem"], **answer["values"])
    doubts = tuple((code, values) for code, values in answer["doubts"])
    sheets = tuple((title, tuple(map(tuple, rows))) for title, rows in answer["sheets"])
    return _table_of(ParsedTable(tuple(map(tuple, answer["rows"])), doubts, tuple(answer["lines"]), sheets))


def _ask_process(content: bytes, most_rows: int, kinds: Sequence[str]) -> dict[str, Any]:
    """Returns what the process answers. One that is ended by a limit or takes too long had too much to read."""
    command = [sys.executable, "-m", parsing.__name__, str(most_rows), *kinds]
    one_thread = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # each thread of it would take address space
    try:
        ran = subprocess.run(
            command, input=content, capture_output=True, timeout=SECONDS_TO_WAIT, check=True, cwd=ROOT, env=one_thread
        )
        answer: dict[str, Any] = json.loads(ran.stdout)
    except (subprocess.SubprocessError, ValueError):
        return {"problem": "too_much", "values": {}}
    return answer


def read_text(text: str, *, most_rows: int = MOST_ROWS) -> TextTable:
    """Reads lines whose columns are split by commas, semicolons or tabs, whichever are there. Raises
    UnreadableTable."""
    try:
        return _table_of(parsing.parse_text(text, most_rows))
    except RefusedFile as refused:
        raise UnreadableTable(refused.code, **refused.values) from None


def _table_of(parsed: ParsedTable) -> TextTable:
    doubts = tuple(_(DOUBTS[code]) % values for code, values in parsed.doubts)
    return TextTable(parsed.rows, doubts, parsed.lines, parsed.sheets)


class FileText(NamedTuple):
    """What a file says, as text, with the doubts about it. Of several `sheets` all are here, with their titles, and the
    text is that of the sheet `shown`."""

    text: str
    doubts: tuple[str, ...] = ()
    sheets: tuple[tuple[str, str], ...] = ()
    shown: int = 0


def read_as_text(content: bytes, kinds: Sequence[str] = (), *, most_rows: int = MOST_ROWS) -> FileText:
    """Returns a text file as it is, and the rows of a workbook as lines with tabs. Raises UnreadableTable."""
    is_workbook = content.startswith((parsing.ZIP, parsing.OLD_EXCEL))
    if not is_workbook and len(content) <= MOST_BYTES and (text := parsing.decode_text(content)) is not None:
        if text[:1000].lstrip().lower().startswith(parsing.WEB_PAGE):
            raise UnreadableTable("web_page")
        return FileText(text)
    table = read_table(content, kinds, most_rows=most_rows)
    rows = [rows for _title, rows in table.sheets]
    sheets = tuple((title, write_text(rows)) for title, rows in table.sheets)
    return FileText(write_text(table.rows), table.doubts, sheets, rows.index(table.rows) if rows else 0)


def write_text(rows: Iterable[Iterable[str]]) -> str:
    """Writes rows so that `read_text` reads the same again."""
    out = io.StringIO()
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows(rows)
    return out.getvalue()
