"""Estimates, from the widths of letters, how large words can be printed in the room they have.

Lines are broken first; only words that still do not fit are made smaller, in small steps. Widths and heights are in
millimetres, sizes in points.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import ceil
from typing import TypeVar

SPACE, THIN = " ", "\N{THIN SPACE}"
ASCII = (
    *(280, 286, 301, 651, 592, 919, 731, 160, 299, 299, 485, 606, 210, 362, 210, 387),
    *(648, 407, 548, 576, 614, 588, 598, 510, 615, 595, 210, 210, 553, 628, 553, 480),
    *(778, 626, 613, 645, 669, 569, 552, 694, 694, 392, 512, 631, 541, 824, 693, 714),
    *(592, 724, 614, 592, 558, 690, 593, 856, 623, 575, 607, 317, 387, 344, 552, 372),
    *(243, 525, 566, 485, 564, 538, 314, 558, 550, 252, 245, 492, 262, 845, 550, 548),
    *(566, 574, 349, 471, 326, 540, 461, 684, 481, 449, 460, 344, 237, 344, 555),
)
"""The widths of letters from the space on in the usual weight, in thousandths of an em."""
BOLD_ASCII = (
    *(312, 303, 390, 765, 610, 969, 725, 210, 335, 335, 485, 595, 271, 373, 272, 440),
    *(659, 440, 579, 600, 624, 607, 626, 537, 624, 571, 272, 272, 569, 612, 569, 547),
    *(781, 678, 643, 658, 688, 597, 566, 718, 701, 424, 561, 663, 552, 858, 717, 746),
    *(629, 756, 650, 610, 607, 686, 644, 886, 685, 650, 618, 340, 440, 344, 582, 400),
    *(288, 552, 596, 510, 596, 563, 365, 593, 571, 300, 259, 555, 318, 882, 571, 576),
    *(596, 599, 376, 508, 376, 567, 530, 740, 539, 521, 505, 381, 254, 381, 537),
)
"""The same in bold (700)."""
DISPLAY_ASCII = (
    *(208, 318, 384, 656, 602, 780, 977, 186, 366, 366, 616, 550, 286, 388, 276, 478),
    *(681, 467, 622, 572, 638, 592, 626, 533, 626, 628, 278, 290, 510, 550, 510, 548),
    *(912, 736, 718, 700, 798, 660, 614, 761, 852, 412, 518, 799, 631, 927, 762, 791),
    *(706, 793, 760, 613, 700, 744, 714, 1058, 728, 686, 640, 353, 478, 359, 456, 482),
    *(258, 558, 607, 519, 618, 528, 395, 577, 636, 316, 316, 614, 318, 950, 636, 590),
    *(622, 608, 482, 487, 391, 626, 552, 830, 552, 566, 492, 403, 286, 403, 620),
)
"""The same of the display face, for names on badges."""
WIDTHS = {chr(code): width / 1000 for code, width in enumerate(ASCII, start=ord(SPACE))} | {THIN: 0.14}
BOLD_WIDTHS = {chr(code): width / 1000 for code, width in enumerate(BOLD_ASCII, start=ord(SPACE))}
DISPLAY_WIDTHS = {chr(code): width / 1000 for code, width in enumerate(DISPLAY_ASCII, start=ord(SPACE))}
WIDTHS_CACHED = 4096
"""The number of words whose widths are cached: a list is tried at several sizes."""
OTHER = 0.55
"""The width of all other letters: about the average in words."""


def set_in_columns(words: Iterable[tuple[float, str]], size: float) -> str:
    """Returns one line in which each text begins so many millimetres from the left, to 0.3 mm; `size` is that of the
    letters in points. A text without enough room follows after a thin space."""
    line, used = "", 0.0
    for left, text in words:
        thin = max(round((left / (size * POINT) - used) / WIDTHS[THIN]), 1 if line else 0)
        spaces = SPACE * (thin // 2) + THIN * (thin % 2)
        line += spaces + text
        used += width_in_ems(spaces + text)
    return line


def width_in_ems(text: str) -> float:
    return sum(WIDTHS.get(letter, OTHER) for letter in text)


Size = TypeVar("Size", int, float)

POINT = 25.4 / 72
NARROW, WIDE = frozenset("fijlrtI1 .,;:!|'’‘()[]-/·"), frozenset("mwMW@%&")
LAST_LATIN = "\u024f"
PARTS = re.compile(r"(?:[^\s-]|\u00a0)+-?[^\S\u00a0]*|-[^\S\u00a0]*")
"""The parts that stay together on a line, each with the space after it; a no-break space is within one."""


def largest_that_fits(sizes: Sequence[Size], fits: Callable[[Size], bool]) -> Size:
    """Returns the first of the `sizes`, from large to small, that fits, or the last if none does."""
    return next((size for size in sizes if fits(size)), sizes[-1])


def boldest_width_in_ems(words: str) -> float:
    """Returns the width of words in the boldest weight of any face, in ems."""
    return sum(_boldest_width_of(letter) for letter in words)


@lru_cache(WIDTHS_CACHED)
def bold_width_in_ems(words: str) -> float:
    """Returns the width of words in the bold weight for text, in ems."""
    return _width_in(words, BOLD_WIDTHS)


@lru_cache(WIDTHS_CACHED)
def display_width_in_ems(words: str) -> float:
    """Returns the width of words in the display face, in ems."""
    return _width_in(words, DISPLAY_WIDTHS)


@lru_cache(WIDTHS_CACHED)
def usual_width_in_ems(words: str) -> float:
    """Returns the width of words in the usual weight, in ems; `width_in_ems` is quicker, but guesses accents."""
    return _width_in(words, WIDTHS)


def _width_in(words: str, widths: Mapping[str, float]) -> float:
    """Letters with accents are as wide as those without; what the font lacks is as wide as in the boldest."""
    if words.isascii():
        return sum(map(widths.__getitem__, words))
    plain = unicodedata.normalize("NFD", words)
    return sum(widths[letter] if letter in widths else _boldest_width_of(letter) for letter in plain)


def count_lines_of(
    words: str, size: float, width: float, width_of: Callable[[str], float] = boldest_width_in_ems
) -> int:
    """Returns how many lines of this width the words take, at least one; `width_of` measures words in ems."""
    room = width / (size * POINT)
    if width_of(words) <= room:
        return 1
    lines, used = 1, 0.0
    for part in PARTS.findall(words):
        wide = width_of(part.rstrip())
        if used and used + wide > room:
            lines, used = lines + 1, 0.0
        broken = max(ceil(wide / room) - 1, 0)
        lines += broken
        used += wide - broken * room + width_of(" ") * part[-1].isspace()
    return lines


def widest_word_of(words: str, width_of: Callable[[str], float] = boldest_width_in_ems) -> float:
    """Returns the width in ems of the widest part that cannot be broken."""
    return max((width_of(part.rstrip()) for part in PARTS.findall(words)), default=0.0)


def _boldest_width_of(letter: str) -> float:
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
