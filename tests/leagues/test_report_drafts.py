"""What a captain typed into a report and did not send, in a browser that the other captain uses too."""

import pytest
from playwright.sync_api import Browser, expect

from tests.leagues.test_captains import BY, form_page
from tournament.leagues.services.fixtures import make_fixtures
from tournament.leagues.services.leagues import open_league


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
