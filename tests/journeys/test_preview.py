"""A document looked at before it is printed: what is chosen is shown, and is what the PDF will be."""

import io
import re

import pytest
from playwright.sync_api import expect
from pypdf import PdfReader

from tests.journeys.desk import Desk
from tests.paper.conftest import evening, names_of
from tournament.press import press
from tournament.press.press_process import PressMissing


@pytest.mark.slow
def test_what_is_chosen_is_shown_by_itself_and_is_what_the_pdf_will_be(desk: Desk):
    event = evening(names_of(8))
    page = desk.page
    page.goto(f"{desk.hall}/e/{event.pk}/paper/score-sheets/?hour=1")
    expect(page.locator("#ready .count")).to_have_text("4 pages")
    page.get_by_label("How many on a sheet").select_option("4")
    expect(page.locator("#ready .count")).to_have_text("2 pages")
    expect(page.locator("#sheets img")).to_have_count(2)
    expect(page.get_by_role("link", name="Open PDF to print")).to_have_attribute("href", re.compile("pieces=4"))
    page.reload()
    expect(page.get_by_label("How many on a sheet")).to_have_value("4")
    expect(page.locator("#ready .count")).to_have_text("2 pages")


@pytest.mark.slow
def test_without_libraries_a_browser_prints_the_same_sheets_without_the_words_on_how(desk: Desk, monkeypatch):
    def run(_job, **_for_guest):
        raise PressMissing("cannot load library 'libgobject-2.0-0'")

    monkeypatch.setattr(press.the_press(), "run", run)
    event = evening(names_of(8))
    desk.page.goto(f"{desk.hall}/e/{event.pk}/paper/score-sheets.pdf?hour=1&sheet=letter")
    expect(desk.page.locator("aside")).to_contain_text("Print this page with your browser’s Print.")
    printed = PdfReader(io.BytesIO(desk.page.pdf(prefer_css_page_size=True))).pages
    assert [(round(sheet.mediabox.width), round(sheet.mediabox.height)) for sheet in printed] == [(612, 792)] * 4
    assert not any("your browser" in sheet.extract_text() for sheet in printed)
