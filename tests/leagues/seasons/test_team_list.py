"""Captains, venues and squads of all teams from one list: read with its doubts, saved at once, undone by one press."""

from datetime import date, time
from typing import Any

import pytest
from django.test import Client

from tests.leagues.test_league_pages import words
from tests.leagues.test_leagues import NOW
from tournament.leagues.queries.teams import last_squad_change, squad_on
from tournament.leagues.services.fixtures import make_fixtures
from tournament.leagues.services.leagues import correct_result, open_league
from tournament.leagues.services.teams import set_squad, undo_squad_change
from tournament.lists.tables import read_table, write_text
from tournament.models import League, LeaguePlayer, LeagueTeam, LogEntry

BY: dict[str, Any] = {"by": None, "now": NOW}
DAY = date(2026, 11, 21)
CAPTAINS = """Our league 2026/27
Team;Captain;Mobile;E-mail;Venue;Night
Arima;Ann Ali;555 0101;ann@example.org;The Anchor;Tuesdays 7.30 pm
Couva;Guy Garcia;;;Sports Club;Thu
Zion;;555 0103;;;
Couvva Town;Xan Xavier;;;;Someday
;Nobody;;;;
"""
SQUADS = """Team,Player,From
Arima,Ann Ali,
,Bea Baptiste,
Couva,Guy Garcia,2026-11-02
Couva,Bea Baptist,
Zion,Cyd Charles,
"""


@pytest.fixture
def league(db: None) -> League:
    league = open_league({"name": "Central", "season": "2026"}, **BY)
    make_fixtures(league, ["Arima", "Couva", "Zion"], meetings=1, **BY)
    return league


def here(league: League) -> str:
    return f"/leagues/{league.pk}/teams/list/"


def save(client: Client, league: League, text: str, **answers: str) -> Any:
    check = client.post(here(league), {"text": text, "step": "check", **answers})
    seen = check.context["form"].initial["seen"]
    return client.post(here(league), {"text": text, "seen": seen, "step": "import", **answers}, follow=True)


def team(league: League, name: str) -> LeagueTeam:
    return LeagueTeam.objects.select_related("league").get(league=league, name=name)


def test_a_list_of_captains_is_checked_line_by_line_before_anything_is_saved(
    as_director: Client, league: League
) -> None:
    page = as_director.post(here(league), {"text": CAPTAINS, "step": "check"})
    check = page.context["check"]
    assert [(row.line, row.name, list(row.details)) for row in check.sections[0].rows] == [
        (
            3,
            "Arima",
            [
                *("Captain: Ann Ali", "Contact: 555 0101, ann@example.org", "Venue: The Anchor"),
                *("Night: Tuesday", "Time: 19:30"),
            ],
        ),
        (4, "Couva", ["Captain: Guy Garcia", "Venue: Sports Club", "Night: Thursday"]),
        (5, "Zion", ["Contact: 555 0103"]),
    ]
    assert [(row.line, *row.remarks) for row in check.left_out] == [
        (6, "“Someday” was not understood."),
        (7, "There is no team in this line."),
    ]
    assert check.confirm == "Save 3 lines"
    assert not LeagueTeam.objects.exclude(captain="").exists()


def test_what_was_shown_is_saved_once_and_the_log_has_no_telephone(as_director: Client, league: League) -> None:
    done = save(as_director, league, CAPTAINS)
    assert "Captain Ann Ali 555 0101, ann@example.org" in words(done)
    arima, couva = team(league, "Arima"), team(league, "Couva")
    assert (arima.captain, arima.home, arima.night, arima.starts) == ("Ann Ali", "The Anchor", 1, time(19, 30))
    assert (couva.captain, couva.night, couva.starts) == ("Guy Garcia", 3, None)
    line = LogEntry.objects.get(league=league, action="enter_teams")
    assert "555" not in str(line.after)
    said = words(as_director.get(f"/leagues/{league.pk}/log/"))
    assert "Entered 3 teams from a list" in said and "Arima, Captain" in said
    again = as_director.post(here(league), {"text": CAPTAINS, "step": "check"}).context["check"]
    assert (again.confirm, [row.name for row in again.sections[1].rows]) == ("", ["Arima", "Couva", "Zion"])


def test_a_name_like_that_of_a_team_is_asked_about_and_a_new_one_comes_in(as_director: Client, league: League) -> None:
    text = "Team,Captain\nAryma,Ann Ali\nToco,Ted Thomas\n"
    check = as_director.post(here(league), {"text": text, "step": "check"}).context["check"]
    [question] = check.open_questions
    assert (question.choices, check.is_open) == ((("Arima", "Arima"), ("Aryma", "A new team: Aryma")), True)
    assert save(as_director, league, text).status_code == 422
    assert not LeagueTeam.objects.filter(name="Toco").exists()
    save(as_director, league, text, **{question.key: "Arima"})
    assert (team(league, "Arima").captain, team(league, "Toco").captain) == ("Ann Ali", "Ted Thomas")
    assert not LeagueTeam.objects.filter(name="Aryma").exists()


def test_a_squad_in_one_box_is_one_row_and_a_new_team_in_capitals_does_not_shout(
    as_director: Client, league: League
) -> None:
    text = 'Team,Captain,Squad\nTALPARO ACES,Ann Ali,"Ann Ali, Bea Baptiste, Cyd Charles"\nYMCA,Dan Dass,\n'
    rows = as_director.post(here(league), {"text": text, "step": "check"}).context["check"].sections[0].rows
    assert [row.name for row in rows] == [
        *("Talparo Aces", "Talparo Aces: Ann Ali, Bea Baptiste, Cyd Charles", "YMCA"),
    ]
    save(as_director, league, text)
    assert squad_on(team(league, "Talparo Aces"), DAY) == ["Ann Ali", "Bea Baptiste", "Cyd Charles"]


def test_squads_come_from_a_list_with_a_question_for_a_name_like_another(as_director: Client, league: League) -> None:
    set_squad(team(league, "Zion"), ["Bea Baptiste", "Zoe Zane"], on=None, **BY)
    correct_result(
        league.results.select_related("league", "team", "other").exclude(other=None)[0],
        {"games": 3, "other_games": 1},
        reason="Card",
        **BY,
    )
    page = as_director.post(here(league), {"text": SQUADS, "step": "check"})
    check = page.context["check"]
    rows = [(row.name, row.details[:2]) for row in check.sections[0].rows]
    assert [name for name, _details in rows] == [
        *("Arima: Ann Ali", "Arima: Bea Baptiste", "Couva: Guy Garcia", "Zion: Cyd Charles"),
    ]
    assert rows[1][1] == ["joins the squad", "from Zion"]
    [asked] = check.asked
    assert (asked.line, [value for value, _label in asked.question.choices]) == (5, ["Bea Baptiste", "new", "out"])
    assert save(as_director, league, SQUADS).status_code == 422
    save(as_director, league, SQUADS, **{"row-5": "out"})
    on = date(2099, 1, 1)
    assert {name: squad_on(team(league, name), on) for name in ("Arima", "Couva", "Zion")} == {
        "Arima": ["Ann Ali", "Bea Baptiste"],
        "Couva": ["Guy Garcia"],
        "Zion": ["Zoe Zane", "Cyd Charles"],
    }
    assert LeaguePlayer.objects.get(name="Guy Garcia").since == date(2026, 11, 2)
    assert LeaguePlayer.objects.get(name="Bea Baptiste", until=None).since is not None, "something was played already"
    last = last_squad_change(team(league, "Arima"))
    assert last is not None
    undo_squad_change(team(league, "Arima"), last.pk, **BY)
    assert [squad_on(team(league, name), on) for name in ("Arima", "Couva")] == [[], []]
    assert squad_on(team(league, "Zion"), on) == ["Bea Baptiste", "Zoe Zane"]


def test_players_may_stand_side_by_side_and_a_list_without_headings_is_explained(
    as_director: Client, league: League
) -> None:
    wide = "Team,Captain,Player 1,Player 2\nArima,Ann Ali,Ann Ali,Bea Baptiste\nTotal,,2,\n"
    save(as_director, league, wide)
    assert (team(league, "Arima").captain, squad_on(team(league, "Arima"), DAY)) == (
        "Ann Ali",
        ["Ann Ali", "Bea Baptiste"],
    )
    plain = as_director.post(here(league), {"text": "Arima\nCouva\n", "step": "check"})
    assert "The first line has to name the columns" in words(plain)
    assert as_director.post(here(league), {"text": "", "step": "check"}).status_code == 422


def test_a_box_with_a_whole_squad_is_read_name_by_name(as_director: Client, league: League) -> None:
    text = "Team\tPlays at\tNight\tStart\tPlayers\nArima\tThe Anchor\tTue\t20h00\tAnn Ali, Bea Baptiste, Cyd Charles\n"
    page = save(as_director, league, text)
    assert "Saved." in words(page)
    arima = team(league, "Arima")
    assert (arima.home, arima.at_home) == ("The Anchor", "Tuesday, 20:00")
    assert squad_on(arima, DAY) == ["Ann Ali", "Bea Baptiste", "Cyd Charles"]


def test_a_chat_with_new_teams_brings_them_with_their_squads(as_director: Client, league: League) -> None:
    text = (
        "*Moruga*\nCaptain: Dev Noel 555 0104\n1. Dev Noel\n2. Eve Lewis\n\n*Penal*\nHome: Den, Fri 8pm\n1. Dev Noel\n"
    )
    page = as_director.post(here(league), {"text": text, "step": "check"})
    doubts = [*page.context["check"].doubts]
    assert doubts == ["Dev Noel is in this list for Moruga and for Penal. The later line counts."]
    save(as_director, league, text)
    assert (squad_on(team(league, "Moruga"), DAY), team(league, "Moruga").captain) == (["Eve Lewis"], "Dev Noel")
    assert (squad_on(team(league, "Penal"), DAY), team(league, "Penal").home) == (["Dev Noel"], "Den")


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_teams_and_squads_are_downloaded_as_lists_that_change_nothing_when_they_come_back(
    as_director: Client, league: League, kind: str
) -> None:
    save(as_director, league, CAPTAINS)
    set_squad(team(league, "Arima"), ["Ann Ali", "Bea Baptiste"], on=None, **BY)
    set_squad(team(league, "Arima"), ["Ann Ali", "Cyd Charles"], on=DAY, **BY)
    rows = []
    for asked in ({}, {"of": "squads"}):
        file = as_director.get(f"/leagues/{league.pk}/teams.csv", {"as": kind, **asked}).content
        text = file.decode("utf-8-sig") if kind == "csv" else write_text(read_table(file).rows)
        rows.append(text.splitlines()[:2])
        check = as_director.post(here(league), {"text": text, "step": "check"}).context["check"]
        assert (check.confirm, check.left_out) == ("", [])
    if kind == "csv":
        assert rows == [
            [
                "Team,Captain,Contact,Venue,Night,Time",
                'Arima,Ann Ali,"555 0101, ann@example.org",The Anchor,Tuesday,19:30',
            ],
            ["Team,Player,From", "Arima,Ann Ali,"],
        ]
