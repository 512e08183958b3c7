"""The standings in the order that their reader asks for, on the page and as a file."""

import csv
import io
import re

import pytest
from django.test import Client

from tests.conftest import signed_in
from tests.evenings import Evening, by_lot, evening_of
from tests.markup import markup
from tournament.event.services.events import show_standings
from tournament.models import Entry
from tournament.results.services.decisions import make_ruling
from tournament.screens.queries.screen_content import standings_on_wall

__all__ = ["evening_of"]
NAME = re.compile(r'<th scope="row">([^<]*)')


@pytest.fixture
def evening(evening_of) -> Evening:
    evening = evening_of(8)
    evening.begin()
    evening.play_rounds(1)
    evening.hand_in(1, by_lot)
    return evening


def names(client: Client, address: str) -> list[str]:
    return NAME.findall(markup(client.get(address)))


def rows(client: Client, address: str) -> list[list[str]]:
    return list(csv.reader(io.StringIO(client.get(address).content.decode("utf-8-sig"))))


def test_the_table_its_part_and_its_file_have_the_same_rows_in_the_order_asked_for(evening):
    desk, here = signed_in(evening, "director"), f"/e/{evening.event.pk}/standings"
    by_place = names(desk, f"{here}/")
    by_name = names(desk, f"{here}/?sort=name")
    assert by_name == sorted(by_place) and by_name != by_place
    assert names(desk, f"{here}/?sort=-name") == by_name[::-1]
    part = markup(desk.get(f"{here}/?sort=-name", headers={"HX-Request": "true"}))
    assert NAME.findall(part) == by_name[::-1] and part.strip().startswith('<div class="stack close" id="standings"')
    head, *lines = rows(desk, f"{here}.csv?sort=-name")
    assert [line[1] for line in lines] == by_name[::-1]
    assert head[:4] == ["Place", "Name", "Rounds", "Hour 1"]
    page = markup(desk.get(f"{here}/?sort=-total&find={by_name[0].split()[0]}"))
    assert NAME.findall(page) == [by_name[0]]
    assert "Sorted by Total, highest first." in page and 'aria-sort="descending"' in page
    assert f"1 of 8 matches “{by_name[0].split()[0]}”" in page


def test_a_phone_leaves_out_of_a_line_what_is_not_known_of_it(evening):
    Entry.objects.filter(event=evening.event, player__name="Ann Ash").update(left_at=evening.now)
    evening.second()
    match = evening.matches(2)[0]
    make_ruling(match, points=(9, 5), reason="So.", by=evening.director, now=evening.now)
    page = markup(signed_in(evening, "director").get(f"/e/{evening.event.pk}/standings/"))
    assert ">–</td>" in page
    lines = dict(re.findall(r'<th scope="row">([^<]*).*?<span class="why less">([^<]*)</span>', page, re.DOTALL))
    assert re.fullmatch(r"3 of 3 rounds · \d+ \+ – · All Fours 0 · Jacks turned 0", lines.pop("Ann Ash"))
    played = {lines.pop(side.name) for side in match.sides.all()}
    assert [line for line in played if not re.fullmatch(r"4 of [56] rounds · \d+ \+ [59]", line)] == []
    assert [line for line in lines.values() if not re.fullmatch(r"3 of [56] rounds · \d+ \+ –", line)] == []


def test_a_part_that_is_known_in_one_order_is_sent_in_another(evening):
    desk, here = signed_in(evening, "director"), f"/e/{evening.event.pk}/standings/"
    plain = desk.get(here, headers={"HX-Request": "true"})
    known = {"HX-Request": "true", "If-None-Match": plain.headers["ETag"]}
    assert desk.get(here, headers=known).status_code == 304
    assert desk.get(f"{here}?sort=name", headers=known).status_code == 200


def test_what_is_not_shown_yet_is_no_file_for_the_hall(evening):
    address = f"/e/{evening.event.pk}/standings.csv"
    assert Client().get(address).status_code == 404
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    assert len(rows(Client(), address)) == 9


def test_the_wall_marks_who_leads_and_who_has_moved_and_explains_ties(evening):
    show_standings(evening.event, True, by=evening.director, now=evening.now)
    evening.event.refresh_from_db()
    first = standings_on_wall(evening.event)
    assert [row.leads for row in first.rows] == [row.place.rstrip("=") == "1" for row in first.rows]
    assert {row.climbed for row in first.rows} == {0}
    ranks = {row.name: int(row.place.rstrip("=")) for row in first.rows}
    evening.second()
    evening.play_rounds(2)
    evening.hand_in(2, by_lot)
    evening.event.refresh_from_db()
    second = standings_on_wall(evening.event)
    assert {row.name: row.climbed for row in second.rows} == {
        row.name: ranks[row.name] - int(row.place.rstrip("=")) for row in second.rows
    }
    assert "▲ ▼ places up or down since hour 1" in second.notes
