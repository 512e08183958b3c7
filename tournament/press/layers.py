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
    """The layers of a document. `words` is the document with only each sheet's own words. `forms` is one with a page
    for each form, and `form_of_page` tells for each page of the words which of these lies beneath it."""

    words: str
    forms: str
    form_of_page: tuple[int, ...]


def split_layers(html: str) -> Layers | None:
    """Splits a document into layers; returns None if nothing in it is marked as common, or no two pages have it."""
    if not FORM.search(html):
        return None
    body, _end, tail = html.rpartition(END)
    head, *pages = body.split(PAGE)
    beneath = [OWN.sub("", page) for page in pages]
    forms = sorted(set(beneath))  # in one order, so that parts with the same forms have the same document of them
    words = PAGE.join([head.replace(BODY, WORDS_ALONE), *(FORM.sub("", page) for page in pages)])
    if len(forms) == len(pages):
        return None
    form_of_page = tuple(forms.index(page) for page in beneath)
    return Layers(f"{words}{END}{tail}", f"{PAGE.join([head, *forms])}{END}{tail}", form_of_page)
