"""The list of people at the door, in the order that is asked for, and its file."""

import csv
import io
from decimal import Decimal

from tests.conftest import signed_in
from tests.evenings import evening_of
from tournament.door.services.entries import set_here
from tournament.event.services.events import change_settings

__all__ = ["evening_of"]


def test_people_are_listed_with_where_they_are_and_what_they_owe(evening_of):
    evening = evening_of(5)
    change_settings(evening.event, {"price": Decimal(5)}, by=evening.director, now=evening.now)
    set_here(evening.event.entries.get(player__name="Cy Ash"), False, by=evening.director, now=evening.now)
    desk = signed_in(evening, "director")
    here = f"/e/{evening.event.pk}/door"
    page = desk.get(f"{here}/list/?sort=-owes&find=ash").content.decode()
    assert "Sorted by Owes, highest first." in page and "5 of 5 match “ash”." in page
    answer = desk.get(f"{here}/people.csv?sort=state")
    assert list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))) == [
        ["Name", "Here", "Table", "Owes", "Paid"],
        ["Ann Ash", "here", "", "5.00", "0.00"],
        ["Bea Ash", "here", "", "5.00", "0.00"],
        ["Dan Ash", "here", "", "5.00", "0.00"],
        ["Eve Ash", "here", "", "5.00", "0.00"],
        ["Cy Ash", "not here", "", "0.00", "0.00"],
    ]
