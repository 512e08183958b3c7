"""Standings in the middle of a round: they rank by what is known, and say which results are missing."""

import re

import pytest
from django.urls import reverse

from tests.evenings import NAMES, Evening, by_lot
from tests.kinds import mostly_slow
from tests.round_evenings import out
from tournament.door.services.teams import team_up
from tournament.event.services.events import show_standings
from tournament.matches.queries.matches import players_of, sides_of
from tournament.models import Match, Side
from tournament.results.services.decisions import make_ruling
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.standings.queries.places import Standings
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import standings_page

PAIRS = ("round-robin", "groups-3", "stay-and-move", "progressive-pairs", "ladder", "swiss", "knock-out")
OF_ROUNDS = {
    **dict.fromkeys(PAIRS, ("trinidad-rounds", "pairs", 12)),
    **dict.fromkeys(("changing-partners", "progressive"), ("trinidad-rounds", "players", 12)),
    **dict.fromkeys(("auction-pitch-mixed", "auction-pitch-drive"), ("auction-pitch-rounds", "players", 12)),
}


def rank_of(standings: Standings, entries: set[int]) -> list[tuple[int, str]]:
    """Of these entries, how they stand among themselves."""
    found = [line for line in standings.lines if line.record.entry in entries]
    ranks = sorted({line.placing.rank for line in found})
    return [(ranks.index(line.placing.rank), line.name) for line in found]


@pytest.fixture
def evening_in_play(evening_of, request) -> Evening:
    movement = request.param
    format, enters, players = OF_ROUNDS[movement]
    evening = evening_of(0 if enters == "pairs" else players, format=format, enters=enters, plan=[[movement, 1]])
    for number in range(0, players, 2) if enters == "pairs" else ():
        team_up(evening.event, NAMES[number : number + 2], by=evening.director, now=evening.now)
    out(evening, 1)
    return evening


def decide(evening: Evening, match: Match, number: int) -> None:
    points = tuple(9 - number - place for place in range(len(sides_of(match))))
    games = (1, *[0] * (len(points) - 1))
    make_ruling(match, points=points, games=games, reason="So.", by=evening.director, now=evening.now)


@pytest.mark.parametrize(
    "evening_in_play", mostly_slow(OF_ROUNDS, quick=["round-robin", "knock-out", "progressive"]), indirect=True
)
def test_half_a_result_of_one_table_leaves_everybody_else_where_they_are(evening_in_play, client):
    *played, half = evening_in_play.matches(1)
    for number, match in enumerate(played):
        decide(evening_in_play, match, number)
    before = standings_of(evening_in_play.event)
    at_table = {entry.team_id if evening_in_play.event.enters == "pairs" else entry.pk for entry in players_of(half)}
    others = {line.record.entry for line in before.lines} - at_table
    Side.objects.filter(match=half, number=1).update(points=3, games=1)
    after = standings_of(evening_in_play.event)
    assert rank_of(after, others) == rank_of(before, others)
    assert len({line.placing.rank for line in after.lines}) > 1
    assert after.missing == (f"Half reported: round 1, table {half.table.number}.",)
    show_standings(evening_in_play.event, True, by=evening_in_play.director, now=evening_in_play.now)
    said = client.get(reverse("standings", args=[evening_in_play.event.pk])).content.decode()
    assert after.missing[0] in said and "passed over" not in said
    decide(evening_in_play, half, 5)
    assert standings_of(evening_in_play.event).missing == ()


def test_what_ranks_shows_what_is_known_so_far_with_a_note(evening_of, client):
    evening = evening_of(13, format="trinidad-rounds", enters="players", plan=[["changing-partners", 2]])
    out(evening, 1)
    *played, half = evening.matches(1)
    for number, match in enumerate(played):
        decide(evening, match, number)
    (one, _other) = sides_of(half)
    enter_sheet(one.entries[0], [SheetEntry(half.pk, 14, games=1)], by=evening.scorer, now=evening.now)
    page = standings_page(standings_of(evening.event))
    rows = {row.name: row for row in page.rows}
    note = str(page.so_far_note)
    told = {entry.name for entry in one.entries}
    assert {name for name, row in rows.items() if note in row.notes.split(",")} == told
    assert {rows[name].cells[1].text for name in told} == {"0"}
    winners = {entry.name for match in played for entry in sides_of(match)[0].entries}
    assert {name for name, row in rows.items() if row.cells[1].text == "2"} == winners
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    said = re.sub("<[^>]+>", "", client.get(reverse("standings", args=[evening.event.pk])).content.decode())
    assert f"{note} Counted so far: part of a result is missing." in said


def test_an_hour_in_which_some_sheets_are_in_ranks_by_their_points_and_names_the_tables_that_are_missing(evening_of):
    evening = evening_of(12).playing()
    one, *_others, last = evening.matches(1)
    enter_sheet(players_of(one)[0], [SheetEntry(one.pk, 14)], by=evening.scorer, now=evening.now)
    enter_sheet(players_of(last)[1], [SheetEntry(last.pk, 9)], by=evening.scorer, now=evening.now)
    standings = standings_of(evening.event)
    assert [(line.placing.shown, line.name) for line in standings.lines[:3]][:2] == [
        ("1", players_of(one)[0].name),
        ("2", players_of(last)[1].name),
    ]
    assert standings.missing == ("No result yet: hour 1, table 2.", "Half reported: hour 1, tables 1 and 3.")
    assert not any("between" in label for line in standings.lines for label in line.skipped)
    evening.hand_in(1, by_lot)
    assert standings_of(evening.event).missing == ()


def test_tables_by_lot_rank_by_the_games_that_are_known(evening_of):
    evening = evening_of(8, format="trinidad-tables").begun()
    one, other = evening.matches(1)
    decide(evening, one, 0)
    Side.objects.filter(match=other, number=1).update(points=14, games=1)
    standings = standings_of(evening.event)
    assert [line.placing.shown for line in standings.lines] == ["1=", "1=", "3=", "3=", "5=", "5=", "7=", "7="]
    assert standings.missing == ("Half reported: table 2.",)
