"""The club's named penalties, as in "Two cards turned: 1": what is picked by name where a director takes points off."""

import re
from typing import NamedTuple

from tournament.models import MOST_ADJUSTED

LONGEST_PENALTY = 60
WRITTEN = re.compile(r"(?P<name>.*\S)\s*:\s*(?P<sign>[+−-]?)\s*(?P<points>[0-9]{1,3})")


class NamedPenalty(NamedTuple):
    """Points below nought come off, others are added."""

    name: str
    points: int

    def __str__(self) -> str:
        return f"{self.name}: {'+' if self.points > 0 else ''}{abs(self.points)}"


def read_penalty(line: str) -> NamedPenalty | None:
    """Reads a penalty as `str` writes it; None if the line is not written so, or its name or figure is too long."""
    written = WRITTEN.fullmatch(" ".join(line.split()))
    if written is None:
        return None
    name, points = written["name"], int(written["points"])
    if len(name) > LONGEST_PENALTY or not 1 <= points <= MOST_ADJUSTED:
        return None
    return NamedPenalty(name, points if written["sign"] == "+" else -points)
