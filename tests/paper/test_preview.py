"""A document as it will print: its pages as pictures, what can be chosen, and how far a long one is. Without the
press's libraries it is a page to print from the browser."""

import re
import threading
from pathlib import Path

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from tests import evenings
from tests.conftest import signed_in
from tests.evenings import Evening
from tests.markup import markup
from tests.typesetting import typeset
from tournament.models import Club, Event, Player
from tournament.paper.browser_print import open_in_browser
from tournament.paper.document import CannotPrint
from tournament.paper.documents import DOCUMENTS
from tournament.paper.forms import PaperForm
from tournament.paper.views import paper
from tournament.press import press
from tournament.press.press_process import PressMissing
from tournament.press.sheets import Options
from tournament.press.system_libraries import hint_for_paper

evening_of = evenings.evening_of
HOW = "Print this page with your browser’s Print."
PART = (
    '<html lang="en"><head><link rel="stylesheet" href="press/paper.css"><style>@page { size: 168.00mm 100.00mm } '
    '.emblem { width: 8mm }</style></head><body class="filed"><img src="emblem.png"><p>Tom &amp; Zoë 😀'
)


@pytest.fixture
def evening(evening_of) -> Evening:
    evening = evening_of(8)
    evening.begin()
    return evening


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    """However busy the machine, only the test of slow paper sees its progress."""
    monkeypatch.setattr(paper, "SECONDS_UNTIL_PROGRESS", 120)


def preview_of(evening: Evening, document: str, asked: str = "") -> str:
    return reverse("preview", args=[evening.event.pk, document]) + asked


def test_the_pages_of_a_document_are_shown_with_their_number_and_the_way_to_its_pdf(evening):
    desk = signed_in(evening)
    page = markup(desk.get(preview_of(evening, "score-sheets", "?hour=1")))
    pictures = re.findall(r'<img src="([^"]+)" alt="([^"]+)"', page)
    assert [alt for _src, alt in pictures] == [f"Page {number} of 4" for number in (1, 2, 3, 4)]
    assert ("<h1>Score sheets, first hour</h1>" in page, "<strong>4 pages</strong>" in page) == (True, True)
    assert [desk.get(src).content[:8] for src, _alt in pictures[:2]] == [b"\x89PNG\r\n\x1a\n"] * 2
    (pdf,) = re.findall(r'href="([^"]+\.pdf[^"]*)"', page)
    assert desk.get(pdf.replace("&amp;", "&")).content[:5] == b"%PDF-"


@pytest.mark.slow
def test_what_was_chosen_is_laid_out_for_this_print_alone(evening):
    desk = signed_in(evening)
    four = markup(desk.get(preview_of(evening, "score-sheets", "?hour=1&sheet=letter&pieces=4")))
    assert "<strong>2 pages</strong>" in four
    other = markup(desk.get(preview_of(evening, "seating-by-name", "?hour=1")))
    assert ('<option value="a4" selected>' in other, "How many on a sheet" in other) == (True, False)
    assert "black-and-white PDF for A4, unless" in markup(desk.get(reverse("paper", args=[evening.event.pk])))


def test_another_sheet_changes_the_number_of_pieces_with_it(evening):
    asked = [
        {"sheet": "a5", "pieces": "2", "pieces_for": "a4"},
        {"sheet": "a5", "pieces": "2", "pieces_for": "a5"},
        {"sheet": "a4", "pieces": "1", "pieces_for": "a5"},
    ]
    forms = [PaperForm(each, DOCUMENTS["score-sheets"], usual_sheet="a4") for each in asked]
    assert [form.options for form in forms] == [Options("a5", 1), Options("a5", 2), Options("a4", 2)]
    assert [form.cleaned_data["pieces_for"] for form in forms] == ["a5", "a5", "a4"]


@pytest.mark.slow
def test_half_a_sheet_has_half_as_many_as_large(evening):
    desk = signed_in(evening)
    for chosen, pages in (("sheet=a5", 8), ("sheet=a5&pieces=2", 4)):
        shown = markup(desk.get(preview_of(evening, "score-sheets", f"?hour=1&{chosen}")))
        assert f"<strong>{pages} pages</strong>" in shown
    Club.objects.update(sheet="a5")
    assert typeset("score-sheets", Event.objects.get(), 1).pages == 8


@pytest.mark.slow
def test_a_choice_that_there_is_not_is_as_if_none_was_made(evening):
    desk = signed_in(evening)
    page = markup(desk.get(preview_of(evening, "score-sheets", "?hour=1&sheet=a0&pieces=9")))
    assert ('<option value="a4" selected>' in page, '<option value="2" selected>' in page) == (True, True)
    Club.objects.update(sheet="letter")
    assert '<option value="letter" selected>' in markup(desk.get(preview_of(evening, "rules")))


@pytest.mark.slow
def test_a_document_that_takes_long_says_how_far_it_is_and_then_shows_itself(evening, monkeypatch):
    desk = signed_in(evening)
    press.the_press().forget()
    go_on = threading.Event()
    at_the_press = press._press._print

    def slowly(job, process):
        go_on.wait(timeout=60)
        return at_the_press(job, process)

    monkeypatch.setattr(press._press, "_print", slowly)
    monkeypatch.setattr(paper, "SECONDS_UNTIL_PROGRESS", 0.01)
    waiting = markup(desk.get(preview_of(evening, "score-sheets", "?hour=1")))
    assert "Getting it ready." in waiting
    (again,) = re.findall(r'hx-get="([^"]+)" hx-trigger="every 1s"', waiting)
    assert "Getting it ready." in markup(desk.get(again.replace("&amp;", "&")))
    go_on.set()
    while press.the_press().count_jobs():
        go_on.wait(0.01)
    assert "<strong>4 pages</strong>" in markup(desk.get(again.replace("&amp;", "&")))


def test_a_document_that_has_no_place_at_the_press_yet_waits_for_it_and_then_shows_itself(evening, monkeypatch):
    desk = signed_in(evening)
    press.the_press().forget()
    with monkeypatch.context() as busy:
        busy.setattr(press, "IN_LINE", 0)
        waiting = desk.get(preview_of(evening, "score-sheets", "?hour=1"))
    assert (waiting.status_code, "Getting it ready." in markup(waiting)) == (200, True)
    (again,) = re.findall(r'hx-get="([^"]+)" hx-trigger="every 1s"', markup(waiting))
    assert "<strong>4 pages</strong>" in markup(desk.get(again.replace("&amp;", "&")))


@pytest.mark.slow
def test_a_preview_names_the_letters_that_no_font_has(evening):
    said = "No font on this computer has these letters, so each prints as an empty box:"
    desk = signed_in(evening)
    assert said not in markup(desk.get(preview_of(evening, "seating-by-name", "?hour=1")))
    Player.objects.filter(name="Ann Ash").update(name="Ann \U0010fffd")
    page = markup(desk.get(preview_of(evening, "seating-by-name", "?hour=1")))
    assert f"{said} \U0010fffd<br>In the names of: Ann \U0010fffd</p>" in page


def test_the_hall_sees_no_preview_and_no_picture(evening):
    hall = Client()
    page = markup(signed_in(evening).get(preview_of(evening, "seating-by-name", "?hour=1")))
    (picture,) = re.findall(r'<img src="([^"]+)"', page)
    asked = [preview_of(evening, "seating-by-name", "?hour=1"), picture]
    assert [hall.get(each).status_code for each in asked] == [302, 302]


def test_a_page_that_there_is_not_and_paper_of_another_club_are_not_found_and_what_another_host_has_is_printed(evening):
    desk = signed_in(evening)
    page = markup(desk.get(preview_of(evening, "seating-by-name", "?hour=1")))
    (picture,) = re.findall(r'<img src="([^"]+)"', page)
    assert desk.get(picture.replace("/0.png", "/1.png")).status_code == 404
    assert desk.get(picture.replace("/0-", "/7-")).status_code == 404
    press.the_press().forget()
    assert desk.get(picture).status_code == 200


@pytest.mark.slow
def test_a_blank_sheet_is_called_so_before_anything_is_drawn(evening_of):
    page = markup(signed_in(made := evening_of(0)).get(preview_of(made, "blank-bracket")))
    assert ("Bracket, blank" in page, "<strong>3 pages</strong>" in page) == (True, True)


@pytest.fixture
def no_libraries(monkeypatch):
    """As `press_process.print_html` says it, in a process that cannot be reached from here."""
    missing = PressMissing("cannot load library 'libgobject-2.0-0'")

    def ask(*_work):
        raise missing

    press.the_press().forget()
    monkeypatch.setattr("tournament.press.niced_process.NicedProcess.ask", ask)
    yield
    press.the_press().forget()


@pytest.mark.usefixtures("no_libraries")
def test_a_document_opens_as_a_page_and_names_the_one_to_print_after_it(evening):
    pdf = reverse("pdf", args=[evening.event.pk, "score-sheets"])
    answer = signed_in(evening).get(f"{pdf}?hour=1&with=seating-by-name")
    page = markup(answer)
    behind = reverse("pdf", args=[evening.event.pk, "seating-by-name"])
    assert (answer.status_code, HOW in page, "pieces-2" in page) == (200, True, True)
    assert f'Then print: <a href="{behind}?hour=1">Seating by name</a>.' in page
    assert "style-src 'self' 'unsafe-inline'" in answer.headers["Content-Security-Policy"]


@pytest.mark.usefixtures("no_libraries")
def test_a_preview_keeps_its_choices_says_what_is_missing_and_leads_to_the_page(evening):
    desk = signed_in(evening)
    page = markup(desk.get(reverse("preview", args=[evening.event.pk, "score-sheets"]) + "?hour=1&pieces=4"))
    (opened,) = re.findall(r'href="([^"]+)"[^>]*>Open to print from the browser<', page)
    assert ('<option value="4" selected>' in page, hint_for_paper().splitlines()[0][:60] in page) == (True, True)
    assert "pieces-4" in markup(desk.get(opened.replace("&amp;", "&")))


def test_parts_follow_one_another_with_their_pages_as_large_as_the_paper_and_files_that_a_browser_finds():
    refused = CannotPrint.because(PressMissing("no Pango"), press.Job((PART, PART), Path("static"), 1.25, b"png"))
    page = markup(open_in_browser(RequestFactory().get("/"), refused))
    assert "<style>@page { size: 210.00mm 125.00mm } .emblem { width: 8mm }</style>" in page
    assert '<html lang="en" style="zoom: 1.25">' in page
    assert 'href="/static/press/paper.css"' in page
    assert page.count('src="data:image/png;base64,cG5n"') == page.count("Tom &amp; Zoë 😀") == 2
    assert page.count("next-part") == 1
