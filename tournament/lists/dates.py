"""Reads the dates of a list: in every usual spelling, and with one order of day and month for the whole list.

A date such as 12/03/2026 has two readings. A list *proves* its order by a date that has only one, such as 12/17/2026;
otherwise whoever imports it is asked once, for all of its dates. A date such as 12/03 is of the year that the list's
season names, and of two as in 2026/27 of the first from July on and the second until June; without any it can be given
the year in which it is nearest to a day.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from functools import lru_cache

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tournament.lists.calendar_words import MONTH, WEEKDAY, find_weekday, take_accents_off, write_months_in_english


class DayOrder(StrEnum):
    DAY_FIRST = "day"
    MONTH_FIRST = "month"


SPELT_OUT = ("%Y %m %d", "%d %b %Y", "%d %b %y", "%d %B %Y", "%d %B %y", "%b %d %Y", "%B %d %Y")
IN_FIGURES = {
    DayOrder.DAY_FIRST: ("%d %m %Y", "%d %m %y"),
    DayOrder.MONTH_FIRST: ("%m %d %Y", "%m %d %y"),
}
"""How a day is written, after spaces have replaced what separates its parts."""
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2199, 12, 31)
"""Lists are of these years; any other is a slip."""


@dataclass(frozen=True)
class DatedCell:
    line: int
    text: str
    years: tuple[int, ...] = ()

    def say_reading(self, order: DayOrder) -> str:
        """Says the day that this cell is in that order, as in "3 December 2026"."""
        return say_day(read_day(self.text, order, self.years))


@dataclass(frozen=True)
class ListOrder:
    """The order of day and month in a list. `order` is None if both are proven, or neither was and nobody has answered.
    `proofs` are the first cell that proves each order; `example` is the first cell that has two readings. `years` are
    those of dates without one, and `yearless` is the first such date."""

    order: DayOrder | None
    proofs: dict[DayOrder, DatedCell]
    example: DatedCell | None
    years: tuple[int, ...] = ()
    yearless: DatedCell | None = None

    @property
    def is_asked(self) -> bool:
        """Whether the answer of whoever imports the list decides."""
        return self.example is not None and not self.proofs

    @property
    def is_open(self) -> bool:
        return self.is_asked and self.order is None

    def doubts(self) -> list[str]:
        """Says that the list has the month first, if its dates prove that and others could be read otherwise; and of
        which year its dates are that name none."""
        told, proof = [], self.proofs.get(DayOrder.MONTH_FIRST)
        if self.order == DayOrder.MONTH_FIRST and proof and self.example:
            words = _(
                "The dates have the month first, as %(proof)s in line %(line)s shows. So %(example)s is read as "
                "%(day)s."
            )
            day = self.example.say_reading(DayOrder.MONTH_FIRST)
            told.append(words % {"proof": proof.text, "line": proof.line, "example": self.example.text, "day": day})
        if self.yearless:
            day = self.yearless.say_reading(self.order or DayOrder.DAY_FIRST)
            values = {"example": self.yearless.text, "line": self.yearless.line, "day": day}
            words = _("Dates without a year are read as days of the season: %(example)s in line %(line)s is %(day)s.")
            told += [words % values] if day else []
        return told

    def explain_unread(self, text: str) -> str:
        """Says why a cell is no day: it is none in any order, or this list has both orders."""
        if not self.years and _has_no_year(_plain_parts(text)):
            return _("“%s” has no year. Write it as 2026-11-21, or leave it empty.") % text[:30]
        if len(self.proofs) < 2 or not has_two_readings(text, self.years):
            return _("“%s” is not a date. Write it as 2026-11-21, or leave it empty.") % text[:30]
        words = _(
            "“%(text)s” may be %(day)s or %(month)s: %(first)s in line %(first_line)s has the day first, and %(other)s"
            " in line %(other_line)s the month. Write it as 2026-11-21."
        )
        cell = DatedCell(0, text, self.years)
        first, other = self.proofs[DayOrder.DAY_FIRST], self.proofs[DayOrder.MONTH_FIRST]
        return words % {
            "text": text[:30],
            "day": cell.say_reading(DayOrder.DAY_FIRST),
            "month": cell.say_reading(DayOrder.MONTH_FIRST),
            **{"first": first.text, "first_line": first.line, "other": other.text, "other_line": other.line},
        }

    def read_cell(self, text: str) -> date | None:
        """Returns the day of a cell. While nobody has answered, the day stands first; if the list has both orders, a
        cell with two readings is none."""
        days = {order: read_day(text, order, self.years) for order in DayOrder}
        if self.order is not None or self.is_open:
            return days[self.order or DayOrder.DAY_FIRST]
        known = {day for day in days.values() if day is not None}
        return known.pop() if len(known) == 1 else None


NO_DATES = ListOrder(DayOrder.DAY_FIRST, {}, None)


def find_order(cells: Iterable[tuple[int, str]], answer: str = "", years: tuple[int, ...] = ()) -> ListOrder:
    """Finds the order of the dates in these cells, each with its line. `answer` is an order, and counts only if the
    cells prove none. `years` are those of the list's season."""
    proofs: dict[DayOrder, DatedCell] = {}
    example = yearless = None
    for line, text in cells:
        cell = DatedCell(line, text, years)
        readings = [order for order in DayOrder if is_in_figures(text) and read_day(text, order, years) is not None]
        if len(readings) == 1:
            proofs.setdefault(readings[0], cell)
        elif example is None and has_two_readings(text, years):
            example = cell
        if years and yearless is None and _has_no_year(_plain_parts(text)):
            yearless = cell
    if proofs:
        order = next(iter(proofs)) if len(proofs) == 1 else None
    else:
        order = next((each for each in DayOrder if each == answer), None)
    if example is None and not proofs:
        order = DayOrder.DAY_FIRST
    return ListOrder(order, proofs, example, years, yearless)


def find_years(season: str) -> tuple[int, ...]:
    """Returns the year that a season's name has, or its two years: (2026, 2027) of "2026/27"; none if it has neither
    one nor two that follow each other."""
    spans = re.findall(r"(?<!\d)((?:19|20|21)\d\d)(?!\d)(?:\s*[/–-]\s*(\d\d)(?!\d))?", season)
    years = [int(each) for first, last in spans for each in (first, first[:2] + last) if len(each) == 4]
    return tuple(years) if len(years) == 1 or (len(years) == 2 and years[1] == years[0] + 1) else ()


def read_day(text: str, order: DayOrder = DayOrder.DAY_FIRST, years: tuple[int, ...] = ()) -> date | None:
    """Reads "31/12/2026", "31.12.26", "31-Dec-26", "31st December 2026", "Dec 31, 2026", also with a weekday before it
    or a time after it; and "31/12" or "31 Dec", if `years` of a season are given."""
    plain = _plain_parts(text)
    if not _has_no_year(plain):
        return _read_plain(plain, order)
    days = [_read_plain(f"{plain} {year}", order) for year in years]
    if len(days) == 2:
        days = [day for day, is_first in zip(days, (True, False), strict=True) if day and (day.month > 6) == is_first]
    return days[0] if days else None


@lru_cache(maxsize=1024)
def _read_plain(plain: str, order: DayOrder) -> date | None:
    for form in (*IN_FIGURES[order], *SPELT_OUT):
        try:
            day = datetime.strptime(plain, form).date()
        except ValueError:
            continue
        if FIRST_DAY <= day <= LAST_DAY:
            return day
    return None


def add_year(text: str, today: date) -> str:
    """Returns a date without a year, such as "Dec 13" or "13/12", with the year in which it is nearest to a day; of
    "Fri 13 Dec" with one in which that is a Friday."""
    if not text or any(read_day(text, order) for order in DayOrder):
        return text
    plain, weekday = re.sub(r"[\s\[\](),./-]+$", "", text), find_weekday(text)
    whole = [f"{plain} {year}" for year in (today.year, today.year - 1, today.year + 1)]
    days = [(read_day(each, DayOrder.DAY_FIRST) or read_day(each, DayOrder.MONTH_FIRST), each) for each in whole]
    near = [
        (weekday is not None and day.weekday() != weekday, abs((day - today).days), each)
        for day, each in days
        if day is not None
    ]
    return min(near)[2] if near else text


def is_in_figures(text: str) -> bool:
    """Whether a date has its day and month in figures and its year last or nowhere, so that their order matters."""
    return re.fullmatch(r"\d\d? \d\d?( \d\d| \d{4})?", _plain_parts(text)) is not None


def has_two_readings(text: str, years: tuple[int, ...] = ()) -> bool:
    return is_in_figures(text) and len({read_day(text, order, years) for order in DayOrder} - {None}) == 2


def say_day(day: date | None) -> str:
    return date_format(day, "j F Y") if day else ""


def _has_no_year(plain: str) -> bool:
    return re.fullmatch(r"\d\d? \d\d?|\d\d? [a-z]{3,9}|[a-z]{3,9} \d\d?", plain, flags=re.I) is not None


@lru_cache(maxsize=1024)
def _plain_parts(text: str) -> str:
    """Returns a date without its weekday and time, with a space between its parts and its month in English. Cached, as
    what is read from it, because all matches of a round have one date."""
    plain = take_accents_off(text).strip(" ()[]")
    plain = re.sub(rf"^(?:am|le|el|den)?\s*{WEEKDAY}[.,]*\s*(?:the|den|le|el)?\s*(?=\d|{MONTH})", "", plain, flags=re.I)
    plain = re.sub(r"[ T](?:um |at |à )?\d\d?(?::\d\d.*|[.h]\d\d ?(?:uhr|h)?$| ?uhr$)", "", plain, flags=re.I)
    plain = re.sub(r"(?<=\d)(?:st|nd|rd|th|er|º)\b|\b(?:de|del|of|the)\b", "", plain, flags=re.I)
    return re.sub(r"[\s.,/-]+", " ", write_months_in_english(plain)).strip()


def day_of_number(cell: str) -> date | None:
    """Reads a day of the years 1954 to 2091 that lost its format in a spreadsheet, such as 45978: Excel's number."""
    if not re.fullmatch(r"[2-6]\d{4}(\.\d+)?", cell):
        return None
    return date(1899, 12, 30) + timedelta(days=int(float(cell)))


def time_of_number(cell: str) -> time | None:
    """Reads a time that lost its format in a spreadsheet, such as 0.8125: a part of a day."""
    if not re.fullmatch(r"0?[.,]\d{2,}", cell):
        return None
    minutes = round(float(cell.replace(",", ".")) * 24 * 60)
    return time(minutes // 60, minutes % 60) if minutes < 24 * 60 else None
