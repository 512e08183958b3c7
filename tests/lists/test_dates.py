"""One order of day and month for a whole list: proven by its dates, or asked."""

from datetime import date

import pytest

from tournament.lists.dates import DayOrder, find_order, find_years, read_day

DAY, MONTH = DayOrder.DAY_FIRST, DayOrder.MONTH_FIRST


def days(*cells: str, answer: str = "") -> list[date | None]:
    order = find_order(enumerate(cells, start=2), answer)
    return [order.read_cell(cell) for cell in cells]


@pytest.mark.parametrize(
    "cell",
    [
        *("2026-12-31", "2026.12.31", "2026/12/31", "31/12/2026", "31.12.26", "31-12-26", "31-Dec-26", "31 dec 2026"),
        *("31st December 2026", "Dec 31, 2026", "December 31 2026", "Thu 31 December 2026", "31/12/2026 00:00:00"),
        *("Thursday 31 Dec 2026", "31 12 2026"),
    ],
)
def test_a_day_is_read_in_every_usual_spelling(cell: str) -> None:
    assert read_day(cell) == date(2026, 12, 31)


@pytest.mark.parametrize("cell", ["soon", "31/2/2026", "12/2026", "Dec 2026", "1 2 3 4", "99", "12/03", "", "1/1/0026"])
def test_what_is_no_day_is_not_guessed(cell: str) -> None:
    assert (read_day(cell), read_day(cell, MONTH)) == (None, None)


@pytest.mark.parametrize("apart", ["/", "-", ".", " "])
def test_one_date_that_has_only_one_reading_decides_for_all(apart: str) -> None:
    american = [text.replace("/", apart) for text in ("12/03/2026", "12/10/26", "12/17/2026", "1/2/2027")]
    assert days(*american) == [date(2026, 12, 3), date(2026, 12, 10), date(2026, 12, 17), date(2027, 1, 2)]
    british = [text.replace("/", apart) for text in ("03/12/2026", "10/12/26", "17/12/2026", "2/1/2027")]
    assert days(*british) == days(*american)
    assert days(*american, answer="day") == days(*american)


def test_dates_that_prove_nothing_are_asked_about_with_an_example_and_the_answer_counts_for_all() -> None:
    cells = [(2, "12 Dec 2026"), (3, "12/12/2026"), (4, "12/03/2026"), (5, "01/02/2027")]
    asked = find_order(cells)
    assert (asked.is_asked, asked.is_open, asked.order) == (True, True, None)
    assert asked.example is not None
    assert (asked.example.line, asked.example.say_reading(DAY), asked.example.say_reading(MONTH)) == (
        *(4, "12 March 2026", "3 December 2026"),
    )
    answered = find_order(cells, "month")
    assert (answered.is_open, [answered.read_cell(text) for _line, text in cells[2:]]) == (
        False,
        [date(2026, 12, 3), date(2027, 1, 2)],
    )
    assert find_order(cells, "year").is_open


def test_dates_that_cannot_be_mistaken_are_not_asked_about() -> None:
    assert not find_order([(2, "2026-12-03"), (3, "3 Dec 2026"), (4, "5/5/2026"), (5, "")]).is_asked


def test_a_list_with_both_orders_has_no_reading_for_a_date_that_fits_both() -> None:
    assert days("17/12/2026", "12/18/2026", "03/04/2026", "5/5/2026") == [
        *(date(2026, 12, 17), date(2026, 12, 18), None, date(2026, 5, 5)),
    ]


@pytest.mark.parametrize(
    ("season", "years"),
    [
        *(("2026", (2026,)), ("Autumn 2026", (2026,)), ("2026/27", (2026, 2027)), ("2026-2027", (2026, 2027))),
        *(("Winter 2026 – 27", (2026, 2027)), ("1999/00", ()), ("Spring", ()), ("2025/27", ()), ("12026", ())),
        ("2025, 2026 and 2027", ()),
    ],
)
def test_a_season_names_one_year_or_two_that_follow_each_other(season: str, years: tuple[int, ...]) -> None:
    assert find_years(season) == years


@pytest.mark.parametrize("cell", ["31/12", "31.12.", "31 12", "31 Dec", "31st December", "Dec 31", "Thu 31/12"])
def test_a_day_without_a_year_is_of_the_season(cell: str) -> None:
    assert (read_day(cell), read_day(cell, DAY, (2026,)), read_day(cell, DAY, (2026, 2027))) == (
        *(None, date(2026, 12, 31), date(2026, 12, 31)),
    )


def test_of_two_years_the_first_is_from_july_on_and_the_second_until_june() -> None:
    read = [read_day(cell, DAY, (2027, 2028)) for cell in ("1/7", "31/12", "1/1", "29/2", "30/6", "31/6")]
    assert read == [date(2027, 7, 1), date(2027, 12, 31), date(2028, 1, 1), date(2028, 2, 29), date(2028, 6, 30), None]
    assert [read_day("29/2", DAY, years) for years in ((2026,), (2028,), ())] == [None, date(2028, 2, 29), None]


def test_days_without_a_year_prove_an_order_or_are_asked_about_as_others_are() -> None:
    proven = find_order([(2, "12/03"), (3, "12/17")], "", (2026,))
    assert [proven.read_cell(cell) for cell in ("12/03", "12/17", "1/2/2027")] == [
        *(date(2026, 12, 3), date(2026, 12, 17), date(2027, 1, 2)),
    ]
    assert proven.doubts() == [
        "The dates have the month first, as 12/17 in line 3 shows. So 12/03 is read as 3 December 2026.",
        "Dates without a year are read as days of the season: 12/03 in line 2 is 3 December 2026.",
    ]
    asked = find_order([(2, "12/03")], "", (2026,))
    assert (asked.is_open, asked.example and asked.example.say_reading(MONTH)) == (True, "3 December 2026")
    answered = find_order([(2, "12/03")], "month", (2026,))
    assert (answered.read_cell("12/03"), answered.doubts()) == (
        date(2026, 12, 3),
        ["Dates without a year are read as days of the season: 12/03 in line 2 is 3 December 2026."],
    )
    both = find_order([(2, "17/12"), (3, "12/18"), (4, "3/4")], "", (2026,))
    assert both.explain_unread("3/4") == (
        "“3/4” may be 3 April 2026 or 4 March 2026: 17/12 in line 2 has the day first, and 12/18 in line 3 the month. "
        "Write it as 2026-11-21."
    )


def test_a_day_without_a_year_is_refused_for_that_where_no_season_names_one() -> None:
    order = find_order([(2, "12/03")])
    assert (order.is_asked, order.read_cell("12/03"), order.doubts()) == (False, None, [])
    assert [order.explain_unread(cell) for cell in ("12/03", "3 Dec", "soon")] == [
        "“12/03” has no year. Write it as 2026-11-21, or leave it empty.",
        "“3 Dec” has no year. Write it as 2026-11-21, or leave it empty.",
        "“soon” is not a date. Write it as 2026-11-21, or leave it empty.",
    ]
    assert find_order([], "", (2026,)).explain_unread("30/2") == (
        "“30/2” is not a date. Write it as 2026-11-21, or leave it empty."
    )
