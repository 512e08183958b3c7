"""The power-cut kit: one PDF on which the rest of an evening is played by hand, made while nobody else prints. Each
part is printed by itself and asks for the press anew, so that whoever prints meanwhile waits for one part at most, a
second or two."""

import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import TypeVar

from tournament.paper.document import CannotPrint, PressIsBusy, RendererWarning
from tournament.paper.documents.kit import COVER, Section, cover_of, parts_of_kit
from tournament.paper.queries.kits import Left, rounds_ahead
from tournament.paper.typesetting import Order, order_of
from tournament.press import press
from tournament.press.press_process import PressMissing
from tournament.press.sheets import Printed

PATIENCE = 60.0
"""Seconds that each part of a kit waits for the press, before the kit is left for another time."""
LOOKS_EVERY = 0.2

T = TypeVar("T")


@dataclass(frozen=True)
class Kit:
    pdf: bytes
    pages: int
    sections: tuple[Section, ...]


def make_kit(left: Left, *, now: datetime, patience: float = PATIENCE) -> Kit:
    """All is read before anything is printed, so that the parts agree. Raises PressIsBusy, CannotPrint."""
    ahead = rounds_ahead(left)
    documents = parts_of_kit(left, ahead)
    orders = [(str(document.title), order_of(document, left.event, now=now)) for document in documents]
    printed = [(title, _printed(order, patience)) for title, order in orders]
    cover = _printed(order_of(cover_of(left, ahead, _sections(printed, 1)), left.event, now=now), patience)
    sections = _sections(printed, _pages(cover))
    if _pages(cover) > 1:
        cover = _printed(order_of(cover_of(left, ahead, sections), left.event, now=now), patience)
    parts = [*cover, *(part for _title, of in printed for part in of)]
    chapters = [(str(COVER.title), 0), *((section.title, section.first - 1) for section in sections)]
    pdf = _once_it_is_free(partial(press.bind_aside, [part.pdf for part in parts], chapters), patience)
    return Kit(pdf, _pages(parts), sections)


def _sections(printed: Sequence[tuple[str, Sequence[Printed]]], before: int) -> tuple[Section, ...]:
    """After so many pages of the cover."""
    found = []
    first = before + 1
    for title, parts in printed:
        found.append(Section(title, first, first + _pages(parts) - 1))
        first += _pages(parts)
    return tuple(found)


def _pages(parts: Sequence[Printed]) -> int:
    return sum(part.pages for part in parts)


def _printed(order: Order, patience: float) -> list[Printed]:
    found = []
    for part in order.job.parts:
        printed = _once_it_is_free(partial(press.print_aside, part, order.job), patience)
        for warning in printed.warnings:
            warnings.warn(f"{order.filename}: {warning}", RendererWarning, stacklevel=2)
        found.append(printed)
    return found


def _once_it_is_free(work: Callable[[], T], patience: float) -> T:
    """Somebody who prints goes first, after every part."""
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
