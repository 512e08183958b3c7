"""Form, movement, home and away, and head to head as what separates teams: each from the matches alone."""

from datetime import UTC, date, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.leagues.test_leagues import HEADER, bring_in
from tests.leagues.test_season import match as match_of
from tournament.leagues.queries.form import Tally, TeamForm, weeks_of
from tournament.leagues.queries.page import league_page
from tournament.leagues.queries.results import result_rows_of, scores_between
from tournament.leagues.services.leagues import change_league, open_league, show_league
from tournament.leagues.services.rulings import rule_match
from tournament.models import League, LeagueResult
from tournament.ranking import LEAGUE_ORDER

BY: dict[str, Any] = {"by": None, "now": datetime(2026, 11, 21, 19, 0, tzinfo=UTC)}
RESULTS = f"""{HEADER}
1,Arima,18,,Couva,12,,,
1,Erin,18,,Siparia,9,,,
2,Couva,18,,Erin,11,,,
2,Siparia,10,,Arima,18,,,
3,Couva,18,,Arima,15,,,
3,Siparia,14,,Erin,14,,,
"""


HEAD_TO_HEAD = ["head_to_head", "games_between", *LEAGUE_ORDER[1:]]


@pytest.fixture
def league(db: None) -> League:
    return open_league({"name": "Central", "season": "2026", "tie_breaks": HEAD_TO_HEAD, "meetings": 0}, **BY)


def tallies_in(league: League) -> dict[str, tuple[Any, ...]]:
    return {team: (form.latest, form.moved, form.home, form.away) for team, form in forms_in(league).items()}


def forms_in(league: League) -> dict[str, TeamForm]:
    return {row.placing.record.name: row.form for row in league_page(league).rows}


def said_in(league: League) -> list[tuple[str, str, str]]:
    return [(row.placing.shown, row.placing.record.name, row.ahead) for row in league_page(league).rows]


def test_form_movement_home_and_away_come_from_the_matches(league: League) -> None:
    bring_in(league, RESULTS)
    assert tallies_in(league) == {
        "Arima": (("won", "won", "lost"), 0, Tally(1, 1, 0, 0, 18, 12), Tally(2, 1, 0, 1, 33, 28)),
        "Couva": (("lost", "won", "won"), 0, Tally(2, 2, 0, 0, 36, 26), Tally(1, 0, 0, 1, 12, 18)),
        "Erin": (("won", "lost", "drawn"), 0, Tally(1, 1, 0, 0, 18, 9), Tally(2, 0, 1, 1, 25, 32)),
        "Siparia": (("lost", "lost", "drawn"), 0, Tally(2, 0, 1, 1, 24, 32), Tally(1, 0, 0, 1, 9, 18)),
    }


def test_without_an_earlier_week_nobody_has_moved(league: League) -> None:
    bring_in(league, "\n".join(RESULTS.splitlines()[:3]))
    assert {team: form.moved for team, form in forms_in(league).items()} == dict.fromkeys(
        ("Arima", "Couva", "Erin", "Siparia")
    )


def test_a_postponed_match_counts_for_the_form_on_the_day_it_was_played(league: League) -> None:
    """The first round is played last: the form follows the dates, and the last week is that match alone."""
    bring_in(league, RESULTS)
    days = {1: date(2026, 11, 20), 2: date(2026, 11, 5), 3: date(2026, 11, 12)}
    for number, day in days.items():
        LeagueResult.objects.filter(league=league, round=number).update(day=day)
    assert {team: (form.latest, form.moved) for team, form in forms_in(league).items()} == {
        "Arima": (("won", "lost", "won"), 1),
        "Couva": (("won", "won", "lost"), -1),
        "Erin": (("lost", "drawn", "won"), 0),
        "Siparia": (("lost", "drawn", "lost"), 0),
    }


def test_a_match_without_a_date_was_played_on_the_day_of_its_round(league: League) -> None:
    """Rounds 1 and 3 have changed places, and of one match in each nobody has entered the date."""
    bring_in(league, RESULTS)
    for number, day in {1: date(2026, 11, 19), 2: date(2026, 11, 12), 3: date(2026, 11, 5)}.items():
        LeagueResult.objects.filter(league=league, round=number).update(day=day)
    LeagueResult.objects.filter(team__name__in=("Arima", "Siparia"), round__in=(1, 3)).update(day=None)
    assert {team: form.latest for team, form in forms_in(league).items()} == {
        "Arima": ("lost", "won", "won"),
        "Couva": ("won", "won", "lost"),
        "Erin": ("drawn", "lost", "won"),
        "Siparia": ("drawn", "lost", "lost"),
    }
    assert forms_in(league)["Arima"].moved == 1
    assert len(weeks_of(result_rows_of(league, list(league.teams.all()))).last) == 2


def test_a_round_without_any_date_follows_the_one_before_it(league: League) -> None:
    bring_in(league, RESULTS)
    LeagueResult.objects.filter(league=league, round=1).update(day=date(2026, 11, 19))
    assert forms_in(league)["Couva"].latest == ("lost", "won", "won")
    LeagueResult.objects.filter(league=league, round=3).update(day=date(2026, 11, 12))
    assert forms_in(league)["Couva"].latest == ("won", "lost", "won")


def test_only_the_last_five_matches_are_form_and_a_walk_over_counts_as_won(league: League) -> None:
    six = "".join(f"{number},Arima,{18 if number % 2 else 3},,Couva,10,,,\n" for number in range(1, 7))
    bring_in(league, f"{HEADER}\n{six}7,Couva,,,Arima,,,,\n")
    fixture = LeagueResult.objects.get(league=league, round=7)
    assert forms_in(league)["Arima"].latest == ("lost", "won", "lost", "won", "lost")
    rule_match(fixture, outcome="walk_over", winner=fixture.other, reason="Couva stayed away", **BY)
    assert forms_in(league)["Arima"].latest == ("won", "lost", "won", "lost", "won")
    assert forms_in(league)["Couva"].home == Tally(1, 0, 0, 1, 0, 0)


def test_two_teams_level_on_points_are_separated_by_their_matches(league: League) -> None:
    """Arima has more bullseyes, but Couva won two of their three matches."""
    bring_in(
        league,
        f"{HEADER}\n1,Arima,18,,Couva,2,,,\n2,Couva,18,,Arima,17,,,\n3,Arima,17,,Couva,18,,,\n4,Arima,18,,Erin,1,,,\n",
    )
    assert said_in(league) == [
        ("1", "Couva", "Ahead of Arima: head to head 2–1"),
        ("2", "Arima", ""),
        ("3", "Erin", ""),
    ]


def test_matches_between_two_teams_separate_them_once_all_of_them_are_played(league: League) -> None:
    """Arima has won the first of two; until the second is played, Couva's bullseyes put it ahead."""
    bring_in(league, f"{HEADER}\n1,Arima,18,,Couva,10,,,\n2,Couva,18,,Erin,1,,,\n3,Couva,,,Arima,,,,\n")
    assert said_in(league)[0] == ("1", "Couva", "Ahead of Arima: bullseyes won 28–18")
    bring_in(league, f"{HEADER}\n3,Couva,9,,Arima,9,,,\n")
    assert said_in(league)[0] == ("1", "Arima", "Ahead of Couva: head to head 1–0, 1 drawn")


def test_drawn_matches_between_them_are_said(league: League) -> None:
    bring_in(league, f"{HEADER}\n1,Arima,18,,Couva,10,,,\n2,Couva,9,,Arima,9,,,\n3,Couva,18,,Erin,1,,,\n")
    assert said_in(league)[0] == ("1", "Arima", "Ahead of Couva: head to head 1–0, 1 drawn")


def test_three_teams_level_are_compared_by_the_points_of_all_their_matches(league: League) -> None:
    between = "1,Arima,18,,Couva,10,,,\n2,Arima,18,,Erin,10,,,\n3,Couva,9,,Erin,9,,,\n"
    others = "4,Toco,18,,Arima,2,,,\n5,Couva,18,,Siparia,4,,,\n6,Couva,9,,Siparia,9,,,\n7,Erin,17,,Siparia,4,,,\n"
    bring_in(league, f"{HEADER}\n{between}{others}8,Erin,9,,Siparia,9,,,\n")
    assert said_in(league)[:3] == [
        ("1", "Arima", "Ahead of Couva: head to head 4–1 points"),
        ("2", "Couva", "Ahead of Erin: bullseyes won 46–45"),
        ("3", "Erin", ""),
    ]


def test_teams_that_stay_level_are_named_together(league: League) -> None:
    between = "1,Arima,18,,Couva,10,,,\n2,Arima,18,,Erin,10,,,\n3,Couva,9,,Erin,9,,,\n"
    others = "4,Toco,18,,Arima,2,,,\n5,Couva,18,,Siparia,4,,,\n6,Couva,9,,Siparia,9,,,\n7,Erin,18,,Siparia,4,,,\n"
    bring_in(league, f"{HEADER}\n{between}{others}8,Erin,9,,Siparia,9,,,\n")
    assert said_in(league)[0] == ("1", "Arima", "Ahead of Couva, Erin: head to head 4–1 points")


def test_other_criteria_are_said_with_both_figures(league: League) -> None:
    league.tie_breaks = list(LEAGUE_ORDER[1:])
    league.save()
    bring_in(league, f"{HEADER}\n1,Arima,18,,Couva,2,,,\n1,Erin,17,,Siparia,2,,,\n2,Couva,16,,Siparia,16,,,\n")
    assert said_in(league)[0] == ("1", "Arima", "Ahead of Erin: bullseyes won 18–17")


def test_a_league_without_homes_has_no_home_and_away(league: League) -> None:
    bring_in(league, RESULTS)
    assert league_page(league).has_homes is False
    team = league.teams.get(name="Arima")
    team.home = "The Anchor"
    team.save()
    assert league_page(league).has_homes is True


def test_home_and_away_add_up_to_the_table_also_with_a_walk_over(league: League) -> None:
    bring_in(league, f"{RESULTS}4,Erin,,,Couva,,,,\n")
    change_league(league, {"walk_over": 12}, **BY)
    league = League.objects.select_related("club").get()
    fixture = LeagueResult.objects.get(league=league, round=4)
    rule_match(fixture, outcome="walk_over", winner=fixture.team, reason="Couva stayed away", **BY)
    for row in league_page(league).rows:
        record, both = row.placing.record, (row.form.home, row.form.away)
        sums = [sum(getattr(each, name) for each in both) for name in ("won", "lost", "games", "games_against")]
        assert sums == [record.won, record.lost, record.games_won, record.games_lost]
    assert forms_in(league)["Erin"].home == Tally(2, 2, 0, 0, 30, 9)


def test_every_team_stands_against_every_other_with_what_they_played(league: League, client: Client) -> None:
    bring_in(league, RESULTS)
    rule_match(match_of(league, 2, "Siparia"), outcome="void", reason="No cards.", **BY)
    page, teams = league_page(league), {team.name: team.pk for team in league.teams.all()}
    both = {
        (one, other): scores_between(page.rounds, by_home=False).get((teams[one], teams[other]))
        for one, other in (("Arima", "Couva"), ("Couva", "Arima"), ("Siparia", "Arima"))
    }
    assert both == {
        ("Arima", "Couva"): ["18–12", "15–18"],
        ("Couva", "Arima"): ["12–18", "18–15"],
        ("Siparia", "Arima"): ["void"],
    }
    at_home = scores_between(page.rounds, by_home=True)
    assert [at_home[teams[one], teams[other]] for one, other in (("Arima", "Couva"), ("Couva", "Arima"))] == [
        ["18–12"],
        ["18–15"],
    ]
    show_league(league, shown=True, **BY)
    address = reverse("league_matches", args=[league.pk])
    assert "18–12, 15–18" not in client.get(address).content.decode()
    shown = client.get(f"{address}?show=scores").content.decode()
    assert ("18–12, 15–18" in shown, "Show these" in shown) == (True, False)
