"""Ratings find who plays better, from singles, pairs and tables of many; the same matches give the same ratings."""

import json
from random import Random

import pytest

from tests.performance.ratings import rank_correlation, simulate_evenings
from tournament.seasons.club_records import (
    RecordHolder,
    RecordsSoFar,
    add_records,
    list_records,
    mark_game,
    read_records,
    records_of_evening,
    write_records,
)
from tournament.seasons.evening import EveningLine, PlayedMatch, PlayedSide
from tournament.seasons.ratings import SkillEstimate, rate_people, read_ratings, write_ratings


def match(*sides: tuple[tuple[int, ...], int], table: int = 1, hung: int = 0) -> PlayedMatch:
    return PlayedMatch(1, 1, table, tuple(PlayedSide(people, None, points, hung, None) for people, points in sides))


def test_the_true_order_is_found_after_forty_evenings():
    strengths, evenings = simulate_evenings(people=24, evenings=40, chance=Random(1674))
    ratings = rate_people((match for evening in evenings for match in evening), {})
    assert rank_correlation({each.person: each.value for each in ratings.values()}, strengths) > 0.85
    assert set(ratings) == set(strengths)


@pytest.mark.slow
def test_over_a_thousand_evenings_the_true_order_is_found_within_fifty_and_kept():
    strengths, evenings = simulate_evenings(people=60, evenings=1000, chance=Random(1674))
    ratings: dict[int, SkillEstimate] = {}
    found, begin = {}, 0
    for end in (20, 50, 200, 1000):
        ratings |= rate_people((match for evening in evenings[begin:end] for match in evening), ratings)
        found[end], begin = rank_correlation({who: each.value for who, each in ratings.items()}, strengths), end
    assert found[20] > 0.8 and found[50] > 0.9 and found[200] > 0.95 and found[1000] > 0.97
    assert max(each.uncertainty for each in ratings.values()) < 3


def test_a_winner_rises_and_everybody_becomes_more_certain():
    winner, loser = rate_people([match(((1,), 9), ((2,), 4))], {}).values()
    assert (winner.person, loser.person, winner.matches) == (1, 2, 1)
    assert winner.value > 25 > loser.value
    assert winner.uncertainty < 1.96 * 25 / 3
    level = rate_people([match(((1,), 9), ((2,), 9))], {})
    assert level[1].value == level[2].value


def test_a_match_whose_winner_nobody_knows_rates_nobody():
    unknown = PlayedMatch(1, 1, 1, (PlayedSide((1,), None, None, None, None), PlayedSide((2,), None, 3, None, None)))
    assert rate_people([unknown], {}) == {}


def test_a_match_in_which_somebody_took_a_seat_rates_those_who_sat_when_it_began():
    taken_over = match(((1, 9), 9), ((3, 4), 4))._replace(tenures=(((1, 2), (3, 4)), ((1, 9), (3, 4))))
    assert rate_people([taken_over], {}) == rate_people([match(((1, 2), 9), ((3, 4), 4))], {})


def test_only_those_who_played_have_a_new_rating_and_it_goes_on_from_the_one_before():
    evenings = [[match(((1,), 9), ((2,), 4))], [match(((3,), 9), ((2,), 4))]]
    first = rate_people(evenings[0], {})
    second = rate_people(evenings[1], first)
    assert set(second) == {2, 3} and second[2].matches == 2
    assert {**first, **second} == rate_people([*evenings[0], *evenings[1]], {})


def test_ratings_and_records_of_an_evening_are_the_same_after_they_were_stored():
    played = [
        match(((1, 4), 9), ((2, 3), 4), hung=1),
        match(((1,), 3), ((3,), 3), table=2),
        match(((2,), 0), ((3,), 1)),
    ]
    ratings, records = rate_people(played, {}), evening(7, *played)
    assert read_ratings(json.loads(json.dumps(write_ratings(ratings)))) == ratings
    assert read_records(7, json.loads(json.dumps(write_records(records)))) == records


@pytest.mark.parametrize(
    ("sides", "ranks"),
    [
        (((1, 9), (1, 9)), (1, 1)),
        (((0, 14), (1, 3)), (2, 1)),
        (((1, 9), (1, 12)), (2, 1)),
        (((None, 9), (None, 4)), (1, 2)),
        (((2, None), (1, 30)), (1, 2)),
        (((None, None), (None, 30)), None),
        (((None, 5), (None, 9), (None, 5)), (2, 1, 2)),
    ],
)
def test_a_match_goes_by_games_and_where_these_are_level_by_points(
    sides: tuple[tuple[int | None, int | None], ...], ranks: tuple[int, ...] | None
):
    played = tuple(PlayedSide((who,), games, points, None, None) for who, (games, points) in enumerate(sides, start=1))
    assert PlayedMatch(1, 1, 1, played).ranks == ranks


def evening(number: int, *played: PlayedMatch) -> RecordsSoFar:
    people = dict.fromkeys(person for each in played for side in each.sides for person in side.people)
    lines = [EveningLine((person,), "", 1, 1, 0, 0, None, None, None, None, None, 1) for person in people]
    return records_of_evening(number, lines, played)


def test_a_record_in_points_stands_for_each_game():
    one, other, third = (
        evening(1, match(((1,), 14), ((2,), 4))),
        evening(2, match(((1,), 181), ((2,), 90))),
        evening(3, match(((1,), 13), ((2,), 4))),
    )
    marked = [mark_game(one, "trinidad"), mark_game(other, "phat"), mark_game(third, "trinidad")]
    found = [(each.game, each.figure) for each in list_records(add_records(marked)) if each.kind == "highest_match"]
    assert found == [("trinidad", 14), ("phat", 181)]


def test_records_name_who_set_them_where_and_at_which_table():
    evenings = [
        evening(1, match(((1,), 9), ((2,), 4), hung=1), match(((1,), 3), ((3,), 2), table=2, hung=1)),
        evening(2, match(((1,), 5), ((2,), 3), table=4), match(((3,), 9), ((2,), 9), table=5)),
    ]
    assert [(each.kind, each.figure, each.holders) for each in list_records(add_records(evenings))] == [
        ("hang_jacks", 2, (RecordHolder((1,), 1, (1, 2)),)),
        (
            "highest_match",
            9,
            tuple(RecordHolder((who,), at, (table,)) for who, at, table in ((1, 1, 1), (3, 2, 5), (2, 2, 5))),
        ),
        ("row_of_wins", 3, (RecordHolder((1,), 2, (4,), since=1),)),
        ("attendance", 2, (RecordHolder((1,), 2), RecordHolder((2,), 2), RecordHolder((3,), 2))),
        ("fullest_evening", 3, (RecordHolder((), 1), RecordHolder((), 2))),
    ]


def test_the_record_of_attendance_names_the_evening_at_which_each_reached_it_the_first_before_the_others():
    one, two, three = (match(((who,), 9), ((other,), 4)) for who, other in ((2, 3), (1, 3), (1, 2)))
    found = list_records(add_records([evening(1, one), evening(2, three), evening(3, two)]))
    (attendance,) = [each for each in found if each.kind == "attendance"]
    assert attendance.holders == (RecordHolder((2,), 2), RecordHolder((3,), 3), RecordHolder((1,), 3))
