"""The board of an hour: what a match that is counted hand by hand comes to there, and whose sheets are waited for."""

from collections import Counter

import pytest
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.matches.test_matches import Table
from tests.phone.test_table import Phone
from tournament.clock.services.rounds import end_round
from tournament.desk.queries.evening_summary import summarize_evening
from tournament.desk.queries.next_step import next_step
from tournament.matches.queries.hours_so_far import hours_so_far
from tournament.results.queries.boards import board_of
from tournament.results.queries.sheets import sheets_of

evening_of = evenings.evening_of


def games_on_board(evening: Evening) -> list[int | None]:
    """The games won of the only match, as the board has them."""
    return [side.games for side in board_of(evening.hour(1)).tables[0].matches[0].scores]


def test_a_game_that_a_correction_ends_earlier_is_still_won_once(evening_of):
    settings = {"length_kind": "games", "length_number": 2}
    evening = evening_of(4, format="trinidad-tables", house_rules={"target": 3}, **settings)
    evening.begin()
    table = Table(evening)
    first, _second = table.record(table.facts(table.one), table.facts(table.two))
    assert games_on_board(evening) == [0, 0]
    table.correct(first, table.facts(table.one, game=table.one))
    assert games_on_board(evening) == [1, 0]


@pytest.fixture
def evening(evening_of) -> Evening:
    """Two tables of four in their first round; each plays two matches at a time, and three rounds."""
    return evening_of(8).playing()


def missing_at(evening: Evening) -> dict[int, int]:
    """Table -> how many sheets the board, the director's page and the page of all sheets wait for: the same."""
    board = Counter(missing.table for missing in board_of(evening.hour(1)).missing)
    tonight = Counter(missing.table for missing in hours_so_far(evening.event)[0].missing)
    sheets = Counter(sheet.table for sheet in sheets_of(evening.hour(1)) if sheet.is_missing)
    assert board == tonight == sheets
    return dict(board)


def test_a_table_that_records_by_phone_is_waited_for_by_no_sheet(evening):
    assert missing_at(evening) == {1: 4, 2: 4}
    for match in [match for match in evening.matches(1)[:4] if match.table.number == 1]:
        Phone(match, 1).send(1)
    assert missing_at(evening) == {2: 4}
    (first, *_) = board_of(evening.hour(1)).tables[0].matches
    assert (first.state, first.by_phone, first.missing, first.is_unchecked) == ("playing", True, (), False)
    assert {sheet.state for sheet in sheets_of(evening.hour(1)) if sheet.table == 1} == {"playing"}


def test_what_a_table_has_agreed_on_its_phones_needs_no_cross_check_of_paper(evening):
    match = next(match for match in evening.matches(1) if match.table.number == 1)
    ours, theirs = Phone(match, 1), Phone(match, 2)
    ours.send(1)
    end_round(match.round, by=evening.director, now=evening.now)
    client, board = signed_in(evening), reverse("results", args=[evening.event.pk])
    assert "not all hands are in" in client.get(board).content.decode()
    theirs.press("all-in")
    theirs.press("agree", hand=ours.last().pk)
    (shown, *_) = board_of(evening.hour(1)).tables[0].matches
    assert (shown.state, shown.is_unchecked, shown.is_unfinished) == ("agreed", False, False)
    page = client.get(board).content.decode()
    assert ("not all hands are in" in page, "not cross-checked" in page) == (False, False)


def test_a_match_of_which_nothing_came_before_its_round_was_closed_is_waited_for_again(evening):
    one, _other = (match for match in evening.matches(1)[:4] if match.table.number == 1)
    Phone(one, 1).send(1)
    assert missing_at(evening) == {2: 4}
    end_round(one.round, by=evening.director, now=evening.now)
    assert missing_at(evening) == {1: 2, 2: 4}


def test_the_director_is_sent_to_tables_that_did_not_finish_their_hands_and_not_to_sheets(evening):
    for match in evening.matches(1):
        Phone(match, 1).send(1)
    evening.play_rounds(1)
    evening.end_rounds(1)
    step = next_step(summarize_evening(evening.event, evening.now))
    assert (step.label, step.asks_hour) == ("Chase 12 missing results", 1)
