"""Slips of hands that are keyed a second time: the second reading can replace the first, and two equal readings mark
the match as checked. A scorer may do this until the match is settled or disputed, the director always."""

from collections.abc import Sequence
from datetime import datetime
from uuid import uuid4

from scoring import HandFacts
from tournament.foundation.errors import HandChanged, NeedsReason, NotYourHand
from tournament.foundation.writing import note, writing
from tournament.hands.log_actions import CHECK_SLIP, CORRECT_HAND, WITHDRAW_HAND
from tournament.hands.services.recording import NewHand, store_version
from tournament.matches.queries.matches import current_hands
from tournament.matches.services.settling import rescore_hands, settle_match
from tournament.matches.services.versions import (
    is_match_over,
    lock_match,
    require_current,
    set_hands_finished,
    settle_hands,
)
from tournament.models import SETTLED, Account, Hand, Match, State


def take_second_reading(hand: Hand, facts: HandFacts | None, *, reason: str, by: Account, now: datetime) -> None:
    """Replaces what was keyed first by what the slip says; `facts` is None if the slip has no such hand. Raises
    HandChanged if `hand` is no longer the version that counts."""
    if not reason.strip():
        raise NeedsReason
    with writing(hand.match.table.stage.event) as event:
        match = lock_match(hand.match)
        seen = require_current(match, hand)
        is_settled = match.state in (*SETTLED, State.DISPUTED, State.CALLED_OFF)
        if not by.is_director and (seen.device or seen.state != State.ENTERED or is_settled):
            raise NotYourHand
        was_over = is_match_over(event, match)
        Hand.objects.filter(pk=seen.pk).update(superseded_at=now)
        before = {"match": match.pk, "hand": seen.number, "facts": seen.facts}
        if facts is not None:
            state = State.RULED if seen.state == State.DISPUTED else State.ENTERED
            earlier = [each for each in current_hands(match) if each.number < seen.number]
            new = NewHand(seen.number, uuid4(), facts, facts.to_dict(), None, by, now)
            store_version(match, new, seen.game, before=earlier, state=state, reason=reason.strip())
        elif not current_hands(match):
            set_hands_finished(match, None)
        rescore_hands(match, from_hand=seen.number)
        settle_hands(event, match, was_over=was_over, decided=seen.state == State.DISPUTED, now=now)
        action = WITHDRAW_HAND if facts is None else CORRECT_HAND
        note(event, action, by=by, now=now, before=before, reason=reason.strip())


def check_slip(match: Match, seen: Sequence[int], *, by: Account, now: datetime) -> None:
    """Marks a match as checked, because both readings of its slip are equal; `seen` are the ids of the hands
    compared."""
    with writing(match.table.stage.event) as event:
        current = lock_match(match)
        if [hand.pk for hand in current_hands(current)] != list(seen):
            raise HandChanged
        current.checked_at = now
        settle_match(current)
        note(event, CHECK_SLIP, by=by, now=now, after={"match": current.pk})
