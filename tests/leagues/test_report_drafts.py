"""What a captain typed into a report and did not send, in a browser that the other captain uses too; and how a
secretary enters a stack of cards by keyboard."""

from datetime import date

import pytest
from django.test import Client
from playwright.sync_api import Browser, expect

from tests.leagues.test_captains import BY, form_page
from tournament.leagues.fixtures.round_days import EvenDates
from tournament.leagues.services.fixtures import make_fixtures
from tournament.leagues.services.leagues import open_league
from tournament.models import LeagueResult


@pytest.mark.slow
def test_each_captain_of_a_match_has_a_draft_of_their_own_in_one_browser(
    transactional_db: None, live_server, browser: Browser
) -> None:
    league = open_league({"name": "Central", "season": "2026"}, **BY)
    make_fixtures(league, ["Arima", "Couva"], meetings=1, **BY)
    context = browser.new_context(locale="en-GB")
    page = context.new_page()
    for name in ("Arima", "Couva"):
        page.goto(live_server.url + form_page(league, name))
        expect(page.get_by_label(f"Hang jacks of {name}")).to_have_value("")
        page.get_by_label(f"Hang jacks of {name}").fill("9" if name == "Arima" else "7")
    for name, typed in (("Arima", "9"), ("Couva", "7")):
        page.goto(live_server.url + form_page(league, name))
        expect(page.get_by_label(f"Hang jacks of {name}")).to_have_value(typed)
        other = "Couva" if name == "Arima" else "Arima"
        expect(page.get_by_label(f"Hang jacks of {other}")).to_have_value("")
    context.close()


CARDS = ((7, 5, 4, 8, 7, 6), (5, 7, 7, 2, 6, 7), (7, 0, 7, 4, 3, 7))
"""Three cards: the games of both teams at table 1, and so on."""


@pytest.mark.slow
def test_a_stack_of_cards_of_three_tables_is_entered_by_twelve_keys_each(
    transactional_db: None, live_server, browser: Browser, as_director: Client
) -> None:
    """Digits, the Tab key between boxes and Enter at the end of a card, as a secretary with ten seconds for each types:
    twelve keys are 3.4 seconds at the pace of an average typist (0.28 s a key, Card, Moran and Newell 1980)."""
    league = open_league({"name": "Central", "season": "2026", "tables": 3}, **BY)
    make_fixtures(league, ["Arima", "Couva", "Zion", "Erin"], meetings=1, dates=EvenDates(date(2026, 1, 2), 7), **BY)
    first = LeagueResult.objects.filter(league=league).earliest("day", "pk")
    context = browser.new_context(locale="en-GB", base_url=live_server.url)
    context.add_cookies(
        [{"name": each.key, "value": each.value, "url": live_server.url} for each in as_director.cookies.values()]
    )
    page = context.new_page()
    page.goto(f"/leagues/{league.pk}/results/{first.pk}/")
    entered = []
    for card in CARDS:
        address = page.url
        entered.append(int(address.split("/")[-2]))
        keys = [key for figure in card for key in (str(figure), "Tab")]
        for key in [*keys[:-1], "Enter"]:
            page.keyboard.press(key)
        page.wait_for_url(lambda now, before=address: now != before)
    results = LeagueResult.objects.filter(league=league, games__isnull=False).order_by("pk")
    assert [(each.games, each.other_games) for each in results] == [(18, 19), (18, 16), (17, 11)]
    assert len({*entered}) == 3
    context.close()
