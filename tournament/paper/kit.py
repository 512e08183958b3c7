"""Makes the power-cut kit: one PDF with which people play the rest of an evening by hand. It is made while nobody else
prints, and each part asks for the press anew, so others wait for one part at most, a second or two."""

import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TypeVar

from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import get_language

from tournament.paper.document import CannotPrint, PressIsBusy, RendererWarning
from tournament.paper.documents.kit import COVER, KitSection, cover_of, parts_of_kit
from tournament.paper.queries.kits import RestOfEvening, rounds_ahead_of
from tournament.paper.typesetting import STATIC, PrintOrder, order_of
from tournament.press import press
from tournament.press.press_process import PressMissing
from tournament.press.sheets import PrintedPdf

PATIENCE = 60.0
"""Seconds that each part waits for the press before the kit is given up for now."""
LOOKS_EVERY = 0.2

T = TypeVar("T")


@dataclass(frozen=True)
class Kit:
    pdf: bytes
    pages: int
    sections: tuple[KitSection, ...]


def make_kit(left: RestOfEvening, *, now: datetime, patience: float = PATIENCE) -> Kit:
    """Makes a kit. Reads everything before it prints anything, so that the parts agree. Raises PressIsBusy,
    CannotPrint."""
    ahead = rounds_ahead_of(left)
    documents = parts_of_kit(left, ahead)
    orders = [(str(document.title), order_of(document, left.event, now=now)) for document in documents]
    printed = [(title, _print_parts(order, patience)) for title, order in orders]
    cover = _print_parts(order_of(cover_of(left, ahead, _sections_of(printed, 1)), left.event, now=now), patience)
    sections = _sections_of(printed, _count_pages(cover))
    if _count_pages(cover) > 1:
        cover = _print_parts(order_of(cover_of(left, ahead, sections), left.event, now=now), patience)
    parts = [*cover, *(part for _title, parts_of_title in printed for part in parts_of_title)]
    chapters = [(str(COVER.title), 0), *((section.title, section.first - 1) for section in sections)]
    pages = _count_pages(parts)
    bind = partial(
        press.the_press().bind_aside, [part.pdf for part in parts], chapters, _print_numbers(pages, patience)
    )
    return Kit(_wait_for_press(bind, patience), pages, sections)


def _print_numbers(pages: int, patience: float) -> bytes:
    """Prints a strip for each page with its number, so that a kit that was dropped is put in order again."""
    context = {"pages": range(pages), "language": get_language() or settings.LANGUAGE_CODE}
    html = render_to_string("paper/print/kit/numbers.html", context)
    print_strips = partial(press.the_press().print_aside, html, press.Job((html,), STATIC))
    return _wait_for_press(print_strips, patience).pdf


def _sections_of(printed: Sequence[tuple[str, Sequence[PrintedPdf]]], before: int) -> tuple[KitSection, ...]:
    """Returns the sections that follow `before` pages of the cover."""
    sections = []
    first = before + 1
    for title, parts in printed:
        sections.append(KitSection(title, first, first + _count_pages(parts) - 1))
        first += _count_pages(parts)
    return tuple(sections)


def _count_pages(parts: Sequence[PrintedPdf]) -> int:
    return sum(part.pages for part in parts)


def _print_parts(order: PrintOrder, patience: float) -> list[PrintedPdf]:
    parts_printed = []
    for part in order.job.parts:
        printed = _wait_for_press(partial(press.the_press().print_aside, part, order.job), patience)
        for warning in printed.warnings:
            warnings.warn(f"{order.filename}: {warning}", RendererWarning, stacklevel=2)
        parts_printed.append(printed)
    return parts_printed


def _wait_for_press(work: Callable[[], T], patience: float) -> T:
    """Does the work once nobody else prints. Raises PressIsBusy after `patience` seconds."""
    until = time.monotonic() + patience
    while True:
        try:
            return work()
        except press.PressBusy as error:
            if time.monotonic() >= until:
                raise PressIsBusy from error
            time.sleep(LOOKS_EVERY)
        except PressMissing as error:
            raise CannotPrint.because(error) from error
