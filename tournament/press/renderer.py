"""Renders with WeasyPrint, which may read only our own files. Imported only in the press, because it needs Pango and
takes a second.

Lines to write on are an `<article>` whose `aria-label` has a line for each: they become tagged paragraphs with these as
their alternative text.
"""

import hashlib
import logging
import mimetypes
import re
from collections.abc import Sequence
from functools import cache, lru_cache, partial
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from cssselect2 import Matcher
from pydyf import PDF, Array, Dictionary, String
from weasyprint import CSS, HTML, Document
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from tournament.press.binding import lay_beneath
from tournament.press.layers import split_layers
from tournament.press.letters import font_sheets_for
from tournament.press.sheets import ForeignFile, PrintedPdf

FOLDERS = ("press", "paper", "leagues", "seasons", "statistics", "fonts")
FORMS = 16
"""The number of documents of forms cached from part to part."""
STYLES = 32
"""The number of sets of styles cached from paper to paper."""
SIDES = {"one": "/Simplex", "both": "/DuplexFlipLongEdge"}
"""What a document asks of a printer: what is cut apart has nothing on its back, or its pairs."""
STYLE = re.compile(r'<link rel="stylesheet" href="([^"]*)">|<style>(.*?)</style>', re.DOTALL)
BLOCK = re.compile(
    r"\s*\n\s*(?=</?(?:{tags})\b)|(</?(?:{tags})\b[^<>]*>)\s*\n\s*".format(
        tags="blockquote|body|caption|col|colgroup|dd|div|dl|dt|figure|footer|h[1-6]|head|header|hr|html|li|link|main|meta"
        "|ol|p|section|style|table|tbody|td|tfoot|th|thead|title|tr|ul"
    )
)
"""A tag of a block with the line breaks around it. Blocks may stand side by side as words do (`inline-block`), and then
a line break of the template would take the room of a space between them."""
ALONE = {"/P", *(f"/H{level}" for level in range(1, 7))}
"""Elements that hold none of their kind."""
EMBLEM = "emblem.png"
"""The name by which a document asks for the picture that came with it."""


class _OwnFiles(URLFetcher):  # type: ignore[misc] # the library has no types
    """Serves our style sheets and fonts, and the emblem. A document that asks for anything else is not printed."""

    def __init__(self, static: Path, emblem: bytes) -> None:
        super().__init__(allowed_protocols={"file"})
        self._emblem, self._emblem_path = emblem, (static / EMBLEM).resolve()
        self._folders = [(static / folder).resolve() for folder in FOLDERS]

    def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
        parts = urlsplit(url)
        path = Path(url2pathname(parts.path)).resolve()
        if parts.scheme == "file" and path == self._emblem_path and self._emblem:
            return URLFetcherResponse(url, self._emblem, {"Content-Type": "image/png"})
        if parts.scheme != "file" or not any(path.is_relative_to(folder) for folder in self._folders):
            raise FatalURLFetchingError(f"A document asked for {url}, which is not one of its own files.")
        kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": kind})


class _Remarks(logging.Handler):
    """Collects the renderer's warnings, and separately the letters that no font has."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.messages: list[str] = []
        self.letters: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        if record.msg.startswith(".notdef glyph") and isinstance(record.args, tuple):
            self.letters.add(str(record.args[0]))
        else:
            self.messages.append(record.getMessage())


@cache
def _fonts_of_all_pages() -> FontConfiguration:
    """Returns the fonts, cached from page to page, so that each is read once."""
    return FontConfiguration()


def render(html: str, static: Path, zoom: float = 1.0, emblem: bytes = b"") -> PrintedPdf:
    """Renders a page as a tagged PDF, as PDF/UA-1 asks, with all measures times `zoom`. What many sheets have in common
    is drawn once."""
    html = BLOCK.sub(r"\1", html)
    layers = split_layers(html)
    if layers is None:
        return _render_whole(html, static, zoom, emblem)
    words = _render_whole(layers.words, static, zoom, emblem)
    forms = _render_forms(layers.forms, static, zoom, emblem)
    pdf = lay_beneath(words.pdf, forms.pdf, layers.form_of_page)
    boxes = {*words.boxes, *forms.boxes}
    return PrintedPdf(pdf, words.pages, (*words.warnings, *forms.warnings), tuple(sorted(boxes)))


@lru_cache(maxsize=FORMS)
def _render_forms(html: str, static: Path, zoom: float, emblem: bytes) -> PrintedPdf:
    """Renders the forms of a part. Cached, because most parts of a long document have the same."""
    return _render_whole(html, static, zoom, emblem, variant=None)


@lru_cache(maxsize=STYLES)
def _read_styles(sources: tuple[tuple[str, str], ...], static: Path) -> CSS:
    """Reads styles, each the address of a sheet or its text, into one sheet: elements are compared with it once.
    Cached, because most papers have the styles of one before."""
    files, matcher = _OwnFiles(static, b""), Matcher()
    page_rules: list[Any] = []
    base_url = f"{static.resolve().as_uri()}/"
    for address, text in sources:
        source = {"url": base_url + address} if address else {"string": text, "base_url": base_url}
        fonts = _fonts_of_all_pages()
        styles = CSS(**source, url_fetcher=files, font_config=fonts, matcher=matcher, page_rules=page_rules)
    return styles


def _render_whole(
    html: str, static: Path, zoom: float, emblem: bytes, *, variant: str | None = "pdf/ua-1"
) -> PrintedPdf:
    remarks = _Remarks()
    loggers = [logging.getLogger(name) for name in ("weasyprint", "fontTools")]
    for logger in loggers:
        logger.addHandler(remarks)
    try:
        files = _OwnFiles(static, emblem)
        sources = [*STYLE.findall(html), *((sheet, "") for sheet in font_sheets_for(html))]
        page = HTML(string=STYLE.sub("", html), base_url=f"{static.resolve().as_uri()}/", url_fetcher=files)
        styles = [_read_styles(tuple(sources), static)] if sources else []
        document = page.render(font_config=_fonts_of_all_pages(), pdf_variant=variant, stylesheets=styles)
        labels = [lines.get("aria-label") for lines in page.etree_element.iter("article")]
        sides = SIDES.get(page.etree_element.find("body").get("data-sides", ""), "")
        name = hashlib.sha256(html.encode()).hexdigest()[:12]
        finisher = partial(_finish_document, labels, name, sides) if variant else None
        pdf = document.write_pdf(zoom=zoom, pdf_variant=variant, finisher=finisher)
        return PrintedPdf(pdf, len(document.pages), tuple(remarks.messages), tuple(sorted(remarks.letters)))
    except FatalURLFetchingError as error:
        raise ForeignFile(str(error)) from None
    finally:
        for logger in loggers:
            logger.removeHandler(remarks)


def _finish_document(labels: Sequence[str], name: str, sides: str, _document: Document, pdf: PDF) -> None:
    """Mends what WeasyPrint's tags lack, and makes each line to write on a paragraph with its part of the label as
    alternative text. `name` is one of the document's own; `sides` is what it asks of a printer, "" for nothing."""
    if sides:
        pdf.catalog["ViewerPreferences"]["Duplex"] = sides
    elements = [each for each in pdf.objects if isinstance(each, Dictionary) and "S" in each]
    articles = [each for each in elements if each["S"] == "/Art"]
    for article, label in zip(articles, labels, strict=True):
        article["S"] = "/Div"
        for reference, line in zip(article["K"], label.splitlines(), strict=True):
            _object_at(pdf, reference).update({"S": "/P", "Alt": String(line)})
    for element in elements:
        if element["S"] in ALONE and element["S"] == _object_at(pdf, element["P"]).get("S"):
            element["S"] = "/NonStruct"  # a box that the renderer put around lines beside a block
    root = next(each for each in pdf.objects if isinstance(each, Dictionary) and each.get("Type") == "/StructTreeRoot")
    _list_headings(root, elements, name)
    _add_scopes(pdf, elements)
    _mark_margins(root, pdf)


def _object_at(pdf: PDF, reference: bytes) -> Any:
    return pdf.objects[int(reference.split()[0])]


def _list_headings(root: Dictionary, elements: Sequence[Dictionary], name: str) -> None:
    """Lists the headings of tables by their IDs, so that a reader finds those that a cell refers to. IDs begin with the
    `name` of the document, because several may be bound together."""
    headings = {}
    for element in elements:
        if element["S"] == "/TH":
            element["ID"].string = f"{name}-{element['ID'].string}"  # the string that cells refer to as well
            headings[element["ID"].string] = element
    if headings:
        names = chain.from_iterable((heading["ID"], heading.reference) for _id, heading in sorted(headings.items()))
        root["IDTree"] = Dictionary({"Names": Array(names)})


def _add_scopes(pdf: PDF, elements: Sequence[Dictionary]) -> None:
    """Says of each heading of a table whether it is that of its column, as in a row of headings alone, or of its row.
    No cell refers to headings above or beside other headings."""
    for row in elements:
        if row["S"] == "/TR":
            cells = [_object_at(pdf, reference) for reference in row["K"]]
            headings = [cell for cell in cells if cell["S"] == "/TH"]
            for heading in headings:
                heading["A"]["Scope"] = "/Column" if len(headings) == len(cells) else "/Row"


def _mark_margins(root: Dictionary, pdf: PDF) -> None:
    """Marks running heads and page numbers as decoration. WeasyPrint marks them as parts of elements, which it then
    leaves out of the tree."""
    document = root["K"][0]
    of_tree, numbers = set(_object_at(pdf, document)["K"]), _object_at(pdf, root["ParentTree"])["Nums"]
    for page, parts in zip(pdf.page_references, numbers[1::2], strict=False):  # behind those of pages are links
        in_margin = set()
        for number, reference in enumerate(parts):
            top = reference
            while (above := _object_at(pdf, top)["P"]) != document:
                top = above
            if top not in of_tree:
                in_margin.add(number)
                parts[number] = "null"
        stream = _object_at(pdf, _object_at(pdf, page)["Contents"]).stream
        for at, operator in enumerate(stream if in_margin else ()):
            if operator == b"BDC" and stream[at - 1].get("MCID") in in_margin:
                stream[at - 2 : at] = ["/Artifact", Dictionary({"Type": "/Pagination"})]
