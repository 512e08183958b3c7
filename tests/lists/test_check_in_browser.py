"""A list that is checked before it is stored: by keyboard at the door, and on a phone in large type."""

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import desk, director
from tests.journeys.desk import Desk
from tests.paper.conftest import evening, names_of
from tournament.models import Player

__all__ = ["desk", "director"]


@pytest.mark.slow
def test_a_list_at_the_door_is_corrected_in_its_row_and_added_without_a_mouse(desk: Desk):
    event = evening(names_of(4))
    page = desk.page
    page.goto(f"{desk.hall}/e/{event.pk}/door/")
    page.get_by_label("Names").fill("Bea Jones\nCards tonight\nMoses Kong")
    page.get_by_role("button", name="Add players").press("Enter")
    expect(page.get_by_text("This does not look like a name.")).to_be_visible()
    expect(page.locator("#questions")).to_be_focused()
    page.get_by_role("button", name="Edit line 3").press("Enter")
    expect(page.get_by_label("Correct line 3")).to_be_focused()
    page.keyboard.press("Control+A")
    page.keyboard.type("Moses King")
    page.keyboard.press("Enter")
    expect(page.locator("#messages")).to_contain_text("Added Bea Jones and Moses King.")
    expect(page.get_by_label("Names")).to_be_focused()


@pytest.mark.slow
def test_a_list_of_people_is_checked_on_a_phone_in_letters_of_twice_the_size(desk: Desk):
    club = evening(names_of(4)).club
    Player.objects.create(club=club, name="William Smith")
    page = desk.page
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto(f"{desk.hall}/people/import/")
    lines = "Name,Phone,Shoe size\nBill Smith,0868 555 1,38\nZoe,2,40\nTotal,,2\n"
    page.get_by_label("The list", exact=True).fill(lines)
    desk.press("Check import")
    for letters in ("100%", "200%"):
        page.evaluate("letters => document.documentElement.style.fontSize = letters", letters)
        assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.get_by_role("radio", name="William Smith (Telephone: none → 0868 555 1)").check()
    desk.press("Edit line 3")
    expect(page.get_by_label("Correct line 3")).to_be_focused()
    expect(page.get_by_role("radio", name="William Smith")).to_be_checked()
    page.get_by_label("Correct line 3").fill("Zoë")
    desk.press("Check again")
    expect(page.get_by_label("Correct line 3")).to_have_value("Zoë")
    desk.press("Import 1 new, 1 changed")
    desk.press("Undo this import")
    expect(page.locator("#messages")).to_contain_text("The import is undone: 1 person deleted, 1 person changed back.")
