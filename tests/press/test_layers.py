"""Sheets that differ in their words alone: what they have in common is drawn once and laid beneath."""

from io import BytesIO
from pathlib import Path

import pytest
from django.conf import settings
from pikepdf import Pdf
from pypdf import PdfReader

from tests.kinds import mostly_slow
from tests.paper.conftest import NOW, evening, names_of
from tests.press.laid_out import texts_of
from tests.press.structure import structure_faults_of
from tournament.paper.documents import DOCUMENTS
from tournament.paper.typesetting import order_of
from tournament.press.layers import split_layers
from tournament.press.renderer import render

STATIC = Path(settings.BASE_DIR / "static")
HEAD = (
    '<!doctype html><html lang="en"><head><title>Two</title><style>.page + .page { break-before: page }</style></head>'
    "<body>"
)
SHEET = (
    '<div class="page"><section><p><!--form-->Name<!--/form--></p><h1><!--own-->{}<!--/own--></h1>{}</section></div>'
)


def sheets(*names: str, last: str = "") -> str:
    return HEAD + "".join(SHEET.format(name, "") for name in names) + last + "</body></html>"


def test_pages_that_differ_in_their_own_words_alone_share_a_form():
    html = sheets("Ann", "Bea", last=SHEET.format("Cy", "<p>Draft</p>"))
    layers = split_layers(html)
    assert layers is not None
    assert layers.form_of_page == (0, 0, 1)
    forms = layers.forms.split('<div class="page">')[1:]
    assert [("Name" in form, "Ann" in form, "Draft" in form) for form in forms] == [
        (True, False, False),
        (True, False, True),
    ]
    assert ("Name" in layers.words, "Ann" in layers.words, layers.words.count('class="page"')) == (False, True, 3)


def test_a_document_without_marks_has_no_layers():
    assert split_layers(f"{HEAD}<p>Ink</p></body></html>") is None


@pytest.fixture(scope="module")
def printed() -> bytes:
    return render(sheets("Ann", "Bea"), STATIC).pdf


def test_both_layers_are_on_every_page_and_the_form_is_there_once(printed):
    texts = [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(printed)).pages]
    assert texts == ["Name Ann", "Name Bea"]
    forms = [page.Resources.XObject for page in Pdf.open(BytesIO(printed)).pages]
    assert len({drawing.objgen for of_page in forms for drawing in of_page.values()}) == 1


def test_a_screen_reader_hears_the_words_and_passes_over_the_form(printed):
    assert structure_faults_of(printed) == []
    document = Pdf.open(BytesIO(printed))
    assert document.pages[0].Contents[0].read_bytes().startswith(b"/Artifact BMC q ")


@pytest.mark.slow
@pytest.mark.parametrize("key", ["score-sheets", "table-sheets"])
@pytest.mark.parametrize("released", mostly_slow([True, False], quick=[True]))
def test_each_word_of_a_sheet_stands_where_it_would_in_one_layer(db, key, released):
    (html,) = order_of(DOCUMENTS[key], evening(names_of(13), released=released), 1, now=NOW).job.parts
    layers = split_layers(html)
    assert layers is not None
    whole, words, forms = (
        {(box.text, round(box.position_x), round(box.position_y)) for box in texts_of(layer)}
        for layer in (html, layers.words, layers.forms)
    )
    assert words - whole == set()
    assert forms - whole == set()
    assert len(words) > 20
