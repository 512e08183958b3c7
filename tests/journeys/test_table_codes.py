"""The code of a table's card and the director's page, in real browsers."""

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, expect

from tests import evenings
from tests.evenings import Evening
from tests.kinds import mostly_slow
from tournament.event.services.codes_and_calls import call_director
from tournament.models import TableCode
from tournament.web.table_codes import format_code

evening_of = evenings.evening_of


@pytest.fixture
def evening(transactional_db, evening_of) -> Evening:
    return evening_of(8).begun()


@pytest.mark.parametrize("javascript", mostly_slow([True, False], quick=[True]), ids=["with scripts", "without"])
def test_a_phone_types_its_code_and_no_other_page_learns_it(live_server, browser: Browser, evening, javascript):
    """A policy that hides addresses can also make browsers send forms that the hall refuses: only a browser shows."""
    code = TableCode.objects.get(table_number=2).code
    context = browser.new_context(viewport={"width": 360, "height": 740}, java_script_enabled=javascript)
    phone = context.new_page()
    told: list[str] = []
    phone.on("request", lambda request: told.append(request.all_headers().get("referer", "")))
    phone.goto(live_server.url)
    phone.get_by_role("link", name="I’m at a table").click()
    phone.get_by_label("Code on the table’s card").fill(format_code(code).lower())
    phone.get_by_role("button", name="Open my table").click()
    expect(phone).to_have_url(f"{live_server.url}/t/{code}/")
    expect(phone.locator("body")).to_contain_text("Table 2")
    phone.evaluate("() => { const away = document.createElement('a'); away.href = '/help/'; away.click(); }")
    phone.wait_for_url("**/help/")
    context.close()
    assert [page for page in told if code in page] == []


@pytest.mark.slow
def test_a_call_comes_to_the_directors_page_by_itself_and_goes_with_one_press(live_server, browser: Browser, evening):
    client = Client()
    client.force_login(evening.director)
    context = browser.new_context()
    key = client.cookies[settings.SESSION_COOKIE_NAME].value
    context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": key, "url": live_server.url}])
    desk = context.new_page()
    desk.goto(f"{live_server.url}/e/{evening.event.pk}/")
    call_director(evening.event, table_number=2, now=timezone.now())
    desk.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(desk.locator("#calls")).to_contain_text("Table 2 is calling")
    desk.get_by_role("button", name="On my way to table 2").click()
    expect(desk.locator("main")).not_to_contain_text("is calling")
    context.close()
