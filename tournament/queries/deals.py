"""Deals out of turn: a dealer is what the table said, and stays so after a correction before him; that he does not
follow from the rules any more is only told."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from tournament.models import Entry
from tournament.queries.hands import MatchInHands


class OutOfTurn(NamedTuple):
    """A hand that `dealt` dealt, where the hand before it gives the deal to `due`."""

    hand: int
    dealt: Entry
    due: Entry


def deals_out_of_turn(played: MatchInHands) -> list[OutOfTurn]:
    """Within each game; who begins a new one the table says."""
    return list(_out_of_turn(played))


def _out_of_turn(played: MatchInHands) -> Iterator[OutOfTurn]:
    entries = {str(entry.pk): entry for entry in played.entries}
    for before, after in pairwise(played.hands):
        due = entries.get(before.hand.awards["next_dealer"] or "")
        if due is not None and due != after.dealer and before.hand.game == after.hand.game:
            yield OutOfTurn(after.hand.number, after.dealer, due)
