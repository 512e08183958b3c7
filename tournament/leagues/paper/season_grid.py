"""Lays out a season as a grid: a row for each team, a column for each round, and a narrow one for each break. A cell
has the opponent, black at home, and below it the score or the room to write it. Pure.

Heights and widths are in millimetres, sizes in points.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import pairwise

from tournament.leagues.queries.page import LeaguePage
from tournament.leagues.queries.results import LeagueRound, ResultRow
from tournament.models import BlockedDays, LeagueTeam
from tournament.press.fitting import POINT, bold_width_in_ems, boldest_width_in_ems, count_lines_of, largest_that_fits
from tournament.press.sheets import Options, page_of

WIDTH = 270.0
"""The least width of a page, which lies across."""
SIDES, ENDS, HEAD, HEADINGS, LEGEND = 28.0, 32.0, 31.0, 11.0, 12.0
"""The margins of a page, and what is above and below the rows."""
TEAM, BREAK, LEAST_COLUMN, WIDEST_COLUMN = 52.0, 5.0, 8.2, 22.0
LEAST_ROW, TALLEST_ROW = 7.4, 21.0
SIZES = tuple(size / 2 for size in range(30, 8, -1))
NAMES, PLACES = SIZES[SIZES.index(11.0) :], SIZES[SIZES.index(8.0) :]
BESIDE_NAME = 15.0
"""The room of a team's code and the edges of its cell."""
EDGE, WORDS, CODE = 0.8, 0.48, 0.46
"""What a column has beside its words; the parts of a row that the name of a team or a place has, and an opponent."""
LINE, TITLE = 1.15, 30.0
LETTERS = 3
USUAL_BREAK, LONGER = timedelta(days=10), 1.5
"""Rounds farther apart have a break between them if the league says why, or if others are not nearly as far apart."""


@dataclass(frozen=True)
class GridCell:
    """A match of a team: the `code` of the other one, and the score of its own side first or what happened instead, or
    the day to which the match was moved. A bye has no code."""

    code: str
    is_home: bool
    is_derby: bool
    score: str
    moved_to: date | None


@dataclass(frozen=True)
class GridColumn:
    """A round with its first day, or a break: then `number` is 0 and `reason` says why nobody plays, if that is
    known."""

    number: int
    day: date | None
    reason: str = ""


@dataclass(frozen=True)
class GridRow:
    """A team with its cells, a list for each column, usually of one."""

    team: LeagueTeam
    code: str
    size: float
    size_of_place: float
    cells: tuple[tuple[GridCell, ...], ...]


@dataclass(frozen=True)
class SeasonGrid:
    """Parts of the season with equal columns: each has its columns and rows, of which so much `height` is on the first
    page. Sizes are those of codes and scores."""

    parts: tuple[tuple[tuple[GridColumn, ...], tuple[GridRow, ...]], ...]
    column: float
    row: float
    height: float
    size: float
    size_of_score: float
    has_derbies: bool
    has_breaks: bool


def lay_out_season(
    page: LeaguePage,
    teams: Sequence[LeagueTeam],
    options: Options,
    *,
    derbies: Sequence[Collection[int]] = (),
    blocked: Iterable[BlockedDays] = (),
) -> SeasonGrid:
    """Returns the grid of all rounds. `derbies` are the keys of teams that have one; those with the same home have one
    anyway. `blocked` are the days on which the league does not play."""
    paper, codes = page_of(options, WIDTH), codes_of([team.name for team in teams])
    columns = _columns_of(page.rounds, [each for each in blocked if each.team_id is None])
    parts = _divide(columns, paper.width - SIDES - TEAM)
    most = max(sum(not column.number for column in part) for part in parts)
    rounds = max(len(part) for part in parts) - most
    width = min((paper.width - SIDES - TEAM - most * BREAK) / max(rounds, 1), WIDEST_COLUMN)
    title = count_lines_of(page.league.title, TITLE, paper.width - SIDES)
    room = paper.height - ENDS - HEAD - HEADINGS - LEGEND - (title - 1) * TITLE * POINT * LINE
    pages = -(-len(teams) * LEAST_ROW // room)
    row = min(room * pages / max(len(teams), 1), TALLEST_ROW)
    shared = {team.pk: code for team, code in zip(teams, codes, strict=True)}
    of_teams = {pk: _cells_of(page.rounds, pk, shared, derbies) for pk in shared}
    cells = [cell for rounds_of in of_teams.values() for each in rounds_of.values() for cell in each]
    rows = [_row_of(team, shared[team.pk], row) for team in teams]
    return SeasonGrid(
        tuple((part, tuple(_fill(each, part, of_teams[each.team.pk]) for each in rows)) for part in parts),
        column=width,
        row=row,
        height=row * min(len(teams), room // row),
        size=_size_for(codes, width, row * CODE),
        size_of_score=_size_for(["14–14", *(cell.score for cell in cells)], width, row * (1 - CODE)),
        has_derbies=any(cell.is_derby for cell in cells),
        has_breaks=most > 0,
    )


def codes_of(names: Sequence[str]) -> list[str]:
    """Returns a short name for each: its first letters, or the initials of its words where several begin alike, or its
    number where these are alike too."""
    codes = [str(number) for number in range(1, len(names) + 1)]
    beginnings = ["".join(filter(str.isalnum, name))[:LETTERS].upper() for name in names]
    initials = [
        "".join(word if word.isdigit() else word[0] for word in name.split() if word[0].isalnum())[:LETTERS].upper()
        for name in names
    ]
    for kind in (initials, beginnings):
        times = Counter(kind)
        codes = [own if times[own] == 1 and own else code for own, code in zip(kind, codes, strict=True)]
    return codes if len(set(codes)) == len(codes) else [str(number) for number in range(1, len(names) + 1)]


def _columns_of(rounds: Sequence[LeagueRound], blocked: Sequence[BlockedDays]) -> list[GridColumn]:
    days = {each.number: sorted(day for match in each.results if (day := _planned_day(match))) for each in rounds}
    ordered = sorted(days, key=lambda number: (days[number][:1] or [date.max], number))
    starts = [days[number][0] for number in ordered if days[number]]
    usual = max(
        USUAL_BREAK, LONGER * min((later - earlier for earlier, later in pairwise(starts)), default=USUAL_BREAK)
    )
    columns, before = list[GridColumn](), date.max
    for number in ordered:
        first = days[number][0] if days[number] else None
        within = [each.reason for each in blocked if first and before < each.last and each.first < first]
        if first and first - before > (USUAL_BREAK if within else usual):
            columns.append(GridColumn(0, None, ", ".join(dict.fromkeys(within))))
        columns.append(GridColumn(number, first))
        before = days[number][-1] if days[number] else date.max
    return columns


def _planned_day(match: ResultRow) -> date | None:
    return match.postponed_from or match.day if match.other_id else None


def _divide(columns: list[GridColumn], width: float) -> list[tuple[GridColumn, ...]]:
    """Returns equal parts of as many columns as the width has room for."""
    parts = -(-len(columns) // int(width / LEAST_COLUMN)) or 1
    length = -(-len(columns) // parts)
    return [tuple(columns[at : at + length]) for at in range(0, len(columns), length)] or [()]


def _cells_of(
    rounds: Sequence[LeagueRound], team: int, codes: dict[int, str], derbies: Sequence[Collection[int]]
) -> dict[int, list[GridCell]]:
    cells: dict[int, list[GridCell]] = {}
    for match in (match for each in rounds for match in each.results if team in (match.team_id, match.other_id)):
        cells.setdefault(match.round, []).append(_cell_of(match, team, codes, derbies))
    return cells


def _cell_of(match: ResultRow, team: int, codes: dict[int, str], derbies: Sequence[Collection[int]]) -> GridCell:
    if match.other is None or match.other_id is None:
        return GridCell("", is_home=False, is_derby=False, score="", moved_to=None)
    is_first = match.team_id == team
    own, theirs = (match.games, match.other_games) if is_first else (match.other_games, match.games)
    is_shared = bool(match.team.home) and match.team.home == match.other.home
    pair = {match.team_id, match.other_id}
    return GridCell(
        codes[match.other_id if is_first else match.team_id],
        is_home=is_first and match.venue in ("", match.team.home),
        is_derby=is_shared or any(pair <= set(each) for each in derbies),
        score=match.mark and "×" if match.games is None else f"{own}–{theirs}",
        moved_to=match.day if match.postponed_from and match.is_fixture else None,
    )


def _row_of(team: LeagueTeam, code: str, height: float) -> GridRow:
    return GridRow(
        team,
        code,
        size=_size_of_name(team.name, height * WORDS, NAMES),
        size_of_place=_size_of_name(f"{team.home}, {team.at_home}", height * (1 - WORDS) - EDGE, PLACES),
        cells=(),
    )


def _fill(row: GridRow, part: tuple[GridColumn, ...], cells: dict[int, list[GridCell]]) -> GridRow:
    own = tuple(tuple(cells.get(column.number, ())) for column in part)
    return GridRow(row.team, row.code, row.size, row.size_of_place, own)


def _size_for(words: Sequence[str], width: float, height: float) -> float:
    widest = max(boldest_width_in_ems(each) for each in words)
    return largest_that_fits(
        SIZES, lambda size: widest * size * POINT <= width - EDGE and size * POINT * LINE <= height
    )


def _size_of_name(name: str, height: float, sizes: Sequence[float]) -> float:
    width = TEAM - BESIDE_NAME
    return largest_that_fits(
        sizes, lambda size: count_lines_of(name, size, width, bold_width_in_ems) * size * POINT * LINE <= height
    )
