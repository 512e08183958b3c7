"""Words set in columns by spaces alone, so that a row is one line of one text: a renderer's time goes by the number of
lines and boxes that it lays out. It stands for the regular weight without kerning or tabular figures."""

from collections.abc import Iterable

from tournament.printing.fitting import POINT

SPACE, THIN = " ", "\N{THIN SPACE}"
ASCII = (
    *(280, 286, 301, 651, 592, 919, 731, 160, 299, 299, 485, 606, 210, 362, 210, 387),
    *(648, 407, 548, 576, 614, 588, 598, 510, 615, 595, 210, 210, 553, 628, 553, 480),
    *(778, 626, 613, 645, 669, 569, 552, 694, 694, 392, 512, 631, 541, 824, 693, 714),
    *(592, 724, 614, 592, 558, 690, 593, 856, 623, 575, 607, 317, 387, 344, 552, 372),
    *(243, 525, 566, 485, 564, 538, 314, 558, 550, 252, 245, 492, 262, 845, 550, 548),
    *(566, 574, 349, 471, 326, 540, 461, 684, 481, 449, 460, 344, 237, 344, 555),
)
"""How wide its letters are from the space on, in thousandths of an em."""
WIDTHS = {chr(code): width / 1000 for code, width in enumerate(ASCII, start=ord(SPACE))} | {THIN: 0.14}
OTHER = 0.55
"""Of a letter that is not among them: about what those of a language's words have."""


def in_columns(words: Iterable[tuple[float, str]], size: float) -> str:
    """One line with each of the words beginning as many millimetres from its left as stand before it, to three tenths
    of one; `size` is that of the letters in points. Words for which there is no room follow after a thin space."""
    line, used = "", 0.0
    for left, text in words:
        thin = max(round((left / (size * POINT) - used) / WIDTHS[THIN]), 1 if line else 0)
        spaces = SPACE * (thin // 2) + THIN * (thin % 2)
        line += spaces + text
        used += em(spaces + text)
    return line


def em(text: str) -> float:
    """How wide it is, in widths of an em."""
    return sum(WIDTHS.get(letter, OTHER) for letter in text)
