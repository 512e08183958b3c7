"""The director of a rehearsal: does what Tonight names as the next step, and no more than its pages offer."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from urllib.parse import urljoin
from zlib import crc32

from tournament.rehearsal.browsing import Browser, Form, Page, PageMissing, require, words_of
from tournament.rehearsal.mishaps import Mishaps

MOST_POINTS = 23


@dataclass
class Director:
    """The director's browser. `evening` is the address of the evening, once there is one."""

    browser: Browser
    lot: Random
    evening: str = ""

    def sign_in(self, name: str, password: str, *, own: str) -> None:
        """Signs in with a one-time password and chooses the director's own."""
        page = self.browser.open("/sign-in/")
        form = require(page.form_with("Sign in"), "sign in with", page)
        form.fill({"username": name, "password": password})
        page = self.browser.press(form, "Sign in")
        chosen = require(page.form_with("Save password"), "choose a password with", page)
        chosen.fill({each.name: own for each in chosen.element.inputs if each.get("type") == "password"})
        self.browser.press(chosen, "Save password")

    def open_evening(self, preset: str, name: str) -> None:
        page = self.browser.open("/events/new/")
        form = require(page.form_with("Open the door"), "open an evening with", page)
        form.fill({"format": preset, "name": name})
        if "club" in form.boxes and not form.value("club"):
            form.fill({"club": name})
        page = self.browser.press(form, "Open the door")
        if "/door/" not in page.address:
            raise PageMissing(f"the evening was not opened: {page.words[:300]}")
        self.evening = page.address.partition("door/")[0]

    def connect_screen(self, code: str) -> None:
        page = self.browser.open("/screens/")
        self.browser.press(
            require(page.form_with("Connect", value=code), f"connect screen {code} with", page), value=code
        )

    def open_sign_up(self) -> None:
        page = self.browser.open(urljoin(self.evening, "sign-ups/"))
        form = next((each for each in page.forms() if "is_open" in each.boxes), None)
        form = require(form, "open sign-up with", page)
        form.fill({"is_open": "yes"})
        self.browser.press(form, "Save")

    def let_in(self, names: Sequence[str]) -> None:
        page = self.browser.open(urljoin(self.evening, "door/"))
        form = require(page.form_with("Add players"), "add players with", page)
        form.fill({"names": "\n".join(names)})
        page = self.browser.press(form, "Add players")
        if page.status != 200:
            raise PageMissing(f"the door refused {names}: {page.words[:600]}")

    def codes(self) -> dict[int, str]:
        """Returns the code of each table."""
        page = self.browser.open(urljoin(self.evening, "tables/"))
        links = page.root.xpath("//a[@class='the-code']/@href")
        return {number: link.strip("/").rpartition("/")[2] for number, link in enumerate(links, start=1)}

    def next_step(self) -> tuple[str, Page]:
        """Does the next step. Returns its words and the page that it led to; empty words at the end."""
        tonight = self.browser.open(self.evening)
        step = tonight.find(".next-step")
        if step is None:
            return "", tonight
        (pressed,) = step.root.xpath(".//*[@id='do-step']")
        if pressed.tag == "button":
            return words_of(pressed), self.browser.press(step.forms()[0])
        return words_of(pressed), self.browser.open(urljoin(tonight.address, pressed.get("href")))

    def press(self, page: Page, words: str) -> Page:
        return self.browser.press(require(page.form_with(words), f"press {words!r}", page), words)

    def release(self, page: Page) -> None:
        """Shows the seats of a draft; who is tied cuts the cards first."""
        page = self.cut_cards(page)
        self.press(page, "Show seats to everybody")

    def cut_cards(self, page: Page) -> Page:
        while cut := page.form_with("Save cut"):
            boxes = [name for name in cut.boxes if name != "csrfmiddlewaretoken"]
            cards = self.lot.sample("32AKQJT987654", len(boxes))
            for name, card in zip(boxes, cards, strict=True):
                cut.fill({name: next(value for value in cut.options(name) if card in value)})
            page = self.browser.press(cut, "Save cut")
        return page

    def ring(self) -> bool:
        """Ends the rounds that run. Returns whether one did."""
        page = self.browser.open(urljoin(self.evening, "clock/"))
        ended = False
        while form := page.form_with(value="end"):
            page, ended = self.browser.press(form, value="end"), True
        return ended

    def give_prizes(self, page: Page) -> None:
        """Reveals every prize, then shows the standings."""
        while form := page.form_with(value="begin") or page.form_with(value="next"):
            page = self.browser.press(form, value="begin" if page.form_with(value="begin") else "next")
        shown = page.form_with(value="show")
        if shown is None:
            page = self.browser.open(urljoin(self.evening, "standings/"))
            shown = require(page.form_with(value="yes"), "show the standings with", page)
        self.browser.press(shown, "Show the standings to everybody")

    def key_sheet(self, page: Page, mishaps: Mishaps) -> list[str]:
        """Keys the sheet that is open: what each pair of players won from each other is drawn from their names, so that
        both sheets say the same, unless it is misread; or its sum is wrong at first. Returns what went wrong."""
        form = require(_sheet_on(page), "key", page)
        round_of = page.address.rpartition("/sheets/")[2]
        me, won = page.title, 0
        is_misread = mishaps.happens("dispute")
        wrong_by = 0 if is_misread else int(mishaps.happens("wrong sum"))
        for number, line in enumerate(page.root.xpath("//fieldset[contains(@class, 'sheet-line')]")):
            (other,) = (text.strip() for text in line.xpath("legend/text()") if text.strip())
            mine, theirs = _points(round_of, me, other), _points(round_of, other, me)
            if is_misread and number == 0:
                theirs = theirs - 1 if theirs else 1
            inputs = line.xpath(".//input/@name")
            form.fill(dict(zip(inputs, map(str, (mine, theirs, 0, 0)), strict=False)))
            won += mine
        form.fill({"total": str(won + wrong_by)})
        page = self.browser.press(form, "Save")
        if wrong_by:
            form = require(_sheet_on(page), "put the sum right with", page)
            form.fill({"total": str(won)})
            page = self.browser.press(form, "Save")
        if page.status == 422 and (doubted := page.form_with("Save as it is")):  # the other sheet says otherwise
            page = self.browser.press(doubted, "Save as it is")
        if page.status != 200:
            raise PageMissing(f"a sheet was refused: {page.words[:600]}")
        misread = [f"the sheet of {me} is misread"] if is_misread else []
        return misread + [f"the sum of {me} is wrong at first"] * wrong_by

    def rule(self, page: Page) -> bool:
        """Decides the first dispute of a page of results, or the one whose ruling is open. Returns whether there was
        one."""
        if link := page.link("Review and rule"):
            page = self.browser.open(link)
        if hand := page.link("Review and decide"):
            page = self.browser.open(hand)
            form = require(page.form_with("This one is right") or page.form_with(value=""), "decide by", page)
            self.browser.press(form)
            return True
        if version := page.link("Fill in from"):
            page = self.browser.open(version)
        ruling = page.form_with("Save ruling")
        if ruling is None:
            return False
        ruling.fill({"reason": "Asked both"})
        self.browser.press(ruling, "Save ruling")
        return True


def _sheet_on(page: Page) -> Form | None:
    return next((form for form in page.forms() if "sheet" in form.element.get("class", "").split()), None)


def _points(where: str, one: str, other: str) -> int:
    return crc32(f"{where.partition('/')[0]} {one} {other}".encode()) % MOST_POINTS
