"""Standings of evenings of rounds: further tables, cuts, prizes, doubts about results, and what reading them costs."""

from collections.abc import Callable
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.evenings import Evening
from tests.event.test_table_evenings import play_match
from tests.round_evenings import out, rule_all
from tournament.desk.queries.log_pages import LogFilter, read_log
from tournament.door.services.people import leave
from tournament.door.services.teams import substitute, team_up
from tournament.hands.services.hands import finish_hands
from tournament.matches.queries.rescoring import differences_in
from tournament.models import Match, Seat, Side, State
from tournament.results.services.decisions import agree_table, call_off, make_ruling
from tournament.standings.queries.cuts import final_ties
from tournament.standings.queries.places import doubts_of
from tournament.standings.queries.standings import standings_of, tables_of
from tournament.standings.queries.standings_page import standings_page
from tournament.standings.services import record_cuts


def played(rounds_of: Callable[..., Evening], entered: int, rounds: int, **settings: object) -> Evening:
    evening = rounds_of(entered, plan=[["round-robin", rounds]], **settings)
    for number in range(1, rounds + 1):
        out(evening, number)
        rule_all(evening, number)
    return evening


def test_the_players_of_a_pairs_night_have_a_table_of_their_own_with_what_each_of_them_played(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]])
    out(evening, 1)
    rule_all(evening, 1)
    ann = evening.entry("Ann Ash")
    substitute(ann, "Zoe Late", by=evening.director, now=evening.now)
    for number in (2, 3):
        out(evening, number)
        rule_all(evening, number)
    players = standings_of(evening.event, counting="players")
    of_pair = {line.name: len(line.record.matches) for line in players.lines if line.name in ("Ann Ash", "Bea Ash")}
    assert of_pair == {"Ann Ash": 1, "Bea Ash": 3}
    assert {line.name: line.left for line in players.lines}["Ann Ash"] is True
    assert (tables_of(evening.event), players.of, players.others) == (("entered", "players"), "players", ("entered",))
    assert len(players.lines) == 7


def test_the_best_pair_of_a_team_match_is_found_from_the_same_results(rounds_of):
    evening = played(rounds_of, 2, 1, enters="teams")
    teams, pairs = standings_of(evening.event), standings_of(evening.event, counting="pairs")
    assert [len(teams.lines), len(pairs.lines), teams.others] == [2, 4, ("pairs", "players")]
    assert sorted(line.record.games_won for line in pairs.lines) == [0, 0, 1, 1]
    assert all(" and " in line.name for line in pairs.lines)
    opponents = {line.record.entry: line.record.matches[0].opponents for line in pairs.lines}
    assert all(opponents[other] == (own,) for own, (other,) in opponents.items())
    page = standings_page(pairs)
    assert (page.label, [str(label) for _key, label in page.tables]) == (
        "Best pairs",
        ["Teams", "Best pairs", "Players"],
    )
    assert page.prizes == ()


def test_a_table_that_plays_on_without_one_who_left_counts_no_credit_beside_its_match(evening_of):
    given = {"abandoned": {"kind": "fixed", "points": 5, "games": 1}}
    plan = [["auction-pitch-mixed", 1]]
    evening = evening_of(4, format="auction-pitch-rounds", enters="players", plan=plan, credits=given)
    out(evening, 1)
    leave(evening.entry("Ann Ash"), by=evening.director, now=evening.now)
    off, on = evening.matches(1)
    make_ruling(on, points=(7, 3, 1), games=(1, 0, 0), reason="So.", by=evening.director, now=evening.now)
    lines = standings_of(evening.event).lines
    assert off.state == State.CALLED_OFF
    assert [(line.record.games_won, line.record.played, len(line.credits)) for line in lines if not line.left] == [
        *((1, 1, 0), (0, 1, 0), (0, 1, 0))
    ]
    assert [(line.record.games_won, len(line.credits)) for line in lines if line.left] == [(1, 1)]


def test_pitch_counts_what_each_received_less_what_he_paid_and_its_set_backs(evening_of):
    evening = evening_of(
        4, format="auction-pitch-rounds", enters="players", plan=[["auction-pitch-mixed", 1]], house_rules={"target": 4}
    )
    out(evening, 1)
    (match,) = evening.matches(1)
    play_match(evening, match, Random(1674))
    finish_hands(match, by=evening.scorer, now=evening.now)
    agree_table(match.table, by=evening.director, now=evening.now)
    sides = Side.objects.filter(match=match).order_by("number")
    awards = [award for hand in match.hands.all() for award in hand.awards["awards"]]
    keys = [side.key for side in sides]
    assert [side.set_backs for side in sides] == [
        sum(kind == "set_back" and winner == key for kind, winner, _points in awards) for key in keys
    ]
    assert sum(side.settlement for side in sides) == 0 and max(side.settlement for side in sides) > 0
    standings = standings_of(evening.event)
    assert "settlement" in [column.key for column in standings.columns]
    told = {line.record.entry: line.record.sum_of("settlement") for line in standings.lines}
    assert told == {side.players.get().entry_id: side.settlement for side in sides}
    assert differences_in(evening.event) == []


def test_players_who_change_partners_have_one_table(evening_of):
    evening = evening_of(8, format="trinidad-rounds", enters="players", plan=[["changing-partners", 1]])
    out(evening, 1)
    assert tables_of(evening.event) == ("entered",)
    assert standings_page(standings_of(evening.event)).tables == ()


@pytest.mark.parametrize("enters", ["pairs", "teams"])
def test_pairs_or_teams_that_are_level_at_the_end_cut_the_cards(rounds_of, enters):
    evening = rounds_of(4, plan=[["round-robin", 1]], enters=enters)
    out(evening, 1)
    rule_all(evening, 1)
    standings = standings_of(evening.event)
    winners, losers = final_ties(standings)
    assert [placing.rank for placing in standings.placings] == [1, 1, 3, 3]
    one, other = winners.entries
    record_cuts(evening.hour(1), {one: ["4"], other: ["3"]}, by=evening.director, now=evening.now)
    placings = standings_of(evening.event).placings
    assert [(placing.rank, placing.record.entry, placing.decided_by) for placing in placings[:2]] == [
        (1, other, "cut"),
        (2, one, "cut"),
    ]
    assert [tie.entries for tie in final_ties(standings_of(evening.event))] == [losers.entries]
    assert read_log(LogFilter(evening.event)).lines[0].sentence.startswith("Cut of the cards after round 1: ")


def test_who_cut_the_same_card_cuts_again(rounds_of):
    evening = played(rounds_of, 2, 1)
    Side.objects.update(points=9, games=0)
    tie = final_ties(standings_of(evening.event))[0]
    record_cuts(evening.hour(1), {key: ["K"] for key in tie.entries}, by=evening.director, now=evening.now)
    (again,) = final_ties(standings_of(evening.event))
    assert (again.cards, again.cut_again) == (("K",), True)


def test_two_who_partnered_once_cut_when_they_are_level(evening_of):
    evening = evening_of(4, format="trinidad-rounds", enters="players", plan=[["changing-partners", 3]])
    for number in (1, 2, 3):
        out(evening, number)
    Match.objects.update(state=State.AGREED)
    Side.objects.update(points=9, games=0)
    assert len(final_ties(standings_of(evening.event))[0].entries) == 4


def test_each_column_and_what_decided_is_explained_and_prizes_are_told_at_the_end(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 2]])
    out(evening, 1)
    Side.objects.filter(match=evening.matches(1)[0], number=1).update(hang_jacks=2, all_fours=1)
    before = standings_page(standings_of(evening.event))
    assert [(won.label, won.figure, won.so_far) for won in before.prizes] == [
        ("Most hang jacks", "2", "so far"),
        ("Most All Fours", "1", "so far"),
    ]
    for number in (1, 2):
        rule_all(evening, number)
        if number == 1:
            out(evening, 2)
    after = standings_page(standings_of(evening.event))
    labels = [column.label for column in after.columns]
    assert labels == ["Played", *(label for label, _words in after.explanations if label != "Head to head")]
    assert [won.label for won in after.prizes] == ["Biggest round"]
    rows = {row.place: row for row in after.rows}
    assert rows["1"].decided == "" and rows["1"].decided_by == "Match points"


def test_what_nobody_reported_has_no_column(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 1]], criteria=["match_points", "hang_jacks_for", "points_for"])
    out(evening, 1)
    rule_all(evening, 1)
    page = standings_page(standings_of(evening.event))
    labels = [column.label for column in page.columns]
    assert (labels, {len(row.cells) for row in page.rows}) == (["Played", "Match points", "Points for"], {3})
    Side.objects.filter(match=evening.matches(1)[0]).update(hang_jacks=2)
    page = standings_page(standings_of(evening.event))
    labels = [column.label for column in page.columns]
    assert labels == ["Played", "Match points", "Hang jacks", "Points for"]
    assert {row.cells[2].text for row in page.rows} == {"2", "–"}


def test_what_decided_between_level_lines_is_said_once_at_the_first_of_them(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 1]])
    out(evening, 1)
    for match, lost in zip(evening.matches(1), (9, 5), strict=True):
        make_ruling(match, points=(14, lost), games=(1, 0), reason="So.", by=evening.director, now=evening.now)
    rows = standings_page(standings_of(evening.event)).rows
    assert [(row.cells[1].text, bool(row.decided)) for row in rows] == [
        ("2", True),
        ("2", False),
        ("0", True),
        ("0", False),
    ]
    assert len({row.decided_by for row in rows}) == 1


def test_a_meeting_without_a_result_is_a_doubt_and_so_is_a_result_of_others(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 2]])
    out(evening, 1)
    one, other = evening.matches(1)
    named = [" – ".join(side.name for side in match.sides.all()) for match in (one, other)]
    assert list(doubts_of(evening.event)) == [f"{names} met in round 1 and have no result." for names in named]
    call_off(one, reason="Nobody came.", by=evening.director, now=evening.now)
    rule_all(evening, 1)
    assert doubts_of(evening.event) == ()
    first, second = (Seat.objects.filter(table=match.table, position__in=(1, 3)) for match in (one, other))
    tables = [list(first), list(second)]
    Seat.objects.filter(pk__in=[seat.pk for seats in tables for seat in seats]).delete()
    for seats, table in zip(tables, (other.table, one.table), strict=True):
        for seat in seats:
            Seat.objects.create(table=table, position=seat.position, entry=seat.entry, until_turn=seat.until_turn)
    said = doubts_of(evening.event)
    assert [doubt.endswith("have no result.") for doubt in said] == [True, True, False, False]
    assert all("but they were never drawn together" in doubt for doubt in said[2:])


def test_evenings_by_the_hour_have_no_doubts(evening_of):
    assert doubts_of(evening_of(8).begun().event) == ()


@pytest.mark.slow
def test_what_standings_read_does_not_grow_with_entries_or_rounds(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]])
    out(evening, 1)
    asked = [queries_of(evening)]
    for number in range(4, 30):
        names = [f"Player {number} {which}" for which in ("One", "Two")]
        team_up(evening.event, names, by=evening.director, now=evening.now)
    for number in (2, 3):
        rule_all(evening, number - 1)
        out(evening, number)
    asked.append(queries_of(evening))
    assert asked == [(6, 6), (6, 6)]


def queries_of(evening: Evening) -> tuple[int, int]:
    with CaptureQueriesContext(connection) as standings:
        standings_page(standings_of(evening.event)).rows  # noqa: B018
    with CaptureQueriesContext(connection) as doubts:
        doubts_of(evening.event)
    return len(standings), len(doubts)
