"""A player's score sheet that is missing, though opponents handed theirs in: what they wrote is proposed, taken by one
press, and marked as theirs wherever it is shown (D25)."""

import re
from copy import deepcopy
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from tests.conftest import signed_in
from tests.evenings import Evening, make_evening
from tournament.matches.queries.matches import players_of, side_of, sides_of, with_sides
from tournament.models import Entry, Match, SheetLine, State
from tournament.paper.queries.printed_results import printed_results_of
from tournament.results.queries.sheets import SideSheet, sheets_of
from tournament.results.services.decisions import agree_matches, make_ruling
from tournament.results.services.sheets import SheetEntry, enter_sheet, take_from_opponents
from tournament.standings.queries.standings import standings_of


@pytest.fixture(scope="module")
def first_hour(rows_of_file: None) -> Evening:
    """Sixteen players; every sheet of the first hour is in but Ann's: each opponent wrote that she won 5, 6 or 7."""
    evening = make_evening(16).begun()
    sheets: dict[Entry, list[SheetEntry]] = {}
    for match in with_sides(Match.objects.filter(table__stage__event=evening.event).select_related("round")):
        for side in sides_of(match):
            theirs = 4 + match.round.number if "Ann Ash" in match.name else 9
            sheets.setdefault(side.entries[0], []).append(SheetEntry(match.pk, 9, theirs, 1, 0))
    for player, lines in sheets.items():
        if player.name != "Ann Ash":
            enter_sheet(player, lines, by=evening.scorer, now=evening.now)
    return evening


@pytest.fixture
def evening(first_hour: Evening, db: None) -> Evening:
    return deepcopy(first_hour)


def page_of(evening: Evening, name: str = "sheets", *args: object, who: str = "scorer", query: str = "") -> str:
    html = signed_in(evening, who).get(reverse(name, args=[evening.event.pk, *args]) + query).content.decode()
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def sheet_of(evening: Evening, name: str = "Ann Ash") -> SideSheet:
    return next(sheet for sheet in sheets_of(evening.hour(1)) if sheet.name == name)


def press(evening: Evening, *lines: str, client: Client | None = None) -> str:
    taking = reverse("from_opponents", args=[evening.event.pk, 1])
    answer = (client or signed_in(evening)).post(taking, {"lines": lines}, follow=True)
    assert answer.status_code == 200
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", answer.content.decode())).split())


def matches_of(evening: Evening, name: str = "Ann Ash") -> list[Match]:
    return [match for match in evening.matches(1) if name in match.name]


def points_of(match: Match, name: str = "Ann Ash") -> int | None:
    return next(side.points for side in sides_of(Match.objects.get(pk=match.pk)) if side.name == name)


def total_of(evening: Evening, name: str = "Ann Ash") -> int:
    return next(line.record.total for line in standings_of(evening.event).lines if line.name == name)


def test_what_the_opponents_wrote_is_proposed_for_the_missing_sheet_and_counts_nothing_yet(evening):
    page = page_of(evening)
    assert "1 sheet of 16 missing" in page
    assert "Fill in 3 lines: 18 points" in page
    assert (total_of(evening), [match.state for match in matches_of(evening)]) == (0, ["entered"] * 3)


def test_one_press_fills_in_the_missing_sheet_and_its_results_are_entered_and_not_cross_checked(evening):
    said = press(evening, sheet_of(evening).proposed_ids)
    assert "3 lines filled in from the opponents’ sheets. They are not cross-checked." in said
    assert "No sheet of 16 is missing; 1 is from the opponents’ sheets" in said
    matches = matches_of(evening)
    assert [points_of(match) for match in matches] == [5, 6, 7]
    assert {(match.state, match.cross_checked) for match in matches} == {(State.ENTERED, False)}
    assert total_of(evening) == 18


@pytest.mark.slow
def test_several_missing_sheets_are_filled_in_by_one_press(evening):
    others = [name for match in matches_of(evening)[:1] for name in (side.name for side in sides_of(match))]
    other = next(name for name in others if name != "Ann Ash")
    away = next(
        player.name
        for match in evening.matches(1)
        if match.table.number != matches_of(evening)[0].table.number
        for player in players_of(match)
    )
    SheetLine.objects.filter(side__players__entry__player__name=away).delete()
    for match in matches_of(evening, away):
        Match.objects.filter(pk=match.pk).update(state=State.ENTERED)
        side = side_of(match, evening.entry(away).pk)
        side.points = None
        side.save()
    proposed = [sheet.proposed_ids for sheet in sheets_of(evening.hour(1)) if sheet.proposed_lines]
    assert "Fill in all 2 sheets" in page_of(evening)
    assert "6 lines filled in" in press(evening, ",".join(proposed))
    assert (total_of(evening), total_of(evening, away), sheet_of(evening, other).is_missing) == (18, 27, False)


def test_where_only_some_opponents_handed_theirs_in_those_lines_are_proposed_and_the_sheet_stays_missing(evening):
    first, *_others = matches_of(evening)
    SheetLine.objects.filter(side__match=first).delete()
    Match.objects.filter(pk=first.pk).update(state=State.WAITING)
    press(evening, sheet_of(evening).proposed_ids)
    assert (sheet_of(evening).is_missing, sheet_of(evening).total) == (True, 13)


def test_an_opponent_who_left_that_box_empty_proposes_nothing(evening):
    for match in matches_of(evening):
        opponent = next(player for player in players_of(match) if player.name != "Ann Ash")
        enter_sheet(opponent, [SheetEntry(match.pk, 9, None)], by=evening.scorer, now=evening.now)
    assert sheet_of(evening).proposed_lines == ()
    assert "From the opponents’ sheets" not in page_of(evening)


@pytest.mark.slow
def test_wherever_the_source_of_a_result_is_shown_it_is_marked_as_the_opponents(evening):
    press(evening, sheet_of(evening).proposed_ids)
    match = matches_of(evening)[0]
    assert "Ann Ash from the opponents’ sheets" in page_of(evening)
    assert "5 from the opponents’ sheets" in page_of(evening, "sheet", 1, evening.entry("Ann Ash").pk)
    board, table = page_of(evening, "results"), match.table.number
    assert board.count("Ann Ash: from the opponents’ sheets") == 3
    assert f"3 results are not cross-checked: only one side’s sheet supports them. Tables: {table}" in board
    assert board.count("not cross-checked") == 1
    assert "Ann Ash, from the opponents’ sheets" in page_of(evening, "match", match.pk)
    assert "Filled in Ann Ash’s missing sheet from the opponents’ sheets: 3 lines" in page_of(
        evening, "log", who="director"
    )
    printed = [
        match.also
        for table in printed_results_of(evening.event, evening.hour(1)).stages[0].tables
        for match in table.matches
        if match.also
    ]
    assert printed == [("Ann Ash’s points: from the opponents’ sheets, not cross-checked.",)] * 3


def test_what_the_opponents_cannot_know_stays_unknown_though_empty_means_none(evening):
    press(evening, sheet_of(evening).proposed_ids)
    line = next(line for line in standings_of(evening.event).lines if line.name == "Ann Ash")
    assert (evening.event.empty_means_none, line.record.all_fours, line.record.jacks_turned) == (True, None, None)
    page = page_of(evening, "standings", who="director")
    assert "All Fours and Jacks turned: not known for Ann Ash (–)." in page


def test_the_director_agrees_what_was_filled_in_and_it_is_still_not_cross_checked(evening):
    press(evening, sheet_of(evening).proposed_ids)
    agree_matches(matches_of(evening), event=evening.event, by=evening.director, now=evening.now)
    assert {(match.state, match.cross_checked) for match in matches_of(evening)} == {(State.AGREED, False)}
    board, table = page_of(evening, "results"), matches_of(evening)[0].table.number
    assert f"3 results are not cross-checked: only one side’s sheet supports them. Tables: {table}" in board
    assert (board.count("not cross-checked"), "Ann Ash: from" in board) == (1, False)
    opened = page_of(evening, "results", query=f"?table={table}")
    assert opened.count("Ann Ash: from the opponents’ sheets") == 3


@pytest.mark.slow
@pytest.mark.parametrize("is_agreed", [False, True])
@pytest.mark.parametrize(("won", "state"), [(5, State.AGREED), (8, State.DISPUTED)])
def test_a_sheet_that_turns_up_replaces_what_was_filled_in_and_is_cross_checked(evening, is_agreed, won, state):
    press(evening, sheet_of(evening).proposed_ids)
    match = matches_of(evening)[0]
    if is_agreed:
        agree_matches([match], event=evening.event, by=evening.director, now=evening.now)
    enter_sheet(evening.entry("Ann Ash"), [SheetEntry(match.pk, won, 9)], by=evening.director, now=evening.now)
    current = Match.objects.get(pk=match.pk)
    assert (current.state, current.cross_checked, points_of(match)) == (state, state == State.AGREED, won)
    assert SheetLine.objects.filter(side__match=match, from_opponents=True, superseded_at=None).count() == 0


def test_the_boxes_of_a_sheet_that_was_filled_in_wait_empty_for_the_paper(evening):
    press(evening, sheet_of(evening).proposed_ids)
    page = reverse("sheet", args=[evening.event.pk, 1, evening.entry("Ann Ash").pk])
    rows = signed_in(evening).get(page).context["form"].rows()
    assert [[box.value() for box in row.boxes] for row in rows] == [[None] * 4] * 3


def test_an_opponents_sheet_that_is_put_right_puts_right_what_was_filled_in_from_it(evening):
    press(evening, sheet_of(evening).proposed_ids)
    match = matches_of(evening)[0]
    opponent = next(player for player in players_of(match) if player.name != "Ann Ash")
    enter_sheet(opponent, [SheetEntry(match.pk, 9, 3)], by=evening.scorer, now=evening.now)
    assert (points_of(match), Match.objects.get(pk=match.pk).state) == (3, State.ENTERED)
    enter_sheet(opponent, [SheetEntry(match.pk, 9, None)], by=evening.scorer, now=evening.now)
    assert (points_of(match), sheet_of(evening).is_missing) == (None, True)


def test_pressing_twice_changes_nothing_more(evening):
    lines = sheet_of(evening).proposed_ids
    press(evening, lines)
    assert "Nothing to fill in: these lines are already there." in press(evening, lines)
    assert SheetLine.objects.filter(from_opponents=True).count() == 3


def test_figures_that_changed_since_they_were_shown_are_not_taken_unseen(evening):
    lines = sheet_of(evening).proposed_ids
    match = matches_of(evening)[0]
    opponent = next(player for player in players_of(match) if player.name != "Ann Ash")
    enter_sheet(opponent, [SheetEntry(match.pk, 9, 3)], by=evening.scorer, now=evening.now)
    assert "An opponent’s sheet has changed in the meantime. Check the figures again." in press(evening, lines)
    assert SheetLine.objects.filter(from_opponents=True).count() == 0


def test_a_ruling_counts_before_what_was_filled_in_and_nothing_is_proposed_for_a_match_that_is_settled(evening):
    match = matches_of(evening)[0]
    make_ruling(match, points=(1, 2), reason="heard both", by=evening.director, now=evening.now)
    assert len(sheet_of(evening).proposed_lines) == 2
    seen = list(SheetLine.objects.filter(side__match=match).values_list("pk", flat=True))
    assert take_from_opponents(evening.event, seen, by=evening.scorer, now=evening.now) == 0


def test_a_line_of_another_evening_or_of_nobody_is_not_taken(evening):
    assert "Check the figures again" in press(evening, "999999")
    taking = reverse("from_opponents", args=[evening.event.pk, 1])
    assert signed_in(evening).post(taking, {"lines": "none"}).status_code == 404


def test_only_who_keys_sheets_fills_them_in(evening):
    taking = reverse("from_opponents", args=[evening.event.pk, 1])
    assert Client().post(taking, {"lines": sheet_of(evening).proposed_ids}).url == f"/sign-in/?next={taking}"
    assert signed_in(evening).get(taking).status_code == 405
    assert Entry.objects.count() == 16 and SheetLine.objects.filter(from_opponents=True).count() == 0
