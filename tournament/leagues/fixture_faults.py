"""What a league's fixtures do not keep: clashes at a venue, days on which nobody plays, nights, too many matches at
home in a row. Pure, except that pages translate its sentences. Fixtures that were made, moved or imported are judged
alike."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import combinations, groupby

from django.utils.dates import WEEKDAYS
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

MOST_IN_A_ROW = 2
"""How often in a row a team is at home, or away."""
DAYS_OFF = {(12, 25): gettext_lazy("Christmas Day"), (1, 1): gettext_lazy("New Year’s Day")}
"""Days on which no round is set, by month and day; a league blocks other holidays itself."""
BETWEEN = timedelta(hours=3)
"""Two matches at one venue on one day are no clash if one begins so much later."""


@dataclass(frozen=True)
class Fixture:
    """A match as its secretary sees it. `night` is the weekday on which the home team plays at home, None if it has
    none; `is_open` is false if it was played."""

    round: int
    home: str
    away: str
    day: date | None = None
    starts: time | None = None
    place: str = ""
    night: int | None = None
    is_open: bool = True

    @property
    def name(self) -> str:
        return f"{self.home} – {self.away}"


@dataclass(frozen=True)
class DaysOff:
    """Days on which nobody plays, or the team of this name does not."""

    first: date
    last: date
    reason: str
    team: str = ""

    def has_day(self, day: date) -> bool:
        return self.first <= day <= self.last


def find_fixture_faults(fixtures: Sequence[Fixture], days_off: Sequence[DaysOff] = ()) -> list[str]:
    """Returns what the fixtures do not keep, in sentences. What was played is no fault any more."""
    dated = sorted((each for each in fixtures if each.day is not None), key=lambda each: str(each.day))
    faults: list[str] = []
    for _day, group in groupby(dated, key=lambda each: each.day):
        of_day = list(group)
        for one, other in combinations(of_day, 2):
            faults += _find_clash(one, other)
        for each in of_day:
            faults += _find_wrong_day(each, days_off)
    return [*faults, *_find_long_stays(fixtures)]


def _find_clash(one: Fixture, other: Fixture) -> Iterator[str]:
    if not (one.is_open or other.is_open):
        return
    names = {"one": one.name, "other": other.name, "day": _say_day(one.day)}
    for team in sorted({one.home, one.away} & {other.home, other.away}):
        yield _("%(team)s plays twice on %(day)s: %(one)s and %(other)s.") % {**names, "team": team}
    if one.place and one.place.casefold() == other.place.casefold() and _are_close(one.starts, other.starts):
        words = _("%(place)s has two matches on %(day)s: %(one)s and %(other)s.")
        yield words % {**names, "place": one.place}


def _are_close(one: time | None, other: time | None) -> bool:
    if one is None or other is None:
        return True
    first, second = (datetime.combine(date.min, each) for each in (one, other))
    return abs(first - second) < BETWEEN


def _find_wrong_day(fixture: Fixture, days_off: Sequence[DaysOff]) -> Iterator[str]:
    day = fixture.day
    if day is None or not fixture.is_open:
        return
    names = {"match": fixture.name, "day": _say_day(day)}
    for each in days_off:
        if each.has_day(day) and each.team in ("", fixture.home, fixture.away):
            words = _("%(match)s is on %(day)s: %(reason)s.")
            if each.team:
                words = _("%(match)s is on %(day)s, when %(team)s cannot play: %(reason)s.")
            yield words % {**names, "team": each.team, "reason": each.reason.rstrip(".")}
    if (day.month, day.day) in DAYS_OFF:
        yield _("%(match)s is on %(day)s: %(reason)s.") % {**names, "reason": DAYS_OFF[day.month, day.day]}
    if fixture.night is not None and day.weekday() != fixture.night:
        words = _("%(match)s is on %(day)s. %(team)s is at home on this day of the week: %(night)s.")
        yield words % {**names, "team": fixture.home, "night": WEEKDAYS[fixture.night]}


def _find_long_stays(fixtures: Sequence[Fixture]) -> Iterator[str]:
    """Names teams that are at home, or away, too often in a row, by the rounds, with a match still to be played among
    them."""
    of_team: dict[str, list[Fixture]] = {}
    for fixture in sorted(fixtures, key=lambda each: each.round):
        for team in (fixture.home, fixture.away):
            of_team.setdefault(team, []).append(fixture)
    for team, own in of_team.items():
        for is_home, group in groupby(own, key=lambda each, team=team: each.home == team):  # type: ignore[misc]
            stay = list(group)
            if len(stay) > MOST_IN_A_ROW and any(each.is_open for each in stay):
                words = _("%(team)s is away %(n)s times in a row, rounds %(first)s to %(last)s.")
                if is_home:
                    words = _("%(team)s is at home %(n)s times in a row, rounds %(first)s to %(last)s.")
                rounds = {"first": stay[0].round, "last": stay[-1].round}
                yield words % {"team": team, "n": len(stay), **rounds}


def _say_day(day: date | None) -> str:
    return date_format(day, "D j M Y") if day else ""
