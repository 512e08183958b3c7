"""What a match comes to, and what matches come to together."""

from fractions import Fraction

import pytest

from tests.ranking.matches import match, record
from tournament.ranking import MatchCredit, MatchRecord, Scale, Shares, average


@pytest.mark.parametrize(
    ("figures", "result"),
    [
        ({"games": 2, "games_against": 1, "points": 30, "against": 38}, "won"),
        ({"games": 1, "games_against": 2}, "lost"),
        ({"games": 6, "games_against": 6, "points": 70, "against": 61}, "drawn"),
        ({"points": 11, "against": 9}, "won"),
        ({"games": 2, "points": 9, "against": 11}, "lost"),
        ({"points": 9, "against": 9}, "drawn"),
        ({"points": 9}, None),
        ({}, None),
        ({"games": 2, "games_against": 1, "ruled": "lost"}, "lost"),
    ],
)
def test_a_match_is_won_by_games_where_both_are_known_else_by_points_unless_a_ruling_says_otherwise(figures, result):
    assert MatchRecord(1, ("B",), **figures).result == result


def test_a_match_without_an_opponent_is_a_rest():
    assert (MatchRecord(1).why_unplayed, MatchRecord(1, ("B",)).why_unplayed) == ("rest", None)
    assert MatchRecord(1, unplayed="absent").why_unplayed == "absent"


def test_a_rest_at_a_table_is_a_sit_out():
    rests = MatchRecord(1, table=3), MatchRecord(1), MatchRecord(1, ("B",), table=3)
    assert [each.is_sit_out for each in rests] == [True, False, False]


def test_a_match_is_open_until_it_is_reported_or_will_not_be_played():
    reported, ruled = MatchRecord(1, ("B",), points=0), MatchRecord(1, ("B",), ruled="won")
    waits, rests = MatchRecord(1, ("B",)), MatchRecord(1)
    assert [(each.is_open, each.counts) for each in (reported, ruled, waits, rests)] == [
        (False, True),
        (False, True),
        (True, False),
        (False, False),
    ]


def test_who_sat_down_against_each_other_has_met_and_whom_a_credit_helped_has_not():
    assert [
        each.is_meeting
        for each in (
            MatchRecord(1, ("B",)),
            MatchRecord(1, ("B",), points=7, unplayed="abandoned"),
            MatchRecord(1, ("B",), unplayed="walk_over"),
            MatchRecord(1, ("B",), points=7, unplayed="abandoned", credit=MatchCredit("nothing")),
            MatchRecord(1),
        )
    ] == [True, True, False, False, False]


def test_a_credit_counts_in_the_place_of_what_was_played():
    stood = MatchRecord(1, ("B",), points=7, games=0, all_fours=1, unplayed="abandoned")
    instead = MatchRecord(
        1, ("B",), points=7, all_fours=1, unplayed="abandoned", credit=MatchCredit("fixed", points=Fraction(21, 2))
    )
    assert [stood.figure("points"), stood.figure("games"), stood.figure("all_fours")] == [7, 0, 1]
    assert [instead.figure("points"), instead.figure("games"), instead.figure("all_fours")] == [Fraction(21, 2), 0, 0]
    assert (stood.shares, instead.shares) == (None, Shares())


def test_a_record_adds_its_matches_both_ways():
    pairs = record(
        "A",
        match(1, "B", 2, 1, points=38, against=30, hang_jacks=3, hang_jacks_against=0),
        match(2, "C", 0, 2, points=11, against=28, hang_jacks=0, hang_jacks_against=1),
        match(3, "D", 1, 1, points=20, against=20, hang_jacks=2, hang_jacks_against=2),
    )
    assert (pairs.played, pairs.won, pairs.drawn, pairs.lost, pairs.match_points) == (3, 1, 1, 1, 3)
    assert (pairs.games_won, pairs.games_lost, pairs.points_for, pairs.points_against) == (3, 4, 69, 78)
    assert (pairs.hang_jacks_for, pairs.hang_jacks_against) == (5, 3)


def test_a_match_still_open_adds_nothing_and_one_reported_without_a_figure_makes_the_sum_unknown():
    waiting = record("A", match(1, "B", 2, 1, hang_jacks=3), MatchRecord(2, ("C",)))
    gap = record("A", match(1, "B", 2, 1, hang_jacks=3), match(2, "C", 0, 2))
    assert (waiting.played, waiting.games_won, waiting.hang_jacks_for) == (1, 2, 3)
    assert (gap.played, gap.games_won, gap.hang_jacks_for) == (2, 2, None)


def test_who_won_is_unknown_while_one_match_has_no_result():
    half = record("A", match(1, "B", 2, 1), MatchRecord(2, ("C",), points=9))
    assert (half.played, half.won, half.drawn, half.lost, half.earned, half.match_points) == (2, *[None] * 5)


def test_the_club_says_what_a_match_counts_and_a_ruling_takes_match_points_off():
    own = (match(1, "B", 2, 1), match(2, "C", 1, 1), match(3, "D", 0, 2))
    assert record("A", *own, scale=Scale(3, 1, 0)).match_points == 4
    assert record("A", *own, scale=Scale(2, 1, Fraction(1, 2)), penalty=1).match_points == Fraction(5, 2)
    assert record("A", *own, penalty=-1).match_points == 4
    assert record("A", *own, penalty=1).earned == 3


def test_the_best_round_adds_the_matches_of_one_round_and_waits_for_all_of_them():
    own = (MatchRecord(1, ("B",), points=9), MatchRecord(2, ("C",), points=6), MatchRecord(2, ("D",), points=5))
    credit = MatchRecord(3, points=40, credit=MatchCredit("fixed", points=40))
    assert record("A", *own, MatchRecord(4), credit).best_round == 11
    assert record("A", *own, MatchRecord(3, ("E",))).best_round is None
    assert (
        record("A", *own, MatchRecord(3, ("E",), points=14), MatchRecord(3, ("F",), points=3, turn=2)).best_round == 14
    )


def test_an_average_is_exact_unknown_with_one_unknown_and_nothing_of_nothing():
    assert (average([1, 2, 2]), average([1, None]), average([])) == (Fraction(5, 3), None, 0)
