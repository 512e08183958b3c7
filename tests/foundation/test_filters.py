import re
from datetime import timedelta
from fractions import Fraction
from typing import get_args

import pytest
from django.conf import settings

from tournament.clock.round_clock import Phase
from tournament.foundation.wording import STATE_LABELS
from tournament.models.round import State
from tournament.templatetags import hall

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
    assert hall.points(value) == text


def test_a_clock_counts_the_started_second_whole_and_stops_at_nought() -> None:
    shown = [hall.clock(left) for left in (timedelta(minutes=20), 1199, 1198.2, 60, 0.4, 0, -90, None)]
    assert shown == ["20:00", "19:59", "19:59", "1:00", "0:01", "0:00", "0:00", "–"]


def test_a_tally_is_bundles_of_five_and_what_is_left() -> None:
    assert [hall.tally(count) for count in (0, 3, 5, 13, None)] == [[], [3], [5], [5, 5, 3], []]


def test_every_state_has_its_word_and_another_word_stays() -> None:
    words = [hall.state_label(state) for state in (*State, "playing", "locked", "sat out")]
    assert words == [
        *("Waiting", "Entered", "Agreed", "Disputed", "Ruled", "Late", "Called off"),
        *("Playing", "Locked", "sat out"),
    ]


def test_every_phase_of_a_clock_has_its_word() -> None:
    words = [hall.phase_label(phase) for phase in get_args(Phase)]
    assert words == ["Not started", "Playing", "Nearly time", "Paused", "Time!", "Round over"]


def test_every_state_and_suit_has_its_drawing() -> None:
    drawn = {name: set(re.findall(r'symbol id="(\w+)"', (IMAGES / name).read_text())) for name in SHEETS}
    assert drawn == {"states.svg": set(STATE_LABELS), "suits.svg": set(hall.SUITS.values())}


def test_a_suit_is_found_by_letter_or_name() -> None:
    assert [(hall.suit(letter), hall.suit_label(letter)) for letter in ("H", "s", "clubs")] == [
        ("hearts", "hearts"),
        ("spades", "spades"),
        ("clubs", "clubs"),
    ]
