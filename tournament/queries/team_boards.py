"""The results of a round where teams meet at several tables at once: table by table below the match of the teams."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tournament.models import Event, Match, State
from tournament.queries.boards import Board, TableOnBoard
from tournament.queries.matches import sides_of
from tournament.queries.units import boards_of, key_of, units_of


@dataclass(frozen=True)
class Meeting:
    """Two teams with what is known so far of all their tables: games, or points where nobody counts games. Where no
    teams enter there is one, without names, of all tables."""

    tables: tuple[TableOnBoard, ...]
    scores: tuple[tuple[str, int], ...] = ()


def meetings_of(event: Event, board: Board) -> tuple[Meeting, ...]:
    """One query where teams enter, else none."""
    boards = boards_of(event)
    if boards == 1:
        return (Meeting(board.tables),)
    names = names_of_meeting_teams(event)
    together: dict[int, list[TableOnBoard]] = {}
    for table in board.tables:
        together.setdefault((table.table.number - 1) // boards, []).append(table)
    return tuple(
        Meeting(
            tuple(tables), scores_of_teams(event, (shown.match for table in tables for shown in table.matches), names)
        )
        for tables in together.values()
    )


def names_of_meeting_teams(event: Event) -> dict[int, str]:
    """The names of teams that meet at several tables, by number; none where nobody does. One query where they do."""
    return {key: unit.name for key, unit in units_of(event).items()} if boards_of(event) > 1 else {}


def scores_of_teams(event: Event, matches: Iterable[Match], names: Mapping[int, str]) -> tuple[tuple[str, int], ...]:
    """What the matches of a meeting come to, of each team under its name."""
    scores: dict[int, int] = {}
    for match in matches:
        for side in sides_of(match):
            key = key_of(event, side.entries[0])
            if key is not None:
                counts = match.state != State.CALLED_OFF
                known = side.games if side.games is not None else side.points
                scores[key] = scores.get(key, 0) + (known or 0 if counts else 0)
    return tuple((names[key], score) for key, score in scores.items() if key in names)
