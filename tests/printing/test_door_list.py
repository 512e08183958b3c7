"""The list for the door and the badges: everybody entered, from A to Z, with room for those who just come."""

import re
from decimal import Decimal
from io import BytesIO

from pypdf import PdfReader

from tests import evenings, round_evenings
from tests.printing.conftest import NOW, evening, names_of
from tournament.printing.typesetting import typeset
from tournament.queries.door_lists import guests_of
from tournament.services.enter import enter_players, set_here
from tournament.services.events import change_settings
from tournament.services.till import pay, pay_owed, set_due

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of


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


def test_two_hundred_are_on_the_list_once_and_its_headings_on_every_page():
    event = evening(names_of(200))
    reader = PdfReader(BytesIO(typeset("door-list", event, now=NOW).pdf))
    pages = [" ".join(page.extract_text().split()) for page in reader.pages]
    assert ["Here Name Paid Amount Remarks" in page for page in pages] == [True] * len(pages)
    found = re.findall(rf"({'|'.join(names_of(200))})\b", " ".join(pages))
    assert found == sorted(names_of(200))
    assert "200 are entered." in pages[-1]


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
    lines = re.search("Here Name Due Paid Remarks (.*) 4 are entered. A player pays TT\\$4.50.", said)
    assert lines
    assert lines[1].split() == [
        *("A", "Ann", "TT$4.50", "TT$4.50", "B", "Bea", "TT$4.50", "TT$2.00", "C", "Cy", "TT$0.00"),
        *("D", "Dan", "not", "here", "Together", "TT$9.00", "TT$6.50", "TT$2.50", "to", "come", "from", "1"),
    ]


def test_badges_are_ten_to_a_page_and_the_last_page_is_filled_up():
    paper = typeset("name-badges", evening(names_of(13)), now=NOW)
    pages = [page.extract_text() for page in PdfReader(BytesIO(paper.pdf)).pages]
    assert [page.count("Michaelmas All Fours") for page in pages] == [10, 10]
