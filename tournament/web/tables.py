"""Tables that their reader sorts, filters and downloads. Links do it: `?sort=points`, `?sort=-points` the other way
round, `?find=ann`. The page and its file show the same rows in the same order: as CSV, or with `?as=xlsx` as XLSX."""

import csv
import io
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, time
from decimal import Decimal
from typing import Any, Generic, NamedTuple, TypeVar

from django.http import HttpResponse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from tournament.foundation.wording import order_key
from tournament.web.pages import file_response

Row = TypeVar("Row")

FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n")
"""Characters that begin a formula in a spreadsheet."""
LONGEST_FIND = 60
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
NARROWEST, WIDEST, LONGEST_TITLE = 8, 48, 31
"""The narrowest and widest column of a workbook, in letters, and the longest name of its sheet."""
NOT_IN_TITLES = str.maketrans("", "", r"\/*?:[]")
NUMBERS = int | float | Decimal


@dataclass(frozen=True)
class SortColumn(Generic[Row]):
    """A column to sort by. `key` names it in addresses; `value_of` is what rows are compared by: words from A to Z as
    names are filed, or figures. What is not known, None, comes last in either order. `is_highest_first`: what the first
    press does."""

    key: str
    label: str
    value_of: Callable[[Row], Any]
    style: str = ""
    is_highest_first: bool = False


class ColumnHead(NamedTuple):
    """The head of a column: `address` sorts by it or reverses the order, "" if the column cannot be sorted. `aria_sort`
    is "" unless the table is sorted by it."""

    label: str
    style: str
    address: str
    aria_sort: str


@dataclass(frozen=True)
class SortedTable(Generic[Row]):
    """The rows that `find` asks for, out of `of_all`, sorted. `order` says in a sentence by what; `query` is the
    address's own query, also for the file of the same rows; `kept` is what the search carries along, and `reset` is the
    address of all rows in their own order."""

    rows: tuple[Row, ...]
    heads: tuple[ColumnHead, ...]
    order: str
    sort: str
    find: str
    query: str
    of_all: int
    reset: str
    kept: tuple[tuple[str, str], ...]


def sort_table(
    rows: Sequence[Row],
    columns: Sequence[SortColumn[Row]],
    asked: Mapping[str, str],
    *,
    names_of: Callable[[Row], str],
    order: str = "",
    kept: Mapping[str, object] | None = None,
) -> SortedTable[Row]:
    """Filters and sorts as `asked`, a request's GET. Rows come in the order that `order` names, and stay in it until a
    column is asked for and among equals. `names_of` is what a search looks through, and `kept` what addresses carry
    besides, as the hour."""
    sort, find = asked.get("sort", ""), find_in(asked)
    by = next((column for column in columns if column.key == sort.removeprefix("-")), None)
    if by is None:
        sort = ""
    carried = {name: str(value) for name, value in (kept or {}).items() if value}
    parameters = carried | ({"find": find} if find else {})
    words = order_key(find).split()
    matching = [row for row in rows if not words or all(word in order_key(names_of(row)) for word in words)]
    if by is not None:
        known = [(value, row) for row in matching if (value := by.value_of(row)) is not None]
        unknown = [row for row in matching if by.value_of(row) is None]
        known.sort(
            key=lambda each: order_key(each[0]) if isinstance(each[0], str) else each[0], reverse=sort.startswith("-")
        )
        matching = [*(row for _value, row in known), *unknown]
    return SortedTable(
        rows=tuple(matching),
        heads=tuple(_head_of(column, sort, parameters) for column in columns),
        order=_say_order(by, matching, is_reversed=sort.startswith("-")) if by else order,
        sort=sort,
        find=find,
        query=urlencode(parameters | ({"sort": sort} if sort else {})),
        of_all=len(rows),
        reset=f"?{urlencode(carried)}",
        kept=tuple((carried | ({"sort": sort} if sort else {})).items()),
    )


def find_in(asked: Mapping[str, str]) -> str:
    """Returns the words that an address searches for among the names."""
    return " ".join(asked.get("find", "")[:LONGEST_FIND].split())


def table_response(rows: Iterable[Sequence[object]], name: str, asked: Mapping[str, str]) -> HttpResponse:
    """Returns the file that `asked`, a request's GET, wants: CSV, or with `as=xlsx` XLSX. `name` has no ending; the
    first row is the head. Pass numbers and days as such, not as text."""
    if asked.get("as") == "xlsx":
        return file_response(_write_workbook(rows, name), XLSX, f"{name}.xlsx", download=True)
    return csv_response(rows, f"{name}.csv")


def _write_workbook(rows: Iterable[Sequence[object]], title: str) -> bytes:
    """Writes an XLSX whose head stays in sight. Every cell is text, a number, a day or a time, so that no name becomes
    a formula."""
    plain = [
        [
            cell
            if cell is None or isinstance(cell, NUMBERS | date | time)
            else ILLEGAL_CHARACTERS_RE.sub("", str(cell))
            for cell in row
        ]
        for row in rows
    ]
    book = Workbook(write_only=True)
    sheet = book.create_sheet(title.translate(NOT_IN_TITLES)[:LONGEST_TITLE])
    sheet.freeze_panes = "A2"
    for place in range(max(map(len, plain), default=0)):
        longest = max(len(str(row[place])) for row in plain if place < len(row))
        width = min(max(longest + 2, NARROWEST), WIDEST)
        sheet.column_dimensions[get_column_letter(place + 1)].width = width
    for number, row in enumerate(plain):
        cells = [WriteOnlyCell(sheet, value) for value in row]
        for cell in cells:
            if cell.data_type == "f":
                cell.data_type = "s"
            if number == 0:
                cell.font = Font(bold=True)
        sheet.append(cells)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def csv_response(rows: Iterable[Sequence[object]], name: str) -> HttpResponse:
    """Answers with a table for a spreadsheet, in UTF-8 with the mark by which Excel knows it. Text that would be a
    formula gets an apostrophe before it, because anybody may have typed it; numbers stay numbers."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerows([_escape_formula(cell) for cell in row] for row in rows)
    return file_response("\ufeff" + out.getvalue(), "text/csv; charset=utf-8", name, download=True)


def _escape_formula(cell: object) -> object:
    is_formula = not isinstance(cell, NUMBERS) and str(cell).lstrip(" ").startswith(FORMULA)
    return f"'{cell}" if is_formula else cell


def _head_of(column: SortColumn[Row], sort: str, parameters: Mapping[str, str]) -> ColumnHead:
    first = f"-{column.key}" if column.is_highest_first else column.key
    asked = sort if sort.removeprefix("-") == column.key else ""
    turned = f"-{column.key}" if asked == column.key else column.key
    states = {column.key: "ascending", f"-{column.key}": "descending"}
    address = "?" + urlencode({**parameters, "sort": turned if asked else first})
    return ColumnHead(column.label, column.style, address, states.get(asked, ""))


def _say_order(column: SortColumn[Row], rows: Sequence[Row], *, is_reversed: bool) -> str:
    is_of_words = any(isinstance(column.value_of(row), str) for row in rows)
    if is_of_words:
        words = _("Sorted by %(column)s, Z to A.") if is_reversed else _("Sorted by %(column)s, A to Z.")
    else:
        words = _("Sorted by %(column)s, highest first.") if is_reversed else _("Sorted by %(column)s, lowest first.")
    return words % {"column": column.label}
