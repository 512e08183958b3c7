"""A table's phone in larger type: at 100 % the common hand is on one screen, and up to 200 % no word is cut in two,
nothing lies on anything else, and Record is in sight where it has room beside all rows."""

from collections.abc import Callable, Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from tests import evenings
from tests.journeys.conftest import PHONE, place_of
from tests.journeys.tables import TablePhone
from tournament.models import Player, TableCode

evening_of = evenings.evening_of
GAMES = {
    "trinidad-tables": 4,
    "lancashire-tables": 4,
    "nlcb-tables": 4,
    "seven-up-tables": 3,
    "kent-1674": 4,
    "auction-pitch-tables": 7,
}
SIX_LETTERS = ["Connor", "Thomas", "Hannah", "Oliver", "Sophie", "Martin", "Damian"]
CUT = """() => {
  const shown = (element) => element.checkVisibility() && !element.closest(".away");
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const cut = [];
  for (const part of all("#now h2, .phone-top h1, .phone-top h2, #hand-form :is(legend, label, summary, button, p)")) {
    const words = part.textContent.trim();
    if (part.clientWidth && part.scrollWidth > part.clientWidth + 1) cut.push(`wider than its box: ${words}`);
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (const word of text.data.matchAll(/[^\\s&-]+/g)) {
        const range = document.createRange();
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)));
        if (lines.size > 1) cut.push(`cut in two: ${word[0]}`);
      }
    }
  }
  const boxes = all("#now .score-side, .hand-fields :is(.ticks-row label, legend, summary, .chip)");
  const places = boxes.map((box) => [box, box.getBoundingClientRect()]);
  for (const [one, a] of places) {
    for (const [other, b] of places) {
      if (one.contains(other) || other.contains(one) || !a.width || !b.width) continue;
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (across > 1 && down > 1) cut.push(`${one.textContent.trim()} on ${other.textContent.trim()}`);
    }
  }
  return [...new Set(cut)];
}"""

OFF_CENTRE = """() => [...document.querySelectorAll(".pitch-columns tbody td > .score")].filter((score) => {
  const range = document.createRange();
  range.selectNodeContents(score);
  const [figure, cell] = [range.getBoundingClientRect(), score.parentElement.getBoundingClientRect()];
  return !score.parentElement.querySelector(".bid")
    && Math.abs(figure.left + figure.width / 2 - cell.left - cell.width / 2) > 2;
}).map((score) => score.textContent.trim())"""
"""The scores of Pitch that do not stand in the middle of their player's column."""


@pytest.fixture
def open_sheet(transactional_db, evening_of, live_server, browser: Browser) -> Iterator[Callable[..., TablePhone]]:
    """The sheet of a match on the phone of one side."""
    contexts = []

    def opener(format: str, players: int = 0) -> TablePhone:
        size = players or GAMES[format]
        evening = evening_of(size, format=format, table_size=size)
        evening.begin()
        evening.play_rounds(1, until=1)
        match = evening.matches(1)[0]
        code = TableCode.objects.get(event=evening.event, table_number=match.table.number, revoked_at=None).code
        context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
        contexts.append(context)
        return TablePhone(context, live_server.url + reverse("table", args=[code]), match.pk, 1)

    yield opener
    for context in contexts:
        context.close()


def mark(page: Page, **marks: str) -> None:
    for name, value in marks.items():
        label = page.locator("#hand-form label", has=page.locator(f"input[name={name}][value='{value}']"))
        if label.count() and label.is_visible():
            label.tap()


def type_size(page: Page, percent: int) -> None:
    """Set the size; the page measures its type when it is next drawn, so wait until it has been drawn twice."""
    page.evaluate(
        """size => {
          document.documentElement.style.fontSize = `${size}%`;
          return new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
        }""",
        percent,
    )


@pytest.mark.slow
def test_the_common_hand_is_on_one_screen_with_the_score_the_preview_and_record(open_sheet) -> None:
    page = open_sheet("trinidad-tables").page
    mark(page, dealer="a", high="a", low="b", game="a")
    page.get_by_role("button", name="Record").tap()
    expect(page.locator("#now")).to_have_attribute("data-next", "2")
    mark(page, high="a", low="b", jack="a", jack_from="b", game="a")
    expect(page.locator("#preview")).to_contain_text("Hang Jack")
    seen = [".score", ".deal-line", *(f"fieldset:has([name={name}])" for name in ("high", "low", "jack", "jack_from"))]
    for part in (*seen, "fieldset:has([name=game])", "#preview"):
        expect(page.locator(part)).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Record hand 2")).to_be_in_viewport(ratio=1)
    game, foot = (place_of(page, part) for part in ("fieldset:has([name=game])", ".hand-keep"))
    assert game["bottom"] <= foot["y"]
    expect(page.locator("[data-adds]").first).to_have_text("+5")
    assert page.evaluate("scrollY") == 0


def fits_above_the_foot(page: Page, *names: str) -> None:
    """The score, the bids and these rows, between the top of the phone and the foot with Record."""
    page.evaluate("scrollTo(0, 0)")
    foot = place_of(page, ".hand-keep")
    for part in ("#now .score", ".auction", *(f"fieldset:has([name={name}])" for name in names)):
        box = place_of(page, part)
        assert (part, box["y"] >= 0, box["bottom"] <= foot["y"]) == (part, True, True)


@pytest.mark.slow
@pytest.mark.parametrize("players", [4, 7])
def test_a_hand_of_pitch_is_on_one_screen_and_takes_seven_taps(open_sheet, players) -> None:
    page = open_sheet("auction-pitch-tables", players).page
    if players == 4:
        fits_above_the_foot(page, "dealer", "high", "low", "jack", "game")
    mark(page, dealer="a", pitcher="b", bid="2", high="b", low="b", jack="none", game="a")
    page.get_by_role("button", name="Record").tap()
    expect(page.locator("#now")).to_have_attribute("data-next", "2")
    expect(page.locator(".deal-line")).to_be_visible()
    taps = {"pitcher": "c", "bid": "3", "high": "c", "low": "c", "jack": "c", "game": "a"}
    mark(page, **taps)
    expect(page.locator("#preview")).to_contain_text("High, Low, Jack")
    fits_above_the_foot(page, "high", "low", "jack", "game")
    page.get_by_role("button", name="Record").tap()
    expect(page.locator("#now")).to_have_attribute("data-next", "3")
    assert len(taps) + 1 == 7
    assert page.evaluate(CUT) == []
    assert page.evaluate(OFF_CENTRE) == []


@pytest.mark.slow
def test_names_of_six_letters_stand_whole_over_the_scores_of_seven(open_sheet) -> None:
    phone = open_sheet("auction-pitch-tables", 7)
    for player, name in zip(Player.objects.order_by("pk"), SIX_LETTERS, strict=False):
        player.name = name
        player.save()
    phone.open()
    shown = phone.page.locator("#now .score-side h2").all_inner_texts()
    assert ({name.strip() for name in shown}, phone.page.evaluate(CUT)) == (set(SIX_LETTERS), [])


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_in_larger_type_or_zoomed_no_word_is_cut_nothing_overlaps_and_record_is_at_the_end(open_sheet, game) -> None:
    page = open_sheet(game).page
    mark(page, dealer="a", pitcher="b", bid="2", high="a", low="b", jack="a", jack_from="b", game="a")
    expect(page.locator("#preview[data-after]")).to_be_visible()
    found, record = [], page.get_by_role("button", name="Record")
    sizes = [(percent, PHONE, "type") for percent in (100, 130, 150, 200)]
    for percent in (130, 150, 200):
        sizes.append(
            (100, {side: length * 100 // percent for side, length in PHONE.items()}, f"zoom {percent} %, type")
        )
    for percent, viewport, what in sizes:
        page.set_viewport_size(viewport)
        type_size(page, percent)
        for is_open in (False, True):
            page.evaluate("open => { document.querySelector('.deal-line').open = open; }", is_open)
            found += [f"{what} {percent} %: {words}" for words in page.evaluate(CUT)]
            page.evaluate("scrollTo(0, 0)")
            if (percent, viewport, is_open) == (100, PHONE, False):
                expect(record).to_be_in_viewport(ratio=1)
            record.scroll_into_view_if_needed()
            expect(record).to_be_in_viewport(ratio=1)
        if page.evaluate("document.documentElement.scrollWidth") > viewport["width"]:
            found.append(f"{what} {percent} %: the page is wider than the phone")
    assert found == []


@pytest.mark.slow
def test_a_question_stands_at_the_foot_with_both_answers_in_sight_at_any_size(open_sheet) -> None:
    page = open_sheet("trinidad-tables").page
    question = page.locator("[data-asked]")
    for percent in (100, 150, 200):
        type_size(page, percent)
        mark(page, dealer="a", high="a", low="b")
        page.get_by_role("button", name="Record").tap()
        for answer in ("Confirm", "Change"):
            expect(question.get_by_role("button", name=answer)).to_be_in_viewport(ratio=1)
        expect(page.get_by_role("button", name="Record")).to_be_hidden()
        question.get_by_role("button", name="Change").tap()
