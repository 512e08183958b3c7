"""Agreement at the table: the other side says that hands are right, or that one is not.

Who may: a phone of another side than the one that wrote the hand down, or the one phone of the whole table, whose far
side presses. entered -> agreed; entered -> disputed by "not so", which the author puts right or the director decides;
disputed by "not so" -> agreed when it was right after all. Two versions of a hand are for the director alone. A match
whose hands are all in and all agreed is agreed.
"""

from collections.abc import Collection
from datetime import datetime

from tournament.errors import HandChanged, HandSettled, NotYoursToAgree
from tournament.models import Event, Hand, Match, State
from tournament.queries.authors import Phone, is_objected, speaks_for_others
from tournament.queries.series import current_hands
from tournament.queries.standings import SETTLED
from tournament.services.hands import finish_hands
from tournament.services.versions import agree_match, locked_match, seen_version, settle_hands
from tournament.services.writing import note, writing

SETTLED_HAND = (State.AGREED, State.RULED)


def agree_hands(match: Match, seen: Collection[int], *, by: Phone, now: datetime) -> int:
    """Agree the versions that were seen, by their ids; returns how many moved. HandChanged where one of them no longer
    counts, NotYoursToAgree for one's own."""
    with writing(match.table.stage.event) as event:
        current = locked_match(match)
        hands = {hand.pk: hand for hand in current_hands(current)}
        if not hands.keys() >= set(seen):
            raise HandChanged
        waiting = [hands[pk] for pk in seen if hands[pk].state not in SETTLED_HAND]
        for hand in waiting:
            _may_say(current, hand, by)
            if hand.state == State.DISPUTED and not is_objected(hand):
                raise HandSettled
        Hand.objects.filter(pk__in=[hand.pk for hand in waiting]).update(state=State.AGREED)
        if waiting:
            decided = any(hand.state == State.DISPUTED for hand in waiting)
            settle_hands(event, current, was_over=False, decided=decided, now=now)
            last = max(hand.number for hand in waiting)
            note(event, "agree_hands", by=by, now=now, after={"match": current.pk, "hand": last})
        return len(waiting)


def object_to_hand(hand: Hand, *, by: Phone, now: datetime) -> None:
    """Say that a hand is not so: it waits for its author or the director, who sees it at once."""
    with writing(hand.match.table.stage.event) as event:
        current = locked_match(hand.match)
        seen = seen_version(current, hand)
        _may_say(current, seen, by)
        if seen.state == State.DISPUTED:
            return
        if seen.state != State.ENTERED or current.state in (*SETTLED, State.CALLED_OFF):
            raise HandSettled
        Hand.objects.filter(pk=seen.pk).update(state=State.DISPUTED)
        Match.objects.filter(pk=current.pk).update(state=State.DISPUTED)
        before = {"match": current.pk, "hand": seen.number, "facts": seen.facts}
        note(event, "object_to_hand", by=by, now=now, before=before)


def finish_at_table(match: Match, *, by: Phone, now: datetime) -> None:
    """All hands are in, said by the table."""
    with writing(match.table.stage.event) as event:
        finish_hands(match, by=by, now=now)
        current = locked_match(match)
        _take_as_agreed(event, current)
        agree_match(current)


def pass_over(event: Event, match: Match) -> None:
    """Where a club has switched agreement off a hand counts as agreed when the next one is recorded, and the last when
    the match is over. The caller holds the transaction, and has locked the match."""
    _take_as_agreed(event, match)
    agree_match(match)


def _take_as_agreed(event: Event, match: Match) -> None:
    if event.agreement:
        return
    entered = [hand for hand in current_hands(match) if hand.state == State.ENTERED]
    passed = entered if match.hands_finished_at is not None else entered[:-1]
    Hand.objects.filter(pk__in=[hand.pk for hand in passed]).update(state=State.AGREED)


def _may_say(match: Match, hand: Hand, by: Phone) -> None:
    """A side does not agree with itself; one phone in the middle speaks for both."""
    hand.match = match
    if not speaks_for_others(hand, by):
        raise NotYoursToAgree
