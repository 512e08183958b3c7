"""The order of names in every list from A to Z, and the letters that they stand under."""

import unicodedata
from collections.abc import Iterable
from itertools import dropwhile

LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
"""Letters that Unicode does not take apart into one of A to Z and an accent."""


def filed_as(name: str) -> str:
    """How a name is put in order: accents, case and signs before it do not count: Élise stands with Elise."""
    plain = unicodedata.normalize("NFKD", name.casefold().translate(LETTERS))
    letters = [letter for letter in plain if not unicodedata.combining(letter)]
    return "".join(dropwhile(lambda letter: not letter.isalnum(), letters))


def letters_of(names: Iterable[str]) -> list[tuple[str, str]]:
    """Of names in order: what each is filed under, on the first name of a letter and on all but its last."""
    # Put together again: of a Korean syllable the first of its parts is no letter that stands alone.
    letters = [unicodedata.normalize("NFC", filed_as(name))[:1].title() for name in names]
    around = zip(["", *letters], letters, [*letters[1:], ""], strict=False)
    return [(letter * (letter != before), letter * (letter == after)) for before, letter, after in around]
