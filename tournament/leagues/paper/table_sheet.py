"""Lays out the table of a league as a newspaper prints it: rows as large as the page allows, with what happened this
week and what comes next below, and remarks about teams as numbered notes, without byes that count nothing. Where the
letters would be too small, the notes stand on a second page, with as many players as it has room for. Pure.

Heights and widths are in millimetres, sizes in points.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from tournament.leagues.queries.page import LeaguePage
from tournament.leagues.queries.table import LeagueRow
from tournament.leagues.queries.week import LeagueWeek
from tournament.press.fitting import (
    POINT,
    bold_width_in_ems,
    boldest_width_in_ems,
    count_lines_of,
    usual_width_in_ems,
)
from tournament.press.sheets import Options, page_of

WIDTH = 210.0
"""The least width of a page."""
SIDES, ENDS, HEAD = 28.0, 32.0, 30.0
"""The margins of a page and its head with a title of one line."""
TITLE, TITLE_LINE = 30.0, 1.1
"""The size of the title and, in ems, the height of its lines."""
NOTE, BETWEEN, LEGEND = 3.4, 6.0, 16
"""The height of a line of notes, which are in two columns, the space between these, and the lines about the columns."""
SIZES = (17.0, 16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.5, 10.0, 9.5, 9.0, 8.5, 8.0)
UNBROKEN, FLOWING = 11.0, 10.5
"""Above the first size names are not broken. The second is that of what does not fit on one page at any size."""
READABLE = 9.5
"""The size below which the notes go to a page of their own."""
LINE, ROOM, CAPTION, DETAIL = 1.25, 0.6, 3.2, 0.75
"""Heights in ems: of a line, of the room of a row, and of a caption with the day below it; details have smaller
letters, by this much."""
PLAYER, PLAYERS_HEAD, FEWEST_PLAYERS = 4.1, 24.0, 20
"""The heights of a row of players, which are in two columns, and of their head; as many are shown in any case."""
RULE = 0.3
"""The height of the rule below a row."""
MOST_ROOM = 4.5
"""What a row has more room at most, so that a page is filled."""
IN_EMS = 10.1
"""The columns that grow with the letters, in ems: the place, movement and the last matches."""
COLUMN, PLAYERS_COLUMN = 66.0, 21.0
"""The columns that do not: figures that each league has, and hang jacks."""
SIDE, REMARK = 0.33, 0.22
"""The parts of the width that a team has beside its score, and that details have beside both."""


@dataclass(frozen=True)
class TableSheet:
    """`size` is that of the letters, `room` that above and below the words of each row. `notes` are numbered from 1: a
    team and what is to be said of it; `numbers` are the numbers of teams. `are_notes_apart` is whether they stand on
    the second page, where there is room for so many `players`."""

    size: float
    room: float
    notes: tuple[tuple[str, str], ...]
    are_notes_apart: bool
    players: int

    @property
    def numbers(self) -> dict[str, int]:
        return {team: number for number, (team, _words) in enumerate(self.notes, start=1)}


def lay_out_table(week: LeagueWeek, options: Options, *, has_players: bool = False) -> TableSheet:
    """Returns the layout for a sheet; in large print no letter is smaller than on the usual sheet, before it is drawn
    larger. With players there is a second page in any case."""
    notes = tuple((row.placing.record.name, ". ".join(words)) for row in week.page.rows if (words := _remarks_of(row)))
    below, (width, height) = _height_of_notes(week, notes, options), _room_on(week, options)
    size, alone = _size_on(week, options, below), _size_on(week, options, 0.0)
    is_apart = size < (READABLE if has_players else SIZES[-1]) and alone > size
    size = (alone if is_apart else size) or FLOWING
    if options.is_large:
        size = max(size, lay_out_table(week, options.usual, has_players=has_players).size)
    left = height - (0.0 if is_apart else below) - _height_of(week, size, width)
    room = ROOM / 2 * size * POINT + (min(left / max(_count_rows(week), 1), MOST_ROOM) / 2 if left > 0 else 0.0)
    for_players = height + HEAD - PLAYERS_HEAD - (below if is_apart else 0.0)
    players = max(2 * int(for_players / PLAYER), FEWEST_PLAYERS)
    return TableSheet(size, round(room, 2), notes, is_apart, players)


def _remarks_of(row: LeagueRow) -> list[str]:
    return [each.rstrip(".") for each in (row.withdrawn, row.ahead, *row.penalties, *row.credits) if each]


def _room_on(week: LeagueWeek, options: Options) -> tuple[float, float]:
    """Returns the width and the height of the first page below its head."""
    paper = page_of(options, WIDTH)
    width = paper.width - SIDES
    lines = count_lines_of(week.page.league.title, TITLE, width, boldest_width_in_ems)
    return width, paper.height - ENDS - HEAD - (lines - 1) * TITLE_LINE * TITLE * POINT


def _height_of_notes(week: LeagueWeek, notes: tuple[tuple[str, str], ...], options: Options) -> float:
    said = [f"{team}: {words}" for team, words in notes] + week.page.marks
    column = (_room_on(week, options)[0] - BETWEEN) / 2
    lines = LEGEND + sum(count_lines_of(words, 8.0, column, usual_width_in_ems) for words in said)
    return (lines / 2 + 2) * NOTE


def _size_on(week: LeagueWeek, options: Options, below: float) -> float:
    """Returns the largest size of letters that leaves so much room `below` the rows; 0 if none does."""
    width, height = _room_on(week, options)
    return next((size for size in SIZES if _height_of(week, size, width) <= height - below), 0.0)


def _count_rows(week: LeagueWeek) -> int:
    fixtures = sum(len(day.matches) + len(day.byes) for day in week.page.next_days)
    return len(week.page.rows) + len(week.results) + len(week.late) + fixtures


def _height_of(week: LeagueWeek, size: float, width: float) -> float:
    """Returns the height of all rows; endless if letters are so large that a name has to be broken."""
    em = size * POINT
    columns = COLUMN + (PLAYERS_COLUMN if week.page.has_hang_jacks else 0.0) + IN_EMS * em
    names = [(row.placing.record.name, row.taken) for row in week.page.rows]
    lines = [count_lines_of(f"{name} {taken}", size, width - columns, bold_width_in_ems) for name, taken in names]
    if size > UNBROKEN and any(bold_width_in_ems(f"{name}000") * em > width - columns for name, _taken in names):
        return inf
    table = sum(count * LINE + ROOM for count in lines) + CAPTION / 2
    postponed = (len(week.postponed) + bool(week.postponed)) * NOTE
    return (table + sum(_heights_below(week, size, width))) * em + postponed + RULE * _count_rows(week)


def _heights_below(week: LeagueWeek, size: float, width: float) -> Iterator[float]:
    """Yields the heights of the rows of results and matches, with their captions, in ems."""
    for day in (*week.days, *week.late_days, *((each.day, each.matches) for each in week.page.next_days)):
        yield CAPTION / 2 * bool(day)
    yield CAPTION * (bool(week.results) + bool(week.late) + bool(week.page.next_days))
    for result in (*week.results, *week.late):
        names = _names_in(week.page, result.match.team_id, result.match.other_id)
        own, part = _height_of_meeting(names, size, width), 1.0 if result.needs_row else REMARK
        lines = count_lines_of("; ".join(result.details), size * DETAIL, width * part, usual_width_in_ems)
        details = lines * DETAIL * LINE + ROOM
        yield own + details if result.needs_row else max(own, details)
    for match in (match for day in week.page.next_days for match in day.matches):
        yield _height_of_meeting(_names_in(week.page, match.team_id, match.other_id), size, width)
    yield sum(len(day.byes) for day in week.page.next_days) * (LINE + ROOM)


def _names_in(page: LeaguePage, *teams: int | None) -> list[str]:
    return [row.placing.record.name for row in page.rows if row.team in teams]


def _height_of_meeting(names: list[str], size: float, width: float) -> float:
    lines = max((count_lines_of(name, size, width * SIDE, bold_width_in_ems) for name in names), default=1)
    return lines * LINE + ROOM
