"""Leagues in services: results come in whole or not at all, are corrected with a reason, and make their table."""

from datetime import UTC, datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tournament.foundation.errors import NeedsReason
from tournament.leagues.queries.counting import line_of
from tournament.leagues.queries.doubts import doubts_after
from tournament.leagues.queries.leagues import team_names_of
from tournament.leagues.queries.page import league_page
from tournament.leagues.queries.results import results_of, results_taken_out_of, versions_of
from tournament.leagues.results_file import COLUMNS, write_results
from tournament.leagues.results_reader import read_results
from tournament.leagues.services.importing import CannotImport, import_results
from tournament.leagues.services.leagues import (
    LeagueExists,
    NotAResult,
    change_league,
    correct_result,
    open_league,
    take_out_result,
)
from tournament.leagues.services.versions import ResultReplaced
from tournament.models import Account, Club, League, LeagueResult, LeagueTeam

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
HEADER = ",".join(COLUMNS)

DIVISION = f"""{HEADER}
1,Arima,18,9,Barataria,12,7,10:00,12:40
1,Couva,18,8,Diego Martin,17,11,10:00,13:20
1,Erin,,,buy,,,,
2,Arima,10,5,Couva,18,6,14:00,16:10
2,Barataria,18,10,Erin,4,3,14:00,16:00
2,Diego Martin,,,buy,,,,
3,Diego Martin,15,5,Arima,18,6,17:00,19:50
3,Couva,18,4,Erin,9,9,17:00,19:00
3,Barataria,,,buy,,,,
"""
"""Made up as a division of the World Cup of All Fours 2018 was played: five teams, three rounds, races to 18 bullseyes
of two to three and a half hours, byes written “buy”."""


@pytest.fixture
def league(db: None) -> League:
    return open_league(
        {"name": "World Cup", "season": "2018", "order": "bullseyes", "bye": "win", "race_to": 18, "meetings": 0},
        by=None,
        now=NOW,
    )


def bring_in(league: League, text: str) -> int:
    found = read_results(text, known=team_names_of(league))
    assert found.problems == ()
    return import_results(league, found.lines, by=None, now=NOW).number


def table(league: League) -> list[tuple[object, ...]]:
    return [
        (
            row.placing.shown,
            *(
                getattr(row.placing.record, name)
                for name in ("name", "played", "won", "lost", "games_won", "games_lost")
            ),
            *(getattr(row.placing.record, name) for name in ("hang_jacks_for", "hang_jacks_against")),
            row.why,
        )
        for row in league_page(league).rows
    ]


def the_result(league: League, number: int, team: str) -> LeagueResult:
    return LeagueResult.objects.get(league=league, round=number, team__name=team, superseded_at=None)


def test_a_division_makes_its_table_as_the_world_cup_does(league: League) -> None:
    """Bullseyes won, then fewest lost; a bye is a win with 18, the rest the average of the team's own, rounded down."""
    assert bring_in(league, DIVISION) == 9
    assert table(league) == [
        ("1", "Couva", 3, 3, 0, 54, 36, 18, 25, ""),
        ("2", "Diego Martin", 2, 1, 2, 50, 54, 24, 21, ""),
        ("3", "Barataria", 2, 2, 1, 48, 33, 25, 18, ""),
        ("4", "Arima", 3, 2, 1, 46, 45, 20, 18, ""),
        ("5", "Erin", 2, 1, 2, 31, 54, 18, 21, ""),
    ]
    assert league_page(league).looked.doubts == ()


def test_the_same_results_under_league_points_stand_otherwise(league: League) -> None:
    bring_in(league, DIVISION)
    change_league(league, {"order": "league", "bye": "nothing"}, by=None, now=NOW)
    league.refresh_from_db()
    assert [
        (row.placing.shown, row.placing.record.name, row.placing.record.match_points)
        for row in league_page(league).rows
    ] == [
        ("1", "Couva", 6),
        ("2", "Arima", 4),
        ("3", "Barataria", 2),
        ("4", "Diego Martin", 0),
        ("5", "Erin", 0),
    ]


def test_the_western_canadian_championship_of_2017_adds_up_as_it_was_published(db: None) -> None:
    """http://manitobaallfours.com/wcc/wcc-2017: "The final score was 134 - 119", hang jacks 61 and 42, "Team Manitoba
    led by 21 games at the half", and won "by 15 games"."""
    halves = f"{HEADER}\n1,Manitoba,79,37,Alberta,58,18,,\n2,Manitoba,55,24,Alberta,61,24,,\n"
    league = open_league(
        {"name": "Western Canadian Championship", "season": "2017", "order": "bullseyes", "meetings": 2},
        by=None,
        now=NOW,
    )
    bring_in(league, halves)
    assert table(league) == [
        ("1", "Manitoba", 2, 1, 1, 134, 119, 61, 42, ""),
        ("2", "Alberta", 2, 1, 1, 119, 134, 42, 61, ""),
    ]
    looked = league_page(league).looked
    assert (looked.doubts, looked.missing) == ((), ())
    first_half = the_result(league, 1, "Manitoba")
    assert (first_half.games - first_half.other_games, 134 - 119) == (21, 15)


def test_a_match_of_two_clubs_adds_up_as_their_paper_published_it(db: None) -> None:
    """https://www.sunshinetodaytt.com/team-sunshine-trounces-blue-dollar-bar-121-98/: half time 60/51 with hang jacks
    24/23 to Blue Dollar Bar, at the end 121/98 and 38/32; so the second half was 61/47 and 9/14."""
    halves = f"{HEADER}\n1,Team Sunshine,60,23,Blue Dollar Bar,51,24,,\n2,Team Sunshine,61,9,Blue Dollar Bar,47,14,,\n"
    league = open_league({"name": "Friendly", "season": "2019", "order": "bullseyes", "meetings": 2}, by=None, now=NOW)
    bring_in(league, halves)
    assert table(league) == [
        ("1", "Team Sunshine", 2, 2, 0, 121, 98, 32, 38, ""),
        ("2", "Blue Dollar Bar", 2, 0, 2, 98, 121, 38, 32, ""),
    ]


def test_known_errors_of_a_season_are_found(league: League) -> None:
    """A result written twice the other way round, a winner short of 18, a team in two places, a meeting left out."""
    bring_in(
        league,
        DIVISION.replace("2,Barataria,18,10,Erin,4,3", "2,Barataria,17,10,Erin,4,3").replace(
            "3,Couva,18,4,Erin,9,9,17:00,19:00\n", ""
        ),
    )
    second = read_results(f"{HEADER}\n1,Diego Martin,17,11,Couva,18,8,10:00,13:20\n3,Erin,3,2,Arima,18,5,,\n").lines
    again = league_page(league).looked
    assert again.doubts == ("Barataria – Erin in round 2 (17–4): a match is won with 18.",)
    assert again.missing == (
        "Couva: neither a match nor a bye in round 3.",
        "Erin: neither a match nor a bye in round 3.",
    )
    assert doubts_after(league, second[1:], ()).doubts == (
        "Arima is in round 3 more than once: 18–15 against Diego Martin, line 3: 18–3 against Erin.",
    )
    assert import_results(league, second[:1], by=None, now=NOW).known == second[:1]


def test_two_results_of_one_meeting_in_a_file_come_in_and_stay_asked_about_until_one_is_taken_out(
    league: League,
) -> None:
    bring_in(league, DIVISION)
    LeagueResult.objects.filter(league=league).delete()
    bring_in(league, f"{HEADER}\n1,Arima,18,9,Couva,12,7,,\n1,Couva,13,7,Arima,18,9,,\n")
    assert league_page(league).looked.doubts == (
        "Arima – Couva met in round 1 and have more than one result: 18–12 (hang jacks 9–7), 18–13 (hang jacks 9–7).",
    )
    take_out_result(the_result(league, 1, "Couva"), reason="Written twice", by=None, now=NOW)
    assert league_page(league).looked.doubts == ()
    assert [(each.team.name, each.reason) for each in results_taken_out_of(league)] == [("Couva", "Written twice")]


def test_removed_results_and_byes_are_missing_again(league: League) -> None:
    bring_in(league, DIVISION)
    bye = LeagueResult.objects.get(league=league, round=1, other=None)
    for gone in (the_result(league, 1, "Couva"), bye):
        take_out_result(gone, reason="Written twice", by=None, now=NOW)
    assert league_page(league).looked.missing == (
        *("Couva: neither a match nor a bye in round 1.", "Diego Martin: neither a match nor a bye in round 1."),
        "Erin: neither a match nor a bye in round 1.",
    )


def test_a_file_brought_in_twice_changes_nothing(league: League) -> None:
    bring_in(league, DIVISION)
    before = table(league)
    assert bring_in(league, DIVISION) == 0
    assert (table(league), LeagueResult.objects.count()) == (before, 9)


def test_a_line_that_contradicts_a_result_keeps_all_of_the_file_out(league: League) -> None:
    bring_in(league, DIVISION)
    more = f"{HEADER}\n4,Arima,18,1,Zion,2,1,,\n1,Barataria,13,7,Arima,18,9,10:00,12:40\n"
    with pytest.raises(CannotImport) as refused:
        bring_in(league, more)
    assert [(each.where, each.message) for each in refused.value.problems] == [
        (
            "Line 3",
            "Barataria – Arima already have a result for round 1: 12–18 (hang jacks 7–9). This line says 13–18 (hang "
            "jacks 7–9).",
        )
    ]
    assert (LeagueResult.objects.count(), LeagueTeam.objects.filter(name="Zion").exists()) == (9, False)


def test_a_match_to_be_played_takes_its_result_when_that_comes(league: League) -> None:
    bring_in(league, f"{HEADER}\n1,Arima,,,Couva,,,19:00,\n")
    assert league_page(league).looked.missing == ()
    assert bring_in(league, f"{HEADER}\n1,Couva,18,7,Arima,12,9,,\n") == 1
    came = the_result(league, 1, "Arima")
    assert (came.games, came.hang_jacks, came.other_games, came.other_hang_jacks) == (12, 9, 18, 7)
    assert [(each.games, each.reason) for each in versions_of(came)] == [(None, "The result arrived.")]
    assert bring_in(league, f"{HEADER}\n1,Arima,,,Couva,,,19:00,\n") == 0


def test_a_correction_keeps_what_it_replaces_with_who_and_why(league: League) -> None:
    bring_in(league, DIVISION)
    dora = Account.objects.create_user("Dora", role=Account.Role.DIRECTOR)
    old = the_result(league, 3, "Couva")
    figures = {"games": 18, "hang_jacks": 4, "other_games": 8, "other_hang_jacks": 9}
    new = correct_result(old, figures, reason=" Card read again ", by=dora, now=NOW)
    (before,) = versions_of(new)
    assert (before.other_games, before.reason, before.superseded_by, before.superseded_at) == (
        9,
        "Card read again",
        dora,
        NOW,
    )
    assert table(league)[0] == ("1", "Couva", 3, 3, 0, 54, 35, 18, 25, "")
    assert correct_result(new, figures, reason="Again", by=dora, now=NOW) == new
    with pytest.raises(ResultReplaced):
        correct_result(old, figures, reason="Late", by=dora, now=NOW)
    with pytest.raises(NeedsReason):
        correct_result(new, figures, reason=" ", by=dora, now=NOW)
    with pytest.raises(NotAResult):
        correct_result(the_result(league, 1, "Erin"), figures, reason="No", by=dora, now=NOW)


def test_one_league_has_a_name_and_a_season(league: League) -> None:
    with pytest.raises(LeagueExists):
        open_league({"name": "World Cup", "season": "2018"}, by=None, now=NOW)
    open_league({"name": "World Cup", "season": "2019"}, by=None, now=NOW)
    with pytest.raises(LeagueExists):
        change_league(league, {"season": "2019"}, by=None, now=NOW)
    assert Club.objects.count() == 1


def test_a_name_that_differs_only_by_case_stays_one_team(league: League) -> None:
    bring_in(league, DIVISION)
    bring_in(league, f"{HEADER}\n4,ÁRIMA,18,1,diegomartin,2,1,,\n")
    assert team_names_of(league) == ["Arima", "Barataria", "Couva", "Diego Martin", "Erin"]


def test_results_written_out_make_the_same_table_in_another_league(league: League) -> None:
    bring_in(league, DIVISION)
    other = open_league(
        {"name": "Again", "season": "2018", "order": "bullseyes", "bye": "win", "race_to": 18, "meetings": 0},
        by=None,
        now=NOW,
    )
    bring_in(other, write_results(line_of(each) for each in results_of(league)))
    assert table(other) == table(league)


def test_an_import_of_many_lines_takes_as_many_queries_as_one_of_few(league: League) -> None:
    def count_queries(rounds: range, figures: str) -> int:
        rows = [f"{number},Arima,{figures},,Couva,{figures[:1]},," for number in rounds]
        with CaptureQueriesContext(connection) as queries:
            bring_in(league, "\n".join([HEADER, *rows]))
        return len(queries)

    bring_in(league, f"{HEADER}\n1,Arima,18,,Couva,12,,\n")
    fixtures = [count_queries(range(2, 3), ""), count_queries(range(3, 33), "")]
    results = [count_queries(range(2, 3), "9"), count_queries(range(3, 33), "9")]
    assert (fixtures[0], results[0]) == (fixtures[1], results[1])
    assert LeagueResult.objects.filter(superseded_at=None, games=9, other_games=9).count() == 31
    assert LeagueResult.objects.filter(replaced_by__games=9, reason="The result arrived.").count() == 31
