"""The hall on phones: a player's own page from the code on the wall, and the director walking about with his."""

import re
from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect

from tests import evenings, round_evenings
from tests.evenings import Evening
from tests.journeys.conftest import PHONE, place_of
from tests.round_evenings import out, rule_all
from tournament.clock.services.rounds import end_round, start_round
from tournament.draw.services.draws import release_draw
from tournament.draw.services.round_draws import draw_round
from tournament.event.services.codes_and_calls import call_director
from tournament.event.services.events import show_standings
from tournament.matches.queries.matches import side_of
from tournament.models import Event, Match, Round, State

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


@pytest.fixture
def pairs(transactional_db: None, rounds_of) -> Evening:
    """Six pairs, drawn tonight; nobody has a seat yet."""
    evening: Evening = rounds_of(6, plan=[["round-robin", 0]], enters="pairs")
    Event.objects.update(date=timezone.localdate())
    evening.event.refresh_from_db()
    return evening


@pytest.fixture
def phone(live_server, browser: Browser) -> Iterator[Callable[[Client | None], Page]]:
    contexts, troubles = [], []

    def opener(client: Client | None = None) -> Page:
        context = browser.new_context(viewport=PHONE, has_touch=True, locale="en-GB")
        contexts.append(context)
        if client:
            key = client.cookies[settings.SESSION_COOKIE_NAME].value
            context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
        page = context.new_page()
        page.on("pageerror", lambda error: troubles.append(str(error)))
        return page

    yield opener
    for context in contexts:
        context.close()
    assert troubles == []


def violations(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    too_wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return [f"{each['id']}: {each['nodes'][0]['html']}" for each in found] + ["too wide"] * bool(too_wide)


@pytest.mark.slow
def test_a_player_picks_his_name_once_and_sees_his_seat_come_out_his_clock_and_his_place(live_server, phone, pairs):
    page = phone()
    page.goto(f"{live_server.url}/")
    page.get_by_role("link", name="My page").click()
    page.get_by_label("Type your name").press_sequentially("be")
    expect(page.locator(".pick-names button")).to_have_text(["Bea Ash", "Bea Birch"])
    assert violations(page) == []
    page.get_by_role("button", name="Bea Ash").click()
    expect(page.get_by_text("The seats are not shown yet.")).to_be_visible()
    release_draw(draw_round(pairs.event, 1, seed=1674, by=None, now=pairs.now), by=None, now=pairs.now)
    match = next(match for match in pairs.matches(1) if side_of(match, pairs.entry("Bea Ash").pk))
    other = next(side.name for side in match.sides.all() if side != side_of(match, pairs.entry("Bea Ash").pk))
    seat = re.compile(rf"Round 1: table\s*{match.table.number}\s*against {other}\s*with Ann Ash")
    expect(page.locator(".own.begins .own-table")).to_have_text(seat, use_inner_text=True)
    expect(page.locator("#me-said")).to_have_text(seat)
    start_round(Round.objects.get(), by=None, now=timezone.now())
    expect(page.locator(".clock.running")).to_be_visible()
    rule_all(pairs, 1)
    show_standings(pairs.event, True, by=None, now=pairs.now)
    expect(page.locator(".own-place")).to_contain_text(re.compile(r"Place\s+\d=?\s+of 6"))
    assert violations(page) == []
    page.reload()
    expect(page.locator("h1")).to_have_text("Bea Ash")
    page.get_by_role("button", name="That’s not me").click()
    expect(page.get_by_label("Type your name")).to_be_visible()


@pytest.mark.slow
def test_the_director_walks_about_with_clock_step_and_calls_on_the_first_screen(live_server, phone, pairs):
    out(pairs, 1)
    round = Round.objects.get()
    start_round(round, by=pairs.director, now=timezone.now())
    first, second, third = pairs.matches(1)
    Match.objects.filter(pk=first.pk).update(state=State.DISPUTED)
    client = Client()
    client.force_login(pairs.director)
    page = phone(client)
    page.goto(f"{live_server.url}/e/{pairs.event.pk}/")
    page.evaluate("document.fonts.ready")
    stands = place_of(page, ".next-step")
    call_director(pairs.event, table_number=third.table.number, match=third, now=timezone.now())
    call = page.locator(".call")
    expect(call).to_contain_text(f"Table {third.table.number} is calling")
    assert place_of(page, ".next-step") == stands
    for part in (page.locator(".clock-time"), page.locator("#do-step"), call.get_by_role("button")):
        expect(part).to_be_in_viewport(ratio=1)
    assert violations(page) == []
    expect(page.locator(f"#at-{third.table.number}").get_by_text("calls")).to_be_visible()
    call.get_by_role("button").click()
    expect(call).to_have_count(0)
    end_round(round, by=pairs.director, now=timezone.now())
    expect(page.locator(f"#at-{second.table.number}")).to_contain_text("No result")
    expect(page.locator(".silent")).to_contain_text(second.name)
    page.locator(f"#at-{first.table.number}").click()
    expect(page.locator("h1")).to_contain_text(first.name.split(" and ")[0])


@pytest.mark.slow
def test_with_letters_twice_as_large_no_page_of_the_evening_is_wider_than_a_phone(live_server, phone, pairs):
    client = Client()
    client.force_login(pairs.director)
    page = phone(client)
    page.context.add_cookies([{"name": "letters", "value": "largest", "url": live_server.url}])
    event, wide = f"/e/{pairs.event.pk}", {}

    def measure(*paths: str) -> None:
        for path in paths:
            page.goto(live_server.url + path)
            page.evaluate("document.fonts.ready")
            wide[path] = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")

    measure(f"{event}/plan/")
    out(pairs, 1)
    start_round(Round.objects.get(), by=pairs.director, now=timezone.now())
    show_standings(pairs.event, True, by=None, now=pairs.now)
    names = ("", "clock/", "timetable/", "tables/", "undo/", "log/", "lock/", "prizes/", "adjustments/")
    measure(*(f"{event}/{each}" for each in names), "/screens/", "/help/", "/me/")
    page.get_by_label("Type your name").press_sequentially("be")
    page.get_by_role("button", name="Bea Ash").click()
    expect(page.locator(".own-place")).to_be_visible()
    expect(page.locator(".clock-time")).to_be_visible()
    measure("/me/")
    assert {path: more for path, more in wide.items() if more} == {}


@pytest.mark.slow
def test_a_page_of_the_evening_that_is_read_further_down_stays_where_it_is(live_server, phone, pairs):
    out(pairs, 1)
    client = Client()
    client.force_login(pairs.director)
    page = phone(client)
    page.goto(f"{live_server.url}/e/{pairs.event.pk}/")
    heading = page.get_by_role("heading", name="This evening’s pages")
    heading.evaluate("one => scrollTo({top: one.getBoundingClientRect().top - 300, behavior: 'instant'})")
    before = heading.bounding_box()["y"]
    Match.objects.update(state=State.DISPUTED)
    call_director(pairs.event, table_number=1, match=None, now=timezone.now())
    expect(page.locator(".looks")).to_contain_text("3 results of round 1 are disputed")
    assert abs(heading.bounding_box()["y"] - before) < 2
