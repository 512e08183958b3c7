"""The poster on the wall: one page with the way to everybody's own page."""

import datetime as dt
from io import BytesIO

import pytest
import segno
from pypdf import PdfReader

from tests.printing.conftest import NOW
from tournament.models import Club
from tournament.paper import SHEETS, Options
from tournament.printing.cards import NoWayIn, poster_of
from tournament.printing.documents import DOCUMENTS
from tournament.printing.typesetting import html_of, typeset
from tournament.services.events import create_event

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
    said = ("The Hop Pole Card Club Where do I sit?", "Or open 192.168.1.20:8000/me", "Press your name.")
    assert [words in text for words in said] == [True] * 3
    picture = segno.make(f"{HALL}/me/", error="m", micro=False).svg_inline(border=0, omitsize=True)
    assert picture in html_of(DOCUMENTS["wall-poster"], event, address=HALL, now=NOW)


@pytest.mark.parametrize("sheet", SHEETS)
def test_it_fills_one_page_of_every_sheet_with_the_longest_address_too(event, sheet):
    Club.objects.update(name="The Hop Pole and Railway Tavern Ladies and Gentlemen’s Card Club")
    event.club.refresh_from_db()
    long = "https://cards.hop-pole-and-railway-tavern.example:8000"
    assert typeset("wall-poster", event, address=long, options=Options(sheet), now=NOW).pages == 1


def test_it_is_refused_in_words_where_no_phone_would_find_the_hall():
    with pytest.raises(NoWayIn, match="This computer is in no network"):
        poster_of("")
