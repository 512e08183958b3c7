"""The poster on the wall: one page with the way to everybody's own page."""

import datetime as dt
from io import BytesIO

import pytest
import segno
from pypdf import PdfReader

from tests.kinds import mostly_slow
from tests.paper.conftest import NOW
from tests.press.laid_out import faults_of, pages_of
from tests.typesetting import html_of, typeset
from tournament.event.services.events import create_event
from tournament.models import Club
from tournament.paper.code_cards import NoWayIn, poster_of, wifi_of
from tournament.paper.documents import DOCUMENTS
from tournament.paper.typesetting import order_of
from tournament.press.sheets import SHEETS, Options

HALL = "http://192.168.1.20:8000"


@pytest.fixture
def event():
    club = Club.objects.create(name="The Hop Pole Card Club")
    return create_event(club, name="Michaelmas All Fours", date=dt.date(2026, 11, 21), by=None, now=NOW)


def test_before_any_draw_it_is_one_page_with_question_address_and_picture(event):
    paper = typeset("wall-poster", event, address=HALL, now=NOW)
    reader = PdfReader(BytesIO(paper.pdf))
    text = " ".join(reader.pages[0].extract_text().split())
    assert (paper.pages, paper.filename) == (1, "2026-11-21-wall-poster.pdf")
    assert reader.metadata.title == "Poster for the wall · The Hop Pole Card Club"
    said = (
        *("The Hop Pole Card Club Where do I sit?", "Michaelmas All Fours · Saturday 21 November 2026"),
        *("Join the hall’s Wi-Fi:", "Or open 192.168.1.20:8000/me", "Choose your name."),
        "If your phone says there is no internet, stay connected: you do not need it here.",
    )
    assert [words in text for words in said] == [True] * 6
    title = "QR code of the page where everybody finds their seat"
    picture = segno.make(f"{HALL}/me/", error="m", micro=False).svg_inline(border=0, omitsize=True, title=title)
    assert picture in html_of(DOCUMENTS["wall-poster"], event, address=HALL, now=NOW)


@pytest.mark.parametrize("sheet", mostly_slow(SHEETS, quick=["a4"]))
def test_it_fills_one_page_of_every_sheet_with_the_longest_address_too(event, sheet):
    Club.objects.update(name="The Hop Pole and Railway Tavern Ladies and Gentlemen’s Card Club")
    event.club.refresh_from_db()
    long = "https://cards.hop-pole-and-railway-tavern.example:8000"
    (part,) = order_of(DOCUMENTS["wall-poster"], event, address=long, options=Options(sheet), now=NOW).job.parts
    assert (len(pages_of(part)), faults_of(part)) == (1, [])


def test_it_has_the_square_of_the_wifi_that_is_on_the_table_cards_with_name_and_password(event):
    without = html_of(DOCUMENTS["wall-poster"], event, address=HALL, now=NOW)
    Club.objects.update(wifi_name="Hop Pole Hall", wifi_password="turn the jack")
    event.club.refresh_from_db()
    wifi = wifi_of(event.club)
    html = html_of(DOCUMENTS["wall-poster"], event, address=HALL, now=NOW)
    assert [wifi.picture in page for page in (without, html)] == [False, True]
    paper = typeset("wall-poster", event, address=HALL, now=NOW)
    text = " ".join(PdfReader(BytesIO(paper.pdf)).pages[0].extract_text().split())
    assert "1 Join the Wi-Fi. Network Hop Pole Hall Password turn the jack 2 Point your camera at the QR code." in text
    assert faults_of(html) == []


def test_it_is_refused_in_words_where_no_phone_would_find_the_hall():
    with pytest.raises(NoWayIn, match="This computer is not on a network"):
        poster_of("")
