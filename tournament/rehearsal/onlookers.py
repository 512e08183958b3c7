"""Who looks on at a rehearsal: a wall, and players with their own page on their phones.

Each opens its page as a browser does, hears the hall's live stream, and asks for the page's live part whenever
something has changed."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from urllib.parse import urljoin

from tournament.rehearsal.browsing import Browser, Page, require, words_of


@dataclass
class OpenPage:
    """A page that follows the hall. `part` is the id of its live part, `read` what can be seen there; `seen` is all
    that was, in order, and `asked` how often the part was asked for."""

    browser: Browser
    part: str
    read: Callable[[Page], list[str]]
    seen: list[str] = field(default_factory=list)
    asked: int = 0
    follows: str = ""
    has_changed: Callable[[], bool] = lambda: False
    page: Page | None = None

    def open(self, address: str) -> Page:
        """Opens the page whole and listens to what it follows."""
        self.page = self.browser.open(address)
        self._note_seen()
        (follows,) = self.page.root.xpath("//body/@data-live")
        if follows != self.follows:
            self.follows = follows
            self.has_changed = self.browser.connection.listen(urljoin(self.page.address, f"/live/{follows}"))
        return self.page

    def follow(self) -> None:
        """Asks for the live part if the hall has said that something changed."""
        part = self.page.find(f"#{self.part}") if self.page and self.has_changed() else None
        if self.page is None or part is None:
            return
        self.asked += 1
        address = urljoin(self.page.address, part.root.get("hx-get"))
        answer = self.browser.open_part(address, json.loads(part.root.get("hx-headers", "{}")))
        if answer is None:  # it follows another evening now
            self.open(self.page.address)
        elif answer.status == 200:
            self.page = Page(200, self.page.address, answer.root)
            self._note_seen()

    def _note_seen(self) -> None:
        if self.page is not None:
            self.seen += [words for words in self.read(self.page) if words not in self.seen]


class Wall(OpenPage):
    """A screen of the hall."""

    def __init__(self, browser: Browser) -> None:
        super().__init__(browser, "screen", _pages_on_wall)

    def open_screen(self) -> str:
        """Opens the screen; returns the letters that the director connects it by."""
        code = self.open("/screen/").find(".screen-code")
        return "" if code is None else code.words

    def follow(self) -> None:
        """Says that the screen is there, too."""
        super().follow()
        self.browser.say("/screen/alive/")


@dataclass
class Player:
    """Somebody who signs up on their phone and watches their own page. `line` is what the door hears: a name, a pair,
    or a team."""

    line: str
    browser: Browser

    def __post_init__(self) -> None:
        self.names = self.line.rpartition(": ")[2].partition(", ")[0].split(" & ")
        self.own_page = OpenPage(self.browser, "me", _own_words)

    def sign_up(self, evening: str) -> str:
        """Signs up on the public page; returns where the list says they are, or why it refuses them."""
        page = self.browser.open(urljoin(evening, "sign-up/"))
        form = require(page.form_with("Sign up"), "sign up with", page)
        form.fill(dict(zip([box for box in ("name", "partner") if box in form.boxes], self.names, strict=False)))
        page = self.browser.press(form, "Sign up")
        said = page.find(".notice") or page.find(".error")
        return f"{self.names[0]} signs up: {said.words if said else page.title}"

    def watch(self, evening: str) -> None:
        """Opens their own page by the link of their sign-up."""
        link = self.browser.open(urljoin(evening, "sign-up/")).link("My page")
        if link:
            self.own_page.open(link)


def tell_seen(wall: Wall, players: Sequence[Player]) -> list[str]:
    """Returns a sentence for the wall and each phone: what was on it, and its place at the end."""
    said = [f"the wall asked {wall.asked} times and showed: {', '.join(wall.seen)}"]
    for player in players:
        page = player.own_page
        place = page.page.root.xpath("//*[@class='own-place']/*[not(@class='own-figure')]") if page.page else []
        ended = " ".join(map(words_of, place)) or "no place"
        said.append(f"the phone of {player.names[0]} asked {page.asked} times: {', '.join([*page.seen, ended])}")
    return said


def _pages_on_wall(page: Page) -> list[str]:
    return [str(label) for label in page.root.xpath("//section[@data-key]/@aria-label")]


def _own_words(page: Page) -> list[str]:
    return [words_of(each) for each in page.root.xpath("//*[@class='own-number' or @class='own-says']")]
