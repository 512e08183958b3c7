"""A PDF as an eye sees it: every word with the size of its letters on the paper."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import groupby

import pypdfium2

SMALLEST_SEEN = 1.0
"""Words for screen readers alone are smaller, in points."""
MARGIN_OF_HEADING = 45.0
"""So much of each page after the first repeats the heading in small letters, in points from above."""


def sizes_of_words_in(pdf: bytes, *, has_headings: bool = True) -> dict[str, list[float]]:
    """Returns for each word the heights of its letters in points, from small to large, once for each place at which it
    is printed, without the headings that later pages repeat if it `has_headings`. Letters of one font at one size are
    equally high, whatever their shapes."""
    found = defaultdict(list)
    document = pypdfium2.PdfDocument(pdf)
    for number, page in enumerate(document):
        below = page.get_height() - MARGIN_OF_HEADING * (has_headings and number > 0)
        for word, size in _words_on(page, below):
            found[word].append(size)
        page.close()
    document.close()
    return {word: sorted(sizes) for word, sizes in found.items()}


def _words_on(page: pypdfium2.PdfPage, below: float) -> Iterator[tuple[str, float]]:
    """Yields the words of a page below a height; a word ends where the size changes, too."""
    text = page.get_textpage()
    letters = []
    for index in range(text.count_chars()):
        letter = text.get_text_range(index, 1)
        left, bottom, right, top = text.get_charbox(index, loose=True) if letter.strip() else (0.0,) * 4
        letters.append((letter.strip(), round(top - bottom, 3) if top < below else 0.0))
    for size, group in groupby(letters, key=lambda each: each[1]):
        word = "".join(letter for letter, _size in group)
        if size > SMALLEST_SEEN and word:
            yield word, size
    text.close()
