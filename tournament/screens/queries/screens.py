"""The screens of the hall and their state, the words called out over them, and the pages that a screen shows by
itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db.models import Q

from tournament.clock.queries.rounds import Bell, bells_of
from tournament.draw.queries.undone_releases import undone_release
from tournament.event.queries.events import evenings_on
from tournament.event.queries.hours import parts_of
from tournament.models import CallOut, Event, Screen, Stage
from tournament.standings.queries.places import KNOCK_OUTS
from tournament.standings.queries.prizes import prize_giving_of

IN_TOUCH = timedelta(seconds=45)
"""Three times as long as a screen takes to say that it is there."""
OF_TONIGHT = timedelta(hours=6)
"""Silent for longer, a screen was put away, and is nothing to look at."""


@dataclass(frozen=True)
class ScreenOnList:
    """`minutes` since it was heard, whole ones rounded down."""

    screen: Screen
    in_touch: bool
    minutes: int
    event: Event | None


@dataclass(frozen=True)
class Screens:
    """Those that the director has taken, and those that wait for him."""

    taken: tuple[ScreenOnList, ...]
    waiting: tuple[ScreenOnList, ...]

    @property
    def version(self) -> str:
        """Another one whenever a list of them would read otherwise."""
        told = [
            (each.screen.pk, each.screen.revision, each.in_touch, each.minutes, each.event and each.event.pk)
            for each in (*self.taken, *self.waiting)
        ]
        return sha256(repr(told).encode()).hexdigest()[:16]


def screen_of(secret: str) -> Screen | None:
    """The screen that a browser with this secret is. One query, or none."""
    if not secret:
        return None
    return Screen.objects.select_related("event__club").filter(secret=sha256(secret.encode()).hexdigest()).first()


def event_on(today: date) -> Event | None:
    """The evening that screens show and the director means: of tonight's the latest that is still open, and of several
    that are open the latest whose seats are out: one that is only being set up takes no clock from the wall. Two to
    four queries."""
    tonight = evenings_on(today)
    still_open = [event for event in tonight if event.locked_at is None]
    found = still_open or tonight
    if len(still_open) > 1:
        out = set(Stage.objects.filter(event__in=still_open, released_at__isnull=False).values_list("event", flat=True))
        found = [event for event in still_open if event.pk in out] or still_open
    return found[-1] if found else None


def screens_of_hall(now: datetime, tonight: Event | None) -> Screens:
    """One query. Of those that wait, only those that are heard."""
    found = list(Screen.objects.select_related("event"))
    listed = [_listed(screen, now, tonight) for screen in found]
    return Screens(
        tuple(each for each in listed if each.screen.taken_at is not None),
        tuple(each for each in listed if each.screen.taken_at is None and each.in_touch),
    )


def lost_screens(now: datetime) -> tuple[ScreenOnList, ...]:
    """Those of the director's that were heard tonight and are not any more. One query."""
    silent = Screen.objects.filter(taken_at__isnull=False, seen_at__gt=now - OF_TONIGHT, seen_at__lt=now - IN_TOUCH)
    return tuple(_listed(screen, now, None) for screen in silent.select_related("event"))


def _listed(screen: Screen, now: datetime, tonight: Event | None) -> ScreenOnList:
    silent = max(now - screen.seen_at, timedelta())
    return ScreenOnList(screen, silent <= IN_TOUCH, silent // timedelta(minutes=1), screen.event or tonight)


def taken_screens(chosen: int | None = None) -> list[Screen]:
    """All of them, or the one chosen. One query."""
    screens = Screen.objects.filter(taken_at__isnull=False)
    return list(screens.filter(pk=chosen) if chosen is not None else screens)


def call_outs_on(event: Event, screen: Screen | None = None) -> list[CallOut]:
    """What is up over a screen, or everywhere in an evening, the latest first; over one that shows another evening also
    what is called out on it alone. One query."""
    everywhere = Q(event=event, screen=None)
    mine = everywhere if screen is None else everywhere | Q(screen=screen, event__date=event.date)
    return list(CallOut.objects.filter(mine, taken_down_at=None).order_by("-called_at", "-pk"))


def all_call_outs(event: Event) -> list[CallOut]:
    """As the director sees them, of the day's other evenings too, with the screen of each. One query."""
    return list(CallOut.objects.filter(event__date=event.date, taken_down_at=None).select_related("screen"))


def version_of_call_outs(called: Sequence[CallOut]) -> str:
    return "-".join(str(each.pk) for each in called) or "none"


def called_out(event: Event) -> dict[str, Any]:
    """What `public/_call_outs.html` wants. One query."""
    called = call_outs_on(event)
    return {"call_outs": called, "call_outs_version": version_of_call_outs(called)}


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
