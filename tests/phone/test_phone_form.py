"""The form of a hand on a table's phone, in a real browser: what is asked back, what a reload brings back, and what one
tap records."""

from collections.abc import Callable, Iterator

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Locator, Page, expect

from tests import evenings
from tests.journeys.tables import TablePhone
from tournament.models import Hand, TableCode

evening_of = evenings.evening_of
Opener = Callable[..., Page]


@pytest.fixture
def open_phone(transactional_db, evening_of, live_server, browser: Browser) -> Iterator[Opener]:
    """The sheet of the first match of an evening, on the phone of its table; no page may complain."""
    contexts, troubles = [], []

    def opener(format: str, players: int) -> Page:
        evening = evening_of(players, format=format, table_size=players)
        evening.begin()
        evening.play_rounds(1, until=1)
        match = evening.matches(1)[0]
        code = TableCode.objects.get(event=evening.event, table_number=match.table.number, revoked_at=None).code
        context = browser.new_context(viewport={"width": 360, "height": 740}, has_touch=True)
        contexts.append(context)
        page = TablePhone(context, live_server.url + reverse("table", args=[code]), match.pk, 0).page
        page.on("pageerror", lambda error: troubles.append(str(error)))
        return page

    yield opener
    for context in contexts:
        context.close()
    assert troubles == []


def choice(page: Page, question: str, words: str) -> Locator:
    """A choice of a question that is in sight, of the last where it is asked several times; what comes before the play
    is one line until it is tapped."""
    line = page.locator(".deal-line:not([open]) > summary")
    if question in ("Turned up", "Then") and line.count():
        line.tap()
    group = page.get_by_role("group", name=question, exact=True).locator("visible=true").last
    return group.locator("label", has_text=words)


def mark(page: Page, **marks: str) -> None:
    for question, words in marks.items():
        choice(page, question.replace("_", " "), words).tap()


def marked(page: Page) -> dict[str, str]:
    """What the form would send, without what is hidden in it."""
    fields: dict[str, str] = page.evaluate("Object.fromEntries(new FormData(document.getElementById('hand-form')))")
    return {name: fields[name] for name in ("dealer", "answer_1", "turned_2", "high", "jack") if name in fields}


def until_recorded(page: Page, number: int) -> None:
    expect(page.get_by_role("heading", name=f"Hand {number + 1}")).to_be_visible()
    expect(page.locator("#now")).to_have_attribute("data-next", str(number + 1))


@pytest.mark.slow
def test_the_jack_that_was_turned_up_last_is_not_offered_and_the_form_says_why(open_phone) -> None:
    page = open_phone("trinidad-tables", 4)
    why = page.get_by_text("Jack: turned up, so nobody can win it.")
    jack, hung = (page.locator(f"fieldset:has([name={name}])") for name in ("jack", "jack_from"))
    mark(page, Dealer="Ann", High="Ann", Low="Bea", Jack="Ann")
    expect(hung).to_be_visible()
    choice(page, "Turned up", "Jack").tap()
    expect(why).to_be_visible()
    assert (jack.is_visible(), hung.is_visible(), marked(page)["jack"]) == (False, False, "none")
    choice(page, "Then", "Ran the pack").tap()
    expect(jack).to_be_visible()
    assert (why.is_visible(), marked(page)["turned_2"]) == (False, "other")
    page.get_by_label("Card", exact=True).locator("visible=true").last.fill("JH")
    expect(jack).to_be_hidden()
    page.get_by_label("Card", exact=True).locator("visible=true").last.fill("9H")
    expect(jack).to_be_visible()
    mark(page, Jack="Ann", Game="Bea")
    page.get_by_role("button", name="Record").tap()
    until_recorded(page, 1)
    assert [kind for kind, _side, _points in Hand.objects.get().awards["awards"]] == [
        *("turn_up", "high", "low", "jack", "game")
    ]


def test_once_a_hand_is_recorded_the_deal_is_folded_at_once_and_not_under_the_next_finger(open_phone) -> None:
    page = open_phone("trinidad-tables", 4)
    page.locator(".deal-line > summary").tap()
    mark(page, High="Ann")
    presses = "document.querySelector('#hand-form [value=record]').click()"
    is_open = "document.querySelector('.deal-line').open"
    assert page.evaluate(f"{presses}, {is_open}") is False


@pytest.mark.slow
def test_what_is_asked_back_stands_in_sight_with_two_answers_and_record_alone_is_neither(open_phone) -> None:
    page = open_phone("seven-up-tables", 2)
    question, again = page.locator("[data-asked]"), page.get_by_role("button", name="Record")
    mark(page, Dealer="Ann", Then="Ran the pack", High="Ann", Low="Bea")
    again.tap()
    for _ in range(2):
        expect(question).to_contain_text("Is hand 1 right? It is not saved yet.")
        expect(question).to_contain_text("Game: Nobody is marked.")
        expect(question.get_by_role("button", name="Confirm")).to_be_in_viewport(ratio=1)
        expect(question.get_by_role("button", name="Change")).to_be_in_viewport(ratio=1)
        expect(again).to_be_hidden()
        question.get_by_role("button", name="Change").tap()
        expect(question).to_be_hidden()
        again.tap()
    expect(question).to_be_visible()
    assert Hand.objects.count() == 0
    mark(page, Game="Bea")
    expect(question).to_be_hidden()
    again.tap()
    until_recorded(page, 1)
    assert [kind for kind, _side, _points in Hand.objects.get().awards["awards"]] == ["high", "low", "game"]
    mark(page, High="Ann", Low="Bea")
    again.tap()
    question.get_by_role("button", name="Confirm").tap()
    until_recorded(page, 2)
    assert Hand.objects.count() == 2


@pytest.mark.slow
def test_a_half_marked_hand_comes_back_after_a_reload_until_it_is_recorded_or_cleared(open_phone) -> None:
    page = open_phone("seven-up-tables", 2)
    mark(page, Dealer="Ann", Then="Ran the pack", High="Bea")
    half = marked(page)
    page.reload()
    expect(choice(page, "High", "Bea").locator("input")).to_be_checked()
    assert marked(page) == half
    mark(page, Low="Bea", Game="Bea")
    page.get_by_role("button", name="Record").tap()
    until_recorded(page, 1)
    page.reload()
    expect(page.get_by_role("heading", name="Hand 2")).to_be_visible()
    assert "high" not in marked(page)
    mark(page, High="Bea")
    page.get_by_role("button", name="Clear form").tap()
    page.get_by_role("button", name="Clear it?").tap()
    expect(page.get_by_role("button", name="Clear form")).to_be_hidden()
    page.reload()
    assert "high" not in marked(page)


@pytest.mark.slow
def test_a_refusal_after_a_run_leaves_every_choice_as_wide_as_its_words(open_phone) -> None:
    page = open_phone("seven-up-tables", 2)
    mark(page, Dealer="Ann", Then="Ran the pack", High="Ann", Low="Ann", Game="Ann")
    cards = page.get_by_label("Card", exact=True).locator("visible=true")
    cards.nth(0).fill("9H")
    cards.nth(1).fill("8H")
    page.get_by_role("button", name="Record").tap()
    expect(page.locator(".turn-up .error")).to_have_text(
        "The same suit again. Run the pack once more, or throw the cards in."
    )
    for label in page.locator("#hand-form .ticks-row label").locator("visible=true").all():
        assert (label.bounding_box() or {})["width"] > 60, label.inner_text()
    assert page.evaluate("document.documentElement.scrollWidth") == 360


@pytest.mark.slow
def test_nobody_bids_is_one_tap_and_two_quick_ones_are_one_hand(open_phone) -> None:
    page = open_phone("auction-pitch-tables", 3)
    button = page.get_by_role("button", name="Passed out")
    page.get_by_role("group", name="Dealer").locator("label").first.tap()
    button.dblclick()
    until_recorded(page, 1)
    assert [(hand.awards["awards"], len(hand.facts["events"])) for hand in Hand.objects.all()] == [([], 3)]
    assert marked(page)["dealer"] == "b"
    mark(page, Pitcher="Ann", Bid="3")
    expect(button).to_be_hidden()


@pytest.mark.slow
def test_who_pitched_and_everybody_s_bids_follow_each_other_also_after_a_reload(open_phone) -> None:
    page = open_phone("auction-pitch-tables", 3)
    bids = page.locator("[data-bids]")

    def bids_marked() -> dict[str, str]:
        fields: dict[str, str] = page.evaluate("Object.fromEntries(new FormData(document.getElementById('hand-form')))")
        return {name: value for name, value in fields.items() if name.startswith(("bid", "pitcher"))}

    def tap(**marks: str) -> None:
        for name, value in marks.items():
            page.locator(f"#hand-form label:has(input[name={name}][value='{value}'])").tap()

    tap(dealer="a", pitcher="b", bid="2")
    assert bids_marked() == {"pitcher": "b", "bid": "2", "bid_a": "pass", "bid_b": "2", "bid_c": "pass"}
    expect(bids).to_be_hidden()
    page.locator(".all-bids > summary").tap()
    tap(bid_c="3")
    assert bids_marked() == {"pitcher": "c", "bid": "3", "bid_a": "pass", "bid_b": "2", "bid_c": "3"}
    page.reload()
    expect(page.locator("#hand-form [name=pitcher][value=c]")).to_be_checked()
    assert bids_marked() == {"pitcher": "c", "bid": "3", "bid_a": "pass", "bid_b": "2", "bid_c": "3"}
    tap(pitcher="a", bid="2", high="a", low="b", game="a")
    assert bids_marked() == {"pitcher": "a", "bid": "2", "bid_a": "2", "bid_b": "pass", "bid_c": "pass"}
    page.get_by_role("button", name="Record").tap()
    until_recorded(page, 1)
    assert [next(iter(event)) for event in Hand.objects.get().facts["events"]] == ["pass", "pass", "bid"]


@pytest.mark.slow
@pytest.mark.parametrize("format", ["trinidad-tables", "seven-up-tables"])
def test_record_stays_under_the_thumb_when_the_preview_comes(open_phone, format) -> None:
    page = open_phone(format, 4)
    record, rows = page.get_by_role("button", name="Record"), []
    said = ("Nothing is marked yet.", "Low, Game: Nobody is marked.", "Game: Nobody is marked.", "+3")
    for question, words in zip(("Dealer", "High", "Low", "Game"), said, strict=True):
        page.get_by_role("group", name=question, exact=True).get_by_role("radio").first.tap()
        rows.append(record.bounding_box())
        expect(page.locator("#preview")).to_contain_text(words)
        rows.append(record.bounding_box())
    assert rows[1:] == rows[:1] * 7
