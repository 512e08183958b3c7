"""What is asked about the results of a league, and what is not in yet."""

from tournament.leagues.doubts import NamedResult, find_league_doubts
from tournament.models import League
from tournament.ranking import TeamResult


def result(
    number: int, team: str, games: int | None, other: str | None = None, other_games: int | None = None
) -> NamedResult:
    played = TeamResult(number, team, games, None, other, other_games)
    return NamedResult(played)


WHOLE = [
    result(1, "A", 18, "B", 12),
    result(1, "C", None),
    result(2, "B", 18, "C", 7),
    result(2, "A", None),
    result(3, "C", 18, "A", 17),
    result(3, "B", None),
]


def test_a_whole_season_leaves_nothing_to_ask():
    looked = find_league_doubts(WHOLE, teams=["A", "B", "C"], wins=range(18, 19), meetings=1)
    assert (looked.doubts, looked.missing) == ((), ())


def test_two_results_of_one_meeting_are_shown_with_both_scores():
    assert find_league_doubts([*WHOLE, result(1, "B", 13, "A", 18)]).doubts == (
        "A – B met in round 1 and have more than one result: 18–12, 18–13.",
    )


def test_of_a_result_entered_twice_both_name_the_teams_in_one_order_and_their_hang_jacks():
    first = NamedResult(TeamResult(1, "A", 18, 9, "B", 12, 7), "line 2")
    other = NamedResult(TeamResult(1, "B", 12, 6, "A", 18, 9), "line 5")
    assert find_league_doubts([first, other]).doubts == (
        "A – B met in round 1 and have more than one result: line 2: 18–12 (hang jacks 9–7), "
        "line 5: 18–12 (hang jacks 9–6).",
    )


def test_a_team_with_two_opponents_in_a_round_or_a_match_beside_its_bye_is_asked_about():
    assert find_league_doubts([*WHOLE, result(3, "B", 18, "C", 2)]).doubts == (
        "C is in round 3 more than once: 18–17 against A, 2–18 against B.",
        "B is in round 3 more than once: bye, 18–2 against C.",
    )


def test_in_a_race_the_winner_has_just_as_many_as_win_and_nobody_else_has():
    odd = [result(4, "A", 17, "B", 12), result(5, "A", 19, "B", 4), result(6, "A", 18, "B", 18)]
    assert find_league_doubts([*WHOLE, *odd], wins=range(18, 19)).doubts == (
        "A – B in round 4 (17–12): a match is won with 18.",
        "A – B in round 5 (19–4): a match is won with 18.",
        "A – B in round 6 (18–18): a match is won with 18.",
    )
    assert find_league_doubts([*WHOLE, *odd]).doubts == ()


def test_where_games_in_play_count_a_race_may_end_with_one_more_at_each_other_table():
    late = [result(4, "A", 20, "B", 13), result(5, "A", 21, "B", 13), result(6, "A", 17, "B", 13)]
    late += [result(7, "A", 19, "B", 18), result(8, "A", 18, "B", 18), result(9, "A", 20, "B", 18)]
    played = League(race_to=18, tables=3, counts_games_in_play=True)
    assert find_league_doubts(late, wins=played.wins).doubts == (
        "A – B in round 5 (21–13): a match is won with 18 to 20.",
        "A – B in round 6 (17–13): a match is won with 18 to 20.",
        "A – B in round 8 (18–18): a match is won with 18 to 20.",
        "A – B in round 9 (20–18): a match is won with 18 to 20.",
    )
    played.tables = 0
    assert find_league_doubts(late, wins=played.wins).doubts == (
        "A – B in round 6 (17–13): a match is won with 18 or more.",
        "A – B in round 8 (18–18): a match is won with 18 or more.",
    )
    assert League(tables=3, counts_games_in_play=True).wins is None


def test_a_match_drawn_up_without_a_result_is_not_in_yet():
    assert find_league_doubts([*WHOLE[:4], result(3, "C", None, "A", None), WHOLE[5]], meetings=1).missing == (
        "C – A, round 3: no result yet.",
    )


def test_where_two_teams_are_left_over_in_a_round_and_have_to_meet_still_they_met_in_it():
    four = [result(1, "A", 1, "B", 2), result(1, "C", 1, "D", 2), result(2, "A", 1, "C", 2)]
    looked = find_league_doubts(four, teams=["A", "B", "C", "D"], meetings=1)
    assert looked.missing == (
        "B – D, round 2: no result yet.",
        "A and D have no match with each other.",
        "B and C have no match with each other.",
    )
    assert find_league_doubts(four[:2], teams=["A", "B", "C", "D"]).missing == ()
    assert find_league_doubts(four, teams=["A", "B", "C", "D"]).missing == (
        "B: neither a match nor a bye in round 2.",
        "D: neither a match nor a bye in round 2.",
    )


def test_early_in_a_season_the_meetings_before_it_are_counted_and_not_named():
    teams = [f"Team {number}" for number in range(10)]
    assert find_league_doubts([result(1, "Team 0", 1, "Team 1", 2)], teams=teams, meetings=1).missing[-1] == (
        "44 pairs of teams lack a match with each other."
    )


def test_where_every_other_pair_has_met_the_one_that_has_not_is_named_whatever_the_setting():
    without = [each for each in WHOLE if each.result.round != 3]
    assert find_league_doubts(without).missing == (
        "A and C have no match with each other. All other teams have 1 match.",
    )
    assert find_league_doubts([*WHOLE, *without], meetings=1).missing == ()
    again = [*WHOLE, *(result(each.result.round + 3, *said(each)) for each in without)]
    for meetings in (0, 1):
        assert find_league_doubts(again, meetings=meetings).missing == (
            "A and C have 1 match with each other. All other teams have 2 matches.",
        )
    assert find_league_doubts(again, meetings=2).missing == ("A and C have 1 of 2 matches with each other.",)
    assert find_league_doubts([result(1, "A", 1, "B", 2)]).missing == ()


def said(each: NamedResult) -> tuple[str, int | None, str | None, int | None]:
    return each.result.team, each.result.games, each.result.other, each.result.other_games


def test_a_missing_meeting_is_named_even_where_many_are_to_come():
    teams = [f"Team {number}" for number in range(10)]
    pairs = [(one, other) for one in teams for other in teams if one < other][:-1]
    met = [result(number, one, 1, other, 2) for number, (one, other) in enumerate(pairs, start=1)]
    assert find_league_doubts(met, teams=teams, meetings=2).missing[-2:] == (
        "Team 8 and Team 9 have no match with each other. All other teams have 1 match.",
        "45 pairs of teams lack a match with each other.",
    )
