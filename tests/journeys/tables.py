"""One phone at a table, in a real browser: what is tapped on it, and what it shows."""

import json
import re
from collections.abc import Callable
from random import Random
from time import monotonic
from typing import Any

from playwright.sync_api import BrowserContext, Error, Locator, Page, Route, TimeoutError, expect

from scoring import HandFacts, RuleSet
from tests.running import PATIENCE
from tournament.hands.forms.marks import ticks_from

PRESSES = 6


def read_outbox(page: Page, match: int) -> list[dict[str, Any]]:
    """Returns what waits in the browser's own storage for a match, in the order in which it is sent."""
    kept: dict[str, str] = page.evaluate("() => ({...localStorage})")
    entries = [json.loads(value) for name, value in kept.items() if name.startswith(f"hangjack-outbox-{match}-")]
    return sorted(entries, key=lambda entry: entry["number"])


DEALING = ("dealer", "turned_", "answer_", "discarded")
HANDS = re.compile(r"/t/\w+/\d+/$")
UNHEARD = 0.25
"""The part of all sent hands that arrive without their answer coming back."""


class TablePhone:
    """One phone at a table, open at its match. `side` is the number of the side it speaks for, 0 for the whole
    table."""

    def __init__(self, context: BrowserContext, address: str, match: int, side: int) -> None:
        self.context, self.address, self.match, self.side = context, address, match, side
        self.taps = 0
        self.slips: list[str] = []
        self.is_online = True
        self.unheard = 0
        self.page: Page = context.new_page()
        self.open()

    def open(self) -> None:
        """Opens its match; the code alone is enough if it leads there."""
        self.page.goto(self.address)
        there = f"/{self.match}/"
        if not self.page.url.endswith(there):
            self.page.locator(f".matches a[href$='{there}']").tap()
            self.page.wait_for_url(f"**{there}")
        whose = self.page.locator(f".whose button[name=side][value='{self.side}']")
        if whose.count():
            whose.tap()
        expect(self.page.locator("#now")).to_be_visible()
        self.page.wait_for_load_state()

    def reload(self) -> None:
        self.page.reload()
        expect(self.page.locator("#now")).to_be_visible()

    def mishear(self, chance: Random) -> None:
        """Loses some answers to its hands on their way back, from now on."""

        def lose(route: Route) -> None:
            is_sent = self.is_online and "json" in route.request.headers.get("accept", "")
            if not is_sent or chance.random() > UNHEARD:
                route.fallback()
                return
            try:
                route.fetch()
                self.unheard += 1
            except Error:  # the hall does not answer either
                pass
            route.abort()

        self.context.route(HANDS, lose)

    def go(self, *, online: bool) -> None:
        self.is_online = online
        self.context.set_offline(not online)

    @property
    def number(self) -> int:
        """The number of the hand in the form."""
        return int(self.page.locator("#hand-form [name=number]").input_value())

    @property
    def next(self) -> int:
        """The number of the hand that the sheet waits for."""
        return int(self.page.locator("#now").get_attribute("data-next") or 0)

    @property
    def waiting(self) -> int:
        return len(self.kept())

    def kept(self) -> list[str]:
        """Returns the hands that wait in it, as they will be sent."""
        found: list[str] = [entry["body"] for entry in read_outbox(self.page, self.match)]
        return found

    def until(self, is_so: Callable[[], bool], what: str) -> None:
        deadline = monotonic() + PATIENCE / 1000
        while not is_so():
            page = self.page
            assert monotonic() < deadline, f"{page.url}: {what}; it says {page.locator('main').inner_text()!r}"
            self.page.wait_for_timeout(20)

    def stands_at(self, number: int) -> None:
        self.until(lambda: self.number == number, f"the form never came to hand {number}, it is at {self.number}")

    def mark(self, rules: RuleSet, facts: HandFacts) -> None:
        """Fills in the form by taps, in its order; a field that is right already is left alone. If a tap slipped, it is
        repeated."""
        ticks = {
            name: value for name, value in ticks_from(rules, facts).items() if not name.startswith(("trick", "held"))
        }
        form = self.page.locator("#hand-form")
        order = form.evaluate("form => [...new Set([...form.elements].map(each => each.name))]")
        for name in (name for name in order if name in ticks):
            self._mark(name, ticks[name])
        for name, value in self._marked(form).items():
            if name in ticks and value != (wanted := _as_marked(ticks[name])):
                self.slips.append(f"{name} was {value!r}, not {wanted!r}")
                self._mark(name, ticks[name])

    def _marked(self, form: Locator) -> dict[str, str]:
        """Returns the marked choice of each visible field, "" if none is marked."""
        boxes = form.locator("input[type=radio], input[type=checkbox]").locator("visible=true")
        told = boxes.evaluate_all("boxes => boxes.map(box => [box.name, box.checked ? box.value : ''])")
        found: dict[str, str] = {}
        for name, value in told:
            found[name] = found.get(name) or value
        return found

    def _mark(self, name: str, value: object) -> None:
        form = self.page.locator("#hand-form")
        boxes = form.locator(f"input[name='{name}']")
        kind = boxes.first.get_attribute("type")
        if kind == "radio":
            box = form.locator(f"input[name='{name}'][value='{value}']")
            label = form.locator("label", has=self.page.locator(f"input[name='{name}'][value='{value}']"))
            if box.count() and not box.is_checked():
                self._unfold(name)
            if box.count() and not box.is_checked() and label.is_visible():
                self._tap_until(label, box.is_checked, first=lambda: self._unfold(name))
        elif kind == "checkbox":
            if boxes.is_visible() and boxes.is_checked() != bool(value):
                label = form.locator(f"label[for='{boxes.get_attribute('id')}']")
                self._tap_until(label, lambda: boxes.is_checked() == bool(value))
        elif value not in ("", None) and kind != "hidden":
            fold = form.locator("details", has=self.page.locator(f"input[name='{name}']"))
            if not boxes.is_visible() and fold.count():
                self._tap_until(fold.last.locator("summary").first, boxes.is_visible)
            boxes.fill(str(value))

    def _unfold(self, name: str) -> None:
        if name.startswith(DEALING):
            self._unfold_deal(name)
        elif name.startswith("bid_"):
            self._unfold_bids()

    def _unfold_deal(self, name: str) -> None:
        """Unfolds the deal, which is one line until it is tapped. The dealer is asked for openly if nobody knows who
        deals."""
        line = self.page.locator("#hand-form .deal-line:not([open]) > summary")
        is_asked = name == "dealer" and not self.page.locator("#hand-form .dealing[data-known]").count()
        if line.count() and not is_asked:
            self._tap_until(line, lambda: not line.count())

    def _unfold_bids(self) -> None:
        """Unfolds everybody's bids; who pitched and for how much is asked openly."""
        line = self.page.locator("#hand-form .all-bids:not([open]) > summary")
        if line.count():
            self._tap_until(line, lambda: not line.count())

    def _tap(self, what: Locator) -> None:
        what.tap()
        self.taps += 1

    def _tap_until(self, what: Locator, is_so: Callable[[], bool], *, first: Callable[[], None] = lambda: None) -> None:
        """Taps and waits until that has come about: a click follows its touch a moment later, and a tap that slipped
        is repeated. `first` is done again as well: a line folds by itself once the hall knows who deals."""
        for _ in range(PRESSES):
            try:
                what.tap(timeout=PATIENCE / PRESSES)
            except TimeoutError:
                first()
                continue
            self.taps += 1
            deadline = monotonic() + PATIENCE / 1000 / PRESSES
            while not is_so() and monotonic() < deadline:
                self.page.wait_for_timeout(20)
            if is_so():
                return
        raise AssertionError(f"{self.page.url}: {what} was tapped {PRESSES} times for nothing")

    def record(self, rules: RuleSet, facts: HandFacts, *, double: bool = False) -> None:
        """Records a hand. A press that slipped is repeated: it changes nothing if the first was taken."""
        number = self.number
        self.mark(rules, facts)
        button = self.page.get_by_role("button", name="Record")

        def is_taken() -> bool:
            return self.number != number or self.is_asked()

        if double:
            button.dblclick()
            self.until(is_taken, f"hand {number} was never taken from the form")
        else:
            self._tap_until(button, is_taken)
        self.answer()

    def is_asked(self) -> bool:
        return self.page.locator("[data-press=right]").locator("visible=true").count() > 0

    def answer(self) -> None:
        """Confirms every question that the page asks."""
        while self.is_asked():
            self.page.locator("[data-press=right]").locator("visible=true").first.tap()
            self.page.wait_for_timeout(50)

    def sent(self) -> None:
        """Waits until every stored hand has been acknowledged."""
        self.until(lambda: self.answer() or self.waiting == 0, f"{self.waiting} hands are still kept: {self.said()}")

    def said(self) -> str:
        return " ".join(self.page.locator("[data-outbox-list]").inner_text().split())

    def score(self) -> list[int]:
        return [int(each.replace("−", "-")) for each in self.page.locator("[data-score]").all_inner_texts()]

    def agree(self) -> bool:
        """Agrees everything, also what was objected to before; returns whether there was anything."""
        found = 0
        self._unfold_claims()
        while self._press(".agree button.primary, .agree button[name=after_all]", "agree"):
            found += 1
            self._unfold_claims()
            assert found < 20, "it is agreed and agreed, and nothing comes of it"
        return bool(found)

    def _unfold_claims(self) -> None:
        folded = self.page.locator(".agree-fold:not([open]) > summary")
        if folded.count():
            folded.tap()

    def object(self) -> bool:
        self._unfold_claims()
        return self._press(".agree button[name=not_so]", "agree")

    def press(self, press: str) -> bool:
        """Presses one of the buttons under the hands."""
        return self._press(f"form[action$='/{press}/'] button", press)

    def _press(self, button: str, press: str) -> bool:
        """Presses a button and waits until its answer is on the page; returns whether there was such a button. If the
        hall does not answer in time, it presses again as long as the button is offered."""
        found = self.page.locator(button)
        if not found.count():
            return False
        for _ in range(PRESSES):
            try:
                with self.page.expect_response(
                    lambda answer: answer.url.endswith(f"/{press}/"), timeout=PATIENCE / PRESSES
                ):
                    found.first.tap()
                break
            except TimeoutError:
                if not found.count():
                    break
        busy = self.page.locator(".htmx-request, .htmx-swapping, .htmx-settling")
        self.until(lambda: not busy.count(), f"{press} is never done")
        return True

    def change(self, rules: RuleSet, number: int, facts: HandFacts) -> bool:
        """Corrects its own last hand, if the sheet offers that."""
        link = self.page.locator(".undo a", has_text=f"hand {number}")
        if not link.count():
            return False
        link.tap()
        self.page.wait_for_url("**hand=*")
        self.mark(rules, facts)
        self._tap(self.page.get_by_role("button", name="Record"))
        return True


def _as_marked(value: object) -> str:
    """Returns the value that a marked choice sends."""
    return "on" if value is True else str(value or "")
