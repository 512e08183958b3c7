"""A table's phone, narrow or in large type, in each state of a match: the page is never wider than the phone, and a tap
in the middle of whatever can be pressed hits it, however many sit there and whatever they are called. The foot with
Record lies over no row of the form: where a phone has no room for both, it is the end of the form."""

from collections.abc import Callable, Iterator
from random import Random
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect

from scoring import RULE_SETS
from tests import evenings
from tests.evenings import NAMES, Evening
from tests.event.test_table_evenings import play_match
from tests.journeys.conftest import PHONE
from tests.journeys.tables import TablePhone
from tests.journeys.test_large_text import type_size
from tests.scoring.dealing import played_hand
from tournament.formats.formats import FORMATS
from tournament.foundation.authors import Phone
from tournament.hands.queries.hands import match_in_hands
from tournament.hands.services.recording import submit_hand
from tournament.matches.queries.matches import seating_of
from tournament.models import Match, Player, TableCode
from tournament.rules.queries.rules import rules_of

evening_of = evenings.evening_of
LONG = [
    "Bartholomew Featherstonehaugh-Cholmondeley",
    "Wolfeschlegelsteinhausenbergerdorff Wolfeschlegelsteinhausenbergerdorff",
    "Maria-Theresia Schmidt",
    "Maria-Theresia Schmitt-Hohenzollern-Sigmaringen",
    "Wilhelmina Aleksandrovna Konstantinopolitanska",
    "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
    "Christopher-Emmanuel Papadimitropoulos",
]
HEIGHTS = {320: 568, 360: 740}
PERCENTS = (100, 130, 150, 200)
TABLES = [
    *((f"{rules}-tables", 4) for rules in ("trinidad", "lancashire", "nlcb")),
    ("kent-1674", 4),
    *(("seven-up-tables", players) for players in (2, 3, 4)),
    *(("auction-pitch-tables", players) for players in range(2, 8)),
    ("california-jack-tables", 2),
    *((f"{rules.id}-tables", 4) for rules in RULE_SETS.values() if rules.taken),
]
SeatTable = Callable[[str, int], tuple[Evening, Match, Callable[[], TablePhone]]]
FAULTS = """() => {
  const found = [];
  const wide = document.documentElement.scrollWidth;
  if (wide > innerWidth) found.push(`${wide} px wide`);
  const all = "main :is(a[href], button, summary, select, textarea, input:not([type=hidden])), header a";
  for (const control of document.querySelectorAll(all)) {
    if (!control.checkVisibility() || control.closest(".away")) continue;
    control.scrollIntoView({ block: "nearest", inline: "nearest" });
    const [box] = control.getClientRects();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const part = control.closest("label") ?? control;
    const words = [control.name, part.textContent.trim() || control.value].join(" ").replace(/\\s+/g, " ").trim();
    if (!part.contains(hit)) found.push(`${words}: a tap goes to ${hit?.outerHTML.slice(0, 60)}`);
    if (box.left < -1 || box.right > innerWidth + 1) found.push(`${words}: over the edge`);
  }
  scrollTo(0, 0);
  const foot = document.querySelector("#hand-form .hand-keep")?.getBoundingClientRect();
  for (const choice of foot ? document.querySelectorAll("#hand-form :is(label, summary, .box input)") : []) {
    if (!choice.checkVisibility() || choice.closest(".hand-keep, .folds:not(:has([open]))")) continue;
    const box = choice.getBoundingClientRect();
    const words = choice.textContent.replace(/\\s+/g, " ").trim();
    if (box.bottom > foot.top + 1 && box.top < foot.bottom - 1) found.push(`${words}: under the foot`);
  }
  return found;
}"""
MARK_SECOND = """() => {
  for (const stop of document.querySelectorAll("#hand-form [data-stop]")) {
    const radios = [...stop.querySelectorAll("input")].filter((radio) => !radio.disabled && !radio.closest("[hidden]"));
    if (stop.checkVisibility()) (radios[1] ?? radios[0])?.click();
  }
  for (const taken of document.querySelectorAll("#hand-form .taken")) {
    for (const [place, box] of taken.querySelectorAll("input").entries()) {
      box.value = place ? 0 : taken.dataset.sum;
      box.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }
}"""


def faults_of(page: Page, state: str) -> list[str]:
    """Returns what is wrong at any size, each with its state, and leaves the page as it was."""
    found = []
    for width, height in HEIGHTS.items():
        page.set_viewport_size({"width": width, "height": height})
        for percent in PERCENTS:
            type_size(page, percent)
            found += [f"{state}, {width} px, {percent} %: {fault}" for fault in page.evaluate(FAULTS)]
    page.set_viewport_size(PHONE)
    type_size(page, 100)
    return found


def is_record_in_sight(page: Page) -> bool:
    """Whether the whole foot of the form is in sight at the top of the page."""
    found: bool = page.evaluate(
        """() => {
          scrollTo(0, 0);
          const { top, bottom } = document.querySelector(".hand-keep").getBoundingClientRect();
          return top > 0 && bottom <= innerHeight + 1;
        }"""
    )
    return found


def end_of_form(page: Page) -> int:
    """Where the form of a hand ends on a page that nobody has scrolled, its rare questions and Record included."""
    found: int = page.evaluate(
        "Math.round(document.querySelector('#hand-form').getBoundingClientRect().bottom + scrollY)"
    )
    return found


def call_players(names: list[str]) -> None:
    for player, name in zip(Player.objects.order_by("pk"), names, strict=False):
        player.name = name
        player.save()


def send_hand(evening: Evening, match: Match, chance: Random, *sides: int) -> None:
    """Sends the next hand from the phones of these sides, each with facts of its own."""
    number = match_in_hands(evening.event, match.pk).next_number
    for side in sides:
        facts = played_hand(rules_of(evening.event), seating_of(match), chance).facts
        told = {"number": number, "entry_key": uuid4(), "facts": facts, "is_valid": True}
        by = Phone(f"{side}d5c", match.table.number, side)
        submit_hand(match_in_hands(evening.event, match.pk), **told, by=by, now=evening.now)


@pytest.fixture
def seat_table(transactional_db, evening_of, live_server, browser: Browser) -> Iterator[SeatTable]:
    """A table of so many, and what opens a phone of its first side."""
    contexts = []

    def seat(format: str, players: int) -> tuple[Evening, Match, Callable[[], TablePhone]]:
        size = {} if format == "kent-1674" else {"table_size": players}
        evening = evening_of(players, format=format, **size)
        evening.begin()
        evening.play_rounds(1, until=1)
        match = evening.matches(1)[0]
        code = TableCode.objects.get(event=evening.event, table_number=match.table.number, revoked_at=None).code

        def open_phone() -> TablePhone:
            contexts.append(browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB"))
            return TablePhone(contexts[-1], live_server.url + reverse("table", args=[code]), match.pk, 1)

        return evening, match, open_phone

    yield seat
    for context in contexts:
        context.close()


def record_offline(phone: TablePhone) -> None:
    """Records two hands that wait on the phone."""
    phone.go(online=False)
    for number in (1, 2):
        phone.page.evaluate(MARK_SECOND)
        phone.page.get_by_role("button", name="Record").tap()
        expect(phone.page.locator("[data-outbox-list] li")).to_have_count(number)
    expect(phone.page.locator("#messages .fold-line")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(("format", "players"), TABLES)
def test_at_any_size_nothing_lies_over_what_can_be_pressed_and_the_form_ends_on_the_first_screen(
    seat_table, format, players
) -> None:
    evening, match, open_phone = seat_table(format, players)
    phone, chance = open_phone(), Random(7)
    page, found, ends = phone.page, [], {}

    def look(state: str) -> None:
        for names in (LONG, NAMES):
            call_players(names)
            phone.open()
            if names is NAMES:
                ends[state] = end_of_form(page)
            found.extend(faults_of(page, state + ("" if names is NAMES else ", long names")))
            if names is NAMES and not is_record_in_sight(page):
                found.append(f"{state}: Record is not in sight")
            page.goto("about:blank")

    look("fresh")
    play_match(evening, match, chance, hands=1)
    look("after a hand")
    if rules_of(evening.event).target is not None:
        while match_in_hands(evening.event, match.pk).game == 1:
            send_hand(evening, match, chance, 1)
        look("after a game")
    send_hand(evening, match, chance, 2)
    look("with a hand to agree")
    if match_in_hands(evening.event, match.pk).is_open:
        send_hand(evening, match, chance, 1, 2)
    look("in dispute")
    second = open_phone()
    record_offline(second)
    ends["in dispute and offline"] = end_of_form(second.page)
    second.page.evaluate(MARK_SECOND)
    expect(second.page.locator(".clear-form")).to_be_visible()
    second.until(lambda: is_record_in_sight(second.page), "Record is not in sight")  # the foot is measured by itself
    call_players(LONG)
    phone.open()
    page.evaluate(MARK_SECOND)
    expect(page.locator("#preview > :not(.hint)")).not_to_have_count(0)
    found += faults_of(page, "filled in, long names")
    record_offline(phone)
    found += faults_of(page, "offline, long names")
    assert {state: end for state, end in ends.items() if end > PHONE["height"]} == {}
    assert found == []


@pytest.mark.slow
def test_the_press_that_clears_the_form_is_in_sight_above_the_foot_at_a_table_of_seven(seat_table) -> None:
    _evening, _match, open_phone = seat_table("auction-pitch-tables", 7)
    phone = open_phone()
    phone.open()
    phone.page.evaluate(MARK_SECOND)
    clear, foot = phone.page.locator(".clear-form"), phone.page.locator(".hand-keep")
    for words in ("Clear form", "Clear it?"):
        expect(clear).to_have_text(words)
        boxes = clear.bounding_box(), foot.bounding_box()
        assert boxes[0] and boxes[1] and boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]
        clear.tap()


def test_every_rule_set_is_looked_at_with_every_number_of_players() -> None:
    looked = {
        (FORMATS[format].rule_set, 2 if format == "kent-1674" else players)  # 4 players of Kent sit at 2 tables
        for format, players in TABLES
    }
    numbers = {rules.id: (*rules.players.singles, *rules.players.pairs) for rules in RULE_SETS.values()}
    assert looked == {(rules, number) for rules, each in numbers.items() for number in each}
