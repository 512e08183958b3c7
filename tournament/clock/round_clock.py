"""What a round clock shows, and what a director may do to it.

Pure: the time is always passed in, and every datetime has a time zone. A clock stores when things happened, never the
time left, so it is right after any reload or restart. The bell rings when the time is up; the director then ends the
round.
"""

from collections.abc import Mapping
from dataclasses import astuple, dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Literal

from tournament import N_

Phase = Literal["waiting", "running", "warning", "paused", "bell", "ended"]

NOTHING = timedelta(0)

CLOCK_TEXTS: Mapping[str, str] = {
    "already_started": N_("This round has already started."),
    "not_started": N_("This round has not started yet."),
    "already_paused": N_("The clock is already paused."),
    "not_paused": N_("The clock is not paused."),
    "time_is_up": N_("The bell has rung, so there is no time to pause. Add extra time instead."),
    "already_ended": N_("This round has ended."),
    "not_ended": N_("This round has not ended."),
    "no_extra": N_("Extra time must be more than 0."),
    "too_little_left": N_("There is not that much time left. Ring the bell instead."),
    "naive": N_("A clock needs times with a time zone."),
}


class ClockError(Exception):
    """The clock cannot do this now; `code` is a key of CLOCK_TEXTS."""

    def __init__(self, code: str) -> None:
        super().__init__(CLOCK_TEXTS[code])
        self.code = code


@dataclass(frozen=True)
class RoundClock:
    """The times of a round. `paused_for` is the sum of the pauses that are over; it is negative if the server's clock
    was set back during one. `extra` is the time that the director has added."""

    length: timedelta
    started_at: datetime | None = None
    paused_at: datetime | None = None
    paused_for: timedelta = NOTHING
    extra: timedelta = NOTHING
    ended_at: datetime | None = None

    def __post_init__(self) -> None:
        moments = (self.started_at, self.paused_at, self.ended_at)
        if any(moment is not None and moment.utcoffset() is None for moment in moments):
            raise ClockError("naive")


@dataclass(frozen=True)
class ClockReading:
    """What a clock shows. `remaining` is at least zero and at most the whole length of the round. `ends_at` is when the
    bell rings or rang, or when the director ended the round; None while nobody can know (waiting, paused)."""

    phase: Phase
    remaining: timedelta
    ends_at: datetime | None


def read_clock(clock: RoundClock, now: datetime, warning: timedelta = timedelta(minutes=2)) -> ClockReading:
    if now.utcoffset() is None:
        raise ClockError("naive")
    whole = clock.length + clock.extra
    if clock.ended_at is not None:
        return ClockReading("ended", NOTHING, clock.ended_at)
    if clock.started_at is None:
        return ClockReading("waiting", whole, None)
    bell_at = clock.started_at + whole + clock.paused_for
    if clock.paused_at is not None:
        return ClockReading("paused", min(bell_at - clock.paused_at, whole), None)
    remaining = bell_at - now
    if remaining > whole:  # now is before the start: the server's clock was set back
        return ClockReading("running", whole, now + whole)
    if remaining <= NOTHING:
        return ClockReading("bell", NOTHING, bell_at)
    return ClockReading("warning" if remaining <= warning else "running", remaining, bell_at)


def start(clock: RoundClock, now: datetime) -> RoundClock:
    phase = read_clock(clock, now).phase
    if phase == "ended":
        raise ClockError("already_ended")
    if phase != "waiting":
        raise ClockError("already_started")
    return replace(clock, started_at=now)


def start_again(clock: RoundClock, now: datetime) -> RoundClock:
    """Gives the round its whole length once more from now, after the bell or the end, for those who wait."""
    if clock.started_at is None:
        raise ClockError("not_started")
    if read_clock(clock, now).phase not in ("bell", "ended"):
        raise ClockError("already_started")
    return replace(clock, paused_at=None, ended_at=None, extra=now - clock.started_at - clock.paused_for)


def pause(clock: RoundClock, now: datetime) -> RoundClock:
    match read_clock(clock, now).phase:
        case "running" | "warning":
            return replace(clock, paused_at=now)
        case "paused":
            raise ClockError("already_paused")
        case "bell":
            raise ClockError("time_is_up")
        case phase:
            raise ClockError("not_started" if phase == "waiting" else "already_ended")


def resume(clock: RoundClock, now: datetime) -> RoundClock:
    """Goes on with the time that was left, even if the server's clock was set forwards or back in the meantime."""
    if read_clock(clock, now).phase == "ended":
        raise ClockError("already_ended")
    if clock.paused_at is None:
        raise ClockError("not_paused")
    return replace(clock, paused_at=None, paused_for=clock.paused_for + (now - clock.paused_at))


def extend(clock: RoundClock, now: datetime, by: timedelta = timedelta(minutes=1)) -> RoundClock:
    """Adds time, also before the start or during a pause. After the bell the time counts from now, so a minute is a
    whole one."""
    if by <= NOTHING:
        raise ClockError("no_extra")
    shown = read_clock(clock, now)
    if shown.phase == "ended":
        raise ClockError("already_ended")
    since_bell = now - shown.ends_at if shown.phase == "bell" and shown.ends_at is not None else NOTHING
    return replace(clock, extra=clock.extra + since_bell + by)


def shorten(clock: RoundClock, now: datetime, by: timedelta = timedelta(minutes=1)) -> RoundClock:
    """Takes time off. Raises ClockError if there is not that much left."""
    if by <= NOTHING:
        raise ClockError("no_extra")
    shown = read_clock(clock, now)
    if shown.phase in ("ended", "bell"):
        raise ClockError("already_ended" if shown.phase == "ended" else "time_is_up")
    if shown.remaining <= by:
        raise ClockError("too_little_left")
    return replace(clock, extra=clock.extra - by)


def end(clock: RoundClock, now: datetime) -> RoundClock:
    """Ends the round for the hall, before the bell or after it."""
    match read_clock(clock, now).phase:
        case "ended":
            raise ClockError("already_ended")
        case "waiting":
            raise ClockError("not_started")
    return replace(clock, ended_at=now)


def reopen(clock: RoundClock, now: datetime) -> RoundClock:
    """Reopens a round that was ended. The time since then counts as a pause; a clock that was paused or had rung is so
    again."""
    if clock.ended_at is None:
        raise ClockError("not_ended")
    on = replace(clock, ended_at=None)
    if read_clock(on, clock.ended_at).phase in ("paused", "bell"):
        return on
    return replace(on, paused_for=on.paused_for + (now - clock.ended_at))


def end_for_hall(clock: RoundClock) -> datetime | None:
    """Returns when the hall stopped or is to stop: at the bell, or when the director ended the round before it. None
    while nobody can know."""
    if clock.ended_at is None:
        if clock.started_at is None or clock.paused_at is not None:
            return None
        return clock.started_at + clock.length + clock.extra + clock.paused_for
    shown = read_clock(replace(clock, ended_at=None), clock.ended_at)
    return shown.ends_at if shown.phase == "bell" else clock.ended_at


def clock_at_table(clock: RoundClock, more: timedelta) -> RoundClock:
    """Returns the clock of a table that has so much more time than the hall. If the director ended the round early, the
    table's clock runs on."""
    hall = end_for_hall(clock)
    if clock.ended_at is None or clock.started_at is None or hall is None or more <= NOTHING:
        return replace(clock, extra=clock.extra + more)
    taken = hall - clock.started_at - clock.length - clock.paused_for
    return replace(clock, paused_at=None, ended_at=None, extra=taken + more)


def read_clock_at_table(
    clock: RoundClock, more: timedelta, now: datetime, warning: timedelta = timedelta(minutes=2)
) -> ClockReading:
    """Returns what the clock shows at a table that has so much more time than the hall. Once its own time is up, it has
    ended with the hall."""
    shown = read_clock(clock_at_table(clock, more), now, warning)
    is_over = clock.ended_at is not None and shown.phase == "bell"
    return replace(shown, phase="ended") if is_over else shown


def extra_time_for_table(clock: RoundClock, more: timedelta, now: datetime, by: timedelta) -> timedelta:
    """Returns a table's extra time after it is given `by` more. After the table's bell that counts from now, as for the
    hall."""
    if by <= NOTHING:
        raise ClockError("no_extra")
    if clock.started_at is None:
        raise ClockError("not_started")
    shown = read_clock_at_table(clock, more, now)
    since = now - shown.ends_at if shown.phase in ("bell", "ended") and shown.ends_at is not None else NOTHING
    return more + since + by


def mark_of(clock: RoundClock) -> str:
    """Returns a short mark that changes with every change of the clock. A button carries it, so that a press made twice
    counts once."""
    return sha256(repr(astuple(clock)).encode()).hexdigest()[:12]
