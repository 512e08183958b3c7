"""Reads a table from a spreadsheet file, CSV or XLSX, into rows of text. Pure, except that pages translate its
sentences.

People may choose any file, so bytes, rows, columns and letters are limited. An XLSX is a zip, so its unpacked size is
limited too. A formula is read as the value that the spreadsheet showed last.
"""

import csv
import io
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date, datetime
from itertools import islice

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from openpyxl import load_workbook

from tournament.foundation.tables import decode_text_file

MEGABYTE = 1024 * 1024
MOST_BYTES, MOST_UNPACKED = 2 * MEGABYTE, 30 * MEGABYTE
MOST_ROWS, MOST_COLUMNS, LONGEST_CELL, MOST_PARTS = 2000, 40, 300, 300
MOST_DOUBTS = 5
SEPARATORS = ";\t,"
ZIP, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
WEB_PAGE = ("<!doctype", "<html", "<table", "<?xml")
FORMULA = ("=", "+", "-", "@")


TOO_LARGE = gettext_lazy("This file is larger than 2 MB: too large for a list of people. Is it the right one?")


class UnreadableTable(Exception):
    """The message says what to do."""


@dataclass(frozen=True)
class TextTable:
    """`rows` have no empty ones at the end; the first is line 1. `doubts` are about the file as a whole."""

    rows: tuple[tuple[str, ...], ...]
    doubts: tuple[str, ...] = ()


def read_table(content: bytes) -> TextTable:
    """Reads a CSV or XLSX file. Raises UnreadableTable."""
    if len(content) > MOST_BYTES:
        raise UnreadableTable(TOO_LARGE)
    if content.startswith(OLD_EXCEL):
        raise UnreadableTable(_("This is an old Excel file. Open it, save it as XLSX or CSV, and choose that."))
    if content.startswith(ZIP):
        return _read_workbook(content)
    if (text := decode_text_file(content)) is None:
        raise UnreadableTable(_("This is neither text nor a spreadsheet. Save it as CSV or XLSX and choose that."))
    if text.lstrip().lower().startswith(WEB_PAGE):
        raise UnreadableTable(_("This is a web page or XML. Open it, save it as XLSX or CSV, and choose that."))
    return read_text(text)


def read_text(text: str) -> TextTable:
    """Reads lines whose columns are split by commas, semicolons or tabs, whichever are there."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        separator = _separator_of(lines)
        reader = csv.reader(io.StringIO(lines), delimiter=separator, strict=False)
        rows, ends = [], [0]
        for row in islice(reader, MOST_ROWS + 1):
            rows.append(row)
            ends.append(reader.line_num)
    except csv.Error as error:
        raise UnreadableTable(_("This file is not a table: %(why)s.") % {"why": error}) from None
    words = _(
        "Lines %(first)s to %(last)s were read as one, because a quotation mark in line %(first)s is not closed there."
        " If they are several people, close it and check again."
    )
    joined = [
        words % {"first": before + 1, "last": end}
        for row, before, end in zip(rows, ends, ends[1:], strict=False)
        if any("\n" in cell.strip() for cell in row)
    ]
    return TextTable(_tidy_rows(rows, keeps_lines=True), tuple(joined[:MOST_DOUBTS]))


def write_text(rows: Iterable[Iterable[str]]) -> str:
    """Writes rows so that `read_text` reads the same again."""
    out = io.StringIO()
    csv.writer(out, delimiter="\t", lineterminator="\n").writerows(rows)
    return out.getvalue()


def _separator_of(lines: str) -> str:
    """Returns the separator that splits most of the first lines into as many columns as the first line."""
    head = [line for line in lines.split("\n")[:20] if line.strip()]

    def fits(separator: str) -> tuple[int, int]:
        widths = [len(row) for row in csv.reader(head, delimiter=separator)]
        return (sum(width == widths[0] for width in widths) if widths[:1] > [1] else 0, max(widths, default=1))

    return max(SEPARATORS, key=fits)


def _read_workbook(content: bytes) -> TextTable:
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as packed:
            parts = packed.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                raise UnreadableTable(_("This spreadsheet contains too much. Copy the people into a new one."))
            names = [part.filename for part in parts]
            if "xl/workbook.xml" not in names:
                raise UnreadableTable(_("This is not an Excel spreadsheet. Save it as XLSX or CSV and choose that."))
            has_formulas = any(
                b"<f" in _read_part(packed, name).replace(b"<family", b"")
                for name in names
                if name.startswith("xl/worksheets/")
            )
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        try:
            found = [(sheet.title, _rows_of_sheet(sheet)) for sheet in book.worksheets[:10]]
        finally:
            book.close()
    except UnreadableTable:
        raise
    except Exception:  # a broken or hostile file can make a parser raise anything
        raise UnreadableTable(_("This spreadsheet is damaged or locked with a password. Save it again.")) from None
    filled = [(title, rows) for title, rows in found if rows]
    doubts = []
    if has_formulas:
        doubts.append(_("The file has formulas. Their last values are read; check them."))
    if len(filled) > 1:
        values = {"title": filled[0][0][:40], "n": len(filled)}
        doubts.append(_("The file has %(n)s sheets with something in them. Only “%(title)s” is read.") % values)
    return TextTable(filled[0][1] if filled else (), tuple(doubts))


def _read_part(packed: zipfile.ZipFile, name: str) -> bytes:
    """Reads no more than the limit, whatever size the zip claims."""
    with packed.open(name) as part:
        read = part.read(MOST_UNPACKED + 1)
    if len(read) > MOST_UNPACKED:
        raise UnreadableTable(_("This spreadsheet contains too much. Copy the people into a new one."))
    return read


def _rows_of_sheet(sheet: object) -> tuple[tuple[str, ...], ...]:
    rows = sheet.iter_rows(max_row=MOST_ROWS + 1, max_col=MOST_COLUMNS, values_only=True)  # type: ignore[attr-defined]
    return _tidy_rows([[_cell_text(cell) for cell in row] for row in rows])


def _cell_text(cell: object) -> str:
    match cell:
        case None:
            return ""
        case datetime():
            return cell.date().isoformat()
        case date():
            return cell.isoformat()
        case bool():
            return "yes" if cell else "no"
        case float() if cell.is_integer():
            return str(int(cell))
        case _:
            return str(cell)


def _tidy_rows(rows: list[list[str]], *, keeps_lines: bool = False) -> tuple[tuple[str, ...], ...]:
    """`keeps_lines` keeps the lines of a box apart, so that `write_text` writes what is doubted again."""
    if len(rows) > MOST_ROWS:
        raise UnreadableTable(_("The table has more than %(n)s lines. Import it in parts.") % {"n": MOST_ROWS})
    tidy = [tuple(_tidy_cells(row, "\n" if keeps_lines else " ")) for row in rows]
    width = max((place for row in tidy for place, cell in enumerate(row, start=1) if cell), default=0)
    while tidy and not any(tidy[-1]):
        tidy.pop()
    return tuple(row[:width] for row in tidy)


def _tidy_cells(row: list[str], between: str) -> Iterator[str]:
    """Yields the cells without the apostrophe that exports put before text that looks like a formula."""
    for cell in row[:MOST_COLUMNS]:
        text = between.join(" ".join(line.split()) for line in cell.strip().split("\n"))
        text = text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text
        yield text[: LONGEST_CELL + 1]
