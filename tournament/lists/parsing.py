"""Parses a foreign file into rows of text. Knows no Django: it runs in a process of its own, `python -m
tournament.lists.parsing MOST_ROWS KIND...`, which reads the file from its input and writes JSON.

Bytes, unpacked bytes, elements, rows, columns and letters are limited before anything is made of them, so that what a
file costs does not depend on what it claims. The limits of the process are for what that does not foresee.
"""

import csv
import io
import json
import os
import re
import sys
import zipfile
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any
from xml.etree import ElementTree

from openpyxl import load_workbook
from openpyxl.utils.cell import column_index_from_string, coordinate_from_string

from tournament.lists.headings import kinds_of_row

try:
    import resource
except ImportError:  # not on Windows, where only the time-out of whoever waits holds
    resource = None  # type: ignore[assignment]

MEGABYTE = 1024 * 1024
MOST_BYTES, MOST_UNPACKED = 2 * MEGABYTE, 30 * MEGABYTE
MOST_PARTS, MOST_TAGS = 300, 600_000
"""The most files in an XLSX, and the most tags in all of them: a table of 2,000 lines and 40 columns has 400,000."""
MOST_ROWS, MOST_COLUMNS, LONGEST_CELL, MOST_LETTERS = 2000, 40, 300, 1_000_000
MOST_SHEETS, LONGEST_TITLE, MOST_JOINED, LONGEST_HEAD, HEAD_WITHIN = 10, 40, 5, 10_000, 20
MOST_LINES_OF_A_ROW, LONGEST_ROW, MOST_DOUBTED = 20, 20_000, 50
"""A row of a text has at most so many lines and letters. After so many doubts each line is a row."""
MOST_MEMORY, MOST_SECONDS, NICENESS = 512 * MEGABYTE, 10, 10
"""What the process may use: bytes of address space, and seconds of processor time."""
SEPARATORS = ";\t,|"
ZIP, OLD_EXCEL = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
MARKS_OF_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
MARKED_BY = 4000
"""UTF-16 is recognised by this many first bytes."""
WEB_PAGE = ("<!doctype", "<html", "<table", "<?xml")
FORMULA = ("=", "+", "-", "@")
MERGED = re.compile(r'<(?:\w+:)?mergeCell\s+ref="([A-Z]{1,3}[1-9]\d{0,6}:[A-Z]{1,3}[1-9]\d{0,6})"')

Rows = tuple[tuple[str, ...], ...]


class RefusedFile(Exception):
    """The file cannot be read. `code` names the sentence and `values` are what it needs."""

    def __init__(self, code: str, **values: Any) -> None:
        super().__init__(code)
        self.code, self.values = code, values


@dataclass(frozen=True)
class ParsedTable:
    """`rows` have no empty ones at the end, and begin in these `lines`, counted from 1; in line 1, 2, 3, … if there are
    none. `doubts` are codes with their values. If a workbook has several `sheets` with something in them, they are all
    here with their titles, and the rows are those of one of them."""

    rows: Rows
    doubts: tuple[tuple[str, dict[str, Any]], ...] = ()
    lines: tuple[int, ...] = ()
    sheets: tuple[tuple[str, Rows], ...] = ()


def parse_file(content: bytes, most_rows: int, kinds: Sequence[str] = ()) -> ParsedTable:
    """Parses a CSV or XLSX file. `kinds` are those of the columns that are looked for. Raises RefusedFile."""
    if len(content) > MOST_BYTES:
        raise RefusedFile("too_large")
    if content.startswith(OLD_EXCEL):
        raise RefusedFile("old_excel")
    if content.startswith(ZIP):
        return _parse_workbook(content, most_rows, kinds)
    if (text := decode_text(content)) is None:
        raise RefusedFile("no_text")
    if text[:1000].lstrip().lower().startswith(WEB_PAGE):
        raise RefusedFile("web_page")
    return parse_text(text, most_rows)


def decode_text(content: bytes) -> str | None:
    """Returns the text of a spreadsheet's file in UTF-8, UTF-16, or the old encoding of Windows or the Mac; None if it
    is no text."""
    for encoding in _encodings_of(content):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    return None


def _encodings_of(content: bytes) -> tuple[str, ...]:
    """Returns the encodings to try. UTF-16 without its mark has a zero beside each plain letter; the letters with
    accents of an old Mac are where Windows has its signs."""
    if content.startswith(MARKS_OF_UTF_16):
        return ("utf-16",)
    head = content[:MARKED_BY]
    if len(head) > 3 and not len(content) % 2:
        for encoding, zeros, letters in (("utf-16-le", head[1::2], head[::2]), ("utf-16-be", head[::2], head[1::2])):
            if zeros.count(0) * 2 > len(zeros) and not letters.count(0):
                return (encoding,)
    of_mac = len(
        re.findall(rb"(?<=[A-Za-z])[\x80\x83\x86-\x90\x98-\x9f]|[\x80\x83\x86-\x90\x98-\x9f](?=[a-z])", content)
    )
    of_windows = len(re.findall(rb"(?<=[A-Za-z])[\xc0-\xff]|[\xc0-\xff](?=[a-z])", content))
    return ("utf-8-sig", "mac-roman", "cp1252") if of_mac > of_windows else ("utf-8-sig", "cp1252", "mac-roman")


def parse_text(text: str, most_rows: int) -> ParsedTable:
    """Parses lines whose columns are split by commas, semicolons or tabs, whichever are there, or as a first line such
    as "sep=;" says. A box in quotation marks may go on in the next lines; a mark that is not closed there counts for
    nothing. Raises RefusedFile."""
    lines = text.removeprefix("\ufeff").replace("\0", "").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    named = re.fullmatch(r"sep=([;\t,|])[ \t]*", lines[0], re.IGNORECASE)
    separator, width = (named[1], 0) if named else _find_separator(lines)
    rows: list[list[str]] = []
    begins: list[int] = []
    doubts: list[tuple[str, dict[str, Any]]] = []
    at = 1 if named else 0
    while at < len(lines) and len(rows) <= most_rows:
        begins.append(at + 1)
        cells, number = _split_line(lines, at, separator, width if len(doubts) < MOST_DOUBTED else -1)
        at += number
        is_rule = all(
            re.fullmatch(r"\s*(?::?-{2,}:?)?\s*", cell) for cell in cells
        )  # below the heads of a chat's table
        rows.append([] if is_rule else cells)
        if number > 1 and any("\n" in cell.strip() for cell in cells):
            doubts.append(("joined", {"first": begins[-1], "last": at}))
        elif not number:
            at += 1
            doubts.append(("unclosed", {"line": at}))
    tidy = _tidy_rows(rows, most_rows, keeps_lines=True)
    return ParsedTable(tidy, tuple(doubts[:MOST_JOINED]), tuple(begins[: len(tidy)]))


def _split_line(lines: Sequence[str], at: int, separator: str, width: int) -> tuple[list[str], int]:
    """Returns the boxes of the row that begins there, and how many lines it has: 0 for one whose quotation mark is
    not closed. A row of several lines has as many boxes as others, if that `width` is known."""
    if '"' not in lines[at]:
        return lines[at].split(separator), 1
    for number in range(1, MOST_LINES_OF_A_ROW + 1 if width >= 0 else 2):
        part = "\n".join(lines[at : at + number])
        if len(part) > LONGEST_ROW:
            break
        try:
            [cells] = csv.reader(io.StringIO(part, newline=""), delimiter=separator, strict=True, skipinitialspace=True)
        except csv.Error as error:
            if "unexpected end of data" in str(error):
                continue
            break
        if number == 1 or not width or len(cells) == width:
            return cells, number
        break
    if lines[at].count('"') % 2 == 0 and len(lines[at]) < LONGEST_ROW:
        return next(csv.reader([lines[at]], delimiter=separator, skipinitialspace=True)), 1
    cells = [cell.strip() for cell in lines[at].split(separator)]
    return [cell.replace('"', "") if cell.startswith('"') else cell for cell in cells], 0


def _find_separator(lines: Sequence[str]) -> tuple[str, int]:
    """Returns the separator that splits most of the first lines into equally many columns, and how many these are."""
    head = [line[:LONGEST_HEAD] for line in lines[:HEAD_WITHIN] if line.strip()]

    def count_lines(separator: str) -> tuple[int, int]:
        split = (csv.reader([line], delimiter=separator, skipinitialspace=True) for line in head)
        widths = Counter(len(cells) for rows in split for cells in rows if len(cells) > 1)
        return max(((times, width) for width, times in widths.items()), default=(0, 0))

    best = max(SEPARATORS, key=count_lines)
    return best, count_lines(best)[1]


def _parse_workbook(content: bytes, most_rows: int, kinds: Sequence[str]) -> ParsedTable:
    """Parses all sheets; `rows` are of the one whose headings name most of these kinds of columns, of several the first
    with most rows. A merged cell of several rows is read in each of them."""
    try:
        has_formulas = _check_parts(content)
        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        merged = _find_merged_cells(content)
        sheets = [
            (sheet.title[:LONGEST_TITLE], _rows_of_sheet(sheet, most_rows, merged.get(sheet.title, ())))
            for sheet in book.worksheets[:MOST_SHEETS]
        ]
    except (RefusedFile, MemoryError):
        raise
    except Exception:  # a broken or hostile file can make a parser raise anything
        raise RefusedFile("damaged") from None
    filled = [(title, rows) for title, rows in sheets if rows]
    doubts: list[tuple[str, dict[str, Any]]] = [("formulas", {})] if has_formulas else []
    if not filled:
        return ParsedTable((), tuple(doubts))
    if sum(len(cell) for _title, rows in filled for row in rows for cell in row) > MOST_LETTERS:
        raise RefusedFile("too_much")
    _title, rows = max(filled, key=lambda sheet: (_count_headings(sheet[1], kinds), len(sheet[1])))
    return ParsedTable(rows, tuple(doubts), sheets=tuple(filled) if len(filled) > 1 else ())


def _find_merged_cells(content: bytes) -> dict[str, list[str]]:
    """Returns the merged cells of each sheet by its title, as in "A2:A5"."""
    merged = {}
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        links = ElementTree.fromstring(packed.read("xl/_rels/workbook.xml.rels"))
        targets = {link.get("Id"): link.get("Target", "").removeprefix("/xl/") for link in links}
        for sheet in ElementTree.fromstring(packed.read("xl/workbook.xml")).iter():
            numbers = [value for name, value in sheet.items() if name.endswith("}id")]
            if sheet.tag.endswith("}sheet") and numbers:
                part = packed.read(f"xl/{targets[numbers[0]]}").decode()
                merged[sheet.get("name", "")] = MERGED.findall(part)
    return merged


def _fill_merged_cells(rows: list[list[str]], merged: Sequence[str]) -> None:
    """Writes what stands in the first row of merged cells into their other rows."""
    left = MOST_ROWS * MOST_COLUMNS
    for first, last in (each.split(":") for each in merged):
        column, top = coordinate_from_string(first)
        _column, bottom = coordinate_from_string(last)
        place = column_index_from_string(column) - 1
        below = rows[top : min(bottom, len(rows))] if top <= len(rows) and place < len(rows[top - 1]) else []
        left -= len(below)
        if left < 0:
            raise RefusedFile("too_much")
        for row in below:
            row += [""] * (place + 1 - len(row))
            row[place] = row[place] or rows[top - 1][place]


def _count_headings(rows: Rows, kinds: Sequence[str]) -> int:
    return max(len({*kinds_of_row(row, kinds)} - {""}) for row in rows[:HEAD_WITHIN])


def _check_parts(content: bytes) -> bool:
    """Returns whether a sheet has formulas. Raises RefusedFile for too many parts, bytes or tags, whatever the zip
    claims, and for parts that declare entities, which no spreadsheet does."""
    has_formulas, tags = False, 0
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        parts = packed.infolist()
        if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
            raise RefusedFile("too_much")
        if "xl/workbook.xml" not in packed.namelist():
            raise RefusedFile("no_workbook")
        for part in parts:
            with packed.open(part) as file:
                read = file.read(MOST_UNPACKED + 1)
            if not part.filename.endswith((".xml", ".rels")):
                continue
            tags += read.count(b"<")
            if len(read) > MOST_UNPACKED or tags > MOST_TAGS or b"<!" in read.replace(b"<!--", b""):
                raise RefusedFile("too_much")
            if part.filename.startswith("xl/worksheets/"):
                has_formulas = has_formulas or b"<f" in read.replace(b"<family", b"")
    return has_formulas


def _rows_of_sheet(sheet: Any, most_rows: int, merged: Sequence[str]) -> Rows:
    cells = sheet.iter_rows(max_row=most_rows + 1, values_only=True)
    if not merged:
        return _tidy_rows(([_cell_text(cell) for cell in row] for row in cells), most_rows)
    rows = [[_cell_text(cell) for cell in row] for row in cells]
    _fill_merged_cells(rows, merged)
    return _tidy_rows(rows, most_rows)


def _cell_text(cell: object) -> str:
    match cell:
        case None:
            return ""
        case str():
            return cell
        case datetime() if cell.time() != time():
            return cell.isoformat(" ", "minutes")
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


def _tidy_rows(rows: Iterable[Sequence[str]], most_rows: int, *, keeps_lines: bool = False) -> Rows:
    """`keeps_lines` keeps the lines of a box apart, so that what is doubted is written again."""
    tidy: list[tuple[str, ...]] = []
    letters = 0
    for row in rows:
        if len(tidy) == most_rows:
            raise RefusedFile("rows", n=most_rows)
        if any(cell and not cell.isspace() for cell in row[MOST_COLUMNS:]):
            raise RefusedFile("columns", n=MOST_COLUMNS)
        cells = tuple(_tidy_cells(row, "\n" if keeps_lines else " "))
        letters += sum(map(len, cells))
        if letters > MOST_LETTERS:
            raise RefusedFile("too_much")
        tidy.append(cells)
    while tidy and not any(tidy[-1]):
        tidy.pop()
    width = max((place for row in tidy for place, cell in enumerate(row, start=1) if cell), default=0)
    return tuple(row[:width] for row in tidy)


def _tidy_cells(row: Sequence[str], between: str) -> Iterator[str]:
    """Yields the cells without the apostrophe that exports put before text that looks like a formula."""
    for cell in row[:MOST_COLUMNS]:
        lines = cell[: 4 * LONGEST_CELL].strip().split("\n")
        text = between.join(" ".join(line.split()) for line in lines)
        text = text[1:] if text.startswith("'") and text[1:].startswith(FORMULA) else text
        yield text[: LONGEST_CELL + 1]


def limit_process() -> None:
    """Limits what this process may use, as far as the system can, and lets everything else go first."""
    if resource is not None:
        os.nice(NICENESS)
        for kind, most in ((resource.RLIMIT_AS, MOST_MEMORY), (resource.RLIMIT_CPU, MOST_SECONDS)):
            _soft, hard = resource.getrlimit(kind)
            most = most if hard == resource.RLIM_INFINITY else min(most, hard)
            resource.setrlimit(kind, (most, hard))


def main() -> None:
    limit_process()
    answer: dict[str, Any]
    try:
        parsed = parse_file(sys.stdin.buffer.read(MOST_BYTES + 1), int(sys.argv[1]), sys.argv[2:])
        answer = vars(parsed)
    except RefusedFile as refused:
        answer = {"problem": refused.code, "values": refused.values}
    except MemoryError:
        answer = {"problem": "too_much", "values": {}}
    sys.stdout.write(json.dumps(answer))
    sys.stdout.flush()
    os._exit(0)  # freeing a large tree, element by element, would take longer than reading it


if __name__ == "__main__":
    main()
