"""What a phone keeps of the hands it has written down, in a real browser whose hall answers or does not."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.journeys.tables import read_outbox
from tests.running import PATIENCE

NOW = datetime(2026, 11, 21, 19, 40, tzinfo=UTC)
FORM = """<form method="post" data-outbox="7" data-seats="a b" data-next="3" action="/t/CDFGHJ/7/">
<h2 data-hand-number="Hand {}">Hand 3</h2><input type="hidden" name="number" value="3">
<input type="hidden" name="entry_key" value="3b241101-e2bb-4255-8caf-4136c566a962"><input type="hidden" name="asked">
<fieldset><legend>Dealer</legend><label><input type="radio" name="dealer" value="a" checked>Ann</label>
<label><input type="radio" name="dealer" value="b">Bea</label></fieldset>
<fieldset><legend>High</legend><label><input type="radio" name="high" value="a">Ann</label>
<label><input type="radio" name="high" value="b">Bea</label></fieldset>
<button name="step" value="record">Record</button></form>"""
PAGE = """<!doctype html><html lang="en"><title>Table</title>{outbox}{form}
<script type="module" src="/phone/waiting.js"></script></html>"""


@dataclass
class StandIn:
    """The other end: `answers` are given in turn and the last one for good; "gone" is no answer, "ok" an
    acknowledgement. `came` are the hands that arrived, answered or not."""

    context: BrowserContext
    answers: list[Any] = field(default_factory=lambda: ["ok"])
    came: list[dict[str, str]] = field(default_factory=list)

    def open(self, *, form: str = FORM) -> Page:
        page = self.context.new_page()
        page.clock.install(time=NOW)
        page.route("**/*", lambda route: self._answer(route, form))
        page.goto("http://hall.test/t/CDFGHJ/7/")
        return page

    @property
    def keys(self) -> list[str]:
        return [hand["entry_key"] for hand in self.came]

    @property
    def numbers(self) -> list[int]:
        return [int(hand["number"]) for hand in self.came]

    def _answer(self, route: Route, form: str) -> None:
        name = urlsplit(route.request.url).path.lstrip("/")
        if name.endswith(".js"):
            script = (settings.BASE_DIR / "static" / name).read_text()
            route.fulfill(body=script, content_type="text/javascript")
        elif route.request.method == "GET":
            outbox = render_to_string("phone/_outbox.html", {"csrf_token": "token"})
            route.fulfill(body=PAGE.format(outbox=outbox, form=form), content_type="text/html; charset=utf-8")
        else:
            self._take(route)

    def _take(self, route: Route) -> None:
        hand = {name: values[0] for name, values in parse_qs(route.request.post_data or "").items()}
        self.came.append(hand)
        answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
        if answer == "gone":
            route.abort()
        elif answer == "ok":
            said = {"hand": int(hand["number"]), "key": hand["entry_key"], "state": "entered", "said": "Recorded."}
            route.fulfill(status=201, json=said)
        elif isinstance(answer, int):
            route.fulfill(status=answer, body="<p>Something else</p>", content_type="text/html")
        else:
            route.fulfill(status=answer.pop("status", 422), json=answer)


@pytest.fixture
def stand_in(context: BrowserContext) -> StandIn:
    return StandIn(context)


def record(page: Page, *, high: str) -> None:
    page.get_by_role("group", name="High").get_by_label(high).check()
    page.get_by_role("button", name="Record").click()


def kept(page: Page) -> list[tuple[int, str]]:
    """Number and words of what waits in the browser's own storage."""
    return [(entry["number"], entry["words"]) for entry in read_outbox(page, 7)]


def until(page: Page, is_so: Callable[[], bool]) -> None:
    """Lets the page go on, without its clock, until something is so."""
    deadline = time.monotonic() + PATIENCE / 1000
    while not is_so():
        assert time.monotonic() < deadline, "It never came to be."
        page.wait_for_timeout(5)


def test_a_hand_is_kept_before_it_is_sent_and_tried_again_less_and_less_often_until_it_is_acknowledged(stand_in):
    stand_in.answers = ["gone", 503, "gone", 200, "gone", "gone", "ok"]
    page = stand_in.open()
    page.clock.pause_at(NOW.replace(minute=41))
    record(page, high="Bea")
    assert kept(page) == [(3, "Dealer Ann, High Bea")]
    came = []
    for seconds in (1, 2, 4, 8, 15, 15):
        until(page, lambda: len(stand_in.came) == len(came) + 1)
        until(page, lambda: page.evaluate("localStorage.getItem('hangjack-sending-7')") is None)
        page.clock.run_for(seconds * 1000 - 1)
        expect(page.locator("[data-outbox-list] li")).to_contain_text("saved here, not sent yet")
        came.append(len(stand_in.came))
        page.clock.run_for(1)
    until(page, lambda: kept(page) == [])
    assert came == [1, 2, 3, 4, 5, 6]
    assert len(stand_in.came) == 7 and len(set(stand_in.keys)) == 1
    expect(page.locator("[data-outbox-list] li")).to_have_count(0)
    expect(page.get_by_role("status")).to_have_text("Recorded.")


def test_the_form_is_ready_for_the_next_hand_at_once_and_hands_arrive_in_order(stand_in):
    stand_in.answers = ["gone"]
    page = stand_in.open()
    record(page, high="Ann")
    expect(page.get_by_role("heading", name="Hand 4")).to_be_visible()
    expect(page.get_by_role("group", name="Dealer").get_by_label("Bea")).to_be_checked()
    expect(page.get_by_role("group", name="High").get_by_role("radio", checked=True)).to_have_count(0)
    record(page, high="Bea")
    assert kept(page) == [(3, "Dealer Ann, High Ann"), (4, "Dealer Bea, High Bea")]
    stand_in.came.clear()
    stand_in.answers = [503, "ok"]
    page.evaluate("window.dispatchEvent(new Event('online'))")
    page.clock.run_for(2000)
    until(page, lambda: kept(page) == [])
    assert [number for number in stand_in.numbers if number == 4] == [4]
    assert (stand_in.numbers[-2:], len(set(stand_in.keys))) == ([3, 4], 2)


def test_what_waits_is_sent_when_the_page_is_loaded_again_and_the_form_stands_after_it(stand_in):
    stand_in.answers = ["gone"]
    page = stand_in.open()
    record(page, high="Ann")
    page.reload()
    expect(page.get_by_role("heading", name="Hand 4")).to_be_visible()
    stand_in.answers = ["ok"]
    page.reload()
    until(page, lambda: kept(page) == [])
    assert len(set(stand_in.keys)) == 1


def test_a_phone_that_slept_for_an_hour_sends_when_it_wakes(stand_in):
    stand_in.answers = ["gone"]
    page = stand_in.open()
    record(page, high="Ann")
    until(page, lambda: len(stand_in.came) == 1)
    stand_in.answers = ["ok"]
    page.clock.pause_at(NOW.replace(hour=20, minute=50))
    before = len(stand_in.came)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    until(page, lambda: kept(page) == [])
    assert len(stand_in.came) <= before + 1 and len(set(stand_in.keys)) == 1


def test_a_double_tap_is_one_hand(stand_in):
    page = stand_in.open()
    page.get_by_role("group", name="High").get_by_label("Ann").check()
    page.get_by_role("button", name="Record").dblclick()
    until(page, lambda: kept(page) == [])
    assert stand_in.numbers == [3]


def test_a_refused_hand_comes_back_into_the_form_with_the_halls_sentence_and_its_own_key(stand_in):
    stand_in.answers = [{"error": "The King was in the other hand."}, "ok"]
    page = stand_in.open()
    record(page, high="Ann")
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()
    expect(page.locator("[data-outbox-list] li")).to_contain_text("The King was in the other hand.")
    expect(page.get_by_role("group", name="High").get_by_label("Ann")).to_be_checked()
    record(page, high="Bea")
    until(page, lambda: kept(page) == [])
    assert [hand["high"] for hand in stand_in.came] == ["a", "b"] and len(set(stand_in.keys)) == 1
    expect(page.get_by_role("heading", name="Hand 4")).to_be_visible()


@pytest.mark.slow
def test_each_problem_of_a_refused_hand_stands_at_its_field_until_that_is_marked_anew(stand_in):
    problems = [["high", "The King was in the other hand."], ["high", "Look again."], ["__all__", "Odd."]]
    stand_in.answers = [{"error": "Three things.", "problems": problems}, "ok"]
    page = stand_in.open()
    record(page, high="Ann")
    high = page.get_by_role("group", name="High")
    expect(high.locator(".error p")).to_have_text(["The King was in the other hand.", "Look again."])
    expect(high).to_have_accessible_description("The King was in the other hand. Look again.")
    expect(page.get_by_role("group", name="Dealer").locator(".error")).to_have_count(0)
    expect(high.get_by_label("Ann")).to_be_focused()
    high.get_by_label("Bea").check()
    expect(page.locator("form .error, form .wrong")).to_have_count(0)
    record(page, high="Bea")
    until(page, lambda: kept(page) == [])


@pytest.mark.slow
def test_a_refusal_that_comes_while_the_next_hand_is_written_waits_beside_it_and_loses_neither(stand_in):
    stand_in.answers = ["gone"]
    page = stand_in.open()
    record(page, high="Ann")
    until(page, lambda: len(stand_in.came) == 1)
    page.get_by_role("group", name="High").get_by_label("Bea").check()
    stand_in.answers = [{"error": "Was it?", "asked": "the King"}, "ok"]
    page.evaluate("window.dispatchEvent(new Event('online'))")
    item = page.locator("[data-outbox-list] li")
    expect(item).to_contain_text("Was it?")
    item.get_by_role("button", name="Change").click()
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()
    expect(page.get_by_role("group", name="High").get_by_label("Ann")).to_be_checked()
    item.get_by_role("button", name="Confirm").click()
    until(page, lambda: kept(page) == [])
    assert (stand_in.came[-1]["asked"], stand_in.came[-1]["step"]) == ("the King", "confirm")
    expect(page.get_by_role("heading", name="Hand 4")).to_be_visible()
    expect(page.get_by_role("group", name="High").get_by_label("Bea")).to_be_checked()


@pytest.mark.slow
def test_a_form_that_was_marked_before_its_script_came_is_a_hand_and_stands_after_what_waits(stand_in):
    mark = "document.querySelector('[name=high][value=b]').click()"
    stand_in.context.add_init_script(f"document.onreadystatechange = () => document.readyState[0] === 'i' && {mark};")
    stand_in.answers = ["gone"]
    page = stand_in.open()
    for number in (3, 4):
        expect(page.get_by_role("heading", name=f"Hand {number}")).to_be_visible()
        page.get_by_role("button", name="Record").click()
        page.reload()
    assert kept(page) == [(3, "Dealer Ann, High Bea"), (4, "Dealer Ann, High Bea")]


@pytest.mark.slow
def test_a_hand_before_it_on_another_phone_is_waited_for(stand_in):
    stand_in.answers = [
        {"status": 409, "error": "One before it is missing.", "code": "hand_out_of_turn"},
        "ok",
    ]
    page = stand_in.open()
    record(page, high="Ann")
    expect(page.locator("[data-outbox-list] li")).to_contain_text("One before it is missing.")
    expect(page.get_by_role("heading", name="Hand 4")).to_be_visible()
    page.clock.run_for(1000)
    until(page, lambda: kept(page) == [])
    assert stand_in.numbers == [3, 3]


def test_nothing_is_thrown_away_but_by_two_presses(stand_in):
    stand_in.answers = [{"error": "This cannot be."}]
    page = stand_in.open()
    record(page, high="Ann")
    item = page.locator("[data-outbox-list] li")
    item.get_by_role("button", name="Delete").click()
    assert kept(page) == [(3, "Dealer Ann, High Ann")]
    item.get_by_role("button", name="Really delete?").click()
    assert kept(page) == []
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()


@pytest.mark.slow
def test_a_browser_that_keeps_nothing_still_sends_and_says_so(stand_in):
    stand_in.context.add_init_script("Storage.prototype.setItem = () => { throw new Error('full'); };")
    stand_in.answers = ["gone"]
    page = stand_in.open()
    record(page, high="Ann")
    expect(page.get_by_text("This phone’s browser cannot save anything.")).to_be_visible()
    stand_in.answers = ["ok"]
    page.evaluate("window.dispatchEvent(new Event('online'))")
    expect(page.locator("[data-outbox-list] li")).to_have_count(0)
    assert len(set(stand_in.keys)) == 1


@pytest.mark.slow
def test_of_two_tabs_one_sends(stand_in):
    stand_in.answers = ["gone", "ok"]
    one = stand_in.open()
    one.clock.pause_at(NOW.replace(minute=41))
    record(one, high="Ann")
    until(one, lambda: one.evaluate("localStorage.getItem('hangjack-sending-7')") is None)
    other = stand_in.open()
    until(other, lambda: kept(other) == [])
    one.clock.run_for(20000)
    until(one, lambda: one.locator("[data-outbox-list] li").count() == 0)
    assert stand_in.numbers == [3, 3] and len(set(stand_in.keys)) == 1


@pytest.mark.slow
def test_two_tabs_of_one_phone_keep_the_hands_of_both_until_both_are_sent(stand_in):
    stand_in.answers = ["gone"]
    one, other = stand_in.open(), stand_in.open(form=FORM.replace("3b241101", "4b241101"))
    for tab in (one, other):
        tab.clock.pause_at(NOW.replace(minute=41))
    record(one, high="Ann")
    until(other, lambda: len(kept(other)) == 1)
    record(other, high="Bea")
    until(one, lambda: len(kept(one)) == 2)
    until(one, lambda: one.evaluate("localStorage.getItem('hangjack-sending-7')") is None)
    stand_in.answers, came = ["ok"], len(stand_in.came)
    one.evaluate("window.dispatchEvent(new Event('online'))")
    for tab in (one, other):
        until(tab, lambda tab=tab: kept(tab) == [])
    assert sorted(hand["high"] for hand in stand_in.came[came:]) == ["a", "b"]


def poisoned(page: Page, box: str, lock: str) -> None:
    """The phone's storage as a fault or a hand left it, found by a page that opens."""
    for name, kept_so in (("hangjack-outbox-7-k", box), ("hangjack-sending-7", lock)):
        page.evaluate("([name, value]) => localStorage.setItem(name, value)", [name, kept_so])
    page.reload()


def test_a_phone_whose_clock_was_put_back_sends_and_shows_what_waits(stand_in):
    stand_in.answers = ["gone"]
    page = stand_in.open()
    tomorrow = NOW.timestamp() * 1000 + 86_400_000
    waiting = {
        "key": "k",
        "url": "/t/CDFGHJ/7/",
        "body": "number=3&entry_key=k&high=a",
        "number": 3,
        "words": "High Ann",
    }
    at = datetime.fromtimestamp(tomorrow / 1000, UTC).isoformat()
    poisoned(page, json.dumps(waiting | {"at": at}), f"another {tomorrow:.0f}")
    until(page, lambda: stand_in.keys == ["k"])
    expect(page.locator("[data-outbox-list] li")).to_have_count(1)


@pytest.mark.slow
@pytest.mark.parametrize("box", ["{", "null", "[1]", '{"key": 1}'])
def test_what_is_no_outbox_is_passed_over_and_the_next_hand_is_sent(stand_in, box):
    page = stand_in.open()
    poisoned(page, box, "garbage")
    record(page, high="Ann")
    until(page, lambda: stand_in.numbers == [3])
