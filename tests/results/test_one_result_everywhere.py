"""One evening with results in every state, walked page by page: whatever shows a match or a player's total says the
same."""

import re
from collections.abc import Callable
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.markup import markup
from tests.phone.test_table import Phone
from tournament.event.services.events import lock_event, show_standings
from tournament.hands.services.hands import finish_hands
from tournament.matches.queries.matches import players_of, sides_of
from tournament.models import SETTLED, Match, State
from tournament.paper.queries.printed_results import printed_results_of
from tournament.results.queries.sheets import sheets_of
from tournament.results.services.decisions import agree_matches, call_off, make_ruling
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.screens.queries.screen_content import results_on_wall, standings_on_wall
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import standings_page

evening_of = evenings.evening_of
UNKNOWN = "–"


def hand_in(evening: Evening, match: Match, side: int, *line: int | None) -> None:
    enter_sheet(players_of(match)[side], [SheetEntry(match.pk, *line)], by=evening.scorer, now=evening.now)


def record(match: Match, *winners: str) -> None:
    """Hands on the phone of the table: each brings High and Game to one side, and Low to the other."""
    phone = Phone(match, 0)
    for number, winner in enumerate(winners, start=1):
        loser = "b" if winner == "a" else "a"
        sent = phone.send(number, high=winner, game=winner, low=loser)
        assert sent.status_code == 201, sent.content


@pytest.fixture
def mixed(evening_of: Callable[..., Evening]) -> Evening:
    """Sixteen players in their first hour: every way in which a result comes in, and every state that it can have."""
    evening = evening_of(16).begun()
    evening.play_rounds(1, until=1)
    first = [match for match in evening.matches(1) if match.round.number == 1]
    hands_and_sheet, hands_ended, played, ruled_hands, unequal, agreed, checked, called_off = first
    record(hands_and_sheet, "a", "b")
    hand_in(evening, hands_and_sheet, 1, 7, 8)
    record(hands_ended, "a", "a", "b")
    finish_hands(hands_ended, by=evening.scorer, now=evening.now)
    hand_in(evening, hands_ended, 1, 7, 8)
    record(played, "b")
    record(ruled_hands, "a")
    rule = {"by": evening.director, "reason": "heard both"}
    make_ruling(ruled_hands, points=(4, 2), now=evening.now, **rule)
    hand_in(evening, unequal, 0, 14, 9)
    hand_in(evening, unequal, 1, 9, 12)
    hand_in(evening, agreed, 0, 11, None)
    hand_in(evening, agreed, 1, 6, None)
    agree_matches([agreed], event=evening.event, by=evening.director, now=evening.now)
    hand_in(evening, checked, 0, 13, 3, 1, 0)
    hand_in(evening, checked, 1, 3, 13, 0, 2)
    call_off(called_off, reason="They talked", by=evening.director, now=evening.now)
    evening.play_rounds(1)
    one, other, third = [match for match in evening.matches(1) if match.round.number == 2][:3]
    hand_in(evening, one, 0, 10, 5)
    hand_in(evening, other, 0, 5, 5)
    hand_in(evening, other, 1, 5, 5)
    make_ruling(other, points=(6, 4), now=evening.now, **rule)
    make_ruling(third, points=(0, 9), now=evening.now, **rule)
    evening.end_rounds(1)
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    evening.event.refresh_from_db()
    return evening


def words_of(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def on_board(evening: Evening, client: Client) -> dict[int, dict[str, str]]:
    """Match -> side -> the figure of the board, of those that are not just being played."""
    tables = sorted({match.table.number for match in evening.matches(1)})
    board = reverse("results", args=[evening.event.pk])
    pages = "".join(markup(client.get(board, {"table": table})) for table in tables)
    found = {}
    for pk, line in re.findall(r'<li class="board-match" id="match-(\d+)">(.*?)</li>', pages, re.S):
        sides = re.findall(r'<span>([^<]+)</span> <b class="number">([^<]+)</b>', line)
        if 'class="state playing"' not in line:
            found[int(pk)] = {unescape(name): figure for name, figure in sides}
    return found


def on_match_page(evening: Evening, client: Client, match: int) -> dict[str, str]:
    page = markup(client.get(reverse("match", args=[evening.event.pk, match])))
    sides = re.findall(r'<div class="slate-side.*?</svg>\s*([^<]+)</h2><b class="huge[^"]*">([^<]+)</b>', page, re.S)
    return {unescape(name): figure for name, figure in sides}


def on_sheets_page(evening: Evening, client: Client) -> dict[str, str]:
    """Player -> the points of his sheet."""
    page = markup(client.get(reverse("sheets", args=[evening.event.pk])))
    rows = re.findall(r'<th scope="row"><a [^>]+>([^<]+)</a>.*?</th>.*?<td class="number">([^<]+)<', page, re.S)
    return {unescape(name): points for name, points in rows}


def in_standings(evening: Evening) -> dict[str, str]:
    page = markup(Client().get(reverse("standings", args=[evening.event.pk])))
    rows = re.findall(
        r'<th scope="row">([^<]+?)\s*<.*?<td class="number more">.*?</td>\s*<td class="number more">([^<]+)', page, re.S
    )
    return {unescape(name).strip(): points for name, points in rows}


def on_own_page(evening: Evening, name: str) -> tuple[str, dict[str, str]]:
    """The points of a player's own page, and of each opponent the score that it shows."""
    phone = Client()
    phone.post("/me/", {"add": evening.entry(name).player_id})
    page = markup(phone.get("/me/"))
    points = re.search(r'<span class="own-figure">Points <b>([^<]+)</b>', page)
    turns = re.findall(r'<b>\d</b> <span>([^<]+)</span> <span class="number">([^<]+)</span>', page)
    return points.group(1) if points else UNKNOWN, {unescape(who): score for who, score in turns}


def assert_that_all_pages_agree(evening: Evening) -> None:
    desk, hour = signed_in(evening, "director"), evening.hour(1)
    matches = {match.pk: match for match in evening.matches(1) if match.state != State.CALLED_OFF}
    stored = {
        pk: {side.name: UNKNOWN if side.points is None else str(side.points) for side in sides_of(match)}
        for pk, match in matches.items()
    }
    board = {pk: said for pk, said in on_board(evening, desk).items() if pk in matches}
    assert board == {pk: stored[pk] for pk in board}
    assert len(board) >= len(matches) - 2
    told = {pk: said for pk, said in stored.items() if set(said.values()) != {UNKNOWN}}
    assert {pk: on_match_page(evening, desk, pk) for pk in told} == told
    totals: dict[str, list[str]] = {}
    for said in stored.values():
        for name, points in said.items():
            totals.setdefault(name, []).append(points)
    expected = {
        name: str(sum(int(each) for each in points if each != UNKNOWN)) if set(points) != {UNKNOWN} else UNKNOWN
        for name, points in totals.items()
    }
    assert on_sheets_page(evening, desk) == expected
    assert in_standings(evening) == expected
    reported = {name: points for name, points in expected.items() if points != UNKNOWN}
    standings = standings_of(evening.event)
    page = standings_page(standings)
    assert {row.name: row.cells[1].text for row in page.rows if row.cells[1].text != UNKNOWN} == reported
    wall = standings_on_wall(evening.event)
    assert {row.name: row.figures[0] for row in wall.rows if row.name in reported} == reported
    settled = {pk: said for pk, said in stored.items() if matches[pk].state in SETTLED}
    shown = [{side.name: side.figure for side in each.sides} for each in results_on_wall(evening.event).results]
    assert all(each in settled.values() for each in shown)
    printed = [match for table in printed_results_of(evening.event, hour).stages[0].tables for match in table.matches]
    on_paper = [{side.name: side.figures[0] for side in each.sides} for each in printed]
    assert all(said in on_paper for said in told.values())
    for name, points in reported.items():
        own, scores = on_own_page(evening, name)
        assert own == points
        in_dispute = {side for pk, said in stored.items() if matches[pk].state == State.DISPUTED for side in said}
        for opponent, score in scores.items():
            if " to " not in score:
                assert {name, opponent} <= in_dispute
                continue
            assert any(
                said == {name: score.split(" to ")[0], opponent: score.split(" to ")[1]} for said in told.values()
            )


@pytest.mark.slow
def test_every_page_tells_the_same_of_every_result_and_of_every_total(mixed):
    states = {match.state for match in mixed.matches(1)}
    assert states == {"waiting", "entered", "agreed", "disputed", "ruled", "called_off"}
    assert_that_all_pages_agree(mixed)


@pytest.mark.slow
def test_every_page_still_tells_the_same_after_each_ruling_and_when_the_evening_is_locked(mixed):
    for place, match in enumerate(mixed.matches(1)):
        if match.state in (State.DISPUTED, State.ENTERED):
            points = (place, place + 2)
            make_ruling(match, points=points, reason="settled", by=mixed.director, now=mixed.now)
    assert_that_all_pages_agree(mixed)
    lock_event(mixed.event, by=mixed.director, now=mixed.now)
    assert_that_all_pages_agree(mixed)


def test_after_a_ruling_the_list_of_sheets_has_what_counts_and_says_what_the_paper_adds_up_to(evening_of):
    evening = evening_of(4).begun()
    evening.hand_in(1, lambda match: (10, 4))
    match = evening.matches(1)[0]
    name = players_of(match)[0].name
    make_ruling(match, points=(7, 4), reason="heard both", by=evening.director, now=evening.now)
    sheet = next(sheet for sheet in sheets_of(evening.hour(1)) if sheet.name == name)
    client = signed_in(evening)
    assert on_sheets_page(evening, client)[name] == in_standings_of(evening)[name] == str(sheet.on_paper - 3)
    page = words_of(markup(client.get(reverse("sheets", args=[evening.event.pk]))))
    assert f"{sheet.on_paper - 3} sheet: {sheet.on_paper}" in page
    own = words_of(markup(client.get(reverse("sheet", args=[evening.event.pk, 1, sheet.entry.pk]))))
    assert own.count("What counts: 7 – 4") == 1


def in_standings_of(evening: Evening) -> dict[str, str]:
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    return in_standings(evening)


def test_a_sheet_and_unfinished_hands_give_one_figure_on_the_board_and_in_the_standings_and_the_other_beside_it(
    evening_of,
):
    evening = evening_of(4).playing()
    match = evening.matches(1)[0]
    record(match, "a", "b")
    hand_in(evening, match, 1, 7, 8)
    second = players_of(match)[1].name
    board = on_board(evening, signed_in(evening))[match.pk]
    assert (
        board[second] == in_standings_of(evening)[second] == on_sheets_page(evening, signed_in(evening))[second] == "7"
    )
    page = words_of(markup(signed_in(evening).get(reverse("results", args=[evening.event.pk]))))
    assert "2 hands" in page and "they add up to 3 – 3" in page
    assert "What counts is – – 7, from the score sheets." in words_of(Phone(match).get())


def test_the_phone_of_a_table_says_what_the_director_ruled_beside_what_its_hands_come_to(evening_of):
    evening = evening_of(4).playing()
    match = evening.matches(1)[0]
    record(match, "a")
    make_ruling(match, points=(5, 2), reason="heard both", by=evening.director, now=evening.now)
    assert "The director has ruled this match: 5 – 2." in words_of(Phone(match).get())


def clock_words(evening: Evening) -> str:
    return words_of(markup(Client().get(reverse("clock_screen", args=[evening.event.pk]))))


def own_words(evening: Evening, name: str) -> str:
    phone = Client()
    phone.post("/me/", {"add": evening.entry(name).player_id})
    return words_of(markup(phone.get("/me/")))


def test_nobody_is_asked_for_a_score_sheet_once_it_is_in_or_all_is_agreed(evening_of):
    evening = evening_of(4).begun()
    evening.play_rounds(1)
    evening.end_rounds(1)
    asked, done = "Next: hand in your score sheet", "Next: hour 2, once its seats are shown"
    first = sheets_of(evening.hour(1))[0]
    others = [sheet.name for sheet in sheets_of(evening.hour(1))[1:]]
    assert all(asked in said for said in (clock_words(evening), own_words(evening, first.name)))
    lines = [SheetEntry(line.match.pk, 5, 4) for line in first.lines]
    enter_sheet(evening.entry(first.name), lines, by=evening.scorer, now=evening.now)
    assert asked in clock_words(evening)
    assert (asked in own_words(evening, first.name), done in own_words(evening, first.name)) == (False, True)
    assert all(asked in own_words(evening, name) for name in others)
    for match in evening.matches(1):
        make_ruling(match, points=(5, 4), reason="all agreed", by=evening.director, now=evening.now)
    said = [clock_words(evening), *(own_words(evening, name) for name in (first.name, *others))]
    assert [(asked in each, done in each) for each in said] == [(False, True)] * 5


def test_after_the_last_hour_the_clock_says_that_the_results_come_next_once_every_sheet_is_in(evening_of):
    evening = evening_of(4).begun()
    evening.hand_in(1, evenings.by_lot)
    evening.second()
    evening.play_rounds(2)
    evening.end_rounds(2)
    assert "Next: hand in your score sheet" in clock_words(evening)
    evening.hand_in(2, evenings.by_lot)
    assert "Next: the results" in clock_words(evening)
