"""The sounds of the bell as a browser really renders them, and how they are turned on and off."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests import evenings
from tests.journeys.test_clocks import WALL, Opener, evening, leave_seconds, open_page, press
from tests.running import wait_until

evening_of = evenings.evening_of
__all__ = ["evening", "evening_of", "open_page"]

# Peak, loudness over the first second, seconds until it is nearly silent, and how often it crosses zero in a second.
RENDERED = """async ([name, kind, volume]) => {
  const { play } = await import('/static/clock/bells.js');
  const rate = 22050;
  const context = new OfflineAudioContext(1, rate * 12, rate);
  const long = play(context, { name, kind, volume, at: 0.05 });
  const heard = (await context.startRendering()).getChannelData(0);
  let [peak, power, last, crossings] = [0, 0, 0, 0];
  for (let at = 0; at < heard.length; at += 1) {
    const loud = Math.abs(heard[at]);
    peak = Math.max(peak, loud);
    if (at < rate) power += heard[at] ** 2;
    if (at && at < rate && heard[at] * heard[at - 1] < 0) crossings += 1;
    if (loud > 0.01) last = at;
  }
  return { long, peak, loudness: Math.sqrt(power / rate), audible: last / rate, crossings };
}"""


@pytest.fixture
def page(open_page: Opener) -> Page:
    return open_page("clock_screen")


@pytest.mark.slow
def test_every_sound_is_loud_and_clean_and_like_no_other(page):
    names = page.evaluate("import('/static/clock/bells.js').then((bells) => bells.NAMES)")
    rendered = {name: page.evaluate(RENDERED, [name, "bell", 100]) for name in names}
    assert names == ["bell", "gong", "school", "horn", "chime"]
    heard = {name: (0.25 < each["peak"] <= 1, each["loudness"] > 0.1) for name, each in rendered.items()}
    assert heard == dict.fromkeys(names, (True, True))
    assert len({each["crossings"] for each in rendered.values()}) == len(names)


@pytest.mark.slow
def test_a_warning_is_shorter_than_the_bell_and_the_volume_is_minded(page):
    for name in ("bell", "horn"):
        warning, bell = (page.evaluate(RENDERED, [name, kind, 100]) for kind in ("warning", "bell"))
        assert 0.5 < warning["audible"] < bell["audible"] <= bell["long"] + 0.2
    quiet, loud = (page.evaluate(RENDERED, ["gong", "bell", volume])["loudness"] for volume in (20, 80))
    assert loud / quiet == pytest.approx(4, rel=0.01)


LINGER = """(() => { const later = window.setTimeout;
window.setTimeout = (work, wait, ...more) => later(work, wait === 7500 ? 600_000 : wait, ...more); })()"""
"""A flash stays for minutes instead of seconds, so that a busy machine has time to look at it."""
MOVING = """() => ["hall-flash", "clock"].some((name) =>
  document.querySelector("." + name).getAnimations().some((each) => each.playState === "running"))"""


@pytest.mark.slow
def test_a_tap_anywhere_lets_the_wall_ring_and_a_hall_that_is_muted_flashes_in_silence(open_page, evening):
    laptop, wall = open_page("clock", director=True), open_page("clock_screen", WALL)
    lock = wall.get_by_text("Tap anywhere once for sound")
    expect(lock).to_be_visible()
    wall.mouse.click(900, 500)
    expect(lock).to_be_hidden()
    assert wall.evaluate("window.tones") == 4
    wall.evaluate(LINGER)
    wall.context.new_cdp_session(wall).send("Animation.setPlaybackRate", {"playbackRate": 0.01})
    press(laptop, "Start round 1")
    press(laptop, "Mute all devices for speeches")
    expect(wall.get_by_text("Sound is off")).to_be_visible()
    leave_seconds(15)
    said = "Time!At the bell, finish the hand in play and start no new one."
    expect(wall.locator(".hall-flash")).to_have_text(said)
    assert wall.locator(".hall-flash").bounding_box() == {"x": 0, "y": 0, "width": 1920, "height": 1080}
    assert wall.evaluate(MOVING) is True
    assert wall.locator(".hall-flash").evaluate("veil => getComputedStyle(veil).opacity") == "1"
    wall.emulate_media(reduced_motion="reduce")
    assert wall.evaluate(MOVING) is False
    band = wall.locator(".hall-flash").bounding_box()
    assert band is not None and (band["y"], band["width"], band["height"] < 1080 / 2) == (0, 1920, True)
    assert wall.evaluate("window.tones") == 4
    press(laptop, "Turn sound back on")
    expect(wall.get_by_text("Sound is off")).to_have_count(0)


HOLD = """() => {
  document.dispatchEvent(new Event("pointermove"));
  document.querySelector("[data-sound]").focus();
}"""
"""The presses of a screen hide when nobody moves, and stay while one of them has the focus."""


BELOW_EACH_OTHER = """() => {
  const boxes = ["#screen", ".screen-lock", ".screen-tools"].map((each) => document.querySelector(each))
    .map((each) => each.getBoundingClientRect());
  return boxes[2].bottom <= innerHeight + 0.5
    && boxes.every((box, at) => box.height > 20 && box.top >= (boxes[at - 1]?.bottom ?? 0) - 0.5);
}"""
"""Neither covers what the screen shows, nor the other."""


@pytest.mark.slow
def test_a_screen_that_was_to_ring_says_after_a_reload_that_it_wants_its_tap_again(open_page):
    wall = open_page("screen", WALL)
    lock = wall.get_by_text("Tap anywhere once for sound")
    expect(lock).to_be_hidden()
    wall.evaluate(HOLD)
    press(wall, "Turn sound on")
    expect(wall.get_by_role("button", name="Sound is on")).to_have_attribute("aria-pressed", "true")
    wall.reload()
    expect(lock).to_be_visible()
    wall.evaluate(HOLD)
    assert wall.evaluate(BELOW_EACH_OTHER) is True
    wall.mouse.click(900, 500)
    expect(lock).to_be_hidden()
    wall.evaluate(HOLD)
    press(wall, "Sound is on")
    wall.reload()
    wall.evaluate(HOLD)
    expect(wall.get_by_role("button", name="Turn sound on")).to_be_visible()
    expect(lock).to_be_hidden()


@pytest.mark.slow
def test_the_settings_try_the_sound_that_is_chosen(open_page):
    settings = open_page("clock_settings", director=True)
    press(settings, "Test bell")
    wait_until(settings, "window.tones == 12")
    settings.get_by_label("Horn").check()
    press(settings, "Test warning")
    wait_until(settings, "window.tones == 16")


@pytest.mark.slow
def test_a_round_that_begins_by_itself_is_counted_down_on_every_clock(open_page, evening):
    evening.event.__class__.objects.update(starts_itself=True, change_seconds=600)
    laptop, wall = open_page("clock", director=True), open_page("clock_screen", WALL)
    press(laptop, "Start round 1")
    press(laptop, "Ring bell now")
    for page in (laptop, wall):
        expect(page.locator(".clock-starts")).to_have_text(re.compile(r"Round 2 starts in\s+9:\d\d"))
    press(laptop, "Hold next round")
    for page, who in ((laptop, "you start it"), (wall, "the director says")):
        expect(page.locator(".clock-starts")).to_have_text(f"Round 2 starts when {who}")
