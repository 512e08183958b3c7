"""A match hand by hand in a real browser: by few keys, by thumb, without scripts, and at two keyboards at once."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests import evenings
from tests.evenings import Evening
from tests.journeys.conftest import LAPTOP, PHONE
from tests.journeys.desk import wait_for_focus
from tournament.hands.queries.hands import match_in_hands
from tournament.matches.queries.matches import players_of
from tournament.models import Match, State

evening_of = evenings.evening_of
Opener = Callable[..., Page]


@pytest.fixture
def evening(transactional_db, evening_of) -> Evening:
    return evening_of(4).playing()


@pytest.fixture
def match(evening) -> Match:
    return evening.matches(1)[0]


@pytest.fixture
def open_as(open_match: Opener, match) -> Opener:
    return partial(open_match, match)


def press(page: Page, keys: str) -> None:
    wait_for_focus(page)
    for key in keys.split():
        page.keyboard.press(key)


def record(page: Page) -> None:
    with recorded(page):
        page.get_by_role("button", name="Record").press("Enter")


@contextmanager
def recorded(page: Page) -> Iterator[None]:
    """What is pressed here sends the hand; afterwards the answer is on the page."""
    with page.expect_response(lambda response: "step=record" in (response.request.post_data or "")):
        yield
    page.wait_for_load_state()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)


def points_in(match: Match) -> list[tuple[int, int]]:
    played = match_in_hands(match.table.stage.event, match.pk)
    return [shown.points for shown in played.hands]


@pytest.mark.slow
def test_a_common_hand_takes_a_handful_of_keys_and_is_seen_before_it_is_kept(evening, match, open_as):
    page = open_as(evening.scorer)
    press(page, "1 Enter Enter 1 2 Enter 1")
    expect(page.locator("#preview")).to_contain_text("+2 Highest, Game")
    assert points_in(match) == []
    with recorded(page):
        press(page, "Enter")
    assert points_in(match) == [(2, 1)]
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    dealer = page.get_by_role("group", name="Dealer")
    expect(dealer.get_by_role("radio", name=players_of(match)[1].name)).to_be_checked()
    expect(page.get_by_role("group", name="Turned up").get_by_role("radio").first).to_be_focused()
    press(page, "2 3")
    expect(page.get_by_role("group", name="Turned up")).to_have_count(2)
    press(page, "2 Enter 2 2 2")
    expect(page.locator("#preview")).to_contain_text("+5 Turn-up, Turn-up, Highest, Lowest, Game")
    with recorded(page):
        press(page, "Enter")
    assert points_in(match) == [(2, 1), (0, 5)]


@pytest.mark.slow
def test_a_double_tap_on_a_phone_records_one_hand_and_nothing_runs_over_the_edge(evening, match, open_as):
    page = open_as(evening.scorer, PHONE)
    for group, choice in (("Dealer", 0), ("Highest", 0), ("Lowest", 1), ("Game", 0)):
        page.get_by_role("group", name=group, exact=True).get_by_role("radio").nth(choice).tap()
    page.get_by_role("button", name="Record").dblclick()
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    assert points_in(match) == [(2, 1)]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.slow
def test_without_scripts_a_hand_is_checked_and_then_recorded(evening, match, open_as):
    page = open_as(evening.scorer, javascript=False)
    for name, value in (("dealer", "a"), ("high", "a"), ("low", "b"), ("game", "tie")):
        page.locator(f"input[name={name}][value={value}]").check()
    page.get_by_role("button", name="Check").click()
    expect(page.locator("#preview")).to_contain_text("+2 Lowest, Game")
    assert points_in(match) == []
    page.get_by_role("button", name="Record").click()
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    assert points_in(match) == [(1, 2)]


@pytest.mark.slow
def test_going_back_after_recording_offers_the_next_hand_and_never_the_same_again(evening, match, open_as):
    page = open_as(evening.scorer)
    press(page, "1 Enter Enter 1 2 Enter 1")
    record(page)
    page.go_back()
    page.go_forward()
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    expect(page.get_by_role("group", name="Highest").get_by_role("radio", checked=True)).to_have_count(0)
    assert points_in(match) == [(2, 1)]


@pytest.mark.slow
def test_two_keyboards_at_once_keep_both_versions_until_the_director_decides(evening, match, open_as):
    scorer, director = open_as(evening.scorer), open_as(evening.director)
    press(scorer, "1 Enter Enter 1 2 Enter 1")
    press(director, "1 Enter Enter 1 2 Enter 2")
    record(scorer)
    record(director)
    expect(director.get_by_role("button", name="This is hand 2")).to_be_visible()
    director.keyboard.press("Escape")
    director.get_by_role("button", name="Confirm").click()
    expect(director.get_by_text("Both versions are saved")).to_be_visible()
    scorer.reload()
    expect(scorer.get_by_text("Hand 1 was recorded differently by 2 people.")).to_be_visible()
    director.goto(scorer.url)
    director.get_by_role("link", name="Review and decide").click()
    director.get_by_role("radio", name="Counted again").check(force=True)
    director.get_by_role("button", name="Choose this version").last.click()
    expect(director.get_by_text("Hand 1 is decided.")).to_be_visible()
    match.refresh_from_db()
    assert (points_in(match), match.state) == ([(1, 2)], State.WAITING)


@pytest.mark.slow
@pytest.mark.parametrize("viewport", [pytest.param(LAPTOP, id="laptop"), pytest.param(PHONE, id="phone")])
def test_the_pages_of_a_match_can_be_used_by_everybody(evening, match, open_as, viewport):
    page = open_as(evening.director, viewport)
    for choice in ("Dealer", "Highest", "Lowest"):
        page.get_by_role("group", name=choice, exact=True).get_by_role("radio").first.check(force=True)
    page.locator("input[name=high][value=a]").check(force=True)
    record(page)
    found = [violation["id"] for violation in Axe().run(page).response["violations"]]
    page.locator("input[name=game][value=a]").check(force=True)
    record(page)
    page.get_by_role("link", name="Hand 1: view or correct").click()
    found += [violation["id"] for violation in Axe().run(page).response["violations"]]
    assert found == []
