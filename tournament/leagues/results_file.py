"""Reads a league's results from a file and names every problem by line and column; writes results so that they read the
same again. Columns may be in any order, with commas, semicolons or tabs. Pure, except that pages translate its
sentences.

A *problem* has to be corrected before the file can be imported. A *doubt* asks whether what was read is what was meant.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any

from django.utils.translation import gettext as _

from tournament.leagues.spelling import FORMULA, LONGEST, LONGEST_KEY, NewTeam, is_bye, name_in, name_key

COLUMNS = (
    *("round", "team_a", "bullseyes_a", "hang_jacks_a"),
    *("team_b", "bullseyes_b", "hang_jacks_b", "start", "end"),
)
OF_FIXTURES = ("date", "venue")
"""Optional columns for matches whose date or place is known."""
NEEDED = ("round", "team_a", "bullseyes_a", "team_b", "bullseyes_b")
FIGURES = ("bullseyes_a", "hang_jacks_a", "bullseyes_b", "hang_jacks_b")
SEPARATORS = ",;\t"
MOST_ROUND, MOST_FIGURE, MOST_LINES, MOST_TEAMS, MOST_COLUMNS = 199, 999, 5000, 200, 50
SHOWN_OF_A_BOX, LONGEST_HEADER = 40, 2000
LONGEST_VENUE = 120
FIRST_DAY, LAST_DAY = date(1900, 1, 1), date(2199, 12, 31)
"""Fixtures are within these dates; any other date is a slip."""
DAYS = (
    *("%Y-%m-%d", "%d/%m/%Y", "%d.%m.%Y", "%d-%m-%Y", "%d/%m/%y", "%d.%m.%y", "%d-%b-%Y", "%d-%b-%y"),
    *("%d %b %Y", "%d %B %Y", "%a %d %b %Y", "%A %d %B %Y"),
)
TIMES = ("%H:%M", "%H:%M:%S", "%H.%M", "%I:%M %p", "%I:%M%p", "%I %p", "%I%p")


@dataclass(frozen=True)
class ResultLine:
    """A result in the file. Without `team_b` it is a bye, without bullseyes a match still to be played; without hang
    jacks they were not counted. `line` is where it begins, from 1. Results are equal even if their `line`, `day` or
    `venue` differ."""

    round: int
    team_a: str
    bullseyes_a: int | None = None
    hang_jacks_a: int | None = None
    team_b: str | None = None
    bullseyes_b: int | None = None
    hang_jacks_b: int | None = None
    start: time | None = None
    end: time | None = None
    day: date | None = field(default=None, compare=False)
    venue: str = field(default="", compare=False)
    line: int = field(default=0, compare=False)

    @property
    def is_bye(self) -> bool:
        return self.team_b is None

    @property
    def is_open(self) -> bool:
        return not self.is_bye and self.bullseyes_a is None


@dataclass(frozen=True)
class Remark:
    """A problem or a doubt about a box; about the whole line if `column` is "", about the whole file if `line` is 0."""

    line: int
    column: str
    message: str

    @property
    def where(self) -> str:
        if not self.line:
            return _("The file")
        if not self.column:
            return _("Line %(line)s") % {"line": self.line}
        return _("Line %(line)s, %(column)s") % {"line": self.line, "column": self.column}


@dataclass(frozen=True)
class ResultsRead:
    """What a file says. `lines` are those without a problem; `new_teams` are those that were not known. `is_too_much`
    means that there are more lines or columns than a season can have; that is then the only problem."""

    lines: tuple[ResultLine, ...]
    problems: tuple[Remark, ...]
    doubts: tuple[Remark, ...]
    new_teams: tuple[NewTeam, ...] = ()
    is_too_much: bool = False


def read_results(text: str, *, known: Iterable[str] = (), meant: Mapping[str, str] | None = None) -> ResultsRead:
    """Reads a file. A name that differs from one of the `known` teams only by case, spaces or accents is read as that
    team, with a doubt. `meant` says which team other names stand for."""
    return _Reader(text, known, meant or {}).read_file()


def write_results(lines: Iterable[ResultLine]) -> str:
    """Writes a file that `read_results` reads as the same lines."""
    out = io.StringIO()
    rows = table_of_results(lines)
    csv.writer(out, lineterminator="\r\n").writerows([_cell_of(value) for value in row] for row in rows)
    return out.getvalue()


def table_of_results(lines: Iterable[ResultLine]) -> list[list[object]]:
    """Returns the rows of that file, with figures, dates and times as such; None is unknown. The columns of fixtures
    are there only if a line needs them."""
    cells = [
        {**vars(line), "team_b": "bye" if line.is_bye else line.team_b, "date": line.day, "venue": line.venue or None}
        for line in lines
    ]
    has_fixtures = any(row[column] for row in cells for column in OF_FIXTURES)
    columns = (*COLUMNS, *OF_FIXTURES) if has_fixtures else COLUMNS
    return [list(columns), *([row[column] for column in columns] for row in cells)]


def _cell_of(value: object) -> str:
    if isinstance(value, time):
        return value.isoformat("seconds" if value.second else "minutes")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return "" if value is None else str(value)


class _Reader:
    """Reads one file and collects its problems and doubts."""

    def __init__(self, text: str, known: Iterable[str], meant: Mapping[str, str]) -> None:
        self.text = text.removeprefix("\ufeff").replace("\0", "")
        self.names = {name_key(name): (name, 0) for name in known}
        self.meant = {name_key(name): team for name, team in meant.items()}
        self.times: Counter[str] = Counter()
        self.asked: set[str] = set()
        self.width = 0
        self.is_too_much = False
        self.problems: list[Remark] = []
        self.doubts: list[Remark] = []

    def read_file(self) -> ResultsRead:
        rows = self._rows()
        header = next(rows, None)
        if header is None:
            if not self.problems:
                words = _("The file is empty. Its first line must name the columns: %s.")
                self._problem(0, "", words % ", ".join(COLUMNS))
            return self._finish([])
        columns = self._columns(*header)
        if columns is None:
            return self._finish([])
        lines = [line for number, cells in rows if (line := self._line(number, cells, columns))]
        if not lines and not self.problems:
            self._problem(0, "", _("There are columns but no results. Put one result on each line below them."))
        return self._finish(lines)

    def _finish(self, lines: Sequence[ResultLine]) -> ResultsRead:
        named = ((name, line, self.times[key]) for key, (name, line) in self.names.items() if line)
        new_teams = tuple(NewTeam(name, line, times) for name, line, times in named)
        return ResultsRead(tuple(lines), tuple(self.problems), tuple(self.doubts), new_teams, self.is_too_much)

    def _problem(self, line: int, column: str, message: str) -> None:
        self.problems.append(Remark(line, column, message))

    def _too_much(self, line: int, message: str) -> None:
        self.is_too_much = True
        self.problems = [Remark(line, "", message)]

    def _doubt(self, line: int, column: str, message: str) -> None:
        self.doubts.append(Remark(line, column, message))

    def _rows(self) -> Iterator[tuple[int, list[str]]]:
        """Yields the rows that are not empty, each with the number of its first line."""
        separator = re.match(r"sep=(.)[ \t]*(\r\n|\r|\n|$)", self.text, re.IGNORECASE)
        text = self.text[separator.end() :] if separator else self.text
        skipped = 1 if separator else 0
        delimiter = separator[1] if separator and separator[1] in SEPARATORS else _find_separator(text)
        rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
        begins, found = 1 + skipped, 0
        try:
            for cells in rows:
                if any(cell.strip() for cell in cells):
                    found += 1
                    if found > MOST_LINES + 1:
                        self._too_much(begins, _("There are more than %s lines. Import it in parts.") % MOST_LINES)
                        return
                    yield begins, cells
                begins = rows.line_num + 1 + skipped
        except csv.Error:
            told_why = _("A quotation mark is not closed, or text follows it. Nothing below it was read.")
            self._problem(begins, "", told_why)

    def _columns(self, number: int, cells: Sequence[str]) -> dict[str, int] | None:
        """Returns the index of each column, or None if the header cannot be used."""
        self.width = len(cells)
        named = [(place, cell) for place, cell in enumerate(cells) if cell and not cell.isspace()]
        if len(named) > MOST_COLUMNS:
            words = _("The first line has %(named)s columns, but a league has %(columns)s. Is it the right file?")
            self._too_much(number, words % {"named": len(named), "columns": len(COLUMNS)})
            return None
        found: dict[str, int] = {}
        for place, cell in named:
            column = _column_name(cell)
            if column in found:
                self._problem(number, column, _("This column is there twice. Remove one of them."))
            elif column in (*COLUMNS, *OF_FIXTURES):
                found[column] = place
            else:
                self._doubt(number, _shorten(cell), _("Leagues do not use this column, so it is ignored."))
        missing = [column for column in NEEDED if column not in found]
        if not found:
            words = _("The first line must name the columns, in any order: %s.")
            self._problem(number, "", words % ", ".join(COLUMNS))
        elif missing:
            words = _("A column is missing from the first line: %s. Add it, or correct its name.")
            self._problem(number, "", words % ", ".join(missing))
        return None if self.problems else found

    def _line(self, number: int, cells: Sequence[str], columns: dict[str, int]) -> ResultLine | None:
        before = len(self.problems)
        if any(cell.strip() for cell in cells[self.width :]):
            words = _(
                "%(cells)s boxes, but the first line names %(columns)s. Put a name that contains a separator in quotes."
            )
            self._problem(number, "", words % {"cells": len(cells), "columns": self.width})
        box = {name: cells[place].strip() if place < len(cells) else "" for name, place in columns.items()}
        round_number = self._number(number, "round", box["round"], least=1, most=MOST_ROUND, needed=True)
        team_a, team_b = self._teams(number, box["team_a"], box["team_b"])
        figures = {} if team_b is None else self._figures(number, box)
        starts, ends = (self._time(number, name, box.get(name, "")) for name in ("start", "end"))
        day, venue = self._day(number, box.get("date", "")), name_in(box.get("venue", ""))
        if len(venue) > LONGEST_VENUE:
            self._problem(number, "venue", _("This is longer than %s letters. Shorten it.") % LONGEST_VENUE)
        if len(self.problems) > before or round_number is None or team_a is None:
            return None
        ignored = [name for name in FIGURES if box.get(name, "").strip("0-–")] if team_b is None else []
        if ignored:
            words = _("A bye scores what the league rules give for it. The figures here are ignored.")
            self._doubt(number, ignored[0], words)
        if starts and ends:
            self._check_times(number, starts, ends)
        facts: dict[str, Any] = {**figures, "start": starts, "end": ends, "day": day, "venue": venue}
        return ResultLine(round_number, team_a, team_b=team_b, line=number, **facts)

    def _teams(self, number: int, team_a: str, team_b: str) -> tuple[str | None, str | None]:
        """Returns the names of both teams; in a bye the team comes first, wherever the file has it."""
        first, second = name_in(team_a), name_in(team_b)
        if is_bye(first) and is_bye(second):
            self._problem(number, "team_a", _("No team is named. Write who has the bye, or remove the line."))
            return None, None
        if is_bye(first) and not is_bye(second):
            if not first:
                self._problem(number, "team_a", _("No team is named. Write its name, or “bye” if there was none."))
                return None, None
            return self._team(number, "team_b", second), None
        named = self._team(number, "team_a", first)
        if is_bye(second):
            return named, None
        other = self._team(number, "team_b", second)
        if named is not None and named == other:
            self._problem(number, "team_b", _("A team cannot meet itself: “%s” is on both sides.") % named)
        return named, other or ""

    def _team(self, number: int, column: str, name: str) -> str | None:
        key = name_key(name)
        if not any(each.isalnum() for each in key):
            self._problem(number, column, _("“%s” is not a name: it has no letter or digit.") % _shorten(name))
            return None
        if len(name) > LONGEST or len(key) > LONGEST_KEY:
            words = _("This name is longer than %s letters. Shorten it, everywhere in the file.")
            self._problem(number, column, words % LONGEST)
            return None
        if key in self.meant:
            name = self.meant[key]
            key = name_key(name)
        if key not in self.names and len(self.names) == MOST_TEAMS:
            self._problem(number, column, _("No league has more than %s teams. Is it the right file?") % MOST_TEAMS)
            return None
        self.times[key] += 1
        meant, first = self.names.setdefault(key, (name, number))
        if meant != name and name not in self.asked:
            self.asked.add(name)
            where = _("line %s") % first if first else _("the league")
            words = _("“%(name)s” is read as “%(meant)s” of %(where)s. If it is another team, give it another name.")
            self._doubt(number, column, words % {"name": name, "meant": meant, "where": where})
        return meant

    def _figures(self, number: int, box: dict[str, str]) -> dict[str, int | None]:
        figures = {name: self._number(number, name, box.get(name, ""), most=MOST_FIGURE) for name in FIGURES}
        for name, other in (("bullseyes_a", "bullseyes_b"), ("bullseyes_b", "bullseyes_a")):
            if not box[name] and box[other]:
                words = _(
                    "Empty, although the other side has bullseyes. Enter them, or leave both empty until "
                    "the match is played."
                )
                self._problem(number, name, words)
        for name in ("hang_jacks_a", "hang_jacks_b"):
            if box.get(name) and not box["bullseyes_a"] and not box["bullseyes_b"]:
                words = _("There are hang jacks but no bullseyes. Enter the bullseyes of both sides.")
                self._problem(number, name, words)
        return figures

    def _number(
        self, number: int, column: str, text: str, *, most: int, least: int = 0, needed: bool = False
    ) -> int | None:
        if not text and not needed:
            return None
        if text.isascii() and text.isdecimal() and len(text) <= 9 and least <= int(text) <= most:
            return int(text)
        limits = {"said": _shorten(text), "least": least, "most": most}
        if text:
            words = _("“%(said)s” is not a whole number from %(least)s to %(most)s.") % limits
        else:
            words = _("Empty. Write a whole number from %(least)s to %(most)s.") % limits
        self._problem(number, column, words)
        return None

    def _time(self, number: int, column: str, text: str) -> time | None:
        for form in TIMES if text else ():
            try:
                return datetime.strptime(text.replace(".m.", "m").replace(".M.", "M"), form).time()
            except ValueError:
                continue
        if text:
            words = _("“%s” is not a time of day. Write it as 19:30, or leave it empty.")
            self._problem(number, column, words % _shorten(text))
        return None

    def _day(self, number: int, text: str) -> date | None:
        for form in DAYS if text else ():
            try:
                day = datetime.strptime(text, form).date()
            except ValueError:
                continue
            if FIRST_DAY <= day <= LAST_DAY:
                return day
        if text:
            words = _("“%s” is not a date. Write it as 2026-11-21, or leave it empty.")
            self._problem(number, "date", words % _shorten(text))
        return None

    def _check_times(self, number: int, starts: time, ends: time) -> None:
        """Asks about times that may be swapped: a match may end after midnight, but not half a day later."""
        minutes = (ends.hour - starts.hour) * 60 + ends.minute - starts.minute
        if minutes % (24 * 60) > 12 * 60 or minutes == 0:
            words = _("%(start)s to %(end)s: start and end may be swapped. Check them.")
            values = {"start": starts.isoformat("minutes"), "end": ends.isoformat("minutes")}
            self._doubt(number, "end", words % values)


def _find_separator(text: str) -> str:
    """Returns the separator that splits the first line into the most of our columns."""
    first = next((line for line in io.StringIO(text, newline=None) if any(each.isalnum() for each in line)), "")
    first = first[:LONGEST_HEADER]

    def columns_found(separator: str) -> int:
        return sum(1 for cell in first.split(separator) if _column_name(cell.strip().strip('"')) in COLUMNS)

    return max(SEPARATORS, key=columns_found)


def _column_name(cell: str) -> str:
    """Returns the name of a column: “Hang-Jacks A” is hang_jacks_a."""
    return re.sub(r"[\W_]+", "_", cell.strip().casefold()).strip("_")


def _shorten(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= SHOWN_OF_A_BOX else f"{text[:SHOWN_OF_A_BOX]}…"
