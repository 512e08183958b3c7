"""The press by itself: a process that prints, reads its own files only, and says what is missing."""

import gc
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO

import pytest
from django.conf import settings
from pypdf import PdfReader

from tests.conftest import what_memory_lacks
from tests.press.holding import hold_guests_press, hold_press
from tournament.press import niced_process, press
from tournament.press.press_process import NoSharedMemory
from tournament.press.renderer import render
from tournament.press.sheets import ForeignFile

STATIC = settings.BASE_DIR / "static"
PAGE = '<!doctype html><html lang="en"><head><title>Paper</title>{head}</head><body>{body}</body></html>'


def test_a_page_comes_back_as_a_pdf_without_a_warning():
    printed = press.the_press().print_html(PAGE.format(head="", body="<p>Ink</p>"), STATIC)
    assert (printed.pdf[:5], printed.pages, printed.warnings) == (b"%PDF-", 1, ())


def test_what_the_renderer_cannot_follow_comes_back_as_a_warning():
    printed = press.the_press().print_html(
        PAGE.format(head="<style>p { color: nocolour }</style>", body="<p>Ink</p>"), STATIC
    )
    assert [warning.split(" `")[0] for warning in printed.warnings] == ["Ignored"]


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/a.png",
        "file:///etc/hostname",
        "press/../../manage.py",
        "web/tokens.css",
        "data:image/png;,x",
    ],
)
def test_nothing_but_print_styles_and_fonts_is_read(address):
    with pytest.raises(ForeignFile, match="not one of its own files"):
        press.the_press().print_html(PAGE.format(head="", body=f'<img alt="" src="{address}">'), STATIC)


def test_line_breaks_of_a_template_take_no_room_between_blocks_that_stand_side_by_side():
    half = "div { display: inline-block; width: 50%; height: 40mm }"
    head = f"<style>@page {{ size: 100mm 60mm; margin: 0 }} {half}</style>"
    body = "<section>\n" + "  <div>Ink <b>and</b>\n <i>paper</i></div>\n" * 2 + "</section>"
    assert press.the_press().print_html(PAGE.format(head=head, body=body), STATIC).pages == 1


@pytest.mark.slow
def test_the_press_starts_again_after_it_was_stopped():
    press.the_press().stop()
    assert press.the_press().print_html(PAGE.format(head="", body="<p>Again</p>"), STATIC).pages == 1


@pytest.mark.slow
def test_the_press_is_replaced_when_its_process_was_killed():
    press.the_press().print_html(PAGE.format(head="", body="<p>First</p>"), STATIC)
    for child in multiprocessing.active_children():
        os.kill(child.pid, signal.SIGKILL)
    assert press.the_press().print_html(PAGE.format(head="", body="<p>After the first</p>"), STATIC).pages == 1


def test_garbage_is_collected_after_the_answer_and_not_while_printing():
    process = niced_process.NicedProcess(1)
    try:
        before, after = process.ask(gc.get_freeze_count), process.ask(gc.get_freeze_count)
        assert (before, after > 0, process.ask(gc.isenabled)) == (0, True, False)
    finally:
        process.stop()


def test_a_page_with_styles_of_another_one_looks_as_if_printed_alone():
    styles = [f"<style>p {{ font-size: {size}pt }} h1 {{ color: red }}</style>" for size in (9, 12)]
    pages = [PAGE.format(head=style, body="<h1>Ink</h1><p>on paper</p>") for style in styles]
    first, other = (render(page, STATIC).pdf for page in pages)
    assert [render(page, STATIC).pdf for page in pages] == [first, other]
    assert first != other


@contextmanager
def no_shared_memory():
    """The system refuses to make a file there, as it does where /dev/shm is full or missing."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.slow
def test_a_press_without_shared_memory_says_so_and_prints_once_there_is_some():
    press.the_press().stop()
    page = PAGE.format(head="", body="<p>No room</p>")
    with no_shared_memory(), pytest.raises(NoSharedMemory):
        press.the_press().print_html(page, STATIC)
    assert press.the_press().print_html(page, STATIC).pages == 1


def test_the_tests_say_in_a_sentence_that_there_is_no_shared_memory():
    with no_shared_memory():
        said = what_memory_lacks()
    assert said.startswith("The tests need shared memory, and /dev/shm is full or missing (")
    assert what_memory_lacks() == ""


def test_the_same_page_again_is_the_same_paper():
    page = PAGE.format(head="", body="<p>Once</p>")
    assert press.the_press().print_html(page, STATIC) is press.the_press().print_html(page, STATIC)


def job_of(words):
    return press.Job((PAGE.format(head="", body=f"<p>{words}</p>"),), STATIC)


def test_two_wait_at_the_press_and_what_a_third_asks_for_is_printed_in_its_turn():
    shared = press.the_press()
    with ThreadPoolExecutor(2) as readers, hold_press():
        jobs = [readers.submit(shared.run, job_of(f"Reader {number}")) for number in range(2)]
        while shared.count_jobs() < 2:
            time.sleep(0.01)
        with pytest.raises(press.PressBusy):
            shared.run(job_of("Third"))
        assert ([job.done() for job in jobs], shared.count_jobs()) == ([False, False], 3)
    assert [job.result().pages for job in jobs] == [1, 1]
    while shared.count_jobs():
        time.sleep(0.01)
    assert shared.find_printed(job_of("Third").key).pages == 1


def test_the_line_at_the_press_has_an_end():
    shared = press.the_press()
    with hold_press():
        for number in range(press.IN_LINE):
            shared.begin(job_of(f"In line {number}"))
        with pytest.raises(press.PressBusy):
            shared.run(job_of("One too many"))
        assert shared.count_jobs() == press.IN_LINE
    while shared.count_jobs():
        time.sleep(0.01)


def test_a_club_leaves_room_in_the_line_for_the_others_that_share_the_press():
    shared = press.the_press()
    with hold_press():
        for number in range(press.IN_LINE_OF_ONE):
            shared.begin(replace(job_of(f"Of Arima {number}"), club=1))
        with pytest.raises(press.PressBusy):
            shared.begin(replace(job_of("Of Arima too"), club=1))
        shared.begin(replace(job_of("Of Couva"), club=2))
    while shared.count_jobs():
        time.sleep(0.01)
    shared.begin(replace(job_of("Of Arima again"), club=1)).result()


@pytest.mark.slow
def test_the_desk_prints_while_a_guests_paper_stands_still_and_no_other_guest_comes_in():
    shared = press.the_press()
    shared.run(job_of("The desk's first"))
    shared.forget()
    with ThreadPoolExecutor(1) as readers, hold_guests_press(shared):
        guest = readers.submit(shared.run, job_of("A guest's"), for_guest=True)
        while shared.count_jobs() < 1:
            time.sleep(0.01)
        desk = [shared.run(job_of(f"The desk's {number}")) for number in range(3)]
        with pytest.raises(press.PressBusy):
            shared.run(job_of("Another guest's"), for_guest=True)
        assert ([printed.pages for printed in desk], guest.done()) == ([1, 1, 1], False)
    assert guest.result().pages == 1


def test_a_guest_prints_only_while_nobody_of_the_desk_does():
    shared = press.the_press()
    with hold_press():
        shared.begin(job_of("The desk's own"))
        with pytest.raises(press.PressBusy):
            shared.run(job_of("A guest's who comes second"), for_guest=True)
    while shared.count_jobs():
        time.sleep(0.01)


@pytest.mark.slow
def test_however_much_guests_print_the_desk_still_has_its_own(monkeypatch):
    monkeypatch.setattr(press, "KEPT", 2)
    own = press.Press(guests_rest=0)
    desk = own.run(job_of("Kept for the desk"))
    for number in range(3):
        own.run(job_of(f"A guest's {number}"), for_guest=True)
    assert own.find_printed(job_of("Kept for the desk").key) is desk
    own.stop()


@pytest.mark.slow
def test_after_a_guests_paper_the_press_is_the_desks_for_a_while():
    own = press.Press(guests_rest=1_000_000)
    assert own.run(job_of("A guest's first"), for_guest=True).pages == 1
    with pytest.raises(press.PressBusy):
        own.run(job_of("A guest's second"), for_guest=True)
    assert own.run(job_of("A guest's first"), for_guest=True).pages == 1  # printed a moment ago
    assert own.run(job_of("The desk's")).pages == 1
    own.stop()
    assert (press.GUESTS_REST, press.Press().guests_rest) == (3, 3)


@pytest.mark.slow
def test_a_paper_of_very_many_parts_is_whole_and_what_it_took_is_given_back():
    parts = tuple(PAGE.format(head="", body=f"<p>Part {number}</p>") for number in range(press.PARTS_AT_EASE + 1))
    before = {child.pid for child in multiprocessing.active_children()}
    printed = press.the_press().run(press.Job(parts, STATIC))
    words = [page.extract_text() for page in PdfReader(BytesIO(printed.pdf)).pages]
    assert (printed.pages, words) == (len(parts), [f"Part {number}" for number in range(len(parts))])
    assert {child.pid for child in multiprocessing.active_children()} - before == set()


@pytest.mark.slow
def test_another_process_takes_over_once_one_has_printed_very_much(monkeypatch):
    monkeypatch.setattr(niced_process, "ASKED_AT_MOST", 3)
    press.the_press().stop()
    workers = []
    for number in range(5):
        press.the_press().print_html(PAGE.format(head="", body=f"<p>Paper {number} of many</p>"), STATIC)
        workers.append({child.pid for child in multiprocessing.active_children()})
    assert [workers[0] == worker for worker in workers] == [True, True, True, False, False]
    assert workers[3] == workers[4]


NICENESS = """
import os
from tournament.press import press
hall = press.Press()
print([process.ask(os.nice, 0) - os.nice(0) for process in (hall._process, hall._guests_process)])
hall.stop()
"""


@pytest.mark.slow
def test_the_press_of_a_hall_gives_way_to_everything_else_and_that_of_guests_to_the_desks():
    """Asked of a process of its own, because in tests presses give way to nobody."""
    done = subprocess.run(
        [sys.executable, "-c", NICENESS], cwd=settings.BASE_DIR, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[10, 15]\n"
