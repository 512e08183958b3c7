"""`manage.py demo`: fills an empty club with 30 players and an evening in its second hour, to look around."""

import random
from argparse import ArgumentParser
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from scoring import HandFacts, TrumpFact, beg, run, stand, take_one, turn_up
from tournament.clock.services.rounds import end_round, start_round
from tournament.club.queries import the_club
from tournament.club.services import make_club
from tournament.door.services.entries import enter_players
from tournament.door.services.people import leave, seat_late
from tournament.door.services.till import pay_owed
from tournament.draw.queries.draws import second_hour_of
from tournament.draw.services.draws import draw_first_hour, draw_second_hour, release_draw
from tournament.event.services.events import change_settings, create_event, show_standings
from tournament.hands.services.recording import record_hand
from tournament.management.commands.club import require_database
from tournament.matches.queries.matches import players_of, seating_of
from tournament.models import Account, Club, Event, Match, Round, State
from tournament.results.services.decisions import agree_matches
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.screens.services import open_screen, take_screen
from tournament.server.demo import bring_in_demo_league, play_demo_rounds
from tournament.standings.services import record_cuts

PLAYERS = [
    "Ada Marsh", "Alf Tickner", "Beryl Hoath", "Cedric Pound", "Connie Fagg", "Dora Wickham", "Edwin Skinner",
    "Elsie Goldup", "Ernest Akehurst", "Flo Checksfield", "Fred Hogben", "Gladys Boorman", "Harold Kemsley",
    "Hilda Philpott", "Ivy Pantony", "Jim Wraight", "Kathleen Foord", "Len Hickmott", "Mabel Twyman", "Maurice Oxley",
    "Nell Bourner", "Olive Sladden", "Percy Maxted", "Queenie Farrier", "Reg Solley", "Rose Ticehurst", "Sid Godden",
    "Vera Luckhurst", "Walter Amos", "Winnie Dunk",
]  # fmt: skip
LATE = "Zena Uden"
AGO = timedelta(minutes=105)


class Command(BaseCommand):
    help = "Fill an empty club with 30 players and an evening in its second hour, to look around."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--seed", type=int, default=1674)

    def handle(self, *args: Any, **options: Any) -> None:
        require_database()
        if Event.objects.exists():
            raise CommandError("This club already has an evening. The demonstration needs an empty club.")
        club = the_club() or make_club("The Jack and Knave, Faversham")
        director = Account.objects.filter(role=Account.Role.DIRECTOR).first()
        play_demo(club, director, seed=options["seed"], now=timezone.now())
        play_demo_rounds(club, by=director, seed=options["seed"], now=timezone.now())
        bring_in_demo_league(by=director, now=timezone.now())
        self.stdout.write("30 players are in the second hour of their evening.")


def play_demo(club: Club, director: Account | None, *, seed: int, now: datetime) -> Event:
    """Plays an evening that began AGO, up to round 2 of hour 2, with a leaver, a latecomer and a disputed result."""
    lot = random.Random(seed)
    began = now - AGO
    event = create_event(club, name="Kent evening", date=began.date(), by=director, now=began)
    enter_players(event, PLAYERS, by=director, now=began)
    # Three pounds a player; the last two have not paid yet.
    change_settings(event, {"price": Decimal(3), "currency": "£"}, by=director, now=began)
    entries = list(event.entries.all())
    pay_owed(event, entries[:-2], seen=Decimal(3 * len(entries[:-2])), by=director, now=began)
    first = draw_first_hour(event, seed=seed, by=director, now=began)
    release_draw(first, by=director, now=began)
    for number in (1, 2, 3):
        starts = began + timedelta(minutes=2 + 21 * (number - 1))
        _play_round(event, 1, number, starts, by=director, ends=starts + timedelta(minutes=20))
        if number == 1:
            (late,) = enter_players(event, [LATE], by=director, now=starts)
            seat_late(late, by=director, now=starts)
    _hand_in(event, 1, lot, by=director, now=began + timedelta(minutes=68))
    leave(event.entries.get(player__name=PLAYERS[9]), by=director, now=began + timedelta(minutes=71))
    _settle(event, lot, by=director, now=began + timedelta(minutes=72))
    second = draw_second_hour(event, by=director, now=began + timedelta(minutes=75))
    release_draw(second, by=director, now=began + timedelta(minutes=76))
    _play_round(event, 2, 1, now - timedelta(minutes=28), by=director, ends=now - timedelta(minutes=8))
    _play_round(event, 2, 2, now - timedelta(minutes=7), by=director, ends=None)
    _dispute(event, by=director, now=now - timedelta(minutes=5))
    _chalk(event, lot, by=director, now=now - timedelta(minutes=3))
    show_standings(event, True, by=director, now=now - timedelta(minutes=5))
    screen, _secret = open_screen(now=now - timedelta(minutes=4))
    take_screen(screen, name="Stage left", on=event, by=director, now=now - timedelta(minutes=4))
    return event


def _play_round(
    event: Event, hour: int, number: int, starts: datetime, *, by: Account | None, ends: datetime | None
) -> None:
    for round in Round.objects.filter(stage__event=event, stage__number=hour, number=number):
        start_round(round, by=by, now=starts)
        if ends:
            end_round(round, by=by, now=ends)


def _hand_in(event: Event, hour: int, lot: random.Random, *, by: Account | None, now: datetime) -> None:
    """Hands in the sheets of a whole hour. A few leave the check boxes empty, and the director agrees those."""
    for match in Match.objects.filter(table__stage__event=event, table__stage__number=hour).exclude(
        state=State.CALLED_OFF
    ):
        one, other = players_of(match)
        a, b = (lot.randint(6, 19) for _ in range(2))
        checked = lot.random() < 0.9
        extras = [(int(lot.random() < 0.15), int(lot.random() < 0.25)) for _ in range(2)]
        enter_sheet(one, [SheetEntry(match.pk, a, b if checked else None, *extras[0])], by=by, now=now)
        enter_sheet(other, [SheetEntry(match.pk, b, a if checked else None, *extras[1])], by=by, now=now)
    agree_matches(
        Match.objects.filter(table__stage__event=event, state=State.ENTERED),
        event=event,
        by=by,
        now=now + timedelta(minutes=2),
    )


def _settle(event: Event, lot: random.Random, *, by: Account | None, now: datetime) -> None:
    """Lets players who are tied across a table boundary cut the cards."""
    stage = event.stages.get(number=1)
    for tie in second_hour_of(event).ties:
        ranks = lot.sample("32AKQJT987654", len(tie))
        cuts = {placing.record.entry: [rank] for placing, rank in zip(tie, ranks, strict=True)}
        record_cuts(stage, cuts, by=by, now=now)


def _dispute(event: Event, *, by: Account | None, now: datetime) -> None:
    """Enters two sheets of hour 2 that contradict each other."""
    match = Match.objects.filter(table__stage__event=event, table__stage__number=2, round__number=1).first()
    assert match is not None
    one, other = players_of(match)
    enter_sheet(one, [SheetEntry(match.pk, 14, 9)], by=by, now=now)
    enter_sheet(other, [SheetEntry(match.pk, 9, 12)], by=by, now=now)


def _chalk(event: Event, lot: random.Random, *, by: Account | None, now: datetime) -> None:
    """Records three hands of the first table's running match."""
    match = Match.objects.filter(table__stage__event=event, table__stage__number=2, round__number=2).first()
    assert match is not None
    seating = seating_of(match)
    a, b = seating.seats
    hands = [
        (a, (turn_up("JD"), stand(b)), a, None, a),
        (b, (turn_up("7S"), beg(a), take_one()), b, TrumpFact(a, won_by=b), b),
        (a, (turn_up("4C"), beg(b), run(), turn_up("9H")), b, TrumpFact(b, won_by=b), a),
    ]
    for number, (dealer, events, high, jack, game) in enumerate(hands, start=1):
        facts = HandFacts(
            seating, dealer=dealer, events=events, high=TrumpFact(high), low=TrumpFact(a), jack=jack, game=game
        )
        key = UUID(int=lot.getrandbits(128), version=4)
        record_hand(match, number=number, entry_key=key, facts=facts, by=by, now=now + timedelta(seconds=30 * number))
