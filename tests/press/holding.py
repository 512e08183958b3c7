"""A press that stands still for as long as a test wants."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from tournament.paper import typesetting
from tournament.press import press


@contextmanager
def hold_press() -> Iterator[None]:
    """Stops the press's process; it answers requests afterwards."""
    press.the_press().print_html(
        "<!doctype html><html lang=en><title>Started</title><body><p>Ink</p>", typesetting.STATIC
    )
    with _standing_still({child.pid for child in multiprocessing.active_children() if child.pid}):
        yield


@contextmanager
def hold_guests_press(shared: press.Press) -> Iterator[None]:
    """Stops only the process that prints for guests."""
    page = press.Job(("<!doctype html><html lang=en><title>Started</title><body><p>For guests",), typesetting.STATIC)
    shared._guests_process.stop()
    before = {child.pid for child in multiprocessing.active_children()}
    shared.run(page, for_guest=True)
    shared.forget()
    with _standing_still({child.pid for child in multiprocessing.active_children() if child.pid} - before):
        yield


@contextmanager
def _standing_still(processes: set[int]) -> Iterator[None]:
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            os.kill(process, signal.SIGCONT)
