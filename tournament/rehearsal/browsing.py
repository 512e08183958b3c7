"""A browser without a screen: it keeps cookies, follows redirects, and reads the links and forms of a page."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from threading import Event, Thread
from typing import Any, Protocol
from urllib.error import HTTPError
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, Request, build_opener

from lxml import html

PATIENCE = 60  # seconds for an answer
REFUSED = (409, 422)
"""What a page answers to a form that it does not take; the page says why."""


@dataclass(frozen=True)
class Answer:
    """Status, address after redirects, and body of an answer."""

    status: int
    address: str
    body: bytes


class Connection(Protocol):
    """What a browser asks through: a server over http, or in a test the program itself."""

    def ask(self, address: str, sent: str | None, headers: Mapping[str, str]) -> Answer: ...

    def listen(self, address: str) -> Callable[[], bool]:
        """Returns what tells whether a live stream has said anything since it was asked last."""


@dataclass(frozen=True)
class HttpConnection:
    """A connection with cookies of its own."""

    cookies: CookieJar = field(default_factory=CookieJar)

    def ask(self, address: str, sent: str | None, headers: Mapping[str, str]) -> Answer:
        """Posts what is sent, or only gets the page."""
        request = Request(address, data=None if sent is None else sent.encode(), headers=dict(headers))
        opener = build_opener(HTTPCookieProcessor(self.cookies))
        try:
            with opener.open(request, timeout=PATIENCE) as answer:
                return Answer(answer.status, answer.url, answer.read())
        except HTTPError as refused:
            with refused:
                return Answer(refused.code, refused.url or address, refused.read())

    def listen(self, address: str) -> Callable[[], bool]:
        """Listens in a thread of its own, until the hall ends the stream."""
        has_spoken = Event()

        def hear() -> None:
            with suppress(OSError), build_opener(HTTPCookieProcessor(self.cookies)).open(address) as stream:
                for _line in stream:
                    has_spoken.set()

        def has_changed() -> bool:
            changed = has_spoken.is_set()
            has_spoken.clear()
            return changed

        Thread(target=hear, name="live stream", daemon=True).start()
        return has_changed


class PageMissing(Exception):
    """A page answered as it should not, or lacks what everybody would press next."""


def words_of(element: Any) -> str:
    return " ".join(element.text_content().split())


@dataclass
class Form:
    """A form as it stands on a page."""

    element: Any  # lxml's FormElement
    address: str

    @property
    def boxes(self) -> list[str]:
        """The names of what it asks, hidden boxes too, in order."""
        return list(dict.fromkeys(each.name for each in self.element.inputs if each.name))

    @property
    def buttons(self) -> list[Any]:
        return [each for each in self.element.iter("button") if each.get("type") != "button"]

    def options(self, name: str) -> list[str]:
        """Returns the values to choose from."""
        return list(self.element.inputs[name].value_options)

    def value(self, name: str) -> str:
        return self.element.inputs[name].value or ""

    def fill(self, values: Mapping[str, str]) -> None:
        for name, value in values.items():
            self.element.inputs[name].value = value

    def has_button(self, words: str) -> bool:
        return any(words in words_of(button) for button in self.buttons)

    def sent_with(self, words: str, value: str) -> str:
        """Returns what a press of the first button with these words, or this value, sends."""
        pressed = next(each for each in self.buttons if _is_meant(each, words, value))
        named = [(pressed.get("name"), pressed.get("value", ""))] if pressed.get("name") else []
        return urlencode([*self.element.form_values(), *named])


def _is_meant(button: Any, words: str, value: str) -> bool:
    return words in words_of(button) and value in ("", button.get("value"))


@dataclass(frozen=True)
class Page:
    """A page that was answered. `root` is lxml's element of it, or of a part."""

    status: int
    address: str
    root: Any

    @property
    def words(self) -> str:
        return words_of(self.root)

    @property
    def title(self) -> str:
        return words_of(self.root.find(".//h1"))

    def find(self, selector: str) -> "Page | None":
        """Returns the first part that a CSS class or id names: ".next-step", "#now"."""
        attribute, name = ("class", selector[1:]) if selector[0] == "." else ("id", selector[1:])
        found = self.root.xpath(f"//*[contains(concat(' ', @{attribute}, ' '), ' {name} ')]")
        return Page(self.status, self.address, found[0]) if found else None

    def link(self, words: str) -> str | None:
        """Returns the address of the first link in the page's main part with these words."""
        for link in self.root.xpath("self::*[not(descendant::main)]//a[@href] | .//main//a[@href]"):
            if words in words_of(link):
                return urljoin(self.address, str(link.get("href")))
        return None

    def forms(self) -> list[Form]:
        found = self.root.iter("form")
        return [Form(each, urljoin(self.address, each.get("action") or self.address)) for each in found]

    def form_with(self, words: str = "", *, value: str = "") -> Form | None:
        """Returns the first form with a button of these words, or of this value."""
        for form in self.forms():
            if any(_is_meant(button, words, value) for button in form.buttons):
                return form
        return None


@dataclass
class Browser:
    """One visitor of the hall."""

    home: str
    connection: Connection = field(default_factory=HttpConnection)

    def open(self, address: str) -> Page:
        """Raises PageMissing for a page that is not answered well."""
        return self._read_page(self.connection.ask(urljoin(self.home, address), None, {}))

    def open_part(self, address: str, headers: Mapping[str, str]) -> Page | None:
        """Asks for a part of an open page, as its script does; None if the whole page is to be opened anew."""
        answer = self.connection.ask(address, None, {"HX-Request": "true", **headers})
        return None if answer.status == 204 else self._read_page(answer)

    def say(self, address: str) -> None:
        """Posts nothing, and expects no page."""
        self.connection.ask(urljoin(self.home, address), "", {})

    def press(self, form: Form, words: str = "", *, value: str = "") -> Page:
        """Sends a form by one of its buttons. A page that refuses it is returned as well, and has its status. Raises
        PageMissing for an error."""
        return self._read_page(self.connection.ask(form.address, form.sent_with(words, value), {}))

    def _read_page(self, answer: Answer) -> Page:
        page = Page(answer.status, answer.address, html.fromstring(answer.body or b"<p></p>"))
        if page.status >= 400 and page.status not in REFUSED:
            raise PageMissing(f"{page.status} at {page.address}: {page.words[:200]}")
        return page


def require(form: Form | None, what: str, page: Page) -> Form:
    """Returns the form. Raises PageMissing with the page's first words if there is none."""
    if form is None:
        raise PageMissing(f"nothing to {what} at {page.address}: {page.words[:300]}")
    return form
