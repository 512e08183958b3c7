"""Slips from a receipt printer: one a page, on a roll of 80 mm, with nothing cut off."""

import re
from io import BytesIO
from itertools import product

import pytest
from pypdf import PdfReader
from weasyprint.formatting_structure.boxes import TextBox

from tests import round_evenings
from tests.paper.conftest import NOW, ODD_NAMES, evening, names_of
from tests.paper.test_documents import two_hours
from tests.paper.test_on_every_sheet import CLUB, EVENING, WORST
from tests.press.laid_out import PIXELS_A_MM, faults_of, pages_of
from tests.press.structure import structure_faults_of
from tests.round_evenings import out, rule_all
from tests.typesetting import typeset
from tournament.models import Club, Event
from tournament.paper.documents import DOCUMENTS
from tournament.paper.documents.receipts import ROLL
from tournament.paper.forms import PaperForm
from tournament.paper.typesetting import order_of

rounds_of = round_evenings.rounds_of


def texts_on(page):
    return [box for box in page._page_box.descendants() if isinstance(box, TextBox)]


def words_of(paper):
    pages = PdfReader(BytesIO(paper.pdf)).pages
    assert {round(float(page.mediabox.width) / 72 * 25.4, 1) for page in pages} == {ROLL}
    return [" ".join(page.extract_text().split()) for page in pages]


def test_a_seat_slip_says_the_name_the_table_and_the_opponents_of_each_round():
    event = evening(names_of(4))
    paper = typeset("seat-slips", event, 1, now=NOW)
    slips = words_of(paper)
    assert [name for name, slip in zip(sorted(names_of(4)), slips, strict=True) if name not in slip] == []
    ann = slips[0]
    assert "Table 1" in ann
    assert re.findall(r"(\d) (Bea Archer|Cyril Archer|Dot Archer)", ann) != []
    assert structure_faults_of(paper.pdf) == []
    (own,) = words_of(typeset("seat-slips", event, 1, event.entries.get(player__name="Bea Archer"), now=NOW))
    assert own.startswith("The Hop Pole Card Club Bea Archer Table 1")


def test_a_result_slip_has_the_result_or_boxes_for_it_and_a_line_for_each_side_to_sign(rounds_of):
    evening = rounds_of(4, plan=[["round-robin", 1]])
    out(evening, 1)
    before = words_of(typeset("result-slips", evening.event, 1, now=NOW))
    rule_all(evening, 1)
    paper = typeset("result-slips", evening.event, 1, now=NOW)
    after = words_of(paper)
    assert [slip.count("Signature") for slip in (*before, *after)] == [2, 2, 0, 0]
    assert [slip.count("Ruled by the director") for slip in (*before, *after)] == [0, 0, 1, 1]
    assert [re.search(r"\d+ \d+ ", slip.partition("points")[2]) is not None for slip in (*before, *after)] == [
        *(False, False, True, True),
    ]
    assert structure_faults_of(paper.pdf) == []


@pytest.mark.parametrize(("names", "most"), [([*ODD_NAMES, *names_of(5)], 34), (WORST[:7], 42)], ids=["odd", "worst"])
def test_each_slip_is_a_page_as_long_as_it_needs_and_no_word_is_cut_off(names, most):
    two_hours(names)
    Club.objects.update(name=CLUB)
    Event.objects.update(name=EVENING)
    for key, hour in product(("seat-slips", "result-slips"), (1, 2)):
        (html,) = order_of(DOCUMENTS[key], Event.objects.get(), hour, now=NOW).job.parts
        assert faults_of(html) == [], (key, hour)
        pages = pages_of(html)
        assert len(pages) == html.count('<section class="slip'), (key, hour)
        ends = [max(box.position_y + box.height for box in texts_on(page)) for page in pages]
        empty = [(page.height - end) / PIXELS_A_MM for page, end in zip(pages, ends)]
        assert max(empty) < most, f"millimetres below the last word of {key}, hour {hour}"


def test_a_roll_has_its_own_size_whatever_paper_is_chosen():
    form = PaperForm({}, DOCUMENTS["seat-slips"], usual_sheet="letter")
    assert (form["sheet"].is_hidden, form["pieces"].is_hidden, form["lies"].is_hidden) == (True, True, True)
