"""The table of a league on paper: as large as the page allows, remarks as notes, room for holes."""

import io
from datetime import UTC, date, datetime, time
from typing import Any

import pytest
from django.test import Client
from pypdf import PageObject, PdfReader

from tests.leagues.test_leagues import HEADER, bring_in
from tournament.leagues.fixtures.round_days import EvenDates
from tournament.leagues.paper.printing import print_captain_cards, print_fixtures, print_league, print_money
from tournament.leagues.paper.table_sheet import FLOWING, SIZES, lay_out_table
from tournament.leagues.queries.leagues import teams_of
from tournament.leagues.queries.week import week_of_league
from tournament.leagues.services.fixtures import make_fixtures
from tournament.leagues.services.leagues import change_league, correct_result, open_league
from tournament.models import League, LeagueResult, LeagueTeam
from tournament.press.sheets import Options

BY: dict[str, Any] = {"by": None, "now": datetime(2026, 11, 21, 19, 0, tzinfo=UTC)}


def league_of(teams: int) -> League:
    league = open_league({"name": f"{teams} teams", "season": "2026", "meetings": 0}, **BY)
    lines = [f"1,Team {number},18,,Team {number + 1},{number % 9},,," for number in range(0, teams, 2)]
    bring_in(league, "\n".join([HEADER, *lines]))
    return league


@pytest.mark.parametrize("sheet", ["a4", "letter", "a5", "a4-large", "letter-large"])
def test_more_teams_have_smaller_letters_and_a_page_that_cannot_hold_them_has_usual_ones(db: None, sheet: str) -> None:
    weeks = [week_of_league(league_of(teams), today=date(2026, 11, 21)) for teams in (4, 12, 100)]
    few, some, many = (lay_out_table(week, Options(sheet)).size for week in weeks)
    assert SIZES[0] >= few >= some and many == FLOWING


def test_the_table_and_the_money_are_filed_and_fixtures_are_not(db: None) -> None:
    league, now = league_of(40), BY["now"]
    papers = {
        "table": print_league(league, for_guest=False, now=now),
        "money": print_money(league, now=now),
        "fixtures": print_fixtures(league, "", for_guest=False, now=now),
    }
    pages = {key: PdfReader(io.BytesIO(paper.pdf)).pages[:2] for key, paper in papers.items()}
    edges = {key: [left_edge_of(page) for page in of_paper] for key, of_paper in pages.items()}
    assert edges == {"table": [20, 8], "money": [20], "fixtures": [16]}


def left_edge_of(page: PageObject) -> int:
    """Returns where the first letter of a page is, from the left, in millimetres."""
    lefts: list[float] = []

    def visit(text: str, cm: list[float], tm: list[float], *_font: object) -> None:
        if text.strip():
            lefts.append(cm[0] * tm[4] + cm[4])

    page.extract_text(visitor_text=visit)
    return round(min(lefts) / 72 * 25.4)


def test_what_decided_a_place_is_a_note_with_the_number_that_stands_at_the_team(db: None) -> None:
    league = open_league({"name": "Central", "season": "2026", "meetings": 0}, **BY)
    bring_in(league, f"{HEADER}\n1,Arima,18,,Couva,12,,,\n1,Zion,18,,Erin,7,,,\n")
    layout = lay_out_table(week_of_league(league, today=date(2026, 11, 21)), Options("a4"))
    assert layout.numbers == {"Zion": 1, "Couva": 2}
    assert layout.notes == (
        ("Zion", "Ahead of Arima: bullseyes lost 7–12"),
        ("Couva", "Ahead of Erin: bullseyes won 12–7"),
    )


def test_byes_that_count_nothing_are_no_notes_and_those_that_count_are(db: None) -> None:
    league = open_league({"name": "Central", "season": "2026", "meetings": 0}, **BY)
    bring_in(league, f"{HEADER}\n1,Arima,18,,Couva,12,,,\n1,Zion,,,bye,,,,\n")
    notes = []
    for bye in ("nothing", "win"):
        change_league(league, {"bye": bye}, **BY)
        league.refresh_from_db()
        layout = lay_out_table(week_of_league(league, today=date(2026, 11, 21)), Options("a4"))
        notes.append([(team, words) for team, words in layout.notes if "Bye" in words])
    assert notes == [[], [("Zion", "Bye in round 1: counts as a win, bullseyes 0–0, hang jacks 0–0")]]


@pytest.mark.slow
def test_the_week_of_seventeen_teams_with_all_their_players_takes_two_pages(as_scorer: Client) -> None:
    league = open_league({"name": "Unity", "season": "2026", "meetings": 1, "tables": 3}, **BY)
    teams = [f"Recreation Club {number}" for number in range(1, 18)]
    make_fixtures(league, teams, meetings=1, dates=EvenDates(date(2026, 11, 7), 7), **BY)
    fixtures = LeagueResult.objects.select_related("league", "team", "other")
    for match in fixtures.filter(league=league, round__lte=2, other__isnull=False):
        tables = [[4, 3], [2, 5], [5, match.pk % 3]]
        seated = [
            [[f"Player {place} {side}" for place in (2 * table, 2 * table + 1)] for side in (match.team, match.other)]
            for table in range(3)
        ]
        figures = {"games": 11, "other_games": 8 + match.pk % 3, "tables": tables, "seated": seated}
        correct_result(match, figures, reason="Card", **BY)
    answer = as_scorer.get(f"/leagues/{league.pk}/week.pdf")
    table, players = (page.extract_text() for page in PdfReader(io.BytesIO(answer.content)).pages)
    assert ("Next matches" in table, "Player 0 Recreation Club 1" in table) == (True, False)
    assert ("Ties are broken by" in players, "Player 0 Recreation Club" in players) == (True, True)
    assert "more players have won fewer tables." in players


@pytest.mark.slow
def test_a_week_fills_one_page_also_below_a_title_of_two_lines(as_scorer: Client) -> None:
    teams = [f"{name} United" for name in ("Arima", "Couva", "Erin", "Moruga", "Penal", "Preysal", "Siparia", "Zion")]
    rules = {"win": 3, "draw": 1, "tables": 3, "division": 1, "relegated": 2}
    league = open_league({"name": "Couva & District All Fours Association", "season": "2026", **rules}, **BY)
    make_fixtures(league, teams, meetings=1, dates=EvenDates(date(2026, 11, 18), 7), **BY)
    fixtures = LeagueResult.objects.select_related("league", "team", "other")
    for match in fixtures.filter(league=league, round=1):
        correct_result(match, {"games": 11, "other_games": 8 + match.pk % 3}, reason="Card", **BY)
    pages = PdfReader(io.BytesIO(as_scorer.get(f"/leagues/{league.pk}/week.pdf").content)).pages
    assert ["Next matches" in page.extract_text() for page in pages] == [True]


@pytest.mark.slow
def test_a_captain_has_one_page_for_a_season_of_eighteen_rounds(db: None) -> None:
    league = open_league({"name": "Central", "season": "2026", "meetings": 2}, **BY)
    teams = ["Arima", "Couva", "Erin", "Moruga", "Penal", "Preysal", "Siparia", "Tabaquite", "Zion"]
    make_fixtures(league, teams, meetings=2, dates=EvenDates(date(2026, 11, 22), 7), **BY)
    LeagueTeam.objects.filter(name="Arima").update(home="The Anchor", night=1, starts=time(19, 30))
    links = [(team, "http://hall/captain/1-a/") for team in teams_of(league)]
    pages = PdfReader(io.BytesIO(print_captain_cards(league, links, now=BY["now"]).pdf)).pages
    listed, card = pages[0].extract_text(), " ".join(pages[1].extract_text().split())
    assert (len(pages), "Tuesday, 19:30" in listed) == (1 + len(teams), True)
    assert card.count("Sun") == 18 and "Sun 22 Nov 2026" in card
