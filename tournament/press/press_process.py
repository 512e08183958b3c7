"""The code that runs in the press's own process: it turns HTML into PDF, binds parts into one, and draws pages.

It knows no Django, and imports the printing libraries by name, because the program itself runs without them.
"""

import contextlib
import gc
import importlib
import io
import multiprocessing
import multiprocessing.util
import os
import shutil
import signal
import tempfile
import threading
from pathlib import Path

from tournament.press.sheets import PrintedPdf


class PressMissing(Exception):
    """A system library that the renderer needs is not installed."""


class NoSharedMemory(PressMissing):
    """The system has no shared memory left, which processes need to wait for one another."""


def begin_process(niceness: int) -> None:
    if hasattr(os, "nice"):  # not on Windows
        os.nice(niceness)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.disable()
    # The renderer unpacks into a folder of the process, which is deleted however the process ends.
    tempfile.tempdir = tempfile.mkdtemp(prefix="hangjack-press-")
    multiprocessing.util.Finalize(None, shutil.rmtree, (tempfile.tempdir, True), exitpriority=1)
    threading.Thread(target=_end_with_parent, args=(tempfile.tempdir,), daemon=True).start()


def collect_garbage() -> None:
    """Frees what a call has left; it is asked for after each, when the answer is on its way already. A page is hundreds
    of thousands of objects, all needed until it is done, so looking through them meanwhile costs a tenth of the time
    (measured). What stays is not looked through again."""
    gc.collect()
    gc.freeze()


def _end_with_parent(folder: str) -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)


def print_html(html: str, static: str, zoom: float, emblem: bytes) -> PrintedPdf:
    """Prints a page of HTML. Raises PressMissing without Pango, and ForeignFile."""
    try:
        with contextlib.redirect_stdout(io.StringIO()):  # hides its long message, which the page says in a sentence
            renderer = importlib.import_module("tournament.press.renderer")
    except OSError as error:
        raise PressMissing(str(error)) from None
    printed: PrintedPdf = renderer.render(html, Path(static), zoom, emblem)
    return printed


def bind(parts: list[bytes], chapters: tuple[tuple[str, int], ...] = (), strips: bytes = b"") -> bytes:
    bound: bytes = importlib.import_module("tournament.press.binding").bind_parts(parts, chapters, strips)
    return bound


def draw_page(pdf: bytes, page: int, width: int) -> bytes:
    png: bytes = importlib.import_module("tournament.press.binding").draw_page(pdf, page, width)
    return png
