"""The pages that a screen can show. A new one is one more value here and its template, which gets what its query
returns."""

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
from tournament.event.queries.hours import hour_numbers, hour_of, parts_of
from tournament.models import Event, Screen
from tournament.screens.queries.screen_content import names_on_wall, results_on_wall, room_of, standings_on_wall
from tournament.standings.queries.places import KNOCK_OUTS
from tournament.standings.queries.prizes import revealed_of


@dataclass(frozen=True)
class Asked:
    """Which evening a page is of, on which screen; `address` is the hall's for phones, empty with no network."""

    event: Event | None
    screen: Screen
    now: datetime
    address: str

    @property
    def evening(self) -> Event:
        """For pages `of_event`."""
        assert self.event is not None
        return self.event


def _shows_its_own(asked: Asked) -> str:
    return ""


@dataclass(frozen=True)
class ScreenPage:
    """`topics` are those of live.topics that change it; `seconds` how long each of its parts stays, unless a screen
    says otherwise; `of_event` whether it wants an evening to be on; `changes_with_time` whether it is another one a
    minute later though nothing happened. `why_idle` says in a sentence why it does not show its own now, and when it
    will; nothing where it does."""

    key: str
    label: str | Promise
    hint: str | Promise
    topics: tuple[str, ...]
    query: Callable[[Asked], Mapping[str, Any]]
    template: str
    seconds: int = 12
    of_event: bool = True
    changes_with_time: bool = False
    why_idle: Callable[[Asked], str] = _shows_its_own


def why_idle(key: str, asked: Asked) -> str:
    """Why a screen that is switched to this page shows something else for now; empty where it does not."""
    page = SCREEN_PAGES.get(key)
    if page is None:
        return ""
    if asked.event is None and page.of_event:
        return gettext("No evening is on, so the screen shows the welcome.")
    return page.why_idle(asked)


def _why_no_tables(asked: Asked) -> str:
    bells, numbers = bells_of(asked.evening, asked.now), hour_numbers(asked.evening)
    if not bells:
        return gettext("No seats are out yet, so the screen says that. It will show the tables when you release them.")
    if all(bell.reading.phase == "waiting" for bell in bells):
        return ""
    if bells[0].round.stage.number == numbers[-1]:
        return gettext("Play has begun, so the screen shows the clock. No more seats are to come tonight.")
    return gettext(
        "Play has begun, so the screen shows the clock. It will show the tables when the next seats are out."
    )


def _why_no_names(asked: Asked) -> str:
    if hour_of(asked.evening) is not None:
        return ""
    return gettext("No seats are out yet, so the screen says that. It will show them when you release them.")


def _why_no_standings(asked: Asked) -> str:
    if asked.evening.standings_shown:
        return ""
    return gettext("The hall does not see the standings yet, so the screen says that. It will show them when you do.")


def _why_no_bracket(asked: Asked) -> str:
    if bracket_on_wall(asked.evening) is not None:
        return ""
    if any(part.movement in KNOCK_OUTS for part in parts_of(asked.evening)):
        return gettext("The knock-out has not begun, so the screen says that. It will show the bracket when it is out.")
    return gettext("This evening has no knock-out: the screen only says that.")


def _why_no_prizes(asked: Asked) -> str:
    if revealed_of(asked.evening):
        return ""
    return gettext("No prize is revealed yet, so the screen shows a title. It will show the first when you reveal it.")


def _why_no_notice(asked: Asked) -> str:
    if asked.screen.notice:
        return ""
    return gettext("The notice has no words yet, so the screen shows the club. It will show them when you put them up.")


def _welcome(asked: Asked) -> Mapping[str, Any]:
    return {"address": asked.address.removeprefix("http://"), "picture": picture_of(asked.address)}


def _clock(asked: Asked) -> Mapping[str, Any]:
    return clocks_of(asked.evening, asked.now)


def _seating(asked: Asked) -> Mapping[str, Any]:
    """By table until the first round begins, and from then on the clock."""
    clocks = clocks_of(asked.evening, asked.now)
    has_begun = any(bell.reading.phase != "waiting" for bell in clocks["bells"])
    room = None if has_begun else room_of(asked.evening)
    return {**clocks, "has_begun": has_begun, "room": room, "undone": undone_release(asked.evening)}


def _names(asked: Asked) -> Mapping[str, Any]:
    stage, names = names_on_wall(asked.evening)
    return {"stage": stage, "names": names, "undone": undone_release(asked.evening)}


def _standings(asked: Asked) -> Mapping[str, Any]:
    return {"standings": standings_on_wall(asked.evening)}


def _results(asked: Asked) -> Mapping[str, Any]:
    return {"results": results_on_wall(asked.evening)}


def _bracket(asked: Asked) -> Mapping[str, Any]:
    return {"bracket": bracket_on_wall(asked.evening)}


def _evening(asked: Asked) -> Mapping[str, Any]:
    return {"times": timetable_of(asked.evening, asked.now)}


def _prizes(asked: Asked) -> Mapping[str, Any]:
    return {"revealed": revealed_of(asked.evening)}


def _notice(asked: Asked) -> Mapping[str, Any]:
    return {"notice": asked.screen.notice}


SCREEN_PAGES: Mapping[str, ScreenPage] = {
    page.key: page
    for page in (
        ScreenPage("clock", _("Clock"), _("as large as it goes"), ("clock", "seats"), _clock, "clock"),
        ScreenPage(
            *("seating", _("Tables"), _("who sits where; from the start of the round the clock"), ("clock", "seats")),
            *(_seating, "seating", 14),
            why_idle=_why_no_tables,
        ),
        ScreenPage(
            *("names", _("Find my seat"), _("everybody from A to Z"), ("seats",), _names, "names", 14),
            why_idle=_why_no_names,
        ),
        ScreenPage(
            *("standings", _("Standings"), _("once you show them"), ("results",), _standings, "standings"),
            why_idle=_why_no_standings,
        ),
        ScreenPage(
            *("results", _("Last results"), _("once you show the standings"), ("results",), _results, "results"),
            why_idle=_why_no_standings,
        ),
        ScreenPage(
            *("bracket", _("Bracket"), _("of a knock-out"), ("results", "seats"), _bracket, "bracket", 15),
            why_idle=_why_no_bracket,
        ),
        ScreenPage(
            *(
                "evening",
                _("The evening"),
                _("when each round and break is"),
                ("clock", "seats"),
                _evening,
                "evening",
                15,
            ),
            changes_with_time=True,
        ),
        ScreenPage(
            *("prizes", _("Prizes"), _("one by one, as you reveal them"), ("results",), _prizes, "prizes"),
            why_idle=_why_no_prizes,
        ),
        ScreenPage(
            *("notice", _("Notice"), _("the club’s own words"), (), _notice, "notice", 15),
            of_event=False,
            why_idle=_why_no_notice,
        ),
        ScreenPage("welcome", _("Welcome"), _("the way in for phones"), (), _welcome, "welcome", 20, of_event=False),
    )
}


def picture_of(address: str) -> SafeString:
    """The QR code of an address as inline SVG; empty without one."""
    if not address:
        return SafeString()
    # The library escapes what it writes, and is given an address that Django has accepted as its own.
    return mark_safe(segno.make(address, error="m", micro=False).svg_inline(border=2, omitsize=True))
