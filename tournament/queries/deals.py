"""Deals out of turn: a dealer is what the table said, and stays so after a correction before him; that he does not
follow from the rules any more is only told."""

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from tournament.models import Entry
from tournament.queries.hands import MatchInHands
from tournament.queries.matches import players_of, seated_at, seatings_of


class OutOfTurn(NamedTuple):
    """A hand that `dealt` dealt, where the hand before it gives the deal to `due`."""

    hand: int
    dealt: Entry
    due: Entry


def deals_out_of_turn(played: MatchInHands) -> list[OutOfTurn]:
    """Within each game; who begins a new one the table says."""
    return list(_out_of_turn(played))


def _out_of_turn(played: MatchInHands) -> Iterator[OutOfTurn]:
    seated = seatings_of(played.match)
    for before, after in pairwise(played.hands):
        due = before.hand.awards["next_dealer"]
        if due is None or before.hand.game != after.hand.game:
            continue
        chair = seated(before.hand.number).seats.index(due)
        entry = players_of(seated_at(played.match, after.hand.number))[chair]
        if entry != after.dealer:
            yield OutOfTurn(after.hand.number, after.dealer, entry)
