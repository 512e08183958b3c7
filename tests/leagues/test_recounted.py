"""A league's table, byes, days and log, as values that are worked out here from its results."""

from datetime import date, time, timedelta
from typing import Any

import pytest

from tests.leagues.test_leagues import DIVISION, HEADER, NOW, bring_in
from tournament.foundation.errors import NeedsReason
from tournament.leagues.log_sentences import say_what_is_taken
from tournament.leagues.queries.fixtures import round_dates_of
from tournament.leagues.queries.leagues import list_leagues, team_names_of
from tournament.leagues.queries.log import log_of_league, penalties_taken_back
from tournament.leagues.queries.page import file_of_table, league_page
from tournament.leagues.queries.results import match_days_of, results_of
from tournament.leagues.queries.table import KnownFigure
from tournament.leagues.services.fixtures import (
    NeverDated,
    date_match,
    date_rounds,
    date_rounds_evenly,
    make_fixtures,
    set_homes,
)
from tournament.leagues.services.leagues import change_league, correct_result, open_league, show_league, take_out_result
from tournament.leagues.services.log import NoPenalty, give_penalty, take_back_penalty
from tournament.models import Club, League, LeagueResult, LeagueTeam, LogEntry

BY: dict[str, Any] = {"by": None, "now": NOW}
MONDAY = date(2026, 11, 23)
TEAMS = ("Arima", "Couva", "Erin")


@pytest.fixture
def league(db: None) -> League:
    return open_league({"name": "Central", "season": "2026", "order": "league", "meetings": 1}, **BY)


@pytest.fixture
def fixtures(league: League) -> League:
    make_fixtures(league, TEAMS, meetings=2, **BY)
    league.refresh_from_db()
    return league


def said(league: League) -> list[tuple[str, list[tuple[str, str, str]]]]:
    """Returns the log, the latest first: each sentence with what changed from what to what."""
    _page, lines = log_of_league(league, 1)
    return [(line.sentence, [(change.label, change.before, change.after) for change in line.changes]) for line in lines]


def a_match(league: League, number: int) -> LeagueResult:
    return [each for each in results_of(league) if each.round == number and each.other_id][0]


def test_the_table_leaves_as_rows_of_figures_with_what_is_lacking(league: League) -> None:
    bring_in(league, f"{HEADER}\n1,Arima,18,9,Couva,12,7,,\n2,Arima,18,,Couva,15,,,\n3,Couva,18,2,Arima,4,1,,\n")
    change_league(league, {"win": 3, "loss": 1}, **BY)
    league.refresh_from_db()
    page = league_page(league)
    heads, *rows = file_of_table(page)
    assert heads == [
        *("Place", "Team", "Played", "Won", "Drawn", "Lost", "Bullseyes", "Against"),
        *("Hang jacks", "Matches without", "Hang jacks against", "Matches without", "Points"),
    ]
    assert rows == [
        ["1", "Arima", 3, 2, 0, 1, 40, 45, 10, 1, 9, 1, 7],
        ["2", "Couva", 3, 1, 0, 2, 45, 40, 9, 1, 10, 1, 5],
    ]
    assert (page.has_hang_jacks, page.has_ties, page.has_draws, page.by_points) == (True, False, False, True)
    assert (page.first.key, page.first.label) == ("match_points", "Points")
    change_league(league, {"order": "bullseyes"}, **BY)
    league.refresh_from_db()
    by_bullseyes = league_page(league)
    assert (file_of_table(by_bullseyes)[0][-1], by_bullseyes.by_points) == ("Matches without", False)
    assert [row[1] for row in file_of_table(by_bullseyes)[1:]] == ["Couva", "Arima"]


@pytest.mark.parametrize(
    ("known", "lacking", "note"),
    [(9, 0, ""), (9, 1, "1 match without"), (9, 2, "2 matches without"), (None, 2, ""), (0, 1, "1 match without")],
)
def test_a_figure_says_what_is_lacking_if_something_is_known(known: int | None, lacking: int, note: str) -> None:
    assert KnownFigure(known, lacking).note == note


@pytest.mark.parametrize(
    ("points", "bullseyes", "words"),
    [
        (1, 0, "−1 point"),
        (2, 0, "−2 points"),
        (0, 1, "−1 bullseye"),
        (2, 5, "−2 points, −5 bullseyes"),
        (0, 0, ""),
    ],
)
def test_a_penalty_is_said_in_words(points: int, bullseyes: int, words: str) -> None:
    assert say_what_is_taken(points, bullseyes, "bullseyes") == words


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        ({"bye": "nothing"}, "counts nothing"),
        ({"bye": "win", "race_to": 18}, "counts as a win, bullseyes 18–8, hang jacks 4–3"),
        ({"bye": "win", "race_to": None}, "counts as a win, bullseyes 11–8, hang jacks 4–3"),
        ({"bye": "own_average"}, "counts bullseyes 11.5–8.5, hang jacks 4.5–3"),
    ],
)
def test_a_bye_says_what_it_counts_under_every_rule(league: League, rules: dict[str, Any], words: str) -> None:
    text = f"{HEADER}\n1,Arima,,,bye,,,,\n2,Arima,18,5,Couva,3,1,,\n3,Arima,5,4,Erin,14,5,,\n"
    bring_in(league, text)
    change_league(league, rules, **BY)
    league.refresh_from_db()
    (row,) = [row for row in league_page(league).rows if row.placing.record.name == "Arima"]
    assert row.byes == (f"Bye in round 1: {words}",)


def test_byes_that_count_nothing_are_one_line(league: League) -> None:
    byes = "".join(f"{number},Arima,,,bye,,,,\n{number},Couva,18,5,Erin,3,1,,\n" for number in (1, 4, 7))
    bring_in(league, f"{HEADER}\n{byes}")
    change_league(league, {"bye": "nothing"}, **BY)
    league.refresh_from_db()
    (row,) = [row for row in league_page(league).rows if row.placing.record.name == "Arima"]
    assert row.byes == ("Byes in rounds 1, 4 and 7: count nothing",)


def test_made_fixtures_and_their_dates_are_told_in_the_log(fixtures: League) -> None:
    assert said(fixtures)[0] == ("Made fixtures: 6 rounds for 3 teams", [])
    assert fixtures.meetings == 2
    changed = date_rounds(
        fixtures, {2: {"day": MONDAY, "starts": time(19, 30)}, 3: {"venue": "The Anchor"}, 9: {"day": MONDAY}}, **BY
    )
    assert changed == [2, 3]
    assert said(fixtures)[0] == (
        "Set when and where to play rounds 2–3",
        [("Round 2", "", "23 Nov 2026, 19:30"), ("Round 3", "", "The Anchor")],
    )
    assert date_rounds(fixtures, {2: {"day": MONDAY}}, **BY) == []
    shown = {each.number: (each.day, each.starts, each.venue, each.has_days) for each in round_dates_of(fixtures)}
    assert (shown[1], shown[2], shown[3]) == (
        (None, None, "", False),
        (MONDAY, time(19, 30), "", True),
        (None, None, "The Anchor", False),
    )


def test_rounds_without_a_day_get_one_each_and_the_log_says_which(fixtures: League) -> None:
    date_rounds(fixtures, {2: {"day": MONDAY}}, **BY)
    changed = date_rounds_evenly(fixtures, first=MONDAY, days_between=7, starts=time(20), **BY)
    assert changed == [1, 3, 4, 5, 6]
    days = [(each.number, each.day, each.starts) for each in round_dates_of(fixtures)]
    late = [(number, MONDAY + timedelta(weeks=week), time(20)) for week, number in enumerate((1, 3, 4, 5, 6))]
    assert days == sorted([*late, (2, MONDAY, None)])
    assert said(fixtures)[0][0] == "Set when and where to play rounds 1, 3–6"


def test_a_moved_and_a_postponed_match_are_told_with_what_was_before(fixtures: League) -> None:
    match = a_match(fixtures, 1)
    names = f"{match.team.name} – {match.other.name}"
    with pytest.raises(NeverDated):
        date_match(match, {}, is_postponed=True, **BY)
    date_match(match, {"day": MONDAY, "venue": "The Anchor"}, is_postponed=False, **BY)
    assert said(fixtures)[0] == (
        f"Changed when or where to play {names}, round 1",
        [("Date", "none", "23 Nov 2026"), ("Venue", "none", "The Anchor")],
    )
    already = LogEntry.objects.count()
    date_match(match, {"day": MONDAY}, is_postponed=False, **BY)
    assert LogEntry.objects.count() == already
    date_match(match, {"day": None}, is_postponed=True, **BY)
    assert said(fixtures)[0] == (
        f"Postponed {names}, round 1",
        [("Date", "23 Nov 2026", "none"), ("Postponed from", "none", "23 Nov 2026")],
    )
    (dated,) = [each for each in round_dates_of(fixtures) if each.number == 1]
    assert (dated.together, dated.has_days) == ((), True)


def test_where_teams_play_is_told_for_those_who_moved(fixtures: League) -> None:
    arima, couva = (LeagueTeam.objects.get(name=name) for name in ("Arima", "Couva"))
    set_homes(fixtures, {arima.pk: "The Anchor", couva.pk: ""}, **BY)
    assert said(fixtures)[0] == ("Set where teams play at home", [("Arima", "none", "The Anchor")])
    already = LogEntry.objects.count()
    set_homes(fixtures, {arima.pk: "The Anchor"}, **BY)
    assert (LogEntry.objects.count(), LeagueTeam.objects.get(pk=arima.pk).home) == (already, "The Anchor")


def test_rules_and_the_table_shown_are_told_with_what_they_were(league: League) -> None:
    show_league(league, shown=True, **BY)
    show_league(league, shown=False, **BY)
    change_league(league, {"order": "bullseyes", "race_to": 18, "win": 3}, **BY)
    sentences = said(league)
    labels = dict(League.Order.choices)
    assert sentences[0][0] == "Changed the league rules"
    assert sorted(sentences[0][1]) == sorted(
        [
            ("Ranked by", str(labels["league"]), str(labels["bullseyes"])),
            ("Games that win a match", "none", "18"),
            ("League points for a match won", "2", "3"),
        ]
    )
    assert [sentence for sentence, _changes in sentences[1:]] == [
        "Hid the table from everybody",
        "Showed the table to everybody",
        "Created the league",
    ]


def test_results_imported_corrected_and_removed_are_told(league: League) -> None:
    bring_in(league, f"{HEADER}\n1,Arima,18,9,Couva,12,7,,\n2,Erin,,,Couva,,,,\n4,Arima,18,,Erin,12,,,\n")
    assert said(league)[0] == ("Imported 3 results, of rounds 1–2, 4", [])
    first, second = a_match(league, 1), a_match(league, 2)
    correct_result(
        first,
        {"games": 18, "other_games": 13, "hang_jacks": 9, "other_hang_jacks": None},
        reason="Counted.",
        **BY,
    )
    assert said(league)[0] == (
        "Corrected Arima – Couva, round 1",
        [("Score", "18–12", "18–13"), ("Hang jacks", "9–7", "9–?")],
    )
    correct_result(
        second,
        {"games": 5, "other_games": 18, "hang_jacks": None, "other_hang_jacks": None},
        reason="It was played.",
        **BY,
    )
    teams = f"{second.team.name} – {second.other.name}"
    assert said(league)[0] == (f"Entered the result of {teams}, round 2", [("Score", "not reported", "5–18")])
    take_out_result(a_match(league, 4), reason="Never played.", **BY)
    assert said(league)[0] == ("Removed Arima – Erin, round 4", [("Score", "18–12", "")])


def test_a_penalty_is_given_and_taken_back_once_with_a_reason(league: League) -> None:
    bring_in(league, DIVISION)
    team = LeagueTeam.objects.get(name="Arima")
    with pytest.raises(NoPenalty):
        give_penalty(team, reason="Late.", **BY)
    with pytest.raises(NeedsReason):
        give_penalty(team, points=1, reason=" ", **BY)
    before = {row.placing.record.name: row.placing.record.match_points for row in league_page(league).rows}
    given = give_penalty(team, points=2, bullseyes=5, reason=" Late. ", **BY)
    assert (given.reason, said(league)[0]) == ("Late.", ("Penalty of Arima: −2 points, −5 bullseyes", []))
    rows = {row.placing.record.name: row for row in league_page(league).rows}
    assert (rows["Arima"].taken, rows["Arima"].penalties, rows["Couva"].taken) == (
        "−2 points, −5 bullseyes",
        ("−2 points, −5 bullseyes: Late.",),
        "",
    )
    assert {name: row.placing.record.match_points for name, row in rows.items()} == before | {
        "Arima": before["Arima"] - 2
    }
    assert penalties_taken_back(league) == []
    with pytest.raises(NeedsReason):
        take_back_penalty(given, reason="", **BY)
    for _press in range(2):
        take_back_penalty(given, reason="They were on time.", **BY)
    assert said(league)[0] == ("Undid the penalty of Arima: −2 points, −5 bullseyes", [])
    assert LogEntry.objects.filter(action="take_back_penalty").count() == 1
    assert [each.why_superseded for each in penalties_taken_back(league)] == ["They were on time."]


def test_fixtures_stand_by_day_and_time_with_those_without_a_day_last(fixtures: League) -> None:
    assert match_days_of(results_of(fixtures)) == ()
    later = MONDAY + timedelta(days=7)
    date_rounds(fixtures, {1: {"day": later}, 2: {"day": MONDAY}, 4: {"day": MONDAY, "starts": time(18)}}, **BY)
    days = match_days_of(results_of(fixtures), MONDAY + timedelta(days=1))
    assert [(each.day, [match.round for match in each.matches], each.is_over) for each in days] == [
        (MONDAY, [2, 4], True),
        (later, [1], False),
        (None, [3, 5, 6], False),
    ]
    assert [each.is_over for each in match_days_of(results_of(fixtures), MONDAY)] == [False] * 3
    assert [each.is_over for each in match_days_of(results_of(fixtures))] == [False] * 3


def test_rounds_with_results_are_listed_apart_from_fixtures_once_these_have_days(fixtures: League) -> None:
    match = a_match(fixtures, 1)
    figures = {"games": 18, "other_games": 3, "hang_jacks": None, "other_hang_jacks": None}
    correct_result(match, figures, reason="It was played.", **BY)
    page = league_page(fixtures)
    assert [each.number for each in page.rounds_with_results] == [1, 2, 3, 4, 5, 6]
    assert [each.has_begun for each in page.rounds] == [True, *[False] * 5]
    date_rounds(fixtures, {2: {"day": MONDAY}}, **BY)
    page = league_page(fixtures)
    assert [each.number for each in page.rounds_with_results] == [1]
    assert [each.day for each in page.rounds] == [None, MONDAY, *[None] * 4]


def test_leagues_are_listed_with_their_teams_and_matches_played(fixtures: League) -> None:
    correct_result(
        a_match(fixtures, 1),
        {"games": 18, "other_games": 3, "hang_jacks": None, "other_hang_jacks": None},
        reason="It was played.",
        **BY,
    )
    assert [(each.name, each.team_count, each.played) for each in list_leagues(shown_only=False)] == [("Central", 3, 1)]
    assert list_leagues(shown_only=True) == []
    show_league(fixtures, shown=True, **BY)
    assert len(list_leagues(shown_only=True)) == 1
    assert (team_names_of(fixtures), Club.objects.count()) == (list(TEAMS), 1)
