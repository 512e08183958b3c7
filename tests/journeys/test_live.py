"""Pages that follow an evening over the stream: what was agreed shows by itself, and a hall that was away is back.
What pages do where there is no stream is what all other journeys show: their server has none."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
import uvicorn
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import APIResponse, Browser, BrowserContext, Page, Route, expect

from tests import evenings
from tests.journeys.conftest import LAPTOP, PHONE, WALL
from tests.running import PATIENCE
from tournament.asgi import application
from tournament.event.services.events import show_standings
from tournament.live.change_feed import HUB
from tournament.matches.queries.matches import players_of
from tournament.models import Event, Match, Screen
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.screens.services import take_screen
from tournament.server.connections import OpenConnections, limits_for, protocol_of
from tournament.server.serving import HallServer

evening_of = evenings.evening_of
SOON = 2.0
"""Seconds in which a result is on every page."""
TRIES = 12
"""Results of which one has to be; the others may have come while the machine was busy with something else."""


@contextmanager
def served(port: int) -> Iterator[str]:
    """By the real server, in a thread of this process. It stops when its last connection has closed: one that a busy
    machine leaves open would fail when the loop is gone."""
    listener = socket.create_server(("127.0.0.1", port), backlog=100)
    ready = threading.Event()
    connections = OpenConnections(limits_for(1024))
    protocol = protocol_of(connections)
    config = uvicorn.Config(application, http=protocol, log_config=None, timeout_graceful_shutdown=PATIENCE // 1000)
    server = HallServer(config, connections, lambda _port: ready.set())
    thread = threading.Thread(target=lambda: server.run(sockets=[listener]))
    thread.start()
    assert ready.wait(60)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()


def hand_in(evening: evenings.Evening, match: Match, *sides: int) -> None:
    """Equal sheets, of which two agree each other."""
    players = players_of(match)
    for side in sides:
        enter_sheet(players[side], [SheetEntry(match.pk, 5, 5, 0, 0)], by=evening.scorer, now=evening.now)


def in_touch(page: Page) -> None:
    expect(page.locator("body[data-live-is=on]")).to_have_count(1)


def on_the_wall(context: BrowserContext, hall: str, event: Event, key: str) -> Page:
    """A screen of the hall that shows one page."""
    page = context.new_page()
    page.goto(f"{hall}/screen/")
    screen = Screen.objects.latest("pk")
    take_screen(screen, on=event, by=None, now=timezone.now())
    Screen.objects.filter(pk=screen.pk).update(turns=[[key, 600]], event=event)
    page.reload()
    return page


def at_the_desk(context: BrowserContext, hall: str, evening: evenings.Evening) -> Page:
    client = Client()
    client.force_login(evening.director)
    name = settings.SESSION_COOKIE_NAME
    context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": hall}])
    page = context.new_page()
    page.goto(f"{hall}/e/{evening.event.pk}/")
    return page


@pytest.fixture
def browsers(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Each a device of its own."""
    with ExitStack() as contexts:

        def one(viewport: dict[str, int]) -> BrowserContext:
            context = browser.new_context(viewport=viewport)
            contexts.callback(context.close)
            return context

        yield one


@pytest.mark.slow
def test_what_is_agreed_is_everywhere_within_two_seconds_and_again_after_the_hall_was_away(
    transactional_db: None, evening_of, browsers, port: int
) -> None:
    evening = evening_of(12).playing()
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    matches = evening.matches(1)
    with served(0) as hall:
        phone = browsers(PHONE).new_page()
        phone.goto(f"{hall}/e/{evening.event.pk}/standings/")
        desk = at_the_desk(browsers(LAPTOP), hall, evening)
        wall = on_the_wall(browsers(WALL), hall, evening.event, "results")
        shown = {
            "phone": phone.locator("#standings .standing-state"),
            "desk": desk.locator("#evening-now .figures"),
            "wall": wall.locator("#screen .screen-page"),
        }
        for page in (phone, desk, wall):
            in_touch(page)
        waits: dict[str, list[float]] = {where: [] for where in shown}
        for match in matches[:TRIES]:
            before, began = {where: place.inner_text() for where, place in shown.items()}, time.perf_counter()
            hand_in(evening, match, 0, 1)
            for where, place in shown.items():
                expect(place).not_to_have_text(before[where])
                waits[where].append(time.perf_counter() - began)
            if all(min(taken) < SOON for taken in waits.values()):
                break
        assert {where: min(taken) < SOON for where, taken in waits.items()} == dict.fromkeys(shown, True)
        assert HUB.followers == 3
    expect(phone.get_by_role("status")).to_contain_text("Offline")
    for match in matches[len(waits["phone"]) :]:
        hand_in(evening, match, 0, 1)
    with served(int(hall.rpartition(":")[2])):
        in_touch(phone)
        expect(shown["phone"]).to_contain_text("Agreed.")
        expect(phone.get_by_text("Offline")).to_have_count(0)


@pytest.mark.slow
def test_a_part_that_changed_while_its_answer_was_on_its_way_is_asked_for_again(
    transactional_db: None, evening_of, browsers
) -> None:
    evening = evening_of(12).playing()
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    first, second, *others = evening.matches(1)
    for match in (first, second):
        hand_in(evening, match, 0)
    held: list[tuple[Route, APIResponse]] = []

    def hold_first(route: Route) -> None:
        answer = None if held else route.fetch()
        if answer is None or answer.status == 304:  # what the page asks as it gets in touch, and has already
            route.continue_()
        else:
            held.append((route, answer))

    with served(0) as hall:
        phone = browsers(PHONE).new_page()
        phone.goto(f"{hall}/e/{evening.event.pk}/standings/")
        in_touch(phone)
        phone.route("**/standings/", hold_first)
        phone.evaluate("document.body.addEventListener('live:results', () => { document.body.dataset.told = 'yes'; })")
        is_told = phone.locator("body[data-told]")
        hand_in(evening, first, 1)
        expect(is_told).to_have_count(1)
        for _moment in range(PATIENCE // 20):
            if held:
                break
            phone.wait_for_timeout(20)
        phone.evaluate("delete document.body.dataset.told")
        hand_in(evening, second, 1)
        expect(is_told).to_have_count(1)
        route, answer = held[0]
        assert f"{len(others) + 1} matches" in answer.text()
        route.fulfill(response=answer)
        expect(phone.locator("#standings .standing-state")).to_contain_text(f"{len(others)} matches")
