"""Round clocks in real browsers: a director's laptop, the wall, a phone, and a hall whose network comes and goes."""

import re
from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests import evenings
from tests.evenings import Evening
from tests.kinds import mostly_slow
from tests.running import wait_until
from tournament.models import Event, LogEntry, Round

evening_of = evenings.evening_of
PHONE = {"width": 360, "height": 740}
WALL = {"width": 1920, "height": 1080}
Opener = Callable[..., Page]

# A stroke of the bell is four tones: this counts those that the browser's own synthesiser is told to sound.
COUNT_TONES = """(() => { window.tones = 0; const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...at) { window.tones += 1; return start.apply(this, at); }; })()"""

# What flashed, however short the flash was: a busy machine may look away meanwhile.
KEEP_FLASHES = """window.flashed = new Set(); new MutationObserver(() => {
  for (const clock of document.querySelectorAll(".clock.flash"))
    for (const phase of ["warning", "bell"]) if (clock.classList.contains(phase)) window.flashed.add(phase);
}).observe(document, { subtree: true, childList: true, attributeFilter: ["class"] })"""


@pytest.fixture
def evening(transactional_db, evening_of) -> Evening:
    return evening_of(8).begun()


@pytest.fixture
def open_page(live_server, browser: Browser, evening) -> Iterator[Opener]:
    """Opens a page of the evening in a browser of its own. Nothing may break the policy, and no script may fail."""
    contexts, troubles = [], []

    def opener(name: str, viewport: dict[str, int] = WALL, *, director: bool = False, javascript: bool = True) -> Page:
        context = browser.new_context(viewport=viewport, java_script_enabled=javascript)
        contexts.append(context)
        context.add_init_script(COUNT_TONES)
        context.add_init_script(KEEP_FLASHES)
        if director:
            client = Client()
            client.force_login(evening.director)
            key = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if "Content Security" in said.text else None)
        page.goto(live_server.url + reverse(name, args=[] if name in ("home", "screen") else [evening.event.pk]))
        return page

    yield opener
    for context in contexts:
        context.close()
    assert troubles == []


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).first.click()


@pytest.mark.slow
def test_what_the_director_presses_shows_and_rings_on_the_wall_by_itself(open_page):
    laptop, wall = open_page("clock", director=True), open_page("clock_screen")
    press(wall, "Turn sound on")
    expect(wall.get_by_role("button", name="Sound is on")).to_have_attribute("aria-pressed", "true")
    assert wall.evaluate("window.tones") == 4
    expect(wall.locator(".clock-phase")).to_have_text("Not started")
    press(laptop, "Start round 1")
    expect(wall.locator(".clock-phase")).to_have_text("Playing")
    expect(wall.locator(".clock-time")).to_have_text(re.compile(r"1\d:\d\d"))
    press(laptop, "Pause clock")
    expect(wall.locator(".clock-phase")).to_have_text("Paused")
    press(laptop, "Ring bell now")
    expect(wall.locator(".clock-phase")).to_have_text("Round over")
    wait_until(wall, "window.tones == 16")
    expect(wall.locator("main")).to_contain_text("Next: round 2")


@pytest.mark.slow
def test_the_directors_own_page_keeps_its_sound_while_buttons_are_pressed(open_page):
    laptop = open_page("clock", director=True)
    press(laptop, "Turn sound on")
    press(laptop, "Start round 1")
    press(laptop, "Ring bell now")
    expect(laptop.locator(".clock-phase")).to_have_text("Round over")
    wait_until(laptop, "window.tones == 16")


def leave_seconds(seconds: float) -> None:
    """Lets the round that is on be so short that no more is left of it. A moment that a page hears of later than ten
    seconds is shown and not rung, so leave a busy machine some more."""
    round = Round.objects.get(number=1)
    gone = timezone.now() - round.started_at
    Round.objects.filter(pk=round.pk).update(length=gone + timedelta(seconds=seconds))


@pytest.mark.slow
def test_the_two_minute_warning_and_the_bell_come_in_words_sound_and_a_flash(open_page):
    press(open_page("clock", director=True), "Start round 1")
    wall = open_page("clock_screen")
    press(wall, "Turn sound on")
    expect(wall.locator(".clock-phase")).to_have_text("Playing")
    leave_seconds(135)
    expect(wall.locator(".clock.warning .clock-words")).to_have_text("Less than 2:00 left")
    wait_until(wall, "window.tones == 8")
    leave_seconds(15)
    expect(wall.locator(".clock.bell .clock-words")).to_have_text(re.compile(r"^\s*At the bell, finish the hand"))
    wait_until(wall, "window.tones == 20")
    assert wall.evaluate("[...window.flashed]") == ["warning", "bell"]


@pytest.mark.slow
def test_a_press_made_twice_in_a_hurry_starts_one_round_and_does_not_pause_it(open_page):
    laptop = open_page("clock", director=True)
    laptop.get_by_role("button", name="Start round 1").dblclick()
    expect(laptop.locator(".clock-phase")).to_have_text("Playing")
    expect(laptop.get_by_role("button", name="Pause clock")).to_be_enabled()
    assert list(LogEntry.objects.filter(action__endswith="_round").values_list("action", flat=True)) == ["start_round"]


@pytest.mark.slow
def test_a_hall_that_is_away_is_said_in_words_and_the_clock_goes_on_until_it_is_back(open_page):
    laptop, wall = open_page("clock", director=True), open_page("clock_screen")
    press(laptop, "Start round 1")
    expect(wall.locator(".clock-phase")).to_have_text("Playing")
    wall.context.set_offline(True)
    expect(wall.get_by_role("status")).to_contain_text("Offline. The clock keeps running")
    expect(wall.locator(".clock-away")).to_have_text(re.compile(r"^Offline since \d\d:\d\d$"))
    before = wall.locator(".clock-time").inner_text()
    expect(wall.locator(".clock-time")).not_to_have_text(before)
    press(laptop, "Pause clock")
    expect(laptop.locator(".clock-phase")).to_have_text("Paused")
    wall.context.set_offline(False)
    expect(wall.locator(".clock-phase")).to_have_text("Paused")
    expect(wall.get_by_role("status")).to_have_text("")


@pytest.mark.slow
def test_a_device_whose_own_clock_is_set_meanwhile_is_put_right_by_the_next_answer(open_page):
    press(open_page("clock", director=True), "Start round 1")
    wall = open_page("clock_screen")
    wall.clock.install()
    wall.reload()
    expect(wall.locator(".clock-time")).to_have_text(re.compile(r"1\d:\d\d"))
    wall.context.set_offline(True)
    expect(wall.get_by_role("status")).to_contain_text("Offline")  # no answer is still on its way
    wall.clock.set_system_time(wall.evaluate("Date.now()") + 3 * 3600 * 1000)
    expect(wall.locator(".clock-time")).to_have_text("0:00")
    wall.context.set_offline(False)
    expect(wall.locator(".clock-time")).to_have_text(re.compile(r"1\d:\d\d"))


@pytest.mark.slow
def test_the_clock_is_run_without_scripts(open_page):
    laptop = open_page("clock", director=True, javascript=False)
    for name, phase in (("Start round 1", "Playing"), ("Pause clock", "Paused"), ("Resume clock", "Playing")):
        press(laptop, name)
        expect(laptop.locator(".clock-phase")).to_have_text(phase)


@pytest.mark.slow
def test_a_name_being_typed_on_a_phone_stays_while_the_clock_changes(open_page):
    laptop, phone = open_page("clock", director=True), open_page("home", PHONE)
    box = phone.get_by_role("textbox", name="Where do I sit?")
    box.press_sequentially("an")
    press(laptop, "Start round 1")
    expect(phone.locator(".clock-phase")).to_have_text("Playing")
    expect(box).to_be_focused()
    box.press_sequentially("n")
    phone.keyboard.press("Enter")
    expect(phone.locator("#names").get_by_role("button")).to_have_text(["Ann Ash"])


SIZES = [(1920, 1080), (1366, 768), (1280, 720), (360, 740)]


@pytest.mark.parametrize(("width", "height"), mostly_slow(SIZES, quick=[(1280, 720), (360, 740)]))
def test_the_wall_shows_the_whole_clock_without_a_scroll_to_whoever_is_signed_in(open_page, width, height):
    wall = open_page("clock_screen", {"width": width, "height": height}, director=True)
    wall.evaluate("document.fonts.ready")
    assert wall.evaluate("document.documentElement.scrollHeight - innerHeight") == 0


@pytest.mark.slow
def test_once_a_break_is_over_a_wall_says_what_comes_and_no_nought(open_page, evening):
    Event.objects.filter(pk=evening.event.pk).update(breaks=[[1, 30]])
    Round.objects.update(started_at=timezone.now() - timedelta(minutes=1), ended_at=timezone.now())
    wall = open_page("clock_screen")
    expect(wall.locator(".clock-phase")).to_have_text("Break")
    expect(wall.locator(".clock-time")).to_be_visible()
    wall.evaluate("document.querySelector('[data-break]').dataset.break = new Date(0).toISOString()")
    expect(wall.locator(".clock-phase")).to_have_text("Hour 2 is about to start")
    expect(wall.locator(".clock-time")).to_be_hidden()
