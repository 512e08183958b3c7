"""The small modules in a real browser: the clock by the server's time, and a sheet filled by keyboard alone."""

import json
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from playwright.sync_api import Page, Route

from tournament.clock.queries.rounds import Bell
from tournament.clock.round_clock import RoundClock, read_clock
from tournament.models import Round

NOW = datetime(2025, 3, 14, 19, 40, tzinfo=UTC)
CLOCK = RoundClock(length=timedelta(minutes=20), started_at=NOW)
SHEET = """<form data-sheet-order action="/kept"><input id="a" type="number" name="a"><input type="hidden" name="h">
<input id="b" inputmode="numeric" name="b" value="12"><button>Keep</button></form>"""


def _open(page: Page, body: str) -> None:
    scripts = "".join(
        f'<script type="module" src="/{name}.js"></script>'
        for name in ("clock/clock", "web/keys", "web/link", "event/plan")
    )

    def answer(route: Route) -> None:
        name = urlsplit(route.request.url).path.lstrip("/")
        if name.endswith(".js"):
            script = (settings.BASE_DIR / "static" / name).read_text()
            route.fulfill(body=script, content_type="text/javascript")
        else:
            route.fulfill(body=f"<!doctype html>{scripts}{body}", content_type="text/html")

    page.route("**/*", answer)
    page.goto("http://hall.test/page")


def _face(clock: RoundClock, now: datetime) -> str:
    bell = Bell(
        round=Round(),
        reading=read_clock(clock, now),
        now=now,
        turns=3,
        stage_number=1,
        is_last=False,
        warning=timedelta(minutes=2),
    )
    return render_to_string("clock/_clock.html", {"bell": bell})


def _shown(page: Page) -> list[str]:
    return [page.locator(f".clock-{part}").inner_text() for part in ("phase", "time", "words")]


def test_a_clock_follows_the_server_on_a_device_whose_own_clock_is_wrong_and_after_sleep(page: Page) -> None:
    page.clock.install(time=NOW - timedelta(hours=5))
    page.clock.pause_at(NOW - timedelta(hours=4))
    _open(page, _face(CLOCK, NOW + timedelta(minutes=5)))
    seen = [_shown(page)]
    for minutes in (12, 1, 30):
        page.clock.fast_forward(timedelta(minutes=minutes).total_seconds() * 1000)
        page.clock.run_for(300)
        seen.append(_shown(page))
    assert seen == [
        ["Playing", "15:00", ""],
        ["Playing", "3:00", ""],
        ["Nearly time", "2:00", "Less than 2:00 left"],
        ["Time!", "0:00", "Finish the hand, start no new one."],
    ]


SENT = """([name, where]) => {
  const asked = document.querySelector(where);
  const detail = { successful: name === "afterRequest", requestConfig: { elt: asked } };
  asked.dispatchEvent(new CustomEvent(`htmx:${name}`, { bubbles: true, detail }));
  return document.getElementById("messages").innerText;
}"""


def test_a_press_is_waited_for_and_what_is_said_of_one_without_an_answer_outlasts_what_the_page_asks(page: Page):
    table, played = SimpleNamespace(code="CDFGHJ"), SimpleNamespace(match=SimpleNamespace(pk=7))
    press = render_to_string("phone/_press.html", {"table": table, "played": played, "press": "call", "words": "Call"})
    page.clock.install(time=NOW)
    page.clock.pause_at(NOW + timedelta(minutes=1))
    _open(page, f'<div id="messages" data-offline="Offline"></div><div id="now">{press}</div>')
    assert json.loads(page.locator("form").get_attribute("hx-request")) == {"timeout": 20000}
    lost = "No answer from the server. If the button is still here in a moment, press it again."
    seen = [page.evaluate(SENT, each) for each in (["timeout", "form"], ["afterRequest", "#now"], ["timeout", "#now"])]
    page.clock.run_for(8000)
    seen += [page.evaluate(SENT, each) for each in (["sendError", "#now"], ["sendError", "form"])]
    seen += [page.evaluate(SENT, ["afterRequest", "form"])]
    assert seen == [lost, lost, lost, "Offline", lost, ""]


@pytest.mark.parametrize(
    ("clock", "shown"),
    [
        (RoundClock(length=timedelta(minutes=20)), ["Not started", "20:00", ""]),
        (RoundClock(CLOCK.length, NOW, paused_at=NOW + timedelta(minutes=3)), ["Paused", "17:00", ""]),
        (RoundClock(CLOCK.length, NOW, ended_at=NOW + timedelta(minutes=21)), ["Round over", "0:00", ""]),
    ],
)
def test_a_clock_that_is_not_running_stands_still(page: Page, clock: RoundClock, shown: list[str]) -> None:
    page.clock.install(time=NOW)
    _open(page, _face(clock, NOW + timedelta(minutes=4)))
    page.clock.run_for(5000)
    assert _shown(page) == shown


def test_enter_walks_through_a_sheet_types_over_numbers_and_hands_it_in(page: Page) -> None:
    _open(page, SHEET)
    page.locator("#a").focus()
    for key in ("7", "Enter", "9"):
        page.keyboard.press(key)
    assert page.locator("#b").input_value() == "9"
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.url == "http://hall.test/kept?a=7&h=&b=9"


def test_control_and_enter_hand_a_sheet_in_from_any_box(page: Page) -> None:
    _open(page, SHEET)
    page.locator("#a").focus()
    page.keyboard.press("7")
    with page.expect_navigation():
        page.keyboard.press("Control+Enter")
    assert page.url == "http://hall.test/kept?a=7&h=&b=12"


def test_a_slider_moves_its_box_and_the_box_its_slider(page: Page) -> None:
    _open(
        page,
        """<input id="id_starts" type="time" value="19:00"><input id="id_closes" type="time" value="23:00">
        <input id="id_rounds" type="number">""",
    )
    rounds, closes = page.locator("#id_rounds + .plan-slider"), page.locator("#id_closes + .plan-slider")
    assert [slider.input_value() for slider in (rounds, closes)] == ["0", "240"]
    rounds.fill("7")
    closes.fill("315")
    boxes = [page.locator(f"#id_{name}") for name in ("rounds", "closes")]
    assert [box.input_value() for box in boxes] == ["7", "00:15"]
    boxes[0].fill("")
    boxes[1].fill("22:30")
    assert [slider.input_value() for slider in (rounds, closes)] == ["0", "210"]
    assert page.locator("[name]").count() == 0, "a slider is not sent"


def test_what_is_typed_into_a_plan_while_its_form_comes_anew_goes_on_in_the_new_one(page: Page) -> None:
    _open(
        page,
        """<form id="plan"><input id="id_starts" type="time" value="19:00">
        <input id="id_people" type="number" value="24"><input id="id_minutes" type="number" value="20"></form>""",
    )
    page.locator("#id_people").fill("26")
    page.evaluate("document.dispatchEvent(new Event('htmx:beforeRequest'))")
    page.locator("#id_minutes").fill("25")
    page.evaluate(
        """() => {
            const anew = document.getElementById("plan").cloneNode(true);
            anew.querySelector("#id_people").value = "28";
            anew.querySelector("#id_minutes").value = "20";
            document.getElementById("plan").replaceWith(anew);
            document.dispatchEvent(new Event("htmx:afterSettle"));
        }"""
    )
    assert [page.locator(f"#id_{name}").input_value() for name in ("people", "minutes")] == ["28", "25"]
