"""The power-cut kit of each kind of evening, opened and read, and how it is kept on the laptop."""

import datetime as dt
import re
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pypdf import PdfReader

from tests import evenings, round_evenings
from tests.evenings import NAMES, SEVEN, by_lot
from tests.paper.conftest import ODD_NAMES, names_of
from tests.paper.conftest import evening as printed_evening
from tests.press.holding import hold_press
from tests.press.structure import structure_faults_of
from tests.round_evenings import out
from tournament.clock.services.rounds import start_round
from tournament.door.services.entries import correct_name
from tournament.door.services.people import leave
from tournament.draw.services.draws import draw_first_hour, release_draw, undo_release
from tournament.event.services.events import lock_event
from tournament.models import Club, Event, Match, Round, Seat, State
from tournament.paper import kit_files, typesetting
from tournament.paper.document import PressIsBusy
from tournament.paper.documents.kit import parts_of_kit
from tournament.paper.kit import make_kit
from tournament.paper.kit_files import LOCK, folder_of, make_and_save_kit, saved_kit_of
from tournament.paper.kit_worker import CALM, KitWorker
from tournament.paper.queries.hour_sheets import score_sheets_of
from tournament.paper.queries.kits import (
    rest_of_evening,
    rests_of_evenings,
    rounds_ahead_of,
    score_sheets_ahead,
    sheets_for_next_hour,
    table_sheets_left,
)
from tournament.press import press
from tournament.storage.data_lock import LockHeld, hold_lock

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
SOON = SEVEN + dt.timedelta(hours=2)


@pytest.fixture(autouse=True)
def _folder(settings, tmp_path):
    settings.DATA_DIR = settings.FILES_DIR = tmp_path


class Opened:
    """A kit as its reader has it: the text of each part, by its title in the list of contents."""

    def __init__(self, event, now=SOON):
        self.left = rest_of_evening(Event.objects.get(pk=event.pk))
        self.kit = make_kit(self.left, now=now)
        self.reader = PdfReader(BytesIO(self.kit.pdf))
        pages = [" ".join(page.extract_text().split()) for page in self.reader.pages]
        self.cover = " ".join(pages[: self.kit.sections[0].first - 1])
        self.parts = {each.title: " ".join(pages[each.first - 1 : each.last]) for each in self.kit.sections}

    @property
    def chapters(self):
        """Title and page, from 1, of the list of contents."""
        top = [entry for entry in self.reader.outline if not isinstance(entry, list)]
        return [(entry.title, self.reader.get_destination_page_number(entry) + 1) for entry in top]


def report(round_number):
    """Something is known of every match of a round."""
    for number, match in enumerate(Match.objects.filter(round__number=round_number)):
        for side, points in zip(match.sides.all(), (5 + number % 7, 11 - number % 5), strict=True):
            side.points, side.all_fours, side.jacks_turned = points, 0, 0
            side.save()
        Match.objects.filter(pk=match.pk).update(state=State.ENTERED)


def letters(text):
    """Only what is printed: a long name may be broken anywhere."""
    return re.sub(r"\s", "", text)


@pytest.mark.slow
def test_after_a_round_of_an_hour_the_kit_has_the_rounds_left_and_sheets_for_them():
    names = [*ODD_NAMES, "Ann", "Bea", "Cyril"]
    event = printed_evening(names)
    report(1)
    opened = Opened(event)
    without = {
        title: [name for name in names if letters(name) not in letters(text)] for title, text in opened.parts.items()
    }
    assert without == {
        "Standings so far": [],
        "Standings to carry on": [],
        "Seating by name": [],
        "Seating by table": [],
        "Score sheets for what is left": [],
        "Score sheets for what is drawn next": [],
        "Blank score sheets": names,
    }
    assert "Hour 1, after round 1" in opened.cover
    rounds = re.findall(r"Hour (\d), round (\d) [\d:–]+ 20 minutes (in this kit|not drawn yet)", opened.cover)
    assert rounds == [
        *(("1", "2", "in this kit"), ("1", "3", "in this kit")),
        *(("2", turn, "not drawn yet") for turn in ("1", "2", "3")),
    ]
    assert "Provisional: 15 matches are not agreed" in opened.parts["Standings so far"]
    by_name = opened.parts["Seating by name"]
    assert "First hour, from round 2 on" in by_name
    seats = Seat.objects.filter(entry__player__name__in=names[8:]).select_related("entry__player", "table")
    lines = [f"{seat.entry.name} {seat.table.number} {seat.position} 2 " for seat in seats]
    assert [line for line in lines if line not in by_name] == []
    sheets = opened.parts["Score sheets for what is left"]
    assert (sheets.count("Total of these rounds"), sheets.count("20 minutes")) == (11, 22)


@pytest.mark.slow
def test_the_kit_is_one_tagged_paper_whose_contents_lead_to_its_parts():
    opened = Opened(printed_evening(names_of(4)))
    found = opened.reader
    assert opened.kit.pages == len(found.pages)
    assert (found.metadata.title, found.root_object["/Lang"]) == ("If the power fails · Michaelmas All Fours", "en-gb")
    assert found.root_object["/MarkInfo"]["/Marked"]
    sections = [(each.title, each.first) for each in opened.kit.sections]
    assert opened.chapters == [("If the power fails", 1), *sections]
    assert [each.title for each in opened.kit.sections if f"{each.title} {each.pages}" not in opened.cover] == []


def test_every_page_of_a_kit_has_its_number_in_the_kit_so_that_one_that_was_dropped_is_put_in_order():
    opened = Opened(printed_evening(names_of(4)))
    numbers = [
        re.findall(r"Kit page (\d+) of (\d+)", " ".join(page.extract_text().split())) for page in opened.reader.pages
    ]
    pages = opened.kit.pages
    assert numbers == [[(str(number), str(pages))] for number in range(1, pages + 1)]
    assert structure_faults_of(opened.kit.pdf) == []


def test_the_sheets_left_are_of_who_still_plays_and_a_table_of_five_has_its_own_turns(evening_of):
    evening = evening_of(9).event
    stage = draw_first_hour(evening, seed=1674, prefer_five=True, by=None, now=SEVEN)
    release_draw(stage, by=None, now=SEVEN)
    for bell in Round.objects.filter(number__lte=2).order_by("number"):
        start_round(bell, by=None, now=SEVEN)
    gone = Seat.objects.filter(table__turns=3).first().entry
    leave(gone, by=None, now=SEVEN)
    left = rest_of_evening(evening)
    assert (left.over, left.rounds) == ({3: 1, 5: 1}, {3: 3, 5: 5})
    sheets = score_sheets_of(evening, stage, over=left.over).sheets
    lines = {sheet.name: len(sheet.lines) for sheet in sheets}
    five = {seat.entry.name: 4 for seat in Seat.objects.filter(table__turns=5)}
    assert {name: many for name, many in lines.items() if name in five} == five
    assert {many for name, many in lines.items() if name not in {*five, gone.name}} == {2}
    following = [sheet.name for sheet in sheets_for_next_hour(left).sheets]
    assert sorted([*following, gone.name]) == NAMES[:9]


@pytest.mark.slow
def test_before_anything_is_played_there_are_no_standings_and_after_the_last_round_no_seats(evening_of):
    evening = evening_of(4).begun()
    first = Opened(evening.event)
    assert "Standings so far" not in first.parts
    assert "0 of 6 matches have a result." in first.cover
    evening.hand_in(1, by_lot)
    between = Opened(evening.event)
    sheets = ["Score sheets for what is drawn next", "Blank score sheets"]
    assert list(between.parts) == ["Standings so far", "Standings to carry on", *sheets]
    assert re.findall(r"Hour 2, round (\d)", between.parts["Standings to carry on"]) == ["1", "2", "3"]
    assert ("After hour 1" in between.cover, "the top 4 at table 1" in between.cover) == (True, True)
    evening.second()
    evening.hand_in(2, by_lot)
    last = Opened(evening.event)
    assert (list(last.parts), "After hour 2" in last.cover) == (["Standings so far"], True)


@pytest.mark.slow
def test_a_round_robin_has_all_rounds_to_come_with_their_tables_and_sheets(rounds_of):
    evening = rounds_of(5, plan=[["round-robin", 0]])
    out(evening, 1)
    opened = Opened(evening.event)
    ahead = rounds_ahead_of(opened.left)
    assert [each.label for each in ahead] == ["Round 2", "Round 3", "Round 4", "Round 5"]
    coming, sheets = opened.parts["Rounds to come"], opened.parts["Table score sheets for what is left"]
    for each in ahead:
        assert (each.label in coming, f"Sits out this round: {each.resting[0]}" in coming) == (True, True)
        for table in each.tables:
            assert " v ".join(table.sides) in coming
            assert f"{each.label} · table {table.number}" in sheets
    assert "Sheet 10 of 10" in sheets
    assert "not drawn yet" not in opened.cover


@pytest.mark.slow
def test_a_knock_out_has_its_bracket_and_blank_sheets_for_matches_nobody_knows(rounds_of):
    evening = rounds_of(4, plan=[["knock-out", 0]])
    out(evening, 1)
    opened = Opened(evening.event)
    assert list(opened.parts) == [
        *("Bracket", "Seating by name", "Seating by table"),
        *("Table score sheets for what is left", "Blank table score sheets"),
    ]
    assert [name for name in NAMES[:8] if name not in opened.parts["Seating by name"]] == []
    assert "Write the winners into the bracket in this kit: it shows who meets whom next. Losers" in opened.cover


@pytest.mark.slow
def test_teams_have_a_sheet_for_every_table_of_every_match(rounds_of):
    evening = rounds_of(3, plan=[["round-robin", 0]], enters="teams")
    out(evening, 1)
    left = rest_of_evening(evening.event)
    sheets = table_sheets_left(left, rounds_ahead_of(left), most=60)
    assert [sheet.where for sheet in sheets] == [
        f"Round {number} · table {table}" for number in (1, 2, 3) for table in (1, 2)
    ]
    assert len(table_sheets_left(left, rounds_ahead_of(left), most=5)) == 4


@pytest.mark.slow
def test_players_who_bring_sheets_have_one_for_every_round_to_come_with_table_and_opponent(evening_of):
    evening = evening_of(4, format="kent-rounds", plan=[["round-robin", 0]])
    out(evening, 1)
    left = rest_of_evening(evening.event)
    papers = score_sheets_ahead(left, rounds_ahead_of(left), most=60)
    assert [paper.stage_label for paper in papers] == ["Round 2", "Round 3"]
    for paper, each in zip(papers, rounds_ahead_of(left)):
        met = {frozenset((sheet.name, line.opponent)) for sheet in paper.sheets for line in sheet.lines}
        assert met == {frozenset(table.sides) for table in each.tables}
        assert [sheet.table for sheet in paper.sheets] == [1, 1, 2, 2]
    titles = [str(document.title) for document in parts_of_kit(left, rounds_ahead_of(left))]
    assert titles[-3:] == ["Score sheets: Round 2", "Score sheets: Round 3", "Blank score sheets"]


@pytest.mark.slow
def test_an_evening_of_one_round_has_the_tables_still_playing(evening_of):
    evening = evening_of(8, format="trinidad-tables").begun()
    first, other = evening.matches(1)
    Match.objects.filter(pk=first.pk).update(state=State.AGREED)
    opened = Opened(evening.event)
    sheets = opened.parts["Table score sheets for what is left"]
    assert "The round is on" in opened.cover
    assert (f"Table {other.table.number} " in sheets, "Sheet 1 of 1" in sheets) == (True, True)
    assert re.findall(r"\bhours?\b", " ".join([opened.cover, *opened.parts.values()]).lower()) == []
    assert opened.left.filename == "2026-11-21-kent-evening-round.pdf"


def test_other_seats_names_or_paper_and_a_round_that_ends_make_a_kit_out_of_date_and_a_result_does_not(
    evening_of,
):
    evening = evening_of(8).begun()
    marks = [rest_of_evening(evening.event).mark]
    match = evening.matches(1)[0]
    Match.objects.filter(pk=match.pk).update(state=State.ENTERED)
    assert rest_of_evening(evening.event).mark == marks[0]
    start_round(Round.objects.get(number=1), by=evening.director, now=evening.now)
    assert rest_of_evening(evening.event).mark == marks[0]
    start_round(Round.objects.get(number=2), by=evening.director, now=evening.now)
    marks.append(rest_of_evening(evening.event).mark)
    leave(evening.event.entries.first(), by=evening.director, now=evening.now)
    marks.append(rest_of_evening(evening.event).mark)
    Club.objects.update(sheet="letter")
    marks.append(rest_of_evening(Event.objects.get()).mark)
    correct_name(evening.entry("Cy Ash"), "Cyril Ash", by=evening.director, now=evening.now)
    marks.append(rest_of_evening(Event.objects.get()).mark)
    assert len(set(marks)) == 5


def test_what_is_left_of_three_evenings_takes_as_many_queries_as_of_one():
    events = [printed_evening(names_of(count)).pk for count in (4, 30, 6)]
    for some in (events[:1], events[1:2], events):
        evenings = list(Event.objects.select_related("club").filter(pk__in=some))
        with CaptureQueriesContext(connection) as queries:
            left = rests_of_evenings(evenings)
        assert (len(queries), {each.event.pk for each in left}) == (5, set(some))
    assert {each.event.pk: each for each in left} == {pk: rest_of_evening(Event.objects.get(pk=pk)) for pk in events}


@pytest.mark.slow
def test_kits_come_by_themselves_when_seats_come_out_and_after_a_round_and_only_then(
    evening_of, django_assert_num_queries
):
    evening = evening_of(4)
    keeping = KitWorker()
    assert keeping.make_due(SOON) == []
    evening.begin()
    assert keeping.make_due(SOON) == []  # the hall is busy with its new seats
    (first,) = keeping.make_due(SOON + CALM)
    assert keeping.make_due(SOON + CALM) == []
    evening.hand_in(1, by_lot)
    assert keeping.make_due(SOON + 2 * CALM) == []
    (second,) = keeping.make_due(SOON + 3 * CALM)
    assert [each.path.name for each in (first, second)] == [
        "2026-11-21-kent-evening-hour-1.pdf",
        "2026-11-21-kent-evening-after-hour-1.pdf",
    ]
    assert (saved_kit_of(evening.event), second.made_at) == (second, SOON + 3 * CALM)
    assert keeping.make_due(SOON + 4 * CALM) == []
    with django_assert_num_queries(1):
        keeping.make_due(SOON + 5 * CALM)
    again = KitWorker()  # started again, it finds its own
    assert [again.make_due(SOON + wait * CALM) for wait in (5, 6)] == [[], []]
    lock_event(evening.event, by=evening.director, now=evening.now)
    assert [keeping.make_due(SOON + wait * CALM) for wait in (7, 8)] == [[], []]


@pytest.mark.slow
def test_a_kit_of_seats_that_were_taken_back_is_taken_away_and_the_one_before_comes_again(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 3, 0]])
    keeping = KitWorker()

    def kit_at(wait):
        return [kit.path.name for each in (0, 1) for kit in keeping.make_due(SOON + (wait + each) * CALM)]

    out(evening, 1)
    (first,) = kit_at(1)
    out(evening, 2)
    (second,) = kit_at(3)
    folder = folder_of(evening.event)
    assert {path.name for path in folder.glob("*.pdf")} == {first, second}
    undo_release(evening.hour(2), by=evening.director, now=evening.now)
    assert kit_at(5) == [first]
    assert {path.name for path in folder.glob("*.pdf")} == {first}
    undo_release(evening.hour(1), by=evening.director, now=evening.now)
    assert (kit_at(7), saved_kit_of(evening.event), list(folder.glob("*.pdf"))) == ([], None, [])


@pytest.mark.slow
def test_the_latest_few_are_kept_whole_and_nothing_else():
    event = printed_evening(names_of(4))
    left = rest_of_evening(event)
    kit = make_kit(left, now=SOON)
    for number in (0, 1, 2, 0, 3):
        kept = kit_files._save_kit(replace(left, over={3: number}, mark=str(number)), kit, SOON)
    assert saved_kit_of(event) == kept
    assert sorted(path.name for path in folder_of(event).iterdir()) == [
        *(f"2026-11-21-michaelmas-all-fours-{each}.pdf" for each in ("after-hour-1", "hour-1-after-round-2", "hour-1")),
        "newest.json",
    ]
    note = folder_of(event) / "newest.json"
    (folder_of(event) / ".cut-off.pdf.coming").write_text("half")
    note.write_text(note.read_text()[:20])
    assert saved_kit_of(event) is None
    assert kit_files._save_kit(left, kit, SOON) == saved_kit_of(event)
    assert list(folder_of(event).glob(".*")) == []
    assert saved_kit_of(Event(pk=event.pk)) is None, "another evening with its number, since a restore"
    saved_kit_of(event).path.unlink()
    assert saved_kit_of(event) is None


@pytest.mark.slow
def test_while_somebody_prints_no_kit_is_made_and_none_is_left_half_written(evening_of):
    evening = evening_of(4).begun()
    left = rest_of_evening(evening.event)
    page = "<!doctype html><html lang=en><title>Somebody's</title><body><p>Ink</p>"
    with ThreadPoolExecutor(1) as reader:
        with hold_press():
            job = reader.submit(press.the_press().print_html, page, typesetting.STATIC)
            while not press.the_press().count_jobs():
                time.sleep(0.01)
            with pytest.raises(PressIsBusy):
                make_kit(left, now=SOON, patience=0)
            assert list(folder_of(evening.event).parent.glob("**/*.pdf")) == []
        made = make_and_save_kit(left, now=SOON)
        assert (job.done(), made.path.read_bytes()[:5]) == (True, b"%PDF-")


@pytest.mark.slow
def test_a_kit_that_is_asked_for_at_one_worker_is_made_at_another_changed_or_not(evening_of):
    evening = evening_of(4).begun()
    first = make_and_save_kit(rest_of_evening(evening.event), now=SOON)
    assert KitWorker().ask(evening.event) is False  # nobody is there to do it
    kit_files.ask_for_kit(evening.event)
    (second,) = KitWorker().make_due(SOON + CALM)
    assert (second.path, second.made_at) == (first.path, SOON + CALM)
    assert (kit_files.is_asked_for(evening.event), KitWorker().make_due(SOON)) == (False, [])


def test_one_kit_is_made_at_a_time_and_whoever_makes_it_is_asked_for_the_next(evening_of, client):
    evening = evening_of(4).begun()
    left = rest_of_evening(evening.event)
    with hold_lock(folder_of(evening.event).parent / LOCK):
        with pytest.raises(LockHeld):
            make_and_save_kit(left, now=SOON)
        client.force_login(evening.director)
        client.post(reverse("kit", args=[evening.event.pk]))
    assert (saved_kit_of(evening.event), kit_files.is_asked_for(evening.event)) == (None, True)


@pytest.mark.slow
def test_it_is_printed_on_what_the_printer_of_the_club_holds(evening_of):
    evening = evening_of(8).begun()
    Club.objects.update(sheet="letter")
    boxes = {
        (round(float(page.mediabox.width)), round(float(page.mediabox.height)))
        for page in Opened(evening.event).reader.pages
    }
    assert boxes == {(612, 792)}
