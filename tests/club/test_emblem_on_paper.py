"""The club's emblem at the head of every document."""

from io import BytesIO

import pytest
from PIL import Image
from pypdf import PdfReader

from tests import evenings, round_evenings
from tests.kinds import mostly_slow
from tests.paper.conftest import NOW, names_of
from tests.paper.test_documents import two_hours
from tests.round_evenings import out, rule_all
from tests.typesetting import typeset
from tournament.club.services import remove_emblem, save_emblem
from tournament.models import Event
from tournament.paper.documents import DOCUMENTS
from tournament.paper.typesetting import STATIC, order_of
from tournament.press import press
from tournament.press.sheets import ForeignFile

pytestmark = pytest.mark.django_db

evening_of = evenings.evening_of
rounds_of = round_evenings.rounds_of
HALL = "http://192.168.1.20:8000"
SEEN = '<img class="emblem" src="emblem.png" alt="Emblem of {club}">'


def png() -> bytes:
    written = BytesIO()
    Image.new("L", (60, 40)).save(written, "PNG")
    return written.getvalue()


def with_emblem(event: Event) -> Event:
    save_emblem(event.club, png=png(), width=60, height=40, by=None, now=NOW)
    return event


def ready(rounds_of) -> tuple[Event, Event]:
    """A Kent evening played to its end, and a knock-out of teams."""
    knock_out = rounds_of(4, plan=[["knock-out", 0]], enters="teams")
    for number in (1, 2):
        out(knock_out, number)
        rule_all(knock_out, number)
    return with_emblem(two_hours(names_of(8))), with_emblem(Event.objects.get(pk=knock_out.event.pk))


@pytest.mark.slow
def test_every_document_has_it_at_its_head_with_words_for_who_cannot_see_it(rounds_of):
    evenings = ready(rounds_of)
    without = []
    for document in DOCUMENTS.values():
        event = next(event for event in evenings if document.makes_sense(event))
        order = order_of(document, event, 1 if document.needs_stage else None, address=HALL, now=NOW)
        seen = SEEN.format(club=event.club.name)
        if order.job.emblem != png() or not all(seen in part for part in order.job.parts):
            without.append(document.key)
    assert without == []


@pytest.mark.slow
@pytest.mark.parametrize("key", mostly_slow(["seating-by-table", "score-sheets"], quick=["score-sheets"]))
def test_it_is_a_picture_in_the_pdf_and_gone_once_it_is_taken_away(key):
    event = with_emblem(two_hours(names_of(4)))
    page = PdfReader(BytesIO(typeset(key, event, 1, now=NOW).pdf)).pages[0]
    assert {picture.image.size for picture in page.images} == {(60, 40)}
    remove_emblem(event.club, by=None, now=NOW)
    page = PdfReader(BytesIO(typeset(key, event, 1, now=NOW).pdf)).pages[0]
    assert list(page.images) == []


def test_a_page_that_came_without_one_cannot_name_it():
    page = '<!doctype html><html lang="en"><title>Paper</title><img alt="" src="emblem.png">'
    with pytest.raises(ForeignFile, match="not one of its own files"):
        press.the_press().print_html(page, STATIC)
    assert press.the_press().run(press.Job((page,), STATIC, emblem=png())).pages == 1
