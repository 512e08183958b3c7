"""Divisions of a league: marks for who goes up and down, and the next season made from the present one."""

from datetime import UTC, datetime, time
from typing import Any

import pytest
from django.test import Client

from tests.leagues.test_leagues import HEADER, bring_in
from tournament.leagues.forms.seasons import SeasonForm
from tournament.leagues.queries.leagues import list_leagues
from tournament.leagues.queries.log import log_of_league
from tournament.leagues.queries.page import league_page
from tournament.leagues.queries.seasons import divisions_of, moves_into_next_season, season_started_from
from tournament.leagues.services.cups import draw_cup
from tournament.leagues.services.fixtures import make_fixtures
from tournament.leagues.services.leagues import LeagueExists, correct_result, open_league
from tournament.leagues.services.rulings import withdraw_team
from tournament.leagues.services.seasons import (
    NoSeasonStarted,
    SeasonHasBegun,
    TeamTwice,
    start_season,
    undo_start_of_season,
)
from tournament.models import League, LeaguePlayer, LeagueTeam

NOW = datetime(2026, 11, 21, 19, 0, tzinfo=UTC)
BY: dict[str, Any] = {"by": None, "now": NOW}


def a_ranking(*names: str) -> str:
    """Results in which each team beats all below it."""
    pairs = [(one, other) for at, one in enumerate(names) for other in names[at + 1 :]]
    return "\n".join([HEADER, *(f"{n},{one},18,,{other},5,,," for n, (one, other) in enumerate(pairs, start=1))])


@pytest.fixture
def top(db: None) -> League:
    league = open_league({"name": "Swale", "season": "2026", "division": 1, "meetings": 0, "relegated": 1}, **BY)
    bring_in(league, a_ranking("Arima", "Couva", "Erin"))
    return league


@pytest.fixture
def second(top: League) -> League:
    rules = {"name": "Swale", "season": "2026", "division": 2, "meetings": 0, "promoted": 1, "play_off": 2}
    league = open_league(rules, **BY)
    bring_in(league, a_ranking("Moruga", "Siparia", "Toco", "Zion"))
    return league


def zones_in(league: League) -> list[tuple[str, str]]:
    return [(row.placing.record.name, row.zone) for row in league_page(league).rows]


def teams_in(league: League) -> list[str]:
    return [team.name for team in league.teams.all()]


def test_places_that_go_up_play_off_or_go_down_are_marked(top: League, second: League) -> None:
    assert str(second) == "Swale 2026, Division 2"
    assert zones_in(top) == [("Arima", ""), ("Couva", ""), ("Erin", "relegated")]
    assert zones_in(second) == [("Moruga", "promoted"), ("Siparia", "play_off"), ("Toco", "play_off"), ("Zion", "")]


def test_teams_level_across_a_line_play_off_and_nothing_is_marked_before_the_first_result(db: None) -> None:
    league = open_league({"name": "Swale", "season": "2026", "meetings": 0, "promoted": 1}, **BY)
    make_fixtures(league, ["Arima", "Couva", "Erin"], meetings=1, **BY)
    assert {zone for _team, zone in zones_in(league)} == {""}
    league.results.all().delete()
    bring_in(league, f"{HEADER}\n1,Arima,18,,Erin,5,,,\n1,Couva,18,,Erin,5,,,\n")
    assert zones_in(league) == [("Arima", "play_off"), ("Couva", "play_off"), ("Erin", "")]


def test_the_rules_say_who_plays_where_next_season(top: League, second: League) -> None:
    withdraw_team(LeagueTeam.objects.get(name="Zion"), rule="kept", reason="No players", on=NOW.date(), **BY)
    moves = moves_into_next_season(divisions_of(top))
    assert [(move.team.name, move.place, move.division, move.next_division) for move in moves] == [
        ("Arima", "1", 1, 1),
        ("Couva", "2", 1, 1),
        ("Erin", "3", 1, 2),
        ("Moruga", "1", 2, 1),
        ("Siparia", "2", 2, 2),
        ("Toco", "3", 2, 2),
        ("Zion", "", 2, None),
    ]


def test_the_next_season_has_the_teams_with_their_venues_and_squads_and_can_be_undone(
    top: League, second: League
) -> None:
    LeagueTeam.objects.filter(name="Erin").update(home="Erin Hall", night=3, starts=time(19, 30), captain="Ann")
    erin = LeagueTeam.objects.get(name="Erin")
    LeaguePlayer.objects.create(team=erin, name="Bea")
    LeaguePlayer.objects.create(team=erin, name="Gone", until=NOW.date())
    moves = {each.team.pk: each.next_division for each in moves_into_next_season(divisions_of(top))}
    moves[LeagueTeam.objects.get(name="Zion").pk] = None
    first, below = start_season(divisions_of(second), "2027", moves, **BY)
    assert (str(first), teams_in(first), first.relegated) == ("Swale 2027, Division 1", ["Arima", "Couva", "Moruga"], 1)
    assert (str(below), teams_in(below), below.play_off) == ("Swale 2027, Division 2", ["Erin", "Siparia", "Toco"], 2)
    again = below.teams.get(name="Erin")
    assert (again.home, again.night, again.starts, again.captain) == ("Erin Hall", 3, time(19, 30), "Ann")
    assert [each.name for each in again.squad.all()] == ["Bea"]
    assert (first.shown, first.results.count(), season_started_from(top)) == (False, 0, "2027")
    assert list(map(str, list_leagues(shown_only=False))) == [str(each) for each in (first, below, top, second)]
    League.objects.filter(pk=first.pk).update(meetings=2)
    assert league_page(League.objects.get(pk=first.pk)).missing == (), "nothing is missing before there are fixtures"
    with pytest.raises(LeagueExists):
        start_season(divisions_of(top), "2027", moves, **BY)
    make_fixtures(first, teams_in(first), meetings=1, **BY)
    with pytest.raises(SeasonHasBegun):
        undo_start_of_season(second, "2027", **BY)
    first.results.all().delete()
    third = open_league({"name": "Swale", "season": "2027", "division": 3}, **BY)
    undo_start_of_season(second, "2027", **BY)
    assert (divisions_of(top, "2027"), season_started_from(top), season_started_from(second)) == ([third], "", "")
    with pytest.raises(NoSeasonStarted):
        undo_start_of_season(second, "2027", **BY)
    _page, lines = log_of_league(second, "1")
    assert [line.sentence for line in lines[:2]] == ["Undid the start of the season 2027", "Started the season 2027"]
    assert [(each.label, each.before, each.after) for each in lines[1].changes] == [
        ("Moruga", "Division 2", "Division 1"),
        ("Zion", "Division 2", "not in it"),
    ]


def draw_play_off(league: League, *names: str) -> League:
    teams = [LeagueTeam.objects.get(league__is_cup=False, name=name) for name in names]
    return draw_cup(league, f"Play-off {League.objects.count()}", teams, lot=None, **BY)


def moves_of(*names: str) -> dict[str, tuple[int | None, bool | None]]:
    """Returns where teams of these names play next season, and whether they won a play-off."""
    moves = moves_into_next_season(list(League.objects.filter(is_cup=False).order_by("division")))
    return {move.team.name: (move.next_division, move.has_won) for move in moves if move.team.name in names}


def test_who_wins_the_play_off_goes_up_and_who_does_not_stays(top: League, second: League) -> None:
    cup = draw_play_off(second, "Siparia", "Toco")
    [play_off] = {move.play_off for move in moves_into_next_season(divisions_of(top)) if move.play_off}
    assert (play_off, moves_of("Siparia", "Toco")) == (cup, {"Siparia": (2, None), "Toco": (2, None)})
    match = correct_result(cup.results.get(), {"games": 5, "other_games": 18}, reason="Played.", **BY)
    assert moves_of("Moruga", "Siparia", "Toco") == {"Moruga": (1, None), "Siparia": (2, False), "Toco": (1, True)}
    form = SeasonForm(divisions_of(top), moves_into_next_season(divisions_of(top)))
    assert form.changed_sizes == [(1, 4, 3), (2, 3, 4)], "two go up and one goes down"
    correct_result(match, {"games": 18, "other_games": 5}, reason="Mistyped.", **BY)
    assert moves_of("Siparia", "Toco") == {"Siparia": (1, True), "Toco": (2, False)}


def test_a_play_off_against_a_team_of_the_division_above_sends_its_loser_down(top: League, second: League) -> None:
    cup = draw_play_off(top, "Couva", "Siparia")
    correct_result(cup.results.get(), {"games": 5, "other_games": 18}, reason="Played.", **BY)
    assert moves_of("Couva", "Siparia", "Toco") == {"Couva": (2, False), "Siparia": (1, True), "Toco": (2, None)}


def test_teams_level_across_the_line_of_those_who_go_down_play_off_for_staying(top: League, second: League) -> None:
    couva = top.results.get(team__name="Couva")
    correct_result(couva, {"games": 11, "other_games": 11}, reason="Recounted.", **BY)
    arima = top.results.get(other__name="Couva")
    correct_result(arima, {"games": 18, "other_games": 5}, reason="Recounted.", **BY)
    assert zones_in(top)[1:] == [("Couva", "play_off"), ("Erin", "play_off")]
    cup = draw_play_off(top, "Couva", "Erin")
    correct_result(cup.results.get(), {"games": 5, "other_games": 18}, reason="Played.", **BY)
    assert moves_of("Couva", "Erin") == {"Couva": (2, False), "Erin": (1, True)}


def test_a_cup_of_all_teams_is_no_play_off(top: League, second: League) -> None:
    cup = draw_play_off(top, "Couva", "Arima", "Siparia")
    match = correct_result(cup.results.get(), {"games": 18, "other_games": 5}, reason="Played.", **BY)
    assert match.league_id == cup.pk
    assert moves_of("Arima", "Couva", "Siparia") == {"Arima": (1, None), "Couva": (1, None), "Siparia": (2, None)}


def test_the_usual_time_of_a_season_is_proposed_for_the_fixtures_of_the_next(top: League, as_director: Client) -> None:
    rounds = list(top.results.values_list("pk", flat=True))
    top.results.filter(pk__in=rounds[:2]).update(starts=time(19, 30))
    top.results.filter(pk__in=rounds[2:]).update(starts=time(20, 0))
    [new] = start_season([top], "2027", {team.pk: 1 for team in top.teams.all()}, **BY)
    forms = as_director.get(f"/leagues/{new.pk}/fixtures/").context
    assert [forms[name]["at"].value() for name in ("new", "even")] == [time(19, 30)] * 2
    make_fixtures(new, teams_in(new), meetings=1, **BY)
    new.results.update(starts=time(18, 0))
    assert as_director.get(f"/leagues/{new.pk}/fixtures/").context["even"]["at"].value() == time(18, 0)


def test_two_teams_of_one_name_cannot_be_in_one_division(top: League, second: League) -> None:
    LeagueTeam.objects.filter(name="Moruga").update(name="Arima", key=LeagueTeam.objects.get(name="Arima").key)
    moves = {each.team.pk: 1 for each in moves_into_next_season(divisions_of(top))}
    with pytest.raises(TeamTwice):
        start_season(divisions_of(top), "2027", moves, **BY)
    assert divisions_of(top, "2027") == []


def test_the_secretary_starts_the_next_season_on_its_page_and_undoes_it(
    top: League, second: League, as_director: Client
) -> None:
    at = f"/leagues/{top.pk}/next-season/"
    draw_play_off(second, "Siparia", "Toco")
    shown = as_director.get(at)
    assert "the play-off is not decided yet" in shown.content.decode()
    form = shown.context["form"]
    assert (form["season"].value(), form.changed_sizes) == ("2027", [])
    sent = {f"team_{move.team.pk}": field.initial for move, field in form.rows}
    assert as_director.post(at, sent | {"season": "2026"}).status_code == 422
    siparia = next(move.team.pk for move in form.moves if move.team.name == "Siparia")
    assert as_director.post(at, sent | {"season": "2027", f"team_{siparia}": "1"}).status_code == 302
    first, below = divisions_of(top, "2027")
    assert (teams_in(first), teams_in(below)) == (["Arima", "Couva", "Moruga", "Siparia"], ["Erin", "Toco", "Zion"])
    assert "The season 2027 is started" in as_director.get(at).content.decode()
    as_director.post(at, {"undo": "2027"})
    assert divisions_of(top, "2027") == []


def test_the_page_of_a_division_leads_to_the_others_that_are_shown(top: League, second: League) -> None:
    League.objects.filter(pk=top.pk).update(shown=True)
    assert "Division 2" not in Client().get(f"/leagues/{top.pk}/").content.decode()
    League.objects.filter(pk=second.pk).update(shown=True)
    assert f'href="/leagues/{second.pk}/"' in Client().get(f"/leagues/{top.pk}/").content.decode()
