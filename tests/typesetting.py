"""A document as its PDF, or as the HTML that goes to the press; both take what `order_of` takes."""

from typing import Any

from tests.markup import markup
from tournament.models import Event
from tournament.paper.document import Document
from tournament.paper.documents import DOCUMENTS
from tournament.paper.typesetting import Paper, order_of, print_job


def typeset(document_key: str, event: Event, *which: Any, **options: Any) -> Paper:
    """Returns the PDF with its number of pages and a file name."""
    order = order_of(DOCUMENTS[document_key], event, *which, **options)
    printed = print_job(order.job, document_key, for_guest=False)
    return Paper(printed.pdf, printed.pages, order.filename)


def html_of(document: Document, event: Event, *which: Any, **options: Any) -> str:
    """Returns all HTML that goes to the press, as one text without its layout."""
    return markup("\n".join(order_of(document, event, *which, **options).job.parts))
