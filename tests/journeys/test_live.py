"""Pages that follow an evening over the stream: what was agreed shows by itself, and a hall that was away is back.
What pages do where there is no stream is what all other journeys show: their server has none."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import uvicorn
from playwright.sync_api import Browser, Page, expect

from tests import evenings
from tests.journeys.conftest import PHONE
from tournament.asgi import application
from tournament.live.telling import HUB
from tournament.management.commands.evening import HallServer
from tournament.models import Match
from tournament.queries.matches import players_of
from tournament.services.events import show_standings
from tournament.services.results import Line, enter_sheet

evening_of = evenings.evening_of
SOON = 2.0
"""Seconds in which a result is on every page."""


@contextmanager
def served(port: int) -> Iterator[str]:
    """By the real server, in a thread of this process."""
    listener = socket.create_server(("127.0.0.1", port), backlog=100)
    ready = threading.Event()
    config = uvicorn.Config(application, access_log=False, log_config=None, timeout_graceful_shutdown=2)
    server = HallServer(config, lambda _port: ready.set())
    thread = threading.Thread(target=lambda: server.run(sockets=[listener]))
    thread.start()
    assert ready.wait(60)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def both_hand_in(evening: evenings.Evening, match: Match) -> None:
    """Equal sheets, which agree each other."""
    one, other = players_of(match)
    for entry in (one, other):
        enter_sheet(entry, [Line(match.pk, 5, 5, 0, 0)], by=evening.scorer, now=evening.now)


def in_touch(page: Page) -> None:
    expect(page.locator("body[data-live-is=on]")).to_have_count(1)


def test_what_is_agreed_is_on_a_page_within_two_seconds_and_again_after_the_hall_was_away(
    transactional_db: None, evening_of, browser: Browser, port: int
) -> None:
    evening = evening_of(12).playing()
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    matches = evening.matches(1)
    context = browser.new_context(viewport=PHONE)
    phone = context.new_page()
    state = phone.locator("#standings .standing-state")
    with served(0) as hall:
        phone.goto(f"{hall}/e/{evening.event.pk}/standings/")
        in_touch(phone)
        waits = []
        for match in matches[:2]:
            before, began = state.inner_text(), time.perf_counter()
            both_hand_in(evening, match)
            expect(state).not_to_have_text(before)
            waits.append(time.perf_counter() - began)
        assert min(waits) < SOON
        assert HUB.followers == 1
    expect(phone.get_by_role("status")).to_contain_text("No connection to the hall")
    for match in matches[2:]:
        both_hand_in(evening, match)
    with served(int(hall.rpartition(":")[2])):
        in_touch(phone)
        expect(state).to_contain_text("Agreed.")
        expect(phone.get_by_text("No connection to the hall")).to_have_count(0)
        context.close()
