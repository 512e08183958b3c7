"""Long documents come in parts and are one paper: its pages, its headings and its tags. What a club files has room at
the edge where it is bound."""

import re
from io import BytesIO

import pytest
from pikepdf import Pdf
from pypdf import PdfReader

from tests import evenings, round_evenings
from tests.kinds import mostly_slow
from tests.paper.conftest import NOW, evening, names_of
from tests.press.laid_out import PIXELS_A_MM, pages_of
from tests.round_evenings import out
from tests.typesetting import typeset
from tournament.paper import typesetting
from tournament.paper.documents import DOCUMENTS
from tournament.paper.typesetting import lay_in_piles, order_of
from tournament.press.sheets import SHEETS, Options, page_of_pieces

HALL = "http://192.168.1.20:8000"
evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


def elements(tree):
    """Every element below a node of the structure tree, with the page that it says it is on."""
    found = []
    for kid in tree.get("/K", []):
        kid = kid.get_object()
        if isinstance(kid, dict):
            found += [kid, *elements(kid)] if not isinstance(kid.get("/K"), int) else [kid]
    return found


@pytest.mark.slow
def test_a_document_bound_from_parts_is_the_same_paper_as_in_one(monkeypatch):
    event = evening(names_of(12))
    whole = typeset("score-sheets", event, 1, now=NOW)
    monkeypatch.setattr(typesetting, "PAGES_A_PART", 2)
    assert len(order_of(DOCUMENTS["score-sheets"], event, 1, now=NOW).job.parts) == 3
    bound = typeset("score-sheets", event, 1, now=NOW)
    texts = [[page.extract_text() for page in PdfReader(BytesIO(paper.pdf)).pages] for paper in (whole, bound)]
    assert texts[0] == texts[1]
    readers = [PdfReader(BytesIO(paper.pdf)) for paper in (whole, bound)]
    assert [reader.metadata.title for reader in readers] == ["Score sheets, first hour · Michaelmas All Fours"] * 2
    assert [len(reader.outline) for reader in readers] == [12, 12]
    tags = [[element.get("/S") for element in elements(reader.root_object["/StructTreeRoot"])] for reader in readers]
    assert tags[0] == tags[1]
    assert b"/ObjStm" in bound.pdf, "packed as closely as its parts, or it is twice as large"


@pytest.mark.slow
def test_every_tagged_page_of_a_bound_document_finds_its_own_elements(monkeypatch):
    monkeypatch.setattr(typesetting, "PAGES_A_PART", 1)
    reader = PdfReader(BytesIO(typeset("score-sheets", evening(names_of(8)), 1, now=NOW).pdf))
    flat = reader.root_object["/StructTreeRoot"]["/ParentTree"]["/Nums"]
    index = {flat[at]: flat[at + 1].get_object() for at in range(0, len(flat), 2)}
    for page in reader.pages:
        own = index[page["/StructParents"]]
        assert {element.get_object()["/Pg"].get_object() == page.get_object() for element in own} == {True}


def test_the_pieces_fill_every_sheet_that_can_be_chosen():
    laid = {(sheet, pieces): page_of_pieces(Options(sheet, pieces)) for sheet in SHEETS for pieces in (1, 2, 4)}
    two, four = laid["a4", 2], laid["a4", 4]
    assert (two.width, two.height, two.zoom) == (210, 297, 1)
    assert (round(four.width), round(four.height), round(four.zoom, 3)) == (420, 297, 0.707)
    for (sheet, pieces), page in laid.items():
        sides = sorted((round(page.width * page.zoom, 1), round(page.height * page.zoom, 1)))
        assert sides == sorted((SHEETS[sheet].width, SHEETS[sheet].height)), (sheet, pieces)
        assert page.width >= 210 * (2 if pieces == 4 else 1) - 0.01
        assert page.height >= 148.5 * (1 if pieces == 1 else 2) - 0.01


@pytest.mark.slow
def test_four_to_a_sheet_are_a_quarter_of_the_paper():
    event = evening(names_of(9))
    printed = [typeset("score-sheets", event, 1, options=Options("a4", pieces), now=NOW) for pieces in (1, 2, 4)]
    assert [paper.pages for paper in printed] == [9, 5, 3]


@pytest.mark.parametrize("sheet", SHEETS)
@pytest.mark.parametrize("pieces", [1, 2, 4])
def test_pieces_lie_in_the_middle_of_a_sheet_of_another_shape(sheet, pieces):
    page = page_of_pieces(Options(sheet, pieces))
    many_across, many_down = (2 if pieces == 4 else 1), (1 if pieces == 1 else 2)
    top, left = page.margins
    assert page.width - 2 * left == pytest.approx(210 * many_across, abs=0.25)
    assert page.height - 2 * top == pytest.approx(148.5 * many_down, abs=0.25)


@pytest.mark.parametrize("to_a_sheet", [1, 2, 4])
def test_a_stack_that_is_cut_at_once_is_in_order_pile_on_pile(to_a_sheet):
    for count in range(1, 32):
        pages = lay_in_piles(range(1, count + 1), to_a_sheet)
        piles = [[page[place] for page in pages if place < len(page)] for place in range(to_a_sheet)]
        assert [number for pile in piles for number in pile] == [*range(1, count + 1)]
        assert len(pages) == -(-count // to_a_sheet)


def headings_of_pieces(key, event, to_a_sheet):
    """Returns for each page the heading and the number of each piece, "" where it has none."""
    job = order_of(DOCUMENTS[key], event, 1, address=HALL, options=Options("a4", to_a_sheet), now=NOW).job
    pages = [page for part in job.parts for page in part.split('<div class="page">')[1:]]
    return [
        [
            (
                " ".join(re.sub("<[^>]*>", " ", piece.split("</h1>")[0]).split()),
                *re.findall(r"(\d+) of \d+ · pr", piece),
            )
            for piece in page.split('<section class="piece ')[1:]
        ]
        for page in pages
    ]


def faults_of_stack(key, event):
    """Cuts its pages as one stack and lays pile on pile; returns what is then not in the order of one to a page."""
    in_order = [piece for page in headings_of_pieces(key, event, 1) for piece in page]
    numbers = [number for _heading, *of_piece in in_order for number in of_piece]
    assert numbers in ([], [str(at) for at in range(1, len(in_order) + 1)])
    for to_a_sheet in (2, 4):
        pages = headings_of_pieces(key, event, to_a_sheet)
        piles = [[page[place] for page in pages if place < len(page)] for place in range(to_a_sheet)]
        if [piece for pile in piles for piece in pile] != in_order or len(pages) != -(-len(in_order) // to_a_sheet):
            yield f"{key}, {to_a_sheet} to a sheet"


@pytest.mark.parametrize("count", mostly_slow([7, 13, 100], quick=[7, 13]))
def test_every_document_that_is_cut_apart_is_in_order_once_its_pages_are_cut_as_one_stack(count, rounds_of):
    kent = evening(names_of(count))
    teams = rounds_of(7, plan=[["round-robin", 0]], enters="teams")
    out(teams, 1)
    cut = {key for key, each in DOCUMENTS.items() if each.pieces and each.usual_pieces > 1 and not each.is_blank}
    assert cut == {"score-sheets", "table-sheets", "movement-cards", "table-cards", "match-cards"}
    faults = [faults_of_stack(key, teams.event if key == "match-cards" else kent) for key in sorted(cut)]
    assert [fault for each in faults for fault in each] == []


@pytest.mark.parametrize("sheet", ["a4", "a5", "letter", "a4-large"])
def test_what_a_club_files_has_its_wide_margin_at_the_left_and_on_the_back_of_a_sheet_at_the_right(sheet):
    order = order_of(DOCUMENTS["hour-standings"], evening(names_of(70)), 1, options=Options(sheet), now=NOW)
    boxes = [page._page_box for page in pages_of(order.job.parts[0])]
    margins = [tuple(round(side / PIXELS_A_MM) for side in (box.margin_left, box.margin_right)) for box in boxes]
    assert len(margins) > 1
    assert margins == [(8, 20) if at % 2 else (20, 8) for at in range(len(margins))]


def test_standings_results_and_rules_are_filed_and_notices_are_not():
    filed = {key for key, document in DOCUMENTS.items() if document.is_filed}
    assert filed == {"rules", "results", "all-results", "hour-standings", "round-standings", "final-standings"}


def test_what_is_cut_apart_asks_the_printer_for_one_side_or_for_pairs_and_lists_leave_it_to_the_printer():
    event = evening(names_of(9))
    asked = {}
    for key, options in (
        ("score-sheets", Options()),
        ("name-badges", Options()),
        ("name-badges", Options(both_sides=True)),
        ("seating-by-name", Options()),
    ):
        pdf = Pdf.open(BytesIO(typeset(key, event, 1, options=options, now=NOW).pdf))
        asked[key, options.both_sides] = str(pdf.Root.ViewerPreferences.get("/Duplex", ""))
    assert asked == {
        ("score-sheets", False): "/Simplex",
        ("name-badges", False): "/Simplex",
        ("name-badges", True): "/DuplexFlipLongEdge",
        ("seating-by-name", False): "",
    }
