"""League tables from the results of team matches."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournament.ranking import (
    CRITERIA,
    LEAGUE_ORDER,
    Credit,
    LeagueRules,
    Scale,
    TeamResult,
    race_bye,
)
from tournament.ranking import rank_league as rank_sides
from tournament.ranking import records_of_league as records_of_sides

SEASON = [
    TeamResult(1, "Arima", 18, 9, "Barataria", 12, 7),
    TeamResult(1, "Couva", 18, 8, "Diego", 17, 11),
    TeamResult(2, "Arima", 10, 5, "Couva", 18, 6),
    TeamResult(2, "Barataria", 18, 10, "Diego", 4, 3),
    TeamResult(3, "Arima", 15, 5, "Diego", 15, 5),
]


def records_of_league(results, rules):
    return records_of_sides([side for each in results for side in each.sides], rules)


def rank_league(results, rules):
    return rank_sides([side for each in results for side in each.sides], rules)


def lines(table):
    return [
        (line.shown, line.record.name, line.record.match_points, line.record.games_won, line.decided_by)
        for line in table
    ]


def test_league_points_stand_first_then_bullseyes():
    assert lines(rank_league(SEASON, LeagueRules())) == [
        ("1", "Couva", 4, 36, "match_points"),
        ("2", "Arima", 3, 43, "match_points"),
        ("3", "Barataria", 2, 30, "match_points"),
        ("4", "Diego", 1, 36, "match_points"),
    ]


def test_a_team_has_its_matches_its_bullseyes_and_its_hang_jacks_both_ways():
    arima = records_of_league(SEASON, LeagueRules())[0]
    assert (arima.played, arima.won, arima.drawn, arima.lost) == (3, 1, 1, 1)
    assert (arima.games_won, arima.games_lost, arima.hang_jacks_for, arima.hang_jacks_against) == (43, 45, 19, 18)


def test_a_league_without_points_ranks_by_bullseyes_won_then_fewest_lost():
    rules = LeagueRules(criteria=tuple(CRITERIA[key] for key in LEAGUE_ORDER[1:]))
    assert [(line.record.name, line.decided_by) for line in rank_league(SEASON, rules)] == [
        ("Arima", "games_won"),
        ("Couva", "games_lost"),
        ("Diego", "games_lost"),
        ("Barataria", "games_won"),
    ]


def test_a_league_says_what_a_match_counts_and_takes_points_off():
    rules = LeagueRules(scale=Scale(3, 1), penalties={"Couva": 3})
    assert [(name, points) for _, name, points, _, _ in lines(rank_league(SEASON, rules))] == [
        ("Arima", 4),
        ("Couva", 3),
        ("Barataria", 3),
        ("Diego", 1),
    ]


def test_a_team_that_has_not_played_yet_is_in_the_table_under_its_name():
    rules = LeagueRules(names={"E": "Erin", "Arima": "Arima United"})
    assert lines(rank_league(SEASON, rules))[1] == ("2", "Arima United", 3, 43, "match_points")
    assert lines(rank_league(SEASON, rules))[-1] == ("5", "Erin", 0, 0, "match_points")


def test_a_bye_counts_once_its_round_has_begun():
    to_be_played = TeamResult(2, "Couva", other="Erin")
    rules = LeagueRules(bye=race_bye(18))
    waiting, begun = (
        records_of_league([SEASON[0], TeamResult(2, "Arima"), match], rules)[0]
        for match in (to_be_played, to_be_played._replace(games=18, other_games=3))
    )
    assert (waiting.won, waiting.games_won) == (1, 18)
    assert (begun.won, begun.games_won) == (2, 36)


@pytest.mark.parametrize(
    ("bye", "won", "games", "hang_jacks"),
    [(Credit("nothing"), 1, 18, 9), (race_bye(18), 2, 36, 18), (Credit("win", games=7), 2, 25, 9)],
)
def test_a_bye_counts_what_the_league_says(bye, won, games, hang_jacks):
    arima = records_of_league([SEASON[0], TeamResult(2, "Arima")], LeagueRules(bye=bye))[0]
    assert (arima.played, arima.won, arima.games_won, arima.hang_jacks_for) == (1, won, games, hang_jacks)


def test_a_match_not_reported_yet_is_no_match_played():
    waiting = records_of_league([TeamResult(1, "Arima", other="Couva")], LeagueRules())
    assert [(each.played, each.match_points, each.matches[0].is_open) for each in waiting] == [(0, 0, True)] * 2


def test_a_walk_over_wins_what_the_league_says_for_who_came_and_nothing_for_the_other():
    awarded = TeamResult(2, "Barataria", other="Arima", awarded="Arima")
    arima, barataria = records_of_league([SEASON[0], awarded], LeagueRules(walk_over=13))
    assert [(each.won, each.lost, each.match_points, each.games_won) for each in (arima, barataria)] == [
        (2, 0, 4, 31),
        (0, 2, 0, 12),
    ]


def test_a_team_that_has_withdrawn_stands_after_all_others():
    table = rank_league(SEASON, LeagueRules(withdrawn=frozenset(["Couva"])))
    assert [line.record.name for line in table] == ["Arima", "Barataria", "Diego", "Couva"]


def test_games_won_and_matches_lost_by_few_count_points_of_their_own():
    rules = LeagueRules(scale=Scale(win=0, draw=0, loss=0, game=1, bonus=3, bonus_within=6))
    records = {each.name: each.match_points for each in records_of_league(SEASON, rules)}
    assert records == {"Arima": 43, "Barataria": 30 + 3, "Couva": 36, "Diego": 36 + 3}


results = st.lists(
    st.builds(
        TeamResult,
        st.integers(1, 5),
        st.sampled_from("ABC"),
        st.integers(0, 18),
        st.integers(0, 9),
        st.sampled_from("DEF"),
        st.integers(0, 18),
        st.integers(0, 9),
        st.none(),
    ),
    max_size=9,
)


@given(results)
def test_what_one_team_wins_another_loses(results):
    table = records_of_league(results, LeagueRules())
    assert sum(team.won for team in table) == sum(team.lost for team in table)
    assert sum(team.match_points for team in table) == 2 * len(results)
    assert sum(team.games_won for team in table) == sum(team.games_lost for team in table)
    assert sum(team.hang_jacks_for for team in table) == sum(team.hang_jacks_against for team in table)
