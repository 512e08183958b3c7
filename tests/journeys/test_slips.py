"""Paper at the scorer's keyboard: a night of results, each keyed once and all agreed with one press; sheets, or hand
after hand, as fast as keys come: nothing typed ahead is lost while all goes well, and no question is answered by a key
that was meant for the next sheet."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests import evenings, round_evenings
from tests.evenings import Evening
from tests.journeys.conftest import LAPTOP, Hall, count_on_first_screen
from tests.journeys.desk import wait_for_focus
from tests.round_evenings import out
from tournament.hands.queries.hands import match_in_hands
from tournament.hands.queries.shown_hands import HandOnPage
from tournament.models import Match, SheetLine, State

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
KEYS_A_SECOND = 4
SECONDS_AN_ANSWER = 0.2
"""What the hall may take for a hand; keys typed meanwhile wait for it, none has to be typed again."""
SECONDS_A_SLIP = 60
SHEET = ["14", "9", "", "", "8", "7", "", "", "3", "17", "", ""]
ASKED = "The lines add up to 25, but the sheet says 52."

# The first keys of a slip, who dealt; then of each hand, over and over. A digit marks a choice, Enter (~) goes on as it
# stands: turned up, what then, High, Low, Jack and who held it, Game, Record; or who pitched and for how much instead
# of the turn-up. Who won a Jack that was turned up and kept is not asked.
SLIPS = {
    "kent-1674": ("1", ["~~12~1~", "2~122~", "~21211~"]),
    "trinidad-tables": ("1", ["~~12~1~", "~~11122~", "~212211~"]),
    "auction-pitch-tables": ("1~", ["3112~1~", "213331~"]),
}


def hands_in(match: Match) -> tuple[HandOnPage, ...]:
    return match_in_hands(match.table.stage.event, match.pk).hands


def slip_of(evening: Evening, open_match: Callable[..., Page]) -> tuple[Match, Page]:
    """A match to key, and its page as the scorer has it."""
    match = evening.playing().matches(1)[0]
    page = open_match(match, evening.scorer)
    wait_for_focus(page)
    return match, page


def press(page: Page, keys: str) -> int:
    """One after the other without looking up; how many they were."""
    for key in keys:
        page.keyboard.press("Enter" if key == "~" else key)
    return len(keys)


GAMES = [("kent-1674", 4), ("trinidad-tables", 4), ("auction-pitch-tables", 5)]


@pytest.mark.parametrize(("format", "players"), GAMES)
@pytest.mark.slow
def test_a_slip_of_thirteen_hands_is_keyed_in_less_than_a_minute(
    transactional_db, evening_of, open_match, format, players
):
    match, page = slip_of(evening_of(players, format=format, length_kind="timed"), open_match)
    first, hands = SLIPS[format]
    asked = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    keys = press(page, first) + sum(press(page, hands[number % len(hands)]) for number in range(13))
    expect(page.get_by_role("heading", name="Hand 14")).to_be_visible()
    assert [shown.hand.number for shown in hands_in(match)] == list(range(1, 14))
    assert keys / KEYS_A_SECOND + len(asked) * SECONDS_AN_ANSWER < SECONDS_A_SLIP


@pytest.mark.slow
def test_what_is_typed_after_a_hand_that_is_asked_back_about_goes_nowhere(transactional_db, evening_of, open_match):
    match, page = slip_of(evening_of(4), open_match)
    without_game, common = "1~~12~~~", "~~12~2~"
    press(page, without_game + common)
    expect(page.get_by_text("What you typed since then is not used.")).to_be_visible()
    assert hands_in(match) == ()
    page.keyboard.press("Escape")
    press(page, "1~" + common)
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()
    assert [shown.points for shown in hands_in(match)] == [(2, 1), (1, 2)]


@pytest.mark.slow
def test_control_and_enter_confirm_a_hand_that_is_asked_back_about(transactional_db, evening_of, open_match):
    match, page = slip_of(evening_of(4), open_match)
    press(page, "1~~12~~~~~")
    expect(page.get_by_text("Is hand 1 right?")).to_be_visible()
    assert hands_in(match) == ()
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    assert len(hands_in(match)) == 1


def save(page: Page) -> None:
    with page.expect_navigation(wait_until="domcontentloaded"):
        page.get_by_role("button", name="Save").click()


def key_result(page: Page, *boxes: str) -> None:
    """Points and hang jacks of one side, then of the other, each with Enter; the last one saves."""
    expect(page.locator("[name=points_1]")).to_be_focused()
    *others, last = boxes
    for box in others:
        page.keyboard.insert_text(box)
        page.keyboard.press("Enter")
    page.keyboard.insert_text(last)
    with page.expect_navigation(wait_until="domcontentloaded"):
        page.keyboard.press("Enter")


@pytest.mark.slow
def test_thirteen_pairs_play_on_slips_each_keyed_once_and_agreed_together(transactional_db, rounds_of, open_match):
    evening = rounds_of(13, plan=[["round-robin", 13]], length_kind="single")
    out(evening, 1)
    page = open_match(evening.matches(1)[0], evening.director)
    page.goto(page.url.partition("/match/")[0] + "/slips/")
    expect(page.get_by_role("heading", name="6 slips of 6 missing")).to_be_visible()
    page.get_by_role("link", name="Key in next").click()
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    key_result(page, "14", "1", "8", "0")
    expect(page.get_by_text("Table 1: slip saved.")).to_be_visible()
    key_result(page, "14", "", "14", "")
    expect(page.get_by_text("Choose who won: the points do not decide it.")).to_be_visible()
    page.get_by_label("Points").nth(1).fill("9")
    save(page)
    expect(page.get_by_role("heading", name="Table 3")).to_be_visible()
    page.get_by_label("Points").first.fill("12")
    page.get_by_label("Points").nth(1).fill("9")
    page.locator("input[name=winner]").first.check()
    save(page)
    expect(page.get_by_text("won with 12 points, but a game goes to 14.")).to_be_visible()
    save(page)
    for _table in (4, 5, 6):
        key_result(page, "5", "0", "16", "2")
    expect(page.get_by_role("heading", name="All 6 results are in")).to_be_visible()
    page.get_by_role("button", name="Agree 5 slips").click()
    expect(page.get_by_text("5 results agreed.")).to_be_visible()
    page.get_by_role("button", name="Agree result anyway").click()
    expect(page.get_by_text("Table 3: result agreed.")).to_be_visible()
    assert {match.state for match in evening.matches(1)} == {State.AGREED}


@pytest.mark.slow
def test_a_sheet_and_names_typed_while_the_hall_is_out_of_reach_are_sent_when_it_is_back(hall_of):
    hall: Hall = hall_of("--demo")
    desk = hall.director()
    page = desk.page
    page.goto(f"{hall.address}/e/1/sheets/")
    desk.key_the_next()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    boxes = page.locator("form.sheet input.number")
    typed = ["3", "2", "0", "0"] * ((boxes.count() - 1) // 4)
    for box, number in zip(boxes.all()[:-1], typed, strict=True):
        box.fill(number)
    door = page.context.new_page()
    door.goto(f"{hall.address}/e/1/door/")
    door.locator("#door_names textarea").fill("Zebedee Late")
    hall.pull_the_plug()
    door.get_by_role("button", name="Add players").click()
    expect(door.locator("#messages")).to_contain_text("What you typed is kept on this page")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#messages")).to_contain_text("What you typed is kept on this page")
    expect(boxes.first).to_have_value("3")
    with page.expect_navigation():
        hall.evening = hall.start()
    # It came: the hall asks about what is doubtful on it.
    expect(page.get_by_text("Nothing is saved yet.")).to_be_visible()
    expect(boxes.first).to_have_value("3")
    expect(door.locator("#door_people")).to_contain_text("Zebedee Late")


@pytest.mark.slow
def test_slips_of_thirteen_pairs_are_keyed_on_one_page_and_ten_places_and_all_tables_are_in_sight(
    transactional_db, rounds_of, open_match
):
    evening = rounds_of(13, plan=[["round-robin", 13]], length_kind="single")
    out(evening, 1)
    page = open_match(evening.matches(1)[0], evening.director)
    page.goto(page.url.partition("/match/")[0] + "/slips/")
    page.get_by_role("link", name="Key in all on one page").click()
    lines = page.locator(".slip-line")
    expect(lines).to_have_count(6)
    page.wait_for_load_state()
    assert [line.bounding_box()["height"] < 110 for line in lines.all()] == [True] * 6
    expect(lines.first.get_by_label("Points").first).to_be_focused()
    # Points, hang jacks of one side and the other, and as the points say; a game that stops short; one left empty.
    for boxes in ["14~1~8~0~~", "9~0~15~1~~", "14~~3~~~", "12~~9~~~", "~~~~~"]:
        for typed in boxes.replace("~", "|~|").split("|"):
            page.keyboard.press("Enter") if typed == "~" else page.keyboard.insert_text(typed)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("3 slips saved.")).to_be_visible()
    expect(page.get_by_text("1 slip is not saved yet.")).to_be_visible()
    expect(lines).to_have_count(3)
    lines.first.get_by_label("Who won?").select_option(index=1)
    page.get_by_role("button", name="Save slips").click()
    expect(page.get_by_text("won with 12 points, but a game goes to 14.")).to_be_visible()
    page.get_by_role("button", name="Save slips as they are").click()
    expect(page.get_by_text("1 slip saved.")).to_be_visible()
    assert [match.state for match in evening.matches(1)] == [State.ENTERED] * 4 + [State.WAITING] * 2
    # The slip of one table over the evening: what is played there next is not out yet.
    page.goto(page.url.partition("?")[0] + "?table=5")
    expect(page.get_by_role("heading", name="Slips of table 5")).to_be_visible()
    wait_for_focus(page)
    for typed in ("14", "Enter", "0", "Enter", "2", "Enter", "0", "Enter", "Enter"):
        page.keyboard.press(typed) if typed == "Enter" else page.keyboard.insert_text(typed)
    expect(page.get_by_role("heading", name="1 slip of 6 missing")).to_be_visible()
    page.get_by_role("link", name="Standings", exact=True).click()
    expect(page.get_by_text("Provisional.")).to_be_visible()
    assert count_on_first_screen(page, "table.standings tbody tr") >= 10
    page.get_by_label("Why?").first.press("Enter")
    expect(page.locator("table.standings .why").locator("visible=true")).to_have_count(1)
    page.goto(page.url.partition("/standings/")[0] + "/draw/2/")
    page.get_by_role("button", name="Draw round 2").click()
    expect(page.get_by_text("13 pairs, 6 tables, 1 sits out")).to_be_visible()
    assert count_on_first_screen(page, ".drawn-table") == 7
    expect(page.locator("input[name=swap]").first).to_be_hidden()


def type_boxes(page: Page, *boxes: str) -> None:
    """Digit by digit, each box with its Enter, as fast as keys come."""
    for box in boxes:
        for key in (*box, "Enter"):
            page.keyboard.press(key)


def said() -> list[tuple[int | None, ...]]:
    return list(SheetLine.objects.order_by("pk").values_list("mine", "theirs"))


def expect_sheets_in(page: Page, number: int) -> None:
    expect(page.locator("label[for=progress]")).to_have_text(f"{number} of 8 sheets are in")


def values_of(page: Page) -> list[str]:
    return [box.input_value() for box in page.locator("form.sheet input.number").all()]


@pytest.fixture
def evening(transactional_db, evening_of) -> Evening:
    return evening_of(8).begun()


@pytest.fixture
def page(evening: Evening, open_match: Callable[..., Page]) -> Page:
    page = open_match(evening.matches(1)[0], evening.scorer)
    page.goto(page.url.partition("/match/")[0] + "/sheets/")
    page.get_by_role("link", name="Key in next").click()
    wait_for_focus(page)
    return page


def ask(page: Page, *keys: str) -> str:
    """Keys a sheet with a total that is wrong, and more keys at once; whose sheet it is."""
    name = page.locator("h1").inner_text()
    type_boxes(page, *SHEET, "52")
    for key in keys:
        page.keyboard.press(key)
    expect(page.get_by_text(ASKED)).to_be_visible()
    expect(page.locator("[data-said]")).to_be_in_viewport()
    return name


@pytest.mark.slow
def test_sheets_that_are_typed_ahead_are_all_saved(page):
    first = page.locator("h1").inner_text()
    level = ["9", "9", "", ""] * 3
    type_boxes(page, *level, "27", *level, "27")
    page.keyboard.press("7")
    expect_sheets_in(page, 2)
    expect(page.locator("form.sheet input.number").first).to_have_value("7")
    assert said() == [(9, 9)] * 6
    third = page.locator("h1").inner_text()
    page.go_back()
    expect(page.locator("h1")).not_to_have_text(third)
    page.go_back()
    expect(page.get_by_role("heading", name=first)).to_be_visible()


@pytest.mark.slow
def test_the_enter_that_is_pressed_anyway_does_not_confirm_a_wrong_total(page):
    name = ask(page)
    for wait in (250, 250, 250):
        page.wait_for_timeout(wait)
        page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    assert said() == []
    page.keyboard.press("Control+Enter")
    expect_sheets_in(page, 1)
    assert said() == [(14, 9), (8, 7), (3, 17)]
    assert values_of(page) == [""] * 13


@pytest.mark.slow
def test_what_is_typed_ahead_of_a_question_goes_nowhere(page):
    name = ask(page, *"14", "Enter", *"9", "Enter", "Enter", "Tab", *"8")
    type_boxes(page, "7", "", "", "3", "17", "", "", "25")
    expect(page.get_by_text("What you typed since then is not used.")).to_be_visible()
    assert (page.locator("h1").inner_text(), values_of(page), said()) == (name, [*SHEET, "52"], [])
    page.keyboard.press("Escape")
    page.keyboard.press("Shift+Enter")
    expect(page.locator("form.sheet input.number").nth(11)).to_be_focused()
    type_boxes(page, "", "25")
    expect_sheets_in(page, 1)
    assert values_of(page) == [""] * 13


@pytest.mark.slow
def test_the_right_total_answers_the_question(page):
    ask(page)
    type_boxes(page, "25")
    expect_sheets_in(page, 1)
    assert said() == [(14, 9), (8, 7), (3, 17)]


@pytest.mark.slow
def test_control_and_enter_pressed_twice_are_no_answer_to_what_they_sent(page):
    type_boxes(page, *SHEET)
    page.keyboard.press("5")
    page.keyboard.press("2")
    page.keyboard.press("Control+Enter")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text(ASKED)).to_be_visible()
    assert said() == []


@pytest.mark.slow
def test_a_refused_sheet_waits_for_escape_too(page):
    type_boxes(page, "14", "9", "", "", "", "7", "", "", "3", "17", "", "", "17", "5", "6")
    expect(page.get_by_text("Key in what was won; 0 for nothing.")).to_be_visible()
    expect(page.get_by_text("Not saved. Press Escape, then correct what is marked.")).to_be_visible()
    assert values_of(page)[4:6] == ["", "7"]
    page.keyboard.press("Escape")
    type_boxes(page, "0")
    page.keyboard.press("Control+Enter")
    expect_sheets_in(page, 1)


@pytest.mark.slow
def test_without_scripts_enter_asks_again_and_the_button_says_yes(evening, open_match):
    page = open_match(evening.matches(1)[0], evening.scorer, LAPTOP, javascript=False)
    page.goto(page.url.partition("/match/")[0] + "/sheets/")
    page.get_by_role("link", name="Key in next").click()
    for box, value in zip(page.locator("form.sheet input.number").all(), [*SHEET, "52"], strict=True):
        box.fill(value)
    for _press in range(3):
        page.get_by_label("Total on the sheet").press("Enter")
        page.wait_for_load_state()
    assert (page.get_by_text(ASKED).is_visible(), said()) == (True, [])
    page.get_by_role("button", name="Save as it is").click()
    expect_sheets_in(page, 1)


@pytest.mark.slow
def test_slips_are_asked_about_in_the_same_way(transactional_db, rounds_of, open_match):
    evening = rounds_of(8, plan=[["round-robin", 7]], length_kind="single")
    out(evening, 1)
    page = open_match(evening.matches(1)[0], evening.scorer)
    page.goto(page.url.partition("/match/")[0] + "/slips/")
    page.get_by_role("link", name="Key in next").click()
    wait_for_focus(page)
    type_boxes(page, "14", "1", "12", "9", "14", "", "3", "")
    expect(page.get_by_text("12 points, 9 hang jacks").or_(page.get_by_text("9 hang jacks would be"))).to_be_visible()
    assert (page.locator("h1").inner_text(), said()) == ("Table 1", [])
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("heading", name="Table 2")).to_be_visible()
    assert said() == [(14, None), (12, None)]
