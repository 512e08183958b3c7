"""What rooms above the door know of players who are about to sit down, such as that a league does not let one play. The
door knows none of those rooms: each gives a function that returns sentences about the names of a team."""

from collections.abc import Callable, Sequence

from tournament.models import Team

REMARKS: set[Callable[[Team, Sequence[str]], list[str]]] = set()
"""Filled in `tournament.urls`, where all rooms meet."""


def remarks_on(team: Team, names: Sequence[str]) -> list[str]:
    return [sentence for remark in REMARKS for sentence in remark(team, names)]
