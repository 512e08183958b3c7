"""How large words are printed: broken first, then smaller in small steps."""

import pytest

from tests.paper.conftest import ODD_NAMES
from tournament.door.queries.door_lists import Guest
from tournament.paper.documents.door import badge_of
from tournament.press.fitting import boldest_width_in_ems, count_lines_of, largest_that_fits


def badge(name, beside=""):
    guest = Guest("", "", name, beside, "", has_left=False, is_here=True, dues=None)
    return badge_of(guest)


@pytest.mark.parametrize(
    ("narrow", "wide"), [("ill", "www"), ("bell", "Bell"), ("Anna", "Жанна"), ("ab", "王小"), ("e", "m")]
)
def test_some_letters_are_wider_than_others(narrow, wide):
    assert boldest_width_in_ems(narrow) < boldest_width_in_ems(wide)


def test_an_accent_of_its_own_takes_no_room():
    assert boldest_width_in_ems("e\u0301") == boldest_width_in_ems("e")


@pytest.mark.parametrize(
    ("words", "lines"),
    [("", 1), ("Ann", 1), ("Ann Archer", 2), ("Ann of Bell", 2), ("Archer-Fisher", 2), ("Featherstonehaugh", 3)],
)
def test_words_break_between_words_after_a_hyphen_and_where_one_is_wider_than_a_line(words, lines):
    assert count_lines_of(words, 10, 16) == lines


def test_the_largest_size_that_fits_is_taken_and_the_smallest_where_none_does():
    assert largest_that_fits((12, 10, 8), lambda size: size < 11) == 10
    assert largest_that_fits((12, 10, 8), lambda size: False) == 8


def test_on_badges_names_of_usual_length_have_one_size():
    names = ["Cyril St. Archer", "Cyril St. Bell", "Ann Bell", "Queenie van Cholmondeley", "Жанна Щукина"]
    assert {badge(name).size for name in names} == {31}


def test_a_badge_shrinks_a_monstrous_name_in_small_steps_and_leaves_room_for_what_stands_below():
    longest = ODD_NAMES[0]
    assert (badge("Ελένη Παπαδοπούλου").size, badge(longest).size) == (22, 16)
    assert badge(longest, "Arima Flambeau All Fours Association and Sports Club of the Valley").size < 16
