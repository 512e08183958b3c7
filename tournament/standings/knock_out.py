"""Who stands where after a knock-out: the bracket decides, not how much was won on the way."""

from collections.abc import Sequence
from typing import Any

from .criteria import Comparable, Criterion
from .matches import MatchRecord
from .records import Record

NEVER = 1_000_000
"""Later than any round."""


def knock_out_from(first: int) -> Criterion:
    """Asked of the matches from round `first`, with which a knock-out began. Whoever was not in it stands last."""

    def place_of(record: Record[Any], group: Sequence[Record[Any]]) -> Comparable:
        played = sorted((match for match in record.matches if match.round >= first), key=lambda match: match.round)
        if not played:
            return (0, 0)
        lost = next((match.round for match in played if _has_lost(match)), NEVER)
        return (lost, int(_has_won(played[-1])))

    return Criterion(
        "knock_out",
        "Knock-out",
        "Who lost later stands higher, who never lost stands first; of two who lost in the same round, who won the "
        "last match after it, as for third place.",
        place_of,
    )


def _has_lost(match: MatchRecord[Any]) -> bool:
    return match.unplayed == "absent" or (_was_played(match) and match.result == "lost")


def _has_won(match: MatchRecord[Any]) -> bool:
    return match.unplayed == "walk_over" or (_was_played(match) and match.result == "won")


def _was_played(match: MatchRecord[Any]) -> bool:
    """Also where it could play only a part of its round: one of the two went on."""
    return match.is_played or match.unplayed == "shared"
