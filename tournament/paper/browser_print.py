"""Shows a document as a page to print from the browser, where the press cannot print it.

The browser follows most of the print styles: sizes, breaks and columns. It knows no running heads, and its fonts are
those of the pages.
"""

import re
from base64 import b64encode
from typing import Any

from csp.constants import UNSAFE_INLINE
from csp.decorators import csp_update
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.safestring import mark_safe
from lxml import html

from tournament.foundation.errors import TournamentError
from tournament.paper.document import CannotPrint
from tournament.press.press import Job

EMBLEM = "emblem.png"
PAGE_RULE = re.compile(r"@page[^{]*\{[^}]*\}")
MILLIMETRES = re.compile(r"([\d.]+)mm")


def open_in_browser(request: HttpRequest, error: TournamentError) -> HttpResponseBase | None:
    """Returns a document that the press cannot print as a page, whatever room it is of; None for any other error."""
    if not isinstance(error, CannotPrint) or error.job is None:
        return None
    context = _context_of(error, error.job)
    allow_styles = csp_update({"style-src": [UNSAFE_INLINE]})  # which lay out the elements of a document
    return allow_styles(lambda request: render(request, "paper/in_browser.html", context))(request)


def _context_of(refused: CannotPrint, job: Job) -> dict[str, Any]:
    parts = [_link_files(html.document_fromstring(part), job) for part in job.parts]
    return {
        "language": parts[0].get("lang", ""),
        "head": _join(parts[0].head),
        "body_class": parts[0].body.get("class", ""),
        "bodies": [_join(part.body) for part in parts],
        "zoom": job.zoom,
        "why": str(refused),
        "behind": refused.behind,
    }


def _link_files(part: html.HtmlElement, job: Job) -> html.HtmlElement:
    """Makes a part name its files as a browser asks for them, and its pages as large as the paper: the press draws a
    page and all on it larger or smaller, a browser only what is on it."""
    emblem = f"data:image/png;base64,{b64encode(job.emblem).decode()}"
    part.rewrite_links(lambda link: emblem if link == EMBLEM else static(link) if link.endswith(".css") else link)
    for style in part.head.iter("style"):
        style.text = PAGE_RULE.sub(lambda rule: _enlarge_lengths(rule[0], job.zoom), style.text or "")
    return part


def _enlarge_lengths(rule: str, zoom: float) -> str:
    return MILLIMETRES.sub(lambda length: f"{float(length[1]) * zoom:.2f}mm", rule)


def _join(element: html.HtmlElement) -> str:
    """Returns what is in an element. Its template has escaped all that people wrote."""
    return mark_safe((element.text or "") + "".join(html.tostring(child, encoding="unicode") for child in element))
