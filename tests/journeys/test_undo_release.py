"""Seats released by mistake, in real browsers: pages that show them lose them by themselves."""

import re

import pytest
from playwright.sync_api import expect

from tests.journeys.conftest import LAPTOP, PHONE, WALL
from tests.running import PATIENCE

TWELVE = ("Ann", "Bea", "Cy", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kit", "Lou")


@pytest.mark.slow
def test_seats_on_phones_and_on_a_wall_are_gone_by_themselves_when_the_director_undoes_the_release(hall_of, port):
    hall = hall_of("--port", str(port))
    desk = hall.director(LAPTOP)
    desk.open_evening(club="The Jack and Knave", name="Kent evening")
    desk.let_in(*TWELVE)
    seats, own, wall = hall.open(PHONE), hall.open(PHONE), hall.open(WALL)
    evening = desk.evening.rpartition("/")[2]
    own.goto(f"{hall.address}/me/?pick=1")
    own.get_by_role("button", name="Ann", exact=True).click()
    wall.goto(f"{hall.address}/screen/")
    desk.page.goto(f"{hall.address}/screens/")
    desk.press(re.compile("^Connect"))
    desk.open("draw/1/")
    desk.press(re.compile("^Draw"))
    desk.press(re.compile("^Show seats"))
    seats.goto(f"{hall.address}/e/{evening}/seats/")
    expect(seats.get_by_text("Find my seat")).to_be_visible(timeout=PATIENCE)
    expect(own.get_by_text("go to your table")).to_be_visible(timeout=PATIENCE)
    expect(own).to_have_title(re.compile("table"))
    expect(wall.get_by_text("Bea").first).to_be_visible(timeout=PATIENCE)
    desk.press(re.compile("Undo: showing the seats of"))
    for page in (seats, own, wall):
        expect(page.get_by_text("The director withdrew the seats of hour 1 at")).to_be_visible(timeout=PATIENCE)
        expect(page.get_by_text("Bea")).to_have_count(0)
    expect(own).to_have_title(re.compile("^My seat"))
    expect(own.locator("#me-said")).to_be_empty()
    desk.open("draw/1/")
    desk.press(re.compile("^Show seats"))
    expect(own.get_by_text("go to your table")).to_be_visible(timeout=PATIENCE)
    expect(seats.get_by_text("Find my seat")).to_be_visible(timeout=PATIENCE)
