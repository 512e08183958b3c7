"""The notices of a round for the wall: who sits where, and times as soon as anybody can know them."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests import evenings, round_evenings
from tests.paper.conftest import NOW, ODD_NAMES, evening, names_of
from tests.press.laid_out import faults_of, texts_of
from tests.round_evenings import out
from tournament.clock.services.rounds import extend_round
from tournament.foundation.wording import keep_partners_whole, order_key
from tournament.models import Club, Event, Round, Table, Team
from tournament.paper.documents import DOCUMENTS
from tournament.paper.documents.name_to_table import CAPITAL, lay_out_names
from tournament.paper.documents.round_notice import lay_out_many_tables, lay_out_notice
from tournament.paper.queries.hour_sheets import SeatingLine
from tournament.paper.queries.round_notices import RoundNotice, TableOnNotice, TimeOnNotice, round_notice_of
from tournament.paper.typesetting import order_of
from tournament.press.fitting import POINT
from tournament.press.sheets import SHEETS, Options

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


def test_before_the_first_round_begins_its_times_are_left_to_be_written_in(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 3]], length_kind="timed", hour_seconds=1500)
    stage = out(evening, 1)
    notice = round_notice_of(evening.event, stage, evening.now)
    (time,) = notice.times
    assert (time.label, time.starts, time.ends, time.length) == ("", "", "", "25 minutes")
    sides = tuple(side.name for side in evening.matches(1)[0].sides.all())
    (resting,) = notice.resting
    assert [(table.number, table.sides, table.is_match) for table in notice.tables] == [(1, sides, True)]
    assert resting not in sides


def test_once_a_round_runs_it_says_when_the_bell_rings(evening_of):
    evening = evening_of(8).playing()
    stage = evening.hour(1)
    began = Round.objects.get(stage=stage, number=1).started_at
    notice = round_notice_of(Event.objects.get(), stage, evening.now)
    first, second, _third = notice.times
    assert (first.label, first.starts, first.ends, first.length) == (
        *("Round 1", f"{timezone.localtime(began):%H:%M}"),
        *(f"{timezone.localtime(began + timedelta(minutes=20)):%H:%M}", "20 minutes"),
    )
    assert second.starts > first.starts
    seated = [
        tuple(seat.entry.name for seat in table.seats.order_by("position")) for table in stage.tables.order_by("number")
    ]
    assert [(table.sides, table.is_match) for table in notice.tables] == [(sides, False) for sides in seated]


def test_a_bell_that_was_moved_is_told_without_the_length_once_planned(evening_of):
    evening = evening_of(8).playing()
    extend_round(Round.objects.get(number=1), timedelta(minutes=4), by=evening.director, now=evening.now)
    first, second, _third = round_notice_of(Event.objects.get(), evening.hour(1), evening.now).times
    began = Round.objects.get(number=1).started_at
    assert (first.ends, first.length) == (f"{timezone.localtime(began + timedelta(minutes=24)):%H:%M}", "")
    assert second.length == "20 minutes"


def test_on_the_wall_it_says_who_plays_where_and_who_meets_whom(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 5]])
    stage = out(evening, 1)
    Table.objects.filter(stage=stage, number=2).update(number=119)
    (part,) = order_of(DOCUMENTS["round-notice"], evening.event, 1, now=evening.now).job.parts
    lines = [text.text.strip() for text in texts_of(part)]
    assert faults_of(part) == []
    assert [lines.count(words) for words in ("Who plays where", "Table", "119", "v")] == [1, 2, 1, 2]
    assert "Notice for the wall" not in lines
    assert lines[lines.index("Sits out this round") + 1] in round_notice_of(evening.event, stage, evening.now).resting


def test_of_teams_it_says_which_team_each_pair_plays_for(rounds_of):
    evening = rounds_of(2, plan=[["round-robin", 1]], enters="teams")
    for number, team in enumerate(Team.objects.order_by("pk"), start=1):
        Team.objects.filter(pk=team.pk).update(name=f"Flambeau {number}")
    stage = out(evening, 1)
    of_team = {entry.name: entry.team.name for entry in evening.event.entries.select_related("team", "player")}
    tables = round_notice_of(evening.event, stage, evening.now).tables
    told = [(of_team[side.split(" and ")[0]], team) for table in tables for side, team in table.sides_with_teams]
    assert [mine for mine, _team in told] == [team for _mine, team in told] != []
    (part,) = order_of(DOCUMENTS["round-notice"], evening.event, 1, now=evening.now).job.parts
    lines = [text.text.strip() for text in texts_of(part)]
    assert ([lines.count(f"Flambeau {number}") for number in (1, 2)], faults_of(part)) == ([2, 2], [])


@pytest.mark.slow
@pytest.mark.parametrize("sheet", ["a4", "a5"])
def test_a_long_word_of_a_name_is_smaller_rather_than_broken(sheet):
    event = evening(ODD_NAMES)
    job = order_of(DOCUMENTS["round-notice"], event, 1, options=Options(sheet), now=NOW).job
    texts = [text.text.strip() for page in job.parts for text in texts_of(page)]
    whole = {"Παπαδοπούλου", "Featherstonehaugh-", "20 minutes"}
    assert {word for word in whole if any(word in text for text in texts)} == whole


def test_those_who_rest_stand_in_order_of_their_names(rounds_of):
    evening = rounds_of(9, plan=[["knock-out", 0]])
    resting = round_notice_of(evening.event, out(evening, 1), evening.now).resting
    assert (len(resting), list(resting)) == (7, sorted(resting, key=order_key))


@pytest.mark.parametrize(("tables", "columns", "least"), [(1, 0, 50), (2, 1, 40), (4, 1, 24), (8, 2, 20), (12, 2, 16)])
def test_few_tables_fill_the_notice_with_larger_names(tables, columns, least):
    seated = tuple(TableOnNotice(number, ("Ann Archer", "Bea Bell", "Cy Cooper")) for number in range(1, tables + 1))
    notice = RoundNotice(False, (TimeOnNotice("", "19:00", "19:20", ""),), False, "The bell.", seated, ())
    event = Event(name="Michaelmas", club=Club(name="The Hop Pole"))
    layout = lay_out_notice(notice, event, Options())
    assert (layout.columns, layout.size >= least) == (columns, True)


def test_rows_of_tables_fill_the_notice_of_a_club_s_evening():
    seated = tuple(TableOnNotice(number, ("Ann Archer",) * 4) for number in range(1, 10))
    notice = RoundNotice(False, (TimeOnNotice("", "", "", ""),) * 3, False, "The bell.", seated, ())
    layout = lay_out_notice(notice, Event(name="Michaelmas", club=Club(name="The Hop Pole")), Options())
    rows = 5 if layout.columns == 2 else 3
    assert 110 < layout.height * rows * layout.size * POINT < 180


@pytest.mark.parametrize(("tables", "pages", "least"), [(25, 2, 16), (50, 3, 13)])
def test_many_tables_fill_their_pages_with_names_as_large_as_can_be(tables, pages, least):
    seated = tuple(TableOnNotice(number, ("Ann Archer",) * 4) for number in range(1, tables + 1))
    notice = RoundNotice(False, (TimeOnNotice("", "", "", ""),) * 3, False, "The bell.", seated, ())
    layout = lay_out_many_tables(notice, Event(name="Michaelmas", club=Club(name="The Hop Pole")), Options())
    rows = -(-tables // layout.columns) * layout.size * POINT * 5.3
    assert layout.size >= least
    assert 165 + 250 * (pages - 2) < rows < 165 + 250 * (pages - 1)


def test_partners_who_need_two_lines_have_one_each():
    assert keep_partners_whole("Ann Ash and Bea Birch", 9) == "Ann\xa0Ash and Bea\xa0Birch"
    assert keep_partners_whole("Maximiliana Theodora and Bea Birch", 9) == "Maximiliana Theodora and Bea\xa0Birch"


def lines_of(count, *, of_team=0):
    names = sorted(names_of(count), key=order_key)
    return [
        SeatingLine(name, at + 1, 1, (), team=f"Team {at // of_team:02}" if of_team else "")
        for at, name in enumerate(names)
    ]


def whose_on(layout):
    return [[row.name for row in sheet.rows] for sheet in layout.sheets]


@pytest.mark.parametrize("sheet", ["a4", "letter", "a5", "a3", "tabloid"])
@pytest.mark.parametrize("count", [40, 100, 200])
def test_from_40_people_on_names_are_read_from_across_the_hall_on_several_pages(sheet, count):
    lines, options = lines_of(count), Options(sheet)
    layout = lay_out_names(lines, Event(club=Club(name="")), options)
    assert layout.size * POINT * CAPITAL * SHEETS[sheet].zoom >= 9.999
    assert [name for page in whose_on(layout) for name in page] == [line.name for line in lines]
    assert [bool(sheet.letters) for sheet in layout.sheets] == [len(layout.sheets) > 1] * len(layout.sheets)
    longest = [max(len(group.rows) for column in sheet.columns for group in column) for sheet in layout.sheets]
    assert max(longest) - min(longest) <= len(longest), "no page is almost empty"


def test_larger_paper_has_more_of_them_on_a_page():
    sheets = ("a5", "a4", "a3")
    layouts = [lay_out_names(lines_of(100), Event(club=Club(name="")), Options(sheet)) for sheet in sheets]
    pages = [len(layout.sheets) for layout in layouts]
    assert pages == sorted(pages, reverse=True)
    assert pages[0] > pages[1] > pages[2]


@pytest.mark.parametrize(("count", "least"), [(3, 70), (13, 40), (36, 25), (39, 20)])
def test_fewer_than_40_have_one_page_in_the_largest_letters_that_it_allows(count, least):
    layout = lay_out_names(lines_of(count), Event(club=Club(name="")), Options())
    assert (len(layout.sheets), layout.sheets[0].letters, layout.size >= least) == (1, "", True)


@pytest.mark.parametrize("count", [16, 48])
def test_each_team_is_whole_below_its_name(count):
    layout = lay_out_names(lines_of(count, of_team=4), Event(club=Club(name="")), Options())
    groups = [group for sheet in layout.sheets for column in sheet.columns for group in column]
    assert [group.team for group in groups] == [f"Team {number:02}" for number in range(count // 4)]
    assert {len(group.rows) for group in groups} == {4}


def test_the_worst_names_end_on_their_rows_and_the_names_of_teams_above_them(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3]], enters="teams")
    for number, team in enumerate(evening.event.teams.all()):
        Team.objects.filter(pk=team.pk).update(name=f"{ODD_NAMES[number]} {number}"[:60])
    out(evening, 1)
    (html,) = order_of(DOCUMENTS["name-to-table"], evening.event, 1, now=NOW).job.parts
    assert faults_of(html) == []


def test_the_worst_names_of_players_end_on_their_rows():
    (html,) = order_of(DOCUMENTS["name-to-table"], evening(ODD_NAMES), 1, now=NOW).job.parts
    assert faults_of(html) == []
