"""Renders with WeasyPrint, which may read our own files only. Imported only in the press: it needs Pango and a
second."""

import logging
import mimetypes
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from weasyprint import HTML
from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from tournament.press.sheets import ForeignFile, PrintedPdf

FOLDERS = ("press", "paper", "leagues", "fonts")
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
    """Collects the renderer's warnings, and apart from them the letters that no font has."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.said: list[str] = []
        self.letters: set[str] = set()

    def emit(self, record: logging.LogRecord) -> None:
        if record.msg.startswith(".notdef glyph") and isinstance(record.args, tuple):
            self.letters.add(str(record.args[0]))
        else:
            self.said.append(record.getMessage())


@cache
def _fonts_of_all_pages() -> FontConfiguration:
    """Kept from page to page, so that each font is read once."""
    return FontConfiguration()


def render(html: str, static: Path, zoom: float = 1.0, emblem: bytes = b"") -> PrintedPdf:
    """Tagged, as PDF/UA-1 asks; all measures times `zoom`."""
    remarks = _Remarks()
    loggers = [logging.getLogger(name) for name in ("weasyprint", "fontTools")]
    for logger in loggers:
        logger.addHandler(remarks)
    try:
        files = _OwnFiles(static, emblem)
        page = HTML(string=html, base_url=f"{static.resolve().as_uri()}/", url_fetcher=files)
        document = page.render(font_config=_fonts_of_all_pages(), pdf_variant="pdf/ua-1")
        pdf = document.write_pdf(zoom=zoom, pdf_variant="pdf/ua-1")
        return PrintedPdf(pdf, len(document.pages), tuple(remarks.said), tuple(sorted(remarks.letters)))
    except FatalURLFetchingError as error:
        raise ForeignFile(str(error)) from None
    finally:
        for logger in loggers:
            logger.removeHandler(remarks)
