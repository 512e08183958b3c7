"""A team match from the matches of its tables."""

from fractions import Fraction

from tests.ranking.matches import match, record
from tournament.ranking import CRITERIA, Credit, MatchCredit, MatchRecord, add_up_rounds, credit_records


def test_the_games_points_and_hang_jacks_of_a_team_match_are_those_of_its_tables():
    tables = (
        match(1, "Barataria", 7, 5, points=100, hang_jacks=4, hang_jacks_against=2),
        match(1, "Barataria", 4, 8, points=80, hang_jacks=1, hang_jacks_against=6),
    )
    team = add_up_rounds(record("Arima", *tables))
    figures = {"points": 180, "games": 11, "games_against": 13, "hang_jacks": 5, "hang_jacks_against": 8}
    assert team.matches == (MatchRecord(1, ("Barataria",), **figures),)
    assert team.match_points == 0


def test_a_team_match_is_open_until_all_its_tables_are_in():
    waiting = MatchRecord(1, ("B",))
    team = record("A", waiting, waiting, match(2, "C", 1, 0))
    assert add_up_rounds(team).matches == (waiting, match(2, "C", 1, 0))


def test_a_team_match_in_play_counts_its_games_so_far_and_nobody_has_won_it():
    at_table = MatchRecord(1, ("B",), games=3, games_against=1, in_play=True)
    won = match(2, "C", 22, 0)
    tables = match(1, "B", 7, 5), at_table, MatchRecord(1, ("B",)), won
    team = add_up_rounds(record("A", *tables), drawn_below=22)
    assert team.matches == (MatchRecord(1, ("B",), games=10, games_against=6, in_play=True), won)
    assert (team.played, team.won, team.lost, team.games_won, team.games_lost) == (1, 1, 0, 32, 6)
    assert [criterion.figure_so_far(team) for criterion in map(CRITERIA.get, ("match_points", "game_difference"))] == [
        *(2, 26),
    ]


def test_a_level_team_match_that_one_more_game_decides_is_in_play():
    team = add_up_rounds(record("A", match(1, "B", 7, 5), match(1, "B", 4, 6), match(2, "C", 1, 0)), is_level_open=True)
    assert [(each.result, each.is_open, each.games) for each in team.matches] == [(None, True, 11), ("won", False, 1)]
    walk_over = MatchRecord(1, ("B",), games=0, games_against=0, unplayed="walk_over")
    assert add_up_rounds(record("A", walk_over), is_level_open=True).matches == (walk_over,)


def test_a_table_that_was_not_played_adds_nothing_to_its_team_match():
    late = MatchRecord(1, ("B",), unplayed="absent")
    assert add_up_rounds(record("A", match(1, "B", 7, 5), late)).matches == (match(1, "B", 7, 5),)
    assert add_up_rounds(record("A", late, late)).matches == (late,)


def test_a_team_match_in_which_neither_has_won_enough_games_is_a_draw():
    short, won = match(1, "B", 7, 5), match(2, "C", 22, 5)
    team = add_up_rounds(record("A", short, won), drawn_below=22)
    assert [each.result for each in team.matches] == ["drawn", "won"]


def test_two_halves_are_one_team_match():
    team = add_up_rounds(record("A", match(1, "B", 7, 5), match(2, "B", 4, 8)), halves={2: 1})
    assert team.matches == (match(1, "B", 11, 13),)


def test_a_match_that_counts_a_credit_stays_by_itself():
    credit = MatchRecord(1, ("B",), unplayed="absent", credit=MatchCredit("fixed", games=3))
    assert add_up_rounds(record("A", match(1, "B", 7, 5), credit)).matches == (match(1, "B", 7, 5), credit)


def test_the_average_that_a_team_is_credited_is_that_of_its_matches():
    team = record("A", match(1, "B", 7, 5), match(1, "B", 4, 8), match(2, "C", 6, 6), MatchRecord(3))
    after = credit_records([add_up_rounds(team)], lambda match: Credit("own_average"))[0]
    assert after.credits[0].figure("games") == Fraction(17, 2)
