"""Names in letters for which Hangjack has no font: screens show boxes for them unless their computer has one.

The fonts of walls, with the letters that they have, are those of `static/screens/letters.css`.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from django.contrib.staticfiles.finders import find

from tournament.models import Player, Team

FONTS = "screens/letters.css"
RANGE = re.compile(r"U\+([0-9A-F]+)-([0-9A-F]+)")


class NameWithoutFont(NamedTuple):
    """A name, and the script of its first letter that has no font, such as "Tibetan"."""

    name: str
    script: str

    def __str__(self) -> str:
        return f"{self.name} ({self.script})"


@cache
def _letters_without_font() -> re.Pattern[str]:
    """Returns what finds a letter that is neither Latin, which every screen has, nor in a font for walls."""
    ranges = RANGE.findall(Path(str(find(FONTS))).read_text())
    covered = "".join(f"{chr(int(first, 16))}-{chr(int(last, 16))}" for first, last in ranges)
    return re.compile(rf"[^\W\d_\u0000-\u02ff{covered}]")


def names_that_need_fonts(names: Iterable[str]) -> list[NameWithoutFont]:
    """Returns the names that a screen may show as boxes."""
    letters = _letters_without_font()
    found = ((name, letters.search(name)) for name in names if not name.isascii())
    return [NameWithoutFont(name, _script_of(letter[0])) for name, letter in found if letter]


def names_without_font() -> list[NameWithoutFont]:
    """Returns the names of all people and teams that a screen may show as boxes. Two queries."""
    people = Player.objects.filter(forgotten_at=None).values_list("name", flat=True)
    teams = Team.objects.exclude(name="").values_list("name", flat=True)
    return names_that_need_fonts(dict.fromkeys(chain(people.iterator(), teams.iterator())))


def _script_of(letter: str) -> str:
    return unicodedata.name(letter, "?").partition(" ")[0].title()
