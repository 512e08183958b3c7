"""The club's colour: what can be read on it, where it is seen, and what is said of one that nothing can be read on."""

import pytest
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tournament.club.colour import (
    CHALK,
    ENOUGH,
    INK,
    contrast_between,
    find_readable,
    is_readable,
    letters_on,
    style_of,
)
from tournament.models import Club, LogEntry, Season
from tournament.publishing.queries.assets import STYLE_SHEET, assets_of

evening_of = evenings.evening_of
MAROON, BETWEEN = "#8a1c2b", "#808080"


@pytest.fixture
def evening(evening_of) -> Evening:
    return evening_of(8)


def test_contrast_is_counted_as_the_guidelines_count_it():
    assert contrast_between("#000000", "#ffffff") == pytest.approx(21)
    assert contrast_between("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)
    assert [letters_on(colour) for colour in (MAROON, "#ffd100")] == [CHALK, INK]


@pytest.mark.parametrize("colour", [BETWEEN, "#e0003c", "#00875a", "#7a7aff"])
def test_the_nearest_readable_colour_is_readable_and_one_that_is_readable_stays(colour: str):
    assert contrast_between(letters_on(find_readable(colour)), find_readable(colour)) >= ENOUGH
    assert find_readable(MAROON) == MAROON
    assert is_readable(colour) == (find_readable(colour) == colour)


def test_the_director_chooses_a_colour_and_pages_and_the_web_site_have_it(evening: Evening):
    director, club = signed_in(evening, "director"), evening.event.club
    season = Season.objects.create(club=club, name="2026", first_day="2026-01-01", last_day="2026-12-31", shown=True)
    seen = [reverse("seats", args=[evening.event.pk]), reverse("season", args=[season.pk]), reverse("seasons")]
    assert "club/colour.css" not in "".join(Client().get(page, follow=True).content.decode() for page in seen)
    assert director.post(reverse("colour_change"), {"colour": MAROON.upper()}).status_code == 302
    club.refresh_from_db()
    assert club.colour == MAROON
    address = f"{reverse('club_colour')}?is=8a1c2b"
    assert [address in Client().get(page, follow=True).content.decode() for page in seen] == [True, True, True]
    style = Client().get(address)
    assert style.content.decode() == style_of(MAROON) and "immutable" in style.headers["Cache-Control"]
    assert Client().get(f"{reverse('club_colour')}?is=}}evil").content == b""
    assert style_of(MAROON) in dict(assets_of(club, None))[STYLE_SHEET].decode()
    assert LogEntry.objects.get(action="change_club", after__colour=MAROON).before == {"colour": ""}
    director.post(reverse("colour_change"), {"step": "remove"})
    assert Club.objects.get().colour == ""


def test_a_colour_on_which_nothing_can_be_read_is_refused_with_the_nearest_that_works(evening: Evening):
    director = signed_in(evening, "director")
    answer = director.post(reverse("colour_change"), {"colour": BETWEEN})
    said = answer.content.decode()
    assert answer.status_code == 422
    assert "light ones have a contrast of 3.5, dark ones of 4.0, and 4.5 is needed." in said
    assert f"The nearest colour that works is {find_readable(BETWEEN)}." in said
    assert director.post(reverse("colour_change"), {"colour": "red; }"}).status_code == 422
    assert Club.objects.get().colour == ""
