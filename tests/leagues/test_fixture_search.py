"""Fixtures of 2 to 30 teams, once to four times: fair, with shared venues, nights and days without matches; what could
not be kept is named."""

from collections import Counter
from datetime import date, time
from itertools import groupby
from typing import Any

import pytest
from django.test import Client

from tests.leagues.test_league_pages import words
from tests.leagues.test_leagues import NOW
from tournament.leagues.fixture_faults import DaysOff, Fixture, find_fixture_faults
from tournament.leagues.fixture_search import FixtureTeam, Pairing, find_round_days, search_fixtures
from tournament.leagues.queries.fixtures import blocked_days_of, faults_of, round_dates_of
from tournament.leagues.services.fixtures import (
    EvenDates,
    Night,
    block_days,
    date_rounds_evenly,
    free_days,
    make_fixtures,
    set_homes,
)
from tournament.leagues.services.leagues import open_league
from tournament.models import League, LeagueResult

BY: dict[str, Any] = {"by": None, "now": NOW}
MONDAY = date(2026, 11, 30)


def longest_stay(rounds: list[list[Pairing]], team: int) -> int:
    """Returns how often in a row a team is at home, or away; byes do not count."""
    at_home = [home == team for drawn in rounds for home, away in drawn if away is not None and team in (home, away)]
    return max((len(list(stay)) for _is_home, stay in groupby(at_home)), default=0)


@pytest.mark.parametrize("meetings", [1, 2, 3, 4])
def test_nobody_is_at_home_or_away_more_than_twice_in_a_row(meetings: int) -> None:
    for size in range(2, 31):
        rounds = search_fixtures([FixtureTeam()] * size, meetings)
        assert len(rounds) == meetings * (size - 1 + size % 2)
        assert all(sorted(t for pair in drawn for t in pair if t is not None) == list(range(size)) for drawn in rounds)
        met = Counter(frozenset(pair) for drawn in rounds for pair in drawn if None not in pair)
        assert set(met.values()) == {meetings} and len(met) == size * (size - 1) // 2
        assert max(longest_stay(rounds, team) for team in range(size)) <= 2
        homes = Counter(home for drawn in rounds for home, away in drawn if away is not None)
        assert max(homes.values()) - min(homes[team] for team in range(size)) <= 1


@pytest.mark.parametrize("size", [7, 12, 18, 30])
def test_two_teams_that_share_a_venue_are_at_home_in_turn(size: int) -> None:
    rounds = search_fixtures([FixtureTeam(home=number // 2) for number in range(size)], 2)
    for drawn in rounds:
        used = Counter(home // 2 for home, away in drawn if away is not None)
        assert set(used.values()) == {1}


def test_a_team_whose_hall_is_let_is_away_in_these_rounds() -> None:
    teams = [FixtureTeam(home=number // 2) for number in range(12)]
    teams[3] = FixtureTeam(home=1, night=3, blocked=frozenset((number, 3) for number in (2, 9, 15)))
    rounds = search_fixtures(teams, 2)
    assert [home for number in (2, 9, 15) for home, _away in rounds[number - 1] if home == 3] == []


def test_a_team_that_cannot_play_on_a_night_is_with_a_team_of_another_one() -> None:
    teams = [FixtureTeam(night=number % 2) for number in range(8)]
    teams[0] = FixtureTeam(night=0, blocked=frozenset({(1, 0), (2, 1), (3, 0)}))
    rounds = search_fixtures(teams, 1)
    hosts = [home % 2 for number in (1, 2, 3) for home, away in rounds[number - 1] if 0 in (home, away)]
    assert hosts == [1, 0, 1]


def test_rounds_leave_out_weeks_in_which_a_match_could_be_on_a_day_off() -> None:
    days = find_round_days(MONDAY, 7, 5, {1, 3}, lambda day: day in (date(2026, 12, 25), date(2026, 12, 10)))
    assert [str(day) for day in days] == ["2026-11-30", "2026-12-14", "2026-12-21", "2026-12-28", "2027-01-04"]


def test_what_is_not_kept_is_named() -> None:
    christmas = date(2026, 12, 25)
    fixtures = [
        Fixture(1, "Arima", "Couva", christmas, time(19), "The Anchor", 1),
        Fixture(1, "Zion", "Moruga", christmas, time(20), "the anchor"),
        Fixture(2, "Arima", "Zion", date(2027, 1, 5), None, "The Anchor"),
        Fixture(3, "Arima", "Moruga", date(2027, 1, 5), None, "Town Hall"),
    ]
    days_off = [DaysOff(date(2027, 1, 4), date(2027, 1, 6), "the hall is painted.", "Zion")]
    assert find_fixture_faults(fixtures, days_off) == [
        "The Anchor has two matches on Fri 25 Dec 2026: Arima – Couva and Zion – Moruga.",
        "Arima – Couva is on Fri 25 Dec 2026: Christmas Day.",
        "Arima – Couva is on Fri 25 Dec 2026. Arima is at home on this day of the week: Tuesday.",
        "Zion – Moruga is on Fri 25 Dec 2026: Christmas Day.",
        "Arima plays twice on Tue 5 Jan 2027: Arima – Zion and Arima – Moruga.",
        "Arima – Zion is on Tue 5 Jan 2027, when Zion cannot play: the hall is painted.",
        "Arima is at home 3 times in a row, rounds 1 to 3.",
    ]
    late = Fixture(1, "Zion", "Moruga", christmas, time(22), "The Anchor", is_open=False)
    assert len(find_fixture_faults([fixtures[0], late])) == 2, "a match three hours later is no clash"


@pytest.fixture
def league(db: None) -> League:
    """Six teams; two share The Anchor on Thursdays."""
    league = open_league({"name": "Central", "season": "2026/27"}, **BY)
    make_fixtures(league, ["Arima", "Couva", "Erin", "Moruga", "Penal", "Zion"], meetings=2, **BY)
    pks = {team.name: team.pk for team in league.teams.all()}
    nights = {pks["Arima"]: Night(3, time(20)), pks["Zion"]: Night(3, None)}
    set_homes(league, {pks["Arima"]: "The Anchor", pks["Zion"]: "The Anchor"}, nights=nights, **BY)
    return league


def faults(league: League) -> list[str]:
    return faults_of(round_dates_of(league), blocked_days_of(league))


def test_fixtures_made_again_follow_venues_nights_and_days_without_matches(league: League) -> None:
    block_days(league, first=date(2026, 12, 8), last=date(2026, 12, 9), reason="Carnival", **BY)
    block_days(league, first=date(2026, 12, 3), team=league.teams.get(name="Zion"), reason="A wedding", **BY)
    names = [team.name for team in league.teams.all()]
    made = make_fixtures(league, names, meetings=2, dates=EvenDates(MONDAY, 7, time(19, 30)), **BY)
    assert faults(league) == []
    days = {match.day for match in made}
    assert {date(2026, 12, 7), date(2026, 12, 8), date(2026, 12, 25)} & days == {date(2026, 12, 7)}
    at_anchor = LeagueResult.objects.filter(team__name__in=("Arima", "Zion")).values_list("day", "starts", "team__name")
    assert {day.weekday() for day, _starts, _team in at_anchor} == {3}
    assert {(team, starts) for _day, starts, team in at_anchor} == {("Arima", time(20)), ("Zion", time(19, 30))}


def test_dates_for_all_rounds_follow_the_nights_and_leave_christmas_out(league: League) -> None:
    date_rounds_evenly(league, first=date(2026, 12, 25), days_between=7, starts=None, **BY)
    first = LeagueResult.objects.filter(round=1).values_list("day", flat=True)
    assert min(first) == date(2027, 1, 8), "the two Fridays before are Christmas Day and New Year’s Day"


def test_the_secretary_blocks_days_and_sees_what_is_not_kept(as_director: Client, league: League) -> None:
    page = f"/leagues/{league.pk}/fixtures/"
    even = {"step": "even", "first": "2026-11-30", "days_between": "7", "at": "19:30"}
    assert "Rounds 1 to 10 saved." in words(as_director.post(page, even, follow=True))
    block = {"step": "block", "first": "2026-11-30", "last": "", "team": "", "reason": "Carnival"}
    blocked = words(as_director.post(page, block, follow=True))
    assert "is on Mon 30 Nov 2026: Carnival." in blocked
    assert "The last day is before the first." in words(as_director.post(page, {**block, "last": "2026-11-01"}))
    (days,) = blocked_days_of(league)
    freed = words(as_director.post(page, {"step": "free", "days": days.pk}, follow=True))
    assert "is on Mon 30 Nov 2026: Carnival." not in freed
    log = words(as_director.get(f"/leagues/{league.pk}/log/"))
    assert "No match on 30 Nov 2026: Carnival" in log and "Undid: No match on 30 Nov 2026: Carnival" in log
    assert "The Anchor, Thursday, 20:00" in log
    free_days(days, **BY)


def test_a_secretary_sets_where_and_when_teams_play_at_home(as_director: Client, league: League) -> None:
    couva = league.teams.get(name="Couva")
    page = as_director.get(f"/leagues/{league.pk}/fixtures/").context
    teams = "\n".join(team.name for team in league.teams.all())
    assert page["new"].initial == {"teams": teams, "meetings": 2, "days_between": 7}
    form = page["homes"]
    said = {name: form[name].value() or "" for name in form.fields}
    said |= {f"home-{couva.pk}": "Town Hall", f"night-{couva.pk}": "1", f"starts-{couva.pk}": "19:00", "step": "homes"}
    as_director.post(f"/leagues/{league.pk}/fixtures/", said)
    couva.refresh_from_db()
    assert (couva.home, couva.night, couva.starts) == ("Town Hall", 1, time(19))
    assert (league.teams.get(name="Zion").home, league.teams.get(name="Zion").night) == ("The Anchor", 3)
