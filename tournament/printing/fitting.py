"""How large words can be printed where there is only so much room, estimated from how wide their letters are.

Lines are broken first; only what has no room even so becomes smaller, in small steps. Widths and heights are in
millimetres, sizes in points.
"""

import re
import unicodedata
from collections.abc import Callable, Sequence
from math import ceil
from typing import TypeVar

Size = TypeVar("Size", int, float)

POINT = 25.4 / 72
NARROW, WIDE = frozenset("fijlrtI1 .,;:!|'’‘()[]-/·"), frozenset("mwMW@%&")
LAST_LATIN = "\u024f"
PARTS = re.compile(r"[^\s-]+-?\s*|-\s*")
"""What stays together on a line, with the space after it."""


def largest(sizes: Sequence[Size], fits: Callable[[Size], bool]) -> Size:
    """The first size that fits, and the last where none does; `sizes` from large to small."""
    return next((size for size in sizes if fits(size)), sizes[-1])


def lines_of(words: str, size: float, width: float) -> int:
    """Over how many lines of this width they run, at least one."""
    room = width / (size * POINT)
    lines, used = 1, 0.0
    for part in PARTS.findall(words):
        wide = ems(part.rstrip())
        if used and used + wide > room:
            lines, used = lines + 1, 0.0
        broken = max(ceil(wide / room) - 1, 0)
        lines += broken
        used += wide - broken * room + ems(" ") * part[-1].isspace()
    return lines


def widest_word(words: str) -> float:
    """Of what cannot be broken between two lines, in ems."""
    return max((ems(part.rstrip()) for part in PARTS.findall(words)), default=0.0)


def ems(words: str) -> float:
    """How wide they are in the boldest weight, in widths of an em."""
    return sum(_em(letter) for letter in words)


def _em(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if letter in NARROW:
        return 0.37
    if letter in WIDE:
        return 0.9
    is_tall = letter.isupper() or letter.isdigit()
    if letter > LAST_LATIN:
        return 1.1 if is_tall or unicodedata.east_asian_width(letter) in "WF" else 0.75
    return 0.7 if is_tall else 0.58
