"""The screens of the hall and their state, call-outs, and the pages that a screen chooses by itself."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any

from django.db.models import Q

from tournament.clock.queries.rounds import Bell, bells_of
from tournament.draw.queries.undone_releases import undone_release
from tournament.event.queries.events import evenings_on
from tournament.event.queries.hours import KNOCK_OUTS, parts_of
from tournament.models import CallOut, Event, Screen, Stage, of_shown_club, text_for_reader
from tournament.standings.queries.prizes import prize_giving_of

IN_TOUCH = timedelta(seconds=45)
"""Three times the interval at which a screen reports that it is online."""
OF_TONIGHT = timedelta(hours=6)
"""A screen that is silent for longer was put away."""


@dataclass(frozen=True)
class ScreenOnList:
    """A screen with the evening it shows; `minutes` since it was last online, rounded down."""

    screen: Screen
    in_touch: bool
    minutes: int
    event: Event | None


@dataclass(frozen=True)
class ScreensOfHall:
    """The screens that the director has taken, and those that wait to be taken."""

    taken: tuple[ScreenOnList, ...]
    waiting: tuple[ScreenOnList, ...]

    @property
    def version(self) -> str:
        """A version that changes whenever the list of screens does."""
        parts = [
            (each.screen.pk, each.screen.revision, each.in_touch, each.minutes, each.event and each.event.pk)
            for each in (*self.taken, *self.waiting)
        ]
        return sha256(repr(parts).encode()).hexdigest()[:16]


def digest_of(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()


def screen_of(secret: str) -> Screen | None:
    """Returns the screen of the browser with this secret. One query, or none."""
    if not secret:
        return None
    screens = Screen.objects.filter(of_shown_club(), secret=digest_of(secret))
    return screens.select_related("event__club").first()


def event_for_screens(today: date) -> Event | None:
    """Returns the evening that screens show: the latest of tonight's that is open. If several are open, the latest with
    released seats, so that an evening being set up does not take the clock off the wall. Two to four queries."""
    tonight = evenings_on(today)
    still_open = [event for event in tonight if event.locked_at is None]
    open_events = still_open or tonight
    if len(still_open) > 1:
        out = set(Stage.objects.filter(event__in=still_open, released_at__isnull=False).values_list("event", flat=True))
        open_events = [event for event in still_open if event.pk in out] or still_open
    return open_events[-1] if open_events else None


def screens_of_hall(now: datetime, tonight: Event | None) -> ScreensOfHall:
    """Returns all screens that are taken, and those that wait and are online. One query."""
    screens = list(Screen.objects.filter(of_shown_club()).select_related("event"))
    listed = [_screen_on_list(screen, now, tonight) for screen in screens]
    return ScreensOfHall(
        tuple(each for each in listed if each.screen.taken_at is not None),
        tuple(each for each in listed if each.screen.taken_at is None and each.in_touch),
    )


def lost_screens(now: datetime) -> tuple[ScreenOnList, ...]:
    """Returns the taken screens that were online tonight and are offline now. One query."""
    taken = Screen.objects.filter(of_shown_club(), taken_at__isnull=False)
    silent = taken.filter(seen_at__gt=now - OF_TONIGHT, seen_at__lt=now - IN_TOUCH)
    return tuple(_screen_on_list(screen, now, None) for screen in silent.select_related("event"))


def _screen_on_list(screen: Screen, now: datetime, tonight: Event | None) -> ScreenOnList:
    silent = max(now - screen.seen_at, timedelta())
    return ScreenOnList(screen, silent <= IN_TOUCH, silent // timedelta(minutes=1), screen.event or tonight)


def taken_screens(chosen: int | None = None) -> list[Screen]:
    """Returns all taken screens, or the chosen one. One query."""
    screens = Screen.objects.filter(of_shown_club(), taken_at__isnull=False)
    return list(screens.filter(pk=chosen) if chosen is not None else screens)


def screens_showing(event: Event, today: date) -> list[Screen]:
    """Returns the taken screens that show this evening, by its name or because it is tonight's. Three to five
    queries."""
    tonight = event_for_screens(today)
    of_tonight = tonight.pk if tonight else None
    return [screen for screen in taken_screens() if (screen.event_id or of_tonight) == event.pk]


def call_outs_on(event: Event, screen: Screen | None = None) -> list[CallOut]:
    """Returns the call-outs of an evening that are for all screens, and with `screen` also those for it alone, the
    latest first. One query."""
    everywhere = Q(event=event, screen=None)
    mine = everywhere if screen is None else everywhere | Q(screen=screen, event__date=event.date)
    return list(CallOut.objects.filter(mine, taken_down_at=None).order_by("-called_at", "-pk"))


def all_call_outs(event: Event) -> list[CallOut]:
    """Returns all call-outs of the day, those of other evenings too, each with its screen. One query."""
    today = CallOut.objects.filter(event__club=event.club_id, event__date=event.date)
    return list(today.filter(taken_down_at=None).select_related("screen"))


def version_of_call_outs(called: Sequence[CallOut]) -> str:
    return "-".join(str(each.pk) for each in called) or "none"


def call_outs_for_part(event: Event) -> dict[str, Any]:
    """Returns the context of `screens/_call_outs.html`. One query."""
    called = call_outs_on(event)
    for call_out in called:
        call_out.text = text_for_reader(event, call_out.text)
    return {"call_outs": called, "call_outs_version": version_of_call_outs(called)}


ON_THE_CLOCK = ("running", "warning", "paused")
AFTER_THE_LAST = (("thanks", 20), ("standings", 12))
AFTER_BELL = timedelta(minutes=2)
"""How long screens show the bell when nobody ends the round."""


@dataclass(frozen=True)
class WantedPages:
    """The keys of pages with their seconds. At `until` other pages are wanted, even if nothing is written."""

    turns: tuple[tuple[str, int], ...]
    until: datetime | None = None


def pages_wanted_for(event: Event | None, now: datetime) -> WantedPages:
    """Returns the pages that the hall needs now: the welcome, released seats, the clock in a round, results in between
    and in a round without a bell, the thanks at the end, or that a release was undone. Three queries."""
    if event is None:
        return WantedPages((("welcome", 30),))
    giving = prize_giving_of(event)
    if giving is not None and not (giving.is_over and event.standings_shown):
        return WantedPages((("prizes", 30),))
    if event.locked_at is not None:
        return WantedPages(AFTER_THE_LAST)
    if giving is not None:
        return WantedPages(AFTER_THE_LAST)
    bells = bells_of(event, now)
    is_waiting = all(bell.reading.phase == "waiting" for bell in bells)
    if (is_waiting or not any(_is_on(bell, now) for bell in bells)) and undone_release(event):
        return WantedPages((("names", 30),))
    if not bells:
        return WantedPages((("welcome", 30), ("evening", 20)))
    if is_waiting:
        return WantedPages((("names", 14), ("seating", 14)))
    if any(_is_on(bell, now) for bell in bells):
        ends = [bell.reading.ends_at for bell in bells if bell.is_last and bell.reading.ends_at is not None]
        changes = [end + AFTER_BELL for end in ends if end + AFTER_BELL > now]
        results_come_in = (("results", 15),) if event.standings_shown and not event.has_bell else ()
        return WantedPages((("clock", 30), *results_come_in), min(changes, default=None))
    is_knock_out = any(part.movement in KNOCK_OUTS for part in parts_of(event))
    shown = [("results", 12), ("standings", 12)] if event.standings_shown else []
    bracket = [("bracket", 15)] if is_knock_out else []
    return WantedPages((("clock", 15), *shown, *bracket, ("evening", 15)))


def _is_on(bell: Bell, now: datetime) -> bool:
    """Returns whether the clock is needed: in a round, just after its bell, and between the turns of a table."""
    phase = bell.reading.phase
    rang = bell.reading.ends_at if phase == "bell" else None
    return phase in ON_THE_CLOCK or not bell.is_last or (rang is not None and now < rang + AFTER_BELL)
