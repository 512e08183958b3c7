"""Evenings of other games in a real browser: from the new evening over door, draw and round to the last standings."""

import re
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.evenings import NAMES, SEVEN, Evening
from tests.event.test_table_evenings import play_match, won
from tests.journeys.conftest import LAPTOP, PHONE
from tests.journeys.desk import Desk
from tournament.models import Account, Event, Match

GAMES = [
    ("All Fours (Trinidad)", 12, {"Match length": "A single game"}, "3 tables of 4"),
    ("Auction Pitch", 9, {"Match length": "A single game"}, "1 table of 5 and 1 table of 4"),
    ("Seven Up", 6, {"Players at a table": "3"}, "2 tables of 3"),
]


def assert_fits(page: Page, *, everybody: bool) -> None:
    """On a phone nothing runs over the edge, and `everybody` can use it: asked of one game, which costs a second."""
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), page.url
    found = Axe().run(page).response["violations"] if everybody else []
    assert [f"{page.url} {each['id']} {each['nodes'][0]['html'][:200]}" for each in found] == []
    page.set_viewport_size(LAPTOP)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "players", "chosen", "tables"), GAMES)
def test_an_evening_at_tables_by_lot_is_led_from_the_door_to_the_last_standings(
    desk: Desk, director: Account, game: str, players: int, chosen: dict[str, str], tables: str
) -> None:
    page, everybody = desk.page, players == 9
    page.goto(f"{desk.hall}/events/new/")
    page.get_by_text("Another game, with your own settings").click()
    page.get_by_label(f"{game}: random tables, 1 round").check()
    desk.press("Choose settings first")
    desk.evening = re.match(r"(.*/e/\d+)/", page.url).group(1)
    for label, choice in chosen.items():
        if choice.isdigit():
            page.get_by_label(label).select_option(choice)
        else:
            page.get_by_role("group", name=label).get_by_label(choice).check()
    assert_fits(page, everybody=everybody)
    desk.press("Save settings")
    expect(page.get_by_role("heading", level=1)).to_have_text(game)
    desk.let_in(*NAMES[:players])
    desk.expect_words(tables)
    desk.next_step("Draw the tables")
    desk.next_step("Review the draw and show the seats")
    assert_fits(page, everybody=everybody)
    desk.press("Show seats to everybody")
    desk.next_step("Start the round")
    desk.expect_words("Undo: start of")
    event = Event.objects.get()
    evening = Evening(event, director, director, [SEVEN])
    for match in evening.matches(1):
        play_match(evening, match, Random(match.table.number), hands=60)
    expected = {
        entry.name: won(match)[side.key]
        for match in evening.matches(1)
        for side in match.sides.all()
        for entry in side.entries
    }
    desk.open("results/")
    assert_fits(page, everybody=everybody)
    desk.next_step(f"Agree {Match.objects.count()} remaining results")
    desk.next_step("Prize-giving")
    desk.open("standings/")
    desk.press("Show the standings to everybody")
    desk.open("standings/")
    lines = desk.standings()
    shown = [(int(line["Games"]), int(line["Points"].replace("−", "-"))) for line in lines]
    assert shown == sorted(expected.values(), reverse=True)
    assert {line["Name"]: pair for line, pair in zip(lines, shown, strict=True)} == expected
    assert_fits(page, everybody=everybody)
    desk.open("seats/")
    assert_fits(page, everybody=everybody)
    desk.next_step("Lock the evening")
    desk.expect_words("Everything has been played, and every result is agreed or ruled.")
