"""The notice of a round or an hour for the wall: when it begins and ends, and who sits where, to be read from afar."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import zip_longest

from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from tournament.clock.queries.timetable import timetable_of
from tournament.draw.queries.draws import movement_of
from tournament.formats.formats import BELL_RULES
from tournament.formats.hall import count_waves, name_wave
from tournament.matches.queries.matches import length_of
from tournament.models import Event, Stage
from tournament.paper.queries.hour_sheets import TablePlan, seating_of, words_for_length


@dataclass(frozen=True)
class TimeOnNotice:
    """The times of a round. `starts` and `ends` are "" while they are not known, to be written in. The planned `length`
    is "" if the bell rings earlier or later."""

    label: str
    starts: str
    ends: str
    length: str


@dataclass(frozen=True)
class TableOnNotice:
    """A table. `sides` are those who meet, or all its players by seat if it has several turns. `is_match` is true if
    two sides meet; `teams` are then the names of theirs, if they play for teams."""

    number: int
    sides: tuple[str, ...]
    is_match: bool = False
    teams: tuple[str, ...] = ()

    @property
    def sides_with_teams(self) -> list[tuple[str, str]]:
        """Returns each side with its team, "" without one."""
        return list(zip_longest(self.sides, self.teams, fillvalue=""))


@dataclass(frozen=True)
class RoundNotice:
    """The times and tables of a round. `is_about` is true if times are estimates, since matches end by themselves;
    `bell` explains the bell, `waves` when and where the tables play that the hall does not have."""

    is_draft: bool
    times: tuple[TimeOnNotice, ...]
    is_about: bool
    bell: str
    tables: tuple[TableOnNotice, ...]
    resting: tuple[str, ...]
    waves: tuple[str, ...] = ()

    @property
    def has_matches(self) -> bool:
        return any(table.is_match for table in self.tables)


def round_notice_of(event: Event, stage: Stage, now: datetime) -> RoundNotice:
    """Reads a notice. As many queries as the seating and the timetable together."""
    seating = seating_of(event, stage)
    return RoundNotice(
        is_draft=seating.is_draft,
        times=_times_of(event, stage, now, max((table.number for table in seating.by_table), default=0)),
        is_about=event.length_kind != "timed",
        bell=str(BELL_RULES[event.bell_rule].sentence),
        tables=tuple(_table_on_notice(event, table) for table in seating.by_table),
        resting=seating.resting,
        waves=seating.waves,
    )


def _times_of(event: Event, stage: Stage, now: datetime, tables: int) -> tuple[TimeOnNotice, ...]:
    """Returns the times of the stage's turns, or of its waves if the hall has fewer tables. Clock times are not known
    before the evening's first round has begun."""
    movement = movement_of(event, stage.number)
    length = event.turn_length(movement.turns)
    known = timetable_of(event, now)
    lines = {
        row.line.number: row.line
        for row in (known.rows if known and known.has_begun else ())
        if row.line.kind == "round" and row.line.stage == stage.number
    }
    times = []
    for turn in range(1, movement.turns + 1):
        line = lines.get(turn)
        label = _("Round %(number)s") % {"number": turn} if movement.turns > 1 else ""
        words = words_for_length(length) if event.length_kind == "timed" else length_of(event).words
        if line and event.length_kind == "timed" and line.ends - line.starts != length:
            words = ""
        both = (line.starts, line.ends) if line else ()
        starts, ends = [f"{timezone.localtime(moment):%H:%M}" for moment in both] or ("", "")
        times.append(TimeOnNotice(label, starts, ends, words))
    if event.has_waves and event.hall_tables and tables > event.hall_tables:
        start = lines[1].starts if 1 in lines else None
        return tuple(_times_of_waves(event, start, length, tables, event.hall_tables))
    return tuple(times)


def _times_of_waves(
    event: Event, start: datetime | None, length: timedelta, tables: int, hall: int
) -> Iterator[TimeOnNotice]:
    """Yields the times of each wave; after each bell is time to change."""
    step = length + timedelta(seconds=event.change_seconds)
    for wave in range(count_waves(tables, hall)):
        both = (start + wave * step, start + wave * step + length) if start else ()
        starts, ends = [f"{timezone.localtime(moment):%H:%M}" for moment in both] or ("", "")
        label = capfirst(name_wave(wave + 1, tables, hall))
        yield TimeOnNotice(label, starts, ends, words_for_length(length))


def _table_on_notice(event: Event, table: TablePlan) -> TableOnNotice:
    if event.kind.turns_per_seating == 1 and table.turns and len(table.turns[0].matches) == 1:
        (sides,) = table.turns[0].matches
        teams = table.teams if len(table.teams) == len(sides) == 2 else ()
        if table.seats[0].name not in sides[0]:  # teams are in order of seats
            teams = teams[::-1]
        return TableOnNotice(table.number, sides, is_match=len(sides) == 2, teams=teams)
    return TableOnNotice(table.number, tuple(seat.name for seat in table.seats))
