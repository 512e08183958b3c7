"""A match hand by hand: recording, correcting, withdrawing, and saying that all hands are in.

A hand's number is its place in the match, its entry key the form that it was typed into. The same key again changes
nothing; other facts for a number that is taken are kept beside it, in dispute. Facts that cannot have happened raise
scoring's ImpossibleFacts.
"""

import json
from datetime import datetime
from typing import Any
from uuid import UUID, uuid5

from django.db.models import Max

from scoring import HandFacts
from tournament.clock.queries.rounds import is_closed
from tournament.event.queries.rules import rules_of
from tournament.event.services.events import keep_rules
from tournament.foundation.authors import Author, Phone, is_director
from tournament.foundation.errors import (
    HandAlreadyRecorded,
    HandOutOfTurn,
    HandsAreIn,
    MatchCalledOff,
    MatchOver,
    NeedsReason,
    NoHands,
    NotYourHand,
    NotYourMatch,
    RoundClosed,
)
from tournament.foundation.writing import note, writing
from tournament.hands.queries.hands import MatchInHands, in_hands
from tournament.hands.queries.permissions import is_own_last, may_change
from tournament.matches.queries.series import current_hands, plain_facts
from tournament.matches.services.results import settle
from tournament.matches.services.versions import (
    finish,
    game_for,
    is_over,
    locked_match,
    rescore_hands,
    seen_version,
    settle_hands,
    store_version,
)
from tournament.models import SETTLED, Event, Hand, Match, State


def record_hand(
    match: Match, *, number: int, entry_key: UUID, facts: HandFacts, by: Author | None, now: datetime
) -> Hand:
    """Keep a hand and count the match again.

    The same facts for the same number are one hand, whoever sends them. Other facts under the same key are their
    author's correction; under another key they are a dispute: both are kept, and HandAlreadyRecorded is raised.
    """
    with writing(match.table.stage.event) as event:
        current = locked_match(match)
        current.table.stage.event = event
        hand = add_hand(in_hands(current), number=number, entry_key=entry_key, facts=facts, by=by, now=now)
    if is_rival(hand):
        raise HandAlreadyRecorded
    return hand


def add_hand(
    played: MatchInHands, *, number: int, entry_key: UUID, facts: HandFacts, by: Author | None, now: datetime
) -> Hand:
    """As `record_hand`, where the caller holds the transaction and has read the match in it; a version that does not
    count is returned too."""
    match, event, plain = played.match, played.event, plain_facts(played.rules, facts)
    known, other = {hand.entry_key: hand for hand in played.versions}, other_key(entry_key, plain)
    sent = known.get(entry_key)
    for again in (sent, known.get(other)):
        if again is not None and again.facts == plain:
            return again
    taken = next((hand for hand in played.current if hand.number == number), None)
    if taken is not None and taken.facts == plain:
        return taken
    if taken is not None and sent is not None and sent.number == number:
        key = uuid5(entry_key, str(taken.pk))
        return _replace(event, match, taken, key, facts, reason="", by=by, now=now)
    key = entry_key if sent is None else other
    if taken is None:
        return _add(played, number, key, facts, by=by, now=now)
    return _dispute(event, match, taken, key, facts, by=by, now=now)


def other_key(key: UUID, plain: dict[str, Any]) -> UUID:
    """Of other facts from a form whose key is taken: the same again for the same facts."""
    return uuid5(key, json.dumps(plain, sort_keys=True))


def is_rival(hand: Hand) -> bool:
    """Another version of a hand in dispute, which does not count."""
    return hand.state == State.DISPUTED and hand.superseded_at is not None


def correct_hand(
    hand: Hand, *, entry_key: UUID, facts: HandFacts, reason: str = "", by: Author | None, now: datetime
) -> Hand:
    """Put another version in a hand's place and count everything after it again; the old one stays readable.

    Whoever recorded the last hand may, until the match is agreed; the director always, with a reason, which also
    decides a dispute. HandChanged when `hand` is no longer the version that counts.
    """
    with writing(hand.match.table.stage.event) as event:
        current = locked_match(hand.match)
        counts = Hand.objects.filter(match=current, number=hand.number, superseded_at=None).first()
        sent = Hand.objects.filter(match=current, entry_key=entry_key).first()
        if sent is not None and sent.number != hand.number:
            sent, entry_key = None, uuid5(entry_key, str(hand.pk))
        if sent is not None and counts is not None:
            if plain_facts(rules_of(event), facts) in (sent.facts, counts.facts):
                return counts
            entry_key = uuid5(entry_key, str(counts.pk))
        seen = seen_version(current, sent or hand)
        return _replace(event, current, seen, entry_key, facts, reason=reason, by=by, now=now)


def withdraw_hand(hand: Hand, *, reason: str = "", by: Author | None, now: datetime) -> None:
    """Take a hand out of the match, as one that was not played; who may, and what stays, as in `correct_hand`."""
    with writing(hand.match.table.stage.event) as event:
        current = locked_match(hand.match)
        seen = seen_version(current, hand)
        _may_change(current, seen, reason, by, now)
        was_over = is_over(event, current)
        Hand.objects.filter(pk=seen.pk).update(superseded_at=now)
        if not current_hands(current):
            finish(current, None)
            if current.state == State.AGREED:
                current.state = State.WAITING
        rescore_hands(current)
        settle_hands(event, current, was_over=was_over, decided=seen.state == State.DISPUTED, now=now)
        before = {"match": current.pk, "hand": seen.number, "awards": seen.awards["awards"]}
        note(event, "withdraw_hand", by=by, now=now, before=before, reason=reason.strip())


def finish_hands(match: Match, *, by: Author | None, now: datetime) -> None:
    """All hands are in: from now on they count, beside whatever sheets come."""
    with writing(match.table.stage.event) as event:
        current = locked_match(match)
        if current.hands_finished_at is not None:
            return
        if not current_hands(current):
            raise NoHands
        finish(current, now)
        settle(current)
        after = {"match": current.pk, "points": list(current.points)}
        note(event, "finish_hands", by=by, now=now, after=after)


def play_on(match: Match, *, by: Author | None, now: datetime) -> None:
    """There is another hand after all: what was added up waits until they are all in again. Once the round is closed no
    phone may say so: its hands would come late, and the result would be gone."""
    with writing(match.table.stage.event) as event:
        current = locked_match(match)
        if current.hands_finished_at is None:
            return
        if current.state in SETTLED and not is_director(by):
            raise NotYourMatch
        if isinstance(by, Phone) and is_closed(current.round, current.table.number, now):
            raise RoundClosed
        before = {"match": current.pk, "state": current.state, "points": list(current.points)}
        if is_over(event, current):
            raise MatchOver
        finish(current, None)
        if current.state == State.AGREED:
            current.state = State.WAITING
        settle(current)
        note(event, "play_on", by=by, now=now, before=before)


def _add(played: MatchInHands, number: int, key: UUID, facts: HandFacts, *, by: Author | None, now: datetime) -> Hand:
    """A new hand beside those that count: nearly always the next one, which changes nothing before it, and where it
    ends no game nothing of what the match comes to."""
    match, event, hands = played.match, played.event, played.current
    if match.state == State.CALLED_OFF:
        raise MatchCalledOff
    keep_rules(event)
    if played.is_over:
        raise MatchOver if played.is_decided else HandsAreIn
    if not 1 <= number <= played.last_number + 1:
        raise HandOutOfTurn
    fills_gap = bool(hands) and number < hands[-1].number
    game = game_for(match, played.rules, hands, number) if fills_gap else played.series.next_game
    hand = store_version(event, match, number, game, key, facts, among=hands, by=by, now=now)
    if fills_gap:
        rescore_hands(match)
    if fills_gap or "winner" in hand.awards or match.checked_at is not None:
        settle_hands(event, match, was_over=False, now=now)
    note(event, "record_hand", by=by, now=now, after={"match": match.pk, "hand": number, "facts": hand.facts})
    return hand


def _replace(
    event: Event,
    match: Match,
    old: Hand,
    key: UUID,
    facts: HandFacts,
    *,
    reason: str,
    by: Author | None,
    now: datetime,
) -> Hand:
    old.match = match
    own = _may_change(match, old, reason, by, now)
    was_over = is_over(event, match)
    Hand.objects.filter(pk=old.pk).update(superseded_at=now)
    state = State.ENTERED if own else State.RULED
    hand = store_version(
        event, match, old.number, old.game, key, facts, by=by, now=now, state=state, reason=reason.strip()
    )
    rescore_hands(match)
    settle_hands(event, match, was_over=was_over, decided=old.state == State.DISPUTED, now=now)
    before = {"match": match.pk, "hand": old.number, "facts": old.facts}
    note(event, "correct_hand", by=by, now=now, before=before, after={"facts": hand.facts}, reason=reason.strip())
    hand.refresh_from_db()
    return hand


def _dispute(
    event: Event, match: Match, taken: Hand, key: UUID, facts: HandFacts, *, by: Author | None, now: datetime
) -> Hand:
    """Keep another version beside the one that counts, until both sides choose the same or the director decides. What
    they chose before says nothing of it."""
    rival = store_version(
        event, match, taken.number, taken.game, key, facts, by=by, now=now, state=State.DISPUTED, superseded_at=now
    )
    Hand.objects.filter(pk=taken.pk).update(state=State.DISPUTED)
    Hand.objects.filter(match=match, number=taken.number).exclude(chosen_by={}).update(chosen_by={})
    settle(match, disputed=True)
    before = {"match": match.pk, "hand": taken.number, "facts": taken.facts}
    note(event, "dispute_hand", by=by, now=now, before=before, after={"facts": rival.facts})
    return rival


def _may_change(match: Match, hand: Hand, reason: str, by: Author | None, now: datetime) -> bool:
    """Whether it is the author's own last hand; else the director needs a reason, and nobody else may."""
    last = Hand.objects.filter(match=match, superseded_at=None).aggregate(last=Max("number"))["last"]
    if not may_change(hand, by, last=last, now=now):
        raise NotYourHand
    own = is_own_last(hand, by, last=last, now=now)
    if not own and not reason.strip():
        raise NeedsReason
    return own
