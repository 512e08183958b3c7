"""What the hall needs to see now: the automatic way of a screen."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tournament.models import Event
from tournament.queries.hours import parts_of
from tournament.queries.placed import KNOCK_OUTS
from tournament.queries.prizes import prize_giving_of
from tournament.queries.rounds import Bell, bells_of
from tournament.queries.undone import undone_release

ON_THE_CLOCK = ("running", "warning", "paused")
AFTER_BELL = timedelta(minutes=2)
"""How long the bell stays on the wall when nobody ends the round."""


@dataclass(frozen=True)
class Wanted:
    """Keys of pages, each with its seconds; `until` is when the time alone makes it something else."""

    turns: tuple[tuple[str, int], ...]
    until: datetime | None = None


def wanted_now(event: Event | None, now: datetime) -> Wanted:
    """Seats as soon as they are out, the clock in a round, and what there is to look at in between; where seats were
    taken back, that. Three queries."""
    if event is None:
        return Wanted((("welcome", 30),))
    giving = prize_giving_of(event)
    if giving is not None and not (giving.is_over and event.standings_shown):
        return Wanted((("prizes", 30),))
    if event.locked_at is not None:
        return Wanted((("standings", 12),))
    bells = bells_of(event, now)
    is_waiting = all(bell.reading.phase == "waiting" for bell in bells)
    if (is_waiting or not any(_is_on(bell, now) for bell in bells)) and undone_release(event):
        return Wanted((("names", 30),))
    if not bells:
        return Wanted((("welcome", 30), ("evening", 20)))
    if is_waiting:
        return Wanted((("names", 14), ("seating", 14)))
    if any(_is_on(bell, now) for bell in bells):
        return Wanted((("clock", 30),), _next_change(bells, now))
    return Wanted(_between(event))


def _is_on(bell: Bell, now: datetime) -> bool:
    """Also between the turns of a table: the next one is about to begin."""
    phase = bell.reading.phase
    rang = bell.reading.ends_at if phase == "bell" else None
    return phase in ON_THE_CLOCK or not bell.is_last or (rang is not None and now < rang + AFTER_BELL)


def _next_change(bells: Sequence[Bell], now: datetime) -> datetime | None:
    changes = [bell.reading.ends_at + AFTER_BELL for bell in bells if bell.is_last and bell.reading.ends_at is not None]
    return min((change for change in changes if change > now), default=None)


def _between(event: Event) -> tuple[tuple[str, int], ...]:
    is_knock_out = any(part.movement in KNOCK_OUTS for part in parts_of(event))
    shown = [("results", 12), ("standings", 12)] if event.standings_shown else []
    bracket = [("bracket", 15)] if is_knock_out else []
    return (("clock", 15), *shown, *bracket, ("evening", 15))
