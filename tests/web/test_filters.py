import re
from datetime import timedelta
from fractions import Fraction
from itertools import count
from typing import get_args

import pytest
from django.conf import settings

from tournament import template_environment
from tournament.clock.round_clock import Phase
from tournament.foundation.wording import STATE_LABELS, points, state_label
from tournament.models.round import State

IMAGES = settings.BASE_DIR / "static" / "img"
SHEETS = ("states.svg", "suits.svg")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "–"),
        (0, "0"),
        (40, "40"),
        (Fraction(99, 2), "49.5"),
        (Fraction(175, 3), "58 1/3"),
        (Fraction(2, 3), "2/3"),
        (Fraction(-1, 2), "−0.5"),
        (Fraction(-7, 3), "−2 1/3"),
    ],
)
def test_points_are_written_exactly_and_unknown_points_as_a_dash(value: Fraction | int | None, text: str) -> None:
    assert points(value) == text


def test_a_clock_counts_the_started_second_whole_and_stops_at_nought() -> None:
    shown = [template_environment.clock(left) for left in (timedelta(minutes=20), 1199, 1198.2, 60, 0.4, 0, -90, None)]
    assert shown == ["20:00", "19:59", "19:59", "1:00", "0:01", "0:00", "0:00", "–"]


def test_a_tally_is_bundles_of_five_and_what_is_left() -> None:
    assert [template_environment.tally(count) for count in (0, 3, 5, 13, None)] == [[], [3], [5], [5, 5, 3], []]


def test_every_state_has_its_word_and_another_word_stays() -> None:
    words = [state_label(state) for state in (*State, "playing", "locked", "sat out")]
    assert words == [
        *("Waiting", "Entered", "Agreed", "Disputed", "Ruled", "Late", "Called off"),
        *("Playing", "Locked", "sat out"),
    ]


def test_every_phase_of_a_clock_has_its_word() -> None:
    words = [template_environment.phase_label(phase) for phase in get_args(Phase)]
    assert words == ["Not started", "Playing", "Nearly time", "Paused", "Time!", "Round over"]


def test_every_state_and_suit_has_its_drawing() -> None:
    drawn = {name: set(re.findall(r'symbol id="(\w+)"', (IMAGES / name).read_text())) for name in SHEETS}
    assert drawn == {"states.svg": set(STATE_LABELS), "suits.svg": set(template_environment.SUITS.values())}


def test_a_suit_is_found_by_letter_or_name() -> None:
    suits = [(template_environment.suit(each), template_environment.suit_label(each)) for each in ("H", "s", "clubs")]
    assert suits == [
        ("hearts", "hearts"),
        ("spades", "spades"),
        ("clubs", "clubs"),
    ]


def test_words_of_a_constant_are_asked_for_each_time_a_page_is_written() -> None:
    environment = template_environment.make_environment()
    asked = count(1)
    environment.filters["ask"] = lambda word: f"{word}{next(asked)}"
    page = environment.from_string("{{ 'a'|ask }}, {% set word = 'b'|ask %}{{ word }}")
    assert (page.render(), page.render()) == ("a1, b2", "a3, b4")
