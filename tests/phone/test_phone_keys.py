"""The form of a hand on a table's phone by keyboard alone: the focus goes where the next answer is, and a common hand
takes few keys, in every game."""

import pytest
from playwright.sync_api import Page, expect

from scoring import RULE_SETS, RuleSet
from tests import evenings
from tests.phone import test_phone_sizes
from tournament.formats.formats import FORMATS
from tournament.models import Hand

evening_of, seat_table, TABLES = evenings.evening_of, test_phone_sizes.seat_table, test_phone_sizes.TABLES
MOST_KEYS = 12
KEYS = {"dealer": "1", "pitcher": "2", "bid": "1", "high": "2", "low": "1", "jack": "Enter", "game": "2"}
"""What a common hand answers: everything as it stands except these, by the number of the choice."""


def record_by_keys(page: Page, number: int, taken: dict[str, str], rules: RuleSet) -> list[str]:
    """Answers each question where the focus is, until the hand is recorded; returns what was asked, a key each."""
    asked, keys = [], KEYS | ({"jack": "1"} if rules.cards.stock == "drawn" else {})  # there the Jack is always in play
    while len(asked) <= MOST_KEYS:
        asked.append(page.evaluate("document.activeElement.name || document.activeElement.tagName"))
        page.keyboard.type(taken.get(asked[-1], ""))
        page.keyboard.press(keys.get(asked[-1], "Enter"))
        if asked[-1] == "step":
            break
    expect(page.locator("#now")).to_have_attribute("data-next", str(number + 1))
    return asked


@pytest.mark.slow
@pytest.mark.parametrize(("format", "players"), TABLES)
def test_a_common_hand_is_keyed_question_by_question_with_the_focus_at_the_next(seat_table, format, players) -> None:
    page = seat_table(format, players)[-1]().page
    page.locator("#hand-form [data-stop] input").first.focus()
    rules = RULE_SETS[FORMATS[format].rule_set]
    pitch = ["pitcher", "bid"] if rules.auction else []
    taken = {"pips_a": "7", "pips_b": f"{rules.taken.sums[0] - 7}"} if rules.taken else {}
    facts = [*taken] or ["high", "low", "jack", "game"]
    questions = [*pitch, *facts, "step"]
    assert record_by_keys(page, 1, taken, rules) == ["dealer", *questions]
    assert record_by_keys(page, 2, taken, rules) == questions
    assert len(questions) <= MOST_KEYS
    assert Hand.objects.count() == 2
