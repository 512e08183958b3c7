"""A hall to play an evening in: the real command, the real database, the real browser. Or one page of it."""

import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from tests.journeys.desk import Desk
from tests.running import Running, an_evening
from tournament.models import Account, Match

PASSWORD = "bullseye 1674"
PHONE = {"width": 360, "height": 740}
LAPTOP = {"width": 1366, "height": 768}
WALL = {"width": 1920, "height": 1080}


def place_of(page: Page, selector: str) -> dict[str, float]:
    """Returns where a part stands, read in one go: Playwright's own `bounding_box` finds the part first and measures it
    later, when a newer one may have taken its place."""
    place: dict[str, float] = page.evaluate(
        "selector => document.querySelector(selector).getBoundingClientRect().toJSON()", selector
    )
    return place


def count_on_first_screen(page: Page, selector: str) -> int:
    """Returns how many such parts are whole in sight before anybody scrolls, once styles and fonts are there: on a slow
    line a page can be read before them."""
    page.wait_for_load_state()
    page.evaluate("scrollTo(0, 0)")
    page.evaluate("document.fonts.ready")
    counted: int = page.evaluate(
        """selector => [...document.querySelectorAll(selector)].map((part) => part.getBoundingClientRect())
          .filter((box) => box.height > 0 && box.top >= 0 && box.bottom <= innerHeight).length""",
        selector,
    )
    return counted


class Hall:
    """A served evening that can be stopped in the middle and started again, and the browsers that look at it."""

    def __init__(self, environment: dict[str, str], browser: Browser, *options: str) -> None:
        self.environment = environment
        self.browser = browser
        self.options = options
        self.troubles: list[str] = []
        self._contexts: list[BrowserContext] = []
        self._running = ExitStack()
        self.evening = self.start()

    @property
    def address(self) -> str:
        return f"http://localhost:{self.evening.port}"

    def start(self) -> Running:
        return self._running.enter_context(an_evening(self.environment, *self.options))

    def pull_the_plug(self) -> None:
        """Stops the process as a power cut would, with no time to tidy up."""
        self._running.close()

    def restart(self) -> None:
        self.pull_the_plug()
        self.evening = self.start()

    def open(self, viewport: dict[str, int] = LAPTOP, *, javascript: bool = True) -> Page:
        """Opens a page in a browser context of its own. Errors on its pages, and requests to the outside world, are
        troubles."""
        context = self.browser.new_context(viewport=viewport, java_script_enabled=javascript, locale="en-GB")
        self._contexts.append(context)
        page = context.new_page()
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.troubles.append(f"{page.url}: {error}"))
        page.on("request", lambda request: self._watch(request.url))
        return page

    def director(self, viewport: dict[str, int] = LAPTOP, *, javascript: bool = True) -> Desk:
        """Returns the director's desk, signed in; the first time with the password that the start printed."""
        desk = Desk(self.open(viewport, javascript=javascript), self.address, javascript=javascript)
        if self.evening.password and not getattr(self, "_chosen", False):
            desk.sign_in("director", self.evening.password)
            desk.choose_password(PASSWORD)
            self._chosen = True
        else:
            desk.sign_in("director", PASSWORD)
        return desk

    def close(self) -> None:
        for context in self._contexts:
            context.close()
        self._running.close()

    def _hear(self, message: ConsoleMessage) -> None:
        # Chromium logs every answer of 4xx and every lost connection; the pages report those themselves. Requests that
        # a page still makes while somebody goes on to the next are aborted.
        told = re.match("Failed to load resource|htmx:(sendError|sendAbort|timeout|afterRequest)", message.text)
        if message.type in {"error", "warning"} and not told:
            at = message.page.url if message.page else message.location.get("url")
            self.troubles.append(f"{at}: {message.text}")

    def _watch(self, url: str) -> None:
        if not url.startswith((self.address, "data:", "blob:", "about:")):
            self.troubles.append(f"asked outside the hall: {url}")


@pytest.fixture
def hall_of(
    ready_hall: dict[str, str], _made_ready: dict[str, str], browser: Browser, tmp_path: Path
) -> Iterator[Callable[..., Hall]]:
    """Starts a hall with the options of `manage.py evening`; at the end no page may have reported an error. A
    demonstration finds its own tables and static files ready too."""
    halls: list[Hall] = []

    def start(*options: str) -> Hall:
        if "--demo" in options:
            shutil.copytree(_made_ready["HANGJACK_DATA"], tmp_path / "demo")
        halls.append(Hall(ready_hall, browser, *options))
        return halls[-1]

    yield start
    for each in halls:
        each.close()
    assert [trouble for each in halls for trouble in each.troubles] == []


@pytest.fixture
def open_match(live_server, browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens the page of a match in a browser of its own, signed in; no page may report an error."""
    contexts, troubles = [], []

    def opener(match: Match, by: Account, viewport: dict[str, int] = LAPTOP, *, javascript: bool = True) -> Page:
        client = Client()
        client.force_login(by)
        context = browser.new_context(viewport=viewport, java_script_enabled=javascript, has_touch=viewport is PHONE)
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(live_server.url + reverse("match", args=[match.table.stage.event_id, match.pk]))
        return page

    yield opener
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture
def director(transactional_db: None) -> Account:
    return Account.objects.create_user("director", role=Account.Role.DIRECTOR)


@pytest.fixture
def desk(live_server, browser: Browser, director: Account) -> Iterator[Desk]:
    """Returns the director's laptop, signed in; no page may report an error."""
    client, troubles = Client(), []
    client.force_login(director)
    context = browser.new_context(viewport=LAPTOP, locale="en-GB")
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
    page = context.new_page()
    page.on("pageerror", lambda error: troubles.append(str(error)))
    yield Desk(page, live_server.url)
    context.close()
    assert troubles == []
