"""The phones of a table. They record hands by filling in the form as it stands, with what a hand could have been; what
the page refuses or doubts is answered as people answer it."""

from dataclasses import dataclass, field
from random import Random

from tournament.rehearsal.browsing import Browser, Form, Page, PageMissing, require
from tournament.rehearsal.mishaps import Mishaps

TRIES = 40
"""A hand is drawn at random, and not every drawn one can be: the page says so, and the next one is tried."""
MOST_HANDS, BY_THE_BELL = 60, 15
"""A game of Auction Pitch at random may never end: the table stops then, and says that all hands are in. A match that
lasts until the bell has so many."""
JACKS, HUNG = 0.4, 0.15


@dataclass
class TablePhone:
    """The phones at a table: one for each side of two, or one in the middle."""

    browsers: list[Browser]
    code: str
    lot: Random
    mishaps: Mishaps
    most_hands: int = MOST_HANDS
    said: list[str] = field(default_factory=list)

    def play(self) -> bool:
        """Records one hand and lets the others agree it, or answers what waits. Returns False once there is nothing
        left to do."""
        self.said = []
        recorder, *others = self.lot.sample(self.browsers, len(self.browsers))
        page = self._open(recorder)
        if page is None:
            return False
        form = form_of_hand(page)
        if form is None:
            return any(self._answer(browser, self._open(browser)) for browser in self.browsers)
        number = form.value("number")
        if int(number) > self.most_hands and (all_in := page.form_with("All hands are in")):
            recorder.press(all_in)
            return True
        self.said.append(f"hand {number}")
        page = self._record(recorder, page)
        self._correct(recorder, page)
        for browser in others or [recorder]:
            self._answer(browser, self._open(browser) if others else page)
        return True

    def _open(self, browser: Browser) -> Page | None:
        """Opens the match that the table plays now; None before there is one."""
        page = browser.open(f"/t/{self.code}/")
        if "hand-form" not in {form.element.get("id") for form in page.forms()}:
            if whose := next((form for form in page.forms() if "whose" in form.element.get("class", "")), None):
                side = self.browsers.index(browser) + 1 if len(self.browsers) > 1 else 0
                page = browser.press(whose, value=str(side))
            elif (matches := page.find(".matches")) and (match := matches.link("")):
                page = browser.open(match)
        return page if page.find("#now") else None

    def _record(self, browser: Browser, page: Page) -> Page:
        """Records a hand with the form of a page; returns the page after it."""
        for _try in range(TRIES):
            form = require(form_of_hand(page, is_open=False), "record a hand", page)
            fill_hand(form, self.lot)
            answered = browser.press(form, value="record")
            if answered.status == 422 and (asked := form_of_hand(answered, is_open=False)) and _is_asking(answered):
                answered = browser.press(asked, value="confirm")
            if answered.status == 200:
                if self.mishaps.happens("repeat"):
                    browser.press(form, value="record")
                return answered
            page = answered
        raise PageMissing(f"no hand could be recorded at table {self.code}: {page.words[:600]}")

    def _correct(self, browser: Browser, page: Page) -> None:
        """Changes the last hand of this phone now and then, if it may still be changed."""
        played = page.find("#so-far")
        if played and (change := played.link("Change")) and self.mishaps.happens("correction"):
            self._record(browser, browser.open(change))
            self.said.append("a hand is changed")

    def _answer(self, browser: Browser, page: Page | None) -> bool:
        """Agrees what the other side recorded, objects to it now and then, or says which version is right. Returns
        whether there was anything to press."""
        if page is None:
            return False
        if (choose := page.form_with("Choose version")) and not _has_chosen(choose):
            browser.press(choose, "Choose version 1")
            return True
        if (agree := page.form_with("That’s right")) or (agree := page.form_with("We agree")):
            if agree.has_button("That’s wrong") and self.mishaps.happens("dispute"):
                browser.press(agree, "That’s wrong")
                self.said.append("a hand is disputed")
            else:
                browser.press(agree, "That’s right" if agree.has_button("That’s right") else "We agree")
            return True
        if after_all := page.form_with("It’s right after all"):
            browser.press(after_all, "It’s right after all")
            return True
        return False


def form_of_hand(page: Page, *, is_open: bool = True) -> Form | None:
    """Returns the form of a hand; unless `is_open` is False, only where the table may record one."""
    form = next((form for form in page.forms() if form.element.get("id") == "hand-form"), None)
    return None if form is None or (is_open and "hidden" in form.element.attrib) else form


def _has_chosen(form: Form) -> bool:
    return any(button.get("aria-pressed") == "true" for button in form.buttons)


def _is_asking(page: Page) -> bool:
    return bool(page.root.xpath("//div[@data-asked and not(@hidden)]"))


def fill_hand(form: Form, lot: Random) -> None:
    """Fills in a hand by lot: what is dealt by the box, so that any rule set's form is filled. Most hands have no Jack,
    and in an auction one player bids."""
    names = form.boxes
    for name in ("dealer", "high", "low", "game"):
        if name in names and (name != "dealer" or not form.value(name)):
            form.fill({name: lot.choice([each for each in form.options(name) if each not in ("", "none", "tie")])})
    if "answer_1" in names and "stand" in form.options("answer_1"):
        form.fill({"answer_1": "stand"})
    for total in form.element.xpath(".//@data-sum"):
        first, second = lot.sample([name for name in names if name.startswith("pips_")], 2)
        part = lot.randint(0, int(total)) if "bid" in names else 0  # else only one side may be out
        form.fill({first: str(part), second: str(int(total) - part)})
    if "jack" in names:
        _deal_jack(form, lot, has_origin="jack_from" in names)
    if bids := [name for name in names if name.startswith("bid_")]:
        bidder = lot.choice(bids)
        for name in bids:
            made = [value for value in form.options(name) if value.isdigit()]
            form.fill({name: lot.choice(made) if name == bidder else "pass"})


def _deal_jack(form: Form, lot: Random, *, has_origin: bool) -> None:
    offered = form.options("jack")
    jack = lot.choice([value for value in offered if value not in ("", "none")])
    if "none" in offered and lot.random() >= JACKS:
        jack = "none"
    form.fill({"jack": jack})
    if has_origin and jack != "none":
        others = [value for value in form.options("jack_from") if value not in ("", "kept", jack)]
        form.fill({"jack_from": lot.choice(others) if others and lot.random() < HUNG else "kept"})
