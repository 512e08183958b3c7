"""The club's named penalties, as in "Two cards turned: 1" or "Late: 1 game": what is picked by name where a director
takes points or games off."""

import re
from typing import NamedTuple

from django.utils.translation import ngettext

from tournament.models import MOST_ADJUSTED

LONGEST_PENALTY = 60
WRITTEN = re.compile(r"(?P<name>.*\S)\s*:\s*(?P<sign>[+−-]?)\s*(?P<number>[0-9]{1,3})(?P<unit>\s+\S+)?")


class NamedPenalty(NamedTuple):
    """Points, or games where `unit` is "games". Below nought they come off, others are added."""

    name: str
    number: int
    unit: str = "points"

    @property
    def points(self) -> int:
        return self.number if self.unit == "points" else 0

    @property
    def games(self) -> int:
        return self.number if self.unit == "games" else 0

    def to_list(self) -> list[str | int]:
        """Returns it as a club stores it."""
        return [self.name, self.number, *([self.unit] if self.games else [])]

    def __str__(self) -> str:
        figure = abs(self.number)
        words = _say_games(figure) if self.games else str(figure)
        return f"{self.name}: {'+' if self.number > 0 else ''}{words}"


def _say_games(number: int) -> str:
    return ngettext("%(n)s game", "%(n)s games", number) % {"n": number}


def read_penalty(line: str) -> NamedPenalty | None:
    """Reads a penalty as `str` writes it; None if the line is not written so, or its name or figure is too long."""
    written = WRITTEN.fullmatch(" ".join(line.split()))
    if written is None:
        return None
    name, number, unit = written["name"], int(written["number"]), (written["unit"] or "").strip().casefold()
    of_games = {"game", "games", *(_say_games(each).split()[-1].casefold() for each in (1, 2))}
    if len(name) > LONGEST_PENALTY or not 1 <= number <= MOST_ADJUSTED or unit and unit not in of_games:
        return None
    return NamedPenalty(name, number if written["sign"] == "+" else -number, "games" if unit else "points")
