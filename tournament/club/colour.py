"""The club's colour: the band at the head of pages, in the hall and on the club's web site. Pure.

The band is the same on dark and light pages; its letters are light or dark, whichever has more contrast. WCAG 2.2 level
AA asks for a contrast of 4.5 to 1. A colour on which neither reaches that is refused, and the error names the nearest
one that works. High contrast keeps its own colours.
"""

import re

CHALK, INK = "#f6f2e7", "#182427"
"""The text colours of dark and light pages (`web/tokens.css`)."""
ENOUGH = 4.5
STEPS = 100
COLOUR = re.compile(r"#[0-9a-f]{6}")


def contrast_between(one: str, other: str) -> float:
    """Returns the contrast by WCAG, from 1 to 21."""
    darker, lighter = sorted((_luminance_of(one), _luminance_of(other)))
    return (lighter + 0.05) / (darker + 0.05)


def letters_on(colour: str) -> str:
    return max((CHALK, INK), key=lambda letters: contrast_between(letters, colour))


def is_readable(colour: str) -> bool:
    """Returns whether letters on this colour can be read."""
    return contrast_between(letters_on(colour), colour) >= ENOUGH


def find_readable(colour: str) -> str:
    """Returns the nearest colour, darker or lighter, on which letters can be read."""
    mixed = (
        "#" + "".join(f"{round(part + (end - part) * step / STEPS):02x}" for part in _parts_of(colour))
        for step in range(STEPS + 1)
        for end in (0, 255)
    )
    return next(filter(is_readable, mixed))


def style_of(colour: str) -> str:
    letters = letters_on(colour)
    filled = "".join(f"--{name}: {colour}; " for name in ("slate", "slate-deep", "slate-raised", "well"))
    written = "".join(f"--{name}: {letters}; " for name in ("chalk", "chalk-soft", "chalk-edge", "focus"))
    line = f"--chalk-line: color-mix(in srgb, {letters} 40%, {colour}); color: {letters};"
    rule = f':root:not([data-theme="contrast"]) .top {{ {filled}{written}{line} }}'
    return f"@layer page {{ @media screen and (not (prefers-contrast: more)) {{ {rule} }} }}\n"


def _parts_of(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]


def _luminance_of(colour: str) -> float:
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (each / 255 for each in _parts_of(colour))
    ]
    return sum(weight * part for weight, part in zip((0.2126, 0.7152, 0.0722), linear, strict=True))
