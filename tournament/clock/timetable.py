"""The timetable of an evening: when its rounds, change-overs and breaks begin and end, and whether it ends in time.

Pure: the time is passed in, every datetime has a time zone, and the rounds' own clocks tell what has happened. A delay
pushes everything that follows; nothing waits for a time on paper.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from tournament.clock.round_clock import NOTHING, RoundClock, end_for_hall, read_clock

Kind = Literal["round", "change", "break"]
When = Literal["over", "on", "to_come"]

MINUTE = timedelta(minutes=1)
SHORTEST = 5 * MINUTE
"""The shortest round that is advised."""


@dataclass(frozen=True)
class TurnTimes:
    """A round of a bell, begun or not. `more` is the longest extra time of a table after the bell. `is_about` is true
    if matches end by themselves, so the length is an estimate; `played_at` is when the last of
    them was known, None until then: the hall has stopped since."""

    stage: int
    number: int
    clock: RoundClock
    more: timedelta = NOTHING
    is_about: bool = False
    played_at: datetime | None = None


@dataclass(frozen=True)
class StageTimes:
    """The rounds of one or more bells side by side, the hall's own first. `released_at` is when its seats were
    released, and `settle` how long its first round waits from then at least, if that is not the change-over."""

    number: int
    bells: tuple[tuple[TurnTimes, ...], ...]
    released_at: datetime | None = None
    settle: timedelta | None = None


@dataclass(frozen=True)
class TimetableLine:
    """A line of the timetable. A change-over or break has the stage and number of the round after it."""

    kind: Kind
    stage: int
    number: int
    starts: datetime
    ends: datetime
    when: When
    is_about: bool = False


@dataclass(frozen=True)
class TimetableFit:
    """What would let the evening end in time: the length of each round to come, or the number of rounds to leave out.
    None if that would not be enough."""

    length: timedelta | None = None
    leave_out: int | None = None


@dataclass(frozen=True)
class Timetable:
    """The lines and the end of the evening. `late` is negative if the evening ends before closing time, and None if
    there is no closing time."""

    lines: tuple[TimetableLine, ...]
    ends: datetime
    is_about: bool
    late: timedelta | None = None
    fit: TimetableFit | None = None


def gap_before(stage: int, change: timedelta, breaks: Mapping[int, timedelta]) -> timedelta:
    """Returns the time between a stage and the one before: the break there, else the change-over."""
    return breaks.get(stage - 1, change)


def due_after(ended: datetime, gap: timedelta, released_at: datetime | None, change: timedelta) -> datetime:
    """Returns when a round is to begin: after the gap, and at least a change-over after its seats were released, so
    that nobody is hurried to a seat."""
    return max(ended + gap, released_at + change) if released_at is not None else ended + gap


def make_timetable(
    stages: Sequence[StageTimes],
    *,
    change: timedelta,
    breaks: Mapping[int, timedelta] | None = None,
    now: datetime,
    closes: datetime | None = None,
) -> Timetable:
    """Makes the timetable from the stages in order. Before the first round, times are as if it began now."""
    lines: list[TimetableLine] = []
    ended: datetime | None = None
    for stage in stages:
        gap = gap_before(stage.number, change, breaks or {})
        is_break = stage.number - 1 in (breaks or {})
        laid = [list(_time_bell(turns, stage, ended, gap, change, is_break, now)) for turns in stage.bells]
        lines += laid[0]
        ended = max(line.ends for each in laid for line in each)
    ends = ended or now
    is_about = any(line.is_about and line.when != "over" for line in lines)
    late = ends - closes if closes is not None else None
    fit = _find_fit(stages, late, change, breaks or {}) if late is not None and late > NOTHING else None
    return Timetable(tuple(lines), ends, is_about, late, fit)


def _time_bell(
    turns: Sequence[TurnTimes],
    stage: StageTimes,
    ended: datetime | None,
    gap: timedelta,
    change: timedelta,
    is_break: bool,
    now: datetime,
) -> Iterator[TimetableLine]:
    """Yields the rounds of one bell, each after its gap; `ended` is the end of the stage before."""
    released_at = stage.released_at
    for turn in turns:
        begun = turn.clock.started_at
        starts = begun or now
        if ended is not None:
            if begun is None:
                starts = max(due_after(ended, gap, released_at, stage.settle or change), now)
            before = min(ended, starts)
            if before < starts:
                kind: Kind = "break" if is_break else "change"
                phase: When = "over" if starts < now else "on" if before <= now else "to_come"
                yield TimetableLine(kind, turn.stage, turn.number, before, starts, phase)
        ended = max(_end_of(turn, starts, now), starts)
        has_rung = turn.played_at is not None or read_clock(turn.clock, now).phase in ("bell", "ended")
        when: When = "to_come" if begun is None else "over" if ended <= now and has_rung else "on"
        yield TimetableLine("round", turn.stage, turn.number, starts, ended, when, turn.is_about and when != "over")
        gap, is_break, released_at = change, False, None


def _end_of(turn: TurnTimes, starts: datetime, now: datetime) -> datetime:
    clock = turn.clock
    if clock.started_at is None:
        return starts + clock.length + clock.extra + turn.more
    end = end_for_hall(clock) or now + read_clock(clock, now).remaining
    return end + turn.more if turn.played_at is None else min(end, turn.played_at, now)


def _find_fit(
    stages: Sequence[StageTimes], late: timedelta, change: timedelta, breaks: Mapping[int, timedelta]
) -> TimetableFit:
    """Finds what would fit, by the hall's own bell, over rounds that have not begun."""
    coming = [turn for stage in stages for turn in stage.bells[0] if turn.clock.started_at is None]
    if not coming:
        return TimetableFit()
    longest = min(turn.clock.length + turn.clock.extra for turn in coming)
    shorter = (longest - late / len(coming)) // MINUTE * MINUTE
    is_timed = not any(turn.is_about for turn in coming)
    return TimetableFit(
        length=shorter if is_timed and shorter >= SHORTEST else None, leave_out=_leave_out(stages, late, change, breaks)
    )


def _leave_out(
    stages: Sequence[StageTimes], late: timedelta, change: timedelta, breaks: Mapping[int, timedelta]
) -> int | None:
    """Returns how many stages of one round each would have to be left out, from the end; at least one stage stays."""
    saved = NOTHING
    for left_out, stage in enumerate(reversed(stages[1:]), start=1):
        (turn,) = stage.bells[0] if len(stage.bells[0]) == 1 else (None,)
        if turn is None or turn.clock.started_at is not None or stage.released_at is not None:
            return None
        saved += turn.clock.length + turn.clock.extra + gap_before(stage.number, change, breaks)
        if saved >= late:
            return left_out
    return None
