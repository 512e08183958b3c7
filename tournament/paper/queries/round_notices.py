"""The notice of a round or an hour for the wall: when it begins and ends, and who sits where, to be read from afar."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.translation import gettext as _

from tournament.clock.queries.timetable import timetable_of
from tournament.draw.queries.draws import movement_of
from tournament.formats.formats import BELL_RULES
from tournament.matches.queries.series import length_of
from tournament.models import Event, Stage
from tournament.paper.queries.hour_sheets import TablePlan, length_words, seating_of


@dataclass(frozen=True)
class TimeOnNotice:
    """A bell: `starts` and `ends` are empty while nobody can know them, and are then written in. `length` as planned is
    empty where the bell rings sooner or later."""

    label: str
    starts: str
    ends: str
    length: str


@dataclass(frozen=True)
class TableOnNotice:
    """`sides` are those who meet, or where a table plays on in turns everybody at it in order of the seats. `is_match`
    where one side of two plays the other."""

    number: int
    sides: tuple[str, ...]
    is_match: bool = False


@dataclass(frozen=True)
class RoundNotice:
    """`is_about` where matches end by themselves, so that the times are estimates; `bell` says what the bell means."""

    is_draft: bool
    times: tuple[TimeOnNotice, ...]
    is_about: bool
    bell: str
    tables: tuple[TableOnNotice, ...]
    resting: tuple[str, ...]

    @property
    def has_matches(self) -> bool:
        return any(table.is_match for table in self.tables)


def round_notice_of(event: Event, stage: Stage, now: datetime) -> RoundNotice:
    """As many queries as the seating and the timetable together, whatever the number of tables."""
    seating = seating_of(event, stage)
    return RoundNotice(
        is_draft=seating.is_draft,
        times=_times(event, stage, now),
        is_about=event.length_kind != "timed",
        bell=str(BELL_RULES[event.bell_rule].sentence),
        tables=tuple(_table(event, table) for table in seating.by_table),
        resting=seating.resting,
    )


def _times(event: Event, stage: Stage, now: datetime) -> tuple[TimeOnNotice, ...]:
    """Clock times once the first round of the evening has begun: before that they would be of a guess."""
    movement = movement_of(event, stage.number)
    length = timedelta(seconds=movement.turn_seconds(movement.turns, event.hour_seconds))
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
        words = length_words(length) if event.length_kind == "timed" else length_of(event).words
        if line and event.length_kind == "timed" and line.ends - line.starts != length:
            words = ""
        times.append(TimeOnNotice(label, _time(line.starts) if line else "", _time(line.ends) if line else "", words))
    return tuple(times)


def _table(event: Event, table: TablePlan) -> TableOnNotice:
    if not event.has_turns and table.turns and len(table.turns[0].matches) == 1:
        (sides,) = table.turns[0].matches
        return TableOnNotice(table.number, sides, is_match=len(sides) == 2)
    return TableOnNotice(table.number, tuple(seat.name for seat in table.seats))


def _time(moment: datetime) -> str:
    return f"{timezone.localtime(moment):%H:%M}"
