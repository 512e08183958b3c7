"""Finds names of people in text that somebody typed, however they are spelt there. Pure.

Case, accents, widths, marks that nobody sees, and what stands between words do not count, and the family name may come
first: "Zoë Müller" is found in "MULLER,  Zoe" and in "zoe-muller.pdf". Only names of two words and more are looked for,
because "Jack" is also a card.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import unescape

from tournament.foundation.wording import LETTERS

UNSEEN = ("Mn", "Cf", "Cc")
"""Categories of characters that do not count: accents by themselves, marks of no width, controls."""
WORD = re.compile(r"[^\W_]+")
BETWEEN = re.compile(r"(?:[\s,.'’‘ʼ`´_+‐‑‒–—-]|%20){1,6}")
PIECE = re.compile(r"&(?:#\d+|#x[0-9a-f]+|[a-z]+\d*);|.", re.IGNORECASE | re.DOTALL)

Words = tuple[str, ...]


def fold(text: str) -> str:
    """Returns text without case, accents, widths and unseen marks; spaces of all kinds become plain ones."""
    return "".join(_fold_character(letter) for letter in text)


@lru_cache(maxsize=4096)
def _fold_character(letter: str) -> str:
    if letter.isspace():
        return " "
    plain = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", letter).casefold()).translate(LETTERS)
    return "".join(each for each in plain if unicodedata.category(each) not in UNSEEN)


@lru_cache(maxsize=5000)
def words_of(text: str) -> Words:
    """Returns the words of a name, folded, in order; an apostrophe or a hyphen divides."""
    return tuple(WORD.findall(fold(text)))


class NameSearch:
    """`instead` is what is written in place of each name; None leaves it, and whatever is part of it, as it is."""

    def __init__(self, instead: Mapping[str, str | None]) -> None:
        self._by_first: dict[str, dict[Words, str | None]] = {}
        for name, other in instead.items():
            parts = [words for part in name.split() if (words := words_of(part))]
            if len(parts) > 1:
                for order in (parts, parts[-1:] + parts[:-1], parts[1:] + parts[:1]):
                    self._add(tuple(word for words in order for word in words), other)

    def _add(self, words: Words, instead: str | None) -> None:
        """Adds a name in one order of its words. A name that stays wins over one that is replaced."""
        known = self._by_first.setdefault(words[0], {})
        known[words] = None if words in known and known[words] is None else instead

    def replace(self, text: str) -> str:
        """Replaces the names in text, which may be HTML."""
        folded, starts = _fold_with_places(text)
        written = list(WORD.finditer(folded))
        out, done, at = [], 0, 0
        while at < len(written):
            words = self._longest_at(folded, written, at)
            if words:
                instead = self._by_first[words[0]][words]
                first, last = starts[written[at].start()], starts[written[at + len(words) - 1].end()]
                if instead is not None:
                    out += [text[done:first], instead]
                    done = last
            at += len(words) or 1
        return "".join([*out, text[done:]]) if out else text

    def _longest_at(self, folded: str, written: list[re.Match[str]], at: int) -> Words:
        known = self._by_first.get(written[at][0], {})
        for words in sorted(known, key=len, reverse=True):
            near = written[at : at + len(words)]
            if tuple(each[0] for each in near) == words and _belong_together(folded, near):
                return words
        return ()


def _belong_together(folded: str, written: Iterable[re.Match[str]]) -> bool:
    near = list(written)
    gaps = (folded[one.end() : other.start()] for one, other in zip(near, near[1:], strict=False))
    return all(BETWEEN.fullmatch(gap) for gap in gaps)


def _fold_with_places(text: str) -> tuple[str, list[int]]:
    """Returns folded text and where each of its letters began, and the end."""
    letters: list[str] = []
    starts: list[int] = []
    pieces = PIECE.finditer(text) if "&" in text else re.finditer(r"(?s).", text)
    for piece in pieces:
        plain = "".join(_fold_character(letter) for letter in (unescape(piece[0]) if len(piece[0]) > 1 else piece[0]))
        letters.append(plain)
        starts += [piece.start()] * len(plain)
    return "".join(letters), [*starts, len(text)]
