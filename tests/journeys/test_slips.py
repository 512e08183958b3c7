"""Paper slips at the scorer's keyboard: hand after hand as fast as keys come, and nothing typed ahead is lost."""

from collections.abc import Callable
from time import monotonic

import pytest
from playwright.sync_api import Page, expect

from tests import evenings
from tests.evenings import Evening
from tournament.models import Match
from tournament.queries.hands import match_in_hands
from tournament.queries.shown_hands import HandOnPage

evening_of = evenings.evening_of
KEYS_A_SECOND = 4
SECONDS_A_SLIP = 60

# The first keys of a slip, who dealt; then of each hand, over and over. A digit marks a choice, Enter (~) goes on as it
# stands: turned up, what then, High, Low, Jack and who held it, Game, Record; or the bids instead of the turn-up.
SLIPS = {
    "kent-1674": ("1", ["~~12~1~", "2~12~2~", "~21211~"]),
    "trinidad-tables": ("1", ["~~12~1~", "~~11122~", "~212211~"]),
    "auction-pitch-tables": ("1~", ["~~2~~12~1~", "~~2~33312~"]),
}


def hands_in(match: Match) -> tuple[HandOnPage, ...]:
    return match_in_hands(match.table.stage.event, match.pk).hands


def slip_of(evening: Evening, open_match: Callable[..., Page]) -> tuple[Match, Page]:
    """A match to key, and its page as the scorer has it."""
    match = evening.playing().matches(1)[0]
    return match, open_match(match, evening.scorer)


def press(page: Page, keys: str) -> int:
    """One after the other without looking up; how many they were."""
    for key in keys:
        page.keyboard.press("Enter" if key == "~" else key)
    return len(keys)


@pytest.mark.parametrize(("format", "players"), [("kent-1674", 4), ("trinidad-tables", 4), ("auction-pitch-tables", 5)])
def test_a_slip_of_thirteen_hands_is_keyed_in_less_than_a_minute(
    transactional_db, evening_of, open_match, format, players
):
    match, page = slip_of(evening_of(players, format=format, length_kind="timed"), open_match)
    first, hands = SLIPS[format]
    began = monotonic()
    keys = press(page, first) + sum(press(page, hands[number % len(hands)]) for number in range(13))
    expect(page.get_by_role("heading", name="Hand 14")).to_be_visible()
    for_pages = monotonic() - began
    print(f"{format}: {keys} keys at {KEYS_A_SECOND} a second and {for_pages:.1f} s for the pages")
    assert [shown.hand.number for shown in hands_in(match)] == list(range(1, 14))
    assert keys / KEYS_A_SECOND + for_pages < SECONDS_A_SLIP


def test_what_is_typed_after_a_hand_that_is_asked_back_about_waits_for_the_next(
    transactional_db, evening_of, open_match
):
    match, page = slip_of(evening_of(4), open_match)
    without_game, common = "1~~12~~~", "~~12~2~"
    press(page, without_game + common)
    expect(page.get_by_text("Press Escape and look at the hand. 7 keys wait for the next hand.")).to_be_visible()
    assert hands_in(match) == ()
    page.keyboard.press("Escape")
    press(page, "1~")
    expect(page.get_by_role("heading", name="Hand 3")).to_be_visible()
    assert [shown.points for shown in hands_in(match)] == [(2, 1), (1, 2)]
