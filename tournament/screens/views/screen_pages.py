"""The pages that a screen can show. A new page is a value here and a template, which gets what its query returns."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import segno
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.clock.queries.rounds import bells_of, clocks_of
from tournament.clock.queries.timetable import timetable_of
from tournament.draw.queries.brackets import bracket_on_wall
from tournament.draw.queries.undone_releases import undone_release
from tournament.event.queries.hours import KNOCK_OUTS, hour_numbers, parts_of, released_stage
from tournament.models import Event, Screen
from tournament.screens.queries.announcements import (
    say_climber,
    say_hidden,
    say_leader,
    say_next_round,
    thanks_on_wall,
)
from tournament.screens.queries.screen_content import names_on_wall, results_on_wall, seats_on_wall, standings_on_wall
from tournament.standings.queries.prizes import revealed_prizes_of


@dataclass(frozen=True)
class ScreenRequest:
    """The evening and the screen that a page is for; `address` is the hall's address for phones, "" without a
    network."""

    event: Event | None
    screen: Screen
    now: datetime
    address: str

    @property
    def evening(self) -> Event:
        """The evening, for pages `of_event`."""
        assert self.event is not None
        return self.event


@dataclass(frozen=True)
class ScreenPage:
    """One page. `topics` (of live.topics) change it. Each of its parts stays for `seconds`, unless a screen's settings
    say otherwise. `of_event` pages need an evening; `changes_with_time` pages change every minute. `why_idle` says why
    the page has nothing to show yet, and when it will, or returns ""."""

    key: str
    label: str | Promise
    hint: str | Promise
    topics: tuple[str, ...]
    query: Callable[[ScreenRequest], Mapping[str, Any]]
    seconds: int = 12
    of_event: bool = True
    changes_with_time: bool = False
    why_idle: Callable[[ScreenRequest], str] = lambda asked: ""


def why_idle(key: str, asked: ScreenRequest) -> str:
    """Returns why a screen that is switched to this page shows something else for now, or "" if it does not."""
    page = SCREEN_PAGES.get(key)
    if page is None:
        return ""
    if asked.event is None and page.of_event:
        return gettext("No evening is running, so the screen shows the welcome.")
    return page.why_idle(asked)


def _why_no_tables(asked: ScreenRequest) -> str:
    bells, numbers = bells_of(asked.evening, asked.now), hour_numbers(asked.evening)
    if not bells:
        return gettext(
            "The seats are not shown yet, so the screen says that. It will show the tables when you show them."
        )
    if all(bell.reading.phase == "waiting" for bell in bells):
        return ""
    if bells[0].round.stage.number == numbers[-1]:
        return gettext("Play has started, so the screen shows the clock. There are no more seats to come tonight.")
    return gettext(
        "Play has started, so the screen shows the clock. It will show the tables when the next seats are shown."
    )


def _why_no_names(asked: ScreenRequest) -> str:
    if released_stage(asked.evening) is not None:
        return ""
    return gettext("The seats are not shown yet, so the screen says that. It will show them when you do.")


def _why_no_standings(asked: ScreenRequest) -> str:
    if asked.evening.standings_shown:
        return ""
    return gettext("The standings are hidden from players, so the screen says that. It will show them when you do.")


def _why_no_bracket(asked: ScreenRequest) -> str:
    if bracket_on_wall(asked.evening) is not None:
        return ""
    if any(part.movement in KNOCK_OUTS for part in parts_of(asked.evening)):
        return gettext(
            "The knock-out has not started, so the screen says that. It will show the bracket when it is drawn."
        )
    return gettext("This evening has no knock-out: the screen only says that.")


def _why_no_prizes(asked: ScreenRequest) -> str:
    if revealed_prizes_of(asked.evening):
        return ""
    return gettext(
        "No prize has been revealed yet, so the screen shows a title. It will show the first when you reveal it."
    )


def _why_no_notice(asked: ScreenRequest) -> str:
    if asked.screen.notice:
        return ""
    return gettext("The notice is empty, so the screen shows the club. It will show the notice when you write one.")


def _read_seating(asked: ScreenRequest) -> Mapping[str, Any]:
    """Returns the seats by table until the first round begins, then the clock."""
    clocks = clocks_of(asked.evening, asked.now)
    has_begun = any(bell.reading.phase != "waiting" for bell in clocks["bells"])
    room = None if has_begun else seats_on_wall(asked.evening)
    return {**clocks, "has_begun": has_begun, "room": room, "undone": undone_release(asked.evening)}


def _read_names(asked: ScreenRequest) -> Mapping[str, Any]:
    stage, names = names_on_wall(asked.evening)
    return {"stage": stage, "names": names, "undone": undone_release(asked.evening)}


def _read_standings(asked: ScreenRequest) -> Mapping[str, Any]:
    standings = standings_on_wall(asked.evening)
    return {"standings": standings, **_read_news(asked, say_climber(standings))}


def _read_results(asked: ScreenRequest) -> Mapping[str, Any]:
    results, standings = results_on_wall(asked.evening), standings_on_wall(asked.evening)
    return {"results": results, **_read_news(asked, say_leader(standings), say_climber(standings))}


def _read_news(asked: ScreenRequest, *sentences: str) -> Mapping[str, Any]:
    """Returns the sentences and the next start below the standings and the results, or when these may be shown."""
    if not asked.evening.standings_shown:
        return {"hidden": say_hidden(asked.evening, asked.now)}
    news = (*sentences, say_next_round(timetable_of(asked.evening, asked.now)))
    return {"news": [each for each in news if each]}


SCREEN_PAGES: Mapping[str, ScreenPage] = {
    page.key: page
    for page in (
        ScreenPage(
            "clock",
            _("Clock"),
            _("as large as possible"),
            ("clock", "seats"),
            lambda asked: clocks_of(asked.evening, asked.now),
        ),
        ScreenPage(
            "seating",
            _("Tables"),
            _("who sits where; the clock once the round starts"),
            ("clock", "seats"),
            _read_seating,
            seconds=14,
            why_idle=_why_no_tables,
        ),
        ScreenPage(
            "names",
            _("Find my seat"),
            _("everybody, A to Z"),
            ("seats",),
            _read_names,
            seconds=14,
            why_idle=_why_no_names,
        ),
        ScreenPage(
            "standings",
            _("Standings"),
            _("once you show them"),
            ("results", "clock"),
            _read_standings,
            changes_with_time=True,
            why_idle=_why_no_standings,
        ),
        ScreenPage(
            "results",
            _("Last results"),
            _("once you show the standings"),
            ("results", "clock"),
            _read_results,
            changes_with_time=True,
            why_idle=_why_no_standings,
        ),
        ScreenPage(
            "bracket",
            _("Bracket"),
            _("of a knock-out"),
            ("results", "seats"),
            lambda asked: {"bracket": bracket_on_wall(asked.evening)},
            seconds=15,
            why_idle=_why_no_bracket,
        ),
        ScreenPage(
            "evening",
            _("The evening"),
            _("when each round and break is"),
            ("clock", "seats"),
            lambda asked: {"times": timetable_of(asked.evening, asked.now)},
            seconds=15,
            changes_with_time=True,
        ),
        ScreenPage(
            "prizes",
            _("Prizes"),
            _("one by one, as you reveal them"),
            ("results",),
            lambda asked: {"revealed": revealed_prizes_of(asked.evening)},
            why_idle=_why_no_prizes,
        ),
        ScreenPage(
            "notice",
            _("Notice"),
            _("the club’s own words"),
            (),
            lambda asked: {"notice": asked.screen.notice},
            seconds=15,
            of_event=False,
            why_idle=_why_no_notice,
        ),
        ScreenPage(
            "welcome",
            _("Welcome"),
            _("what to do first, how phones join"),
            (),
            lambda asked: {"address": asked.address.removeprefix("http://"), "picture": picture_of(asked.address)},
            seconds=20,
            of_event=False,
        ),
        ScreenPage(
            "thanks",
            _("Thanks"),
            _("with the winners, once you show the standings"),
            ("results",),
            lambda asked: {"thanks": thanks_on_wall(asked.evening)},
            seconds=20,
        ),
    )
}


def picture_of(address: str) -> SafeString:
    """Returns the QR code of an address as inline SVG; empty without an address."""
    if not address:
        return SafeString()
    # The library escapes what it writes, and is given an address that Django has accepted as its own.
    return mark_safe(segno.make(address, error="m", micro=False).svg_inline(border=2, omitsize=True))
