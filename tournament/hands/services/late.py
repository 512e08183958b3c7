"""Hands as they come from a table's phone: recorded, or kept as late for the director, who lets them count or sets them
aside. A hand that a table wrote down is never refused for when it arrives, and never counts unseen.

Late is what arrives under a code that has been changed, after its round was closed or its match settled, once the seats
of a later hour are out, or after the evening was over. A late hand is a version that does not count, in the state LATE;
it is decided once it has a reason.

A late hand keeps its number and leaves a gap until it is let in: the table plays on at once, and the order stays true.
An earlier round's hands are late once later seats are out, because standings that seated a round must not change
without the director.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from django.utils.translation import gettext as _

from scoring import HandFacts
from tournament.clock.queries.rounds import is_closed
from tournament.event.queries.hours import hour_of
from tournament.event.services.events import keep_rules
from tournament.foundation.authors import Phone
from tournament.foundation.errors import (
    EarlierHour,
    HandOutOfTurn,
    HandSettled,
    MatchCalledOff,
    NeedsReason,
    NotYourHand,
    TooManyLate,
)
from tournament.foundation.writing import note, writing
from tournament.hands.queries.hands import MatchInHands, in_hands, match_in_hands
from tournament.hands.services.agreement import pass_over
from tournament.hands.services.hands import add_hand, is_rival, other_key
from tournament.matches.queries.series import plain_facts
from tournament.matches.services.versions import (
    game_for,
    is_over,
    locked_match,
    rescore_hands,
    settle_hands,
    store_version,
)
from tournament.models import SETTLED, Account, Event, Hand, Match, State

MOST_OF_A_PHONE, MOST_OF_A_MATCH = 60, 120
"""Hands that wait for the director: who has an old card must not be able to bury him in them."""
Outcome = Literal["recorded", "known", "disputed", "late"]


@dataclass(frozen=True)
class Taken:
    """What became of a hand: `known` when it was here already, `disputed` when another version counts until the
    director decides."""

    hand: Hand
    outcome: Outcome


@contextmanager
def at_the_table(event: Event, match: int) -> Iterator[MatchInHands | None]:
    """A match as it stands, while nobody else writes: what the form of a hand was checked against is what the hand is
    added to."""
    with writing(event, even_locked=True) as current:
        yield match_in_hands(current, match)


def check_hour(match: Match) -> None:
    """What a table decides is of the hour that is on: in the next one other people sit at a table of this number, with
    the same code. Raises EarlierHour."""
    if _is_of_earlier_hour(match):
        if match.table.stage.event.is_of_rounds:
            raise EarlierHour(_("This match is of an earlier round: only the director settles it now."))
        raise EarlierHour


def _is_of_earlier_hour(match: Match) -> bool:
    event = match.table.stage.event
    return not event.is_one_round and hour_of(event) != match.table.stage


def take_hand(
    played: MatchInHands, *, number: int, entry_key: UUID, facts: HandFacts, by: Phone, is_valid: bool, now: datetime
) -> Taken:
    """Record a hand `at_the_table`, or keep it as late; `is_valid` is whether its code still opens the table.

    Only what no hand can be is raised: HandOutOfTurn while one before it is missing, scoring's ImpossibleFacts; and
    TooManyLate. A phone lets go of every hand that it was told is kept, disputed and late ones too; it keeps only what
    cannot have happened, or what follows a hand that is missing.
    """
    plain = plain_facts(played.rules, facts)
    known = _known(played, number, entry_key, plain)
    if known is not None:
        return known
    if not is_valid or _is_closed(played, now):
        used = any(hand.entry_key == entry_key for hand in played.versions)
        key = other_key(entry_key, plain) if used else entry_key
        return _keep_late(played, number, key, facts, by=by, now=now)
    sent: dict[str, Any] = {"number": number, "facts": facts, "by": by, "now": now}
    try:
        hand = add_hand(played, entry_key=entry_key, **sent)
    except NotYourHand:  # its author's correction, too late to be one, is another version
        hand = add_hand(played, entry_key=other_key(entry_key, plain), **sent)
    if is_rival(hand):
        return Taken(hand, "disputed")
    if not played.event.agreement:
        pass_over(played.event, played.match)
    return Taken(hand, "recorded")


def _known(played: MatchInHands, number: int, key: UUID, plain: dict[str, Any]) -> Taken | None:
    """A repeat: the same facts under the same key, or those that count for this number already."""
    keys = (key, other_key(key, plain))
    same = [
        hand for hand in played.versions if hand.facts == plain and (hand.number == number or hand.entry_key in keys)
    ]
    for hand in same:
        if hand.number == number and hand.superseded_at is None:
            return Taken(hand, "known")
        if hand.entry_key in keys and hand.state in (State.LATE, State.DISPUTED):
            return Taken(hand, "late" if hand.state == State.LATE else "disputed")
    return next((Taken(hand, "known") for hand in same if hand.entry_key in keys), None)


def _is_closed(played: MatchInHands, now: datetime) -> bool:
    match = played.match
    is_settled = match.state in (*SETTLED, State.CALLED_OFF) or played.is_finished
    is_over = is_closed(match.round, match.table.number, now)
    return played.event.locked_at is not None or is_settled or is_over or _is_of_earlier_hour(match)


def _keep_late(played: MatchInHands, number: int, key: UUID, facts: HandFacts, *, by: Phone, now: datetime) -> Taken:
    event, match, hands = played.event, played.match, played.current
    waiting = [hand for hand in played.versions if hand.state == State.LATE and not hand.reason]
    own = [hand for hand in waiting if hand.device == by.device]
    if len(own) >= MOST_OF_A_PHONE or len(waiting) >= MOST_OF_A_MATCH:
        raise TooManyLate
    game = game_for(match, played.rules, hands, number)
    place = (event, match, number, game, key, facts)
    hand = store_version(*place, among=hands, by=by, now=now, state=State.LATE, superseded_at=now)
    note(event, "keep_late", by=by, now=now, after={"match": match.pk, "hand": number, "facts": hand.facts})
    return Taken(hand, "late")


def accept_late(hand: Hand, *, reason: str, by: Account, now: datetime) -> None:
    """Let a late hand count in its place, instead of the version that counts there now. HandSettled when it was decided
    already, HandOutOfTurn while a hand before it is missing."""
    with writing(hand.match.table.stage.event) as event:
        current = locked_match(hand.match)
        late = _undecided(current, hand, reason)
        if current.state == State.CALLED_OFF:
            raise MatchCalledOff
        if late.number > in_hands(current).last_number:
            raise HandOutOfTurn
        keep_rules(event)
        was_over = is_over(event, current)
        before = Hand.objects.filter(match=current, number=late.number, superseded_at=None).first()
        if before is not None:
            Hand.objects.filter(pk=before.pk).update(superseded_at=now)
        Hand.objects.filter(pk=late.pk).update(state=State.RULED, reason=reason.strip(), superseded_at=None)
        rescore_hands(current)
        is_decided = before is not None and before.state == State.DISPUTED
        settle_hands(event, current, was_over=was_over, decided=is_decided, now=now)
        told = {"match": current.pk, "hand": late.number, "facts": before.facts if before else None}
        note(event, "accept_late", by=by, now=now, before=told, after={"facts": late.facts}, reason=reason.strip())


def set_aside(hand: Hand, *, reason: str, by: Account, now: datetime) -> None:
    """A late hand that is not to count; it stays readable."""
    with writing(hand.match.table.stage.event) as event:
        late = _undecided(locked_match(hand.match), hand, reason)
        Hand.objects.filter(pk=late.pk).update(reason=reason.strip())
        before = {"match": late.match_id, "hand": late.number, "facts": late.facts}
        note(event, "set_aside", by=by, now=now, before=before, reason=reason.strip())


def _undecided(match: Match, hand: Hand, reason: str) -> Hand:
    if not reason.strip():
        raise NeedsReason
    late = Hand.objects.filter(match=match, pk=hand.pk, state=State.LATE, reason="").first()
    if late is None:
        raise HandSettled
    return late
