"""The HTML of a page without the white space that shows in no browser, so that a test knows nothing of its layout."""

import re

from django.http import HttpResponse

INLINE = "a|abbr|b|button|code|em|i|input|kbd|label|mark|option|output|q|s|select|small|span|strong|sub|sup|time"


def markup(answer: HttpResponse | str) -> str:
    """Returns the page of an answer, or a part as written, on one line: between words and inline elements stands at
    most one blank, around other elements, inside an element's own tags and at both ends of its content none."""
    page = re.sub(r"\s+", " ", answer if isinstance(answer, str) else answer.content.decode())
    page = re.sub(r" (/?>)", r"\1", page)
    page = re.sub(r"(<[a-z][^<>]*>) ", r"\1", page)  # after a tag that opens
    page = re.sub(r" (</)", r"\1", page)
    return re.sub(rf" ?(</?(?!(?:{INLINE})\b)[a-z][^<>]*>) ?", r"\1", page)
