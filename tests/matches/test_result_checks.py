"""What a result on paper contradicts, by the length of its match and the target of its games."""

import pytest

from scoring import RULE_SETS
from tournament.formats.match_length import Length
from tournament.matches.result_checks import check_result, contradictions_in, winner_by_points

TRINIDAD, PITCH, KENT = (RULE_SETS[key] for key in ("trinidad", "auction-pitch", "kent"))
SINGLE, BEST_OF_3, RACE_TO_5, SEVEN = Length("single"), Length("best_of", 3), Length("race", 5), Length("games", 7)
UNKNOWN = (None, None)


def grades(length, games, points=UNKNOWN, rules=TRINIDAD):
    return [(doubt.grade, doubt.box) for doubt in check_result(rules, length, "ABCDE"[: len(games)], points, games)]


@pytest.mark.parametrize(
    ("length", "games"),
    [
        (SINGLE, (2, 1)),
        (SINGLE, (1, 1)),
        (BEST_OF_3, (3, 0)),
        (BEST_OF_3, (2, 2)),
        (RACE_TO_5, (6, 1)),
        (RACE_TO_5, (5, 5)),
        (SEVEN, (5, 3)),
        (SEVEN, (8, 0)),
    ],
)
def test_more_games_than_the_match_can_have_are_impossible(length, games):
    assert grades(length, games) == [("impossible", "games")]


@pytest.mark.parametrize(
    ("length", "games"),
    [(SINGLE, (1, 0)), (BEST_OF_3, (2, 1)), (BEST_OF_3, (2, 0)), (RACE_TO_5, (4, 5)), (SEVEN, (4, 3)), (SEVEN, (7, 0))],
)
def test_a_match_played_out_has_nothing_doubtful(length, games):
    assert grades(length, games) == []


@pytest.mark.parametrize(
    ("length", "games"),
    [(SINGLE, (0, 0)), (BEST_OF_3, (1, 1)), (BEST_OF_3, (1, 0)), (RACE_TO_5, (4, 4)), (SEVEN, (3, 3))],
)
def test_a_match_that_was_not_played_out_is_only_unlikely(length, games):
    assert grades(length, games) == [("unlikely", "games")]
    assert contradictions_in(TRINIDAD, length, "AB", UNKNOWN, games) == ()


def test_until_the_bell_any_number_of_games_can_be():
    assert grades(Length("timed"), (9, 8), (140, 130)) == []


def test_a_winner_who_did_not_reach_the_target_is_a_contradiction():
    assert contradictions_in(TRINIDAD, SINGLE, "AB", (12, 9), (1, 0)) == (
        "A won with 12 points, but a game goes to 14.",
    )
    assert contradictions_in(TRINIDAD, BEST_OF_3, "AB", (27, 9), (2, 0)) == (
        "A won 2 games with 27 points, but each goes to 14.",
    )


def test_a_loser_who_reached_the_target_first_is_impossible_where_counting_stops_there():
    assert grades(SINGLE, (1, 0), (14, 14)) == [("impossible", "points")]
    assert grades(SINGLE, (1, 0, 0), (8, 7, 3), PITCH) == []


def test_nobody_wins_a_game_in_which_somebody_reached_the_target_only_by_contradiction():
    assert ("contradictory", "points") in grades(SINGLE, (0, 0), (14, 9))


@pytest.mark.parametrize(
    ("length", "games", "points"), [(SINGLE, (1, 0), (17, 9)), (BEST_OF_3, (2, 0), (28, 27)), (SEVEN, (7, 0), (98, 99))]
)
def test_more_points_than_the_games_allow_are_unlikely(length, games, points):
    assert grades(length, games, points) == [("unlikely", "points")]


def test_a_game_may_end_beyond_its_target_by_one_award():
    assert grades(SINGLE, (1, 0), (16, 13)) == []


def test_a_game_without_a_target_has_no_doubts():
    assert grades(Length("timed"), UNKNOWN, (14, 90), KENT) == []


def test_the_points_tell_who_won_where_one_side_alone_reached_the_target():
    assert [winner_by_points(TRINIDAD, points) for points in ((14, 9), (9, 15), (12, 9), (14, 14), UNKNOWN)] == [
        *(0, 1, None, None, None)
    ]
