"""An evening of every game at a table with phones in real browsers: connections that come and go, hands written down
twice, put right and taken back; and at the end every page says what was chalked beside it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from playwright.sync_api import Browser, Page, expect

from scoring import HandFacts, TrumpFact, stand, turn_up
from tests import evenings
from tests.evenings import Evening
from tests.journeys.playing import Played, on_the_board, points_of, seated
from tournament.matches.queries.rescoring import differences_in
from tournament.standings.queries.standings import standings_of

evening_of = evenings.evening_of
HANDS = 3
GAMES: dict[str, tuple[int, dict[str, Any]]] = {
    "trinidad-tables": (4, {"length_kind": "single"}),
    "lancashire-tables": (4, {"length_kind": "race", "length_number": 2, "house_rules": {"target": 4}}),
    "nlcb-tables": (4, {"length_kind": "games", "length_number": 2, "house_rules": {"target": 5}}),
    "trinidad-tables to 3": (4, {"house_rules": {"target": 3}}),
    "seven-up-tables": (3, {"table_size": 3, "house_rules": {"target": 4}}),
    "kent-1674": (4, {}),
    **{f"auction-pitch-tables of {number}": (number, {"table_size": number}) for number in (3, 7)},
}


@pytest.fixture
def seat(transactional_db, evening_of, live_server, browser: Browser) -> Iterator[Callable[..., tuple[Any, ...]]]:
    """Seats an evening: the evening, its matches with their phones, and the scorer's page."""
    contexts = []

    def seat(game: str, seed: int) -> tuple[Evening, list[Played], Page]:
        players, wanted = GAMES[game]
        evening = evening_of(players, format=game.split()[0], **wanted)
        evening.begin()
        evening.play_rounds(1, until=1)
        played = seated(browser, live_server.url, evening.event, Random(seed))
        client = Client()
        client.force_login(evening.scorer)
        desk = browser.new_context(locale="en-GB")
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        desk.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
        contexts.extend([desk, *(phone.context for each in played for phone in each.phones)])
        return evening, played, desk.new_page()

    yield seat
    for context in contexts:
        context.close()


def common(played: Played) -> HandFacts:
    """Stood, High, Low, Jack and Game."""
    seating = played.chalk.seating
    seats, (one, other, *_) = seating.seats, seating.side_names
    low = TrumpFact(won_by=other) if played.rules.points.low_to == "winner" else TrumpFact(other)
    jack = TrumpFact(one if played.rules.points.jack != played.rules.points.hang_jack else None, won_by=one)
    return HandFacts(seating, seats[0], (stand(seats[1]),), high=TrumpFact(one), low=low, jack=jack, game=one)


@pytest.mark.slow
@pytest.mark.parametrize("game", [game for game in GAMES if not game.endswith("to 3")])
def test_an_evening_at_a_table_is_what_was_chalked_whatever_comes_between(seat, live_server, game):
    evening, matches, board = seat(game, seed=len(game))
    for played in matches:
        if played.rules.turn_ups is not None:
            played.queue = [common(played)]
            before = sum(phone.taps for phone in played.phones)
            played.step(calm=True)
            assert sum(phone.taps for phone in played.phones) - before <= 6
        for _ in range(HANDS):
            played.step()
        played.settle(evening.director)
        played.on_the_phone(played.phones[0].page)
        played.in_the_database()
        assert played.differences() == {"lost": 0, "doubled": 0, "different": 0}, played.said
    on_the_board(board, matches, address=f"{live_server.url}/e/{evening.event.pk}/results/?hour=1")
    assert [sentence for played in matches for sentence in played.said] == []
    lines = standings_of(evening.event, hours=1).lines
    assert {line.name: (line.record.games or 0, line.record.total) for line in lines} == points_of(matches)
    assert differences_in(evening.event) == []


@pytest.mark.slow
def test_after_a_hand_was_put_right_the_next_one_starts_from_nothing(seat):
    _, (played,), _ = seat("trinidad-tables", seed=2)
    phone, facts = played.phones[0], common(played)
    phone.record(played.rules, facts)
    phone.sent()
    phone.until(lambda: phone.next == 2, "the sheet never showed it")
    assert phone.change(played.rules, 1, replace(facts, game="tie"))
    expect(phone.page.get_by_role("heading", name="Hand 2")).to_be_visible()
    form = phone.page.locator("#hand-form")
    marked = {box.get_attribute("name"): box.input_value() for box in form.locator("input:checked").all()}
    fresh = {"dealer": "b", "turned_1": "", "answer_1": "stand", "jack": "none", "jack_from": "kept"}
    asked = {*fresh, "high", "low", "game"}
    assert {name: value for name, value in marked.items() if name in asked} == fresh


@pytest.mark.slow
def test_who_is_out_and_what_comes_too_late_can_be_read_by_everybody(seat):
    _, (played,), _ = seat("trinidad-tables to 3", seed=2)
    phone, facts = played.phones[0], common(played)
    phone.mark(played.rules, replace(facts, events=(turn_up("J"), *facts.events)))
    expect(phone.page.locator("#preview")).to_contain_text("Too late to count")
    assert Axe().run(phone.page).response["violations"] == []
