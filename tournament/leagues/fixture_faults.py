"""What a league's fixtures do not keep: clashes at a venue, two matches of a team in a day or a week, derbies, days on
which nobody plays, nights, too many matches at home in a row. Pure, except that pages translate its sentences. Fixtures
that were made, moved or imported are judged alike."""

from collections import Counter
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
OFTEN = 4
"""A league in which one in so many weeks of a team has two matches plays more often than once a week."""


@dataclass(frozen=True)
class Fixture:
    """A match as its secretary sees it. `night` is the weekday on which the home team plays at home, None if it has
    none; `is_open` is false if it was played. `is_moved` marks those of a change that is judged before it is saved.
    `league` is the name of another league that it is of, and `has_other_teams` is true unless that is a cup of this
    one."""

    round: int
    home: str
    away: str
    day: date | None = None
    starts: time | None = None
    place: str = ""
    night: int | None = None
    is_open: bool = True
    is_moved: bool = False
    league: str = ""
    has_other_teams: bool = False

    @property
    def name(self) -> str:
        return f"{self.home} – {self.away}" + (f" ({self.league})" if self.league else "")


@dataclass(frozen=True)
class DaysOff:
    """Days on which nobody plays, or the team of this name does not."""

    first: date
    last: date
    reason: str
    team: str = ""

    def has_day(self, day: date) -> bool:
        return self.first <= day <= self.last


@dataclass(frozen=True)
class DerbyTeams:
    """Teams of one town, club or venue, by their names: no two of them are at home on one day, and they do not meet
    before a round."""

    name: str
    teams: frozenset[str]
    first_round: int = 1


@dataclass(frozen=True)
class Fault:
    """What is not kept, in a sentence, and by which matches. `is_of_order` is true if that depends on who is at home
    in which round and not on the day."""

    words: str
    fixtures: tuple[Fixture, ...]
    is_of_order: bool = False

    def is_of_change(self, *, is_turned: bool) -> bool:
        """Returns whether a moved match has a part in it; `is_turned` if its teams change who is at home."""
        return any(each.is_moved for each in self.fixtures) and (is_turned or not self.is_of_order)


def find_fixture_faults(
    fixtures: Sequence[Fixture],
    days_off: Sequence[DaysOff] = (),
    derbies: Sequence[DerbyTeams] = (),
    elsewhere: Sequence[Fixture] = (),
) -> list[Fault]:
    """Returns what the fixtures do not keep, among themselves and beside those of other leagues. What was played is no
    fault any more."""
    dated = sorted((each for each in fixtures if each.day is not None), key=lambda each: str(each.day))
    faults: list[Fault] = []
    others_on: dict[date | None, list[Fixture]] = {}
    for each in elsewhere:
        others_on.setdefault(each.day, []).append(each)
    for _day, group in groupby(dated, key=lambda each: each.day):
        of_day = list(group)
        for one, other in combinations(of_day, 2):
            if one.is_open or other.is_open:
                faults += [*_find_clash(one, other), *_find_homes_together(one, other, derbies)]
        for each in of_day:
            faults += _find_wrong_day(each, days_off)
            for other in others_on.get(each.day, ()):
                faults += _find_clash(each, other) if each.is_open else ()
    return [*faults, *_find_full_weeks(dated), *_find_early_derbies(fixtures, derbies), *_find_long_stays(fixtures)]


def _find_clash(one: Fixture, other: Fixture) -> Iterator[Fault]:
    names = {"one": one.name, "other": other.name, "day": _say_day(one.day)}
    for team in sorted({one.home, one.away} & {other.home, other.away} if not other.has_other_teams else ()):
        words = _("%(team)s plays twice on %(day)s: %(one)s and %(other)s.") % {**names, "team": team}
        yield Fault(words, (one, other))
    if one.place and one.place.casefold() == other.place.casefold() and are_close(one.starts, other.starts):
        words = _("%(place)s has two matches on %(day)s: %(one)s and %(other)s.")
        yield Fault(words % {**names, "place": one.place}, (one, other))


def are_close(one: time | None, other: time | None) -> bool:
    if one is None or other is None:
        return True
    first, second = (datetime.combine(date.min, each) for each in (one, other))
    return abs(first - second) < BETWEEN


def _find_homes_together(one: Fixture, other: Fixture, derbies: Sequence[DerbyTeams]) -> Iterator[Fault]:
    for each in derbies:
        if one.home != other.home and {one.home, other.home} <= each.teams:
            words = _("%(one)s and %(other)s are both at home on %(day)s. Derby: %(derby)s.")
            names = {"one": one.home, "other": other.home, "day": _say_day(one.day), "derby": each.name}
            yield Fault(words % names, (one, other))


def _find_wrong_day(fixture: Fixture, days_off: Sequence[DaysOff]) -> Iterator[Fault]:
    day = fixture.day
    if day is None or not fixture.is_open:
        return
    names = {"match": fixture.name, "day": _say_day(day)}
    for each in days_off:
        if each.has_day(day) and each.team in ("", fixture.home, fixture.away):
            words = _("%(match)s is on %(day)s: %(reason)s.")
            if each.team:
                words = _("%(match)s is on %(day)s, when %(team)s cannot play: %(reason)s.")
            yield Fault(words % {**names, "team": each.team, "reason": each.reason.rstrip(".")}, (fixture,))
    if (day.month, day.day) in DAYS_OFF:
        words = _("%(match)s is on %(day)s: %(reason)s.")
        yield Fault(words % {**names, "reason": DAYS_OFF[day.month, day.day]}, (fixture,))
    if fixture.night is not None and day.weekday() != fixture.night:
        words = _("%(match)s is on %(day)s. %(team)s is at home on this day of the week: %(night)s.")
        yield Fault(words % {**names, "team": fixture.home, "night": WEEKDAYS[fixture.night]}, (fixture,))


def _find_full_weeks(dated: Sequence[Fixture]) -> Iterator[Fault]:
    """Names teams with several days of play in a week of the league, unless it plays so often. A league's week begins
    on the weekday by which the fewest weeks have two matches, so that rounds from Thursday to Tuesday are one each."""
    days_of: dict[str, dict[int, Fixture]] = {}
    for each in dated:
        for team in (each.home, each.away):
            if each.day is not None:
                days_of.setdefault(team, {}).setdefault(each.day.toordinal(), each)

    def count_full(begins: int) -> int:
        weeks = (Counter((day - begins) // 7 for day in days) for days in days_of.values())
        return sum(number > 1 for of_team in weeks for number in of_team.values())

    begins = min(range(1, 8), key=count_full)  # the first is Monday
    weeks = sum(len({(day - begins) // 7 for day in days}) for days in days_of.values())
    if count_full(begins) * OFTEN > weeks:
        return
    for team, days in days_of.items():
        for _week, group in groupby(days.items(), key=lambda each: (each[0] - begins) // 7):
            played = [each for _day, each in group]
            if len(played) > 1 and any(each.is_open for each in played):
                words = _("%(team)s plays more than once in a week: %(matches)s.")
                listed = ", ".join(f"{each.name} ({_say_day(each.day)})" for each in played)
                yield Fault(words % {"team": team, "matches": listed}, tuple(played))


def _find_early_derbies(fixtures: Sequence[Fixture], derbies: Sequence[DerbyTeams]) -> Iterator[Fault]:
    for each in derbies:
        for fixture in fixtures:
            if fixture.is_open and fixture.round < each.first_round and {fixture.home, fixture.away} <= each.teams:
                words = _("%(match)s is in round %(round)s, before round %(first)s. Derby: %(derby)s.")
                names = {"match": fixture.name, "round": fixture.round, "first": each.first_round, "derby": each.name}
                yield Fault(words % names, (fixture,), is_of_order=True)


def _find_long_stays(fixtures: Sequence[Fixture]) -> Iterator[Fault]:
    """Names teams that are at home, or away, too often in a row, by the rounds, with a match still to be played among
    them."""
    of_team: dict[str, list[Fixture]] = {}
    for fixture in sorted(fixtures, key=lambda each: each.round):
        for team in (fixture.home, fixture.away):
            of_team.setdefault(team, []).append(fixture)
    for team, own in of_team.items():
        for is_home, group in groupby(own, key=lambda each, team=team: each.home == team):  # type: ignore[misc]
            stay = tuple(group)
            if len(stay) > MOST_IN_A_ROW and any(each.is_open for each in stay):
                words = _("%(team)s is away %(n)s times in a row, rounds %(first)s to %(last)s.")
                if is_home:
                    words = _("%(team)s is at home %(n)s times in a row, rounds %(first)s to %(last)s.")
                rounds = {"first": stay[0].round, "last": stay[-1].round}
                yield Fault(words % {"team": team, "n": len(stay), **rounds}, stay, is_of_order=True)


def _say_day(day: date | None) -> str:
    return date_format(day, "D j M Y") if day else ""
