"""How long a turn lasts: an even part of the hour."""

import datetime as dt

import pytest

from tournament.models import Event
from tournament.movements.kent import TURNS


@pytest.mark.parametrize(("size", "minutes"), [(3, 20), (4, 20), (5, 12)])
def test_turns_share_the_hour(size, minutes):
    assert Event(hour_seconds=3600).turn_length(len(TURNS[size])) == dt.timedelta(minutes=minutes)


@pytest.mark.parametrize(("turns", "minutes"), [(3, 15), (5, 9)])
def test_a_shorter_hour_has_shorter_turns(turns, minutes):
    assert Event(hour_seconds=2700).turn_length(turns) == dt.timedelta(minutes=minutes)


def test_the_one_turn_of_a_round_is_as_long_as_the_round():
    assert Event(hour_seconds=5400).turn_length(1) == dt.timedelta(minutes=90)
