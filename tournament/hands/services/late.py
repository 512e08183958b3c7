"""The director's decision on hands that came late (`hands.services.recording`): they count, or they are set aside.

A late hand is decided once it has a reason. It keeps its number and leaves a gap until it is let in: the table plays on
at once, and the order stays true.
"""

from datetime import datetime
from typing import Literal

from django.utils.translation import gettext as _

from tournament.event.queries.hours import hour_of
from tournament.event.services.events import keep_rules
from tournament.foundation.errors import (
    EarlierHour,
    HandOutOfTurn,
    HandSettled,
    MatchCalledOff,
    NeedsReason,
)
from tournament.foundation.writing import note, writing
from tournament.hands.queries.hands import in_hands
from tournament.matches.services.versions import (
    is_over,
    locked_match,
    rescore_hands,
    settle_hands,
)
from tournament.models import Account, Hand, Match, State

MOST_OF_A_PHONE, MOST_OF_A_MATCH = 60, 120
"""Hands that wait for the director: who has an old card must not be able to bury them."""
Outcome = Literal["recorded", "known", "disputed", "late"]


def check_hour(match: Match) -> None:
    """What a table decides is of the hour that is on: in the next one other people sit at a table of this number, with
    the same code. Raises EarlierHour."""
    if _is_of_earlier_hour(match):
        stage = match.table.stage.event.kind.stage_word
        words = _("This match is of an earlier %(stage)s: only the director settles it now.")
        raise EarlierHour(words % {"stage": stage})


def _is_of_earlier_hour(match: Match) -> bool:
    return hour_of(match.table.stage.event) != match.table.stage


def accept_late(hand: Hand, *, reason: str, by: Account, now: datetime) -> None:
    """Let a late hand count in its place, instead of the version that counts there now. HandSettled when it was decided
    already, HandOutOfTurn while a hand before it is missing."""
    with writing(hand.match.table.stage.event) as event:
        current = locked_match(hand.match)
        late = _require_undecided(current, hand, reason)
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
        rescore_hands(current, from_hand=late.number)
        is_decided = before is not None and before.state == State.DISPUTED
        settle_hands(event, current, was_over=was_over, decided=is_decided, now=now)
        told = {"match": current.pk, "hand": late.number, "facts": before.facts if before else None}
        note(event, "accept_late", by=by, now=now, before=told, after={"facts": late.facts}, reason=reason.strip())


def set_aside(hand: Hand, *, reason: str, by: Account, now: datetime) -> None:
    """A late hand that is not to count; it stays readable."""
    with writing(hand.match.table.stage.event) as event:
        late = _require_undecided(locked_match(hand.match), hand, reason)
        Hand.objects.filter(pk=late.pk).update(reason=reason.strip())
        before = {"match": late.match_id, "hand": late.number, "facts": late.facts}
        note(event, "set_aside", by=by, now=now, before=before, reason=reason.strip())


def _require_undecided(match: Match, hand: Hand, reason: str) -> Hand:
    if not reason.strip():
        raise NeedsReason
    late = Hand.objects.filter(match=match, pk=hand.pk, state=State.LATE, reason="").first()
    if late is None:
        raise HandSettled
    return late
