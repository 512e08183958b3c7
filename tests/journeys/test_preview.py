"""A document looked at before it is printed: what is chosen is shown, and is what the PDF will be."""

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.desk import Desk
from tests.paper.conftest import evening, names_of


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
