"""Who may change a hand, and who may confirm or dispute it."""

from datetime import datetime

from tournament.clock.queries.rounds import is_closed
from tournament.foundation.authors import Author, Phone, is_director
from tournament.models import SETTLED, Hand, State


def is_author(hand: Hand, by: Author | None) -> bool:
    """Whether this very account, or this very phone, entered it. Nobody is the author of what nobody entered."""
    if isinstance(by, Phone):
        return bool(by.device) and hand.device == by.device
    return by is not None and hand.entered_by_id == by.pk


def speaks_for_others(hand: Hand, by: Phone) -> bool:
    """Whether a phone may say of a hand that it is right or not so: as another side than the one that it was written
    down for, or in the middle, where its far side presses; not as both, one after the other."""
    if is_author(hand, by):
        return hand.side is by.side is None
    return by.side is None or hand.side != by.side


def is_own_last(hand: Hand, by: Author | None, *, last: int, now: datetime) -> bool:
    """Whether somebody may still change this hand without a reason: their own, the last, not yet agreed or disputed;
    one that the other side only objected to may be put right.

    A club may let its phones change any hand that is not agreed yet, or none at all; once the round is closed for their
    table they change nothing. This claim window binds phones: a slip on the scorer's keyboard is no claim at the table.
    """
    if isinstance(by, Phone) and is_closed(hand.match.round, hand.match.table.number, now):
        return False
    claims = hand.match.table.stage.event.claim_until if isinstance(by, Phone) else "next_hand"
    in_time = claims == "agreed" or (claims == "next_hand" and hand.number == last)
    is_open = hand.state == State.ENTERED and hand.match.state not in (*SETTLED, State.DISPUTED, State.CALLED_OFF)
    return is_author(hand, by) and in_time and (is_open or is_objected(hand))


def is_objected(hand: Hand) -> bool:
    """Whether the other side said that this hand is not so, and nobody has handed in another version."""
    if hand.state != State.DISPUTED or hand.match.state in SETTLED:
        return False
    rivals = Hand.objects.filter(match=hand.match_id, number=hand.number, state=State.DISPUTED, pk__gt=hand.pk)
    return not rivals.exists()


def may_change(hand: Hand, by: Author | None, *, last: int, now: datetime) -> bool:
    return is_own_last(hand, by, last=last, now=now) or is_director(by)
