"""A made-up club of ten years, stored whole: `HANGJACK_DATA=FOLDER python -m tests.performance.ten_years`.

It has 500 evenings, 400 people and about 200,000 hands, the same for the same seed, made by pure code and bulk inserts
in about a minute: Kent evenings, fixed pairs, changing partners and tables of singles in turn. Everybody has a strength
that decides who is likely to win, so that ratings can be compared with it. Some matches of each kind are played by the
rules; each table gets one of them, with the sides swapped if the wrong one has won. The rows are those that the
services would have stored: `manage.py rescore --check` finds nothing. There are no log, phones or sheets.

Tests ask for a small one: `make_club_of_years(SMALL)`.
"""

import argparse
import json
import math
import os
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from functools import cache, partial
from random import Random
from typing import Any
from uuid import UUID

import django

if not os.environ.get("DJANGO_SETTINGS_MODULE"):
    os.environ["DJANGO_SETTINGS_MODULE"] = "tournament.settings"
    django.setup()

from django.core.management import call_command  # noqa: E402 - models want settings
from django.db import transaction  # noqa: E402

from scoring import RULE_SETS, HandFacts, RuleSet, Seating  # noqa: E402
from tests.scoring.dealing import played_hand  # noqa: E402
from tournament.formats.formats import FORMATS  # noqa: E402
from tournament.formats.match_length import Length, MatchSeries, StoredHand, play_series  # noqa: E402
from tournament.matches.queries.matches import plain_awards  # noqa: E402
from tournament.models import (  # noqa: E402
    Club,
    Entry,
    Event,
    Hand,
    Match,
    Payment,
    Player,
    Rest,
    Round,
    Seat,
    Side,
    SidePlayer,
    Stage,
    State,
    Table,
    Team,
)
from tournament.movements import MOVEMENTS  # noqa: E402
from tournament.movements.draw import Draw, Field, seat_pairs  # noqa: E402
from tournament.rules.queries.rules import counts_hang_jacks  # noqa: E402

FIRST = (
    "Ada Alf Amos Basil Bea Beryl Cedric Clive Connie Cyril Daisy Dora Edwin Elsie Enid Ernest Fay Flo Fred George "
    "Gladys Grace Harold Hilda Hugh Ida Iris Ivy Jack Jim Joan Kath Len Lily Mabel Maud Nell Norman Olive Percy"
).split()
LAST = "Akehurst Boorman Checksfield Dunk Foord Goldup Hogben Kemsley Luckhurst Maxted".split()
FIRST_EVENING, HOUR = date(2016, 1, 5), 19
EVENINGS_A_YEAR, AT_ONCE = 50, 20
PRICE = Decimal("3.00")


@dataclass(frozen=True)
class Size:
    """`hands_an_evening` is for planning rounds; `scripts` is how many matches are played for each kind."""

    evenings: int = 500
    people: int = 400
    hands_an_evening: int = 470
    fewest: int = 24
    most: int = 40
    scripts: int = 40


SMALL = Size(evenings=4, people=16, hands_an_evening=80, fewest=12, most=16, scripts=6)


@dataclass(frozen=True)
class MadeClub:
    """`strengths` are those that the results were made by: id of a person -> about -2 to 2."""

    club: Club
    strengths: dict[int, float]
    hands: int


@dataclass(frozen=True)
class Script:
    """A whole match: its hands as JSON with their facts and awards, in which @0@, @1@ and so on stand for the players
    in the order of the deal and %0%, %1% for sides; and the tallies of each side by the names of Side's fields."""

    hands: tuple[str, ...]
    tallies: tuple[dict[str, int | None], ...]
    winner: int


@dataclass(frozen=True)
class Kind:
    """A kind of evening; `size` is how many sit at a table, in sides of `per_side`."""

    name: str
    format: str
    movement: str
    enters: str
    size: int
    per_side: int
    hands_a_match: int
    length: Length = field(default_factory=lambda: Length("single"))

    @property
    def rules(self) -> RuleSet:
        return RULE_SETS[FORMATS[self.format].rule_set]


KINDS = (
    Kind("Kent evening", "kent-1674", "kent", "players", 2, 1, 4, Length("timed")),
    Kind("Trinidad pairs", "trinidad-rounds", "round-robin", "pairs", 4, 2, 8),
    Kind("Changing partners", "trinidad-rounds", "changing-partners", "players", 4, 2, 8),
    Kind("Pitch night", "auction-pitch-rounds", "auction-pitch-mixed", "players", 4, 1, 9),
)


def play_script(kind: Kind, players: int, chance: Random) -> Script:
    """Plays one match; the engine says what each hand earns. A match that would take all night is played again."""
    names = tuple(f"@{place}@" for place in range(players))
    count = players // kind.per_side
    keys = names if kind.per_side == 1 else tuple(f"%{place}%" for place in range(count))
    seating = Seating(names, {key: names[place::count] for place, key in enumerate(keys)})
    rules, most = kind.rules, kind.hands_a_match + (1 if kind.length.kind == "timed" else 6)
    while True:
        told: list[tuple[int, HandFacts]] = []
        hands: list[tuple[int, HandFacts | StoredHand]] = []
        series = play_series(rules, kind.length, (), sides=keys)
        while not series.is_over and len(told) < most:
            facts = played_hand(rules, seating, chance).facts
            series = play_series(rules, kind.length, [*hands, (1, facts)], sides=keys)
            told.append((1, facts))
            hands.append((1, StoredHand(partial(HandFacts, seating, seating.seats[0]), series.hands[-1])))
        if series.is_over or kind.length.kind == "timed":
            break
    series = play_series(rules, kind.length, told, sides=keys, stopped=True)
    awards = [plain_awards(facts, scored) for (_game, facts), scored in zip(told, series.hands, strict=True)]
    tallies = tuple(tally_script(kind.rules, key, series, awards) for key in keys)
    order = sorted(range(count), key=lambda side: (-(tallies[side]["games"] or 0), -(tallies[side]["points"] or 0)))
    texts = (json.dumps([facts.to_dict(), each]) for (_game, facts), each in zip(told, awards, strict=True))
    return Script(tuple(texts), tallies, order[0])


def tally_script(
    rules: RuleSet, key: str, series: MatchSeries, awards: Sequence[dict[str, Any]]
) -> dict[str, int | None]:
    won = [award for each in awards for award in each["awards"] if award[1] == key]
    hung = sum(what == "hang_jack" for what, _side, _points in won)
    return {
        "points": sum(points for _what, _side, points in won),
        "all_fours": sum(each["all_fours"] == key for each in awards),
        "jacks_turned": sum(each["jacks_turned"].get(key, 0) for each in awards),
        "games": None if rules.target is None else series.games_won[key],
        "hang_jacks": hung if counts_hang_jacks(rules) else None,
        "settlement": series.balance[key] if rules.settle_up is not None else None,
        "set_backs": series.set_backs[key] if rules.auction is not None else None,
    }


@dataclass
class Rows:
    """Rows that wait to be stored, in the order in which they have to be."""

    stages: list[Stage] = field(default_factory=list)
    tables: list[Table] = field(default_factory=list)
    seats: list[Seat] = field(default_factory=list)
    rests: list[Rest] = field(default_factory=list)
    rounds: list[Round] = field(default_factory=list)
    matches: list[Match] = field(default_factory=list)
    sides: list[Side] = field(default_factory=list)
    side_players: list[SidePlayer] = field(default_factory=list)
    hands: list[Hand] = field(default_factory=list)

    def store(self) -> None:
        for rows in vars(self).values():
            if rows:
                type(rows[0]).objects.bulk_create(rows, batch_size=2000)


class Years:
    """The club while its years are made."""

    def __init__(self, size: Size, seed: int, club: Club) -> None:
        self.size, self.chance, self.club = size, Random(seed), club
        self.scripts: dict[tuple[str, int], list[Script]] = {}
        self.people = self._make_people()
        self.strengths = {person.pk: self.chance.gauss(0, 1) for person in self.people}
        self.eagerness = [math.exp(self.chance.gauss(0, 1)) for _ in self.people]
        self.from_to = [self._years_there(place) for place in range(len(self.people))]
        self.hands = 0

    def _make_people(self) -> list[Player]:
        names = [f"{first} {last}" for last in LAST for first in FIRST]
        rows = [
            Player(
                club=self.club,
                uid=UUID(int=self.chance.getrandbits(128), version=4),
                name=names[place % len(names)],
                note=f"No. {place}" if place >= len(names) else "",
            )
            for place in range(self.size.people)
        ]
        return Player.objects.bulk_create(rows)

    def _years_there(self, place: int) -> tuple[int, int]:
        """Returns somebody's first and last possible evening. Enough people to fill a hall are there all the time."""
        if place < self.size.most:
            return 0, self.size.evenings
        joined = self.chance.randrange(self.size.evenings)
        return joined, joined + self.chance.randint(1, 5) * EVENINGS_A_YEAR

    def make(self) -> None:
        for start in range(0, self.size.evenings, AT_ONCE):
            self._make_some(range(start, min(start + AT_ONCE, self.size.evenings)))

    def _make_some(self, numbers: Sequence[int]) -> None:
        kinds = [KINDS[number % len(KINDS)] for number in numbers]
        events = [self._event_of(number, kind) for number, kind in zip(numbers, kinds, strict=True)]
        Event.objects.bulk_create(events)
        came = [self._who_came(number, kind) for number, kind in zip(numbers, kinds, strict=True)]
        teams = {
            (event.pk, place): Team(event=event)
            for event, kind, people in zip(events, kinds, came, strict=True)
            if kind.enters == "pairs"
            for place in range(len(people) // 2)
        }
        Team.objects.bulk_create(teams.values())
        entries = [
            [
                Entry(event=event, player=person, team=teams.get((event.pk, place // 2)))
                for place, person in enumerate(people)
            ]
            for event, people in zip(events, came, strict=True)
        ]
        everybody = [entry for of_event in entries for entry in of_event]
        Entry.objects.bulk_create(everybody)
        Payment.objects.bulk_create(
            Payment(entry=entry, amount=PRICE, paid_at=at_hour(entry.event.date, -10))
            for entry in everybody
            if self.chance.random() < 0.95
        )
        rows = Rows()
        for event, kind, of_event in zip(events, kinds, entries, strict=True):
            self._play_evening(event, kind, of_event, rows)
        rows.store()
        self.hands += len(rows.hands)

    def _event_of(self, number: int, kind: Kind) -> Event:
        year, week = divmod(number, EVENINGS_A_YEAR)
        day = date(FIRST_EVENING.year + year, 1, 5) + timedelta(weeks=week)
        plan = [[kind.movement, self._rounds_of(kind), 0]] if FORMATS[kind.format].is_planned else []
        settings: dict[str, Any] = FORMATS[kind.format].defaults | {
            "enters": kind.enters,
            "plan": plan,
            "length_kind": kind.length.kind,
            "length_number": kind.length.number,
        }
        return Event(
            club=self.club,
            uid=UUID(int=self.chance.getrandbits(128), version=4),
            name=f"{kind.name} {number + 1}",
            date=day,
            format=kind.format,
            rules=rules_document(kind.format),
            price=PRICE,
            standings_shown=True,
            locked_at=at_hour(day, 200),
            revision=1,
            **settings,
        )

    def _rounds_of(self, kind: Kind) -> int:
        """Returns how many rounds give the hands that an evening should have."""
        tables = (self.size.fewest + self.size.most) / 2 / 4
        return max(1, min(6, round(self.size.hands_an_evening / tables / kind.hands_a_match)))

    def _who_came(self, number: int, kind: Kind) -> list[Player]:
        """Returns some of those who are in the club then; partners are beside each other, mostly the usual ones."""
        there = [place for place, (first, last) in enumerate(self.from_to) if first <= number <= last]
        wanted = min(self.chance.randint(self.size.fewest, self.size.most), len(there))
        wanted -= wanted % 2 if kind.enters == "pairs" else 0
        drawn = sorted(there, key=lambda place: -math.log(1 - self.chance.random()) / self.eagerness[place])[:wanted]
        here = set(drawn)
        pairs = [place for place in drawn if place ^ 1 in here]
        usual = sorted(pairs, key=lambda place: place // 2)
        return [self.people[place] for place in (*usual, *(place for place in drawn if place not in set(pairs)))]

    def _play_evening(self, event: Event, kind: Kind, entries: Sequence[Entry], rows: Rows) -> None:
        order = list(range(len(entries) // 2 if kind.enters == "pairs" else len(entries)))
        self.chance.shuffle(order)
        won: dict[int, int] = defaultdict(int)
        draws = drawn_rounds(kind.movement, len(order), event.plan[0][1] if event.plan else 1)
        if kind.movement == "kent":
            draws = (*draws, *draws)
        for number, draw in enumerate(draws, start=1):
            if kind.movement == "kent" and number == 2:
                order = sorted(range(len(entries)), key=lambda place: -won[place])
                draw = kent_by_ranking(len(order))
            seated = seat_entries(draw, order, kind)
            self._play_stage(event, kind, number, seated, entries, won, rows)

    def _play_stage(
        self,
        event: Event,
        kind: Kind,
        number: int,
        draw: Draw[int],
        entries: Sequence[Entry],
        won: dict[int, int],
        rows: Rows,
    ) -> None:
        began = at_hour(event.date, 10 + 80 * (number - 1) // (1 if kind.movement == "kent" else 3))
        stage = Stage(event=event, number=number, seed=number, drawn_at=began, released_at=began)
        rows.stages.append(stage)
        rows.rests += [Rest(stage=stage, entry=entries[place]) for place in draw.resting]
        rounds: dict[tuple[int, int], Round] = {}
        for drawn in draw.tables:
            turns = len(drawn.turns)
            table = Table(stage=stage, number=drawn.number, size=len(drawn.seats), turns=turns)
            rows.tables.append(table)
            rows.seats += [
                Seat(table=table, position=position, entry=entries[place], until_turn=turns)
                for position, place in enumerate(drawn.seats, start=1)
                if place is not None
            ]
            for turn in drawn.turns:
                length = event.turn_length(turns)
                starts = began + length * (turn.number - 1)
                round = rounds.get((turns, turn.number))
                if round is None:
                    times = {"started_at": starts, "ended_at": starts + length}
                    round = Round(stage=stage, turns=turns, number=turn.number, length=length, **times)
                    rounds[turns, turn.number] = round
                    rows.rounds.append(round)
                for match in turn.matches:
                    self._play_match(table, round, kind, match.sides, entries, won, rows)

    def _play_match(
        self,
        table: Table,
        round: Round,
        kind: Kind,
        sides: Sequence[Sequence[int]],
        entries: Sequence[Entry],
        won: dict[int, int],
        rows: Rows,
    ) -> None:
        """Stores a match with a random winner, weighted by strength, and a script that this side won."""
        strengths = [sum(self.strengths[entries[place].player_id] for place in of) / len(of) for of in sides]
        (winner,) = self.chance.choices(range(len(sides)), [math.exp(1.5 * strength) for strength in strengths])
        seats = [of[place] for place in range(len(sides[0])) for of in sides]
        script = self._script_for(kind, len(seats))
        turned = script.winner - winner
        match = Match(table=table, round=round, state=State.AGREED, hands_finished_at=round.ended_at)
        rows.matches.append(match)
        replaced = [(f"@{(at + turned) % len(seats)}@", str(entries[place].pk)) for at, place in enumerate(seats)]
        for number, of in enumerate(sides):
            tally = script.tallies[(number + turned) % len(sides)]
            side = Side(match=match, number=number + 1, **tally)
            replaced.append((f"%{(number + turned) % len(sides)}%", f"side-{number + 1}"))
            rows.sides.append(side)
            for at, place in enumerate(of):
                seat = at * len(sides) + number + 1
                rows.side_players.append(SidePlayer(side=side, entry=entries[place], seat=seat))
                won[place] += tally["points"] or 0
        step = round.length / (len(script.hands) + 1)
        for number, text in enumerate(script.hands, start=1):
            for token, name in replaced:
                text = text.replace(token, name)
            facts, awards = json.loads(text)
            key = UUID(int=self.chance.getrandbits(128), version=4)
            of_hand = {"facts": facts, "awards": awards, "entered_at": round.started_at + step * number}
            rows.hands.append(Hand(match=match, number=number, entry_key=key, state=State.AGREED, **of_hand))

    def _script_for(self, kind: Kind, players: int) -> Script:
        found = self.scripts.get((kind.name, players))
        if found is None:
            chance = Random(f"{kind.name} {players}")
            found = [play_script(kind, players, chance) for _ in range(self.size.scripts)]
            self.scripts[kind.name, players] = found
        return self.chance.choice(found)


def at_hour(day: date, minutes: int) -> datetime:
    return datetime(day.year, day.month, day.day, HOUR, tzinfo=UTC) + timedelta(minutes=minutes)


@cache
def rules_document(format: str) -> dict[str, Any]:
    return RULE_SETS[FORMATS[format].rule_set].to_dict()


@cache
def drawn_rounds(movement: str, size: int, rounds: int) -> tuple[Draw[int], ...]:
    return tuple(MOVEMENTS[movement].next_draws(Field(tuple(range(size)), 1674, rounds=rounds)))[:rounds]


@cache
def kent_by_ranking(size: int) -> Draw[int]:
    (draw,) = MOVEMENTS["kent"].next_draws(Field(tuple(range(size))))
    return draw


def seat_entries(draw: Draw[int], order: Sequence[int], kind: Kind) -> Draw[int]:
    """Returns the draw with the shuffled entries, for pairs with both players: pair n is entries 2n and 2n + 1."""
    moved = map_draw(draw, lambda place: order[place])
    if kind.enters != "pairs":
        return moved
    tables = tuple(
        seat_pairs(table.number, [2 * pair + place for place in (0, 1) for pair in table.entries])
        for table in moved.tables
    )
    return Draw(tables, tuple(2 * pair + place for pair in moved.resting for place in (0, 1)))


def map_draw(draw: Draw[int], to: Callable[[int], int]) -> Draw[int]:
    return Draw(
        tuple(
            type(table)(
                table.number,
                tuple(None if seat is None else to(seat) for seat in table.seats),
                tuple(
                    type(turn)(
                        turn.number,
                        tuple(
                            type(match)(tuple(tuple(map(to, side)) for side in match.sides)) for match in turn.matches
                        ),
                        tuple(map(to, turn.sit_outs)),
                    )
                    for turn in table.turns
                ),
            )
            for table in draw.tables
        ),
        tuple(map(to, draw.resting)),
    )


def make_club_of_years(size: Size | None = None, *, seed: int = 1674, club: Club | None = None) -> MadeClub:
    """Stores the club with all its evenings, in a database that has no club of this name."""
    size = size or Size()
    with transaction.atomic():
        club = club or Club.objects.create(name="The Jack and Knave", currency="£")
        years = Years(size, seed, club)
        years.make()
    return MadeClub(club, years.strengths, years.hands)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    options.add_argument("--evenings", type=int, default=Size.evenings)
    options.add_argument("--people", type=int, default=Size.people)
    options.add_argument("--seed", type=int, default=1674)
    asked = options.parse_args()
    call_command("migrate", verbosity=0)
    began = time.perf_counter()
    made = make_club_of_years(Size(evenings=asked.evenings, people=asked.people), seed=asked.seed)
    said = f"{asked.evenings} evenings, {asked.people} people, {made.hands:,} hands"
    print(f"{said} in {time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
