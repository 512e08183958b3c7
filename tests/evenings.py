"""An evening of any size, run by the services as a director and a scorer would."""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest

from tournament.clock.services.rounds import end_round, start_round
from tournament.door.services.entries import enter_players
from tournament.draw.queries.draws import second_hour_of
from tournament.draw.services.draws import draw_first_hour, draw_second_hour, release_draw
from tournament.event.services.events import change_settings, create_event
from tournament.matches.queries.matches import players_of, with_sides
from tournament.models import Account, Club, Entry, Event, Match, Round, Stage
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.standings.services import record_cuts

SEVEN = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
NAMES = [
    f"{first} {last}"
    for last, first in itertools.product(
        ["Ash", "Birch", "Cedar", "Elm", "Fir"],
        [
            "Ann",
            "Bea",
            "Cy",
            "Dan",
            "Eve",
            "Fay",
            "Gus",
            "Hal",
            "Ida",
            "Jo",
        ],
    )
]


@dataclass
class Evening:
    """A director's evening: `now` moves on by a minute with every action."""

    event: Event
    director: Account
    scorer: Account
    moments: list[datetime] = field(default_factory=lambda: [SEVEN])

    @property
    def now(self) -> datetime:
        self.moments.append(self.moments[-1] + timedelta(minutes=1))
        return self.moments[-1]

    def hour(self, number: int) -> Stage:
        return Stage.objects.get(event=self.event, number=number)

    def matches(self, hour: int) -> list[Match]:
        return list(Match.objects.filter(table__stage__event=self.event, table__stage__number=hour))

    def begin(self, *, seed: int = 1674, prefer_five: bool = False) -> Stage:
        stage = draw_first_hour(self.event, seed=seed, prefer_five=prefer_five, by=self.director, now=self.now)
        release_draw(stage, by=self.director, now=self.now)
        return stage

    def begun(self) -> "Evening":
        """Returns the evening with its first hour released."""
        self.begin()
        return self

    def playing(self) -> "Evening":
        """Returns the evening in the middle of its first round."""
        self.begin()
        self.play_rounds(1, until=1)
        return self

    def second(self) -> Stage:
        stage = draw_second_hour(self.event, by=self.director, now=self.now)
        release_draw(stage, by=self.director, now=self.now)
        return stage

    def play_rounds(self, hour: int, *, until: int = 5) -> None:
        for round in Round.objects.filter(stage__event=self.event, stage__number=hour, number__lte=until):
            if not round.started_at:
                start_round(round, by=self.director, now=self.now)

    def end_rounds(self, hour: int) -> None:
        for round in Round.objects.filter(stage__event=self.event, stage__number=hour, ended_at=None):
            end_round(round, by=self.director, now=self.now)

    def hand_in(self, hour: int, points: Callable[[Match], tuple[int, int]]) -> None:
        """Enters every player's sheet; both players of a match have written the same."""
        sheets: dict[Entry, list[SheetEntry]] = {}
        for match in with_sides(Match.objects.filter(table__stage__event=self.event, table__stage__number=hour)):
            mine, theirs = points(match)
            one, other = players_of(match)
            sheets.setdefault(one, []).append(SheetEntry(match.pk, mine, theirs, 0, 0))
            sheets.setdefault(other, []).append(SheetEntry(match.pk, theirs, mine, 0, 0))
        for player, lines in sheets.items():
            enter_sheet(player, lines, by=self.scorer, now=self.now)

    def entry(self, name: str) -> Entry:
        return Entry.objects.get(event=self.event, player__name=name)


def by_lot(match: Match) -> tuple[int, int]:
    """Returns points that differ enough for a whole field not to be level, the same whatever numbers the rows have."""
    one, other = players_of(match)
    lot = Random(f"{one.name} {other.name} {match.table.stage.number} {match.round.number}")
    return lot.randrange(23), lot.randrange(19)


def settle_ties(evening: Evening) -> None:
    """Lets players who are tied for a table of hour 2 cut the cards, each another one."""
    for tie in second_hour_of(evening.event).ties:
        cut = {placing.record.entry: [rank] for placing, rank in zip(tie, "32AKQJT987654", strict=False)}
        record_cuts(evening.hour(1), cut, by=evening.director, now=evening.now)


def make_evening(players: int, *, format: str = "kent-1674", **settings: object) -> Evening:
    """Makes an evening; a second one is of the same club, with the same people."""
    club = Club.objects.first() or Club.objects.create(name="The Jack and Knave")
    director, scorer = (
        Account.objects.filter(username=role).first() or Account.objects.create_user(role, role=role)
        for role in (Account.Role.DIRECTOR, Account.Role.SCORER)
    )
    day = date(2026, 11, 21)
    event = create_event(club, name="Kent evening", date=day, format=format, by=director, now=SEVEN)
    if settings:
        change_settings(event, settings, by=director, now=SEVEN)
        event.refresh_from_db()
    enter_players(event, NAMES[:players], by=director, now=SEVEN)
    return Evening(event, director, scorer)


@pytest.fixture
def evening_of(db: None) -> Callable[..., Evening]:
    return make_evening
