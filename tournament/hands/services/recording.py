"""Records a hand, from a phone of its table or at the desk, and stores its versions.

A hand's number is its place in the match; its entry key names the form it was typed into. The same key again changes
nothing; other facts for a number that is taken are stored beside it, in dispute. Impossible facts raise scoring's
ImpossibleFacts.

A table's hand is never refused because of when it arrives, and a late one never counts unseen. A hand is late if it
arrives under a code that has been changed, after its round was closed or its match settled, once the seats of a later
hour are out, or after the evening was over. A late hand is a version that does not count, in the state LATE, until the
director decides (`hands.services.late`). An earlier round's hands are late once later seats are out, because standings
that seated a round must not change without the director.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Literal, NamedTuple
from uuid import UUID, uuid5

from django.db.models import Max

from scoring import HandFacts
from tournament.clock.queries.rounds import is_closed_for
from tournament.event.services.events import keep_rules
from tournament.formats.match_length import CountedHand
from tournament.foundation.authors import Author, Phone
from tournament.foundation.errors import (
    HandAlreadyRecorded,
    HandOutOfTurn,
    HandsAreIn,
    MatchCalledOff,
    MatchChanged,
    MatchOver,
    NeedsReason,
    NotYourHand,
    TooManyLate,
)
from tournament.foundation.writing import note, writing
from tournament.hands.log_actions import CORRECT_HAND, DISPUTE_HAND, KEEP_LATE, RECORD_HAND
from tournament.hands.queries.hands import MatchInHands, in_hands, match_in_hands
from tournament.hands.queries.shown_hands import is_own_last, may_change
from tournament.matches.queries.matches import current_hands, plain_awards, score_version, series_of
from tournament.matches.services.settling import agree_by_default, rescore_hands, settle_match
from tournament.matches.services.versions import is_match_over, lock_match, settle_hands
from tournament.models import SETTLED, Account, Event, Hand, Match, State
from tournament.rules.queries.rules import rules_of

MOST_OF_A_PHONE, MOST_OF_A_MATCH, MOST_OF_A_TABLE = 60, 80, 120
"""The most hands that may wait for the director: from a phone in a match, from all phones in it, and from a table in
all its matches. Without a limit somebody with an old card could bury the director, even as several phones by clearing
cookies."""
Outcome = Literal["recorded", "known", "disputed", "late"]


@dataclass(frozen=True)
class SubmissionResult:
    """The outcome of a submitted hand: `known` if it was recorded before, `disputed` if another version counts until
    the director decides."""

    hand: Hand
    outcome: Outcome


class NewHand(NamedTuple):
    """A submitted hand; `plain` are its facts as a `Hand` stores them."""

    number: int
    key: UUID
    facts: HandFacts
    plain: dict[str, Any]
    counted: CountedHand | None
    by: Author | None
    now: datetime

    @property
    def other_key(self) -> UUID:
        """Its key if other facts from the same form have taken `key`; the same facts always get the same one."""
        return uuid5(self.key, json.dumps(self.plain, sort_keys=True))


def submit_hand(
    read: MatchInHands,
    *,
    number: int,
    entry_key: UUID,
    facts: HandFacts,
    counted: CountedHand | None = None,
    by: Phone,
    is_valid: bool,
    now: datetime,
) -> SubmissionResult:
    """Records a phone's hand, or stores it as late; `is_valid` is whether its code still opens the table.

    `read` is the match as the form saw it, and `counted` is the hand as scored there, if it was scored. Raises
    MatchChanged if something else was written to this match meanwhile; read the match again then. Apart from that it
    refuses only what cannot be a hand: it raises HandOutOfTurn while one before it is missing, scoring's
    ImpossibleFacts, or TooManyLate. A phone deletes every hand that it was told is stored, even if disputed or late; it
    keeps only hands that cannot have happened or that follow a missing one.
    """
    with writing(read.event, even_locked=True) as event:
        played = read if event.revision == read.event.revision else _read_again(read, event)
        match, new = played.match, NewHand(number, entry_key, facts, facts.to_dict(), counted, by, now)
        repeat = _find_repeat(played, new)
        if repeat is not None:
            return repeat
        is_settled = match.state in (*SETTLED, State.CALLED_OFF) or match.hands_finished_at is not None
        has_ended = match.round.ended_at is not None and is_closed_for(match, now)
        if not is_valid or event.locked_at is not None or is_settled or has_ended or played.is_of_earlier_hour:
            return _store_late(played, new)
        try:
            hand = _add_hand(played, new)
        except NotYourHand:  # the author corrects it too late, so this is another version
            hand = _add_hand(played, new._replace(key=new.other_key))
        if hand.superseded_at is not None:
            return SubmissionResult(hand, "disputed")
        if not event.agreement:
            agree_by_default(event, match)
        return SubmissionResult(hand, "recorded")


def record_hand(
    match: Match,
    *,
    number: int,
    entry_key: UUID,
    facts: HandFacts,
    read: MatchInHands | None = None,
    counted: CountedHand | None = None,
    by: Author | None,
    now: datetime,
) -> Hand:
    """Records a hand at the desk and scores the match again.

    The same facts for the same number are one hand, whoever sends them. Other facts under the same key are a correction
    by their author; under another key they are a dispute: both are stored, and HandAlreadyRecorded is raised. `read` is
    the match as the form saw it, and `counted` is the hand as scored there; both are used only if nothing was written
    to the evening since.
    """
    with writing(match.table.stage.event) as event:
        if read is None or read.event.revision != event.revision:
            current = lock_match(match)
            current.table.stage.event = event
            read, counted = in_hands(current), None
        new = NewHand(number, entry_key, facts, facts.to_dict(), counted, by, now)
        repeat = _find_repeat(read, new)
        hand = repeat.hand if repeat is not None else _add_hand(read, new)
    if hand.state == State.DISPUTED and hand.superseded_at is not None:
        raise HandAlreadyRecorded
    return hand


def _read_again(read: MatchInHands, event: Event) -> MatchInHands:
    """Reads the match again inside the transaction, because something was written to the evening since. Raises
    MatchChanged if the match itself changed."""
    current = match_in_hands(event, read.match.pk)
    if current is None or current.as_recorded != read.as_recorded:
        raise MatchChanged
    return replace(current, at=read.at)


def _find_repeat(played: MatchInHands, new: NewHand) -> SubmissionResult | None:
    """Finds a repeat: the same facts under the same key, or facts that count for this number already."""
    keys = (new.key, new.other_key)
    same = [hand for hand in played.versions if hand.facts == new.plain]
    for hand in same:
        if hand.number == new.number and hand.superseded_at is None:
            return SubmissionResult(hand, "known")
        if hand.entry_key in keys and hand.state in (State.LATE, State.DISPUTED):
            return SubmissionResult(hand, "late" if hand.state == State.LATE else "disputed")
    return next((SubmissionResult(hand, "known") for hand in same if hand.entry_key in keys), None)


def _store_late(played: MatchInHands, new: NewHand) -> SubmissionResult:
    if any(hand.entry_key == new.key for hand in played.versions):
        new = new._replace(key=new.other_key)
    waiting = [hand for hand in played.versions if hand.state == State.LATE and not hand.reason]
    own = [hand for hand in waiting if isinstance(new.by, Phone) and hand.device == new.by.device]
    table = played.match.table.number
    at_table = Hand.objects.filter(match__table__stage__event=played.event, match__table__number=table)
    if (
        len(own) >= MOST_OF_A_PHONE
        or len(waiting) >= MOST_OF_A_MATCH
        or at_table.filter(state=State.LATE, reason="").count() >= MOST_OF_A_TABLE
    ):
        raise TooManyLate
    before, game = _hands_before(played, new.number), _game_for(played, new.number)
    hand = store_version(played.match, new, game, before=before, state=State.LATE, superseded_at=new.now)
    after = {"match": played.match.pk, "hand": new.number, "facts": hand.facts}
    note(played.event, KEEP_LATE, by=new.by, now=new.now, after=after)
    return SubmissionResult(hand, "late")


def _add_hand(played: MatchInHands, new: NewHand) -> Hand:
    """Adds a hand that is no repeat in its place, and returns it even if it is a version that does not count. It is
    nearly always the next hand, which changes nothing before it and, unless it ends a game, nothing in the result."""
    match, event, hands, number = played.match, played.event, played.current, new.number
    sent = next((hand for hand in played.versions if hand.entry_key == new.key), None)
    taken = next((hand for hand in hands if hand.number == number), None)
    if taken is not None and sent is not None and sent.number == number:
        return replace_version(event, match, taken, new._replace(key=uuid5(new.key, str(taken.pk))))
    if sent is not None:
        new = new._replace(key=new.other_key)
    if taken is not None:
        return _add_rival(played, taken, new)
    if match.state == State.CALLED_OFF:
        raise MatchCalledOff
    if event.rules is None:
        keep_rules(event)
    if played.series.is_over:
        raise MatchOver if played.is_decided else HandsAreIn
    is_next = number == (hands[-1].number if hands else 0) + 1
    if not is_next and not 1 <= number <= played.last_number + 1:
        raise HandOutOfTurn
    fills_gap = bool(hands) and number < hands[-1].number
    game = _game_for(played, number) if fills_gap else played.series.next_game
    hand = store_version(match, new, game, before=_hands_before(played, number) if fills_gap else hands)
    if fills_gap:
        rescore_hands(match, from_hand=number + 1)
    if fills_gap or "winner" in hand.awards or match.checked_at is not None:
        settle_hands(event, match, was_over=False, now=new.now)
    after = {"match": match.pk, "hand": number, "facts": hand.facts}
    note(event, RECORD_HAND, by=new.by, now=new.now, after=after)
    return hand


def _game_for(played: MatchInHands, number: int) -> int:
    """Returns the game that a hand of this number belongs to: the one being played then, but never a later one than
    that of the hand after it."""
    after = next((hand.game for hand in played.current if hand.number > number), None)
    on = series_of(played.match, played.rules, _hands_before(played, number)).next_game
    return on if after is None else min(on, after)


def _hands_before(played: MatchInHands, number: int) -> list[Hand]:
    return [hand for hand in played.current if hand.number < number]


def _add_rival(played: MatchInHands, taken: Hand, new: NewHand) -> Hand:
    """Stores another version beside the one that counts, until both sides choose the same or the director decides.
    Earlier choices are cleared, because they say nothing about this version."""
    match = played.match
    before = _hands_before(played, new.number)
    rival = store_version(match, new, taken.game, before=before, state=State.DISPUTED, superseded_at=new.now)
    Hand.objects.filter(pk=taken.pk).update(state=State.DISPUTED)
    Hand.objects.filter(match=match, number=taken.number).exclude(chosen_by={}).update(chosen_by={})
    settle_match(match, disputed=True)
    logged = {"match": match.pk, "hand": taken.number, "facts": taken.facts}
    note(played.event, DISPUTE_HAND, by=new.by, now=new.now, before=logged, after={"facts": rival.facts})
    return rival


def store_version(
    match: Match,
    new: NewHand,
    game: int,
    *,
    before: Sequence[Hand],
    state: State = State.ENTERED,
    reason: str = "",
    superseded_at: datetime | None = None,
) -> Hand:
    """Stores a version with its facts, and what it earned after the hands `before` it. The caller holds the
    transaction."""
    counted, by = new.counted, new.by
    if counted is not None and counted.game == game:
        scored = counted.scored
    else:
        scored = score_version(match, rules_of(match.table.stage.event), before, game, new.facts)
    phone = by if isinstance(by, Phone) else None
    return Hand.objects.create(
        match=match,
        number=new.number,
        game=game,
        entry_key=new.key,
        facts=new.plain,
        awards=plain_awards(new.facts, scored),
        state=state,
        reason=reason,
        entered_by=by if isinstance(by, Account) else None,
        device=phone.device if phone else "",
        side=phone.side if phone else None,
        entered_at=new.now,
        superseded_at=superseded_at,
    )


def replace_version(event: Event, match: Match, old: Hand, new: NewHand, *, reason: str = "") -> Hand:
    """Replaces a hand's facts, if `require_may_change` allows it. The caller holds the transaction."""
    old.match = match
    own = require_may_change(match, old, reason, new.by, new.now)
    was_over = is_match_over(event, match)
    Hand.objects.filter(pk=old.pk).update(superseded_at=new.now)
    hand = store_version(
        match,
        new,
        old.game,
        before=[hand for hand in current_hands(match) if hand.number < old.number],
        state=State.ENTERED if own else State.RULED,
        reason=reason.strip(),
    )
    rescore_hands(match, from_hand=old.number + 1)
    settle_hands(event, match, was_over=was_over, decided=old.state == State.DISPUTED, now=new.now)
    before = {"match": match.pk, "hand": old.number, "facts": old.facts}
    after = {"facts": hand.facts}
    note(event, CORRECT_HAND, by=new.by, now=new.now, before=before, after=after, reason=reason.strip())
    hand.refresh_from_db()
    return hand


def require_may_change(match: Match, hand: Hand, reason: str, by: Author | None, now: datetime) -> bool:
    """Returns whether it is the author's own last hand. Otherwise only the director may change it, with a reason:
    raises NotYourHand or NeedsReason."""
    last = Hand.objects.filter(match=match, superseded_at=None).aggregate(last=Max("number"))["last"]
    if not may_change(hand, by, last=last, now=now):
        raise NotYourHand
    own = is_own_last(hand, by, last=last, now=now)
    if not own and not reason.strip():
        raise NeedsReason
    return own
