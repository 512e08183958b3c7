"""The list for the door and the badges: everybody entered, from A to Z, with room for those who just come."""

import re
from decimal import Decimal
from io import BytesIO

import pytest
from pypdf import PdfReader
from weasyprint.formatting_structure.boxes import TableRowBox, TextBox

from tests import evenings, round_evenings
from tests.kinds import mostly_slow
from tests.paper.conftest import NOW, evening, names_of
from tests.paper.test_on_every_sheet import WORST
from tests.press.laid_out import PIXELS_A_MM, faults_of, pages_of
from tests.typesetting import typeset
from tournament.door.queries.door_lists import Guest, guests_of
from tournament.door.services.entries import enter_players, set_here
from tournament.door.services.till import pay, pay_owed, set_due
from tournament.event.services.events import change_settings
from tournament.paper.documents import DOCUMENTS
from tournament.paper.documents.door import choose_spacing_of
from tournament.paper.typesetting import order_of
from tournament.press.sheets import Options

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


def guests_named(names):
    return [Guest("", "", name, "", "", has_left=False, is_here=True, dues=None) for name in names]


def test_everybody_stands_under_his_letter_whatever_its_accent(evening_of):
    event = evening_of(0).event
    enter_players(event, ["Élise", "Zoë", "Eve", "ann"], by=None, now=NOW)
    assert [(guest.letter, guest.name) for guest in guests_of(event)] == [
        *(("A", "ann"), ("E", "Élise"), ("", "Eve"), ("Z", "Zoë")),
    ]


def test_of_a_pair_each_has_the_other_beside_his_name(rounds_of):
    event = rounds_of(1, plan=[["round-robin", 1]]).event
    one, other = guests_of(event)
    assert (one.team, other.team) == (other.name, one.name)


@pytest.mark.slow
def test_two_hundred_are_on_the_list_once_and_its_headings_on_every_page():
    event = evening(names_of(200))
    reader = PdfReader(BytesIO(typeset("door-list", event, now=NOW).pdf))
    pages = [" ".join(page.extract_text().split()) for page in reader.pages]
    assert ["Here Name Paid Amount Remarks" in page for page in pages] == [True] * len(pages)
    found = re.findall(rf"({'|'.join(names_of(200))})\b", " ".join(pages))
    assert found == sorted(names_of(200))
    assert "200 players are entered." in pages[-1]


def test_of_a_team_without_a_name_each_has_its_first_player_beside_his_name(rounds_of):
    event = rounds_of(2, plan=[["swiss", 1]], enters="teams").event
    first = [entry.name for entry in event.entries.select_related("player").order_by("pk")][::4]
    assert {guest.team for guest in guests_of(event)} == {f"Team {name}" for name in first}
    event.teams.update(name="The Aces")
    assert {guest.team for guest in guests_of(event)} == {"The Aces"}


@pytest.mark.slow
@pytest.mark.parametrize("key", ["door-list", "seating-by-name"])
def test_a_letter_that_goes_on_stands_again_at_the_top_of_the_next_page(key):
    names = names_of(100)
    reader = PdfReader(BytesIO(typeset(key, evening(names), 1, now=NOW).pdf))
    pages = [page.extract_text() for page in reader.pages]
    of_lines = [[line for line in page.splitlines() if re.match(r"[A-Z]$|[A-Z] ", line)] for page in pages]
    lettered = [{line[0] for line in lines} for lines in of_lines]
    listed = [{name[0] for name in names if re.search(rf"^(. )?{name}", page, re.MULTILINE)} for page in pages]
    assert len(pages) > 1
    assert lettered == listed


@pytest.mark.slow
@pytest.mark.parametrize("count", mostly_slow([3, 13, *range(26, 33)], quick=[3, 29]))
def test_lines_to_write_on_fill_the_last_page_and_ask_for_none_of_their_own(count):
    job = order_of(DOCUMENTS["door-list"], evening(names_of(count)), now=NOW).job
    boxes = list(pages_of(job.parts[0])[-1]._page_box.descendants())
    bottoms = [box.position_y + box.height for box in boxes if isinstance(box, TableRowBox)]
    room = (297 - 17) * PIXELS_A_MM - bottoms[-1]
    assert (room >= 0, room < 2 * (bottoms[-1] - bottoms[-2])) == (True, True)
    assert f"{count} players are entered." in [box.text for box in boxes if isinstance(box, TextBox)]


@pytest.mark.parametrize("takes_money", [False, True])
def test_a_club_s_evening_is_on_one_page_of_the_list_with_lines_below_and_no_page_has_almost_nobody(takes_money):
    counts, options = (13, 30, 36, 200), Options()
    spacings = [choose_spacing_of(guests_named(names_of(count)), options, takes_money=takes_money) for count in counts]
    assert spacings == ["roomy", "close", "tight", "roomy"]


def test_with_a_price_the_list_has_what_is_due_and_paid_and_the_sums_of_both():
    event = evening(["Ann", "Bea", "Cy", "Dan"])
    assert "Due" not in PdfReader(BytesIO(typeset("door-list", event, now=NOW).pdf)).pages[0].extract_text()
    change_settings(event, {"price": Decimal("4.50"), "currency": "TT$"}, by=None, now=NOW)
    event.refresh_from_db()
    ann, bea, cy, dan = event.entries.select_related("event__club")
    pay_owed(event, [ann], seen=Decimal("4.50"), by=None, now=NOW)
    pay(bea, Decimal(2), seen=0, by=None, now=NOW)
    set_due(cy, Decimal(0), by=None, now=NOW)
    set_here(dan, False, by=None, now=NOW)
    (page,) = PdfReader(BytesIO(typeset("door-list", event, now=NOW).pdf)).pages
    said = " ".join(page.extract_text().split())
    lines = re.search(
        "Here Name Due Paid Remarks (.*) 4 players are entered. A player pays TT\\$4.50. TT\\$2.50 to collect from 1.",
        said,
    )
    assert lines
    assert lines[1].split() == [
        *("A", "Ann", "TT$4.50", "TT$4.50", "B", "Bea", "TT$4.50", "TT$2.00", "C", "Cy", "TT$0.00"),
        *("D", "Dan", "not", "here", "Together", "TT$9.00", "TT$6.50"),
    ]


@pytest.mark.slow
@pytest.mark.parametrize("sheet", ["a4", "a4-large", "a5"])
def test_large_sums_stay_legible_beside_the_worst_names(sheet):
    event = evening([*WORST, *names_of(20)])
    change_settings(event, {"price": Decimal("1250.50"), "currency": "TT$"}, by=None, now=NOW)
    event.refresh_from_db()
    for number, entry in enumerate(event.entries.select_related("event__club")):
        pay(entry, Decimal("1250.50") if number % 2 else Decimal("980.50"), seen=0, by=None, now=NOW)
    job = order_of(DOCUMENTS["door-list"], event, options=Options(sheet), now=NOW).job
    assert faults_of(job.parts[0]) == []


BADGES = mostly_slow([("a4", [10, 10]), ("a4-large", [6, 6, 6]), ("a5", [4] * 4)], quick=[("a4", [10, 10])])


@pytest.mark.slow
@pytest.mark.parametrize(("sheet", "badges"), BADGES)
def test_badges_are_as_large_on_every_sheet_and_the_last_page_is_filled_up(sheet, badges):
    paper = typeset("name-badges", evening(names_of(13)), options=Options(sheet), now=NOW)
    pages = [page.extract_text() for page in PdfReader(BytesIO(paper.pdf)).pages]
    assert [page.count("Michaelmas All Fours") for page in pages] == badges
