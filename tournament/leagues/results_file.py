"""What a league's results are in a file; writes them so that `results_reader` reads the same again. Pure, except that
pages translate its sentences.

A *problem* has to be corrected before the file can be imported. A *doubt* asks whether what was read is what was meant.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time

from django.utils.translation import gettext as _

from tournament.leagues.outcomes import OUTCOMES
from tournament.leagues.spelling import FORMULA, NewTeam
from tournament.lists.dates import NO_DATES, ListOrder

COLUMNS = (
    *("round", "team_a", "bullseyes_a", "hang_jacks_a"),
    *("team_b", "bullseyes_b", "hang_jacks_b", "start", "end"),
)
OF_FIXTURES = ("date", "venue")
"""Optional columns for matches whose date or place is known."""
OF_POSTPONED = ("postponed_from", "play_by")
"""Optional columns for matches that were postponed: their first day, and the last on which they can be played."""
MOST_FIGURE, MOST_LINES = 999, 5000
LONGEST_VENUE = 120


@dataclass(frozen=True)
class ResultLine:
    """A result in the file. Without `team_b` it is a bye, without bullseyes a match still to be played; without hang
    jacks they were not counted. `outcome` is what else happened to it, a key of `outcomes.OUTCOMES`, and `awarded` the
    team that got it so. If it `is_postponed`, `day` is the first or the new one, unless the line says which day it is
    `postponed_from`. `line` is where it begins, from 1. Results are equal even if their lines, days or places
    differ."""

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
    outcome: str = ""
    awarded: str = ""
    is_postponed: bool = field(default=False, compare=False)
    postponed_from: date | None = field(default=None, compare=False)
    play_by: date | None = field(default=None, compare=False)

    @property
    def is_bye(self) -> bool:
        return self.team_b is None

    @property
    def is_open(self) -> bool:
        has_ended = self.outcome != "" and OUTCOMES[self.outcome].counting != "open"
        return not self.is_bye and self.bullseyes_a is None and not has_ended


@dataclass(frozen=True)
class Remark:
    """A problem or a doubt about a box, whose `column` is called as the file heads it, or if it does not by its key;
    about the whole line if `column` is "", about the whole file if `line` is 0."""

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
    """What a file says. `lines` are those without a problem; `new_teams` are those that were not known; `days` is the
    order of day and month in its dates. `is_too_much` means that there are more lines or columns than a season can
    have; that is then the only problem. `repeated` are lines without a round or a day of their own; `repeats` is what
    somebody answered whether they are of the line above, "" if nobody did."""

    lines: tuple[ResultLine, ...]
    problems: tuple[Remark, ...]
    doubts: tuple[Remark, ...]
    new_teams: tuple[NewTeam, ...] = ()
    is_too_much: bool = False
    days: ListOrder = NO_DATES
    repeated: tuple[int, ...] = ()
    repeats: str = ""

    @property
    def is_repeat_open(self) -> bool:
        return bool(self.repeated) and not self.repeats


@dataclass(frozen=True)
class LeagueFacts:
    """What a list leaves out because everybody in the league knows it: what a `walk_over` counts, the rounds of the
    matches still to be played by the keys of both names, the first round without results, the day, the years that the
    season's name has, and what the league `counts` (`League.counts`)."""

    walk_over: int = 0
    open_rounds: Mapping[frozenset[str], Sequence[int]] = field(default_factory=dict)
    next_round: int = 1
    today: date | None = None
    years: tuple[int, ...] = ()
    counts: str = "bullseyes"


def heading_of(column: str, counts: str) -> str:
    """Returns what the files of a league that `counts` this call a column."""
    return column.replace("bullseyes", counts)


def write_results(lines: Iterable[ResultLine], counts: str = "bullseyes") -> str:
    """Writes a file that `read_results` reads as the same lines."""
    out = io.StringIO()
    rows = table_of_results(lines, counts)
    csv.writer(out, lineterminator="\r\n").writerows([_cell_of(value) for value in row] for row in rows)
    return out.getvalue()


def table_of_results(lines: Iterable[ResultLine], counts: str = "bullseyes") -> list[list[object]]:
    """Returns the rows of that file, with figures, dates and times as such; None is unknown. Its headings say what the
    league `counts` (`League.counts`). The columns of fixtures, of postponed matches and of outcomes are there only if a
    line needs them; "walk_over_a" is a walk-over for the first team."""
    cells = [
        {
            **vars(line),
            "team_b": "bye" if line.is_bye else line.team_b,
            "date": line.day,
            "venue": line.venue or None,
            "outcome": (
                f"{line.outcome}_{'a' if line.awarded == line.team_a else 'b'}" if line.awarded else line.outcome
            )
            or None,
        }
        for line in lines
    ]
    optional = (OF_FIXTURES, *((name,) for name in OF_POSTPONED), ("outcome",))
    needed = [names for names in optional if any(row[name] for row in cells for name in names)]
    columns = [*COLUMNS, *(name for names in needed for name in names)]
    headings = [heading_of(column, counts) for column in columns]
    return [[*headings], *([row[column] for column in columns] for row in cells)]


def _cell_of(value: object) -> str:
    if isinstance(value, time):
        return value.isoformat("seconds" if value.second else "minutes")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, str) and value.startswith(FORMULA):
        return f"'{value}"
    return "" if value is None else str(value)
