"""Corrects, withdraws and restores recorded hands, and records that all hands are in."""

from datetime import datetime
from uuid import UUID, uuid4, uuid5

from scoring import HandFacts, read_hand
from tournament.clock.queries.rounds import is_closed_for
from tournament.foundation.authors import Author, Phone, is_director
from tournament.foundation.errors import HandChanged, MatchOver, NoHands, NotYourMatch, RoundClosed
from tournament.foundation.writing import note, writing
from tournament.hands.log_actions import FINISH_HANDS, PLAY_ON, RESTORE_HAND, WITHDRAW_HAND
from tournament.hands.queries.empty_tables import may_finish_empty
from tournament.hands.services.recording import NewHand, replace_version, require_may_change, store_version
from tournament.matches.queries.matches import current_hands, seating_of
from tournament.matches.services.settling import agree_match, rescore_hands, settle_match
from tournament.matches.services.versions import (
    is_match_over,
    lock_match,
    require_current,
    set_hands_finished,
    settle_hands,
)
from tournament.models import SETTLED, Hand, Match, State


def correct_hand(
    hand: Hand, *, entry_key: UUID, facts: HandFacts, reason: str = "", by: Author | None, now: datetime
) -> Hand:
    """Replaces a hand by another version and scores everything after it again; the old version stays readable.

    Whoever recorded the last hand may do so until the match is agreed; the director always may, with a reason, which
    also decides a dispute. Raises HandChanged if `hand` is no longer the version that counts.
    """
    with writing(hand.match.table.stage.event) as event:
        current, plain = lock_match(hand.match), facts.to_dict()
        counts = Hand.objects.filter(match=current, number=hand.number, superseded_at=None).first()
        sent = Hand.objects.filter(match=current, entry_key=entry_key).first()
        if sent is not None and sent.number != hand.number:
            sent, entry_key = None, uuid5(entry_key, str(hand.pk))
        if sent is not None and counts is not None:
            if plain in (sent.facts, counts.facts):
                return counts
            entry_key = uuid5(entry_key, str(counts.pk))
        seen = require_current(current, sent or hand)
        new = NewHand(seen.number, entry_key, facts, plain, None, by, now)
        return replace_version(event, current, seen, new, reason=reason)


def withdraw_hand(hand: Hand, *, reason: str = "", by: Author | None, now: datetime) -> None:
    """Takes a hand out of the match, because it was not played. Who may do so, and what stays, is as in
    `correct_hand`."""
    with writing(hand.match.table.stage.event) as event:
        current = lock_match(hand.match)
        seen = require_current(current, hand)
        require_may_change(current, seen, reason, by, now)
        was_over = is_match_over(event, current)
        Hand.objects.filter(pk=seen.pk).update(superseded_at=now)
        if not current_hands(current):
            set_hands_finished(current, None)
            if current.state == State.AGREED:
                current.state = State.WAITING
        rescore_hands(current, from_hand=seen.number)
        settle_hands(event, current, was_over=was_over, decided=seen.state == State.DISPUTED, now=now)
        before = {"match": current.pk, "hand": seen.number, "awards": seen.awards["awards"]}
        note(event, WITHDRAW_HAND, by=by, now=now, before=before, reason=reason.strip())


def restore_hand(hand: Hand, *, by: Author | None, now: datetime) -> Hand:
    """Brings back a hand that was withdrawn: stores its facts as a new version, and scores everything after it again.
    Raises HandChanged if another hand has its number now."""
    with writing(hand.match.table.stage.event) as event:
        current = lock_match(hand.match)
        if any(each.number == hand.number for each in current_hands(current)):
            raise HandChanged
        was_over = is_match_over(event, current)
        new = NewHand(hand.number, uuid4(), read_hand(hand.facts, seating_of(current)), hand.facts, None, by, now)
        earlier = [each for each in current_hands(current) if each.number < hand.number]
        back = store_version(current, new, hand.game, before=earlier, state=State.ENTERED)
        rescore_hands(current, from_hand=hand.number + 1)
        settle_hands(event, current, was_over=was_over, decided=False, now=now)
        note(event, RESTORE_HAND, by=by, now=now, before={"match": current.pk, "hand": hand.number})
    return back


def finish_hands(match: Match, *, by: Author | None, now: datetime) -> None:
    """Records that all hands are in: from now on they count, together with any sheets that come. A table without a
    hand has 0 games once its team match is decided or, if the desk says so, its bell has rung, and nobody has to agree
    them. Raises NoHands before."""
    with writing(match.table.stage.event) as event:
        current = lock_match(match)
        if current.hands_finished_at is not None:
            return
        is_empty = not current_hands(current)
        is_decided = current.last_game is not None
        if is_empty and not (is_decided if isinstance(by, Phone) else may_finish_empty(event, current, now)):
            raise NoHands
        set_hands_finished(current, now)
        settle_match(current)
        if is_empty:
            agree_match(current)
        after = {"match": current.pk, "points": list(current.points)}
        note(event, FINISH_HANDS, by=by, now=now, after=after)


def play_on(match: Match, *, by: Author | None, now: datetime) -> None:
    """Opens the match for another hand after all: its result waits until all hands are in again. Once the round is
    closed no phone may do so: its hands would come late, and the result would be gone."""
    with writing(match.table.stage.event) as event:
        current = lock_match(match)
        if current.hands_finished_at is None:
            return
        if current.state in SETTLED and not is_director(by):
            raise NotYourMatch
        if isinstance(by, Phone) and is_closed_for(current, now):
            raise RoundClosed
        before = {"match": current.pk, "state": current.state, "points": list(current.points)}
        if is_match_over(event, current):
            raise MatchOver
        set_hands_finished(current, None)
        if current.state == State.AGREED:
            current.state = State.WAITING
        settle_match(current)
        note(event, PLAY_ON, by=by, now=now, before=before)
