"""What happens in a season (section 14 of the domain): each case is one press with a reason, is undone, and is marked
in the table, the results, the fixtures, on the site and in the API."""

from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from tests.leagues.test_league_pages import bring_in, words
from tests.leagues.test_leagues import HEADER, NOW
from tournament.foundation.errors import NeedsReason
from tournament.leagues.log_sentences import OF_POINTS
from tournament.leagues.outcomes import OUTCOMES, WITHDRAWALS
from tournament.leagues.queries.counting import line_of
from tournament.leagues.queries.log import log_of_league
from tournament.leagues.queries.page import file_of_table, league_page
from tournament.leagues.queries.results import lines_of, results_of
from tournament.leagues.results_file import ResultLine
from tournament.leagues.services.fixtures import date_match
from tournament.leagues.services.importing import import_results
from tournament.leagues.services.leagues import change_league, correct_result, open_league, show_league
from tournament.leagues.services.rulings import (
    IncompleteRuling,
    return_team,
    rule_match,
    try_out,
    undo_ruling,
    withdraw_team,
)
from tournament.leagues.services.undo_import import last_import
from tournament.leagues.services.versions import ResultReplaced
from tournament.models import OUTCOME_KEYS, WITHDRAWAL_KEYS, League, LeagueResult, LogEntry, SharingRules

BY: dict[str, Any] = {"by": None, "now": NOW}
TODAY = NOW.date()
SEASON = f"""{HEADER},date
1,Arima,18,9,Couva,12,7,,,2026-11-01
1,Zion,18,9,Moruga,10,7,,,2026-11-01
2,Couva,18,,Zion,15,,,,2026-11-08
2,Moruga,9,,Arima,18,,,,2026-11-08
3,Arima,,,Zion,,,,,2026-11-15
3,Couva,,,Moruga,,,,,2026-11-29
"""


@pytest.fixture
def league(db: None) -> League:
    opened = open_league({"name": "Central", "season": "2026", "race_to": 18}, **BY)
    bring_in(opened, SEASON)
    show_league(opened, shown=True, **BY)
    return opened


def match(league: League, number: int, team: str) -> LeagueResult:
    return LeagueResult.objects.select_related("league", "team", "other").get(
        league=league, round=number, team__name=team, superseded_at=None
    )


def table(league: League) -> list[tuple[object, ...]]:
    rows = league_page(league, today=TODAY).rows
    return [
        (row.place, row.placing.record.name, row.played, row.placing.record.match_points, row.placing.record.games_won)
        for row in rows
    ]


def marks(league: League) -> list[str]:
    return [each.mark for each in results_of(league) if each.mark]


BEFORE = [("1", "Arima", 2, 4, 36), ("2", "Zion", 2, 2, 33), ("3", "Couva", 2, 2, 30), ("4", "Moruga", 2, 0, 19)]


def test_a_walk_over_counts_the_race_to_nothing_and_never_in_an_average(league: League) -> None:
    League.objects.update(bye=League.Bye.OWN_AVERAGE)
    league.refresh_from_db()
    assert table(league) == BEFORE
    given = match(league, 3, "Arima")
    rule_match(given, "walk_over", winner=given.other, reason="Arima had four players.", **BY)
    assert table(league)[:2] == [("1", "Zion", 3, 4, 51), ("2", "Arima", 3, 4, 36)]
    rows = {row.placing.record.name: row for row in league_page(league).rows}
    assert rows["Zion"].byes == ("Round 3 against Arima: walk-over, counts as won, bullseyes 18–0",)
    assert rows["Arima"].byes == ("Round 3 against Zion: given up, counts as lost, bullseyes 0–18",)
    assert marks(league) == ["walk-over for Zion"]
    assert (
        league_page(league, today=date(2026, 12, 30)).looked.missing
        == (
            "Couva – Moruga, round 3: no result yet.",
            "Arima and Zion have no match with each other.",
        )[:1]
    )


def test_a_league_says_what_a_walk_over_counts(league: League) -> None:
    League.objects.update(walk_over=9)
    league.refresh_from_db()
    given = match(league, 3, "Arima")
    rule_match(given, "walk_over", winner=given.team, reason="Nobody came.", **BY)
    assert table(league)[0] == ("1", "Arima", 3, 6, 45)
    lines = {(line.round, line.team_a): (line.bullseyes_a, line.bullseyes_b) for line in lines_of(league)}
    assert lines[3, "Arima"] == (9, 0)


def test_a_void_match_counts_nothing_and_is_no_longer_missing(league: League) -> None:
    overdue = date(2026, 11, 20)
    assert league_page(league, today=overdue).looked.missing == ("Arima – Zion, round 3: no result yet.",)
    rule_match(match(league, 3, "Arima"), "void", reason="The hall was flooded.", **BY)
    assert (table(league), marks(league)) == (BEFORE, ["void"])
    assert league_page(league, today=overdue).looked.missing == ()
    rule_match(match(league, 1, "Zion"), "void", reason="Played with the wrong cards.", **BY)
    assert table(league)[1:3] == [("2", "Couva", 2, 2, 30), ("3", "Zion", 1, 0, 15)]


def test_an_abandoned_match_keeps_the_games_that_were_agreed_or_counts_nothing(league: League) -> None:
    figures = {"games": 11, "other_games": 7}
    counted = rule_match(match(league, 3, "Arima"), "abandoned", figures=figures, reason="Power cut.", **BY)
    assert table(league)[0] == ("1", "Arima", 3, 6, 47)
    assert (marks(league), league_page(league).looked.doubts) == (["abandoned"], ())
    undo_ruling(counted, reason="It does not count after all.", **BY)
    rule_match(match(league, 3, "Arima"), "abandoned_void", figures=figures, reason="Power cut.", **BY)
    assert (table(league), marks(league)) == (BEFORE, ["abandoned, not counted"])
    assert (match(league, 3, "Arima").games, match(league, 3, "Arima").other_games) == (11, 7)


def test_an_ineligible_player_forfeits_the_match_which_keeps_its_former_result(league: League) -> None:
    played = match(league, 1, "Arima")
    forfeited = rule_match(played, "forfeited", winner=played.other, reason="A player of another club.", **BY)
    assert table(league)[0][:3] == ("1", "Couva", 2)
    assert [(each.games, each.reason) for each in forfeited.replaces.all()] == [(18, "A player of another club.")]
    given_up = rule_match(forfeited, "void", reason="Both had one.", **BY)
    back = undo_ruling(given_up, reason="Only one had.", **BY)
    assert table(league)[0][:3] == ("1", "Couva", 2)
    undo_ruling(back, reason="He was registered in time.", **BY)
    assert (table(league), marks(league)) == (BEFORE, [])


def test_a_match_to_be_replayed_is_a_fixture_again_and_its_new_result_is_marked(league: League) -> None:
    rule_match(match(league, 1, "Arima"), "replay", reason="A pack of 51 cards.", **BY)
    again = match(league, 1, "Arima")
    assert (again.is_fixture, marks(league)) == (True, ["to be replayed"])
    correct_result(again, {"games": 16, "other_games": 18}, reason="The result arrived.", **BY)
    assert (marks(league), table(league)[0]) == (["replayed"], ("1", "Couva", 2, 4, 36))
    undo_ruling(match(league, 1, "Arima"), reason="The first one stands.", **BY)
    assert (table(league), marks(league)) == (BEFORE, [])


def test_a_result_entered_for_a_void_match_takes_the_ruling_back(league: League) -> None:
    rule_match(match(league, 3, "Arima"), "void", reason="Nobody came.", **BY)
    played = {"games": 18, "other_games": 2}
    correct_result(match(league, 3, "Arima"), played, reason="They played on Tuesday.", **BY)
    assert (marks(league), table(league)[0]) == ([], ("1", "Arima", 3, 6, 54))


def test_a_postponed_match_says_by_when_it_has_to_be_played(league: League, client: Client) -> None:
    dates = {"day": None, "play_by": date(2026, 12, 20)}
    date_match(match(league, 3, "Couva"), dates, is_postponed=True, reason="Flood", **BY)
    assert "Postponed from Sun 29 Nov · to be played by Sun 20 Dec" in words(
        client.get(f"/leagues/{league.pk}/?matches=fixtures")
    )


@pytest.mark.parametrize(
    "rule, until, expected",
    [
        ("kept", None, [("1", "Arima", 2, 4, 36), ("2", "Couva", 2, 2, 30), ("3", "Moruga", 2, 0, 19)]),
        ("struck", None, [("1", "Arima", 2, 4, 36), ("2", "Couva", 1, 0, 12), ("3", "Moruga", 1, 0, 9)]),
        (
            "kept_until",
            date(2026, 11, 5),
            [("1", "Arima", 2, 4, 36), ("2", "Moruga", 2, 0, 19), ("3", "Couva", 1, 0, 12)],
        ),
    ],
)
def test_a_team_withdraws_and_its_results_are_kept_or_struck_out_or_kept_to_a_date(
    league: League, rule: str, until: date | None, expected: list[tuple[object, ...]]
) -> None:
    zion = league.teams.get(name="Zion")
    withdraw_team(zion, rule, on=TODAY, kept_until=until, reason="Too few players.", **BY)
    assert table(league)[:3] == expected
    assert table(league)[3][:2] == ("", "Zion"), "a team that withdrew has no place and stands last"
    until_day = " up to 5 Nov 2026" if until else ""
    how = "struck out" if rule == "struck" else f"kept{until_day}"
    assert league_page(league).rows[3].withdrawn == f"Withdrew on 21 Nov 2026, results {how}", "and no word of why"
    assert marks(league)[-1] == "Zion withdrew"
    assert league_page(league, today=date(2026, 11, 20)).looked.missing == (), "nobody waits for its matches"
    assert not match(league, 3, "Arima").is_fixture
    zion.refresh_from_db()
    return_team(zion, reason="They found players.", **BY)
    assert (table(league), marks(league)) == (BEFORE, [])


def test_matches_of_a_team_that_withdrew_are_byes_of_the_others(league: League) -> None:
    League.objects.update(bye=League.Bye.WIN)
    league.refresh_from_db()
    withdraw_team(league.teams.get(name="Zion"), "struck", on=TODAY, reason="Too few players.", **BY)
    rows = {row.placing.record.name: row.byes for row in league_page(league).rows}
    assert rows["Moruga"] == ("Bye in round 1: counts as a win, bullseyes 18–18; hang jacks are not known",)
    assert rows["Zion"] == ()
    assert set(marks(league)) == {"Zion withdrew", "Zion withdrew, not counted"}


def test_a_sheet_says_once_that_a_team_withdrew_and_not_of_each_of_its_matches(league: League) -> None:
    rule_match(match(league, 2, "Moruga"), outcome="void", reason="Flood", **BY)
    withdraw_team(league.teams.get(name="Zion"), "struck", on=TODAY, reason="Too few players.", **BY)
    assert league_page(league).marks == ["Round 2, Moruga – Arima: void"]


def test_the_table_before_and_after_is_tried_out_and_nothing_is_stored(league: League) -> None:
    zion = league.teams.get(name="Zion")
    lines = LogEntry.objects.count()
    change = try_out(league, lambda: withdraw_team(zion, "struck", on=TODAY, reason="Left.", **BY))
    assert [(row.team, row.places, row.points) for row in change.rows] == [
        ("Arima", ("1", "1"), (4, 4)),
        ("Couva", ("3", "2"), (2, 0)),
        ("Moruga", ("4", "3"), (0, 0)),
        ("Zion", ("2", ""), (2, 0)),
    ]
    assert (table(league), LogEntry.objects.count()) == (BEFORE, lines)


def test_a_ruling_needs_a_reason_and_what_it_asks_for(league: League) -> None:
    fixture = match(league, 3, "Arima")
    with pytest.raises(NeedsReason):
        rule_match(fixture, "void", reason=" ", **BY)
    with pytest.raises(IncompleteRuling):
        rule_match(fixture, "walk_over", reason="Nobody came.", **BY)
    with pytest.raises(IncompleteRuling):
        rule_match(fixture, "abandoned", figures={"games": 3}, reason="Power cut.", **BY)
    with pytest.raises(ResultReplaced):
        undo_ruling(fixture, reason="Nothing to undo.", **BY)


def test_every_ruling_is_undone_and_in_the_log(league: League) -> None:
    for key, outcome in OUTCOMES.items():
        fixture = match(league, 3, "Arima")
        winner = fixture.team if outcome.asks_winner else None
        said: dict[str, Any] = {"figures": {"games": 3, "other_games": 2}, "reason": "So."}
        said["forfeited_by"] = "team" if outcome.asks_offender else ""
        ruled = rule_match(fixture, key, winner=winner, **said, **BY)
        assert len(marks(league)) == 1
        undo_ruling(ruled, reason="Not so.", **BY)
        assert (table(league), marks(league)) == (BEFORE, [])
    assert LogEntry.objects.filter(league=league, action="rule_match").count() == len(OUTCOMES)


def test_a_secretary_sees_the_table_before_and_after_and_presses(as_director: Client, league: League) -> None:
    fixture = match(league, 3, "Arima")
    page = f"/leagues/{league.pk}/results/{fixture.pk}/ruling/"
    said = {"outcome": "walk_over", "winner": str(fixture.other_id), "reason": "Nobody came."}
    assert as_director.post(page, {**said, "winner": ""}).status_code == 422
    tried = as_director.post(page, {**said, "step": "check"})
    assert "The table before and after" in words(tried) and "2 → 1" in words(tried)
    assert table(league) == BEFORE
    done = as_director.post(page, {**said, "step": "save"}, follow=True)
    assert "walk-over for Zion" in words(done) and table(league)[0][1] == "Zion"
    of_result = as_director.get(f"/leagues/{league.pk}/results/{match(league, 3, 'Arima').pk}/")
    assert "walk-over for Zion : Nobody came." in words(of_result)
    assert "Ruled Arima – Zion, round 3: walk-over for Zion" in words(as_director.get(f"/leagues/{league.pk}/log/"))
    ruled = match(league, 3, "Arima")
    undo = f"/leagues/{league.pk}/results/{ruled.pk}/ruling/"
    as_director.post(undo, {"reason": "They came late.", "step": "save"})
    assert table(league) == BEFORE


def test_a_secretary_withdraws_a_team_and_undoes_it(as_director: Client, league: League) -> None:
    zion = league.teams.get(name="Zion")
    page = f"/leagues/{league.pk}/teams/{zion.pk}/withdrawal/"
    said = {"on": "2026-11-21", "rule": "struck", "kept_until": "", "reason": "Too few players."}
    form = as_director.post(page, {**said, "rule": "kept_until"}).context["form"]
    assert list(form.fields) == ["on", "rule", "kept_until", "reason"]
    assert form.errors == {"kept_until": ["Enter the date up to which its results are kept."]}
    assert "The table before and after" in words(as_director.post(page, {**said, "step": "check"}))
    done = as_director.post(page, {**said, "step": "save"}, follow=True)
    assert "Withdrew on 21 Nov 2026, results struck out" in words(done)
    assert "Zion: Withdrew on 21 Nov 2026, results struck out" in words(as_director.get(f"/leagues/{league.pk}/log/"))
    as_director.post(page, {"reason": "They found players.", "step": "save"})
    assert table(league) == BEFORE


@pytest.mark.parametrize("rule", WITHDRAWALS)
def test_results_written_out_are_those_that_count(league: League, rule: str) -> None:
    withdraw_team(league.teams.get(name="Zion"), rule, on=TODAY, kept_until=date(2026, 11, 5), reason="Left.", **BY)
    written = {(line.round, line.team_a) for line in lines_of(league)}
    counting = {"kept": 5, "struck": 3, "kept_until": 4}
    assert len(written) == counting[rule]
    assert {(line_of(each).round, each.team.name) for each in results_of(league)} >= written


def test_marks_are_in_the_api(league: League, client: Client) -> None:
    given = match(league, 3, "Arima")
    rule_match(given, "walk_over", winner=given.other, reason="Nobody came.", **BY)
    SharingRules.objects.create(club=league.club, api_is_public=True)
    answer = client.get(f"/api/v1/leagues/{league.pk}").json()
    ruled = [each for each in answer["results"] if each["outcome"]]
    assert [(each["outcome"], each["awarded_to"], each["mark"]) for each in ruled] == [
        ("walk_over", "Zion", "walk-over for Zion")
    ]


def test_each_outcome_and_each_rule_that_can_be_stored_is_described() -> None:
    assert ("", *OUTCOMES) == OUTCOME_KEYS
    assert ("", *WITHDRAWALS) == WITHDRAWAL_KEYS


def test_a_league_counts_points_for_each_game_won_and_a_bonus_for_losing_by_few(league: League, client: Client) -> None:
    """Bolton's Don: 1 a game and 2 for the match; here with 1 more for losing by at most 3 games."""
    rules = {"per_game": 1, "bonus": 1, "bonus_within": 3}
    change_league(league, rules, **BY)
    league.refresh_from_db()
    points = {row.placing.record.name: row.placing.record.match_points for row in league_page(league).rows}
    assert points == {"Arima": 4 + 36, "Zion": 2 + 33 + 1, "Couva": 2 + 30, "Moruga": 0 + 19}
    said = (
        "1 for each game won. 1 for a match lost by at most 3 games. "
        "For example, 18–15 gives 20 points to the winner and 16 to the other team."
    )
    assert said in words(client.get(f"/leagues/{league.pk}/"))


def test_points_of_a_league_may_be_halves_and_quarters_and_are_counted_exactly(
    league: League, as_director: Client
) -> None:
    page = f"/leagues/{league.pk}/rules/"
    rules = {key: each for key, each in as_director.get(page).context["form"].initial.items() if each is not None}
    asked = {"win": "2,5", "draw": "1 1/4", "loss": "½", "per_game": "0.25", "bonus": "¾", "bonus_within": "3"}
    assert as_director.post(page, {**rules, **asked}).status_code == 302
    league.refresh_from_db()
    stored = [league.win, league.draw, league.loss, league.per_game, league.bonus]
    assert stored == [Decimal(each) for each in ("2.5", "1.25", "0.5", "0.25", "0.75")]
    shown = as_director.get(page).context["form"].initial
    assert [shown[name] for name in OF_POINTS] == ["2½", "1¼", "½", "¼", "¾"]
    points = {row.placing.record.name: row.placing.record.match_points for row in league_page(league).rows}
    assert points == {"Arima": 14, "Zion": 12, "Couva": Fraction(21, 2), "Moruga": Fraction(23, 4)}
    told = words(as_director.get(f"/leagues/{league.pk}/"))
    assert "2½ for a win, 1¼ for a draw, ½ for a loss. ¼ for each game won. ¾ for a match lost" in told
    assert "For example, 18–15 gives 7 points to the winner and 5 to the other team." in told
    taken = {"team": league.teams.get(name="Arima").pk, "points": "1½", "bullseyes": "", "reason": "Late twice."}
    assert as_director.post(f"/leagues/{league.pk}/penalties/", taken).status_code == 302
    arima = next(row for row in league_page(league).rows if row.placing.record.name == "Arima")
    assert (arima.placing.record.match_points, arima.taken) == (12 + Fraction(1, 2), "−1½ points")
    lines = log_of_league(league, 1)[1]
    assert lines[0].sentence == "Penalty of Arima: −1½ points"
    changed = [(each.label, each.before, each.after) for each in lines[1].changes]
    assert changed[:3] == [
        ("League points for a match won", "2", "2½"),
        ("For a match drawn", "1", "1¼"),
        ("For a match lost", "0", "½"),
    ]
    assert [(row[1], row[-1]) for row in file_of_table(league_page(league))[1:]] == [
        ("Arima", 12.5),
        ("Zion", 12),
        ("Couva", 10.5),
        ("Moruga", 5.75),
    ]
    assert "12½" in words(as_director.get(f"/leagues/{league.pk}/"))
    for wrong in ("1/3", "0.1", "-½", "100", "a few"):
        assert as_director.post(page, {**rules, "win": wrong}).status_code == 422


def test_what_a_list_says_of_a_match_is_shown_stored_and_undone(league: League, as_director: Client) -> None:
    League.objects.update(walk_over=9)
    league.refresh_from_db()
    there = [
        ResultLine(5, "Arima", team_b="Couva", day=date(2026, 12, 10)),
        ResultLine(5, "Zion", team_b="Moruga", day=date(2026, 12, 10)),
    ]
    import_results(league, there, **BY)
    before = list(LeagueResult.objects.filter(league=league).order_by("pk").values())
    page = f"/leagues/{league.pk}/import/"
    text = (
        "Round,Date,Home,Away,Home score,Away score,Status\n"
        "5,2026-12-10,Arima,Couva,,,postponed\n5,2026-12-10,Moruga,Zion,w/o,,\n"
        "6,2026-12-17,Arima,Zion,,,void\n6,2026-12-17,Couva,Moruga,9,3,abandoned\n7,2026-12-24,Arima,Moruga,P-P,P-P,\n"
    )
    shown = as_director.post(page, {"text": text, "step": "check"})
    rows = {row.line: row.details for section in shown.context["check"].sections for row in section.rows}
    assert rows == {
        2: ("Round 5", "postponed from Thu 10 Dec 2026, without a new date"),
        3: ("Round 5", "to be played → walk-over for Moruga", "Thu 10 Dec 2026"),
        4: ("Round 6", "void", "Thu 17 Dec 2026"),
        5: ("Round 6", "9–3 (abandoned)", "Thu 17 Dec 2026"),
        6: ("Round 7", "to be played", "postponed from Thu 24 Dec 2026, without a new date"),
    }
    seen = shown.context["checked"].fingerprint
    assert as_director.post(page, {"text": text, "step": "import", "seen": seen}).status_code == 302
    current = {(each.round, each.team.name): each for each in results_of(league)}
    assert {key: current[key].mark for key in current if key[0] > 4} == {
        (5, "Arima"): "",
        (5, "Zion"): "walk-over for Moruga",
        (6, "Arima"): "void",
        (6, "Couva"): "abandoned",
        (7, "Arima"): "",
    }
    moved = [(current[key].day, current[key].postponed_from) for key in ((5, "Arima"), (7, "Arima"))]
    assert moved == [(None, date(2026, 12, 10)), (None, date(2026, 12, 24))]
    lines = {(line.round, line.team_a): (line.bullseyes_a, line.bullseyes_b) for line in lines_of(league)}
    assert lines[5, "Zion"] == (0, 9)
    again = as_director.post(page, {"text": text, "step": "check"}).context["checked"]
    assert (again.coming.number, again.problems) == (0, [])
    last = last_import(league)
    as_director.post(page, {"undo": last.pk if last else 0})
    assert list(LeagueResult.objects.filter(league=league).order_by("pk").values()) == before
