"""Fixtures of a league: when and where matches are played, round by round, moved, postponed and imported."""

import io
from collections import Counter
from datetime import date, time
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from tests.leagues.test_league_pages import bring_in, words
from tests.leagues.test_leagues import HEADER, NOW
from tournament.leagues.queries.counting import line_of
from tournament.leagues.queries.fixtures import round_dates_of
from tournament.leagues.queries.page import league_page
from tournament.leagues.queries.results import results_of
from tournament.leagues.results_file import write_results
from tournament.leagues.results_reader import read_results
from tournament.leagues.services.fixtures import (
    HasMatches,
    NeverDated,
    date_match,
    date_rounds,
    date_rounds_evenly,
    make_fixtures,
    set_homes,
)
from tournament.leagues.services.leagues import (
    correct_result,
    open_league,
    show_league,
    take_out_result,
)
from tournament.leagues.services.versions import ResultReplaced
from tournament.models import Account, League, LeagueResult

BY: dict[str, Any] = {"by": None, "now": NOW}
TODAY = NOW.date()
SEASON = f"""{HEADER}
1,Arima,18,9,Couva,12,7,,
1,Zion,18,9,Moruga,12,7,,
2,Couva,,,Zion,,,,
2,Moruga,,,Arima,,,,
3,Arima,,,Zion,,,,
3,Couva,,,Moruga,,,,
"""
TUESDAY, LATER, NEXT = date(2026, 12, 1), date(2026, 12, 8), date(2026, 12, 15)


@pytest.fixture
def league(db: None) -> League:
    return bring_in(open_league({"name": "Central", "season": "2026"}, **BY), SEASON)


def fixture(league: League, number: int, team: str) -> LeagueResult:
    return LeagueResult.objects.select_related("league", "team", "other").get(
        league=league, round=number, team__name=team, superseded_at=None
    )


def days_of(league: League) -> list[tuple[Any, ...]]:
    return [
        (each.day, [(match.team.name, match.starts, match.place) for match in each.matches])
        for each in league_page(league).days
    ]


def test_a_round_is_dated_at_once_and_a_match_keeps_a_venue_of_its_own(league: League) -> None:
    assert league_page(league).days == ()
    date_match(fixture(league, 2, "Moruga"), {"venue": "Town Hall"}, is_postponed=False, **BY)
    set_homes(league, {league.teams.get(name="Couva").pk: "The Anchor"}, **BY)
    said = {"day": TUESDAY, "starts": time(19, 30), "venue": ""}
    assert date_rounds(league, {2: said}, **BY) == [2]
    matches = [("Couva", time(19, 30), "The Anchor"), ("Moruga", time(19, 30), "Town Hall")]
    assert days_of(league)[0] == (TUESDAY, matches)
    assert [(each.day, each.starts, each.venue) for each in round_dates_of(league)][1] == (TUESDAY, time(19, 30), "")
    assert date_rounds(league, {2: said}, **BY) == []


def test_rounds_without_a_date_get_one_each_the_others_keep_theirs(league: League) -> None:
    date_rounds(league, {2: {"day": NEXT}}, **BY)
    changed = date_rounds_evenly(league, first=TUESDAY, days_between=14, starts=time(20), **BY)
    assert changed == [1, 3]
    assert [each.day for each in round_dates_of(league)] == [TUESDAY, NEXT, date(2026, 12, 15)]
    assert fixture(league, 1, "Arima").starts is None, "the time of a match that was played is its own"


def test_a_postponed_match_says_from_when_and_stays_where_it_is_when_its_round_moves(league: League) -> None:
    moved = fixture(league, 2, "Couva")
    with pytest.raises(NeverDated):
        date_match(moved, {"day": None}, is_postponed=True, **BY)
    date_rounds(league, {2: {"day": TUESDAY}}, **BY)
    date_match(moved, {"day": None}, is_postponed=True, reason="Flood", **BY)
    date_match(fixture(league, 2, "Couva"), {"day": NEXT}, is_postponed=True, **BY)
    date_rounds(league, {2: {"day": LATER}}, **BY)
    assert (fixture(league, 2, "Couva").day, fixture(league, 2, "Couva").postponed_from) == (NEXT, TUESDAY)
    assert [day for day, _matches in days_of(league)] == [LATER, NEXT, None]
    bring_in(league, f"{HEADER}\n2,Zion,18,3,Couva,12,7,,\n")
    came = fixture(league, 2, "Couva")
    assert (came.day, came.postponed_from) == (NEXT, TUESDAY)
    with pytest.raises(ResultReplaced):
        date_match(moved, {"day": LATER}, is_postponed=False, **BY)
    corrected = correct_result(came, {"games": 17}, reason="Read again", **BY)
    assert (corrected.day, corrected.postponed_from) == (NEXT, TUESDAY)


def test_a_match_whose_day_is_still_to_come_is_not_missing(league: League) -> None:
    date_rounds(league, {2: {"day": TUESDAY}, 3: {"day": NEXT}}, **BY)
    missing = [league_page(league, today=today).looked.missing for today in (TUESDAY, LATER, None)]
    assert [len(each) for each in missing] == [0, 2, 4]
    assert missing[1][0] == "Couva – Zion, round 2: no result yet."
    assert [each.is_over for each in league_page(league, today=LATER).days] == [True, False]
    date_match(fixture(league, 2, "Couva"), {"day": None}, is_postponed=True, **BY)
    assert len(league_page(league, today=LATER).looked.missing) == 1


def test_a_match_removed_before_it_is_played_is_waited_for_by_nobody(league: League) -> None:
    date_rounds(league, {2: {"day": TUESDAY}, 3: {"day": NEXT}}, **BY)
    take_out_result(fixture(league, 3, "Arima"), reason="They folded", **BY)
    lone = ("Arima and Zion have no match with each other.",)
    assert league_page(league, today=TUESDAY).looked.missing == lone
    bring_in(league, f"{HEADER}\n2,Couva,18,3,Zion,12,7,,\n2,Moruga,18,3,Arima,12,7,,\n3,Couva,18,3,Moruga,12,7,,\n")
    assert league_page(league, today=NEXT).looked.missing == lone


def test_a_result_that_is_imported_keeps_the_time_the_venue_and_the_home_team(league: League) -> None:
    date_rounds(league, {2: {"day": TUESDAY, "starts": time(19, 30), "venue": "Town Hall"}}, **BY)
    set_homes(league, {fixture(league, 3, "Arima").team_id: "The Anchor"}, **BY)
    text = f"{HEADER}\n2,Zion,18,3,Couva,12,7,,\n3,Zion,18,3,Arima,12,7,,22:10\n"
    bring_in(league, text)
    came = [fixture(league, *each) for each in ((2, "Couva"), (3, "Arima"))]
    assert [(each.games, each.day, each.starts, each.ends, each.place) for each in came] == [
        (12, TUESDAY, time(19, 30), None, "Town Hall"),
        (12, None, None, time(22, 10), "The Anchor"),
    ]
    assert bring_in_count(league, text) == 0
    bring_in(league, text.replace("7,,\n3", "7,20:00,\n3"))
    assert fixture(league, 2, "Couva").starts == time(20)


def test_dates_and_venues_come_and_go_with_the_file(league: League) -> None:
    head = f"{HEADER},Date,Venue"
    bring_in(league, f"{head}\n2,Couva,,,Zion,,,19:30,,01/12/2026,Town Hall\n4,Arima,,,Couva,,,,,15 Dec 2026,\n")
    assert days_of(league)[:2] == [
        (TUESDAY, [("Couva", time(19, 30), "Town Hall")]),
        (NEXT, [("Arima", None, "")]),
    ]
    out = write_results(line_of(each) for each in results_of(league))
    assert "2,Couva,,,Zion,,,19:30,,2026-12-01,Town Hall" in out
    assert bring_in_count(league, out) == 0
    assert bring_in_count(league, out.replace("2026-12-01", "2026-12-08")) == 1
    assert fixture(league, 2, "Couva").day == LATER
    for said in ("soon", "9999-12-31"):
        wrong = read_results(f"{head}\n1,Arima,,,Couva,,,,,{said},\n").problems
        assert [(each.where, each.message) for each in wrong] == [
            ("Line 2, date", f"“{said}” is not a date. Write it as 2026-11-21, or leave it empty.")
        ]


def bring_in_count(league: League, text: str) -> int:
    before = {each.pk: (each.day, each.venue) for each in results_of(league)}
    bring_in(league, text)
    return sum(before.get(each.pk) != (each.day, each.venue) for each in results_of(league))


def test_the_secretary_sets_dates_and_everybody_sees_them(client: Client, league: League) -> None:
    as_secretary = Client()
    as_secretary.force_login(Account.objects.create_user("Sid", role=Account.Role.SECRETARY))
    show_league(league, shown=True, **BY)
    at = f"/leagues/{league.pk}/fixtures/"
    assert as_secretary.get(at).status_code == 200
    evenly = {"step": "even", "first": "2026-11-24", "days_between": "7", "at": "19:30"}
    assert as_secretary.post(at, evenly | {"days_between": ""}).status_code == 422
    assert as_secretary.post(at, evenly | {"first": "9999-12-31"}).status_code == 422
    assert as_secretary.post(at, evenly).status_code == 302
    page = as_secretary.get(at)
    assert "Rounds 1 to 3 saved." in words(page)
    assert "Dates for all rounds" not in words(page)
    said = {"step": "rounds"}
    for form in page.context["forms"]:
        said |= {form.add_prefix(name): form[name].value() or "" for name in form.fields}
    assert as_secretary.post(at, said | {"round-3-day": "never"}).status_code == 422
    assert as_secretary.post(at, said | {"round-3-day": "2026-12-12"}).status_code == 302
    assert "Round 3 saved." in words(as_secretary.get(at))
    homes = {f"home-{team.pk}": f"{team.name} Club" for team in league.teams.all()}
    assert as_secretary.post(at, homes | {"step": "homes"}).status_code == 302
    assert "Home venues saved." in words(as_secretary.get(at))
    moved = fixture(league, 3, "Couva")
    match = {"day": "", "starts": "", "venue": "", "is_postponed": "on", "reason": "Flood"}
    assert as_secretary.post(f"{at}{moved.pk}/", match).status_code == 302
    assert "Couva – Moruga is postponed." in words(as_secretary.get(at))
    text = words(client.get(f"/leagues/{league.pk}/?matches=fixtures"))
    for told in ("Tue 1 Dec 2026", "19:30, Couva Club", "Sat 12 Dec 2026", "No date yet", "Postponed from Sat 12 Dec"):
        assert told in text
    assert "Round 3" not in text.partition("Results")[2].partition("Later fixtures")[0]
    log = words(as_secretary.get(f"/leagues/{league.pk}/log/"))
    for told in (
        "Set when and where to play rounds 1–3",
        "24 Nov 2026, 19:30",
        "Set where teams play at home",
        "Postponed Couva – Moruga, round 3",
        "Flood",
    ):
        assert told in log


@pytest.mark.slow
def test_fixtures_are_printed_for_the_notice_board(as_scorer: Client, league: League) -> None:
    date_rounds(league, {2: {"day": TUESDAY, "starts": time(19, 30), "venue": "Town Hall"}}, **BY)
    (page,) = PdfReader(io.BytesIO(as_scorer.get(f"/leagues/{league.pk}/fixtures.pdf").content)).pages
    text = " ".join(page.extract_text().split())
    for told in ("Fixtures", "Tuesday 1 December 2026", "Couva – Zion", "19:30", "Town Hall", "No date yet"):
        assert told in text


def test_made_fixtures_let_everybody_meet_at_home_and_away_in_turn(db: None) -> None:
    for teams in range(2, 13):
        for meetings in (1, 2, 3):
            league = open_league({"name": f"{teams} teams", "season": f"{meetings}"}, **BY)
            made = make_fixtures(league, [f"Team {number}" for number in range(teams)], meetings=meetings, **BY)
            assert made[-1].round == meetings * (teams - 1 + teams % 2)
            met = Counter(frozenset((each.team_id, each.other_id)) for each in made if each.other_id)
            assert set(met.values()) == {meetings} and len(met) == teams * (teams - 1) // 2
            played = Counter((each.round, team) for each in made for team in (each.team_id, each.other_id) if team)
            assert set(played.values()) == {1}, "each team has one match or bye in a round"
            assert len(played) == made[-1].round * teams
            if meetings == 2:
                assert len({(each.team_id, each.other_id) for each in made if each.other_id}) == teams * (teams - 1)
            at_home = Counter({team.pk: 0 for team in league.teams.all()})
            at_home.update(each.team_id for each in made if each.other_id)
            assert max(at_home.values()) - min(at_home.values()) <= 1
            assert League.objects.get(pk=league.pk).meetings == meetings


def test_a_secretary_makes_fixtures_from_a_list_of_teams_and_then_sets_their_dates(as_director: Client) -> None:
    league = open_league({"name": "Central", "season": "2026"}, **BY)
    page = f"/leagues/{league.pk}/fixtures/"
    twice = as_director.post(page, {"step": "new", "teams": "Arima\n\nCouva\n arima ", "meetings": "2"})
    assert twice.status_code == 422 and "“arima” is there twice." in words(twice)
    assert "Arima\n\nCouva\n arima" in twice.content.decode(), "what was typed stays"
    alone = as_director.post(page, {"step": "new", "teams": "Arima", "meetings": ""})
    assert "Enter at least 2 teams, one per line." in words(alone) and not league.results.exists()
    made = as_director.post(page, {"step": "new", "teams": "Arima\nCouva\nZion", "meetings": "2"}, follow=True)
    assert "6 rounds made. Now set their dates." in words(made) and "Dates for all rounds" in words(made)
    assert "Made fixtures: 6 rounds for 3 teams" in words(as_director.get(f"/leagues/{league.pk}/log/"))
    again = {"step": "new", "teams": "Arima\nPenal", "meetings": "1", "first": "2026-12-01"}
    assert "1 round made." in words(as_director.post(page, again, follow=True))
    (match,) = LeagueResult.objects.select_related("league", "team", "other")
    assert (match.day, [team.name for team in league.teams.all()]) == (TUESDAY, ["Arima", "Penal"])
    correct_result(match, {"games": 3, "other_games": 1}, reason="The result arrived.", **BY)
    assert "Something was played or ruled in this league already" in words(as_director.post(page, again))
    with pytest.raises(HasMatches):
        make_fixtures(league, ["Erin", "Penal"], meetings=1, **BY)
