"""The cards on the tables: opened and read; what the picture says is not decoded here."""

import re
from io import BytesIO

import pytest
import segno
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from tests.kinds import mostly_slow
from tests.paper.conftest import NOW, evening, names_of
from tests.press.laid_out import PIXELS_A_MM, faults_of, texts_of
from tests.typesetting import html_of, typeset
from tournament.event.services.codes_and_calls import reissue_code, revoke_code
from tournament.models import Club, Table, TableCode
from tournament.paper.code_cards import NoCards, NoWayIn, cards_of, wifi_code_of, wifi_of
from tournament.paper.document import NotDrawnYet
from tournament.paper.documents import DOCUMENTS
from tournament.paper.typesetting import order_of
from tournament.press.sheets import Options
from tournament.web.table_codes import format_code, mark_of_card

HALL = "http://192.168.1.20:8000"
BOX_OF_A_NUMBER = 53 * PIXELS_A_MM


def print_cards(event, **asked):
    return typeset("table-cards", event, **{"address": HALL, "now": NOW, **asked})


def words_of(paper):
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(paper.pdf)).pages]


def turns_of(paper, words):
    """Of every piece of text of these words, whether it is upside down."""
    found = []
    for page in PdfReader(BytesIO(paper.pdf)).pages:
        page.extract_text(
            visitor_text=lambda text, page, line, *_font: (
                found.append(page[0] * line[0] < 0) if text.strip() == words else None
            )
        )
    return found


def codes_of(event):
    return dict(TableCode.objects.filter(event=event, revoked_at=None).values_list("table_number", "code"))


def test_every_table_has_its_card_two_to_a_page_with_number_code_and_address():
    event = evening(names_of(20))
    paper = print_cards(event)
    pages = words_of(paper)
    assert (paper.pages, paper.filename) == (3, "2026-11-21-table-cards.pdf")
    assert [page.count("This table keeps its score on a phone.") for page in pages] == [2, 2, 1]
    text = " ".join(pages)
    typed = [f"Or open 192.168.1.20:8000/t and type {format_code(code)}" for code in codes_of(event).values()]
    assert [[number for number, words in enumerate(typed, start=1) if words in page] for page in pages] == [
        *([1, 4], [2, 5], [3]),
    ], "cut as one stack"
    assert [f"Table {number} " in text for number in codes_of(event)] == [True] * 5
    assert text.count("The Hop Pole Card Club Michaelmas All Fours · 21 November 2026") == 5
    assert text.count("If your phone says there is no internet, stay connected: you do not need it here.") == 5


@pytest.mark.slow
def test_the_paper_is_tagged_and_titled_and_its_fonts_are_in_it():
    reader = PdfReader(BytesIO(print_cards(evening(names_of(4))).pdf))
    assert reader.metadata.title == "Table cards · Michaelmas All Fours"
    assert reader.root_object["/Lang"] == "en-gb"
    assert reader.root_object["/MarkInfo"]["/Marked"]
    fonts = [font.get_object() for page in reader.pages for font in page["/Resources"]["/Font"].values()]
    described = [font["/DescendantFonts"][0].get_object()["/FontDescriptor"] for font in fonts]
    assert fonts != []
    assert [font["/FontName"] for font in described if not {"/FontFile2", "/FontFile3"} & set(font)] == []


def test_the_picture_is_the_address_of_the_table():
    event = evening(names_of(4))
    (card,) = cards_of(event, address=HALL)
    wanted = segno.make(
        f"{HALL}/t/{codes_of(event)[1]}/?card={mark_of_card(codes_of(event)[1])}", error="m", micro=False
    )
    assert card.picture == wanted.svg_inline(border=0, omitsize=True, title="QR code of this table’s page")


def with_wifi(event, name="Hop Pole Hall", password="turn the jack"):
    event.club.wifi_name, event.club.wifi_password = name, password
    event.club.save()
    return event


@pytest.mark.parametrize(
    ("name", "password", "words"),
    [
        ("Hop Pole Hall", "turn the jack", "WIFI:T:WPA;S:Hop Pole Hall;P:turn the jack;;"),
        ("Hop Pole Hall", "", "WIFI:T:nopass;S:Hop Pole Hall;;"),
        ('a;b,c:d"e\\f', 'P;,:"\\words', r"WIFI:T:WPA;S:a\;b\,c\:d\"e\\f;P:P\;\,\:\"\\words;;"),
        ("Café Żółć", "Über allen", "WIFI:T:WPA;S:Café Żółć;P:Über allen;;"),
    ],
)
def test_the_picture_of_the_wifi_is_what_a_camera_joins_it_by(name, password, words):
    assert wifi_code_of(name, password) == words
    wifi = wifi_of(Club(wifi_name=name, wifi_password=password))
    wanted = segno.make(words, error="m", micro=False, encoding="utf-8")
    assert (wifi.name, wifi.password) == (name, password)
    assert wifi.picture == wanted.svg_inline(border=0, omitsize=True, title="QR code that joins the Wi-Fi")


@pytest.mark.slow
def test_a_card_has_both_ways_in_each_with_its_words_once_the_club_has_named_its_wifi():
    event = evening(names_of(8))
    (without,) = words_of(print_cards(event))
    assert ("Join the hall’s Wi-Fi:" in without, "Network" in without) == (True, False)
    (page,) = words_of(print_cards(with_wifi(event)))
    assert page.count("1 Join the Wi-Fi Network Hop Pole Hall Password turn the jack 2 Open this table") == 2
    assert page.count("If your phone says there is no internet, stay connected: you do not need it here.") == 2
    (page,) = words_of(print_cards(with_wifi(event, password="")))
    assert page.count("Network Hop Pole Hall It has no password.") == 2


@pytest.mark.slow
def test_the_longest_network_and_password_are_printed_whole():
    name, password = "W" * 32, "M" * 63
    (page,) = words_of(print_cards(with_wifi(evening(names_of(4)), name, password)))
    assert f"Network {name} Password {password}" in re.sub(r"(?<=[WM]) (?=[WM])", "", page)


@pytest.mark.slow
@pytest.mark.parametrize(("pieces", "pages"), mostly_slow([(1, 5), (2, 5), (4, 3)], quick=[(4, 3)]))
def test_a_folded_card_is_printed_twice_once_upside_down(pieces, pages):
    event = evening(names_of(20))
    paper = print_cards(event, options=Options(pieces=pieces, folded=True))
    text = " ".join(words_of(paper))
    assert paper.pages == pages
    assert [text.count(format_code(code)) for code in codes_of(event).values()] == [2] * 5
    assert turns_of(paper, "Table") == [True, False] * 5


def test_a_table_has_the_same_suit_on_its_card_and_on_the_seating():
    event = evening(names_of(20))
    Table.objects.filter(number=2).update(number=7)
    TableCode.objects.filter(table_number=2).update(table_number=7)
    cards = html_of(DOCUMENTS["table-cards"], event, address=HALL, now=NOW)
    seating = html_of(DOCUMENTS["seating-by-table"], event, 1, now=NOW)
    of_table = re.compile(r'class="[^"]*(suit-\d)".*?class="table-number[^"]*">(\d+)<', re.DOTALL)
    suits = [{number: suit for suit, number in of_table.findall(paper)} for paper in (cards, seating)]
    assert suits == [{"1": "suit-1", "3": "suit-3", "4": "suit-4", "5": "suit-1", "7": "suit-3"}] * 2


@pytest.mark.slow
@pytest.mark.parametrize("folded", [False, True])
def test_a_table_number_of_three_digits_stands_whole_in_its_box(folded):
    event = evening(names_of(4))
    Table.objects.update(number=119)
    TableCode.objects.update(table_number=119)
    job = order_of(DOCUMENTS["table-cards"], event, address=HALL, options=Options(folded=folded), now=NOW).job
    numbers = [text for text in texts_of(job.parts[0]) if text.text == "119"]
    assert (len(numbers), faults_of(job.parts[0])) == (2 if folded else 1, [])
    assert [number for number in numbers if number.width > BOX_OF_A_NUMBER] == []


def test_one_card_alone_has_the_code_that_is_valid_now():
    event = evening(names_of(8))
    (one, old) = codes_of(event).values()
    reissue_code(event, 2, by=None, now=NOW)
    paper = print_cards(event, table=2)
    (page,) = words_of(paper)
    new = codes_of(event)[2]
    assert paper.filename == "2026-11-21-table-cards-2.pdf"
    assert [format_code(code) in page for code in (one, old, new)] == [False, False, True]


def test_a_card_that_would_lead_nowhere_is_refused_in_words():
    event = evening(names_of(8))
    with pytest.raises(NoWayIn, match="This computer is not on a network"):
        print_cards(event, address="")
    revoke_code(event, 2, by=None, now=NOW)
    with pytest.raises(NoWayIn) as closed:
        print_cards(event)
    assert str(closed.value) == "Phones blocked: table 2. Give it a new code first, then print its card."
    with pytest.raises(NoWayIn):
        print_cards(event, table=2)
    assert print_cards(event, table=1).pages == 1


def test_there_is_no_card_before_the_seats_are_out():
    with pytest.raises(NotDrawnYet, match="the seats are not shown"):
        print_cards(evening(names_of(8), released=False))


def test_a_table_that_is_not_there_has_no_card():
    with pytest.raises(NoCards):
        print_cards(evening(names_of(8)), table=9)


def test_a_full_hall_takes_as_many_queries_as_one_table():
    counts = []
    for count in (4, 40):
        event = evening(names_of(count))
        with CaptureQueriesContext(connection) as queries:
            html_of(DOCUMENTS["table-cards"], event, address=HALL, now=NOW)
        counts.append(len(queries))
    assert counts[0] == counts[1]
