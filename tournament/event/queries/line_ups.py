"""Line-ups: who of a team sits at which of its tables in the next round, sealed until every team has given one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tournament.event.queries.competitors import Competitor, competitors_of, players_at_boards
from tournament.event.queries.hours import hour_name, hour_numbers
from tournament.models import Enters, Event, Stage, Team


class LinedUpTable(NamedTuple):
    """A table of a team, counted from 1, with the names of those who play there."""

    number: int
    names: tuple[str, ...]


class LineUp(NamedTuple):
    """A team with who plays at each of its tables, and its reserves. `is_in` is whether it has given this line-up for
    the next round."""

    key: int
    team: str
    is_in: bool
    tables: tuple[LinedUpTable, ...]
    reserves: tuple[str, ...]


@dataclass(frozen=True)
class LineUps:
    """The line-ups of an evening. `is_open` is whether another round comes whose seats are not shown; `round` is its
    name, "" if the evening has only one."""

    of_teams: tuple[LineUp, ...]
    is_open: bool
    round: str = ""

    @property
    def are_shown(self) -> bool:
        """Whether every team has given its line-up, so that all may see them."""
        return bool(self.of_teams) and all(line_up.is_in for line_up in self.of_teams)

    @property
    def waited_for(self) -> tuple[str, ...]:
        return tuple(line_up.team for line_up in self.of_teams if not line_up.is_in)

    def of(self, team: int) -> LineUp | None:
        return next((line_up for line_up in self.of_teams if line_up.key == team), None)


def is_line_up_open(event: Event) -> bool:
    """Returns whether another round comes whose seats are not shown. One query."""
    if event.enters != Enters.TEAMS or event.locked_at is not None:
        return False
    return len(_release_times(event)) < len(hour_numbers(event))


def line_ups_shown(event: Event) -> LineUps | None:
    """Returns the line-ups of the next round once everybody may see them. No query unless teams enter."""
    line_ups = line_ups_of(event) if event.enters == Enters.TEAMS else None
    return line_ups if line_ups and line_ups.is_open and line_ups.are_shown else None


def line_ups_of(event: Event) -> LineUps:
    """Returns the line-ups of all teams with somebody here. Three queries."""
    released = _release_times(event)
    given = Team.objects.filter(event=event, lined_up_at__isnull=False)
    fresh = set((given.filter(lined_up_at__gt=max(released)) if released else given).values_list("pk", flat=True))
    units = [unit for unit in competitors_of(event).values() if unit.here]
    boards = players_at_boards(event)
    is_open, rounds = is_line_up_open(event), hour_numbers(event)
    round = hour_name(event, rounds[len(released)]) if is_open and len(rounds) > 1 else ""
    return LineUps(tuple(_line_up_of(unit, boards, is_in=unit.key in fresh) for unit in units), is_open, round)


def _release_times(event: Event) -> list[datetime]:
    """Returns when the seats of each round were shown."""
    stages = Stage.objects.filter(event=event).values_list("released_at", flat=True)
    return [at for at in stages if at is not None]


def _line_up_of(unit: Competitor, boards: Sequence[slice], *, is_in: bool) -> LineUp:
    names = [entry.name for entry in unit.here]
    tables = tuple(LinedUpTable(number, tuple(names[at])) for number, at in enumerate(boards, start=1))
    return LineUp(unit.key, unit.name, is_in, tables, tuple(names[boards[-1].stop :]))
