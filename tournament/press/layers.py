"""Splits a document of many sheets into what all have in common, which is drawn once, and what each sheet has of its
own.

Pure. In the HTML, words between `<!--form-->` and `<!--/form-->` are the same on every sheet of a kind; those between
`<!--own-->` and `<!--/own-->` belong to one sheet. All other tags are in both layers, so that everything keeps its
place as long as their boxes have heights of their own. Borders and backgrounds belong to the form.
"""

import re
from dataclasses import dataclass

PAGE = '<div class="page">'
FORM, OWN = (re.compile(f"<!--{name}-->.*?<!--/{name}-->", re.DOTALL) for name in ("form", "own"))
BODY, WORDS_ALONE = '<body class="', '<body class="words-alone '
"""How the body begins, and how with each sheet's own words alone, which have neither borders nor backgrounds: its style
is in `pieces.css`, because the two layers then share all styles, which are read once."""
END = "</body>"


@dataclass(frozen=True)
class Layers:
    """The layers of a document. `words` is the document with only each sheet's own words. `forms` are documents of one
    page, and `form_of_page` tells for each page of the words which form lies beneath it."""

    words: str
    forms: tuple[str, ...]
    form_of_page: tuple[int, ...]


def split_layers(html: str) -> Layers | None:
    """Splits a document into layers; returns None if nothing in it is marked as common."""
    if not FORM.search(html):
        return None
    body, _end, tail = html.rpartition(END)
    head, *pages = body.split(PAGE)
    places: dict[str, int] = {}
    form_of_page = tuple(places.setdefault(OWN.sub("", page), len(places)) for page in pages)
    words = PAGE.join([head.replace(BODY, WORDS_ALONE), *(FORM.sub("", page) for page in pages)])
    forms = tuple(f"{head}{PAGE}{page}{END}{tail}" for page in places)
    return Layers(f"{words}{END}{tail}", forms, form_of_page)
