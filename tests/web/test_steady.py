"""The sheet under a thumb, in a real browser: what comes and goes above the form, and a part that would come anew."""

from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from playwright.sync_api import Page, Route

NOW = datetime(2025, 3, 14, 19, 40, tzinfo=UTC)
PAGE = """<!doctype html><meta name="viewport" content="width=device-width">
<style>p { height: 90px; margin: 0 } main { display: grid }</style>
<main><div id="now"><p>Score</p></div><form id="hand-form"><label>Jack <input type="radio" name="jack"></label>
<div style="height: 1200px"></div></form></main><script type="module" src="/web/steady.js"></script>"""
CHANGES = """changes => changes.map(change => {
  const now = document.getElementById("now");
  if (change > 0) now.insertAdjacentHTML("beforeend", "<p>Hand 3: right?</p>".repeat(change));
  else for (; change; change++) now.lastElementChild.remove();
  return new Promise(done => requestAnimationFrame(() => done(
    [Math.round(document.querySelector("label").getBoundingClientRect().top), Math.round(scrollY)])));
}).reduce(async (before, after) => [...await before, await after], [])"""
SWAPS = """verb => {
  const detail = { target: document.getElementById("now"), requestConfig: { verb }, shouldSwap: true };
  document.dispatchEvent(new CustomEvent("htmx:beforeSwap", { detail }));
  return detail.shouldSwap;
}"""


@pytest.fixture
def sheet(page: Page) -> Page:
    def answer(route: Route) -> None:
        if route.request.url.endswith(".js"):
            script = settings.BASE_DIR / "static" / urlsplit(route.request.url).path.lstrip("/")
            route.fulfill(body=script.read_text(), content_type="text/javascript")
        else:
            route.fulfill(body=PAGE, content_type="text/html")

    page.set_viewport_size({"width": 360, "height": 740})
    page.route("**/*", answer)
    page.goto("http://hall.test/page")
    return page


def moves(sheet: Page, *changes: int) -> list[tuple[int, int]]:
    """Where the first choice stands, and how far the page is scrolled, after so many lines came or went above it."""
    return [tuple(each) for change in changes for each in sheet.evaluate(CHANGES, [change])]


def test_what_comes_and_goes_above_a_form_in_use_moves_no_choice_of_it(sheet: Page) -> None:
    before = moves(sheet, 1, -1)
    sheet.evaluate("document.getElementById('hand-form').dataset.touched = ''")
    written = moves(sheet, 1, 2, -2, -2, 1, 1)
    top = before[1][0]
    assert before == [(top + 90, 0), (top, 0)]
    assert written == [(top, 90), (top, 270), (top, 90), (top, 0), (top, 0), (top, 90)]


def test_after_the_hand_was_written_down_nothing_is_left_of_the_room_that_was_kept(sheet: Page) -> None:
    (top, _), _ = moves(sheet, 1, -1)
    sheet.evaluate("document.getElementById('hand-form').dataset.touched = ''")
    moves(sheet, -1)
    sheet.evaluate("""() => {
      const form = document.getElementById("hand-form");
      delete form.dataset.touched;
      form.dispatchEvent(new CustomEvent("outbox:ready", { bubbles: true }));
    }""")
    assert moves(sheet, 1) == [(top - 90, 0)]


def test_a_part_that_comes_by_itself_waits_for_a_finger_that_is_down_and_an_answer_to_a_press_does_not(
    sheet: Page,
) -> None:
    sheet.clock.install(time=NOW)
    sheet.clock.pause_at(NOW + timedelta(minutes=1))
    sheet.reload()
    sheet.evaluate("htmx = { trigger: (part, name) => { asked = [...window.asked ?? [], `${part.id} ${name}`]; } }")
    said = [sheet.evaluate(SWAPS, "get")]
    sheet.mouse.move(100, 50)
    sheet.mouse.down()
    said += [sheet.evaluate(SWAPS, verb) for verb in ("get", "post")]
    sheet.mouse.up()
    sheet.clock.run_for(300)
    said += [sheet.evaluate(SWAPS, "get")]
    assert said == [True, False, True, True]
    assert sheet.evaluate("asked") == ["now refresh"]
