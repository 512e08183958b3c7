"""Every document is printed, opened and read: pages, names, headings, title and language."""

import html
import re
from dataclasses import replace
from datetime import timedelta
from fractions import Fraction
from io import BytesIO
from math import ceil

import pytest
from django.conf import settings
from django.db import connection
from django.test.utils import CaptureQueriesContext
from fontTools.ttLib import TTFont
from pypdf import PdfReader
from weasyprint import HTML
from weasyprint.formatting_structure.boxes import TableCellBox, TextBox

from tests import evenings
from tests.evenings import by_lot
from tests.kinds import mostly_slow
from tests.markup import markup
from tests.paper.conftest import FIRST, LAST, NOW, ODD_NAMES, evening, names_of
from tests.press.laid_out import pages_of
from tests.typesetting import html_of, typeset
from tournament.clock.services.rounds import start_round
from tournament.draw.services.draws import draw_second_hour, release_draw
from tournament.models import Entry, Match, Round, Side, Stage, State
from tournament.paper.document import NO_SHARED_MEMORY, CannotPrint, NotDrawnYet, SeenBy
from tournament.paper.documents import DOCUMENTS
from tournament.paper.documents.seating import lay_out_by_name, lay_out_by_table
from tournament.paper.queries.hour_sheets import (
    PaperSheetLine,
    SeatingLine,
    SeatingList,
    SeatPlan,
    TablePlan,
    TableTurn,
)
from tournament.paper.row_spacing import LEAST_FILLED, RowSpacing, choose_spacing, find_first_rows
from tournament.paper.typesetting import order_of
from tournament.press import press
from tournament.press.press_process import NoSharedMemory, PressMissing
from tournament.press.sheets import Options
from tournament.press.system_libraries import hint_for_paper
from tournament.standings.queries.standings import standings_of

evening_of = evenings.evening_of


def read(pdf):
    return PdfReader(BytesIO(pdf))


def words_of(reader):
    """The text of each page with every run of white space one space, as a reader's eye has it."""
    return [" ".join(page.extract_text().split()) for page in reader.pages]


def letters(text):
    """Only what is printed: a long name may be broken anywhere."""
    return re.sub(r"\s", "", text)


def agree_all(event, hour):
    """Every match of the hour agreed, with points that differ from player to player."""
    for number, match in enumerate(Match.objects.filter(table__stage__event=event, table__stage__number=hour)):
        for side, points in zip(match.sides.all(), (5 + number % 13, 19 - number % 7), strict=True):
            side.points, side.all_fours, side.jacks_turned = points, number % 2, number % 2
            side.save()
        match.state = State.AGREED
        match.save()


def two_hours(names):
    event = evening(names)
    agree_all(event, 1)
    release_draw(draw_second_hour(event, by=None, now=NOW), by=None, now=NOW)
    agree_all(event, 2)
    return event


def stage_for(document):
    return 1 if document.needs_stage else None


def ready_for(document, names):
    """An evening that has come far enough for the document."""
    return evening(names) if document.needs_stage else two_hours(names)


OF_NOBODY = (
    *("table-cards", "wall-poster", "rules", "what-if", "bracket"),
    *("certificates", "team-certificates", "match-cards"),
)
OF_PEOPLE = [document for document in DOCUMENTS.values() if document.key not in OF_NOBODY and not document.is_blank]
BLANK = [document for document in DOCUMENTS.values() if document.is_blank]
USUAL = [DOCUMENTS[key] for key in ("score-sheets", "seating-by-table", "final-standings")]
"""A card stays on its table whoever sits down, the poster on the wall, a blank sheet blank; rules are everybody's,
certificates the winners', a bracket is of a knock-out and a match card of teams: they have test files of their own."""


@pytest.mark.parametrize("document", mostly_slow(OF_PEOPLE, quick=USUAL), ids=lambda document: document.key)
def test_a_document_is_tagged_titled_in_its_language_and_names_everybody(document):
    event = ready_for(document, names_of(13))
    reader = read(typeset(document.key, event, stage_for(document), now=NOW).pdf)
    text = letters("".join(words_of(reader)))
    assert reader.metadata.title.startswith(str(document.title))
    assert reader.metadata.author == "The Hop Pole Card Club"
    assert reader.root_object["/Lang"] == "en-gb"
    assert reader.root_object["/MarkInfo"]["/Marked"]
    assert [name for name in names_of(13) if letters(name) not in text] == []
    assert "MichaelmasAllFours" in text
    assert "TheHopPoleCardClub" in text
    assert ("rinted21November2026" in text) != document.has_own_size  # A slip has no line to spare.


@pytest.mark.slow
@pytest.mark.parametrize("document", mostly_slow(OF_PEOPLE, quick=USUAL), ids=lambda document: document.key)
def test_the_worst_names_are_printed_whole_and_on_the_paper(document):
    reader = read(typeset(document.key, ready_for(document, ODD_NAMES), stage_for(document), now=NOW).pdf)
    text = letters("".join(words_of(reader)))
    assert [name for name in ODD_NAMES if letters(name) not in text] == []


@pytest.mark.slow
@pytest.mark.parametrize("count", mostly_slow([3, 7, 16, 30], quick=[3]))
def test_there_is_a_score_sheet_for_everybody_two_to_a_page_in_the_order_of_two_piles(count):
    paper = typeset("score-sheets", evening(names_of(count)), 1, now=NOW)
    sheets = re.findall(r"Sheet (\d+) of (\d+)", " ".join(words_of(read(paper.pdf))))
    pages = (count + 1) // 2
    in_piles = [number for page in range(1, pages + 1) for number in (page, page + pages) if number <= count]
    assert sheets == [(str(number), str(count)) for number in in_piles]
    assert paper.pages == pages
    assert paper.filename == "2026-11-21-score-sheets-hour-1.pdf"


def test_a_score_sheet_has_its_opponents_in_order_with_minutes_boxes_and_the_bell_rule():
    event = evening(names_of(4))
    seats = [seat.entry.name for table in Stage.objects.get().tables.all() for seat in table.seats.all()]
    (first, *_others) = words_of(read(typeset("score-sheets", event, 1, now=NOW).pdf))[0].split(" Sheet 1 of 4")
    assert [word for word in seats if word in first] == seats
    opponents = [first.index(f"{turn} {name} 20 minutes") for turn, name in enumerate(seats[1:], start=1)]
    assert opponents == sorted(opponents)
    headings = ("Round", "Against", "Points I won", "All Fours", "Jacks turned", "initials", "My total", "Signature")
    assert [heading for heading in headings if heading not in first] == []
    assert "At the bell, finish the hand in play and start no new one." in first


@pytest.mark.slow
def test_high_deals_first_so_a_score_sheet_says_to_cut_against_each_opponent():
    (first, *_others) = words_of(read(typeset("score-sheets", evening(names_of(4)), 1, now=NOW).pdf))[0].split(
        " Sheet 1"
    )
    assert first.count("20 minutes · first deal: cut") == 3


def test_a_sheet_follows_the_bell_rule_of_its_event():
    event = evening(names_of(4))
    event.bell_rule = "stop_dead"
    assert "At the bell, stop at once" in words_of(read(typeset("score-sheets", event, 1, now=NOW).pdf))[0]


def test_a_turn_that_somebody_sits_out_is_printed_with_room_for_a_late_comer():
    (page, _second) = words_of(read(typeset("score-sheets", evening(names_of(3)), 1, now=NOW).pdf))
    assert page.count("Sit out 20 minutes or a latecomer:") == 2


@pytest.mark.slow
def test_a_table_of_five_has_five_turns_of_twelve_minutes_and_no_empty_chair():
    text = " ".join(words_of(read(typeset("score-sheets", evening(names_of(5)), 1, now=NOW).pdf)))
    assert (text.count("12 minutes"), text.count("Sit out"), text.count("latecomer")) == (25, 5, 0)


@pytest.mark.slow
def test_a_sit_out_that_is_over_has_no_room_for_a_late_comer():
    event = evening(names_of(3))
    for bell in Round.objects.filter(number=1):
        start_round(bell, by=None, now=NOW)
    text = " ".join(words_of(read(typeset("score-sheets", event, 1, now=NOW).pdf)))
    assert (text.count("Sit out"), text.count("latecomer")) == (3, 2)


@pytest.mark.slow
@pytest.mark.parametrize("document", mostly_slow(OF_PEOPLE, quick=USUAL[:1]), ids=lambda document: document.key)
def test_every_font_is_embedded(document):
    reader = read(typeset(document.key, ready_for(document, ODD_NAMES), stage_for(document), now=NOW).pdf)
    fonts = [font.get_object() for page in reader.pages for font in page["/Resources"]["/Font"].values()]
    described = [font["/DescendantFonts"][0].get_object()["/FontDescriptor"] for font in fonts]
    assert fonts != []
    assert [font["/FontName"] for font in described if not {"/FontFile2", "/FontFile3"} & set(font)] == []


@pytest.mark.slow
@pytest.mark.parametrize("prefer_five", mostly_slow([False, True], quick=[True]))
@pytest.mark.parametrize("key", ["score-sheets", "seating-by-name", "seating-by-table", "hour-standings"])
def test_not_a_word_of_the_worst_names_runs_off_the_paper(key, prefer_five):
    html = html_of(DOCUMENTS[key], evening([*ODD_NAMES, "Ann"], prefer_five=prefer_five), 1, now=NOW)
    pages = HTML(string=html, base_url=f"{settings.BASE_DIR / 'static'}/").render().pages
    ends = [
        (box.position_x + box.width, box.position_y + box.height, page, box.text)
        for page in pages
        for box in page._page_box.descendants()
        if isinstance(box, TextBox)
    ]
    assert [text for right, bottom, page, text in ends if right > page.width or bottom > page.height] == []
    assert len(ends) > 50


@pytest.mark.slow
@pytest.mark.parametrize("prefer_five", mostly_slow([False, True], quick=[True]))
def test_the_worst_opponents_fit_their_line_of_the_sheet(prefer_five):
    event = evening([*ODD_NAMES, "Ann"], prefer_five=prefer_five)
    html = html_of(DOCUMENTS["score-sheets"], event, 1, now=NOW)
    pages = HTML(string=html, base_url=f"{settings.BASE_DIR / 'static'}/").render().pages
    clipped = [
        text.text
        for page in pages
        for box in page._page_box.descendants()
        if box.style["overflow"] == "hidden" and box.element_tag in ("p", "h1")
        for text in box.descendants()
        if isinstance(text, TextBox) and text.position_y + text.height > box.position_y + box.margin_height() + 1
    ]
    assert clipped == []


@pytest.mark.slow
def test_one_player_gets_a_sheet_alone():
    event = evening(names_of(8))
    entry = event.entries.get(player__name="Dot Archer")
    paper = typeset("score-sheets", event, 1, entry, now=NOW)
    (page,) = words_of(read(paper.pdf))
    assert "Sheet 1 of 1" in page
    assert paper.filename == "2026-11-21-score-sheets-hour-1-dot-archer.pdf"


OF_A_DRAFT = ["score-sheets", "seating-by-name", "seating-by-table"]


@pytest.mark.parametrize("key", mostly_slow(OF_A_DRAFT, quick=["seating-by-name"]))
def test_a_draft_says_that_it_is_one(key):
    event = evening(names_of(8), released=False)
    assert "Draft: not shown yet" in words_of(read(typeset(key, event, 1, now=NOW).pdf))[0]


@pytest.mark.slow
def test_a_seating_of_two_hundred_repeats_its_headings_and_counts_its_pages():
    names = names_of(200)
    pages = words_of(read(typeset("seating-by-name", evening(names), 1, now=NOW).pdf))
    assert [page for page in pages if "Name Table Seat Opponents, turn by turn" not in page] == []
    assert [f"Page {n} of {len(pages)}" in page for n, page in enumerate(pages, start=1)] == [True] * len(pages)
    rows = re.findall(r"(?<=\s)([A-Z][a-z]+ [A-Z][a-z]+) \d+ [1-4] 1\s", " ".join(pages))
    assert rows == sorted(names)


@pytest.mark.slow
def test_a_player_is_never_split_over_two_pages():
    pages = words_of(read(typeset("seating-by-name", evening([*names_of(190), *ODD_NAMES]), 1, now=NOW).pdf))
    rows = [len(re.findall(r" \d+ [1-4] 1\s", page)) for page in pages]
    opponents = [len(re.findall(r" 3\s(?:sit out|\S+)", page)) for page in pages]
    assert sum(rows) == 198
    assert [more >= here for here, more in zip(rows, opponents, strict=True)] == [True] * len(pages)


def test_every_table_of_the_plan_has_its_seats_and_turns():
    text = " ".join(words_of(read(typeset("seating-by-table", evening(names_of(7)), 1, now=NOW).pdf)))
    assert (text.count("Table "), text.count("3 turns of 20 minutes"), text.count("20 minutes")) == (2, 2, 2)
    assert (text.count("sits out"), text.count(" v ")) == (3, 9)


@pytest.mark.parametrize(("tables", "columns", "least"), [(1, 1, 24), (9, 3, 12), (18, 3, 12), (50, 3, 10)])
def test_tables_of_the_plan_are_as_large_as_the_fewest_pages_allow(tables, columns, least):
    seats = tuple(SeatPlan(number, "Featherston Archer") for number in range(1, 5))
    turns = tuple(TableTurn(number, timedelta(minutes=20), (("Ann", "Bea"), ("Cy", "Dot")), ()) for number in (1, 2, 3))
    paper = SeatingList("", False, (), tuple(TablePlan(number, seats, turns) for number in range(1, tables + 1)))
    layout = lay_out_by_table(paper, Options())["layout"]
    assert (layout.columns, layout.size >= least) == (columns, True)
    assert [table for page in layout.pages for table in page] == list(paper.by_table)
    assert len(layout.pages[-1]) >= LEAST_FILLED * max(map(len, layout.pages))


@pytest.mark.slow
def test_the_standings_of_an_hour_are_provisional_until_every_match_is_agreed():
    event = evening(names_of(8))
    assert (
        "Provisional: 12 matches are not agreed" in words_of(read(typeset("hour-standings", event, 1, now=NOW).pdf))[0]
    )
    agree_all(event, 1)
    page = words_of(read(typeset("hour-standings", event, 1, now=NOW).pdf))[0]
    assert "Provisional" not in page
    headings = "Name Table Rounds First hour All Fours Jacks turned"
    assert headings in page


@pytest.mark.slow
@pytest.mark.parametrize("sheet", ["a4", "letter"])
@pytest.mark.parametrize("players", [8, 12, 13, 16])
def test_the_points_of_three_rounds_stand_on_one_line_and_a_small_club_on_one_page(evening_of, players, sheet):
    evening = evening_of(players).begun()
    evening.play_rounds(1)
    evening.end_rounds(1)
    evening.hand_in(1, by_lot)
    evening.second()
    evening.hand_in(2, by_lot)
    (part,) = order_of(DOCUMENTS["final-standings"], evening.event, options=Options(sheet), now=evening.now).job.parts
    pages = pages_of(part)
    sums = [
        box
        for page in pages
        for box in page._page_box.descendants()
        if isinstance(box, TableCellBox) and "rounds" in (box.element.get("class") or "") and "+" in box.element.text
    ]
    lines = {len(block.children) for cell in sums for block in cell.children}
    sizes = {round(cell.style["font_size"] * 0.75, 1) for cell in sums}
    assert (len(pages), len(sums) >= players, lines, sizes) == (1, True, {1}, {9.5})


def test_the_final_standings_have_both_hours_and_the_adjusted_total_where_somebody_sat_out():
    reader = read(typeset("final-standings", two_hours(names_of(7)), now=NOW).pdf)
    headings = "Name Rounds First hour Rounds Second hour Total Adjusted All Fours Jacks turned"
    assert headings in words_of(reader)[0]
    box = reader.pages[0].mediabox
    assert box.width < box.height


def won_by(entry, hour):
    """The points of an entry in the order of its turns, straight from the matches."""
    played = sides_of(entry).filter(match__table__stage__number=hour).order_by("match__round__number")
    return [side.points for side in played]


def printed_row(line):
    """A line of the final standings as it has to be printed, its numbers added up from the matches."""
    entry = Entry.objects.get(player__name=line.name)
    cells = [line.placing.shown, line.name]
    for hour in (1, 2):
        won = won_by(entry, hour)
        cells += [" + ".join(str(points) for points in won), str(sum(won))]
    cells.append(str(sum(won_by(entry, 1) + won_by(entry, 2))))
    thirds = sum(Fraction(3 * sum(won), len(won)) for won in (won_by(entry, 1), won_by(entry, 2)))
    if len(won_by(entry, 1) + won_by(entry, 2)) < 6:
        cells.append(f"{float(thirds):g}")
    extras = [sum(getattr(side, field) for side in sides_of(entry)) for field in ("all_fours", "jacks_turned")]
    decided = [line.decided_by] if line.decided_by != "Total" else []
    return " ".join([*cells, *map(str, extras), *decided])


def sides_of(entry):
    return Side.objects.filter(players__entry=entry)


def test_every_line_of_the_final_standings_is_what_the_matches_add_up_to():
    event = two_hours(names_of(14))
    text = " ".join(words_of(read(typeset("final-standings", event, now=NOW).pdf)))
    lines = standings_of(event).lines
    places = [text.find(printed_row(line)) for line in lines]
    assert [printed_row(line) for line, place in zip(lines, places, strict=True) if place < 0] == []
    assert places == sorted(places)
    assert len(lines) == 14


@pytest.mark.slow
@pytest.mark.parametrize("count", mostly_slow([30, 36], quick=[36]))
def test_a_club_has_its_standings_on_one_upright_page(count):
    event = evening(names_of(count))
    agree_all(event, 1)
    papers = [typeset(key, event, 1, now=NOW) for key in ("hour-standings", "seating-by-name")]
    assert [paper.pages for paper in papers] == [1, 1]
    box = read(papers[0].pdf).pages[0].mediabox
    assert box.width < box.height


def test_what_ranks_is_not_said_in_each_line_and_what_is_empty_for_everybody_has_no_column():
    event = evening(names_of(8))
    agree_all(event, 1)
    Side.objects.update(jacks_turned=None)
    html = html_of(DOCUMENTS["hour-standings"], event, 1, now=NOW)
    decided = re.findall(r'<td class="decided">([^<]*)', html)
    assert [words for words in decided if words == "Total"] == []
    headings = re.findall(r'<th scope="col"[^>]*>(?:<span class="unseen">)?([^<]+)', html)
    assert headings[:6] == ["Place", "Name", "Table", "Rounds", "First hour", "All Fours"]
    assert "Jacks turned" not in headings


def test_the_second_hour_has_standings_of_its_own():
    event = two_hours(names_of(8))
    text = " ".join(words_of(read(typeset("hour-standings", event, 2, now=NOW).pdf)))
    assert "Name Table Rounds Second hour All Fours" in text
    totals = {entry.name: sum(won_by(entry, 2)) for entry in event.entries.all()}
    ranked = sorted(totals.values(), reverse=True)
    rows = re.findall(r"(\w+ Archer) [12] \d+ \+ \d+ \+ \d+ (\d+) ", text)
    assert {name: int(total) for name, total in rows} == totals
    assert [int(total) for _name, total in rows] == ranked


def test_there_are_no_standings_of_seats_that_are_not_out():
    event = evening(names_of(8))
    agree_all(event, 1)
    draw_second_hour(event, by=None, now=NOW)
    with pytest.raises(NotDrawnYet, match="no standings of this hour yet: its seats are not shown"):
        typeset("hour-standings", event, 2, now=NOW)
    with pytest.raises(NotDrawnYet, match="no final standings yet"):
        typeset("final-standings", event, now=NOW)


def test_level_players_share_a_place_and_unknown_boxes_are_dashes():
    event = evening(names_of(4))
    Match.objects.update(state=State.AGREED)
    Side.objects.update(points=10)
    sides_of(event.entries.first()).update(all_fours=0, jacks_turned=0)
    page = words_of(read(typeset("hour-standings", event, 1, now=NOW).pdf))[0]
    assert page.count("1= ") == 4
    assert page.count(" 1 10 + 10 + 10 30 – –") == 3


def test_who_is_tied_at_the_end_reads_on_the_final_standings_to_cut_the_cards():
    """The first two stand above the list, too."""
    page = words_of(read(typeset("final-standings", two_hours(names_of(13)), now=NOW).pdf))[0]
    assert (page.count("1= "), page.count("4= "), page.count("Tied: cut the cards")) == (4, 2, 4)


def test_an_hour_that_was_not_drawn_cannot_be_printed():
    event = evening(names_of(4))
    with pytest.raises(NotDrawnYet):
        typeset("score-sheets", event, 2, now=NOW)
    with pytest.raises(NotDrawnYet):
        typeset("score-sheets", event, now=NOW)


@pytest.mark.parametrize(
    ("missing", "said"),
    [
        (PressMissing("cannot load library 'libgobject-2.0-0'"), hint_for_paper()),
        (NoSharedMemory("No space left on device"), str(NO_SHARED_MEMORY)),
    ],
)
def test_a_computer_that_cannot_print_says_the_same_on_the_page_as_at_the_start(client, monkeypatch, missing, said):
    def run(job, *, for_guest):
        raise missing

    monkeypatch.setattr(press.the_press(), "run", run)
    event = evening(names_of(4))
    with pytest.raises(CannotPrint) as refused:
        typeset("score-sheets", event, 1, now=NOW)
    assert str(refused.value) == said
    page = client.get(f"/e/{event.pk}/paper/seating-by-name.pdf?hour=1")
    assert page.status_code == 200
    assert " ".join(said.split()) in " ".join(html.unescape(markup(page)).replace("<br>", " ").split())


def test_the_poster_cards_and_sheets_are_for_the_desk_alone():
    desk = [key for key, document in DOCUMENTS.items() if document.seen_by is SeenBy.DESK]
    assert desk == [
        *("wall-poster", "door-list", "name-badges", "table-cards", "movement-cards", "score-sheets"),
        *("table-sheets", "match-cards", "seat-slips", "result-slips", "certificates", "team-certificates"),
        *(key for key, document in DOCUMENTS.items() if document.is_blank),
    ]


@pytest.mark.parametrize("key", ["score-sheets", "seating-by-name", "seating-by-table"])
@pytest.mark.slow
def test_a_full_hall_takes_as_many_queries_as_one_table(key):
    counts = []
    for count in (4, 40):
        event = evening(names_of(count))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            typeset(key, event, 1, now=NOW)
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_every_weight_that_paper_asks_for_is_a_font_that_comes_along():
    """Else the renderer cuts it from a font of all weights, for every paper anew."""
    sheets = {
        path.name: path.read_text()
        for path in [
            *(settings.BASE_DIR / "static/press").glob("*.css"),
            *(settings.BASE_DIR / "static/paper/print").glob("*.css"),
        ]
    }
    asked = {weight for css in sheets.values() for weight in re.findall(r"font(?:-weight)?: (\d{3})\b", css)}
    faces = re.findall(r'"([^"]+)"; font-weight: (\d+); src: url\("([^"]+)"\)', sheets["paper.css"])
    come_along = {family: {weight for of, weight, _path in faces if of == family} for family, *_more in faces}
    text = ("Atkinson Hyperlegible Next", "Atkinson Hyperlegible Next Extended")
    display = ("Fraunces", "Fraunces Extended")
    assert come_along == dict.fromkeys(text, asked | {"700"}) | dict.fromkeys(display, {"700"})
    folder = settings.BASE_DIR / "static/press"
    of_text = [face for face in faces if face[0] in text]  # display has one weight, whatever is asked for
    weights = {path: TTFont(folder / path)["OS/2"].usWeightClass for _family, _weight, path in of_text}
    assert weights == {path: int(weight) for _family, weight, path in of_text}


WIDE, TIGHT = RowSpacing("wide", 12.0, 3.0), RowSpacing("tight", 10.0, 1.0)
A4 = 297.0
HEIGHTS = {"wide": 8.0, "tight": 6.0}


def spacing_of(rows: int, notes: float = 0.0) -> str:
    return choose_spacing([WIDE, TIGHT], lambda spacing: [HEIGHTS[spacing.key]] * rows, A4, notes=notes)[0]


@pytest.mark.parametrize(("rows", "key"), [(3, "wide"), (27, "wide"), (28, "tight"), (37, "tight"), (40, "wide")])
def test_rows_are_as_wide_as_one_page_allows_and_wide_again_where_it_takes_two(rows, key):
    assert spacing_of(rows) == key


def test_a_few_rows_are_not_left_alone_on_the_last_page():
    first, later = 27, 31
    enough = ceil(LEAST_FILLED * 250 / HEIGHTS["wide"])
    assert spacing_of(first + later + enough - 1) == "tight"
    assert spacing_of(first + later + enough) == "wide"


def test_if_every_spacing_leaves_a_few_alone_the_last_page_has_as_many_as_can_be():
    heights = {"wide": 8.0, "tight": 7.5}
    assert choose_spacing([WIDE, TIGHT], lambda spacing: [heights[spacing.key]] * 34, A4) == ("wide", 2)


def test_the_largest_rows_are_for_a_single_page_and_wide_ones_take_no_more_than_half_as_many_again():
    spacings = [replace(WIDE, for_one_page=True), TIGHT]
    assert choose_spacing(spacings, lambda spacing: [HEIGHTS[spacing.key]] * 27, A4)[0] == "wide"
    assert choose_spacing(spacings, lambda spacing: [HEIGHTS[spacing.key]] * 120, A4)[0] == "tight"
    heights = {"wide": 18.0, "tight": 6.0}
    assert choose_spacing([WIDE, TIGHT], lambda spacing: [heights[spacing.key]] * 120, A4)[0] == "tight"


@pytest.mark.parametrize(
    ("rows", "begin", "height"),
    [(27, [], 0.0), (35, [17], 10.5), (64, [20, 42], 10.5), (80, [25, 52], 8.5), (88, [], 0.0)],
)
def test_rows_on_several_pages_fill_them_alike_unless_they_fill_them_anyway(rows, begin, height):
    begins, least = find_first_rows([8.0] * rows, A4)
    assert (sorted(begins), round(least, 1)) == (begin, height)


def test_notes_after_the_rows_need_their_room_too():
    assert (spacing_of(27), spacing_of(27, notes=20.0)) == ("wide", "tight")


WORST = [*ODD_NAMES, *(f"{ODD_NAMES[at % len(ODD_NAMES)][:76]} {at}" for at in range(len(ODD_NAMES), 36))]
LONG = [f"{FIRST[at % 20]}-Marie Wickham-{LAST[at // 20]}" for at in range(36)]


@pytest.mark.slow
@pytest.mark.parametrize("names", mostly_slow([WORST, LONG], quick=[WORST]), ids=len)
def test_a_club_of_36_has_its_standings_and_its_seating_on_one_page_whatever_their_names(names):
    event = evening(names)
    agree_all(event, 1)
    papers = {key: typeset(key, event, 1, now=NOW) for key in ("hour-standings", "seating-by-name")}
    assert {key: paper.pages for key, paper in papers.items()} == {"hour-standings": 1, "seating-by-name": 1}
    text = letters("".join(words_of(read(papers["seating-by-name"].pdf))))
    assert [name for name in names if letters(name) not in text] == []


@pytest.mark.slow
def test_opponents_are_shortened_only_where_that_saves_pages():
    sheet, long = "Hour 1", "Maximiliana Theodora Featherstonehaugh-Cholmondeley-Marjoribanks"
    turn = PaperSheetLine(1, timedelta(minutes=20), f"{long} and Ann Archer")
    opponents = []
    for count in (8, 30, 100):
        lines = tuple(SeatingLine(f"{long} {at}", 1, 1, (turn, turn, turn)) for at in range(count))
        lines += (SeatingLine(long, 2, 1, (turn,)),)
        layout = lay_out_by_name(SeatingList(sheet, False, lines, ()), Options())
        opponents.append(layout["rows"][0][0].turns[0].opponent)
    assert opponents == [turn.opponent, "Maximiliana Theod… and Ann Archer", turn.opponent]


@pytest.mark.slow
@pytest.mark.parametrize("sheet", ["a4", "a4-large", "a5"])
def test_final_standings_are_upright_on_every_sheet(sheet):
    paper = typeset("final-standings", two_hours(names_of(12)), options=Options(sheet), now=NOW)
    box = read(paper.pdf).pages[0].mediabox
    assert (box.width < box.height, paper.pages) == (True, 1)


def test_a_single_page_is_taken_before_more_and_what_is_for_one_page_never_for_more():
    last = replace(TIGHT, key="last", for_one_page=True)
    heights = {**HEIGHTS, "last": 5.0}

    def choice(rows: int) -> tuple[str, int]:
        return choose_spacing([WIDE, TIGHT, last], lambda spacing: [heights[spacing.key]] * rows, A4)

    assert (choice(44), choice(45), choice(65)) == (("last", 1), ("wide", 2), ("tight", 2))
