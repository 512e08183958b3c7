"""The results and the sheets of an hour as lists that readers sort and filter, and as files."""

from collections.abc import Iterator, Mapping, Sequence

from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from tournament.foundation.wording import state_label
from tournament.results.queries.boards import Board, BoardLine
from tournament.results.queries.sheets import SideSheet
from tournament.web.tables import SortColumn, SortedTable, sort_table

STATES = ("disputed", "waiting", "playing", "entered", "agreed", "ruled")
"""In the order in which they need attention."""


def sort_results(board: Board, asked: Mapping[str, str], *, is_numbered: bool) -> SortedTable[BoardLine]:
    """Lists the matches that are to be played, by table unless another order is asked for; `?state=` shows only those
    in one state. `is_numbered` is whether a table plays several rounds in an hour."""
    state = asked.get("state", "")
    wanted = {"agreed": ("agreed", "ruled")}.get(state, (state,) if state in STATES else STATES)
    lines = [line for line in board.matches if line.state in wanted]
    columns = [
        SortColumn[BoardLine]("table", _("Table"), lambda line: line.match.table.number, "place"),
        *(
            [SortColumn[BoardLine]("round", _("Round"), lambda line: line.match.round.number, "place more")]
            if is_numbered
            else []
        ),
        SortColumn[BoardLine]("name", _("Match"), lambda line: line.match.name),
        SortColumn[BoardLine]("margin", _("Result"), _margin_of, "number", is_highest_first=True),
        SortColumn[BoardLine]("state", _("State"), lambda line: STATES.index(line.state), "more"),
        SortColumn[BoardLine](
            "last", _("Last hand"), lambda line: line.last and line.last.at, "number more", is_highest_first=True
        ),
    ]
    kept = {"hour": board.stage.number, "state": state if state in STATES else ""}
    order = _("In order of table.")
    return sort_table(lines, columns, asked, names_of=lambda line: line.match.name, order=order, kept=kept)


def _margin_of(line: BoardLine) -> int | None:
    """Returns the margin of a win, in games if they count, else in points."""
    figures = [side.points if side.games is None else side.games for side in line.scores]
    known = [each for each in figures if each is not None]
    return max(known) - min(known) if known and len(known) == len(figures) else None


def file_of_results(table: SortedTable[BoardLine]) -> Iterator[Sequence[object]]:
    """Yields a line for each side of a match, for a spreadsheet; unknown values are empty."""
    head = [_("Hour"), _("Table"), _("Round"), _("Match"), _("Side"), _("Games"), _("Points"), _("State")]
    yield [*head, _("Last hand")]
    hour = dict(table.kept).get("hour", "")
    for line in table.rows:
        at = f"{localtime(line.last.at):%H:%M}" if line.last else ""
        for side in line.scores:
            scores = ("" if value is None else value for value in (side.games, side.points))
            where = (int(hour), line.match.table.number, line.match.round.number, line.match.name)
            yield [*where, side.name, *scores, state_label(line.state), at]


def sort_sheets(sheets: Sequence[SideSheet], asked: Mapping[str, str], *, hour: int) -> SortedTable[SideSheet]:
    """Lists the sheets, by table and seat unless another order is asked for."""
    columns = [
        SortColumn[SideSheet]("table", _("Table"), lambda sheet: (sheet.table, sheet.seat), "place"),
        SortColumn[SideSheet]("seat", _("Seat"), lambda sheet: sheet.seat, "number more"),
        SortColumn[SideSheet]("name", _("Name"), lambda sheet: sheet.name),
        SortColumn[SideSheet]("lines", _("Lines"), lambda sheet: sheet.number_of_lines, "number more"),
        SortColumn[SideSheet]("points", _("Points"), lambda sheet: sheet.total, "number", is_highest_first=True),
        SortColumn[SideSheet]("state", _("State"), lambda sheet: STATES.index(sheet.state)),
    ]
    order = _("In order of table, then of seat.")
    return sort_table(sheets, columns, asked, names_of=lambda sheet: sheet.name, order=order, kept={"hour": hour})


def file_of_sheets(table: SortedTable[SideSheet]) -> Iterator[Sequence[object]]:
    """Yields the same list for a spreadsheet; unknown values are empty."""
    yield [_("Table"), _("Seat"), _("Name"), _("Lines keyed in"), _("Lines"), _("Points"), _("State")]
    for sheet in table.rows:
        lines = (sheet.number_of_lines, len(sheet.lines))
        total = "" if sheet.total is None else sheet.total
        yield [sheet.table, sheet.seat, sheet.name, *lines, total, state_label(sheet.state)]
