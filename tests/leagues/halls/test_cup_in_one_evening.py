"""A cup whose rounds are all played on one evening: that draws them, and the cup takes what is agreed there."""

from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.leagues.test_league_pages import words
from tests.leagues.test_leagues import NOW
from tournament.door.line_up_remarks import remarks_on
from tournament.door.services.entries import set_here
from tournament.draw.services.draws import release_draw
from tournament.draw.services.round_draws import draw_round
from tournament.leagues.queries.page import league_page
from tournament.leagues.queries.results import results_of
from tournament.leagues.queries.teams import eligibility_of
from tournament.leagues.services.cups import draw_cup
from tournament.leagues.services.evenings import open_cup_evening
from tournament.leagues.services.fixtures import make_fixtures
from tournament.leagues.services.leagues import open_league, put_back_result, take_out_result
from tournament.leagues.services.players import allow_in_evening
from tournament.leagues.services.reports import bring_up_to_date
from tournament.leagues.services.rulings import withdraw_team
from tournament.leagues.services.teams import set_squad
from tournament.models import Account, Entry, Event, League, Match
from tournament.results.services.decisions import agree_matches, make_ruling
from tournament.results.services.slips import SlipLine, enter_slip

BY: dict[str, Any] = {"by": None, "now": NOW}
SQUADS = {
    "Arima": ["Ann Ali", "Bea Best"],
    "Couva": ["Cy Cox", "Dan Dix"],
    "Erin": ["Eve East", "Fay Fox"],
    "Moruga": ["Gus Gray", "Hal Hope"],
    "Siparia": ["Ida Iles", "Jo James"],
}


@pytest.fixture
def cup(db: None) -> League:
    league = open_league({"name": "Central", "season": "2026", "race_to": 2, "tables": 1, "substitutes": 0}, **BY)
    make_fixtures(league, [*SQUADS], meetings=1, **BY)
    for name, players in SQUADS.items():
        set_squad(league.teams.select_related("league").get(name=name), players, on=date(2026, 9, 1), **BY)
    return draw_cup(league, "Central Cup", list(league.teams.all()), lot=1, **BY)


def meetings(cup: League) -> set[tuple[int, frozenset[str]]]:
    return {(each.round, frozenset({str(each.team), str(each.other)})) for each in results_of(cup)}


def play_round(event: Event, number: int, winners: str) -> set[tuple[int, frozenset[str]]]:
    """Draws and plays a round; of two teams the one wins that stands first among `winners`. Returns who met."""
    event = Event.objects.get(pk=event.pk)
    release_draw(draw_round(event, number, seed=77, **BY), **BY)
    met = set()
    for match in Match.objects.filter(table__stage__event=event, table__stage__number=number):
        match = Match.objects.select_related("table__stage__event").get(pk=match.pk)
        teams = [str(side.players.all()[0].entry.team) for side in match.all_sides]
        first = min(teams, key=lambda team: winners.index(team[0]))
        enter_slip(match, [SlipLine(games=2 if team == first else 1) for team in teams], **BY)
        met.add((number, frozenset(teams)))
    agree_matches(Match.objects.filter(table__stage__event=event), event=event, **BY)
    return met


def test_a_whole_cup_is_played_on_one_evening_and_its_page_follows(as_director: Client, cup: League) -> None:
    page = reverse("league_cup_evening", args=[cup.pk])
    assert page in as_director.get(f"/leagues/{cup.pk}/").content.decode()
    assert as_director.post(page, {"step": "open"}).status_code == 302
    event = Event.objects.get()
    said = remarks_on(event, {"Arima": ["Ann Ali", "Eve East", "New Body"]}).said
    assert [each.why for each in said] == [
        "Eve East plays for Erin.",
        "New Body is not in the squad of Arima, and substitutes may not play.",
    ]
    allow_in_evening(event, "Arima", "New Body", reason="Both agreed.", by=Account.objects.all()[0], now=NOW)
    for entry in Entry.objects.filter(event=event).exclude(team__name="Siparia"):
        set_here(entry, True, **BY)
    sent = {"step": "take", "event": str(event.pk)}
    first = play_round(event, 1, "MAEC")
    taken = words(as_director.post(page, sent, follow=True))
    assert "2 results are new." in taken
    assert "Still open: " in taken and "If a team did not come, rule a walk-over here" in taken
    assert {each for each in meetings(cup) if each[0] == 1} == first
    arima = cup.teams.get(name="Arima")
    match = next(each for each in results_of(cup) if arima.pk in (each.team_id, each.other_id) and each.round == 1)
    match.league = cup
    assert eligibility_of(cup).judge(match, arima, ["New Body"]) == []
    assert (len(first), play_round(event, 2, "MAEC") & meetings(cup)) == (2, {(2, frozenset({"Moruga", "Arima"}))})
    assert "1 result is new." in words(as_director.post(page, sent, follow=True))
    taken = words(as_director.post(page, sent, follow=True))
    assert "0 results are new." in taken and "Still open" not in taken
    bracket = league_page(cup).bracket
    assert bracket is not None and bracket.winner == "Moruga"
    won = next(each for each in results_of(cup) if each.round == 2)
    take_out_result(won, reason="By mistake", **BY)
    bring_up_to_date(cup, now=NOW)
    assert put_back_result(won, **BY).games is not None
    won = next(each for each in results_of(cup) if each.round == 2)
    take_out_result(won, reason="By mistake", **BY)
    assert "1 result is new." in words(as_director.post(page, sent, follow=True))
    final = Match.objects.get(
        table__stage__number=2, sides__players__entry__player__name="Gus Gray", table__stage__event=event
    )
    games = [0 if side.players.all()[0].entry.team.name == "Moruga" else 2 for side in final.all_sides]
    make_ruling(final, points=[0, 0], games=games, reason="Read again", **BY)
    as_director.post(page, sent)
    bracket = league_page(cup).bracket
    assert bracket is not None and bracket.winner == "Arima"


def test_the_evening_of_a_cup_of_two_teams_is_that_of_their_match(cup: League) -> None:
    for name in ("Couva", "Moruga", "Siparia"):
        withdraw_team(cup.teams.select_related("league").get(name=name), "kept", on=date(2026, 9, 2), reason="x", **BY)
    event = open_cup_evening(cup, **BY)
    for entry in Entry.objects.filter(event=event):
        set_here(entry, True, **BY)
    play_round(event, 1, "AE")
    bring_up_to_date(cup, now=NOW)
    bracket = league_page(cup).bracket
    assert bracket is not None and bracket.winner == "Arima"
