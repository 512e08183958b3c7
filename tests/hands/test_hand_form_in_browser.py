"""The form of a hand in a real browser at the size of a phone: few taps, nothing offered that cannot be, and the whole
hand by taps."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.urls import reverse
from playwright.sync_api import Browser, Locator, Page, expect

from tests import evenings
from tournament.models import Hand, SidePlayer

evening_of = evenings.evening_of
Opener = Callable[..., Page]


@pytest.fixture
def open_match(transactional_db, evening_of, live_server, browser: Browser) -> Iterator[Opener]:
    """The first match of an evening of this format, at a table of so many; no page may complain."""
    contexts, troubles = [], []

    def opener(format: str, players: int) -> Page:
        evening = evening_of(players, format=format, table_size=players)
        evening.begin()
        evening.play_rounds(1, until=1)
        client = Client()
        client.force_login(evening.scorer)
        context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
        contexts.append(context)
        key = client.cookies[settings.SESSION_COOKIE_NAME].value
        context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        page.goto(live_server.url + reverse("match", args=[evening.event.pk, evening.matches(1)[0].pk]))
        return page

    yield opener
    for context in contexts:
        context.close()
    assert troubles == []


def row(page: Page, name: str) -> Locator:
    """The choices of one question that is on the page."""
    return page.get_by_role("group", name=name, exact=True).get_by_role("radio")


def names(page: Page) -> list[str]:
    """The players in the order of the deal."""
    return page.get_by_role("group", name="Dealer", exact=True).locator("label").all_inner_texts()


def record(page: Page) -> None:
    page.get_by_role("button", name="Record").tap()
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()


def kinds() -> list[str]:
    return [kind for kind, _side, _points in Hand.objects.get().awards["awards"]]


@pytest.mark.slow
def test_a_common_hand_of_two_pairs_is_recorded_from_a_fresh_form_by_six_taps(open_match) -> None:
    page = open_match("trinidad-tables", 4)
    for name, choice in (("Dealer", 0), ("High", 0), ("Low", 1), ("Jack", 1), ("Game", 0)):
        row(page, name).nth(choice).tap()
    expect(page.locator("#preview .awards li")).to_have_count(4)
    record(page)
    assert kinds() == ["high", "low", "jack", "game"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    for fold in page.locator(".hand-form .fold > summary").all():
        fold.tap()
    assert Axe().run(page).response["violations"] == []


@pytest.mark.slow
def test_what_cannot_be_is_not_offered(open_match) -> None:
    page = open_match("nlcb-tables", 4)
    asked = page.get_by_role("group")
    expect(asked.filter(has=page.locator("legend", has_text="Hung Jack"))).to_be_hidden()
    row(page, "Jack").nth(0).tap()
    expect(row(page, "Hung Jack")).to_have_count(2)
    row(page, "High").nth(2).tap()
    expect(row(page, "Hung Jack")).to_have_count(0)
    expect(row(page, "Low")).to_have_count(0)
    for run in (0, 1):
        row(page, "Then").and_(page.locator("[value=run]")).nth(run).tap()
    expect(row(page, "Then").and_(page.locator("[value=kick]"))).to_be_visible()
    row(page, "Then").and_(page.locator("[value=redeal]")).last.tap()
    expect(row(page, "Game")).to_have_count(0)
    row(page, "Then").first.tap()
    expect(row(page, "Turned up").last).to_be_visible()
    expect(row(page, "Game")).to_have_count(3)


@pytest.mark.slow
def test_players_bid_in_turn_each_above_the_last_and_the_dealer_at_the_same_figure(open_match) -> None:
    page = open_match("auction-pitch-tables", 3)
    ann, bea, cy = names(page)
    row(page, "Dealer").nth(1).tap()
    page.get_by_text("All bids").tap()
    called = page.locator("[data-bids] > div legend").all_inner_texts()
    assert [name.strip() for name in called] == [cy, ann, bea]
    row(page, cy).nth(2).tap()
    assert [row(page, ann).nth(place).is_enabled() for place in range(4)] == [True, False, False, True]
    assert [row(page, bea).nth(place).is_enabled() for place in range(4)] == [True, False, True, True]
    row(page, "Dealer").nth(0).tap()
    assert [row(page, ann).nth(place).is_enabled() for place in range(4)] == [True, False, True, True]
    for name in ("High", "Low", "Game"):
        row(page, name).nth(2).tap()
    record(page)
    assert kinds() == ["high", "low", "game"]


@pytest.mark.slow
def test_the_whole_hand_is_told_by_taps_and_failures_to_follow_are_pointed_out(open_match) -> None:
    page = open_match("seven-up-tables", 2)
    row(page, "Dealer").nth(0).tap()
    page.get_by_label("Card", exact=True).first.fill("QH")
    page.get_by_text("The whole hand, card by card").tap()
    for card in "AH KH 2C 3C 4C 5C TH 9H 8H 2S 3S 4S".split():
        page.locator(f'[data-card="{card}"]').tap()
    dealer, elder = names(page)
    assert page.locator("[data-card]:disabled").count() == 46
    for turn, card in (
        *((f"Trick 1: {elder} leads", "TH"), (f"Trick 1: {dealer} plays", "AH")),
        *((f"Trick 2: {dealer} leads", "KH"), (f"Trick 2: {elder} plays", "2S")),
    ):
        expect(page.get_by_text(turn)).to_be_visible()
        page.locator(f'[data-card="{card}"]').tap()
    for card in "2C 9H 8H 3C 3S 4C 4S 5C".split():
        page.locator(f'[data-card="{card}"]').tap()
    expect(page.get_by_text("All tricks are entered.")).to_be_visible()
    expect(page.locator("#preview")).to_contain_text(f"Trick 2: {elder} did not follow suit.")
    page.get_by_role("button", name="Record").tap()
    expect(page.get_by_text("It is not saved yet.")).to_be_visible()
    page.get_by_role("button", name="Confirm").tap()
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    facts = Hand.objects.get().facts
    players = {str(seat.entry_id): seat.entry.name for seat in SidePlayer.objects.all()}
    assert [[players[player], card] for player, card in facts["tricks"][1]] == [[dealer, "KH"], [elder, "2S"]]
    assert kinds() == ["high", "low", "game"]


@pytest.mark.slow
def test_nobody_bids_is_one_press_of_a_key(open_match) -> None:
    page = open_match("auction-pitch-tables", 3)
    row(page, "Dealer").nth(1).focus()
    page.keyboard.press("2")
    page.keyboard.press("p")
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    assert (kinds(), [list(event) for event in Hand.objects.get().facts["events"]]) == ([], [["pass"]] * 3)
    expect(row(page, "Dealer").nth(2)).to_be_checked()


@pytest.mark.slow
def test_a_key_never_confirms_what_is_asked_back_by_going_on_as_it_stands(open_match) -> None:
    page = open_match("kent-1674", 4)
    row(page, "Dealer").nth(0).check(force=True)
    row(page, "Highest").nth(0).check(force=True)
    page.get_by_role("button", name="Record").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Confirm")).to_be_visible()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    page.wait_for_load_state("networkidle")
    assert Hand.objects.count() == 0
    expect(page.get_by_role("button", name="Record")).to_be_hidden()


@pytest.mark.slow
def test_what_a_side_took_leaves_the_rest_to_the_other_until_somebody_types_there(open_match) -> None:
    """Cards may be out of play at Smear, so that the rest is proposed; a hand takes four taps once it is known who
    deals."""
    page = open_match("smear-tables", 4)
    ours, theirs = page.locator(".taken input").all()
    row(page, "Dealer").nth(0).tap()
    row(page, "Pitcher").nth(1).tap()
    row(page, "Bid").nth(1).tap()
    for typed, rest in (("1", "9"), ("10", "0"), ("", ""), ("4", "6")):
        ours.fill(typed)
        expect(theirs).to_have_value(rest)
    theirs.fill("5")
    ours.fill("3")
    expect(theirs).to_have_value("5")
    ours.fill("4")
    expect(page.locator("#preview .awards li")).to_have_count(2)
    record(page)
    assert sorted(points for _kind, _side, points in Hand.objects.get().awards["awards"]) == [4, 5]
