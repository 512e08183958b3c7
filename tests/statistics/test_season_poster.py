"""The poster of a season: who beat whom, for all who played most."""

import io
from collections import Counter
from itertools import permutations, product

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.performance.ten_years import MadeClub
from tests.press.structure import structure_faults_of
from tests.statistics.test_person import made
from tournament.club.visibility import NamesShown
from tournament.models import Club, Match, Player, Season
from tournament.press.sheets import Options, page_of
from tournament.seasons.evening import PlayedMatch, PlayedSide
from tournament.seasons.queries.club_records import all_ended_evenings
from tournament.seasons.queries.results import played_matches_of
from tournament.statistics.cross_table import CrossRow, Meeting, make_cross_table
from tournament.statistics.season_poster import BESIDE_ROWS, MARGINS, NAME, NUMBER, SHARE, count_people, lay_out_season

__all__ = ["made"]


def match_of(*sides: tuple[tuple[int, ...], int | None]) -> PlayedMatch:
    return PlayedMatch(1, 1, 1, tuple(PlayedSide(people, None, points, None, None) for people, points in sides))


def test_each_of_a_pair_beat_both_of_the_other_and_a_level_match_is_nobody_s() -> None:
    ann, bea, cy, dan = 1, 2, 3, 4
    played = [
        match_of(((ann, bea), 14), ((cy, dan), 9)),
        match_of(((ann, cy), 11), ((bea, dan), 14)),
        match_of(((ann,), 7), ((dan,), 7)),
        match_of(((bea,), None), ((cy,), 3)),
    ]
    table = make_cross_table(played, 3)
    assert table.others == 1
    assert table.rows == (
        CrossRow(bea, 2, 2, (None, Meeting(1, 0), Meeting(1, 0))),
        CrossRow(ann, 3, 1, (Meeting(0, 1), None, Meeting(1, 1))),
        CrossRow(dan, 3, 1, (Meeting(0, 1), Meeting(1, 1), None)),
    )
    assert [row.percent_won for row in table.rows] == [100, 33, 33]


def test_at_a_table_for_all_the_higher_score_beats_each_lower_one() -> None:
    table = make_cross_table([match_of(((1,), 21), ((2,), 12), ((3,), 12))], 9)
    assert [(row.person, row.won, row.meetings) for row in table.rows] == [
        (1, 1, (None, Meeting(1, 0), Meeting(1, 0))),
        (2, 0, (Meeting(0, 1), None, Meeting(0, 0))),
        (3, 0, (Meeting(0, 1), Meeting(0, 0), None)),
    ]


@pytest.mark.parametrize("sheet", ["a4", "letter", "a5", "a3"])
@pytest.mark.parametrize("people", [2, 13, 24])
def test_the_rows_of_all_have_room_on_one_page(people: int, sheet: str) -> None:
    page = page_of(Options(sheet))
    played = [match_of(((one,), 14), ((other,), 3)) for one, other in permutations(range(people), 2)]
    table = make_cross_table(played, count_people(page))
    assert (len(table.rows), sheet) in {(people, sheet), (17, "a5")}
    names = NamesShown({person: f"Maximiliana {person}" for person in range(people)}, {})
    poster = lay_out_season(table, "2026", names, page)
    people = len(table.rows)
    assert poster.width * people <= page.width - MARGINS - NUMBER - NAME - SHARE + 0.01
    assert poster.height * people <= page.height - BESIDE_ROWS + 0.01
    assert poster.size >= 6


@pytest.fixture
def season(made: MadeClub, db: None) -> Season:
    """Has all evenings of the club."""
    Club.objects.update(shows_people_to="public")
    days = [evening.day for evening in all_ended_evenings(made.club)]
    return Season.objects.create(club=made.club, name="Winter", first_day=min(days), last_day=max(days), shown=True)


def test_a_poster_says_how_often_everybody_beat_everybody(made: MadeClub, season: Season) -> None:
    won: Counter[tuple[int, int]] = Counter()
    for match in Match.objects.all():
        sides = [
            (side.games, side.points, [each.entry.player_id for each in side.players.all()])
            for side in match.sides.all()
        ]
        for (games, points, one), (games_of_other, points_of_other, other) in permutations(sides, 2):
            if (games or 0, points) > (games_of_other or 0, points_of_other):
                won.update(product(one, other))
    evenings = all_ended_evenings(made.club)
    table = make_cross_table([match for each in played_matches_of(evenings).values() for match in each], 24)
    order = [row.person for row in table.rows]
    counted = {
        (row.person, other): met.won
        for row in table.rows
        for other, met in zip(order, row.meetings, strict=True)
        if met
    }
    assert len(counted) > 20
    assert counted == {pair: won[pair] for pair in counted}
    pdf = Client().get(reverse("season_poster", args=[season.pk])).content
    (page,) = PdfReader(io.BytesIO(pdf)).pages
    assert "Winter" in page.extract_text()
    assert structure_faults_of(pdf) == []


def test_nobody_prints_a_season_that_is_hidden_or_has_no_evening(season: Season) -> None:
    address = reverse("season_poster", args=[season.pk])
    Season.objects.filter(pk=season.pk).update(shown=False)
    assert Client().get(address).status_code == 403
    Season.objects.filter(pk=season.pk).update(shown=True, first_day="1990-01-01", last_day="1990-12-31")
    assert Client().get(address).status_code == 404


@pytest.mark.parametrize("sheet", ["a4", "letter", "a5"])
def test_the_poster_is_one_page_whatever_people_and_the_season_are_called(season: Season, sheet: str) -> None:
    for number, player in enumerate(Player.objects.all()):
        name = ["W" * 60, "Maximiliana Theodora Featherstonehaugh-Cholmondeley", "Wu", "ليلى عبد الرحمن الحداد"][
            number % 4
        ]
        Player.objects.filter(pk=player.pk).update(name=f"{name} {number}", shown_to="public")
    Season.objects.filter(pk=season.pk).update(
        name="Winter Wednesdays of the Working Men’s Club and Institute " + "W" * 20
    )
    Club.objects.update(sheet=sheet, name="The Featherstonehaugh-Cholmondeley Memorial Working Men’s All Fours Club")
    pdf = Client().get(reverse("season_poster", args=[season.pk])).content
    assert len(PdfReader(io.BytesIO(pdf)).pages) == 1
