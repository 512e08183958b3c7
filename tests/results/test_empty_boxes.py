"""Boxes for All Fours and Jacks turned that a player left empty: none, or unknown, as the evening has it (D26)."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.phone.test_table import Phone
from tests.round_evenings import out
from tournament.event.services.events import SettingFixed, change_settings
from tournament.hands.services.hands import finish_hands
from tournament.matches.queries.matches import players_of, sides_of
from tournament.models import Event, Match, Side
from tournament.paper.queries.hour_sheets import score_sheets_of
from tournament.results.services.decisions import make_ruling
from tournament.results.services.sheets import SheetEntry, enter_sheet
from tournament.standings.queries.standings import standings_of
from tournament.standings.queries.standings_page import standings_on_paper, standings_page

evening_of = evenings.evening_of


def hand_in(evening: Evening, match: Match, side: int, *line: int | None) -> None:
    enter_sheet(players_of(match)[side], [SheetEntry(match.pk, *line)], by=evening.scorer, now=evening.now)


def hand_in_all(evening: Evening, *counts: int | None) -> None:
    """Both sheets of every match of the first hour, with these figures in the boxes behind the points."""
    for match in evening.matches(1):
        hand_in(evening, match, 0, 9, 4, *counts)
        hand_in(evening, match, 1, 4, 9, *counts)


def counts_of(match: Match) -> list[tuple[int | None, int | None]]:
    return [(side.all_fours, side.jacks_turned) for side in sides_of(Match.objects.get(pk=match.pk))]


def in_column(evening: Evening) -> dict[str, tuple[int | None, int | None]]:
    return {line.name: (line.record.all_fours, line.record.jacks_turned) for line in standings_of(evening.event).lines}


def said_of_unknown(evening: Evening) -> tuple[str, ...]:
    return standings_page(standings_of(evening.event)).unknown


def test_a_box_left_empty_beside_the_points_counts_as_none_at_a_new_evening(evening_of):
    evening = evening_of(4).begun()
    match = evening.matches(1)[0]
    hand_in(evening, match, 0, 9, 4)
    hand_in(evening, match, 1, 4, 9, 1)
    assert counts_of(match) == [(0, 0), (1, 0)]


def test_where_the_evening_says_unknown_an_empty_box_stays_unknown(evening_of):
    evening = evening_of(4, empty_means_none=False).begun()
    match = evening.matches(1)[0]
    hand_in(evening, match, 0, 9, 4)
    hand_in(evening, match, 1, 4, 9, 1)
    assert counts_of(match) == [(None, None), (1, None)]


def test_hands_tell_what_an_empty_box_does_not(evening_of):
    evening = evening_of(4).playing()
    match = evening.matches(1)[0]
    Phone(match).send(1, high="a", low="a", jack="a", game="a")
    hand_in(evening, match, 0, 4, 0)
    assert counts_of(match) == [(0, 0), (None, None)]
    finish_hands(match, by=evening.scorer, now=evening.now)
    assert counts_of(match) == [(1, 0), (0, 0)]


def test_a_sheet_that_is_not_whole_leaves_the_column_unknown_until_its_last_line_is_in(evening_of):
    evening = evening_of(4).begun()
    *first, last = evening.matches(1)
    for match in first:
        hand_in(evening, match, 0, 9, 4)
        hand_in(evening, match, 1, 4, 9)
    hand_in(evening, last, 0, 9, 4)
    name, other = (player.name for player in players_of(last))
    assert (in_column(evening)[name], in_column(evening)[other]) == ((0, 0), (None, None))
    hand_in(evening, last, 1, 4, 9)
    assert set(in_column(evening).values()) == {(0, 0)}


@pytest.mark.slow
def test_after_a_whole_hour_of_empty_boxes_the_column_has_a_figure_for_everybody_and_needs_no_note(evening_of):
    evening = evening_of(16).begun()
    hand_in_all(evening)
    assert set(in_column(evening).values()) == {(0, 0)}
    assert said_of_unknown(evening) == ()


def test_a_column_that_is_unknown_for_some_says_for_whom(evening_of):
    evening = evening_of(4, empty_means_none=False).begun()
    hand_in_all(evening, 0, 1)
    match = evening.matches(1)[0]
    hand_in(evening, match, 0, 9, 4)
    name = players_of(match)[0].name
    assert said_of_unknown(evening) == (f"All Fours and Jacks turned: not known for {name} (–).",)
    page = signed_in(evening).get(reverse("standings", args=[evening.event.pk])).content.decode()
    assert f"All Fours and Jacks turned: not known for {name} (–)." in page


@pytest.mark.slow
def test_a_column_that_is_unknown_for_many_says_for_how_many(evening_of):
    evening = evening_of(8, empty_means_none=False).begun()
    hand_in_all(evening)
    for match in evening.matches(1):
        if match.table.number == 1:
            hand_in(evening, match, 0, 9, 4, 0, None)
            hand_in(evening, match, 1, 4, 9, 0, None)
    assert said_of_unknown(evening) == ("All Fours: not known for 4 of 8 (–).",)


def test_columns_that_are_empty_for_everybody_are_left_out_on_pages_phones_and_paper_alike(evening_of):
    evening = evening_of(4, empty_means_none=False).begun()
    page = standings_page(standings_of(evening.event))
    assert [column.label for column in page.columns] == ["Rounds", "Total"]
    assert {row.small for row in page.rows} == {"0 of 3 rounds"}
    hand_in_all(evening, 1, None)
    standings = standings_of(evening.event)
    page = standings_page(standings)
    assert [column.label for column in page.columns] == ["Rounds", "Hour 1", "All Fours", "Total"]
    assert [row.small.partition("All Fours")[2] for row in page.rows] == [" 3"] * 4
    assert "Jacks turned" not in [column.label for column in standings_on_paper(standings).columns]


def test_an_hour_without_a_result_has_no_column_and_a_phone_reads_both_hours_all_the_same(evening_of):
    evening = evening_of(4).begun()
    hand_in_all(evening)
    evening.second()
    hours = ("Hour 1", "Hour 2")
    page = standings_page(standings_of(evening.event))
    assert [column.label for column in page.columns if column.label in hours] == ["Hour 1"]
    assert {row.small.split(" · ")[1].partition(" + ")[2] for row in page.rows} == {"–"}
    Side.objects.filter(match__table__stage=evening.hour(1)).update(points=None)
    Side.objects.filter(match__table__stage=evening.hour(2)).update(points=5)
    page = standings_page(standings_of(evening.event))
    assert [column.label for column in page.columns if column.label in hours] == ["Hour 2"]
    assert {row.small.split(" · ")[1] for row in page.rows} == {"– + 15"}


def test_a_ruling_leaves_empty_boxes_as_the_sheets_have_them(evening_of):
    evening = evening_of(4).begun()
    match = evening.matches(1)[0]
    hand_in(evening, match, 0, 9, 4)
    make_ruling(match, points=(8, 8), reason="heard both", by=evening.director, now=evening.now)
    assert counts_of(match) == [(0, 0), (None, None)]


def test_an_evening_of_rounds_counts_empty_boxes_the_same_way(evening_of):
    evening = evening_of(4, format="kent-rounds", enters="players", plan=[["round-robin", 3]])
    out(evening, 1)
    match = evening.matches(1)[0]
    hand_in(evening, match, 0, 9, 4)
    assert counts_of(match)[0] == (0, 0)


def test_a_game_to_a_target_has_no_score_sheet_whose_empty_boxes_count(evening_of):
    evening = evening_of(4, format="trinidad-tables").begun()
    match = evening.matches(1)[0]
    enter_sheet(
        players_of(match)[0], [SheetEntry(match.pk, mine=14, theirs=9, games=1)], by=evening.scorer, now=evening.now
    )
    assert counts_of(match)[0] == (None, None)


def test_deriving_all_tallies_again_finds_the_same_nones(evening_of):
    evening = evening_of(4).begun()
    hand_in_all(evening)
    out = StringIO()
    call_command("rescore", "--check", stdout=out)
    assert out.getvalue() == "0 different\n"


@pytest.mark.parametrize(("is_none", "said"), [(True, "empty means none"), (False, "write 0 for none")])
def test_every_score_sheet_says_what_an_empty_box_means(evening_of, is_none, said):
    evening = evening_of(4, empty_means_none=is_none).begun()
    assert score_sheets_of(evening.event, evening.hour(1)).empty_boxes == said


@pytest.mark.parametrize(
    ("is_none", "said"),
    [
        (True, "For All Fours and Jacks turned, empty means none; for what the opponent won, it means not"),
        (False, "Empty means unknown, not 0."),
    ],
)
def test_the_form_of_a_sheet_says_what_an_empty_box_means(evening_of, is_none, said):
    evening = evening_of(4, empty_means_none=is_none).begun()
    page = reverse("sheet", args=[evening.event.pk, 1, players_of(evening.matches(1)[0])[0].pk])
    assert said in signed_in(evening).get(page).content.decode()


def test_a_new_evening_counts_empty_boxes_as_none_until_the_director_chooses_otherwise(evening_of):
    evening = evening_of(4)
    assert evening.event.empty_means_none is True
    change_settings(evening.event, {"empty_means_none": False}, by=evening.director, now=evening.now)
    assert Event.objects.get().empty_means_none is False


def test_what_an_empty_box_means_stays_once_a_sheet_is_keyed_or_play_has_started(evening_of):
    evening = evening_of(4).begun()
    match = evening.matches(1)[0]
    hand_in(evening, match, 0, 9, 4)
    with pytest.raises(SettingFixed):
        change_settings(evening.event, {"empty_means_none": False}, by=evening.director, now=evening.now)
