"""An evening of each preset in a real browser: opened, entered, drawn and released round by round, with somebody late
and somebody gone home, and at the end the standings as they come to by a tally of its own."""

import re
from collections import Counter, defaultdict
from collections.abc import Mapping
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Browser, expect

from tests import setback_tables
from tests.evenings import SEVEN, Evening
from tests.event.test_table_evenings import play_match, won
from tests.journeys.conftest import LAPTOP, PHONE
from tests.journeys.desk import Desk
from tests.matches.test_team_matches import TeamMatch, make_match
from tests.matches.test_unequal_tables import AtDecider
from tournament.draw.services.deciding_games import draw_decider
from tournament.event.queries.competitors import competitors_of, key_of
from tournament.hands.services.hands import finish_hands
from tournament.matches.queries.matches import with_sides
from tournament.models import Account, Event, Match, TableCode

FIRST = "Ann Bea Cy Dan Eve Fay Gus Hal Ida Jo Kit Lou Max Nan Oz Pat".split()
PAIRS = [f"{one} & {other}" for one, other in zip(FIRST[0::2], FIRST[1::2], strict=True)]

MOST_HANDS = 60
"""A game of Auction Pitch at random may never end: the table stops then, and says that all hands are in."""

EVENINGS = [
    ("trinidad-knock-out-3", PAIRS[:4], 2, ""),
    ("team-match", [f"Arima: {', '.join(PAIRS[:3])}", f"Belmont: {', '.join(PAIRS[3:6])}"], 1, ""),
    ("changing-partners", FIRST[:8], 3, "Zoe"),
    ("seven-up-ladder", FIRST[:6], 3, "Zoe"),
    ("individual-pitch", FIRST[:9], 2, "Zoe"),
    ("pitch-drive", FIRST[:8], 3, "Zoe"),
    ("setback", PAIRS[:6], 1, ""),
]
"""Preset, who comes, rounds to play, and who comes late."""


def fits_a_phone(desk: Desk) -> None:
    desk.page.set_viewport_size(PHONE)
    assert desk.page.evaluate("document.documentElement.scrollWidth <= innerWidth"), desk.page.url
    desk.page.set_viewport_size(LAPTOP)


def tally(event: Event, own: Mapping[int, Mapping[str, tuple[int, int]]]) -> dict[str, Counter[str]]:
    """Name of who entered -> matches, games and points won, added up from the hands alone, or as `own` has them by
    match and side."""
    tallies: dict[str, Counter[str]] = defaultdict(Counter)
    met: set[tuple[int, str]] = set()
    names = {key: unit.name for key, unit in competitors_of(event).items()}
    for match in with_sides(Match.objects.filter(table__stage__event=event).select_related("table__stage")):
        made = own.get(match.pk) or won(match)
        for side in match.sides.all():
            games, points = made[side.key]
            for name in {names[key] for entry in side.entries if (key := key_of(event, entry)) is not None}:
                tallies[name].update({"Games won": games, "Points for": points})
                met.add((match.table.stage.number, name))
    for _round, name in met:
        tallies[name]["Played"] += 1
    return tallies


@pytest.mark.parametrize(("preset", "lines", "rounds", "late"), EVENINGS)
@pytest.mark.slow
def test_an_evening_of_rounds_is_led_from_the_door_to_its_standings(
    desk: Desk, browser: Browser, director: Account, preset: str, lines: list[str], rounds: int, late: str
) -> None:
    page = desk.page
    page.goto(f"{desk.hall}/events/new/")
    page.locator(f"input[name=format][value={preset}]").check()
    desk.press("Open the door")
    desk.evening = re.match(r"(.*/e/\d+)/", page.url).group(1)
    desk.let_in(*lines)
    evening, own = Evening(Event.objects.get(), director, director, [SEVEN]), {}
    for number in range(1, rounds + 1):
        if number == 2 and late:
            desk.let_in(late)
        if number == 3 and late:
            desk.at_the_door("Zoe", "Leaves")
        desk.next_step(f"Draw round {number}")
        fits_a_phone(desk)
        desk.press("Show seats to everybody")
        desk.next_step(f"Start round {number}")
        desk.expect_words("Undo: start of")
        for match in evening.matches(number):
            if preset == "setback":
                winner, score = setback_tables.TABLES[match.table.number - 1](
                    desk, browser, match, Random(match.table.number)
                )
                own[match.pk] = {
                    side.key: (int(place == winner), score[place]) for place, side in enumerate(match.sides.all())
                }
                continue
            play_match(evening, match, Random(10 * number + match.table.number), hands=MOST_HANDS)
            if not Match.objects.get(pk=match.pk).is_reported:
                finish_hands(match, by=director, now=evening.now)
        desk.next_step(re.compile("remaining result"))
    desk.open("standings/")
    fits_a_phone(desk)
    expected = tally(evening.event, own)
    shown = {line["Name"]: line for line in desk.standings()}
    assert shown.keys() >= expected.keys()
    for name, line in shown.items():
        columns = [
            column for column in ("Played", "Games won", "Points for") if column in line and "Round" not in line["Why"]
        ]
        assert [int(line[column].replace("−", "-")) for column in columns] == [expected[name][c] for c in columns], name
    for path in ("seats/", "results/", "paper/", "log/", "lock/", "clock/"):
        desk.open(path)
        fits_a_phone(desk)
        assert not re.search(r"\bhours?\b", page.locator("main").inner_text()), path


@pytest.fixture
def race(transactional_db, evening_of) -> TeamMatch:
    return make_match(evening_of, standings_shown=True, games_a_table=[3, 2, 1], undecided="decider")


@pytest.mark.slow
def test_every_phone_has_the_score_of_the_match_and_stops_when_it_is_decided(live_server, browser: Browser, race):
    event = race.evening.event
    context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
    phones = []
    for number in (1, 2, 3):
        page = context.new_page()
        code = TableCode.objects.get(event=event, table_number=number, revoked_at=None).code
        page.goto(live_server.url + reverse("table_match", args=[code, race.table(number).pk]))
        page.locator(".whose button[name=side][value='0']").click() if number == 1 else None
        phones.append(page)
    one, two, three = phones
    expect(two.locator(".team-match")).to_contain_text("Level at 0–0 · your table 0–0 of 2 games · first to 4")
    for table in (1, 1, 2):
        race.game(table, 1)
    race.game(2, 2)
    expect(two.locator(".team-match")).to_contain_text("Arima lead 3–1 · your table 1–1 · first to 4")
    expect(one.locator(".team-match")).to_contain_text("Arima lead 3–1 · your table 2–0 of 3 games · first to 4")
    standings = context.new_page()
    standings.goto(live_server.url + reverse("standings", args=[event.pk]))
    expect(standings.locator(".team-matches")).to_contain_text("Table 2: 1–1")
    three.get_by_role("link", name="Feats").click()
    three.get_by_label("What was done").select_option("First kick of the drawn card, hearts")
    assert Axe().run(three).response["violations"] == []
    three.locator("button[name=side][value='2']").click()
    expect(three.locator(".feats")).to_contain_text("First kick of the drawn card, hearts")
    assert three.evaluate("document.documentElement.scrollWidth <= innerWidth")
    three.get_by_role("link", name="Back to the hands").click()
    expect(standings.locator(".feats")).to_contain_text("First kick of the drawn card, hearts")
    last = race.game(1, 1)
    for page in phones:
        expect(page.locator(".team-match")).to_contain_text("Arima have won 4–1")
        expect(page.locator("#now")).to_have_attribute("data-closed", "")
    expect(standings.locator(".team-matches")).to_contain_text("Arima have won 4–1")
    race.correct(last, 2)
    expect(two.locator(".team-match")).to_contain_text("Arima lead 3–2")
    expect(three.locator("#now")).not_to_have_attribute("data-closed", "")
    expect(two.locator("#now")).to_have_attribute("data-closed", "")
    race.game(3, 2)
    expect(two.locator(".team-match")).to_contain_text("Level at 3–3: one more game decides")
    draw_decider(race.table(1), seed=1, by=race.evening.director, now=race.evening.now)
    expect(two.locator(".team-match")).to_contain_text("Level at 3–3: table 1 plays the deciding game")
    one.get_by_role("link", name="Deciding game at this table").click()
    expect(one.locator(".team-match")).to_contain_text("this game decides the match")
    AtDecider(race.evening).game(1, 1)
    for page in (*phones, standings):
        expect(page.locator(".team-match, .team-matches")).to_contain_text("Arima have won 4–3")
    for page in (*phones, standings):
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    context.close()
