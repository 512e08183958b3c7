"""One press for several workers: each speaks to it over a connection, as these do."""

import multiprocessing

import pytest
from django.conf import settings

from tournament.press import press, shared_press
from tournament.press.sheets import ForeignFile

STATIC = settings.BASE_DIR / "static"
PAGE = '<!doctype html><html lang="en"><head><title>Paper</title></head><body>{}</body></html>'
SECONDS = 60


def prints(address: shared_press.Address, job: press.Job) -> None:
    """In a worker."""
    press.use_press(shared_press.connect_press(address))
    press.the_press().begin_and_wait(job, SECONDS)


@pytest.fixture
def as_a_worker():
    """This process speaks to its own press as another would."""
    own = press.the_press()
    address = shared_press.share()
    press.use_press(shared_press.connect_press(address))
    yield address
    press.use_press(own)


@pytest.mark.slow
def test_what_one_worker_printed_another_has_and_makes_pictures_of(as_a_worker):
    job = press.Job((PAGE.format("<p>From another worker</p>"),), STATIC)
    worker = multiprocessing.get_context("spawn").Process(target=prints, args=(as_a_worker, job))
    worker.start()
    worker.join()
    assert (worker.exitcode, press.the_press().progress(job.key)) == (0, press.Progress(1, 1))
    printed = press.the_press().find_printed(job.key)
    assert press.the_press().run(job) == printed
    assert press.the_press().draw_page(printed.pdf, 0, 100)[:4] == b"\x89PNG"
    assert press.the_press().count_jobs() == 0


def test_what_the_press_refuses_is_told_to_the_worker_in_its_own_words(as_a_worker):
    with pytest.raises(ForeignFile, match="not one of its own files"):
        press.the_press().print_html(PAGE.format('<img alt="" src="file:///etc/hostname">'), STATIC)
    printed = press.the_press().print_html(PAGE.format("<p>One page</p>"), STATIC)
    with pytest.raises(IndexError):
        press.the_press().draw_page(printed.pdf, 1, 100)
