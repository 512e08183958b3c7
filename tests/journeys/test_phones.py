"""A table's phones in real browsers: taps counted, two at once, no connection, asleep, restarted, without scripts."""

import re
from collections.abc import Callable, Iterator
from itertools import product
from uuid import uuid4

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from playwright.sync_api import Browser, Page, Route, expect

from scoring import read_hand
from tests import evenings
from tests.evenings import Evening
from tests.journeys.conftest import PHONE, Hall
from tests.running import wait_until
from tournament.clock.services.rounds import end_round
from tournament.event.services.codes_and_calls import reissue_code
from tournament.hands.queries.hands import match_in_hands
from tournament.hands.services.hands import correct_hand
from tournament.matches.queries.matches import seating_of
from tournament.models import Hand, Match, State, TableCode
from tournament.rules.queries.rules import rules_of

evening_of = evenings.evening_of
COMMON = {"Dealer": 0, "High": 0, "Low": 1, "Game": 0}
# That a hand is recorded is said for a moment, which is over sooner than a busy machine looks again.
HEAR = """() => {
  const said = document.querySelector("[data-outbox-said]");
  window.heard = [];
  new MutationObserver(() => window.heard.push(said.textContent)).observe(said, {childList: true, subtree: true});
}"""


@pytest.fixture
def evening(transactional_db, evening_of, request) -> Evening:
    """Two pairs at a table, to 14; or another family of the game at a table of as many as it takes."""
    format, size = getattr(request, "param", ("trinidad-tables", 4))
    evening = evening_of(size, format=format, table_size=size)
    evening.begin()
    evening.play_rounds(1, until=1)
    return evening


@pytest.fixture
def match(evening) -> Match:
    return evening.matches(1)[0]


@pytest.fixture
def open_phone(live_server, browser: Browser, match) -> Iterator[Callable[..., Page]]:
    """A phone at the table, in a browser of its own; `side` is whom it speaks for. No page may complain."""
    contexts, troubles = [], []

    def opener(side: int = 0, *, javascript: bool = True) -> Page:
        context = browser.new_context(
            viewport=PHONE, java_script_enabled=javascript, has_touch=True, color_scheme="dark", locale="en-GB"
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        code = TableCode.objects.get(event=match.table.stage.event, revoked_at=None).code
        page.goto(live_server.url + reverse("table", args=[code]))
        for mine in page.locator(f".matches a[href$='/{match.pk}/']").all():
            mine.click()
        expect(page.locator("#now, .whose").first).to_be_visible()
        for whose in page.locator(f".whose button[name=side][value='{side}']").all():
            whose.click()
        expect(page.locator("#hand-form")).to_be_visible()
        page.wait_for_load_state()  # its scripts, which hear keys, come after its words
        return page

    yield opener
    for context in contexts:
        context.close()
    assert troubles == []


def mark(page: Page, **marks: int) -> None:
    """The common hand, but for the marks; -1 leaves one out."""
    for group, choice in (COMMON | marks).items():
        if choice >= 0:
            page.get_by_role("group", name=group, exact=True).get_by_role("radio").nth(choice).tap()


def record(page: Page, **marks: int) -> None:
    mark(page, **marks)
    page.get_by_role("button", name="Record").tap()


def scores(match: Match) -> list[tuple[int, tuple[int, ...]]]:
    played = match_in_hands(match.table.stage.event, match.pk)
    return [(shown.hand.number, shown.score) for shown in played.hands]


def chalked(page: Page) -> list[str]:
    return page.locator("[data-score]").all_inner_texts()


def lose_connection(page: Page) -> None:
    page.context.set_offline(True)


def find_connection(page: Page) -> None:
    page.context.set_offline(False)


def test_the_common_hand_takes_six_taps_and_the_other_side_is_asked_by_itself_to_agree_it(evening, match, open_phone):
    """How soon is measured by `tests.performance.live`."""
    ours, theirs = open_phone(1), open_phone(2)
    ours.evaluate("window.taps = 0; addEventListener('pointerup', () => { window.taps += 1; })")
    record(ours, Jack=0)
    expect(theirs.get_by_role("button", name="That’s right")).to_be_visible()
    assert ours.evaluate("window.taps") == 6
    theirs.get_by_role("button", name="That’s right").tap()
    expect(ours.locator("#so-far")).to_contain_text("Agreed")
    assert (scores(match), Hand.objects.get().state) == ([(1, (3, 1))], State.AGREED)
    expect(theirs.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(theirs.locator("[name=dealer]:checked")).to_have_value("b")
    expect(theirs.locator(".deal-line summary")).to_contain_text(re.compile(r"\w+ deals"))


@pytest.mark.slow
def test_a_hung_jack_gets_a_moment_of_its_own_on_both_phones_and_is_told(match, open_phone):
    ours, theirs = open_phone(1), open_phone(2)
    mark(ours, Jack=0)
    ours.get_by_role("group", name="Hang Jack", exact=True).locator("label", has_text="Hung it").locator(
        "visible=true"
    ).tap()
    ours.get_by_role("button", name="Record").tap()
    for page in (ours, theirs):
        expect(page.locator("[data-moment-said]")).to_have_text(re.compile(r"^Hang Jack! \w+ & \w+$"))
        expect(page.locator(".moment")).to_have_count(0)
    theirs.reload()
    expect(theirs.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(theirs.locator("[data-moment-said]")).to_be_empty()


@pytest.mark.slow
def test_the_same_hand_on_two_phones_at_once_is_one_and_different_ones_are_shown_on_both(match, open_phone):
    ours, theirs = open_phone(1), open_phone(2)
    theirs.evaluate(HEAR)
    mark(ours)
    mark(theirs)
    ours.get_by_role("button", name="Record").tap()
    theirs.get_by_role("button", name="Record").tap()
    expect(ours.get_by_role("heading", name="Hand 2")).to_be_visible()
    wait_until(theirs, "heard.some((words) => /^Hand 1 (was already|is) recorded/.test(words))")
    assert scores(match) == [(1, (2, 1))]
    mark(ours, Dealer=-1)
    mark(theirs, Dealer=-1, Game=1)
    ours.get_by_role("button", name="Record").tap()
    expect(ours.get_by_text("Hand 2 is recorded.")).to_be_visible()
    theirs.get_by_role("button", name="Record").tap()
    expect(theirs.locator("[data-outbox-said]")).to_contain_text("Both versions are kept until it is settled.")
    expect(ours.get_by_role("heading", name="Hand 2 has 2 versions")).to_be_visible()
    assert (scores(match), Hand.objects.count()) == ([(1, (2, 1)), (2, (4, 2))], 3)


@pytest.mark.slow
def test_a_double_tap_and_the_back_button_record_a_hand_once(match, open_phone):
    page = open_phone()
    mark(page)
    page.get_by_role("button", name="Record").dblclick()
    expect(page.get_by_text("Hand 1 is recorded.")).to_be_visible()
    page.go_back()
    page.go_forward()
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(page.get_by_role("group", name="High").get_by_role("radio", checked=True)).to_have_count(0)
    assert scores(match) == [(1, (2, 1))]


@pytest.mark.slow
def test_without_a_connection_hands_wait_are_counted_and_come_in_order_when_the_phone_wakes(match, open_phone):
    page = open_phone()
    record(page)
    expect(page.get_by_text("Hand 1 is recorded.")).to_be_visible()
    lose_connection(page)
    record(page, Dealer=-1, High=1)
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()
    record(page, Dealer=-1, Jack=1)
    expect(page.locator("[data-outbox-list] li")).to_have_count(2)
    expect(page.locator("[data-outbox-list]")).to_contain_text("saved here, not sent yet")
    expect(page.get_by_text("with 2 hands not yet sent")).to_be_visible()
    expect(page.locator("#messages summary")).to_have_text("Offline. Keep recording.")
    expect(page.locator("[data-outbox-list] summary")).to_have_text("2 hands saved on this phone")
    expect(page.locator("[data-outbox-list] li").first).to_be_hidden()
    expect(page.locator("#hand-form .deal-line")).to_be_in_viewport(ratio=1)
    page.locator("[data-outbox-list] summary").tap()
    expect(page.locator("[data-outbox-list] li").first).to_be_visible()
    assert (chalked(page), scores(match)) == (["5", "5"], [(1, (2, 1))])
    find_connection(page)
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("[data-outbox-list] li")).to_have_count(0)
    expect(page.locator("[data-waits-note]")).to_be_hidden()
    assert scores(match) == [(1, (2, 1)), (2, (3, 3)), (3, (5, 5))]
    assert chalked(page) == ["5", "5"]


@pytest.mark.slow
def test_a_round_closed_and_a_code_changed_meanwhile_are_said_and_the_hands_are_late(evening, match, open_phone):
    page = open_phone()
    lose_connection(page)
    record(page)
    end_round(match.round, by=evening.director, now=evening.now)
    find_connection(page)
    expect(page.get_by_text("Hand 1 arrived late.")).to_be_visible()
    expect(page.get_by_text("This round is closed.")).to_be_visible()
    mark(page, Dealer=-1, Game=1)
    reissue_code(evening.event, 1, by=evening.director, now=evening.now)
    expect(page.locator("#now")).to_contain_text("This table’s code no longer works")
    page.get_by_role("button", name="Record").tap()
    expect(page.get_by_text("Hand 2 arrived late.")).to_be_visible()
    expect(page.locator("#hand-form")).to_be_hidden()
    page.locator("#now [name=code]").fill(TableCode.objects.get(event=evening.event, revoked_at=None).code)
    page.get_by_role("button", name="Open my table").tap()
    expect(page.get_by_text("This round is closed.")).to_be_visible()
    assert (scores(match), [hand.state for hand in Hand.objects.all()]) == ([], [State.LATE, State.LATE])


@pytest.mark.slow
def test_what_cannot_be_comes_back_into_the_form_and_what_the_director_changed_is_told(evening, match, open_phone):
    page = open_phone()
    record(page, Low=-1)
    expect(page.locator("[data-outbox-list] li")).to_contain_text("Low")
    expect(page.get_by_role("heading", name="Hand 1")).to_be_visible()
    page.get_by_role("group", name="Low", exact=True).get_by_role("radio").nth(1).tap()
    page.get_by_role("button", name="Record").tap()
    expect(page.get_by_text("Hand 1 is recorded.")).to_be_visible()
    hand = Hand.objects.get()
    facts = read_hand(hand.facts | {"game": "side-2"}, seating_of(match))
    correct_hand(hand, entry_key=uuid4(), facts=facts, reason="Recounted", by=evening.director, now=evening.now)
    expect(page.get_by_text("Hand 1 was corrected by the director. “Recounted”")).to_be_visible()
    page.get_by_role("button", name="Got it").tap()
    expect(page.get_by_text("corrected by the director")).to_have_count(0)
    assert chalked(page) == ["1", "2"]


@pytest.mark.slow
def test_one_phone_in_the_middle_is_turned_to_the_far_side_and_remembers_it(match, open_phone):
    page = open_phone()
    far = page.locator("[data-far]")
    expect(far).to_have_css("rotate", "180deg")
    page.get_by_role("button", name="Flip the screen").tap()
    page.reload()
    expect(far).to_have_css("rotate", "none")
    page.get_by_role("button", name="Flip the screen").tap()
    record(page)
    page.get_by_text("1 hand to agree").tap()
    page.get_by_role("button", name="We agree").tap()
    expect(page.get_by_role("button", name="We agree")).to_have_count(0)
    page.get_by_role("button", name="Call the director").tap()
    expect(page.get_by_text("The director was called at")).to_be_visible()
    assert Hand.objects.get().state == State.AGREED


@pytest.mark.slow
def test_without_scripts_a_table_does_all_of_it(match, open_phone):
    page = open_phone(javascript=False)
    for name, value in (("dealer", "a"), ("high", "a"), ("low", "b"), ("game", "tie")):
        page.locator(f"input[name={name}][value={value}]").check()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#preview")).to_contain_text("+1")
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_text("Hand 1 is recorded.")).to_be_visible()
    assert scores(match) == [(1, (1, 1))]
    page.get_by_text("1 hand to agree").click()
    page.get_by_role("button", name="That’s wrong").click()
    page.locator(".waits summary").click()
    expect(page.get_by_text("The other side says that hand 1 is wrong.")).to_be_visible()
    page.get_by_role("link", name="Change hand 1").click()
    page.locator("input[name=game][value=b]").check()
    page.get_by_role("button", name="Record").click()
    page.get_by_text("1 hand to agree").click()
    page.get_by_role("button", name="We agree").click()
    page.get_by_role("button", name="All hands are in").click()
    expect(page.get_by_text("This match is agreed.")).to_be_visible()
    match.refresh_from_db()
    assert (scores(match), match.state) == ([(1, (1, 2))], State.AGREED)


@pytest.mark.slow
def test_a_hand_by_keyboard_alone(match, open_phone):
    page = open_phone(1)
    page.get_by_role("group", name="Dealer").get_by_role("radio").first.focus()
    for key in ("1", "1", "2", "Enter", "1"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Record")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Hand 1 is recorded.")).to_be_visible()
    assert scores(match) == [(1, (2, 1))]


FAMILIES = [("trinidad-tables", 4), ("seven-up-tables", 3), ("auction-pitch-tables", 5), ("kent-1674", 4)]


@pytest.mark.slow
@pytest.mark.parametrize("evening", FAMILIES, ids=lambda told: told[0], indirect=True)
def test_a_whole_match_by_keyboard_and_by_what_a_screen_reader_is_told_alone(evening, match, open_phone):
    """Every choice by its group and name, its state read back, and each hand told aloud."""
    page = open_phone(0)
    rules = rules_of(evening.event)
    words = {"kent-1674": ("Highest", "Lowest", "Game")}.get(evening.event.format, ("High", "Low", "Game"))

    def choose(group: str, choice: int) -> None:
        radio = page.get_by_role("group", name=group, exact=True).get_by_role("radio").nth(choice)
        assert radio.evaluate("radio => radio.labels[0].textContent.trim()")
        radio.focus()
        page.keyboard.press("Space")
        expect(radio).to_be_checked()

    choose("Dealer", 0)
    number = 1
    while True:
        if rules.auction:
            choose("Pitcher", 1)
            choose("Bid", 0)
        for group in words:
            choose(group, 1)
        expect(page.locator("#preview")).to_contain_text("Game")
        press = page.get_by_role("button", name=f"Record hand {number}")
        press.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("status").filter(has_text=f"Hand {number} is recorded.")).to_be_visible()
        number += 1
        expect(page.locator(f"#now[data-next='{number}'], #end-title").first).to_be_visible()
        if not page.locator("#end-title").is_visible():
            first = page.locator("#hand-form [data-stop]").locator("visible=true").first
            expect(first.locator("input:focus")).to_have_count(1)
        if not rules.target and number == 4:
            page.get_by_role("button", name="All hands are in").focus()
            page.keyboard.press("Enter")
            expect(page.locator("#end-title")).to_be_visible()
        if page.locator("#end-title").is_visible():
            expect(page.get_by_role("region", name=page.locator("#end-title").inner_text())).to_be_visible()
            expect(page.get_by_role("status").filter(has_text="The match is over.")).to_have_count(1)
            expect(page.locator("#end-title")).to_be_focused()
            break
        assert number < 20
    assert page.locator("#hand-form").is_hidden()


@pytest.mark.slow
def test_the_sheet_can_be_used_by_everybody_in_both_colours_and_fits_a_phone(match, open_phone):
    ours, theirs = open_phone(0), open_phone(2)
    record(ours)
    expect(theirs.get_by_role("button", name="That’s right")).to_be_visible()
    record(theirs, Dealer=-1)
    theirs.get_by_role("button", name="That’s wrong").tap()
    lose_connection(ours)
    record(ours, Dealer=-1)
    for fold in (ours.locator("[data-outbox-list] summary"), theirs.locator(".waits summary")):
        fold.tap()
    expect(ours.locator("[data-outbox-list] li")).to_be_visible()
    wrong = []
    for page, scheme in product((ours, theirs), ("dark", "light")):
        page.emulate_media(color_scheme=scheme)
        for violation in Axe().run(page).response["violations"]:
            wrong.append(f"{scheme}, {violation['id']}: {[node['html'][:120] for node in violation['nodes']]}")
    wide = [page.evaluate("document.documentElement.scrollWidth") for page in (ours, theirs)]
    small = "e => e.offsetParent && (e.offsetHeight < 44 || e.offsetWidth < 44)"
    targets = ours.locator("button, .ticks-row label, summary").evaluate_all(f"all => all.filter({small}).length")
    assert (wrong, wide, targets) == ([], [360, 360], 0)


@pytest.mark.slow
def test_a_server_that_dies_between_a_hand_and_its_answer_has_it_once(hall_of, port):
    hall: Hall = hall_of("--port", str(port))
    code = a_table(hall)
    page = hall.open(PHONE)
    page.goto(f"{hall.address}/t/{code}/")
    page.get_by_role("link", name=re.compile("–")).first.click()
    page.get_by_role("button", name="The whole table").click()
    expect(page.locator("#hand-form")).to_be_visible()
    page.wait_for_load_state()  # without its scripts the form sends itself

    def die(route: Route) -> None:
        if route.request.method == "POST" and route.request.headers["accept"] == "application/json":
            route.fetch()
            hall.pull_the_plug()
            route.abort()
        else:
            route.fallback()

    page.route("**/t/**", die)
    for group, choice in {"Dealer": 0, "Highest": 0, "Lowest": 1, "Game": 0}.items():
        page.get_by_role("group", name=group, exact=True).get_by_role("radio").nth(choice).check()
    page.get_by_role("button", name="Record").click()
    expect(page.locator("[data-outbox-list]")).to_contain_text("saved here, not sent yet")
    page.unroute("**/t/**")
    hall.restart()
    expect(page.get_by_text("Hand 1 was already recorded.")).to_be_visible()
    expect(page.locator("#so-far tbody tr")).to_have_count(1)


def a_table(hall: Hall) -> str:
    """The code of the one table of an evening for four, set up at the desk."""
    desk = hall.director()
    desk.open_evening(club="The Jack and Knave", name="Kent evening")
    desk.let_in("Ann", "Bea", "Cy", "Dan")
    desk.open("draw/1/")
    desk.press("Draw the tables")
    desk.press(re.compile("Show seats"))
    desk.open("tables/")
    found = re.search(r"\b([A-Z2-9]{3})-([A-Z2-9]{3})\b", desk.page.locator("main").inner_text())
    desk.page.close()
    return found[1] + found[2]
