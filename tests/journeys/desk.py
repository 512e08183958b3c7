"""The desk of an evening in a real browser: what the director and the scorer press, by the words on the pages."""

import re
from dataclasses import dataclass
from io import BytesIO

from playwright.sync_api import Locator, Page, expect
from pypdf import PdfReader

from tests.journeys.book import Book
from tests.running import PATIENCE

ANSWERED_IN_PLACE = "button => !button.form || button.closest('[hx-get], [hx-post]') !== null"
"""Whether the answer to a button replaces a part of its page, and not the whole page."""
RESTS = "button => getComputedStyle(button).pointerEvents === 'none'"
"""Whether a button takes no tap yet, because it has just appeared where another may have been; Enter works."""


def wait_for_focus(page: Page) -> None:
    """Waits until what is typed goes into a form: a browser focuses its first box only when it draws the page, which on
    a busy machine comes after the page has loaded."""
    expect(page.locator("form :focus")).to_have_count(1)


@dataclass
class Desk:
    """One signed-in browser. `hall` is where the evening is served, `evening` the address of its pages."""

    page: Page
    hall: str
    evening: str = ""
    javascript: bool = True

    def sign_in(self, name: str, password: str) -> None:
        self.page.goto(f"{self.hall}/sign-in/")
        self.page.get_by_label("Name").fill(name)
        self.page.get_by_label("Password").fill(password)
        self._follow(self.page.locator("main").get_by_role("button", name="Sign in"))

    def choose_password(self, password: str) -> None:
        for box in self.page.locator("main input[type=password]").all():
            box.fill(password)
        self.press("Save password")

    def open_evening(self, *, club: str, name: str) -> None:
        self.page.goto(f"{self.hall}/events/new/")
        self.page.get_by_label("Club", exact=True).fill(club)
        self.page.get_by_role("textbox", name="Evening", exact=True).fill(name)
        self.press("Open the door")
        self.evening = re.match(r"(.*/e/\d+)/door/", self.page.url).group(1)

    def open(self, path: str) -> None:
        response = self.page.goto(f"{self.evening}/{path}")
        assert response is not None and response.ok, f"{path}: {response and response.status}"

    def press(self, name: str | re.Pattern[str], within: Locator | None = None) -> None:
        button = (within or self.page.locator("main")).get_by_role("button", name=name).first
        if self.javascript and button.evaluate(ANSWERED_IN_PLACE):
            self._tap(button)
            self.page.wait_for_load_state()
            expect(self.page.locator(".htmx-request")).to_have_count(0)
        else:
            self._follow(button)

    def _follow(self, link: Locator) -> None:
        """Clicks and waits for the next page, which a click alone does not do."""
        with self.page.expect_navigation(wait_until="domcontentloaded"):
            self._tap(link)

    def _tap(self, button: Locator) -> None:
        """Taps a button, or presses Enter while it takes no tap: a journey has no second to wait at every step."""
        if self.javascript and button.evaluate(RESTS):
            button.press("Enter")
        else:
            button.click()

    def key_the_next(self) -> None:
        """Opens the first missing sheet of the open list."""
        self._follow(self.page.get_by_role("link", name=re.compile("Key in next")))

    def next_step(self, label: str | re.Pattern[str]) -> None:
        """Presses the button for the next step, which must have this label."""
        self.open("")
        step = self.page.locator(".next-step .primary")
        expect(step).to_have_text(label)
        self._follow(step)

    def let_in(self, *names: str) -> None:
        self.open("door/")
        self.page.get_by_role("textbox").first.fill("\n".join(names))
        self.press("Add players")

    def at_the_door(self, name: str, press: str) -> None:
        """Presses what comes next beside a name, or otherwise what its page has."""
        self.open("door/")
        line = self.page.locator(".people li").filter(has_text=name)
        if line.get_by_role("button", name=press).count():
            self.press(press, within=line)
        else:
            self._follow(line.locator("a.name"))
            self.press(press)

    def sheet_of(self, name: str, hour: int) -> None:
        self.open(f"sheets/?hour={hour}")
        self._follow(self.page.get_by_role("table").get_by_role("link", name=name, exact=True))

    def opponents(self) -> list[str]:
        """Returns the opponents on the open sheet, in its order."""
        legends = self.page.locator("fieldset.sheet-line legend")
        return [re.sub(r"^Round \d+\s*", "", text.strip()).strip() for text in legends.all_inner_texts()]

    def key(self, hour: int, name: str, book: Book) -> None:
        """Fills in the open sheet and saves it: each line's four boxes, then the total."""
        lines = book.sheet(hour, name, self.opponents())
        boxes = [str(box) for mine, theirs in lines for box in (mine, theirs, 0, min(mine, 1))]
        with self.page.expect_navigation(wait_until="domcontentloaded"):
            self._fill([*boxes, str(sum(mine for mine, _ in lines))])
        if book.is_doubted(hour, name):
            self.expect_words("“Save as it is” keeps both, and the director decides")
            self.press("Save")

    def _fill(self, numbers: list[str]) -> None:
        """Fills in by keyboard alone; without scripts Enter would send the form, so box by box."""
        if self.javascript:
            wait_for_focus(self.page)
            for number in numbers:
                self.page.keyboard.insert_text(number)
                self.page.keyboard.press("Enter")
            return
        for box, number in zip(self.page.locator("form.sheet input.number").all(), numbers, strict=True):
            box.fill(number)
        self.page.get_by_role("button", name="Save").click()

    def key_all(self, hour: int, book: Book) -> None:
        """Keys every missing sheet, in the order in which the pages offer them."""
        self.open(f"sheets/?hour={hour}")
        self.key_the_next()
        while self.page.locator("form.sheet").count():
            self.key(hour, self.page.locator("h1").inner_text(), book)
        self.expect_words(re.compile(r"All \d+ sheets are in"))

    def standings(self) -> list[dict[str, str]]:
        """Returns each line of the open page by its column headings; `Why` is the text that opens under the name."""
        table = self.page.locator("table.standings")
        headings = [heading.strip() for heading in table.locator("thead th").all_text_contents()]
        rows = []
        for row in table.locator("tbody tr").all():
            cells = [" ".join(cell.split()) for cell in row.locator("td, th").all_text_contents()]
            name = row.locator("th").evaluate("th => th.firstChild.textContent.trim()")
            why = " ".join(" ".join(row.locator("th .why:not(.less)").all_text_contents()).split())
            rows.append(dict(zip(headings, cells, strict=True)) | {"Name": name, "Why": why})
        return rows

    def rule(self, name: str, points: int, other: str, other_points: int, *, reason: str) -> None:
        """Fills in the open ruling page."""
        self.page.get_by_label(f"Points for {name}").fill(str(points))
        self.page.get_by_label(f"Points for {other}").fill(str(other_points))
        self.page.get_by_label("Reason").fill(reason)
        self.press("Save ruling")
        self.expect_words("Ruling saved.")

    def pdf(self, document: str, query: str = "") -> PdfReader:
        response = self.page.request.get(f"{self.evening}/paper/{document}.pdf{query}", timeout=PATIENCE)
        assert response.ok, f"{document}: {response.status} {response.text()[:300]}"
        assert response.headers["content-type"] == "application/pdf"
        return PdfReader(BytesIO(response.body()))

    def expect_words(self, words: str | re.Pattern[str]) -> None:
        expect(self.page.locator("main")).to_contain_text(words)
