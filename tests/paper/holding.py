"""A press that is at its work for as long as a test wants."""

import multiprocessing
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager

from tournament.paper import typesetting
from tournament.press import press


@contextmanager
def held_up() -> Iterator[None]:
    """Its process stands still; what is asked of it meanwhile is answered afterwards."""
    press.the_press().print_html(
        "<!doctype html><html lang=en><title>Started</title><body><p>Ink</p>", typesetting.STATIC
    )
    children = [child.pid for child in multiprocessing.active_children() if child.pid]
    for child in children:
        os.kill(child, signal.SIGSTOP)
    try:
        yield
    finally:
        for child in children:
            os.kill(child, signal.SIGCONT)
