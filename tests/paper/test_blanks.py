"""Sheets without a name on them: everything that is filled in by hand, whoever comes and whatever is played."""

import datetime as dt
from io import BytesIO

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from scoring import RULE_SETS
from tests.kinds import mostly_slow
from tests.paper.conftest import NOW, evening, names_of
from tests.press.laid_out import faults_of, pages_of
from tests.typesetting import html_of, typeset
from tournament.event.services.events import create_event
from tournament.formats.formats import FORMATS
from tournament.models import Club
from tournament.paper.documents import DOCUMENTS
from tournament.paper.offers import shelves_of
from tournament.paper.typesetting import order_of
from tournament.press.sheets import Options

BLANKS = [document for document in DOCUMENTS.values() if document.is_blank]


def words_of(paper):
    return [" ".join(page.extract_text().split()) for page in PdfReader(BytesIO(paper.pdf)).pages]


def evening_at(format):
    club = Club.objects.create(name="The Hop Pole Card Club")
    return create_event(club, name="Michaelmas", date=dt.date(2026, 3, 14), format=format, by=None, now=NOW)


@pytest.mark.slow
@pytest.mark.parametrize("document", mostly_slow(BLANKS, quick=BLANKS[:1]), ids=lambda document: document.key)
def test_a_blank_sheet_is_tagged_and_titled_and_names_the_club_but_nothing_of_the_evening(document):
    event = evening(names_of(4))
    paper = typeset(document.key, event, now=NOW)
    reader, pages = PdfReader(BytesIO(paper.pdf)), words_of(paper)
    assert reader.metadata.title == f"{document.title} · The Hop Pole Card Club"
    assert reader.root_object["/MarkInfo"]["/Marked"]
    assert ["The Hop Pole Card Club" in page for page in pages] == [True] * len(pages)
    text = " ".join(pages)
    assert [word for word in ("Michaelmas", "Saturday", *names_of(4)) if word in text] == []
    assert text.count("21 November 2026") == text.count("rinted 21 November 2026")


def test_everything_that_a_pencil_fills_in_can_be_had_blank():
    filled_in = {"score-sheets", "table-sheets", "door-list", "name-badges", "seating-by-name", "seating-by-table"}
    filled_in |= {"round-notice", "match-cards", "movement-cards", "bracket", "certificates"}
    assert {f"blank-{key}" for key in filled_in} - set(DOCUMENTS) == set()


@pytest.mark.slow
@pytest.mark.parametrize("format", FORMATS)
def test_they_are_offered_under_their_own_heading_before_anybody_has_come(format):
    event = evening_at(format)
    *_others, evening_itself, blank = shelves_of(event)
    assert (evening_itself.label, blank.label) == ("The whole evening", "Blank sheets")
    assert [offer.document.key for offer in blank.offers] == [
        document.key for document in BLANKS if document.makes_sense(event)
    ]
    assert [offer.missing for offer in blank.offers] == [""] * len(blank.offers)
    assert [offer.document.key for offer in evening_itself.offers if offer.document.is_blank] == []
    assert [document.key for document in BLANKS if not html_of(document, event, now=NOW)] == []


@pytest.mark.slow
def test_each_game_has_its_table_sheet_in_the_order_of_two_piles():
    pages = words_of(typeset("blank-table-sheets-of-every-game", evening_at("kent-1674"), now=NOW))
    games = [rules.name for rules in RULE_SETS.values()]
    sheets = [name for name in games for _half in range(2)]  # two of each game, on two halves of a page
    half = len(games)
    assert [(sheets[at] in page, sheets[at + half] in page) for at, page in enumerate(pages)] == [(True, True)] * half


@pytest.mark.slow
def test_a_sheet_to_be_cut_apart_is_filled():
    event = evening_at("kent-1674")
    cut = [document for document in BLANKS if document.pieces]
    orders = [order_of(document, event, options=Options(pieces=4), now=NOW) for document in cut]
    pieces = {order.filename[17:-4]: "".join(order.job.parts).count('<section class="piece') for order in orders}
    assert pieces == {
        "score-sheets": 4,
        "table-sheets": 4,
        "table-sheets-of-every-game": 4 * ((len(RULE_SETS) + 1) // 2),
        "match-cards": 4,
        "movement-cards": 4,
        "certificates": 4,
    }
    assert [said for order in orders for part in order.job.parts for said in faults_of(part)] == []


@pytest.mark.slow
@pytest.mark.parametrize("sheet", ["a5", "letter"])
def test_a_blank_list_is_one_page_on_a_smaller_sheet_too(sheet):
    event = evening_at("kent-1674")
    lists = [document for document in BLANKS if not document.pieces and document.template != "bracket.html"]
    jobs = [order_of(document, event, options=Options(sheet), now=NOW).job for document in lists]
    assert [(len(job.parts), len(pages_of(job.parts[0]))) for job in jobs] == [(1, 1)] * 5


@pytest.mark.slow
def test_there_are_brackets_of_eight_sixteen_and_thirty_two():
    event = evening_at("kent-1674")
    pages = words_of(typeset("blank-bracket", event, now=NOW))
    labels = "Quarter-finals Semi-finals Final"
    assert [labels in page for page in pages] == [True, True, True]
    assert [f"Last 16 {labels}" in page for page in pages] == [False, True, True]
    assert [f"Last 32 Last 16 {labels}" in page for page in pages] == [False, False, True]
    (large,) = order_of(DOCUMENTS["blank-bracket"], event, options=Options("a4-large"), now=NOW).job.parts
    assert faults_of(large) == []


def test_a_blank_sheet_asks_nothing_of_who_has_come():
    counts = []
    for count in (4, 40):
        event = evening(names_of(count))
        with CaptureQueriesContext(connection) as queries:
            for document in BLANKS:
                html_of(document, event, now=NOW)
        counts.append(len(queries))
    assert counts == [1 + len(BLANKS)] * 2  # the club, and its emblem for each
