"""An evening of pairs in the demonstration, a week ago: two rounds played, the seats of the third out, one resting."""

import random
from datetime import datetime, timedelta

from tournament.models import Account, Club, Event, Match
from tournament.presets import PRESETS
from tournament.services.draws import release_draw
from tournament.services.events import change_settings, create_event
from tournament.services.results import SlipLine, agree, enter_slip
from tournament.services.round_draws import draw_round
from tournament.services.teams import team_up

PAIRS = [
    *(("Joan Pennock", "Arthur Selwyn"), ("Nora Quested", "Ivor Wren"), ("Clem Harty", "Olive Rudd")),
    *(("Sid Tapley", "Maud Upton"), ("Percy Vane", "Edna Wilding")),
]


def play_demo_rounds(club: Club, *, by: Account | None, seed: int, now: datetime) -> Event:
    lot, began = random.Random(seed), now - timedelta(days=7, hours=2)
    preset = PRESETS["trinidad-pairs"]
    event = create_event(
        club, name=str(preset.name), date=began.date(), format=preset.format, by=by, now=began - timedelta(hours=1)
    )
    change_settings(event, preset.settings, by=by, now=began - timedelta(minutes=50))
    event.refresh_from_db()
    for names in PAIRS:
        team_up(event, names, by=by, now=began - timedelta(minutes=20))
    for number in (1, 2, 3):
        at = began + timedelta(minutes=35 * number)
        release_draw(draw_round(event, number, seed=seed, by=by, now=at), by=by, now=at)
        if number < 3:
            _play(event, number, lot, by=by, now=at + timedelta(minutes=30))
    event.refresh_from_db()
    return event


def _play(event: Event, number: int, lot: random.Random, *, by: Account | None, now: datetime) -> None:
    """A game to 14 at each table, each in on one slip, and all agreed with one press."""
    matches = Match.objects.filter(table__stage__event=event, table__stage__number=number)
    for match in matches:
        points = [14, lot.randint(3, 13)]
        lot.shuffle(points)
        enter_slip(match, [SlipLine(made, int(made == 14)) for made in points], by=by, now=now)
    agree(matches, event=event, by=by, now=now)
