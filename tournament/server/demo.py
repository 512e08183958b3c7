"""Plays the demonstration: rounds of pairs, and a league of five made-up teams in mid-season, with venues, a missing
result, a postponed match and a penalty."""

import random
from datetime import datetime, time, timedelta

from tournament.door.services.teams import team_up
from tournament.draw.services.draws import release_draw
from tournament.draw.services.round_draws import draw_round
from tournament.event.services.events import change_settings, create_event
from tournament.formats.presets import PRESETS
from tournament.leagues.results_reader import read_results
from tournament.leagues.services.fixtures import date_match, date_rounds_evenly, set_homes
from tournament.leagues.services.importing import import_results
from tournament.leagues.services.leagues import open_league, show_league
from tournament.leagues.services.log import give_penalty
from tournament.models import Account, Club, Event, League, LeagueResult, Match
from tournament.results.services.decisions import agree_matches
from tournament.results.services.slips import SlipLine, enter_slip

RESULTS = """round,team_a,bullseyes_a,hang_jacks_a,team_b,bullseyes_b,hang_jacks_b,start,end
1,The Jack and Knave,18,9,Oare Creek,12,7,19:30,22:20
1,Davington Diamonds,18,8,The Anchor,17,11,19:30,23:05
1,Hernhill,,,bye,,,,
2,Oare Creek,18,10,Hernhill,4,3,19:30,21:40
2,The Jack and Knave,10,5,Davington Diamonds,18,6,19:45,22:10
2,The Anchor,,,bye,,,,
3,The Anchor,15,5,The Jack and Knave,18,6,19:30,22:35
3,Davington Diamonds,,,Hernhill,,,19:30,
3,Oare Creek,,,bye,,,,
4,Oare Creek,,,Davington Diamonds,,,,
4,The Anchor,,,Hernhill,,,,
4,The Jack and Knave,,,bye,,,,
5,Hernhill,,,The Jack and Knave,,,,
5,The Anchor,,,Oare Creek,,,,
5,Davington Diamonds,,,bye,,,,
"""
HOMES = {
    "The Jack and Knave": "The Jack and Knave, Faversham",
    "Oare Creek": "Sailing Club, Oare",
    "Davington Diamonds": "Davington Village Hall",
    "The Anchor": "The Anchor, Ham Street",
    "Hernhill": "Hernhill Church Room",
}
PAIRS = [
    *(("Joan Pennock", "Arthur Selwyn"), ("Nora Quested", "Ivor Wren"), ("Clem Harty", "Olive Rudd")),
    *(("Sid Tapley", "Maud Upton"), ("Percy Vane", "Edna Wilding")),
]


def bring_in_demo_league(*, by: Account | None, now: datetime) -> League:
    """Makes a league shown to everybody; the club has to exist."""
    values = {"name": "Swale All Fours League", "season": str(now.year), "bye": League.Bye.WIN, "race_to": 18}
    league = open_league(values, by=by, now=now)
    import_results(league, read_results(RESULTS).lines, by=by, now=now)
    first = now.date() - timedelta(days=17)
    date_rounds_evenly(league, first=first, days_between=7, starts=time(19, 30), by=by, now=now)
    set_homes(league, {team.pk: HOMES[team.name] for team in league.teams.all()}, by=by, now=now)
    moved = LeagueResult.objects.select_related("league", "team", "other").get(
        league=league, round=5, team__name="Hernhill"
    )
    new_dates = {"day": first + timedelta(days=30), "starts": time(20), "venue": "Oare Village Hall"}
    date_match(moved, new_dates, is_postponed=True, reason="The church room is let that night.", by=by, now=now)
    late = league.teams.get(name="The Anchor")
    give_penalty(late, points=1, reason="The result card came two weeks late.", by=by, now=now)
    show_league(league, shown=True, by=by, now=now)
    return league


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
            _play_round(event, number, lot, by=by, now=at + timedelta(minutes=30))
    event.refresh_from_db()
    return event


def _play_round(event: Event, number: int, lot: random.Random, *, by: Account | None, now: datetime) -> None:
    """Plays a game to 14 at each table: each comes in on one slip, and all are agreed with one press."""
    matches = Match.objects.filter(table__stage__event=event, table__stage__number=number)
    for match in matches:
        points = [14, lot.randint(3, 13)]
        lot.shuffle(points)
        enter_slip(match, [SlipLine(made, int(made == 14)) for made in points], by=by, now=now)
    agree_matches(matches, event=event, by=by, now=now)
