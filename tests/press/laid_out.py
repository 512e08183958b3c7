"""A document as the renderer lays it out, before it is a PDF: finds text that is off its page, cut off by its box, or
over other text."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from weasyprint import CSS, HTML
from weasyprint.formatting_structure.boxes import BlockBox, TableCellBox, TextBox
from weasyprint.text.fonts import FontConfiguration

from tournament.paper.typesetting import STATIC
from tournament.press.letters import font_sheets_for
from tournament.press.renderer import _OwnFiles

PIXELS_A_MM = 96 / 25.4
UNPRINTED = 4 * PIXELS_A_MM
"""A usual printer leaves so much empty at the edges of a sheet."""
NARROWEST_NAME = 22 * PIXELS_A_MM
LEFT_OVER = 0.3
"""The part of a line's height that may hang out of its box: the room below its letters."""


@dataclass(frozen=True)
class Placed:
    """A piece of text with the boxes that cut it off or frame it; `turned` is true if it is transformed, so that its
    place on the paper is another."""

    box: Any
    cut_by: tuple[Any, ...]
    turned: bool

    @property
    def right(self) -> float:
        return float(self.box.position_x + self.box.width)

    @property
    def bottom(self) -> float:
        return float(self.box.position_y + self.box.height)

    @property
    def middle(self) -> tuple[float, float]:
        """Where its letters begin and end, from the top, without the room above and below them."""
        return self.box.position_y + self.box.height / 4, self.bottom - self.box.height / 4


def faults_of(html: str, emblem: bytes = b"") -> list[str]:
    """Returns sentences with the page and the text; none if all is well."""
    found = []
    for number, page in enumerate(pages_of(html, emblem), start=1):
        texts = list(_texts(page._page_box))
        found += [f"page {number}: {said}" for said in (*_off(page, texts), *_cut(texts), *_over(texts))]
        found += [f"page {number}: {width:.0f} px for a name" for width in _names(page) if width < NARROWEST_NAME]
    return found


def pages_of(html: str, emblem: bytes = b"") -> list[Any]:
    """Returns pages as the press lays them out, with its own files alone."""
    base, files, fonts = f"{STATIC.as_uri()}/", _OwnFiles(STATIC, emblem), FontConfiguration()
    sheets = [CSS(url=base + sheet, url_fetcher=files, font_config=fonts) for sheet in font_sheets_for(html)]
    page = HTML(string=html, base_url=base, url_fetcher=files)
    return list(page.render(font_config=fonts, stylesheets=sheets).pages)


def texts_of(html: str, emblem: bytes = b"") -> list[Any]:
    """Returns every piece of text on its pages, as it is broken into lines."""
    return [placed.box for page in pages_of(html, emblem) for placed in _texts(page._page_box)]


def _texts(box: Any, cut_by: tuple[Any, ...] = (), turned: bool = False) -> Iterator[Placed]:
    turned = turned or bool(box.style["transform"]) and box.style["transform"] != "none"
    if box.style["overflow"] == "hidden" or _is_framed(box):
        cut_by = (*cut_by, box)
    if isinstance(box, TextBox) and box.text.strip() and box.style["font_size"] > 1:
        yield Placed(box, cut_by, turned)
    for child in getattr(box, "children", ()):
        yield from _texts(child, cut_by, turned)


def _is_framed(box: Any) -> bool:
    """Whether it has lines above and below, so that words beyond them are as good as cut off."""
    return isinstance(box, BlockBox) and bool(box.border_top_width and box.border_bottom_width)


def _off(page: Any, texts: list[Placed]) -> Iterator[str]:
    for text in texts:
        right, bottom = page.width - UNPRINTED, page.height - UNPRINTED
        if text.right > right or text.bottom > bottom or text.box.position_x < UNPRINTED:
            yield f"off the page: {text.box.text!r}"


def _cut(texts: list[Placed]) -> Iterator[str]:
    for text in texts:
        for box in text.cut_by:
            right = box.content_box_x() + box.width + box.padding_right
            bottom = box.content_box_y() + box.height + box.padding_bottom
            left_over = LEFT_OVER * text.box.height
            above = text.box.position_y < box.position_y - left_over
            if text.right > right + 2 or text.bottom > bottom + left_over or above:
                yield f"cut off in {box.element_tag}: {text.box.text!r}"
                break


def _over(texts: list[Placed]) -> Iterator[str]:
    """Finds two texts of which one covers the middle of the other's letters."""
    lines = sorted(
        (*text.middle, text.box.position_x, text.right, n) for n, text in enumerate(texts) if not text.turned
    )
    for at, (_top, low, left, right, n) in enumerate(lines):
        for top, bottom, other_left, other_right, other in lines[at + 1 :]:
            if top > low:
                break
            if min(right, other_right) - max(left, other_left) > 2 and min(low, bottom) - top > 1:
                yield f"{texts[n].box.text!r} over {texts[other].box.text!r}"


def _names(page: Any) -> Iterator[float]:
    """Yields the width of each cell with a name."""
    for box in page._page_box.descendants():
        if isinstance(box, TableCellBox) and "name" in (box.element.get("class") or "").split():
            yield float(box.width)
