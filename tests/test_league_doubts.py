"""What is asked about the results of a league, and what is not in yet."""

from tournament.league_doubts import Labelled, look_at
from tournament.standings import TeamResult


def result(
    number: int, team: str, games: int | None, other: str | None = None, other_games: int | None = None
) -> Labelled:
    played = TeamResult(number, team, games, None, other, other_games)
    return Labelled(played, f"{games}–{other_games}" if other else "bye")


WHOLE = [
    result(1, "A", 18, "B", 12),
    result(1, "C", None),
    result(2, "B", 18, "C", 7),
    result(2, "A", None),
    result(3, "C", 18, "A", 17),
    result(3, "B", None),
]


def test_a_whole_season_leaves_nothing_to_ask():
    looked = look_at(WHOLE, teams=["A", "B", "C"], race_to=18, meetings=1)
    assert (looked.doubts, looked.missing) == ((), ())


def test_two_results_of_one_meeting_are_shown_with_both_scores():
    assert look_at([*WHOLE, result(1, "B", 13, "A", 18)]).doubts == (
        "A – B met in round 1 and have more than one result: 18–12, 13–18.",
    )


def test_a_team_with_two_opponents_in_a_round_or_a_match_beside_its_bye_is_asked_about():
    assert look_at([*WHOLE, result(3, "B", 18, "C", 2)]).doubts == (
        "C is in round 3 more than once: 18–17, 18–2.",
        "B is in round 3 more than once: bye, 18–2.",
    )


def test_in_a_race_the_winner_has_just_as_many_as_win_and_nobody_else_has():
    odd = [result(4, "A", 17, "B", 12), result(5, "A", 19, "B", 4), result(6, "A", 18, "B", 18)]
    assert look_at([*WHOLE, *odd], race_to=18).doubts == (
        "A – B in round 4 (17–12): a match is won with 18 bullseyes.",
        "A – B in round 5 (19–4): a match is won with 18 bullseyes.",
        "A – B in round 6 (18–18): a match is won with 18 bullseyes.",
    )
    assert look_at([*WHOLE, *odd]).doubts == ()


def test_a_match_drawn_up_without_a_result_is_not_in_yet():
    assert look_at([*WHOLE[:4], result(3, "C", None, "A", None), WHOLE[5]], meetings=1).missing == (
        "C – A met in round 3 and have no result.",
    )


def test_where_two_teams_are_left_over_in_a_round_and_have_to_meet_still_they_met_in_it():
    four = [result(1, "A", 1, "B", 2), result(1, "C", 1, "D", 2), result(2, "A", 1, "C", 2)]
    looked = look_at(four, teams=["A", "B", "C", "D"], meetings=1)
    assert looked.missing == (
        "B – D met in round 2 and have no result.",
        "A and D: 0 of 1 meetings.",
        "B and C: 0 of 1 meetings.",
    )
    assert look_at(four, teams=["A", "B", "C", "D"]).missing == (
        "B: neither a match nor a bye in round 2.",
        "D: neither a match nor a bye in round 2.",
    )


def test_early_in_a_season_the_meetings_before_it_are_counted_and_not_named():
    teams = [f"Team {number}" for number in range(10)]
    assert look_at([result(1, "Team 0", 1, "Team 1", 2)], teams=teams, meetings=1).missing[-1] == (
        "44 pairs of teams have meetings before them."
    )
