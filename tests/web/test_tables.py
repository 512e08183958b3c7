"""A table comes in the order that its reader asks for, says so, and its file has the same rows."""

from datetime import date, datetime
from decimal import Decimal
from io import BytesIO
from typing import NamedTuple

from openpyxl import load_workbook

from tournament.web.tables import ColumnHead, SortColumn, csv_response, sort_table, table_response


class Runner(NamedTuple):
    name: str
    points: int | None


RUNNERS = [Runner("Élise", 3), Runner("Bob", None), Runner("Ann", 12), Runner("dora", 3)]
COLUMNS = [
    SortColumn[Runner]("name", "Name", lambda runner: runner.name),
    SortColumn[Runner]("points", "Points", lambda runner: runner.points, style="number", is_highest_first=True),
]


def names(asked: dict[str, str]) -> str:
    return " ".join(runner.name for runner in table(asked).rows)


def table(asked: dict[str, str]):
    return sort_table(RUNNERS, COLUMNS, asked, names_of=lambda runner: runner.name, order="As they came.")


def test_rows_are_sorted_as_asked_and_what_is_not_known_comes_last():
    assert names({}) == "Élise Bob Ann dora"
    assert names({"sort": "name"}) == "Ann Bob dora Élise"
    assert names({"sort": "-name"}) == "Élise dora Bob Ann"
    assert names({"sort": "points"}) == "Élise dora Ann Bob"
    assert names({"sort": "-points"}) == "Ann Élise dora Bob"
    assert names({"sort": "nothing"}) == names({})


def test_the_order_is_said_in_words():
    said = [table({"sort": sort}).order for sort in ("", "name", "-name", "points", "-points")]
    assert said == [
        "As they came.",
        "Sorted by Name, A to Z.",
        "Sorted by Name, Z to A.",
        "Sorted by Points, lowest first.",
        "Sorted by Points, highest first.",
    ]


def test_a_head_sorts_by_its_column_and_then_the_other_way_round():
    assert table({}).heads == (
        ColumnHead("Name", "", "?sort=name", ""),
        ColumnHead("Points", "number", "?sort=-points", ""),
    )
    assert table({"sort": "-points", "find": "e"}).heads == (
        ColumnHead("Name", "", "?find=e&sort=name", ""),
        ColumnHead("Points", "number", "?find=e&sort=points", "descending"),
    )


def test_a_search_finds_every_word_in_any_case_and_without_accents():
    assert names({"find": "  ELI "}) == "Élise"
    assert names({"find": "a n"}) == "Ann"
    assert table({"find": "ann", "sort": "name"}).query == "find=ann&sort=name"
    assert names({"find": "zz"}) == ""


def test_a_file_keeps_numbers_and_has_no_formulas():
    answer = csv_response([["Name", "Points"], ["=1+1", -3], [" @home", "-"], ["Élise", 2]], "points.csv")
    assert answer.content.decode() == "\ufeffName,Points\r\n'=1+1,-3\r\n' @home,'-\r\nÉlise,2\r\n"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="points.csv"'


def test_a_workbook_has_numbers_days_and_no_formulas_below_a_head_that_stays():
    rows = [["Name", "Day", "Points"], ["=1+1", date(2026, 11, 21), Decimal("2.5")], ["Él\x0bise", "", -3]]
    answer = table_response(iter(rows), "points/2026", {"as": "xlsx"})
    sheet = load_workbook(BytesIO(answer.content)).active
    assert sheet is not None and sheet.freeze_panes == "A2"
    assert [cell.value for cell in sheet[2]] == ["=1+1", datetime(2026, 11, 21), 2.5]
    assert (sheet["A2"].data_type, sheet["B2"].is_date, sheet["A3"].value, sheet["C3"].value) == (
        "s",
        True,
        "Élise",
        -3,
    )
    assert answer.headers["Content-Type"].endswith("spreadsheetml.sheet")
    csv = table_response(iter(rows), "points", {})
    assert csv.content.decode().splitlines()[1] == "'=1+1,2026-11-21,2.5"
