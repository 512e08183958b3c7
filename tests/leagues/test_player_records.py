"""Who sat at which table of a league match, as captains, the secretary, an evening and another hall say it, and the
players' records in doubles and singles that follow from it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.leagues.test_captains import form_page, league, match_of, team
from tests.leagues.test_league_pages import words
from tests.leagues.test_leagues import NOW
from tests.leagues.test_played_here import SQUADS, fixture, report, seat
from tests.leagues.test_played_here import league as league_played_here
from tournament.leagues.queries.form import Tally
from tournament.leagues.queries.log import log_of_league
from tournament.leagues.queries.players import player_records
from tournament.leagues.queries.week import week_of_league
from tournament.leagues.reported import Figures
from tournament.leagues.services.evenings import follow_evenings, open_match_evening
from tournament.leagues.services.leagues import change_league, show_league
from tournament.leagues.services.teams import set_squad
from tournament.models import League, LeagueReport, LeagueResult

__all__ = ["league", "league_played_here"]

BY: dict[str, Any] = {"by": None, "now": NOW}
TABLES = {
    **{"table_1": "10", "table_1_other": "5", "table_2": "8", "table_2_other": "7", "singles": ["2"]},
    **{"table_1_own_1": "Ann Ali", "table_1_own_2": "Bea Baptiste", "table_2_own_1": "Ann Ali"},
    **{"table_1_opponent_1": "Guy Garcia", "table_2_opponent_1": "Hal Hosein"},
}
"""As the captain of Arima sends them: doubles, and singles that Ann plays too."""


@pytest.fixture
def by_tables(league: League) -> League:
    change_league(league, {"tables": 2}, **BY)
    set_squad(team(league, "Couva"), ["Guy Garcia", "Hal Hosein"], on=NOW.date(), **BY)
    return league


def lines(league: League) -> list[tuple[str, str, Tally, Tally]]:
    return [(each.name, each.team, each.doubles, each.singles) for each in player_records(league)]


def test_a_captain_names_who_sat_where_and_records_of_doubles_and_singles_follow(
    by_tables: League, as_director: Client
) -> None:
    client = Client()
    page = client.get(form_page(by_tables, "Arima")).content.decode()
    assert '<option value="Bea Baptiste">' in page and '<option value="Hal Hosein">' in page
    assert client.post(form_page(by_tables, "Arima"), TABLES).status_code == 302
    said = LeagueReport.objects.get()
    assert said.seated == [[["Ann Ali", "Bea Baptiste"], ["Guy Garcia"]], [["Ann Ali"], ["Hal Hosein"]]]
    assert said.players == ["Ann Ali", "Bea Baptiste"]
    assert 'value="Hal Hosein"' in client.get(form_page(by_tables, "Arima")).content.decode()
    assert lines(by_tables) == []
    turned = {"table_1": "7", "table_1_other": "8", "table_2": "5", "table_2_other": "10"}
    own = {"table_2_own_1": "Guy Garcia", "table_2_own_2": "Ian Isaac"}
    assert client.post(form_page(by_tables, "Couva"), turned | own).status_code == 302
    assert lines(by_tables) == [
        ("Ann Ali", "Arima", Tally(1, 1, 0, 0, 10, 5), Tally(1, 1, 0, 0, 8, 7)),
        ("Bea Baptiste", "Arima", Tally(1, 1, 0, 0, 10, 5), Tally()),
        ("Hal Hosein", "Couva", Tally(), Tally(1, 0, 0, 1, 7, 8)),
        ("Guy Garcia", "Couva", Tally(1, 0, 0, 1, 5, 10), Tally()),
        ("Ian Isaac", "Couva", Tally(1, 0, 0, 1, 5, 10), Tally()),
    ]
    [played] = week_of_league(by_tables, today=timezone.localdate()).results
    ours = ("Ann Ali & Bea Baptiste 10–5 Guy Garcia & Ian Isaac", "Ann Ali 8–7 Hal Hosein (singles)")
    theirs = ("Guy Garcia & Ian Isaac 5–10 Ann Ali & Bea Baptiste", "Hal Hosein 7–8 Ann Ali (singles)")
    assert played.line_ups == (ours if played.match.team.name == "Arima" else theirs)
    versions = words(as_director.get(reverse("league_report", args=[by_tables.pk, match_of(by_tables).pk])))
    assert "8–7 singles Arima: Ann Ali" in versions or "7–8 singles Couva: Hal Hosein" in versions
    of_team = as_director.get(reverse("league_team", args=[by_tables.pk, team(by_tables, "Arima").pk]))
    assert [each.name for each in of_team.context["records"]] == ["Ann Ali", "Bea Baptiste"]


def test_a_captain_says_before_the_match_who_plays_at_which_table(by_tables: League) -> None:
    client, page = Client(), form_page(by_tables, "Arima")
    names = {"table_1_own_1": "Ann Ali", "table_1_own_2": "Bea Baptiste", "table_2_own_1": "Ann Ali"}
    twice = client.post(page, {**names, "table_1_own_2": "Ann Ali", "step": "players"})
    assert twice.context["form"].errors == {"table_1_own_2": ["Ann Ali is named twice at this table."]}
    for _press in range(2):
        assert client.post(page, {**names, "singles": ["2"], "step": "players"}).status_code == 302
    said = LeagueReport.objects.get()
    assert (said.games, said.players, said.singles) == (None, ["Ann Ali", "Bea Baptiste"], [2])
    assert said.seated == [[["Ann Ali", "Bea Baptiste"], []], [["Ann Ali"], []]]
    form = client.get(page).context["form"]
    assert [form[name].value() for name in (*names, "singles")] == [*names.values(), ["2"]]
    line, *others = log_of_league(by_tables, 1)[1]
    assert [str(change) for change in line.changes] == [
        "Players: Ann Ali, Bea Baptiste",
        "Table 1: Ann Ali & Bea Baptiste",
        "Table 2: Ann Ali",
    ]
    assert [each.sentence for each in others if each.sentence == line.sentence] == []
    assert client.post(page, TABLES).status_code == 302
    assert LeagueReport.objects.get().seated[0] == [["Ann Ali", "Bea Baptiste"], ["Guy Garcia"]]


def test_the_records_of_players_stand_on_a_page_and_in_a_file(by_tables: League) -> None:
    show_league(by_tables, shown=True, **BY)
    address, client = reverse("league_records", args=[by_tables.pk]), Client()
    assert "Nobody has said yet who sat at which table." in words(client.get(address))
    figures = Figures(18, 12, tables=((10, 5), (8, 7)), seated=((("Ann Ali", "Bo"), ("Guy Garcia",)), ((), ())))
    match = match_of(by_tables)
    figures = figures if match.team.name == "Arima" else figures.from_other_side
    LeagueResult.objects.filter(pk=match.pk).update(**figures.fields, **figures.fields_of_tables)
    assert [each.name for each in player_records(by_tables)] == ["Ann Ali", "Bo", "Guy Garcia"]
    found = client.get(address, {"find": "couva", "sort": "name"})
    assert [each.name for each in found.context["sorted"].rows] == ["Guy Garcia"]
    file = client.get(reverse("league_records_csv", args=[by_tables.pk]), {"find": "ann"}).content.decode()
    assert file.splitlines()[1] == "Ann Ali,Arima,1,1,0,0,10,5,0,0,0,0,0,0"


def test_names_at_a_table_that_cannot_be_are_marked_and_near_ones_and_ineligible_ones_asked_about(
    by_tables: League,
) -> None:
    change_league(by_tables, {"substitutes": 0}, **BY)
    client, page = Client(), form_page(by_tables, "Arima")
    assert "Singles have one player a side." in words(client.post(page, TABLES | {"table_2_own_2": "Bea Baptiste"}))
    assert "ann ali is named twice at this table." in words(client.post(page, TABLES | {"table_1_own_2": "ann ali"}))
    without = {name: value for name, value in TABLES.items() if name not in ("table_2", "table_2_other")}
    assert "Enter both figures of table 2." in words(client.post(page, without))
    asked = client.post(page, TABLES | {"table_2_opponent_1": "Hal Hosien"})
    assert "Nobody is called Hal Hosien. Is it one of these?" in words(asked)
    assert "Hal Hosien is not in the squad of Couva, and substitutes may not play." in words(asked)
    assert LeagueReport.objects.count() == 0
    ((_name, [(_meant, answer)]),) = asked.context["form"].questions
    assert client.post(page, TABLES | {"table_2_opponent_1": "Hal Hosien", "meant": answer}).status_code == 302
    assert LeagueReport.objects.get().seated[1] == [["Ann Ali"], ["Hal Hosein"]]


def test_the_secretary_types_who_sat_where_and_is_asked_once(by_tables: League, as_scorer: Client) -> None:
    match = match_of(by_tables)
    address = reverse("league_result", args=[by_tables.pk, match.pk])
    squads = {"Arima": ["Ann Ali", "Bea Baptiste"], "Couva": ["Guy Garcia", "Hal Hosein"]}
    own, other = squads[str(match.team)], squads[str(match.other)]
    seats = {"table_1_own_1": own[0], "table_1_own_2": own[1][:-1], "table_1_opponent_1": other[0]}
    typed = {"table_1": "18", "table_1_other": "8", **seats, "step": "correct"}
    asked = as_scorer.post(address, typed)
    assert f"Nobody is called {own[1][:-1]}. Is it one of these?" in words(asked)
    ((_name, [(_meant, answer)]),) = asked.context["form"].questions
    assert as_scorer.post(address, typed | {"meant": answer}).status_code == 302
    assert match_of(by_tables).seated == [[own, [other[0]]]]
    assert [each.name for each in player_records(by_tables)] == [*own, other[0]]


def test_a_match_played_here_carries_who_sat_where_from_its_line_ups(league_played_here: League) -> None:
    league = league_played_here
    event = open_match_evening(fixture(league), **BY)
    matches = seat(event)
    report(matches, [(3, 1), (2, 2), (2, 0)])
    follow_evenings(league, now=NOW)
    records = player_records(league)
    assert sorted(each.name for each in records) == sorted([*SQUADS["Arima"], *SQUADS["Couva"]])
    arima = [each.doubles for each in records if each.team == "Arima"]
    assert arima == [Tally(1, 1, 0, 0, 3, 1)] * 2 + [Tally(1, 1, 0, 0, 2, 0)] * 2 + [Tally(1, 0, 1, 0, 2, 2)] * 2
    [played] = week_of_league(league, today=NOW.date()).results
    assert [words.count("&") for words in played.line_ups] == [2, 2, 2]
