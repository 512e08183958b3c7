"""The poster of somebody's year: a card for each evening, as large as the page has room for."""

import io
from datetime import date, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.press.structure import structure_faults_of
from tests.statistics.test_person import made, person, show_to
from tournament.models import Club, Player
from tournament.press.sheets import Options, page_of
from tournament.seasons.queries.club_records import all_ended_evenings
from tournament.statistics.queries.person_page import EveningOfPerson, profile_of
from tournament.statistics.year_poster import BESIDE_CARDS, GAP, MARGINS, lay_out_year

__all__ = ["made", "person"]


@pytest.mark.parametrize("sheet", ["a4", "letter", "a5", "a3"])
@pytest.mark.parametrize("evenings", [1, 2, 7, 12, 26, 52, 110])
def test_all_evenings_of_a_year_fill_the_page_as_cards_in_order(evenings: int, sheet: str) -> None:
    page, first = page_of(Options(sheet)), date(2026, 1, 1)
    days = [first + timedelta(days=number * 364 // evenings) for number in range(evenings)]
    poster = lay_out_year([EveningOfPerson(1, "Kent", day, "2=", 9, 40, ()) for day in days], "Ann Archer", page)
    columns = round(poster.row_width / (poster.width + GAP))
    rows, room = -(-evenings // columns), page.height - BESIDE_CARDS
    assert poster.left >= -0.01
    assert poster.left + poster.row_width <= page.width - MARGINS + GAP + 0.01
    assert 1.39 <= poster.height / poster.width <= 1.57
    assert room - 25 <= rows * (poster.height + poster.below) <= room - 15  # the name takes the rest
    assert rows * (poster.height + GAP) >= 0.5 * room
    assert [card.evening.day for card in poster.cards] == days
    assert [card.suit for card in poster.cards] == [(day.month + 2) // 3 for day in days]


@pytest.mark.parametrize(
    ("evenings", "has_sizes", "dates"),
    [
        (52, True, ["1 Jan", "8 Jan", "15 Jan", "22 Jan", "29 Jan", "5 Feb"]),
        (110, True, ["1 Jan", "4 Jan", "7 Jan", "10 Jan", "14 Jan", "17 Jan"]),
        (365, False, ["Jan", *map(str, range(2, 32)), "Feb", "2"]),
    ],
)
def test_small_words_have_6_points_however_many_evenings_there_were(
    evenings: int, has_sizes: bool, dates: list[str]
) -> None:
    first = date(2026, 1, 1)
    days = [first + timedelta(days=number * 365 // evenings) for number in range(evenings)]
    poster = lay_out_year(
        [EveningOfPerson(1, "Kent", day, "2=", 9, 40, ()) for day in days], "Ann Archer", page_of(Options("a4"))
    )
    assert poster.small_size >= 6
    assert (poster.has_sizes, [card.date for card in poster.cards][: len(dates)]) == (has_sizes, dates)


def test_a_poster_has_the_places_and_figures_of_its_year_alone(person: Player) -> None:
    address, evenings = show_to(person, "public"), all_ended_evenings(person.club)
    year = evenings[-1].day.year
    profile = profile_of(person.club, person.pk, [each for each in evenings if each.day.year == year])
    pdf = Client().get(reverse("profile_pdf", args=[person.pk, year])).content
    (page,) = PdfReader(io.BytesIO(pdf)).pages
    text = "".join(page.extract_text().split())
    told = [f"{person.full_name}{year}", f"{len(profile.evenings)}evenings", f"{profile.total.score.matches}matches"]
    told += [f"{each.place}of{each.lines}{each.day.day}{each.day:%b}" for each in profile.evenings]
    assert [words for words in told if words.replace(" ", "") not in text] == []
    assert structure_faults_of(pdf) == []
    assert Client().get(reverse("profile_pdf", args=[person.pk, year - 100])).status_code == 404
    assert f"/{year}.pdf" in Client().get(address).content.decode()


@pytest.mark.parametrize("sheet", ["a4", "letter", "a5"])
def test_the_poster_is_one_page_whatever_people_are_called(person: Player, sheet: str) -> None:
    for number, player in enumerate(Player.objects.order_by("pk")):
        name = ["W" * 60, "Maximiliana Theodora Featherstonehaugh-Cholmondeley"][number % 2]
        Player.objects.filter(pk=player.pk).update(name=f"{name} {number}", shown_to="public")
    Club.objects.update(sheet=sheet, name="The Featherstonehaugh-Cholmondeley Memorial Working Men’s All Fours Club")
    year = all_ended_evenings(person.club)[-1].day.year
    pdf = Client().get(reverse("profile_pdf", args=[person.pk, year])).content
    assert len(PdfReader(io.BytesIO(pdf)).pages) == 1


def test_nobody_prints_the_year_of_somebody_who_is_not_shown(person: Player) -> None:
    show_to(person, "nobody")
    year = all_ended_evenings(person.club)[-1].day.year
    assert Client().get(reverse("profile_pdf", args=[person.pk, year])).status_code == 404
