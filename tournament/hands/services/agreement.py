"""Agreement at the table: the other side says that hands are right, or that one is wrong.

A phone may speak if it belongs to another side than the one that wrote the hand down, or if it is the one phone of the
whole table, where the far side presses. entered -> agreed; entered -> disputed if the other side says it is wrong, and
then its author corrects it or the director decides; disputed -> agreed if it was right after all. Of two versions each
side chooses one on its own phone: disputed -> agreed once both have chosen the same; a choice can be taken
back, and the director may still decide. A match is agreed if all its hands are in and agreed.
"""

from collections.abc import Collection, Sequence
from datetime import datetime

from tournament.foundation.authors import Phone
from tournament.foundation.errors import (
    HandChanged,
    HandSettled,
    NotForTable,
    NotYoursToAgree,
    SpokeForOthers,
    WhosePhone,
)
from tournament.foundation.writing import note, writing
from tournament.hands.log_actions import AGREE_HANDS, AGREE_VERSION, CHOOSE_VERSION, TAKE_BACK_CHOICE
from tournament.hands.queries.disputes import has_answered_for_others, is_for_table
from tournament.hands.queries.shown_hands import is_objected, speaks_for_others
from tournament.hands.services.hands import finish_hands
from tournament.matches.log_actions import OBJECT_TO_HAND
from tournament.matches.queries.matches import current_hands, sides_of
from tournament.matches.services.settling import agree_by_default, rescore_hands, settle_match
from tournament.matches.services.versions import is_match_over, lock_match, require_current, settle_hands
from tournament.models import SETTLED, Event, Hand, Match, State

SETTLED_HAND = (State.AGREED, State.RULED)


def agree_hands(match: Match, seen: Collection[int], *, by: Phone, now: datetime) -> int:
    """Agrees the versions that were seen, by their ids, and returns how many changed. Raises HandChanged if one of them
    no longer counts, NotYoursToAgree for one's own."""
    with writing(match.table.stage.event) as event:
        current = lock_match(match)
        hands = {hand.pk: hand for hand in current_hands(current)}
        if not hands.keys() >= set(seen):
            raise HandChanged
        waiting = [hands[pk] for pk in seen if hands[pk].state not in SETTLED_HAND]
        for hand in waiting:
            _require_other_side(current, hand, by)
            if hand.state == State.DISPUTED and not is_objected(hand):
                raise HandSettled
        Hand.objects.filter(pk__in=[hand.pk for hand in waiting]).update(state=State.AGREED)
        if waiting:
            decided = any(hand.state == State.DISPUTED for hand in waiting)
            settle_hands(event, current, was_over=False, decided=decided, now=now)
            last = max(hand.number for hand in waiting)
            note(event, AGREE_HANDS, by=by, now=now, after={"match": current.pk, "hand": last})
        return len(waiting)


def object_to_hand(hand: Hand, *, by: Phone, now: datetime) -> None:
    """Disputes a hand: it then waits for its author or the director, who sees it at once."""
    with writing(hand.match.table.stage.event) as event:
        current = lock_match(hand.match)
        seen = require_current(current, hand)
        _require_other_side(current, seen, by)
        if seen.state == State.DISPUTED:
            return
        if seen.state != State.ENTERED or current.state in (*SETTLED, State.CALLED_OFF):
            raise HandSettled
        Hand.objects.filter(pk=seen.pk).update(state=State.DISPUTED)
        Match.objects.filter(pk=current.pk).update(state=State.DISPUTED)
        before = {"match": current.pk, "hand": seen.number, "facts": seen.facts}
        note(event, OBJECT_TO_HAND, by=by, now=now, before=before)


def choose_version(match: Match, chosen: int, seen: Collection[int], *, by: Phone, now: datetime) -> bool:
    """Chooses for one side which of the two versions of a hand is right; `seen` are the ids of the versions that were
    seen. Returns whether both sides have chosen the same, so that the hand is agreed. Until then a side may change its
    choice. The same choice again changes nothing. Raises HandChanged if other versions count by now."""
    with writing(match.table.stage.event) as event:
        current = lock_match(match)
        hand = Hand.objects.filter(match=current, pk=chosen).first()
        if hand is None:
            raise HandChanged
        own = str(by.side)
        if hand.state == State.AGREED and hand.superseded_at is None and hand.chosen_by.get(own) == by.device:
            return True
        versions = _versions_in_dispute(current, hand.number)
        if {each.pk for each in versions} != set(seen) or hand not in versions:
            raise HandChanged
        if not is_for_table(current, versions):
            raise NotForTable
        if by.side is None:
            raise WhosePhone
        if has_answered_for_others(versions, by):
            raise SpokeForOthers
        if hand.chosen_by.get(own) == by.device:
            return False
        for each in versions:
            each.chosen_by = {side: device for side, device in each.chosen_by.items() if side != own}
            if each == hand:
                each.chosen_by[own] = by.device
                hand = each
            each.save(update_fields=["chosen_by"])
        logged = {"match": current.pk, "hand": hand.number, "version": 1 + versions.index(hand)}
        note(event, CHOOSE_VERSION, by=by, now=now, after=logged | {"name": sides_of(current)[by.side - 1].name})
        if len(hand.chosen_by) < len(sides_of(current)):
            return False
        _agree_version(event, current, hand, versions, now=now)
        note(event, AGREE_VERSION, by=by, now=now, before={"facts": versions[0].facts}, after=logged)
        return True


def take_back_choice(match: Match, number: int, *, by: Phone, now: datetime) -> None:
    """Takes back what one side chose. A hand that this choice agreed is in dispute again, with both its versions. If
    there is no such choice nothing changes."""
    with writing(match.table.stage.event) as event:
        current, own = lock_match(match), str(by.side)
        of_hand = Hand.objects.filter(match=current, number=number)
        chosen = of_hand.filter(chosen_by__has_key=own, state__in=(State.DISPUTED, State.AGREED)).first()
        if chosen is None:
            return
        if current.state in (*SETTLED, State.CALLED_OFF):
            raise HandSettled
        if has_answered_for_others([chosen], by):
            raise SpokeForOthers
        del chosen.chosen_by[own]
        chosen.save(update_fields=["chosen_by"])
        if chosen.state == State.AGREED:
            replaced = of_hand.filter(state=State.ENTERED, superseded_at__isnull=False)
            rival = replaced.exclude(device="").order_by("superseded_at", "pk").last()
            if rival is None:
                raise HandChanged
            _dispute_again(current, *sorted((chosen, rival), key=lambda each: each.pk))
        logged = {"match": current.pk, "hand": number, "name": sides_of(current)[(by.side or 1) - 1].name}
        note(event, TAKE_BACK_CHOICE, by=by, now=now, after=logged)


def _dispute_again(match: Match, first: Hand, second: Hand) -> None:
    """The first version counts until they are settled, as it did before."""
    Hand.objects.filter(pk=second.pk).update(state=State.DISPUTED, superseded_at=second.entered_at)
    Hand.objects.filter(pk=first.pk).update(state=State.DISPUTED, superseded_at=None)
    rescore_hands(match, from_hand=first.number)
    settle_match(match, disputed=True)


def _versions_in_dispute(match: Match, number: int) -> list[Hand]:
    """Returns the version that counts, then those handed in against it; nothing if the hand is not in dispute."""
    disputed = Hand.objects.filter(match=match, number=number, state=State.DISPUTED)
    counts = disputed.filter(superseded_at=None).first()
    return [] if counts is None else [counts, *disputed.filter(pk__gt=counts.pk).order_by("pk")]


def _agree_version(event: Event, match: Match, right: Hand, versions: Sequence[Hand], *, now: datetime) -> None:
    """Makes a version count; the other stays on record as a replaced version."""
    was_over = is_match_over(event, match)
    for other in versions:
        if other != right:
            Hand.objects.filter(pk=other.pk).update(state=State.ENTERED, superseded_at=other.superseded_at or now)
    Hand.objects.filter(pk=right.pk).update(state=State.AGREED, superseded_at=None)
    rescore_hands(match, from_hand=right.number)
    settle_hands(event, match, was_over=was_over, decided=True, now=now)


def finish_at_table(match: Match, *, by: Phone, now: datetime) -> None:
    """Records that the table says all hands are in."""
    with writing(match.table.stage.event) as event:
        finish_hands(match, by=by, now=now)
        current = lock_match(match)
        agree_by_default(event, current)


def _require_other_side(match: Match, hand: Hand, by: Phone) -> None:
    """Raises NotYoursToAgree if a side would agree with itself. One phone in the middle speaks for both sides."""
    hand.match = match
    if not speaks_for_others(hand, by):
        raise NotYoursToAgree
