"""Badges on sheets of labels: every label lies on its sheet, and every name on its label."""

import pytest
from weasyprint.formatting_structure.boxes import BlockBox, InlineBlockBox, TextBox

from tests.paper.conftest import NOW, ODD_NAMES, evening, names_of
from tests.press.laid_out import PIXELS_A_MM, faults_of, pages_of
from tests.press.structure import structure_faults_of
from tests.typesetting import typeset
from tournament.paper.documents import DOCUMENTS
from tournament.paper.forms import PaperForm
from tournament.paper.typesetting import order_of
from tournament.press.labels import LABELS
from tournament.press.sheets import SHEETS, Options

STOCKS = pytest.mark.parametrize("stock", LABELS.values(), ids=LABELS)


@STOCKS
def test_labels_lie_on_their_sheet_side_by_side_and_in_its_middle(stock):
    sheet = SHEETS[stock.sheet]
    right = sheet.width - stock.left - (stock.columns - 1) * stock.across - stock.width
    bottom = sheet.height - stock.top - (stock.rows - 1) * stock.down - stock.height
    assert (stock.across >= stock.width, stock.down >= stock.height - 1e-6) == (True, True)
    assert (abs(right - stock.left) <= 1.5, abs(bottom - stock.top) <= 1.5) == (True, True)


@STOCKS
def test_every_badge_is_printed_on_its_label_and_no_word_is_cut_off(stock):
    event = evening([*ODD_NAMES, "Henry Ingram", *names_of(25)])
    job = order_of(DOCUMENTS["name-badges"], event, options=Options(stock.sheet, labels=stock.key), now=NOW).job
    assert (job.zoom, faults_of(job.parts[0])) == (1.0, [])
    pages = labels_of(job.parts[0])
    assert [place for page in pages for place in page] == [at(stock, number) for number in range(34)]
    assert len(pages) == -(-34 // stock.to_a_sheet)


def labels_of(html):
    """Returns where the labels of each page lie, in millimetres."""
    return [
        [
            (round(box.position_x / PIXELS_A_MM, 1), round(box.position_y / PIXELS_A_MM, 1))
            for box in page._page_box.descendants(placeholders=True)
            if isinstance(box, BlockBox) and "label" in (box.element.get("class") or "").split()
        ]
        for page in pages_of(html)
    ]


def at(stock, number):
    left, top = stock.place_of(number)
    return pytest.approx(left, abs=0.06), pytest.approx(top, abs=0.06)


def test_a_begun_sheet_is_used_up_from_the_first_label_that_is_left():
    form = PaperForm({"labels": "l7160", "first_label": "20"}, DOCUMENTS["name-badges"], usual_sheet="a4")
    assert form.options == Options("a4", labels="l7160", first_label=20)
    job = order_of(DOCUMENTS["name-badges"], evening(names_of(4)), options=form.options, now=NOW).job
    stock = LABELS["l7160"]
    assert labels_of(job.parts[0]) == [[at(stock, 19), at(stock, 20)], [at(stock, 0), at(stock, 1)]]


@pytest.mark.parametrize(("stock", "first"), [("l7160", "22"), ("l7160", "0"), ("l7160", "x"), ("", "5")])
def test_a_first_label_that_no_sheet_has_counts_as_not_chosen(stock, first):
    form = PaperForm({"labels": stock, "first_label": first}, DOCUMENTS["name-badges"], usual_sheet="a4")
    assert form.options.first_label == 1


def test_labels_have_the_paper_of_their_stock_whatever_paper_is_chosen():
    form = PaperForm({"sheet": "a5", "labels": "5160"}, DOCUMENTS["name-badges"], usual_sheet="a4")
    assert form.options == Options("letter", labels="5160")
    assert ("5160", "Avery 5160: 66.7 × 25.4 mm, 30") in form.fields["labels"].choices
    other = PaperForm({"labels": "5160"}, DOCUMENTS["door-list"], usual_sheet="a4")
    assert (other.options.labels, other.fields["labels"].choices[0][0], other["labels"].is_hidden) == ("", "", True)


def test_badges_on_labels_are_tagged():
    paper = typeset("name-badges", evening(names_of(4)), options=Options("a4", labels="l7160"), now=NOW)
    assert (paper.pages, structure_faults_of(paper.pdf)) == (1, [])


@pytest.mark.parametrize("sheet", ["a4", "letter", "a4-large", "a5"])
def test_badges_on_both_sides_lie_behind_their_fronts_when_the_sheet_is_turned_over(sheet):
    form = PaperForm({"sheet": sheet, "sides": "both"}, DOCUMENTS["name-badges"], usual_sheet="a4")
    order = order_of(DOCUMENTS["name-badges"], evening(names_of(13)), options=form.options, now=NOW)
    assert faults_of(order.job.parts[0]) == []
    pages = [(page.width, badges_on(page)) for page in pages_of(order.job.parts[0])]
    assert len(pages) == 2 * -(-13 // {"a4": 10, "letter": 10, "a4-large": 6, "a5": 4}[sheet])
    assert sum(bool(name) for _width, side in pages for *_place, name in side) == 2 * 13
    for (width, front), (_same, back) in zip(pages[::2], pages[1::2], strict=True):
        turned = {(round(width - right), round(width - left), top): name for left, right, top, name in back}
        assert turned == {(round(left), round(right), top): name for left, right, top, name in front}


def badges_on(page):
    """Returns the left edge, the right edge, the top and the name of each badge, in pixels."""
    found = []
    for box in page._page_box.descendants(placeholders=True):
        if isinstance(box, InlineBlockBox) and box.element.get("class") == "badge":
            inside = [each for each in box.descendants(placeholders=True) if isinstance(each, TextBox)]
            name = " ".join(each.text for each in inside if each.element.get("class") == "name")
            left = box.position_x + box.margin_left
            found.append((left, left + box.border_width(), round(box.position_y), name))
    return found
