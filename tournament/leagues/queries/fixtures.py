"""When and where the rounds of a league are played, as its secretary sets it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time
from itertools import groupby
from typing import Any

from tournament.leagues.fixture_faults import DaysOff, Fixture, find_fixture_faults
from tournament.leagues.queries.results import results_of
from tournament.models import BlockedDays, League, LeagueResult

WHEN = ("day", "starts", "venue")


@dataclass(frozen=True)
class RoundDate:
    """What all matches of a round share, not counting postponed ones; None or "" if they differ."""

    number: int
    matches: tuple[LeagueResult, ...]
    day: date | None
    starts: time | None
    venue: str

    @property
    def together(self) -> tuple[LeagueResult, ...]:
        return tuple(match for match in self.matches if match.postponed_from is None)

    @property
    def has_days(self) -> bool:
        return not self.matches or any(match.day or match.postponed_from for match in self.matches)


def round_dates_of(league: League) -> list[RoundDate]:
    """Returns the rounds that have matches, and of a cup those to come. One query."""
    matches = [result for result in results_of(league) if result.other_id is not None]
    by_round = groupby(matches, key=lambda match: match.round)
    rounds = [_date_of_round(number, tuple(group)) for number, group in by_round]
    made = {each.number for each in rounds}
    planned = enumerate(league.round_days, start=1)
    to_come = [RoundDate(at, (), date.fromisoformat(day), None, "") for at, day in planned if day and at not in made]
    return sorted([*rounds, *to_come], key=lambda each: each.number)


def _date_of_round(number: int, matches: Sequence[LeagueResult]) -> RoundDate:
    together = [match for match in matches if match.postponed_from is None]
    fixtures = [match for match in together if match.is_fixture]
    return RoundDate(
        number,
        tuple(matches),
        day=_find_shared(together, "day"),
        starts=_find_shared(fixtures, "starts"),
        venue=_find_shared(together, "venue") or "",
    )


def _find_shared(matches: Sequence[LeagueResult], name: str) -> Any:
    values = {getattr(match, name) for match in matches}
    return values.pop() if len(values) == 1 else None


def blocked_days_of(league: League) -> list[BlockedDays]:
    return list(league.blocked.select_related("team"))


def faults_of(rounds: Sequence[RoundDate], blocked: Sequence[BlockedDays]) -> list[str]:
    """Returns what the fixtures do not keep, in sentences."""
    fixtures = [
        Fixture(
            match.round,
            match.team.name,
            match.other.name if match.other else "",
            match.day,
            match.starts,
            match.place,
            # A match that was moved to another day or place on purpose is not measured by the night of its home team.
            None if match.postponed_from or match.venue else match.team.night,
            match.is_fixture,
        )
        for of_round in rounds
        for match in of_round.matches
    ]
    days_off = [DaysOff(each.first, each.last, each.reason, each.team.name if each.team else "") for each in blocked]
    return find_fixture_faults(fixtures, days_off)
