"""The page of a league: the coming week first, what is due apart from what is still to be played, and each team's own
page."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.leagues.test_league_pages import words
from tests.leagues.test_leagues import NOW
from tournament.leagues.fixtures.round_days import EvenDates
from tournament.leagues.queries.page import LeaguePage, league_page
from tournament.leagues.queries.results import MatchDay, ResultRow
from tournament.leagues.services.fixtures import date_match, make_fixtures
from tournament.leagues.services.leagues import correct_result, open_league, show_league
from tournament.models import League, LeagueResult

BY: dict[str, Any] = {"by": None, "now": NOW}
WEEK = timedelta(days=7)


@pytest.fixture
def league(db: None) -> League:
    """Six teams; today the third of ten rounds is played, the second has one result missing."""
    league = open_league({"name": "Central", "season": "2026"}, **BY)
    names = ["Arima", "Couva", "Erin", "Moruga", "Penal", "Zion"]
    first = timezone.localdate() - 2 * WEEK
    make_fixtures(league, names, meetings=2, dates=EvenDates(first, 7), **BY)
    results = LeagueResult.objects.select_related("league", "team", "other")
    for match in results.filter(league=league, round__lte=2)[:5]:
        correct_result(match, {"games": 10, "other_games": 8}, reason="The result arrived.", **BY)
    show_league(league, shown=True, **BY)
    return league


def page_of(league: League) -> LeaguePage:
    return league_page(league, today=timezone.localdate())


def rounds_in(days: tuple[MatchDay[ResultRow], ...]) -> set[int]:
    return {match.round for each in days for match in each.matches}


def test_due_and_not_yet_played_are_two_lists_and_this_week_comes_first(league: League) -> None:
    page = page_of(league)
    assert (rounds_in(page.due), rounds_in(page.next_days)) == ({2}, {3})
    assert rounds_in(page.later_days) == set(range(4, 11))
    assert ([each.number for each in page.latest_rounds], [each.number for each in page.other_rounds]) == ([2], [1])
    listed = [match.pk for each in (*page.due, *page.next_days, *page.later_days) for match in each.matches]
    assert len(listed) == len(set(listed)) == 25


def test_without_a_match_this_week_the_next_day_is_shown(league: League) -> None:
    today = timezone.localdate()
    LeagueResult.objects.filter(league=league, round=3).update(day=today + 6 * WEEK)
    assert rounds_in(page_of(league).next_days) == {4}
    LeagueResult.objects.filter(league=league, round=4).update(day=today + 8 * WEEK)
    assert rounds_in(page_of(league).next_days) == {5}


def test_a_round_on_several_nights_is_announced_whole(league: League) -> None:
    today = timezone.localdate()
    tuesday, friday, next_tuesday = (today + timedelta(days=days) for days in (4, 7, 11))
    matches = LeagueResult.objects.filter(league=league, round=3)
    matches.update(day=tuesday)
    LeagueResult.objects.filter(pk=matches.order_by("pk").last().pk).update(day=friday)
    LeagueResult.objects.filter(league=league, round=4).update(day=next_tuesday)
    page = page_of(league)
    assert [(each.day, len(each.matches)) for each in page.next_days] == [(tuesday, 2), (friday, 1)]
    assert page.later_days[0].day == next_tuesday


def test_a_match_put_off_does_not_bring_the_matches_between_into_the_week(league: League) -> None:
    today = timezone.localdate()
    put_off = LeagueResult.objects.filter(league=league, round=3).order_by("pk").last()
    LeagueResult.objects.filter(pk=put_off.pk).update(day=today + timedelta(days=9), postponed_from=today)
    assert rounds_in(page_of(league).next_days) == {3}
    assert [len(each.matches) for each in page_of(league).next_days] == [2]


def test_a_postponed_match_is_due_once_the_day_by_which_it_had_to_be_played_has_passed(league: League) -> None:
    match = LeagueResult.objects.select_related("league", "team", "other").filter(league=league, round=3)[0]
    yesterday = timezone.localdate() - timedelta(days=1)
    date_match(match, {"day": None, "play_by": yesterday}, is_postponed=True, **BY)
    assert rounds_in(page_of(league).due) == {2, 3}
    date_match(match, {"day": None, "play_by": date(2199, 1, 1)}, is_postponed=True, **BY)
    assert rounds_in(page_of(league).due) == {2}


def test_the_public_sees_the_coming_week_above_the_table_and_no_checklist(
    client: Client, as_director: Client, league: League
) -> None:
    seen = words(client.get(f"/leagues/{league.pk}/"))
    assert seen.index("Next matches") < seen.index("Ties are broken by") < seen.index("1 other round")
    assert "no result yet" not in seen.lower() and "Enter result" not in seen
    listed = words(as_director.get(f"/leagues/{league.pk}/"))
    assert ("Results that are due" in listed, "no result yet" in listed) == (True, False)


def test_a_match_that_stands_among_the_due_ones_is_not_named_as_missing_again(league: League) -> None:
    page = page_of(league)
    assert len(page.looked.missing) == len(page.looked.due) == sum(len(day.matches) for day in page.due)
    assert page.missing == ()
    LeagueResult.objects.filter(league=league, round=2).update(day=None)
    page = page_of(league)
    assert page.missing == page.looked.missing


def test_the_long_lists_come_when_somebody_opens_them(client: Client, league: League) -> None:
    at = f"/leagues/{league.pk}/"
    assert [words(client.get(at)).count(told) for told in ("Show them", "Round 1 ", "Round 10")] == [3, 0, 0]
    for asked, told in (("due", "Round 2"), ("rounds", "Round 1 "), ("fixtures", "Round 10")):
        part = words(client.get(f"{at}?matches={asked}", headers={"HX-Request": "true"}))
        page = words(client.get(f"{at}?matches={asked}"))
        assert (told in part, "Next matches" in part) == (True, False)
        assert (told in page, "Next matches" in page, page.count("Show them")) == (True, True, 2)


def test_the_table_is_made_once_for_all_who_look_until_something_changes(client: Client, league: League) -> None:
    match = LeagueResult.objects.select_related("league", "team", "other").get(
        league=league, games=None, round=2, superseded_at=None
    )
    with CaptureQueriesContext(connection) as first:
        client.get(f"/leagues/{league.pk}/")
    with CaptureQueriesContext(connection) as second:
        client.get(f"/leagues/{league.pk}/")
    assert len(first) - len(second) == 3
    enter = {"games": 18, "other_games": 7}
    correct_result(match, enter, reason="The result arrived.", **BY)
    assert "18–7" in words(client.get(f"/leagues/{league.pk}/"))


def test_a_team_has_a_page_of_its_matches_alone(client: Client, league: League) -> None:
    arima = league.teams.get(name="Arima")
    assert f'href="/leagues/{league.pk}/teams/{arima.pk}/"' in client.get(f"/leagues/{league.pk}/").content.decode()
    answer = client.get(f"/leagues/{league.pk}/teams/{arima.pk}/")
    assert "played 2 won, lost" in words(answer)
    page = answer.context["page"]
    matches = [match for each in page.days for match in each.matches] + [
        match for each in page.rounds for match in each.results
    ]
    assert matches and all(arima.pk in (match.team_id, match.other_id) for match in matches)
    show_league(league, shown=False, **BY)
    assert client.get(f"/leagues/{league.pk}/teams/{arima.pk}/").status_code == 403


def test_a_bye_that_is_over_is_no_day_among_the_due_ones_of_its_team(db: None) -> None:
    league = open_league({"name": "Central", "season": "2026"}, **BY)
    first = timezone.localdate() - 2 * WEEK
    make_fixtures(league, ["Arima", "Couva", "Erin"], meetings=1, dates=EvenDates(first, 7), **BY)
    days = [page_of(league).of_team(team).due for team in league.teams.all()]
    assert [[len(each.matches) for each in due] for due in days if len(due) < 2] == [[1], [1]]


def test_a_match_whose_day_has_passed_is_not_to_be_played(league: League, client: Client) -> None:
    seen = words(client.get(f"/leagues/{league.pk}/"))
    assert ("result to come" in seen, seen.count("to be played")) == (True, 0)
