"""The results and sheets of an hour as lists, in the order that is asked for, and as files."""

import csv
import io
import re

import pytest
from django.test import Client

from tests.conftest import signed_in
from tests.evenings import Evening, by_lot, evening_of
from tests.markup import markup

__all__ = ["evening_of"]


@pytest.fixture
def evening(evening_of) -> Evening:
    evening = evening_of(8)
    evening.begin()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    return evening


def rows(client: Client, address: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(client.get(address).content.decode("utf-8-sig"))))


def test_results_are_sorted_filtered_and_downloaded(evening):
    scorer, here = signed_in(evening, "scorer"), f"/e/{evening.event.pk}/results"
    head, *lines = rows(scorer, f"{here}.csv?sort=-margin")
    assert head == ["Hour", "Table", "Round", "Match", "Side", "Games", "Points", "State", "Last hand"]
    won = [abs(int(one[6]) - int(other[6])) for one, other in zip(lines[::2], lines[1::2], strict=True)]
    assert len(won) == 12 and won == sorted(won, reverse=True)
    page = markup(scorer.get(f"{here}/list/?state=agreed&find={lines[0][4].split()[0]}"))
    assert "In order of table. 3 of 12 match" in page and 'name="state" value="agreed"' in page
    assert "No result matches." in markup(scorer.get(f"{here}/list/?state=disputed"))


def test_sheets_are_sorted_filtered_and_downloaded(evening):
    scorer, here = signed_in(evening, "scorer"), f"/e/{evening.event.pk}/sheets"
    head, *lines = rows(scorer, f"{here}.csv?sort=-points")
    assert head == ["Table", "Seat", "Name", "Lines keyed in", "Lines", "Points", "State"]
    points = [int(line[5]) for line in lines]
    assert len(points) == 8 and points == sorted(points, reverse=True)
    page = markup(scorer.get(f"{here}/?sort=-name"))
    names = re.findall(r'<th scope="row"><a href="[^"]*">([^<]*)', page)
    assert names == sorted(names, reverse=True) and "Sorted by Name, Z to A." in page


def test_what_is_missing_comes_next_by_table_or_by_name_as_chosen(evening_of):
    evening = evening_of(8).begun()
    scorer, here = signed_in(evening, "scorer"), f"/e/{evening.event.pk}/sheets/"

    def offered() -> list[str]:
        page = markup(scorer.get(here))
        return re.findall(r"<b>\d+</b> ([^<]*)</a>", page)

    by_table = offered()
    assert scorer.post(f"{here}?hour=1", {"key_by": "name"}).headers["Location"] == f"{here}?hour=1"
    assert offered() == sorted(by_table) != by_table
    page = markup(scorer.get(here))
    assert f"Key in next: {sorted(by_table)[0]}" in page and "0 of 8 sheets are in" in page
    scorer.post(here, {"key_by": "anything"})
    assert offered() == by_table


def test_slips_come_next_by_table_or_by_name_as_chosen(evening_of):
    evening = evening_of(8, format="trinidad-tables").begun()
    scorer, here = signed_in(evening, "scorer"), f"/e/{evening.event.pk}/slips/"
    first, second = sorted(evening.matches(1), key=lambda match: match.table.number)
    assert "Key in next: table 1" in markup(scorer.get(here))
    scorer.post(here, {"key_by": "name"})
    by_name = min((first, second), key=lambda match: match.name)
    page = markup(scorer.get(here))
    assert f"Key in next: table {by_name.table.number}" in page and "0 of 2 slips are in" in page
