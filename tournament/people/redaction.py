"""Takes a person out of text and JSON, wherever they stand. Pure.

A name is found only as whole words: "Ann" is not in "Annette". A name of several words is found in any case, with the
surname first too; a single word only as it is written, since "Jack" is a name and "jack" a card. Accents, apostrophes,
invisible letters and the kind of spaces make no difference. A longer name of somebody else is left alone: forgetting
Ann does not change Ann Smith.
"""

import json
import re
import unicodedata
from collections.abc import Iterable
from typing import Any

from tournament.foundation.wording import LETTERS
from tournament.lists.likeness import APOSTROPHES

OF_HANDS = {"facts", "awards", "cards"}
"""Keys of the log whose values are cards and numbers, never names."""
ESCAPED = re.compile(r"\\+u([0-9a-f]{4})")
INVISIBLE = {number: None for number in range(0x3000) if unicodedata.category(chr(number)) in ("Mn", "Cf")}
QUICKLY_PLAIN = {**LETTERS, **INVISIBLE, **{ord(letter): "'" for letter in APOSTROPHES}}


class Redactor:
    """Replaces `names`, and `details` such as a telephone number, by `instead`; `others` are everybody else's names."""

    def __init__(
        self, names: Iterable[str], instead: str, others: Iterable[str] = (), details: Iterable[str] = ()
    ) -> None:
        self.instead = instead
        self.names = frozenset(name for name in names if name.strip())
        self.own = {key: rf"(?i:{re.escape(key)})" for detail in details if (key := _plain(detail))}
        self.own |= {key: _pattern_of(key) for name in self.names if (key := _plain(name))}
        small = {key.casefold() for key in self.own}
        self.rarest = {max(key.split(), key=len) for key in small}
        kept = {key for other in others if any(own in (key := _plain(other)).casefold() for own in small)}
        longer = {key: re.escape(key) for key in kept - self.own.keys()}
        parts = sorted({**self.own, **longer}.items(), key=lambda part: (-len(part[0]), part[0]))
        words = "|".join(
            f"(?P<own{place}>{part})" if key in self.own else part for place, (key, part) in enumerate(parts)
        )
        self.pattern = re.compile(rf"(?<!\w)(?:{words})(?!\w)") if self.own else None

    def redact(self, value: Any) -> Any:
        """Redacts text, or JSON with text at any depth, also JSON that is text. Keys and the facts of hands stay."""
        if isinstance(value, str):
            return self._redact_text(value)
        if isinstance(value, dict):
            return {key: each if key in OF_HANDS else self.redact(each) for key, each in value.items()}
        if isinstance(value, list | tuple):
            return [self.redact(each) for each in value]
        return value

    def may_find(self, text: str) -> bool:
        """Returns quickly whether something may be found in text, also in JSON as text."""
        if not text.isascii() or "\\u" in text:
            text = ESCAPED.sub(lambda escaped: chr(int(escaped[1], 16)), text)
            text = unicodedata.normalize("NFKD", text.translate(QUICKLY_PLAIN)).translate(QUICKLY_PLAIN)
        small = text.lower()
        return any(word in small for word in self.rarest)

    def _redact_text(self, text: str) -> str:
        if self.pattern is None:
            return text
        if "\\u" in text and text[:1] in ("{", "[", '"'):
            try:
                read = json.loads(text)
            except ValueError:
                return text
            return text if (redacted := self.redact(read)) == read else json.dumps(redacted)
        plain, places = (text, range(len(text) + 1)) if text.isascii() else _plain_with_places(text)
        spans = [match.span() for match in self.pattern.finditer(plain) if match.lastgroup]
        for start, end in reversed(spans):
            text = text[: places[start]] + self.instead + text[places[end] :]
        return text


def _pattern_of(key: str) -> str:
    """Returns the pattern for a name in plain letters."""
    *first, last = map(re.escape, key.split())
    if not first:
        return last
    before = r"\s+".join(first)
    return rf"(?i:{before}\s+{last}|{last}(?:\s*,\s*|\s+){before})"


def _plain(text: str) -> str:
    return " ".join(_plain_with_places(text)[0].split())


def _plain_with_places(text: str) -> tuple[str, list[int]]:
    """Returns text without accents and invisible letters, and where in the text each of its letters stands; last, the
    end of the text."""
    letters: list[str] = []
    places: list[int] = []
    for place, letter in enumerate(text):
        small = LETTERS.get(ord(letter.lower())) if len(letter.lower()) == 1 else None
        whole = (str(small).capitalize() if letter.isupper() else str(small)) if small else letter
        for each in unicodedata.normalize("NFKD", "'" if letter in APOSTROPHES else whole):
            if not unicodedata.combining(each) and unicodedata.category(each) != "Cf":
                letters.append(each)
                places.append(place)
    return "".join(letters), [*places, len(text)]
