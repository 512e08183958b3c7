"""Two phones at one table settle a hand with two versions, each seeing what the other does."""

import pytest
from playwright.sync_api import Page, expect

from tests.journeys import test_phones
from tests.journeys.test_phones import mark, scores
from tournament.models import Hand, State

evening_of, evening, match, open_phone = (
    test_phones.evening_of,
    test_phones.evening,
    test_phones.match,
    test_phones.open_phone,
)


def disagree(ours: Page, theirs: Page) -> None:
    """Ours says that the first side has Game, theirs that the second has."""
    mark(ours)
    mark(theirs, Game=1)
    ours.get_by_role("button", name="Record").tap()
    expect(ours.get_by_text("Hand 1 is recorded.")).to_be_visible()
    theirs.get_by_role("button", name="Record").tap()
    expect(theirs.locator("[data-outbox-said]")).to_contain_text("Both versions are kept until it is settled.")


def choose(page: Page, number: int) -> None:
    page.get_by_role("button", name=f"Choose version {number}").tap()


@pytest.mark.slow
def test_two_phones_see_both_versions_and_each_others_choice_until_the_same_one_agrees_it(match, open_phone):
    ours, theirs = open_phone(1), open_phone(2)
    disagree(ours, theirs)
    for phone in (ours, theirs):
        expect(phone.get_by_role("heading", name="Hand 1 has 2 versions")).to_be_visible()
        expect(phone.locator(".settle .differences")).to_contain_text("Game")
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
    choose(ours, 1)
    expect(ours.locator(".settle-words")).to_contain_text("You chose version 1. The other side has not chosen yet.")
    expect(theirs.locator(".settle-words")).to_contain_text("chose version 1.")
    choose(theirs, 2)
    expect(ours.locator(".settle-words")).to_contain_text("If you cannot agree, call the director.")
    choose(ours, 2)
    ours.get_by_role("button", name="Undo my choice").tap()
    expect(theirs.locator(".settle-words")).to_contain_text("You chose version 2. The other side has not chosen yet.")
    choose(ours, 2)
    for phone in (ours, theirs):
        expect(phone.locator(".settle")).to_have_count(0)
        expect(phone.locator("#so-far .state.agreed")).to_have_count(1)
    assert [hand.state for hand in Hand.objects.order_by("pk")] == [State.ENTERED, State.AGREED]
    assert scores(match) == [(1, (1, 2))]
