"""Screens on the wall in real browsers: taken and switched from the director's phone, the same after a power cut, and
every list fitted to the wall."""

import re
from collections.abc import Callable, Iterator
from datetime import date

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.db.models import F
from playwright.sync_api import Browser, Page, expect

from tests.evenings import SEVEN
from tests.journeys.conftest import PHONE, Hall
from tests.kinds import mostly_slow
from tests.round_evenings import out, rule_all
from tournament.clock.services.rounds import start_round
from tournament.door.services.entries import enter_players
from tournament.draw.services.draws import draw_first_hour, release_draw
from tournament.event.services.events import create_event, show_standings
from tournament.models import Club, Event, Match, Player, Screen, State
from tournament.screens.services import begin_prizes, reveal_prize, show_call_out, take_screen
from tournament.screens.views.screen import OPENED
from tournament.screens.views.screen_pages import SCREEN_PAGES

PROJECTOR = {"width": 1024, "height": 768}
TELEVISION = {"width": 1920, "height": 1080}
FIRST = "Ada Alf Beryl Cedric Connie Dora Edwin Elsie Ernest Flo Fred Gladys Bernadette Gwendoline Maximilian".split()
LAST = "Marsh Tickner Pound Fagg Checksfield Boorman Philpott Luckhurst Amos Dunk O’Shaughnessy Featherstonehaugh Élan"
NAMES = [f"{first} {last}" for last in (*LAST.split(), "Ó") for first in FIRST]

# Names that can be seen, and what of the page stands outside the wall.
SEEN = """() => {
  const page = document.querySelector('.screen-page:not([data-off])');
  const shown = [...page.querySelectorAll('[data-fit] > :not([hidden])')];
  const outside = [...document.querySelectorAll('.screen, .screen *')].filter((each) => {
    if (!each.checkVisibility({visibilityProperty: true}) || each.closest('.away, svg')) return false;
    const box = each.getBoundingClientRect();
    const isIn = box.left >= -1 && box.top >= -1 && box.right <= innerWidth + 1 && box.bottom <= innerHeight + 1;
    return box.width > 0 && (!isIn || (each.closest('[data-fit] > *') && each.scrollWidth > each.clientWidth + 1
      && getComputedStyle(each).display !== 'inline'));
  });
  const wordsOf = (each) => each.textContent.replace(/\\s+/g, ' ').trim();
  const of = (item) => [...item.querySelectorAll('[data-shrink], .room-names li')].map(wordsOf);
  return {names: shown.flatMap(of), outside: outside.map((each) => each.outerHTML.slice(0, 120)),
    part: Number(page.dataset.part), parts: Number(page.dataset.parts),
    scrolls: [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight]};
}"""

# Whatever can be read, with capitals lower than 20 mm on a television of 55 inches, which is 1218 mm across.
SMALL = """() => {
  const pen = document.createElement("canvas").getContext("2d");
  const texts = document.createTreeWalker(document.querySelector(".screen"), NodeFilter.SHOW_TEXT);
  const small = [];
  while (texts.nextNode()) {
    const [part, words] = [texts.currentNode.parentElement, texts.currentNode.textContent.trim()];
    const isSeen = part.checkVisibility({visibilityProperty: true}) && !part.closest(".away, svg");
    const style = getComputedStyle(part);
    if (!words || !isSeen || style.fontSize === "0px") continue;
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const millimetres = pen.measureText("H").actualBoundingBoxAscent * 1218 / 1920;
    if (millimetres < 20) small.push(`${words}: ${millimetres.toFixed(1)} mm`);
  }
  return small;
}"""

Opener = Callable[..., Page]


@pytest.fixture
def wall(live_server, browser: Browser, transactional_db: None) -> Iterator[Opener]:
    """Opens a screen of the director's in a browser of its own, which shows these pages; no script may fail."""
    OPENED.forget()
    contexts, troubles = [], []

    def opener(event: Event, *keys: str, viewport: dict[str, int] = TELEVISION, **options: object) -> Page:
        context = browser.new_context(viewport=viewport, reduced_motion="reduce", **options)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.on("console", lambda said: troubles.append(said.text) if "Content Security" in said.text else None)
        page.goto(f"{live_server.url}/screen/")
        screen = Screen.objects.latest("pk")
        take_screen(screen, on=event, by=None, now=SEVEN)
        Screen.objects.filter(pk=screen.pk).update(turns=[[key, 600] for key in keys], event=event)
        page.reload()
        page.evaluate("document.fonts.ready")
        return page

    yield opener
    for context in contexts:
        context.close()
    assert troubles == []


def evening_of(players: int) -> Event:
    """Seated; and everybody's standing is shown, though nothing is played."""
    club = Club.objects.create(name="The Jack and Knave")
    event = create_event(club, name="Kent evening", date=date(2026, 11, 21), by=None, now=SEVEN)
    enter_players(event, NAMES[:players], by=None, now=SEVEN)
    release_draw(draw_first_hour(event, seed=7, by=None, now=SEVEN), by=None, now=SEVEN)
    show_standings(event, True, by=None, now=SEVEN)
    return event


LETTERS_LOADED = """() => document.fonts.ready.then(() => [...document.fonts]
  .filter((face) => face.family.includes("Letters") && face.status === "loaded").map((face) => face.unicodeRange))"""


@pytest.mark.slow
def test_a_wall_has_the_letters_of_every_name_from_the_hall_and_asks_for_no_others(wall):
    page = wall(evening_of(12), "names")
    assert page.evaluate(LETTERS_LOADED) == []
    for player, name in zip(Player.objects.order_by("pk"), ("李小龍", "Ольга", "ราตรี"), strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    Event.objects.update(revision=F("revision") + 1)
    page.reload()
    expect(page.locator("body")).to_contain_text("李小龍")
    page.evaluate("new Promise(requestAnimationFrame)")
    loaded = page.evaluate(LETTERS_LOADED)
    assert sorted({each.split(",")[0] for each in loaded}) == ["U+1100-11FF", "U+300-5FF", "U+E00-E7F"]


@pytest.mark.slow
@pytest.mark.parametrize("players", mostly_slow([12, 60, 193], quick=[12]))
def test_every_name_is_shown_once_over_the_parts_and_nothing_outside_the_wall(wall, players):
    page = wall(evening_of(players), "names", "standings", "seating")
    for viewport in (TELEVISION, PROJECTOR):
        page.set_viewport_size(viewport)
        page.reload()
        page.evaluate("document.fonts.ready.then(() => new Promise(requestAnimationFrame))")
        for key in ("names", "standings", "seating"):
            expect(page.locator(f".screen-page.on-{key}:not([data-off])")).to_have_count(1)
            seen: list[str] = []
            while True:
                found = page.evaluate(SEEN)
                assert (found["outside"], found["scrolls"]) == ([], [0, 0]), (key, viewport)
                seen += found["names"]
                page.keyboard.press("ArrowRight")
                if found["part"] == found["parts"]:
                    break
            assert sorted(seen) == sorted(NAMES[:players]), (key, viewport)


@pytest.mark.slow
def test_each_page_of_a_screen_is_accessible_in_both_colours(wall):
    event = evening_of(12)
    Match.objects.update(state=State.AGREED)
    begin_prizes(event, places=2, side_prizes=False, by=None, now=SEVEN)
    reveal_prize(event, seen=0, by=None, now=SEVEN)
    show_standings(event, True, by=None, now=SEVEN)
    show_call_out(event, "Table 7: the director is looking for you", by=None, now=SEVEN)
    page = wall(event, *SCREEN_PAGES)
    Screen.objects.update(notice="Tea at nine")
    wrong = {}
    for theme in ("slate", "paper"):
        Screen.objects.update(theme=theme)
        page.reload()
        for key in SCREEN_PAGES:
            expect(page.locator(f".screen-page.on-{key}:not([data-off])")).to_have_count(1)
            found = page.evaluate(SEEN)
            wrong[theme, key] = [each["id"] for each in Axe().run(page).response["violations"]] + found["outside"]
            while page.locator(f".screen-page.on-{key}:not([data-off])").count():
                page.keyboard.press("ArrowRight")
    assert {where: what for where, what in wrong.items() if what} == {}


def small_on(page: Page, *keys: str) -> list[str]:
    """Returns what is too small on these pages, over all their parts."""
    found = []
    for key in keys:
        expect(page.locator(f".screen-page.on-{key}:not([data-off])")).to_have_count(1)
        parts = page.evaluate(SEEN)["parts"]
        for _part in range(parts):
            found += [f"{key}: {words}" for words in page.evaluate(SMALL) + page.evaluate(SEEN)["outside"]]
            page.keyboard.press("ArrowRight")
    return found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("enters", "people"),
    [("players", 8), ("players", 40), ("players", 200), ("pairs", 16), ("pairs", 200), ("teams", 100)],
)
def test_all_that_a_wall_says_has_capitals_of_20_mm_on_a_television_of_55_inches(wall, rounds_of, enters, people):
    if enters == "players":
        event = evening_of(people)
        start_round(event.stages.get().rounds.first(), by=None, now=SEVEN)
    else:
        plan = [["knock-out" if enters == "pairs" else "swiss", 0 if enters == "pairs" else 3]]
        evening = rounds_of(people // {"pairs": 2, "teams": 4}[enters], plan=plan, enters=enters, names=NAMES)
        out(evening, 1)
        rule_all(evening, 1)
        out(evening, 2)
        event = evening.event
    begin_prizes(event, places=4, side_prizes=False, by=None, now=SEVEN)
    for number in range(3):
        reveal_prize(event, seen=number, by=None, now=SEVEN)
    show_standings(event, True, by=None, now=SEVEN)
    page = wall(event, *SCREEN_PAGES)
    Screen.objects.update(notice="Tea at nine")
    page.reload()
    assert small_on(page, *SCREEN_PAGES) == []


@pytest.mark.slow
def test_one_long_name_leaves_the_other_results_on_their_page(wall, rounds_of):
    evening = rounds_of(20, plan=[["swiss", 1]], enters="pairs")
    out(evening, 1)
    rule_all(evening, 1)
    show_standings(evening.event, True, by=None, now=SEVEN)
    parts = []
    for name in ("Ann Ash", "Wolfeschlegelsteinhausenbergerdorff Featherstonehaugh-Cholmondeley"):
        Player.objects.filter(name="Ann Ash").update(name=name)
        found = wall(evening.event, "results").evaluate(SEEN)
        assert (found["outside"], found["scrolls"]) == ([], [0, 0])
        parts.append(found["parts"])
    assert parts == [1, 1]


@pytest.mark.slow
def test_a_screen_is_taken_switched_and_after_a_power_cut_back_where_it_was(hall_of, port):
    hall: Hall = hall_of("--demo", "--port", str(port))
    screen, desk = hall.open(PROJECTOR), hall.director(PHONE)
    screen.goto(f"{hall.address}/screen/")
    code = screen.locator(".screen-code").inner_text()
    desk.page.goto(f"{hall.address}/screens/")
    desk.page.get_by_label("Letters on the screen").fill(code.lower())
    desk.page.get_by_label("Screen name").fill("Bar")
    desk.page.get_by_role("button", name="Connect this screen").click()
    expect(screen.locator(".clock-time").first).to_be_visible()
    bar = desk.page.get_by_role("region", name="Bar")
    standings = bar.get_by_role("button", name="Standings")
    standings.scroll_into_view_if_needed()
    stood = desk.page.evaluate("scrollY")
    standings.click()
    expect(standings).to_have_attribute("aria-pressed", "true")
    expect(standings).to_be_focused()
    assert (stood > 0, desk.page.evaluate("scrollY")) == (True, stood)
    expect(screen.get_by_role("heading", name="Standings")).to_be_visible()
    expect(screen.locator(".screen-mark")).to_have_text(re.compile(r"1–\d+ · 1 of \d"))
    desk.page.get_by_label("Table", exact=True).fill("3")
    desk.page.get_by_role("button", name="Announce").click()
    expect(screen.get_by_text("Table 3: the director is looking for you")).to_be_visible()
    screen.keyboard.press("ArrowRight")
    expect(screen.locator(".screen-mark")).to_contain_text("2 of")
    hall.pull_the_plug()
    expect(screen.get_by_role("status").first).to_contain_text("Offline.")
    hall.evening = hall.start()
    expect(screen.get_by_role("status").first).to_have_text("")
    screen.reload()
    expect(screen.get_by_role("heading", name="Standings")).to_be_visible()
    expect(screen.locator(".screen-mark")).to_contain_text("2 of")
    desk.page.goto(f"{hall.address}/screens/")
    desk.page.get_by_role("button", name="Remove announcement").click()
    expect(screen.get_by_text("Table 3: the director is looking for you")).to_be_hidden()
